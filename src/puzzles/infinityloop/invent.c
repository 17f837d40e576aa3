/* The generator of Infinity Loop and Net boards.
 *
 * A board is first made solved: links between neighbouring cells, drawn by chance (for a
 * network: a tree that grows, and links beyond it where loops are welcome).  Where answers differ
 * the links are drawn anew until one answer is left.  Then every tile that can lie in several
 * ways is turned away from its answer, so none starts right. */
#include "puzzles/infinityloop/infinityloop.h"

#include <stdlib.h>

enum {
    NOWHERE = PM_LOOP_NOWHERE,
    RIGHT = PM_LOOP_RIGHT,
    DOWN = PM_LOOP_DOWN,
    MAX_INVENTED = 1000,
    MAX_NETWORK = 60, /* where the network counts, the question for one answer is dearer */
    MAX_OPEN = 32,    /* cells that may be open for the question for one network */
    LARGE = 1000,     /* cells; larger boards are looked at closer only if not more than */
    MAX_GLANCE = 200, /* of them are open at a glance */
    ROUNDS = 400,     /* of mending */
    CANDIDATE_CELLS = 20000, /* to be looked at in all for a hard board */
};

const char pm_loop_options[] =
    "unique=yes|no  exactly one answer (yes)\n"
    "connected=yes|no  all tiles form one network (no)\n"
    "loops=yes|no  loops may be closed (yes)\n"
    "wrap=yes|no  the board goes on at its other side (no)\n"
    "minimise=yes|no  ask for the fewest turns; one cheapest answer (no)\n"
    "density=10..90  percent of neighbours that are linked, where it is free (50)\n"
    "holes=0..60  percent of the cells without a tile (0)\n";

struct making {
    struct pm_loop *p; /* its sides are as solved, then scrambled */
    const struct pm_wish *wish;
    struct pm_rng *rng;
    int n, density;
    bool unique;
    int filled;      /* tiles with a connection */
    bool *open;      /* cells where answers differ */
    int *piece;      /* cells joined to pieces: each points on to its piece's first one */
    int *order;      /* links in some order: 2 * cell, + 1 for the one below */
    uint8_t *solved; /* the sides before they were scrambled */
    uint8_t *best;   /* the scrambled sides of the best candidate */
};

/* ---- Links ----------------------------------------------------------------------------- */

static int link_side(int link)
{
    return link & 1 ? DOWN : RIGHT;
}

static void set_link(struct pm_loop *p, int link, bool linked)
{
    int cell = link / 2, side = link_side(link), other = pm_loop_beside(p, cell, side);
    p->sides[cell] &= (uint8_t) ~(1 << side);
    p->sides[other] &= (uint8_t) ~(1 << (side ^ 2));
    if (linked) {
        p->sides[cell] |= (uint8_t)(1 << side);
        p->sides[other] |= (uint8_t)(1 << (side ^ 2));
    }
}

static bool is_linked(const struct pm_loop *p, int link)
{
    return p->sides[link / 2] >> link_side(link) & 1;
}

static bool exists(const struct pm_loop *p, int link)
{
    int cell = link / 2;
    return p->tile_at[cell] != NOWHERE &&
           pm_loop_beside(p, cell, link_side(link)) != NOWHERE &&
           pm_loop_beside(p, cell, link_side(link)) != cell;
}

static int find(int *piece, int cell)
{
    while (piece[cell] != cell) {
        piece[cell] = piece[piece[cell]];
        cell = piece[cell];
    }
    return cell;
}

/* Joins the pieces at both ends of a link; false: they are one already. */
static bool join(const struct making *m, int link)
{
    int cell = link / 2, other = pm_loop_beside(m->p, cell, link_side(link));
    int a = find(m->piece, cell), b = find(m->piece, other);
    m->piece[a] = b;
    return a != b;
}

static void separate(const struct making *m)
{
    for (int cell = 0; cell < m->n; cell++)
        m->piece[cell] = cell;
}

static int count_sides(int sides)
{
    return (sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3 & 1);
}

static int count_filled(const struct making *m)
{
    int n = 0;
    for (int cell = 0; cell < m->n; cell++)
        n += m->p->sides[cell] != 0;
    return n;
}

