/* Folding the text of a model (fold.h).
 *
 * Everything is told from the trees of its statements; names are looked for in the text of an
 * expression, so an index of an inner sum that has the same name counts too, which does no harm.  A
 * text that is not understood is left as it is: the translator will say what is wrong with it. */
#include "program/fold.h"

#include <assert.h>
#include <string.h>

#include "mathprog/formula.h"
#include "mathprog/tree.h"

enum {
    MOST_TRIED =
        16, /* rows called product_...: a text that has more is not looked through */
    MOST_USES = 30, /* of one product */
    MOST_EDITS = MOST_TRIED * (MOST_USES + 2)
};

/* A part of the text that becomes another. */
struct edit {
    struct pm_text from;
    struct pm_out to;
};

struct folder {
    const struct pm_source *source;
    struct pm_statement *statements;
    int count;
    struct edit *edits; /* MOST_EDITS of them, in the order of the text */
    int edit_count;
};

/* sum{...} s[...], and the statement that has it. */
struct use {
    const struct pm_statement *in;
    const struct pm_tree *sum;
};

/* A product while it is looked at. */
struct candidate {
    const struct pm_statement *var, *row;
    struct pm_tree_product product;
    struct use uses[MOST_USES];
    int use_count; /* that there are, even if they are more */
};

/* ---- Texts ---- */

static bool same(const struct pm_text *a, const struct pm_text *b)
{
    return pm_text_len(a) == pm_text_len(b) && memcmp(a->at, b->at, pm_text_len(a)) == 0;
}

/* The same but for blanks. */
static bool alike(struct pm_text a, struct pm_text b)
{
    for (;;) {
        pm_text_space(&a);
        pm_text_space(&b);
        if (pm_text_ended(&a) || pm_text_ended(&b))
            return pm_text_ended(&a) && pm_text_ended(&b);
        if (pm_text_take(&a) != pm_text_take(&b))
            return false;
    }
}

static bool in_name(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_';
}

/* Whether a name stands in a text. */
static bool mentions(struct pm_text text, const struct pm_text *name)
{
    while (!pm_text_ended(&text)) {
        struct pm_text word = text;
        while (in_name(pm_text_peek(&text)))
            pm_text_take(&text);
        word.end = text.at;
        if (pm_text_len(&word) > 0 && same(&word, name))
            return true;
        if (!pm_text_ended(&text))
            pm_text_take(&text);
    }
    return false;
}

static void put(struct pm_out *out, const struct pm_text *text)
{
    pm_out_bytes(out, text->at, pm_text_len(text));
}

/* ---- Indices ---- */

static int run_indices(const struct pm_run *run)
{
    return run->indices->kind == PM_TREE_LIST ? run->indices->count : 1;
}

static const struct pm_text *run_index(const struct pm_run *run, int i)
{
    const bool list = run->indices->kind == PM_TREE_LIST;
    return list ? &run->indices->parts[i]->text : &run->indices->text;
}

static bool is_plain_name(const struct pm_tree *t)
{
    return t->kind == PM_TREE_NAME && t->count == 0;
}

/* Whether all indices of a domain have names. */
static bool is_named(const struct pm_domain *d)
{
    for (int i = 0; i < d->count; i++) {
        const struct pm_tree *indices = d->runs[i].indices;
        if (!indices ||
            (indices->kind == PM_TREE_LIST ? indices->count == 0 : !is_plain_name(indices)))
            return false;
        for (int k = 0; indices->kind == PM_TREE_LIST && k < indices->count; k++)
            if (!is_plain_name(indices->parts[k]))
                return false;
    }
    return true;
}

/* The number of an index in a domain, or -1. */
static int find_index(const struct pm_domain *d, const struct pm_text *name)
{
    int n = 0;
    for (int i = 0; i < d->count; n += run_indices(&d->runs[i++]))
        for (int k = 0; k < run_indices(&d->runs[i]); k++)
            if (same(run_index(&d->runs[i], k), name))
                return n + k;
    return -1;
}

static int count_indices(const struct pm_domain *d)
{
    int n = 0;
    for (int i = 0; i < d->count; i++)
        n += run_indices(&d->runs[i]);
    return n;
}

/* Whether a text mentions an index of a run. */
static bool needs(const struct pm_text *text, const struct pm_run *run)
{
    for (int k = 0; k < run_indices(run); k++)
        if (mentions(*text, run_index(run, k)))
            return true;
    return false;
}

/* ---- Which products ---- */

static bool is_binary(const struct pm_statement *s)
{
    return s->attribute_count == 1 && pm_text_is(&s->attributes[0].word, "binary");
}

