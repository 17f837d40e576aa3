/* Inventing kakuro boards.
 *
 * A shape with point symmetry whose runs have two cells or more; digits in it; the sums follow
 * from them.  Then the board is mended where the sums leave cells open: digits there are
 * changed as long as fewer cells stay open, and where that does not help for a while a cell
 * becomes black, which makes the runs shorter.  It ends when no cell is open. */
#include "puzzles/kakuro/kakuro.h"

#include <limits.h>
#include <string.h>

/* What the difficulties differ in. */
struct recipe {
    int longest;  /* run */
    int blacks;   /* wanted share of black cells, in percent */
    int prepared; /* cells whose digits are chosen for sums of few sets, in percent */
    int careful; /* how often a digit is mended that way, and not by just any, in percent */
};

static const struct recipe recipes[] = {
    [PULMA_EASY] = {5, 42, 90, 90},
    [PULMA_MEDIUM] = {7, 36, 80, 90},
    [PULMA_HARD] = {9, 33, 70, 90},
};

enum {
    MAX_INVENTED = 30,
    SHAPES = 20,  /* tried before giving up */
    CHOICES = 4,  /* boards to choose from where the hardest is wanted */
    LISTED = 200, /* guesses to find what is open */
    PATIENCE = 8, /* mendings that do not help before a cell becomes black */
};

/* What inventing works with. */
struct draft {
    struct pm_kakuro *board;
    const struct recipe *recipe;
    struct pm_rng *rng;
    int *digits;                         /* of each place, being tried */
    int *best;                           /* those that left the fewest places open */
    int *open;                           /* the places that they left open */
    int open_count;                      /* INT_MAX before the first trial */
    int *forced, *kept, *marked;         /* scratch, for each place or square */
    bool *saved;                         /* scratch, for each square */
    const struct pm_kakuro_run **run_of; /* two for each place: across, down */
};

static int square_count(const struct pm_kakuro *k)
{
    return (k->rows + 1) * (k->columns + 1);
}

/* Makes a cell and the one opposite to it black, then all that would be runs of one cell. */
static void blacken(struct pm_kakuro *k, int cell)
{
    k->squares[cell].open = false;
    int row = cell / (k->columns + 1), column = cell % (k->columns + 1);
    pm_kakuro_square_at(k, k->rows + 1 - row, k->columns + 1 - column)->open = false;
    for (bool again = true; again;) {
        again = false;
        for (int r = 1; r <= k->rows; r++)
            for (int c = 1; c <= k->columns; c++) {
                bool beside =
                    pm_kakuro_is_open(k, r, c - 1) || pm_kakuro_is_open(k, r, c + 1);
                bool above =
                    pm_kakuro_is_open(k, r - 1, c) || pm_kakuro_is_open(k, r + 1, c);
                if (pm_kakuro_is_open(k, r, c) && !(beside && above)) {
                    pm_kakuro_square_at(k, r, c)->open = false;
                    again = true;
                }
            }
    }
}

static int count_open(const struct pm_kakuro *k)
{
    int n = 0;
    for (int i = 0; i < square_count(k); i++)
        n += k->squares[i].open;
    return n;
}

/* Whether all open cells hang together.  `marked` is scratch. */
static bool is_connected(const struct pm_kakuro *k, int *marked)
{
    int n = square_count(k), width = k->columns + 1, reached = 0;
    for (int i = 0; i < n; i++)
        marked[i] = 0;
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < n; i++) {
            if (!k->squares[i].open || marked[i])
                continue;
            /* Row 0 and column 0 are black, so that neighbours never wrap around. */
            bool beside = marked[i - 1] || marked[i - width] ||
                          (i + 1 < n && marked[i + 1]) ||
                          (i + width < n && marked[i + width]);
            if (!beside && reached > 0)
                continue;
            marked[i] = 1;
            reached++;
            again = true;
        }
    }
    return reached == count_open(k);
}

/* Whether every row and column has an open cell. */
static bool is_full_size(const struct pm_kakuro *k)
{
    for (int line = 1; line <= k->rows || line <= k->columns; line++) {
        bool in_row = line > k->rows, in_column = line > k->columns;
        for (int column = 1; column <= k->columns && !in_row; column++)
            in_row = pm_kakuro_is_open(k, line, column);
        for (int row = 1; row <= k->rows && !in_column; row++)
            in_column = pm_kakuro_is_open(k, row, line);
        if (!in_row || !in_column)
            return false;
    }
    return true;
}

