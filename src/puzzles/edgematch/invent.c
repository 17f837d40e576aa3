/* New edge matching puzzles: a board is painted with random colours, cut into pieces and
 * shuffled.  One corner is a hint, for otherwise the whole board could be turned; further hints
 * follow until there is one answer. */
#include "puzzles/edgematch/edgematch.h"

#include <math.h>
#include <string.h>

enum { TRIES = 20, REPAINTED = 300 };

/* How many colours make about one answer: the ways to lay the pieces out, corners, border and
 * inner ones each among themselves, are as many as there are ways to paint the joins. */
static double balanced_colours(const struct pm_edgematch *p)
{
    int joins = 0, class_count[5] = {0};
    for (int cell = 0; cell < p->cells; cell++) {
        int rim = 0;
        for (int side = 0; side < p->sides; side++) {
            int other = p->beside[cell * p->sides + side];
            rim += other < 0 && p->border;
            joins += other > cell;
        }
        class_count[rim]++;
    }
    double ways = class_count[0] * log(p->sides);
    for (int i = 0; i < 5; i++)
        ways += lgamma(class_count[i] + 1.0);
    return joins ? exp(ways / joins) : 1;
}

/* A new colour for a side of a cell, and for what it meets, unless it is the grey rim. */
static void paint_side(struct pm_edgematch *p, int cell, int side, int colours,
                       struct pm_rng *rng)
{
    int other = p->beside[cell * p->sides + side];
    int colour = 1 + pm_rng_below(rng, p->has_signs ? 2 * colours : colours);
    if (other < 0 && p->border)
        return;
    p->colour[cell * p->sides + side] = (uint8_t)colour;
    if (other >= 0)
        p->colour[other * p->sides + pm_edges_facing(p->sides, side)] =
            (uint8_t)pm_edgematch_partner(p, colour);
}

/* Cuts the painted board into pieces in random order, each turned at random; `answer` is how
 * they came to lie. */
static void cut(struct pm_edgematch *p, const uint8_t *painted, struct pm_rng *rng,
                int *answer)
{
    int piece_of[PM_EDGEMATCH_MAX];
    for (int i = 0; i < p->cells; i++)
        piece_of[i] = i;
    pm_rng_shuffle(rng, piece_of, p->cells);
    for (int cell = 0; cell < p->cells; cell++) {
        int piece = piece_of[cell], turn = pm_rng_below(rng, p->sides);
        answer[cell] = piece * p->sides + turn;
        for (int side = 0; side < p->sides; side++)
            p->colour[piece * p->sides + (side - turn + p->sides) % p->sides] =
                painted[cell * p->sides + side];
    }
}

static bool same_turned(const struct pm_edgematch *p, int a, int b, int turn)
{
    for (int side = 0; side < p->sides; side++)
        if (pm_edgematch_shows(p, a * p->sides, side) !=
            pm_edgematch_shows(p, b * p->sides + turn, side))
            return false;
    return true;
}

/* A piece that looks the same as another one, or as itself in another turn; -1: none does. */
static int find_equal(const struct pm_edgematch *p)
{
    for (int a = 0; a < p->cells; a++)
        for (int b = 0; b <= a; b++)
            for (int turn = a == b; turn < p->sides; turn++)
                if (same_turned(p, a, b, turn))
                    return a;
    return -1;
}

/* Paints a board, for now with piece k in cell k, and repaints equal pieces until all differ. */
static bool paint(struct pm_edgematch *p, int colours, struct pm_rng *rng)
{
    for (int cell = 0; cell < p->cells; cell++)
        for (int side = 0; side < p->sides; side++)
            if (p->beside[cell * p->sides + side] < cell)
                paint_side(p, cell, side, colours, rng);
    for (int step = 0; step < REPAINTED; step++) {
        int cell = find_equal(p);
        if (cell < 0)
            return true;
        paint_side(p, cell, pm_rng_below(rng, p->sides), colours, rng);
    }
    return false;
}

