/* Feeds bytes to the checker of proofs: a formula or a puzzle, a NUL, a proof. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pulma/pulma.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The formula of a puzzle takes a hundred times as long as reading a proof: of so many proofs for a puzzle
 * the others are for a small formula. */
enum { A_PUZZLES_TURN = 32, MOST_PLACES = 100, LONGEST = 500 };
static const char small_formula[] = "p cnf 3 5\n1 2 3 0\n-1 2 0\n1 -2 0\n-1 -2 0\n-3 1 0\n";

static bool is_puzzles_turn(const char *proof, size_t len)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (uint8_t)proof[i]) * 16777619u;
    return len < 4 || (hash ^ hash >> 16) % A_PUZZLES_TURN == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *cut = size ? memchr(text, '\0', size) : NULL;
    size_t first = cut ? (size_t)(cut - text) : size, second = cut ? size - first - 1 : 0;
    const char *proof = cut ? cut + 1 : "";
    pulma_puzzle *puzzle = NULL;
    pulma_status status = pulma_verify_proof(text, first, proof, second, NULL, NULL, NULL);
    if (status == PULMA_OK || status == PULMA_NONE) /* a formula */
        return 0;
    if (!is_puzzles_turn(proof, second)) {
        pulma_verify_proof(small_formula, strlen(small_formula), proof, second, NULL, NULL,
                           NULL);
        return 0;
    }
    if (first < LONGEST &&
        pulma_puzzle_read(NULL, text, first, &puzzle, NULL) == PULMA_OK) {
        if (pulma_puzzle_places(puzzle) < MOST_PLACES)
            pulma_verify(puzzle, NULL, 0, proof, second, NULL, NULL, NULL);
        pulma_puzzle_free(puzzle);
    }
    return 0;
}
