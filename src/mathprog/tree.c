/* MathProg statements as trees.
 *
 * One table of operators with their ranks serves numbers, sets and logic, as in formula.c: what a
 * part means is told by where it stands.  Brackets are kept as lists of one, so that a writer need
 * not find out again where they are due.
 *
 * Without memory a tree is NULL and the reader's status says so; what is made of it is not used. */
#include "mathprog/tree.h"

#include <string.h>

#include "mathprog/formula.h"

enum { MAX_DEPTH = 200 };

struct reader {
    struct pm_formula f;
    struct pm_out nothing;
    struct pm_arena *arena;
    const char *end; /* of the token before the one that is looked at */
    int depth;
};

enum rank {
    OR = 1,
    AND,
    NOT,
    RELATION,
    UNION,
    INTERSECTION,
    CROSS,
    RANGE,
    SUM,
    PRODUCT,
    POWER
};

static const struct {
    const char *sign;
    enum rank rank;
} operators[] = {{"or", OR},
                 {"||", OR},
                 {"and", AND},
                 {"&&", AND},
                 {"in", RELATION},
                 {"<", RELATION},
                 {"<=", RELATION},
                 {"=", RELATION},
                 {"==", RELATION},
                 {">=", RELATION},
                 {">", RELATION},
                 {"<>", RELATION},
                 {"!=", RELATION},
                 {"union", UNION},
                 {"diff", UNION},
                 {"symdiff", UNION},
                 {"cross", CROSS},
                 {"+", SUM},
                 {"inter", INTERSECTION},
                 {"-", SUM},
                 {"less", SUM},
                 {"*", PRODUCT},
                 {"/", PRODUCT},
                 {"div", PRODUCT},
                 {"mod", PRODUCT},
                 {"within", RELATION}};

static struct pm_tree *expression(struct reader *r, enum rank rank);
static struct pm_domain *domain(struct reader *r);

/* ---- Tokens and trees ---- */

static void next(struct reader *r)
{
    r->end = r->f.token.end;
    pm_formula_next(&r->f);
}

static bool is(const struct reader *r, const char *word)
{
    return pm_formula_is(&r->f, word);
}

static bool accept(struct reader *r, const char *word)
{
    if (!is(r, word))
        return false;
    next(r);
    return true;
}

static void expect(struct reader *r, const char *word)
{
    if (is(r, word))
        next(r);
    else
        pm_formula_expect(&r->f, word);
}

static bool good(const struct reader *r)
{
    return r->f.status == PULMA_OK;
}

static void *get(struct reader *r, size_t n, size_t size)
{
    void *p = pm_alloc(r->arena, n, size);
    if (!p && good(r)) {
        r->f.status = pm_fail_memory(r->f.err);
        pm_formula_fail(&r->f, "memory");
    }
    return p;
}

/* A tree that begins where `from` does. */
static struct pm_tree *node(struct reader *r, enum pm_tree_kind kind, struct pm_text from)
{
    struct pm_tree *t = get(r, 1, sizeof *t);
    if (t) {
        t->kind = kind;
        t->name = t->text = from;
    }
    return t;
}

/* One more part; the room for them doubles. */
static void add(struct reader *r, struct pm_tree *t, struct pm_tree *part)
{
    if (!t || !part)
        return;
    if ((t->count & (t->count - 1)) == 0) {
        struct pm_tree **parts = get(r, 2 * (size_t)t->count + 1, sizeof *parts);
        if (!parts)
            return;
        if (t->count > 0)
            memcpy(parts, t->parts, (size_t)t->count * sizeof *parts);
        t->parts = parts;
    }
    t->parts[t->count++] = part;
}

/* The tree ends with the last token. */
static struct pm_tree *done(struct reader *r, struct pm_tree *t)
{
    if (t)
        t->text.end = r->end;
    return t;
}

static void list(struct reader *r, struct pm_tree *t, const char *close)
{
    if (!is(r, close))
        do
            add(r, t, expression(r, OR));
        while (good(r) && accept(r, ","));
    expect(r, close);
}

/* ---- Primaries ---- */

static struct pm_tree *conditional(struct reader *r, struct pm_text from)
{
    struct pm_tree *t = node(r, PM_TREE_IF, from);
    add(r, t, expression(r, OR));
    expect(r, "then");
    add(r, t, expression(r, UNION));
    if (accept(r, "else"))
        add(r, t, expression(r, UNION));
    return done(r, t);
}

