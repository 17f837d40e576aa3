/* Which columns a printed answer depends on, and where: the model's own printing, run with one column
 * changed at a time.
 *
 * What stands behind `solve;` prints the answer, and knows variables by their names alone.  So this
 * part of the text is written again inside a loop over the columns of a variable, with every x[i,j]
 * replaced by "x[i,j], and one more if this is the column".  One run of the translator then prints
 * the answer as it is, and the answer as it would be for every column.  Nothing is known here of what
 * the texts mean. */
#include "models/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "mathprog/data.h"
#include "mathprog/formula.h"
#include "program/build.h"
#include "program/helper.h"

static const char mark[] = "@@pulma@@";
enum { MOST_INDICES = 20 };

/* ---- The printing part ---- */

/* What is rewritten: the text, and the variable whose columns are changed. */
struct part {
    const char *text;
    size_t len;
    struct pm_text variable;
    int indices;
    const int *partners;                    /* as in pm_probe_run() */
    struct pm_out declarations, statements; /* the text in two */
    struct pm_out
        declared; /* names of parameters and sets that the part declares, with blanks */
    struct pm_out loop; /* "(pulma_1, pulma_0) in {...}" */
};

/* From behind `solve;` to the data or the end.  False: there is none. */
static bool find_part(const struct pm_source *source, struct part *part)
{
    struct pm_formula f;
    struct pm_out nothing = {0};
    bool has_data, begins = true;
    const size_t end = pm_model_end(source, &has_data);
    pm_formula_open(&f, source->model, end, &nothing, NULL);
    while (f.kind != PM_TOKEN_END && !(begins && pm_formula_is(&f, "solve"))) {
        begins = pm_formula_is(&f, ";");
        pm_formula_next(&f);
    }
    if (f.kind != PM_TOKEN_END)
        pm_formula_next(&f);
    part->text = f.token.end;
    part->len = end - (size_t)(part->text - source->model);
    pm_out_free(&nothing);
    return f.kind != PM_TOKEN_END && f.status == PULMA_OK;
}

static bool declares(const struct pm_formula *f)
{
    return pm_formula_is(f, "param") || pm_formula_is(f, "set");
}

static int depth_change(const struct pm_formula *f)
{
    return pm_formula_is(f, "{") - pm_formula_is(f, "}");
}

/* Declarations apart from statements, and their names. */
static void split_part(struct part *part)
{
    struct pm_formula f;
    struct pm_out nothing = {0};
    const char *copied = part->text;
    pm_formula_open(&f, part->text, part->len, &nothing, NULL);
    for (int depth = 0; f.kind != PM_TOKEN_END; pm_formula_next(&f)) {
        depth += depth_change(&f);
        if (depth > 0 || !declares(&f))
            continue;
        const char *begin = f.token.at;
        pm_out_bytes(&part->statements, copied, (size_t)(begin - copied));
        pm_formula_next(&f);
        pm_out_f(&part->declared, " %.*s ", (int)pm_text_len(&f.token), f.token.at);
        while (f.kind != PM_TOKEN_END && (depth > 0 || !pm_formula_is(&f, ";"))) {
            depth += depth_change(&f);
            pm_formula_next(&f);
        }
        copied = f.token.end;
        pm_out_bytes(&part->declarations, begin, (size_t)(copied - begin));
    }
    pm_out_bytes(&part->statements, copied, (size_t)(part->text + part->len - copied));
    pm_out_free(&nothing);
}

static bool is_declared(const struct part *part, const struct pm_formula *f)
{
    char name[80];
    const int len = (int)pm_text_len(&f->token);
    if (f->kind != PM_TOKEN_NAME || len > 70 || !part->declared.data)
        return false;
    snprintf(name, sizeof name, " %.*s ", len, f->token.at);
    return strstr(part->declared.data, name) != NULL;
}

static bool is_variable(const struct part *part, const struct pm_formula *f)
{
    return f->kind == PM_TOKEN_NAME &&
           pm_text_len(&f->token) == pm_text_len(&part->variable) &&
           memcmp(f->token.at, part->variable.at, pm_text_len(&f->token)) == 0;
}

