/* New star battles: the stars first, the islands around them.
 *
 * Stars are put at random so that rows and columns are right and none touch.  Each star grows
 * into an area, and areas beside each other join until an island has all its stars.  Such a
 * board has its answer, but usually others as well.  Then cells change hands: one that is a
 * star in another answer, but not in ours, goes over to a neighbouring island, which makes that
 * answer wrong; the change stays unless there are more answers than before.
 *
 * Where a level is wanted, cells change hands until simple conclusions (logic.c) settle the board, as
 * far as suits the level: such a board has one answer and about the level.  Boards with three stars are
 * made so in any case, since few with one answer are found otherwise.
 *
 * All of it is bounded by steps, so that the same wish gives the same board everywhere. */
#include "puzzles/starbattle/starbattle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/stars.h"
#include "puzzles/starbattle/logic.h"

enum {
    MIN_SIDE = 5,
    MAX_SIDE = 14,
    CELLS = MAX_SIDE * MAX_SIDE,
    NOBODY = -1,
    PLACING_STEPS = 20000, /* rows tried before another start */
    BOARDS = 60,           /* starts at most */
    CHANGES = 400,         /* of cells from one island to another, for one start */
    ANSWERS = 24,          /* counted no further while cells change hands */
    NODES = 3000,          /* in a search; a board that needs more is too far off */
    PATIENCE = 200,        /* changes that lead no further */
    LOOKS = 100            /* at houses, which take as long as a node */
};
static_assert((int)MAX_SIDE <= (int)PM_STAR_LOGIC_SIDE, "boards for which there is logic");

struct workshop {
    const struct pm_wish *wish;
    struct pm_rng *rng;
    int side, stars, cells;
    bool star[CELLS]; /* our answer */
    signed char island[CELLS];
    /* The answers of the last search: how many, and the cells of one chosen among those that
     * are not ours. */
    int answers, others;
    bool other[CELLS];
    int64_t nodes;
    bool levelled; /* conclusions settle the board as its level has it */
};

/* The cells beside a cell, sharing an edge; returns how many. */
static int beside(const struct workshop *w, int cell, int *list)
{
    int n = 0, row = cell / w->side, column = cell % w->side;
    if (row > 0)
        list[n++] = cell - w->side;
    if (column > 0)
        list[n++] = cell - 1;
    if (column < w->side - 1)
        list[n++] = cell + 1;
    if (row < w->side - 1)
        list[n++] = cell + w->side;
    return n;
}

/* ---- Stars --------------------------------------------------------------------------- */

struct placing {
    struct workshop *w;
    int left[MAX_SIDE]; /* stars that a column still needs */
    int steps;
};

/* Whether the columns can still get their stars in the rows that are left: in two rows, one. */
static bool columns_can(const struct placing *p, int rows)
{
    for (int column = 0; column < p->w->side; column++)
        if (p->left[column] > (rows + 1) / 2)
            return false;
    return true;
}

static bool is_free(const struct placing *p, int row, int column)
{
    const struct workshop *w = p->w;
    if (p->left[column] == 0)
        return false;
    for (int c = column - 1; c <= column + 1; c++) {
        if (c < 0 || c >= w->side)
            continue;
        if (w->star[row * w->side + c] || (row > 0 && w->star[(row - 1) * w->side + c]))
            return false;
    }
    return true;
}

/* The rest of the stars from here on: `count` more in this row, among order[from..]. */
static bool place_stars(struct placing *p, int row, int count, const int *order, int from)
{
    struct workshop *w = p->w;
    int next[MAX_SIDE];
    if (++p->steps > PLACING_STEPS)
        return false;
    if (count == 0) {
        if (++row == w->side)
            return true;
        if (!columns_can(p, w->side - row))
            return false;
        for (int i = 0; i < w->side; i++)
            next[i] = i;
        pm_rng_shuffle(w->rng, next, w->side);
        return place_stars(p, row, w->stars, next, 0);
    }
    for (int i = from; i < w->side; i++) {
        int column = order[i];
        if (!is_free(p, row, column))
            continue;
        w->star[row * w->side + column] = true;
        p->left[column]--;
        if (place_stars(p, row, count - 1, order, i + 1))
            return true;
        w->star[row * w->side + column] = false;
        p->left[column]++;
    }
    return false;
}