/* Operators over a domain, and how far what is behind it reaches. */
static const struct {
    const char *name;
    enum rank body;
} iterators[] = {{"sum", PRODUCT}, {"prod", PRODUCT},    {"min", PRODUCT},
                 {"max", PRODUCT}, {"exists", RELATION}, {"forall", RELATION},
                 {"setof", SUM}};

static struct pm_tree *over(struct reader *r, struct pm_text from)
{
    for (size_t i = 0; i < sizeof iterators / sizeof *iterators; i++)
        if (pm_text_is(&from, iterators[i].name)) {
            struct pm_tree *t = node(r, PM_TREE_OVER, from);
            struct pm_domain *d = domain(r);
            if (t)
                t->domain = d;
            add(r, t, expression(r, iterators[i].body));
            return done(r, t);
        }
    return NULL;
}

static struct pm_tree *named(struct reader *r)
{
    const struct pm_text from = r->f.token;
    next(r);
    if (pm_text_is(&from, "if"))
        return conditional(r, from);
    struct pm_tree *t = is(r, "{") ? over(r, from) : NULL;
    if (t || !good(r))
        return t;
    if (accept(r, "(")) {
        t = node(r, PM_TREE_CALL, from);
        list(r, t, ")");
        return done(r, t);
    }
    t = node(r, PM_TREE_NAME, from);
    if (accept(r, "["))
        list(r, t, "]");
    if (accept(r, ".")) /* x.val and the like mean x itself */
        next(r);
    return done(r, t);
}

/* {1, 2}, {(0,1), (1,0)} and {}, or a domain as a set. */
static struct pm_tree *braces(struct reader *r)
{
    const struct pm_text from = r->f.token;
    struct pm_tree *t = node(r, PM_TREE_DOMAIN, from);
    struct pm_formula before = r->f;
    next(r);
    if (is(r, "}")) {
        next(r);
        if (t)
            t->kind = PM_TREE_MEMBERS;
        return done(r, t);
    }
    r->f = before;
    struct pm_domain *d = domain(r);
    if (!t || !d)
        return NULL;
    t->domain = d;
    const struct pm_tree *first = d->runs[0].set;
    const bool members = !d->runs[0].indices &&
                         (first->kind == PM_TREE_NUMBER || first->kind == PM_TREE_LIST ||
                          first->kind == PM_TREE_STRING);
    for (int i = 0; members && i < d->count; i++)
        add(r, t, d->runs[i].set);
    if (members)
        t->kind = PM_TREE_MEMBERS;
    return done(r, t);
}

static struct pm_tree *primary(struct reader *r)
{
    const struct pm_text from = r->f.token;
    if (r->f.kind == PM_TOKEN_NUMBER || r->f.kind == PM_TOKEN_STRING) {
        const bool number = r->f.kind == PM_TOKEN_NUMBER;
        next(r);
        return done(r, node(r, number ? PM_TREE_NUMBER : PM_TREE_STRING, from));
    }
    if (r->f.kind == PM_TOKEN_NAME)
        return named(r);
    if (is(r, "{"))
        return braces(r);
    if (accept(r, "(")) {
        struct pm_tree *t = node(r, PM_TREE_LIST, from);
        list(r, t, ")");
        return done(r, t);
    }
    pm_formula_fail(&r->f, "an expression");
    return NULL;
}

/* ---- Operators ---- */

/* `sign` before one part. */
static struct pm_tree *prefix(struct reader *r, enum rank rank)
{
    struct pm_tree *t = node(r, PM_TREE_OPERATOR, r->f.token);
    next(r);
    add(r, t, expression(r, rank));
    return done(r, t);
}

static struct pm_tree *join(struct reader *r, struct pm_tree *left, struct pm_text sign,
                            enum rank right)
{
    struct pm_tree *t = left ? node(r, PM_TREE_OPERATOR, left->text) : NULL;
    if (t)
        t->name = sign;
    add(r, t, left);
    add(r, t, expression(r, right));
    return done(r, t);
}

static struct pm_tree *power(struct reader *r)
{
    struct pm_tree *t = primary(r);
    while (good(r) && (is(r, "^") || is(r, "**"))) {
        const struct pm_text sign = r->f.token;
        next(r);
        t = join(r, t, sign, POWER);
    }
    return t;
}

static struct pm_tree *prefixed(struct reader *r, enum rank rank)
{
    if (rank <= NOT && (is(r, "not") || is(r, "!")))
        return prefix(r, NOT);
    if (is(r, "-") || is(r, "+"))
        return prefix(r, PRODUCT);
    return power(r);
}

