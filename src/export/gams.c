/* A model as a GAMS text: sets, parameters and tables with the puzzle's data, then the model's own
 * formulas as equations, and a loop that shows the answer.
 *
 *     s.t. row{i in 1..m: R[i] >= 0}: sum{(i,j) in P} x[i,j] = R[i];
 *     row(i)$(to_m(i) and R(i) >= 0).. sum(j$(P(i,j)), x(i,j)) =e= R(i);
 *
 * All indices are aliases of one ordered set of whole numbers, idx, and conditions after a $ say which of
 * them are meant.  So no set must be declared as a part of another, and i+1 is always the next number.
 * Sets and parameters that the model computes stand there with their values, as data.
 *
 * The definition row of a product (docs/models.md) is no equation: the product itself stands where
 * the model has its variable, unless the program is to be linear.
 *
 * GAMS does not tell small letters from capitals: of two names that clash the later one gets an
 * ending. */
#include "export/gams.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "program/build.h"

/* The texts that are written before it is known which sets they need. */
struct parts {
    struct pm_out variables, names, equations, answer;
};

/* ---- Products ---- */

static bool find_products(struct pm_gams *g)
{
    g->products = pm_new(&g->arena, (size_t)g->count + 1, struct pm_tree_product);
    for (int i = 0; g->products && !g->linearise && i < g->count; i++)
        g->product_count +=
            pm_tree_is_product(&g->statements[i], &g->products[g->product_count]);
    return g->products != NULL;
}

static bool is_defined(const struct pm_gams *g, const struct pm_statement *var)
{
    for (int i = 0; i < g->product_count; i++) {
        const struct pm_text *name = &g->products[i].of->name;
        if (pm_text_len(name) == pm_text_len(&var->name) &&
            memcmp(name->at, var->name.at, pm_text_len(name)) == 0)
            return true;
    }
    return false;
}

/* ---- Formulas ---- */

static void put_indices(struct pm_out *out, int n)
{
    for (int i = 0; i < n; i++)
        pm_out_text(out, i ? ",idx" : "(idx");
    pm_out_text(out, n ? ")" : "");
}

/* The comment behind a declaration, as GAMS explains a name. */
static void put_note(struct pm_out *out, const struct pm_text *note)
{
    if (pm_text_len(note) == 0)
        return;
    pm_out_text(out, " \"");
    for (const char *c = note->at; c < note->end && c - note->at < 70; c++)
        pm_out_char(out, *c == '"' ? '\'' : *c);
    pm_out_char(out, '"');
}

/* "x.up(i,j)$(...) = n;" */
static void put_bound(struct pm_gams *g, const struct pm_statement *var,
                      const struct pm_tree *value, const char *bound, struct pm_out *out)
{
    struct pm_gams_control c = {0};
    g->helpers = 0;
    const struct pm_gams_scope *scope = pm_gams_domain(g, var->domain, NULL, &c);
    pm_out_f(out, "%s.%s", pm_gams_find(g, &var->name)->gams, bound);
    if (c.count > 0)
        pm_out_f(out, "(%s)", c.names.data);
    if (c.condition.len > 0)
        pm_out_f(out, "$(%s)", c.condition.data);
    pm_out_text(out, " = ");
    if (value)
        pm_gams_number(g, value, scope, out);
    else
        pm_out_text(out, "+inf");
    pm_out_text(out, ";\n");
    pm_gams_control_free(out, &c);
}

static void put_variable(struct pm_gams *g, const struct pm_statement *var,
                         struct pm_out *out)
{
    static const char *const bounds[][2] = {{">=", "lo"}, {"<=", "up"}, {"=", "fx"},
                                            {"==", "fx"}, {">", "lo"},  {"<", "up"}};
    const bool integer = pm_tree_attribute(var, "integer") != NULL;
    bool upper = false;
    pm_out_f(out, "%sVariable %s",
             pm_tree_attribute(var, "binary") ? "Binary "
             : integer                        ? "Integer "
                                              : "",
             pm_gams_find(g, &var->name)->gams);
    put_indices(out, pm_domain_dimension(g->statements, g->count, var->domain));
    put_note(out, &var->note);
    pm_out_text(out, ";\n");
    bool lower = !integer;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        const struct pm_attribute *a = pm_tree_attribute(var, bounds[i][0]);
        if (!a)
            continue;
        put_bound(g, var, a->value, bounds[i][1], out);
        lower |= *bounds[i][1] != 'u';
        upper |= *bounds[i][1] != 'l';
    }
    if (!lower) { /* GAMS starts integers at 0 */
        static const struct pm_tree least = {.kind = PM_TREE_NUMBER};
        struct pm_tree value = least;
        value.text = pm_text_of("(-inf)", 6);
        put_bound(g, var, &value, "lo", out);
    }
    if (integer && !upper)
        put_bound(g, var, NULL, "up", out);
}

