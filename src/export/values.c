/* Finding the values of sets and parameters: the translator is asked.
 *
 * The model's sets and parameters, without its variables and rows, are put into a model of their own
 * that prints them.  So whatever the model may compute, nothing is computed a second way here.
 * A parameter that the data leaves out in part gets a default that stands for "none". */
#include "export/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "mathprog/data.h"
#include "program/helper.h"

#define NO_VALUE 1e300

/* What one question needs. */
struct probe {
    const struct pm_statement *statements;
    int count;
    struct pm_out text;
};

/* ---- Dimensions ---- */

static const struct pm_statement *find(const struct pm_statement *statements, int count,
                                       const struct pm_text *name)
{
    const size_t len = pm_text_len(name);
    for (int i = 0; i < count; i++)
        if (pm_text_len(&statements[i].name) == len &&
            memcmp(statements[i].name.at, name->at, len) == 0)
            return &statements[i];
    return NULL;
}

int pm_domain_dimension(const struct pm_statement *statements, int count,
                        const struct pm_domain *domain)
{
    int n = 0;
    for (int i = 0; domain && i < domain->count; i++)
        n += pm_set_dimension(statements, count, domain->runs[i].set);
    return n;
}

int pm_set_members(const struct pm_statement *statements, int count,
                   const struct pm_statement *set)
{
    static const char *const words[] = {":=", "within", "default"};
    const struct pm_attribute *dimen = pm_tree_attribute(set, "dimen");
    if (dimen && dimen->value->kind == PM_TREE_NUMBER)
        return (int)strtol(dimen->value->text.at, NULL, 10);
    /* A set is declared after those that it is made of: the search below ends. */
    const int before = (int)(set - statements);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const struct pm_attribute *a = pm_tree_attribute(set, words[i]);
        if (a && before < count)
            return pm_set_dimension(statements, before, a->value);
    }
    return 1;
}

int pm_set_dimension(const struct pm_statement *statements, int count,
                     const struct pm_tree *set)
{
    const struct pm_statement *declared;
    switch (set->kind) {
    case PM_TREE_NAME:
        declared = find(statements, count, &set->name);
        return declared && declared->kind == PM_SET
                   ? pm_set_members(statements, count, declared)
                   : 1;
    case PM_TREE_OVER: /* setof */
        return set->parts[0]->kind == PM_TREE_LIST ? set->parts[0]->count : 1;
    case PM_TREE_IF:
        return pm_set_dimension(statements, count, set->parts[1]);
    case PM_TREE_OPERATOR:
        if (set->count == 2 && pm_text_is(&set->name, "cross"))
            return pm_set_dimension(statements, count, set->parts[0]) +
                   pm_set_dimension(statements, count, set->parts[1]);
        return pm_set_dimension(statements, count, set->parts[0]);
    case PM_TREE_LIST:
        return set->count == 1 ? pm_set_dimension(statements, count, set->parts[0]) : 1;
    case PM_TREE_MEMBERS:
        return set->count > 0 && set->parts[0]->kind == PM_TREE_LIST ? set->parts[0]->count
                                                                     : 1;
    case PM_TREE_DOMAIN:
        return pm_domain_dimension(statements, count, set->domain);
    default:
        return 1;
    }
}

/* ---- The question ---- */

static void put(struct pm_out *out, const struct pm_text *text)
{
    pm_out_bytes(out, text->at, pm_text_len(text));
}

static void declare(struct probe *p, const struct pm_statement *s)
{
    const struct pm_attribute *usual = pm_tree_attribute(s, "default");
    pm_out_text(&p->text, s->kind == PM_SET ? "set " : "param ");
    if (s->kind == PM_SET || pm_tree_attribute(s, ":=")) {
        put(&p->text, &s->text);
    } else { /* without its conditions, which the value for "none" would not meet */
        put(&p->text, &s->name);
        if (s->domain) {
            pm_out_char(&p->text, '{');
            put(&p->text, &s->domain->text);
            pm_out_char(&p->text, '}');
        }
        const bool symbolic = pm_tree_attribute(s, "symbolic") != NULL;
        pm_out_text(&p->text, symbolic ? ", symbolic, default " : ", default ");
        if (usual)
            put(&p->text, &usual->value->text);
        else
            pm_out_text(&p->text, symbolic ? "''" : "1e300");
    }
    pm_out_text(&p->text, ";\n");
}