/* ---- References ---- */

/* A reference to the variable, from its name to behind its indices. */
struct reference {
    const char *begin, *end;
    int count;
    struct pm_text index[MOST_INDICES];
};

/* The cursor is at the variable's name; it goes behind the reference.  False: it has not so many
 * indices. */
static bool take_reference(struct pm_formula *f, int indices, struct reference *r)
{
    *r = (struct reference){.begin = f->token.at, .end = f->token.end};
    pm_formula_next(f);
    if (indices > 0 && pm_formula_is(f, "[")) {
        int open = 1;
        pm_formula_next(f);
        struct pm_text index = f->token;
        while (open > 0 && f->kind != PM_TOKEN_END) {
            const bool ends = open == 1 && (pm_formula_is(f, ",") || pm_formula_is(f, "]"));
            open += pm_formula_is(f, "[") + pm_formula_is(f, "(") + pm_formula_is(f, "{");
            open -= pm_formula_is(f, "]") + pm_formula_is(f, ")") + pm_formula_is(f, "}");
            if (ends && r->count < MOST_INDICES) {
                index.end = f->token.at;
                r->index[r->count++] = index;
            }
            r->end = f->token.end;
            pm_formula_next(f);
            if (ends)
                index = f->token;
        }
    }
    if (pm_formula_is(f, ".")) {
        pm_formula_next(f);
        r->end = f->token.end;
        pm_formula_next(f);
    }
    return r->count == indices;
}

/* "if pulma_1 = i and pulma_2 = j then ", with the names of the loop from behind `first` on. */
static void put_condition(struct pm_out *out, const struct reference *r, int first)
{
    for (int i = 0; i < r->count; i++)
        pm_out_f(out, "%spulma_%d = %.*s", i ? " and " : "if ", first + i + 1,
                 (int)pm_text_len(&r->index[i]), r->index[i].at);
    pm_out_text(out, " then ");
}

/* The reference, and what is added where its indices are those of the loop. */
static void put_reference(struct pm_out *out, const struct part *part,
                          const struct reference *r)
{
    pm_out_char(out, '(');
    pm_out_bytes(out, r->begin, (size_t)(r->end - r->begin));
    pm_out_text(out, " + (");
    if (r->count > 0)
        put_condition(out, r, 0);
    pm_out_text(out, "0 + pulma_0");
    if (part->partners) {
        pm_out_text(out, " else ");
        put_condition(out, r, r->count);
        pm_out_text(out, "0 - pulma_0");
    }
    pm_out_text(out, r->count > 0 ? " else 0))" : "))");
}

static void put_loop_names(struct pm_out *out, const struct part *part)
{
    for (int i = 1; i <= part->indices * (part->partners ? 2 : 1); i++)
        pm_out_f(out, "pulma_%d, ", i);
    pm_out_text(out, "pulma_0");
}

/* A parameter of the part depends on the loop: it gets a name and further indices for this loop. */
static void put_declared(struct pm_out *out, const struct part *part, struct pm_formula *f,
                         bool declaration)
{
    const char *open = declaration ? "{" : "[", *close = declaration ? "}" : "]";
    pm_out_f(out, "%.*s_pulma_%.*s%s", (int)pm_text_len(&f->token), f->token.at,
             (int)pm_text_len(&part->variable), part->variable.at, open);
    if (declaration)
        pm_out_bytes(out, part->loop.data, part->loop.len);
    else
        put_loop_names(out, part);
    pm_formula_next(f);
    pm_out_text(out, pm_formula_is(f, open) ? ", " : close);
    if (pm_formula_is(f, open))
        pm_formula_next(f);
}

/* "substr(s, n, 1)" with an n that is too large by what was changed: there is more to take from. */
static bool put_substr(struct pm_out *out, struct pm_formula *f, const char **copied)
{
    struct pm_formula at = *f;
    pm_formula_next(&at);
    if (!pm_formula_accept(&at, "(") || at.kind != PM_TOKEN_STRING)
        return false;
    const struct pm_text string = at.token;
    pm_formula_next(&at);
    if (!pm_formula_is(&at, ","))
        return false;
    pm_out_f(out, "substr(\"?\" & %.*s & \"", (int)pm_text_len(&string), string.at);
    pm_out_repeat(out, '?', pm_text_len(&string) < 40 ? 50 : 0); /* 100 signs are all */
    pm_out_text(out, "\", 1 + ");
    *copied = at.token.end;
    pm_formula_next(&at);
    *f = at;
    return true;
}

