/* Several searches for a full match at once, each in a thread of its own.  Where a board suits the
 * search that looks ahead, they share the branches of one tree, and there is no answer when all
 * have come to its end.  Otherwise they fill the board in different orders, and so meet its
 * answers after very different times: the first one ends the race, as does the first that has tried
 * everything. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "core/crew.h"
#include "kernels/edges/edges.h"

struct race {
    pthread_mutex_t lock;
    struct runner *runners;         /* by number; the caller is 0 */
    const struct pm_limits *limits; /* of the caller */
    atomic_bool over;
    pulma_status result; /* under the lock */
    int *choices;        /* likewise; `cells` of them */
    int cells;
    int busy; /* likewise: searches that share a tree and have not come to its end */
};

struct runner {
    const struct pm_edges *e;
    struct pm_edges_share *share; /* NULL: a search of its own order */
    int64_t nodes;
};

static bool take(void *context, const int *choices)
{
    struct race *race = context;
    memcpy(race->choices, choices, (size_t)race->cells * sizeof *choices);
    return false; /* one is enough */
}

/* The first to be ready says how the race ends; but what one finds no answer in may be only its
 * share. */
static void finish(struct race *race, const struct pm_edges_search *s, pulma_status result)
{
    pthread_mutex_lock(&race->lock);
    if (result == PULMA_NONE && --race->busy > 0)
        result = PULMA_LIMIT;
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

/* One search to its end, or to that of the race. */
static pulma_status go(struct race *race, struct pm_edges_search *s,
                       struct pm_edges_share *share, int64_t nodes,
                       const struct pm_limits *limits, int64_t *placed,
                       struct pm_arena *arena)
{
    struct pm_edges_narrow *n = share && s ? pm_edges_narrow_start(s, share, arena) : NULL;
    pulma_status result = share ? PULMA_NONE /* without memory: the others do its share */
                                : PULMA_LIMIT;
    uint64_t found = 0;
    if (n) {
        result = pm_edges_narrow_go(n, nodes, limits);
        *placed += pm_edges_narrow_nodes(n);
    } else if (s && !share) {
        int64_t before = pm_edges_nodes(s);
        result = pm_edges_go(s, 1, nodes, limits, &found);
        *placed += pm_edges_nodes(s) - before;
    }
    finish(race, s, result);
    return result;
}

static void run(void *context, int number)
{
    struct race *race = context;
    struct runner *r = &race->runners[number];
    struct pm_arena arena;
    struct pm_limits limits = {.stop = race_is_over, .context = race};
    pm_arena_init(&arena, 0);
    go(race, pm_edges_start(r->e, true, &arena), r->share, INT64_MAX / 2, &limits,
       &r->nodes, &arena);
    pm_arena_free(&arena);
}

/* Who shares a tree and is at its end waits for the others, as long as the caller does. */
static void wait_for_others(struct race *race)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    for (;;) {
        pthread_mutex_lock(&race->lock);
        bool done = race->busy == 0;
        pthread_mutex_unlock(&race->lock);
        if (done || race_is_over_or_stopped(race))
            return;
        nanosleep(&pause, NULL);
    }
}

/* Runs `s` here and the others beside it. */
static pulma_status hold(struct race *race, struct pm_edges_search *s,
                         struct runner *runners, int count, int64_t nodes, int64_t *placed,
                         double *seconds)
{
    struct pm_limits own = {.stop = race_is_over_or_stopped, .context = race};
    struct pm_edges_share *share = count > 0 ? runners[0].share : NULL;
    struct pm_crew crew;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    pthread_mutex_init(&race->lock, NULL);
    race->runners = runners;
    race->cells = pm_edges_cells(s);
    race->busy = share ? count : 1;
    pm_crew_start(&crew, count - 1, run, race);
    pthread_mutex_lock(&race->lock);
    race->busy -= share ? count - 1 - crew.count : 0;
    pthread_mutex_unlock(&race->lock);
    if (go(race, s, share, nodes, &own, placed, &arena) == PULMA_NONE && share)
        wait_for_others(race);
    atomic_store(&race->over, true);
    *seconds += pm_crew_join(&crew);
    for (int i = 1; i <= crew.count; i++)
        *placed += runners[i].nodes;
    pthread_mutex_destroy(&race->lock);
    pm_arena_free(&arena);
    return race->result;
}

enum { MOST_RUNNERS = 64 };

pulma_status pm_edges_race(struct pm_edges_search *s, const struct pm_edges *others,
                           int count, int64_t nodes, const struct pm_limits *limits,
                           int *choices, int64_t *placed, double *seconds)
{
    struct runner runners[MOST_RUNNERS] = {{.e = NULL}};
    struct race race = {.limits = limits, .result = PULMA_LIMIT, .choices = choices};
    count = count < MOST_RUNNERS - 1 ? count : MOST_RUNNERS - 1;
    for (int i = 1; i <= count; i++)
        runners[i].e = &others[i - 1];
    return hold(&race, s, runners, count + 1, nodes, placed, seconds);
}

pulma_status pm_edges_narrow_race(const struct pm_edges *e, int threads, int64_t nodes,
                                  const struct pm_limits *limits, int *choices,
                                  int64_t *placed, double *seconds)
{
    struct runner runners[MOST_RUNNERS] = {{.e = NULL}};
    struct pm_edges_share share = {0};
    struct race race = {.limits = limits, .result = PULMA_LIMIT, .choices = choices};
    struct pm_arena arena;
    int count = threads < 1 ? 1 : threads < MOST_RUNNERS ? threads : MOST_RUNNERS;
    pm_arena_init(&arena, 0);
    struct pm_edges_search *s = pm_edges_start(e, true, &arena);
    pulma_status status = s ? PULMA_UNAVAILABLE : PULMA_NO_MEMORY;
    for (int i = 0; i < count; i++)
        runners[i] = (struct runner){.e = e, .share = &share};
    if (s && pm_edges_narrow_suits(s))
        status = hold(&race, s, runners, count, nodes, placed, seconds);
    pm_arena_free(&arena);
    return status;
}
