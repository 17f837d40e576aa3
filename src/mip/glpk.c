/* Solving with GLPK: branch and cut, by the switches of the request; without any, with its
 * presolver, pseudo-cost branching and the cuts of Gomory and by mixed integer rounding.  No
 * other choice of switches that was tried solved all of kakuro, sudoku (killer and way 3) and
 * both models of Flow Free in seconds. */
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/limits.h"
#include "mip/mip.h"
#include "program/switches.h"

static int bound_type(double lower, double upper)
{
    if (isinf(lower))
        return isinf(upper) ? GLP_FR : GLP_UP;
    if (isinf(upper))
        return GLP_LO;
    return lower == upper ? GLP_FX : GLP_DB;
}

glp_prob *mip_problem(const struct pm_program *p)
{
    glp_prob *to = glp_create_prob();
    glp_set_obj_dir(to, p->maximise ? GLP_MAX : GLP_MIN);
    glp_set_obj_coef(to, 0, p->constant);
    if (p->column_count)
        glp_add_cols(to, p->column_count);
    if (p->row_count)
        glp_add_rows(to, p->row_count);
    for (int j = 0; j < p->column_count; j++) {
        const struct pm_column *c = &p->columns[j];
        glp_set_col_bnds(to, j + 1, bound_type(c->lower, c->upper), c->lower, c->upper);
        glp_set_col_kind(to, j + 1, c->type == PM_CONTINUOUS ? GLP_CV : GLP_IV);
        glp_set_obj_coef(to, j + 1, c->cost);
    }
    int *index = glp_alloc(p->column_count + 1, sizeof *index);
    double *value = glp_alloc(p->column_count + 1, sizeof *value);
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *r = &p->rows[i];
        glp_set_row_bnds(to, i + 1, bound_type(r->lower, r->upper), r->lower, r->upper);
        for (int k = 0; k < r->count; k++) {
            index[k + 1] = p->entries[r->first + k].column + 1;
            value[k + 1] = p->entries[r->first + k].value;
        }
        glp_set_mat_row(to, i + 1, r->count, index, value);
    }
    glp_free(index);
    glp_free(value);
    return to;
}

/* GLPK counts milliseconds in an int. */
static int milliseconds(const struct mip_job *job)
{
    double left = 1000 * mip_left(job);
    return left > 2e9 ? INT_MAX : left < 1 ? 1 : (int)left;
}

struct watch {
    int64_t nodes, limit;
    double bound;
    bool has_bound, stopped;
    glp_prob *lp;
    double told_until; /* when it is told again, on pm_clock() */
};

/* Tells how it is going, some times a second. */
static void tell(glp_tree *tree, struct watch *w)
{
    const double now = pm_clock();
    if (now < w->told_until)
        return;
    w->told_until = now + 0.2;
    struct mip_progress p = {.rows = glp_get_num_rows(w->lp),
                             .columns = glp_get_num_cols(w->lp),
                             .nodes = w->nodes,
                             .has_bound = w->has_bound,
                             .bound = w->bound};
    const int status = glp_mip_status(glp_ios_get_prob(tree));
    p.has_incumbent = status == GLP_FEAS || status == GLP_OPT;
    p.incumbent = p.has_incumbent ? glp_mip_obj_val(glp_ios_get_prob(tree)) : 0;
    mip_tell(&p);
}

/* Called by the search: counts nodes, keeps the bound, stops at the limit of nodes. */
static void watch(glp_tree *tree, void *info)
{
    struct watch *w = info;
    int total;
    glp_ios_tree_size(tree, NULL, NULL, &total);
    w->nodes = total;
    int best = glp_ios_best_node(tree);
    if (best) {
        double bound = glp_ios_node_bound(tree, best);
        w->has_bound = fabs(bound) < 1e300;
        w->bound = bound;
    }
    tell(tree, w);
    if (w->limit && total > w->limit) {
        w->stopped = true;
        glp_ios_terminate(tree);
    }
}

static bool broken(struct mip_job *job, const char *what, int code)
{
    mip_fail(job, PM_MIP_BROKEN, 0, "GLPK failed in %s (code %d)", what, code);
    return false;
}

/* A program without integers: the simplex method. */
static bool solve_lp(struct mip_job *job, glp_prob *lp, double *values)
{
    glp_smcp parameters;
    glp_init_smcp(&parameters);
    parameters.msg_lev = GLP_MSG_OFF;
    parameters.tm_lim = milliseconds(job);
    int code = glp_simplex(lp, &parameters);
    job->reply.status = PM_MIP_LIMIT;
    if (code == GLP_ETMLIM)
        return true;
    if (code != 0)
        return broken(job, "the simplex method", code);
    switch (glp_get_status(lp)) {
    case GLP_OPT:
        job->reply.status = PM_MIP_OPTIMAL;
        for (int j = 1; j <= glp_get_num_cols(lp); j++)
            values[j - 1] = glp_get_col_prim(lp, j);
        return true;
    case GLP_NOFEAS:
        job->reply.status = PM_MIP_INFEASIBLE;
        return true;
    case GLP_UNBND:
        job->reply.status = PM_MIP_UNBOUNDED;
        return true;
    default:
        return broken(job, "the simplex method", glp_get_status(lp));
    }
}

