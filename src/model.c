/* Models and solvers of integer programs: the public functions about them. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "export/export.h"
#include "handle.h"
#include "models/minizinc.h"
#include "program/switches.h"
#include "pulma/pulma.h"

/* ---- What there is --------------------------------------------------------------------- */

static const struct pm_model *model_at(int kind, int model)
{
    int count = pulma_model_count(kind) + pulma_model_faulty_count(kind);
    bool known = 0 <= model && model < count;
    return known ? pm_model_get(pm_kinds[kind]->name, model) : NULL;
}

int pulma_model_count(int kind)
{
    const struct pm_kind *k = pm_kind_at(kind);
    return k ? pm_model_count(k->name) : 0;
}

int pulma_model_faulty_count(int kind)
{
    const struct pm_kind *k = pm_kind_at(kind);
    return k ? pm_model_faulty_count(k->name) : 0;
}

const char *pulma_model_name(int kind, int model)
{
    const struct pm_model *m = model_at(kind, model);
    return m ? m->name : NULL;
}

const char *pulma_model_title(int kind, int model)
{
    const struct pm_model *m = model_at(kind, model);
    return m ? m->title : NULL;
}

const char *pulma_model_source(int kind, int model)
{
    const struct pm_model *m = model_at(kind, model);
    return m ? m->source : NULL;
}

const char *pulma_model_teaches(int kind, int model)
{
    const struct pm_model *m = model_at(kind, model);
    return m ? m->teaches : NULL;
}

const char *pulma_model_text(int kind, int model)
{
    const struct pm_model *m = model_at(kind, model);
    return m ? m->text : NULL;
}

int pulma_solver_count(void)
{
    return pm_solver_count();
}

static bool is_solver(int solver)
{
    return 0 <= solver && solver < pm_solver_count();
}

const char *pulma_solver_name(int solver)
{
    return is_solver(solver) ? pm_solver_name(solver) : NULL;
}

const char *pulma_solver_title(int solver)
{
    return is_solver(solver) ? pm_solver_title(solver) : NULL;
}

bool pulma_solver_available(int solver, char *how, size_t size)
{
    if (is_solver(solver))
        return pm_solver_available(solver, how, size);
    if (how && size)
        snprintf(how, size, "there is no such solver");
    return false;
}

const char *pulma_solver_switch(int solver, int index)
{
    for (const struct pm_switch *s = pm_switches; s->solver; s++)
        if (pm_solver_find(s->solver) == solver && index-- == 0)
            return s->text;
    return NULL;
}

pulma_status pulma_solver_check(const char *solver, pulma_error *err)
{
    return pm_solver_check(solver, err);
}

/* ---- Loading ------------------------------------------------------------------------------ */

enum { MAX_MODEL_BYTES = 16 << 20 };

static bool is_path(const char *name)
{
    size_t len = strlen(name);
    return strchr(name, '/') || (len > 4 && (strcmp(name + len - 4, ".mod") == 0 ||
                                             strcmp(name + len - 4, ".mzn") == 0));
}

static pulma_status load_file(const char *path, struct pm_arena *arena, const char **text,
                              size_t *len, pulma_error *err)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "cannot open the model %s: %s", path,
                       strerror(errno));
    struct pm_out content = {0};
    char bytes[8192];
    size_t n;
    while (content.len <= MAX_MODEL_BYTES && (n = fread(bytes, 1, sizeof bytes, file)) > 0)
        pm_out_bytes(&content, bytes, n);
    bool failed = ferror(file) != 0;
    fclose(file);
    pulma_status status = PULMA_OK;
    if (failed)
        status = pm_fail(err, PULMA_BAD_CALL, NULL, "cannot read the model %s", path);
    else if (content.len > MAX_MODEL_BYTES)
        status = pm_fail(err, PULMA_BAD_CALL, NULL, "the model %s is larger than %d bytes",
                         path, MAX_MODEL_BYTES);
    else if (!(*text = pm_copy(arena, content.data, content.len)) || content.failed)
        status = pm_fail_memory(err);
    *len = content.len;
    pm_out_free(&content);
    return status;
}

static pulma_status load_text(const char *model, struct pm_arena *arena, const char **text,
                              size_t *len, pulma_error *err)
{
    *len = strlen(model);
    if (*len > MAX_MODEL_BYTES)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "the model is larger than %d bytes",
                       MAX_MODEL_BYTES);
    *text = pm_copy(arena, model, *len);
    return *text ? PULMA_OK : pm_fail_memory(err);
}

