/* Edge matching puzzles of other programs: "p tile" files, as solvers by SAT use them, and JSON with
 * a list of pieces.  Both list the sides of each piece clockwise from the top. */
#include "puzzles/edgematch/edgematch.h"

#include <string.h>

#include "notations/json.h"

struct pieces {
    int rows, columns, count; /* sizes 0: not told */
    uint8_t colour[4 * PM_EDGEMATCH_MAX];
};

static pulma_status make_puzzle(struct pieces *list, const struct pm_text *at,
                                struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    int grey = 0;
    for (int i = 0; i < 4 * list->count; i++)
        grey += list->colour[i] == 0;
    if (list->rows == 0 && list->count > 0 &&
        !pm_edgematch_guess_size(list->count, grey, &list->rows, &list->columns))
        return pm_fail(
            err, PULMA_BAD_TEXT, at,
            "expected the size of the board: %d pieces with %d grey sides fit none",
            list->count, grey);
    if (list->count == 0 || list->rows * list->columns != list->count)
        return pm_fail(err, PULMA_BAD_TEXT, at, "expected %d pieces, found %d",
                       list->rows * list->columns, list->count);
    struct pm_edgematch *p = pm_edgematch_new(false, list->rows, list->columns, arena);
    if (!p)
        return pm_fail_memory(err);
    memcpy(p->colour, list->colour, 4 * (size_t)list->count);
    p->border = grey > 0;
    *puzzle = p;
    return PULMA_OK;
}

static pulma_status fail_many(const struct pm_text *at, pulma_error *err)
{
    return pm_fail_expected(err, at, "at most %d pieces", PM_EDGEMATCH_MAX);
}

/* ---- p tile -------------------------------------------------------------------------------- */

/* The next line that is neither blank nor a comment, "c ...". */
static bool next_line(struct pm_text *t, struct pm_text *line)
{
    while (!pm_text_ended(t)) {
        *line = pm_text_trim(pm_text_line(t));
        if (!pm_text_ended(line) && !pm_text_is(line, "c") && !pm_text_starts(line, "c "))
            return true;
    }
    return false;
}

int pm_edgematch_sniff_tile(const struct pm_text *t)
{
    struct pm_text rest = *t, line;
    return next_line(&rest, &line) && pm_text_starts(&line, "p tile ") ? 3 : 0;
}

/* "p tile 6 6 10": columns, rows, perhaps the number of colours, which the pieces tell. */
static pulma_status tile_head(struct pm_text line, struct pieces *list, pulma_error *err)
{
    int colours;
    if (!pm_text_word(&line, "p tile "))
        return pm_fail_expected(err, &line, "p tile COLUMNS ROWS");
    pm_text_blanks(&line);
    pulma_status status = pm_text_int(&line, 1, PM_EDGEMATCH_MAX, &list->columns, err);
    pm_text_blanks(&line);
    if (!status)
        status = pm_text_int(&line, 1, PM_EDGEMATCH_MAX, &list->rows, err);
    pm_text_blanks(&line);
    if (!status && !pm_text_ended(&line))
        status = pm_text_int(&line, 0, 1 << 20, &colours, err);
    if (!status && list->rows * list->columns > PM_EDGEMATCH_MAX)
        status = fail_many(&line, err);
    return status ? status : pm_text_done(&line, err);
}

static pulma_status tile_piece(struct pm_text line, uint8_t *colour, pulma_error *err)
{
    pulma_status status = PULMA_OK;
    for (int side = 0; side < 4 && !status; side++) {
        int value;
        pm_text_blanks(&line);
        status = pm_text_int(&line, 0, PM_EDGEMATCH_COLOURS, &value, err);
        colour[side] = (uint8_t)(status ? 0 : value);
    }
    return status ? status : pm_text_done(&line, err);
}

