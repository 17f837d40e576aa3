/* Reading MathProg expressions and writing them as LaTeX, in one pass.
 *
 * All sorts of expressions (numbers, sets, logic) go through one table of operators with their
 * ranks, since the translator's own grammar keeps them apart only by what they mean.  A text that
 * GLPK would refuse for its meaning may be typeset here; what this grammar cannot read is
 * refused with its place. */
#include "mathprog/formula.h"

#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 200 };

/* ---- Tokens ---- */

static bool starts_name(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static void skip_comment(struct pm_formula *f)
{
    while (!pm_text_ended(&f->rest) && !pm_text_word(&f->rest, "*/"))
        pm_text_take(&f->rest);
}

/* Blanks and comments.  A comment after a statement on its line is its note. */
static void skip_blanks(struct pm_formula *f, bool behind_statement)
{
    const int line = f->rest.line;
    for (;;) {
        pm_text_space(&f->rest);
        if (pm_text_word(&f->rest, "/*")) {
            skip_comment(f);
        } else if (pm_text_word(&f->rest, "#")) {
            bool same_line = f->rest.line == line;
            struct pm_text comment = pm_text_line(&f->rest);
            if (behind_statement && same_line)
                f->note = pm_text_trim(comment);
        } else {
            return;
        }
    }
}

static void take_number(struct pm_text *t)
{
    while (is_digit(pm_text_peek(t)))
        pm_text_take(t);
    if (pm_text_peek(t) == '.' && !pm_text_starts(t, "..")) {
        pm_text_take(t);
        while (is_digit(pm_text_peek(t)))
            pm_text_take(t);
    }
    struct pm_text exponent = *t;
    if (pm_text_word(&exponent, "e") || pm_text_word(&exponent, "E")) {
        if (!pm_text_word(&exponent, "+"))
            pm_text_word(&exponent, "-");
        if (is_digit(pm_text_peek(&exponent))) {
            *t = exponent;
            while (is_digit(pm_text_peek(t)))
                pm_text_take(t);
        }
    }
}

static void take_string(struct pm_formula *f)
{
    const int quote = pm_text_take(&f->rest);
    while (!pm_text_ended(&f->rest)) {
        int c = pm_text_take(&f->rest);
        if (c == quote && pm_text_peek(&f->rest) != quote)
            return;
        if (c == quote)
            pm_text_take(&f->rest); /* a doubled quote stands for itself */
    }
    pm_formula_fail(f, "the end of the string");
}

static void take_sign(struct pm_text *t)
{
    static const char *const pairs[] = {
        "<=", ">=", "<>", "==", "!=", ":=", "..", "**", "&&", "||", "<-", ">>"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pm_text_word(t, pairs[i]))
            return;
    pm_text_take(t);
}

void pm_formula_next(struct pm_formula *f)
{
    bool statement_ended = f->kind == PM_TOKEN_SIGN && pm_text_is(&f->token, ";");
    if (statement_ended)
        f->note = (struct pm_text){0};
    skip_blanks(f, statement_ended);
    f->token = f->rest;
    int c = pm_text_peek(&f->rest);
    if (c < 0) {
        f->kind = PM_TOKEN_END;
    } else if (starts_name(c)) {
        f->kind = PM_TOKEN_NAME;
        while (starts_name(pm_text_peek(&f->rest)) || is_digit(pm_text_peek(&f->rest)))
            pm_text_take(&f->rest);
        if (pm_text_len(&f->token) - pm_text_len(&f->rest) == 1 && c == 's')
            pm_text_word(&f->rest, ".t."); /* the one word with points */
    } else if (is_digit(c)) {
        f->kind = PM_TOKEN_NUMBER;
        take_number(&f->rest);
    } else if (c == '\'' || c == '"') {
        f->kind = PM_TOKEN_STRING;
        take_string(f);
    } else {
        f->kind = PM_TOKEN_SIGN;
        take_sign(&f->rest);
    }
    f->token.end = f->rest.at;
}

void pm_formula_open(struct pm_formula *f, const char *text, size_t len, struct pm_out *out,
                     pulma_error *err)
{
    *f = (struct pm_formula){.rest = pm_text_of(text, len), .out = out, .err = err};
    pm_formula_next(f);
}

void pm_formula_fail(struct pm_formula *f, const char *expected)
{
    if (f->status == PULMA_OK) {
        struct pm_text at = f->token;
        at.end = f->rest.end;
        f->status = pm_fail_expected(f->err, &at, "%s", expected);
    }
    f->rest.at = f->rest.end;
    f->token.at = f->token.end = f->rest.end;
    f->kind = PM_TOKEN_END;
}

bool pm_formula_is(const struct pm_formula *f, const char *word)
{
    return f->kind != PM_TOKEN_STRING && f->kind != PM_TOKEN_END &&
           pm_text_is(&f->token, word);
}

bool pm_formula_accept(struct pm_formula *f, const char *word)
{
    if (!pm_formula_is(f, word))
        return false;
    pm_formula_next(f);
    return true;
}

void pm_formula_expect(struct pm_formula *f, const char *word)
{
    char quoted[40];
    if (pm_formula_accept(f, word))
        return;
    snprintf(quoted, sizeof quoted, "'%s'", word);
    pm_formula_fail(f, quoted);
}

/* ---- Small pieces ---- */

void pm_formula_words(struct pm_out *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (strchr("#$%&_{}", text[i]) && text[i])
            pm_out_char(out, '\\');
        if (text[i] == '\\')
            pm_out_text(out, "\\textbackslash{}");
        else if (text[i] == '^')
            pm_out_text(out, "\\^{}");
        else if (text[i] == '~')
            pm_out_text(out, "\\~{}");
        else if (text[i] == '<' || text[i] == '>' || text[i] == '|')
            pm_out_f(out, "$%c$", text[i]);
        else
            pm_out_char(out, text[i]);
    }
}