/* One half of the part with changed references; false if it cannot be done.  `found`: the variable is
 * there. */
static bool put_half(struct pm_out *out, const struct part *part, const struct pm_out *half,
                     bool *found)
{
    struct pm_formula f;
    struct pm_out nothing = {0};
    const char *copied = half->data ? half->data : "";
    bool good = true;
    pm_formula_open(&f, copied, half->len, &nothing, NULL);
    while (f.kind != PM_TOKEN_END && good) {
        struct reference r;
        const bool declaration = declares(&f);
        if (declaration)
            pm_formula_next(&f);
        const bool variable = is_variable(part, &f), declared = is_declared(part, &f);
        const char *token = f.token.at;
        if (variable || declared || pm_formula_is(&f, "substr")) {
            pm_out_bytes(out, copied, (size_t)(token - copied));
            copied = token;
        }
        if (variable) {
            good = take_reference(&f, part->indices, &r);
            put_reference(out, part, &r);
            copied = r.end;
            *found = true;
        } else if (declared) {
            put_declared(out, part, &f, declaration);
            copied = f.token.at;
        } else if (!pm_formula_is(&f, "substr") || !put_substr(out, &f, &copied)) {
            pm_formula_next(&f);
        }
    }
    pm_out_bytes(out, copied,
                 (size_t)((half->data ? half->data : "") + half->len - copied));
    pm_out_free(&nothing);
    return good;
}

/* ---- The loops ---- */

/* Columns of a variable that are tried: all of a small one; of others those that are not zero, as far
 * as they go, and some of the rest. */
enum { MOST_TRIED = 300 };

static size_t variable_len(const struct pm_program *p, int column)
{
    return strcspn(p->columns[column].name, "[");
}

int pm_variable_end(const struct pm_program *p, int first)
{
    const size_t len = variable_len(p, first);
    int j = first + 1;
    while (j < p->column_count && variable_len(p, j) == len &&
           memcmp(p->columns[j].name, p->columns[first].name, len) == 0)
        j++;
    return j;
}

const char *pm_column_index(const char *at, size_t *len)
{
    if (*at != '[' && *at != ',')
        return NULL;
    const char *begin = ++at;
    if (*at == '\'')
        for (at++; *at && *at != '\''; at++)
            continue;
    at += strcspn(at, ",]");
    *len = (size_t)(at - begin);
    return begin;
}

/* An index as MathProg writes it; what follows it, or NULL at the end. */
static const char *put_index(struct pm_out *out, const char *at)
{
    size_t len;
    const char *begin = pm_column_index(at, &len);
    if (!begin)
        return NULL;
    const bool number = strspn(begin, "-0123456789.e+") >= len;
    const bool bare = !number && *begin != '\'';
    pm_out_f(out, "%s%.*s%s", bare ? "'" : "", (int)len, begin, bare ? "'" : "");
    return begin + len;
}

static int index_count(const char *name)
{
    int n = 0;
    size_t len;
    for (const char *at = name + strcspn(name, "["); (at = pm_column_index(at, &len)); n++)
        at += len;
    return n;
}

/* By how much a column is changed: so that it stays within its bounds. */
static int change_of(const struct pm_column *c, double value)
{
    return value + 1 > c->upper ? -1 : 1;
}

static void put_indices(struct pm_out *out, const struct pm_column *column)
{
    const char *at = column->name + strcspn(column->name, "[");
    while ((at = put_index(out, at)))
        pm_out_char(out, ',');
}

