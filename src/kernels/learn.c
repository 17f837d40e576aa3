/* Conflict-driven clause learning around a kernel's own conclusions.
 *
 * The loop is the usual one of SAT solvers: conclude, by learned clauses and by the kernel,
 * until nothing follows; at a contradiction resolve its literals with what made them true,
 * latest first, until one literal of the last level is left; learn that clause and jump back to
 * where it decides this literal; otherwise guess the most active variable as it was last.
 * A course of guesses that led nowhere is given up for new advice by the kernel, which from then
 * on is asked again and again on the way down to the first contradiction: the more is decided,
 * the better the advice (the first course does without where that takes longer than most boards).
 * Every other course is twice as long as the last such, so that proofs, which need no advice,
 * get their time.
 *
 * Learned clauses lie one after the other in `clauses`: a head of HEAD integers, then the
 * literals, of which the first two are watched.  A clause that made a literal true has it in
 * front.  A reason is NONE (a guess, or a fact of level 0), the place of a clause, or
 * BY_KERNEL - tag; what the kernel said when asked is kept in `told` until the variable opens again,
 * or `told` is full. */
#include "kernels/learn.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/invariant.h"

enum { SIZE, LEVELS, USED, HEAD }; /* integers before the literals of a clause */
enum { NONE = -1, BY_KERNEL = -2, NO_CONFLICT = -1, KERNEL_CONFLICT = -2 };
enum {
    ADVICE_HOLDS = 90,     /* until less than these per cent of what was open are, */
    CHEAP_ADVICE = 96,     /* the same where it costs little */
    FIRST_CLEARING = 2000, /* conflicts before clauses are thrown away, */
    CLEARING_GROWS = 300,  /* and how many more the next time */
    FEW_LEVELS = 2,        /* clauses over so few levels are never thrown away, */
    SOME_LEVELS = 6,       /* these not if they were used within */
    RECENTLY = 10000,      /* so many conflicts */
    TOLD = 1000,           /* longest explanations of a kernel that are kept */
    AHEAD = 2,             /* clauses are fetched so long before they are looked at */
};
static const double decay = 0.95, huge = 1e100;

/* A clause to be looked at when a literal becomes false; if `other` is true it need not. */
struct watch {
    int clause, other;
};

struct watches {
    struct watch *list;
    int count, room;
};

/* What the analysis of a conflict knows of a variable. */
enum mark { UNSEEN, TAKEN, FOLLOWS, NEEDED };

struct pm_learner {
    const struct pm_learn_rules *rules;
    int variables;
    signed char *value; /* of each literal */
    int *trail, count;  /* literals that hold, in the order in which they came */
    int head;           /* how many of them the clauses have seen */
    int *level_start, levels;
    int *level, *reason; /* of each variable that is decided */
    signed char
        *last; /* the lowest bit of the literal that was last true, or is preferred */
    int *why_place, *why_count; /* of each variable, in `told`; count -1: not asked yet */
    int *told;                  /* room for TOLD explanations of the greatest length */
    size_t told_count;

    double *activity, bump;
    int *heap, *heap_place,
        heap_count; /* open variables, most active on top; place -1: none */

    int *clauses; /* see above */
    size_t clauses_end, clauses_room;
    struct watches *watches; /* of each literal */

    int *conflict, conflict_count; /* of the kernel */
    int *learned, learned_count;
    unsigned char *mark; /* of each variable */
    int *marked, marked_count, *stack;
    int *stamp, stamps;       /* of each level */
    int64_t conflicts, since; /* since: conflicts at the last answer */
    int64_t clearing, clearing_period;
    int64_t course, course_end; /* the length of the next long course; when this one ends */
    bool short_course;          /* the next one is */
    int advised;                /* variables open at the last advice; 0: no more of it */
    bool failed;                /* no memory */
};

/* ---- The order of guesses ------------------------------------------------------------- */

static void put_in_heap(struct pm_learner *l, int place, int variable)
{
    l->heap[place] = variable;
    l->heap_place[variable] = place;
}

