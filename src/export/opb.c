/* Programs as pseudo-Boolean files (OPB): sums of weighted yes/no variables.
 *
 * A column with two values is one variable; one with more is a sum of variables with weights 1,
 * 2, 4, ... whose last weight makes the sum end at the column's upper bound.  Products are written as
 * products of variables, which the nonlinear form of OPB allows. */
#include "export/write.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "program/exact.h"

struct opb {
    struct pm_program *program;
    struct pm_exact exact;
    int *first;    /* per column: number of its first variable */
    int variables; /* how many so far */
    int constraints, products;
    struct pm_out *out;
};

/* The weight of the next variable of a column of which `rest` is not yet covered. */
static int next_weight(int rest, int *power)
{
    int weight = *power < rest ? *power : rest;
    *power *= 2;
    return weight;
}

static const struct pm_row *product_of(const struct pm_program *p, int column)
{
    int row = p->defined_by[column];
    return row >= 0 && p->rows[row].role == PM_PRODUCT ? &p->rows[row] : NULL;
}

/* Numbers the variables of all columns. */
static void number_variables(struct opb *o)
{
    for (int j = 0; j < o->program->column_count; j++) {
        int rest = o->exact.upper[j] - o->exact.lower[j], power = 1;
        o->first[j] = o->variables + 1;
        while (rest > 0 && !product_of(o->program, j)) {
            rest -= next_weight(rest, &power);
            o->variables++;
        }
    }
}

/* The terms of weight times column, without its lower bound. */
static void put_column(struct opb *o, int64_t weight, int column)
{
    const struct pm_row *product = product_of(o->program, column);
    if (product) {
        pm_out_f(o->out, "%+lld x%d x%d ", (long long)weight, o->first[product->factors[0]],
                 o->first[product->factors[1]]);
        return;
    }
    int rest = o->exact.upper[column] - o->exact.lower[column], power = 1;
    for (int variable = o->first[column]; rest > 0; variable++) {
        int step = next_weight(rest, &power);
        pm_out_f(o->out, "%+lld x%d ", (long long)(weight * step), variable);
        rest -= step;
    }
}

/* sign * row relation sign * bound. */
static void put_row(struct opb *o, int i, int sign, const char *relation, int64_t bound)
{
    const struct pm_row *row = &o->program->rows[i];
    size_t before = o->out->len;
    for (int k = row->first; k < row->first + row->count; k++) {
        const int column = o->program->entries[k].column;
        bound -= (int64_t)o->exact.weights[k] * o->exact.lower[column];
        put_column(o, (int64_t)sign * o->exact.weights[k], column);
    }
    if (o->out->len == before)
        pm_out_text(o->out, "+0 x1 ");
    pm_out_f(o->out, "%s %lld ;\n", relation, (long long)(sign * bound));
    o->constraints++;
}

static void put_rows(struct opb *o)
{
    for (int i = 0; i < o->program->row_count; i++) {
        const struct pm_exact_row *row = &o->exact.rows[i];
        if (o->program->rows[i].role == PM_PRODUCT)
            continue;
        if (row->lower == row->upper) {
            put_row(o, i, 1, "=", row->lower);
            continue;
        }
        if (row->lower != INT64_MIN)
            put_row(o, i, 1, ">=", row->lower);
        if (row->upper != INT64_MAX)
            put_row(o, i, -1, ">=", row->upper);
    }
}

static void put_objective(struct opb *o)
{
    if (!o->program->has_objective)
        return;
    pm_out_text(o->out, "min: ");
    for (int j = 0; j < o->program->column_count; j++)
        if (o->exact.costs[j])
            put_column(o, o->exact.costs[j], j);
    pm_out_text(o->out, ";\n");
}

/* What the variables mean, for whoever reads the solver's answer. */
static void put_legend(struct opb *o)
{
    for (int j = 0; j < o->program->column_count; j++) {
        int rest = o->exact.upper[j] - o->exact.lower[j], power = 1;
        if (product_of(o->program, j))
            continue;
        pm_out_f(o->out, "* %s = %d", o->program->columns[j].name, o->exact.lower[j]);
        for (int variable = o->first[j]; rest > 0; variable++) {
            int step = next_weight(rest, &power);
            pm_out_f(o->out, " + %d x%d", step, variable);
            rest -= step;
        }
        pm_out_char(o->out, '\n');
    }
    if (o->program->has_objective) {
        pm_out_text(o->out, "* the objective times ");
        pm_out_number(o->out, 1 / o->exact.cost_scale, 9);
        pm_out_text(o->out, ", without its constant\n");
    }
}

pulma_status pm_write_opb(struct pm_program *program, struct pm_out *out, pulma_error *err)
{
    struct pm_out body = {0};
    struct opb o = {.program = program, .out = &body};
    pulma_status status = pm_exact_make(program, true, &o.exact, err);
    if (status != PULMA_OK)
        return status;
    o.first = pm_new(&program->arena, (size_t)program->column_count + 1, int);
    if (!o.first)
        return pm_fail_memory(err);
    for (int j = 0; j < program->column_count; j++)
        if (o.exact.upper[j] < o.exact.lower[j])
            return pm_fail(err, PULMA_UNAVAILABLE, NULL, "variable %s has no value left",
                           program->columns[j].name);
    for (int i = 0; i < program->row_count; i++)
        o.products += program->rows[i].role == PM_PRODUCT;
    number_variables(&o);
    put_legend(&o);
    put_objective(&o);
    put_rows(&o);
    pm_out_f(out, "* #variable= %d #constraint= %d", o.variables, o.constraints);
    if (o.products)
        pm_out_f(out, " #product= %d sizeproduct= %d", o.products, 2 * o.products);
    pm_out_char(out, '\n');
    pm_out_bytes(out, body.data ? body.data : "", body.len);
    out->failed |= body.failed;
    pm_out_free(&body);
    return out->failed ? pm_fail_memory(err) : PULMA_OK;
}