/* Says which models there are instead. */
static pulma_status refuse_model(const struct pm_kind *kind, const char *name,
                                 pulma_error *err)
{
    char known[400] = "";
    size_t len = 0;
    for (int i = 0; i < pm_model_count(kind->name) && len < sizeof known; i++)
        len += (size_t)snprintf(known + len, sizeof known - len, "%s%s", i ? ", " : "",
                                pm_model_get(kind->name, i)->name);
    return pm_fail(err, PULMA_BAD_CALL, NULL, "%s has no model '%.60s'; %s%s", kind->name,
                   name, known[0] ? "there are " : "there are none", known);
}

pulma_status pm_load_model(const struct pm_kind *kind, const char *name,
                           struct pm_arena *arena, const char **text, size_t *len,
                           pulma_error *err)
{
    if (strchr(name, '\n'))
        return load_text(name, arena, text, len, err);
    if (is_path(name))
        return load_file(name, arena, text, len, err);
    const struct pm_model *model = pm_model_find(kind->name, name);
    if (!model)
        return refuse_model(kind, name, err);
    *text = model->text;
    *len = model->len;
    return PULMA_OK;
}

/* ---- Exports -------------------------------------------------------------------------------- */

pulma_status pm_pair_open(struct pm_pair *pair, const pulma_puzzle *puzzle,
                          const char *model, const struct pm_limits *limits,
                          pulma_error *err)
{
    *pair = (struct pm_pair){.data.limits = limits};
    pm_arena_init(&pair->arena, 0);
    if (!puzzle || !model)
        return pm_fail_null(err, puzzle ? "the model" : "the puzzle");
    const struct pm_kind *kind = pm_kind_of(puzzle);
    if (!kind->data)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "%s has no data for models",
                       kind->name);
    pulma_status status = pm_load_model(kind, model, &pair->arena, &pair->source.model,
                                        &pair->source.model_len, err);
    if (status)
        return status;
    kind->data(puzzle->data, &pair->data);
    pair->source.data = pair->data.data;
    pair->source.data_len = pair->data.len;
    return pair->data.failed ? pm_out_failure(&pair->data, err) : PULMA_OK;
}

void pm_pair_close(struct pm_pair *pair)
{
    pm_out_free(&pair->data);
    pm_arena_free(&pair->arena);
}

static struct pm_limits within(double seconds)
{
    return (struct pm_limits){.deadline = seconds > 0 ? pm_clock() + seconds : 0};
}

static pulma_status translate(const struct pm_pair *pair, bool linearise,
                              const struct pm_limits *limits, struct pm_program **program,
                              pulma_error *err)
{
    const struct pm_model_options options = {0};
    return pm_model_translate(&pair->source, &options, linearise, limits, program, err);
}

/* Within the limits of `out`. */
/* The model as formulas, then what it says about the puzzle. */
static pulma_status export_formulas(const struct pm_pair *pair,
                                    const struct pm_program *program, struct pm_out *out,
                                    pulma_error *err)
{
    static const char end[] = "\\end{document}\n";
    const size_t len = sizeof end - 1;
    pulma_status status =
        pm_model_latex(pair->source.model, pair->source.model_len, out, err);
    if (status)
        return status;
    assert(out->len > len && strcmp(out->data + out->len - len, end) == 0);
    out->len -= len;
    pm_program_latex(program, out);
    pm_out_text(out, end);
    return out->failed ? pm_fail_memory(err) : PULMA_OK;
}

static pulma_status export_pair(const struct pm_pair *pair, const char *format,
                                bool linearise, struct pm_out *out, pulma_error *err)
{
    const struct pm_limits no_limits = {0};
    if (strcmp(format, "mathprog") == 0) {
        pm_model_join(&pair->source, out);
        return PULMA_OK;
    }
    if (strcmp(format, "dat") == 0) {
        pm_out_bytes(out, pair->source.data, pair->source.data_len);
        return PULMA_OK;
    }
    if (strcmp(format, "minizinc") == 0)
        return pm_minizinc_join(&pair->source, out, err);
    struct pm_program *program = NULL;
    pulma_status status =
        translate(pair, linearise, out->limits ? out->limits : &no_limits, &program, err);
    if (!status && strcmp(format, "latex") == 0)
        status = export_formulas(pair, program, out, err);
    else if (!status && strcmp(format, "gams-sets") == 0)
        status = pm_model_gams(&pair->source, program, linearise,
                               out->limits ? out->limits : &no_limits, out, err);
    else if (!status)
        status = pm_program_write(program, format, out, err);
    pm_program_free(program);
    return status;
}

