#include "core/search.h"

#include <assert.h>

/* So many nodes pass between two questions to the clock and to the caller. */
enum { PACE = 1024 };

struct pm_search pm_search_part(const struct pm_search *whole,
                                bool (*found)(struct pm_search *part, const int *answer),
                                void *context)
{
    return (struct pm_search){.limits = whole->limits,
                              .effort = whole->effort,
                              .found = found,
                              .context = context,
                              .rng = whole->rng,
                              .threads = whole->threads};
}

static int64_t lesser(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most_nodes(const struct pm_search *search)
{
    return search->limits && search->limits->conflicts > 0 ? search->limits->conflicts
                                                           : INT64_MAX - 1;
}

pulma_status pm_search_look(struct pm_search *search, int64_t count)
{
    const int64_t nodes = search->effort->nodes;
    if (search->look == 0) { /* the first time */
        search->answered = nodes - count;
        search->ask = (nodes / PACE + 1) * PACE;
    }
    assert(0 <= search->answered && search->answered <= nodes);
    const int64_t most = most_nodes(search);
    const int64_t hopeful =
        search->patience > 0 ? search->answered + search->patience : INT64_MAX - 1;
    if (nodes > most)
        return PULMA_LIMIT;
    if (nodes > hopeful)
        return PULMA_UNAVAILABLE;
    if (nodes >= search->ask) {
        if (pm_search_stopped(search))
            return PULMA_LIMIT;
        search->ask = (nodes / PACE + 1) * PACE;
    }
    search->look = lesser(search->ask, lesser(most, hopeful) + 1);
    assert(search->look > nodes);
    return PULMA_OK;
}

bool pm_search_found(struct pm_search *search, const int *answer)
{
    search->answered = search->effort->nodes;
    return search->found(search, answer);
}

void pm_search_better(struct pm_search *search, const int *answer)
{
    if (search->better)
        search->better(search, answer);
}

int64_t pm_search_nodes_left(const struct pm_search *search)
{
    int64_t most = most_nodes(search), nodes = search->effort->nodes;
    return nodes < most ? most - nodes : 0;
}

bool pm_search_stopped(const struct pm_search *search)
{
    return search->limits && pm_stop(search->limits);
}

uint64_t pm_search_seed(const struct pm_search *search)
{
    return search->limits ? search->limits->seed : 0;
}
