#include "notations/form.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notations/json.h"

/* While a form is read its lines stand in growing arrays outside the arena; at the end they
 * are copied into it.  `owner[i]` is the field that line i belongs to. */
struct lines {
    struct pm_text *line;
    int *owner;
    int n, room;
};

static pulma_status add_line(struct lines *all, struct pm_text line, int owner,
                             pulma_error *err)
{
    if (all->n == PM_FORM_MAX_LINES)
        return pm_fail(err, PULMA_BAD_TEXT, &line, "a puzzle may have at most %d lines",
                       PM_FORM_MAX_LINES);
    if (all->n == all->room) {
        int room = all->room ? 2 * all->room : 64;
        struct pm_text *more = realloc(all->line, (size_t)room * sizeof *more);
        if (more)
            all->line = more;
        int *owners = more ? realloc(all->owner, (size_t)room * sizeof *owners) : NULL;
        if (!owners)
            return pm_fail_memory(err);
        all->owner = owners;
        all->room = room;
    }
    all->line[all->n] = line;
    all->owner[all->n++] = owner;
    return PULMA_OK;
}

static pulma_status add_field(struct pm_form *form, struct pm_text name, pulma_error *err)
{
    for (int i = 0; i < form->field_count; i++) {
        const struct pm_text *other = &form->fields[i].name;
        if (pm_text_len(other) == pm_text_len(&name) &&
            memcmp(other->at, name.at, pm_text_len(&name)) == 0)
            return pm_fail(err, PULMA_BAD_TEXT, &name, "the field '%.*s' appears twice",
                           (int)(pm_text_len(&name) > 40 ? 40 : pm_text_len(&name)),
                           name.at);
    }
    if (form->field_count == PM_FORM_MAX_FIELDS)
        return pm_fail(err, PULMA_BAD_TEXT, &name, "a puzzle may have at most %d fields",
                       PM_FORM_MAX_FIELDS);
    form->fields[form->field_count++].name = name;
    return PULMA_OK;
}

/* Moves the collected lines into the arena, those of one field together. */
static pulma_status settle(struct pm_form *form, const struct lines *all,
                           struct pm_arena *arena, pulma_error *err)
{
    struct pm_text *lines = pm_new(arena, (size_t)all->n, struct pm_text);
    if (!lines)
        return pm_fail_memory(err);
    for (int i = 0; i < all->n; i++)
        form->fields[all->owner[i]].line_count++;
    for (int f = 0; f < form->field_count; f++) {
        form->fields[f].lines = lines;
        form->fields[f].arena = arena;
        lines += form->fields[f].line_count;
        form->fields[f].line_count = 0;
    }
    for (int i = 0; i < all->n; i++) {
        struct pm_field *field = &form->fields[all->owner[i]];
        field->lines[field->line_count++] = all->line[i];
    }
    return PULMA_OK;
}

static bool is_comment(const struct pm_text *line)
{
    struct pm_text t = *line;
    pm_text_blanks(&t);
    return pm_text_peek(&t) == '%';
}

static bool is_separator(const struct pm_text *line)
{
    struct pm_text t = pm_text_trim(*line);
    if (pm_text_len(&t) < 3)
        return false;
    for (const char *c = t.at; c < t.end; c++)
        if (*c != '=')
            return false;
    return true;
}

