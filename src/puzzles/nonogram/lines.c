/* Nonograms by the kernel for lines. */
#include "puzzles/nonogram/nonogram.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/lines/lines.h"
#include "kernels/lines/learn.h"

enum {
    MAX_SIDE = PM_NONOGRAM_MAX_SIDE,
    /* Cells of the lines that are looked at without an answer before learning takes over (20,000
     * lines of 25), and those where nothing can take over. */
    PATIENCE = 500000,
    LONG_PATIENCE = 15000000,
    RULES_PATIENCE = 3000000, /* where the rules take over at once */
    CONFLICTS = 100000, /* without an answer before the rules take over from learning */
    MAX_PASSED = 64,    /* answers found before that are recognised then */
};

/* The board as the kernel sees it; the blocks are the caller's to free.  False: no memory. */
static bool lines_of(const struct pm_nonogram *board, int *first, struct pm_lines *lines)
{
    int count = board->rows + board->columns, n = 0;
    for (int line = 0; line < count; line++) {
        first[line] = n;
        n += board->clues[line].n;
    }
    first[count] = n;
    struct pm_lines_block *blocks = malloc(((size_t)n + 1) * sizeof *blocks);
    for (int line = 0; blocks && line < count; line++)
        for (int k = 0; k < board->clues[line].n; k++) {
            const struct pm_block *b = &board->clues[line].blocks[k];
            blocks[first[line] + k] = (struct pm_lines_block){b->length, b->paint};
        }
    *lines = (struct pm_lines){board->rows, board->columns, board->paints,
                               blocks,      first,          board->given};
    return blocks != NULL;
}

/* Patience for the kernel, in looks at lines of this board. */
static int64_t looks(const struct pm_nonogram *board, int64_t cells)
{
    return cells / (board->rows > board->columns ? board->rows : board->columns);
}

/* The answers that went to the asker already. */
struct passed {
    struct pm_search *search;
    size_t places;
    int *answers, count;
    bool forgot; /* not all of them are kept */
    struct pm_lines_task *task;
    int64_t patience; /* for the task from then on: learning would find them again */
};

/* Passes on and, up to MAX_PASSED, remembers. */
static bool pass_on(void *context, const int *answer)
{
    struct passed *p = context;
    size_t n = p->places, kept = (size_t)p->count;
    int *more =
        p->count < MAX_PASSED ? realloc(p->answers, (kept + 1) * n * sizeof *more) : NULL;
    if (more) {
        memcpy(more + kept * n, answer, n * sizeof *more);
        p->answers = more;
        p->count++;
    }
    if (!more) {
        p->forgot = true;
        p->task->patience = p->patience;
    }
    return p->search->found(p->search, answer);
}

static bool pass_on_new(void *context, const int *answer)
{
    const struct passed *p = context;
    for (int i = 0; i < p->count; i++)
        if (memcmp(p->answers + (size_t)i * p->places, answer,
                   p->places * sizeof *answer) == 0)
            return true;
    return p->search->found(p->search, answer);
}

/* Goes on from what is known already. */
static pulma_status search_by_learning(const struct pm_lines *lines,
                                       struct pm_lines_task *task)
{
    struct pm_lines known = *lines;
    known.given = task->facts;
    task->patience = CONFLICTS;
    task->found = pass_on_new;
    return pm_lines_learn(&known, task);
}

/* The lines first; if they have looked in vain for long, learning. */
static pulma_status search_lines(const struct pm_nonogram *board,
                                 const struct pm_lines *lines, struct passed *passed)
{
    bool learns = pm_lines_can_learn(lines);
    signed char facts[MAX_SIDE * MAX_SIDE];
    struct pm_lines_task task = {.limits = passed->search->limits,
                                 .patience =
                                     looks(board, learns ? PATIENCE : RULES_PATIENCE),
                                 .found = pass_on,
                                 .context = passed,
                                 .facts = facts};
    passed->task = &task;
    passed->patience = looks(board, RULES_PATIENCE);
    pulma_status status = pm_lines_search(lines, &task);
    if (status == PULMA_UNAVAILABLE && !passed->forgot && learns)
        status = search_by_learning(lines, &task);
    passed->search->effort->nodes += task.nodes;
    return status;
}

pulma_status pm_nonogram_kernel(const void *puzzle, struct pm_search *search)
{
    const struct pm_nonogram *board = puzzle;
    int first[2 * MAX_SIDE + 1];
    struct pm_lines lines;
    if (!lines_of(board, first, &lines))
        return PULMA_NO_MEMORY;
    struct passed passed = {.search = search,
                            .places = (size_t)(board->rows * board->columns)};
    pulma_status status = search_lines(board, &lines, &passed);
    free(passed.answers);
    free((void *)lines.blocks);
    return status;
}

/* What pm_nonogram_answers collects. */
struct collector {
    int found, limit;
    size_t size;
    const int *known;
    int *other;
};

static bool collect(void *context, const int *answer)
{
    struct collector *c = context;
    bool wanted = c->known ? memcmp(answer, c->known, c->size) != 0 : c->found == 0;
    c->found++;
    if (wanted && c->other)
        memcpy(c->other, answer, c->size);
    return c->found < c->limit;
}

int pm_nonogram_answers(const struct pm_nonogram *board, int limit, const int *known,
                        int *other, int *level)
{
    int first[2 * MAX_SIDE + 1];
    struct pm_lines lines;
    static const struct pm_limits none = {0};
    struct collector c = {.limit = limit, .known = known, .other = other};
    c.size = (size_t)(board->rows * board->columns) * sizeof(int);
    if (!lines_of(board, first, &lines))
        return -1;
    struct pm_lines_task task = {.limits = &none,
                                 .patience = looks(board, LONG_PATIENCE),
                                 .found = collect,
                                 .context = &c};
    pulma_status status = pm_lines_search(&lines, &task);
    free((void *)lines.blocks);
    if (level)
        *level = (int)task.level;
    return status ? -1 : c.found;
}