pulma_status pm_edgematch_read_tile(struct pm_text *t, struct pm_arena *arena,
                                    void **puzzle, const char **title, pulma_error *err)
{
    const struct pm_text start = *t;
    struct pieces list = {0};
    struct pm_text line = start;
    (void)title;
    next_line(t, &line);
    pulma_status status = tile_head(line, &list, err);
    while (!status && list.count < list.rows * list.columns && next_line(t, &line)) {
        status = tile_piece(line, &list.colour[4 * list.count], err);
        list.count++;
    }
    return status ? status : make_puzzle(&list, &start, arena, puzzle, err);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static const struct pm_json *find_any(const struct pm_json *object,
                                      const char *const *names)
{
    const struct pm_json *found = NULL;
    for (; *names && !found; names++)
        found = pm_json_find(object, *names);
    return found;
}

static pulma_status json_number(const struct pm_json *v, int max, int *value,
                                pulma_error *err)
{
    struct pm_text t = v->text;
    if (v->type != PM_JSON_NUMBER && v->type != PM_JSON_STRING)
        return pm_fail_expected(err, &v->text, "a number");
    pulma_status status = pm_text_int(&t, 0, max, value, err);
    return status ? status : pm_text_done(&t, err);
}

/* [0, 1, 2, 3], {"edges": [...]}, or an object with a name for each side. */
static pulma_status json_piece(const struct pm_json *piece, uint8_t *colour,
                               pulma_error *err)
{
    static const char *const lists[] = {"edges", "sides", "colors", "colours", NULL};
    static const char *const names[4][4] = {{"top", "north", "up", NULL},
                                            {"right", "east", NULL},
                                            {"bottom", "south", "down", NULL},
                                            {"left", "west", NULL}};
    const struct pm_json *list =
        piece->type == PM_JSON_OBJECT ? find_any(piece, lists) : piece;
    if (list && (list->type != PM_JSON_LIST || list->count != 4))
        return pm_fail_expected(err, &list->text, "a piece as four numbers");
    for (int side = 0; side < 4; side++) {
        const struct pm_json *v = list ? &list->items[side] : find_any(piece, names[side]);
        int value;
        if (!v)
            return pm_fail_expected(err, &piece->text, "a piece with its %s side",
                                    names[side][0]);
        pulma_status status = json_number(v, PM_EDGEMATCH_COLOURS, &value, err);
        if (status)
            return status;
        colour[side] = (uint8_t)value;
    }
    return PULMA_OK;
}

static pulma_status json_size(const struct pm_json *object, struct pieces *list,
                              pulma_error *err)
{
    static const char *const columns[] = {"columns", "cols", "width", "size", NULL};
    static const char *const rows[] = {"rows", "height", "size", NULL};
    const struct pm_json *wide = find_any(object, columns), *high = find_any(object, rows);
    if (!wide || !high)
        return PULMA_OK;
    pulma_status status = json_number(wide, PM_EDGEMATCH_MAX, &list->columns, err);
    return status ? status : json_number(high, PM_EDGEMATCH_MAX, &list->rows, err);
}

/* The clues of a puzzle are not read, and may not be lost. */
static pulma_status no_hints(const struct pm_json *object, pulma_error *err)
{
    static const char *const names[] = {"hints", "clues", "fixed", "placements", NULL};
    const struct pm_json *hints = find_any(object, names);
    return hints && hints->count > 0
               ? pm_fail(err, PULMA_BAD_TEXT, &hints->text,
                         "hints are read in pulma's own notation only")
               : PULMA_OK;
}

static pulma_status json_pieces(const struct pm_json *object, struct pieces *list,
                                pulma_error *err)
{
    const struct pm_json *pieces = pm_json_find(object, "pieces");
    if (!pieces || pieces->type != PM_JSON_LIST)
        return pm_fail_expected(err, &object->text, "an object with a list of pieces");
    if (pieces->count > PM_EDGEMATCH_MAX)
        return fail_many(&pieces->text, err);
    pulma_status status = json_size(object, list, err);
    if (!status)
        status = no_hints(object, err);
    for (; list->count < pieces->count && !status; list->count++)
        status =
            json_piece(&pieces->items[list->count], &list->colour[4 * list->count], err);
    return status;
}

int pm_edgematch_sniff_json(const struct pm_text *t)
{
    struct pm_text copy = *t;
    struct pm_arena tree;
    struct pm_json object;
    pm_text_blanks(&copy);
    if (pm_text_peek(&copy) != '{')
        return 0;
    pm_arena_init(&tree, 0);
    bool pieces = pm_json_read(&copy, &tree, &object, NULL) == PULMA_OK &&
                  pm_json_find(&object, "pieces") && !pm_json_find(&object, "kind");
    pm_arena_free(&tree);
    return pieces ? 2 : 0;
}

pulma_status pm_edgematch_read_json(struct pm_text *t, struct pm_arena *arena,
                                    void **puzzle, const char **title, pulma_error *err)
{
    const struct pm_text start = *t;
    struct pieces list = {0};
    struct pm_arena tree;
    struct pm_json object;
    pm_arena_init(&tree, 0);
    pulma_status status = pm_json_read(t, &tree, &object, err);
    if (!status)
        status = json_pieces(&object, &list, err);
    if (!status)
        status = make_puzzle(&list, &start, arena, puzzle, err);
    const struct pm_json *name = status ? NULL : pm_json_find(&object, "name");
    if (name && name->type == PM_JSON_STRING) {
        *title = pm_copy(arena, name->text.at, pm_text_len(&name->text));
        status = *title ? PULMA_OK : pm_fail_memory(err);
    }
    pm_arena_free(&tree);
    return status;
}
