/* The file of --resume: one JSON document a line for each run, added when the run has ended, so
 * that whatever ends a comparison loses one run at most.
 *
 * A line is known again by the key of the puzzle and the model, which changes with either text,
 * and by the solver.  What ended at a limit counts only for a limit that is not longer. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "notations/json.h"
#include "study/inside.h"

/* ---- Writing ---- */

static void put_text(struct pm_out *out, const char *name, const char *text)
{
    pm_out_f(out, ",\"%s\":", name);
    pm_json_put(out, text, strlen(text));
}

bool study_record_add(const struct study *study, const struct study_case *one,
                      const struct study_run *run)
{
    struct pm_out out = {0};
    if (!study->record)
        return true;
    pm_out_f(&out, "{\"key\":\"%016" PRIx64 "\"", one->key);
    put_text(&out, "solver", one->solver);
    put_text(&out, "model", one->model);
    put_text(&out, "puzzle", study->puzzles[one->puzzle].name);
    put_text(&out, "status", study_outcome_word(run->outcome));
    pm_out_f(&out, ",\"limit\":%.9f,\"seconds\":%.9f,\"nodes\":%" PRId64,
             study->wish.seconds, run->seconds, run->nodes);
    if (run->has_cost)
        pm_out_f(&out, ",\"cost\":%" PRId64, run->cost);
    if (run->has_size) {
        const pulma_size *s = &run->size;
        pm_out_f(&out,
                 ",\"binary\":%d,\"integer\":%d,\"continuous\":%d,\"constraints\":%d,"
                 "\"nonzeros\":%" PRId64,
                 s->binary, s->integer, s->continuous, s->constraints, s->nonzeros);
        put_text(&out, "class", s->class_name);
        if (run->has_relaxation && isfinite(run->relaxation))
            pm_out_f(&out, ",\"relaxation\":%.17g", run->relaxation);
        else if (run->has_relaxation)
            pm_out_text(&out, ",\"relaxation\":null");
    }
    if (run->has_optimum)
        pm_out_f(&out, ",\"optimum\":%.17g", run->optimum);
    put_text(&out, "message", run->message);
    pm_out_text(&out, "}\n");
    bool good = !out.failed && fwrite(out.data, 1, out.len, study->record) == out.len &&
                fflush(study->record) == 0;
    pm_out_free(&out);
    return good;
}

/* ---- Reading ---- */

/* A member as text, cut to `size`; false: there is none. */
static bool read_text(const struct pm_json *run, const char *name, char *text, size_t size)
{
    const struct pm_json *value = pm_json_find(run, name);
    text[0] = '\0';
    if (value)
        snprintf(text, size, "%.*s", (int)pm_text_len(&value->text), value->text.at);
    return value != NULL;
}

static int64_t read_whole(const struct pm_json *run, const char *name)
{
    char text[40];
    return read_text(run, name, text, sizeof text) ? strtoll(text, NULL, 10) : 0;
}

static double read_real(const struct pm_json *run, const char *name)
{
    char text[40];
    double value = read_text(run, name, text, sizeof text) ? strtod(text, NULL) : 0;
    return isfinite(value) ? value : 0;
}

static int read_count(const struct pm_json *run, const char *name)
{
    int64_t value = read_whole(run, name);
    return value < 0 || value > INT32_MAX ? 0 : (int)value;
}

static bool read_outcome(const struct pm_json *line, enum study_outcome *outcome)
{
    const struct pm_json *word = pm_json_find(line, "status");
    for (int i = 0; word && i < STUDY_OUTCOMES; i++) {
        *outcome = (enum study_outcome)i;
        if (pm_text_is(&word->text, study_outcome_word(*outcome)))
            return true;
    }
    return false;
}

static void read_run(const struct pm_json *line, struct study_run *run)
{
    pulma_size *size = &run->size;
    run->seconds = fmax(read_real(line, "seconds"), 0);
    run->nodes = read_whole(line, "nodes");
    run->has_cost = pm_json_find(line, "cost") != NULL;
    run->cost = read_whole(line, "cost");
    run->has_size = read_text(line, "class", size->class_name, sizeof size->class_name);
    size->binary = read_count(line, "binary");
    size->integer = read_count(line, "integer");
    size->continuous = read_count(line, "continuous");
    size->variables = size->binary + size->integer + size->continuous;
    size->constraints = read_count(line, "constraints");
    size->nonzeros = read_whole(line, "nonzeros");
    const struct pm_json *relaxation = pm_json_find(line, "relaxation");
    run->has_relaxation = relaxation != NULL;
    run->relaxation = relaxation && relaxation->type == PM_JSON_NULL
                          ? INFINITY
                          : read_real(line, "relaxation");
    run->has_optimum = pm_json_find(line, "optimum") != NULL;
    run->optimum = read_real(line, "optimum");
    read_text(line, "message", run->message, sizeof run->message);
}

