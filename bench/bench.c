/* Measures pulma on sets of boards: every board is solved and its uniqueness proved, by the
 * method that pulma chooses and, beside it in the same loop, by a reference (the rules on the
 * engine, or a model on a solver), so that the ratio holds on a noisy machine.
 *
 *     bench [--full] [--set NAME] [--seconds S] [--json FILE] [DATA]
 *
 * DATA is a folder of puzzle collections (default ../shared/data); sets whose files are not
 * there are made by the generator instead, or skipped.  Times are CPU seconds of one thread. */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pulma/pulma.h"

/* How boards stand in a file. */
enum shape {
    LINES,   /* one a line */
    BLOCKS,  /* "@ name", the board, "=", its answer */
    BODIES,  /* the same, and the first line of the board (its size) is left out */
    NUMBERS, /* "$1", the board, "$2", ... */
    FILES,   /* a folder, one a file */
    MADE     /* by the generator: path is "COLUMNSxROWS" */
};

struct set {
    const char *name, *kind, *path;
    enum shape shape;
    const char *head;      /* put before each board: the kind's name and fields */
    int quick;             /* boards in a quick run, spread evenly; 0: none */
    const char *reference; /* "rules", "MODEL SOLVER", or NULL */
    int reference_boards;  /* the reference is slow: only so many */
    bool first_only;       /* a second answer is of no interest: only find one */
};

static const struct set sets[] = {
#include "sets.h"
};

struct board {
    char name[64];
    char *text;
    size_t len;
};

struct boards {
    struct board *all;
    int n;
};

static void add_board(struct boards *b, const char *name, size_t name_len, const char *head,
                      const char *text, size_t len)
{
    b->all = realloc(b->all, (size_t)(b->n + 1) * sizeof *b->all);
    struct board *board = &b->all[b->n++];
    *board = (struct board){.len = strlen(head) + len};
    snprintf(board->name, sizeof board->name, "%.*s", (int)name_len, name);
    board->text = malloc(board->len + 1);
    memcpy(board->text, head, strlen(head));
    memcpy(board->text + strlen(head), text, len);
    board->text[board->len] = '\0';
}

static char *read_file(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = size > 0 ? malloc((size_t)size + 1) : NULL;
    *len = text ? fread(text, 1, (size_t)size, file) : 0;
    if (text)
        text[*len] = '\0';
    fclose(file);
    return text;
}

static const char *line_end(const char *at)
{
    const char *end = strchr(at, '\n');
    return end ? end : at + strlen(at);
}

/* Whether a board begins here.  An @ may also be a cell of the board: names follow an empty
 * line. */
static bool begins_board(const char *text, const char *at, char mark)
{
    return *at == mark && (mark != '@' || at == text || at - text < 2 || at[-2] == '\n');
}

/* Splits at lines that begin with `mark`; what follows "=" is the answer and left out. */
static void split_blocks(struct boards *b, const struct set *set, const char *text,
                         char mark)
{
    const char *at = text;
    while (*at) {
        const char *end = line_end(at);
        if (!begins_board(text, at, mark)) {
            at = *end ? end + 1 : end;
            continue;
        }
        const char *name = at + 1 + strspn(at + 1, " ");
        size_t name_len = strcspn(name, " \r\n");
        const char *body = *end ? end + 1 : end, *stop = body;
        while (*stop && !begins_board(text, stop, mark) && strncmp(stop, "=\n", 2) != 0)
            stop = *line_end(stop) ? line_end(stop) + 1 : line_end(stop);
        if (set->shape == BODIES)
            body = *line_end(body) ? line_end(body) + 1 : line_end(body);
        if (stop > body)
            add_board(b, name, name_len, set->head, body, (size_t)(stop - body));
        at = stop;
        while (*at && !begins_board(text, at, mark))
            at = *line_end(at) ? line_end(at) + 1 : line_end(at);
    }
}

static void split_lines(struct boards *b, const struct set *set, const char *text)
{
    int number = 0;
    for (const char *at = text; *at;) {
        const char *end = line_end(at);
        char name[24];
        snprintf(name, sizeof name, "line %d", ++number);
        if (end > at + 1 && *at != '#')
            add_board(b, name, strlen(name), set->head, at, (size_t)(end - at));
        at = *end ? end + 1 : end;
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct board *)a)->name, ((const struct board *)b)->name);
}

