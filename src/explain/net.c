#include "explain/net.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making ---- */

enum { NOBODY = -1, SEVERAL = -2 };

/* Decisions about helping variables until an instance is thought to hold. */
enum { HOLDS_DECISIONS = 1000 };
/* Of them that are turned before all that is thought through. */
enum { MOST_TURNED = 4 };

/* What is collected before the rows are sorted by instance. */
struct making {
    const struct pm_rules *rules;
    struct pm_net *net;
    struct pm_net_row *rows;
    size_t row_size;
    int row_count;
    struct pm_net_term *terms;
    size_t term_size, term_count;
    int *reason_of; /* by variable: the reason whose selector it is, or 0 */
    int *link;      /* by variable: helping variables that definitions tie together */
    int *owner;     /* by variable at the end of a link: the instance that uses it */
    bool failed;
};

static bool is_helping(const struct making *m, int variable)
{
    return m->net->place_of[variable] < 0 && m->reason_of[variable] == 0;
}

static int end_of(const struct making *m, int variable)
{
    while (m->link[variable] != variable)
        variable = m->link[variable] = m->link[m->link[variable]];
    return variable;
}

static void begin_row(struct making *m, int instance, int64_t bound)
{
    size_t wanted = (size_t)m->row_count + 1;
    if (!pm_grow((void **)&m->rows, &m->row_size, wanted, sizeof *m->rows)) {
        m->failed = true;
        return;
    }
    m->rows[m->row_count++] =
        (struct pm_net_row){.first = m->term_count, .instance = instance, .bound = bound};
}

/* A constant counts at once; a weight above the bound is as good as the bound. */
static void add_term(struct making *m, pm_lit lit, int weight)
{
    if (m->failed || lit == PM_FALSE)
        return;
    struct pm_net_row *row = &m->rows[m->row_count - 1];
    if (lit == PM_TRUE) {
        row->bound -= weight;
        return;
    }
    if (!pm_grow((void **)&m->terms, &m->term_size, m->term_count + 1, sizeof *m->terms)) {
        m->failed = true;
        return;
    }
    m->terms[m->term_count++] = (struct pm_net_term){.lit = lit, .weight = weight};
    row->n++;
    row->heaviest = weight > row->heaviest ? weight : row->heaviest;
}

/* Rows that always hold are not kept. */
static void end_row(struct making *m)
{
    if (m->failed || m->rows[m->row_count - 1].bound > 0)
        return;
    m->term_count = m->rows[m->row_count - 1].first;
    m->row_count--;
}

static void take_rows(struct making *m)
{
    const struct pm_rules *r = m->rules;
    for (int i = 0; i < r->row_count && !m->failed; i++) {
        const struct pm_linear *row = &r->rows[i];
        begin_row(m, row->reason, row->bound);
        for (int j = 0; j < row->n; j++)
            add_term(m, r->row_lits.data[row->first + (size_t)j],
                     r->row_weights.data[row->first + (size_t)j]);
        end_row(m);
    }
}

/* A clause without a selector is a definition, to be given to an instance later. */
static size_t take_clause(struct making *m, size_t at)
{
    const int *lits = m->rules->clauses.data;
    begin_row(m, 0, 1);
    for (; lits[at] != 0; at++) {
        int reason = m->reason_of[abs(lits[at])];
        if (reason && !m->failed)
            m->rows[m->row_count - 1].instance = reason;
        else
            add_term(m, lits[at], 1);
    }
    end_row(m);
    return at + 1;
}

static void take_clauses(struct making *m)
{
    const struct pm_rules *r = m->rules;
    size_t skip = 0;
    for (size_t at = 0; at < r->clauses.len && !m->failed;) {
        if (skip < r->in_rows.len && at == (size_t)r->in_rows.data[skip]) {
            at = (size_t)r->in_rows.data[skip + 1];
            skip += 2;
        } else {
            at = take_clause(m, at);
        }
    }
}

/* Variables that a definition ties together have the same owner. */
static void tie_helping(struct making *m, const struct pm_net_row *row)
{
    int first = 0;
    for (int i = 0; i < row->n; i++) {
        int variable = abs(m->terms[row->first + (size_t)i].lit);
        if (!is_helping(m, variable))
            continue;
        if (first)
            m->link[end_of(m, variable)] = end_of(m, first);
        first = variable;
    }
}

