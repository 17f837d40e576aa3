/* How paths are searched for.
 *
 * Where all cells are covered and no line runs beside itself, the corners kernel comes first:
 * it settles most boards in the time that the engine needs to read the rules.  What is too hard for
 * it goes to the engine, in the form of edges and binary colours.
 *
 * Where a line may run beside itself, an answer in which none does is looked for first: most
 * boards have one, and it is found far sooner.  It leads to others by rings that move
 * (rings.c), and for the rest only settled answers have to be searched.
 *
 * Where cells may stay free, an answer whose lines are pulled tight is looked for, by the router
 * and by the engine in turns: the router is quick where there is room, the engine where there
 * is none.  A detour of a line is another answer. */
#include <assert.h>
#include <string.h>

#include "engine/engine.h"
#include "kernels/paths/corners.h"
#include "kernels/paths/inside.h"
#include "kernels/paths/router.h"

enum {
    MANY_ANSWERS = 8,
    STEPS_PER_NODE = 256, /* of the router: as long as a conflict of the engine takes */
    /* Nodes of the corners kernel, some 15 milliseconds.  (Tuned on the 270 boards of 8x8 to
     * 36x20 that docs/kinds/flowfree.md names.) */
    PATIENCE = 4096,
    /* Conflicts of the pieces kernel, some four seconds: most boards of 100x100 need less. */
    PATIENCE_PIECES = 1 << 16,
    /* To find out which corner is best, where there are so many cells: smaller boards are mostly
     * settled in the time that it takes. */
    PATIENCE_CORNER = 2000,
    LARGE = 8000,
    /* For an answer in which no line runs beside itself, for one near to an answer, and for settled
     * ones before tight ones.  (Tuned on boards of 14x14 whose lines may touch: flowfree/touching.) */
    CONFLICTS_APART = 20000,
    CONFLICTS_NEAR = 300,
    CONFLICTS_SETTLED = 4000,
    /* In the first turns of engine and router; each further one is twice as long.  (Tuned on 29
     * boards of 5x5 to 14x14 whose cells may stay free, and on the contest boards of adc2015.) */
    CONFLICTS_TURN = 500,
    MAX_STEPS_TURN = 1 << 20,
};

/* The colours that the lines give to the cells. */
static void colour_cells(const struct pm_paths *board, int *answer)
{
    memset(answer, 0, (size_t)board->cells * sizeof *answer);
    for (int q = 1; q <= board->colours; q++) {
        int cell = board->dot[q][0], came = -1;
        while (cell >= 0) {
            int next = -1;
            answer[cell] = q;
            for (int d = 0; d < 4 && next < 0; d++)
                if (d != came && board->edge[cell][d] >= 0 &&
                    answer[board->edge[cell][d]] == 1) {
                    next = pm_paths_beyond(board->columns, cell, d);
                    came = d ^ 2;
                }
            cell = next;
        }
    }
}

/* The search so far. */
struct quest {
    const struct pm_paths *board;
    struct pm_search *search;
    const struct pm_paths_rings *rings; /* NULL unless lines may touch and cover all */
    int *answer;                        /* room for one */
    int *known[MANY_ANSWERS]; /* the edges of (settled) answers; only the first so many */
    int known_count;
    bool loose; /* a known answer has a detour */
    bool enough;
};

/* Reports the answer whose edges are known; false: it was the last one. */
static bool report(struct quest *q)
{
    assert(!q->enough);
    colour_cells(q->board, q->answer);
    q->enough = !pm_search_found(q->search, q->answer);
    return !q->enough;
}

static bool report_lines(struct pm_search *part, const int *lines)
{
    struct quest *q = part->context;
    assert(lines == q->answer + q->board->cells);
    (void)lines;
    return report(q);
}

/* False: it is known. */
static bool remember(struct quest *q)
{
    const int *lines = q->answer + q->board->cells;
    const size_t bytes = (size_t)q->board->edges * sizeof *lines;
    for (int i = 0; i < q->known_count; i++)
        if (memcmp(q->known[i], lines, bytes) == 0)
            return false;
    if (q->known_count < MANY_ANSWERS)
        memcpy(q->known[q->known_count++], lines, bytes);
    return true;
}

/* Reports the answer whose edges are known, and others that it leads to, unless that was done. */
static pulma_status take(struct quest *q)
{
    int *lines = q->answer + q->board->cells;
    if (q->rings)
        pm_paths_rings_settle(q->rings, lines);
    if (!remember(q))
        return PULMA_OK;
    if (q->rings) {
        struct pm_search walk = pm_search_part(q->search, report_lines, q);
        return pm_paths_rings_walk(q->rings, lines, &walk);
    }
    if (!report(q) || q->board->cover || q->loose)
        return PULMA_OK;
    pulma_status status = pm_paths_detour(q->board, q->answer);
    if (status != PULMA_OK)
        return status == PULMA_NONE ? PULMA_OK : status;
    q->loose = true;
    if (q->board->touch && remember(q)) /* else the detour may run beside its own line */
        report(q);
    return PULMA_OK;
}

