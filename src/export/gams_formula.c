/* Formulas of a model in the words of GAMS.
 *
 * A name that runs is bound to a place; what is no place in GAMS (x[p[i]]) gets a helper index and the
 * condition that it is equal.  `number`, `logic` and `member` are the three things that a tree can
 * mean: a value, a condition, a set of which places are to be members. */
#include "export/gams.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "export/write.h"

static void logic(struct pm_gams *g, const struct pm_tree *t,
                  const struct pm_gams_scope *scope, struct pm_out *out);
static void member(struct pm_gams *g, const struct pm_tree *set,
                   const struct pm_gams_place *places, const struct pm_gams_scope *scope,
                   struct pm_out *out);

static void refuse(struct pm_gams *g, const struct pm_tree *t)
{
    if (g->status == PULMA_OK)
        g->status = pm_fail(
            g->err, PULMA_UNAVAILABLE, &t->text, "the GAMS writer does not know '%.*s'",
            (int)(pm_text_len(&t->text) < 60 ? pm_text_len(&t->text) : 60), t->text.at);
}

static void no_memory(struct pm_gams *g)
{
    if (g->status == PULMA_OK)
        g->status = pm_fail_memory(g->err);
}

/* ---- Names ---- */

static bool same(const struct pm_text *a, const struct pm_text *b)
{
    const size_t len = pm_text_len(a);
    return len == pm_text_len(b) && memcmp(a->at, b->at, len) == 0;
}

static bool taken(const struct pm_gams *g, const char *name)
{
    if (pm_gams_reserved(name))
        return true;
    if (name[0] == 'h' && strspn(name + 1, "0123456789") == strlen(name + 1) && name[1])
        return true; /* a helper */
    for (int i = 0; i < g->symbol_count; i++)
        if (strcasecmp(g->symbols[i].gams, name) == 0)
            return true;
    return false;
}

/* The wanted name if it is free; else with an ending, or with a number too. */
static const char *free_name(struct pm_gams *g, const char *wanted, const char *ending)
{
    char name[80];
    snprintf(name, sizeof name, "%.50s", wanted);
    if (taken(g, name))
        snprintf(name, sizeof name, "%.50s%s", wanted, ending);
    for (int i = 2; taken(g, name); i++)
        snprintf(name, sizeof name, "%.50s%s%d", wanted, ending, i);
    const char *copy = pm_copy(&g->arena, name, strlen(name));
    if (!copy)
        no_memory(g);
    return copy ? copy : "";
}

static struct pm_gams_symbol *add_symbol(struct pm_gams *g, struct pm_text name,
                                         const char *wanted, const char *ending,
                                         const struct pm_statement *statement)
{
    if (g->symbol_count == g->symbol_room) {
        const int room = 2 * g->symbol_room + 64;
        struct pm_gams_symbol *more =
            pm_new(&g->arena, (size_t)room, struct pm_gams_symbol);
        if (!more) {
            no_memory(g);
            return NULL;
        }
        if (g->symbol_count > 0)
            memcpy(more, g->symbols, (size_t)g->symbol_count * sizeof *more);
        g->symbols = more;
        g->symbol_room = room;
    }
    const char *gams = free_name(g, wanted, ending);
    struct pm_gams_symbol *s = &g->symbols[g->symbol_count++];
    *s = (struct pm_gams_symbol){.name = name, .statement = statement, .gams = gams};
    return s;
}

const char *pm_gams_new_name(struct pm_gams *g, const char *wanted)
{
    const struct pm_text none = {0};
    const struct pm_gams_symbol *s = add_symbol(g, none, wanted, "_", NULL);
    return s ? s->gams : "";
}

static struct pm_gams_symbol *find(struct pm_gams *g, const struct pm_text *name)
{
    for (int i = 0; i < g->symbol_count; i++)
        if (g->symbols[i].name.at && same(&g->symbols[i].name, name))
            return &g->symbols[i];
    return NULL;
}

struct pm_gams_symbol *pm_gams_find(struct pm_gams *g, const struct pm_text *name)
{
    struct pm_gams_symbol *s = find(g, name);
    return s && s->statement ? s : NULL;
}

void pm_gams_name(struct pm_gams *g, enum pm_statement_kind kind, const char *ending)
{
    char wanted[60];
    for (int i = 0; i < g->count; i++) {
        const struct pm_statement *s = &g->statements[i];
        if (s->kind != kind)
            continue;
        snprintf(wanted, sizeof wanted, "%.*s", (int)pm_text_len(&s->name), s->name.at);
        add_symbol(g, s->name, wanted, ending, s);
    }
}

