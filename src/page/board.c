/* Calls about puzzles and boards: what there is, reading, writing, drawing, playing, new ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page/inside.h"

static const char *const play_names[] = {
    [PULMA_PLAY_WRITE] = "write", [PULMA_PLAY_CYCLE] = "cycle",
    [PULMA_PLAY_TURN] = "turn",   [PULMA_PLAY_PATH] = "path",
    [PULMA_PLAY_STEP] = "step",   [PULMA_PLAY_SLIDE] = "slide",
    [PULMA_PLAY_LAY] = "lay",
};

/* ---- Kinds ---------------------------------------------------------------------------- */

static void put_notations(struct api *api, int kind)
{
    api_put_name(api, "notations");
    pm_out_char(&api->out, '[');
    for (int i = 0; i < pulma_notation_count(kind); i++) {
        api_put_name(api, NULL);
        pm_out_char(&api->out, '{');
        api_put_text(api, "name", pulma_notation_name(kind, i));
        api_put_text(api, "title", pulma_notation_title(kind, i));
        api_put_bool(api, "writes", pulma_notation_can_write(kind, i));
        pm_out_char(&api->out, '}');
    }
    pm_out_char(&api->out, ']');
}

static void put_kind(struct api *api, int kind)
{
    api_put_name(api, NULL);
    pm_out_char(&api->out, '{');
    api_put_text(api, "name", pulma_kind_name(kind));
    api_put_text(api, "title", pulma_kind_title(kind));
    api_put_text(api, "rules", pulma_kind_rules(kind));
    api_put_text(api, "play", play_names[pulma_kind_play(kind)]);
    api_put_bool(api, "generates", pulma_kind_can_generate(kind));
    api_put_bool(api, "objective", pulma_kind_has_objective(kind));
    api_put_text(api, "options", pulma_kind_options(kind));
    put_notations(api, kind);
    pm_out_char(&api->out, '}');
}

static bool call_kinds(struct api *api)
{
    api_put_text(api, "version", pulma_version());
    api_put_name(api, "kinds");
    pm_out_char(&api->out, '[');
    for (int kind = 0; kind < pulma_kind_count(); kind++)
        put_kind(api, kind);
    pm_out_char(&api->out, ']');
    return true;
}

/* ---- Reading and writing -------------------------------------------------------------- */

static bool put_puzzle_text(struct api *api, const pulma_puzzle *puzzle)
{
    char *text;
    if (pulma_puzzle_write(puzzle, "pulma", &text, &api->err) != PULMA_OK)
        return false;
    api_put_text(api, "puzzle", text);
    pulma_free(text);
    return true;
}

static bool put_puzzle(struct api *api, const pulma_puzzle *puzzle)
{
    api_put_text(api, "kind", pulma_kind_name(pulma_puzzle_kind(puzzle)));
    api_put_text(api, "title", pulma_puzzle_title(puzzle));
    return put_puzzle_text(api, puzzle);
}

/* All puzzles of a text, up to "most". */
static bool put_puzzles(struct api *api, pulma_reader *reader, int most)
{
    pulma_puzzle *puzzle;
    pulma_status status = PULMA_OK;
    api_put_name(api, "puzzles");
    pm_out_char(&api->out, '[');
    for (int i = 0; i < most; i++) {
        status = pulma_reader_next(reader, &puzzle, &api->err);
        if (status != PULMA_OK)
            break;
        api_put_name(api, NULL);
        pm_out_char(&api->out, '{');
        bool good = put_puzzle(api, puzzle);
        api_put_int(api, "line", pulma_puzzle_line(puzzle));
        pm_out_char(&api->out, '}');
        pulma_puzzle_free(puzzle);
        if (!good)
            return false;
    }
    pm_out_char(&api->out, ']');
    return status == PULMA_OK || status == PULMA_NONE;
}