void pm_formula_name(struct pm_out *out, const struct pm_text *name)
{
    size_t len = pm_text_len(name);
    if (len == 1) {
        pm_out_bytes(out, name->at, 1);
        return;
    }
    pm_out_text(out, "\\mathit{");
    pm_formula_words(out, name->at, len);
    pm_out_char(out, '}');
}

/* The text from `start` on, cut off the output and handed over; the caller frees it. */
static struct pm_out cut(struct pm_out *out, size_t start)
{
    struct pm_out piece = {0};
    if (out->failed || start >= out->len)
        return piece;
    pm_out_bytes(&piece, out->data + start, out->len - start);
    out->len = start;
    out->data[start] = '\0';
    return piece;
}

static void put_piece(struct pm_out *out, struct pm_out *piece)
{
    pm_out_bytes(out, piece->data ? piece->data : "", piece->len);
    out->failed |= piece->failed;
    pm_out_free(piece);
}

/* ---- Operators ---- */

enum rank {
    OR = 1,
    AND,
    NOT,
    RELATION,
    UNION,
    INTERSECTION,
    CROSS,
    RANGE,
    JOIN,
    SUM,
    PRODUCT,
    POWER,
    PRIMARY
};

struct op {
    const char *sign, *second; /* `not in` has two words */
    enum rank rank;
    const char *latex;
};

static const struct op operators[] = {
    {"or", NULL, OR, " \\lor "},
    {"||", NULL, OR, " \\lor "},
    {"and", NULL, AND, " \\land "},
    {"&&", NULL, AND, " \\land "},
    {"in", NULL, RELATION, " \\in "},
    {"not", "in", RELATION, " \\notin "},
    {"within", NULL, RELATION, " \\subseteq "},
    {"not", "within", RELATION, " \\not\\subseteq "},
    {"!", "in", RELATION, " \\notin "},
    {"!", "within", RELATION, " \\not\\subseteq "},
    {"<", NULL, RELATION, " < "},
    {"<=", NULL, RELATION, " \\le "},
    {"=", NULL, RELATION, " = "},
    {"==", NULL, RELATION, " = "},
    {">=", NULL, RELATION, " \\ge "},
    {">", NULL, RELATION, " > "},
    {"<>", NULL, RELATION, " \\ne "},
    {"!=", NULL, RELATION, " \\ne "},
    {"union", NULL, UNION, " \\cup "},
    {"diff", NULL, UNION, " \\setminus "},
    {"symdiff", NULL, UNION, " \\mathbin{\\triangle} "},
    {"inter", NULL, INTERSECTION, " \\cap "},
    {"cross", NULL, CROSS, " \\times "},
    {"&", NULL, JOIN, " \\mathbin{\\&} "},
    {"+", NULL, SUM, " + "},
    {"-", NULL, SUM, " - "},
    {"less", NULL, SUM, " \\mathbin{\\dot-} "},
    {"*", NULL, PRODUCT, "\\,"},
    {"/", NULL, PRODUCT, "/"},
    {"div", NULL, PRODUCT, "div"},
    {"mod", NULL, PRODUCT, " \\bmod "},
};