/* ---- Indices ---- */

static void name_index(struct pm_gams *g, const struct pm_tree *t)
{
    char wanted[60];
    if (t->kind != PM_TREE_NAME || t->count > 0)
        return;
    for (int i = 0; i < g->count; i++)
        if (same(&g->statements[i].name, &t->name))
            return; /* a parameter in the place of an index */
    if (find(g, &t->name))
        return;
    snprintf(wanted, sizeof wanted, "%.*s", (int)pm_text_len(&t->name), t->name.at);
    add_symbol(g, t->name, wanted, "_", NULL);
}

void pm_gams_name_domain(struct pm_gams *g, const struct pm_domain *d)
{
    for (int i = 0; d && i < d->count; i++) {
        const struct pm_tree *indices = d->runs[i].indices;
        if (indices && indices->kind == PM_TREE_LIST)
            for (int k = 0; k < indices->count; k++)
                name_index(g, indices->parts[k]);
        else if (indices)
            name_index(g, indices);
        pm_gams_name_indices(g, d->runs[i].set);
    }
    if (d && d->condition)
        pm_gams_name_indices(g, d->condition);
}

void pm_gams_name_indices(struct pm_gams *g, const struct pm_tree *t)
{
    pm_gams_name_domain(g, t->domain);
    for (int i = 0; i < t->count; i++)
        pm_gams_name_indices(g, t->parts[i]);
}

static const struct pm_gams_scope *bind(struct pm_gams *g, const struct pm_text *name,
                                        struct pm_gams_place place,
                                        const struct pm_gams_scope *up)
{
    struct pm_gams_scope *s = pm_new(&g->arena, 1, struct pm_gams_scope);
    if (!s) {
        no_memory(g);
        return up;
    }
    *s = (struct pm_gams_scope){.name = *name, .place = place, .up = up};
    return s;
}

static const struct pm_gams_place *bound(const struct pm_gams_scope *scope,
                                         const struct pm_text *name)
{
    for (; scope; scope = scope->up)
        if (same(&scope->name, name))
            return &scope->place;
    return NULL;
}

static struct pm_gams_place new_helper(struct pm_gams *g)
{
    char name[20];
    snprintf(name, sizeof name, "h%d", ++g->helpers);
    if (g->helpers > g->most_helpers)
        g->most_helpers = g->helpers;
    const char *copy = pm_copy(&g->arena, name, strlen(name));
    if (!copy)
        no_memory(g);
    return (struct pm_gams_place){.set = copy ? copy : ""};
}

/* A place for a name that begins to run; one of its own where the name runs already. */
static struct pm_gams_place new_place(struct pm_gams *g, const struct pm_text *name,
                                      const struct pm_gams_scope *scope)
{
    const struct pm_gams_symbol *s = find(g, name);
    if (!s || s->statement)
        return new_helper(g);
    for (const struct pm_gams_scope *up = scope; up; up = up->up)
        if (up->place.set && strcmp(up->place.set, s->gams) == 0)
            return new_helper(g);
    return (struct pm_gams_place){.set = s->gams};
}

/* An expression that GAMS can have as an index: i, i+1, 3. */
static bool is_place(const struct pm_tree *t, const struct pm_gams_scope *scope,
                     struct pm_gams_place *place)
{
    if (t->kind == PM_TREE_LIST && t->count == 1)
        return is_place(t->parts[0], scope, place);
    if (t->kind == PM_TREE_NUMBER) {
        char *end;
        *place = (struct pm_gams_place){.add = strtol(t->text.at, &end, 10)};
        return end == t->text.end;
    }
    if (t->kind == PM_TREE_NAME && t->count == 0) {
        const struct pm_gams_place *p = bound(scope, &t->name);
        if (p)
            *place = *p;
        return p != NULL;
    }
    struct pm_gams_place right;
    if (t->kind != PM_TREE_OPERATOR || t->count != 2 ||
        (!pm_text_is(&t->name, "+") && !pm_text_is(&t->name, "-")) ||
        !is_place(t->parts[0], scope, place) || !is_place(t->parts[1], scope, &right) ||
        right.set)
        return false;
    place->add += *t->name.at == '+' ? right.add : -right.add;
    return true;
}

