/* Invention of binary sudokus: a full board by chance, and then givens go. */
#include "puzzles/binary/binary.h"

#include <string.h>

const char pm_binary_options[] =
    "different=yes|no  no two rows and no two columns are equal (usual: yes)";

enum {
    MIN_INVENTED = 4,
    MAX_INVENTED = 20,
    /* Of a question about a board in the making.  Nearly all take fewer, and a board that needs
     * more is nothing for a person. */
    FEW_BRANCHINGS = 1000
};

static int places(const struct pm_binary *b)
{
    return b->rows * b->columns;
}

static pulma_status read_wish(const struct pm_wish *wish, struct pm_binary *b,
                              pulma_error *err)
{
    int rows = wish->rows ? wish->rows : wish->columns ? wish->columns : 8;
    int columns = wish->columns ? wish->columns : rows;
    if (rows < MIN_INVENTED || rows > MAX_INVENTED || columns < MIN_INVENTED ||
        columns > MAX_INVENTED || rows % 2 || columns % 2)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected even sides of %d to %d for a binary sudoku", MIN_INVENTED,
                       MAX_INVENTED);
    *b = (struct pm_binary){.rows = rows, .columns = columns, .different = true};
    return pm_wish_bool(wish, "different", &b->different, err);
}

/* What the kernel finds of a board in the making. */
struct finding {
    int count, limit;
    int *answer; /* the last one; NULL: nobody wants it */
    size_t size;
};

static bool note_answer(struct pm_search *search, const int *answer)
{
    struct finding *f = search->context;
    if (f->answer)
        memcpy(f->answer, answer, f->size);
    return ++f->count < f->limit;
}

/* How many answers the kernel finds, up to `limit`; -1: it would take more branchings. */
static int answers(const struct pm_binary *b, int limit, int branchings, int *answer)
{
    struct finding f = {
        .limit = limit, .answer = answer, .size = (size_t)places(b) * sizeof *answer};
    /* One is used up before it begins, as 0 would be no limit. */
    struct pm_limits limits = {.conflicts = branchings + 1};
    struct pm_effort effort = {.nodes = 1};
    struct pm_search search = {
        .limits = &limits, .effort = &effort, .found = note_answer, .context = &f};
    return pm_binary_kernel(b, &search) ? -1 : f.count;
}

/* A full board by chance: digits go to one cell after another, turned over where they leave no
 * answer, or none that is found soon.  An answer is always at hand: a digit that agrees with
 * it is not asked about, and once half the cells have their digits it is the board. */
static pulma_status fill(const struct pm_wish *wish, struct pm_rng *rng,
                         struct pm_binary *b, const int *order, int *answer,
                         pulma_error *err)
{
    int n = places(b);
    if (answers(b, 1, PM_BINARY_PATIENCE, answer) != 1)
        return pm_fail(err, PULMA_LIMIT, NULL, "no full board was found");
    for (int i = 0; i < n / 2; i++) {
        int cell = order[i], digit = pm_rng_below(rng, 2);
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        b->given[cell] = (signed char)digit;
        if (digit != answer[cell] && answers(b, 1, FEW_BRANCHINGS, answer) != 1)
            b->given[cell] = (signed char)!digit;
    }
    for (int cell = 0; cell < n; cell++)
        b->given[cell] = (signed char)answer[cell];
    return PULMA_OK;
}

/* What a board may need to be solved while givens go. */
struct demand {
    int least;      /* so many givens stay */
    int branchings; /* of the kernel's; -1: rules alone, as people see them */
    bool several;   /* in that case: a rule may fill several cells at once */
    bool pairs;     /* likewise: rules may be taken in pairs */
};

/* Whether climb() makes the board: where lines differ, hard ones need many steps, pairs among them. */
static bool wants_climb(const struct pm_wish *wish, const struct pm_binary *b)
{
    return b->different && wish->rated && wish->level == PULMA_LEVEL_HARD;
}

/* For a level that they can have, boards are thinned out as far as rules do that can be rated at once.
 * Where lines differ, steps are counted: the more there are of one cell, the better.  Else the kernel
 * tells. */
static struct demand demand_of(const struct pm_wish *wish, const struct pm_binary *b)
{
    struct demand d = {.several = true};
    if (wish->rated && wish->level <= PULMA_LEVEL_HARD) {
        d.branchings = -1;
        bool plain = wish->level == PULMA_LEVEL_EASY || wants_climb(wish, b);
        d.least = plain ? 2 * places(b) / 5 : 0;
        d.pairs = wish->level == PULMA_LEVEL_HARD;
        d.several = d.pairs || (!b->different && wish->level > PULMA_LEVEL_EASY);
        return d;
    }
    d.least = wish->difficulty == PULMA_EASY ? 2 * places(b) / 5 : 0;
    d.branchings = wish->difficulty == PULMA_HARD ? FEW_BRANCHINGS : 0;
    return d;
}

static bool rules_do(const struct pm_binary *b, const struct demand *d)
{
    struct pm_binary_course course = pm_binary_follow(b, d->pairs);
    return course.solved && (d->several || !course.several);
}

