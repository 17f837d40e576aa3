/* The file of --resume: one JSON document a line for each run, added when the run has ended, so
 * that whatever ends a comparison loses one run at most.
 *
 * A line is known again by the key of the puzzle and the model, which changes with either text,
 * and by the solver.  What ended at a limit counts only for a limit that is not longer. */
#include "cli/study.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ---- */

static void put_text(FILE *out, const char *name, const char *text)
{
    fprintf(out, ",\"%s\":", name);
    cli_json_text(out, text);
}

void cli_record_add(struct cli_study *study, const struct cli_case *one,
                    const struct cli_run *run)
{
    FILE *out = study->record;
    const struct cli_study_puzzle *p = &study->puzzles[one->puzzle];
    if (!out)
        return;
    fprintf(out, "{\"key\":\"%016" PRIx64 "\"", one->key);
    put_text(out, "solver", one->solver);
    put_text(out, "model", one->model);
    put_text(out, "puzzle", p->name);
    put_text(out, "status", cli_outcome_word(run->outcome));
    fprintf(out, ",\"limit\":%.9f,\"seconds\":%.9f,\"nodes\":%" PRId64, study->seconds,
            run->seconds, run->nodes);
    if (run->has_cost)
        fprintf(out, ",\"cost\":%" PRId64, run->cost);
    if (run->has_size) {
        const pulma_size *s = &run->size;
        fprintf(out,
                ",\"binary\":%d,\"integer\":%d,\"continuous\":%d,\"constraints\":%d,"
                "\"nonzeros\":%" PRId64,
                s->binary, s->integer, s->continuous, s->constraints, s->nonzeros);
        put_text(out, "class", s->class_name);
    }
    put_text(out, "message", run->message);
    fputs("}\n", out);
    if (fflush(out) != 0 && study->status != CLI_BAD) {
        fprintf(stderr, "%s: cannot be written\n", study->record_path);
        study->status = CLI_BAD;
    }
}

/* ---- Reading ---- */

/* The text of a field of a flat document, without its quotes; false: there is none.  Escapes
 * stay as they are: only messages have them, and they are for people. */
static bool find_field(const char *line, const char *name, char *value, size_t size)
{
    size_t name_len = strlen(name);
    value[0] = '\0';
    for (const char *p = line + 1; *p == '"';) {
        const char *key = p + 1, *key_end = strchr(key, '"');
        if (!key_end || key_end[1] != ':')
            return false;
        const char *start = key_end + 2, *end = start;
        bool quoted = *start == '"';
        if (quoted) {
            for (end = ++start; *end && *end != '"'; end++)
                end += *end == '\\' && end[1];
            if (!*end)
                return false;
        } else {
            end += strcspn(start, ",}");
        }
        if ((size_t)(key_end - key) == name_len && memcmp(key, name, name_len) == 0) {
            snprintf(value, size, "%.*s", (int)(end - start), start);
            return true;
        }
        p = end + quoted;
        p += *p == ',';
    }
    return false;
}

static int64_t whole_field(const char *line, const char *name)
{
    char text[40];
    return find_field(line, name, text, sizeof text) ? strtoll(text, NULL, 10) : 0;
}

static double real_field(const char *line, const char *name)
{
    char text[40];
    double value = find_field(line, name, text, sizeof text) ? strtod(text, NULL) : 0;
    return isfinite(value) && value >= 0 ? value : 0;
}

static int count_field(const char *line, const char *name)
{
    int64_t value = whole_field(line, name);
    return value < 0 || value > INT32_MAX ? 0 : (int)value;
}

static bool read_outcome(const char *line, enum cli_outcome *outcome)
{
    char word[40];
    if (!find_field(line, "status", word, sizeof word))
        return false;
    for (int i = 0; i < CLI_OUTCOMES; i++) {
        *outcome = (enum cli_outcome)i;
        if (strcmp(word, cli_outcome_word(*outcome)) == 0)
            return true;
    }
    return false;
}

