/* A judged submission as a line of JSON, and read again: what --resume keeps.  The documents of --json
 * begin the same way. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade/inside.h"
#include "notations/json.h"

/* ---- Writing ---- */

static void put_text(struct pm_out *out, const char *name, const char *text)
{
    pm_out_f(out, ",\"%s\":", name);
    pm_json_put(out, text, strlen(text));
}

static void put_texts(struct pm_out *out, const char *name, const char *const *texts, int n)
{
    pm_out_f(out, ",\"%s\":[", name);
    for (int i = 0; i < n; i++) {
        pm_out_text(out, i ? "," : "");
        pm_json_put(out, texts[i], strlen(texts[i]));
    }
    pm_out_char(out, ']');
}

static void put_ints(struct pm_out *out, const char *name, const int *values, int n)
{
    pm_out_f(out, ",\"%s\":[", name);
    for (int i = 0; i < n; i++)
        pm_out_f(out, i ? ",%d" : "%d", values[i]);
    pm_out_char(out, ']');
}

static int places_of(const struct grade_exercise *e, int board)
{
    pulma_puzzle *puzzle = NULL;
    int places = grade_board_read(e, board, &puzzle) ? 0 : pulma_puzzle_places(puzzle);
    pulma_puzzle_free(puzzle);
    return places;
}

void grade_record_put(const struct grade_exercise *e, const struct grade_submission *s,
                      uint64_t key, struct pm_out *out)
{
    pm_out_f(out, "{\"key\":\"%016" PRIx64 "\"", key);
    put_text(out, "suspicion", s->result->suspicion);
    pm_out_text(out, ",\"marks\":[");
    for (int i = 0; i < e->board_count; i++) {
        const struct grade_mark *m = &s->result->marks[i];
        pm_out_f(out, "%s{\"outcome\":%d,\"close\":%d", i ? "," : "", (int)m->outcome,
                 m->close + 2 * m->unlisted);
        put_text(out, "text", m->text);
        put_text(out, "remark", m->remark);
        put_texts(out, "rules", m->rules, m->rule_count);
        put_texts(out, "rows", m->rows, m->row_count);
        put_ints(out, "places", m->places, m->place_count);
        put_ints(out, "shown", m->shown, m->shown ? places_of(e, i) : 0);
        pm_out_char(out, '}');
    }
    pm_out_text(out, "]}\n");
}

/* ---- Reading ---- */

static const char *get_text(struct pm_arena *arena, const struct pm_json *value)
{
    const char *text = value && value->type == PM_JSON_STRING
                           ? pm_copy(arena, value->text.at, pm_text_len(&value->text))
                           : NULL;
    return text ? text : "";
}

static int get_texts(struct pm_arena *arena, const struct pm_json *list,
                     const char ***texts)
{
    int n = list && list->type == PM_JSON_LIST ? list->count : 0;
    *texts = pm_new(arena, (size_t)n, const char *);
    for (int i = 0; i < n && *texts; i++)
        (*texts)[i] = get_text(arena, &list->items[i]);
    return *texts ? n : 0;
}

static bool get_int(const struct pm_json *value, int *number)
{
    struct pm_text t;
    if (!value || value->type != PM_JSON_NUMBER)
        return false;
    t = value->text;
    bool minus = pm_text_word(&t, "-");
    if (pm_text_int(&t, 0, 1 << 30, number, NULL) != PULMA_OK)
        return false;
    *number = minus ? -*number : *number;
    return true;
}

/* At most `most` integers of a list. */
static int get_ints(const struct pm_json *list, int *values, int most)
{
    int n = 0;
    while (list && list->type == PM_JSON_LIST && n < list->count && n < most &&
           get_int(&list->items[n], &values[n]))
        n++;
    return n;
}

/* A board to be shown has a value or none for each place; anything else is not shown. */
static void get_shown(const struct grade_exercise *e, int board, struct pm_arena *arena,
                      const struct pm_json *list, struct grade_mark *m)
{
    pulma_puzzle *puzzle = NULL;
    if (!list || list->count == 0 || grade_board_read(e, board, &puzzle))
        return;
    int n = pulma_puzzle_places(puzzle);
    int *values = pm_new(arena, (size_t)n, int);
    bool good = values && list->count == n && get_ints(list, values, n) == n;
    for (int i = 0; good && i < n; i++) {
        int min, max;
        pulma_puzzle_range(puzzle, i, &min, &max);
        good = values[i] == PULMA_EMPTY || (min <= values[i] && values[i] <= max);
    }
    for (int i = 0; i < m->place_count; i++)
        good = good && 0 <= m->places[i] && m->places[i] < n;
    m->shown = good ? values : NULL;
    pulma_puzzle_free(puzzle);
}

static bool get_mark(const struct grade_exercise *e, int board, struct pm_arena *arena,
                     const struct pm_json *value, struct grade_mark *m)
{
    int outcome = 0, close = 0;
    if (!get_int(pm_json_find(value, "outcome"), &outcome) || outcome < 0 ||
        outcome >= GRADE_OUTCOMES || !get_int(pm_json_find(value, "close"), &close))
        return false;
    m->outcome = (enum grade_outcome)outcome;
    m->close = close & 1;
    m->unlisted = close & 2;
    m->text = get_text(arena, pm_json_find(value, "text"));
    m->remark = get_text(arena, pm_json_find(value, "remark"));
    m->rule_count = get_texts(arena, pm_json_find(value, "rules"), &m->rules);
    m->row_count = get_texts(arena, pm_json_find(value, "rows"), &m->rows);
    m->place_count = get_ints(pm_json_find(value, "places"), m->places, 16);
    get_shown(e, board, arena, pm_json_find(value, "shown"), m);
    return true;
}

static bool get_result(const struct grade_exercise *e, const struct pm_json *line,
                       struct grade_result *result)
{
    const struct pm_json *marks = pm_json_find(line, "marks");
    result->suspicion = get_text(&result->arena, pm_json_find(line, "suspicion"));
    if (!marks || marks->type != PM_JSON_LIST || marks->count != e->board_count)
        return false;
    result->marks = pm_new(&result->arena, (size_t)e->board_count, struct grade_mark);
    for (int i = 0; i < e->board_count; i++)
        if (!result->marks ||
            !get_mark(e, i, &result->arena, &marks->items[i], &result->marks[i]))
            return false;
    return true;
}

/* A line that is damaged, or was cut off when pulma was ended, is as if it were not there. */
static bool read_line(const struct grade_exercise *e, struct grade_submission *s,
                      struct pm_text line)
{
    struct grade_result *result = calloc(1, sizeof *result);
    struct pm_json json;
    if (!result)
        return false;
    pm_arena_init(&result->arena, 0);
    bool good = pm_json_read(&line, &result->arena, &json, NULL) == PULMA_OK &&
                get_result(e, &json, result);
    s->result = result;
    if (!good) {
        grade_submission_clear(s);
        return false;
    }
    grade_add_up(e, s);
    s->done = true;
    return true;
}

bool grade_record_find(const struct grade_exercise *e, struct grade_submission *s,
                       uint64_t key, const char *kept, size_t kept_len)
{
    struct pm_text t = pm_text_of(kept, kept_len);
    char begin[40];
    snprintf(begin, sizeof begin, "{\"key\":\"%016" PRIx64 "\"", key);
    while (!pm_text_ended(&t)) {
        struct pm_text line = pm_text_line(&t);
        if (pm_text_starts(&line, begin) && read_line(e, s, line))
            return true;
    }
    return false;
}