static const struct pm_statement *find_variable(const struct folder *f,
                                                const struct pm_text *name)
{
    for (int i = 0; i < f->count; i++)
        if (f->statements[i].kind == PM_VAR && same(&f->statements[i].name, name))
            return &f->statements[i];
    return NULL;
}

/* 0 <= x + y - 2*s <= 1 with these very numbers, and variables that are declared as binary. */
static bool is_candidate(const struct folder *f, const struct pm_statement *row,
                         struct candidate *c)
{
    *c = (struct candidate){.row = row};
    if (!pm_tree_is_product(row, &c->product) || !row->domain || !is_named(row->domain))
        return false;
    const struct pm_tree *middle = row->body->parts[0]->parts[1];
    c->var = find_variable(f, &c->product.of->name);
    for (int i = 0; i < 2; i++) {
        const struct pm_tree *factor = c->product.factors[i];
        const struct pm_statement *var =
            factor->kind == PM_TREE_NAME ? find_variable(f, &factor->name) : NULL;
        if (!var || !is_binary(var))
            return false;
    }
    return c->var && is_binary(c->var) && c->var->domain &&
           alike(c->var->domain->text, row->domain->text) &&
           pm_text_is(&row->body->parts[0]->parts[0]->text, "0") &&
           pm_text_is(&row->body->parts[1]->text, "1") &&
           pm_text_is(&middle->parts[1]->parts[0]->text, "2") &&
           count_indices(row->domain) <= PM_FOLD_INDICES;
}

static bool is_sum_of(const struct pm_tree *t, const struct pm_statement *var)
{
    return t->kind == PM_TREE_OVER && pm_text_is(&t->name, "sum") &&
           t->parts[0]->kind == PM_TREE_NAME && same(&t->parts[0]->name, &var->name);
}

/* The sums of the variable in an expression.  A long sum is deep at its left end only, which is not
 * followed by recursion. */
static void find_uses(const struct pm_statement *in, const struct pm_tree *t,
                      struct candidate *c)
{
    while (t && !is_sum_of(t, c->var)) {
        for (int i = 1; i < t->count; i++)
            find_uses(in, t->parts[i], c);
        t = t->count > 0 ? t->parts[0] : NULL;
    }
    if (!t)
        return;
    if (c->use_count < MOST_USES)
        c->uses[c->use_count] = (struct use){in, t};
    c->use_count++;
}

/* How often a name stands in the model.  -1: the text cannot be read. */
static int count_name(const struct pm_source *source, const struct pm_text *name)
{
    struct pm_formula t;
    struct pm_out nothing = {0};
    int n = 0;
    for (pm_formula_open(&t, source->model, source->model_len, &nothing, NULL);
         t.kind != PM_TOKEN_END; pm_formula_next(&t))
        n += t.kind == PM_TOKEN_NAME && same(&t.token, name);
    pm_out_free(&nothing);
    return t.status == PULMA_OK ? n : -1;
}

static bool has_run(const struct pm_domain *d, const struct pm_run *run)
{
    for (int i = 0; i < d->count; i++)
        if (alike(d->runs[i].indices->text, run->indices->text) &&
            alike(d->runs[i].set->text, run->set->text))
            return true;
    return false;
}

/* Whether the outer indices of a sum and those that it runs over are those of the product, with its
 * condition on the outer ones. */
static bool fits(const struct candidate *c, const struct use *use)
{
    const struct pm_domain *all = c->row->domain, *outer = use->in->domain,
                           *inner = use->sum->domain;
    if (!outer || inner->condition || !is_named(outer) || !is_named(inner) ||
        outer->count + inner->count != all->count ||
        !alike(use->sum->parts[0]->text, c->product.of->text) ||
        (outer->condition != NULL) != (all->condition != NULL) ||
        (all->condition && !alike(outer->condition->text, all->condition->text)))
        return false;
    for (int i = 0; i < all->count; i++)
        if (has_run(outer, &all->runs[i]) == has_run(inner, &all->runs[i]))
            return false;
    for (int i = 0; i < c->product.of->count; i++)
        if ((find_index(outer, &c->product.of->parts[i]->text) < 0) ==
            (find_index(inner, &c->product.of->parts[i]->text) < 0))
            return false;
    return c->product.of->count == count_indices(all);
}

