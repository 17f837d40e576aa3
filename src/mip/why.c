/* Why a program is infeasible: rows that contradict each other, found by leaving out.
 *
 * A deletion filter: as long as the rest is infeasible, a row (first a whole family of rows) can
 * go for good; what remains in the end is a set of which no row can be left out.  The question is
 * put to the linear relaxation if that is infeasible by itself, else to branch and cut. */
#include <limits.h>
#include <string.h>

#include "core/limits.h"
#include "mip/mip.h"

enum answer { FEASIBLE, INFEASIBLE, UNKNOWN };

struct filter {
    struct mip_job *job;
    glp_prob *lp;
    const struct pm_program *program;
    bool *kept; /* per row */
    bool relaxed;
};

static void set_row(struct filter *f, int i, bool kept)
{
    const struct pm_row *r = &f->program->rows[i];
    f->kept[i] = kept;
    int type = !kept                  ? GLP_FR
               : r->lower < -1e300    ? (r->upper > 1e300 ? GLP_FR : GLP_UP)
               : r->upper > 1e300     ? GLP_LO
               : r->lower == r->upper ? GLP_FX
                                      : GLP_DB;
    glp_set_row_bnds(f->lp, i + 1, type, r->lower, r->upper);
}

static int milliseconds(const struct filter *f)
{
    double left = 1000 * mip_left(f->job);
    return left > 2e9 ? INT_MAX : left < 1 ? 1 : (int)left;
}

static enum answer ask_lp(struct filter *f)
{
    glp_smcp parameters;
    glp_init_smcp(&parameters);
    parameters.msg_lev = GLP_MSG_OFF;
    parameters.tm_lim = milliseconds(f);
    glp_std_basis(f->lp); /* rows that came and went make the old basis useless */
    if (glp_simplex(f->lp, &parameters) != 0)
        return UNKNOWN;
    int status = glp_get_status(f->lp);
    return status == GLP_NOFEAS ? INFEASIBLE : status == GLP_OPT ? FEASIBLE : UNKNOWN;
}

static enum answer ask_mip(struct filter *f)
{
    glp_iocp parameters;
    glp_init_iocp(&parameters);
    parameters.msg_lev = GLP_MSG_OFF;
    parameters.presolve = GLP_ON;
    parameters.tm_lim = milliseconds(f);
    int code = glp_intopt(f->lp, &parameters), status = glp_mip_status(f->lp);
    if (code == GLP_ENOPFS || (code == 0 && status == GLP_NOFEAS))
        return INFEASIBLE;
    return code == 0 && status == GLP_OPT ? FEASIBLE : UNKNOWN;
}

static enum answer ask(struct filter *f)
{
    if (mip_left(f->job) <= 0)
        return UNKNOWN;
    return f->relaxed ? ask_lp(f) : ask_mip(f);
}

/* Leaves out the kept rows first..last-1 if what remains is still infeasible. */
static enum answer try_without(struct filter *f, int first, int last)
{
    bool *before = pm_new(&f->job->arena, (size_t)(last - first), bool);
    if (!before)
        return UNKNOWN;
    memcpy(before, f->kept + first, (size_t)(last - first) * sizeof *before);
    for (int i = first; i < last; i++)
        set_row(f, i, false);
    enum answer answer = ask(f);
    for (int i = first; answer != INFEASIBLE && i < last; i++)
        set_row(f, i, before[i - first]);
    return answer;
}

/* Leaves out what can be left out of rows first..last-1: all, or either half by itself. */
static bool reduce(struct filter *f, int first, int last)
{
    int kept = 0;
    for (int i = first; i < last; i++)
        kept += f->kept[i];
    if (kept == 0)
        return true;
    enum answer answer = try_without(f, first, last);
    if (answer == INFEASIBLE)
        return true;
    if (answer == UNKNOWN)
        return false;
    if (last - first == 1)
        return true;
    int middle = first + (last - first) / 2;
    bool lower = reduce(f, first, middle), upper = reduce(f, middle, last);
    return lower && upper;
}

static bool report(struct filter *f, bool minimal)
{
    struct mip_job *job = f->job;
    int64_t *rows = pm_new(&job->arena, (size_t)f->program->row_count + 1, int64_t);
    for (int i = 0; rows && i < f->program->row_count; i++)
        if (f->kept[i])
            rows[job->reply.why_count++] = i;
    job->reply.why = rows;
    job->reply.minimal = minimal;
    job->reply.status = PM_MIP_INFEASIBLE;
    return rows != NULL;
}

bool mip_why(struct mip_job *job)
{
    const struct pm_program *p = job->program;
    struct filter f = {.job = job, .program = p, .lp = mip_problem(p), .relaxed = true};
    f.kept = pm_new(&job->arena, (size_t)p->row_count + 1, bool);
    if (!f.kept) {
        mip_fail(job, PM_MIP_NO_MEMORY, 0, "out of memory");
        return false;
    }
    for (int j = 0; j <= p->column_count; j++)
        glp_set_obj_coef(f.lp, j, 0);
    for (int i = 0; i < p->row_count; i++)
        f.kept[i] = true;
    enum answer answer = ask(&f);
    if (answer != INFEASIBLE) {
        f.relaxed = false;
        answer = ask(&f);
    }
    if (answer != INFEASIBLE) {
        job->reply.status = answer == FEASIBLE ? PM_MIP_FEASIBLE : PM_MIP_LIMIT;
        return true;
    }
    bool minimal = true;
    for (int first = 0; first < p->row_count; first = pm_family_end(p, first))
        minimal = reduce(&f, first, pm_family_end(p, first)) && minimal;
    return report(&f, minimal);
}