static void rise(struct pm_learner *l, int variable)
{
    int place = l->heap_place[variable];
    for (; place > 0; place = (place - 1) / 2) {
        int above = l->heap[(place - 1) / 2];
        if (l->activity[above] >= l->activity[variable])
            break;
        put_in_heap(l, place, above);
    }
    put_in_heap(l, place, variable);
}

static void sink(struct pm_learner *l, int variable)
{
    int place = l->heap_place[variable];
    for (int below; (below = 2 * place + 1) < l->heap_count; place = below) {
        if (below + 1 < l->heap_count &&
            l->activity[l->heap[below + 1]] > l->activity[l->heap[below]])
            below++;
        if (l->activity[variable] >= l->activity[l->heap[below]])
            break;
        put_in_heap(l, place, l->heap[below]);
    }
    put_in_heap(l, place, variable);
}

static void enter_heap(struct pm_learner *l, int variable)
{
    if (l->heap_place[variable] >= 0)
        return;
    put_in_heap(l, l->heap_count++, variable);
    rise(l, variable);
}

static int leave_heap(struct pm_learner *l)
{
    assert(l->heap_count > 0 && l->heap_place[l->heap[0]] == 0);
    int top = l->heap[0], last = l->heap[--l->heap_count];
    if (l->heap_count > 0) {
        put_in_heap(l, 0, last);
        sink(l, last);
    }
    l->heap_place[top] = -1;
    return top;
}

static void make_more_active(struct pm_learner *l, int variable)
{
    if (l->rules->keeps_order)
        return;
    l->activity[variable] += l->bump;
    if (l->activity[variable] > huge) {
        for (int v = 0; v < l->variables; v++)
            l->activity[v] /= huge;
        l->bump /= huge;
    }
    if (l->heap_place[variable] >= 0)
        rise(l, variable);
}

/* ---- Clauses -------------------------------------------------------------------------- */

/* The time that clauses know. */
static int now(const struct pm_learner *l)
{
    return (int)(l->conflicts & INT_MAX);
}

static void watch(struct pm_learner *l, int literal, int clause, int other)
{
    struct watches *w = &l->watches[literal];
    if (w->count == w->room) {
        int room = w->room ? 2 * w->room : 8;
        struct watch *more = realloc(w->list, (size_t)room * sizeof *more);
        if (!more) {
            l->failed = true;
            return;
        }
        w->list = more;
        w->room = room;
    }
    w->list[w->count++] = (struct watch){clause, other};
}

static void watch_clause(struct pm_learner *l, int clause)
{
    const int *literals = l->clauses + clause + HEAD;
    watch(l, literals[0], clause, literals[1]);
    watch(l, literals[1], clause, literals[0]);
}

/* Room for this many further integers. */
static bool has_room(struct pm_learner *l, size_t n)
{
    if (l->clauses_end + n <= l->clauses_room)
        return true;
    size_t room = 2 * l->clauses_room + n + 1000;
    int *more = room > INT_MAX ? NULL : realloc(l->clauses, room * sizeof *more);
    if (!more) {
        l->failed = true;
        return false;
    }
    l->clauses = more;
    l->clauses_room = room;
    return true;
}

/* A clause of two literals or more; the place where it lies, or NONE if there is no memory. */
static int add_clause(struct pm_learner *l, const int *literals, int n, int levels)
{
    if (!has_room(l, (size_t)n + HEAD))
        return NONE;
    assert(n >= 2);
    int place = (int)l->clauses_end, *clause = l->clauses + place;
    clause[SIZE] = n;
    clause[LEVELS] = levels;
    clause[USED] = now(l);
    memcpy(clause + HEAD, literals, (size_t)n * sizeof *literals);
    l->clauses_end += (size_t)n + HEAD;
    watch_clause(l, place);
    return place;
}

struct rank {
    int levels, size, place;
    bool is_reason;
};

static int compare_ranks(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    if (x->levels != y->levels)
        return x->levels - y->levels;
    return x->size != y->size ? x->size - y->size : y->place - x->place;
}

static bool is_reason(const struct pm_learner *l, int place)
{
    int literal = l->clauses[place + HEAD];
    return l->value[literal] > 0 && l->reason[literal >> 1] == place;
}