static void load_folder(struct boards *b, const struct set *set, const char *path)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        char file[1300];
        size_t len;
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        char *text = entry->d_name[0] == '.' ? NULL : read_file(file, &len);
        if (text)
            add_board(b, entry->d_name, strlen(entry->d_name), set->head, text, len);
        free(text);
    }
    if (dir)
        closedir(dir);
    if (b->n)
        qsort(b->all, (size_t)b->n, sizeof *b->all, by_name);
}

static void make_boards(struct boards *b, const struct set *set, int n)
{
    int columns = 0, rows = 0;
    char *rest;
    columns = (int)strtol(set->path, &rest, 10);
    rows = *rest == 'x' ? (int)strtol(rest + 1, NULL, 10) : columns;
    int kind = pulma_kind_find(set->kind);
    pulma_wish *wish = kind < 0 ? NULL : pulma_wish_new(kind);
    if (!wish)
        return;
    pulma_wish_set_size(wish, rows, columns);
    pulma_wish_set_seed(wish, 1);
    for (int i = 0; i < n; i++) {
        pulma_puzzle *puzzle = NULL;
        char *text = NULL, name[40];
        if (pulma_wish_next(wish, &puzzle, NULL))
            break;
        snprintf(name, sizeof name, "seed 1, number %d", i + 1);
        if (pulma_puzzle_write(puzzle, "pulma", &text, NULL) == PULMA_OK)
            add_board(b, name, strlen(name), "", text, strlen(text));
        pulma_free(text);
        pulma_puzzle_free(puzzle);
    }
    pulma_wish_free(wish);
}

static struct boards load(const struct set *set, const char *folder)
{
    struct boards b = {0};
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, set->path);
    if (set->shape == MADE) {
        make_boards(&b, set, set->quick > 0 ? set->quick : 10);
        return b;
    }
    if (set->shape == FILES) {
        load_folder(&b, set, path);
        return b;
    }
    size_t len;
    char *text = read_file(path, &len);
    if (text && set->shape == LINES)
        split_lines(&b, set, text);
    else if (text)
        split_blocks(&b, set, text, set->shape == NUMBERS ? '$' : '@');
    free(text);
    return b;
}

/* ---- Measuring ------------------------------------------------------------------------- */

struct result {
    int boards, unique, several, impossible, unknown, unread;
    double total, median, slowest;
    char slowest_name[64], first_unread[200];
    int compared; /* boards that the reference did, too */
    double total_compared, total_reference;
    int reference_unknown, disagree;
};

