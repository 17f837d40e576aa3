/* Measures pulma on one set of boards, beside a reference in the same process:
 *
 *     bench --list
 *     bench SET [--full] [--rounds N] [--budget S] [--seconds S] [--boards N] [--data FOLDER]
 *     bench SET --from FILE [--rounds N]
 *     bench SET --write|--write-own [--full] [--boards N] [--data FOLDER]
 *
 * A round asks all boards by the method that pulma chooses, then some of them in turn by this
 * method and by the reference (the rules on the engine, or a model on a solver), so that the
 * ratio holds on a noisy machine.  Rounds are repeated until there are N of them or the budget
 * of CPU seconds is spent.  Prints a line of JSON.  Times are CPU seconds of one thread, and
 * those of the helper for models; reading the boards is not in them.  --write prints the boards
 * as peer programs read them, --write-own as pulma does; --from asks boards of such a file, without the reference.
 * bench/run calls this for all sets and makes the tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boards.h"
#include "core/cpu.h"
#include "pulma/pulma.h"

enum { MOST_ROUNDS = 25, MOST_BOARDS = 100 /* of --from */ };

struct wishes {
    bool full, write, write_own;
    int rounds, boards;   /* boards 0: as the set says */
    double budget, limit; /* seconds: of a set, of a board */
    const char *data, *from;
};

/* The boards of a run, read, and what came out. */
struct run {
    const struct set *set;
    struct wishes wishes;
    pulma_puzzle **puzzles;
    const struct board **boards; /* of each puzzle */
    int n, compared, unread;
    char first_unread[200];
    int unique, several, impossible, unknown;
    int *answers;    /* of each board: 2: several, -1: not known */
    double *seconds; /* of each board, the least of all rounds */
    int rounds;
    double ours[MOST_ROUNDS];          /* all boards */
    double ours_compared[MOST_ROUNDS]; /* those that the reference does, too */
    double reference[MOST_ROUNDS];
    int reference_unknown, disagree;
};

/* ---- Measuring ---- */

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool is_model(const char *reference)
{
    return reference && strchr(reference, ' ');
}

static pulma_status choose_method(pulma_job *job, const char *reference)
{
    char model[64] = "";
    if (!reference)
        return PULMA_OK;
    if (!is_model(reference))
        return pulma_job_set_method(job, reference, NULL);
    snprintf(model, sizeof model, "%.*s", (int)strcspn(reference, " "), reference);
    return pulma_job_set_model(job, model, strchr(reference, ' ') + 1, NULL);
}

/* One board by pulma's choice (reference NULL) or by the reference: how many answers. */
static int ask(const struct run *run, int board, const char *reference, double *seconds)
{
    const pulma_puzzle *puzzle = run->puzzles[board];
    pulma_job *job = pulma_job_new(puzzle);
    pulma_job_set_seconds(job, run->wishes.limit);
    int answers = -1;
    bool one = run->set->question == FIRST || is_model(reference) ||
               pulma_puzzle_has_objective(puzzle);
    pulma_status status = choose_method(job, reference);
    if (status == PULMA_OK && one) {
        int *answer = calloc((size_t)pulma_puzzle_places(puzzle) + 1, sizeof *answer);
        status = pulma_job_next(job, answer, NULL);
        answers = status == PULMA_OK ? 1 : status == PULMA_NONE ? 0 : -1;
        free(answer);
    } else if (status == PULMA_OK) {
        status = pulma_job_count(job, run->set->question == ALL ? 0 : 2, NULL);
        const char *count = pulma_job_count_text(job);
        if (status == PULMA_OK)
            answers = count[1] ? 2 : count[0] - '0';
    }
    *seconds = pulma_job_seconds(job);
    pulma_job_free(job);
    return answers;
}

/* Instruction counts are those of this function: its name is known to bench/instructions. */
void measure_ours(struct run *run);

__attribute__((noinline)) void measure_ours(struct run *run)
{
    for (int i = 0; i < run->n; i++) {
        double seconds;
        run->answers[i] = ask(run, i, NULL, &seconds);
        if (run->rounds == 0 || seconds < run->seconds[i])
            run->seconds[i] = seconds;
    }
}

static int compared_board(const struct run *run, int i)
{
    return (int)((long)i * run->n / run->compared);
}

static double measure_compared(struct run *run, const char *reference)
{
    double start = cpu_now(), sum = 0, seconds;
    for (int i = 0; i < run->compared; i++) {
        int board = compared_board(run, i), known = run->answers[board];
        int answers = ask(run, board, reference, &seconds);
        sum += seconds;
        if (!reference || run->rounds > 0)
            continue;
        run->reference_unknown += answers < 0;
        run->disagree += answers >= 0 && known >= 0 &&
                         (is_model(reference) ? !answers != !known : answers != known);
    }
    return is_model(reference) ? sum : cpu_now() - start;
}