/* "row(i)$(...).." and the declaration of its name; the scope in which its formula stands. */
static const struct pm_gams_scope *begin_equation(struct pm_gams *g,
                                                  const struct pm_statement *s,
                                                  const char *name, struct parts *parts)
{
    struct pm_out *out = &parts->equations;
    struct pm_gams_control c = {0};
    g->helpers = 0;
    const struct pm_gams_scope *scope = pm_gams_domain(g, s->domain, NULL, &c);
    pm_out_f(&parts->names, "  %s", name);
    put_indices(&parts->names, c.count);
    pm_out_text(&parts->names, "\n");
    pm_out_text(out, name);
    if (c.count > 0)
        pm_out_f(out, "(%s)", c.names.data);
    if (c.condition.len > 0)
        pm_out_f(out, "$(%s)", c.condition.data);
    pm_out_text(out, "..\n  ");
    pm_gams_control_free(out, &c);
    return scope;
}

static void put_equation(struct pm_gams *g, const struct pm_statement *s, const char *name,
                         const struct pm_tree *left, char relation,
                         const struct pm_tree *right, struct parts *parts)
{
    const struct pm_gams_scope *scope = begin_equation(g, s, name, parts);
    pm_gams_number(g, left, scope, &parts->equations);
    pm_out_f(&parts->equations, " =%c= ", relation);
    pm_gams_number(g, right, scope, &parts->equations);
    pm_out_text(&parts->equations, ";\n");
}

/* The name of one of two equations that come from one row. */
static const char *half_name(struct pm_gams *g, const struct pm_statement *s,
                             const char *ending)
{
    char name[80];
    snprintf(name, sizeof name, "%.60s_%s", pm_gams_find(g, &s->name)->gams, ending);
    return pm_gams_new_name(g, name);
}

/* A product of binaries as linear rows: s >= x + y - 1 and s <= (x + y)/2. */
static void put_linear_product(struct pm_gams *g, const struct pm_statement *s,
                               const struct pm_tree_product *p, struct parts *parts)
{
    struct pm_out *out = &parts->equations;
    for (int up = 0; up < 2; up++) {
        const struct pm_gams_scope *scope =
            begin_equation(g, s, half_name(g, s, up ? "up" : "lo"), parts);
        pm_gams_number(g, p->of, scope, out);
        pm_out_text(out, up ? " =l= 0.5*(" : " =g= ");
        pm_gams_number(g, p->factors[0], scope, out);
        pm_out_text(out, " + ");
        pm_gams_number(g, p->factors[1], scope, out);
        pm_out_text(out, up ? ");\n" : " - 1;\n");
    }
}

static bool is_relation(const struct pm_tree *t)
{
    return pm_tree_is_operator(t, "<=") || pm_tree_is_operator(t, ">=") ||
           pm_tree_is_operator(t, "=") || pm_tree_is_operator(t, "==") ||
           pm_tree_is_operator(t, "<") || pm_tree_is_operator(t, ">");
}

static char relation_of(const struct pm_tree *t)
{
    return *t->name.at == '<' ? 'l' : *t->name.at == '>' ? 'g' : 'e';
}

/* One equation, or two for a row with two sides; none for a product that stands where it is
 * used. */
static void put_constraint(struct pm_gams *g, const struct pm_statement *s,
                           struct parts *parts)
{
    const struct pm_tree *body = s->body, *first;
    struct pm_tree_product product;
    if (pm_tree_is_product(s, &product)) {
        if (g->linearise)
            put_linear_product(g, s, &product, parts);
        return;
    }
    if (!is_relation(body)) {
        g->status = pm_fail(g->err, PULMA_BAD_TEXT, &body->text,
                            "expected a relation in the constraint");
        return;
    }
    const char relation = relation_of(body);
    first = body->parts[0];
    if (!is_relation(first)) {
        put_equation(g, s, pm_gams_find(g, &s->name)->gams, first, relation, body->parts[1],
                     parts);
        return;
    }
    put_equation(g, s, half_name(g, s, relation == 'l' ? "lo" : "up"), first->parts[1],
                 relation == 'l' ? 'g' : 'l', first->parts[0], parts);
    put_equation(g, s, half_name(g, s, relation == 'l' ? "up" : "lo"), first->parts[1],
                 relation, body->parts[1], parts);
}