static void own_helping(struct making *m, const struct pm_net_row *row)
{
    for (int i = 0; i < row->n; i++) {
        int variable = abs(m->terms[row->first + (size_t)i].lit);
        if (!is_helping(m, variable))
            continue;
        int *owner = &m->owner[end_of(m, variable)];
        *owner = *owner == NOBODY || *owner == row->instance ? row->instance : SEVERAL;
    }
}

/* A definition goes to the only instance that uses its variables; NOBODY: it is not needed. */
static void give_definition(struct making *m, struct pm_net_row *row)
{
    for (int i = 0; i < row->n; i++) {
        int variable = abs(m->terms[row->first + (size_t)i].lit);
        if (!is_helping(m, variable))
            continue;
        int owner = m->owner[end_of(m, variable)];
        row->instance = owner == SEVERAL ? 0 : owner;
        return;
    }
}

static void give_definitions(struct making *m)
{
    for (int i = 0; i < m->row_count; i++)
        if (m->rows[i].instance == 0)
            tie_helping(m, &m->rows[i]);
    for (int i = 0; i < m->row_count; i++)
        if (m->rows[i].instance != 0)
            own_helping(m, &m->rows[i]);
    for (int i = 0; i < m->row_count; i++)
        if (m->rows[i].instance == 0)
            give_definition(m, &m->rows[i]);
}

/* Sorts the rows by instance, in the order in which they were stated, and their terms. */
static bool sort_rows(struct making *m)
{
    struct pm_net *net = m->net;
    int *next = calloc((size_t)net->instance_count + 1, sizeof *next);
    net->rows = calloc((size_t)m->row_count + 1, sizeof *net->rows);
    net->terms = calloc(m->term_count + 1, sizeof *net->terms);
    if (!next || !net->rows || !net->terms) {
        free(next);
        return false;
    }
    for (int i = 0; i < m->row_count; i++)
        if (m->rows[i].instance != NOBODY)
            net->instances[m->rows[i].instance].row_count++;
    for (int i = 0; i < net->instance_count; i++) {
        next[i] = net->instances[i].first_row = net->row_count;
        net->row_count += net->instances[i].row_count;
    }
    for (int i = 0; i < m->row_count; i++)
        if (m->rows[i].instance != NOBODY)
            net->rows[next[m->rows[i].instance]++] = m->rows[i];
    free(next);
    size_t at = 0;
    for (int r = 0; r < net->row_count; r++) {
        struct pm_net_row *row = &net->rows[r];
        for (int i = 0; i < row->n; i++) {
            net->terms[at + (size_t)i] = m->terms[row->first + (size_t)i];
            net->terms[at + (size_t)i].row = r;
        }
        row->first = at;
        row->effort = row->n;
        at += (size_t)row->n;
    }
    return true;
}

static bool is_usual(const struct pm_net *net, pm_lit lit)
{
    return net->usual[abs(lit)] == (lit > 0 ? 1 : -1);
}

/* The rows of each variable, and what these have in the usual world. */
static bool list_uses(struct pm_net *net, size_t term_count)
{
    size_t variables = (size_t)net->variable_count + 1;
    net->first_use = calloc(variables + 1, sizeof *net->first_use);
    net->uses = calloc(term_count + 1, sizeof *net->uses);
    if (!net->first_use || !net->uses)
        return false;
    for (size_t t = 0; t < term_count; t++)
        net->first_use[abs(net->terms[t].lit) + 1]++;
    for (size_t v = 0; v < variables; v++)
        net->first_use[v + 1] += net->first_use[v];
    for (int r = 0; r < net->row_count; r++) {
        struct pm_net_row *row = &net->rows[r];
        row->surplus = -row->bound;
        for (size_t t = row->first; t < row->first + (size_t)row->n; t++) {
            const struct pm_net_term *term = &net->terms[t];
            bool usual = is_usual(net, term->lit);
            row->surplus += usual ? term->weight : 0;
            net->uses[net->first_use[abs(term->lit)]++] =
                (struct pm_net_use){r, usual ? -term->weight : term->weight};
        }
    }
    for (size_t v = variables; v > 0; v--) /* each has moved to the start of the next */
        net->first_use[v] = net->first_use[v - 1];
    net->first_use[0] = 0;
    return true;
}

