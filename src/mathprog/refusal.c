#include "mathprog/refusal.h"

#include <string.h>

#include "core/text.h"
#include "mathprog/data.h"
#include "mathprog/formula.h"

static bool same(const struct pm_text *a, const struct pm_text *b)
{
    const size_t len = pm_text_len(a);
    return len == pm_text_len(b) && memcmp(a->at, b->at, len) == 0;
}

/* The value of "param NAME := VALUE;" in the data; empty if it is not given like this. */
static struct pm_text value_of(const struct pm_source *source, const struct pm_text *name)
{
    struct pm_text rest = pm_text_of(source->data, source->data_len), none = {0};
    while (rest.at < rest.end) {
        struct pm_text statement = pm_data_statement(&rest);
        const struct pm_text given = pm_data_name(&statement);
        if (!same(&given, name))
            continue;
        statement.at = given.end;
        pm_text_blanks(&statement);
        if (!pm_text_word(&statement, ":="))
            return none;
        pm_text_blanks(&statement);
        struct pm_text value = statement;
        value.end = value.at + strcspn(value.at, " ;\n[");
        return value;
    }
    return none;
}

/* Whether the model declares "param NAME, binary". */
static bool is_switch(const struct pm_source *source, const struct pm_text *name)
{
    struct pm_formula f;
    struct pm_out nothing = {0};
    bool found = false;
    pm_formula_open(&f, source->model, source->model_len, &nothing, NULL);
    while (f.kind != PM_TOKEN_END && !found) {
        bool declares = pm_formula_accept(&f, "param") && same(&f.token, name);
        pm_formula_next(&f);
        while (declares && f.kind != PM_TOKEN_END && !pm_formula_is(&f, ";")) {
            found |= pm_formula_is(&f, "binary");
            pm_formula_next(&f);
        }
    }
    pm_out_free(&nothing);
    return found;
}

/* A part of a condition: what stands between two `and`. */
struct part {
    struct pm_text text;
    struct pm_text tokens[3]; /* the first ones */
    int count;
};

/* "NAME = NUMBER" with a value that the data give. */
static bool is_simple(const struct pm_source *source, const struct part *part,
                      struct pm_text *value)
{
    if (part->count != 3 || !pm_text_is(&part->tokens[1], "="))
        return false;
    *value = value_of(source, &part->tokens[0]);
    return pm_text_len(value) > 0;
}

/* The part in words, unless it is known to hold. */
static void put_part(const struct pm_source *source, const struct part *part, int *needs,
                     struct pm_out *out)
{
    struct pm_text value = {0};
    const bool simple = is_simple(source, part, &value);
    const struct pm_text *name = &part->tokens[0], *wanted = &part->tokens[2];
    if (simple && same(&value, wanted))
        return;
    pm_out_text(out, (*needs)++ ? " and " : "it needs ");
    if (simple && is_switch(source, name)) {
        pm_out_f(out, "%.*s: %s", (int)pm_text_len(name), name->at,
                 pm_text_is(wanted, "1") ? "yes" : "no");
        return;
    }
    for (const char *at = part->text.at; at < part->text.end; at++) {
        const bool blank = *at == ' ' || *at == '\n' || *at == '\t';
        if (!blank)
            pm_out_char(out, *at);
        else if (at[1] != ' ' && at[1] != '\n' && at[1] != '\t')
            pm_out_char(out, ' ');
    }
    if (simple)
        pm_out_f(out, " (here it is %.*s)", (int)pm_text_len(&value), value.at);
}

/* Goes through the condition, whose first token is the present one. */
static void put_condition(const struct pm_source *source, struct pm_formula *f,
                          struct pm_out *out)
{
    int depth = 0, needs = 0;
    while (f->kind != PM_TOKEN_END && !pm_formula_is(f, ";")) {
        struct part part = {.text = f->token};
        while (f->kind != PM_TOKEN_END && !pm_formula_is(f, ";") &&
               !(depth == 0 && pm_formula_is(f, "and"))) {
            depth +=
                pm_formula_is(f, "(") || pm_formula_is(f, "{") || pm_formula_is(f, "[");
            depth -=
                pm_formula_is(f, ")") || pm_formula_is(f, "}") || pm_formula_is(f, "]");
            if (part.count < 3)
                part.tokens[part.count] = f->token;
            part.count++;
            part.text.end = f->token.end;
            pm_formula_next(f);
        }
        put_part(source, &part, &needs, out);
        pm_formula_accept(f, "and");
    }
}

bool pm_refusal(const struct pm_source *source, int line, const char *index,
                struct pm_out *out)
{
    struct pm_formula f;
    struct pm_out nothing = {0};
    bool first = true, found = false;
    pm_formula_open(&f, source->model, source->model_len, &nothing, NULL);
    while (f.kind != PM_TOKEN_END && !found) {
        found = first && pm_formula_is(&f, "check") && f.token.line == line;
        first = pm_formula_is(&f, ";");
        pm_formula_next(&f);
    }
    if (found && pm_formula_is(&f, "{"))
        pm_formula_domain(&f, NULL, 0);
    pm_formula_accept(&f, ":");
    const size_t before = out->len;
    if (found)
        put_condition(source, &f, out);
    found = found && out->len > before && f.status == PULMA_OK;
    if (found && *index)
        pm_out_f(out, ", which fails at %s", index);
    pm_formula_next(&f); /* past the ';', for the comment behind it */
    if (found && pm_text_len(&f.note) > 0)
        pm_out_f(out, " (%.*s)", (int)pm_text_len(&f.note), f.note.at);
    pm_out_free(&nothing);
    return found && !out->failed;
}
