/* Several searches for a full match at once.  They fill the same board in different orders, and so
 * meet its answers after very different times; the first one ends the race, as does the first that
 * has tried everything. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "kernels/edges.h"

struct race {
    pthread_mutex_t lock;
    const struct pm_limits *limits; /* of the caller */
    atomic_bool over;
    pulma_status result; /* under the lock */
    int *choices;        /* likewise; `cells` of them */
    int cells;
};

struct runner {
    pthread_t thread;
    struct race *race;
    const struct pm_edges *e;
    int64_t nodes;
    double seconds;
};

static bool take(void *context, const int *choices)
{
    struct race *race = context;
    memcpy(race->choices, choices, (size_t)race->cells * sizeof *choices);
    return false; /* one is enough */
}

/* The first to be ready says how the race ends. */
static void finish(struct race *race, const struct pm_edges_search *s, pulma_status result)
{
    pthread_mutex_lock(&race->lock);
    if (race->result == PULMA_LIMIT && result != PULMA_LIMIT) {
        race->result = result;
        if (result == PULMA_OK)
            pm_edges_answers(s, take, race);
        atomic_store(&race->over, true);
    }
    pthread_mutex_unlock(&race->lock);
}

static bool race_is_over(void *context)
{
    return atomic_load(&((struct race *)context)->over);
}

static bool race_is_over_or_stopped(void *context)
{
    struct race *race = context;
    return race_is_over(race) || pm_stop(race->limits);
}

static void *run(void *context)
{
    struct runner *r = context;
    struct pm_arena arena;
    struct pm_limits limits = {.stop = race_is_over, .context = r->race};
    pm_arena_init(&arena, 0);
    struct pm_edges_search *s = pm_edges_start(r->e, true, &arena);
    if (s) { /* without memory the others run alone */
        uint64_t found = 0;
        finish(r->race, s, pm_edges_go(s, 1, INT64_MAX / 2, &limits, &found));
        r->nodes = pm_edges_nodes(s);
    }
    pm_arena_free(&arena);
    r->seconds = pm_cpu_clock();
    return NULL;
}

pulma_status pm_edges_race(struct pm_edges_search *s, const struct pm_edges *others,
                           int count, int64_t nodes, const struct pm_limits *limits,
                           int *choices, int64_t *other_nodes, double *seconds)
{
    enum { MOST = 64 };
    struct runner runners[MOST];
    int started = 0;
    uint64_t found = 0;
    struct race race = {.limits = limits,
                        .result = PULMA_LIMIT,
                        .choices = choices,
                        .cells = pm_edges_cells(s)};
    struct pm_limits own = {.stop = race_is_over_or_stopped, .context = &race};
    pthread_mutex_init(&race.lock, NULL);
    while (started < count && started < MOST) {
        runners[started] = (struct runner){.race = &race, .e = &others[started]};
        if (pthread_create(&runners[started].thread, NULL, run, &runners[started]))
            break;
        started++;
    }
    finish(&race, s, pm_edges_go(s, 1, nodes, &own, &found));
    atomic_store(&race.over, true);
    for (int i = 0; i < started; i++) {
        pthread_join(runners[i].thread, NULL);
        *other_nodes += runners[i].nodes;
        *seconds += runners[i].seconds;
    }
    pthread_mutex_destroy(&race.lock);
    return race.result;
}
