/* How Flow Free is searched.
 *
 * Where all cells are covered and no line runs beside itself, the corners kernel comes first:
 * it settles most boards in the time that the engine needs to read the rules.  What is too hard for
 * it goes to the engine, in the form of edges and binary colours.
 *
 * Where a line may run beside itself, an answer in which none does is looked for first: most
 * boards have one, and it is found far sooner.  It leads to others by rings that move
 * (flowfree_rings.c), and for the rest only settled answers have to be searched.  Where cells may
 * stay free, the first to be looked for is one whose lines are pulled tight. */
#include <string.h>

#include "kernels/corners.h"
#include "puzzles/flowfree.h"

enum {
    MANY_ANSWERS = 8,
    MAX_STEPS = 1 << 20,     /* of the corners kernel, some 15 milliseconds */
    STEPS_PER_NODE = 256,    /* as long as a conflict of the engine takes */
    CONFLICTS_APART = 20000, /* for an answer in which no line runs beside itself */
};

/* The colours that the lines give to the cells. */
static void colour_cells(const struct pm_flow *f, int *answer)
{
    memset(answer, 0, (size_t)f->cells * sizeof *answer);
    for (int q = 1; q <= f->colours; q++) {
        int cell = f->dot[q][0], came = -1;
        while (cell >= 0) {
            int next = -1;
            answer[cell] = q;
            for (int d = 0; d < 4 && next < 0; d++)
                if (d != came && f->edge[cell][d] >= 0 && answer[f->edge[cell][d]] == 1) {
                    next = pm_flow_beyond(f, cell, d);
                    came = d ^ 2;
                }
            cell = next;
        }
    }
}

/* The search so far. */
struct quest {
    const struct pm_flow *f;
    struct pm_search *search;
    const struct pm_flow_rings *rings; /* NULL unless lines may touch and cover all */
    int *answer;                       /* room for one */
    int *known[MANY_ANSWERS]; /* the edges of (settled) answers; only the first so many */
    int known_count;
    bool enough;
};

/* Reports the answer whose edges are known; false: it was the last one. */
static bool report(void *context)
{
    struct quest *q = context;
    colour_cells(q->f, q->answer);
    q->enough = !q->search->found(q->search, q->answer);
    return !q->enough;
}

/* Reports the answer whose edges are known, and those that settle to the same one, unless that
 * was done. */
static pulma_status take(struct quest *q)
{
    int *lines = q->answer + q->f->cells;
    const size_t bytes = (size_t)q->f->edges * sizeof *lines;
    if (q->rings)
        pm_flow_rings_settle(q->rings, lines);
    for (int i = 0; i < q->known_count; i++)
        if (memcmp(q->known[i], lines, bytes) == 0)
            return PULMA_OK;
    if (q->known_count < MANY_ANSWERS)
        memcpy(q->known[q->known_count++], lines, bytes);
    if (q->rings)
        return pm_flow_rings_walk(q->rings, lines, report, q, q->search->limits);
    report(q);
    return PULMA_OK;
}

/* ---- Corners ------------------------------------------------------------------------- */

struct corners_quest {
    struct quest *q;
    struct pm_corners_search task;
    pulma_status status; /* of the last answer */
};

/* With many answers the kernel goes on to the end, if they are all that are asked for: the engine
 * could not tell new ones from those.  Else it stops. */
static bool found_by_corners(void *context, const unsigned char *lines)
{
    struct corners_quest *c = context;
    const struct pm_flow *f = c->q->f;
    for (int e = 0; e < f->edges; e++) {
        const int a = f->ends[e][0], b = f->ends[e][1];
        const int side = b == a + 1 ? PM_CORNER_RIGHT : PM_CORNER_DOWN;
        c->q->answer[f->cells + e] = (lines[a] & side) != 0;
    }
    c->status = take(c->q);
    const bool many = c->q->known_count == MANY_ANSWERS;
    if (many)
        c->task.most_nodes = 0;
    return !c->status && !c->q->enough && !(many && f->touch);
}

/* All answers in which no three sides of a square belong to one line. */
static pulma_status search_corners(struct quest *q)
{
    const struct pm_flow *f = q->f;
    const struct pm_corners_board board = {f->rows, f->columns, f->given, f->touch};
    const int64_t most = q->search->limits->conflicts;
    struct corners_quest c = {
        .q = q,
        .task = {.limits = q->search->limits,
                 .found = found_by_corners,
                 .context = &c,
                 .most_nodes = most > 0 && most < MAX_STEPS / STEPS_PER_NODE
                                   ? most * STEPS_PER_NODE
                                   : MAX_STEPS}};
    pulma_status status = pm_corners_search(&board, &c.task);
    q->search->nodes += (c.task.nodes + STEPS_PER_NODE - 1) / STEPS_PER_NODE;
    return c.status ? c.status : status;
}

