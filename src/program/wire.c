#include "program/wire.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "program/build.h"

void pm_wire_put_int(struct pm_out *out, int64_t value)
{
    pm_out_bytes(out, (const char *)&value, sizeof value);
}

void pm_wire_put_number(struct pm_out *out, double value)
{
    pm_out_bytes(out, (const char *)&value, sizeof value);
}

void pm_wire_put_bytes(struct pm_out *out, const char *bytes, size_t len)
{
    pm_wire_put_int(out, (int64_t)len);
    pm_out_bytes(out, bytes, len);
}

/* The next `len` bytes; NULL, and the message is bad, if there are fewer. */
static const char *take(struct pm_wire *in, size_t len)
{
    if (in->bad || len > (size_t)(in->end - in->at)) {
        in->bad = true;
        return NULL;
    }
    in->at += len;
    return in->at - len;
}

int64_t pm_wire_int(struct pm_wire *in, int64_t min, int64_t max)
{
    int64_t value = 0;
    const char *bytes = take(in, sizeof value);
    if (bytes)
        memcpy(&value, bytes, sizeof value);
    if (value < min || value > max) {
        in->bad = true;
        return min;
    }
    return value;
}

double pm_wire_number(struct pm_wire *in)
{
    double value = 0;
    const char *bytes = take(in, sizeof value);
    if (bytes)
        memcpy(&value, bytes, sizeof value);
    if (isnan(value))
        in->bad = true;
    return in->bad ? 0 : value;
}

const char *pm_wire_bytes(struct pm_wire *in, size_t *len)
{
    *len = (size_t)pm_wire_int(in, 0, in->end - in->at);
    const char *bytes = take(in, *len);
    if (!bytes)
        *len = 0;
    return bytes ? bytes : "";
}

/* An array whose length was announced: no more memory than the message is long. */
static void *wire_array(struct pm_wire *in, struct pm_arena *arena, int64_t *count,
                        size_t item)
{
    *count = pm_wire_int(in, 0, (in->end - in->at) / (int64_t)item);
    const char *bytes = take(in, (size_t)*count * item);
    void *copy = bytes ? pm_alloc(arena, (size_t)*count + 1, item) : NULL;
    if (!copy) {
        in->bad = true;
        *count = 0;
        return NULL;
    }
    memcpy(copy, bytes, (size_t)*count * item);
    return copy;
}

void pm_wire_put_program(struct pm_out *out, const struct pm_program *p)
{
    pm_wire_put_int(out, p->column_count);
    pm_wire_put_int(out, p->row_count);
    pm_wire_put_int(out, p->entry_count);
    pm_wire_put_bytes(out, p->name, strlen(p->name));
    pm_wire_put_int(out, p->maximise);
    pm_wire_put_number(out, p->constant);
    for (int i = 0; i < p->column_count; i++) {
        const struct pm_column *c = &p->columns[i];
        pm_wire_put_bytes(out, c->name, strlen(c->name));
        pm_wire_put_int(out, c->type);
        pm_wire_put_number(out, c->lower);
        pm_wire_put_number(out, c->upper);
        pm_wire_put_number(out, c->cost);
    }
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *r = &p->rows[i];
        pm_wire_put_bytes(out, r->name, strlen(r->name));
        pm_wire_put_number(out, r->lower);
        pm_wire_put_number(out, r->upper);
        pm_wire_put_int(out, r->count);
        for (int k = r->first; k < r->first + r->count; k++) {
            pm_wire_put_int(out, p->entries[k].column);
            pm_wire_put_number(out, p->entries[k].value);
        }
    }
}

static const char *wire_name(struct pm_wire *in, struct pm_arena *arena)
{
    size_t len;
    const char *bytes = pm_wire_bytes(in, &len);
    const char *name = pm_copy(arena, bytes, len);
    if (!name)
        in->bad = true;
    return name ? name : "";
}

static void wire_columns(struct pm_wire *in, struct pm_program *p)
{
    for (int i = 0; i < p->column_count && !in->bad; i++) {
        struct pm_column *c = &p->columns[i];
        c->name = wire_name(in, &p->arena);
        c->type = (enum pm_column_type)pm_wire_int(in, PM_BINARY, PM_CONTINUOUS);
        c->lower = pm_wire_number(in);
        c->upper = pm_wire_number(in);
        c->cost = pm_wire_number(in);
    }
}

