#include "boards.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "pulma/pulma.h"

const struct set sets[] = {
#include "sets.h"
    {0}};

const char *kind_of(const struct set *set, char *name, size_t size)
{
    snprintf(name, size, "%.*s", (int)strcspn(set->name, "/"), set->name);
    return name;
}

static const char *head_of(const struct set *set)
{
    return set->head ? set->head : "";
}

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

char *read_text(const char *path, size_t *len)
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
            add_board(b, name, name_len, head_of(set), body, (size_t)(stop - body));
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
            add_board(b, name, strlen(name), head_of(set), at, (size_t)(end - at));
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
        char *text = entry->d_name[0] == '.' ? NULL : read_text(file, &len);
        if (text)
            add_board(b, entry->d_name, strlen(entry->d_name), head_of(set), text, len);
        free(text);
    }
    if (dir)
        closedir(dir);
    if (b->n)
        qsort(b->all, (size_t)b->n, sizeof *b->all, by_name);
}

static void size_of(const struct set *set, int *rows, int *columns)
{
    char *rest;
    *columns = (int)strtol(set->path, &rest, 10);
    *rows = *rest == 'x' ? (int)strtol(rest + 1, NULL, 10) : *columns;
}

static void open_board(struct boards *b, const struct set *set)
{
    int rows, columns;
    size_of(set, &rows, &columns);
    size_t len = (size_t)rows * ((size_t)columns + 1);
    char *text = malloc(len);
    memset(text, '.', len);
    for (int row = 1; row <= rows; row++)
        text[(size_t)row * ((size_t)columns + 1) - 1] = '\n';
    text[0] = 'S';
    add_board(b, set->path, strlen(set->path), "knight\n", text, len);
    free(text);
}

/* Cuts a painted board with a grey rim into squares, and shuffles and turns them. */
static void cut_board(struct boards *b, int size, int colours, uint64_t seed)
{
    enum { MOST = 20, LINE = 20 };
    int side[MOST * MOST][4] = {{0}}, order[MOST * MOST], n = size * size;
    char text[MOST * MOST * LINE + 1], name[40];
    size_t len = 0;
    struct pm_rng rng;
    pm_rng_init(&rng, seed);
    for (int cell = 0; cell < n; cell++) {
        order[cell] = cell;
        if (cell % size < size - 1) /* right, and left of the next one */
            side[cell][1] = side[cell + 1][3] = 1 + pm_rng_below(&rng, colours);
        if (cell < n - size) /* bottom, and top of the one below */
            side[cell][2] = side[cell + size][0] = 1 + pm_rng_below(&rng, colours);
    }
    pm_rng_shuffle(&rng, order, n);
    for (int i = 0; i < n; i++) {
        const int *piece = side[order[i]];
        int turn = pm_rng_below(&rng, 4);
        len += (size_t)snprintf(text + len, LINE, "%d %d %d %d\n", piece[turn],
                                piece[(turn + 1) % 4], piece[(turn + 2) % 4],
                                piece[(turn + 3) % 4]);
    }
    snprintf(name, sizeof name, "seed %d", (int)seed);
    add_board(b, name, strlen(name), "edgematch\n", text, len);
}

static void paint_boards(struct boards *b, const struct set *set)
{
    enum { BOARDS = 5 };
    int size, columns, colours = (int)strtol(strchr(set->path, ' '), NULL, 10);
    size_of(set, &size, &columns);
    for (int seed = 1; seed <= BOARDS; seed++)
        cut_board(b, size, colours, (uint64_t)seed);
}

static void make_boards(struct boards *b, const struct set *set, int n)
{
    int rows, columns;
    size_of(set, &rows, &columns);
    char name_of_kind[32];
    int kind = pulma_kind_find(kind_of(set, name_of_kind, sizeof name_of_kind));
    pulma_wish *wish = kind < 0 ? NULL : pulma_wish_new(kind);
    if (!wish)
        return;
    pulma_wish_set_size(wish, columns, rows, NULL);
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

struct boards load_boards(const struct set *set, const char *folder)
{
    struct boards b = {0};
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, set->path);
    if (set->shape == MADE) {
        make_boards(&b, set, set->quick > 0 ? set->quick : set->full);
        return b;
    }
    if (set->shape == OPEN) {
        open_board(&b, set);
        return b;
    }
    if (set->shape == PAINTED) {
        paint_boards(&b, set);
        return b;
    }
    if (set->shape == EXAMPLE)
        snprintf(path, sizeof path, "%s", set->path);
    if (set->shape == FILES) {
        load_folder(&b, set, path);
        return b;
    }
    size_t len;
    char *text = read_text(path, &len);
    if (text && set->shape == LINES)
        split_lines(&b, set, text);
    else if (text && set->shape == EXAMPLE)
        add_board(&b, set->path, strlen(set->path), "", text, len);
    else if (text)
        split_blocks(&b, set, text, set->shape == NUMBERS ? '$' : '@');
    free(text);
    return b;
}

void free_boards(struct boards *b)
{
    for (int i = 0; i < b->n; i++)
        free(b->all[i].text);
    free(b->all);
}
