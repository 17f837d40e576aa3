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
    struct runner *runners;   /* by number; the caller is 0 */
    struct pm_search *search; /* the caller's */
    atomic_llong placed;      /* by the others, and not counted yet */
    atomic_bool over;
    pulma_status result; /* under the lock */
    int *choices;        /* likewise; `cells` of them */
    int cells;
    int busy; /* likewise: searches that share a tree and have not come to its end */
};

struct runner {
    const struct pm_edges *e;
    struct pm_edges_share *share; /* NULL: a search of its own order */
    struct race *race;
    struct pm_effort effort;
    int64_t told; /* nodes that the caller knows of */
};

static bool take(struct pm_search *search, const int *choices)
{
    struct race *race = search->context;
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
    if (race->result == PULMA_LIMIT && (result == PULMA_OK || result == PULMA_NONE)) {
        race->result = result;
        struct pm_search naming = {
            .effort = &(struct pm_effort){0}, .found = take, .context = race};
        if (result == PULMA_OK)
            pm_edges_answers(s, &naming);
        atomic_store(&race->over, true);
    }
    pthread_mutex_unlock(&race->lock);
}

static void tell_nodes(struct runner *r)
{
    atomic_fetch_add(&r->race->placed, r->effort.nodes - r->told);
    r->told = r->effort.nodes;
}

static bool race_is_over(void *runner)
{
    struct runner *r = runner;
    tell_nodes(r);
    return atomic_load(&r->race->over);
}

static bool race_is_over_or_stopped(void *context)
{
    struct race *race = context;
    race->search->effort->nodes += atomic_exchange(&race->placed, 0);
    return atomic_load(&race->over) || pm_search_stopped(race->search);
}

/* One search to its end, or to that of the race; `n`, if there is one, looks ahead for `s`. */
static pulma_status go(struct race *race, struct pm_edges_search *s,
                       struct pm_edges_narrow *n, struct pm_search *search)
{
    uint64_t found = 0;
    pulma_status result =
        n ? pm_edges_narrow_go(n, search) : pm_edges_go(s, 1, search, &found);
    finish(race, s, result);
    return result;
}

static void run(void *context, int number)
{
    struct race *race = context;
    struct runner *r = &race->runners[number];
    struct pm_arena arena;
    struct pm_limits limits = {.stop = race_is_over, .context = r};
    struct pm_search search = {.limits = &limits, .effort = &r->effort};
    pm_arena_init(&arena, 0);
    struct pm_edges_search *s = pm_edges_start(r->e, true, &arena);
    struct pm_edges_narrow *n =
        s && r->share ? pm_edges_narrow_start(s, r->share, &arena) : NULL;
    if (s && (n || !r->share))
        go(race, s, n, &search);
    else /* without memory the others do its share */
        finish(race, s, r->share ? PULMA_NONE : PULMA_LIMIT);
    tell_nodes(r);
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

/* Runs `s`, or `n` if there is one, here and the others beside it. */
static pulma_status hold(struct race *race, struct pm_edges_search *s,
                         struct pm_edges_narrow *n, struct runner *runners, int count)
{
    struct pm_search *search = race->search, here = *search;
    struct pm_limits own = {.conflicts = search->limits ? search->limits->conflicts : 0,
                            .stop = race_is_over_or_stopped,
                            .context = race};
    struct pm_crew crew;
    pthread_mutex_init(&race->lock, NULL);
    assert(count >= 1);
    here.limits = &own;
    race->runners = runners;
    race->cells = pm_edges_board(s)->cells;
    race->busy = n ? count : 1;
    pm_crew_start(&crew, count - 1, run, race);
    pthread_mutex_lock(&race->lock);
    race->busy -= n ? count - 1 - crew.count : 0;
    pthread_mutex_unlock(&race->lock);
    pulma_status status = go(race, s, n, &here);
    if (status == PULMA_NONE && n)
        wait_for_others(race);
    atomic_store(&race->over, true);
    search->effort->seconds += pm_crew_join(&crew);
    search->effort->nodes += atomic_load(&race->placed);
    pthread_mutex_destroy(&race->lock);
    return race->result == PULMA_LIMIT && status == PULMA_UNAVAILABLE ? status
                                                                      : race->result;
}

enum { MOST_RUNNERS = 64 };

pulma_status pm_edges_race(struct pm_edges_search *s, const struct pm_edges *others,
                           int count, struct pm_search *search, int *choices)
{
    struct runner runners[MOST_RUNNERS] = {{.e = NULL}};
    struct race race = {.search = search, .result = PULMA_LIMIT, .choices = choices};
    count = count < MOST_RUNNERS - 1 ? count : MOST_RUNNERS - 1;
    for (int i = 1; i <= count; i++)
        runners[i] = (struct runner){.e = &others[i - 1], .race = &race};
    return hold(&race, s, NULL, runners, count + 1);
}

pulma_status pm_edges_narrow_race(struct pm_edges_search *s, struct pm_edges_narrow *n,
                                  struct pm_edges_share *share, struct pm_search *search,
                                  int *choices)
{
    struct runner runners[MOST_RUNNERS];
    struct race race = {.search = search, .result = PULMA_LIMIT, .choices = choices};
    int threads = search->threads < 1 ? 1 : search->threads;
    int count = threads < MOST_RUNNERS ? threads : MOST_RUNNERS;
    for (int i = 0; i < count; i++)
        runners[i] = (struct runner){.e = pm_edges_board(s), .share = share, .race = &race};
    return hold(&race, s, n, runners, count);
}
