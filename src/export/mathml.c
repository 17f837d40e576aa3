/* Models as MathML, which browsers draw themselves: the same trees as the GAMS writer's, each formula
 * in pieces.
 *
 * No browser breaks a formula into lines.  So a formula is written as several elements <math>, cut
 * where an author would break the line: before the relation, each further term or condition, and
 * behind each set that a set runs over, in brackets, too.  A host puts them one after another, and they
 * wrap as words do.
 *
 * A model becomes a JSON document (pulma_model_formulas() in pulma.h tells its keys). */
#include "export/export.h"

#include <math.h>
#include <string.h>

#include "core/text.h"
#include "mathprog/tree.h"
#include "notations/json.h"
#include "program/build.h"

static void put_tree(struct pm_out *out, const struct pm_tree *t);
static void put_domain(struct pm_out *out, const struct pm_domain *d, const char *between);

/* ---- Small pieces ---- */

/* Brackets stay as small as letters: what they hold has long indices, but is one line. */
static void put_sign(struct pm_out *out, const char *sign)
{
    const bool bracket = strchr("(){}|", sign[0]) && !sign[1];
    pm_out_f(out, bracket ? "<mo stretchy=\"false\">%s</mo>" : "<mo>%s</mo>", sign);
}

static void put_words(struct pm_out *out, const struct pm_text *text)
{
    pm_out_text(out, "<mtext>");
    pm_out_xml(out, text->at, pm_text_len(text));
    pm_out_text(out, "</mtext>");
}

static void put_name(struct pm_out *out, const struct pm_text *name)
{
    pm_out_text(out, "<mi>");
    pm_out_xml(out, name->at, pm_text_len(name));
    pm_out_text(out, "</mi>");
}

/* Parts between two signs, with commas. */
static void put_list(struct pm_out *out, const struct pm_tree *t, const char *open,
                     const char *close)
{
    pm_out_text(out, "<mrow>");
    if (*open)
        put_sign(out, open);
    for (int i = 0; i < t->count; i++) {
        if (i > 0)
            put_sign(out, ",");
        put_tree(out, t->parts[i]);
    }
    if (*close)
        put_sign(out, close);
    pm_out_text(out, "</mrow>");
}

/* ---- Expressions ---- */

static void put_named(struct pm_out *out, const struct pm_tree *t)
{
    if (t->count > 0)
        pm_out_text(out, "<msub>");
    put_name(out, &t->name);
    if (t->count > 0) {
        put_list(out, t, "", "");
        pm_out_text(out, "</msub>");
    }
}

/* Signs around the argument of a function, where there are such; else NULL. */
static const struct fence {
    const char *name, *open, *close;
} fences[] = {
    {"card", "|", "|"}, {"abs", "|", "|"}, {"floor", "⌊", "⌋"}, {"ceil", "⌈", "⌉"}};

static const struct fence *fence_of(const struct pm_tree *t)
{
    for (size_t i = 0; i < sizeof fences / sizeof *fences; i++)
        if (t->kind == PM_TREE_CALL && pm_text_is(&t->name, fences[i].name))
            return &fences[i];
    return NULL;
}

static void put_call(struct pm_out *out, const struct pm_tree *t)
{
    const struct fence *fence = fence_of(t);
    if (fence) {
        put_list(out, t, fence->open, fence->close);
        return;
    }
    pm_out_text(out, "<mrow>");
    put_name(out, &t->name);
    put_list(out, t, "(", ")");
    pm_out_text(out, "</mrow>");
}

/* A domain below a sign: an entry a line, which keeps it narrow. */
static void put_below(struct pm_out *out, const char *sign, const struct pm_domain *d)
{
    pm_out_f(out, "<munder>%s<mtable rowspacing=\"0\"><mtr><mtd>", sign);
    put_domain(out, d, "</mtd></mtr><mtr><mtd>");
    pm_out_text(out, "</mtd></mtr></mtable></munder>");
}