static void measure_round(struct run *run)
{
    double start = cpu_now();
    measure_ours(run);
    run->ours[run->rounds] = cpu_now() - start;
    if (run->compared > 0) {
        run->ours_compared[run->rounds] = measure_compared(run, NULL);
        run->reference[run->rounds] = measure_compared(run, run->set->reference);
    }
    run->rounds++;
}

static void measure(struct run *run)
{
    double spent = 0;
    do {
        measure_round(run);
        int last = run->rounds - 1;
        spent += run->ours[last] + run->ours_compared[last] + run->reference[last];
    } while (run->rounds < run->wishes.rounds && spent < run->wishes.budget);
    for (int i = 0; i < run->n; i++) {
        run->unique += run->answers[i] == 1;
        run->several += run->answers[i] >= 2;
        run->impossible += run->answers[i] == 0;
        run->unknown += run->answers[i] < 0;
    }
}

/* ---- Boards ---- */

/* The same puzzle under the rules that the set names and its notation may not say; NULL: it has no
 * such rule. */
static pulma_puzzle *change_rules(pulma_puzzle *puzzle, const struct set *set)
{
    char *text = NULL, *at = NULL;
    pulma_puzzle *changed = NULL;
    if (pulma_puzzle_write(puzzle, "pulma", &text, NULL) == PULMA_OK)
        at = strstr(text, set->rule);
    if (text && !at && strstr(text, set->instead)) {
        pulma_free(text);
        return puzzle; /* rows with blanks are read by the rules already */
    }
    if (at) {
        size_t size = strlen(text) + strlen(set->instead) + 1;
        char *whole = malloc(size);
        int len = snprintf(whole, size, "%.*s%s%s", (int)(at - text), text, set->instead,
                           at + strlen(set->rule));
        pulma_puzzle_read(NULL, whole, (size_t)len, &changed, NULL);
        free(whole);
    }
    pulma_free(text);
    pulma_puzzle_free(puzzle);
    return changed;
}

static void read_board(struct run *run, const struct board *board)
{
    char kind[32];
    pulma_puzzle *puzzle = NULL;
    pulma_error err = {.message = ""};
    bool good = pulma_puzzle_read(kind_of(run->set, kind, sizeof kind), board->text,
                                  board->len, &puzzle, &err) == PULMA_OK;
    if (good && run->set->rule && !run->wishes.write) {
        puzzle = change_rules(puzzle, run->set);
        good = puzzle != NULL;
    }
    if (!good) {
        if (run->unread++ == 0)
            snprintf(run->first_unread, sizeof run->first_unread, "%s: %d:%d: %.120s",
                     board->name, err.line, err.column, err.message);
        return;
    }
    run->boards[run->n] = board;
    run->puzzles[run->n++] = puzzle;
}

/* As many boards as are wished, spread evenly over the set. */
static void choose_boards(struct run *run, const struct boards *b)
{
    const struct set *set = run->set;
    int n = run->wishes.boards ? run->wishes.boards
            : run->wishes.full ? set->full
                               : set->quick;
    if (n == 0 || n > b->n)
        n = b->n;
    run->puzzles = calloc((size_t)n + 1, sizeof(pulma_puzzle *));
    run->boards = calloc((size_t)n + 1, sizeof *run->boards);
    run->answers = calloc((size_t)n + 1, sizeof *run->answers);
    run->seconds = calloc((size_t)n + 1, sizeof *run->seconds);
    for (int i = 0; i < n; i++)
        read_board(run, &b->all[(long)i * b->n / n]);
    run->compared = set->reference_boards < run->n ? set->reference_boards : run->n;
}

/* Boards that --write printed, in pulma's notation. */
static void read_file(struct run *run)
{
    static const struct board unnamed = {.name = "board"};
    size_t len = 0;
    char *text = read_text(run->wishes.from, &len);
    pulma_reader *reader = text ? pulma_reader_new(text, len, NULL, NULL) : NULL;
    run->puzzles = calloc(MOST_BOARDS, sizeof(pulma_puzzle *));
    run->boards = calloc(MOST_BOARDS, sizeof *run->boards);
    run->answers = calloc(MOST_BOARDS, sizeof *run->answers);
    run->seconds = calloc(MOST_BOARDS, sizeof *run->seconds);
    while (reader && run->n < MOST_BOARDS &&
           pulma_reader_next(reader, &run->puzzles[run->n], NULL) == PULMA_OK)
        run->boards[run->n++] = &unnamed;
    pulma_reader_free(reader);
    free(text);
}

static void free_run(struct run *run)
{
    for (int i = 0; i < run->n; i++)
        pulma_puzzle_free(run->puzzles[i]);
    free(run->puzzles);
    free(run->boards);
    free(run->answers);
    free(run->seconds);
}

/* ---- Reporting ---- */