/* The first objective; without one, a constant, since GAMS wants one. */
static const struct pm_statement *put_objective(struct pm_gams *g, struct pm_out *out)
{
    const struct pm_statement *objective = NULL;
    for (int i = 0; i < g->count && !objective; i++)
        if (g->statements[i].kind == PM_MINIMIZE || g->statements[i].kind == PM_MAXIMIZE)
            objective = &g->statements[i];
    g->helpers = 0;
    pm_out_text(out, "goal..\n  objective =e= ");
    if (objective)
        pm_gams_number(g, objective->body, NULL, out);
    else
        pm_out_char(out, '1');
    pm_out_text(out, ";\n");
    return objective;
}

/* "loop((i,j)$(... and x.l(i,j) > 0.5), put 'x', ' ', i.tl, ... /);" */
static void put_loop(struct pm_gams *g, const struct pm_statement *var, struct pm_out *out)
{
    struct pm_gams_control c = {0};
    const char *name = pm_gams_find(g, &var->name)->gams;
    g->helpers = 0;
    pm_gams_domain(g, var->domain, NULL, &c);
    if (c.count > 0) {
        pm_out_f(&c.condition, "%s%s.l(%s) > 0.5", c.condition.len ? " and " : "", name,
                 c.names.data);
        pm_out_text(out, "loop(");
        pm_gams_put_control(out, &c);
        pm_out_text(out, ", ");
    }
    pm_out_f(out, "put '%s'", name);
    for (const char *at = c.count > 0 ? c.names.data : ""; *at;) {
        const size_t len = strcspn(at, ",");
        pm_out_f(out, ", ' ', %.*s.tl", (int)len, at);
        at += len + (at[len] == ',');
    }
    pm_out_f(out, ", ' = ', %s.l", name);
    if (c.count > 0)
        pm_out_f(out, "(%s)", c.names.data);
    pm_out_text(out, c.count > 0 ? " /);\n" : " /;\n");
    pm_gams_control_free(out, &c);
}

static void put_formulas(struct pm_gams *g, struct parts *parts)
{
    const struct pm_statement *objective = put_objective(g, &parts->equations);
    pm_out_f(&parts->answer,
             "\nModel puzzle / all /;\npuzzle.optcr = 0;\n"
             "Solve puzzle using %s %s objective;\n",
             g->product_count ? "minlp" : "mip",
             objective && objective->kind == PM_MAXIMIZE ? "maximizing" : "minimizing");
    pm_out_text(&parts->answer, "\nFile answer / '' /;\nput answer;\n");
    for (int i = 0; i < g->count && g->status == PULMA_OK; i++) {
        const struct pm_statement *s = &g->statements[i];
        if (s->kind == PM_VAR && !is_defined(g, s)) {
            put_variable(g, s, &parts->variables);
            put_loop(g, s, &parts->answer);
        } else if (s->kind == PM_CONSTRAINT) {
            put_constraint(g, s, parts);
        }
    }
}

/* ---- Data ---- */

static void put_label(struct pm_out *out, int label)
{
    pm_out_f(out, label < 0 ? "'%d'" : "%d", label);
}

/* "1.2.3". */
static void put_labels(struct pm_out *out, const struct pm_value *item, int n)
{
    for (int k = 0; k < n; k++) {
        pm_out_text(out, k ? "." : "");
        put_label(out, item->index[k]);
    }
}

static bool is_interval(const struct pm_values *v)
{
    for (int i = 1; i < v->count; i++)
        if (v->items[i].index[0] != v->items[i - 1].index[0] + 1)
            return false;
    return v->dimension == 1 && v->count > 2 && v->items[0].index[0] >= 0;
}

/* " / 1.1, 1.2 /;": members, or values after their indices. */
static void put_list(struct pm_out *out, const struct pm_values *v, bool values)
{
    pm_out_text(out, " /");
    if (!values && is_interval(v)) {
        pm_out_f(out, " %d*%d", v->items[0].index[0], v->items[v->count - 1].index[0]);
    } else {
        for (int i = 0; i < v->count; i++) {
            pm_out_text(out, i == 0 ? " " : i % 10 ? ", " : ",\n  ");
            put_labels(out, &v->items[i], v->dimension);
            if (values)
                pm_out_f(out, v->dimension ? " %.15g" : "%.15g", v->items[i].value);
        }
    }
    pm_out_text(out, " /;\n");
}