/* A sum's sign and what it runs over, and the like; false: it is a set. */
static bool put_over_sign(struct pm_out *out, const struct pm_tree *t)
{
    static const struct {
        const char *name, *sign;
    } signs[] = {{"sum", "<mo>∑</mo>"},    {"prod", "<mo>∏</mo>"},
                 {"min", "<mi>min</mi>"},  {"max", "<mi>max</mi>"},
                 {"exists", "<mo>∃</mo>"}, {"forall", "<mo>∀</mo>"}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (!pm_text_is(&t->name, signs[i].name))
            continue;
        put_below(out, signs[i].sign, t->domain);
        if (i >= 4)
            put_sign(out, ":");
        return true;
    }
    return false;
}

static void put_over(struct pm_out *out, const struct pm_tree *t)
{
    pm_out_text(out, "<mrow>");
    if (put_over_sign(out, t)) {
        put_tree(out, t->parts[0]);
    } else { /* setof */
        put_sign(out, "{");
        put_tree(out, t->parts[0]);
        put_sign(out, "∣");
        put_domain(out, t->domain, "<mo>,</mo>");
        put_sign(out, "}");
    }
    pm_out_text(out, "</mrow>");
}

/* The value in each case, a line each: "else if" goes on in the same list. */
static void put_cases(struct pm_out *out, const struct pm_tree *t)
{
    pm_out_text(out, "<mrow><mo>{</mo><mtable columnalign=\"left\">");
    for (; t && t->kind == PM_TREE_IF; t = t->count > 2 ? t->parts[2] : NULL) {
        pm_out_text(out, "<mtr><mtd>");
        put_tree(out, t->parts[1]);
        pm_out_text(out, "</mtd><mtd><mtext>if&#xA0;</mtext>");
        put_tree(out, t->parts[0]);
        pm_out_text(out, "</mtd></mtr>");
    }
    pm_out_text(out, "<mtr><mtd>");
    if (t)
        put_tree(out, t);
    else
        pm_out_text(out, "<mn>0</mn>");
    pm_out_text(out, "</mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow>");
}

static const struct {
    const char *word, *sign, *negated;
} operators[] = {{"or", "∨", ""},      {"||", "∨", ""},    {"and", "∧", ""},
                 {"&&", "∧", ""},      {"in", "∈", "∉"},   {"within", "⊆", "⊈"},
                 {"<=", "≤", ""},      {">=", "≥", ""},    {"==", "=", ""},
                 {"<>", "≠", ""},      {"!=", "≠", ""},    {"<", "&lt;", ""},
                 {">", "&gt;", ""},    {"union", "∪", ""}, {"diff", "∖", ""},
                 {"symdiff", "△", ""}, {"inter", "∩", ""}, {"cross", "×", ""},
                 {"less", "∸", ""},    {"-", "−", ""},     {"&", "&amp;", ""}};

static const char *sign_of(const struct pm_text *name, bool negated)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (pm_text_is(name, operators[i].word))
            return negated ? operators[i].negated : operators[i].sign;
    return NULL;
}

static void put_operator_sign(struct pm_out *out, const struct pm_text *name)
{
    const char *sign = sign_of(name, false);
    if (sign)
        put_sign(out, sign);
    else if (pm_text_is(name, "mod"))
        pm_out_text(out, "<mo lspace=\"0.22em\" rspace=\"0.22em\">mod</mo>");
    else {
        pm_out_text(out, "<mo>");
        pm_out_xml(out, name->at, pm_text_len(name));
        pm_out_text(out, "</mo>");
    }
}

/* "- x", "not c"; "a not in S" is not over in. */
static void put_prefixed(struct pm_out *out, const struct pm_tree *t)
{
    const struct pm_tree *part = t->parts[0];
    const bool not = pm_text_is(&t->name, "not") || pm_text_is(&t->name, "!");
    const char *negated = not &&part->kind == PM_TREE_OPERATOR && part->count == 2
                              ? sign_of(&part->name, true)
                              : NULL;
    if (negated && *negated) {
        put_tree(out, part->parts[0]);
        put_sign(out, negated);
        put_tree(out, part->parts[1]);
        return;
    }
    if (not )
        put_sign(out, "¬");
    else if (pm_text_is(&t->name, "-"))
        put_sign(out, "−");
    put_tree(out, part);
}