/* Whether the rules want this link, or chance does.  A tree leaves out tiles with all four
 * sides where it can, since they tell too much; but without a rim something must. */
static bool wants(const struct making *m, int link, int pass)
{
    const struct pm_loop *p = m->p;
    int cell = link / 2, other = pm_loop_beside(p, cell, link_side(link));
    bool crowded = count_sides(p->sides[cell]) == 3 || count_sides(p->sides[other]) == 3;
    bool chance = pm_rng_below(m->rng, 100) < m->density;
    if (p->connected && pass == 0)
        return (!crowded || p->wrap) && join(m, link);
    if (p->connected && pass == 1)
        return join(m, link);
    return chance && (p->loops || join(m, link));
}

/* Keeps the largest piece only; the cells outside it become empty. */
static void keep_largest(const struct making *m)
{
    int *size = m->order, largest = 0; /* the order of the links has done its work */
    for (int cell = 0; cell < m->n; cell++)
        size[cell] = 0;
    for (int cell = 0; cell < m->n; cell++) {
        int first = find(m->piece, cell);
        if (++size[first] > size[largest])
            largest = first;
    }
    for (int cell = 0; cell < m->n; cell++)
        if (find(m->piece, cell) != largest)
            m->p->sides[cell] = 0;
}

/* Draws all links anew: for a network first a tree, then the rest of it, then links by chance. */
static void draw_links(struct making *m)
{
    struct pm_loop *p = m->p;
    int first = p->connected ? 0 : 2, last = p->connected && !p->loops ? 1 : 2;
    separate(m);
    for (int cell = 0; cell < m->n; cell++)
        p->sides[cell] = 0;
    for (int link = 0; link < 2 * m->n; link++)
        m->order[link] = link;
    pm_rng_shuffle(m->rng, m->order, 2 * m->n);
    for (int pass = first; pass <= last; pass++)
        for (int i = 0; i < 2 * m->n; i++) {
            int link = m->order[i];
            if (exists(p, link) && !is_linked(p, link) && wants(m, link, pass))
                set_link(p, link, true);
        }
    if (p->connected)
        keep_largest(m);
    m->filled = count_filled(m);
}

/* Whether the solved board keeps the rules about networks and loops, and all its tiles. */
static bool is_sound(const struct making *m)
{
    const struct pm_loop *p = m->p;
    int pieces = 0;
    separate(m);
    for (int link = 0; link < 2 * m->n; link++)
        if (exists(p, link) && is_linked(p, link) && !join(m, link) && !p->loops)
            return false;
    for (int cell = 0; cell < m->n; cell++)
        pieces += p->sides[cell] != 0 && find(m->piece, cell) == cell;
    return !p->connected || (pieces <= 1 && count_filled(m) == m->filled);
}

/* Toggles a link of an open cell; where the rules forbid that, another one in exchange. */
static void mend_cell(const struct making *m, int cell)
{
    struct pm_loop *p = m->p;
    int link = 2 * cell + pm_rng_below(m->rng, 2);
    if (!exists(p, link))
        return;
    bool was = is_linked(p, link);
    set_link(p, link, !was);
    if (p->loops && !p->connected)
        return;
    for (int tries = 0; tries < 30 && !is_sound(m); tries++) {
        int row = cell / p->columns + pm_rng_below(m->rng, 5) - 2;
        int column = cell % p->columns + pm_rng_below(m->rng, 5) - 2;
        if (row < 0 || row >= p->rows || column < 0 || column >= p->columns)
            continue;
        int other = 2 * (row * p->columns + column) + pm_rng_below(m->rng, 2);
        if (other == link || !exists(p, other))
            continue;
        bool before = is_linked(p, other);
        set_link(p, other, !before);
        if (is_sound(m))
            return;
        set_link(p, other, before);
    }
    if (!is_sound(m))
        set_link(p, link, was);
}

/* Of a tree: links what is not linked on this side of a cell, or the other way round. */
static void toggle(const struct making *m, int cell, int side)
{
    int other = pm_loop_beside(m->p, cell, side);
    m->p->sides[cell] ^= (uint8_t)(1 << side);
    m->p->sides[other] ^= (uint8_t)(1 << (side ^ 2));
}