static void put_place(struct pm_out *out, struct pm_gams_place p)
{
    if (!p.set)
        pm_out_f(out, "'%ld'", p.add);
    else if (p.add == 0)
        pm_out_text(out, p.set);
    else
        pm_out_f(out, "%s%+ld", p.set, p.add);
}

static void put_place_value(struct pm_out *out, struct pm_gams_place p)
{
    if (!p.set)
        pm_out_f(out, p.add < 0 ? "(%ld)" : "%ld", p.add);
    else if (p.add == 0)
        pm_out_f(out, "%s.val", p.set);
    else
        pm_out_f(out, "(%s.val%+ld)", p.set, p.add);
}

/* ---- Indices with conditions ---- */

static void control_name(struct pm_gams_control *c, struct pm_gams_place p)
{
    pm_out_f(&c->names, "%s%s", c->count++ ? "," : "", p.set);
}

/* Begins another condition. */
static struct pm_out *control_and(struct pm_gams_control *c)
{
    if (c->condition.len)
        pm_out_text(&c->condition, " and ");
    return &c->condition;
}

void pm_gams_control_free(struct pm_out *out, struct pm_gams_control *c)
{
    out->failed |= c->names.failed || c->condition.failed;
    pm_out_free(&c->names);
    pm_out_free(&c->condition);
}

void pm_gams_put_control(struct pm_out *out, const struct pm_gams_control *c)
{
    pm_out_f(out, c->count > 1 ? "(%s)" : "%s", c->names.data ? c->names.data : "");
    if (c->condition.len)
        pm_out_f(out, "$(%s)", c->condition.data);
}

/* The place of any expression: if need be, a helper that is equal to it. */
static struct pm_gams_place place_of(struct pm_gams *g, const struct pm_tree *t,
                                     const struct pm_gams_scope *scope,
                                     struct pm_gams_control *c)
{
    struct pm_gams_place p;
    if (is_place(t, scope, &p))
        return p;
    p = new_helper(g);
    control_name(c, p);
    pm_out_f(control_and(c), "%s.val = ", p.set);
    pm_gams_number(g, t, scope, &c->condition);
    return p;
}

static int dimension(const struct pm_gams *g, const struct pm_tree *set)
{
    return pm_set_dimension(g->statements, g->count, set);
}

/* The indices of one run, each bound if it begins here. */
static const struct pm_gams_scope *run_places(struct pm_gams *g, const struct pm_run *run,
                                              const struct pm_gams_scope *scope,
                                              struct pm_gams_control *c,
                                              struct pm_gams_place places[PM_MOST_INDICES])
{
    const int n = dimension(g, run->set);
    const struct pm_tree *list = run->indices;
    const bool tuple = list && list->kind == PM_TREE_LIST;
    if (n > PM_MOST_INDICES || (list && n != (tuple ? list->count : 1))) {
        refuse(g, run->set);
        return scope;
    }
    const struct pm_gams_scope *inner = scope;
    for (int k = 0; k < n; k++) {
        const struct pm_tree *index = tuple ? list->parts[k] : list;
        if (!index) {
            control_name(c, places[k] = new_helper(g));
            continue;
        }
        const bool starts = index->kind == PM_TREE_NAME && index->count == 0 &&
                            !pm_gams_find(g, &index->name) &&
                            (!tuple || !bound(scope, &index->name));
        if (!starts) {
            places[k] = place_of(g, index, scope, c);
            continue;
        }
        places[k] = new_place(g, &index->name, inner);
        control_name(c, places[k]);
        inner = bind(g, &index->name, places[k], inner);
    }
    return inner;
}

const struct pm_gams_scope *pm_gams_domain(struct pm_gams *g, const struct pm_domain *d,
                                           const struct pm_gams_scope *scope,
                                           struct pm_gams_control *c)
{
    struct pm_gams_place places[PM_MOST_INDICES];
    for (int i = 0; d && i < d->count && g->status == PULMA_OK; i++) {
        scope = run_places(g, &d->runs[i], scope, c, places);
        if (g->status == PULMA_OK)
            member(g, d->runs[i].set, places, scope, control_and(c));
    }
    if (d && d->condition) {
        struct pm_out *out = control_and(c);
        const bool mixed = d->condition->kind == PM_TREE_OPERATOR &&
                           (pm_text_is(&d->condition->name, "or") ||
                            pm_text_is(&d->condition->name, "||"));
        pm_out_text(out, mixed ? "(" : "");
        logic(g, d->condition, scope, out);
        pm_out_text(out, mixed ? ")" : "");
    }
    return scope;
}