static bool worth_keeping(const struct pm_learner *l, int place)
{
    const int *clause = l->clauses + place;
    return clause[LEVELS] <= FEW_LEVELS ||
           (clause[LEVELS] <= SOME_LEVELS && now(l) - clause[USED] < RECENTLY);
}

/* The clauses, the most useful first. */
static struct rank *rank_clauses(const struct pm_learner *l, size_t *count)
{
    size_t n = 0;
    for (size_t at = 0; at < l->clauses_end; at += (size_t)l->clauses[at + SIZE] + HEAD)
        n++;
    struct rank *ranks = malloc((n + 1) * sizeof *ranks);
    *count = n;
    n = 0;
    for (size_t at = 0; ranks && at < l->clauses_end;
         at += (size_t)l->clauses[at + SIZE] + HEAD)
        ranks[n++] = (struct rank){l->clauses[at + LEVELS], l->clauses[at + SIZE], (int)at,
                                   is_reason(l, (int)at)};
    if (ranks)
        qsort(ranks, n, sizeof *ranks, compare_ranks);
    return ranks;
}

/* Throws away half of the clauses, those that join many levels. */
static void clear_out(struct pm_learner *l)
{
    size_t n, end = 0;
    struct rank *ranks = rank_clauses(l, &n);
    int *kept = malloc((l->clauses_room + 1) * sizeof *kept);
    if (!ranks || !kept) {
        l->failed = true;
        free(ranks);
        free(kept);
        return;
    }
    for (int i = 0; i < 2 * l->variables; i++)
        l->watches[i].count = 0;
    for (size_t i = 0; i < n; i++) {
        int place = ranks[i].place;
        size_t size = (size_t)ranks[i].size + HEAD;
        if (i >= n / 2 && !ranks[i].is_reason && !worth_keeping(l, place))
            continue;
        if (ranks[i].is_reason)
            l->reason[l->clauses[place + HEAD] >> 1] = (int)end;
        memcpy(kept + end, l->clauses + place, size * sizeof *kept);
        end += size;
    }
    free(ranks);
    free(l->clauses);
    l->clauses = kept;
    l->clauses_end = end;
    assert(end <= l->clauses_room);
    for (size_t at = 0; at < end; at += (size_t)kept[at + SIZE] + HEAD)
        watch_clause(l, (int)at);
}

/* ---- Conclusions ---------------------------------------------------------------------- */

static void hold(struct pm_learner *l, int literal, int reason)
{
    assert(l->value[literal] == 0);
    int variable = literal >> 1;
    l->value[literal] = 1;
    l->value[literal ^ 1] = -1;
    l->trail[l->count++] = literal;
    l->level[variable] = l->levels;
    l->reason[variable] = reason;
    l->why_count[variable] = -1;
}

void pm_learn_follows(struct pm_learner *l, int literal, int tag)
{
    assert(0 <= literal && literal < 2 * l->variables && tag >= 0);
    hold(l, literal, BY_KERNEL - tag);
}

static void go_back(struct pm_learner *l, int levels)
{
    if (l->levels <= levels)
        return;
    int count = l->level_start[levels];
    l->rules->retract(l->rules->context, l, count);
    while (l->count > count) {
        int literal = l->trail[--l->count];
        l->value[literal] = l->value[literal ^ 1] = 0;
        l->last[literal >> 1] = literal & 1;
        enter_heap(l, literal >> 1);
    }
    l->head = count;
    l->levels = levels;
    assert(count <= l->variables);
}

/* A literal that is not false takes the second place of a clause; false: there is none. */
static bool finds_other_watch(struct pm_learner *l, int clause)
{
    int *literals = l->clauses + clause + HEAD, n = l->clauses[clause + SIZE];
    for (int i = 2; i < n; i++)
        if (l->value[literals[i]] >= 0) {
            int falsified = literals[1];
            literals[1] = literals[i];
            literals[i] = falsified;
            watch(l, literals[1], clause, literals[0]);
            return true;
        }
    return false;
}

/* What follows from a clause of which a watched literal is false now.  False: another one is watched
 * in its place.  `other` becomes the one that is watched besides. */