/* The indices of a column, of its partner (-1: none), and the change. */
static void put_tuple(struct pm_out *out, const struct part *part,
                      const struct pm_program *p, double value, int column, int partner)
{
    const bool indexed = part->indices > 0;
    pm_out_text(out, indexed ? "(" : "");
    put_indices(out, &p->columns[column]);
    if (partner >= 0)
        put_indices(out, &p->columns[partner]);
    pm_out_f(out, indexed ? "%d)" : "%d", change_of(&p->columns[column], value));
}

static void try_column(struct part *part, const struct pm_program *p, const double *values,
                       int column, int partner, struct pm_probe *probe)
{
    put_tuple(&part->loop, part, p, values[column], column, partner);
    probe->columns[probe->count++] = column;
}

/* The column with each of its partners of the same variable. */
static void try_partners(struct part *part, const struct pm_program *p,
                         const double *values, int column, int first, int end,
                         struct pm_probe *probe, const char *between)
{
    const int *list = part->partners + PM_MOST_PARTNERS * column;
    for (int k = 0; k < PM_MOST_PARTNERS && list[k] >= 0; k++)
        if (first <= list[k] && list[k] < end) {
            pm_out_text(&part->loop, between);
            between = ",\n";
            try_column(part, p, values, column, list[k], probe);
        }
}

/* "(pulma_1, pulma_0) in {(1, 1), (2, -1)}"; the columns go to the probe. */
static void choose_columns(struct part *part, const struct pm_program *p,
                           const double *values, int first, int end, struct pm_probe *probe)
{
    const int step = (end - first) / MOST_TRIED + 1, begin = probe->count;
    pm_out_text(&part->loop, part->indices > 0 ? "(" : "");
    put_loop_names(&part->loop, part);
    pm_out_text(&part->loop, part->indices > 0 ? ") in {" : " in {");
    for (int j = first; j < end; j++) {
        const bool some = (j - first) % step == 0;
        const char *between = probe->count > begin ? ",\n" : "";
        if (part->partners && some) {
            try_partners(part, p, values, j, first, end, probe, between);
        } else if (!part->partners &&
                   (some || (values[j] != 0 && probe->count - begin <= 2 * MOST_TRIED))) {
            pm_out_text(&part->loop, between);
            try_column(part, p, values, j, -1, probe);
        }
    }
    pm_out_char(&part->loop, '}');
}

/* The loop over columns `first` to `end` - 1, which are of one variable; nothing if it is not printed,
 * or in a way that is not known. */
static void put_loop(struct pm_out *out, struct part part, const struct pm_program *p,
                     const double *values, int first, int end, struct pm_probe *probe)
{
    struct pm_out loop = {0};
    const int before = probe->count;
    bool found = false;
    part.variable = pm_text_of(p->columns[first].name, variable_len(p, first));
    part.indices = index_count(p->columns[first].name);
    if (part.indices > MOST_INDICES || (part.partners && part.indices == 0))
        return;
    choose_columns(&part, p, values, first, end, probe);
    bool good = probe->count > before && put_half(&loop, &part, &part.declarations, &found);
    pm_out_f(&loop, "\nfor {%s} {\nprintf \"\\n%s\\n\";\n",
             part.loop.data ? part.loop.data : "", mark);
    good = put_half(&loop, &part, &part.statements, &found) && good;
    pm_out_text(&loop, "}\n");
    if (good && found)
        pm_out_bytes(out, loop.data, loop.len);
    else
        probe->count = before;
    out->failed |= loop.failed | part.loop.failed;
    pm_out_free(&loop);
    pm_out_free(&part.loop);
}

/* The model that prints all of it, for the variable of column `only`, or for all (-1). */
static bool rewrite(const struct pm_source *source, const struct pm_program *p,
                    const double *values, int only, const int *partners, struct pm_out *out,
                    struct pm_probe *probe)
{
    struct part part = {.partners = partners};
    if (!find_part(source, &part))
        return false;
    const size_t to = (size_t)(part.text - source->model) + part.len;
    split_part(&part);
    probe->count = 0;
    pm_out_bytes(out, source->model, to);
    for (int first = 0, end; first < p->column_count; first = end) {
        end = pm_variable_end(p, first);
        if (only < 0 || only == first)
            put_loop(out, part, p, values, first, end, probe);
    }
    pm_out_bytes(out, source->model + to, source->model_len - to);
    out->failed |= part.declared.failed | part.declarations.failed | part.statements.failed;
    pm_out_free(&part.declared);
    pm_out_free(&part.declarations);
    pm_out_free(&part.statements);
    return !out->failed && probe->count > 0;
}