/* ---- References ---- */

static void put_indexed(struct pm_out *out, const char *name,
                        const struct pm_gams_place *places, int n)
{
    pm_out_text(out, name);
    for (int k = 0; k < n; k++) {
        pm_out_char(out, k ? ',' : '(');
        put_place(out, places[k]);
    }
    pm_out_text(out, n ? ")" : "");
}

/* The product that stands for this variable; NULL: it is a variable. */
static const struct pm_tree_product *product_of(const struct pm_gams *g,
                                                const struct pm_text *name)
{
    for (int i = 0; i < g->product_count; i++)
        if (same(&g->products[i].of->name, name))
            return &g->products[i];
    return NULL;
}

static void put_product(struct pm_gams *g, const struct pm_tree_product *p,
                        const struct pm_gams_place *places, struct pm_out *out)
{
    const struct pm_gams_scope *scope = NULL;
    for (int k = 0; k < p->of->count; k++)
        scope = bind(g, &p->of->parts[k]->name, places[k], scope);
    pm_gams_number(g, p->factors[0], scope, out);
    pm_out_char(out, '*');
    pm_gams_number(g, p->factors[1], scope, out);
}

/* A set, parameter or variable with its indices, and more places after them. */
static void reference(struct pm_gams *g, struct pm_gams_symbol *s, const struct pm_tree *t,
                      const struct pm_gams_place *more, int more_count,
                      const struct pm_gams_scope *scope, struct pm_out *out)
{
    struct pm_gams_place places[2 * PM_MOST_INDICES];
    struct pm_gams_control c = {0};
    const struct pm_tree_product *product = product_of(g, &s->name);
    if (t->count > PM_MOST_INDICES) {
        refuse(g, t);
        return;
    }
    s->used = true;
    for (int k = 0; k < t->count; k++)
        places[k] = place_of(g, t->parts[k], scope, &c);
    for (int k = 0; k < more_count; k++)
        places[t->count + k] = more[k];
    const bool set = s->statement->kind == PM_SET;
    if (c.count > 0 && set) { /* as a condition: some helper is a member */
        put_indexed(control_and(&c), s->gams, places, t->count + more_count);
        pm_out_text(out, "sum(");
        pm_gams_put_control(out, &c);
        pm_out_text(out, ", 1)");
    } else {
        if (c.count > 0) {
            pm_out_text(out, "sum(");
            pm_gams_put_control(out, &c);
            pm_out_text(out, ", ");
        }
        if (product)
            put_product(g, product, places, out);
        else
            put_indexed(out, s->gams, places, t->count + more_count);
        pm_out_text(out, c.count > 0 ? ")" : "");
    }
    pm_gams_control_free(out, &c);
}

/* ---- Sets ---- */

/* Whether the value depends on nothing that runs. */
static bool is_closed(struct pm_gams *g, const struct pm_tree *t,
                      const struct pm_gams_scope *scope)
{
    if (t->kind == PM_TREE_OVER || t->domain ||
        (t->kind == PM_TREE_NAME && (bound(scope, &t->name) || !pm_gams_find(g, &t->name))))
        return false;
    for (int i = 0; i < t->count; i++)
        if (!is_closed(g, t->parts[i], scope))
            return false;
    return true;
}

/* "to_n" for 1..n, "from_0_to_3" for others. */
static struct pm_gams_symbol *range_symbol(struct pm_gams *g, const struct pm_tree *t)
{
    char name[60];
    size_t len = 0;
    for (int i = 0; i < g->symbol_count; i++)
        if (g->symbols[i].is_range && same(&g->symbols[i].name, &t->text))
            return &g->symbols[i];
    for (int k = pm_text_is(&t->parts[0]->text, "1"); k < 2; k++) {
        len += (size_t)snprintf(name + len, sizeof name - len, k ? "%sto_" : "%sfrom_",
                                len ? "_" : "");
        for (const char *c = t->parts[k]->text.at; c < t->parts[k]->text.end && len < 45;
             c++) {
            const bool plain = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') ||
                               (*c >= 'A' && *c <= 'Z');
            if (plain || (name[len - 1] != '_' && c + 1 < t->parts[k]->text.end))
                name[len++] = plain ? *c : '_';
        }
        name[len] = '\0';
    }
    struct pm_gams_symbol *s = add_symbol(g, t->text, name, "_", NULL);
    if (s)
        s->is_range = s->used = true;
    return s;
}