static bool follow_clause(struct pm_learner *l, int clause, int falsified, int *other,
                          int *broken)
{
    int *literals = l->clauses + clause + HEAD;
    *other = literals[0] ^ literals[1] ^ falsified;
    literals[0] = *other;
    literals[1] = falsified;
    if (l->value[*other] > 0)
        return true;
    if (finds_other_watch(l, clause))
        return false;
    if (l->value[*other] < 0)
        *broken = clause;
    else
        hold(l, *other, clause);
    return true;
}

/* What follows from clauses as this literal is false now; the broken clause, or NO_CONFLICT. */
static int follow_clauses(struct pm_learner *l, int falsified)
{
    struct watches *w = &l->watches[falsified];
    int broken = NO_CONFLICT, kept = 0, i = 0;
    for (; i < w->count && broken == NO_CONFLICT; i++) {
        int clause = w->list[i].clause, other = w->list[i].other;
        if (i + AHEAD < w->count && l->value[w->list[i + AHEAD].other] <= 0)
            __builtin_prefetch(l->clauses + w->list[i + AHEAD].clause + HEAD);
        if (l->value[other] <= 0 && !follow_clause(l, clause, falsified, &other, &broken))
            continue;
        w->list[kept].clause = clause;
        w->list[kept++].other = other;
    }
    while (i < w->count)
        w->list[kept++] = w->list[i++];
    w->count = kept;
    return broken;
}

/* The place of a broken clause, KERNEL_CONFLICT or NO_CONFLICT. */
static int conclude(struct pm_learner *l)
{
    for (;;) {
        while (l->head < l->count) {
            int broken = follow_clauses(l, l->trail[l->head++] ^ 1);
            if (broken != NO_CONFLICT)
                return broken;
        }
        switch (l->rules->look(l->rules->context, l, l->conflict, &l->conflict_count)) {
        case PM_LEARN_DONE:
            if (l->head == l->count)
                return NO_CONFLICT;
            break;
        case PM_LEARN_MORE:
            break;
        case PM_LEARN_CONFLICT:
            return KERNEL_CONFLICT;
        }
    }
}

/* ---- Learning ------------------------------------------------------------------------- */

static bool all_false(const struct pm_learner *l, const int *literals, int n)
{
    while (n > 0 && l->value[literals[n - 1]] < 0)
        n--;
    return n == 0;
}

/* Has the kernel explain a variable. */
static void ask_kernel(struct pm_learner *l, int variable)
{
    const size_t longest = (size_t)l->rules->longest;
    if (l->told_count + longest > TOLD * longest) { /* full: they are asked again */
        for (int v = 0; v < l->variables; v++)
            l->why_count[v] = -1;
        l->told_count = 0;
    }
    int n =
        l->rules->explain(l->rules->context, l, 2 * variable + (l->value[2 * variable] < 0),
                          BY_KERNEL - l->reason[variable], l->told + l->told_count);
    assert(0 <= n && n <= l->rules->longest);
    l->why_place[variable] = (int)l->told_count;
    l->why_count[variable] = n;
    l->told_count += (size_t)n;
}

/* The false literals that made a variable what it is, until the next one is asked for. */
static const int *why(struct pm_learner *l, int variable, int *n)
{
    int reason = l->reason[variable];
    if (reason >= 0) {
        assert(l->clauses[reason + HEAD] >> 1 == variable);
        l->clauses[reason + USED] = now(l);
        *n = l->clauses[reason + SIZE] - 1;
        return l->clauses + reason + HEAD + 1;
    }
    assert(reason <= BY_KERNEL);
    if (l->why_count[variable] < 0)
        ask_kernel(l, variable);
    const int *others = l->told + l->why_place[variable];
    *n = l->why_count[variable];
    PM_ASSERT_SLOW(all_false(l, others, *n));
    return others;
}

static void set_mark(struct pm_learner *l, int variable, enum mark mark)
{
    if (l->mark[variable] == UNSEEN)
        l->marked[l->marked_count++] = variable;
    l->mark[variable] = (unsigned char)mark;
}