static bool call_read(struct api *api)
{
    int most;
    const char *text = api_text(api, "text", true), *kind = api_text(api, "kind", false);
    if (!text || api->err.status || !api_int(api, "most", 1, 100000, 1000, &most))
        return false;
    pulma_reader *reader = pulma_reader_new(text, strlen(text), kind, NULL);
    if (!reader)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    bool good = put_puzzles(api, reader, most);
    pulma_reader_free(reader);
    return good;
}

/* The puzzle in a notation, with an answer as its givens if there is one. */
static bool call_write(struct api *api)
{
    const char *notation = api_text(api, "notation", true);
    int *answer;
    pulma_puzzle *filled = NULL;
    char *text;
    if (!notation || !api_puzzle(api) || !api_answer(api, NULL, &answer))
        return false;
    if (answer && pulma_puzzle_fill(api->puzzle, answer, &filled, &api->err) != PULMA_OK)
        return false;
    pulma_status status =
        pulma_puzzle_write(filled ? filled : api->puzzle, notation, &text, &api->err);
    pulma_puzzle_free(filled);
    if (status != PULMA_OK)
        return false;
    api_put_text(api, "text", text);
    pulma_free(text);
    return true;
}

static bool call_answer_read(struct api *api)
{
    const char *text = api_text(api, "text", true);
    if (!text || !api_puzzle(api))
        return false;
    int *answer = pm_new(&api->arena, (size_t)api->places + 1, int);
    if (!answer)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    if (pulma_answer_read(api->puzzle, text, strlen(text), answer, &api->err) != PULMA_OK)
        return false;
    api_put_answer(api, "answer", answer);
    return true;
}

/* A board to begin with, for calls whose "answer" may be left out; NULL after an error. */
static int *first_board(struct api *api, bool *fixed)
{
    int *board = pm_new(&api->arena, (size_t)api->places + 1, int);
    if (board)
        pulma_play_begin(api->puzzle, board, fixed);
    else
        api_fail(api, PULMA_NO_MEMORY, "out of memory");
    return board;
}

/* The puzzle and "answer", or the board as play begins. */
static bool read_board(struct api *api, int **board)
{
    if (!api_puzzle(api))
        return false;
    const int *first = first_board(api, NULL);
    return first && api_answer(api, first, board);
}

static bool call_answer_write(struct api *api)
{
    int *answer;
    char *text;
    if (!read_board(api, &answer) ||
        pulma_answer_write(api->puzzle, answer, &text, &api->err) != PULMA_OK)
        return false;
    api_put_text(api, "text", text);
    pulma_free(text);
    return true;
}

/* ---- Drawing -------------------------------------------------------------------------- */

static bool put_picture(struct api *api, const char *name, const int *answer,
                        pulma_picture_format format)
{
    char *bytes;
    size_t len;
    if (pulma_draw(api->puzzle, answer, format, &bytes, &len, &api->err) != PULMA_OK)
        return false;
    api_put_name(api, name);
    pm_json_put(&api->out, bytes, len);
    pulma_free(bytes);
    return true;
}

static bool call_draw(struct api *api)
{
    int *answer;
    const char *format = api_text(api, "format", false);
    if (api->err.status || !api_puzzle(api) || !api_answer(api, NULL, &answer))
        return false;
    if (format && strcmp(format, "text") == 0)
        return put_picture(api, "picture", answer, PULMA_MONO);
    if (format && strcmp(format, "words") == 0)
        return put_picture(api, "picture", answer, PULMA_WORDS);
    if (format && strcmp(format, "svg") != 0)
        return api_fail(api, PULMA_BAD_CALL,
                        "expected \"svg\", \"text\" or \"words\" as \"format\"");
    return put_picture(api, "picture", answer, PULMA_SVG);
}

/* ---- Playing -------------------------------------------------------------------------- */

static int count_entries(const struct api *api, const int *answer)
{
    int n = 0;
    for (int place = 0; place < api->places; place++)
        n += answer[place] != PULMA_EMPTY;
    return n;
}

