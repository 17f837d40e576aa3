/* A program as a GAMS model with sets: one variable and one equation for each family, over the
 * indices that the program has, coefficients as parameters, and a loop that displays the answer.
 *
 *     Set  has_x(idx,idx) / 1.1, 1.2 /;                 the members of a variable
 *     Set  in_row(idx) / 1, 2 /;                      those of an equation
 *     Parameter  a_row_x(idx,idx,idx) / 1.1.1 1, ... /;     its coefficients
 *     row(r1)$in_row(r1).. sum((c1,c2)$a_row_x(r1,c1,c2), a_row_x(r1,c1,c2) * x(c1,c2)) =e= rhs_row(r1);
 *
 * A family whose rows have several relations becomes several equations. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "program/build.h"
#include "program/write.h"

enum { MOST_INDICES = 10, RELATIONS = 3 };
static const char *const relation_names[RELATIONS] = {"e", "l", "g"};

/* Columns or rows with one name. */
struct family {
    char name[40];
    int dimension;
    enum pm_column_type type; /* of columns */
    bool relation[RELATIONS]; /* of rows: some row has it */
};

struct gams {
    const struct pm_program *program;
    struct pm_out *out;
    struct family *variables, *equations;
    int variable_count, equation_count;
    int *of_column, *of_row; /* the family of each */
};

/* ---- Families ---- */

/* "x[1,2].low": the index, "1,2", of so many bytes; empty if there is none. */
static const char *index_of(const char *name, size_t *len)
{
    const char *open = strchr(name, '['), *close = strrchr(name, ']');
    *len = open && close ? (size_t)(close - open - 1) : 0;
    return *len ? open + 1 : "";
}

static int dimension_of(const char *name)
{
    size_t len;
    const char *index = index_of(name, &len);
    int n = len > 0;
    for (size_t i = 0; i < len; i++)
        n += index[i] == ',';
    return n;
}

/* The name before the index, with what is behind it: "product_s_low". */
static void name_family(const char *name, char to[40])
{
    const size_t len = strcspn(name, "[.");
    const char *tail = strrchr(name, ']');
    tail = tail ? tail + 1 : name + len;
    snprintf(to, 38, "%.*s%s%.6s", (int)(len < 30 ? len : 30), name, *tail ? "_" : "",
             *tail ? tail + 1 : "");
}

/* The family of a name, a new one if need be. */
static int family_of(struct family *families, int *count, const char *name)
{
    char wanted[40];
    const int dimension = dimension_of(name);
    name_family(name, wanted);
    if (pm_gams_reserved(wanted))
        strcat(wanted, "_");
    for (int i = *count - 1; i >= 0; i--)
        if (families[i].dimension == dimension && strcmp(families[i].name, wanted) == 0)
            return i;
    struct family *family = &families[(*count)++];
    memcpy(family->name, wanted, sizeof wanted);
    family->dimension = dimension;
    return *count - 1;
}

static bool has_relation(const struct pm_row *row, int relation)
{
    const bool equal = row->lower == row->upper;
    return relation == 0   ? equal
           : relation == 1 ? !equal && isfinite(row->upper)
                           : !equal && isfinite(row->lower);
}

static double side(const struct pm_row *row, int relation)
{
    return (relation == 2 ? row->lower : row->upper) + 0.0;
}

static void survey(struct gams *g)
{
    const struct pm_program *p = g->program;
    for (int j = 0; j < p->column_count; j++) {
        const enum pm_column_type type = p->columns[j].type;
        const int before = g->variable_count;
        int f = family_of(g->variables, &g->variable_count, p->columns[j].name);
        struct family *family = &g->variables[f];
        g->of_column[j] = f;
        family->type = f == before || type > family->type ? type : family->type;
    }
    for (int i = 0; i < p->row_count; i++) {
        int f = family_of(g->equations, &g->equation_count, p->rows[i].name);
        g->of_row[i] = f;
        for (int r = 0; r < RELATIONS; r++)
            g->equations[f].relation[r] |= has_relation(&p->rows[i], r);
    }
}

/* ---- Texts ---- */

/* "(idx,idx)" or "(r1,r2,c1)": n indices; nothing for none. */
static void put_indices(struct pm_out *out, int rows, int columns, bool universe)
{
    for (int i = 0; i < rows + columns; i++) {
        pm_out_char(out, i == 0 ? '(' : ',');
        if (universe)
            pm_out_text(out, "idx");
        else
            pm_out_f(out, "%c%d", i < rows ? 'r' : 'c', i < rows ? i + 1 : i + 1 - rows);
    }
    if (rows + columns > 0)
        pm_out_char(out, ')');
}

