/* Data for a model: the statements of a data section, taken or left out by their names. */
#include "mathprog/data.h"

#include <string.h>

#include "mathprog/formula.h"

/* ---- The model ---- */

/* A walk over the statements of a MathProg text. */
struct walk {
    struct pm_formula f;
    struct pm_out nothing;
    bool first; /* the token begins a statement */
};

static void walk_open(struct walk *w, const char *text, size_t len)
{
    *w = (struct walk){.first = true};
    pm_formula_open(&w->f, text, len, &w->nothing, NULL);
}

static void walk_next(struct walk *w)
{
    w->first = pm_formula_is(&w->f, ";") || pm_formula_is(&w->f, "}");
    pm_formula_next(&w->f);
}

/* Whether a statement begins here that gives a value to a name, or promises one; moves to the
 * name if so. */
static bool walk_names(struct walk *w)
{
    bool names = w->first && (pm_formula_is(&w->f, "set") || pm_formula_is(&w->f, "param"));
    if (names)
        walk_next(w);
    return names && w->f.kind == PM_TOKEN_NAME;
}

size_t pm_model_end(const struct pm_source *source, bool *has_data)
{
    struct walk w;
    walk_open(&w, source->model, source->model_len);
    *has_data = false;
    while (w.f.kind != PM_TOKEN_END) {
        const char *at = w.f.token.at;
        const bool data = w.first && pm_formula_is(&w.f, "data");
        const bool last = data || (w.first && pm_formula_is(&w.f, "end"));
        walk_next(&w);
        if (last && pm_formula_is(&w.f, ";")) {
            *has_data = data;
            return (size_t)(at - source->model);
        }
    }
    return source->model_len;
}

/* The names that the model declares, each with a blank after it; false if it cannot be told,
 * as the text is no MathProg: the translator will say what is wrong with it. */
static bool declared(const struct pm_source *source, size_t end, struct pm_out *names)
{
    struct walk w;
    for (walk_open(&w, source->model, end); w.f.kind != PM_TOKEN_END; walk_next(&w))
        if (walk_names(&w)) {
            pm_out_bytes(names, w.f.token.at, pm_text_len(&w.f.token));
            pm_out_char(names, ' ');
        }
    return w.f.status == PULMA_OK && !names->failed;
}

/* ---- The data ---- */

static bool has_name(const struct pm_out *names, const struct pm_text *name)
{
    const size_t len = pm_text_len(name);
    for (const char *at = names->data; at && *at; at += strcspn(at, " ") + 1)
        if (strcspn(at, " ") == len && memcmp(at, name->at, len) == 0)
            return true;
    return false;
}

/* The next statement, with the blanks before it; a string may hold anything. */
struct pm_text pm_data_statement(struct pm_text *t)
{
    struct pm_text statement = *t;
    for (int quote = 0; t->at < t->end;) {
        const char c = *t->at++;
        if (quote ? c == quote : c == '\'' || c == '"')
            quote = quote ? 0 : c;
        else if (c == ';' && !quote)
            break;
    }
    statement.end = t->at;
    return statement;
}

/* The name that a statement of the data is about; empty for others. */
struct pm_text pm_data_name(const struct pm_text *statement)
{
    struct pm_text t = *statement, none = {0};
    pm_text_space(&t);
    struct pm_text word = pm_text_token(&t);
    if (!pm_text_is(&word, "set") && !pm_text_is(&word, "param"))
        return none;
    pm_text_blanks(&t);
    word = t;
    while (t.at < t.end && !strchr(" [:;\n", *t.at))
        t.at++;
    word.end = t.at;
    return word;
}

void pm_data_fit(const struct pm_source *source, struct pm_out *data)
{
    bool has_data;
    const size_t end = pm_model_end(source, &has_data);
    if (has_data)
        return;
    struct pm_out names = {0};
    const bool known = declared(source, end, &names);
    struct pm_text rest = pm_text_of(source->data, source->data_len);
    while (rest.at < rest.end) {
        const struct pm_text statement = pm_data_statement(&rest),
                             name = pm_data_name(&statement);
        if (!known || pm_text_len(&name) == 0 || has_name(&names, &name))
            pm_out_bytes(data, statement.at, pm_text_len(&statement));
    }
    pm_out_free(&names);
}

/* ---- What is missing ---- */

/* The name in "NAME not defined" or "no value for NAME[1,2]"; empty for other complaints. */
static struct pm_text missing_name(const char *complaint)
{
    static const char value[] = "no value for ", defined[] = " not defined";
    struct pm_text name = pm_text_of(complaint, strlen(complaint));
    const char *at = strstr(complaint, value);
    if (at) {
        name.at = at + strlen(value);
        name.end = name.at + strcspn(name.at, "[ \n");
        return name;
    }
    at = strstr(complaint, defined);
    name.end = at ? at : name.at;
    return name;
}

bool pm_data_hint(const struct pm_source *source, const char *complaint,
                  struct pm_out *hint)
{
    struct pm_text missing = missing_name(complaint);
    bool has_data;
    pm_model_end(source, &has_data);
    if (pm_text_len(&missing) == 0 || has_data)
        return false;
    struct pm_text rest = pm_text_of(source->data, source->data_len), kept = {0};
    struct pm_out seen = {0};
    while (rest.at < rest.end) {
        const struct pm_text statement = pm_data_statement(&rest),
                             name = pm_data_name(&statement);
        if (pm_text_len(&name) == 0 || has_name(&seen, &name))
            continue;
        if (pm_text_len(&kept))
            pm_out_f(hint, "%s%.*s", hint->len ? ", " : "", (int)pm_text_len(&kept),
                     kept.at);
        pm_out_bytes(&seen, name.at, pm_text_len(&name));
        pm_out_char(&seen, ' ');
        kept = name;
    }
    pm_out_f(hint, "%s%.*s", hint->len ? " and " : "", (int)pm_text_len(&kept), kept.at);
    /* One that is given, but not declared, helps as well. */
    const bool known = has_name(&seen, &missing) && !strstr(complaint, " not defined");
    pm_out_free(&seen);
    return !known && !hint->failed;
}