/* The variable stands in its declaration, in its definition and in sums of one form. */
static bool is_folded(const struct folder *f, struct candidate *c)
{
    for (int i = 0; i < f->count; i++)
        if (f->statements[i].kind == PM_CONSTRAINT && &f->statements[i] != c->row)
            find_uses(&f->statements[i], f->statements[i].body, c);
    if (c->use_count == 0 || c->use_count > MOST_USES ||
        count_name(f->source, &c->var->name) != 2 + c->use_count ||
        count_name(f->source, &c->row->name) != 1)
        return false;
    for (int i = 0; i < c->use_count; i++)
        if (!fits(c, &c->uses[i]) ||
            !alike(c->uses[i].in->domain->text, c->uses[0].in->domain->text) ||
            !alike(c->uses[i].sum->domain->text, c->uses[0].sum->domain->text))
            return false;
    return true;
}

/* ---- The other text ---- */

static struct pm_out *edit(struct folder *f, const struct pm_text *from)
{
    assert(f->edit_count < MOST_EDITS);
    int i = f->edit_count++;
    for (; i > 0 && f->edits[i - 1].from.at > from->at; i--)
        f->edits[i] = f->edits[i - 1];
    f->edits[i] = (struct edit){.from = *from};
    return &f->edits[i].to;
}

static void put_run(struct pm_out *out, const struct pm_run *run)
{
    put(out, &run->indices->text);
    pm_out_text(out, " in ");
    put(out, &run->set->text);
}

/* The outer runs that a factor and the inner sets depend on. */
static void choose_runs(const struct pm_domain *outer, const struct pm_domain *inner,
                        const struct pm_tree *factor, bool *chosen)
{
    for (int i = outer->count - 1; i >= 0; i--) {
        chosen[i] = needs(&factor->text, &outer->runs[i]);
        for (int k = 0; k < inner->count; k++)
            chosen[i] |= needs(&inner->runs[k].set->text, &outer->runs[i]);
        for (int k = i + 1; k < outer->count; k++)
            chosen[i] |= chosen[k] && needs(&outer->runs[k].set->text, &outer->runs[i]);
    }
}

/* Whether the condition speaks of chosen runs only. */
static bool keeps_condition(const struct pm_domain *outer, const bool *chosen)
{
    for (int i = 0; outer->condition && i < outer->count; i++)
        if (!chosen[i] && needs(&outer->condition->text, &outer->runs[i]))
            return false;
    return outer->condition != NULL;
}

/* "pm_left_1{k in K, i in I}: x[i,k] >= 0" */
static void put_factors(const struct candidate *c, int number, int side,
                        struct pm_folding_part *part, struct pm_out *out)
{
    const struct pm_domain *outer = c->uses[0].in->domain, *inner = c->uses[0].sum->domain;
    bool chosen[PM_FOLD_INDICES];
    choose_runs(outer, inner, c->product.factors[side], chosen);
    pm_out_f(out, "%s_%d{", side == 0 ? "pm_left" : "pm_right", number);
    for (int i = 0, n = 0; i < outer->count; i++) {
        for (int k = 0; k < run_indices(&outer->runs[i]); k++)
            part->linked[side][n++] = chosen[i];
        if (chosen[i]) {
            put_run(out, &outer->runs[i]);
            pm_out_text(out, ", ");
        }
    }
    for (int i = 0; i < inner->count; i++) {
        pm_out_text(out, i ? ", " : "");
        put_run(out, &inner->runs[i]);
    }
    if (keeps_condition(outer, chosen)) {
        pm_out_text(out, ": ");
        put(out, &outer->condition->text);
    }
    pm_out_text(out, "}: ");
    put(out, &c->product.factors[side]->text);
    pm_out_text(out, " >= 0");
}

/* "pm_fold_1[k,t]" */
static void put_sum(const struct pm_domain *outer, int number, struct pm_out *out)
{
    pm_out_f(out, "pm_fold_%d[", number);
    for (int i = 0; i < outer->count; i++)
        for (int k = 0; k < run_indices(&outer->runs[i]); k++) {
            pm_out_text(out, i + k ? "," : "");
            put(out, run_index(&outer->runs[i], k));
        }
    pm_out_char(out, ']');
}

