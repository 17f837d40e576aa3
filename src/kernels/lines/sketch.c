/* Sketches: pictures that lines talk each other into.
 *
 * On a large drawing, lines that talk for some thousand rounds and may become very sure
 * (`sure`) come to believe in a picture in which most lines have their blocks.  Where a line
 * does not have them, two parts of the picture have grown that do not fit together.  So what was told about
 * a rectangle across such a line is forgotten, and the lines talk on, with what they believe of
 * everything else; they mostly fill the rectangle in another way.  If that leaves at most one wrong line
 * more than before, it stays, otherwise it is undone.  That goes on until no line is wrong: a
 * local search, but each step of it completes the picture as its surroundings suggest.
 *
 * Random boards, on which lines contradict each other everywhere, are not found like that; drawings
 * are, also such as no search has found. */
#include "kernels/lines/sketch.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/lines/belief.h"

enum {
    ROUNDS = 2000, /* of talk at most before a rectangle is forgotten, */
    PACE = 16,     /* and before the picture is looked at */
    KICKS = 1500,  /* in vain before all is forgotten */
    MOST_ROUNDS = 150000,
    TRIAL = 20000,  /* rounds after which at least half of the lines must have been right */
    LEAST_SIDE = 5, /* of a rectangle */
    WORSE = 1,      /* wrong lines more than before that are put up with */
    CHANCE = 100,   /* hundredths of a per cent by which the first odds differ */
};
static const double sure = 1e13;

struct sketcher {
    const struct pm_lines *board;
    struct pm_search *search;
    struct pm_rng rng;
    struct pm_believer *believer;
    float *painted;
    float *kept;    /* what was told for the picture that rectangles are forgotten in, */
    int kept_wrong; /* and how many lines are wrong in it; -1: there is none */
    int least;      /* wrong lines since all was forgotten; -1: not yet known */
    int in_vain;    /* rectangles that were forgotten since then */
    int *wrong, wrong_count;
    int rounds; /* in all */
};

/* Whether a line has its blocks if each cell is what is likelier. */
static bool has_its_blocks(const struct pm_lines *board, int line, const float *painted)
{
    const int n = pm_lines_length(board, line), end = board->first[line + 1];
    int block = board->first[line], run = 0;
    for (int i = 0; i <= n; i++) {
        if (i < n && painted[pm_lines_cell(board, line, i)] > 0.5F) {
            run++;
        } else if (run > 0) {
            const int length = block < end ? board->blocks[block].length : -1;
            if (length != 0 && length != run)
                return false;
            block++;
            run = 0;
        }
    }
    return block == end;
}

/* The picture that the lines believe in, and the lines that are wrong in it. */
static void look(struct sketcher *s)
{
    pm_believer_conclude(s->believer, s->painted);
    s->wrong_count = 0;
    for (int line = 0; line < s->board->rows + s->board->columns; line++)
        if (!has_its_blocks(s->board, line, s->painted))
            s->wrong[s->wrong_count++] = line;
}

/* Lets the lines talk until nobody has anything new to say, no line is wrong, or it takes too long. */
static pulma_status talk(struct sketcher *s)
{
    pulma_status status = PULMA_OK;
    bool spoke = true;
    for (int round = 0; round < ROUNDS && spoke && !status; round += PACE) {
        spoke = pm_believer_talk(s->believer, PACE);
        look(s);
        if (s->wrong_count == 0)
            break;
        status = pm_search_nodes(s->search, PACE);
        if (pm_search_stopped(s->search)) /* a round takes longer than other nodes */
            status = PULMA_LIMIT;
        s->rounds += PACE;
    }
    return status;
}

static size_t told_size(const struct sketcher *s)
{
    return 2 * (size_t)s->board->rows * (size_t)s->board->columns * sizeof *s->kept;
}

/* Keeps the picture, or goes back to the one that was kept before. */
static void choose(struct sketcher *s)
{
    if (s->kept_wrong < 0 || s->wrong_count <= s->kept_wrong + WORSE) {
        memcpy(s->kept, pm_believer_told(s->believer), told_size(s));
        s->kept_wrong = s->wrong_count;
    } else {
        memcpy(pm_believer_told(s->believer), s->kept, told_size(s));
        look(s);
    }
    const bool better = s->least < 0 || s->kept_wrong < s->least;
    s->least = better ? s->kept_wrong : s->least;
    s->in_vain = better ? 0 : s->in_vain + 1;
}

/* Odds near evens: nothing is known, but no two beginnings are the same. */
static float any_odds(struct sketcher *s)
{
    return 1 + (float)pm_rng_below(&s->rng, CHANCE) / 10000;
}

static void forget(struct sketcher *s, int top, int left, int rows, int columns)
{
    for (int row = top < 0 ? 0 : top; row < top + rows && row < s->board->rows; row++)
        for (int column = left < 0 ? 0 : left;
             column < left + columns && column < s->board->columns; column++) {
            const float across = any_odds(s), down = any_odds(s);
            pm_believer_tell(s->believer, row * s->board->columns + column, across, down);
        }
}

static void forget_all(struct sketcher *s)
{
    pm_believer_begin(s->believer);
    forget(s, 0, 0, s->board->rows, s->board->columns);
    s->kept_wrong = s->least = -1;
    s->in_vain = 0;
}

/* A rectangle around some cell of a wrong line. */
static void forget_some(struct sketcher *s)
{
    const struct pm_lines *b = s->board;
    const int line = s->wrong[pm_rng_below(&s->rng, s->wrong_count)];
    const int cell =
        pm_lines_cell(b, line, pm_rng_below(&s->rng, pm_lines_length(b, line)));
    const int rows = LEAST_SIDE + pm_rng_below(&s->rng, b->rows);
    const int columns = LEAST_SIDE + pm_rng_below(&s->rng, b->columns);
    forget(s, cell / b->columns - rows / 2, cell % b->columns - columns / 2, rows, columns);
}

static bool has_hope(const struct sketcher *s)
{
    const int lines = s->board->rows + s->board->columns;
    return s->rounds < TRIAL || (s->rounds < MOST_ROUNDS && 2 * s->least <= lines);
}

static pulma_status improve(struct sketcher *s)
{
    pulma_status status = PULMA_OK;
    forget_all(s);
    while (!(status = talk(s)) && s->wrong_count > 0 && has_hope(s)) {
        choose(s);
        if (s->in_vain > KICKS)
            forget_all(s);
        else
            forget_some(s);
    }
    return status ? status : s->wrong_count == 0 ? PULMA_OK : PULMA_UNAVAILABLE;
}

pulma_status pm_lines_sketch(const struct pm_lines *board, struct pm_search *search,
                             float *painted)
{
    const size_t lines = (size_t)board->rows + (size_t)board->columns;
    struct pm_search part =
        pm_search_part(search, NULL, NULL); /* its patience is another matter */
    struct sketcher s = {
        .board = board,
        .search = &part,
        .believer = pm_believer_new(board, sure),
        .painted = painted,
        .wrong = calloc(lines + 1, sizeof *s.wrong),
    };
    s.kept = malloc(told_size(&s) + 1);
    pm_rng_init(&s.rng, pm_search_seed(search));
    const pulma_status status =
        s.believer && s.kept && s.wrong ? improve(&s) : PULMA_NO_MEMORY;
    for (int cell = 0; !status && cell < board->rows * board->columns; cell++)
        painted[cell] = painted[cell] > 0.5F;
    pm_believer_free(s.believer);
    free(s.kept);
    free(s.wrong);
    return status;
}