/* What a bracket says is said by the bar of a fraction and by an exponent. */
static const struct pm_tree *bare(const struct pm_tree *t)
{
    return t->kind == PM_TREE_LIST && t->count == 1 ? t->parts[0] : t;
}

static void put_pair(struct pm_out *out, const char *tag, const struct pm_tree *left,
                     const struct pm_tree *right)
{
    pm_out_f(out, "<%s><mrow>", tag);
    put_tree(out, left);
    pm_out_text(out, "</mrow><mrow>");
    put_tree(out, right);
    pm_out_f(out, "</mrow></%s>", tag);
}

/* A factor that would run into its neighbour: a number, a word without indices. */
static bool needs_dot(const struct pm_tree *t)
{
    return t->kind == PM_TREE_NUMBER ||
           (t->kind == PM_TREE_NAME && t->count == 0 && pm_text_len(&t->name) > 1);
}

/* Between two factors; "2n", but "rows · columns". */
static void put_times(struct pm_out *out, const struct pm_tree *left,
                      const struct pm_tree *right)
{
    const bool word =
        left->kind == PM_TREE_NAME && needs_dot(left) && right->kind == PM_TREE_NAME;
    put_sign(out, needs_dot(right) || word ? "·" : "&#x2062;");
}

static void put_operator(struct pm_out *out, const struct pm_tree *t)
{
    if (t->count == 1) {
        put_prefixed(out, t);
        return;
    }
    const struct pm_tree *left = t->parts[0], *right = t->parts[1];
    const bool rounded = pm_text_is(&t->name, "div");
    if (pm_text_is(&t->name, "/") || rounded) {
        if (rounded)
            put_sign(out, "⌊");
        put_pair(out, "mfrac", bare(left), bare(right));
        if (rounded)
            put_sign(out, "⌋");
    } else if (pm_text_is(&t->name, "^") || pm_text_is(&t->name, "**")) {
        put_pair(out, "msup", left, bare(right));
    } else {
        put_tree(out, left);
        if (pm_text_is(&t->name, "*"))
            put_times(out, left, right);
        else
            put_operator_sign(out, &t->name);
        put_tree(out, right);
    }
}

/* {1, ..., n}, with the step where there is one: up to the end. */
static void put_range_head(struct pm_out *out, const struct pm_tree *t)
{
    put_sign(out, "{");
    put_tree(out, t->parts[0]);
    if (t->count > 2) {
        pm_out_text(out, "<mo>,</mo>");
        put_tree(out, t->parts[0]);
        put_sign(out, "+");
        put_tree(out, t->parts[2]);
    }
    pm_out_text(out, "<mo>,</mo><mo>…</mo><mo>,</mo>");
}

static void put_range(struct pm_out *out, const struct pm_tree *t)
{
    put_range_head(out, t);
    put_tree(out, t->parts[1]);
    put_sign(out, "}");
}

/* {S, T} is a product, {i in S: c} a part of one. */
static bool is_named(const struct pm_domain *d)
{
    bool named = d->condition != NULL;
    for (int i = 0; i < d->count; i++)
        named |= d->runs[i].indices != NULL;
    return named;
}

static void put_set(struct pm_out *out, const struct pm_domain *d)
{
    const bool named = is_named(d);
    if (named)
        put_sign(out, "{");
    put_domain(out, d, named ? "<mo>,</mo>" : "<mo>×</mo>");
    if (named)
        put_sign(out, "}");
}