/* "i in 1..m, (j,k) in V": a domain with a name for every index; `indices` gets them. */
static void put_runs(struct probe *p, const struct pm_domain *domain,
                     struct pm_out *indices)
{
    for (int i = 0, made = 0; i < domain->count; i++) {
        const struct pm_run *run = &domain->runs[i];
        const int n = pm_set_dimension(p->statements, p->count, run->set);
        struct pm_out names = {0};
        if (run->indices && run->indices->kind == PM_TREE_LIST)
            for (int k = 0; k < run->indices->count; k++) {
                pm_out_text(&names, k ? "," : "");
                put(&names, &run->indices->parts[k]->text);
            }
        else if (run->indices)
            put(&names, &run->indices->text);
        else
            for (int k = 0; k < n; k++)
                pm_out_f(&names, "%spm_d%d", k ? "," : "", ++made);
        pm_out_f(indices, "%s%s", indices->len ? "," : "", names.data ? names.data : "");
        pm_out_f(&p->text, n > 1 ? "%s(%s) in " : "%s%s in ", i ? ", " : "",
                 names.data ? names.data : "");
        put(&p->text, &run->set->text);
        p->text.failed |= names.failed;
        pm_out_free(&names);
    }
}

/* "for {...} printf ..." of one wanted thing. */
static void put_question(struct probe *p, int number, struct pm_wanted *w)
{
    const struct pm_statement *s = w->statement;
    const bool set = !s || s->kind == PM_SET;
    const int outer = s ? pm_domain_dimension(p->statements, p->count, s->domain) : 0,
              inner = !s    ? 1
                      : set ? pm_set_members(p->statements, p->count, s)
                            : 0;
    struct pm_out indices = {0};
    w->values.dimension = outer + inner;
    pm_out_text(&p->text, outer + inner > 0 ? "for {" : "");
    if (outer > 0)
        put_runs(p, s->domain, &indices);
    if (set) {
        pm_out_text(&p->text, outer > 0 ? ", " : "");
        struct pm_out names = {0};
        for (int k = 0; k < inner; k++)
            pm_out_f(&names, "%spm_e%d", k ? "," : "", k + 1);
        pm_out_f(&p->text, inner > 1 ? "(%s) in " : "%s in ", names.data ? names.data : "");
        put(&p->text, s ? &s->name : &w->set);
        if (outer > 0)
            pm_out_f(&p->text, "[%s]", indices.data);
        pm_out_f(&indices, "%s%s", outer > 0 ? "," : "", names.data ? names.data : "");
        p->text.failed |= names.failed;
        pm_out_free(&names);
    }
    if (outer > 0 && s->domain->condition) {
        pm_out_text(&p->text, ": ");
        put(&p->text, &s->domain->condition->text);
    }
    pm_out_f(&p->text, "%s printf \"%d", outer + inner > 0 ? "}" : "", number);
    for (int k = 0; k < outer + inner; k++)
        pm_out_text(&p->text, " %s");
    pm_out_text(&p->text, set ? "\\n\"" : " = %.17g\\n\"");
    if (outer + inner > 0)
        pm_out_f(&p->text, ", %s", indices.data ? indices.data : "");
    if (!set) {
        pm_out_text(&p->text, ", ");
        put(&p->text, &s->name);
        if (outer > 0)
            pm_out_f(&p->text, "[%s]", indices.data);
    }
    pm_out_text(&p->text, ";\n");
    p->text.failed |= indices.failed;
    pm_out_free(&indices);
}

/* ---- The answer ---- */