/* The instances that have each place's variable; first only counts them. */
static void go_through_users(struct pm_net *net, int *last_user, bool count)
{
    for (int v = 0; v <= net->variable_count; v++)
        last_user[v] = 0;
    for (int r = 0; r < net->row_count; r++)
        for (int i = 0; i < net->rows[r].n; i++) {
            int variable = abs(net->terms[net->rows[r].first + (size_t)i].lit);
            int instance = net->rows[r].instance;
            if (net->place_of[variable] < 0 || last_user[variable] == instance)
                continue; /* 0 is nobody's last but its own */
            last_user[variable] = instance;
            if (count)
                net->first_user[variable + 1]++;
            else
                net->users[net->first_user[variable]++] = instance;
        }
}

static bool list_users(struct pm_net *net)
{
    size_t variables = (size_t)net->variable_count + 1;
    int *last_user = calloc(variables, sizeof *last_user);
    net->first_user = calloc(variables + 1, sizeof *net->first_user);
    if (!last_user || !net->first_user) {
        free(last_user);
        return false;
    }
    go_through_users(net, last_user, true);
    for (size_t v = 0; v < variables; v++)
        net->first_user[v + 1] += net->first_user[v];
    net->users = calloc(net->first_user[variables] + 1, sizeof *net->users);
    if (net->users) {
        go_through_users(net, last_user, false);
        for (size_t v = variables; v > 0; v--) /* each has moved to the start of the next */
            net->first_user[v] = net->first_user[v - 1];
        net->first_user[0] = 0;
    }
    free(last_user);
    return net->users;
}

static void describe_instance(struct pm_net *net, struct pm_instance *instance)
{
    instance->given = instance->row_count > 0;
    for (int r = 0, only = -1; r < instance->row_count; r++) {
        const struct pm_net_row *row = &net->rows[instance->first_row + r];
        instance->given &= row->n == 1;
        for (int i = 0; i < row->n; i++) {
            int place = net->place_of[abs(net->terms[row->first + (size_t)i].lit)];
            instance->helped |= place < 0;
            instance->given &= only < 0 || place == only;
            only = place;
        }
    }
    instance->given &= !instance->helped;
}

static bool allocate(struct pm_net *net, struct making *m)
{
    size_t variables = (size_t)net->variable_count + 1;
    size_t instances = (size_t)net->instance_count;
    net->instances = calloc(instances, sizeof *net->instances);
    net->first_term = calloc(2 * variables, sizeof *net->first_term);
    net->place_of = calloc(variables, sizeof *net->place_of);
    net->usual = calloc(variables, 1);
    net->value = calloc(variables, 1);
    net->because = calloc(variables, sizeof *net->because);
    net->at = calloc(variables, sizeof *net->at);
    net->trail = calloc(variables, sizeof *net->trail);
    net->working = calloc(instances, sizeof *net->working);
    net->used_instance = calloc(instances, 1);
    net->used_fact = calloc(variables, 1);
    net->used = calloc(variables, sizeof *net->used);
    net->marked = calloc(variables, 1);
    m->reason_of = calloc(variables, sizeof *m->reason_of);
    m->link = calloc(variables, sizeof *m->link);
    m->owner = calloc(variables, sizeof *m->owner);
    for (size_t i = 0; net->first_term && i < 2 * variables; i++)
        net->first_term[i] = -1;
    return net->instances && net->first_term && net->place_of && net->usual && net->value &&
           net->because && net->at && net->trail && net->working && net->used_instance &&
           net->used_fact && net->used && net->marked && m->reason_of && m->link &&
           m->owner;
}