static struct pm_tree *range(struct reader *r, struct pm_tree *from)
{
    struct pm_tree *t = from ? node(r, PM_TREE_RANGE, from->text) : NULL;
    add(r, t, from);
    add(r, t, expression(r, SUM));
    if (accept(r, "by"))
        add(r, t, expression(r, SUM));
    return done(r, t);
}

/* "a not in S": as not (a in S). */
static struct pm_tree *negated(struct reader *r, struct pm_tree *left)
{
    struct pm_tree *t = left ? node(r, PM_TREE_OPERATOR, left->text) : NULL;
    if (t)
        t->name = r->f.token;
    next(r);
    const struct pm_text sign = r->f.token;
    if (!is(r, "in"))
        pm_formula_fail(&r->f, "'in'");
    next(r);
    add(r, t, join(r, left, sign, UNION));
    return done(r, t);
}

static enum rank rank_of(const struct reader *r)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (is(r, operators[i].sign))
            return operators[i].rank;
    return (enum rank)0;
}

static struct pm_tree *expression(struct reader *r, enum rank rank)
{
    if (!good(r))
        return NULL;
    if (++r->depth > MAX_DEPTH) {
        pm_formula_fail(&r->f, "an expression that is nested less deep");
        return NULL;
    }
    struct pm_tree *t = prefixed(r, rank);
    while (good(r)) {
        if (rank <= RANGE && accept(r, "..")) {
            t = range(r, t);
            continue;
        }
        if (rank <= RELATION && (is(r, "not") || is(r, "!"))) {
            t = negated(r, t);
            continue;
        }
        const enum rank found = rank_of(r);
        if (!found || found < rank)
            break;
        const struct pm_text sign = r->f.token;
        next(r);
        t = join(r, t, sign, (enum rank)(found + 1));
    }
    r->depth--;
    return good(r) ? t : NULL;
}

/* ---- Domains ---- */

static struct pm_domain *domain(struct reader *r)
{
    struct pm_domain *d = get(r, 1, sizeof *d);
    int room = 0;
    expect(r, "{");
    if (d)
        d->text = r->f.token;
    while (d && good(r)) {
        if (d->count == room) {
            struct pm_run *runs = get(r, 2 * (size_t)room + 4, sizeof *runs);
            if (!runs)
                return NULL;
            if (room > 0)
                memcpy(runs, d->runs, (size_t)room * sizeof *runs);
            d->runs = runs;
            room = 2 * room + 4;
        }
        struct pm_run *run = &d->runs[d->count++];
        run->set = expression(r, UNION);
        if (accept(r, "in")) {
            run->indices = run->set;
            run->set = expression(r, UNION);
        }
        if (!accept(r, ","))
            break;
    }
    if (d && accept(r, ":"))
        d->condition = expression(r, OR);
    if (d)
        d->text.end = r->end;
    expect(r, "}");
    return good(r) ? d : NULL;
}

/* ---- Statements ---- */

static bool accept_attribute(struct reader *r, struct pm_attribute *a)
{
    static const struct {
        const char *word;
        bool value;
    } words[] = {{"integer", false}, {"binary", false}, {"symbolic", false},
                 {"logical", false}, {"dimen", true},   {"within", true},
                 {"in", true},       {"default", true}, {":=", true},
                 {"<=", true},       {">=", true},      {"==", true},
                 {"=", true},        {"<>", true},      {"!=", true},
                 {"<", true},        {">", true}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(r, words[i].word)) {
            *a = (struct pm_attribute){.word = r->f.token};
            next(r);
            if (words[i].value)
                a->value = expression(r, UNION);
            return true;
        }
    return false;
}

static void attributes(struct reader *r, struct pm_statement *s)
{
    enum { MOST = 12 };
    s->attributes = get(r, MOST, sizeof *s->attributes);
    accept(r, ",");
    while (s->attributes && good(r) &&
           accept_attribute(r, &s->attributes[s->attribute_count])) {
        if (++s->attribute_count == MOST)
            pm_formula_fail(&r->f, "fewer attributes");
        accept(r, ",");
    }
}

/* Of a constraint: one relation or two; "e, >= a" is another way to say the first. */
static void relation(struct reader *r, struct pm_statement *s)
{
    s->body = expression(r, OR);
    if (good(r) && accept(r, ",")) {
        const struct pm_text sign = r->f.token;
        next(r);
        s->body = join(r, s->body, sign, UNION);
    }
}

