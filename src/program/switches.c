#include "program/switches.h"

#include <string.h>

#include "core/out.h"
#include "core/text.h"

const struct pm_switch pm_switches[] = {
    {"glpk", "--first  branch on the first fractional variable"},
    {"glpk", "--last  branch on the last fractional variable"},
    {"glpk", "--mostf  branch on the most fractional variable"},
    {"glpk", "--drtom  branch by Driebeck and Tomlin (GLPK's own choice)"},
    {"glpk", "--pcost  branch by pseudo-costs"},
    {"glpk", "--dfs  go on with the newest node"},
    {"glpk", "--bfs  go on with the oldest node"},
    {"glpk", "--bestp  go on with the node of the best projection"},
    {"glpk", "--bestb  go on with the node of the best bound (GLPK's own choice)"},
    {"glpk", "--gomory  Gomory's mixed integer cuts"},
    {"glpk", "--mir  mixed integer rounding cuts"},
    {"glpk", "--cover  cover cuts"},
    {"glpk", "--clique  clique cuts"},
    {"glpk", "--cuts  all four of them"},
    {"glpk", "--fpump  feasibility pump"},
    {"glpk", "--intopt  the presolver (GLPK's own choice)"},
    {"glpk", "--nointopt  no presolver"},
    {"glpk", "--binarize  integers as binaries"},
    {"cbc", "--presolve=on|off  presolver of the relaxation"},
    {"cbc",
     "--preprocess=on|off|equal|sos|trysos|equalall|strategy|aggregate  integer presolver"},
    {"cbc", "--cuts=on|off|root|ifmove|forceOn  all cuts"},
    {"cbc", "--gomoryCuts=on|off|root|ifmove|forceOn  Gomory's cuts"},
    {"cbc", "--cliqueCuts=on|off|root|ifmove|forceOn  clique cuts"},
    {"cbc", "--knapsackCuts=on|off|root|ifmove|forceOn  knapsack cover cuts"},
    {"cbc", "--probingCuts=on|off|root|ifmove|forceOn  cuts by probing"},
    {"cbc",
     "--mixedIntegerRoundingCuts=on|off|root|ifmove|forceOn  mixed integer rounding cuts"},
    {"cbc", "--heuristicsOnOff=on|off  all heuristics"},
    {"cbc", "--feasibilityPump=on|off  feasibility pump"},
    {"cbc", "--nodeStrategy=hybrid|fewest|depth|upfewest|downfewest|updepth|downdepth  "
            "which node comes next"},
    {"cbc", "--strongBranching=N  how many variables strong branching looks at"},
    {"cbc", "--trustPseudoCosts=N  branchings before a pseudo-cost is trusted"},
    {NULL, NULL},
};

size_t pm_solver_name_len(const char *solver)
{
    return strcspn(solver, " ");
}

/* Copies what fits; a longer one equals no known word. */
static void cut(char *to, const char *from, size_t len)
{
    len = len < PM_SWITCH_SIZE ? len : PM_SWITCH_SIZE - 1;
    memcpy(to, from, len);
    to[len] = '\0';
}

const char *pm_switches_next(const char *list, char *name, char *value)
{
    list += strspn(list, " ");
    if (!*list)
        return NULL;
    size_t len = strcspn(list, " "), name_len = strcspn(list, " =");
    cut(name, list, name_len);
    cut(value, list + name_len + (name_len < len), len - name_len - (name_len < len));
    return list + len;
}

/* Whether the switch has this name. */
static bool is_named(const struct pm_switch *s, const char *name)
{
    size_t len = strcspn(s->text, "= ");
    return strlen(name) == len && memcmp(s->text, name, len) == 0;
}

/* Whether it takes this value: one of "=on|off", a whole number for "=N", else none. */
static bool allows(const struct pm_switch *s, const char *value)
{
    const char *values = s->text + strcspn(s->text, "= ");
    size_t len = strlen(value);
    if (*values != '=')
        return len == 0;
    if (values[1] == 'N')
        return len > 0 && len < 7 && strspn(value, "0123456789") == len;
    for (const char *p = values + 1; len > 0; p += strcspn(p, "| ") + 1) {
        if (strcspn(p, "| ") == len && memcmp(p, value, len) == 0)
            return true;
        if (p[strcspn(p, "| ")] == ' ')
            return false;
    }
    return false;
}

static bool belongs_to(const struct pm_switch *s, const char *solver)
{
    size_t len = pm_solver_name_len(solver);
    return strlen(s->solver) == len && memcmp(s->solver, solver, len) == 0;
}

/* Says what the solver has instead. */
static pulma_status refuse(const char *solver, const char *name, pulma_error *err)
{
    struct pm_out list = {0};
    int len = (int)pm_solver_name_len(solver);
    for (const struct pm_switch *s = pm_switches; s->solver; s++)
        if (belongs_to(s, solver))
            pm_out_f(&list, "%s%.*s", list.len ? ", " : "", (int)strcspn(s->text, "= "),
                     s->text);
    pulma_status status =
        list.len ? pm_fail(err, PULMA_BAD_CALL, NULL, "%.*s has no switch '%s'; it has %s",
                           len, solver, name, list.data)
                 : pm_fail(err, PULMA_BAD_CALL, NULL, "%.*s takes no switches, found '%s'",
                           len, solver, name);
    pm_out_free(&list);
    return status;
}

pulma_status pm_switches_check(const char *solver, pulma_error *err)
{
    char name[PM_SWITCH_SIZE], value[PM_SWITCH_SIZE];
    const char *list = solver + pm_solver_name_len(solver);
    while ((list = pm_switches_next(list, name, value))) {
        const struct pm_switch *s = pm_switches;
        while (s->solver && !(belongs_to(s, solver) && is_named(s, name)))
            s++;
        if (!s->solver)
            return refuse(solver, name, err);
        if (!allows(s, value))
            return pm_fail(err, PULMA_BAD_CALL, NULL, "expected %.*s, found '%s%s%s'",
                           (int)strcspn(s->text, " "), s->text, name, *value ? "=" : "",
                           value);
    }
    return PULMA_OK;
}