static void put_verdict(struct api *api, const int *answer)
{
    static const char *const words[] = {"right", "wrong", "unfinished"};
    pulma_finding found;
    pulma_verdict verdict = pulma_play_check(api->puzzle, answer, &found);
    api_put_text(api, "verdict", words[verdict]);
    api_put_text(api, "finding", found.text);
    api_put_ints(api, "findingPlaces", found.places, found.place_count);
    /* What turns and slides cost is known while they are made. */
    pulma_play play = pulma_kind_play(pulma_puzzle_kind(api->puzzle));
    bool known = verdict == PULMA_RIGHT || play == PULMA_PLAY_SLIDE ||
                 (play == PULMA_PLAY_TURN && count_entries(api, answer) == api->places);
    if (known && pulma_puzzle_has_objective(api->puzzle)) {
        char cost[200];
        pulma_cost_text(api->puzzle, pulma_cost(api->puzzle, answer), cost, sizeof cost);
        api_put_int(api, "cost", pulma_cost(api->puzzle, answer));
        api_put_text(api, "costText", cost);
    }
}

/* Where one can go next, if play goes from place to place. */
static bool put_next(struct api *api, const int *answer)
{
    enum { MOST = 2000 };
    if (pulma_kind_play(pulma_puzzle_kind(api->puzzle)) != PULMA_PLAY_STEP ||
        api->places > MOST)
        return true;
    size_t n = (size_t)api->places;
    int *trial = pm_new(&api->arena, n + 1, int), entries = count_entries(api, answer);
    if (!trial)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    api_put_name(api, "next");
    pm_out_char(&api->out, '[');
    for (int place = 0; place < api->places; place++) {
        memcpy(trial, answer, n * sizeof *trial);
        if (answer[place] == PULMA_EMPTY &&
            pulma_play_move(api->puzzle, trial, -1, place, PULMA_EMPTY, NULL) == PULMA_OK &&
            count_entries(api, trial) > entries)
            api_put_int(api, NULL, place);
    }
    pm_out_char(&api->out, ']');
    return true;
}

/* Whose values give their names to those of all places: the one that has the most. */
static int widest_place(const struct api *api)
{
    int widest = 0, most = -1;
    for (int place = 0; place < api->places; place++) {
        int min, max;
        pulma_puzzle_range(api->puzzle, place, &min, &max);
        if (max > most) {
            most = max;
            widest = place;
        }
    }
    return widest;
}

enum { MOST_VALUE_NAMES = 64 };

/* Names of values, by number, as most places have them. */
static void put_value_names(struct api *api)
{
    int widest = widest_place(api), min, max = -1;
    if (api->places > 0)
        pulma_puzzle_range(api->puzzle, widest, &min, &max);
    api_put_name(api, "valueNames");
    pm_out_char(&api->out, '[');
    for (int value = 0; value <= max && max < MOST_VALUE_NAMES; value++) {
        char name[80];
        pulma_value_name(api->puzzle, widest, value, name, sizeof name);
        api_put_text(api, NULL, name);
    }
    pm_out_char(&api->out, ']');
}

/* The values of a board that have other names than "valueNames" gives: a tile that lies across,
 * say, is open to other sides than most. */
static void put_other_names(struct api *api, const int *answer)
{
    int widest = widest_place(api), min, max = -1;
    if (api->places > 0)
        pulma_puzzle_range(api->puzzle, widest, &min, &max);
    api_put_name(api, "names");
    pm_out_char(&api->out, '{');
    for (int place = 0; place < api->places; place++) {
        char name[200], usual[80] = "", number[16];
        if (answer[place] == PULMA_EMPTY)
            continue;
        pulma_value_name(api->puzzle, place, answer[place], name, sizeof name);
        if (max < MOST_VALUE_NAMES)
            pulma_value_name(api->puzzle, widest, answer[place], usual, sizeof usual);
        if (strcmp(name, usual) == 0)
            continue;
        snprintf(number, sizeof number, "%d", place);
        api_put_text(api, number, name);
    }
    pm_out_char(&api->out, '}');
}