static void in_range(struct pm_gams *g, const struct pm_tree *t, struct pm_gams_place p,
                     const struct pm_gams_scope *scope, struct pm_out *out)
{
    if (t->count > 2) {
        refuse(g, t);
        return;
    }
    if (is_closed(g, t, scope)) {
        const struct pm_gams_symbol *s = range_symbol(g, t);
        if (s)
            put_indexed(out, s->gams, &p, 1);
        return;
    }
    pm_out_char(out, '(');
    put_place_value(out, p);
    pm_out_text(out, " >= ");
    pm_gams_number(g, t->parts[0], scope, out);
    pm_out_text(out, " and ");
    put_place_value(out, p);
    pm_out_text(out, " <= ");
    pm_gams_number(g, t->parts[1], scope, out);
    pm_out_char(out, ')');
}

/* "i.val = 3 and j.val = 4": the places are those of one element. */
static void is_element(struct pm_gams *g, const struct pm_tree *t,
                       const struct pm_gams_place *places,
                       const struct pm_gams_scope *scope, struct pm_out *out)
{
    const bool tuple = t->kind == PM_TREE_LIST && t->count > 1;
    for (int k = 0; k < (tuple ? t->count : 1); k++) {
        pm_out_text(out, k ? " and " : "");
        put_place_value(out, places[k]);
        pm_out_text(out, " = ");
        pm_gams_number(g, tuple ? t->parts[k] : t, scope, out);
    }
}

static void in_members(struct pm_gams *g, const struct pm_tree *t,
                       const struct pm_gams_place *places,
                       const struct pm_gams_scope *scope, struct pm_out *out)
{
    pm_out_text(out, t->count == 0 ? "(0" : "(");
    for (int i = 0; i < t->count; i++) {
        pm_out_text(out, i ? " or " : "");
        is_element(g, t->parts[i], places, scope, out);
    }
    pm_out_char(out, ')');
}

/* {i in S, j in T: ...} as a set: its names are the places. */
static void in_domain(struct pm_gams *g, const struct pm_tree *t,
                      const struct pm_gams_place *places, const struct pm_gams_scope *scope,
                      struct pm_out *out)
{
    const struct pm_domain *d = t->domain;
    struct pm_gams_control c = {0};
    int at = 0;
    for (int i = 0; i < d->count; i++) {
        const struct pm_tree *indices = d->runs[i].indices;
        const int n = dimension(g, d->runs[i].set);
        for (int k = 0; indices && k < n; k++) {
            const struct pm_tree *index =
                indices->kind == PM_TREE_LIST ? indices->parts[k] : indices;
            if (index->kind == PM_TREE_NAME)
                scope = bind(g, &index->name, places[at + k], scope);
        }
        member(g, d->runs[i].set, places + at, scope, control_and(&c));
        at += n;
    }
    if (d->condition)
        logic(g, d->condition, scope, control_and(&c));
    pm_out_f(out, "(%s)", c.condition.data ? c.condition.data : "1");
    pm_gams_control_free(out, &c);
}

/* setof{...} (i,j): some values of the domain give the places. */
static void in_image(struct pm_gams *g, const struct pm_tree *t,
                     const struct pm_gams_place *places, const struct pm_gams_scope *scope,
                     struct pm_out *out)
{
    struct pm_gams_control c = {0};
    scope = pm_gams_domain(g, t->domain, scope, &c);
    is_element(g, t->parts[0], places, scope, control_and(&c));
    pm_out_text(out, "sum(");
    pm_gams_put_control(out, &c);
    pm_out_text(out, ", 1)");
    pm_gams_control_free(out, &c);
}

static void in_combination(struct pm_gams *g, const struct pm_tree *t,
                           const struct pm_gams_place *places,
                           const struct pm_gams_scope *scope, struct pm_out *out)
{
    static const struct {
        const char *set, *gams;
    } words[] = {{"union", " or "},
                 {"diff", " and not "},
                 {"inter", " and "},
                 {"symdiff", " xor "},
                 {"cross", " and "}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (t->count != 2 || !pm_text_is(&t->name, words[i].set))
            continue;
        const int skip = pm_text_is(&t->name, "cross") ? dimension(g, t->parts[0]) : 0;
        pm_out_char(out, '(');
        member(g, t->parts[0], places, scope, out);
        pm_out_text(out, words[i].gams);
        member(g, t->parts[1], places + skip, scope, out);
        pm_out_char(out, ')');
        return;
    }
    refuse(g, t);
}