/* Takes these givens away if the answer then still is the only one, and found as demanded.  Of one
 * given the kernel is asked whether the other digit leaves no answer, which is less to search, but
 * says nothing of a way without branchings. */
static bool take_away(struct pm_binary *b, const int *cells, int count, const int *answer,
                      const struct demand *d)
{
    bool alone = count == 1 && d->branchings > 0, fine;
    for (int i = 0; i < count; i++)
        b->given[cells[i]] = (signed char)(alone ? !answer[cells[i]] : PULMA_EMPTY);
    if (d->branchings < 0)
        fine = rules_do(b, d);
    else
        fine = answers(b, alone ? 1 : 2, d->branchings, NULL) == (alone ? 0 : 1);
    for (int i = 0; i < count; i++)
        b->given[cells[i]] = (signed char)(fine ? PULMA_EMPTY : answer[cells[i]]);
    return fine;
}

/* Takes givens away as long as the board is as demanded.  At first nearly all can go: so after each
 * success twice as many are tried at once. */
static pulma_status thin_out(const struct pm_wish *wish, struct pm_binary *b,
                             const int *order, const int *answer, pulma_error *err)
{
    const struct demand d = demand_of(wish, b);
    int n = places(b);
    for (int i = 0, given = n, count = 1; i < n && given > d.least;) {
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        int most = n - i < given - d.least ? n - i : given - d.least;
        count = count < most ? count : most;
        if (take_away(b, order + i, count, answer, &d)) {
            i += count;
            given -= count;
            count *= 2;
        } else if (count > 1) {
            count /= 2;
        } else {
            i++;
        }
    }
    return PULMA_OK;
}

/* ---- Many steps ---- */

/* Takes givens away one by one as long as single rules and pairs of them do and the rating stays below a
 * limit: at first those without which it rises, then those without which it does not fall.  Gives
 * the rating, 0: not known. */
static double thin_slowly(struct pm_binary *b, const int *order, const int *answer,
                          double below)
{
    bool stuck[MAX_INVENTED * MAX_INVENTED] = {false}; /* without it, and will be */
    double rating = 0, now;
    struct pm_binary_course course = pm_binary_follow(b, true);
    pm_binary_rate(b, &course, &rating);
    for (int rise = 1; rise >= 0; rise--)
        for (int i = 0; i < places(b); i++) {
            int cell = order[i];
            if (b->given[cell] == PULMA_EMPTY || stuck[cell])
                continue;
            b->given[cell] = PULMA_EMPTY;
            course = pm_binary_follow(b, true);
            stuck[cell] = !course.solved && !course.doubtful;
            if (pm_binary_rate(b, &course, &now) && rating + rise <= now && now < below)
                rating = now;
            else
                b->given[cell] = (signed char)answer[cell];
        }
    return rating;
}

/* Gives some of the answer back, by chance. */
static void put_back(struct pm_rng *rng, struct pm_binary *b, const int *answer)
{
    for (int i = places(b) / 4; i > 0; i--) {
        int cell = pm_rng_below(rng, places(b));
        b->given[cell] = (signed char)answer[cell];
    }
}

/* Thins the board out until it is hard, gives some back and does so again, from the best so far. */
static pulma_status climb(const struct pm_wish *wish, struct pm_rng *rng,
                          struct pm_binary *b, int *order, const int *answer,
                          pulma_error *err)
{
    enum { ROUNDS = 10 };
    const struct pm_scale scale = pm_binary_scale(b);
    signed char best[MAX_INVENTED * MAX_INVENTED];
    size_t size = (size_t)places(b);
    double most = -1;
    for (int round = 0; round < ROUNDS && most < scale.hard; round++) {
        if (wish->stop(wish))
            return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
        if (round > 0)
            put_back(rng, b, answer);
        pm_rng_shuffle(rng, order, places(b));
        double rating = thin_slowly(b, order, answer, scale.expert);
        if (rating >= most)
            memcpy(best, b->given, size);
        else
            memcpy(b->given, best, size);
        most = rating > most ? rating : most;
    }
    return PULMA_OK;
}

pulma_status pm_binary_invent(const struct pm_wish *wish, struct pm_rng *rng,
                              struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    struct pm_binary wanted;
    pulma_status status = read_wish(wish, &wanted, err);
    if (status)
        return status;
    struct pm_binary *b = pm_binary_new(wanted.rows, wanted.columns, arena);
    int n = wanted.rows * wanted.columns, *order = pm_new(arena, (size_t)n, int);
    int *answer = pm_new(arena, (size_t)n, int);
    if (!b || !order || !answer)
        return pm_fail_memory(err);
    b->different = wanted.different;
    for (int i = 0; i < n; i++)
        order[i] = i;
    pm_rng_shuffle(rng, order, n);
    status = fill(wish, rng, b, order, answer, err);
    pm_rng_shuffle(rng, order, n);
    *puzzle = b;
    status = status ? status : thin_out(wish, b, order, answer, err);
    return status || !wants_climb(wish, b) ? status
                                           : climb(wish, rng, b, order, answer, err);
}