enum { TABLE_COLUMNS = 25 };

/* The second indices in order; 0: too many. */
static int table_columns(const struct pm_values *v, int columns[TABLE_COLUMNS])
{
    int n = 0;
    for (int i = 0; i < v->count; i++) {
        const int column = v->items[i].index[1];
        int k = 0;
        while (k < n && columns[k] < column)
            k++;
        if (k < n && columns[k] == column)
            continue;
        if (n == TABLE_COLUMNS)
            return 0;
        memmove(columns + k + 1, columns + k, (size_t)(n - k) * sizeof *columns);
        columns[k] = column;
        n++;
    }
    return n;
}

/* A parameter with two indices as a table; false if it is too wide. */
static bool put_table(struct pm_out *out, const char *name, const struct pm_text *note,
                      const struct pm_values *v)
{
    int columns[TABLE_COLUMNS + 1], n = v->dimension == 2 ? table_columns(v, columns) : 0;
    if (n == 0)
        return false;
    pm_out_f(out, "Table %s(idx,idx)", name);
    put_note(out, note);
    pm_out_text(out, "\n      ");
    for (int k = 0; k < n; k++) {
        char label[16];
        snprintf(label, sizeof label, columns[k] < 0 ? "'%d'" : "%d", columns[k]);
        pm_out_f(out, " %7s", label);
    }
    for (int i = 0, at = 0; i < v->count; i++) {
        if (i == 0 || v->items[i].index[0] != v->items[i - 1].index[0]) {
            char label[16];
            snprintf(label, sizeof label, v->items[i].index[0] < 0 ? "'%d'" : "%d",
                     v->items[i].index[0]);
            pm_out_f(out, "\n%6s", label);
            at = 0;
        }
        for (; columns[at] < v->items[i].index[1]; at++)
            pm_out_text(out, "        ");
        pm_out_f(out, " %7.15g", v->items[i].value);
        at++;
    }
    pm_out_text(out, ";\n");
    return true;
}

static void put_data(const struct pm_gams_symbol *s, const struct pm_values *v,
                     struct pm_out *out)
{
    const struct pm_text none = {0};
    const struct pm_text *note = s->statement ? &s->statement->note : &s->name;
    const bool values = s->statement && s->statement->kind == PM_PARAM;
    if (!s->statement && !s->is_range)
        note = &none;
    if (values && put_table(out, s->gams, note, v))
        return;
    pm_out_f(out, "%s %s",
             !values        ? "Set"
             : v->dimension ? "Parameter"
                            : "Scalar",
             s->gams);
    put_indices(out, v->dimension);
    put_note(out, note);
    put_list(out, v, values);
}

/* The smallest and the largest number that is an index of anything. */
struct span {
    int least, most;
};

static void widen(struct span *s, int label)
{
    s->least = label < s->least ? label : s->least;
    s->most = label > s->most ? label : s->most;
}

/* "x[1,-2]": the numbers between the brackets. */
static void widen_name(struct span *s, const char *name)
{
    const char *at = strchr(name, '[');
    while (at && (*at == '[' || *at == ',')) {
        char *end;
        widen(s, (int)strtol(at + 1, &end, 10));
        at = end;
    }
}

static void put_indices_set(const struct pm_gams *g, struct span s, struct pm_out *out)
{
    pm_out_text(out, "Set idx \"all indices\" / ");
    for (; s.least < 0; s.least++)
        pm_out_f(out, "'%d', ", s.least);
    pm_out_f(out, "%d*%d /;\nAlias (idx", s.least, s.most);
    for (int i = 0; i < g->symbol_count; i++)
        if (!g->symbols[i].statement && !g->symbols[i].is_range && g->symbols[i].name.at)
            pm_out_f(out, ", %s", g->symbols[i].gams);
    for (int i = 1; i <= g->most_helpers; i++)
        pm_out_f(out, ", h%d", i);
    pm_out_text(out, ");\n\n");
}

/* ---- All of it ---- */

/* The comment at the head of the model up to an empty line. */
static void put_head(const char *model, size_t len, struct pm_out *out)
{
    struct pm_text t = pm_text_of(model, len);
    while (pm_text_word(&t, "#")) {
        struct pm_text line = pm_text_line(&t);
        if (pm_text_len(&line) == 0)
            break;
        pm_out_f(out, "*%.*s\n", (int)pm_text_len(&line), line.at);
    }
    pm_out_text(out, "$onempty\n\n");
}