static void put_tree(struct pm_out *out, const struct pm_tree *t)
{
    switch (t->kind) {
    case PM_TREE_NUMBER:
        pm_out_f(out, "<mn>%.*s</mn>", (int)pm_text_len(&t->text), t->text.at);
        break;
    case PM_TREE_STRING:
        put_words(out, &t->text);
        break;
    case PM_TREE_NAME:
        put_named(out, t);
        break;
    case PM_TREE_CALL:
        put_call(out, t);
        break;
    case PM_TREE_OVER:
        put_over(out, t);
        break;
    case PM_TREE_IF:
        put_cases(out, t);
        break;
    case PM_TREE_OPERATOR:
        put_operator(out, t);
        break;
    case PM_TREE_LIST:
        put_list(out, t, "(", ")");
        break;
    case PM_TREE_RANGE:
        put_range(out, t);
        break;
    case PM_TREE_MEMBERS:
        put_list(out, t, "{", "}");
        break;
    case PM_TREE_DOMAIN:
        put_set(out, t->domain);
        break;
    }
}

/* ---- Domains ---- */

static void put_run_head(struct pm_out *out, const struct pm_run *run, char letter)
{
    if (run->indices)
        put_tree(out, run->indices);
    else if (letter)
        pm_out_f(out, "<mi>%c</mi>", letter);
    if (run->indices || letter)
        put_sign(out, "∈");
}

static void put_run(struct pm_out *out, const struct pm_run *run)
{
    pm_out_text(out, "<mrow>");
    put_run_head(out, run, 0);
    put_tree(out, run->set);
    pm_out_text(out, "</mrow>");
}

static void put_domain(struct pm_out *out, const struct pm_domain *d, const char *between)
{
    for (int i = 0; i < d->count; i++) {
        if (i > 0)
            pm_out_text(out, between);
        put_run(out, &d->runs[i]);
    }
    if (d->condition) {
        pm_out_text(out, between[1] == 'm' ? "<mo>:</mo>" : between);
        pm_out_text(out, "<mrow>");
        put_tree(out, d->condition);
        pm_out_text(out, "</mrow>");
    }
}

/* ---- Pieces ---- */

/* A list of elements <math>, as strings of JSON. */
struct pieces {
    struct pm_out *out, piece;
    int count;
};

static void end_piece(struct pieces *p)
{
    if (p->piece.len > 0) {
        pm_out_text(p->out, p->count++ ? ",\"<math>" : "\"<math>");
        struct pm_out escaped = {0};
        pm_json_put(&escaped, p->piece.data, p->piece.len);
        if (escaped.len > 2)
            pm_out_bytes(p->out, escaped.data + 1, escaped.len - 2);
        pm_out_text(p->out, "</math>\"");
        p->out->failed |= p->piece.failed | escaped.failed;
        pm_out_free(&escaped);
    }
    pm_out_free(&p->piece);
    p->piece = (struct pm_out){0};
}

static bool is_one_of(const struct pm_text *name, const char *const *words)
{
    for (; *words; words++)
        if (pm_text_is(name, *words))
            return true;
    return false;
}

/* Where lines may be broken: before these operators. */
static bool breaks(const struct pm_tree *t)
{
    static const char *const signs[] = {"<=",    ">=",    "=",    "==",    "<",   ">",
                                        "+",     "-",     "or",   "||",    "and", "&&",
                                        "union", "inter", "diff", "cross", NULL};
    return t->kind == PM_TREE_OPERATOR && t->count == 2 && is_one_of(&t->name, signs);
}

/* At the head of a piece a plus or minus would pass for a sign of what follows. */
static void put_between(struct pm_out *out, bool minus)
{
    pm_out_f(out, "<mo form=\"infix\">%s</mo>", minus ? "−" : "+");
}

static void put_first_sign(struct pm_out *out, const struct pm_text *name)
{
    if (pm_text_is(name, "+") || pm_text_is(name, "-"))
        put_between(out, pm_text_is(name, "-"));
    else
        put_operator_sign(out, name);
}

static void cut(struct pieces *p, const struct pm_tree *t);

static bool is_logic(const struct pm_tree *t)
{
    static const char *const words[] = {"or", "||", "and", "&&", NULL};
    return t->kind == PM_TREE_OPERATOR && t->count == 2 && is_one_of(&t->name, words);
}

