/* Models as formulas: a LaTeX document with the sets, parameters, variables, the objective and
 * the constraints of a MathProg text, in its own order.
 *
 * Declarations become lines of lists, each with the comment that stands after it in the model;
 * objective and constraints one display.  Everything from `solve;` on is about printing and is
 * left out, as are checks and displays. */
#include "export/export.h"

#include <string.h>

#include "mathprog/formula.h"

/* The document in parts, put together at the end. */
struct document {
    struct pm_out sets, parameters, variables, objective, constraints;
    struct pm_formula f;
};

/* "Title: ..." of the head comment. */
static void put_head(const char *model, size_t len, const char *field, const char *before,
                     const char *after, struct pm_out *out)
{
    struct pm_text t = pm_text_of(model, len);
    while (pm_text_starts(&t, "#")) {
        struct pm_text line = pm_text_line(&t);
        pm_text_word(&line, "#");
        line = pm_text_trim(line);
        if (!pm_text_word(&line, field))
            continue;
        line = pm_text_trim(line);
        pm_out_text(out, before);
        pm_formula_words(out, line.at, pm_text_len(&line));
        while (pm_text_starts(&t, "#  ")) { /* indented: the field goes on */
            line = pm_text_line(&t);
            pm_text_word(&line, "#");
            line = pm_text_trim(line);
            pm_out_char(out, ' ');
            pm_formula_words(out, line.at, pm_text_len(&line));
        }
        pm_out_text(out, after);
        return;
    }
}

/* ---- Declarations ---- */

/* The end of a statement, and the comment after it. */
static void end_item(struct pm_formula *f)
{
    pm_out_char(f->out, '$');
    pm_formula_expect(f, ";");
    if (pm_text_len(&f->note)) {
        pm_out_text(f->out, " \\quad ");
        pm_formula_words(f->out, f->note.at, pm_text_len(&f->note));
    }
    pm_out_char(f->out, '\n');
}

/* How many subscripts the name at the cursor has where it is used next; 0: it is not used. */
static int subscripts_of(struct pm_formula f)
{
    const struct pm_text name = f.token;
    bool found = false;
    int open = 0, count = 1;
    f.err = NULL;
    for (pm_formula_next(&f); f.kind != PM_TOKEN_END && !(found && open == 0);
         pm_formula_next(&f)) {
        const bool same = f.kind == PM_TOKEN_NAME &&
                          pm_text_len(&f.token) == pm_text_len(&name) &&
                          memcmp(f.token.at, name.at, pm_text_len(&name)) == 0;
        if (!found) {
            struct pm_text behind = f.rest;
            found = same && pm_text_word(&behind, "[");
            if (found)
                pm_formula_next(&f), open = 1;
            continue;
        }
        open += pm_formula_is(&f, "[") + pm_formula_is(&f, "(");
        open -= pm_formula_is(&f, "]") + pm_formula_is(&f, ")");
        count += open == 1 && pm_formula_is(&f, ",");
    }
    return found ? count : 0;
}

/* Name, alias and domain: "$x_{i,j}", and the domain apart, to be put after.  A set whose index
 * has no name is itself the index. */
static struct pm_out begin_item(struct pm_formula *f)
{
    struct pm_out domain = {0}, indices = {0};
    const int subscripts = f->kind == PM_TOKEN_NAME ? subscripts_of(*f) : 0;
    pm_out_text(f->out, "\\item $");
    if (f->kind != PM_TOKEN_NAME)
        pm_formula_fail(f, "a name");
    pm_formula_name(f->out, &f->token);
    pm_formula_next(f);
    if (f->kind == PM_TOKEN_STRING)
        pm_formula_next(f);
    if (!pm_formula_is(f, "{"))
        return domain;
    struct pm_out *out = f->out;
    f->out = &domain;
    pm_formula_domain(f, &indices, subscripts);
    f->out = out;
    pm_out_f(out, "_{%s}", indices.data ? indices.data : "");
    pm_out_free(&indices);
    return domain;
}

/* The domain after the attributes: "for i in S". */
static void put_domain(struct pm_formula *f, struct pm_out *domain)
{
    if (domain->len) {
        pm_out_text(f->out, "\\quad \\forall\\, ");
        pm_out_bytes(f->out, domain->data, domain->len);
    }
    f->out->failed |= domain->failed;
    pm_out_free(domain);
}

static const struct {
    const char *word, *latex;
    bool operand;
} attributes[] = {
    {"integer", " \\in \\mathbb{Z}", false},
    {"binary", " \\in \\{0,1\\}", false},
    {"symbolic", "", false},
    {"logical", " \\in \\{0,1\\}", false},
    {"dimen", "\\ \\text{of dimension } ", true},
    {"within", " \\subseteq ", true},
    {"in", " \\in ", true},
    {"default", ",\\ \\text{by default } ", true},
    {":=", " = ", true},
    {"<=", " \\le ", true},
    {">=", " \\ge ", true},
    {"==", " = ", true},
    {"=", " = ", true},
    {"<>", " \\ne ", true},
    {"!=", " \\ne ", true},
    {"<", " < ", true},
    {">", " > ", true},
};

