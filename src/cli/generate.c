/* pulma generate: new puzzles. */
#include "cli/batch.h"
#include "cli/part.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What can stop the generator, and the line that shows that it works. */
struct watch {
    const struct cli_call *call;
    struct cli_progress progress;
};

static bool wants_to_stop(void *context)
{
    struct watch *watch = context;
    cli_progress_show(&watch->progress);
    return cli_interrupted() || cli_out_of_time(watch->call);
}

/* A seed that differs from call to call, short enough to be typed in again. */
static uint64_t seed_from_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    uint64_t mixed =
        (uint64_t)t.tv_sec * 1000003 + (uint64_t)t.tv_nsec + (uint64_t)getpid();
    return mixed % 1000000000;
}

/* The level of a word, which is one of them. */
static pulma_level level_of(const char *word)
{
    pulma_level level = PULMA_LEVEL_EASY;
    while (level < PULMA_LEVEL_EXPERT && strcmp(word, pulma_level_name(level)) != 0)
        level++;
    return level;
}

/* The options of the generator; "@FILE" is what the file holds. */
static int add_options(const struct cli_call *call, pulma_wish *wish)
{
    for (int i = 0; i < call->pair_count; i++) {
        const char *value = call->pair_values[i];
        bool file = value[0] == '@';
        pulma_error err = {0};
        size_t len = strlen(value);
        char *bytes = file ? cli_read_file(value + 1, &len, &err) : NULL;
        if (file && !bytes)
            return cli_fail(call, stdout, stderr, value + 1, &err);
        pulma_status status = pulma_wish_set_bytes(wish, call->pair_names[i],
                                                   file ? bytes : value, len, &err);
        free(bytes);
        if (status)
            return cli_fail(call, stdout, stderr, NULL, &err);
    }
    return CLI_DONE;
}

/* Names that mean a kind with an option: "generate killer". */
struct variant {
    const char *name, *kind, *option;
};

static const struct variant *variant_named(const char *name)
{
    static const struct variant variants[] = {{"killer", "sudoku", "killer"},
                                              {"killer-sudoku", "sudoku", "killer"},
                                              {"sudoku-x", "sudoku", "diagonals"}};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (strcmp(variants[i].name, name) == 0)
            return &variants[i];
    return NULL;
}

/* What the call asks for; returns how to end. */
static int fill_wish(const struct cli_call *call, const struct variant *variant,
                     pulma_wish *wish, uint64_t seed)
{
    pulma_error err;
    pulma_wish_set_seed(wish, seed);
    pulma_status status = PULMA_OK;
    if (cli_given(call, CLI_DIFFICULTY))
        status = pulma_wish_set_level(wish, level_of(call->text[CLI_DIFFICULTY]), &err);
    if (!status && cli_given(call, CLI_SIZE))
        status = pulma_wish_set_size(wish, call->columns, call->rows, &err);
    if (!status && variant)
        status = pulma_wish_set_bytes(wish, variant->option, "yes", 3, &err);
    return status ? cli_fail(call, stdout, stderr, NULL, &err) : add_options(call, wish);
}

/* Drawn on a terminal that is wide enough, unless a notation was asked for; as text otherwise. */
static void print_one(const struct cli_call *call, const pulma_puzzle *puzzle,
                      const char *text, long number)
{
    char *picture = NULL;
    size_t len = 0;
    bool drawn = isatty(STDOUT_FILENO) == 1 && !cli_given(call, CLI_TO) &&
                 !cli_given(call, CLI_JSON) &&
                 pulma_draw(puzzle, NULL, cli_picture_format(call, true), &picture, &len,
                            NULL) == PULMA_OK &&
                 cli_fits_terminal(picture, len);
    if (!drawn)
        cli_print_puzzle(stdout, text, number);
    else
        printf("%s%s%s%s", number > 1 ? "\n" : "", pulma_puzzle_title(puzzle),
               *pulma_puzzle_title(puzzle) ? "\n" : "", picture);
    fflush(stdout); /* the next one may take long */
    pulma_free(picture);
}