static void expression(struct pm_formula *f, enum rank rank);

/* The operator at the cursor of at least this rank, taken; NULL: none. */
static const struct op *accept_op(struct pm_formula *f, enum rank rank)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const struct op *o = &operators[i];
        if (o->rank < rank || !pm_formula_is(f, o->sign))
            continue;
        struct pm_formula before = *f;
        pm_formula_next(f);
        if (!o->second || pm_formula_accept(f, o->second))
            return o;
        *f = before;
    }
    return NULL;
}

/* "left / right" and "left div right" as fractions; the left side stands in the output. */
static void fraction(struct pm_formula *f, size_t start, bool rounded)
{
    struct pm_out left = cut(f->out, start);
    pm_out_text(f->out, rounded ? "\\left\\lfloor\\frac{" : "\\frac{");
    put_piece(f->out, &left);
    pm_out_text(f->out, "}{");
    expression(f, POWER);
    pm_out_text(f->out, rounded ? "}\\right\\rfloor" : "}");
}

/* ---- Primaries ---- */

/* Elements between the cursor and the closing sign, with commas. */
static void list(struct pm_formula *f, const char *close)
{
    if (pm_formula_accept(f, close))
        return;
    do {
        expression(f, OR);
        if (pm_formula_is(f, ","))
            pm_out_char(f->out, ',');
    } while (pm_formula_accept(f, ",") && f->status == PULMA_OK);
    pm_formula_expect(f, close);
}

/* sum, prod, min, max, exists, forall over a domain; the operator is taken. */
static void iterated(struct pm_formula *f, const char *latex, enum rank body)
{
    pm_out_f(f->out, "%s_{", latex);
    pm_formula_domain(f, NULL, 0);
    pm_out_text(f->out, "} ");
    expression(f, body);
}

static void set_of(struct pm_formula *f)
{
    size_t start = f->out->len;
    pm_formula_domain(f, NULL, 0);
    struct pm_out domain = cut(f->out, start);
    pm_out_text(f->out, "\\{");
    expression(f, SUM);
    pm_out_text(f->out, " \\mid ");
    put_piece(f->out, &domain);
    pm_out_text(f->out, "\\}");
}

static void conditional(struct pm_formula *f)
{
    size_t start = f->out->len;
    expression(f, OR);
    struct pm_out condition = cut(f->out, start);
    pm_formula_expect(f, "then");
    pm_out_text(f->out, "\\begin{cases}");
    expression(f, UNION);
    pm_out_text(f->out, " & \\text{if } ");
    put_piece(f->out, &condition);
    pm_out_text(f->out, "\\\\ ");
    if (pm_formula_accept(f, "else"))
        expression(f, UNION);
    else
        pm_out_char(f->out, '0');
    pm_out_text(f->out, " & \\text{otherwise}\\end{cases}");
}

struct word {
    const char *name, *open, *close;
};

/* Functions with a notation of their own. */
static const struct word functions[] = {
    {"abs", "\\left|", "\\right|"},
    {"card", "\\left|", "\\right|"},
    {"floor", "\\lfloor ", " \\rfloor"},
    {"ceil", "\\lceil ", " \\rceil"},
    {"sqrt", "\\sqrt{", "}"},
    {"exp", "\\exp(", ")"},
    {"log", "\\log(", ")"},
    {"min", "\\min(", ")"},
    {"max", "\\max(", ")"},
};