static bool put_stars(struct workshop *w)
{
    struct placing p = {.w = w};
    memset(w->star, 0, sizeof w->star);
    for (int column = 0; column < w->side; column++)
        p.left[column] = w->stars;
    return place_stars(&p, -1, 0, NULL, 0);
}

/* ---- Islands ------------------------------------------------------------------------- */

/* Each star becomes an area of its own, which grows at random until all cells are taken. */
static void grow_areas(struct workshop *w, int *area)
{
    int areas = 0, order[CELLS], list[4];
    for (int cell = 0; cell < w->cells; cell++) {
        area[cell] = w->star[cell] ? areas++ : NOBODY;
        order[cell] = cell;
    }
    for (bool open = true; open;) {
        open = false;
        pm_rng_shuffle(w->rng, order, w->cells);
        for (int i = 0; i < w->cells; i++) {
            if (area[order[i]] != NOBODY)
                continue;
            open = true;
            int n = beside(w, order[i], list);
            int to = area[list[pm_rng_below(w->rng, n)]];
            area[order[i]] = to;
        }
    }
}

/* Areas that lie beside each other. */
struct neighbours {
    bool joined[CELLS / 4 + 1][CELLS / 4 + 1];
    int count;
};

static void find_neighbours(const struct workshop *w, const int *area, struct neighbours *g)
{
    int list[4];
    memset(g, 0, sizeof *g);
    g->count = w->side * w->stars;
    for (int cell = 0; cell < w->cells; cell++)
        for (int n = beside(w, cell, list); n > 0; n--)
            g->joined[area[cell]][area[list[n - 1]]] = true;
}

/* Free areas beside an area. */
static int free_beside(const struct neighbours *g, const int *island, int area)
{
    int n = 0;
    for (int other = 0; other < g->count; other++)
        n += other != area && g->joined[area][other] && island[other] == NOBODY;
    return n;
}

/* The free area, beside this island or anywhere (NOBODY), with the fewest free neighbours:
 * who has little choice goes first.  Ties by chance; NOBODY if there is none. */
static int most_pressed(struct workshop *w, const struct neighbours *g, const int *island,
                        int beside_island)
{
    int best = NOBODY, least = 0, ties = 0;
    for (int area = 0; area < g->count; area++) {
        bool fits = island[area] == NOBODY && beside_island == NOBODY;
        for (int other = 0; other < g->count && island[area] == NOBODY && !fits; other++)
            fits = island[other] == beside_island && g->joined[area][other];
        if (!fits)
            continue;
        int n = free_beside(g, island, area);
        if (best == NOBODY || n < least)
            ties = 0;
        if ((best == NOBODY || n <= least) && pm_rng_below(w->rng, ++ties) == 0) {
            best = area;
            least = n;
        }
    }
    return best;
}

/* Joins areas to islands of as many stars as are wanted; false if it does not come out. */
static bool join_areas(struct workshop *w)
{
    int area[CELLS], island[CELLS / 4 + 1];
    struct neighbours g;
    grow_areas(w, area);
    find_neighbours(w, area, &g);
    for (int i = 0; i < g.count; i++)
        island[i] = NOBODY;
    for (int k = 0; k < w->side; k++)
        for (int i = 0; i < w->stars; i++) {
            int next = most_pressed(w, &g, island, i == 0 ? NOBODY : k);
            if (next == NOBODY)
                return false;
            island[next] = k;
        }
    for (int cell = 0; cell < w->cells; cell++)
        w->island[cell] = (signed char)island[area[cell]];
    return true;
}

