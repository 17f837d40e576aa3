/* Invention of nonograms.
 *
 * Without a picture of the user's (givens.c): random cells are smoothed into blobs, which look drawn
 * and leave clues of few numbers, and changed where the clues leave cells open, as long as that
 * leaves fewer of them, until the clues allow only this picture.  For a level this goes on until
 * the rating is of it. */
#include "puzzles/nonogram/nonogram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/lines/lines.h"
#include "kernels/lines/short.h"

enum {
    USUAL_SIDE = 10,
    MIN_SIDE = 3,
    MAX_SIDE = PM_NONOGRAM_INVENT_SIDE,
    MAX_COLOURS = PM_NONOGRAM_INVENT_PAINTS,
    MAX_UNKNOWN_SIDE = 20, /* beyond, finding out which lengths are needed takes too long */
    FULL = 128,            /* parts in which fillings are given */
    SKETCHES = 8,          /* from which one is chosen */
    SMALL_SIDE = 8,
    STIRRED_SIDE = 8, /* of boards that are stirred if they are to be hard */
    FEW_CELLS = 25,
    TRIES = 3000,       /* pictures that are begun */
    LEVEL_TRIES = 100,  /* pictures that are rated: of the smallest few are hard */
    REPAIRS = 150,      /* changes of one picture that are tried */
    PATIENCE = 1000000, /* cells looked at for one picture, a few ms */
    MANY = 200          /* open cells: before they are probed, there must not be more */
};

/* ---- Pictures ------------------------------------------------------------------------ */

struct sketch {
    int rows, columns, paints;
    bool symmetric;    /* left and right */
    uint64_t *painted; /* its first cells: a set of columns for each row */
    int *picture;      /* a paint for each cell */
    /* Its clues for the kernel, without givens, and what that finds out: the paint of each
     * cell, or -1.  The next facts are those of a change that is tried. */
    struct pm_lines_block *blocks;
    int *first;
    signed char *given, *facts, *next_facts;
    /* Black and white: its lines, the rows first, and what follows from single ones. */
    struct pm_short_line *lines;
    struct pm_short_known *known;
};

static int mirror(const struct sketch *k, int cell)
{
    return k->symmetric ? cell + k->columns - 1 - 2 * (cell % k->columns) : cell;
}

static void set_cell(const struct sketch *k, int cell, int paint)
{
    k->picture[cell] = paint;
    k->picture[mirror(k, cell)] = paint;
}

/* Sets of the columns in which three numbers of one bit have an odd sum, and 2 or more. */
static uint64_t odd(const uint64_t x[3])
{
    return x[0] ^ x[1] ^ x[2];
}
static uint64_t most(const uint64_t x[3])
{
    return (x[0] & x[1]) | (x[0] & x[2]) | (x[1] & x[2]);
}

/* The columns of a row in which most of the nine cells around are painted (`*almost`: one too few);
 * near the rim, outside of which nothing is, one less will do. */
static uint64_t painted_around(const struct sketch *k, const uint64_t *before, int row,
                               uint64_t *almost)
{
    uint64_t low[3], high[3], rim = UINT64_C(1) | UINT64_C(1) << (k->columns - 1);
    for (int i = 0; i < 3; i++) {
        bool outside = row + i == 0 || row + i > k->rows;
        uint64_t cells = outside ? 0 : before[row + i - 1];
        const uint64_t three[] = {cells << 1, cells, cells >> 1};
        low[i] = odd(three);
        high[i] = most(three);
    }
    uint64_t carry = most(low) & odd(high), ones = odd(low), twos = most(low) ^ odd(high);
    uint64_t fours = most(high) ^ carry, eights = most(high) & carry;
    if (row == 0 || row == k->rows - 1)
        rim = UINT64_MAX;
    *almost = (rim & ones & twos & ~fours & ~eights) | (~rim & fours & ~ones & ~twos);
    return (rim & (fours | eights)) | (~rim & (eights | (fours & (ones | twos))));
}