/* Whether a literal follows from others of the learned clause, so that it can be left out. */
static bool follows_from_others(struct pm_learner *l, int variable)
{
    int first = l->marked_count, depth = 0;
    l->stack[depth++] = variable;
    while (depth > 0) {
        int n;
        const int *others = why(l, l->stack[--depth], &n);
        for (int i = 0; i < n; i++) {
            int v = others[i] >> 1;
            if (l->mark[v] == TAKEN || l->mark[v] == FOLLOWS || l->level[v] == 0)
                continue;
            /* A level without a literal in the clause cannot contribute. */
            if (l->reason[v] == NONE || l->mark[v] == NEEDED ||
                l->stamp[l->level[v]] != l->stamps) {
                for (int k = first; k < l->marked_count; k++)
                    l->mark[l->marked[k]] = NEEDED;
                return false;
            }
            set_mark(l, v, FOLLOWS);
            l->stack[depth++] = v;
        }
    }
    return true;
}

static void shorten(struct pm_learner *l)
{
    int n = 1;
    l->stamps++;
    for (int i = 1; i < l->learned_count; i++)
        l->stamp[l->level[l->learned[i] >> 1]] = l->stamps;
    for (int i = 1; i < l->learned_count; i++) {
        int v = l->learned[i] >> 1;
        if (l->reason[v] == NONE || !follows_from_others(l, v))
            l->learned[n++] = l->learned[i];
    }
    l->learned_count = n;
}

/* Resolves the conflict until one literal of the last level is left, the first of `learned`. */
static void resolve(struct pm_learner *l, const int *literals, int n)
{
    int at = l->count, open = 0, literal;
    l->learned_count = 1;
    for (;;) {
        for (int i = 0; i < n; i++) {
            int v = literals[i] >> 1;
            if (l->mark[v] != UNSEEN || l->level[v] == 0)
                continue;
            set_mark(l, v, TAKEN);
            make_more_active(l, v);
            if (l->level[v] == l->levels)
                open++;
            else
                l->learned[l->learned_count++] = literals[i];
        }
        assert(open > 0); /* a conflict has something to do with the last guess */
        do
            literal = l->trail[--at];
        while (l->mark[literal >> 1] == UNSEEN);
        if (--open == 0)
            break;
        literals = why(l, literal >> 1, &n);
    }
    l->learned[0] = literal ^ 1;
    PM_ASSERT_SLOW(all_false(l, l->learned, l->learned_count));
}

/* Puts a literal of the highest level but the last in second place; returns that level and counts
 * the levels of the clause. */
static int level_to_go_to(struct pm_learner *l, int *levels)
{
    int highest = 0, place = 1;
    *levels = 0;
    l->stamps++;
    for (int i = 0; i < l->learned_count; i++) {
        int level = l->level[l->learned[i] >> 1];
        *levels += l->stamp[level] != l->stamps;
        l->stamp[level] = l->stamps;
        if (i > 0 && level > highest) {
            highest = level;
            place = i;
        }
    }
    if (l->learned_count > 1) {
        int second = l->learned[1];
        l->learned[1] = l->learned[place];
        l->learned[place] = second;
    }
    return highest;
}

/* Adds a clause of which all literals but the first are false, and the first is open. */
static void learn(struct pm_learner *l, const int *literals, int n, int levels)
{
    assert(l->value[literals[0]] == 0);
    PM_ASSERT_SLOW(all_false(l, literals + 1, n - 1));
    int reason = n > 1 ? add_clause(l, literals, n, levels) : NONE;
    if (!l->failed)
        hold(l, literals[0], reason);
}

static void learn_from(struct pm_learner *l, int broken)
{
    int levels;
    if (broken == KERNEL_CONFLICT)
        resolve(l, l->conflict, l->conflict_count);
    else
        resolve(l, l->clauses + broken + HEAD, l->clauses[broken + SIZE]);
    shorten(l);
    while (l->marked_count > 0)
        l->mark[l->marked[--l->marked_count]] = UNSEEN;
    go_back(l, level_to_go_to(l, &levels));
    learn(l, l->learned, l->learned_count, levels);
    if (!l->rules->keeps_order)
        l->bump /= decay;
}

/* ---- Invariants ----------------------------------------------------------------------- */