/* A label; in quotes unless it is a plain word or number. */
static void put_word(struct pm_out *out, const char *word, size_t len)
{
    bool plain = len > 0;
    for (size_t i = 0; i < len; i++)
        plain &= (word[i] >= '0' && word[i] <= '9') || (word[i] >= 'A' && word[i] <= 'Z') ||
                 (word[i] >= 'a' && word[i] <= 'z') || (word[i] == '_' && i > 0);
    pm_out_f(out, plain ? "%.*s" : "'%.*s'", (int)len, word);
}

/* "1.2" of "1,2". */
static void put_label(struct pm_out *out, const char *name, bool dot)
{
    size_t len;
    const char *index = index_of(name, &len);
    for (size_t at = 0; at < len;) {
        const size_t word = strcspn(index + at, ",]");
        if (at > 0 || dot)
            pm_out_char(out, '.');
        put_word(out, index + at, word);
        at += word + 1;
    }
}

static void put_between(struct pm_out *out, int n)
{
    pm_out_text(out, n == 0 ? " /\n  " : n % 6 == 0 ? ",\n  " : ", ");
}

static void put_equation_name(struct pm_out *out, const struct family *f, int relation)
{
    int relations = 0;
    for (int r = 0; r < RELATIONS; r++)
        relations += f->relation[r];
    pm_out_f(out, relations > 1 ? "%s_%s" : "%s", f->name, relation_names[relation]);
}

/* ---- Sections ---- */

/* All labels of all indices. */
static void put_universe(const struct gams *g)
{
    struct pm_out seen = {0};
    const struct pm_program *p = g->program;
    int n = 0;
    pm_out_text(&seen, ",");
    pm_out_text(g->out, "Set idx  all indices");
    for (int i = 0; i < p->column_count + p->row_count; i++) {
        size_t len;
        const char *index = index_of(
            i < p->column_count ? p->columns[i].name : p->rows[i - p->column_count].name,
            &len);
        for (size_t at = 0; at < len;) {
            const size_t word = strcspn(index + at, ",]");
            char label[80];
            snprintf(label, sizeof label, ",%.*s,", (int)(word < 70 ? word : 70),
                     index + at);
            if (!strstr(seen.data, label)) {
                pm_out_text(&seen, label + 1);
                put_between(g->out, n++);
                put_word(g->out, index + at, word);
            }
            at += word + 1;
        }
    }
    pm_out_text(g->out, n ? " /;\n" : " / none /;\n");
    pm_out_text(g->out, "Alias (idx");
    for (int i = 1; i <= MOST_INDICES; i++)
        pm_out_f(g->out, ", r%d, c%d", i, i);
    pm_out_text(g->out, ");\n");
    g->out->failed |= seen.failed;
    pm_out_free(&seen);
}

/* The members of a family, for those that have any index. */
static void put_members(const struct gams *g, bool rows, int family, int relation)
{
    const struct pm_program *p = g->program;
    const struct family *f = rows ? &g->equations[family] : &g->variables[family];
    const int count = rows ? p->row_count : p->column_count;
    int n = 0;
    if (f->dimension == 0)
        return;
    pm_out_text(g->out, rows ? "Set in_" : "Set has_");
    if (rows)
        put_equation_name(g->out, f, relation);
    else
        pm_out_text(g->out, f->name);
    put_indices(g->out, f->dimension, 0, true);
    for (int i = 0; i < count; i++) {
        if ((rows ? g->of_row[i] : g->of_column[i]) != family ||
            (rows && !has_relation(&p->rows[i], relation)))
            continue;
        put_between(g->out, n++);
        put_label(g->out, rows ? p->rows[i].name : p->columns[i].name, false);
    }
    pm_out_text(g->out, " /;\n");
}

static void put_sides(const struct gams *g, int family, int relation)
{
    const struct pm_program *p = g->program;
    const struct family *f = &g->equations[family];
    int n = 0;
    pm_out_text(g->out, f->dimension ? "Parameter rhs_" : "Scalar rhs_");
    put_equation_name(g->out, f, relation);
    put_indices(g->out, f->dimension, 0, true);
    for (int i = 0; i < p->row_count; i++) {
        if (g->of_row[i] != family || !has_relation(&p->rows[i], relation))
            continue;
        put_between(g->out, n++);
        put_label(g->out, p->rows[i].name, false);
        pm_out_f(g->out, " %.15g", side(&p->rows[i], relation));
    }
    pm_out_text(g->out, " /;\n");
}

