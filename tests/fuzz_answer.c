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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *cut = size ? memchr(text, '\0', size) : NULL;
    pulma_puzzle *puzzle = NULL;
    size_t len = cut ? (size_t)(cut - text) : 0;
    if (!cut || len > 3000 || pulma_puzzle_read(NULL, text, len, &puzzle, NULL) != PULMA_OK)
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
    pulma_puzzle_free(puzzle);
    return 0;
}