/* Makes the right half the mirror image of the left one, if that is wished. */
static void reflect(const struct sketch *k)
{
    for (int row = 0; k->symmetric && row < k->rows; row++)
        for (int i = 0, j = k->columns - 1; i < j; i++, j--) {
            uint64_t bit = k->painted[row] >> i & 1;
            k->painted[row] = (k->painted[row] & ~(UINT64_C(1) << j)) | bit << j;
        }
}

/* 64 cells, so many of FULL of which are painted on average: those whose numbers, one bit of each in
 * every word from the lowest on, are less. */
static uint64_t draw_cells(struct pm_rng *rng, int filled)
{
    uint64_t less = 0;
    for (int bit = 1; bit < FULL; bit *= 2)
        less = filled & bit ? less | pm_rng_next(rng) : less & pm_rng_next(rng);
    return less;
}

static void fill(const struct sketch *k, struct pm_rng *rng, int filled)
{
    uint64_t cells = 0, all = (UINT64_C(1) << k->columns) - 1;
    for (int row = 0, left = 0; row < k->rows; row++, left -= k->columns) {
        if (left < k->columns) {
            cells = draw_cells(rng, filled);
            left = 64;
        }
        k->painted[row] = cells & all;
        cells >>= k->columns;
    }
    reflect(k);
}

/* Each cell becomes what most of its neighbourhood is. */
static void smooth(const struct sketch *k, struct pm_rng *rng)
{
    uint64_t before[MAX_SIDE], all = (UINT64_C(1) << k->columns) - 1;
    memcpy(before, k->painted, (size_t)k->rows * sizeof *before);
    for (int row = 0; row < k->rows; row++) {
        uint64_t almost, painted = painted_around(k, before, row, &almost);
        uint64_t kept = almost & before[row] & pm_rng_next(rng);
        k->painted[row] = (painted | kept) & all;
    }
    reflect(k);
}

/* Seeds of colours; every painted cell takes that of the nearest one. */
static void colour(const struct sketch *k, struct pm_rng *rng)
{
    int seeds[4 * MAX_COLOURS], n = 3 * k->paints;
    for (int i = 0; i < n; i++)
        seeds[i] = pm_rng_below(rng, k->rows * k->columns);
    for (int cell = 0; cell < k->rows * k->columns; cell++) {
        if (!k->picture[cell] || cell % k->columns > mirror(k, cell) % k->columns)
            continue;
        int best = 0, least = INT32_MAX;
        for (int i = 0; i < n; i++) {
            int down = cell / k->columns - seeds[i] / k->columns;
            int right = cell % k->columns - seeds[i] % k->columns;
            if (down * down + right * right < least) {
                least = down * down + right * right;
                best = i;
            }
        }
        set_cell(k, cell, 1 + best % k->paints);
    }
}

/* How many cells of FULL are filled, and how often that is smoothed: from the least to the most.  And
 * the freedom that boards of the level have at 10 cells a side; 0: any. */
struct style {
    int least_filled, most_filled, least_rounds, most_rounds;
    double freedom;
};

/* Boards that are fuller and smoother tell more from the start, and go on more easily.  These meet
 * their level most often for the time they take; what is left of small ones that are smoothed is easy. */
static struct style style_of(const struct pm_wish *wish, const struct sketch *k)
{
    bool small = k->rows + k->columns < 2 * SMALL_SIDE;
    int more =
        (k->rows + k->columns) / 10; /* large ones that are sparse are seldom unique */
    const struct style any = {56, 73, 1, 2, 0}, easy = {65, 70, 3, 4, 0.07},
                       medium = {68, 73, 1, 1, 0.106},
                       hard = {58 + more, 61 + more, 1, 1, 0.15},
                       small_medium = {50, 60, 0, 1, 0.106},
                       small_hard = {45, 54, 0, 0, 0.16};
    if (!wish->rated || wish->level >= PULMA_LEVEL_EXPERT)
        return any;
    return wish->level == PULMA_LEVEL_EASY     ? easy
           : wish->level == PULMA_LEVEL_MEDIUM ? (small ? small_medium : medium)
                                               : (small ? small_hard : hard);
}