/* The coefficients of one variable in one family of rows; false if there are none. */
static bool put_coefficients(const struct gams *g, int family, int variable)
{
    const struct pm_program *p = g->program;
    const struct family *f = &g->equations[family], *v = &g->variables[variable];
    int n = 0;
    for (int i = 0; i < p->row_count; i++)
        for (int k = p->rows[i].first;
             g->of_row[i] == family && k < p->rows[i].first + p->rows[i].count; k++) {
            const struct pm_entry *e = &p->entries[k];
            if (g->of_column[e->column] != variable)
                continue;
            if (n == 0) {
                pm_out_f(g->out, "%s a_%s_%s",
                         f->dimension + v->dimension ? "Parameter" : "Scalar", f->name,
                         v->name);
                put_indices(g->out, f->dimension, v->dimension, true);
            }
            put_between(g->out, n++);
            put_label(g->out, p->rows[i].name, false);
            put_label(g->out, p->columns[e->column].name, f->dimension > 0);
            pm_out_f(g->out, " %.15g", e->value);
        }
    if (n > 0)
        pm_out_text(g->out, " /;\n");
    return n > 0;
}

/* " + sum((c1,c2)$a_row_x(r1,c1,c2), a_row_x(r1,c1,c2) * x(c1,c2))". */
static void put_sum(const struct gams *g, const char *before, const char *name, int rows,
                    const struct family *v)
{
    pm_out_text(g->out, " + ");
    if (v->dimension > 0) {
        pm_out_text(g->out, "sum(");
        put_indices(g->out, 0, v->dimension, false);
        pm_out_f(g->out, "$%s%s_%s", before, name, v->name);
        put_indices(g->out, rows, v->dimension, false);
        pm_out_text(g->out, ", ");
    }
    pm_out_f(g->out, "%s%s_%s", before, name, v->name);
    put_indices(g->out, rows, v->dimension, false);
    pm_out_f(g->out, " * %s", v->name);
    put_indices(g->out, 0, v->dimension, false);
    if (v->dimension > 0)
        pm_out_char(g->out, ')');
}

static void put_equations(const struct gams *g, int family)
{
    const struct family *f = &g->equations[family];
    struct pm_out sum = {0};
    struct gams aside = *g;
    aside.out = &sum;
    for (int v = 0; v < g->variable_count; v++)
        if (put_coefficients(g, family, v))
            put_sum(&aside, "a_", f->name, f->dimension, &g->variables[v]);
    for (int r = 0; r < RELATIONS; r++) {
        if (!f->relation[r])
            continue;
        put_members(g, true, family, r);
        put_sides(g, family, r);
        pm_out_text(g->out, "Equation ");
        put_equation_name(g->out, f, r);
        put_indices(g->out, f->dimension, 0, true);
        pm_out_text(g->out, ";\n");
        put_equation_name(g->out, f, r);
        put_indices(g->out, f->dimension, 0, false);
        if (f->dimension > 0) {
            pm_out_text(g->out, "$in_");
            put_equation_name(g->out, f, r);
            put_indices(g->out, f->dimension, 0, false);
        }
        pm_out_f(g->out, "..\n  %s =%s= rhs_", sum.len ? sum.data + 3 : "0",
                 relation_names[r]);
        put_equation_name(g->out, f, r);
        put_indices(g->out, f->dimension, 0, false);
        pm_out_text(g->out, ";\n");
    }
    pm_out_char(g->out, '\n');
    g->out->failed |= sum.failed;
    pm_out_free(&sum);
}

static void put_number(struct pm_out *out, double value)
{
    if (isinf(value))
        pm_out_text(out, value > 0 ? " +inf" : " -inf");
    else
        pm_out_f(out, " %.15g", value + 0.0);
}

/* A bound or a cost of each member, as a parameter. */
static void put_values(const struct gams *g, const char *what, int variable)
{
    const struct pm_program *p = g->program;
    const struct family *v = &g->variables[variable];
    int n = 0;
    pm_out_f(g->out, "%s %s_%s", v->dimension ? "Parameter" : "Scalar", what, v->name);
    put_indices(g->out, v->dimension, 0, true);
    for (int j = 0; j < p->column_count; j++) {
        const struct pm_column *c = &p->columns[j];
        if (g->of_column[j] != variable)
            continue;
        put_between(g->out, n++);
        put_label(g->out, c->name, false);
        put_number(g->out, *what == 'l' ? c->lower : *what == 'u' ? c->upper : c->cost);
    }
    pm_out_text(g->out, " /;\n");
}