/* One line, "3 1 2" or "3 1 2 = 5".  False: an index is no whole number. */
static bool read_line(struct pm_text line, int n, bool has_value, struct pm_value *item)
{
    *item = (struct pm_value){0};
    for (int k = 0; k < n; k++) {
        const struct pm_text word = (pm_text_blanks(&line), pm_text_token(&line));
        char *end;
        const long value = strtol(word.at, &end, 10);
        if (end != word.end || value < -1000000 || value > 1000000)
            return false;
        item->index[k] = (int)value;
    }
    pm_text_blanks(&line);
    if (has_value) {
        if (!pm_text_word(&line, "="))
            return false;
        item->value = strtod(line.at, NULL);
    }
    return true;
}

/* All lines of one wanted thing; `lines` are the printed ones. */
static bool read_values(struct pm_text lines, int number, struct pm_arena *arena,
                        struct pm_wanted *w)
{
    const bool has_value = w->statement && w->statement->kind == PM_PARAM;
    const struct pm_text all = lines;
    for (int pass = 0; pass < 2; pass++) {
        int n = 0;
        for (lines = all; !pm_text_ended(&lines);) {
            struct pm_text line = pm_text_line(&lines), word = pm_text_token(&line);
            struct pm_value item;
            if (word.at == word.end || (int)strtol(word.at, NULL, 10) != number)
                continue;
            if (!read_line(line, w->values.dimension, has_value, &item))
                return false;
            if (has_value && item.value >= NO_VALUE)
                continue;
            if (pass == 1)
                w->values.items[n] = item;
            n++;
        }
        if (pass == 0 && !(w->values.items = pm_new(arena, (size_t)n + 1, struct pm_value)))
            return false;
        w->values.count = n;
    }
    return true;
}

static void put_model(struct probe *p, const struct pm_source *source,
                      struct pm_wanted *wanted, int wanted_count)
{
    bool has_data;
    for (int i = 0; i < p->count; i++)
        if (p->statements[i].kind == PM_SET || p->statements[i].kind == PM_PARAM)
            declare(p, &p->statements[i]);
    pm_out_text(&p->text, "var pm_probe;\ns.t. pm_row: pm_probe = 0;\nsolve;\n");
    for (int i = 0; i < wanted_count; i++)
        put_question(p, i, &wanted[i]);
    const size_t end = pm_model_end(source, &has_data);
    if (has_data)
        pm_out_bytes(&p->text, source->model + end, source->model_len - end);
    else
        pm_out_text(&p->text, "end;\n");
}

pulma_status pm_values_find(const struct pm_source *source,
                            const struct pm_statement *statements, int count,
                            const struct pm_limits *limits, struct pm_arena *arena,
                            struct pm_wanted *wanted, int wanted_count, pulma_error *err)
{
    struct probe p = {.statements = statements, .count = count};
    const struct pm_model_options options = {0};
    struct pm_answer answer = {0};
    put_model(&p, source, wanted, wanted_count);
    for (int i = 0; i < wanted_count; i++)
        if (wanted[i].values.dimension > PM_MOST_INDICES) {
            pm_out_free(&p.text);
            return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                           "a set or parameter has more than %d indices", PM_MOST_INDICES);
        }
    struct pm_mip_request request = {.task = PM_MIP_SOLVE,
                                     .source = {.model = p.text.data,
                                                .model_len = p.text.len,
                                                .data = source->data,
                                                .data_len = source->data_len}};
    pulma_status status = p.text.failed
                              ? pm_fail_memory(err)
                              : pm_helper_ask(&request, &options, limits, &answer, err);
    if (!status && (answer.limit || answer.reply.status != PM_MIP_OPTIMAL))
        status = pm_fail(err, PULMA_LIMIT, NULL, "a limit was reached first");
    const struct pm_text printed = pm_text_of(
        answer.reply.printed ? answer.reply.printed : "", answer.reply.printed_len);
    for (int i = 0; !status && i < wanted_count; i++)
        if (!read_values(printed, i, arena, &wanted[i]))
            status = pm_fail(err, PULMA_UNAVAILABLE, NULL,
                             "an index of the model is no whole number");
    pm_answer_free(&answer);
    pm_out_free(&p.text);
    return status;
}
