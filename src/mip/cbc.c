/* Solving with CBC through its C interface.
 *
 * CBC minimises here, whatever the program wants: costs of a maximisation are negated on the way in
 * and bounds on the way out.  Its word "infeasible" is taken only if it finished by itself; after
 * a limit its flags may say anything. */
#include <coin/Cbc_C_Interface.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/limits.h"
#include "mip/mip.h"
#include "program/switches.h"

static double cbc_bound(double value)
{
    return isinf(value) ? copysign(DBL_MAX, value) : value;
}

/* The program in the column-wise arrays that CBC wants. */
struct arrays {
    CoinBigIndex *start;
    int *index;
    double *value, *lower, *upper, *cost, *row_lower, *row_upper;
};

static bool make_arrays(struct pm_arena *arena, const struct pm_program *p,
                        struct arrays *a)
{
    const size_t columns = (size_t)p->column_count + 1, rows = (size_t)p->row_count + 1;
    a->start = pm_new(arena, columns + 1, CoinBigIndex);
    a->index = pm_new(arena, (size_t)p->entry_count + 1, int);
    a->value = pm_new(arena, (size_t)p->entry_count + 1, double);
    a->lower = pm_new(arena, columns, double);
    a->upper = pm_new(arena, columns, double);
    a->cost = pm_new(arena, columns, double);
    a->row_lower = pm_new(arena, rows, double);
    a->row_upper = pm_new(arena, rows, double);
    return a->start && a->index && a->value && a->lower && a->upper && a->cost &&
           a->row_lower && a->row_upper;
}

static void fill_arrays(const struct pm_program *p, struct arrays *a)
{
    for (int j = 0; j < p->column_count; j++) {
        a->lower[j] = cbc_bound(p->columns[j].lower);
        a->upper[j] = cbc_bound(p->columns[j].upper);
        a->cost[j] = p->maximise ? -p->columns[j].cost : p->columns[j].cost;
    }
    /* Counting sort of the entries by column; start[j + 1] runs from begin to end of j. */
    for (int k = 0; k < p->entry_count; k++)
        if (p->entries[k].column + 2 <= p->column_count)
            a->start[p->entries[k].column + 2]++;
    for (int j = 2; j <= p->column_count; j++)
        a->start[j] += a->start[j - 1];
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *r = &p->rows[i];
        a->row_lower[i] = cbc_bound(r->lower);
        a->row_upper[i] = cbc_bound(r->upper);
        for (int k = r->first; k < r->first + r->count; k++) {
            CoinBigIndex at = a->start[p->entries[k].column + 1]++;
            a->index[at] = i;
            a->value[at] = p->entries[k].value;
        }
    }
}

static void set_number(Cbc_Model *model, const char *name, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.15g", value);
    Cbc_setParameter(model, name, text);
}

static Cbc_Model *load(struct mip_job *job, const struct pm_program *p)
{
    struct arrays a;
    if (!make_arrays(&job->arena, p, &a))
        return NULL;
    fill_arrays(p, &a);
    Cbc_Model *model = Cbc_newModel();
    Cbc_setLogLevel(model, 0);
    Cbc_loadProblem(model, p->column_count, p->row_count, a.start, a.index, a.value,
                    a.lower, a.upper, a.cost, a.row_lower, a.row_upper);
    for (int j = 0; j < p->column_count; j++)
        if (p->columns[j].type != PM_CONTINUOUS)
            Cbc_setInteger(model, j);
    Cbc_setParameter(model, "log", "0");
    Cbc_setParameter(model, "timeMode", "elapsed");
    char name[PM_SWITCH_SIZE], value[PM_SWITCH_SIZE];
    for (const char *list = job->request.switches;
         (list = pm_switches_next(list, name, value));)
        Cbc_setParameter(model, name + strlen("--"), value);
    if (job->request.nodes)
        set_number(model, "maxNodes",
                   (double)(job->request.nodes < INT_MAX ? job->request.nodes : INT_MAX));
    return model;
}

/* What CBC's flags mean; false if they mean nothing. */
static bool judge(Cbc_Model *model, bool limited, bool found, enum pm_mip_status *status)
{
    if (found)
        *status = Cbc_isProvenOptimal(model) && !limited ? PM_MIP_OPTIMAL : PM_MIP_FEASIBLE;
    else if (limited || Cbc_status(model) == 1)
        *status = PM_MIP_LIMIT;
    else if (Cbc_isContinuousUnbounded(model) || Cbc_secondaryStatus(model) == 7)
        *status = PM_MIP_UNBOUNDED;
    else if (Cbc_isProvenInfeasible(model) ||
             Cbc_isInitialSolveProvenPrimalInfeasible(model))
        *status = PM_MIP_INFEASIBLE;
    else
        return false;
    return true;
}

static bool has_integers(const struct pm_program *p)
{
    for (int j = 0; j < p->column_count; j++)
        if (p->columns[j].type != PM_CONTINUOUS)
            return true;
    return false;
}

/* Without integers there is no search, and CBC's flags about one mean nothing. */
static enum pm_mip_status judge_lp(Cbc_Model *model, bool limited)
{
    if (Cbc_isInitialSolveProvenOptimal(model))
        return PM_MIP_OPTIMAL;
    if (limited)
        return PM_MIP_LIMIT;
    return Cbc_isInitialSolveProvenPrimalInfeasible(model) ? PM_MIP_INFEASIBLE
                                                           : PM_MIP_UNBOUNDED;
}

bool mip_solve_cbc(struct mip_job *job, const struct pm_program *program, double *values)
{
    Cbc_Model *model = load(job, program);
    if (!model) {
        mip_fail(job, PM_MIP_NO_MEMORY, 0, "out of memory");
        return false;
    }
    double left = mip_left(job);
    set_number(model, "seconds", left > 0.01 ? left : 0.01);
    Cbc_solve(model);
    const bool limited = mip_left(job) < 0.02 * left || Cbc_isSecondsLimitReached(model) ||
                         Cbc_isNodeLimitReached(model);
    if (Cbc_status(model) == 2 || Cbc_isAbandoned(model)) {
        mip_fail(job, PM_MIP_BROKEN, 0, "CBC gave up for numerical reasons");
        return false;
    }
    const double *found = NULL;
    if (has_integers(program)) {
        found = Cbc_bestSolution(model);
        if (!judge(model, limited, found != NULL, &job->reply.status)) {
            mip_fail(job, PM_MIP_BROKEN, 0, "CBC ended with neither an answer nor a proof");
            return false;
        }
        job->reply.nodes = Cbc_getNodeCount(model);
        double bound = Cbc_getBestPossibleObjValue(model);
        job->reply.has_bound = fabs(bound) < 1e40;
        job->reply.bound = (program->maximise ? -bound : bound) + program->constant;
    } else {
        job->reply.status = judge_lp(model, limited);
        found = job->reply.status == PM_MIP_OPTIMAL ? Cbc_getColSolution(model) : NULL;
    }
    for (int j = 0; found && j < program->column_count; j++)
        values[j] = found[j];
    return true;
}