static void wire_rows(struct pm_wire *in, struct pm_program *p)
{
    int entries = 0;
    for (int i = 0; i < p->row_count && !in->bad; i++) {
        struct pm_row *r = &p->rows[i];
        r->name = wire_name(in, &p->arena);
        r->lower = pm_wire_number(in);
        r->upper = pm_wire_number(in);
        r->first = entries;
        r->count = (int)pm_wire_int(in, 0, p->entry_count - entries);
        for (int k = 0; k < r->count && !in->bad; k++) {
            p->entries[entries].column = (int)pm_wire_int(in, 0, p->column_count - 1);
            p->entries[entries++].value = pm_wire_number(in);
        }
    }
    if (entries != p->entry_count)
        in->bad = true;
}

struct pm_program *pm_wire_program(struct pm_wire *in)
{
    /* No column, row or entry takes less than two words on the wire. */
    int64_t most = (in->end - in->at) / 16;
    most = most > INT_MAX ? INT_MAX : most;
    int columns = (int)pm_wire_int(in, 0, most);
    int rows = (int)pm_wire_int(in, 0, most);
    int entries = (int)pm_wire_int(in, 0, most);
    struct pm_program *p = in->bad ? NULL : pm_program_new(columns, rows, entries);
    if (!p)
        return NULL;
    size_t len;
    const char *name = pm_wire_bytes(in, &len);
    if (len < sizeof p->name)
        memcpy(p->name, name, len);
    p->maximise = pm_wire_int(in, 0, 1);
    p->constant = pm_wire_number(in);
    wire_columns(in, p);
    wire_rows(in, p);
    if (in->bad) {
        pm_program_free(p);
        return NULL;
    }
    return p;
}

void pm_wire_put_framed(struct pm_out *out, const struct pm_out *message)
{
    pm_wire_put_bytes(out, message->data, message->len);
    out->failed |= message->failed;
}

const char *pm_wire_framed(const struct pm_out *said, size_t at, size_t *len)
{
    int64_t announced;
    if (said->failed || said->len < at + sizeof announced)
        return NULL;
    memcpy(&announced, said->data + at, sizeof announced);
    *len = (size_t)announced;
    at += sizeof announced;
    return announced >= 0 && *len <= said->len - at ? said->data + at : NULL;
}

static void put_exclude(struct pm_out *out, const struct pm_exclude *x)
{
    const size_t columns = (size_t)x->column_count, count = (size_t)x->count;
    pm_wire_put_int(out, x->column_count);
    pm_out_bytes(out, (const char *)x->columns, columns * sizeof *x->columns);
    pm_wire_put_int(out, x->count);
    pm_wire_put_int(out, (int64_t)(columns * count));
    pm_out_bytes(out, (const char *)x->values, columns * count * sizeof *x->values);
    pm_wire_put_int(out, x->has_best);
    pm_wire_put_number(out, x->best);
    pm_wire_put_int(out, x->fraction);
}

static void wire_exclude(struct pm_wire *in, struct pm_arena *arena, struct pm_exclude *x)
{
    int64_t columns, values;
    x->columns = wire_array(in, arena, &columns, sizeof *x->columns);
    x->count = (int)pm_wire_int(in, 0, INT_MAX);
    x->values = wire_array(in, arena, &values, sizeof *x->values);
    in->bad |= columns > INT_MAX || values != columns * x->count;
    x->column_count = (int)columns;
    x->has_best = pm_wire_int(in, 0, 1);
    x->best = pm_wire_number(in);
    x->fraction = pm_wire_int(in, 0, 1);
}

void pm_wire_put_request(struct pm_out *out, const struct pm_mip_request *r)
{
    pm_wire_put_int(out, r->task);
    pm_wire_put_int(out, r->solver);
    pm_wire_put_number(out, r->seconds);
    pm_wire_put_int(out, r->nodes);
    pm_wire_put_int(out, r->memory);
    pm_wire_put_bytes(out, r->source.model, r->source.model_len);
    pm_wire_put_bytes(out, r->source.data, r->source.data_len);
    pm_wire_put_bytes(out, r->switches, r->switches_len);
    pm_wire_put_int(out, r->value_count);
    pm_out_bytes(out, (const char *)r->values, (size_t)r->value_count * sizeof(double));
    pm_wire_put_int(out, r->unchecked);
    pm_wire_put_int(out, r->excludes);
    if (r->excludes)
        put_exclude(out, &r->exclude);
    pm_wire_put_bytes(out, r->program, r->program_len);
    pm_wire_put_int(out, r->bound_count);
    pm_out_bytes(out, (const char *)r->bounds, (size_t)r->bound_count * sizeof(double));
}