/* A field line is `name:` with a name of small letters, digits and hyphens. */
static bool split_field(const struct pm_text *line, struct pm_text *name,
                        struct pm_text *value)
{
    *name = *value = pm_text_trim(*line);
    if (!(pm_text_peek(name) >= 'a' && pm_text_peek(name) <= 'z'))
        return false;
    int c;
    while ((c = pm_text_peek(value)) >= 0 &&
           ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'))
        pm_text_take(value);
    if (c != ':')
        return false;
    name->end = value->at;
    pm_text_take(value);
    *value = pm_text_trim(*value);
    return true;
}

/* "rows 0 2 1": people forget the colon where only numbers can follow. */
static bool split_numbers(const struct pm_text *line, struct pm_text *name,
                          struct pm_text *value)
{
    static const char *const names[] = {"rows", "columns", "stars", "sums"};
    struct pm_text rest = pm_text_trim(*line);
    *name = pm_text_token(&rest);
    *value = pm_text_trim(rest);
    int c = pm_text_peek(value);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (pm_text_is(name, names[i]) && ((c >= '0' && c <= '9') || c == '?'))
            return true;
    return false;
}

/* ---- JSON -------------------------------------------------------------------- */

/* A string, number, true, false or null as it would stand in a line of text. */
static pulma_status json_scalar(const struct pm_json *value, struct pm_text *line,
                                pulma_error *err)
{
    const char *word = value->type == PM_JSON_TRUE    ? "yes"
                       : value->type == PM_JSON_FALSE ? "no"
                       : value->type == PM_JSON_NULL  ? ""
                                                      : NULL;
    *line = value->text;
    if (value->type == PM_JSON_LIST || value->type == PM_JSON_OBJECT)
        return pm_fail_expected(err, line, "a JSON string, number or list");
    if (word) {
        line->at = word;
        line->end = word + strlen(word);
    }
    return PULMA_OK;
}

/* A line feed inside a string separates lines of a block. */
static pulma_status add_json_lines(struct lines *all, struct pm_text value, int owner,
                                   pulma_error *err)
{
    const struct pm_text start = value;
    do {
        struct pm_text line = pm_text_line(&value);
        line.line = start.line; /* the position in the JSON text */
        pulma_status status = add_line(all, line, owner, err);
        if (status)
            return status;
    } while (!pm_text_ended(&value));
    return PULMA_OK;
}

/* [1, 2, "x"] inside a list becomes the line "1 2 x". */
static pulma_status json_inner_list(const struct pm_json *list, struct pm_arena *arena,
                                    struct pm_text *line, pulma_error *err)
{
    struct pm_out joined = {0};
    pulma_status status = PULMA_OK;
    for (int i = 0; i < list->count && !status; i++) {
        struct pm_text value;
        status = json_scalar(&list->items[i], &value, err);
        if (joined.len)
            pm_out_char(&joined, ' ');
        if (list->items[i].type == PM_JSON_NULL)
            pm_out_char(&joined, '.'); /* an empty cell */
        pm_out_bytes(&joined, value.at, pm_text_len(&value));
    }
    *line = list->text;
    if (!status) {
        line->at = pm_copy(arena, joined.data, joined.len);
        line->end = line->at ? line->at + joined.len : NULL;
        if (!line->at || joined.failed)
            status = pm_fail_memory(err);
    }
    pm_out_free(&joined);
    return status;
}

static pulma_status json_list(const struct pm_json *list, struct pm_arena *arena,
                              struct lines *all, int owner, pulma_error *err)
{
    for (int i = 0; i < list->count; i++) {
        const struct pm_json *item = &list->items[i];
        struct pm_text line;
        pulma_status status = item->type == PM_JSON_LIST
                                  ? json_inner_list(item, arena, &line, err)
                                  : json_scalar(item, &line, err);
        if (status || (status = add_line(all, line, owner, err)))
            return status;
    }
    return PULMA_OK;
}

static pulma_status json_member(const struct pm_text *name, const struct pm_json *value,
                                struct pm_arena *arena, struct pm_form *form,
                                struct lines *all, pulma_error *err)
{
    struct pm_text text;
    pulma_status status = PULMA_OK;
    if (pm_text_is(name, "kind")) {
        form->kind = value->text;
        return value->type == PM_JSON_STRING
                   ? PULMA_OK
                   : pm_fail_expected(err, &value->text, "the name of a kind");
    }
    if (value->type != PM_JSON_LIST &&
        ((status = json_scalar(value, &text, err)) || pm_text_ended(&text)))
        return status; /* a value that says nothing is the same as no field */
    if ((status = add_field(form, *name, err)))
        return status;
    return value->type == PM_JSON_LIST
               ? json_list(value, arena, all, form->field_count - 1, err)
               : add_json_lines(all, text, form->field_count - 1, err);
}

/* The name that a grid without one has. */
static struct pm_text grid_name(const struct pm_text *at)
{
    static const char word[] = "grid";
    return (struct pm_text){word, word + 4, at->line, at->column, 0};
}

static pulma_status read_json(struct pm_text *t, struct pm_arena *arena,
                              struct pm_form *form, struct lines *all, pulma_error *err)
{
    struct pm_json object;
    pulma_status status = pm_json_read(t, arena, &object, err);
    form->json = true;
    const struct pm_text name = grid_name(&form->start);
    if (!status && object.type == PM_JSON_LIST)
        return json_member(&name, &object, arena, form, all, err);
    for (int i = 0; !status && i < object.count; i++)
        status = json_member(&pm_json_name(&object, i)->text, pm_json_value(&object, i),
                             arena, form, all, err);
    return status;
}

bool pm_form_is_list(const struct pm_text *text)
{
    struct pm_text t = *text;
    pm_text_blanks(&t);
    if (!pm_text_word(&t, "["))
        return false;
    pm_text_space(&t);
    return pm_text_peek(&t) == '[' || pm_text_peek(&t) == '"';
}

/* ---- Text -------------------------------------------------------------------- */

/* Whether a line that is the name of a kind begins the next puzzle although no gap stands before
 * it, as where files were put together.  A row of a grid has the length of the row before, and some
 * of its letters. */
static bool begins_next(const struct pm_form *form, const struct pm_text *word,
                        const struct pm_text *before)
{
    bool same = pm_text_len(word) == pm_text_len(before), shared = false;
    for (const char *c = word->at; same && !shared && c < word->end; c++)
        shared = memchr(before->at, *c, pm_text_len(before)) != NULL;
    return form->field_count > 0 && !shared;
}

static pulma_status read_lines(struct pm_text *t,
                               enum pm_naming (*naming)(const struct pm_text *word),
                               struct pm_arena *arena, struct pm_form *form,
                               struct lines *all, pulma_error *err)
{
    int open = -1, grid = -1; /* the block that a line without a name belongs to */
    bool after_gap = true;
    struct pm_text row = {0}; /* the line before, without blanks at its ends */
    for (bool first = true; !pm_text_ended(t); first = false) {
        const struct pm_text before = *t;
        const struct pm_text whole = pm_text_line(t);
        struct pm_text line = pm_text_without_remark(whole), name, value,
                       word = pm_text_trim(line);
        if (word.at == word.end || is_comment(&line)) {
            after_gap = true;
            continue;
        }
        if (is_separator(&line))
            return PULMA_OK;
        const bool odd = begins_next(form, &word, &row);
        const enum pm_naming name_found = after_gap || odd ? naming(&word) : PM_NO_NAME;
        /* A name after a gap that nobody knows is told by whoever reads the next puzzle. */
        if (name_found == PM_A_NAME ||
            (name_found == PM_NEARLY_A_NAME && after_gap && odd)) {
            if (!first) { /* the next puzzle begins */
                *t = before;
                return PULMA_OK;
            }
            form->kind = word;
            after_gap = false;
            if (pm_form_is_list(t))
                return read_json(t, arena, form, all, err);
            continue;
        }
        if (after_gap && !first && pm_text_peek(&word) == '{') {
            *t = before;
            return PULMA_OK;
        }
        after_gap = false;
        row = word;
        pulma_status status = PULMA_OK;
        if (split_field(&line, &name, &value) ||
            (open < 0 && split_numbers(&line, &name, &value))) {
            if (pm_text_is(&name, "title"))
                split_field(&whole, &name, &value);
            status = add_field(form, name, err);
            open = status ? -1 : form->field_count - 1;
            if (!status && value.at != value.end) {
                status = add_line(all, value, open, err);
                open = -1;
            }
            if (!status && pm_text_is(&name, "grid"))
                grid = form->field_count - 1;
        } else {
            if (open < 0 && grid < 0) {
                status = add_field(form, grid_name(&line), err);
                grid = form->field_count - 1;
            }
            if (!status)
                status = add_line(all, line, open >= 0 ? open : grid, err);
        }
        if (status)
            return status;
    }
    return PULMA_OK;
}

static void skip_gap(struct pm_text *t)
{
    for (;;) {
        struct pm_text next = *t, line = pm_text_line(&next), word = pm_text_trim(line);
        if (pm_text_ended(t) ||
            (word.at != word.end && !is_comment(&line) && !is_separator(&line)))
            return;
        *t = next;
    }
}

pulma_status pm_form_read(struct pm_text *t,
                          enum pm_naming (*naming)(const struct pm_text *word),
                          struct pm_arena *arena, struct pm_form *form, pulma_error *err)
{
    skip_gap(t);
    if (pm_text_ended(t))
        return PULMA_NONE;
    *form = (struct pm_form){
        .start = *t,
        .kind = {.at = t->at, .end = t->at, .line = t->line, .column = t->column}};
    form->fields = pm_new(arena, PM_FORM_MAX_FIELDS, struct pm_field);
    if (!form->fields)
        return pm_fail_memory(err);
    struct lines all = {0};
    struct pm_text word = *t;
    pm_text_blanks(&word);
    pulma_status status;
    if (pm_text_peek(&word) == '{' || pm_form_is_list(&word)) {
        *t = word;
        status = read_json(t, arena, form, &all, err);
    } else {
        status = read_lines(t, naming, arena, form, &all, err);
    }
    if (!status)
        status = settle(form, &all, arena, err);
    free(all.line);
    free(all.owner);
    return status;
}

/* ---- Asking ------------------------------------------------------------------- */

static struct pm_field *find(struct pm_form *form, const char *name)
{
    for (int i = 0; i < form->field_count; i++)
        if (pm_text_is(&form->fields[i].name, name))
            return &form->fields[i];
    return NULL;
}

const struct pm_field *pm_form_field(struct pm_form *form, const char *name)
{
    struct pm_field *field = find(form, name);
    if (field)
        field->used = true;
    return field;
}

bool pm_form_value(struct pm_form *form, const char *name, struct pm_text *value)
{
    const struct pm_field *field = pm_form_field(form, name);
    if (!field)
        return false;
    *value = field->line_count > 0 ? pm_text_trim(field->lines[0]) : field->name;
    if (field->line_count == 0)
        value->at = value->end; /* nothing there; the position is that of the name */
    return true;
}

/* A field of one value may not have further lines. */
static pulma_status one_line(struct pm_form *form, const char *name, pulma_error *err)
{
    const struct pm_field *field = find(form, name);
    if (field->line_count > 1)
        return pm_fail(err, PULMA_BAD_TEXT, &field->lines[1],
                       "expected a single value for '%s', found a second line", name);
    return PULMA_OK;
}

pulma_status pm_form_int(struct pm_form *form, const char *name, int min, int max,
                         int *value, pulma_error *err)
{
    struct pm_text t;
    if (!pm_form_value(form, name, &t))
        return PULMA_OK;
    pulma_status status = one_line(form, name, err);
    if (!status)
        status = pm_text_int(&t, min, max, value, err);
    return status ? status : pm_text_done(&t, err);
}

pulma_status pm_form_bool(struct pm_form *form, const char *name, bool *value,
                          pulma_error *err)
{
    struct pm_text t;
    if (!pm_form_value(form, name, &t))
        return PULMA_OK;
    pulma_status status = one_line(form, name, err);
    if (status)
        return status;
    if (!pm_text_is(&t, "yes") && !pm_text_is(&t, "no"))
        return pm_fail_expected(err, &t, "yes or no");
    *value = pm_text_is(&t, "yes");
    return PULMA_OK;
}

pulma_status pm_form_block(struct pm_form *form, const char *name,
                           const struct pm_field **block, pulma_error *err)
{
    *block = pm_form_field(form, name);
    if (!*block || (*block)->line_count == 0)
        return pm_fail(err, PULMA_BAD_TEXT, *block ? &(*block)->name : &form->start,
                       "expected the lines of the %s, found none", name);
    return PULMA_OK;
}

pulma_status pm_form_done(struct pm_form *form, pulma_error *err)
{
    for (int i = 0; i < form->field_count; i++) {
        const struct pm_field *field = &form->fields[i];
        if (!field->used && !pm_text_is(&field->name, "title"))
            return pm_fail(
                err, PULMA_BAD_TEXT, &field->name,
                "this kind of puzzle has no field '%.*s'",
                (int)(pm_text_len(&field->name) > 40 ? 40 : pm_text_len(&field->name)),
                field->name.at);
    }
    return PULMA_OK;
}

/* ---- Writing ------------------------------------------------------------------- */

void pm_form_begin(struct pm_form_out *w, struct pm_out *out, bool json, const char *kind,
                   const char *title)
{
    *w = (struct pm_form_out){.out = out, .json = json};
    if (json) {
        pm_out_text(out, "{\"kind\": ");
        pm_json_put(out, kind, strlen(kind));
    } else {
        pm_out_f(out, "%s\n", kind);
    }
    if (title[0])
        pm_form_put(w, "title", "%s", title);
}

static void close_block(struct pm_form_out *w)
{
    if (w->in_block && w->json)
        pm_out_char(w->out, ']');
    w->in_block = false;
}

void pm_form_put(struct pm_form_out *w, const char *name, const char *format, ...)
{
    close_block(w);
    char small[256];
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int len = vsnprintf(small, sizeof small, format, list);
    va_end(list);
    char *text = small, *large = NULL;
    if (len >= (int)sizeof small) {
        text = large = malloc((size_t)len + 1);
        if (large)
            vsnprintf(large, (size_t)len + 1, format, again);
    }
    va_end(again);
    if (!text || len < 0) {
        w->out->failed = true;
    } else if (w->json) {
        pm_out_text(w->out, ", ");
        pm_json_put(w->out, name, strlen(name));
        pm_out_text(w->out, ": ");
        pm_json_put(w->out, text, (size_t)len);
    } else {
        pm_out_f(w->out, "%s: %s\n", name, text);
    }
    free(large);
}

void pm_form_put_int(struct pm_form_out *w, const char *name, int value)
{
    close_block(w);
    pm_out_f(w->out, w->json ? ", \"%s\": %d" : "%s: %d\n", name, value);
}

void pm_form_put_bool(struct pm_form_out *w, const char *name, bool value)
{
    close_block(w);
    const char *word = w->json ? (value ? "true" : "false") : value ? "yes" : "no";
    pm_out_f(w->out, w->json ? ", \"%s\": %s" : "%s: %s\n", name, word);
}

void pm_form_open(struct pm_form_out *w, const char *name)
{
    close_block(w);
    if (w->json)
        pm_out_f(w->out, ", \"%s\": [", name);
    else if (strcmp(name, "grid") != 0 || w->after_block)
        pm_out_f(w->out, "%s:\n", name);
    w->in_block = w->first_line = w->after_block = true;
}

void pm_form_line(struct pm_form_out *w, const char *line)
{
    assert(w->in_block);
    if (w->json) {
        if (!w->first_line)
            pm_out_text(w->out, ", ");
        pm_json_put(w->out, line, strlen(line));
    } else {
        pm_out_text(w->out, line);
        pm_out_char(w->out, '\n');
    }
    w->first_line = false;
}

void pm_form_end(struct pm_form_out *w)
{
    close_block(w);
    if (w->json)
        pm_out_text(w->out, "}\n");
}
