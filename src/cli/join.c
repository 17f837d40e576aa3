/* pulma join: the parts of a run, put together.
 *
 * A part begins and ends with a line of its own (part.h).  Those of solve, count, rate and
 * generate have between them what the run prints, and follow each other; line numbers that a
 * part could not know are made good with the ends of those before.  Those of compare and grade
 * have results, from which the command makes its report as if it had got them itself. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/part.h"
#include "core/arena.h"
#include "core/out.h"
#include "core/text.h"
#include "notations/json.h"

enum { LONGEST_HEAD = 1 << 20, LONGEST_TAIL = 400 };

struct piece {
    const char *file;
    int part, parts;
    struct pm_text run, command;
    const struct pm_json *arguments;
    long body, end; /* where what was printed begins and ends */
    struct cli_place from, to;
    bool relative;
    int status;
};

struct joining {
    const struct cli_call *call;
    struct pm_arena arena;
    struct piece *pieces; /* after check_pieces() in order */
    int count;
};

/* ---- Reading the first and last line ---- */

static bool complain(const struct joining *j, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool complain(const struct joining *j, const char *file, const char *format, ...)
{
    pulma_error err = {.status = PULMA_BAD_TEXT};
    va_list args;
    va_start(args, format);
    vsnprintf(err.message, sizeof err.message, format, args);
    va_end(args);
    cli_fail(j->call, stdout, stderr, file, &err);
    return false;
}

static bool get_whole(const struct pm_json *value, uint64_t *number)
{
    if (!value || value->type != PM_JSON_NUMBER || pm_text_len(&value->text) > 19)
        return false;
    *number = 0;
    for (const char *c = value->text.at; c < value->text.end; c++) {
        if (*c < '0' || *c > '9')
            return false;
        *number = 10 * *number + (uint64_t)(*c - '0');
    }
    return true;
}

static bool get_int(const struct pm_json *object, const char *name, int *number)
{
    uint64_t value;
    if (!get_whole(pm_json_find(object, name), &value) || value > INT32_MAX)
        return false;
    *number = (int)value;
    return true;
}

static bool get_place(const struct pm_json *object, const char *name,
                      struct cli_place *place)
{
    const struct pm_json *list = pm_json_find(object, name);
    uint64_t v[3];
    if (!list || list->type != PM_JSON_LIST || list->count != 3)
        return false;
    for (int i = 0; i < 3; i++)
        if (!get_whole(&list->items[i], &v[i]))
            return false;
    *place = (struct cli_place){(int)v[0], v[1], (int)v[2]};
    return true;
}

/* A line of a part as JSON, if it says that it is this. */
static bool read_line(struct joining *j, const char *text, size_t len, const char *what,
                      struct pm_json *line)
{
    const char *copy = pm_copy(&j->arena, text, len);
    struct pm_text t = pm_text_of(copy, copy ? len : 0);
    const struct pm_json *name;
    return copy && pm_json_read(&t, &j->arena, line, NULL) == PULMA_OK &&
           (name = pm_json_find(line, "pulma")) && pm_text_is(&name->text, what);
}

static bool read_head(struct joining *j, struct piece *p, FILE *file)
{
    char *text = malloc(LONGEST_HEAD);
    struct pm_json head;
    const struct pm_json *run = NULL, *command = NULL;
    bool good = text && fgets(text, LONGEST_HEAD, file);
    size_t len = good ? strlen(text) : 0;
    good = good && len > 0 && text[len - 1] == '\n' &&
           read_line(j, text, len, "part", &head) && get_int(&head, "part", &p->part) &&
           get_int(&head, "parts", &p->parts) && 0 < p->part && p->part <= p->parts &&
           (run = pm_json_find(&head, "run")) &&
           (command = pm_json_find(&head, "command")) &&
           (p->arguments = pm_json_find(&head, "arguments")) &&
           p->arguments->type == PM_JSON_LIST;
    free(text);
    if (!good)
        return complain(j, p->file,
                        "expected the first line of a part, as --part writes it");
    p->run = run->text;
    p->command = command->text;
    p->body = (long)len;
    return true;
}

static bool read_tail(struct joining *j, struct piece *p, FILE *file)
{
    static const char sign[] = "{\"pulma\":\"end\"";
    char text[LONGEST_TAIL + 1];
    struct pm_json tail;
    const struct pm_json *run = NULL;
    fseek(file, 0, SEEK_END);
    const long size = ftell(file),
               start = size - p->body > LONGEST_TAIL ? size - LONGEST_TAIL : p->body;
    fseek(file, start, SEEK_SET);
    size_t len = fread(text, 1, (size_t)(size - start), file), at = len;
    text[len] = '\0';
    while (at > 0 && strncmp(text + at, sign, sizeof sign - 1) != 0)
        at--;
    bool good = len > at && text[len - 1] == '\n' &&
                read_line(j, text + at, len - at, "end", &tail) &&
                (run = pm_json_find(&tail, "run")) && get_place(&tail, "from", &p->from) &&
                get_place(&tail, "to", &p->to) && get_int(&tail, "status", &p->status) &&
                p->status <= CLI_STOPPED;
    if (!good)
        return complain(
            j, p->file,
            "part %d of %d is not complete: the same call with -o goes on with it", p->part,
            p->parts);
    const struct pm_json *relative = pm_json_find(&tail, "relative");
    p->relative = relative && relative->type == PM_JSON_TRUE;
    p->end = start + (long)at;
    return true;
}

static bool read_piece(struct joining *j, struct piece *p)
{
    pulma_error err;
    struct cli_file probe;
    if (!cli_file_open(&probe, p->file, &err))
        return cli_fail(j->call, stdout, stderr, p->file, &err), false;
    cli_file_close(&probe);
    FILE *file = fopen(p->file, "rb");
    bool good = file ? read_head(j, p, file) && read_tail(j, p, file)
                     : complain(j, p->file, "cannot be read");
    if (file)
        fclose(file);
    return good;
}

/* ---- Whether they belong together ---- */

static int by_part(const void *a, const void *b)
{
    return ((const struct piece *)a)->part - ((const struct piece *)b)->part;
}

static bool same_text(const struct pm_text *a, const struct pm_text *b)
{
    return pm_text_len(a) == pm_text_len(b) && memcmp(a->at, b->at, pm_text_len(a)) == 0;
}

/* Tells which parts are not there: "2, 5 and 7 of 10". */
static bool tell_missing(const struct joining *j)
{
    const int parts = j->pieces[0].parts;
    struct pm_out list = {0};
    int missing = parts - j->count, told = 0;
    for (int part = 1, i = 0; part <= parts && told < 20; part++) {
        if (i < j->count && j->pieces[i].part == part) {
            i++;
            continue;
        }
        pm_out_f(&list, "%s%d",
                 told == 0             ? ""
                 : told + 1 == missing ? " and "
                                       : ", ",
                 part);
        told++;
    }
    complain(j, NULL, "part%s %s%s of %d %s missing", missing == 1 ? "" : "s",
             list.data ? list.data : "", told < missing ? " and others" : "", parts,
             missing == 1 ? "is" : "are");
    pm_out_free(&list);
    return false;
}

static bool same_place(const struct cli_place *a, const struct cli_place *b)
{
    return a->file == b->file && a->position == b->position;
}

/* Sorts them; every part is there once, of one run, and each begins where the one before ended. */
static bool check_pieces(struct joining *j)
{
    struct piece *p = j->pieces;
    for (int i = 1; i < j->count; i++) {
        if (!same_text(&p[0].command, &p[i].command) || p[0].parts != p[i].parts)
            return complain(j, p[i].file, "is part %d of %d of another run than %s",
                            p[i].part, p[i].parts, p[0].file);
        if (!same_text(&p[0].run, &p[i].run))
            return complain(j, p[i].file,
                            "is of another run than %s: the call, the version or the input "
                            "were different",
                            p[0].file);
    }
    qsort(p, (size_t)j->count, sizeof *p, by_part);
    for (int i = 1; i < j->count; i++)
        if (p[i - 1].part == p[i].part)
            return complain(j, p[i].file, "is part %d of %d, and so is %s", p[i].part,
                            p[i].parts, p[i - 1].file);
    if (j->count < p[0].parts)
        return tell_missing(j);
    for (int i = 1; i < j->count; i++)
        if (!same_place(&p[i - 1].to, &p[i].from))
            return complain(
                j, p[i].file,
                "does not begin where %s ends: a part alone cannot tell how this "
                "input is to be read; run it without --part",
                p[i - 1].file);
    return true;
}

/* ---- Putting them together ---- */

/* What was printed of a part goes to `out`, or to `text`. */
static bool copy_body(const struct joining *j, const struct piece *p, int before,
                      struct pm_out *text)
{
    static const size_t size = 1 << 16;
    FILE *file = fopen(p->file, "rb");
    char *buffer = malloc(size);
    struct cli_lines lines = {.before = before};
    long left = p->end - p->body;
    bool good = file && buffer && fseek(file, p->body, SEEK_SET) == 0;
    while (good && left > 0 && !ferror(stdout)) {
        size_t n = fread(buffer, 1, left < (long)size ? (size_t)left : size, file);
        good = n > 0;
        left -= (long)n;
        if (text)
            pm_out_bytes(text, buffer, n);
        else if (p->relative)
            cli_print_lines(stdout, &lines, buffer, n);
        else
            fwrite(buffer, 1, n, stdout);
    }
    if (file)
        fclose(file);
    free(buffer);
    return good || complain(j, p->file, "cannot be read");
}

static int print_all(const struct joining *j)
{
    int status = CLI_DONE, before = 0;
    for (int i = 0; i < j->count; i++) {
        const struct piece *p = &j->pieces[i];
        const struct piece *last = i > 0 ? p - 1 : NULL;
        /* Where its first puzzle is, by the part before and by its own count. */
        before =
            !p->relative || !last
                ? 0
                : last->to.line +
                      (last->relative && last->from.file == last->to.file ? before : 0) -
                      p->from.line;
        if (!copy_body(j, p, before, NULL))
            return CLI_BAD;
        status = cli_worse(status, p->status);
    }
    return status;
}

/* Runs the command of the parts with what they found. */
static int report(struct joining *j, const struct cli_command *command)
{
    struct pm_out kept = {0};
    const struct pm_json *arguments = j->pieces[0].arguments;
    char **words = pm_new(&j->arena, (size_t)arguments->count + 1, char *);
    int status = CLI_BAD;
    bool good = words != NULL;
    for (int i = 0; good && i < arguments->count; i++) {
        const struct pm_text *t = &arguments->items[i].text;
        words[i] = pm_copy(&j->arena, t->at, pm_text_len(t));
        good = words[i] != NULL;
    }
    for (int i = 0; good && i < j->count; i++)
        good = copy_body(j, &j->pieces[i], 0, &kept);
    struct cli_call call;
    if (!good || kept.failed)
        status = cli_no_memory(j->call, stdout, stderr);
    else if (cli_parse(command, arguments->count, words, &call)) {
        call.kept = kept.data ? kept.data : "";
        call.kept_len = kept.len;
        call.memory = j->call->memory;
        status = command->run(&call);
    }
    pm_out_free(&kept);
    return status;
}

static int join(struct joining *j)
{
    for (int i = 0; i < j->count; i++)
        if (!read_piece(j, &j->pieces[i]))
            return CLI_BAD;
    if (!check_pieces(j))
        return CLI_BAD;
    for (const struct cli_command *c = cli_commands; c->name; c++)
        if ((c->run == cli_compare || c->run == cli_grade) &&
            pm_text_is(&j->pieces[0].command, c->name))
            return report(j, c);
    return print_all(j);
}

int cli_join(const struct cli_call *call)
{
    struct joining j = {.call = call, .count = call->argument_count};
    pm_arena_init(&j.arena, 0);
    j.pieces = pm_new(&j.arena, (size_t)j.count, struct piece);
    for (int i = 0; j.pieces && i < j.count; i++)
        j.pieces[i].file = call->arguments[i];
    int status = j.pieces ? join(&j) : cli_no_memory(call, stdout, stderr);
    pm_arena_free(&j.arena);
    return status;
}