static void call(struct pm_formula *f, const struct pm_text *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (pm_text_is(name, functions[i].name)) {
            pm_out_text(f->out, functions[i].open);
            list(f, ")");
            pm_out_text(f->out, functions[i].close);
            return;
        }
    pm_out_text(f->out, "\\mathrm{");
    pm_formula_words(f->out, name->at, pm_text_len(name));
    pm_out_text(f->out, "}(");
    list(f, ")");
    pm_out_char(f->out, ')');
}

/* Iterated operators: their LaTeX, and how far their body reaches. */
static const struct {
    const char *name, *latex;
    enum rank body;
} iterators[] = {
    {"sum", "\\sum", PRODUCT},        {"prod", "\\prod", PRODUCT},
    {"min", "\\min", PRODUCT},        {"max", "\\max", PRODUCT},
    {"exists", "\\exists", RELATION}, {"forall", "\\forall", RELATION},
};

static bool accept_iterated(struct pm_formula *f, const struct pm_text *name)
{
    if (!pm_formula_is(f, "{"))
        return false;
    if (pm_text_is(name, "setof")) {
        set_of(f);
        return true;
    }
    for (size_t i = 0; i < sizeof iterators / sizeof *iterators; i++)
        if (pm_text_is(name, iterators[i].name)) {
            iterated(f, iterators[i].latex, iterators[i].body);
            return true;
        }
    return false;
}

static void named(struct pm_formula *f)
{
    struct pm_text name = f->token;
    pm_formula_next(f);
    if (pm_text_is(&name, "if")) {
        conditional(f);
        return;
    }
    if (pm_text_is(&name, "Infinity")) {
        pm_out_text(f->out, "\\infty");
        return;
    }
    if (accept_iterated(f, &name))
        return;
    if (pm_formula_accept(f, "(")) {
        call(f, &name);
        return;
    }
    pm_formula_name(f->out, &name);
    if (pm_formula_accept(f, "[")) {
        pm_out_text(f->out, "_{");
        list(f, "]");
        pm_out_char(f->out, '}');
    }
    if (pm_formula_accept(f, ".")) { /* x.val and the like mean x itself */
        if (f->kind == PM_TOKEN_NAME)
            pm_formula_next(f);
        else
            pm_formula_fail(f, "a suffix");
    }
}

/* What a domain tells of its indices. */
struct indices {
    struct pm_out *names; /* NULL: nothing is wanted */
    unsigned used;        /* letters that are taken */
    int dimension;        /* of sets that have no index in the text */
};
static bool entry(struct pm_formula *f, struct indices *indices);

/* "(i - 1,j)" */
static bool is_tuple(const struct pm_out *out, size_t start)
{
    const size_t len = out->failed ? 0 : out->len - start;
    const char *text = out->data + start;
    return len > 2 && text[0] == '(' && text[len - 1] == ')' && memchr(text, ',', len);
}

/* A set in braces: members {1, 2}, a product of sets {A, B}, or a part of one {i in A: ...}. */
static void braces(struct pm_formula *f)
{
    pm_formula_next(f);
    const size_t start = f->out->len;
    const bool literal = f->kind == PM_TOKEN_NUMBER || f->kind == PM_TOKEN_STRING;
    bool part = !pm_formula_is(f, "}") && entry(f, NULL);
    /* A range is a set although it begins with a number. */
    const bool range =
        f->out->len > start + 1 && strncmp(f->out->data + start, "\\{", 2) == 0;
    const bool members =
        f->out->len == start || (literal && !range) || is_tuple(f->out, start);
    while (pm_formula_accept(f, ",") && f->status == PULMA_OK) {
        pm_out_text(f->out, members ? "," : part ? ",\\, " : " \\times ");
        part |= entry(f, NULL);
    }
    if (pm_formula_accept(f, ":")) {
        pm_out_text(f->out, " \\colon ");
        expression(f, OR);
        part = true;
    }
    pm_formula_expect(f, "}");
    if (!members && !part)
        return;
    struct pm_out inside = cut(f->out, start);
    pm_out_text(f->out, "\\{");
    put_piece(f->out, &inside);
    pm_out_text(f->out, "\\}");
}

