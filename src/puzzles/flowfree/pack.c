/* Levels as the packs of the app have them, one a line:
 *
 *     5,0,1,5;18,17,12;21,16,11,6;3,4,9;...
 *     SIZE,0,NUMBER,LINES[,BRIDGES[,HOLES[,WALLS]]];LINE;LINE;...
 *
 * SIZE is WIDTH or WIDTH:HEIGHT, with "+B" behind it if a frame is drawn.  Cells are numbers in
 * reading order from 0.  A line lists the cells of the level's own answer from dot to dot; only
 * its ends are the puzzle, but its steps tell whether cells are neighbours as pulma has them.
 * Holes have colons between them; bridges and walls are refused, as the kind has none. */
#include "puzzles/flowfree/flowfree.h"

#include <stdio.h>
#include <string.h>

struct head {
    int rows, columns, level, lines;
    struct pm_text bridges, holes, walls; /* may be empty */
};

/* The next part of a text that ends with `end`, which is taken as well. */
static struct pm_text take_part(struct pm_text *t, char end)
{
    struct pm_text part = *t;
    while (!pm_text_ended(t) && pm_text_peek(t) != end)
        pm_text_take(t);
    part.end = t->at;
    if (!pm_text_ended(t))
        pm_text_take(t);
    return part;
}

static pulma_status expect(struct pm_text *t, const char *word, pulma_error *err)
{
    return pm_text_word(t, word) ? PULMA_OK : pm_fail_expected(err, t, "'%s'", word);
}

static pulma_status read_size(struct pm_text *t, struct head *head, pulma_error *err)
{
    pulma_status status = pm_text_int(t, 1, PM_FLOW_MAX_SIDE, &head->columns, err);
    head->rows = head->columns;
    if (!status && pm_text_word(t, ":"))
        status = pm_text_int(t, 1, PM_FLOW_MAX_SIDE, &head->rows, err);
    if (!status)
        pm_text_word(t, "+B"); /* a frame around the board */
    return status ? status : expect(t, ",0,", err);
}

/* "5,0,1,5" and what may follow it up to the first semicolon. */
static pulma_status read_head(struct pm_text t, struct head *head, pulma_error *err)
{
    enum { MANY = 1000000 };
    pulma_status status = read_size(&t, head, err);
    if (!status)
        status = pm_text_int(&t, 0, MANY, &head->level, err);
    if (!status)
        status = expect(&t, ",", err);
    if (!status)
        status = pm_text_int(&t, 1, PM_FLOW_MAX_SIDE * PM_FLOW_MAX_SIDE, &head->lines, err);
    if (!status && !pm_text_ended(&t))
        status = expect(&t, ",", err);
    if (status)
        return status;
    head->bridges = take_part(&t, ',');
    head->holes = take_part(&t, ',');
    head->walls = take_part(&t, ',');
    return PULMA_OK;
}

static pulma_status read_cell(struct pm_text *t, const struct pm_flow_sheet *s, int *cell,
                              pulma_error *err)
{
    return pm_text_int(t, 0, s->rows * s->columns - 1, cell, err);
}

static pulma_status read_holes(struct pm_text t, struct pm_flow_sheet *s, pulma_error *err)
{
    while (!pm_text_ended(&t)) {
        struct pm_text at = t;
        int cell;
        pulma_status status = read_cell(&t, s, &cell, err);
        if (!status && !pm_text_ended(&t))
            status = expect(&t, ":", err);
        if (status)
            return status;
        at.at = "#";
        at.end = at.at + 1;
        s->cell[cell] = at;
    }
    return PULMA_OK;
}

static bool are_neighbours(int columns, int a, int b)
{
    int rows_apart = a / columns - b / columns, columns_apart = a % columns - b % columns;
    return rows_apart * rows_apart + columns_apart * columns_apart == 1;
}

/* A dot of the line `name`. */
static pulma_status put_dot(struct pm_flow_sheet *s, int cell, struct pm_text at,
                            const char *name, pulma_error *err)
{
    if (!pm_text_ended(&s->cell[cell]))
        return pm_fail(err, PULMA_BAD_TEXT, &at, "cell %d is used twice", cell);
    at.at = name;
    at.end = name + strlen(name);
    s->cell[cell] = at;
    return PULMA_OK;
}