/* Whether a part is one that may be long. */
static bool has_long_part(const struct pm_tree *t)
{
    for (int i = 0; i < t->count; i++)
        if (t->parts[i]->kind == PM_TREE_CALL || t->parts[i]->kind == PM_TREE_OVER)
            return true;
    return false;
}

/* A condition is cut between its comparisons; a comparison stays on a line. */
static void cut_condition(struct pieces *p, const struct pm_tree *t)
{
    if (is_logic(t)) {
        cut_condition(p, t->parts[0]);
        end_piece(p);
        put_operator_sign(&p->piece, &t->name);
        cut_condition(p, t->parts[1]);
    } else if (t->kind == PM_TREE_LIST && t->count == 1) {
        put_sign(&p->piece, "(");
        cut_condition(p, t->parts[0]);
        put_sign(&p->piece, ")");
    } else if (t->kind == PM_TREE_OPERATOR && has_long_part(t)) {
        cut(p, t);
    } else {
        put_tree(&p->piece, t);
    }
}

static void cut_run(struct pieces *p, const struct pm_run *run, char letter)
{
    put_run_head(&p->piece, run, letter);
    cut(p, run->set);
}

/* What a set runs over, an entry a piece, and its condition. */
static void cut_runs(struct pieces *p, const struct pm_domain *d, const char *between)
{
    for (int i = 0; i < d->count; i++) {
        cut_run(p, &d->runs[i], 0);
        if (i + 1 < d->count)
            put_sign(&p->piece, between);
        else if (d->condition)
            put_sign(&p->piece, ":");
        if (i + 1 < d->count || d->condition)
            end_piece(p);
    }
    if (d->condition)
        cut_condition(p, d->condition);
}

/* The members of a set, one after another. */
static void cut_members(struct pieces *p, const struct pm_tree *t)
{
    put_sign(&p->piece, "{");
    for (int i = 0; i < t->count; i++) {
        put_tree(&p->piece, t->parts[i]);
        if (i + 1 < t->count) {
            put_sign(&p->piece, ",");
            end_piece(p);
        }
    }
    put_sign(&p->piece, "}");
}

/* A range whose end is long. */
static bool is_wide(const struct pm_tree *t)
{
    return t->kind == PM_TREE_RANGE && t->count == 2 &&
           (t->parts[0]->kind == PM_TREE_CALL || t->parts[1]->kind == PM_TREE_CALL ||
            t->parts[1]->kind == PM_TREE_IF);
}

/* A set, a sum, what stands in brackets: cut inside, too. */
static bool cut_inside(struct pieces *p, const struct pm_tree *t)
{
    const bool setof = t->kind == PM_TREE_OVER && pm_text_is(&t->name, "setof");
    if (t->kind == PM_TREE_LIST && t->count == 1) {
        put_sign(&p->piece, "(");
        cut(p, t->parts[0]);
        put_sign(&p->piece, ")");
    } else if (setof || (t->kind == PM_TREE_DOMAIN && is_named(t->domain))) {
        put_sign(&p->piece, "{");
        if (setof) {
            put_tree(&p->piece, t->parts[0]);
            put_sign(&p->piece, "∣");
            end_piece(p);
        }
        cut_runs(p, t->domain, ",");
        put_sign(&p->piece, "}");
    } else if (t->kind == PM_TREE_DOMAIN) {
        cut_runs(p, t->domain, "×");
    } else if (t->kind == PM_TREE_MEMBERS && t->count > 1 &&
               t->parts[0]->kind == PM_TREE_LIST) {
        cut_members(p, t);
    } else if (is_wide(t)) {
        put_range_head(&p->piece, t);
        end_piece(p);
        put_tree(&p->piece, t->parts[1]);
        put_sign(&p->piece, "}");
    } else if (fence_of(t) && t->count == 1) {
        put_sign(&p->piece, fence_of(t)->open);
        cut(p, t->parts[0]);
        put_sign(&p->piece, fence_of(t)->close);
    } else if (t->kind == PM_TREE_OVER && put_over_sign(&p->piece, t)) {
        cut(p, t->parts[0]);
    } else if (t->kind == PM_TREE_OPERATOR && t->count == 2 && pm_text_is(&t->name, "*")) {
        cut(p, t->parts[0]);
        put_times(&p->piece, t->parts[0], t->parts[1]);
        cut(p, t->parts[1]);
    } else {
        return false;
    }
    return true;
}