static void primary(struct pm_formula *f)
{
    if (f->kind == PM_TOKEN_NUMBER) {
        pm_out_bytes(f->out, f->token.at, pm_text_len(&f->token));
        pm_formula_next(f);
    } else if (f->kind == PM_TOKEN_STRING) {
        pm_out_text(f->out, "\\text{``");
        pm_formula_words(f->out, f->token.at + 1, pm_text_len(&f->token) - 2);
        pm_out_text(f->out, "''}");
        pm_formula_next(f);
    } else if (f->kind == PM_TOKEN_NAME) {
        named(f);
    } else if (pm_formula_accept(f, "(")) {
        pm_out_char(f->out, '(');
        list(f, ")");
        pm_out_char(f->out, ')');
    } else if (pm_formula_is(f, "{")) {
        braces(f);
    } else {
        pm_formula_fail(f, "an expression");
    }
}

static void power(struct pm_formula *f)
{
    primary(f);
    while (pm_formula_accept(f, "^") || pm_formula_accept(f, "**")) {
        pm_out_text(f->out, "^{");
        bool minus = pm_formula_accept(f, "-");
        if (minus)
            pm_out_char(f->out, '-');
        expression(f, POWER);
        pm_out_char(f->out, '}');
    }
}

/* A left operand with its signs. */
static void prefixed(struct pm_formula *f, enum rank rank)
{
    if (rank <= NOT && (pm_formula_accept(f, "not") || pm_formula_accept(f, "!"))) {
        pm_out_text(f->out, "\\lnot ");
        expression(f, NOT);
    } else if (pm_formula_accept(f, "-")) {
        pm_out_char(f->out, '-');
        expression(f, PRODUCT);
    } else if (pm_formula_accept(f, "+")) {
        expression(f, PRODUCT);
    } else {
        power(f);
    }
}

/* "a .. b by c" as a set of numbers; the left side stands in the output. */
static void range(struct pm_formula *f, size_t start)
{
    struct pm_out left = cut(f->out, start);
    pm_out_text(f->out, "\\{");
    put_piece(f->out, &left);
    pm_out_text(f->out, ",\\ldots,");
    expression(f, JOIN);
    if (pm_formula_accept(f, "by")) {
        pm_out_text(f->out, "\\ \\text{by}\\ ");
        expression(f, JOIN);
    }
    pm_out_text(f->out, "\\}");
}

static void expression(struct pm_formula *f, enum rank rank)
{
    if (f->status != PULMA_OK)
        return;
    if (++f->depth > MAX_DEPTH) {
        pm_formula_fail(f, "an expression that is nested less deep");
        return;
    }
    size_t product = f->out->len, operand = product; /* where they began */
    prefixed(f, rank);
    while (f->status == PULMA_OK) {
        if (rank <= RANGE && pm_formula_accept(f, "..")) {
            range(f, operand);
            continue;
        }
        const struct op *o = accept_op(f, rank);
        if (!o)
            break;
        if (strcmp(o->latex, "/") == 0 || strcmp(o->latex, "div") == 0) {
            fraction(f, product, o->latex[0] == 'd');
            continue;
        }
        bool times = strcmp(o->latex, "\\,") == 0;
        pm_out_text(f->out, times && f->kind == PM_TOKEN_NUMBER ? " \\cdot " : o->latex);
        if (o->rank < PRODUCT)
            product = f->out->len;
        if (o->rank < RANGE)
            operand = f->out->len;
        /* Operands bind tighter than the operator, which is left-associative. */
        expression(f, (enum rank)(o->rank + 1));
    }
    f->depth--;
}

void pm_formula_expression(struct pm_formula *f)
{
    expression(f, OR);
}

void pm_formula_operand(struct pm_formula *f)
{
    expression(f, UNION);
}

/* ---- Domains ---- */

/* Letters that a domain uses itself, from the cursor to the closing brace. */
static unsigned letters_used(struct pm_formula f)
{
    unsigned used = 0;
    for (int open = 1; open > 0 && f.kind != PM_TOKEN_END; pm_formula_next(&f)) {
        open += pm_formula_is(&f, "{") - pm_formula_is(&f, "}");
        if (f.kind == PM_TOKEN_NAME && pm_text_len(&f.token) == 1 && *f.token.at >= 'a')
            used |= 1u << (*f.token.at - 'a');
    }
    return used;
}

