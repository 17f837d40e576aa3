/* Feeds bytes to the readers of puzzles: forms, JSON, all notations of all kinds.  Built two ways,
 * as all targets: with libFuzzer (`make fuzz`), and as an ordinary test (fuzz_main.c).
 *
 * The first byte says as which kind the rest is read; beyond the last the content must say. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pulma/pulma.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libFuzzer's inputs are small changes of one another, by the million: there each is drawn, tried and read
 * in lots only in its turn, which a hash of its bytes tells.  The test does everything with every file. */
enum turn { DRAW = 1, TRY = 2, LOTS = 4 };

static int turns_of(const uint8_t *data, size_t size)
{
#ifdef FIRST_BYTES
    (void)data, (void)size;
    return DRAW | TRY | LOTS;
#else
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * 16777619u;
    hash = (hash ^ hash >> 15) * 0x2c1b3c6du >> 16;
    return hash % 8 == 0 ? DRAW : hash % 8 == 1 ? LOTS : hash % 32 == 2 ? TRY : 0;
#endif
}

/* Boards up to so many places are also solved: inputs are there to be read, by the million. */
enum { TRIED = 64, MOST_CONFLICTS = 5, MOST_PLACES = 3000, MOST_PUZZLES = 20 };

static void try_for_a_moment(const pulma_puzzle *puzzle, int *answer)
{
    pulma_job *job = pulma_job_new(puzzle);
    if (!job)
        return;
    pulma_job_set_conflicts(job, MOST_CONFLICTS);
    pulma_job_set_seconds(job, 0.2);
    pulma_job_next(job, answer, NULL);
    pulma_job_free(job);
}

/* What was accepted must stand being written, judged, drawn and tried for a moment. */
static void use(const pulma_puzzle *puzzle, const char *text, size_t len, int turns)
{
    int places = pulma_puzzle_places(puzzle);
    if (places > MOST_PLACES)
        return;
    int *answer = malloc(((size_t)places + 1) * sizeof *answer);
    if (!answer)
        return;
    for (int i = 0; i < places; i++)
        answer[i] = PULMA_EMPTY;
    pulma_check(puzzle, answer, NULL);
    char *out = NULL;
    size_t out_len;
    if (pulma_puzzle_write(puzzle, "pulma", &out, NULL) == PULMA_OK) {
        pulma_puzzle *again = NULL;
        if (pulma_puzzle_read(NULL, out, strlen(out), &again, NULL) != PULMA_OK)
            abort(); /* written, but not read again */
        pulma_puzzle_free(again);
        pulma_free(out);
    }
    if ((turns & DRAW) &&
        pulma_draw(puzzle, NULL, PULMA_ASCII, &out, &out_len, NULL) == PULMA_OK)
        pulma_free(out);
    if ((turns & TRY) && places <= TRIED)
        try_for_a_moment(puzzle, answer);
    if (pulma_answer_read(puzzle, text, len, answer, NULL) == PULMA_OK)
        pulma_check(puzzle, answer, NULL);
    free(answer);
}

static void read_all(const char *kind, const char *text, size_t len, int turns)
{
    pulma_reader *reader = pulma_reader_new(text, len, kind, NULL);
    if (!reader)
        return;
    pulma_puzzle *puzzle;
    for (int i = 0;
         i < MOST_PUZZLES && pulma_reader_next(reader, &puzzle, NULL) == PULMA_OK; i++) {
        use(puzzle, text, len, turns);
        pulma_puzzle_free(puzzle);
    }
    pulma_reader_free(reader);
}

/* In lots there must be as many puzzles as one by one, and the same end. */
static void read_lots(const char *kind, const char *text, size_t len)
{
    pulma_reader *reader = pulma_reader_new(text, len, kind, NULL);
    pulma_reader *plain = pulma_reader_new(text, len, kind, NULL);
    pulma_lot *lot;
    pulma_puzzle *puzzle;
    pulma_status status = PULMA_OK;
    for (int i = 0; i < 10 && reader && plain && status == PULMA_OK; i++) {
        status = pulma_reader_next_lot(reader, 1 + i, &lot, NULL);
        if (status != PULMA_OK && pulma_reader_next(plain, &puzzle, NULL) != status)
            abort();
        for (int k = 0; status == PULMA_OK && k < pulma_lot_count(lot); k++) {
            status = pulma_lot_take(lot, k, &puzzle, NULL);
            pulma_puzzle_free(puzzle);
            if (pulma_reader_next(plain, &puzzle, NULL) != status)
                abort();
            pulma_puzzle_free(puzzle);
        }
        pulma_lot_free(lot);
    }
    pulma_reader_free(reader);
    pulma_reader_free(plain);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const char *text = (const char *)data + 1;
    size_t len = size - 1;
    const char *kind = data[0] < pulma_kind_count() ? pulma_kind_name(data[0]) : NULL;
    const int turns = turns_of(data, size);
    read_all(kind, text, len, turns);
    if (turns & LOTS)
        read_lots(kind, text, len);
    return 0;
}