/* One puzzle, printed as number `number` of the run.  Returns how to end. */
static int make_one(const struct cli_call *call, pulma_wish *wish, const char *notation,
                    long number, struct watch *watch)
{
    pulma_puzzle *puzzle = NULL;
    char *text = NULL;
    pulma_error err = {0};
    pulma_status status = pulma_wish_next(wish, &puzzle, &err);
    if (status == PULMA_OK)
        status = pulma_puzzle_write(puzzle, notation, &text, &err);
    cli_progress_hide(&watch->progress);
    if (status == PULMA_OK) {
        print_one(call, puzzle, text, number);
        watch->progress.done++;
    }
    if (status == PULMA_OK && *pulma_wish_note(wish))
        fprintf(stderr, "pulma: warning: %s\n", pulma_wish_note(wish));
    pulma_free(text);
    pulma_puzzle_free(puzzle);
    if (status == PULMA_OK)
        return CLI_DONE;
    if (status == PULMA_LIMIT && (cli_interrupted() || cli_out_of_time(call)))
        snprintf(err.message, sizeof err.message, "stopped: %s",
                 cli_interrupted() ? "interrupted" : "time limit reached");
    return cli_fail(call, stdout, stderr, NULL, &err);
}

/* Puzzles `from` up to `to` of the run.  `part` (NULL: nobody keeps them) hears of each. */
static int make_several(const struct cli_call *call, pulma_wish *wish, uint64_t from,
                        uint64_t to, struct watch *watch, struct cli_part *part)
{
    const char *notation = cli_given(call, CLI_TO)     ? call->text[CLI_TO]
                           : cli_given(call, CLI_JSON) ? "json"
                                                       : "pulma";
    struct cli_mark mark = {.from = {1, from, 0}, .next = {1, from, 0}};
    int status = CLI_DONE;
    double marked = 0;
    if (part && part->resumed)
        mark = part->mark;
    pulma_wish_skip(wish, mark.next.position);
    while (mark.next.position < to && status == CLI_DONE && !ferror(stdout)) {
        const uint64_t number = mark.next.position + 1;
        status = make_one(call, wish, notation, number > 1 ? 2 : 1, watch);
        if (status != CLI_DONE)
            break;
        mark.next.position = number;
        if (part && cli_now() - marked > 0.02) {
            cli_part_mark(part, &mark);
            marked = cli_now();
        }
    }
    if (part)
        cli_part_close(part, &mark, mark.next.position == to);
    return status;
}

/* The same, or that part of them, in a file or as a part. */
static int make_part(const struct cli_call *call, pulma_wish *wish, uint64_t number,
                     struct watch *watch)
{
    struct cli_part part;
    uint64_t from, to;
    cli_part_range(call, number, &from, &to);
    watch->progress.total = to - from <= LONG_MAX ? (long)(to - from) : 0;
    if (!cli_part_wanted(call))
        return make_several(call, wish, from, to, watch, NULL);
    if (cli_part_open(&part, call) && !part.complete)
        return make_several(call, wish, from, to, watch, &part);
    const int status = part.complete ? CLI_DONE : CLI_BAD;
    return cli_worse(status, cli_part_close(&part, &part.mark, false));
}

int cli_generate(const struct cli_call *call)
{
    uint64_t number = cli_given(call, CLI_NUMBER) ? call->number[CLI_NUMBER] : 1;
    uint64_t seed = cli_given(call, CLI_SEED) ? call->number[CLI_SEED] : seed_from_clock();
    const struct variant *variant = variant_named(call->arguments[0]);
    int kind = cli_kind(call, variant ? variant->kind : call->arguments[0]);
    if (kind < 0)
        return CLI_BAD;
    if (!pulma_kind_can_generate(kind))
        return cli_usage(call, "pulma cannot generate puzzles of the kind '%s'",
                         pulma_kind_name(kind));
    if (cli_part_wanted(call) && !cli_given(call, CLI_SEED))
        return cli_usage(call, "--%s requires --seed, so that every call makes the same",
                         cli_given(call, CLI_PART) ? "part" : "output");
    pulma_wish *wish = pulma_wish_new(kind);
    if (!wish)
        return cli_no_memory(call, stdout, stderr);
    struct watch watch = {.call = call};
    cli_progress_start(&watch.progress, "generating");
    pulma_wish_set_stop(wish, wants_to_stop, &watch);
    int status = fill_wish(call, variant, wish, seed);
    if (status == CLI_DONE)
        status = make_part(call, wish, number, &watch);
    cli_progress_hide(&watch.progress);
    if (!cli_given(call, CLI_SEED) && status != CLI_BAD)
        fprintf(stderr, "seed %" PRIu64 "\n", seed);
    pulma_wish_free(wish);
    return status;
}