pulma_status pulma_model_export(const pulma_puzzle *puzzle, const char *model,
                                const char *format, bool linearise, char **text,
                                pulma_error *err)
{
    pm_error_clear(err);
    return pm_done(err, pm_export(puzzle, model, format, linearise, NULL, text, err),
                   PULMA_TEXT_MODEL);
}

pulma_status pm_export(const pulma_puzzle *puzzle, const char *model, const char *format,
                       bool linearise, const struct pm_limits *limits, char **text,
                       pulma_error *err)
{
    struct pm_pair pair;
    struct pm_out out = {.limits = limits};
    *text = NULL;
    pulma_status status = pm_pair_open(&pair, puzzle, model, limits, err);
    if (!status && !format)
        status = pm_fail_null(err, "the format");
    if (!status)
        status = export_pair(&pair, format, linearise, &out, err);
    pm_pair_close(&pair);
    if (!status)
        return pm_out_give(&out, text, NULL, err);
    pm_out_free(&out);
    return status;
}

pulma_status pulma_model_latex(const char *model_text, size_t len, char **text,
                               pulma_error *err)
{
    struct pm_out out = {0};
    *text = NULL;
    pm_error_clear(err);
    if (!model_text)
        return pm_fail_null(err, "the text of the model");
    pulma_status status = pm_model_latex(model_text, len, &out, err);
    if (!status)
        return pm_out_give(&out, text, NULL, err);
    pm_out_free(&out);
    return pm_done(err, status, PULMA_TEXT_MODEL);
}

pulma_status pulma_model_formulas(const char *model_text, size_t len, char **json,
                                  pulma_error *err)
{
    struct pm_out out = {0};
    *json = NULL;
    pm_error_clear(err);
    if (!model_text)
        return pm_fail_null(err, "the text of the model");
    pulma_status status = pm_model_formulas(model_text, len, &out, err);
    if (!status)
        return pm_out_give(&out, json, NULL, err);
    pm_out_free(&out);
    return pm_done(err, status, PULMA_TEXT_MODEL);
}

/* What the caller wants to know of a program, linearised or not. */
static pulma_status measure(struct pm_program *program, bool linear, pulma_size *size,
                            struct pm_out *json, pulma_error *err)
{
    struct pm_size full = {0};
    assert(program);
    if (pm_program_size(program, linear, &full))
        return pm_fail_memory(err);
    if (size) {
        *size = (pulma_size){.variables = full.variables,
                             .binary = full.binary,
                             .integer = full.integer,
                             .continuous = full.continuous,
                             .constraints = full.constraints,
                             .nonzeros = full.nonzeros};
        snprintf(size->class_name, sizeof size->class_name, "%s", full.kind);
    }
    return json ? pm_program_size_json(program, linear, json, err) : PULMA_OK;
}

pulma_status pulma_model_size(const pulma_puzzle *puzzle, const char *model, bool linearise,
                              double seconds, pulma_size *size, char **json,
                              pulma_error *err)
{
    struct pm_pair pair;
    struct pm_program *program = NULL;
    struct pm_out out = {0};
    const struct pm_limits limits = within(seconds);
    if (size)
        *size = (pulma_size){0};
    if (json)
        *json = NULL;
    pm_error_clear(err);
    pulma_status status = pm_pair_open(&pair, puzzle, model, &limits, err);
    if (!status)
        status = pm_model_translate_folded(&pair.source, NULL, &limits, &program, err);
    if (!status)
        status = measure(program, linearise, size, json ? &out : NULL, err);
    pm_program_free(program);
    pm_pair_close(&pair);
    if (!status && json)
        status = pm_out_give(&out, json, NULL, err);
    else
        pm_out_free(&out);
    if (err && status == PULMA_LIMIT)
        err->limit = PULMA_LIMIT_TIME;
    assert(status != PULMA_OK || !json || *json);
    return pm_done(err, status, PULMA_TEXT_MODEL);
}

pulma_status pulma_model_relaxation(const pulma_puzzle *puzzle, const char *model,
                                    double seconds, double *value, pulma_error *err)
{
    struct pm_pair pair;
    const struct pm_limits limits = within(seconds);
    pm_error_clear(err);
    pulma_status status = pm_pair_open(&pair, puzzle, model, &limits, err);
    if (!status)
        status = pm_model_relax(&pair.source, NULL, &limits, value, err);
    pm_pair_close(&pair);
    if (err && status == PULMA_LIMIT)
        err->limit = PULMA_LIMIT_TIME;
    return pm_done(err, status, PULMA_TEXT_MODEL);
}