static void cut(struct pieces *p, const struct pm_tree *t)
{
    if (breaks(t)) {
        cut(p, t->parts[0]);
        end_piece(p);
        put_first_sign(&p->piece, &t->name);
        cut(p, t->parts[1]);
    } else if (!cut_inside(p, t)) {
        put_tree(&p->piece, t);
    }
}

static void open_pieces(struct pieces *p, struct pm_out *out, const char *key)
{
    *p = (struct pieces){.out = out};
    pm_out_f(out, ",\"%s\":[", key);
}

static void close_pieces(struct pieces *p)
{
    end_piece(p);
    pm_out_char(p->out, ']');
}

/* "for all i in S, j in T with c", an entry a piece.  `letters` (may be NULL) are for sets whose
 * index has no name. */
static void cut_domain(struct pieces *p, const struct pm_domain *d, const char *letters)
{
    for (int i = 0; d && i < d->count; i++) {
        if (i == 0)
            put_sign(&p->piece, "∀");
        cut_run(p, &d->runs[i], letters ? letters[i] : 0);
        if (i + 1 < d->count || d->condition)
            put_sign(&p->piece, i + 1 < d->count ? "," : ":");
        end_piece(p);
    }
    if (d && d->condition)
        cut_condition(p, d->condition);
}

/* ---- Statements ---- */

static void put_string(struct pm_out *out, const char *key, const struct pm_text *text)
{
    pm_out_f(out, "\"%s\":", key);
    pm_json_put(out, text->at ? text->at : "", text->at ? pm_text_len(text) : 0);
}

/* Letters for sets whose index has no name, none of which the domain uses. */
static void choose_letters(const struct pm_domain *d, char *letters, int most)
{
    static const char alphabet[] = "ijklmnpqrstuvwabcdefgh";
    const char *next = alphabet;
    for (int i = 0; i < most; i++)
        letters[i] = 0;
    for (int i = 0; d && i < d->count && i < most; i++) {
        if (d->runs[i].indices)
            continue;
        while (next[1] && memchr(d->text.at, *next, pm_text_len(&d->text)))
            next++;
        letters[i] = *next;
        next += next[1] != 0;
    }
}

enum { MOST_RUNS = 20 };

/* x with the indices of its domain. */
static void put_declared(struct pm_out *out, const struct pm_statement *s,
                         const char *letters)
{
    const struct pm_domain *d = s->domain;
    if (d)
        pm_out_text(out, "<msub>");
    put_name(out, &s->name);
    if (!d)
        return;
    pm_out_text(out, "<mrow>");
    for (int i = 0; i < d->count && i < MOST_RUNS; i++) {
        const struct pm_tree *indices = d->runs[i].indices;
        if (i > 0)
            put_sign(out, ",");
        if (!indices)
            pm_out_f(out, "<mi>%c</mi>", letters[i]);
        else if (indices->kind == PM_TREE_LIST)
            put_list(out, indices, "", "");
        else
            put_tree(out, indices);
    }
    pm_out_text(out, "</mrow></msub>");
}

static void put_attribute(struct pieces *p, const struct pm_attribute *a, bool further)
{
    static const struct {
        const char *word, *math;
    } words[] = {
        {"integer", "<mo>∈</mo><mi>ℤ</mi>"},
        {"binary", "<mo>∈</mo><mo>{</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo>}</mo>"},
        {"logical", "<mo>∈</mo><mo>{</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo>}</mo>"},
        {"symbolic", "<mtext>, a word</mtext>"},
        {"dimen", "<mtext>, of dimension </mtext>"},
        {"default", "<mtext>, by default </mtext>"},
        {":=", "<mo>=</mo>"}};
    end_piece(p);
    if (further && !pm_text_is(&a->word, "symbolic") && !pm_text_is(&a->word, "dimen") &&
        !pm_text_is(&a->word, "default"))
        put_sign(&p->piece, ",");
    bool found = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (pm_text_is(&a->word, words[i].word)) {
            pm_out_text(&p->piece, words[i].math);
            found = true;
        }
    if (!found)
        put_operator_sign(&p->piece, &a->word);
    if (a->value)
        cut(p, a->value);
}

