/* A program row by row as formulas: what a model says about one puzzle. */
#include "export/export.h"

#include <math.h>
#include <string.h>

#include "core/text.h"
#include "mathprog/formula.h"
#include "program/build.h"

/* More rows than anybody reads. */
enum { MOST_ROWS = 300 };

/* "x[1,2]" as x_{1,2}. */
static void put_column(const struct pm_column *c, struct pm_out *out)
{
    const size_t len = strcspn(c->name, "[");
    struct pm_text name = pm_text_of(c->name, len);
    pm_formula_name(out, &name);
    if (!c->name[len])
        return;
    pm_out_text(out, "_{");
    pm_formula_words(out, c->name + len + 1, strlen(c->name + len + 1) - 1);
    pm_out_char(out, '}');
}

static void put_term(const struct pm_program *p, double value, int column, bool first,
                     struct pm_out *out)
{
    if (value < 0)
        pm_out_text(out, first ? "-" : " - ");
    else if (!first)
        pm_out_text(out, " + ");
    if (fabs(value) != 1)
        pm_out_f(out, "%.10g\\,", fabs(value));
    put_column(&p->columns[column], out);
}

/* The sum of a row, without the column that stands in for which side of zero it is on. */
static void put_sum(const struct pm_program *p, const struct pm_row *row,
                    struct pm_out *out)
{
    bool first = true;
    for (int k = row->first; k < row->first + row->count; k++) {
        const struct pm_entry *e = &p->entries[k];
        if (e->column == row->stand_in || e->value == 0)
            continue;
        put_term(p, e->value, e->column, first, out);
        first = false;
    }
    if (first)
        pm_out_char(out, '0');
}

static void put_linear(const struct pm_program *p, const struct pm_row *row,
                       struct pm_out *out)
{
    const bool both = isfinite(row->lower) && isfinite(row->upper);
    const bool equal = both && row->lower == row->upper;
    if (both && !equal)
        pm_out_f(out, "%.10g \\le ", row->lower + 0.0);
    put_sum(p, row, out);
    if (equal)
        pm_out_f(out, " = %.10g", row->lower + 0.0);
    else if (isfinite(row->upper))
        pm_out_f(out, " \\le %.10g", row->upper + 0.0);
    else if (isfinite(row->lower))
        pm_out_f(out, " \\ge %.10g", row->lower + 0.0);
}

static void put_row(const struct pm_program *p, const struct pm_row *row,
                    struct pm_out *out)
{
    switch (row->role) {
    case PM_PRODUCT:
        put_column(&p->columns[row->stand_in], out);
        pm_out_text(out, " = ");
        put_column(&p->columns[row->factors[0]], out);
        pm_out_text(out, " \\cdot ");
        put_column(&p->columns[row->factors[1]], out);
        break;
    case PM_ABS_AT_LEAST:
    case PM_ABS_AT_MOST:
        pm_out_text(out, "\\left|");
        put_sum(p, row, out);
        pm_out_f(out,
                 row->role == PM_ABS_AT_MOST ? "\\right| \\le %.10g"
                                             : "\\right| \\ge %.10g",
                 row->role == PM_ABS_AT_MOST   ? row->upper
                 : row->lower + row->upper > 0 ? row->lower
                                               : -row->upper);
        break;
    default:
        put_linear(p, row, out);
    }
}

static void put_objective(const struct pm_program *p, struct pm_out *out)
{
    bool first = true;
    pm_out_text(out, p->maximise ? "\\max\\quad & " : "\\min\\quad & ");
    for (int j = 0; j < p->column_count; j++) {
        if (p->columns[j].cost == 0)
            continue;
        put_term(p, p->columns[j].cost, j, first, out);
        first = false;
    }
    if (p->constant != 0)
        pm_out_f(out, " %s %.10g", p->constant > 0 ? "+" : "-", fabs(p->constant));
    pm_out_text(out, " \\\\\n");
}

void pm_program_latex(const struct pm_program *p, struct pm_out *out)
{
    pm_out_f(out, "\\section*{This puzzle}\n\\noindent %d variables, %d rows%s.\n",
             p->column_count, p->row_count,
             p->row_count > MOST_ROWS ? ", which are too many to be written out" : "");
    if (p->row_count > MOST_ROWS || p->row_count == 0)
        return;
    pm_out_text(out, "\\begin{align*}\n");
    if (p->has_objective)
        put_objective(p, out);
    for (int i = 0; i < p->row_count; i++) {
        pm_out_text(out, "& ");
        put_row(p, &p->rows[i], out);
        pm_out_text(out, " \\tag{\\textsf{");
        pm_formula_words(out, p->rows[i].name, strlen(p->rows[i].name));
        pm_out_text(out, i + 1 < p->row_count ? "}} \\\\\n" : "}}\n");
    }
    pm_out_text(out, "\\end{align*}\n");
}