static int pick(struct pm_rng *rng, int least, int most)
{
    return least + pm_rng_below(rng, most - least + 1);
}

/* Without calls, which processors that can count are not assumed to save. */
static int count_bits(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

struct tally {
    int painted, blocks, slack; /* slack: how many places each block has beyond one */
};

static struct tally tally_of(uint64_t cells, int n)
{
    int painted = count_bits(cells), blocks = count_bits(cells & ~(cells << 1));
    return (struct tally){painted, blocks, n + 1 - blocks - painted};
}

/* A set of rows for each column. */
static void turn_over(const struct sketch *k, uint64_t *columns)
{
    memset(columns, 0, (size_t)k->columns * sizeof *columns);
    for (int row = 0; row < k->rows; row++)
        for (uint64_t left = k->painted[row]; left; left &= left - 1)
            columns[__builtin_ctzll(left)] |= UINT64_C(1) << row;
}

/* How many places the blocks of all lines have beyond one each, for each cell and cell of a line;
 * infinite if too few or too many cells are painted. */
static double freedom(const struct sketch *k)
{
    uint64_t columns[MAX_SIDE];
    int sum = 0, painted = 0, n = k->rows * k->columns;
    turn_over(k, columns);
    for (int row = 0; row < k->rows; row++) {
        struct tally tally = tally_of(k->painted[row], k->columns);
        sum += tally.blocks * tally.slack;
        painted += tally.painted;
    }
    for (int column = 0; column < k->columns; column++) {
        struct tally tally = tally_of(columns[column], k->rows);
        sum += tally.blocks * tally.slack;
    }
    return 3 * painted >= n && 3 * painted <= 2 * n
               ? 2.0 * sum / (n * (k->rows + k->columns))
               : INFINITY;
}

/* What boards of this size have if those of 10 cells a side have so much, as found on boards of 5 to 30. */
static double freedom_of_size(const struct sketch *k, double usual)
{
    double tens = (k->rows + k->columns) / 20.0;
    return usual / (tens < 1 ? tens : sqrt(sqrt(tens)));
}

static void draw(const struct style *style, const struct sketch *k, struct pm_rng *rng)
{
    int rounds = pick(rng, style->least_rounds, style->most_rounds);
    fill(k, rng, pick(rng, style->least_filled, style->most_filled));
    for (int i = 0; i < rounds; i++)
        smooth(k, rng);
}

/* ---- Small hard boards ---- */

/* Few small boards are hard.  Beside the freedom that they have it is their lines that tell: most of them
 * have few stiff ones, of whose cells the clue tells some and not all, or with one cell painted, and some
 * that the clue tells all of.  So cells of a sketch are changed as long as that comes nearer to it; and
 * if it has several answers then, another one is made, as repairs would make it easier again. */
static const double STIRRED_FREEDOM = 0.147;

static bool is_stirred(const struct pm_wish *wish, const struct sketch *k)
{
    return wish->rated && wish->level == PULMA_LEVEL_HARD && k->paints == 1 &&
           !k->symmetric && k->rows <= STIRRED_SIDE && k->columns <= STIRRED_SIDE;
}

/* Of a line, or added up; stiff: less what the clue tells all of. */
struct merit {
    int freedom, stiff;
};

static struct merit merit_of(uint64_t cells, int n)
{
    struct tally tally = tally_of(cells, n);
    uint64_t runs[PM_SHORT_POWERS];
    pm_short_runs(cells, runs, 4);
    bool some = tally.slack > 0 && pm_short_room(runs, tally.slack + 1);
    bool all = tally.slack == 0 && tally.painted < n;
    return (struct merit){tally.blocks * tally.slack, some + (tally.painted == 1) - all};
}

static struct merit add(struct merit a, struct merit b, int sign)
{
    return (struct merit){a.freedom + sign * b.freedom, a.stiff + sign * b.stiff};
}

struct stirring {
    const struct sketch *sketch;
    uint64_t columns[MAX_SIDE]; /* a set of rows for each */
    struct merit row[MAX_SIDE], column[MAX_SIDE], all;
    int painted, wanted; /* wanted: freedom */
    int lack;            /* how far it is from what hard boards have */
};

/* A stiff line weighs as much as fits to random boards of 5 to 8 cells a side say. */
static int lack_of(const struct stirring *s, struct merit merit)
{
    int far = merit.freedom - s->wanted, n = s->sketch->rows * s->sketch->columns;
    return far * far + n * merit.stiff;
}

static void begin_stirring(const struct sketch *k, struct stirring *s)
{
    int n = k->rows * k->columns;
    s->sketch = k;
    s->all = (struct merit){0};
    s->painted = 0;
    s->wanted = (int)(freedom_of_size(k, STIRRED_FREEDOM) * n * (k->rows + k->columns) / 2);
    turn_over(k, s->columns);
    for (int row = 0; row < k->rows; row++) {
        s->row[row] = merit_of(k->painted[row], k->columns);
        s->all = add(s->all, s->row[row], 1);
        s->painted += count_bits(k->painted[row]);
    }
    for (int column = 0; column < k->columns; column++) {
        s->column[column] = merit_of(s->columns[column], k->rows);
        s->all = add(s->all, s->column[column], 1);
    }
    s->lack = lack_of(s, s->all);
}

static void try_cell(struct stirring *s, int row, int column)
{
    const struct sketch *k = s->sketch;
    uint64_t across = k->painted[row] ^ UINT64_C(1) << column;
    uint64_t down = s->columns[column] ^ UINT64_C(1) << row;
    struct merit of_row = merit_of(across, k->columns), of_column = merit_of(down, k->rows);
    struct merit all = add(add(s->all, s->row[row], -1), s->column[column], -1);
    all = add(add(all, of_row, 1), of_column, 1);
    int lack = lack_of(s, all), painted = s->painted + (across >> column & 1 ? 1 : -1);
    int n = k->rows * k->columns;
    if (lack > s->lack || 3 * painted < n || 3 * painted > 2 * n)
        return;
    k->painted[row] = across;
    s->columns[column] = down;
    s->row[row] = of_row;
    s->column[column] = of_column;
    s->all = all;
    s->painted = painted;
    s->lack = lack;
}

/* With more changes small boards would repeat themselves. */
static void stir(const struct sketch *k, struct pm_rng *rng)
{
    struct stirring s;
    uint64_t chance = 0;
    int n = k->rows * k->columns, changes = n > FEW_CELLS ? n : n / 2;
    begin_stirring(k, &s);
    for (int i = 0; i < changes; i++) {
        chance = i % 4 == 0 ? pm_rng_next(rng) : chance >> 16;
        int cell = (int)((chance & 0xffff) * (uint64_t)n >> 16);
        try_cell(&s, cell / k->columns, cell % k->columns);
    }
}

static const double NEAR = 0.02; /* enough, as a part of what is wanted */

/* The freedom tells the level best before the board is solved: of some sketches that which has it most
 * nearly. */
static void sketch(const struct pm_wish *wish, const struct sketch *k, struct pm_rng *rng)
{
    struct style style = style_of(wish, k);
    double wanted = freedom_of_size(k, style.freedom), nearest = INFINITY;
    bool stirred = is_stirred(wish, k);
    bool choose = k->paints == 1 && style.freedom > 0 && !stirred;
    uint64_t best[MAX_SIDE];
    for (int i = 0; i < (choose ? SKETCHES : 1) && nearest > NEAR * wanted; i++) {
        draw(&style, k, rng);
        double far = choose ? fabs(freedom(k) - wanted) : INFINITY;
        if (far <= nearest)
            memcpy(best, k->painted, sizeof best);
        nearest = fmin(far, nearest);
    }
    memcpy(k->painted, best, sizeof best);
    if (stirred)
        stir(k, rng);
    for (int cell = 0; cell < k->rows * k->columns; cell++)
        k->picture[cell] = k->painted[cell / k->columns] >> cell % k->columns & 1;
    if (k->paints > 1)
        colour(k, rng);
}

static bool is_worth(const struct sketch *k)
{
    int painted = 0, n = k->rows * k->columns;
    bool used[MAX_COLOURS + 1] = {false};
    for (int cell = 0; cell < n; cell++) {
        painted += k->picture[cell] > 0;
        used[k->picture[cell]] = true;
    }
    for (int paint = 1; paint <= k->paints; paint++)
        if (!used[paint])
            return false;
    return 3 * painted >= n && 3 * painted <= 2 * n;
}

/* ---- Exactly one answer ---------------------------------------------------------------- */

static pulma_status board_of(const struct sketch *k, struct pm_arena *arena,
                             struct pm_nonogram **board, pulma_error *err)
{
    static const struct pm_paint paints[MAX_COLOURS] = {
        {'r', 0xFF0000}, {'b', 0x0000FF}, {'y', 0xFFFF00}, {'g', 0x00B000},
        {'p', 0x8000FF}, {'o', 0xFF8000}, {'c', 0x00FFFF}, {'k', 0x000000}};
    *board = pm_nonogram_new(k->rows, k->columns, arena);
    if (!*board)
        return pm_fail_memory(err);
    for (int i = 0; k->paints > 1 && i < k->paints; i++)
        pm_nonogram_add_paint(*board, paints[i].letter, paints[i].rgb, NULL, NULL);
    return pm_nonogram_derive(*board, k->picture, arena, err);
}

/* Where single lines do not give the answer, steps take rings of four lines at least, so of the
 * levels only expert boards are such. */
static bool wants_probes(const struct pm_wish *wish)
{
    return wish->rated ? wish->level == PULMA_LEVEL_EXPERT : wish->difficulty == PULMA_HARD;
}

static bool wants_lines_alone(const struct pm_wish *wish)
{
    return !wants_probes(wish) && (wish->rated || wish->difficulty == PULMA_EASY);
}

/* The clues of the picture. */
static struct pm_lines lines_of(const struct sketch *k)
{
    int n = 0;
    for (int line = 0; line < k->rows + k->columns; line++) {
        bool row = line < k->rows;
        int length = row ? k->columns : k->rows, step = row ? 1 : k->columns, last = 0;
        const int *paint = k->picture + (row ? line * k->columns : line - k->rows);
        k->first[line] = n;
        for (int i = 0; i < length; i++, paint += step) {
            if (*paint && *paint == last)
                k->blocks[n - 1].length++;
            else if (*paint)
                k->blocks[n++] = (struct pm_lines_block){1, (short)*paint};
            last = *paint;
        }
    }
    k->first[k->rows + k->columns] = n;
    return (struct pm_lines){k->rows, k->columns, k->paints, k->blocks, k->first, k->given};
}

struct asking {
    const struct sketch *sketch;
    bool has_rival; /* there is another answer than the picture */
};

/* Another answer leaves open what it differs in. */
static bool find_rival(struct pm_search *search, const int *answer)
{
    struct asking *asking = search->context;
    const struct sketch *k = asking->sketch;
    for (int cell = 0; cell < k->rows * k->columns; cell++) {
        bool same = answer[cell] == k->picture[cell];
        asking->has_rival |= !same;
        k->next_facts[cell] = (signed char)(same ? answer[cell] : -1);
    }
    return !asking->has_rival;
}

/* ---- Lines alone, black and white ---- */

static void read_line(const struct sketch *k, int index)
{
    bool row = index < k->rows;
    struct pm_short_line *line = &k->lines[index];
    const int *paint = k->picture + (row ? index * k->columns : index - k->rows);
    uint64_t cells = 0;
    *line = (struct pm_short_line){.n = row ? k->columns : k->rows};
    for (int i = 0; i < line->n; i++, paint += row ? 1 : k->columns)
        cells |= (uint64_t)(*paint > 0) << i;
    while (cells) {
        cells >>= __builtin_ctzll(cells);
        int length = __builtin_ctzll(~cells);
        line->length[line->count++] = (unsigned char)length;
        cells >>= length;
    }
}

static void change_cell(const struct sketch *k, int cell, int paint)
{
    set_cell(k, cell, paint);
    if (k->paints > 1)
        return;
    read_line(k, cell / k->columns);
    read_line(k, k->rows + cell % k->columns);
    read_line(k, k->rows + mirror(k, cell) % k->columns);
}

/* Tells the crossing lines what is new in this one, and gives that. */
static uint64_t look_at_line(const struct sketch *k, int index)
{
    bool row = index < k->rows;
    struct pm_short_known *known = &k->known[index],
                          *others = k->known + (row ? k->rows : 0);
    uint64_t was = known->painted | known->white, bit;
    *known = pm_short_look(&k->lines[index], *known);
    bit = UINT64_C(1) << (row ? index : index - k->rows);
    uint64_t new = (known->painted | known->white) & ~was;
    for (uint64_t left = new; left; left &= left - 1) {
        int i = __builtin_ctzll(left);
        *(known->painted >> i & 1 ? &others[i].painted : &others[i].white) |= bit;
    }
    return new;
}

/* How many cells single lines leave open; the others become the next facts. */
static int count_open_by_lines(const struct sketch *k)
{
    uint64_t rows = (UINT64_C(1) << k->rows) - 1, columns = (UINT64_C(1) << k->columns) - 1;
    int open = 0;
    memset(k->known, 0, (size_t)(k->rows + k->columns) * sizeof *k->known);
    while (rows | columns) {
        for (; rows; rows &= rows - 1)
            columns |= look_at_line(k, __builtin_ctzll(rows));
        for (; columns; columns &= columns - 1)
            rows |= look_at_line(k, k->rows + __builtin_ctzll(columns));
    }
    for (int row = 0; row < k->rows; row++)
        open += k->columns - count_bits(k->known[row].painted | k->known[row].white);
    for (int cell = 0; open > 0 && cell < k->rows * k->columns; cell++) {
        const struct pm_short_known *known = &k->known[cell / k->columns];
        int i = cell % k->columns, painted = known->painted >> i & 1;
        k->next_facts[cell] = (signed char)(known->white >> i & 1 ? 0 : painted - !painted);
    }
    return open;
}

/* How many cells the clues leave open if one does not go too far, which become the next facts;
 * 0: the picture is the only answer; -1: there was nothing too far, but it took too long.
 * `level` is what it took.  `further`: it goes on from the next facts as they are. */
static int count_open_up_to(const struct sketch *k, enum pm_lines_level too_far,
                            bool further, enum pm_lines_level *level)
{
    struct asking asking = {k, false};
    struct pm_lines lines = lines_of(k);
    struct pm_lines_insight insight = {.give_up = too_far, .facts = k->next_facts};
    struct pm_effort effort = {0};
    struct pm_search search = {.effort = &effort,
                               .patience = pm_lines_looks(&lines, PATIENCE),
                               .found = find_rival,
                               .context = &asking};
    int open = 0, n = k->rows * k->columns;
    if (further)
        lines.given = k->next_facts;
    else
        memset(k->next_facts, -1, (size_t)n);
    pulma_status status = pm_lines_search(&lines, &search, &insight);
    *level = insight.level;
    if (!status && !asking.has_rival)
        return 0;
    if (status && !too_far)
        return -1;
    for (int cell = 0; cell < n; cell++)
        open += k->next_facts[cell] < 0;
    return open;
}

/* The same as far as the wish allows.  For a medium puzzle probing is not worth while as long as
 * lines leave much open. */
static int count_open(const struct pm_wish *wish, const struct sketch *k,
                      enum pm_lines_level *level)
{
    if (wants_probes(wish))
        return count_open_up_to(k, 0, false, level);
    int open = k->paints == 1 ? count_open_by_lines(k)
                              : count_open_up_to(k, PM_LINES_PROBES, false, level);
    bool enough = wants_lines_alone(wish) || open > MANY;
    return open == 0 || enough ? open : count_open_up_to(k, PM_LINES_GUESSES, true, level);
}

static void take_facts(struct sketch *k)
{
    signed char *done = k->facts;
    k->facts = k->next_facts;
    k->next_facts = done;
}

/* One of the cells that are open. */
static int choose_open(const struct sketch *k, int open, struct pm_rng *rng)
{
    int skip = pm_rng_below(rng, open), cell = 0;
    for (;; cell++)
        if (k->facts[cell] < 0 && skip-- == 0)
            return cell;
}

/* Changes open cells of the sketch until its clues have it as the only answer.  What leaves more
 * of them open is undone, except for a hard puzzle, which is to need more than lines.
 * PULMA_NONE: in vain. */
static pulma_status make_unique(const struct pm_wish *wish, struct sketch *k,
                                struct pm_rng *rng, pulma_error *err)
{
    const bool hard = wants_probes(wish);
    enum pm_lines_level level = PM_LINES_ALONE;
    for (int line = 0; k->paints == 1 && line < k->rows + k->columns; line++)
        read_line(k, line);
    int open = count_open(wish, k, &level);
    take_facts(k);
    const int repairs = is_stirred(wish, k) ? 0 : REPAIRS;
    for (int i = 0; i < repairs && open > 0; i++) {
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        int cell = choose_open(k, open, rng), now = k->picture[cell];
        change_cell(k, cell, (now + 1 + pm_rng_below(rng, k->paints)) % (k->paints + 1));
        int next = count_open(wish, k, &level);
        if (next > open && !hard) {
            change_cell(k, cell, now);
            continue;
        }
        open = next;
        take_facts(k);
    }
    bool made = open == 0 && is_worth(k) && !(hard && level == PM_LINES_ALONE);
    return made ? PULMA_OK : PULMA_NONE;
}

/* Takes away the lengths that are not needed. */
static void hide_lengths(struct pm_nonogram *board, struct pm_rng *rng,
                         struct pm_arena *arena)
{
    int lines = board->rows + board->columns;
    int *order = pm_new(arena, (size_t)lines, int);
    for (int i = 0; order && i < lines; i++)
        order[i] = i;
    if (order)
        pm_rng_shuffle(rng, order, lines);
    for (int i = 0; order && i < lines; i++) {
        struct pm_clue *clue = &board->clues[order[i]];
        for (int k = 0; k < clue->n; k++) {
            short length = clue->blocks[k].length;
            clue->blocks[k].length = 0;
            if (pm_nonogram_answers(board, 2, NULL, NULL) != 1)
                clue->blocks[k].length = length;
        }
    }
}

/* ---- Invention ------------------------------------------------------------------------- */

static pulma_status read_wish(const struct pm_wish *wish, struct sketch *k, bool *unknown,
                              pulma_error *err)
{
    k->rows = wish->rows ? wish->rows : USUAL_SIDE;
    k->columns = wish->columns ? wish->columns : USUAL_SIDE;
    k->paints = 1;
    if (k->rows < MIN_SIDE || k->columns < MIN_SIDE || k->rows > MAX_SIDE ||
        k->columns > MAX_SIDE)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size from %dx%d to %dx%d",
                       MIN_SIDE, MIN_SIDE, MAX_SIDE, MAX_SIDE);
    pulma_status status = pm_wish_int(wish, "colours", 1, MAX_COLOURS, &k->paints, err);
    if (!status)
        status = pm_wish_bool(wish, "symmetric", &k->symmetric, err);
    if (!status)
        status = pm_wish_bool(wish, "unknown", unknown, err);
    if (!status && *unknown &&
        (k->rows > MAX_UNKNOWN_SIDE || k->columns > MAX_UNKNOWN_SIDE))
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected a size of at most %dx%d with unknown=yes",
                       MAX_UNKNOWN_SIDE, MAX_UNKNOWN_SIDE);
    return status;
}