static void describe_variables(struct making *m)
{
    const struct pm_rules *r = m->rules;
    for (int v = 0; v <= r->variable_count; v++) {
        m->net->place_of[v] = -1;
        m->link[v] = v;
        m->owner[v] = NOBODY;
    }
    for (int place = 0; place < r->place_count; place++) {
        const struct pm_number *n = &r->numbers[place];
        int count = n->max - n->min + 1;
        for (int i = 0; i < (count == 2 ? 1 : count) && count > 1; i++)
            m->net->place_of[n->first + i] = place;
    }
    for (int i = 1; i < r->reason_count; i++)
        m->reason_of[r->reasons[i].selector] = i;
}

struct pm_net *pm_net_new(const struct pm_rules *rules, const signed char *usual)
{
    struct pm_net *net = calloc(1, sizeof *net);
    if (!net)
        return NULL;
    struct making m = {.rules = rules, .net = net};
    net->variable_count = rules->variable_count;
    net->instance_count = rules->reason_count;
    bool ok = allocate(net, &m);
    if (ok) {
        memcpy(net->usual, usual, (size_t)net->variable_count + 1);
        describe_variables(&m);
        take_rows(&m);
        take_clauses(&m);
        if (!m.failed)
            give_definitions(&m);
        ok = !m.failed && sort_rows(&m) && list_uses(net, m.term_count) && list_users(net);
    }
    free(m.rows);
    free(m.terms);
    free(m.reason_of);
    free(m.link);
    free(m.owner);
    for (int i = 1; ok && i < net->instance_count; i++)
        describe_instance(net, &net->instances[i]);
    if (ok && pm_net_switch_on(net, 0))
        return net;
    pm_net_free(net);
    return NULL;
}

void pm_net_free(struct pm_net *net)
{
    if (!net)
        return;
    if (!net->is_twin) {
        free(net->first_use);
        free(net->uses);
        free(net->first_user);
        free(net->users);
        free(net->place_of);
        free(net->usual);
    }
    free(net->instances);
    free(net->rows);
    free(net->terms);
    free(net->first_term);
    free(net->value);
    free(net->because);
    free(net->at);
    free(net->trail);
    free(net->working);
    free(net->used_instance);
    free(net->used_fact);
    free(net->used);
    free(net->marked);
    free(net);
}

/* `*array` becomes a copy of its own; false: no memory, and it is NULL. */
static bool copy_array(void *array, size_t n, size_t size)
{
    void *from, *to = malloc((n + 1) * size);
    memcpy(&from, array, sizeof from);
    if (to)
        memcpy(to, from, n * size);
    memcpy(array, &to, sizeof to);
    return to;
}

#define COPY(net, name, n) copy_array(&(net)->name, n, sizeof *(net)->name)

struct pm_net *pm_net_twin(const struct pm_net *net)
{
    struct pm_net *twin = malloc(sizeof *twin);
    if (!twin)
        return NULL;
    *twin = *net;
    twin->is_twin = true;
    size_t variables = (size_t)net->variable_count + 1;
    size_t instances = (size_t)net->instance_count;
    bool ok = COPY(twin, instances, instances);
    ok &= COPY(twin, rows, (size_t)net->row_count);
    ok &= COPY(twin, terms, net->first_use[variables]);
    ok &= COPY(twin, first_term, 2 * variables);
    ok &= COPY(twin, value, variables);
    ok &= COPY(twin, because, variables);
    ok &= COPY(twin, at, variables);
    ok &= COPY(twin, trail, variables);
    ok &= COPY(twin, working, instances);
    ok &= COPY(twin, used_instance, instances);
    ok &= COPY(twin, used_fact, variables);
    ok &= COPY(twin, used, variables);
    ok &= COPY(twin, marked, variables);
    if (ok)
        return twin;
    pm_net_free(twin);
    return NULL;
}

struct pm_net *pm_net_narrow(const struct pm_net *net)
{
    struct pm_net *narrow = pm_net_twin(net);
    assert(net->working_count == 1);
    const struct pm_instance *zero = &net->instances[0];
    int first = zero->first_row + zero->row_count;
    size_t at = first < net->row_count ? net->rows[first].first : 0;
    for (int r = first; narrow && r < net->row_count; r++) {
        struct pm_net_row *row = &narrow->rows[r];
        const struct pm_net_term *terms = net->terms + row->first;
        row->first = at;
        for (int i = 0; i < net->rows[r].n; i++) {
            int value = pm_net_value(net, terms[i].lit);
            row->bound -= value > 0 ? terms[i].weight : 0;
            row->n -= value != 0;
            if (value == 0)
                narrow->terms[at++] = terms[i];
        }
    }
    return narrow;
}