/* Blackens a cell unless the board falls apart or gets too empty by it. */
static bool try_black(struct draft *d, int cell)
{
    struct pm_kakuro *k = d->board;
    for (int i = 0; i < square_count(k); i++)
        d->saved[i] = k->squares[i].open;
    blacken(k, cell);
    int open = count_open(k);
    if (100 * open >= (82 - d->recipe->blacks) * k->rows * k->columns && is_full_size(k) &&
        is_connected(k, d->marked))
        return true;
    for (int i = 0; i < square_count(k); i++)
        k->squares[i].open = d->saved[i];
    return false;
}

/* The length of the run, across or down, that a cell stands in. */
static int run_length(const struct pm_kakuro *k, int cell, bool down)
{
    int row = cell / (k->columns + 1), column = cell % (k->columns + 1), n = 1;
    for (int i = 1; pm_kakuro_is_open(k, row + i * down, column + i * !down); i++)
        n++;
    for (int i = 1; pm_kakuro_is_open(k, row - i * down, column - i * !down); i++)
        n++;
    return n;
}

/* A random shape; false if chance led to none. */
static bool make_shape(struct draft *d)
{
    struct pm_kakuro *k = d->board;
    int n = square_count(k), inside = k->rows * k->columns, longest = d->recipe->longest;
    int in_long = -1;
    for (int i = 0; i < n; i++)
        k->squares[i].open = i > k->columns && i % (k->columns + 1) > 0;
    for (int step = 0; step < 4 * inside; step++) {
        int any = -1, seen = 0, seen_long = 0;
        in_long = -1;
        for (int i = 0; i < n; i++) {
            if (!k->squares[i].open)
                continue;
            if (pm_rng_below(d->rng, ++seen) == 0)
                any = i;
            if ((run_length(k, i, false) > longest || run_length(k, i, true) > longest) &&
                pm_rng_below(d->rng, ++seen_long) == 0)
                in_long = i;
        }
        if (in_long < 0 && 100 * (inside - seen) >= d->recipe->blacks * inside)
            return true;
        try_black(d, in_long >= 0 ? in_long : any);
    }
    return in_long < 0; /* on small boards the share of black cells may be out of reach */
}

static int sum_of(const struct pm_kakuro_run *run, const int *digits)
{
    int sum = 0;
    for (int i = 0; i < run->length; i++)
        sum += digits[run->cells[i]];
    return sum;
}

/* Finds the runs of a new shape. */
static pulma_status settle(struct draft *d, struct pm_arena *arena, pulma_error *err)
{
    struct pm_kakuro *k = d->board;
    for (int i = 0; i < square_count(k); i++)
        k->squares[i].down = k->squares[i].across = 0;
    k->place_count = k->run_count = 0;
    d->open_count = INT_MAX;
    pulma_status status = pm_kakuro_finish(k, NULL, arena, err);
    for (int i = 0; i < k->run_count && !status; i++)
        for (int j = 0; j < k->runs[i].length; j++)
            d->run_of[2 * k->runs[i].cells[j] + k->runs[i].down] = &k->runs[i];
    return status;
}

/* Sets of digits that the runs of a place leave if it held this digit; 0: it may not. */
static int ways_with(const struct draft *d, int place, int digit)
{
    int ways = 1;
    for (int down = 0; down < 2; down++) {
        const struct pm_kakuro_run *run = d->run_of[2 * place + down];
        for (int i = 0; i < run->length; i++)
            if (run->cells[i] != place && d->digits[run->cells[i]] == digit)
                return 0;
        int sum = sum_of(run, d->digits) - d->digits[place] + digit;
        ways *= pm_kakuro_digit_sets(run->length, sum, d->board->digits, NULL);
    }
    return ways;
}

/* Another digit for this place: one of those that leave the fewest ways, or just any one that
 * is allowed; 0 if none is. */
static int other_digit(const struct draft *d, int place, bool carefully)
{
    int best = 0, fewest = 0, seen = 0;
    for (int digit = 1; digit <= d->board->digits; digit++) {
        int ways = digit == d->digits[place] ? 0 : ways_with(d, place, digit);
        if (!ways || (carefully && best && ways > fewest))
            continue;
        seen = carefully && ways != fewest ? 1 : seen + 1;
        if (pm_rng_below(d->rng, seen) == 0) {
            best = digit;
            fewest = ways;
        }
    }
    return best;
}

