/* Probing and learning in turn.  What probing found goes on to learning, which would find the
 * same answers again: so these are recognised. */
#include "kernels/lines/lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/lines/learn.h"

/* Measured on the tournaments of TAAI and TCGA (random boards of 25 x 25) and on Wolter's survey;
 * docs/kinds/nonogram.md has the tables. */
enum {
    LOOKS = 8, /* in vain, for each cell of the board, before learning takes over */
    /* In several colours: cells of the lines that are looked at (20,000 lines of 25); and before the
     * rules take over, where there is nothing to learn. */
    PATIENCE = 500000,
    RULES_PATIENCE = 30000000,
    LARGE = 163840,     /* cells of a board from which on the rules grow faster than that */
    CONFLICTS = 100000, /* without an answer before the rules take over from learning */
    COLOURS_CONFLICTS = 10000, /* the same in several colours */
    MAX_PASSED = 64,           /* answers found before that are recognised then */
};

int64_t pm_lines_looks(const struct pm_lines *board, int64_t cells)
{
    return cells / (board->rows > board->columns ? board->rows : board->columns);
}

static int64_t rules_patience(const struct pm_lines *board)
{
    const int64_t cells = (int64_t)board->rows * board->columns;
    return pm_lines_looks(board, RULES_PATIENCE * (cells > LARGE ? cells / LARGE : 1));
}

/* Learning grows dearer with the board, so it has to wait for longer. */
static int64_t probing_patience(const struct pm_lines *board)
{
    if (!pm_lines_can_learn(board))
        return rules_patience(board);
    return board->paints > 1 ? pm_lines_looks(board, PATIENCE)
                             : (int64_t)LOOKS * board->rows * board->columns;
}

/* The answers that went to the asker already. */
struct passed {
    const struct pm_lines *board;
    struct pm_search *search;
    size_t places;
    int *answers, count;
    bool forgot; /* not all of them are kept */
};

/* Passes on and, up to MAX_PASSED, remembers. */
static bool pass_on(struct pm_search *part, const int *answer)
{
    struct passed *p = part->context;
    size_t n = p->places, kept = (size_t)p->count;
    int *more =
        p->count < MAX_PASSED ? realloc(p->answers, (kept + 1) * n * sizeof *more) : NULL;
    if (more) {
        memcpy(more + kept * n, answer, n * sizeof *more);
        p->answers = more;
        p->count++;
    } else { /* learning would find them again, so nothing but the rules can take over */
        p->forgot = true;
        part->patience = rules_patience(p->board);
    }
    return pm_search_found(p->search, answer);
}

static bool pass_on_new(struct pm_search *part, const int *answer)
{
    const struct passed *p = part->context;
    assert(!p->forgot);
    for (int i = 0; i < p->count; i++)
        if (memcmp(p->answers + (size_t)i * p->places, answer,
                   p->places * sizeof *answer) == 0)
            return true;
    return pm_search_found(p->search, answer);
}

/* Goes on from what is known already. */
static pulma_status learn(struct passed *p, const signed char *facts)
{
    struct pm_lines known = *p->board;
    struct pm_search part = pm_search_part(p->search, pass_on_new, p);
    part.patience = p->board->paints > 1 ? COLOURS_CONFLICTS : CONFLICTS;
    known.given = facts;
    return pm_lines_learn(&known, &part);
}

pulma_status pm_lines_list(const struct pm_lines *board, struct pm_search *search)
{
    struct passed passed = {.board = board,
                            .search = search,
                            .places = (size_t)board->rows * (size_t)board->columns};
    struct pm_lines_insight insight = {.facts = malloc(passed.places)};
    if (!insight.facts)
        return PULMA_NO_MEMORY;
    struct pm_search part = pm_search_part(search, pass_on, &passed);
    part.patience = probing_patience(board);
    pulma_status status = pm_lines_search(board, &part, &insight);
    if (status == PULMA_UNAVAILABLE && !passed.forgot && pm_lines_can_learn(board))
        status = learn(&passed, insight.facts);
    free(passed.answers);
    free(insight.facts);
    return status;
}