static void name_everything(struct pm_gams *g)
{
    pm_gams_name(g, PM_VAR, "_var");
    for (int i = 0; i < g->count; i++) {
        const struct pm_statement *s = &g->statements[i];
        if (s->kind < PM_VAR)
            continue; /* what sets and parameters run over is not written */
        pm_gams_name_domain(g, s->domain);
        if (s->body)
            pm_gams_name_indices(g, s->body);
        for (int k = 0; k < s->attribute_count; k++)
            if (s->attributes[k].value)
                pm_gams_name_indices(g, s->attributes[k].value);
    }
    pm_gams_name(g, PM_PARAM, "_par");
    pm_gams_name(g, PM_SET, "_set");
    pm_gams_name(g, PM_CONSTRAINT, "_row");
}

/* What the formulas speak of, to be looked up. */
static int list_wanted(const struct pm_gams *g, struct pm_wanted *wanted, int *symbols)
{
    int n = 0;
    for (int i = 0; i < g->symbol_count; i++) {
        const struct pm_gams_symbol *s = &g->symbols[i];
        if (!s->used || (s->statement && s->statement->kind > PM_PARAM))
            continue;
        symbols[n] = i;
        wanted[n++] = (struct pm_wanted){.statement = s->statement, .set = s->name};
    }
    return n;
}

static struct span span_of(const struct pm_program *program, const struct pm_wanted *wanted,
                           int n)
{
    struct span s = {1, 1};
    for (int i = 0; i < program->column_count; i++)
        widen_name(&s, program->columns[i].name);
    for (int i = 0; i < program->row_count; i++)
        widen_name(&s, program->rows[i].name);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < wanted[i].values.count; k++)
            for (int d = 0; d < wanted[i].values.dimension; d++)
                widen(&s, wanted[i].values.items[k].index[d]);
    return s;
}

static pulma_status assemble(struct pm_gams *g, const struct pm_source *source,
                             const struct pm_program *program,
                             const struct pm_limits *limits, const struct parts *parts,
                             struct pm_out *out)
{
    const size_t room = (size_t)g->symbol_count + 1;
    struct pm_wanted *wanted = pm_new(&g->arena, room, struct pm_wanted);
    int *symbols = pm_new(&g->arena, room, int);
    if (!wanted || !symbols)
        return pm_fail_memory(g->err);
    const int n = list_wanted(g, wanted, symbols);
    pulma_status status = pm_values_find(source, g->statements, g->count, limits, &g->arena,
                                         wanted, n, g->err);
    if (status)
        return status;
    put_head(source->model, source->model_len, out);
    put_indices_set(g, span_of(program, wanted, n), out);
    for (int i = 0; i < n; i++)
        put_data(&g->symbols[symbols[i]], &wanted[i].values, out);
    pm_out_f(out, "\n%sVariable objective;\n\nEquations\n  goal\n%s;\n\n%s%s",
             parts->variables.data ? parts->variables.data : "",
             parts->names.data ? parts->names.data : "", parts->equations.data,
             parts->answer.data);
    return PULMA_OK;
}

pulma_status pm_model_gams(const struct pm_source *source, const struct pm_program *program,
                           bool linearise, const struct pm_limits *limits,
                           struct pm_out *out, pulma_error *err)
{
    struct pm_gams g = {.linearise = linearise, .err = err};
    struct parts parts = {0};
    pm_arena_init(&g.arena, 0);
    g.status = pm_tree_read(source->model, source->model_len, &g.arena, &g.statements,
                            &g.count, err);
    if (!g.status && !find_products(&g))
        g.status = pm_fail_memory(err);
    if (!g.status)
        name_everything(&g);
    if (!g.status)
        put_formulas(&g, &parts);
    struct pm_out *texts[] = {&parts.variables, &parts.names, &parts.equations,
                              &parts.answer};
    for (size_t i = 0; !g.status && i < sizeof texts / sizeof *texts; i++)
        if (texts[i]->failed)
            g.status = pm_fail_memory(err);
    if (!g.status)
        g.status = assemble(&g, source, program, limits, &parts, out);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        pm_out_free(texts[i]);
    pm_arena_free(&g.arena);
    return g.status == PULMA_OK && out->failed ? pm_out_failure(out, err) : g.status;
}