/* ---- One answer ---------------------------------------------------------------------- */

static bool note_answer(struct pm_search *search, const int *answer)
{
    struct workshop *w = search->context;
    bool ours = true;
    for (int cell = 0; cell < w->cells && ours; cell++)
        ours = answer[cell] == w->star[cell];
    w->answers++;
    if (!ours && pm_rng_below(w->rng, ++w->others) == 0)
        for (int cell = 0; cell < w->cells; cell++)
            w->other[cell] = answer[cell] == 1;
    return w->answers < ANSWERS;
}

/* How many answers the board has now, ANSWERS for "many". */
static int count_answers(struct workshop *w)
{
    signed char given[CELLS];
    memset(given, PULMA_EMPTY, sizeof given);
    struct pm_limits limits = {.conflicts = NODES};
    struct pm_stars board = {w->side, w->side, w->side, w->stars, w->island, given};
    struct pm_effort effort = {0};
    struct pm_search search = {
        .limits = &limits, .effort = &effort, .found = note_answer, .context = w};
    w->answers = w->others = 0;
    pulma_status status = pm_stars_search(&board, &search);
    w->nodes = effort.nodes;
    w->wish->spend(w->wish, effort.nodes);
    return status == PULMA_OK ? w->answers : ANSWERS;
}

/* Whether an island stays in one piece without this cell. */
static bool can_leave(const struct workshop *w, int cell)
{
    int island = w->island[cell], stack[CELLS], n = 0, reached = 0, size = 0, list[4];
    bool seen[CELLS] = {false};
    for (int i = 0; i < w->cells; i++)
        size += w->island[i] == island && i != cell;
    seen[cell] = true;
    for (int k = beside(w, cell, list); k > 0 && n == 0; k--)
        if (w->island[list[k - 1]] == island)
            stack[n++] = list[k - 1];
    if (n > 0)
        seen[stack[0]] = true;
    while (n > 0) {
        int at = stack[--n];
        reached++;
        for (int k = beside(w, at, list); k > 0; k--)
            if (w->island[list[k - 1]] == island && !seen[list[k - 1]]) {
                seen[list[k - 1]] = true;
                stack[n++] = list[k - 1];
            }
    }
    return size > 0 && reached == size;
}

/* Gives a cell that is a star in the other answer only to a neighbouring island.  Returns the
 * cell, or NOBODY if there is none that may go. */
static int change_hands(struct workshop *w)
{
    int suspects[CELLS], n = 0, list[4];
    for (int cell = 0; cell < w->cells; cell++)
        if (w->other[cell] && !w->star[cell])
            suspects[n++] = cell;
    pm_rng_shuffle(w->rng, suspects, n);
    for (int i = 0; i < n; i++) {
        int cell = suspects[i], k = beside(w, cell, list);
        if (!can_leave(w, cell))
            continue;
        pm_rng_shuffle(w->rng, list, k);
        for (int j = 0; j < k; j++)
            if (w->island[list[j]] != w->island[cell]) {
                w->island[cell] = w->island[list[j]];
                return cell;
            }
    }
    return NOBODY;
}

/* Changes islands until there is one answer; false if that takes too long. */
static bool make_unique(struct workshop *w)
{
    int now = count_answers(w);
    for (int i = 0; i < CHANGES && now > 1; i++) {
        signed char before[CELLS];
        bool other[CELLS];
        if (w->others == 0 || w->wish->stop(w->wish))
            return false;
        memcpy(before, w->island, sizeof before);
        memcpy(other, w->other, sizeof other);
        if (change_hands(w) == NOBODY)
            return false;
        int then = count_answers(w);
        if (then <= now && (then == 1 || w->others > 0)) {
            now = then;
            continue;
        }
        memcpy(w->island, before, sizeof before);
        memcpy(w->other, other, sizeof other);
        w->others = 1;
    }
    return now == 1;
}

/* ---- Levels -------------------------------------------------------------------------- */