bool pm_wire_request(struct pm_wire *in, struct pm_arena *arena, struct pm_mip_request *r)
{
    r->task = (enum pm_mip_task)pm_wire_int(in, 0, PM_MIP_TASKS - 1);
    r->solver = (enum pm_mip_solver)pm_wire_int(in, 0, PM_MIP_SOLVERS - 1);
    r->seconds = pm_wire_number(in);
    r->nodes = pm_wire_int(in, 0, INT64_MAX);
    r->memory = pm_wire_int(in, 0, INT64_MAX);
    r->source.model = pm_wire_bytes(in, &r->source.model_len);
    r->source.data = pm_wire_bytes(in, &r->source.data_len);
    const char *switches = pm_wire_bytes(in, &r->switches_len);
    r->switches = in->bad ? NULL : pm_copy(arena, switches, r->switches_len);
    in->bad |= !r->switches;
    r->values = wire_array(in, arena, &r->value_count, sizeof(double));
    r->unchecked = pm_wire_int(in, 0, 1);
    r->excludes = pm_wire_int(in, 0, 1);
    if (r->excludes)
        wire_exclude(in, arena, &r->exclude);
    r->program = pm_wire_bytes(in, &r->program_len);
    r->bounds = wire_array(in, arena, &r->bound_count, sizeof(double));
    return !in->bad;
}

void pm_wire_put_reply(struct pm_out *out, const struct pm_mip_reply *r)
{
    pm_wire_put_int(out, r->outcome);
    pm_wire_put_int(out, r->line);
    pm_wire_put_int(out, r->column);
    pm_wire_put_bytes(out, r->message, r->message_len);
    pm_wire_put_int(out, r->status);
    pm_wire_put_int(out, r->has_objective);
    pm_wire_put_int(out, r->maximise);
    pm_wire_put_int(out, r->has_bound);
    pm_wire_put_int(out, r->minimal);
    pm_wire_put_number(out, r->objective);
    pm_wire_put_number(out, r->bound);
    pm_wire_put_number(out, r->seconds);
    pm_wire_put_number(out, r->translate_seconds);
    pm_wire_put_number(out, r->solve_seconds);
    pm_wire_put_int(out, r->nodes);
    pm_wire_put_bytes(out, r->printed, r->printed_len);
    pm_wire_put_int(out, r->value_count);
    pm_out_bytes(out, (const char *)r->values, (size_t)r->value_count * sizeof(double));
    pm_wire_put_int(out, r->why_count);
    pm_out_bytes(out, (const char *)r->why, (size_t)r->why_count * sizeof(int64_t));
    pm_wire_put_bytes(out, r->program, r->program_len);
}

bool pm_wire_reply(struct pm_wire *in, struct pm_arena *arena, struct pm_mip_reply *r)
{
    r->outcome = (enum pm_mip_outcome)pm_wire_int(in, 0, PM_MIP_OUTCOMES - 1);
    r->line = (int)pm_wire_int(in, 0, INT_MAX);
    r->column = (int)pm_wire_int(in, 0, INT_MAX);
    r->message = pm_wire_bytes(in, &r->message_len);
    r->status = (enum pm_mip_status)pm_wire_int(in, 0, PM_MIP_LIMIT);
    r->has_objective = pm_wire_int(in, 0, 1);
    r->maximise = pm_wire_int(in, 0, 1);
    r->has_bound = pm_wire_int(in, 0, 1);
    r->minimal = pm_wire_int(in, 0, 1);
    r->objective = pm_wire_number(in);
    r->bound = pm_wire_number(in);
    r->seconds = pm_wire_number(in);
    r->translate_seconds = pm_wire_number(in);
    r->solve_seconds = pm_wire_number(in);
    r->nodes = pm_wire_int(in, 0, INT64_MAX);
    r->printed = pm_wire_bytes(in, &r->printed_len);
    r->values = wire_array(in, arena, &r->value_count, sizeof(double));
    r->why = wire_array(in, arena, &r->why_count, sizeof(int64_t));
    r->program = pm_wire_bytes(in, &r->program_len);
    return !in->bad;
}