/* A side of the cell where a link to another cell of the tree can be, or -1. */
static int free_side(const struct making *m, int cell)
{
    const struct pm_loop *p = m->p;
    int first = pm_rng_below(m->rng, 4);
    for (int i = 0; i < 4; i++) {
        int side = (first + i) % 4, other = pm_loop_beside(p, cell, side);
        if (!(p->sides[cell] >> side & 1) && other != NOWHERE && other != cell &&
            p->sides[other] != 0)
            return side;
    }
    return -1;
}

/* The way from one cell of a tree to another: afterwards each on it has in m->piece the side that leads
 * back to where it came from. */
static void find_way(const struct making *m, int from, int to)
{
    int *queue = m->order, n = 1;
    for (int cell = 0; cell < m->n; cell++)
        m->piece[cell] = -1;
    queue[0] = from;
    m->piece[from] = 0;
    for (int i = 0; m->piece[to] < 0; i++)
        for (int side = 0; side < 4; side++) {
            int cell = queue[i], linked = m->p->sides[cell] >> side & 1;
            int other = linked ? pm_loop_beside(m->p, cell, side) : cell;
            if (m->piece[other] >= 0)
                continue;
            m->piece[other] = side ^ 2;
            queue[n++] = other;
        }
}

/* Links an open cell of a tree to a neighbour, and cuts the loop that this closes, near by: one of the
 * neighbour's links may always go. */
static void exchange(const struct making *m, int cell)
{
    const int columns = m->p->columns, side = free_side(m, cell);
    if (side < 0 || m->p->sides[cell] == 0)
        return;
    int near = 0, cut = -1, other = pm_loop_beside(m->p, cell, side);
    find_way(m, cell, other);
    for (int at = other; at != cell; at = pm_loop_beside(m->p, at, m->piece[at])) {
        bool is_near = at == other || (abs(at / columns - cell / columns) <= 2 &&
                                       abs(at % columns - cell % columns) <= 2);
        if (is_near && pm_rng_below(m->rng, ++near) == 0)
            cut = at;
    }
    toggle(m, cut, m->piece[cut]);
    toggle(m, cell, side);
}

/* Changes links where answers differ. */
static void mend_cells(const struct making *m)
{
    for (int cell = 0; cell < m->n; cell++) {
        if (!m->open[cell] || pm_rng_below(m->rng, 3) > 0)
            continue;
        if (m->p->connected && !m->p->loops)
            exchange(m, cell);
        else
            mend_cell(m, cell);
    }
}

/* ---- One answer -------------------------------------------------------------------------- */

/* Turns every tile to the right, so that no tile that can be turned lies as in the answer. */
static void scramble(const struct making *m)
{
    struct pm_loop *p = m->p;
    for (int cell = 0; cell < m->n; cell++) {
        int ways = pm_loop_ways(p->sides[cell]);
        if (ways > 1)
            p->sides[cell] = (uint8_t)pm_loop_turned(
                p->sides[cell], ways - 1 - pm_rng_below(m->rng, ways - 1));
    }
}

/* How many cells are open: in the plain puzzle, or only by looking at neighbours. */
static int count_open(const struct making *m, bool at_a_glance, int64_t *effort)
{
    struct pm_turns turns;
    if (!pm_loop_turns(m->p, &turns))
        return -1;
    int n = pm_turns_open(&turns, at_a_glance, m->open, effort);
    free((void *)turns.board.tiles);
    for (int cell = 0; n < 0 && cell < m->n; cell++)
        m->open[cell] = true; /* not known */
    return n < 0 ? m->n : n;
}

/* Whether the board in its present state, scrambled or not, has one answer. */
static bool has_one_answer(const struct making *m, int64_t *effort)
{
    const struct pm_loop *p = m->p;
    bool plain = p->loops && !p->connected;
    if (!plain && m->n > LARGE && count_open(m, true, effort) > MAX_GLANCE)
        return false;
    int open = count_open(m, m->wish->difficulty == PULMA_EASY, effort);
    if (open == 0 && (plain || !p->minimise))
        return true;
    if (plain || m->wish->difficulty == PULMA_EASY || open > MAX_OPEN)
        return false;
    return m->wish->answers(m->wish, p, 2, NULL) == 1;
}