/* ---- Propagation ---- */

/* The variable becomes unusual (sign 1), or usual again (-1). */
static void change_world(struct pm_net *net, int variable, int sign)
{
    size_t end = net->first_use[variable + 1];
    for (size_t u = net->first_use[variable]; u < end && !net->propagates; u++)
        net->rows[net->uses[u].row].surplus += sign * net->uses[u].gain;
    net->effort += (int64_t)(end - net->first_use[variable]);
}

static void set(struct pm_net *net, pm_lit lit, int because)
{
    int variable = abs(lit);
    net->value[variable] = lit > 0 ? 1 : -1;
    net->because[variable] = because;
    net->at[variable] = net->trail_count;
    net->trail[net->trail_count++] = lit;
    if (!is_usual(net, lit))
        change_world(net, variable, 1);
}

/* Literals that the row cannot do without become true. */
static void force(struct pm_net *net, int r)
{
    const struct pm_net_row *row = &net->rows[r];
    const struct pm_net_term *terms = net->terms + row->first;
    net->effort += row->effort;
    for (int i = 0; i < row->n; i++)
        if (terms[i].weight > row->slack && pm_net_value(net, terms[i].lit) == 0)
            set(net, terms[i].lit, r);
}

/* The rows that contain the opposite of a literal lose its weight.  All of them are brought up to
 * date even on a conflict, so that pm_net_back() can take it back. */
static bool spread(struct pm_net *net, pm_lit lit)
{
    bool ok = true;
    for (int t = net->first_term[pm_net_index(-lit)]; t >= 0; t = net->terms[t].next) {
        struct pm_net_row *row = &net->rows[net->terms[t].row];
        row->slack -= net->terms[t].weight;
        if (row->slack < 0 && ok) {
            net->broken = net->terms[t].row;
            ok = false;
        } else if (row->slack < row->heaviest && ok) {
            force(net, net->terms[t].row);
        }
    }
    return ok;
}

void pm_net_use(struct pm_net *net, int variable)
{
    if (net->used_fact[variable])
        return;
    net->used_fact[variable] = true;
    net->used[net->used_count++] = variable;
}

/* What was used: the rows that led to row r's being as it was when the trail had come to
 * `position`, back to what is known. */
static void trace(struct pm_net *net, int r, int position)
{
    int open = 0;
    for (;;) {
        if (r >= 0) {
            const struct pm_net_row *row = &net->rows[r];
            net->used_instance[row->instance] = true;
            for (int i = 0; i < row->n; i++) {
                pm_lit lit = net->terms[row->first + (size_t)i].lit;
                int variable = abs(lit);
                if (pm_net_value(net, lit) < 0 && net->at[variable] < position &&
                    !net->marked[variable]) {
                    net->marked[variable] = true;
                    open++;
                }
            }
        }
        if (open == 0)
            return;
        do
            position--;
        while (!net->marked[abs(net->trail[position])]);
        int variable = abs(net->trail[position]);
        net->marked[variable] = false;
        open--;
        r = net->because[variable];
        if (r == PM_NET_KNOWN)
            pm_net_use(net, variable);
    }
}

void pm_net_trace(struct pm_net *net)
{
    net->tracing = true;
    memset(net->used_instance, 0, (size_t)net->instance_count);
    while (net->used_count > 0)
        net->used_fact[net->used[--net->used_count]] = false;
}

static bool propagate(struct pm_net *net)
{
    while (net->done < net->trail_count)
        if (!spread(net, net->trail[net->done++])) {
            if (net->tracing)
                trace(net, net->broken, net->trail_count);
            return false;
        }
    return true;
}