/* ---- Clues ---- */

static void put_clue(void *context, const pulma_clue *clue)
{
    struct api *api = context;
    api_put_name(api, NULL);
    pm_out_char(&api->out, '{');
    api_put_text(api, "name", clue->name);
    api_put_text(api, "text", clue->text);
    api_put_name(api, "box");
    pm_out_char(&api->out, '[');
    api_put_number(api, NULL, clue->x);
    api_put_number(api, NULL, clue->y);
    api_put_number(api, NULL, clue->width);
    api_put_number(api, NULL, clue->height);
    pm_out_char(&api->out, ']');
    api_put_ints(api, "places", clue->places, clue->place_count);
    pm_out_char(&api->out, '}');
}

/* Whether a clue is met, or what is left of a sum: how much, in how many places, of which digits. */
static void put_clue_left(void *context, const pulma_clue *clue)
{
    struct api *api = context;
    if (!clue->is_sum || clue->met) {
        api_put_bool(api, NULL, clue->met);
        return;
    }
    api_put_name(api, NULL);
    pm_out_char(&api->out, '[');
    api_put_int(api, NULL, clue->left);
    api_put_int(api, NULL, clue->open);
    api_put_text(api, NULL, clue->digits);
    pm_out_char(&api->out, ']');
}

/* A list of clues, or of what is left of them. */
static void put_clues(struct api *api, const char *name, const int *answer,
                      void (*put)(void *context, const pulma_clue *clue))
{
    api_put_name(api, name);
    pm_out_char(&api->out, '[');
    pulma_play_clues(api->puzzle, answer, put, api);
    pm_out_char(&api->out, ']');
}

/* What is seen of a board: its values, what the referee says, its picture. */
static bool put_state(struct api *api, const int *answer)
{
    api_put_answer(api, "answer", answer);
    put_verdict(api, answer);
    put_other_names(api, answer);
    put_clues(api, "left", answer, put_clue_left);
    return put_next(api, answer) && put_picture(api, "svg", answer, PULMA_SVG);
}

static void put_places(struct api *api)
{
    api_put_name(api, "places");
    pm_out_char(&api->out, '[');
    for (int place = 0; place < api->places; place++) {
        char name[120];
        int range[2];
        pulma_place_name(api->puzzle, place, name, sizeof name);
        pulma_puzzle_range(api->puzzle, place, &range[0], &range[1]);
        api_put_name(api, NULL);
        pm_out_char(&api->out, '{');
        api_put_text(api, "name", name);
        api_put_int(api, "min", range[0]);
        api_put_int(api, "max", range[1]);
        pm_out_char(&api->out, '}');
    }
    pm_out_char(&api->out, ']');
}

static bool call_board(struct api *api)
{
    if (!api_puzzle(api))
        return false;
    bool *fixed = pm_new(&api->arena, (size_t)api->places + 1, bool);
    const int *first = fixed ? first_board(api, fixed) : NULL;
    int *answer;
    if (!first || !api_answer(api, first, &answer))
        return false;
    int kind = pulma_puzzle_kind(api->puzzle);
    if (!put_puzzle(api, api->puzzle))
        return false;
    api_put_text(api, "play", play_names[pulma_kind_play(kind)]);
    api_put_bool(api, "objective", pulma_puzzle_has_objective(api->puzzle));
    api_put_bool(api, "zeroLast", pulma_play_zero_is_mark(kind));
    api_put_answer(api, "begin", first);
    api_put_name(api, "fixed");
    pm_out_char(&api->out, '[');
    for (int place = 0; place < api->places; place++)
        if (fixed[place])
            api_put_int(api, NULL, place);
    pm_out_char(&api->out, ']');
    put_places(api);
    put_value_names(api);
    put_clues(api, "clues", first, put_clue);
    return put_state(api, answer);
}

/* The board as it is. */
static bool call_state(struct api *api)
{
    int *answer;
    return read_board(api, &answer) && put_state(api, answer);
}