/* ---- The engine ---------------------------------------------------------------------- */

/* A pass of the engine.  All but the last one stop when they know many answers, so that the
 * last can tell which are new. */
struct pass {
    bool touch;        /* lines may run beside themselves */
    bool tight;        /* lines are pulled tight */
    int most;          /* known answers; 0: any number */
    int64_t conflicts; /* 0: any number */
};

/* PULMA_NONE: there are no more. */
static pulma_status report_answers(struct quest *q, struct pm_engine *engine, int most)
{
    while (!q->enough && (most == 0 || q->known_count < most)) {
        pulma_status status = pm_engine_next(engine, q->answer + q->f->cells, NULL);
        if (status != PULMA_OK)
            return status;
        status = take(q);
        if (status != PULMA_OK)
            return status;
    }
    return PULMA_OK;
}

static pulma_status run(struct quest *q, const struct pass *pass)
{
    struct pm_limits limits = *q->search->limits;
    if (limits.conflicts > 0 && limits.conflicts <= q->search->nodes)
        return PULMA_LIMIT;
    if (limits.conflicts > 0)
        limits.conflicts -= q->search->nodes;
    if (pass->conflicts > 0 &&
        (limits.conflicts == 0 || pass->conflicts < limits.conflicts))
        limits.conflicts = pass->conflicts;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    struct pm_rules *rules = pm_flow_edge_rules(q->f, pass->touch, pass->tight, &arena);
    if (rules && pass->touch && q->rings)
        pm_flow_rings_state(q->rings, rules);
    struct pm_engine *engine = rules ? pm_engine_new(rules, &limits) : NULL;
    pulma_status status = engine ? report_answers(q, engine, pass->most) : PULMA_NO_MEMORY;
    if (engine)
        q->search->nodes += pm_engine_conflicts(engine);
    pm_engine_free(engine);
    pm_rules_free(rules);
    pm_arena_free(&arena);
    return status;
}

/* Whether a pass has settled nothing: it came to the end of its own conflicts. */
static bool gave_up(const struct quest *q, pulma_status status)
{
    const int64_t most = q->search->limits->conflicts;
    return status == PULMA_LIMIT && !pm_stop(q->search->limits) &&
           (most <= 0 || q->search->nodes < most);
}

/* Answers without narrow turns.  PULMA_OK: go on, there may be others; PULMA_NONE: these are
 * all. */
static pulma_status search_covers(struct quest *q)
{
    const bool touch = q->f->touch;
    pulma_status status = search_corners(q);
    if (status == PULMA_OK && !touch)
        return PULMA_NONE;
    if (status != PULMA_UNAVAILABLE)
        return status;
    if (!touch || q->known_count > 0)
        return PULMA_OK;
    status = run(q, &(struct pass){.most = 1, .conflicts = CONFLICTS_APART});
    return status == PULMA_NONE || gave_up(q, status) ? PULMA_OK : status;
}

static pulma_status search(struct quest *q)
{
    pulma_status status =
        q->f->cover ? search_covers(q) : run(q, &(struct pass){.tight = true, .most = 1});
    if (status == PULMA_OK && !q->enough)
        status = run(q, &(struct pass){.touch = q->f->touch});
    return status == PULMA_NONE ? PULMA_OK : status;
}

pulma_status pm_flow_search(const void *puzzle, struct pm_search *task)
{
    const struct pm_flow *f = puzzle;
    const size_t edges = (size_t)f->edges;
    struct quest q = {.f = f, .search = task};
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    q.answer = pm_new(&arena, (size_t)f->cells + edges, int);
    int *known = pm_new(&arena, MANY_ANSWERS * edges, int);
    for (size_t i = 0; i < MANY_ANSWERS && known; i++)
        q.known[i] = known + i * edges;
    const bool has_rings = f->cover && f->touch;
    if (has_rings)
        q.rings = pm_flow_rings_new(f, &arena);
    pulma_status status =
        q.answer && known && (q.rings || !has_rings) ? search(&q) : PULMA_NO_MEMORY;
    pm_arena_free(&arena);
    return status;
}
