/* Judges steps of explanations by the engine alone: shares nothing with the explainer but the
 * numbers of rules, which count them as the kind states them.
 *
 *     judge PUZZLE [COST]
 *
 * COST, for puzzles with an objective: what the best answers cost; one more rule says so.  First
 * come the number of rules and what is given ("place value holds", one a line, then an empty line).  Then every
 * line on standard input is a question: rules, "/", facts, "/", what is concluded.  Do these rules
 * and facts exclude its opposite?  The reply is "excluded", "possible" or "limit". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards.h"
#include "engine/engine.h"
#include "engine/store.h"
#include "handle.h"

enum { CONFLICTS = 1000000 };

struct judge {
    struct pm_arena arena;
    struct pm_limits limits;
    struct pm_rules *rules;
    struct pm_engine *engine;
    bool *on; /* by rule */
    pm_lit *lits;
    int lit_count;
    bool absurd; /* what is to be refuted is false by itself */
};

static int fail(const char *what)
{
    fprintf(stderr, "judge: %s\n", what);
    return 2;
}

/* ---- The rules ---- */

static bool state(struct judge *j, const pulma_puzzle *puzzle, const char *cost)
{
    int places = pulma_puzzle_places(puzzle);
    pm_arena_init(&j->arena, 0);
    struct pm_rules *r = j->rules =
        pm_rules_new(places, pm_puzzle_ranges(puzzle, &j->arena), PM_STEPS, NULL);
    pm_kind_of(puzzle)->state(puzzle->data, r);
    pm_rules_end(r);
    if (cost) {
        pm_reason(r, "no answer costs less");
        pm_sum(r, (int)r->cost_lits.len, r->cost_lits.data, r->cost_weights.data,
               PM_AT_MOST, strtoll(cost, NULL, 10) - r->cost_constant);
    }
    j->engine = pm_engine_new(r, &j->limits);
    j->on = calloc((size_t)r->reason_count, sizeof *j->on);
    j->lits = calloc((size_t)r->variable_count + 1, sizeof *j->lits);
    return j->engine && j->on && j->lits;
}

/* The rule whose clause it is, and its only other literal; 0 if it has none or several. */
static int rule_of_clause(const struct pm_rules *r, const int *clause, pm_lit *only)
{
    int rule = 0, others = 0;
    for (; *clause; clause++) {
        int i = 1;
        while (i < r->reason_count && r->reasons[i].selector != -*clause)
            i++;
        if (i < r->reason_count) {
            rule = i;
            continue;
        }
        others++;
        *only = *clause;
    }
    *only = others == 1 ? *only : 0;
    return rule;
}

static bool is_places(const struct pm_rules *r, pm_lit lit, int *place)
{
    for (*place = 0; *place < r->place_count; ++*place) {
        const struct pm_number *n = &r->numbers[*place];
        int values = n->max - n->min + 1, variables = values == 2 ? 1 : values;
        if (values > 1 && n->first <= abs(lit) && abs(lit) < n->first + variables)
            return true;
    }
    return false;
}

/* Whether the clause says what a place holds, or does not; then *fact is that. */
static bool is_clue(const struct pm_rules *r, const int *clause, int *rule,
                    pulma_fact *fact)
{
    pm_lit lit = 0;
    int place;
    *rule = rule_of_clause(r, clause, &lit);
    if (!*rule || !lit || !is_places(r, lit, &place))
        return false;
    const struct pm_number *n = &r->numbers[place];
    *fact = n->max == n->min + 1
                ? (pulma_fact){place, lit > 0 ? n->max : n->min, true}
                : (pulma_fact){place, n->min + abs(lit) - n->first, lit > 0};
    return true;
}

/* A rule that says nothing but what one place holds, or does not, is a clue. */
static bool print_clues(struct judge *j)
{
    const struct pm_rules *r = j->rules;
    const int *clauses = r->clauses.data;
    int *place = calloc((size_t)r->reason_count, sizeof *place), rule; /* by rule, + 1 */
    for (int pass = 0; place && pass < 2; pass++) /* first marks in `on` what is no clue */
        for (size_t at = 0; at < r->clauses.len; at++) {
            pulma_fact fact;
            bool clue = is_clue(r, clauses + at, &rule, &fact);
            while (clauses[at])
                at++;
            if (pass == 0 && rule) {
                j->on[rule] |= !clue || (place[rule] && place[rule] != fact.place + 1);
                place[rule] = clue ? fact.place + 1 : 0;
            } else if (clue && !j->on[rule]) {
                printf("%d %d %d\n", fact.place, fact.value, fact.holds);
            }
        }
    puts("");
    bool done = place;
    free(place);
    return done;
}

/* ---- Questions ---- */

static void add_fact(struct judge *j, const int fact[3], bool opposite)
{
    pm_lit is = pm_is(j->rules, fact[0], fact[1]);
    pm_lit lit = (fact[2] != 0) != opposite ? is : -is;
    if (lit == PM_FALSE)
        j->absurd = true;
    else if (lit != PM_TRUE)
        j->lits[j->lit_count++] = lit;
}

/* Reads a question; false if it is none. */
static bool read_question(struct judge *j, const char *line)
{
    int part = 0, fact[3], n = 0;
    j->lit_count = 0;
    j->absurd = false;
    memset(j->on, 0, (size_t)j->rules->reason_count * sizeof *j->on);
    while (*(line += strspn(line, " \n"))) {
        if (*line == '/') {
            part++;
            line++;
            continue;
        }
        char *end;
        long number = strtol(line, &end, 10);
        if (end == line || part > 2 || j->lit_count > j->rules->variable_count)
            return false;
        line = end;
        if (part == 0) {
            if (number < 1 || number >= j->rules->reason_count)
                return false;
            j->on[number] = true;
            continue;
        }
        fact[n++] = (int)number;
        if (n == 3) {
            if (fact[0] < 0 || fact[0] >= j->rules->place_count)
                return false;
            add_fact(j, fact, part == 2);
            n = 0;
        }
    }
    return part == 2 && n == 0;
}

int main(int argc, char **argv)
{
    struct judge j = {0};
    size_t len = 0;
    pulma_puzzle *puzzle = NULL;
    pulma_error err;
    char *text = argc > 1 ? read_whole_file(argv[1], &len) : NULL;
    if (!text)
        return fail("usage: judge PUZZLE [COST]");
    if (pulma_puzzle_read(NULL, text, len, &puzzle, &err) != PULMA_OK)
        return fail(err.message);
    if (!state(&j, puzzle, argv[2]))
        return fail("out of memory");
    printf("%d\n", j.rules->reason_count - 1);
    if (!print_clues(&j))
        return fail("out of memory");
    fflush(stdout);
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (!read_question(&j, line))
            return fail(line);
        pulma_status status = j.absurd ? PULMA_NONE
                                       : pm_engine_refute(j.engine, j.lit_count, j.lits,
                                                          j.on, CONFLICTS, &err);
        puts(status == PULMA_NONE ? "excluded" : status == PULMA_OK ? "possible" : "limit");
        fflush(stdout);
    }
    free(line);
    free(text);
    free(j.on);
    free(j.lits);
    pm_engine_free(j.engine);
    pm_rules_free(j.rules);
    pm_arena_free(&j.arena);
    pulma_puzzle_free(puzzle);
    return 0;
}
