/* Exact cover of small boards by filling them cell by cell.
 *
 * The board is one word, a bit for each item.  The next option always covers the first bare item,
 * so at each item only the options matter that begin there, and of these there are few: for the
 * pentominoes 63, one for each way to lay a piece.  They too are the bits of one word, those of a
 * kind side by side and the same bits at every item.  Which options a half-covered board leaves
 * comes from tables, a few covered items at a time; a kind that is used up blocks its bits.  So a
 * step costs a few operations, and no option is tried that does not fit.
 *
 * An island of bare items that no options can fill is seen by its size. */
#include "kernels/cover/cover.h"

#include <string.h>

#include "core/arena.h"
#include "core/invariant.h"

enum { WORD = 64, CHUNK = 5, CHUNKS = WORD / CHUNK + 1, PATTERNS = 1 << CHUNK };

struct filling {
    const struct pm_cover *cover;
    struct pm_search *search;
    struct pm_arena arena;
    int chunks; /* of items after the first bare one, as far as options reach */
    /* By first item, chunk and pattern of covered items: the options that do not fit. */
    uint64_t (*blocked)[CHUNKS][PATTERNS];
    uint64_t (*mask)[WORD]; /* by first item and bit: the items of the option */
    int (*option)[WORD];    /* likewise: its number, -1: none */
    uint64_t *near;         /* of an item: its neighbours; NULL: not told */
    uint64_t *field;        /* of a kind: its bits */
    int *room, *need;       /* of a kind: how often it may, and must, still be chosen */
    int kind[WORD];         /* of a bit */
    bool sum[WORD + 1];     /* whether options can have so many items together */
    int island;             /* larger islands are not looked at */
    int chosen[WORD + 1];
    bool enough;
    pulma_status status;
};

/* ---- Setting up ------------------------------------------------------------------------ */

static bool allocate(struct filling *f)
{
    size_t items = (size_t)f->cover->items, kinds = (size_t)f->cover->kinds;
    f->blocked = pm_alloc(&f->arena, items, sizeof *f->blocked);
    f->mask = pm_alloc(&f->arena, items, sizeof *f->mask);
    f->option = pm_alloc(&f->arena, items, sizeof *f->option);
    f->near = pm_new(&f->arena, items, uint64_t);
    f->field = pm_new(&f->arena, kinds, uint64_t);
    f->room = pm_new(&f->arena, kinds, int);
    f->need = pm_new(&f->arena, kinds, int);
    return f->blocked && f->mask && f->option && f->near && f->field && f->room && f->need;
}

/* Gives each kind as many bits as options of it begin at one item; false: more than a word. */
static bool lay_out_bits(struct filling *f)
{
    const struct pm_cover *c = f->cover;
    int bits = 0;
    for (int kind = 0; kind < c->kinds; kind++) {
        int heads[WORD] = {0}, most = 0;
        for (int o = 0; o < c->options; o++)
            if (c->kind[o] == kind) {
                int n = ++heads[c->item[c->first[o]]];
                most = n > most ? n : most;
            }
        if (bits + most > WORD)
            return false;
        assert(most == 0 || f->field[kind] == 0);
        for (; most > 0; most--) {
            f->kind[bits] = kind;
            f->field[kind] |= (uint64_t)1 << bits++;
        }
        f->room[kind] = c->most[kind];
        f->need[kind] = c->least[kind];
    }
    return true;
}

static void enter_options(struct filling *f)
{
    const struct pm_cover *c = f->cover;
    memset(f->option, -1, (size_t)c->items * sizeof *f->option);
    for (int o = 0; o < c->options; o++) {
        int head = c->item[c->first[o]], bit = __builtin_ctzll(f->field[c->kind[o]]);
        while (f->option[head][bit] >= 0)
            bit++;
        assert(f->field[c->kind[o]] >> bit & 1); /* lay_out_bits() made room */
        f->option[head][bit] = o;
        for (int k = c->first[o]; k < c->first[o + 1]; k++) {
            f->mask[head][bit] |= (uint64_t)1 << c->item[k];
            int chunk = (c->item[k] - head) / CHUNK;
            f->chunks = chunk >= f->chunks ? chunk + 1 : f->chunks;
        }
    }
}

static void fill_tables(struct filling *f)
{
    for (int head = 0; head < f->cover->items; head++) {
        uint64_t hit[CHUNKS * CHUNK] = {0}, missing = 0;
        for (int bit = 0; bit < WORD; bit++) {
            if (f->option[head][bit] < 0)
                missing |= (uint64_t)1 << bit;
            for (uint64_t m = f->mask[head][bit]; m; m &= m - 1)
                hit[__builtin_ctzll(m) - head] |= (uint64_t)1 << bit;
        }
        for (int chunk = 0; chunk < f->chunks; chunk++) {
            uint64_t *to = f->blocked[head][chunk];
            to[0] = chunk == 0 ? missing : 0;
            for (int p = 1; p < PATTERNS; p++)
                to[p] = to[p & (p - 1)] | hit[chunk * CHUNK + __builtin_ctz((unsigned)p)];
        }
    }
}