static bool call_move(struct api *api)
{
    int *answer, from, place, value;
    if (!read_board(api, &answer) || !api_int(api, "from", 0, api->places - 1, -1, &from) ||
        !api_int(api, "place", 0, api->places - 1, 0, &place) ||
        !api_int(api, "value", 0, 1 << 30, PULMA_EMPTY, &value))
        return false;
    pulma_status status =
        pulma_play_move(api->puzzle, answer, from, place, value, &api->err);
    if (status != PULMA_OK && status != PULMA_NONE)
        return false;
    api_put_bool(api, "moved", status == PULMA_OK);
    return put_state(api, answer);
}

static bool call_check(struct api *api)
{
    int *answer;
    if (!read_board(api, &answer))
        return false;
    put_verdict(api, answer);
    return true;
}

/* Whether a value can come to a place without breaking a rule or moving anything else; the board
 * with it goes to `trial`. */
static bool fits(struct api *api, const int *board, int place, int value, int *trial)
{
    memcpy(trial, board, (size_t)api->places * sizeof *trial);
    if (pulma_play_move(api->puzzle, trial, -1, place, value, NULL) != PULMA_OK)
        return false;
    for (int i = 0; i < api->places; i++)
        if (i != place && board[i] != PULMA_EMPTY && board[i] != trial[i])
            return false;
    return pulma_check(api->puzzle, trial, NULL) != PULMA_WRONG;
}

static bool put_option(struct api *api, const int *board, int place, int value,
                       const int *trial)
{
    char name[120];
    pulma_value_name(api->puzzle, place, value, name, sizeof name);
    api_put_name(api, NULL);
    pm_out_char(&api->out, '{');
    api_put_int(api, "value", value);
    api_put_text(api, "name", name);
    api_put_name(api, "places");
    pm_out_char(&api->out, '[');
    for (int i = 0; i < api->places; i++)
        if (trial[i] != board[i])
            api_put_int(api, NULL, i);
    pm_out_char(&api->out, ']');
    bool good = put_picture(api, "svg", trial, PULMA_SVG);
    pm_out_char(&api->out, '}');
    return good;
}

/* What fits in a place, with a picture each: for kinds whose pieces are laid. */
static bool call_options(struct api *api)
{
    int *board, place, most, min, max, found = 0;
    if (!read_board(api, &board) || !api_int(api, "place", 0, api->places - 1, 0, &place) ||
        !api_int(api, "most", 1, 1000, 100, &most))
        return false;
    int *trial = pm_new(&api->arena, (size_t)api->places + 1, int);
    if (!trial)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    pulma_play_move(api->puzzle, board, -1, place, PULMA_EMPTY, NULL);
    pulma_puzzle_range(api->puzzle, place, &min, &max);
    api_put_name(api, "options");
    pm_out_char(&api->out, '[');
    for (int value = min; value <= max; value++) {
        if (!fits(api, board, place, value, trial))
            continue;
        if (found++ < most && !put_option(api, board, place, value, trial))
            return false;
    }
    pm_out_char(&api->out, ']');
    api_put_int(api, "count", found);
    return true;
}

/* ---- Pieces --------------------------------------------------------------------------- */

/* A piece of the tray: where each of its ways was met first. */
struct tray {
    pulma_laid first; /* copies 0: not met yet */
    int used;
    int ways[16], places[16], values[16], way_count;
};

enum { MOST_PIECES = 500 };

static void note_way(struct tray *piece, const pulma_laid *laid, int place, int value)
{
    enum { MOST = sizeof piece->ways / sizeof *piece->ways };
    if (piece->first.copies == 0)
        piece->first = *laid;
    for (int i = 0; i < piece->way_count; i++)
        if (piece->ways[i] == laid->way)
            return;
    if (piece->way_count == MOST)
        return;
    piece->ways[piece->way_count] = laid->way;
    piece->places[piece->way_count] = place;
    piece->values[piece->way_count++] = value;
}

