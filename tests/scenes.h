/* Random rules over a few places, stated to the engine and judged by trying everything: what the
 * tests of the engine and of its proofs share.  To be included behind <cmocka.h>. */
#ifndef SCENES_H
#define SCENES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/random.h"
#include "engine/engine.h"
#include "engine/question.h"
#include "engine/rules.h"

enum { MAX_PLACES = 16, MAX_ITEMS = 24, MAX_RULES = 8 };

enum rule { COUNT, SUM, SUM_NUMBERS, ALL_DIFFERENT, TABLE, AND, OR, XOR, REACHES, RULES };

/* A rule over places and what its random parts are.  Literals are place + 1 with a sign (the
 * place has its largest value), or a constant. */
struct scene {
    int place_count;
    struct pm_range ranges[MAX_PLACES];
    enum rule rule;
    int guard; /* a place whose largest value switches the rule on; -1: none */
    int n;
    int items[MAX_ITEMS]; /* literals, or numbers */
    int weights[MAX_ITEMS];
    enum pm_relation relation;
    int bound;
    int rows;
    int table[64];
};

bool holds(const struct scene *s, const int *answer);
/* How many assignments there are for which it holds. */
int brute_count(const struct scene *s);
struct pm_rules *rules_of(const struct scene *s, enum pm_detail detail);
void make_scene(struct scene *s, enum rule rule, struct pm_rng *rng);

/* Some random rules over the same places, each under a reason of its own. */
struct board {
    int rule_count;
    struct scene rules[MAX_RULES];
    int cost_weights[MAX_PLACES]; /* of "the place has its largest value" */
};

void make_board(struct board *b, int rule_count, struct pm_rng *rng);
/* With the costs as objective, if they are wanted. */
struct pm_rules *rules_of_board(const struct board *b, bool explaining, bool costs);
struct pm_question question_of_board(const struct board *b, bool costs);
/* Leaving out the rules whose bits are set in `without`. */
bool board_holds(const struct board *b, const int *answer, unsigned without);
int64_t cost_of(const struct board *b, const int *answer);

/* What trying everything gives. */
struct tried {
    int count, cheapest_count;
    int64_t cheapest;
    int shared[MAX_PLACES]; /* by all answers */
};

struct tried try_all(const struct board *b, unsigned without, bool costs);

/* So many pigeons in so many holes, one in each at the most. */
struct pm_rules *pigeons(int count, int holes, bool explaining);
struct pm_question question_of_pigeons(const int *count_and_holes);

#endif
