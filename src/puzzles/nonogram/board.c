/* Boards, paints and clues of nonograms. */
#include "puzzles/nonogram/nonogram.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct pm_nonogram *pm_nonogram_new(int rows, int columns, struct pm_arena *arena)
{
    assert(rows >= 1 && rows <= PM_NONOGRAM_MAX_SIDE);
    assert(columns >= 1 && columns <= PM_NONOGRAM_MAX_SIDE);
    struct pm_nonogram *board = pm_new(arena, 1, struct pm_nonogram);
    size_t n = (size_t)rows * (size_t)columns;
    if (!board)
        return NULL;
    *board = (struct pm_nonogram){.rows = rows, .columns = columns, .paints = 1};
    board->paint[1] = (struct pm_paint){'#', 0};
    board->clues = pm_new(arena, (size_t)(rows + columns), struct pm_clue);
    board->given = pm_new(arena, n, signed char);
    if (!board->clues || !board->given)
        return NULL;
    memset(board->given, PULMA_EMPTY, n);
    return board;
}

/* ---- Paints ------------------------------------------------------------------------ */

static const struct {
    const char *name;
    unsigned rgb;
} names[] = {
    {"black", 0x000000},  {"red", 0xFF0000},    {"blue", 0x0000FF},   {"yellow", 0xFFFF00},
    {"green", 0x00B000},  {"purple", 0x8000FF}, {"orange", 0xFF8000}, {"cyan", 0x00FFFF},
    {"pink", 0xFF80C0},   {"brown", 0x804000},  {"lime", 0x80FF00},   {"navy", 0x000080},
    {"violet", 0xC080FF}, {"teal", 0x008080},   {"tan", 0xFFD080},    {"maroon", 0x800040},
    {"gray", 0x808080},   {"white", 0xFFFFFF},
};

const char *pm_nonogram_colour_name(unsigned rgb)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].rgb == rgb)
            return names[i].name;
    return NULL;
}

int pm_rgb_distance(unsigned a, unsigned b)
{
    int sum = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int d = (int)(a >> shift & 255) - (int)(b >> shift & 255);
        sum += d * d;
    }
    return sum;
}

const char *pm_nonogram_near_name(unsigned rgb)
{
    size_t best = 0;
    for (size_t i = 1; i < sizeof names / sizeof *names; i++)
        if (pm_rgb_distance(rgb, names[i].rgb) < pm_rgb_distance(rgb, names[best].rgb))
            best = i;
    return names[best].name;
}

bool pm_nonogram_colour_of(const struct pm_text *word, unsigned *rgb)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (pm_text_is(word, names[i].name)) {
            *rgb = names[i].rgb;
            return true;
        }
    if (pm_text_is(word, "grey")) {
        *rgb = 0x808080;
        return true;
    }
    return false;
}

bool pm_nonogram_hex(const struct pm_text *word, unsigned *rgb)
{
    struct pm_text t = *word;
    pm_text_word(&t, "#");
    size_t len = pm_text_len(&t);
    if (len != 3 && len != 6)
        return false;
    *rgb = 0;
    for (const char *c = t.at; c < t.end; c++) {
        unsigned digit;
        if (*c >= '0' && *c <= '9')
            digit = (unsigned)(*c - '0');
        else if (*c >= 'a' && *c <= 'f')
            digit = (unsigned)(*c - 'a') + 10;
        else if (*c >= 'A' && *c <= 'F')
            digit = (unsigned)(*c - 'A') + 10;
        else
            return false;
        *rgb = len == 3 ? *rgb << 8 | digit * 17 : *rgb << 4 | digit;
    }
    return true;
}

int pm_nonogram_paint(const struct pm_nonogram *board, int letter)
{
    for (int paint = 1; paint <= board->paints; paint++)
        if (board->paint[paint].letter == letter)
            return paint;
    return 0;
}

static bool is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

char pm_nonogram_free_letter(const struct pm_nonogram *board, int wanted,
                             const struct pm_text *name)
{
    if (is_letter(wanted) && !pm_nonogram_paint(board, wanted))
        return (char)wanted;
    for (const char *c = name->at; c < name->end; c++)
        if (is_letter((unsigned char)*c) && !pm_nonogram_paint(board, (unsigned char)*c))
            return *c;
    char letter = 'a';
    while (pm_nonogram_paint(board, letter))
        letter++;
    return letter;
}

pulma_status pm_nonogram_add_paint(struct pm_nonogram *board, char letter, unsigned rgb,
                                   const struct pm_text *at, pulma_error *err)
{
    if (!board->coloured)
        board->paints = 0; /* the first one takes the place of plain black */
    board->coloured = true;
    if (board->paints == PM_NONOGRAM_MAX_PAINTS)
        return pm_fail(err, PULMA_BAD_TEXT, at, "expected at most %d colours",
                       PM_NONOGRAM_MAX_PAINTS);
    if (pm_nonogram_paint(board, letter))
        return pm_fail(err, PULMA_BAD_TEXT, at, "the letter %c stands for two colours",
                       letter);
    board->paint[++board->paints] = (struct pm_paint){letter, rgb};
    return PULMA_OK;
}