static void print_list(void)
{
    for (const struct set *set = sets; set->name; set++)
        printf("{\"set\": \"%s\", \"quick\": %d, \"notation\": \"%s\"}\n", set->name,
               set->quick, set->notation ? set->notation : "pulma");
}

static void print_boards(const struct run *run)
{
    bool own = run->wishes.write_own || !run->set->notation;
    const char *notation = own ? "pulma" : run->set->notation;
    for (int i = 0; i < run->n; i++) {
        char *text = NULL;
        if (pulma_puzzle_write(run->puzzles[i], notation, &text, NULL) == PULMA_OK)
            printf("%s%s", i > 0 && strchr(text, '\n')[1] ? "\n" : "", text);
        pulma_free(text);
    }
}

static void print_seconds(const char *name, const double *seconds, int n)
{
    printf(", \"%s\": [", name);
    for (int i = 0; i < n; i++)
        printf("%s%.9f", i ? ", " : "", seconds[i]);
    printf("]");
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_text(const char *name, const char *text)
{
    printf(", \"%s\": \"", name);
    for (; *text; text++)
        printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text < ' ' ? ' ' : *text);
    printf("\"");
}

static void print_result(const struct run *run)
{
    int slowest = 0;
    for (int i = 1; i < run->n; i++)
        slowest = run->seconds[i] > run->seconds[slowest] ? i : slowest;
    printf("{\"set\": \"%s\", \"boards\": %d, \"unique\": %d, \"several\": %d, "
           "\"impossible\": %d, \"limit\": %d, \"unread\": %d",
           run->set->name, run->n, run->unique, run->several, run->impossible, run->unknown,
           run->unread);
    print_text("first_unread", run->first_unread);
    print_seconds("ours", run->ours, run->rounds);
    printf(", \"slowest\": %.9f", run->seconds[slowest]);
    print_text("slowest_board", run->boards[slowest]->name);
    qsort(run->seconds, (size_t)run->n, sizeof *run->seconds, by_size);
    printf(", \"board\": %.9f, \"compared\": %d", run->seconds[run->n / 2], run->compared);
    print_text("reference_name", run->set->reference);
    if (run->compared > 0) {
        print_seconds("ours_compared", run->ours_compared, run->rounds);
        print_seconds("reference", run->reference, run->rounds);
    }
    printf(", \"reference_limit\": %d, \"disagree\": %d}\n", run->reference_unknown,
           run->disagree);
}

/* ---- The call ---- */

static const struct set *find_set(const char *name)
{
    const struct set *set = sets;
    while (set->name && strcmp(set->name, name) != 0)
        set++;
    return set->name ? set : NULL;
}

static int usage(void)
{
    fputs("bench: see the head of bench/bench.c, or call bench/run\n", stderr);
    return 2;
}

static bool take_wish(struct wishes *w, const char *name, const char *value, int *used)
{
    *used = 1;
    if (strcmp(name, "--full") == 0)
        return w->full = true;
    if (strcmp(name, "--write") == 0)
        return w->write = true;
    if (strcmp(name, "--write-own") == 0)
        return w->write_own = true;
    *used = 2;
    if (!value)
        return false;
    if (strcmp(name, "--rounds") == 0)
        w->rounds = (int)strtol(value, NULL, 10);
    else if (strcmp(name, "--boards") == 0)
        w->boards = (int)strtol(value, NULL, 10);
    else if (strcmp(name, "--budget") == 0)
        w->budget = strtod(value, NULL);
    else if (strcmp(name, "--seconds") == 0)
        w->limit = strtod(value, NULL);
    else if (strcmp(name, "--data") == 0)
        w->data = value;
    else if (strcmp(name, "--from") == 0)
        w->from = value;
    else
        return false;
    return w->rounds >= 1 && w->rounds <= MOST_ROUNDS && w->boards >= 0;
}

int main(int argc, char **argv)
{
    struct run run = {
        .wishes = {.rounds = 5, .budget = 3, .limit = 5, .data = "../shared/data"}};
    char why[100];
    if (!pm_cpu_check(why, sizeof why)) {
        fprintf(stderr, "bench: %s\n", why);
        return 2;
    }
    if (argc > 1 && strcmp(argv[1], "--list") == 0) {
        print_list();
        return 0;
    }
    run.set = argc > 1 ? find_set(argv[1]) : NULL;
    if (!run.set)
        return usage();
    for (int i = 2, used; i < argc; i += used)
        if (!take_wish(&run.wishes, argv[i], argv[i + 1], &used))
            return usage();
    struct boards b = {0};
    if (run.wishes.from) {
        read_file(&run);
    } else {
        b = load_boards(run.set, run.wishes.data);
        choose_boards(&run, &b);
    }
    if (run.n > 0 && (run.wishes.write || run.wishes.write_own)) {
        print_boards(&run);
    } else if (run.n > 0) {
        measure(&run);
        print_result(&run);
    }
    free_run(&run);
    free_boards(&b);
    return run.n > 0 ? 0 : 1;
}