/* Mends the solved board until scrambling it gives a puzzle with one answer.  With an
 * objective the scrambled board is judged, so it stays as it is. */
static pulma_status mend(struct making *m, int64_t *effort, pulma_error *err)
{
    struct pm_loop *p = m->p;
    uint8_t *solved = m->solved;
    for (int round = 0; round < ROUNDS; round++) {
        if (m->wish->stop(m->wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        for (int cell = 0; cell < m->n; cell++)
            solved[cell] = p->sides[cell];
        scramble(m);
        if (!m->unique || has_one_answer(m, effort))
            return PULMA_OK;
        for (int cell = 0; cell < m->n; cell++)
            p->sides[cell] = solved[cell];
        mend_cells(m);
        if (round % 100 == 99)
            draw_links(m);
    }
    return pm_fail(err, PULMA_LIMIT, NULL, "found no board with one answer");
}

/* One board, or for a hard one the best of some: the one that takes the most thought. */
static pulma_status make(struct making *m, pulma_error *err)
{
    struct pm_loop *p = m->p;
    int candidates =
        m->unique && m->wish->difficulty == PULMA_HARD ? 1 + CANDIDATE_CELLS / m->n : 1;
    int64_t best = -1;
    for (int i = 0; i < candidates; i++) {
        int64_t effort = 0;
        draw_links(m);
        pulma_status status = mend(m, &effort, err);
        if (status)
            return status;
        if (effort <= best)
            continue;
        best = effort;
        for (int cell = 0; cell < m->n; cell++)
            m->best[cell] = p->sides[cell];
    }
    for (int cell = 0; cell < m->n; cell++)
        p->sides[cell] = m->best[cell];
    return PULMA_OK;
}

static pulma_status read_wish(struct making *m, struct pm_loop *rules, int *holes,
                              pulma_error *err)
{
    const struct pm_wish *wish = m->wish;
    pulma_status status = pm_wish_bool(wish, "unique", &m->unique, err);
    if (!status)
        status = pm_wish_bool(wish, "connected", &rules->connected, err);
    if (!status)
        status = pm_wish_bool(wish, "loops", &rules->loops, err);
    if (!status)
        status = pm_wish_bool(wish, "wrap", &rules->wrap, err);
    if (!status)
        status = pm_wish_bool(wish, "minimise", &rules->minimise, err);
    if (!status)
        status = pm_wish_int(wish, "density", 10, 90, &m->density, err);
    if (!status)
        status = pm_wish_int(wish, "holes", 0, 60, holes, err);
    return status;
}

pulma_status pm_loop_invent(const struct pm_wish *wish, struct pm_rng *rng,
                            struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    struct making m = {.wish = wish, .rng = rng, .density = 50, .unique = true};
    struct pm_loop rules = {.loops = true};
    int rows = wish->rows ? wish->rows : 8, columns = wish->columns ? wish->columns : 8;
    int holes = 0;
    pulma_status status = read_wish(&m, &rules, &holes, err);
    if (status)
        return status;
    int most = rules.connected || !rules.loops ? MAX_NETWORK : MAX_INVENTED;
    if (rows > most || columns > most)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size of at most %dx%d", most,
                       most);
    size_t n = (size_t)rows * (size_t)columns;
    struct pm_loop *p = pm_loop_new(rows, columns, arena);
    m.p = p;
    m.n = (int)n;
    m.open = pm_new(arena, n, bool);
    m.piece = pm_new(arena, n, int);
    m.order = pm_new(arena, 2 * n, int);
    m.solved = pm_new(arena, n, uint8_t);
    m.best = pm_new(arena, n, uint8_t);
    if (!p || !m.open || !m.piece || !m.order || !m.solved || !m.best)
        return pm_fail_memory(err);
    p->connected = rules.connected;
    p->loops = rules.loops;
    p->wrap = rules.wrap;
    p->minimise = rules.minimise;
    for (int cell = 0; cell < m.n; cell++)
        if (cell == 0 || pm_rng_below(rng, 100) >= holes)
            pm_loop_add(p, cell, 0);
    *puzzle = p;
    return make(&m, err);
}