static void put_tray(struct api *api, int number, const struct tray *piece)
{
    api_put_name(api, NULL);
    pm_out_char(&api->out, '{');
    api_put_int(api, "piece", number);
    api_put_text(api, "name", piece->first.name);
    api_put_int(api, "copies", piece->first.copies);
    api_put_int(api, "used", piece->used);
    api_put_ints(api, "ways", piece->ways, piece->way_count);
    api_put_ints(api, "places", piece->places, piece->way_count);
    api_put_ints(api, "values", piece->values, piece->way_count);
    pm_out_char(&api->out, '}');
}

/* Places that are given come last: nothing else can be laid there. */
static void note_places(const struct api *api, struct tray *tray, const int *board,
                        const bool *fixed, bool given)
{
    for (int place = 0; place < api->places; place++) {
        int min, max;
        pulma_laid laid;
        if (fixed[place] != given)
            continue;
        pulma_puzzle_range(api->puzzle, place, &min, &max);
        for (int value = min; value <= max; value++)
            if (pulma_play_laid(api->puzzle, place, value, &laid) &&
                laid.piece < MOST_PIECES) {
                note_way(&tray[laid.piece], &laid, place, value);
                tray[laid.piece].used += board[place] == value;
            }
    }
}

/* The pieces of a puzzle, how many of each lie on the board, and for each way to lay one some place
 * and value that lays it so. */
static bool call_pieces(struct api *api)
{
    int *board;
    if (!read_board(api, &board))
        return false;
    struct tray *tray = pm_new(&api->arena, MOST_PIECES, struct tray);
    bool *fixed = pm_new(&api->arena, (size_t)api->places + 1, bool);
    if (!tray || !fixed)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    if (!first_board(api, fixed))
        return false;
    note_places(api, tray, board, fixed, false);
    note_places(api, tray, board, fixed, true);
    api_put_name(api, "pieces");
    pm_out_char(&api->out, '[');
    for (int i = 0; i < MOST_PIECES; i++)
        if (tray[i].first.copies > 0)
            put_tray(api, i, &tray[i]);
    pm_out_char(&api->out, ']');
    return true;
}

/* Where a piece fits on the board in a way: places, values, and the middles of where it lies. */
static bool call_spots(struct api *api)
{
    int *board, piece, way;
    if (!read_board(api, &board) || !api_int(api, "piece", 0, MOST_PIECES - 1, 0, &piece) ||
        !api_int(api, "way", 0, 1000, 0, &way))
        return false;
    int *trial = pm_new(&api->arena, (size_t)api->places + 1, int);
    if (!trial)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    api_put_name(api, "spots");
    pm_out_char(&api->out, '[');
    for (int place = 0; place < api->places; place++) {
        int min, max;
        pulma_laid laid;
        pulma_puzzle_range(api->puzzle, place, &min, &max);
        for (int value = min; value <= max && board[place] == PULMA_EMPTY; value++) {
            if (!pulma_play_laid(api->puzzle, place, value, &laid) || laid.piece != piece ||
                laid.way != way || !fits(api, board, place, value, trial))
                continue;
            api_put_name(api, NULL);
            pm_out_char(&api->out, '{');
            api_put_int(api, "place", place);
            api_put_int(api, "value", value);
            api_put_number(api, "x", laid.x);
            api_put_number(api, "y", laid.y);
            pm_out_char(&api->out, '}');
        }
    }
    pm_out_char(&api->out, ']');
    return true;
}