static void accept_subject_to(struct reader *r)
{
    if (accept(r, "s.t."))
        return;
    if (accept(r, "subject") || accept(r, "subj"))
        expect(r, "to");
}

/* Name, alias and domain, then what belongs to the kind; up to the semicolon. */
static void statement(struct reader *r, struct pm_statement *s)
{
    if (r->f.kind != PM_TOKEN_NAME)
        pm_formula_fail(&r->f, "a name");
    s->name = s->text = r->f.token;
    next(r);
    if (r->f.kind == PM_TOKEN_STRING)
        next(r);
    if (is(r, "{"))
        s->domain = domain(r);
    if (s->kind <= PM_VAR) {
        attributes(r, s);
    } else {
        accept(r, ",");
        expect(r, ":");
        if (s->kind == PM_CONSTRAINT)
            relation(r, s);
        else
            s->body = expression(r, UNION);
    }
    s->text.end = r->end;
    expect(r, ";");
    s->note = r->f.note;
}

/* To the end of the statement, over braces and whatever is in them. */
static void skip_statement(struct reader *r)
{
    for (int open = 0; r->f.kind != PM_TOKEN_END && (open > 0 || !is(r, ";")); next(r))
        open += is(r, "{") - is(r, "}");
    expect(r, ";");
}

static bool skipped(const struct reader *r)
{
    return is(r, "check") || is(r, "display") || is(r, "printf");
}

static bool ended(const struct reader *r)
{
    return !good(r) || r->f.kind == PM_TOKEN_END || is(r, "solve") || is(r, "data") ||
           is(r, "end");
}

static enum pm_statement_kind kind_of(struct reader *r)
{
    static const char *const words[] = {"set", "param", "var", "minimize", "maximize"};
    for (int i = 0; i < PM_CONSTRAINT; i++)
        if (accept(r, words[i]))
            return (enum pm_statement_kind)i;
    accept_subject_to(r);
    return PM_CONSTRAINT;
}

pulma_status pm_tree_read(const char *model, size_t len, struct pm_arena *arena,
                          struct pm_statement **statements, int *count, pulma_error *err)
{
    struct reader r = {.arena = arena};
    int room = 0;
    *count = 0;
    *statements = NULL;
    pm_formula_open(&r.f, model, len, &r.nothing, err);
    while (!ended(&r)) {
        if (skipped(&r)) {
            skip_statement(&r);
            continue;
        }
        if (*count == room) {
            struct pm_statement *more = get(&r, 2 * (size_t)room + 16, sizeof *more);
            if (!more)
                break;
            if (room > 0)
                memcpy(more, *statements, (size_t)room * sizeof *more);
            *statements = more;
            room = 2 * room + 16;
        }
        struct pm_statement *s = &(*statements)[(*count)++];
        s->kind = kind_of(&r);
        statement(&r, s);
    }
    pm_out_free(&r.nothing);
    return r.f.status;
}

const struct pm_attribute *pm_tree_attribute(const struct pm_statement *statement,
                                             const char *word)
{
    for (int i = 0; i < statement->attribute_count; i++)
        if (pm_text_is(&statement->attributes[i].word, word))
            return &statement->attributes[i];
    return NULL;
}

/* ---- Products ---- */

bool pm_tree_is_operator(const struct pm_tree *t, const char *sign)
{
    return t->kind == PM_TREE_OPERATOR && t->count == 2 && pm_text_is(&t->name, sign);
}

static bool has_plain_indices(const struct pm_tree *t)
{
    for (int i = 0; i < t->count; i++)
        if (t->parts[i]->kind != PM_TREE_NAME || t->parts[i]->count > 0)
            return false;
    return t->kind == PM_TREE_NAME;
}

bool pm_tree_is_product(const struct pm_statement *s, struct pm_tree_product *product)
{
    if (s->kind != PM_CONSTRAINT || !pm_text_starts(&s->name, "product_") ||
        !pm_tree_is_operator(s->body, "<=") ||
        !pm_tree_is_operator(s->body->parts[0], "<="))
        return false;
    const struct pm_tree *middle = s->body->parts[0]->parts[1];
    if (!pm_tree_is_operator(middle, "-") || !pm_tree_is_operator(middle->parts[0], "+") ||
        !pm_tree_is_operator(middle->parts[1], "*"))
        return false;
    *product = (struct pm_tree_product){
        .of = middle->parts[1]->parts[1],
        .factors = {middle->parts[0]->parts[0], middle->parts[0]->parts[1]}};
    return has_plain_indices(product->of);
}