/* ---- Corners ------------------------------------------------------------------------- */

struct corners_quest {
    struct quest *q;
    pulma_status status; /* of the last answer */
};

/* With many answers the kernel goes on to the end, if they are all that are asked for: the engine
 * could not tell new ones from those.  Else it stops; where cells may stay free, at the first. */
static bool found_by_corners(struct pm_search *part, const int *lines)
{
    struct corners_quest *c = part->context;
    const struct pm_paths *board = c->q->board;
    memcpy(c->q->answer + board->cells, lines, (size_t)board->edges * sizeof *lines);
    c->status = take(c->q);
    const bool many = c->q->known_count == MANY_ANSWERS;
    if (many)
        part->patience = 0;
    return !c->status && !c->q->enough && board->cover && !(many && board->touch);
}

/* All answers that cover the board and in which no three sides of a square belong to one line. */
static pulma_status search_corners(struct quest *q, int64_t patience)
{
    struct corners_quest c = {.q = q};
    struct pm_search part = pm_search_part(q->search, found_by_corners, &c);
    part.patience = patience;
    pulma_status status =
        pm_corners_search(q->board, q->board->touch && q->board->cover, &part);
    return c.status ? c.status : status;
}

/* The same without lines that touch themselves, by learning from one corner on. */
static pulma_status search_pieces_from(struct quest *q, int corner, int64_t patience,
                                       double *reach)
{
    struct corners_quest c = {.q = q};
    struct pm_search part = pm_search_part(q->search, found_by_corners, &c);
    part.patience = patience;
    pulma_status status = pm_paths_pieces_search(q->board, corner, &part, reach);
    return c.status ? c.status : status;
}

/* On large boards from the corner from which a short search comes farthest. */
static pulma_status search_pieces(struct quest *q)
{
    int best = 0;
    double reach = 0, farthest = -1;
    const int corners = q->board->cells < LARGE ? 0 : PM_PATHS_CORNERS;
    for (int corner = 0; corner < corners; corner++) {
        pulma_status status = search_pieces_from(q, corner, PATIENCE_CORNER, &reach);
        if (status != PULMA_UNAVAILABLE || q->enough)
            return status;
        if (reach > farthest) {
            farthest = reach;
            best = corner;
        }
    }
    return search_pieces_from(q, best, PATIENCE_PIECES, &reach);
}

/* ---- The engine ---------------------------------------------------------------------- */

/* A pass of the engine.  All but the last one stop when they know many answers, so that the
 * last can tell which are new. */
struct pass {
    bool touch; /* lines may run beside themselves */
    enum pm_paths_pull pull;
    bool near;         /* look near the first known answer */
    int most;          /* known answers; 0: any number */
    int64_t conflicts; /* 0: any number */
};

/* The engine at work on a pass. */
struct course {
    struct pm_arena arena;
    struct pm_limits limits; /* for the engine, */
    int64_t most_nodes;      /* and the caller's; 0: any number */
    int64_t counted;         /* conflicts that the caller's count of nodes has */
    struct pm_rules *rules;
    struct pm_engine *engine;
};

/* So many conflicts more (0: any number), but not more than the caller's limits allow. */
static void allow(const struct quest *q, struct course *c, int64_t conflicts)
{
    const bool bounded = c->most_nodes > 0;
    const int64_t done = c->engine ? pm_engine_conflicts(c->engine) : 0;
    const int64_t left = c->counted + pm_search_nodes_left(q->search);
    c->limits.conflicts = bounded ? left : 0;
    if (conflicts > 0 && done + conflicts < left)
        c->limits.conflicts = done + conflicts;
}

static pulma_status start(const struct quest *q, const struct pass *pass, struct course *c)
{
    *c = (struct course){0};
    if (q->search->limits)
        c->limits = *q->search->limits;
    c->most_nodes = c->limits.conflicts;
    pm_arena_init(&c->arena, 0);
    if (pm_search_nodes_left(q->search) == 0)
        return PULMA_LIMIT;
    allow(q, c, pass->conflicts);
    c->rules = pm_paths_edge_rules(q->board, pass->touch, pass->pull, &c->arena);
    if (c->rules && pass->touch && !pass->near && q->rings)
        pm_paths_rings_state(q->rings, c->rules);
    c->engine = c->rules ? pm_engine_new(c->rules, &c->limits) : NULL;
    if (c->engine && pass->near)
        pm_engine_prefer(c->engine, q->known[0]);
    return c->engine ? PULMA_OK : PULMA_NO_MEMORY;
}