static bool allocate(struct sketch *k, struct pm_arena *arena)
{
    size_t n = (size_t)k->rows * (size_t)k->columns;
    k->painted = pm_new(arena, MAX_SIDE, uint64_t);
    k->picture = pm_new(arena, n, int);
    k->blocks = pm_new(arena, 2 * n, struct pm_lines_block);
    k->first = pm_new(arena, (size_t)(k->rows + k->columns) + 1, int);
    k->given = pm_new(arena, n, signed char);
    k->facts = pm_new(arena, n, signed char);
    k->next_facts = pm_new(arena, n, signed char);
    k->lines = pm_new(arena, (size_t)(k->rows + k->columns), struct pm_short_line);
    k->known = pm_new(arena, (size_t)(k->rows + k->columns), struct pm_short_known);
    if (k->given)
        memset(k->given, -1, n);
    return k->painted && k->picture && k->blocks && k->first && k->given && k->facts &&
           k->next_facts && k->lines && k->known;
}

static pulma_status find_picture(const struct pm_wish *wish, struct sketch *k,
                                 struct pm_rng *rng, pulma_error *err)
{
    pulma_status status = PULMA_NONE;
    for (int i = 0; i < TRIES && status == PULMA_NONE; i++) {
        sketch(wish, k, rng);
        if (is_worth(k))
            status = make_unique(wish, k, rng, err);
    }
    return status == PULMA_NONE
               ? pm_fail(err, PULMA_LIMIT, NULL, "no picture with exactly one answer found")
               : status;
}