/* What settles a board of a level: conclusions up to a size (0: they need not, there is just one answer);
 * but smaller ones leave some of the cells open, in eighths. */
struct aim {
    int size, smaller, open;
};

static struct aim aim_of(const struct workshop *w)
{
    static const struct aim one_star[] = {{2, 0, 0}, {3, 2, 2}, {4, 3, 2}, {0, 4, 2}};
    static const struct aim several[] = {{3, 0, 0}, {6, 4, 2}, {8, 6, 3}, {0, 12, 2}};
    const struct pm_wish *wish = w->wish;
    bool expert =
        wish->difficulty == PULMA_HARD && wish->rated && wish->level == PULMA_LEVEL_EXPERT;
    return (w->stars > 1 ? several : one_star)[(int)wish->difficulty + expert];
}

/* How many cells conclusions up to a size leave open. */
static int settle(struct workshop *w, int size, signed char *known)
{
    int64_t looked = 0;
    int open = pm_starbattle_settle(w->side, w->stars, w->island, size, known, &looked);
    w->wish->spend(w->wish, looked / LOOKS);
    return open;
}

static bool is_near_open(const struct workshop *w, const signed char *known, int cell)
{
    int list[4], n = beside(w, cell, list);
    while (n > 0 && known[list[n - 1]] != PULMA_EMPTY)
        n--;
    return n > 0 || known[cell] == PULMA_EMPTY;
}

/* Gives a cell that is open, or beside one, to a neighbouring island. */
static bool change_open(struct workshop *w, const signed char *known)
{
    int cells[CELLS], n = 0, list[4];
    for (int cell = 0; cell < w->cells; cell++)
        if (!w->star[cell] && is_near_open(w, known, cell))
            cells[n++] = cell;
    pm_rng_shuffle(w->rng, cells, n);
    for (int i = 0; i < n; i++) {
        int k = beside(w, cells[i], list);
        pm_rng_shuffle(w->rng, list, k);
        for (int j = 0; j < k; j++)
            if (w->island[list[j]] != w->island[cells[i]] && can_leave(w, cells[i])) {
                w->island[cells[i]] = w->island[list[j]];
                return true;
            }
    }
    return false;
}

/* Changes islands until conclusions up to a size leave at most so many cells open. */
static bool make_settled(struct workshop *w, int size, int most)
{
    signed char known[CELLS], before[CELLS], known_then[CELLS];
    int now = settle(w, size, known);
    for (int idle = 0; now > most; idle++) {
        memcpy(before, w->island, sizeof before);
        if (idle == PATIENCE || w->wish->stop(w->wish) || !change_open(w, known))
            return false;
        int then = settle(w, size, known_then);
        if (then > now) {
            memcpy(w->island, before, sizeof before);
            continue;
        }
        idle = then < now ? 0 : idle;
        now = then;
        memcpy(known, known_then, sizeof known);
    }
    return true;
}

/* Changes islands until smaller conclusions leave enough open, and those up to the size still
 * nothing. */
static bool make_harder(struct workshop *w, const struct aim *aim)
{
    signed char known[CELLS], before[CELLS], all_open[CELLS];
    int now = settle(w, aim->smaller, known);
    memset(all_open, PULMA_EMPTY, sizeof all_open);
    for (int idle = 0; now < aim->open * w->cells / 8; idle++) {
        memcpy(before, w->island, sizeof before);
        if (idle == PATIENCE || w->wish->stop(w->wish) || !change_open(w, all_open))
            return false;
        int then = settle(w, aim->smaller, known);
        if (then < now || settle(w, aim->size, known) > 0) {
            memcpy(w->island, before, sizeof before);
            continue;
        }
        idle = then > now ? 0 : idle;
        now = then;
    }
    return true;
}