static void count_conflicts(struct quest *q, struct course *c)
{
    const int64_t done = c->engine ? pm_engine_conflicts(c->engine) : 0;
    q->search->effort->nodes += done - c->counted;
    c->counted = done;
}

static void finish(struct quest *q, struct course *c)
{
    count_conflicts(q, c);
    pm_engine_free(c->engine);
    pm_rules_free(c->rules);
    pm_arena_free(&c->arena);
}

/* PULMA_NONE: there are no more. */
static pulma_status report_answers(struct quest *q, struct course *c,
                                   const struct pass *pass)
{
    pulma_status status = PULMA_OK;
    while (status == PULMA_OK && !q->enough && !(pass->pull && q->loose) &&
           (pass->most == 0 || q->known_count < pass->most)) {
        status = pm_engine_next(c->engine, q->answer + q->board->cells, NULL);
        if (status == PULMA_OK)
            status = take(q);
    }
    return status;
}

static pulma_status run(struct quest *q, const struct pass *pass)
{
    struct course c;
    pulma_status status = start(q, pass, &c);
    if (status == PULMA_OK)
        status = report_answers(q, &c, pass);
    finish(q, &c);
    return status;
}

/* Whether a pass has settled nothing: it came to the end of its own conflicts. */
static bool gave_up(const struct quest *q, pulma_status status)
{
    return status == PULMA_LIMIT && !pm_search_stopped(q->search) &&
           pm_search_nodes_left(q->search) > 0;
}

/* Answers without narrow turns.  PULMA_OK: go on, there may be others; PULMA_NONE: these are
 * all. */
static pulma_status search_covers(struct quest *q)
{
    const bool touch = q->board->touch;
    pulma_status status = search_corners(q, PATIENCE);
    if (status == PULMA_UNAVAILABLE && !touch)
        status = search_pieces(q);
    if (status == PULMA_OK && !touch)
        return PULMA_NONE;
    if (status != PULMA_UNAVAILABLE)
        return status;
    if (!touch || q->known_count > 0)
        return PULMA_OK;
    status = run(q, &(struct pass){.most = 1, .conflicts = CONFLICTS_APART});
    return status == PULMA_NONE || gave_up(q, status) ? PULMA_OK : status;
}

/* Other settled answers than the known ones are mostly near to those, if there are any.  But near
 * them is no good place to prove that there are none. */
static pulma_status search_near(struct quest *q)
{
    if (!q->rings || q->known_count == 0 || q->known_count == MANY_ANSWERS)
        return PULMA_OK;
    pulma_status status = run(q, &(struct pass){.touch = true,
                                                .near = true,
                                                .most = MANY_ANSWERS,
                                                .conflicts = CONFLICTS_NEAR});
    return gave_up(q, status) ? PULMA_OK : status;
}

/* Whether the lines cover the board. */
static bool covers(const struct pm_paths *board, const int *lines)
{
    int left = board->cells - board->colours;
    for (int cell = 0; cell < board->cells; cell++)
        left -= board->given[cell] < 0;
    for (int e = 0; e < board->edges; e++)
        left -= lines[e];
    return left == 0;
}

pulma_status pm_paths_tight_covers(const struct pm_paths *board, struct pm_search *search)
{
    struct pm_paths loose = *board;
    loose.cover = false;
    struct quest q = {.board = &loose, .search = search};
    struct course c;
    pulma_status status = start(&q, &(struct pass){.pull = PM_PATHS_SHORT}, &c);
    int *lines = pm_new(&c.arena, (size_t)board->edges, int);
    if (!lines && status == PULMA_OK)
        status = PULMA_NO_MEMORY;
    for (bool wanted = true; status == PULMA_OK && wanted;) {
        status = pm_engine_next(c.engine, lines, NULL);
        if (status == PULMA_OK)
            wanted = covers(board, lines) && pm_search_found(search, lines);
    }
    finish(&q, &c);
    return status;
}

static pulma_status search_tight_covers(struct quest *q)
{
    struct corners_quest c = {.q = q};
    struct pm_search part = pm_search_part(q->search, found_by_corners, &c);
    const pulma_status status = pm_paths_tight_covers(q->board, &part);
    return c.status ? c.status : status;
}

/* Where lines may touch: settled answers for a while, then tight ones, then settled ones again.
 * (Most boards are settled soon either way, but where it takes long the tight ones are fewer.) */