static void read_run(const char *line, struct cli_run *run)
{
    char text[40];
    run->seconds = real_field(line, "seconds");
    run->nodes = whole_field(line, "nodes");
    run->has_cost = find_field(line, "cost", text, sizeof text);
    run->cost = whole_field(line, "cost");
    run->has_size =
        find_field(line, "class", run->size.class_name, sizeof run->size.class_name);
    run->size.binary = count_field(line, "binary");
    run->size.integer = count_field(line, "integer");
    run->size.continuous = count_field(line, "continuous");
    run->size.variables = run->size.binary + run->size.integer + run->size.continuous;
    run->size.constraints = count_field(line, "constraints");
    run->size.nonzeros = whole_field(line, "nonzeros");
    find_field(line, "message", run->message, sizeof run->message);
}

/* The first case of this key and solver that can take one more run; NULL: the line is about
 * something that this study does not ask. */
static struct cli_case *find_case(struct cli_study *study, const char *line)
{
    char key[40], solver[40];
    if (!find_field(line, "key", key, sizeof key) ||
        !find_field(line, "solver", solver, sizeof solver))
        return NULL;
    uint64_t wanted = strtoull(key, NULL, 16);
    for (int i = 0; i < study->case_count; i++) {
        struct cli_case *one = &study->cases[i];
        if (one->key == wanted && one->done < study->repeat &&
            strcmp(one->solver, solver) == 0)
            return one;
    }
    return NULL;
}

/* Takes a line.  False: it is none of ours. */
static bool take_line(struct cli_study *study, const char *line)
{
    struct cli_run run;
    memset(&run, 0, sizeof run);
    if (line[0] != '{' || !read_outcome(line, &run.outcome))
        return false;
    struct cli_case *one = find_case(study, line);
    if (!one)
        return true;
    if (run.outcome == CLI_BROKEN ||
        (run.outcome == CLI_LIMIT_HIT && real_field(line, "limit") < study->seconds))
        return true; /* is tried again */
    read_run(line, &run);
    cli_case_take(study, one, &run);
    return true;
}

/* All lines of the text, which ends in NUL.  Returns the first line that is none of ours; 0:
 * there is no such line.  What stands behind the last newline was cut off while writing. */
static long take_lines(struct cli_study *study, char *text)
{
    long number = 0;
    for (char *end; (end = strchr(text, '\n')); text = end + 1) {
        *end = '\0';
        number++;
        if (*text && !take_line(study, text))
            return number;
    }
    return 0;
}

static char *read_text(const char *path, size_t *len, pulma_error *err)
{
    char *bytes = cli_read_file(path, len, err);
    char *text = bytes ? realloc(bytes, *len + 1) : NULL;
    if (text)
        text[*len] = '\0';
    else
        free(bytes);
    return text;
}

bool cli_record_open(struct cli_study *study, const char *path)
{
    FILE *old = fopen(path, "rb");
    pulma_error err = {.status = PULMA_BAD_TEXT};
    size_t len = 0;
    bool cut = false;
    if (old) {
        fclose(old);
        char *text = read_text(path, &len, &err);
        if (text) {
            cut = len > 0 && text[len - 1] != '\n';
            long wrong = take_lines(study, text);
            if (wrong > 0) {
                err.line = (int)wrong;
                err.column = 1;
                snprintf(err.message, sizeof err.message,
                         "expected what 'pulma compare --resume' has written");
            }
        }
        free(text);
        if (err.message[0]) {
            study->status = cli_fail(study->call, stdout, stderr, path, &err);
            return false;
        }
    }
    study->record_path = path;
    study->record = fopen(path, "ab");
    if (!study->record) {
        snprintf(err.message, sizeof err.message, "cannot be written");
        study->status = cli_fail(study->call, stdout, stderr, path, &err);
        return false;
    }
    if (cut)
        fputc('\n', study->record);
    return true;
}
