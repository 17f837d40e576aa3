#include "boards.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *read_whole_file(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    *len = text ? fread(text, 1, (size_t)size, file) : 0;
    if (text)
        text[*len] = '\0';
    fclose(file);
    return text;
}

char *puzzle_text(const pulma_puzzle *puzzle, const char *notation)
{
    char *text = NULL;
    return pulma_puzzle_write(puzzle, notation, &text, NULL) == PULMA_OK ? text : NULL;
}

int *new_answer(const pulma_puzzle *puzzle)
{
    int n = pulma_puzzle_places(puzzle);
    int *answer = malloc(((size_t)n + 1) * sizeof *answer);
    for (int i = 0; i < n; i++)
        answer[i] = PULMA_EMPTY;
    return answer;
}

pulma_job *job_for(const pulma_puzzle *puzzle, const char *method)
{
    pulma_job *job = pulma_job_new(puzzle);
    if (pulma_job_set_method(job, method, NULL) == PULMA_OK)
        return job;
    pulma_job_free(job);
    return NULL;
}

static void give_up(const char *path, const char *why)
{
    fprintf(stderr, "%s: %s\n", path, why);
    exit(1);
}

static void load_number(const char *stem, const char *suffix, const char *usual,
                        char *number, size_t size)
{
    char path[600];
    size_t len;
    snprintf(path, sizeof path, "%s.%s", stem, suffix);
    char *text = read_whole_file(path, &len);
    snprintf(number, size, "%s", text ? text : usual);
    number[strcspn(number, " \r\n")] = '\0';
    free(text);
}

static void load_answer(struct board *board, const char *stem)
{
    char path[600];
    size_t len;
    pulma_error err;
    snprintf(path, sizeof path, "%s.answer", stem);
    char *text = read_whole_file(path, &len);
    if (text) {
        board->answer = calloc((size_t)pulma_puzzle_places(board->puzzle) + 1, sizeof(int));
        if (pulma_answer_read(board->puzzle, text, len, board->answer, &err))
            give_up(path, err.message);
        free(text);
    }
    load_number(stem, "count", "1", board->count, sizeof board->count);
    load_number(stem, "looks", "", board->looks, sizeof board->looks);
    snprintf(path, sizeof path, "%s.picture", stem);
    board->picture = read_whole_file(path, &len);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct board *)a)->name, ((const struct board *)b)->name);
}

int boards_of(const char *kind, struct board **boards)
{
    char folder[400];
    snprintf(folder, sizeof folder, "%s/%s", CORPUS, kind);
    *boards = NULL;
    int n = 0;
    DIR *dir = opendir(folder);
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        size_t len = strlen(entry->d_name);
        if (len < 5 || len > 44 || strcmp(entry->d_name + len - 4, ".txt") != 0)
            continue;
        char stem[500], path[600];
        snprintf(stem, sizeof stem, "%s/%.*s", folder, (int)len - 4, entry->d_name);
        snprintf(path, sizeof path, "%s.txt", stem);
        *boards = realloc(*boards, (size_t)(n + 1) * sizeof **boards);
        struct board *board = &(*boards)[n++];
        *board = (struct board){0};
        snprintf(board->name, sizeof board->name, "%.16s/%.*s", kind, (int)len - 4,
                 entry->d_name);
        pulma_error err;
        board->text = read_whole_file(path, &board->text_len);
        if (!board->text ||
            pulma_puzzle_read(NULL, board->text, board->text_len, &board->puzzle, &err))
            give_up(path, board->text ? err.message : "cannot be read");
        load_answer(board, stem);
    }
    if (dir)
        closedir(dir);
    if (n < 3)
        give_up(folder,
                "a kind needs at least three boards here, NAME.txt and NAME.answer");
    qsort(*boards, (size_t)n, sizeof **boards, by_name);
    return n;
}

void boards_free(struct board *boards, int n)
{
    for (int i = 0; i < n; i++) {
        pulma_puzzle_free(boards[i].puzzle);
        free(boards[i].text);
        free(boards[i].answer);
        free(boards[i].picture);
    }
    free(boards);
}