static pulma_status search_touching(struct quest *q)
{
    struct pass pass = {
        .touch = true, .most = MANY_ANSWERS, .conflicts = CONFLICTS_SETTLED};
    struct course c;
    pulma_status status = start(q, &pass, &c);
    if (status == PULMA_OK)
        status = report_answers(q, &c, &pass);
    count_conflicts(q, &c);
    if (gave_up(q, status))
        status = search_tight_covers(q);
    if (status == PULMA_OK && !q->enough) {
        pass.most = 0;
        allow(q, &c, 0);
        status = report_answers(q, &c, &pass);
    }
    finish(q, &c);
    return status;
}

/* ---- Free cells ---------------------------------------------------------------------- */

/* A turn of the router.  PULMA_UNAVAILABLE: it has found nothing. */
static pulma_status ask_router(struct quest *q, struct pm_router *router, int64_t steps)
{
    const struct pm_paths *board = q->board;
    pulma_status status = pm_router_run(router, steps, q->search, q->answer);
    q->search->effort->nodes += steps / STEPS_PER_NODE;
    if (status != PULMA_OK)
        return status;
    for (int e = 0; e < board->edges; e++) {
        const int a = q->answer[board->ends[e][0]], b = q->answer[board->ends[e][1]];
        q->answer[board->cells + e] = a > 0 && a == b;
    }
    return take(q);
}

/* Whether the search has come to a limit of the caller. */
static bool is_over(const struct quest *q, const struct course *c)
{
    return pm_search_stopped(q->search) ||
           pm_engine_conflicts(c->engine) >= pm_search_nodes_left(q->search);
}

/* Router and engine take turns until the router knows an answer. */
static pulma_status take_turns(struct quest *q, struct pm_router *router, struct course *c,
                               const struct pass *pass)
{
    const int64_t cells = q->board->cells, pairs = cells * cells / 4;
    int64_t steps = pairs < MAX_STEPS_TURN ? pairs : MAX_STEPS_TURN;
    bool routed = false;
    for (int64_t conflicts = CONFLICTS_TURN;; conflicts *= 2, steps *= 2) {
        pulma_status status = PULMA_OK;
        if (!routed)
            status = ask_router(q, router, steps);
        routed = status == PULMA_OK;
        if (status != PULMA_OK && status != PULMA_UNAVAILABLE)
            return status;
        if (is_over(q, c))
            return PULMA_LIMIT;
        allow(q, c, routed ? 0 : conflicts);
        status = report_answers(q, c, pass);
        if (status != PULMA_LIMIT || is_over(q, c))
            return status;
    }
}

/* Tight answers, until one has a detour.  PULMA_OK: go on, there may be others; PULMA_NONE: these
 * are all. */
static pulma_status search_tight(struct quest *q)
{
    const struct pm_paths *board = q->board;
    /* With room for a detour. */
    const struct pass pass = {.pull = PM_PATHS_TIGHT, .most = MANY_ANSWERS - 1};
    /* What covers the board is tight. */
    pulma_status status = search_corners(q, PATIENCE / 8);
    if (q->enough || (status != PULMA_OK && status != PULMA_UNAVAILABLE))
        return status;
    struct course c;
    status = start(q, &pass, &c);
    struct pm_router *router = pm_router_new(board, c.limits.seed);
    if (!router && status == PULMA_OK)
        status = PULMA_NO_MEMORY;
    if (status == PULMA_OK)
        status = take_turns(q, router, &c, &pass);
    finish(q, &c);
    pm_router_free(router);
    return status;
}

static pulma_status search(struct quest *q)
{
    pulma_status status = q->board->cover ? search_covers(q) : search_tight(q);
    if (status == PULMA_OK && !q->enough)
        status = search_near(q);
    if (status == PULMA_OK && !q->enough)
        status = q->rings ? search_touching(q)
                          : run(q, &(struct pass){.touch = q->board->touch});
    return status == PULMA_NONE ? PULMA_OK : status;
}

pulma_status pm_paths_search(const struct pm_paths *board, struct pm_search *whole)
{
    const size_t edges = (size_t)board->edges;
    assert(board->cells == board->rows * board->columns && board->colours > 0);
    struct quest q = {.board = board, .search = whole};
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    q.answer = pm_new(&arena, (size_t)board->cells + edges, int);
    int *known = pm_new(&arena, MANY_ANSWERS * edges, int);
    for (size_t i = 0; i < MANY_ANSWERS && known; i++)
        q.known[i] = known + i * edges;
    const bool has_rings = board->cover && board->touch;
    if (has_rings)
        q.rings = pm_paths_rings_new(board, &arena);
    pulma_status status =
        q.answer && known && (q.rings || !has_rings) ? search(&q) : PULMA_NO_MEMORY;
    pm_arena_free(&arena);
    return status;
}