bool pm_net_assume(struct pm_net *net, pm_lit lit, int because)
{
    int value = pm_net_value(net, lit);
    if (value > 0)
        return true;
    if (value < 0) { /* what made it false refutes it */
        if (net->tracing) {
            int variable = abs(lit);
            if (net->because[variable] == PM_NET_KNOWN)
                pm_net_use(net, variable);
            trace(net, net->because[variable], net->at[variable]);
        }
        return false;
    }
    set(net, lit, because);
    return propagate(net);
}

bool pm_net_switch_on(struct pm_net *net, int instance)
{
    struct pm_instance *i = &net->instances[instance];
    assert(!i->on && net->done == net->trail_count);
    int last = i->first_row + i->row_count;
    for (int r = i->first_row; r < last; r++) {
        struct pm_net_row *row = &net->rows[r];
        row->slack = -row->bound;
        net->effort += row->effort;
        for (size_t t = row->first; t < row->first + (size_t)row->n; t++) {
            struct pm_net_term *term = &net->terms[t];
            int *first = &net->first_term[pm_net_index(term->lit)];
            row->slack += pm_net_value(net, term->lit) < 0 ? 0 : term->weight;
            term->next = *first;
            *first = (int)t;
        }
    }
    i->on = true;
    net->working[net->working_count++] = instance;
    for (int r = i->first_row; r < last; r++) {
        if (net->rows[r].slack < 0) {
            if (net->tracing)
                trace(net, r, net->trail_count);
            return false;
        }
        if (net->rows[r].slack < net->rows[r].heaviest)
            force(net, r);
    }
    return propagate(net);
}

struct pm_net_mark pm_net_now(const struct pm_net *net)
{
    return (struct pm_net_mark){net->trail_count, net->working_count};
}

static void unset_last(struct pm_net *net)
{
    pm_lit lit = net->trail[--net->trail_count];
    net->value[abs(lit)] = 0;
    if (!is_usual(net, lit))
        change_world(net, abs(lit), -1);
    if (net->trail_count >= net->done)
        return; /* had not been propagated */
    net->done = net->trail_count;
    for (int t = net->first_term[pm_net_index(-lit)]; t >= 0; t = net->terms[t].next)
        net->rows[net->terms[t].row].slack += net->terms[t].weight;
}

/* The instance that was switched on last. */
static void switch_off(struct pm_net *net, struct pm_instance *i)
{
    if (i->row_count > 0) {
        const struct pm_net_row *last = &net->rows[i->first_row + i->row_count - 1];
        size_t first = net->rows[i->first_row].first;
        for (size_t t = last->first + (size_t)last->n; t > first; t--)
            net->first_term[pm_net_index(net->terms[t - 1].lit)] = net->terms[t - 1].next;
    }
    i->on = false;
}

void pm_net_back(struct pm_net *net, struct pm_net_mark mark)
{
    /* What is switched off has no slack to be brought up to date. */
    while (net->working_count > mark.working_count)
        switch_off(net, &net->instances[net->working[--net->working_count]]);
    while (net->trail_count > mark.trail_count)
        unset_last(net);
}

/* ---- Repair ---- */

/* Since the usual world keeps all rows, only those can be broken that lost a literal which is
 * usually true.  Looks from position *from of the trail on, and leaves there where it found one. */
static int broken_row(struct pm_net *net, int *from)
{
    for (; *from < net->trail_count; ++*from) {
        pm_lit lit = net->trail[*from];
        if (is_usual(net, lit))
            continue;
        for (int t = net->first_term[pm_net_index(-lit)]; t >= 0; t = net->terms[t].next)
            if (net->rows[net->terms[t].row].surplus < 0)
                return net->terms[t].row;
    }
    return -1;
}

/* An open literal that would help the row, of a helping variable if `helping`; 0: none. */
static pm_lit helpful(const struct pm_net *net, const struct pm_net_row *row, bool helping)
{
    for (int i = 0; i < row->n; i++) {
        pm_lit lit = net->terms[row->first + (size_t)i].lit;
        if (net->value[abs(lit)] == 0 && !is_usual(net, lit) &&
            !(helping && net->place_of[abs(lit)] >= 0))
            return lit;
    }
    return 0;
}

/* Why a literal is on the trail: it is tried, or its opposite has been tried and refuted. */
enum { DECIDED = -3, TURNED = -4 };