/* ---- Lines and clues --------------------------------------------------------------- */

void pm_line_name(const struct pm_nonogram *board, int line, char *name, size_t size)
{
    if (line < board->rows)
        snprintf(name, size, "row %d", line + 1);
    else
        snprintf(name, size, "column %d", line - board->rows + 1);
}

int pm_clue_cells(const struct pm_clue *clue)
{
    int cells = 0;
    for (int i = 0; i < clue->n; i++) {
        cells += clue->blocks[i].length ? clue->blocks[i].length : 1;
        cells += i + 1 < clue->n && pm_clue_gap(clue, i);
    }
    return cells;
}

pulma_status pm_clue_fits(const struct pm_nonogram *board, int line,
                          const struct pm_clue *clue, const struct pm_text *at,
                          pulma_error *err)
{
    int room = pm_line_cells(board, line), need = pm_clue_cells(clue);
    char name[40];
    if (need <= room)
        return PULMA_OK;
    pm_line_name(board, line, name, sizeof name);
    return pm_fail(err, PULMA_BAD_TEXT, at,
                   "expected blocks for the %d cells of %s, found blocks that need %d",
                   room, name, need);
}

/* One block: a number or "?", and a letter on coloured boards. */
static pulma_status read_block(struct pm_text *t, const struct pm_nonogram *board, int room,
                               struct pm_block *block, pulma_error *err)
{
    int length = 0;
    *block = (struct pm_block){0, 1};
    if (!pm_text_word(t, "?")) {
        pulma_status status = pm_text_int(t, 1, room, &length, err);
        if (status)
            return status;
    }
    block->length = (short)length;
    if (!board->coloured)
        return PULMA_OK;
    block->paint = (short)pm_nonogram_paint(board, pm_text_peek(t));
    if (!block->paint)
        return pm_fail_expected(err, t, "the letter of a colour");
    pm_text_take(t);
    return PULMA_OK;
}

static void skip_between(struct pm_text *t, char separator)
{
    pm_text_blanks(t);
    if (pm_text_peek(t) != separator)
        return;
    pm_text_take(t);
    pm_text_blanks(t);
}

pulma_status pm_clue_read(struct pm_text *text, char separator,
                          const struct pm_nonogram *board, int line, struct pm_arena *arena,
                          struct pm_clue *clue, pulma_error *err)
{
    struct pm_block blocks[PM_NONOGRAM_MAX_SIDE];
    int room = pm_line_cells(board, line), n = 0;
    pm_text_blanks(text);
    const struct pm_text start = *text;
    struct pm_text zero = start;
    if (pm_text_word(&zero, "0") && pm_text_done(&zero, NULL) == PULMA_OK)
        *text = zero;
    while (!pm_text_ended(text)) {
        if (n == room)
            return pm_fail_expected(err, text, "at most %d block%s", room,
                                    room == 1 ? "" : "s");
        pulma_status status = read_block(text, board, room, &blocks[n++], err);
        if (status)
            return status;
        const char *behind = text->at;
        skip_between(text, separator);
        if (text->at == behind && !pm_text_ended(text))
            return pm_fail_expected(err, text, "a blank after the block");
    }
    clue->n = n;
    clue->blocks = pm_new(arena, (size_t)n, struct pm_block);
    if (!clue->blocks)
        return pm_fail_memory(err);
    if (n)
        memcpy(clue->blocks, blocks, (size_t)n * sizeof *blocks);
    return pm_clue_fits(board, line, clue, &start, err);
}

void pm_clue_write(const struct pm_nonogram *board, const struct pm_clue *clue,
                   char separator, struct pm_out *out)
{
    if (clue->n == 0)
        pm_out_char(out, '0');
    for (int i = 0; i < clue->n; i++) {
        if (i)
            pm_out_char(out, separator);
        if (clue->blocks[i].length)
            pm_out_count(out, (uint64_t)clue->blocks[i].length);
        else
            pm_out_char(out, '?');
        if (board->coloured)
            pm_out_char(out, board->paint[clue->blocks[i].paint].letter);
    }
}

pulma_status pm_nonogram_derive(struct pm_nonogram *board, const int *picture,
                                struct pm_arena *arena, pulma_error *err)
{
    for (int line = 0; line < board->rows + board->columns; line++) {
        struct pm_block blocks[PM_NONOGRAM_MAX_SIDE];
        int n = 0, before = 0;
        for (int i = 0; i < pm_line_cells(board, line); i++) {
            int paint = picture[pm_line_place(board, line, i)];
            assert(0 <= paint && paint <= board->paints);
            if (paint && paint == before)
                blocks[n - 1].length++;
            else if (paint)
                blocks[n++] = (struct pm_block){1, (short)paint};
            before = paint;
        }
        struct pm_clue *clue = &board->clues[line];
        clue->n = n;
        clue->blocks = pm_new(arena, (size_t)n, struct pm_block);
        if (!clue->blocks)
            return pm_fail_memory(err);
        if (n)
            memcpy(clue->blocks, blocks, (size_t)n * sizeof *blocks);
    }
    return PULMA_OK;
}