/* The values of each empty place that break no rule at once: a person's pencil marks. */
static bool call_candidates(struct api *api)
{
    int *board;
    if (!read_board(api, &board))
        return false;
    api_put_name(api, "candidates");
    pm_out_char(&api->out, '[');
    for (int place = 0; place < api->places; place++) {
        int min, max;
        pulma_puzzle_range(api->puzzle, place, &min, &max);
        api_put_name(api, NULL);
        pm_out_char(&api->out, '[');
        bool open = board[place] == PULMA_EMPTY;
        for (int value = min; open && value <= max; value++) {
            board[place] = value;
            if (pulma_check(api->puzzle, board, NULL) != PULMA_WRONG)
                api_put_int(api, NULL, value);
        }
        if (open)
            board[place] = PULMA_EMPTY;
        pm_out_char(&api->out, ']');
    }
    pm_out_char(&api->out, ']');
    return true;
}

/* ---- New puzzles ---------------------------------------------------------------------- */

static bool set_options(struct api *api, pulma_wish *wish)
{
    const struct pm_json *options = pm_json_find(api->request, "options");
    for (int i = 0; options && options->type == PM_JSON_OBJECT && i < options->count; i++) {
        const struct pm_text *name = &pm_json_name(options, i)->text;
        const struct pm_text *value = &pm_json_value(options, i)->text;
        char *key = pm_copy(&api->arena, name->at, (size_t)(name->end - name->at));
        if (!key)
            return api_fail(api, PULMA_NO_MEMORY, "out of memory");
        if (pulma_wish_set_bytes(wish, key, value->at, (size_t)(value->end - value->at),
                                 &api->err) != PULMA_OK)
            return false;
    }
    return true;
}

/* "level", in place of "difficulty". */
static bool set_level(struct api *api, pulma_wish *wish)
{
    const char *name = api_text(api, "level", false);
    if (!name)
        return !api->err.status;
    for (int level = PULMA_LEVEL_EASY; level <= PULMA_LEVEL_EXPERT; level++)
        if (strcmp(name, pulma_level_name((pulma_level)level)) == 0)
            return pulma_wish_set_level(wish, (pulma_level)level, &api->err) == PULMA_OK;
    return api_fail(api, PULMA_BAD_CALL,
                    "expected easy, medium, hard or expert as \"level\", found \"%.40s\"",
                    name);
}

static bool set_wish(struct api *api, pulma_wish *wish)
{
    int columns, rows, difficulty, seed;
    if (!api_int(api, "columns", 0, 10000, 0, &columns) ||
        !api_int(api, "rows", 0, 10000, 0, &rows) ||
        !api_int(api, "difficulty", 0, 2, 1, &difficulty) ||
        !api_int(api, "seed", 0, 1 << 30, 1, &seed))
        return false;
    pulma_wish_set_seed(wish, (uint64_t)seed);
    pulma_wish_set_stop(wish, api_watch, api);
    return pulma_wish_set_size(wish, columns, rows, &api->err) == PULMA_OK &&
           pulma_wish_set_difficulty(wish, (pulma_difficulty)difficulty, &api->err) ==
               PULMA_OK &&
           set_level(api, wish) && set_options(api, wish);
}

static bool call_generate(struct api *api)
{
    int kind;
    if (!api_kind(api, &kind))
        return false;
    pulma_wish *wish = pulma_wish_new(kind);
    if (!wish)
        return api_fail(api, PULMA_NO_MEMORY, "out of memory");
    pulma_puzzle *puzzle = NULL;
    bool good = set_wish(api, wish) &&
                pulma_wish_next(wish, &puzzle, &api->err) == PULMA_OK &&
                put_puzzle(api, puzzle);
    if (good)
        api_put_text(api, "note", pulma_wish_note(wish));
    pulma_puzzle_free(puzzle);
    pulma_wish_free(wish);
    return good;
}

const struct api_call api_calls_board[] = {
    {"kinds", call_kinds},
    {"read", call_read},
    {"write", call_write},
    {"read-answer", call_answer_read},
    {"write-answer", call_answer_write},
    {"draw", call_draw},
    {"board", call_board},
    {"state", call_state},
    {"move", call_move},
    {"options", call_options},
    {"candidates", call_candidates},
    {"pieces", call_pieces},
    {"spots", call_spots},
    {"check", call_check},
    {"generate", call_generate},
    {NULL, NULL},
};