static bool is_of_level(const struct pm_wish *wish, const struct sketch *k, double rating)
{
    struct pm_nonogram size = {.rows = k->rows, .columns = k->columns};
    struct pm_scale scale = pm_nonogram_scale(&size);
    const double least[] = {0, scale.medium, scale.hard, scale.expert};
    return least[wish->level] <= rating && rating < least[wish->level + 1];
}

/* A picture of the level, if one is soon found, and its rating; else any, and 0. */
static pulma_status find_of_level(const struct pm_wish *wish, struct sketch *k,
                                  struct pm_rng *rng, double *rating, pulma_error *err)
{
    pulma_status status = find_picture(wish, k, rng, err);
    for (int i = 0; i < LEVEL_TRIES && !status; i++) {
        if (!pm_nonogram_grade(k->rows, k->columns, k->lines, rating) ||
            is_of_level(wish, k, *rating))
            break;
        status = find_picture(wish, k, rng, err);
        *rating = 0;
    }
    return status;
}

pulma_status pm_nonogram_invent(const struct pm_wish *wish, struct pm_rng *rng,
                                struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    struct pm_text drawn;
    if (pm_wish_bytes(wish, "picture", &drawn))
        return pm_nonogram_of_picture(wish, drawn, rng, arena, puzzle, err);
    struct sketch k = {0};
    bool unknown = false;
    pulma_status status = read_wish(wish, &k, &unknown, err);
    if (status)
        return status;
    if (!allocate(&k, arena))
        return pm_fail_memory(err);
    struct pm_nonogram *board = NULL;
    double rating = 0;
    bool rate = wish->rated && wants_lines_alone(wish) && k.paints == 1 && !unknown;
    status = rate ? find_of_level(wish, &k, rng, &rating, err)
                  : find_picture(wish, &k, rng, err);
    if (!status)
        status = board_of(&k, arena, &board, err);
    if (!status)
        board->rating = rating;
    if (!status && unknown)
        hide_lengths(board, rng, arena);
    *puzzle = board;
    return status;
}