/* The search ended with `code`.  A limit is a limit, whatever the tree says by then. */
static bool judge(struct mip_job *job, glp_prob *lp, int code, const struct watch *w)
{
    int status = glp_mip_status(lp);
    bool limited = code == GLP_ETMLIM || code == GLP_ESTOP || w->stopped;
    job->reply.nodes = w->nodes;
    if (code == GLP_ENOPFS) /* the presolver, or the relaxation, knows already */
        job->reply.status = PM_MIP_INFEASIBLE;
    else if (code == GLP_ENODFS) /* the relaxation has no best value */
        job->reply.status = PM_MIP_UNBOUNDED;
    else if (code != 0 && !limited)
        return broken(job, "branch and cut", code);
    else if (status == GLP_OPT && !limited)
        job->reply.status = PM_MIP_OPTIMAL;
    else if (status == GLP_NOFEAS && !limited)
        job->reply.status = PM_MIP_INFEASIBLE;
    else if (status == GLP_OPT || status == GLP_FEAS)
        job->reply.status = PM_MIP_FEASIBLE;
    else if (limited)
        job->reply.status = PM_MIP_LIMIT;
    else
        return broken(job, "branch and cut", status);
    job->reply.bound = w->bound;
    job->reply.has_bound = w->has_bound;
    return true;
}

bool mip_relax(struct mip_job *job, const struct pm_program *program)
{
    double *values = pm_new(&job->arena, (size_t)program->column_count + 1, double);
    glp_prob *lp = mip_problem(program);
    if (!values) {
        mip_fail(job, PM_MIP_NO_MEMORY, 0, "out of memory");
        return false;
    }
    for (int j = 0; j < job->request.bound_count / 2; j++) {
        const double lower = job->request.bounds[2 * j];
        const double upper = job->request.bounds[2 * j + 1];
        glp_set_col_bnds(lp, j + 1, bound_type(lower, upper), lower, upper);
    }
    if (!solve_lp(job, lp, values))
        return false;
    job->reply.has_bound = job->reply.status == PM_MIP_OPTIMAL;
    job->reply.bound = job->reply.has_bound ? glp_get_obj_val(lp) : 0;
    job->reply.value_count = job->reply.has_bound ? program->column_count : 0;
    job->reply.values = values;
    return true;
}

bool mip_dual(struct mip_job *job, const struct pm_program *program)
{
    const int rows = program->row_count, columns = program->column_count;
    double *found = pm_new(&job->arena, (size_t)rows + (size_t)columns + 1, double);
    glp_prob *lp = mip_problem(program);
    if (!found) {
        mip_fail(job, PM_MIP_NO_MEMORY, 0, "out of memory");
        return false;
    }
    glp_smcp parameters;
    glp_init_smcp(&parameters);
    parameters.msg_lev = GLP_MSG_OFF;
    parameters.tm_lim = milliseconds(job);
    parameters.meth = GLP_DUALP;
    glp_term_out(GLP_OFF);
    glp_adv_basis(lp, 0);
    job->reply.status = PM_MIP_LIMIT;
    if (glp_simplex(lp, &parameters) != 0 || glp_get_status(lp) != GLP_OPT)
        return true;
    for (int i = 0; i < rows; i++)
        found[i] = glp_get_row_dual(lp, i + 1);
    for (int j = 0; j < columns; j++)
        found[rows + j] = glp_get_col_prim(lp, j + 1);
    job->reply.status = PM_MIP_OPTIMAL;
    job->reply.value_count = (int64_t)rows + columns;
    job->reply.values = found;
    return true;
}

/* What a switch of glpsol's sets. */
struct setting {
    const char *name;
    size_t at; /* of the parameter */
    int value;
};

#define SETTING(name, field, value)                                                        \
    {                                                                                      \
        name, offsetof(glp_iocp, field), value                                             \
    }
