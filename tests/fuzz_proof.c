/* Feeds bytes to the checker of proofs: a formula or a puzzle, a NUL, a proof. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pulma/pulma.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *cut = size ? memchr(text, '\0', size) : NULL;
    size_t first = cut ? (size_t)(cut - text) : size, second = cut ? size - first - 1 : 0;
    const char *proof = cut ? cut + 1 : "";
    pulma_puzzle *puzzle = NULL;
    pulma_verify_proof(text, first, proof, second, NULL, NULL, NULL);
    if (first < 500 && pulma_puzzle_read(NULL, text, first, &puzzle, NULL) == PULMA_OK) {
        if (pulma_puzzle_places(puzzle) < 200)
            pulma_verify(puzzle, NULL, 0, proof, second, NULL, NULL, NULL);
        pulma_puzzle_free(puzzle);
    }
    return 0;
}