/* The condition that the places are a member of the set. */
static void member(struct pm_gams *g, const struct pm_tree *set,
                   const struct pm_gams_place *places, const struct pm_gams_scope *scope,
                   struct pm_out *out)
{
    struct pm_gams_symbol *s;
    if (g->status)
        return;
    switch (set->kind) {
    case PM_TREE_NAME:
        s = pm_gams_find(g, &set->name);
        if (s && s->statement->kind == PM_SET)
            reference(g, s, set, places, dimension(g, set), scope, out);
        else
            refuse(g, set);
        break;
    case PM_TREE_RANGE:
        in_range(g, set, places[0], scope, out);
        break;
    case PM_TREE_MEMBERS:
        in_members(g, set, places, scope, out);
        break;
    case PM_TREE_DOMAIN:
        in_domain(g, set, places, scope, out);
        break;
    case PM_TREE_OPERATOR:
        in_combination(g, set, places, scope, out);
        break;
    case PM_TREE_OVER:
        if (pm_text_is(&set->name, "setof"))
            in_image(g, set, places, scope, out);
        else
            refuse(g, set);
        break;
    case PM_TREE_LIST:
        if (set->count == 1)
            member(g, set->parts[0], places, scope, out);
        else
            refuse(g, set);
        break;
    default:
        refuse(g, set);
    }
}

/* ---- Logic ---- */

static void in_set(struct pm_gams *g, const struct pm_tree *t,
                   const struct pm_gams_scope *scope, struct pm_out *out)
{
    const struct pm_tree *left = t->parts[0];
    const bool tuple = left->kind == PM_TREE_LIST;
    const int n = tuple ? left->count : 1;
    struct pm_gams_place places[PM_MOST_INDICES];
    struct pm_gams_control c = {0};
    if (n > PM_MOST_INDICES || n != dimension(g, t->parts[1])) {
        refuse(g, t);
        return;
    }
    for (int k = 0; k < n; k++)
        places[k] = place_of(g, tuple ? left->parts[k] : left, scope, &c);
    if (c.count == 0) {
        member(g, t->parts[1], places, scope, out);
    } else {
        member(g, t->parts[1], places, scope, control_and(&c));
        pm_out_text(out, "sum(");
        pm_gams_put_control(out, &c);
        pm_out_text(out, ", 1)");
    }
    pm_gams_control_free(out, &c);
}

/* exists: some are counted; forall: none is counted that fails. */
static void quantified(struct pm_gams *g, const struct pm_tree *t,
                       const struct pm_gams_scope *scope, struct pm_out *out)
{
    const bool all = pm_text_is(&t->name, "forall");
    struct pm_gams_control c = {0};
    scope = pm_gams_domain(g, t->domain, scope, &c);
    pm_out_text(control_and(&c), all ? "not (" : "(");
    logic(g, t->parts[0], scope, &c.condition);
    pm_out_char(&c.condition, ')');
    pm_out_text(out, "(sum(");
    pm_gams_put_control(out, &c);
    pm_out_text(out, all ? ", 1) = 0)" : ", 1) > 0)");
    pm_gams_control_free(out, &c);
}

static const struct {
    const char *sign, *gams;
    bool numbers;
} connectives[] = {{"or", " or ", false},  {"||", " or ", false}, {"and", " and ", false},
                   {"&&", " and ", false}, {"<", " < ", true},    {"<=", " <= ", true},
                   {"=", " = ", true},     {"==", " = ", true},   {">=", " >= ", true},
                   {">", " > ", true},     {"<>", " <> ", true},  {"!=", " <> ", true}};

static bool connected(struct pm_gams *g, const struct pm_tree *t,
                      const struct pm_gams_scope *scope, struct pm_out *out)
{
    for (size_t i = 0; i < sizeof connectives / sizeof *connectives; i++) {
        if (!pm_text_is(&t->name, connectives[i].sign))
            continue;
        for (int k = 0; k < 2; k++) {
            if (connectives[i].numbers)
                pm_gams_number(g, t->parts[k], scope, out);
            else
                logic(g, t->parts[k], scope, out);
            pm_out_text(out, k ? "" : connectives[i].gams);
        }
        return true;
    }
    return false;
}