static const struct setting settings[] = {
    SETTING("--first", br_tech, GLP_BR_FFV), SETTING("--last", br_tech, GLP_BR_LFV),
    SETTING("--mostf", br_tech, GLP_BR_MFV), SETTING("--drtom", br_tech, GLP_BR_DTH),
    SETTING("--pcost", br_tech, GLP_BR_PCH), SETTING("--dfs", bt_tech, GLP_BT_DFS),
    SETTING("--bfs", bt_tech, GLP_BT_BFS),   SETTING("--bestp", bt_tech, GLP_BT_BPH),
    SETTING("--bestb", bt_tech, GLP_BT_BLB), SETTING("--gomory", gmi_cuts, GLP_ON),
    SETTING("--mir", mir_cuts, GLP_ON),      SETTING("--cover", cov_cuts, GLP_ON),
    SETTING("--clique", clq_cuts, GLP_ON),   SETTING("--cuts", gmi_cuts, GLP_ON),
    SETTING("--cuts", mir_cuts, GLP_ON),     SETTING("--cuts", cov_cuts, GLP_ON),
    SETTING("--cuts", clq_cuts, GLP_ON),     SETTING("--fpump", fp_heur, GLP_ON),
    SETTING("--intopt", presolve, GLP_ON),   SETTING("--nointopt", presolve, GLP_OFF),
    SETTING("--binarize", binarize, GLP_ON),
};
#undef SETTING

static void apply_switches(const char *switches, glp_iocp *parameters)
{
    char name[PM_SWITCH_SIZE], value[PM_SWITCH_SIZE];
    while ((switches = pm_switches_next(switches, name, value)))
        for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
            if (strcmp(settings[i].name, name) == 0)
                memcpy((char *)parameters + settings[i].at, &settings[i].value,
                       sizeof settings[i].value);
}

/* Pulma's choice, or GLPK's own with these switches. */
static void choose_parameters(const struct mip_job *job, glp_iocp *parameters)
{
    glp_init_iocp(parameters);
    parameters->msg_lev = GLP_MSG_OFF;
    parameters->presolve = GLP_ON;
    parameters->binarize = GLP_OFF;
    if (job->request.switches_len == 0) {
        parameters->br_tech = GLP_BR_PCH;
        parameters->gmi_cuts = parameters->mir_cuts = GLP_ON;
    }
    apply_switches(job->request.switches, parameters);
}

bool mip_solve_glpk(struct mip_job *job, const struct pm_program *program, double *values)
{
    glp_prob *lp = mip_problem(program);
    if (glp_get_num_int(lp) == 0)
        return solve_lp(job, lp, values);
    struct watch w = {.limit = job->request.nodes, .lp = lp};
    glp_iocp parameters;
    choose_parameters(job, &parameters);
    /* Without the presolver the search begins from a solved relaxation. */
    if (!parameters.presolve &&
        (!solve_lp(job, lp, values) || job->reply.status != PM_MIP_OPTIMAL))
        return job->reply.outcome == PM_MIP_DONE;
    parameters.tm_lim = milliseconds(job);
    parameters.cb_func = watch;
    parameters.cb_info = &w;
    int code = glp_intopt(lp, &parameters);
    if (!judge(job, lp, code, &w))
        return false;
    for (int j = 1; j <= program->column_count; j++)
        values[j - 1] = glp_mip_col_val(lp, j);
    return true;
}

void mip_confirm_unbounded(struct mip_job *job, const struct pm_program *program)
{
    glp_prob *lp = mip_problem(program);
    for (int j = 0; j <= program->column_count; j++)
        glp_set_obj_coef(lp, j, 0);
    glp_iocp parameters;
    glp_init_iocp(&parameters);
    parameters.msg_lev = GLP_MSG_OFF;
    parameters.presolve = GLP_ON;
    parameters.tm_lim = milliseconds(job);
    int code = glp_intopt(lp, &parameters), status = glp_mip_status(lp);
    if (code == GLP_ENOPFS || (code == 0 && status == GLP_NOFEAS))
        job->reply.status = PM_MIP_INFEASIBLE;
    else if (status != GLP_OPT && status != GLP_FEAS)
        job->reply.status = PM_MIP_LIMIT;
}

bool mip_polish(struct mip_job *job, const struct pm_program *program, double *values)
{
    glp_prob *lp = mip_problem(program);
    for (int j = 0; j < program->column_count; j++)
        if (program->columns[j].type != PM_CONTINUOUS)
            glp_set_col_bnds(lp, j + 1, GLP_FX, values[j], values[j]);
    glp_smcp parameters;
    glp_init_smcp(&parameters);
    parameters.msg_lev = GLP_MSG_OFF;
    parameters.presolve = GLP_ON;
    parameters.tm_lim = milliseconds(job);
    bool found = glp_simplex(lp, &parameters) == 0 && glp_get_status(lp) == GLP_OPT;
    for (int j = 0; found && j < program->column_count; j++)
        if (program->columns[j].type == PM_CONTINUOUS)
            values[j] = glp_get_col_prim(lp, j + 1);
    if (found)
        pm_program_round(program, values);
    return found;
}
