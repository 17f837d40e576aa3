/* Layered graphs of partial answers, also known as decision diagrams.
 *
 * A part of a puzzle is decided in steps.  What earlier steps leave open is a key of up to 128
 * bits; a step looks at some of these bits (`close`), offers up to four choices, each of which
 * needs certain values there, and leaves new bits behind.  Partial answers with the same key
 * have the same future, so they are one node.  Nodes that lead nowhere are cut away; then
 * every path from the first node to the last is an answer, and every answer is a path. */
#ifndef PM_LAYERS_H
#define PM_LAYERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/big.h"
#include "core/search.h"
#include "pulma/pulma.h"

struct pm_key {
    uint64_t low, high;
};

struct pm_step {
    struct pm_key close;   /* the bits that this step looks at; they are 0 afterwards */
    struct pm_key need[4]; /* their values for each choice */
    struct pm_key give[4]; /* the bits that a choice leaves, all of them free until then */
    uint8_t choices;       /* bit v: choice v exists; it costs v */
};

/* The graphs of many parts in common arrays. */
struct pm_layers {
    int32_t (
        *next)[4]; /* per node and choice: the node it leads to, counted from the part's
                           first one, or -1 */
    size_t nodes, node_room;
    int32_t *start; /* per part n + 2 entries: where its layers start, and the end */
    size_t starts, start_room;
    struct pm_scratch *scratch;
};

struct pm_part {
    int n;                     /* steps */
    size_t first_node, starts; /* where its nodes and layers lie in the common arrays */
    int32_t cost;              /* of its cheapest answer */
};

void pm_layers_free(struct pm_layers *all);

/* Makes the graph of n steps.  `cheapest`: only paths of the lowest cost stay.  PULMA_OK;
 * PULMA_NONE: no path; PULMA_UNAVAILABLE: more than `budget` nodes; PULMA_LIMIT;
 * PULMA_NO_MEMORY.  The search counts the nodes that were made. */
pulma_status pm_layers_add(struct pm_layers *all, int n, const struct pm_step *steps,
                           bool cheapest, size_t budget, const struct pm_search *search,
                           struct pm_part *part);

/* A path as its nodes, path[0] being 0, and choices.  From step k on, the first one. */
void pm_layers_first(const struct pm_layers *all, const struct pm_part *part, int k,
                     int32_t *path, uint8_t *choices);
/* The next path in order; false after the last one. */
bool pm_layers_advance(const struct pm_layers *all, const struct pm_part *part,
                       int32_t *path, uint8_t *choices);
/* For each step, which choices occur on some path (bit v: choice v). */
pulma_status pm_layers_choices(const struct pm_layers *all, const struct pm_part *part,
                               uint8_t *choices);
/* The number of paths. */
pulma_status pm_layers_count(const struct pm_layers *all, const struct pm_part *part,
                             struct pm_big *count);

#endif