static void logic(struct pm_gams *g, const struct pm_tree *t,
                  const struct pm_gams_scope *scope, struct pm_out *out)
{
    if (g->status)
        return;
    if (t->kind == PM_TREE_OPERATOR && t->count == 1 &&
        (pm_text_is(&t->name, "not") || pm_text_is(&t->name, "!"))) {
        pm_out_text(out, "not (");
        logic(g, t->parts[0], scope, out);
        pm_out_char(out, ')');
    } else if (t->kind == PM_TREE_OPERATOR && pm_text_is(&t->name, "in")) {
        in_set(g, t, scope, out);
    } else if (t->kind == PM_TREE_LIST && t->count == 1) {
        pm_out_char(out, '(');
        logic(g, t->parts[0], scope, out);
        pm_out_char(out, ')');
    } else if (t->kind == PM_TREE_OVER &&
               (pm_text_is(&t->name, "exists") || pm_text_is(&t->name, "forall"))) {
        quantified(g, t, scope, out);
    } else if (t->kind != PM_TREE_OPERATOR || t->count != 2 ||
               !connected(g, t, scope, out)) {
        pm_gams_number(g, t, scope, out);
    }
}

/* ---- Numbers ---- */

/* sum and the like over a domain. */
static void iterated(struct pm_gams *g, const struct pm_tree *t,
                     const struct pm_gams_scope *scope, struct pm_out *out)
{
    static const char *const words[][2] = {
        {"sum", "sum"}, {"prod", "prod"}, {"min", "smin"}, {"max", "smax"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!pm_text_is(&t->name, words[i][0]))
            continue;
        struct pm_gams_control c = {0};
        scope = pm_gams_domain(g, t->domain, scope, &c);
        if (c.count == 0 &&
            g->status == PULMA_OK) { /* every index was known: if it is there */
            pm_out_char(out, '(');
            pm_gams_number(g, t->parts[0], scope, out);
            pm_out_f(out, ")$(%s)", c.condition.data ? c.condition.data : "1");
        } else {
            pm_out_f(out, "%s(", words[i][1]);
            pm_gams_put_control(out, &c);
            pm_out_text(out, ", ");
            pm_gams_number(g, t->parts[0], scope, out);
            pm_out_char(out, ')');
        }
        pm_gams_control_free(out, &c);
        return;
    }
    refuse(g, t);
}

/* card(S). */
static void cardinality(struct pm_gams *g, const struct pm_tree *set,
                        const struct pm_gams_scope *scope, struct pm_out *out)
{
    struct pm_gams_symbol *s =
        set->kind == PM_TREE_NAME ? pm_gams_find(g, &set->name) : NULL;
    if (s && set->count == 0 && s->statement->kind == PM_SET) {
        s->used = true;
        pm_out_f(out, "card(%s)", s->gams);
        return;
    }
    struct pm_run run = {.set = (struct pm_tree *)(uintptr_t)set};
    const struct pm_domain once = {.count = 1, .runs = &run};
    struct pm_gams_control c = {0};
    pm_gams_domain(g, set->kind == PM_TREE_DOMAIN ? set->domain : &once, scope, &c);
    pm_out_text(out, "sum(");
    pm_gams_put_control(out, &c);
    pm_out_text(out, ", 1)");
    pm_gams_control_free(out, &c);
}

static void call(struct pm_gams *g, const struct pm_tree *t,
                 const struct pm_gams_scope *scope, struct pm_out *out)
{
    static const char *const known[] = {"abs", "ceil", "floor", "exp",   "log", "sqrt",
                                        "min", "max",  "round", "trunc", "sin", "cos"};
    if (pm_text_is(&t->name, "card") && t->count == 1) {
        cardinality(g, t->parts[0], scope, out);
        return;
    }
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        is_known |= pm_text_is(&t->name, known[i]);
    if (!is_known) {
        refuse(g, t);
        return;
    }
    pm_out_bytes(out, t->name.at, pm_text_len(&t->name));
    for (int k = 0; k < t->count; k++) {
        pm_out_text(out, k ? ", " : "(");
        pm_gams_number(g, t->parts[k], scope, out);
    }
    pm_out_char(out, ')');
}