/* Random digits; then some of the cells look for sums with few sets of digits. */
static pulma_status make_digits(struct draft *d)
{
    int n = d->board->place_count;
    for (int place = 0; place < n; place++)
        d->forced[place] = 1 + pm_rng_below(d->rng, d->board->digits);
    struct pm_question question = pm_question_of(&pm_kind_kakuro, d->board);
    question.prefer = d->forced;
    pulma_status status = pm_question_answer(&question, d->digits, NULL);
    for (int place = 0; place < n && !status; place++) {
        if (pm_rng_below(d->rng, 100) >= d->recipe->prepared)
            continue;
        int digit = other_digit(d, place, true);
        if (digit && ways_with(d, place, digit) < ways_with(d, place, d->digits[place]))
            d->digits[place] = digit;
    }
    return status;
}

/* What the answers that were found agree upon. */
struct agreement {
    int places, count;
    int *digits; /* PULMA_EMPTY where they differ */
};

static bool agree(struct pm_search *search, const int *answer)
{
    struct agreement *a = search->context;
    for (int place = 0; place < a->places; place++)
        if (a->count == 0)
            a->digits[place] = answer[place];
        else if (a->digits[place] != answer[place])
            a->digits[place] = PULMA_EMPTY;
    a->count++;
    return true;
}

/* What all answers of the board agree upon; where these are too many to be listed, what can be
 * told without a guess. */
static pulma_status find_agreed(const struct pm_kakuro *k, int *agreed)
{
    static const struct pm_limits few = {.conflicts = LISTED};
    struct pm_arena arena;
    struct pm_sums sums;
    struct agreement a = {k->place_count, 0, agreed};
    pm_arena_init(&arena, 0);
    uint16_t *narrowed = pm_new(&arena, (size_t)k->place_count, uint16_t);
    struct pm_effort effort = {0};
    struct pm_search search = {
        .limits = &few, .effort = &effort, .found = agree, .context = &a};
    pulma_status status = narrowed && pm_kakuro_sums(k, &arena, &sums)
                              ? pm_sums_search(&sums, &search, narrowed)
                              : PULMA_NO_MEMORY;
    for (int place = 0; place < k->place_count && status == PULMA_LIMIT; place++) {
        unsigned set = narrowed[place];
        agreed[place] = set & (set - 1) ? PULMA_EMPTY : __builtin_ctz(set);
    }
    pm_arena_free(&arena);
    return status == PULMA_LIMIT ? PULMA_OK : status;
}

/* Sums for the digits, and which places they leave open.  Sets `*better` if those are fewer
 * than ever; if they are not more, these digits become the best ones. */
static pulma_status try_digits(struct draft *d, bool *better)
{
    struct pm_kakuro *k = d->board;
    for (int i = 0; i < k->run_count; i++) {
        struct pm_kakuro_run *run = &k->runs[i];
        struct pm_kakuro_square *before =
            pm_kakuro_square_at(k, run->row - run->down, run->column - !run->down);
        run->sum = sum_of(run, d->digits);
        *(run->down ? &before->down : &before->across) = (short)run->sum;
    }
    pulma_status status = find_agreed(k, d->forced);
    if (status)
        return status;
    int n = 0;
    for (int place = 0; place < k->place_count; place++)
        n += d->forced[place] == PULMA_EMPTY;
    *better = n < d->open_count;
    if (n > d->open_count)
        return PULMA_OK;
    d->open_count = 0;
    for (int place = 0; place < k->place_count; place++) {
        d->best[place] = d->digits[place];
        if (d->forced[place] == PULMA_EMPTY)
            d->open[d->open_count++] = place;
    }
    return PULMA_OK;
}

/* Changes some of the best digits where the board is open, or beside that. */
static void mend(struct draft *d)
{
    memcpy(d->digits, d->best, (size_t)d->board->place_count * sizeof *d->digits);
    for (int changes = 1 + d->open_count / 12; changes > 0; changes--) {
        int place = d->open[pm_rng_below(d->rng, d->open_count)];
        if (pm_rng_below(d->rng, 4) == 0) {
            const struct pm_kakuro_run *run =
                d->run_of[2 * place + pm_rng_below(d->rng, 2)];
            place = run->cells[pm_rng_below(d->rng, run->length)];
        }
        bool carefully = pm_rng_below(d->rng, 100) < d->recipe->careful;
        int digit = other_digit(d, place, carefully);
        if (digit)
            d->digits[place] = digit;
    }
}

