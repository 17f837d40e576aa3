/* Sums of different digits by search with reasoning on sets.
 *
 * Each cell has the set of digits that it may still hold.  The rules take digits away, those of
 * one part in three stages (part.c), those of several parts in one (total.c).
 *
 * Whatever changes a cell wakes the other rules that it belongs to.  When nothing follows any
 * more, the search guesses where few digits are left and many contradictions arose ("domain
 * over weighted degree").  Changes are noted on a trail, so that a guess costs what it changes
 * and boards may be large. */
#include "kernels/sums/sums.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "kernels/sums/inside.h"

/* ---- Stages -------------------------------------------------------------------------- */

static int next_waiting(struct search *s, enum pm_sums_stage stage)
{
    struct pm_sums_ring *ring = &s->rings[stage];
    int rule = ring->rules[ring->head++];
    if (ring->head == s->board->rule_count)
        ring->head = 0;
    ring->count--;
    s->waiting[rule] &= (uint8_t) ~(1 << stage);
    return rule;
}

static bool look(struct search *s, enum pm_sums_stage stage, int rule)
{
    return stage == LIKELY                ? pm_sums_look_likely(s, rule)
           : stage == LOCKED              ? pm_sums_look_beyond(s, rule)
           : s->board->rules[rule].n == 1 ? pm_sums_look_exactly(s, rule)
                                          : pm_sums_look_at_total(s, rule);
}

/* A contradiction: its cells are of interest for the next guesses. */
static void blame(struct search *s, int rule)
{
    const struct pm_sums *b = s->board;
    const struct pm_sums_rule *r = &b->rules[rule];
    for (int i = r->first; i < r->first + r->n; i++)
        for (int k = 0; k < b->parts[i].n; k++)
            s->weight[b->list[b->parts[i].first + k]]++;
    for (int stage = 0; stage < STAGES; stage++)
        while (s->rings[stage].count)
            next_waiting(s, (enum pm_sums_stage)stage);
}

/* What holds when nothing follows any more: no cell is without a digit, no rule waits. */
static bool is_sound(const struct search *s)
{
    for (int cell = 0; cell < s->board->cells; cell++)
        if (s->at[cell] == 0)
            return false;
    return s->rings[LIKELY].count == 0 && s->rings[EXACT].count == 0;
}

/* Draws all conclusions; false: a contradiction. */
static bool propagate(struct search *s)
{
    for (int stage = LIKELY; stage < STAGES;) {
        if (s->rings[stage].count == 0 || (stage == LOCKED && !s->overlaps)) {
            stage++;
            continue;
        }
        s->current = next_waiting(s, (enum pm_sums_stage)stage);
        bool sound = look(s, (enum pm_sums_stage)stage, s->current);
        if (!sound)
            blame(s, s->current);
        s->current = -1;
        if (!sound)
            return false;
        stage = LIKELY;
    }
    PM_ASSERT_SLOW(is_sound(s));
    return true;
}

/* ---- Search -------------------------------------------------------------------------- */

/* The open cell with the fewest digits for its weight; false: none is open. */
static bool choose(struct search *s)
{
    int fewest = 1, heaviest = 0;
    s->branch = -1;
    for (int cell = 0; cell < s->board->cells; cell++) {
        int n = s->t.size[s->at[cell]], weight = s->weight[cell];
        if (n == 1 || (int64_t)n * heaviest >= (int64_t)fewest * weight)
            continue;
        s->branch = cell;
        fewest = n;
        heaviest = weight;
    }
    return s->branch >= 0;
}

static bool report(struct search *s)
{
    for (int cell = 0; cell < s->board->cells; cell++) {
        assert(s->at[cell] && single(s->at[cell]));
        s->answer[cell] = lowest_digit(s->at[cell]);
    }
    return pm_search_found(s->search, s->answer);
}

static bool guess(struct search *s)
{
    unsigned digit = lowest(s->at[s->branch]);
    assert(s->guess_count < s->board->cells && s->at[s->branch] != digit);
    s->guesses[s->guess_count++] =
        (struct pm_sums_guess){s->branch, (pm_sums_set)digit, s->trail_count};
    put(s, s->branch, digit);
    return true;
}

/* Takes the last guess back, which is refuted or exhausted, and its digit from the cell. */
static bool go_back(struct search *s)
{
    if (s->guess_count == 0)
        return false;
    const struct pm_sums_guess *g = &s->guesses[--s->guess_count];
    while (s->trail_count > g->trail) {
        const struct pm_sums_change *c = &s->trail[--s->trail_count];
        s->at[c->cell] = c->was;
    }
    bool left = put(s, g->cell, s->at[g->cell] & ~g->digit);
    assert(left); /* it had two digits at least */
    (void)left;
    return true;
}