/* "(19)" at the beginning of the comment behind a statement: its number in the publication. */
static struct pm_text number_of(const struct pm_statement *s)
{
    struct pm_text t = s->note, number, none = {0};
    if (!t.at || !pm_text_word(&t, "("))
        return none;
    number = t;
    while (pm_text_peek(&t) >= '0' && pm_text_peek(&t) <= '9')
        pm_text_take(&t);
    number.end = t.at;
    return pm_text_len(&number) > 0 && pm_text_word(&t, ")") ? number : none;
}

/* "0 <= x + y - 2*s <= 1" in a family "product_..." says s = x*y.  False: it has another form. */
static bool put_product(struct pieces *p, const struct pm_statement *s)
{
    const struct pm_tree *t = s->body, *middle, *sum, *twice;
    if (!pm_text_starts(&s->name, "product_") || !breaks(t) || !breaks(t->parts[0]))
        return false;
    middle = t->parts[0]->parts[1];
    if (!breaks(middle) || !pm_text_is(&middle->name, "-") || !breaks(middle->parts[0]))
        return false;
    sum = middle->parts[0];
    twice = middle->parts[1];
    if (!pm_text_is(&sum->name, "+") || twice->kind != PM_TREE_OPERATOR ||
        twice->count != 2)
        return false;
    put_tree(&p->piece, twice->parts[1]);
    end_piece(p);
    put_sign(&p->piece, "=");
    put_tree(&p->piece, sum->parts[0]);
    put_sign(&p->piece, "·");
    put_tree(&p->piece, sum->parts[1]);
    return true;
}

static void put_statement(struct pm_out *out, const struct pm_statement *s)
{
    char letters[MOST_RUNS];
    struct pieces p;
    const struct pm_text number = number_of(s);
    choose_letters(s->domain, letters, MOST_RUNS);
    pm_out_char(out, '{');
    put_string(out, "name", &s->name);
    pm_out_f(out, ",\"line\":%d,", s->name.line);
    put_string(out, "number", &number);
    pm_out_char(out, ',');
    put_string(out, "note", &s->note);
    open_pieces(&p, out, "formula");
    if (s->kind <= PM_VAR) {
        put_declared(&p.piece, s, letters);
        for (int i = 0; i < s->attribute_count; i++)
            put_attribute(&p, &s->attributes[i], i > 0);
    } else {
        if (s->kind != PM_CONSTRAINT)
            pm_out_text(&p.piece, s->kind == PM_MINIMIZE
                                      ? "<mi>min</mi><mspace width=\"0.5em\"/>"
                                      : "<mi>max</mi><mspace width=\"0.5em\"/>");
        if (!put_product(&p, s))
            cut(&p, s->body);
    }
    close_pieces(&p);
    open_pieces(&p, out, "domain");
    if (s->domain && s->domain->count <= MOST_RUNS)
        cut_domain(&p, s->domain, letters);
    close_pieces(&p);
    pm_out_char(out, '}');
}

pulma_status pm_model_formulas(const char *model, size_t len, struct pm_out *out,
                               pulma_error *err)
{
    static const char *const keys[] = {"sets", "parameters", "variables", "objective",
                                       "constraints"};
    struct pm_arena arena;
    struct pm_statement *statements;
    int count;
    pm_arena_init(&arena, 0);
    pulma_status status = pm_tree_read(model, len, &arena, &statements, &count, err);
    for (int k = 0; status == PULMA_OK && k < 5; k++) {
        bool first = true;
        pm_out_f(out, "%s\"%s\":[", k ? "," : "{", keys[k]);
        for (int i = 0; i < count; i++) {
            const enum pm_statement_kind kind = statements[i].kind;
            if ((kind < PM_MINIMIZE ? (int)kind : kind == PM_CONSTRAINT ? 4 : 3) != k)
                continue;
            if (!first)
                pm_out_char(out, ',');
            first = false;
            put_statement(out, &statements[i]);
        }
        pm_out_char(out, ']');
    }
    pm_out_char(out, '}');
    pm_arena_free(&arena);
    return status == PULMA_OK && out->failed ? pm_fail_memory(err) : status;
}

