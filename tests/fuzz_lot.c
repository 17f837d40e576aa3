/* Feeds bytes to what unpacks a lot of puzzles that came from another process; what it accepts can be
 * packed, and every puzzle of it can be taken or is refused with a sentence. */
#include <stdint.h>
#include <stdlib.h>

#include "pulma/pulma.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool good)
{
    if (!good)
        abort();
}

static void pack_again(const pulma_lot *lot)
{
    char *bytes;
    size_t len;
    pulma_lot *again;
    must(pulma_lot_pack(lot, 0, pulma_lot_count(lot), &bytes, &len, NULL) == PULMA_OK);
    must(pulma_lot_unpack(bytes, len, &again, NULL) == PULMA_OK);
    must(pulma_lot_count(again) == pulma_lot_count(lot));
    pulma_lot_free(again);
    pulma_free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pulma_lot *lot;
    pulma_error err;
    if (pulma_lot_unpack((const char *)data, size, &lot, &err)) {
        must(!lot && err.message[0] != '\0');
        return 0;
    }
    pack_again(lot);
    for (int i = 0; i < pulma_lot_count(lot); i++) {
        pulma_puzzle *puzzle;
        pulma_status status = pulma_lot_take(lot, i, &puzzle, &err);
        must((status == PULMA_OK) == (puzzle != NULL));
        must(status == PULMA_OK || err.message[0] != '\0');
        pulma_puzzle_free(puzzle);
    }
    pulma_lot_free(lot);
    return 0;
}