/* One board by one method: seconds, and how many answers (2: several, -1: not known). */
static int measure(const pulma_puzzle *puzzle, const char *reference, bool first_only,
                   double limit, double *seconds)
{
    pulma_job *job = pulma_job_new(puzzle);
    int answers = -1;
    pulma_job_set_seconds(job, limit);
    char model[64] = "", solver[32] = "";
    bool by_model = reference && sscanf(reference, "%63s %31s", model, solver) == 2;
    pulma_status status = by_model    ? pulma_job_set_model(job, model, solver, NULL)
                          : reference ? pulma_job_set_method(job, reference, NULL)
                                      : PULMA_OK;
    if (status == PULMA_OK && (by_model || first_only)) {
        int *answer = calloc((size_t)pulma_puzzle_places(puzzle) + 1, sizeof *answer);
        status = pulma_job_next(job, answer, NULL);
        answers = status == PULMA_OK ? 1 : status == PULMA_NONE ? 0 : -1;
        free(answer);
    } else if (status == PULMA_OK && pulma_job_count(job, 2, NULL) == PULMA_OK) {
        answers = atoi(pulma_job_count_text(job));
    }
    *seconds = pulma_job_seconds(job);
    pulma_job_free(job);
    return answers;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void run_board(const struct set *set, const struct board *board, double limit,
                      struct result *r, double *seconds)
{
    pulma_puzzle *puzzle = NULL;
    pulma_error err = {.message = ""};
    if (pulma_puzzle_read(set->kind, board->text, board->len, &puzzle, &err)) {
        if (r->unread++ == 0)
            snprintf(r->first_unread, sizeof r->first_unread, "%s: %d:%d: %.120s",
                     board->name, err.line, err.column, err.message);
        return;
    }
    int answers = measure(puzzle, NULL, set->first_only, limit, seconds);
    r->boards++;
    r->total += *seconds;
    r->unique += answers == 1;
    r->several += answers >= 2;
    r->impossible += answers == 0;
    r->unknown += answers < 0;
    if (*seconds > r->slowest) {
        r->slowest = *seconds;
        snprintf(r->slowest_name, sizeof r->slowest_name, "%s", board->name);
    }
    if (set->reference && r->compared < set->reference_boards) {
        double other;
        int also = measure(puzzle, set->reference, set->first_only, limit, &other);
        r->compared++;
        r->total_compared += *seconds;
        r->total_reference += other;
        r->reference_unknown += also < 0;
        bool model = strchr(set->reference, ' ') != NULL;
        r->disagree +=
            also >= 0 && answers >= 0 && (model ? !also != !answers : also != answers);
    }
    pulma_puzzle_free(puzzle);
}

static struct result run_set(const struct set *set, const struct boards *b, bool full,
                             double limit)
{
    struct result r = {0};
    int n = full || set->shape == MADE || b->n < set->quick ? b->n : set->quick;
    double *seconds = calloc((size_t)n + 1, sizeof *seconds);
    for (int i = 0; i < n; i++)
        run_board(set, &b->all[(long long)i * b->n / (n ? n : 1)], limit, &r, &seconds[i]);
    qsort(seconds, (size_t)n, sizeof *seconds, by_size);
    r.median = n ? seconds[n / 2] : 0;
    free(seconds);
    return r;
}

/* ---- Reporting --------------------------------------------------------------------------- */

static void print_row(const struct set *set, const struct result *r)
{
    printf("%-22s %6d %6d %5d %5d %5d %10.3f %9.3f %9.2f  %-18.18s", set->name, r->boards,
           r->unique, r->several, r->impossible, r->unknown, r->total, 1e3 * r->median,
           1e3 * r->slowest, r->slowest_name);
    if (r->compared && r->total_compared > 0)
        printf(" %8.1f x %s (%d%s)", r->total_reference / r->total_compared, set->reference,
               r->compared, r->reference_unknown ? ", some at the limit" : "");
    if (r->disagree)
        printf(" DISAGREE %d", r->disagree);
    if (r->unread)
        printf(" unread %d (%s)", r->unread, r->first_unread);
    printf("\n");
    fflush(stdout);
}

static void write_json(FILE *file, const struct set *set, const struct result *r,
                       bool first)
{
    fprintf(file,
            "%s\n{\"set\": \"%s\", \"kind\": \"%s\", \"boards\": %d, \"unique\": %d, "
            "\"several\": %d, \"impossible\": %d, \"limit\": %d, \"seconds\": %.6f, "
            "\"median\": %.9f, \"slowest\": %.6f, \"slowest_board\": \"%s\", "
            "\"reference\": \"%s\", \"compared\": %d, \"ours\": %.6f, \"theirs\": %.6f}",
            first ? "" : ",", set->name, set->kind, r->boards, r->unique, r->several,
            r->impossible, r->unknown, r->total, r->median, r->slowest, r->slowest_name,
            set->reference ? set->reference : "", r->compared, r->total_compared,
            r->total_reference);
}

int main(int argc, char **argv)
{
    bool full = false;
    const char *only = NULL, *json = NULL, *data = "../shared/data";
    double limit = 20;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--full") == 0)
            full = true;
        else if (strcmp(argv[i], "--set") == 0 && i + 1 < argc)
            only = argv[++i];
        else if (strcmp(argv[i], "--json") == 0 && i + 1 < argc)
            json = argv[++i];
        else if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
            limit = strtod(argv[++i], NULL);
        else
            data = argv[i];
    }
    FILE *file = json ? fopen(json, "w") : NULL;
    if (file)
        fprintf(file, "[");
    printf("%-22s %6s %6s %5s %5s %5s %10s %9s %9s  %-18s %s\n", "set", "boards", "unique",
           "many", "none", "limit", "total s", "median ms", "max ms", "slowest",
           "reference takes");
    bool first = true;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        const struct set *set = &sets[i];
        bool wanted =
            only ? strncmp(set->name, only, strlen(only)) == 0 : full || set->quick > 0;
        if (!wanted || pulma_kind_find(set->kind) < 0)
            continue;
        struct boards b = load(set, data);
        if (b.n == 0) {
            printf("%-22s skipped: %s/%s is not there\n", set->name, data, set->path);
            continue;
        }
        struct result r = run_set(set, &b, full, limit);
        print_row(set, &r);
        if (file)
            write_json(file, set, &r, first);
        first = false;
        for (int j = 0; j < b.n; j++)
            free(b.all[j].text);
        free(b.all);
    }
    if (file) {
        fprintf(file, "\n]\n");
        fclose(file);
    }
    return 0;
}