/* The trail is what holds, level by level, and nothing else has a value. */
static bool trail_is_sound(const struct pm_learner *l)
{
    int decided = 0;
    for (int v = 0; v < l->variables; v++) {
        decided += l->value[2 * v] != 0;
        if (l->value[2 * v] != -l->value[2 * v + 1])
            return false;
    }
    for (int i = 0, level = 0; i < l->count; i++) {
        while (level < l->levels && l->level_start[level] <= i)
            level++;
        if (l->value[l->trail[i]] != 1 || l->level[l->trail[i] >> 1] != level)
            return false;
    }
    return decided == l->count && l->head <= l->count;
}

/* Every open variable can be guessed, and none is lighter than one below it. */
static bool heap_is_sound(const struct pm_learner *l)
{
    for (int place = 0; place < l->heap_count; place++) {
        int variable = l->heap[place], above = l->heap[place ? (place - 1) / 2 : 0];
        if (l->heap_place[variable] != place || l->activity[above] < l->activity[variable])
            return false;
    }
    for (int v = 0; v < l->variables; v++)
        if (l->value[2 * v] == 0 && l->heap_place[v] < 0)
            return false;
    return true;
}

/* Where nothing more follows, no clause has all literals but one false. */
static bool clauses_are_spent(const struct pm_learner *l)
{
    for (size_t at = 0; at < l->clauses_end; at += (size_t)l->clauses[at + SIZE] + HEAD) {
        const int *literals = l->clauses + at + HEAD;
        int holding = 0, open = 0;
        for (int i = 0; i < l->clauses[at + SIZE]; i++) {
            holding += l->value[literals[i]] > 0;
            open += l->value[literals[i]] == 0;
        }
        if (holding == 0 && open < 2)
            return false;
    }
    return true;
}

/* ---- Search --------------------------------------------------------------------------- */

/* The guesses that led to an answer must not be made again together. */
static void leave_answer(struct pm_learner *l)
{
    int n = l->levels;
    assert(n > 0 && l->count == l->variables);
    for (int i = 0; i < n; i++)
        l->learned[i] = l->trail[l->level_start[n - 1 - i]] ^ 1;
    go_back(l, n - 1);
    learn(l, l->learned, n, 0);               /* no levels: it is never thrown away */
    l->course_end += l->conflicts - l->since; /* it led somewhere */
    l->since = l->conflicts;
}

/* False: all variables are decided. */
static bool guess(struct pm_learner *l)
{
    while (l->heap_count > 0) {
        int variable = leave_heap(l);
        if (l->value[2 * variable])
            continue;
        l->level_start[l->levels++] = l->count;
        hold(l, 2 * variable + l->last[variable], NONE);
        return true;
    }
    return false;
}

static void ask_advice(struct pm_learner *l)
{
    l->advised = l->variables - l->count;
    l->rules->advise(l->rules->context, l);
}

/* From the first contradiction on the weights know better what matters. */
static bool is_advice_stale(const struct pm_learner *l)
{
    int64_t open = l->variables - l->count;
    int64_t holds = l->rules->cheap_advice ? CHEAP_ADVICE : ADVICE_HOLDS;
    return 0 < open && 100 * open < holds * l->advised;
}

static void take_advice(struct pm_learner *l)
{
    go_back(l, 0);
    ask_advice(l);
    if (l->conflicts == 0 && !l->rules->cheap_advice)
        l->advised = 0;
    l->course_end = l->conflicts + (l->short_course ? l->rules->course : l->course);
    if (!l->short_course)
        l->course *= 2;
    l->short_course = !l->short_course;
}

/* Throws away clauses every now and then. */
static bool is_time_to_clear(struct pm_learner *l)
{
    if (l->conflicts < l->clearing)
        return false;
    l->clearing_period += CLEARING_GROWS;
    l->clearing = l->conflicts + l->clearing_period;
    return true;
}

static pulma_status meet_conflict(struct pm_learner *l, struct pm_search *search,
                                  int broken)
{
    l->conflicts++;
    l->advised = 0;
    pulma_status status = pm_search_node(search);
    if (!status)
        learn_from(l, broken);
    return status;
}