/* "(a)$(c) + (b)$(not (c))": GAMS leaves out what stands before a $ that is false. */
static void conditional(struct pm_gams *g, const struct pm_tree *t,
                        const struct pm_gams_scope *scope, struct pm_out *out)
{
    struct pm_out condition = {0};
    logic(g, t->parts[0], scope, &condition);
    pm_out_text(out, t->count > 2 ? "((" : "(");
    pm_gams_number(g, t->parts[1], scope, out);
    pm_out_f(out, ")$(%s)", condition.data ? condition.data : "");
    if (t->count > 2) {
        pm_out_text(out, " + (");
        pm_gams_number(g, t->parts[2], scope, out);
        pm_out_f(out, ")$(not (%s)))", condition.data ? condition.data : "");
    }
    out->failed |= condition.failed;
    pm_out_free(&condition);
}

/* Two numbers and what is between them.  What GAMS rounds or signs otherwise is put in words. */
static void arithmetic(struct pm_gams *g, const struct pm_tree *t,
                       const struct pm_gams_scope *scope, struct pm_out *out)
{
    struct pm_out left = {0}, right = {0};
    pm_gams_number(g, t->parts[0], scope, &left);
    pm_gams_number(g, t->parts[1], scope, &right);
    const char *a = left.data ? left.data : "", *b = right.data ? right.data : "";
    if (pm_text_is(&t->name, "mod")) /* with the sign of b */
        pm_out_f(out, "(%s - %s*floor((%s)/(%s)))", a, b, a, b);
    else if (pm_text_is(&t->name, "div"))
        pm_out_f(out, "trunc((%s)/(%s))", a, b);
    else if (pm_text_is(&t->name, "less"))
        pm_out_f(out, "max(0, %s - (%s))", a, b);
    else if (pm_text_is(&t->name, "**") || pm_text_is(&t->name, "^"))
        pm_out_f(out, t->parts[1]->kind == PM_TREE_LIST ? "%s**%s" : "%s**(%s)", a, b);
    else if (pm_text_is(&t->name, "*") || pm_text_is(&t->name, "/"))
        pm_out_f(out, "%s%c%s", a, *t->name.at, b);
    else if (pm_text_is(&t->name, "+") || pm_text_is(&t->name, "-"))
        pm_out_f(out, "%s %c %s", a, *t->name.at, b);
    else
        refuse(g, t);
    out->failed |= left.failed || right.failed;
    pm_out_free(&left);
    pm_out_free(&right);
}

static void named(struct pm_gams *g, const struct pm_tree *t,
                  const struct pm_gams_scope *scope, struct pm_out *out)
{
    const struct pm_gams_place *p = t->count == 0 ? bound(scope, &t->name) : NULL;
    struct pm_gams_symbol *s = pm_gams_find(g, &t->name);
    if (p)
        put_place_value(out, *p);
    else if (pm_text_is(&t->name, "Infinity"))
        pm_out_text(out, "inf");
    else if (s && (s->statement->kind == PM_VAR || s->statement->kind == PM_PARAM))
        reference(g, s, t, NULL, 0, scope, out);
    else
        refuse(g, t);
}

void pm_gams_number(struct pm_gams *g, const struct pm_tree *t,
                    const struct pm_gams_scope *scope, struct pm_out *out)
{
    if (g->status)
        return;
    if (t->kind == PM_TREE_NUMBER) {
        pm_out_bytes(out, t->text.at, pm_text_len(&t->text));
    } else if (t->kind == PM_TREE_NAME) {
        named(g, t, scope, out);
    } else if (t->kind == PM_TREE_OVER) {
        iterated(g, t, scope, out);
    } else if (t->kind == PM_TREE_CALL) {
        call(g, t, scope, out);
    } else if (t->kind == PM_TREE_IF) {
        conditional(g, t, scope, out);
    } else if (t->kind == PM_TREE_LIST && t->count == 1) {
        pm_out_char(out, '(');
        pm_gams_number(g, t->parts[0], scope, out);
        pm_out_char(out, ')');
    } else if (t->kind == PM_TREE_OPERATOR && t->count == 2) {
        arithmetic(g, t, scope, out);
    } else if (t->kind == PM_TREE_OPERATOR && pm_text_is(&t->name, "-")) {
        pm_out_text(out, "(-");
        pm_gams_number(g, t->parts[0], scope, out);
        pm_out_char(out, ')');
    } else if (t->kind == PM_TREE_OPERATOR && pm_text_is(&t->name, "+")) {
        pm_gams_number(g, t->parts[0], scope, out);
    } else {
        refuse(g, t);
    }
}
