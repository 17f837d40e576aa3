/* Feeds bytes to the readers of answers: a puzzle, a NUL, an answer.  What is read must be written
 * and read again as the same, and the referee must stand it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pulma/pulma.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_again(const pulma_puzzle *puzzle, const int *answer, int *again,
                       size_t bytes)
{
    char *text = NULL;
    if (pulma_answer_write(puzzle, answer, &text, NULL) != PULMA_OK)
        return;
    if (pulma_answer_read(puzzle, text, strlen(text), again, NULL) != PULMA_OK ||
        memcmp(answer, again, bytes) != 0)
        abort(); /* written, but not read as the same */
    pulma_free(text);
}

/* Puzzles come again and again with other answers: the last ones are kept, each in the slot that a hash
 * of its text gives. */
static const pulma_puzzle *puzzle_of(const char *text, size_t len)
{
    enum { SLOTS = 256, LONGEST = 3000 };
    static struct {
        pulma_puzzle *puzzle;
        size_t len;
        char text[LONGEST];
    } slots[SLOTS];
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (uint8_t)text[i]) * 16777619u;
    hash = (hash ^ hash >> 16) % SLOTS;
    pulma_puzzle *puzzle = slots[hash].puzzle;
    if (puzzle && slots[hash].len == len && memcmp(slots[hash].text, text, len) == 0)
        return puzzle;
    if (len > LONGEST || pulma_puzzle_read(NULL, text, len, &puzzle, NULL) != PULMA_OK)
        return NULL;
    pulma_puzzle_free(slots[hash].puzzle);
    slots[hash].puzzle = puzzle;
    slots[hash].len = len;
    memcpy(slots[hash].text, text, len);
    return puzzle;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *cut = size ? memchr(text, '\0', size) : NULL;
    size_t len = cut ? (size_t)(cut - text) : 0;
    const pulma_puzzle *puzzle = cut ? puzzle_of(text, len) : NULL;
    if (!puzzle)
        return 0;
    size_t bytes = ((size_t)pulma_puzzle_places(puzzle) + 1) * sizeof(int);
    int *answer = calloc(2, bytes);
    int *again = answer ? answer + bytes / sizeof(int) : NULL;
    if (answer &&
        pulma_answer_read(puzzle, cut + 1, size - len - 1, answer, NULL) == PULMA_OK) {
        pulma_finding finding;
        pulma_check(puzzle, answer, &finding);
        read_again(puzzle, answer, again, bytes - sizeof(int));
    }
    free(answer);
    return 0;
}