/* ---- Partners ---- */

static void add_partner(int *list, int partner)
{
    for (int k = 0; k < PM_MOST_PARTNERS && list[k] != partner; k++)
        if (list[k] < 0) {
            list[k] = partner;
            return;
        }
}

int *pm_probe_partners(const struct pm_program *p, const double *values)
{
    const size_t all = (size_t)p->column_count * PM_MOST_PARTNERS;
    int *partners = malloc((all + 1) * sizeof *partners);
    for (size_t i = 0; partners && i < all; i++)
        partners[i] = -1;
    for (int i = 0; partners && i < p->row_count; i++) {
        const struct pm_row *row = &p->rows[i];
        const struct pm_entry *entries = &p->entries[row->first];
        int one = -1;
        for (int k = 0; k < row->count && one < 0; k++)
            if (values[entries[k].column] == 1)
                one = entries[k].column;
        for (int k = 0; one >= 0 && row->lower == row->upper && k < row->count; k++)
            if (values[entries[k].column] == 0)
                add_partner(partners + (size_t)PM_MOST_PARTNERS * (size_t)entries[k].column,
                            one);
    }
    return partners;
}

/* ---- What was printed ---- */

/* Cuts the text at the marks; false: there are not as many as there should be. */
static bool cut(struct pm_probe *probe)
{
    const char *at = probe->printed.data ? probe->printed.data : "";
    for (int i = -1; i < probe->count; i++) {
        const char *end = strstr(at, mark);
        if (!end != (i == probe->count - 1))
            return false;
        const char *text_end = end ? end : at + strlen(at);
        const struct pm_text piece = pm_without_heading(at, (size_t)(text_end - at));
        *(i < 0 ? &probe->base : &probe->texts[i]) = piece;
        at = end ? end + strlen(mark) + 1 : text_end;
    }
    return true;
}

static pulma_status fail_form(pulma_error *err)
{
    return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                   "what the model prints for each of its variables cannot be found out");
}

pulma_status pm_probe_run(const struct pm_source *source, const struct pm_program *program,
                          const double *values, int only, const int *partners,
                          const struct pm_limits *limits, struct pm_probe *probe,
                          pulma_error *err)
{
    const size_t columns =
        (size_t)program->column_count * (partners ? PM_MOST_PARTNERS : 1);
    struct pm_out text = {0};
    struct pm_answer answer;
    *probe = (struct pm_probe){.columns = calloc(columns + 1, sizeof *probe->columns),
                               .texts = calloc(columns + 1, sizeof *probe->texts)};
    if (!probe->columns || !probe->texts)
        return pm_fail_memory(err);
    if (!rewrite(source, program, values, only, partners, &text, probe)) {
        pm_out_free(&text);
        return fail_form(err);
    }
    struct pm_mip_request request = {
        .task = PM_MIP_PRINT,
        .source = {text.data, text.len, source->data, source->data_len},
        .value_count = program->column_count,
        .values = values};
    pulma_status status = pm_helper_ask(&request, NULL, limits, &answer, err);
    if (status == PULMA_OK && answer.limit)
        status = pm_fail(err, PULMA_LIMIT, NULL, "time ran out while the model printed");
    if (status == PULMA_OK) {
        pm_out_bytes(&probe->printed, answer.reply.printed, answer.reply.printed_len);
        status = probe->printed.failed ? pm_fail_memory(err)
                 : cut(probe)          ? PULMA_OK
                                       : fail_form(err);
    } else if (status != PULMA_LIMIT && status != PULMA_NO_MEMORY) {
        status = fail_form(err);
    }
    pm_answer_free(&answer);
    pm_out_free(&text);
    return status;
}

void pm_probe_free(struct pm_probe *probe)
{
    pm_out_free(&probe->printed);
    free(probe->columns);
    free(probe->texts);
    *probe = (struct pm_probe){0};
}