#include "kernels/depth_first.h"

/* ---- The beginning ------------------------------------------------------------------- */

static bool allocate(struct search *s, size_t listed)
{
    size_t cells = (size_t)s->board->cells, rules = (size_t)s->board->rule_count;
    struct pm_arena *a = &s->arena;
    s->at = pm_new(a, cells, pm_sums_set);
    s->weight = pm_new(a, cells, int);
    s->woken = pm_new(a, listed, int);
    s->woken_from = pm_new(a, cells + 2, int);
    s->waiting = pm_new(a, rules, uint8_t);
    s->trail =
        pm_new(a, cells * MAX_DIGITS, struct pm_sums_change); /* each takes a digit away */
    s->guesses = pm_new(a, cells, struct pm_sums_guess);
    s->answer = pm_new(a, cells, int);
    bool complete = s->at && s->weight && s->woken && s->woken_from && s->waiting &&
                    s->trail && s->guesses && s->answer;
    for (int stage = 0; stage < STAGES; stage++) {
        s->rings[stage].rules = pm_new(a, rules, int);
        complete = complete && s->rings[stage].rules;
    }
    return complete;
}

/* Counts the rules of each cell, or lists them. */
static void count_rules(struct search *s, bool list)
{
    const struct pm_sums *b = s->board;
    for (int rule = 0; rule < b->rule_count; rule++)
        for (int i = 0; i < b->rules[rule].n; i++) {
            const struct pm_sums_part *part = &b->parts[b->rules[rule].first + i];
            for (int k = part->first; k < part->first + part->n; k++)
                if (list)
                    s->woken[s->woken_from[b->list[k] + 1]++] = rule;
                else
                    s->woken_from[b->list[k] + 2]++;
        }
}

/* The rules of each cell, one after the other: counted two places ahead, added up, and moved
 * on by one while they are listed. */
static void list_rules(struct search *s)
{
    count_rules(s, false);
    for (int cell = 0; cell < s->board->cells; cell++)
        s->woken_from[cell + 2] += s->woken_from[cell + 1];
    count_rules(s, true);
}

/* False: some cell may hold nothing. */
static bool set_board(struct search *s)
{
    const struct pm_sums *b = s->board;
    bool sound = true;
    for (int cell = 0; cell < b->cells; cell++) {
        s->at[cell] = (pm_sums_set)(b->allowed[cell] >> 1 & ((1 << b->digits) - 1));
        s->weight[cell] = 1;
        sound &= s->at[cell] != 0;
    }
    list_rules(s);
    for (int rule = 0; rule < b->rule_count; rule++)
        let_wait(s, first_stage(&b->rules[rule]), rule);
    return sound;
}

static pulma_status search(struct search *s, uint16_t *narrowed)
{
    bool sound = set_board(s) && propagate(s);
    if (sound && choose(s)) { /* it does not go by itself */
        if (!pm_sums_list_overlaps(s))
            return PULMA_NO_MEMORY;
        sound = propagate(s);
    }
    for (int cell = 0; cell < s->board->cells && narrowed; cell++)
        narrowed[cell] = (uint16_t)(sound ? s->at[cell] << 1 : 0);
    return sound ? depth_first(s) : PULMA_OK;
}

pulma_status pm_sums_search(const struct pm_sums *board, struct pm_search *asked,
                            uint16_t *narrowed)
{
    assert(1 <= board->digits && board->digits <= MAX_DIGITS);
    size_t listed = 0;
    for (int i = 0; i < board->rule_count; i++) {
        const struct pm_sums_rule *r = &board->rules[i];
        assert(r->n >= 1 && r->n <= MAX_PARTS && (r->n == 1 || r->sum != PM_SUMS_ANY));
        for (int k = r->first; k < r->first + r->n; k++)
            listed += (size_t)board->parts[k].n;
    }
    struct search *s = aligned_alloc(_Alignof(struct search), sizeof *s);
    if (!s)
        return PULMA_NO_MEMORY;
    memset(s, 0, offsetof(struct search, t));
    s->board = board;
    s->search = asked;
    s->current = -1;
    pm_arena_init(&s->arena, 0);
    s->fits = pm_sums_fits_by(pm_cpu_best());
    pm_sums_make_tables(&s->t);
    pulma_status status = allocate(s, listed) ? search(s, narrowed) : PULMA_NO_MEMORY;
    pm_arena_free(&s->arena);
    free(s);
    return status;
}