/* Makes an open place black; the other digits stay. */
static pulma_status cut(struct draft *d, struct pm_arena *arena, pulma_error *err)
{
    struct pm_kakuro *k = d->board;
    int cell = k->cell_of[d->open[pm_rng_below(d->rng, d->open_count)]];
    if (!try_black(d, cell))
        return PULMA_OK;
    for (int place = 0; place < k->place_count; place++)
        d->kept[k->cell_of[place]] = d->best[place];
    pulma_status status = settle(d, arena, err);
    for (int place = 0; place < k->place_count && !status; place++)
        d->digits[place] = d->kept[k->cell_of[place]];
    return status;
}

/* Mends the board until nothing is open.  PULMA_NONE: chance led nowhere. */
static pulma_status make_unique(struct draft *d, const struct pm_wish *wish,
                                struct pm_arena *arena, pulma_error *err)
{
    int idle = 0;
    pulma_status status = make_digits(d);
    for (int step = 0; step < 5 * d->board->place_count && !status; step++) {
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        bool better;
        if ((status = try_digits(d, &better)))
            break;
        if (d->open_count == 0)
            return wish->answers(wish, d->board, 2, NULL) == 1 ? PULMA_OK : PULMA_NONE;
        idle = better ? 0 : idle + 1;
        mend(d);
        if (idle >= PATIENCE) {
            idle = 0;
            status = cut(d, arena, err);
        }
    }
    return status == PULMA_NO_MEMORY ? pm_fail_memory(err) : PULMA_NONE;
}

static pulma_status new_draft(struct draft *d, const struct pm_wish *wish,
                              struct pm_rng *rng, int rows, int columns,
                              struct pm_arena *arena, pulma_error *err)
{
    size_t n = ((size_t)rows + 1) * ((size_t)columns + 1);
    *d = (struct draft){
        .board = pm_kakuro_new(rows, columns, 9, arena),
        .recipe = &recipes[wish->difficulty],
        .rng = rng,
        .digits = pm_new(arena, n, int),
        .best = pm_new(arena, n, int),
        .open = pm_new(arena, n, int),
        .forced = pm_new(arena, n, int),
        .kept = pm_new(arena, n, int),
        .marked = pm_new(arena, n, int),
        .saved = pm_new(arena, n, bool),
        .run_of = pm_new(arena, 2 * n, const struct pm_kakuro_run *),
    };
    bool complete = d->board && d->digits && d->best && d->open && d->forced && d->kept &&
                    d->marked && d->saved && d->run_of;
    return complete ? PULMA_OK : pm_fail_memory(err);
}

static pulma_status make_board(const struct pm_wish *wish, struct pm_rng *rng, int rows,
                               int columns, struct pm_arena *arena,
                               struct pm_kakuro **board, pulma_error *err)
{
    struct draft d;
    pulma_status status = new_draft(&d, wish, rng, rows, columns, arena, err);
    if (status)
        return status;
    *board = d.board;
    for (int i = 0; i < SHAPES; i++) {
        if (!make_shape(&d))
            continue;
        status = settle(&d, arena, err);
        if (!status)
            status = make_unique(&d, wish, arena, err);
        if (status != PULMA_NONE)
            return status;
    }
    return pm_fail(err, PULMA_LIMIT, NULL, "found no %dx%d board with exactly one answer",
                   rows, columns);
}

pulma_status pm_kakuro_invent(const struct pm_wish *wish, struct pm_rng *rng,
                              struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    int rows = wish->rows ? wish->rows : 8, columns = wish->columns ? wish->columns : 8;
    if (rows < 4 || columns < 4 || rows > MAX_INVENTED || columns > MAX_INVENTED)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected a size from 4x4 to %dx%d",
                       MAX_INVENTED, MAX_INVENTED);
    /* Of small boards that shall be hard, the hardest of a few. */
    bool choosy = wish->difficulty == PULMA_HARD && rows * columns <= 150;
    int64_t effort = -1;
    for (int found = 0; found < (choosy ? CHOICES : 1); found++) {
        struct pm_kakuro *board;
        pulma_status status = make_board(wish, rng, rows, columns, arena, &board, err);
        if (status)
            return status;
        if (wish->effort(wish) > effort)
            *puzzle = board;
        effort = wish->effort(wish) > effort ? wish->effort(wish) : effort;
    }
    return PULMA_OK;
}