/* ---- Rows of a program ---- */

/* "x[1,2]" as x with its indices below. */
static void put_column(struct pm_out *out, const char *name)
{
    const size_t len = strcspn(name, "["), all = strlen(name);
    const struct pm_text word = pm_text_of(name, len);
    if (len == all) {
        put_name(out, &word);
        return;
    }
    const struct pm_text indices = pm_text_of(name + len + 1, all - len - 2);
    pm_out_text(out, "<msub>");
    put_name(out, &word);
    pm_out_text(out, "<mn>");
    pm_out_xml(out, indices.at, pm_text_len(&indices));
    pm_out_text(out, "</mn></msub>");
}

static void put_number(struct pm_out *out, double value)
{
    if (value < 0)
        put_sign(out, "−");
    pm_out_text(out, "<mn>");
    pm_out_number(out, fabs(value), 9);
    pm_out_text(out, "</mn>");
}

static void cut_sum(struct pieces *p, const struct pm_program *program,
                    const struct pm_row *row)
{
    bool first = true;
    for (int k = row->first; k < row->first + row->count; k++) {
        const struct pm_entry *e = &program->entries[k];
        if ((e->column == row->stand_in && row->role != PM_LINEAR) || e->value == 0)
            continue;
        if (!first)
            end_piece(p);
        if (!first)
            put_between(&p->piece, e->value < 0);
        else if (e->value < 0)
            put_sign(&p->piece, "−");
        if (fabs(e->value) != 1)
            put_number(&p->piece, fabs(e->value));
        put_column(&p->piece, program->columns[e->column].name);
        first = false;
    }
    if (first)
        pm_out_text(&p->piece, "<mn>0</mn>");
}

static void cut_linear(struct pieces *p, const struct pm_program *program,
                       const struct pm_row *row)
{
    const bool both = isfinite(row->lower) && isfinite(row->upper);
    const bool equal = both && row->lower == row->upper;
    if (both && !equal) {
        put_number(&p->piece, row->lower);
        put_sign(&p->piece, "≤");
    }
    cut_sum(p, program, row);
    end_piece(p);
    put_sign(&p->piece, equal ? "=" : isfinite(row->upper) ? "≤" : "≥");
    put_number(&p->piece, isfinite(row->upper) ? row->upper : row->lower);
}

/* What an absolute value is compared with. */
static double side_of(const struct pm_row *row)
{
    return row->role == PM_ABS_AT_MOST   ? row->upper
           : row->lower + row->upper > 0 ? row->lower
                                         : -row->upper;
}

void pm_row_formula(const struct pm_program *program, int row, struct pm_out *out)
{
    const struct pm_row *r = &program->rows[row];
    struct pieces p = {.out = out};
    pm_out_char(out, '[');
    if (r->role == PM_PRODUCT) {
        put_column(&p.piece, program->columns[r->stand_in].name);
        put_sign(&p.piece, "=");
        put_column(&p.piece, program->columns[r->factors[0]].name);
        put_sign(&p.piece, "·");
        put_column(&p.piece, program->columns[r->factors[1]].name);
    } else if (r->role == PM_ABS_AT_LEAST || r->role == PM_ABS_AT_MOST) {
        put_sign(&p.piece, "|");
        cut_sum(&p, program, r);
        put_sign(&p.piece, "|");
        put_sign(&p.piece, r->role == PM_ABS_AT_MOST ? "≤" : "≥");
        put_number(&p.piece, side_of(r));
    } else {
        cut_linear(&p, program, r);
    }
    close_pieces(&p);
}