/* The cells of one line; a line of two cells may also be its dots alone. */
static pulma_status read_one(struct pm_text t, const char *name, struct pm_flow_sheet *s,
                             pulma_error *err)
{
    const struct pm_text first_at = t;
    struct pm_text last_at = t;
    int first, last, n = 1;
    bool apart = false;
    pulma_status status = read_cell(&t, s, &first, err);
    for (last = first; !status && !pm_text_ended(&t); n++) {
        int before = last;
        if ((status = expect(&t, ",", err)))
            return status;
        last_at = t;
        if ((status = read_cell(&t, s, &last, err)))
            return status;
        apart |= !are_neighbours(s->columns, before, last);
    }
    if (status)
        return status;
    if (n < 2)
        return pm_fail_expected(err, &t, "',' and a second cell of this line");
    if (apart && n > 2)
        return pm_fail(err, PULMA_BAD_TEXT, &first_at,
                       "a line of this level joins cells that are not side by side: levels "
                       "with warps or other cells than squares are not read");
    status = put_dot(s, first, first_at, name, err);
    return status ? status : put_dot(s, last, last_at, name, err);
}

/* A letter a line, or numbers if letters do not do. */
static const char *name_of(int line, int lines, struct pm_arena *arena)
{
    char name[16];
    if (lines <= 52)
        snprintf(name, sizeof name, "%c", line < 26 ? 'A' + line : 'a' + line - 26);
    else
        snprintf(name, sizeof name, "%d", line + 1);
    return pm_copy(arena, name, strlen(name));
}

static pulma_status read_paths(struct pm_text t, const struct head *head,
                               struct pm_arena *arena, struct pm_flow_sheet *s,
                               pulma_error *err)
{
    pulma_status status = PULMA_OK;
    for (int line = 0; line < head->lines && !status; line++) {
        const char *name = name_of(line, head->lines, arena);
        struct pm_text path = pm_text_trim(take_part(&t, ';'));
        status = name ? read_one(path, name, s, err) : pm_fail_memory(err);
    }
    return status ? status : pm_text_done(&t, err);
}

int pm_flow_pack_sniff(const struct pm_text *t)
{
    struct pm_text next = *t, line = pm_text_trim(pm_text_line(&next));
    struct head head = {0};
    struct pm_text first = take_part(&line, ';');
    bool more =
        !pm_text_ended(&line) && pm_text_peek(&line) >= '0' && pm_text_peek(&line) <= '9';
    return more && read_head(first, &head, NULL) == PULMA_OK ? 2 : 0;
}

pulma_status pm_flow_pack_read(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                               const char **title, pulma_error *err)
{
    struct pm_text line = pm_text_trim(pm_text_line(t));
    struct head head = {0};
    struct pm_flow_sheet s;
    pulma_status status = read_head(take_part(&line, ';'), &head, err);
    if (status)
        return status;
    if (!pm_text_ended(&head.bridges) || !pm_text_ended(&head.walls)) {
        bool bridges = !pm_text_ended(&head.bridges);
        return pm_fail(err, PULMA_BAD_TEXT, bridges ? &head.bridges : &head.walls,
                       "levels with %s are not read", bridges ? "bridges" : "walls");
    }
    status = pm_flow_sheet_new(arena, head.rows, head.columns, &s, err);
    for (int cell = 0; cell < head.rows * head.columns && !status; cell++) {
        s.cell[cell] = line;
        s.cell[cell].end = line.at;
    }
    if (!status)
        status = read_holes(head.holes, &s, err);
    if (!status)
        status = read_paths(line, &head, arena, &s, err);
    if (status)
        return status;
    char level[32];
    snprintf(level, sizeof level, "level %d", head.level);
    *title = pm_copy(arena, level, strlen(level));
    return *title ? pm_flow_make(&s, arena, true, true, puzzle, err) : pm_fail_memory(err);
}