static void put_variable(const struct gams *g, int variable)
{
    static const char *const types[] = {"Binary ", "Integer ", ""};
    const struct family *v = &g->variables[variable];
    put_members(g, false, variable, 0);
    pm_out_f(g->out, "%sVariable %s", types[v->type], v->name);
    put_indices(g->out, v->dimension, 0, true);
    pm_out_text(g->out, ";\n");
    for (int upper = 0; upper < 2; upper++) {
        put_values(g, upper ? "upper" : "lower", variable);
        pm_out_f(g->out, "%s.%s", v->name, upper ? "up" : "lo");
        put_indices(g->out, 0, v->dimension, false);
        if (v->dimension > 0) {
            pm_out_f(g->out, "$has_%s", v->name);
            put_indices(g->out, 0, v->dimension, false);
        }
        pm_out_f(g->out, " = %s_%s", upper ? "upper" : "lower", v->name);
        put_indices(g->out, 0, v->dimension, false);
        pm_out_text(g->out, ";\n");
    }
    pm_out_char(g->out, '\n');
}

static bool has_cost(const struct gams *g, int variable)
{
    for (int j = 0; j < g->program->column_count; j++)
        if (g->of_column[j] == variable && g->program->columns[j].cost != 0)
            return true;
    return false;
}

static void put_objective(const struct gams *g)
{
    struct pm_out sum = {0};
    struct gams aside = *g;
    aside.out = &sum;
    for (int v = 0; v < g->variable_count; v++)
        if (has_cost(g, v)) {
            put_values(g, "cost", v);
            put_sum(&aside, "", "cost", 0, &g->variables[v]);
        }
    pm_out_f(g->out,
             "Variable objective;\nEquation goal;\ngoal..\n  objective =e= %.15g%s;\n\n",
             g->program->constant, sum.data ? sum.data : "");
    g->out->failed |= sum.failed;
    pm_out_free(&sum);
}

/* Shows the members that are not zero. */
static void put_loops(const struct gams *g)
{
    pm_out_text(g->out, "File answer / '' /;\nput answer;\n");
    for (int i = 0; i < g->variable_count; i++) {
        const struct family *v = &g->variables[i];
        if (v->dimension > 0) {
            pm_out_text(g->out, "loop(");
            put_indices(g->out, 0, v->dimension, false);
            pm_out_f(g->out, "$(%s.l", v->name);
            put_indices(g->out, 0, v->dimension, false);
            pm_out_text(g->out, " > 0.5), ");
        }
        pm_out_f(g->out, "put '%s'", v->name);
        for (int c = 1; c <= v->dimension; c++)
            pm_out_f(g->out, ", ' ', c%d.tl", c);
        pm_out_f(g->out, ", ' = ', %s.l", v->name);
        put_indices(g->out, 0, v->dimension, false);
        pm_out_text(g->out, v->dimension > 0 ? " /);\n" : " /;\n");
    }
}

static bool fits(const struct gams *g)
{
    for (int i = 0; i < g->variable_count + g->equation_count; i++)
        if ((i < g->variable_count ? g->variables[i] : g->equations[i - g->variable_count])
                .dimension > MOST_INDICES)
            return false;
    return true;
}

static void put_all(const struct gams *g)
{
    pm_out_text(g->out, "$onempty\n$offlisting\n");
    put_universe(g);
    pm_out_char(g->out, '\n');
    for (int v = 0; v < g->variable_count; v++)
        put_variable(g, v);
    for (int f = 0; f < g->equation_count; f++)
        put_equations(g, f);
    put_objective(g);
    pm_out_f(
        g->out,
        "Model puzzle / all /;\npuzzle.optcr = 0;\nSolve puzzle using mip %s objective;\n",
        g->program->maximise ? "maximizing" : "minimizing");
    put_loops(g);
}

pulma_status pm_write_gams_sets(struct pm_program *linear, struct pm_out *out,
                                pulma_error *err)
{
    const size_t columns = (size_t)linear->column_count + 1,
                 rows = (size_t)linear->row_count + 1;
    struct gams g = {.program = linear,
                     .out = out,
                     .variables = pm_new(&linear->arena, columns, struct family),
                     .equations = pm_new(&linear->arena, rows, struct family),
                     .of_column = pm_new(&linear->arena, columns, int),
                     .of_row = pm_new(&linear->arena, rows, int)};
    if (!g.variables || !g.equations || !g.of_column || !g.of_row)
        return pm_fail_memory(err);
    survey(&g);
    if (!fits(&g))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "a variable or constraint has more than %d indices", MOST_INDICES);
    put_all(&g);
    return PULMA_OK;
}