/* The first case of this key and solver that can take one more run; NULL: the line is about
 * something that this study does not ask. */
static struct study_case *find_case(struct study *study, const struct pm_json *line)
{
    char key[40];
    const struct pm_json *solver = pm_json_find(line, "solver");
    if (!read_text(line, "key", key, sizeof key) || !solver)
        return NULL;
    uint64_t wanted = strtoull(key, NULL, 16);
    for (int i = 0; i < study->case_count; i++) {
        struct study_case *one = &study->cases[i];
        if (one->key == wanted && one->done < study->wish.repeat &&
            pm_text_is(&solver->text, one->solver))
            return one;
    }
    return NULL;
}

/* Takes a line; `all`: whatever it says.  False: it is none of ours. */
static bool take_line(struct study *study, const struct pm_json *line, bool all)
{
    struct study_run run;
    memset(&run, 0, sizeof run);
    if (!read_outcome(line, &run.outcome))
        return false;
    struct study_case *one = find_case(study, line);
    /* What failed, or was stopped at a shorter limit, is tried again. */
    bool again =
        run.outcome >= STUDY_FAULT ||
        (run.outcome == STUDY_LIMIT && read_real(line, "limit") < study->wish.seconds);
    if (one && (all || !again)) {
        read_run(line, &run);
        study_case_take(study, one, &run);
    }
    return true;
}

/* All whole lines of the text: what stands after the last newline was cut off while writing,
 * and so may a line be after which somebody went on. */
static pulma_status take_lines(struct study *study, struct pm_text t, bool all,
                               pulma_error *err)
{
    while (t.end > t.at && t.end[-1] != '\n')
        t.end--;
    while (!pm_text_ended(&t)) {
        struct pm_text line = pm_text_line(&t), start = line;
        struct pm_arena arena;
        struct pm_json run;
        pm_arena_init(&arena, 0);
        bool ours =
            pm_text_len(&line) == 0 || (pm_json_read(&line, &arena, &run, NULL) == PULMA_OK
                                            ? take_line(study, &run, all)
                                            : pm_text_starts(&start, "{\"key\":\""));
        pm_arena_free(&arena);
        if (!ours)
            return pm_fail(err, PULMA_BAD_TEXT, &start,
                           "expected what 'pulma compare --resume' has written");
    }
    return PULMA_OK;
}

pulma_status study_take(struct study *study, const char *text, size_t len, pulma_error *err)
{
    return take_lines(study, pm_text_of(text, len), true, err);
}

void study_set_part(struct study *study, int part, int parts, FILE *record)
{
    const int64_t n = study->case_count;
    study->first_case = (int)(n * (part - 1) / parts);
    study->last_case = (int)(n * part / parts);
    study->record = record;
    study->borrowed = true;
    if (study->last_case == 0) /* which would be all of them */
        study->first_case = study->last_case = study->case_count;
}

pulma_status study_keep(struct study *study, const char *path, pulma_error *err)
{
    struct pm_out text = {0};
    char bytes[1 << 14];
    size_t n;
    study->record = fopen(path, "a+b");
    if (!study->record)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "cannot be written");
    rewind(study->record);
    while ((n = fread(bytes, 1, sizeof bytes, study->record)) > 0)
        pm_out_bytes(&text, bytes, n);
    pulma_status status =
        ferror(study->record) ? pm_fail(err, PULMA_BAD_TEXT, NULL, "cannot be read")
        : text.failed         ? pm_fail_memory(err)
                      : take_lines(study, pm_text_of(text.data, text.len), false, err);
    bool cut = text.len > 0 && text.data[text.len - 1] != '\n';
    pm_out_free(&text);
    fseek(study->record, 0, SEEK_END); /* between reading and writing */
    if (status == PULMA_OK && cut)
        fputc('\n', study->record);
    return status;
}