/* One attribute; false if there is none.  `further`: one stands before it. */
static bool attribute(struct pm_formula *f, bool further)
{
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        if (!pm_formula_accept(f, attributes[i].word))
            continue;
        if (further && attributes[i].latex[0] == ' ')
            pm_out_char(f->out, ',');
        pm_out_text(f->out, attributes[i].latex);
        if (attributes[i].operand)
            pm_formula_operand(f);
        return true;
    }
    return false;
}

/* set, param and var: name, domain, attributes. */
static void declaration(struct pm_formula *f, struct pm_out *out)
{
    f->out = out;
    struct pm_out domain = begin_item(f);
    pm_formula_accept(f, ",");
    for (int n = 0; f->status == PULMA_OK && attribute(f, n > 0); n++)
        pm_formula_accept(f, ",");
    put_domain(f, &domain);
    end_item(f);
}

/* ---- Objective and constraints ---- */

/* The digits of "(19)" at the beginning of the comment behind a statement: its number in the
 * publication.  Empty if there is none. */
static struct pm_text number_of(const struct pm_formula *f)
{
    struct pm_text t = f->note, number, none = {0};
    if (!pm_text_word(&t, "("))
        return none;
    number = t;
    while (pm_text_peek(&t) >= '0' && pm_text_peek(&t) <= '9')
        pm_text_take(&t);
    number.end = t.at;
    return pm_text_word(&t, ")") ? number : none;
}

/* The place of this sign outside of braces; NULL: there is none. */
static const char *find_sign(const char *text, char sign)
{
    int open = 0;
    for (; *text; text++) {
        open += (*text == '{') - (*text == '}');
        if (open == 0 && *text == sign)
            return text;
    }
    return NULL;
}

/* "0 <= x + y - 2*s <= 1" says that s is the product of x and y, and is typeset so.  False, and the
 * row stays as it is, if it has another form. */
static bool put_product(const char *row, struct pm_out *out)
{
    static const char before[] = "0 \\le ", after[] = " \\le 1", two[] = "2\\,";
    const size_t len = strlen(row), tail = sizeof after - 1;
    const char *x = row + sizeof before - 1, *end = row + len - tail;
    if (len < sizeof before + tail || strncmp(row, before, sizeof before - 1) != 0 ||
        strcmp(end, after) != 0)
        return false;
    const char *plus = find_sign(x, '+'), *minus = plus ? find_sign(plus, '-') : NULL;
    const char *s = minus ? strstr(minus, two) : NULL;
    if (!s)
        return false;
    s += sizeof two - 1;
    pm_out_f(out, "%.*s = %.*s \\cdot %.*s", (int)(end - s), s, (int)(plus - 1 - x), x,
             (int)(minus - 1 - (plus + 2)), plus + 2);
    return true;
}

static void objective(struct pm_formula *f, struct pm_out *out, const char *sense)
{
    f->out = out;
    pm_out_f(out, "%s\\quad & ", sense);
    pm_formula_next(f); /* its name */
    if (f->kind == PM_TOKEN_STRING)
        pm_formula_next(f);
    pm_formula_expect(f, ":");
    pm_formula_operand(f);
    pm_formula_expect(f, ";");
    const struct pm_text number = number_of(f);
    if (pm_text_len(&number) > 0)
        pm_out_f(out, " && \\tag{%.*s}", (int)pm_text_len(&number), number.at);
}

/* name{domain}: e <= e <= e; the name is the token. */
static void constraint(struct pm_formula *f, struct pm_out *out)
{
    struct pm_text name = f->token;
    struct pm_out domain = {0};
    if (f->kind != PM_TOKEN_NAME)
        pm_formula_fail(f, "a name");
    pm_formula_next(f);
    if (f->kind == PM_TOKEN_STRING)
        pm_formula_next(f);
    f->out = &domain;
    if (pm_formula_is(f, "{"))
        pm_formula_domain(f, NULL, 0);
    f->out = out;
    pm_formula_accept(f, ",");
    pm_formula_expect(f, ":");
    pm_out_text(out, out->len ? " \\\\\n& " : "& ");
    struct pm_out row = {0};
    f->out = &row;
    pm_formula_expression(f);
    if (pm_formula_accept(f, ",")) { /* "e, >= a" is another way to say it */
        attribute(f, false);
    }
    pm_formula_expect(f, ";");
    f->out = out;
    const bool product = pm_text_starts(&name, "product_") && row.data;
    if (!product || !put_product(row.data, out))
        pm_out_bytes(out, row.data, row.len);
    out->failed |= row.failed;
    pm_out_free(&row);
    pm_out_text(out, " && ");
    if (domain.len)
        pm_out_f(out, "\\forall\\, %s", domain.data);
    pm_out_text(out, " \\tag{");
    const struct pm_text number = number_of(f);
    if (pm_text_len(&number) > 0)
        pm_out_f(out, "%.*s\\ ", (int)pm_text_len(&number), number.at);
    pm_out_text(out, "\\textsf{");
    pm_formula_words(out, name.at, pm_text_len(&name));
    pm_out_text(out, "}}");
    out->failed |= domain.failed;
    pm_out_free(&domain);
}