static void fold_product(struct folder *f, const struct candidate *c, int number,
                         struct pm_folding_part *part)
{
    const struct pm_domain *outer = c->uses[0].in->domain, *inner = c->uses[0].sum->domain;
    *part = (struct pm_folding_part){.family = c->row->name,
                                     .variable = c->var->name,
                                     .user = c->uses[0].in->name,
                                     .outer = count_indices(outer),
                                     .inner = count_indices(inner)};
    for (int i = 0; i < c->product.of->count; i++) {
        const struct pm_text *name = &c->product.of->parts[i]->text;
        const int at = find_index(outer, name);
        part->places[i] = at >= 0 ? at : part->outer + find_index(inner, name);
    }
    struct pm_out *out = edit(f, &c->var->text);
    pm_out_f(out, "pm_fold_%d{", number);
    put(out, &outer->text);
    pm_out_text(out, "}, integer, >= 0");
    out = edit(f, &c->row->text);
    put_factors(c, number, 0, part, out);
    pm_out_text(out, "; s.t. ");
    put_factors(c, number, 1, part, out);
    for (int i = 0; i < c->use_count; i++)
        put_sum(outer, number, edit(f, &c->uses[i].sum->text));
}

/* What follows `solve;` may name variables that are whole, and no rows: so the answers of the
 * folded program are told apart by the same columns as those of the program. */
static bool prints_whole(const struct folder *f)
{
    struct pm_formula t;
    struct pm_out nothing = {0};
    bool solved = false, good = true;
    for (pm_formula_open(&t, f->source->model, f->source->model_len, &nothing, NULL);
         t.kind != PM_TOKEN_END; pm_formula_next(&t)) {
        solved |= pm_formula_is(&t, "solve");
        for (int i = 0; solved && t.kind == PM_TOKEN_NAME && i < f->count; i++) {
            const struct pm_statement *s = &f->statements[i];
            if (s->kind >= PM_VAR && same(&s->name, &t.token))
                good &= s->kind == PM_VAR &&
                        (pm_tree_attribute(s, "binary") || pm_tree_attribute(s, "integer"));
        }
    }
    pm_out_free(&nothing);
    return good && t.status == PULMA_OK;
}

/* Most models have none, and need not be read for that. */
static bool has_products(const struct pm_source *source)
{
    static const char word[] = "product_";
    const size_t len = sizeof word - 1;
    for (size_t i = 0; i + len <= source->model_len; i++)
        if (memcmp(source->model + i, word, len) == 0)
            return true;
    return false;
}

/* A name that pulma takes for itself. */
static bool has_own_name(const struct folder *f)
{
    for (int i = 0; i < f->count; i++)
        if (pm_text_starts(&f->statements[i].name, "pm_"))
            return true;
    return false;
}

static void put_text(const struct folder *f, struct pm_out *out)
{
    const char *at = f->source->model, *end = at + f->source->model_len;
    for (int i = 0; i < f->edit_count; i++) {
        const struct edit *e = &f->edits[i];
        pm_out_bytes(out, at, (size_t)(e->from.at - at));
        pm_out_bytes(out, e->to.data, e->to.len);
        out->failed |= e->to.failed;
        at = e->from.end;
    }
    pm_out_bytes(out, at, (size_t)(end - at));
}

static void fold_all(struct folder *f, struct pm_folding *folding)
{
    int tried = 0;
    for (int i = 0; i < f->count && tried < MOST_TRIED; i++) {
        struct candidate c;
        if (!is_candidate(f, &f->statements[i], &c))
            continue;
        tried++;
        if (!is_folded(f, &c))
            continue;
        fold_product(f, &c, folding->count + 1, &folding->parts[folding->count]);
        folding->count++;
    }
}

void pm_fold(const struct pm_source *source, struct pm_folding *folding)
{
    *folding = (struct pm_folding){.source = *source};
    struct pm_arena *arena = &folding->arena;
    struct folder f = {.source = source};
    pm_arena_init(arena, 0);
    if (!has_products(source) ||
        pm_tree_read(source->model, source->model_len, arena, &f.statements, &f.count,
                     NULL) != PULMA_OK ||
        has_own_name(&f) || !prints_whole(&f))
        return;
    folding->parts = pm_new(arena, MOST_TRIED, struct pm_folding_part);
    f.edits = pm_new(arena, MOST_EDITS, struct edit);
    if (!folding->parts || !f.edits)
        return;
    fold_all(&f, folding);
    put_text(&f, &folding->text);
    for (int i = 0; i < f.edit_count; i++)
        pm_out_free(&f.edits[i].to);
    if (folding->text.failed)
        folding->count = 0;
    if (folding->count > 0) {
        folding->source.model = folding->text.data;
        folding->source.model_len = folding->text.len;
    }
}

void pm_fold_nothing(struct pm_folding *folding, const struct pm_source *source)
{
    folding->source = *source;
    folding->count = 0;
}

void pm_folding_free(struct pm_folding *folding)
{
    pm_out_free(&folding->text);
    pm_arena_free(&folding->arena);
}