/* Takes back all after the last decision that has not been tried the other way, and tries that;
 * false if there is none. */
static bool turn_last(struct pm_net *net, int base)
{
    for (;;) {
        int position = net->trail_count - 1;
        while (position >= base && net->because[abs(net->trail[position])] != DECIDED)
            position--;
        if (position < base)
            return false;
        pm_lit lit = net->trail[position];
        pm_net_back(net, (struct pm_net_mark){position, net->working_count});
        set(net, -lit, TURNED);
        if (propagate(net))
            return true;
    }
}

/* Whether a place has become unusual since the trail had this length. */
static bool place_changed(const struct pm_net *net, int since)
{
    for (int i = since; i < net->trail_count; i++)
        if (net->place_of[abs(net->trail[i])] >= 0 && !is_usual(net, net->trail[i]))
            return true;
    return false;
}

/* Repairs; where only `helping` variables may change, what would change a place refutes. */
static enum pm_net_result repair(struct pm_net *net, int64_t most, bool helping)
{
    int base = net->trail_count, from = net->usual_count;
    int64_t until = net->attempts + most;
    for (;;) {
        int r = broken_row(net, &from);
        if (r < 0)
            return PM_NET_WORLD;
        if (net->attempts++ >= until)
            return PM_NET_GAVE_UP;
        pm_lit lit = helpful(net, &net->rows[r], helping);
        bool ok = lit != 0;
        assert(ok || helping);
        if (ok) {
            set(net, lit, DECIDED);
            ok = propagate(net);
        }
        if (ok && !(helping && place_changed(net, base)))
            continue;
        do
            if (!turn_last(net, base))
                return PM_NET_REFUTED;
        while (helping && place_changed(net, base));
        from = net->usual_count; /* rows may have lost what helped them */
    }
}

enum pm_net_result pm_net_repair(struct pm_net *net, int64_t most)
{
    return repair(net, most, false);
}

/* Turns an open helping variable of a broken row that no other instance has, and gives the first row
 * that may be broken now; -1: there is none. */
static int turn_helping(struct pm_net *net, const struct pm_instance *i, int r)
{
    pm_lit lit = helpful(net, &net->rows[r], true);
    if (!lit)
        return -1;
    int next = r, last = i->first_row + i->row_count;
    for (size_t u = net->first_use[abs(lit)]; u < net->first_use[abs(lit) + 1]; u++) {
        int row = net->uses[u].row;
        if (row < i->first_row || row >= last)
            return -1;
        next = row < next ? row : next;
    }
    set(net, lit, PM_NET_ASSUMED);
    return next;
}

/* Whether the instance, broken from row r on, holds once a few helping variables are turned.  Where
 * they only follow cells that have changed, as in "these lines differ", this takes far less than
 * putting the instance to work.  False: perhaps not. */
static bool holds_soon(struct pm_net *net, const struct pm_instance *i, int r)
{
    struct pm_net_mark mark = pm_net_now(net);
    int last = i->first_row + i->row_count;
    for (int turned = 0; 0 <= r && r < last;) {
        net->effort++;
        if (net->rows[r].surplus >= 0)
            r++;
        else
            r = turned++ < MOST_TURNED ? turn_helping(net, i, r) : -1;
    }
    pm_net_back(net, mark);
    return r == last;
}

bool pm_net_holds(struct pm_net *net, int instance)
{
    const struct pm_instance *i = &net->instances[instance];
    int last = i->first_row + i->row_count, r = i->first_row;
    while (r < last && net->rows[r].surplus >= 0)
        r++;
    net->effort += r - i->first_row;
    if (r == last || !i->helped)
        return r == last;
    if (holds_soon(net, i, r))
        return true;
    struct pm_net_mark mark = pm_net_now(net);
    bool tracing = net->tracing;
    net->tracing = false;
    bool ok = pm_net_switch_on(net, instance) && !place_changed(net, mark.trail_count) &&
              repair(net, HOLDS_DECISIONS, true) != PM_NET_REFUTED;
    pm_net_back(net, mark);
    net->tracing = tracing;
    return ok;
}