/* ---- Statements ---- */

/* To the end of the statement, over braces and whatever is in them. */
static void skip_statement(struct pm_formula *f)
{
    int open = 0;
    while (f->kind != PM_TOKEN_END && (open > 0 || !pm_formula_is(f, ";"))) {
        open += pm_formula_is(f, "{") - pm_formula_is(f, "}");
        pm_formula_next(f);
    }
    pm_formula_expect(f, ";");
}

/* "s.t.", "subject to", "subj to", or nothing. */
static void accept_subject_to(struct pm_formula *f)
{
    if (pm_formula_accept(f, "s.t."))
        return;
    if (pm_formula_accept(f, "subject") || pm_formula_accept(f, "subj"))
        pm_formula_expect(f, "to");
}

static void statement(struct document *d)
{
    struct pm_formula *f = &d->f;
    if (pm_formula_accept(f, "set"))
        declaration(f, &d->sets);
    else if (pm_formula_accept(f, "param"))
        declaration(f, &d->parameters);
    else if (pm_formula_accept(f, "var"))
        declaration(f, &d->variables);
    else if (pm_formula_accept(f, "maximize"))
        objective(f, &d->objective, "\\max");
    else if (pm_formula_accept(f, "minimize"))
        objective(f, &d->objective, "\\min");
    else if (pm_formula_is(f, "check") || pm_formula_is(f, "display") ||
             pm_formula_is(f, "printf"))
        skip_statement(f);
    else if (pm_formula_is(f, "for") || pm_formula_is(f, "table"))
        pm_formula_fail(f, "a declaration, an objective or a constraint before 'solve;'");
    else {
        accept_subject_to(f);
        constraint(f, &d->constraints);
    }
}

static void put_list(struct pm_out *out, const char *heading, const struct pm_out *items)
{
    if (items->len)
        pm_out_f(out, "\\paragraph{%s}\n\\begin{itemize}\n%s\\end{itemize}\n", heading,
                 items->data);
}

static void put_program(struct pm_out *out, const struct document *d)
{
    if (!d->objective.len && !d->constraints.len)
        return;
    pm_out_text(out, "\\begin{align*}\n");
    pm_out_text(out, d->objective.len ? d->objective.data
                                      : "\\text{find}\\quad & \\text{an answer}");
    if (d->constraints.len)
        pm_out_f(out, " \\\\\n\\text{s.t.}\\quad %s", d->constraints.data);
    pm_out_text(out, "\n\\end{align*}\n");
}

static void assemble(const char *model, size_t len, const struct document *d,
                     struct pm_out *out)
{
    pm_out_text(out,
                "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n"
                "\\usepackage{amsmath,amssymb}\n\\allowdisplaybreaks\n\\begin{document}\n");
    put_head(model, len, "Title:", "\\section*{", "}\n", out);
    put_head(model, len, "Source:", "\\noindent\\emph{", "}\n", out);
    put_list(out, "Sets", &d->sets);
    put_list(out, "Parameters", &d->parameters);
    put_list(out, "Variables", &d->variables);
    put_program(out, d);
    pm_out_text(out, "\\end{document}\n");
}

pulma_status pm_model_latex(const char *model, size_t len, struct pm_out *out,
                            pulma_error *err)
{
    struct document d = {0};
    struct pm_formula *f = &d.f;
    pm_formula_open(f, model, len, &d.constraints, err);
    while (f->status == PULMA_OK && f->kind != PM_TOKEN_END && !pm_formula_is(f, "solve") &&
           !pm_formula_is(f, "data") && !pm_formula_is(f, "end"))
        statement(&d);
    struct pm_out *parts[] = {&d.sets, &d.parameters, &d.variables, &d.objective,
                              &d.constraints};
    pulma_status status = f->status;
    if (status == PULMA_OK)
        assemble(model, len, &d, out);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        out->failed |= parts[i]->failed;
        pm_out_free(parts[i]);
    }
    return status == PULMA_OK && out->failed ? pm_fail_memory(err) : status;
}