/* Adds hints until there is one answer: the first corner, then cells at random.  Then takes back
 * those that turn out not to be needed. */
static pulma_status add_hints(const struct pm_wish *wish, struct pm_rng *rng,
                              const int *answer, struct pm_edgematch *p, pulma_error *err)
{
    int order[PM_EDGEMATCH_MAX], other[PM_EDGEMATCH_MAX], n = 0;
    for (int i = 0; i < p->cells; i++) {
        order[i] = i;
        p->hint[i] = PULMA_EMPTY;
    }
    pm_rng_shuffle(rng, order + 1, p->cells - 1);
    do {
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        p->hint[order[n]] = answer[order[n]];
        n++;
    } while (n < p->cells && wish->answers(wish, p, 2, other) != 1);
    for (int i = 1; i < n; i++) {
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        p->hint[order[i]] = PULMA_EMPTY;
        if (wish->answers(wish, p, 2, other) != 1)
            p->hint[order[i]] = answer[order[i]];
    }
    return PULMA_OK;
}

static pulma_status read_shape(const struct pm_wish *wish, bool *triangle, pulma_error *err)
{
    const char *shape = pm_wish_option(wish, "shape");
    *triangle = shape && strcmp(shape, "triangle") == 0;
    if (shape && !*triangle && strcmp(shape, "square") != 0)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected shape=square or shape=triangle, found '%s'", shape);
    return PULMA_OK;
}

pulma_status pm_edgematch_invent(const struct pm_wish *wish, struct pm_rng *rng,
                                 struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    static const int usual_size[] = {
        [PULMA_EASY] = 4, [PULMA_MEDIUM] = 5, [PULMA_HARD] = 6};
    static const double spare[] = {
        [PULMA_EASY] = 2.0, [PULMA_MEDIUM] = 1.5, [PULMA_HARD] = 1.1};
    int rows = wish->rows ? wish->rows : usual_size[wish->difficulty];
    int columns = wish->columns ? wish->columns : rows, colours = 0;
    bool triangle, border = true, signs = false;
    pulma_status status = read_shape(wish, &triangle, err);
    if (!status)
        status = pm_wish_bool(wish, "border", &border, err);
    if (!status)
        status = pm_wish_bool(wish, "signs", &signs, err);
    const int most = signs ? PM_EDGEMATCH_SIGNED : PM_EDGEMATCH_COLOURS;
    if (!status)
        status = pm_wish_int(wish, "colours", 1, most, &colours, err);
    if (status)
        return status;
    if (rows < 2 || columns < 2 || rows > 20 || columns > 20)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size from 2x2 to 20x20");
    if (triangle && rows != columns)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected a triangle with as many columns as "
                       "rows, its pieces on each side");
    struct pm_edgematch *p =
        pm_edgematch_new(triangle, rows, triangle ? 2 * rows - 1 : columns, arena);
    uint8_t *painted = pm_new(arena, 4 * (size_t)PM_EDGEMATCH_MAX, uint8_t);
    if (!p || !painted)
        return pm_fail_memory(err);
    p->border = border;
    p->has_signs = signs;
    *puzzle = p;
    bool fixed = colours > 0;
    if (!fixed)
        colours =
            1 + (int)(balanced_colours(p) * spare[wish->difficulty] / (signs ? 2 : 1));
    int answer[PM_EDGEMATCH_MAX];
    for (int tries = 0; tries < TRIES; tries++) {
        if (paint(p, colours, rng)) {
            memcpy(painted, p->colour, (size_t)(p->cells * p->sides));
            cut(p, painted, rng, answer);
            return add_hints(wish, rng, answer, p, err);
        }
        colours += !fixed && colours < most;
    }
    return pm_fail(err, PULMA_LIMIT, NULL,
                   "found no board with %d different pieces and %d colours in %d tries",
                   p->cells, colours, TRIES);
}
