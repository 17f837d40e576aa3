/* Ratings that are told at once, held against those of the explainer.  To be included behind <cmocka.h>. */
#ifndef RATINGS_H
#define RATINGS_H

#include <stdbool.h>

#include "handle.h"
#include "pulma/pulma.h"

/* Whether the puzzle is rated at once; then as explained, and `*level` (unless NULL) is its level. */
static inline bool is_rated_as_explained(const pulma_puzzle *p, pulma_level *level)
{
    double rating;
    pulma_level told;
    if (!pm_steps_rate_soon(p, &rating, &told))
        return false;
    pulma_explainer *e = pulma_explainer_new(p);
    pulma_status status = pulma_explainer_start(e, NULL, NULL);
    while (status == PULMA_OK)
        status = pulma_explainer_next(e, NULL, NULL);
    assert_int_equal(status, PULMA_NONE);
    double right = pulma_explainer_rating(e);
    if (rating != right || told != pulma_explainer_level(e)) {
        char *text;
        assert_int_equal(pulma_puzzle_write(p, "pulma", &text, NULL), PULMA_OK);
        fail_msg("rated %.6f, explained %.6f: %s", rating, right, text);
    }
    if (level)
        *level = told;
    pulma_explainer_free(e);
    return true;
}

#endif