/* How many indices each set has that the text gives none: they share the subscripts that are left.
 * Ranges have one.  The token is the first of the domain. */
static int missing_dimension(struct pm_formula f, int subscripts)
{
    int open = 0, commas = 0, sets = 0;
    bool named = false, range = false;
    f.err = NULL;
    for (bool last = false; !last && f.kind != PM_TOKEN_END; pm_formula_next(&f)) {
        const bool comma = pm_formula_is(&f, ",");
        last = open == 0 && (pm_formula_is(&f, ":") || pm_formula_is(&f, "}"));
        if (last || (open == 0 && comma)) {
            subscripts -= named ? 1 + commas : range;
            sets += !named && !range;
            named = range = false;
            commas = 0;
            continue;
        }
        open += pm_formula_is(&f, "(") + pm_formula_is(&f, "{") + pm_formula_is(&f, "[");
        open -= pm_formula_is(&f, ")") + pm_formula_is(&f, "}") + pm_formula_is(&f, "]");
        commas += comma && !named;
        range |= open == 0 && pm_formula_is(&f, "..");
        named |= open == 0 && pm_formula_is(&f, "in");
    }
    return sets > 0 && subscripts > 0 && subscripts % sets == 0 ? subscripts / sets : 1;
}

/* An index for a set that has none in the text: i, j, k and so on. */
static char new_letter(unsigned *used)
{
    static const char letters[] = "ijklpqrstuvwabcdefghmn";
    const char *letter = letters;
    while (letter[1] && *used >> (*letter - 'a') & 1)
        letter++;
    *used |= 1u << (*letter - 'a');
    return *letter;
}

/* New indices for the set that was written from `start` on: "k \in S", "(k,l) \in S". */
static void add_letters(struct pm_formula *f, struct indices *indices, size_t start)
{
    struct pm_out set = cut(f->out, start);
    const bool range = set.data && strstr(set.data, "\\ldots");
    const int dimension = range ? 1 : indices->dimension;
    const size_t first = indices->names->len;
    for (int i = 0; i < dimension; i++) {
        if (i > 0)
            pm_out_char(indices->names, ',');
        pm_out_char(indices->names, new_letter(&indices->used));
    }
    const char *names = indices->names->failed ? "" : indices->names->data + first;
    pm_out_f(f->out, dimension > 1 ? "(%s) \\in " : "%s \\in ", names);
    put_piece(f->out, &set);
}

/* One entry: "i in S", "(i,j) in S", or "S" alone; true if it names an index.  With `indices` the
 * names of indices go there too, and a set that has none gets some that are not used. */
static bool entry(struct pm_formula *f, struct indices *indices)
{
    const size_t start = f->out->len;
    expression(f, UNION);
    const bool named = pm_formula_accept(f, "in");
    if (indices && indices->names->len)
        pm_out_char(indices->names, ',');
    if (indices && named && !f->out->failed) {
        const size_t tuple = is_tuple(f->out, start), len = f->out->len - start;
        /* (i,j) gives i,j */
        pm_out_bytes(indices->names, f->out->data + start + tuple, len - 2 * tuple);
    } else if (indices && !named) {
        add_letters(f, indices, start);
    }
    if (!named)
        return false;
    pm_out_text(f->out, " \\in ");
    expression(f, UNION);
    return true;
}

void pm_formula_domain(struct pm_formula *f, struct pm_out *names, int subscripts)
{
    const size_t start = f->out->len;
    pm_formula_expect(f, "{");
    struct indices indices = {.names = names};
    if (names) {
        indices.used = letters_used(*f);
        indices.dimension = missing_dimension(*f, subscripts);
    }
    do {
        if (f->out->len > start)
            pm_out_text(f->out, ",\\, ");
        entry(f, names ? &indices : NULL);
    } while (f->status == PULMA_OK && pm_formula_accept(f, ","));
    if (pm_formula_accept(f, ":")) {
        pm_out_text(f->out, " \\colon ");
        expression(f, OR);
    }
    pm_formula_expect(f, "}");
}