/* Islands of twice the smallest option's size and more are rarely hopeless. */
static void prepare_islands(struct filling *f)
{
    const struct pm_cover *c = f->cover;
    bool size[WORD + 1] = {false};
    f->island = WORD;
    for (int o = 0; o < c->options; o++) {
        int n = c->first[o + 1] - c->first[o];
        size[n] = true;
        f->island = 2 * n - 1 < f->island ? 2 * n - 1 : f->island;
    }
    f->sum[0] = true;
    for (int n = 1; n <= WORD; n++)
        for (int k = 1; k <= n; k++)
            f->sum[n] |= size[k] && f->sum[n - k];
    for (int i = 0; c->beside && i < 4 * c->items; i++)
        if (c->beside[i] >= 0)
            f->near[i / 4] |= (uint64_t)1 << c->beside[i];
    if (!c->beside)
        f->near = NULL;
}

/* ---- The search ------------------------------------------------------------------------- */

/* Whether the bare items that hang together with the first one are too few, or so many that no
 * sum of options' sizes gives their number. */
static inline bool is_hopeless(const struct filling *f, uint64_t bare)
{
    if (!f->near)
        return false;
    uint64_t fresh = bare & -bare;
    for (int size = 0; size <= f->island; size++) {
        if (!fresh)
            return !f->sum[size];
        bare &= ~(fresh & -fresh);
        fresh = (fresh & (fresh - 1)) | (f->near[__builtin_ctzll(fresh)] & bare);
    }
    return false;
}

static void report(struct filling *f, int count)
{
    for (int kind = 0; kind < f->cover->kinds; kind++)
        if (f->need[kind] > 0)
            return;
    assert(0 < count && count <= f->cover->items);
    f->chosen[count] = PM_COVER_END;
    f->enough = !pm_search_found(f->search, f->chosen);
}

static void fill(struct filling *f, uint64_t bare, uint64_t used_up, int depth);

static inline void choose(struct filling *f, int head, int bit, uint64_t bare,
                          uint64_t used_up, int depth)
{
    uint64_t rest = bare & ~f->mask[head][bit];
    int kind = f->kind[bit];
    PM_ASSERT_SLOW((f->mask[head][bit] & ~bare) == 0 && f->room[kind] > 0);
    f->status = pm_search_node(f->search);
    f->chosen[depth] = f->option[head][bit];
    f->room[kind]--;
    f->need[kind]--;
    if (!rest)
        report(f, depth + 1);
    else if (!is_hopeless(f, rest))
        fill(f, rest, f->room[kind] == 0 ? used_up | f->field[kind] : used_up, depth + 1);
    f->room[kind]++;
    f->need[kind]++;
}

/* As deep as options are chosen, at most 64. */
static void fill(struct filling *f, uint64_t bare, uint64_t used_up, int depth)
{
    int head = __builtin_ctzll(bare);
    uint64_t covered = ~bare >> head, shut = used_up;
    for (int chunk = 0; chunk < f->chunks; chunk++, covered >>= CHUNK)
        shut |= f->blocked[head][chunk][covered % PATTERNS];
    for (uint64_t fits = ~shut; fits && !f->enough && !f->status; fits &= fits - 1)
        choose(f, head, __builtin_ctzll(fits), bare, used_up, depth);
}

/* Chooses the options of one kind first, wherever they are. */
static void open_with(struct filling *f, int kind, uint64_t bare, uint64_t used_up)
{
    for (int head = 0; head < f->cover->items; head++)
        for (uint64_t bits = f->field[kind]; bits && !f->enough && !f->status;
             bits &= bits - 1)
            if (f->option[head][__builtin_ctzll(bits)] >= 0)
                choose(f, head, __builtin_ctzll(bits), bare, used_up, 0);
}

/* Whether the kinds can cover that many items, and do not need more. */
static bool areas_agree(const struct pm_cover *c)
{
    int64_t least = 0, most = 0;
    for (int kind = 0; kind < c->kinds; kind++) {
        int smallest = WORD, largest = 0;
        for (int o = 0; o < c->options; o++) {
            int n = c->first[o + 1] - c->first[o];
            if (c->kind[o] != kind)
                continue;
            smallest = n < smallest ? n : smallest;
            largest = n > largest ? n : largest;
        }
        least += (int64_t)c->least[kind] * smallest;
        most += (int64_t)c->most[kind] * largest;
    }
    return least <= c->items && most >= c->items;
}

static void fill_all(struct filling *f, int opener)
{
    const struct pm_cover *c = f->cover;
    uint64_t bare = UINT64_MAX >> (WORD - c->items), used_up = 0;
    enter_options(f);
    fill_tables(f);
    prepare_islands(f);
    for (int kind = 0; kind < c->kinds; kind++)
        used_up |= c->most[kind] == 0 ? f->field[kind] : 0;
    if (opener >= 0)
        open_with(f, opener, bare, used_up);
    else
        fill(f, bare, used_up, 0);
}

pulma_status pm_cover_fill(const struct pm_cover *cover, int opener,
                           struct pm_search *search)
{
    struct filling f = {.cover = cover, .search = search};
    if (cover->items < 1 || cover->items > WORD)
        return PULMA_UNAVAILABLE;
    pm_arena_init(&f.arena, 0);
    if (!allocate(&f))
        f.status = PULMA_NO_MEMORY;
    else if (!lay_out_bits(&f))
        f.status = PULMA_UNAVAILABLE;
    else if (areas_agree(cover))
        fill_all(&f, opener);
    pm_arena_free(&f.arena);
    return f.status;
}