pulma_status pm_learn_search(struct pm_learner *l, struct pm_search *search)
{
    while (!l->failed) {
        int broken = conclude(l);
        PM_ASSERT_SLOW(trail_is_sound(l) && heap_is_sound(l));
        PM_ASSERT_SLOW(broken != NO_CONFLICT || l->failed || clauses_are_spent(l));
        if (broken != NO_CONFLICT) {
            if (l->levels == 0)
                return PULMA_OK;
            pulma_status status = meet_conflict(l, search, broken);
            if (status)
                return status;
        } else if (is_time_to_clear(l)) {
            clear_out(l);
        } else if (l->conflicts >= l->course_end) {
            take_advice(l);
        } else if (is_advice_stale(l)) {
            ask_advice(l);
        } else if (!guess(l)) {
            if (!l->rules->found(l->rules->context, l) || l->levels == 0)
                return PULMA_OK;
            leave_answer(l);
        }
    }
    return PULMA_NO_MEMORY;
}

/* ---- The learner ---------------------------------------------------------------------- */

static void *array(struct pm_learner *l, size_t n, size_t size)
{
    void *items = calloc(n + 1, size);
    l->failed |= !items;
    return items;
}

struct pm_learner *pm_learn_new(int variables, const struct pm_learn_rules *rules)
{
    struct pm_learner *l = calloc(1, sizeof *l);
    size_t n = (size_t)variables, longest = (size_t)rules->longest;
    if (!l)
        return NULL;
    l->rules = rules;
    l->variables = variables;
    l->bump = 1;
    l->course = rules->course;
    l->clearing = l->clearing_period = FIRST_CLEARING;
    l->value = array(l, 2 * n, sizeof *l->value);
    l->trail = array(l, n, sizeof(int));
    l->level_start = array(l, n, sizeof(int));
    l->level = array(l, n, sizeof(int));
    l->reason = array(l, n, sizeof(int));
    l->last = array(l, n, sizeof *l->last);
    l->why_place = array(l, n, sizeof(int));
    l->told = array(l, TOLD * longest, sizeof(int));
    l->why_count = array(l, n, sizeof(int));
    l->activity = array(l, n, sizeof(double));
    l->heap = array(l, n, sizeof(int));
    l->heap_place = array(l, n, sizeof(int));
    l->watches = array(l, 2 * n, sizeof *l->watches);
    l->conflict = array(l, longest, sizeof(int));
    l->learned = array(l, n, sizeof(int));
    l->mark = array(l, n, 1);
    l->marked = array(l, n, sizeof(int));
    l->stack = array(l, n, sizeof(int));
    l->stamp = array(l, n + 1, sizeof(int));
    if (l->failed) {
        pm_learn_free(l);
        return NULL;
    }
    for (int v = 0; v < variables; v++)
        put_in_heap(l, l->heap_count++, v);
    return l;
}

void pm_learn_free(struct pm_learner *l)
{
    if (!l)
        return;
    for (int i = 0; l->watches && i < 2 * l->variables; i++)
        free(l->watches[i].list);
    void *const arrays[] = {
        l->value, l->trail,     l->level_start, l->level,    l->reason,
        l->last,  l->why_place, l->why_count,   l->told,     l->activity,
        l->heap,  l->watches,   l->heap_place,  l->conflict, l->learned,
        l->mark,  l->marked,    l->stack,       l->stamp,    l->clauses,
        l};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
}

void pm_learn_clause(struct pm_learner *l, int n, const int *literals)
{
    add_clause(l, literals, n, 0); /* no levels: it is never thrown away */
}

void pm_learn_prefer(struct pm_learner *l, int literal, double weight)
{
    int variable = literal >> 1;
    assert(0 <= literal && variable < l->variables);
    l->activity[variable] = weight * l->bump;
    l->last[variable] = literal & 1;
    if (l->heap_place[variable] >= 0) {
        rise(l, variable);
        sink(l, variable);
    }
}

int pm_learn_value(const struct pm_learner *l, int literal)
{
    return l->value[literal];
}

const int *pm_learn_trail(const struct pm_learner *l, int *count)
{
    *count = l->count;
    return l->trail;
}

int pm_learn_tag(const struct pm_learner *l, int variable)
{
    return l->reason[variable] <= BY_KERNEL ? BY_KERNEL - l->reason[variable] : -1;
}