/* Changes islands as the level has it; false if that takes too long. */
static bool make_levelled(struct workshop *w)
{
    const struct aim aim = aim_of(w);
    if (aim.size > 0)
        return make_settled(w, aim.size, 0) && make_harder(w, &aim) &&
               count_answers(w) == 1;
    signed char known[CELLS];
    int open = (aim.open + 2) * w->cells / 8; /* fewer: there are too many answers */
    return make_settled(w, aim.smaller, open) && make_unique(w) &&
           settle(w, aim.smaller, known) >= aim.open * w->cells / 8;
}

/* ---- The puzzle ---------------------------------------------------------------------- */

static pulma_status read_wish(struct workshop *w, pulma_error *err)
{
    const struct pm_wish *wish = w->wish;
    w->side = wish->rows ? wish->rows : wish->columns ? wish->columns : 8;
    if ((wish->columns && wish->columns != w->side) || w->side < MIN_SIDE ||
        w->side > MAX_SIDE)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected a square of %dx%d to %dx%d for a star battle", MIN_SIDE,
                       MIN_SIDE, MAX_SIDE, MAX_SIDE);
    w->stars = w->side < 9 ? 1 : w->side < 14 ? 2 : 3;
    w->cells = w->side * w->side;
    pulma_status status = pm_wish_int(wish, "stars", 1, PM_STAR_STARS, &w->stars, err);
    if (!status && 4 * w->stars > w->side)
        status =
            pm_fail(err, PULMA_BAD_CALL, NULL,
                    "expected a side of at least %d for %d stars", 4 * w->stars, w->stars);
    return status;
}

static pulma_status make_board(struct workshop *w, pulma_error *err)
{
    for (int i = 0; i < BOARDS; i++) {
        if (w->wish->stop(w->wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        if (!put_stars(w))
            continue;
        for (int j = 0; j < BOARDS; j++)
            if (join_areas(w) && (w->levelled ? make_levelled(w) : make_unique(w)))
                return PULMA_OK;
    }
    return pm_fail(err, PULMA_LIMIT, NULL, "no board with one answer was found in %d tries",
                   BOARDS * BOARDS);
}

static void keep_board(const struct workshop *w, struct pm_starbattle *p)
{
    memcpy(p->island, w->island, (size_t)w->cells);
    p->stars = w->stars;
    p->island_count = w->side;
    for (int i = 0; i < w->side; i++)
        p->label[i] = pm_starbattle_letter(i);
    pm_starbattle_number(p);
}

/* Islands lettered in reading order, as a person would. */
static void letter_in_order(struct workshop *w)
{
    int name[MAX_SIDE], n = 0;
    for (int i = 0; i < w->side; i++)
        name[i] = NOBODY;
    for (int cell = 0; cell < w->cells; cell++) {
        int island = w->island[cell];
        if (name[island] == NOBODY)
            name[island] = n++;
        w->island[cell] = (signed char)name[island];
    }
}

/* Several boards are made for a wish that is not medium; the one that the search finds
 * easiest, or hardest, is taken; unless it is made for a level. */
pulma_status pm_starbattle_invent(const struct pm_wish *wish, struct pm_rng *rng,
                                  struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    struct workshop w = {.wish = wish, .rng = rng};
    pulma_status status = read_wish(&w, err);
    if (status)
        return status;
    struct pm_starbattle *p = pm_starbattle_new(w.side, w.side, arena);
    if (!p)
        return pm_fail_memory(err);
    w.levelled = wish->rated || w.stars > 2;
    int tries = wish->difficulty == PULMA_MEDIUM || w.levelled ? 1 : 6;
    int64_t best = -1;
    for (int i = 0; i < tries && !status; i++) {
        status = make_board(&w, err);
        bool easier = w.nodes<best, harder = w.nodes> best;
        if (status || !(best < 0 || (wish->difficulty == PULMA_EASY ? easier : harder)))
            continue;
        best = w.nodes;
        letter_in_order(&w);
        keep_board(&w, p);
        if (wish->difficulty == PULMA_EASY && best == 0)
            break;
    }
    *puzzle = p;
    return status;
}
