/* Programs as text for other programs: CPLEX LP, free MPS, GAMS.
 *
 * All names are made anew from the model's: each format allows other characters, and two names
 * that differ only in forbidden ones get a number after them. */
#include "export/write.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "clauses/sat.h"
#include "core/text.h"
#include "export/export.h"
#include "program/build.h"

/* ---- Names ---- */

struct style {
    const char *others; /* allowed characters besides letters and digits */
    size_t longest;
    bool fold;                   /* capitals mean the same */
    const char *const *reserved; /* in small letters; NULL ends it */
};

/* Names of columns or rows in a style: a hash table keeps them apart. */
struct names {
    struct pm_arena arena;
    const struct style *style;
    const char **slots;
    size_t slot_count; /* a power of two */
};

static bool names_init(struct names *names, const struct style *style, int count)
{
    *names = (struct names){.style = style, .slot_count = 16};
    pm_arena_init(&names->arena, 0);
    while (names->slot_count < 2 * (size_t)count + 16)
        names->slot_count *= 2;
    names->slots = pm_new(&names->arena, names->slot_count, const char *);
    return names->slots != NULL;
}

static int folded(const struct names *names, char c)
{
    return names->style->fold ? tolower((unsigned char)c) : c;
}

static bool same(const struct names *names, const char *a, const char *b)
{
    while (*a && folded(names, *a) == folded(names, *b))
        a++, b++;
    return *a == *b || (*a && folded(names, *a) == folded(names, *b));
}

/* Takes the name if it is still free. */
static bool claim(struct names *names, const char *name)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (uint64_t)folded(names, *c)) * 1099511628211u;
    size_t slot = (size_t)hash & (names->slot_count - 1);
    for (; names->slots[slot]; slot = (slot + 1) & (names->slot_count - 1))
        if (same(names, names->slots[slot], name))
            return false;
    names->slots[slot] = name;
    return true;
}

static bool is_reserved(const struct style *style, const char *name)
{
    for (const char *const *word = style->reserved; word && *word; word++)
        if (strcasecmp(*word, name) == 0)
            return true;
    return false;
}

/* A name in this style made from the model's name. */
static const char *make_name(struct names *names, const char *original)
{
    char name[300];
    size_t len = 0, most = names->style->longest - 12; /* room for a number after it */
    if (!isalpha((unsigned char)*original) || (tolower((unsigned char)original[0]) == 'e' &&
                                               !isalpha((unsigned char)original[1])))
        name[len++] = 'v'; /* "e1" may be read as a number */
    for (const char *c = original; *c && len < most; c++) {
        bool bracket = (*c == '[' || *c == ']') && strchr(names->style->others, '(');
        bool fits = isalnum((unsigned char)*c) || strchr(names->style->others, *c);
        if (*c == ']' && !bracket && !fits && !c[1])
            break; /* x[1,2] becomes x_1_2 */
        name[len++] = bracket ? (*c == '[' ? '(' : ')') : fits ? *c : '_';
    }
    name[len] = '\0';
    char *copy = pm_copy(&names->arena, name, len);
    for (int i = 2; copy && (is_reserved(names->style, copy) || !claim(names, copy)); i++) {
        snprintf(name + len, sizeof name - len, "_%d", i);
        copy = pm_copy(&names->arena, name, strlen(name));
    }
    return copy ? copy : "";
}

/* The names of a whole program. */
struct labels {
    struct names columns, rows;
    const char **column, **row;
};

static bool labels_init(struct labels *l, const struct style *style,
                        const struct pm_program *p, bool shared)
{
    bool made = names_init(&l->columns, style, p->column_count + 3 * p->row_count);
    made = names_init(&l->rows, style, 3 * p->row_count) && made;
    l->column = pm_new(&l->columns.arena, (size_t)p->column_count + 1, const char *);
    l->row = pm_new(&l->columns.arena, (size_t)p->row_count + 1, const char *);
    if (!made || !l->column || !l->row)
        return false;
    for (int j = 0; j < p->column_count; j++)
        l->column[j] = make_name(&l->columns, p->columns[j].name);
    for (int i = 0; i < p->row_count; i++)
        l->row[i] = make_name(shared ? &l->columns : &l->rows, p->rows[i].name);
    return true;
}

static void labels_free(struct labels *l)
{
    pm_arena_free(&l->columns.arena);
    pm_arena_free(&l->rows.arena);
}

/* ---- Numbers and terms ---- */

/* The shortest decimal number that reads back the same, with a point in any locale. */
static void put_number(struct pm_out *out, double value)
{
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    for (char *c = text; *c; c++)
        if (*c == ',')
            *c = '.';
    pm_out_text(out, text);
}

/* A writer of sums: breaks lines, leaves out ones. */
struct terms {
    struct pm_out *out;
    size_t line; /* where the current line began */
    bool first;
    const char *times; /* between a coefficient and its variable */
};

static void put_coefficient(struct terms *t, double value)
{
    if (t->out->len - t->line > 72) {
        pm_out_text(t->out, "\n   ");
        t->line = t->out->len;
    }
    pm_out_text(t->out, value < 0 ? (t->first ? " -" : " - ") : t->first ? " " : " + ");
    if (t->first && value < 0)
        pm_out_char(t->out, ' ');
    if (fabs(value) != 1) {
        put_number(t->out, fabs(value));
        pm_out_text(t->out, t->times);
    }
    t->first = false;
}

static void put_term(struct terms *t, double value, const char *name)
{
    put_coefficient(t, value);
    pm_out_text(t->out, name);
}

/* The product that a column stands for; NULL for an ordinary column. */
static const struct pm_row *product_of(const struct pm_program *p, int column)
{
    int row = p->defined_by[column];
    return row >= 0 && p->rows[row].role == PM_PRODUCT ? &p->rows[row] : NULL;
}

/* ---- LP ---- */

static const char *const lp_reserved[] = {
    "st",    "subject", "such",     "bounds",   "bound",    "general",  "generals",
    "gen",   "integer", "integers", "int",      "binary",   "binaries", "bin",
    "end",   "free",    "inf",      "infinity", "minimize", "maximize", "min",
    "max",   "minimum", "maximum",  "s.t.",     "sos",      "sos1",     "sos2",
    "range", "ranges",  "semi",     "semis",    "obj",      NULL};
static const struct style lp_style = {"_.(),", 90, true, lp_reserved};

/* The terms of a row or objective: linear ones, then products in brackets.  `half`: the
 * brackets are divided by two, as objectives want it. */
static void lp_terms(struct terms *t, const struct pm_program *p, const struct labels *l,
                     int n, const struct pm_entry *entries, bool half)
{
    bool products = false;
    for (int k = 0; k < n; k++)
        if (product_of(p, entries[k].column))
            products = true;
        else if (entries[k].value != 0)
            put_term(t, entries[k].value, l->column[entries[k].column]);
    if (!products)
        return;
    pm_out_text(t->out, t->first ? " [" : " + [");
    t->first = true;
    for (int k = 0; k < n; k++) {
        const struct pm_row *product = product_of(p, entries[k].column);
        if (!product || entries[k].value == 0)
            continue;
        put_coefficient(t, entries[k].value * (half ? 2 : 1));
        pm_out_f(t->out, "%s * %s", l->column[product->factors[0]],
                 l->column[product->factors[1]]);
    }
    pm_out_text(t->out, half ? " ] / 2" : " ]");
    t->first = false;
}

static void lp_side(struct pm_out *out, const struct pm_program *p, const struct labels *l,
                    int i, const char *suffix, const char *relation, double bound)
{
    const struct pm_row *row = &p->rows[i];
    struct terms t = {out, out->len, true, " "};
    pm_out_f(out, " %s%s:", l->row[i], suffix);
    lp_terms(&t, p, l, row->count, p->entries + row->first, false);
    if (t.first) /* a row without variables */
        pm_out_f(out, " 0 %s", p->column_count ? l->column[0] : "none");
    pm_out_f(out, " %s ", relation);
    put_number(out, bound);
    pm_out_char(out, '\n');
}

static void lp_row(struct pm_out *out, const struct pm_program *p, const struct labels *l,
                   int i)
{
    const struct pm_row *row = &p->rows[i];
    const bool both = isfinite(row->lower) && isfinite(row->upper);
    if (both && row->lower == row->upper) {
        lp_side(out, p, l, i, "", "=", row->lower);
        return;
    }
    if (isfinite(row->lower))
        lp_side(out, p, l, i, both ? "_low" : "", ">=", row->lower);
    if (isfinite(row->upper))
        lp_side(out, p, l, i, both ? "_up" : "", "<=", row->upper);
}

static void lp_bounds(struct pm_out *out, const struct pm_program *p,
                      const struct labels *l)
{
    pm_out_text(out, "Bounds\n");
    for (int j = 0; j < p->column_count; j++) {
        const struct pm_column *c = &p->columns[j];
        if (product_of(p, j) || (c->type == PM_BINARY && c->lower == 0 && c->upper == 1))
            continue;
        pm_out_char(out, ' ');
        if (isinf(c->lower) && isinf(c->upper)) {
            pm_out_f(out, "%s free\n", l->column[j]);
            continue;
        }
        if (isinf(c->lower))
            pm_out_text(out, "-inf");
        else
            put_number(out, c->lower);
        pm_out_f(out, " <= %s", l->column[j]);
        if (isfinite(c->upper)) {
            pm_out_text(out, " <= ");
            put_number(out, c->upper);
        }
        pm_out_char(out, '\n');
    }
    if (p->constant != 0)
        pm_out_text(out, " objective_constant = 1\n");
}

static void lp_integers(struct pm_out *out, const struct pm_program *p,
                        const struct labels *l, enum pm_column_type type,
                        const char *heading)
{
    bool any = false;
    for (int j = 0; j < p->column_count; j++) {
        const struct pm_column *c = &p->columns[j];
        /* A fixed binary is an integer here: the section Binary would free it. */
        bool binary = c->type == PM_BINARY && c->lower == 0 && c->upper == 1;
        enum pm_column_type as = binary                     ? PM_BINARY
                                 : c->type == PM_CONTINUOUS ? PM_CONTINUOUS
                                                            : PM_INTEGER;
        if (as != type || product_of(p, j))
            continue;
        if (!any)
            pm_out_f(out, "%s\n", heading);
        any = true;
        pm_out_f(out, " %s\n", l->column[j]);
    }
}

void pm_write_lp(struct pm_program *p, struct pm_out *out)
{
    struct labels l;
    if (!labels_init(&l, &lp_style, p, false)) {
        out->failed = true;
        labels_free(&l);
        return;
    }
    pm_out_f(out, "\\ %s\n%s\n obj:", p->name[0] ? p->name : "written by pulma",
             p->maximise ? "Maximize" : "Minimize");
    struct pm_entry *costs =
        pm_new(&l.columns.arena, (size_t)p->column_count + 1, struct pm_entry);
    for (int j = 0; costs && j < p->column_count; j++)
        costs[j] = (struct pm_entry){j, p->columns[j].cost};
    struct terms t = {out, out->len, true, " "};
    if (costs)
        lp_terms(&t, p, &l, p->column_count, costs, true);
    if (p->constant != 0)
        put_term(&t, p->constant, "objective_constant");
    else if (t.first)
        pm_out_f(out, " 0 %s", p->column_count ? l.column[0] : "none");
    pm_out_text(out, "\nSubject To\n");
    for (int i = 0; i < p->row_count; i++)
        if (p->rows[i].role != PM_PRODUCT)
            lp_row(out, p, &l, i);
    lp_bounds(out, p, &l);
    lp_integers(out, p, &l, PM_INTEGER, "General");
    lp_integers(out, p, &l, PM_BINARY, "Binary");
    pm_out_text(out, "End\n");
    out->failed |= !costs;
    labels_free(&l);
}

/* ---- MPS ---- */

static const struct style mps_style = {"_.(),[]", 200, false, NULL};

/* Column-wise entries: counting sort of the rows. */
struct by_column {
    int *start; /* column_count + 1 */
    int *row;
    double *value;
};

static bool sort_by_column(struct pm_arena *arena, const struct pm_program *p,
                           struct by_column *b)
{
    b->start = pm_new(arena, (size_t)p->column_count + 2, int);
    b->row = pm_new(arena, (size_t)p->entry_count + 1, int);
    b->value = pm_new(arena, (size_t)p->entry_count + 1, double);
    if (!b->start || !b->row || !b->value)
        return false;
    for (int k = 0; k < p->entry_count; k++)
        b->start[p->entries[k].column + 1]++;
    for (int j = 0; j < p->column_count; j++)
        b->start[j + 1] += b->start[j];
    for (int i = p->row_count - 1; i >= 0;
         i--) /* backwards: start[] ends where it should */
        for (int k = p->rows[i].first + p->rows[i].count - 1; k >= p->rows[i].first; k--) {
            int at = --b->start[p->entries[k].column + 1];
            b->row[at] = i;
            b->value[at] = p->entries[k].value;
        }
    /* start[j + 1] is where column j begins now. */
    for (int j = 0; j < p->column_count; j++)
        b->start[j] = b->start[j + 1];
    b->start[p->column_count] = p->entry_count;
    return true;
}

static void mps_line(struct pm_out *out, const char *head, const char *name, double value)
{
    pm_out_f(out, " %s %s ", head, name);
    put_number(out, value);
    pm_out_char(out, '\n');
}

static void mps_columns(struct pm_out *out, const struct pm_program *p,
                        const struct labels *l, const struct by_column *b)
{
    bool inside = false;
    int markers = 0;
    pm_out_text(out, "COLUMNS\n");
    /* A right-hand side of the objective would do, but readers do not agree on its sign. */
    if (p->constant != 0)
        mps_line(out, "objective_constant", "objective",
                 p->maximise ? -p->constant : p->constant);
    for (int j = 0; j <= p->column_count; j++) {
        bool integer = j < p->column_count && p->columns[j].type != PM_CONTINUOUS;
        if (integer != inside)
            pm_out_f(out, " M%d 'MARKER' '%s'\n", ++markers, integer ? "INTORG" : "INTEND");
        inside = integer;
        if (j == p->column_count)
            break;
        double cost = p->maximise ? -p->columns[j].cost : p->columns[j].cost;
        if (cost != 0 || b->start[j] == b->start[j + 1])
            mps_line(out, l->column[j], "objective", cost);
        for (int k = b->start[j]; k < b->start[j + 1]; k++)
            mps_line(out, l->column[j], l->row[b->row[k]], b->value[k]);
    }
}

static void mps_bounds(struct pm_out *out, const struct pm_program *p,
                       const struct labels *l)
{
    pm_out_text(out, "BOUNDS\n");
    if (p->constant != 0)
        mps_line(out, "FX B", "objective_constant", 1);
    for (int j = 0; j < p->column_count; j++) {
        const struct pm_column *c = &p->columns[j];
        if (c->type == PM_BINARY && c->lower == 0 && c->upper == 1)
            pm_out_f(out, " BV B %s\n", l->column[j]);
        else if (isinf(c->lower) && isinf(c->upper))
            pm_out_f(out, " FR B %s\n", l->column[j]);
        else if (c->lower == c->upper)
            mps_line(out, "FX B", l->column[j], c->lower);
        else {
            if (isinf(c->lower))
                pm_out_f(out, " MI B %s\n", l->column[j]);
            else
                mps_line(out, "LO B", l->column[j], c->lower);
            if (isinf(c->upper))
                pm_out_f(out, " PL B %s\n", l->column[j]);
            else
                mps_line(out, "UP B", l->column[j], c->upper);
        }
    }
}

static char mps_type(const struct pm_row *row)
{
    return row->lower == row->upper ? 'E' : isinf(row->lower) ? 'L' : 'G';
}

static void mps_rows(struct pm_out *out, const struct pm_program *p, const struct labels *l)
{
    pm_out_text(out, "ROWS\n N objective\n");
    for (int i = 0; i < p->row_count; i++)
        pm_out_f(out, " %c %s\n", mps_type(&p->rows[i]), l->row[i]);
}

static void mps_sides(struct pm_out *out, const struct pm_program *p,
                      const struct labels *l)
{
    pm_out_text(out, "RHS\n");
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *row = &p->rows[i];
        double side = isinf(row->lower) ? row->upper : row->lower;
        if (side != 0)
            mps_line(out, "S", l->row[i], side);
    }
    bool any = false;
    for (int i = 0; i < p->row_count; i++) {
        const struct pm_row *row = &p->rows[i];
        if (isinf(row->lower) || isinf(row->upper) || row->lower == row->upper)
            continue;
        if (!any)
            pm_out_text(out, "RANGES\n");
        any = true;
        mps_line(out, "R", l->row[i], row->upper - row->lower);
    }
}

/* C1, C2, ... and R1, R2, ...: names that any reader takes and that come back unchanged. */
static bool plain_labels(struct labels *l, const struct pm_program *p)
{
    l->column = pm_new(&l->columns.arena, (size_t)p->column_count + 1, const char *);
    l->row = pm_new(&l->columns.arena, (size_t)p->row_count + 1, const char *);
    if (!l->column || !l->row)
        return false;
    char name[20];
    for (int j = 0; j < p->column_count; j++) {
        int len = snprintf(name, sizeof name, "C%d", j + 1);
        if (!(l->column[j] = pm_copy(&l->columns.arena, name, (size_t)len)))
            return false;
    }
    for (int i = 0; i < p->row_count; i++) {
        int len = snprintf(name, sizeof name, "R%d", i + 1);
        if (!(l->row[i] = pm_copy(&l->columns.arena, name, (size_t)len)))
            return false;
    }
    return true;
}

void pm_write_mps(const struct pm_program *p, bool plain, struct pm_out *out)
{
    struct labels l = {0};
    struct by_column b;
    bool made = plain ? plain_labels(&l, p) : labels_init(&l, &mps_style, p, true);
    if (!made || !sort_by_column(&l.columns.arena, p, &b)) {
        out->failed = true;
        labels_free(&l);
        return;
    }
    if (p->maximise)
        pm_out_text(out, "* The objective is to be maximised: it is negated here.\n");
    pm_out_text(out, "NAME pulma\n");
    mps_rows(out, p, &l);
    mps_columns(out, p, &l, &b);
    mps_sides(out, p, &l);
    mps_bounds(out, p, &l);
    pm_out_text(out, "ENDATA\n");
    labels_free(&l);
}

/* ---- GAMS ---- */

static const char *const gams_reserved[] = {
    "abort",      "acronym",  "acronyms",  "alias",      "all",         "and",
    "assign",     "binary",   "break",     "card",       "continue",    "diag",
    "display",    "do",       "else",      "elseif",     "endfor",      "endif",
    "endloop",    "endwhile", "eps",       "eq",         "equation",    "equations",
    "execute",    "file",     "files",     "for",        "free",        "function",
    "ge",         "gt",       "if",        "imp",        "inf",         "integer",
    "le",         "loop",     "lt",        "maximizing", "minimizing",  "model",
    "models",     "na",       "ne",        "negative",   "nonnegative", "no",
    "not",        "option",   "options",   "or",         "ord",         "parameter",
    "parameters", "positive", "prod",      "put",        "putclose",    "repeat",
    "sameas",     "sand",     "scalar",    "scalars",    "semicont",    "semiint",
    "set",        "sets",     "singleton", "smax",       "smin",        "solve",
    "sor",        "sos1",     "sos2",      "sum",        "system",      "table",
    "tables",     "then",     "undf",      "until",      "using",       "variable",
    "variables",  "while",    "xor",       "yes",        "objective",   "objective_row",
    "pulma",      NULL};
static const struct style gams_style = {"_", 60, true, gams_reserved};

bool pm_gams_reserved(const char *name)
{
    static const char *const own[] = {"idx", "goal", "puzzle", "answer", NULL};
    for (int i = 0; gams_reserved[i]; i++)
        if (strcasecmp(gams_reserved[i], name) == 0)
            return true;
    for (int i = 0; own[i]; i++) /* of pm_model_gams() */
        if (strcasecmp(own[i], name) == 0)
            return true;
    return false;
}

static void gams_terms(struct terms *t, const struct pm_program *p, const struct labels *l,
                       int n, const struct pm_entry *entries, int skip)
{
    for (int k = 0; k < n; k++) {
        const struct pm_row *product = product_of(p, entries[k].column);
        if (entries[k].value == 0 || entries[k].column == skip)
            continue;
        put_coefficient(t, entries[k].value);
        if (product)
            pm_out_f(t->out, "%s*%s", l->column[product->factors[0]],
                     l->column[product->factors[1]]);
        else
            pm_out_text(t->out, l->column[entries[k].column]);
    }
    if (t->first)
        pm_out_text(t->out, " 0");
}

/* Rows with two bounds are two equations. */
static void gams_side(struct pm_out *out, const struct pm_program *p,
                      const struct labels *l, int i, const char *suffix,
                      const char *relation, double bound)
{
    const struct pm_row *row = &p->rows[i];
    const bool absolute = row->role == PM_ABS_AT_LEAST || row->role == PM_ABS_AT_MOST;
    struct terms t = {out, out->len, true, "*"};
    pm_out_f(out, "%s%s..%s", l->row[i], suffix, absolute ? " abs(" : "");
    gams_terms(&t, p, l, row->count, p->entries + row->first, row->stand_in);
    pm_out_f(out, "%s =%s= ", absolute ? " )" : "", relation);
    put_number(out, bound);
    pm_out_text(out, ";\n");
}

/* |e| + f <= a, from the rows e + f <= a and - e + f <= a: e is what differs in them. */
static void gams_within(struct pm_out *out, const struct pm_program *p,
                        const struct labels *l, int i)
{
    const struct pm_row *row = &p->rows[i], *partner = &p->rows[row->partner];
    struct terms t = {out, out->len, true, "*"};
    pm_out_f(out, "%s.. abs(", l->row[i]);
    for (int inside = 1; inside >= 0; inside--) {
        for (int k = 0; k < row->count; k++) {
            const struct pm_entry *e = &p->entries[row->first + k];
            if ((e->value != p->entries[partner->first + k].value) == inside)
                gams_terms(&t, p, l, 1, e, -1);
        }
        pm_out_text(out, inside ? " )" : " =l= ");
        t.first = false;
    }
    put_number(out, row->upper);
    pm_out_text(out, ";\n");
}

static bool is_range(const struct pm_row *row)
{
    return isfinite(row->lower) && isfinite(row->upper) && row->lower != row->upper &&
           row->role != PM_ABS_AT_LEAST && row->role != PM_ABS_AT_MOST;
}

/* Products stand where they are used, and an absolute value is one row. */
static bool gams_has_row(const struct pm_row *row)
{
    return row->role != PM_PRODUCT && row->role != PM_ABS_WITHIN_2;
}

static void gams_row(struct pm_out *out, const struct pm_program *p, const struct labels *l,
                     int i)
{
    const struct pm_row *row = &p->rows[i];
    if (row->role == PM_ABS_WITHIN)
        gams_within(out, p, l, i);
    else if (row->role == PM_ABS_AT_MOST)
        gams_side(out, p, l, i, "", "l", row->upper);
    else if (row->role == PM_ABS_AT_LEAST)
        gams_side(out, p, l, i, "", "g",
                  row->lower + row->upper > 0 ? row->lower : -row->upper);
    else if (row->lower == row->upper)
        gams_side(out, p, l, i, "", "e", row->lower);
    else {
        if (isfinite(row->lower))
            gams_side(out, p, l, i, is_range(row) ? "_lo" : "", "g", row->lower);
        if (isfinite(row->upper))
            gams_side(out, p, l, i, is_range(row) ? "_up" : "", "l", row->upper);
    }
}

static void gams_declare(struct pm_out *out, const struct pm_program *p,
                         const struct labels *l, enum pm_column_type type,
                         const char *heading)
{
    bool any = false;
    for (int j = 0; j < p->column_count; j++) {
        if (p->columns[j].type != type || p->defined_by[j] >= 0)
            continue;
        pm_out_f(out, any ? ",\n    %s" : "%s\n    %s", any ? l->column[j] : heading,
                 l->column[j]);
        any = true;
    }
    if (any)
        pm_out_text(out, ";\n");
}

static void gams_bounds(struct pm_out *out, const struct pm_program *p,
                        const struct labels *l)
{
    for (int j = 0; j < p->column_count; j++) {
        const struct pm_column *c = &p->columns[j];
        if (p->defined_by[j] >= 0 ||
            (c->type == PM_BINARY && c->lower == 0 && c->upper == 1))
            continue;
        pm_out_f(out, "%s.lo = ", l->column[j]);
        if (isinf(c->lower))
            pm_out_text(out, "-inf");
        else
            put_number(out, c->lower);
        pm_out_f(out, "; %s.up = ", l->column[j]);
        if (isinf(c->upper))
            pm_out_text(out, "inf");
        else
            put_number(out, c->upper);
        pm_out_text(out, ";\n");
    }
}

static void gams_equations(struct pm_out *out, const struct pm_program *p,
                           const struct labels *l)
{
    pm_out_text(out, "Equations\n    objective_row");
    for (int i = 0; i < p->row_count; i++) {
        if (!gams_has_row(&p->rows[i]))
            continue;
        if (is_range(&p->rows[i]))
            pm_out_f(out, ",\n    %s_lo,\n    %s_up", l->row[i], l->row[i]);
        else
            pm_out_f(out, ",\n    %s", l->row[i]);
    }
    pm_out_text(out, ";\n");
}

static const char *gams_type(struct pm_program *p)
{
    struct pm_size size;
    if (pm_program_size(p, false, &size) != PULMA_OK)
        return "mip";
    return p->nonlinear ? "minlp" : strcmp(size.kind, "LP") == 0 ? "lp" : "mip";
}

void pm_write_gams(struct pm_program *p, struct pm_out *out)
{
    struct labels l;
    if (!labels_init(&l, &gams_style, p, true)) {
        out->failed = true;
        labels_free(&l);
        return;
    }
    pm_out_f(out, "* %s\n", p->name[0] ? p->name : "written by pulma");
    gams_declare(out, p, &l, PM_BINARY, "Binary Variables");
    gams_declare(out, p, &l, PM_INTEGER, "Integer Variables");
    gams_declare(out, p, &l, PM_CONTINUOUS, "Variables");
    pm_out_text(out, "Variable objective;\n");
    gams_equations(out, p, &l);
    pm_out_text(out, "objective_row.. objective =e=");
    struct terms t = {out, out->len, true, "*"};
    for (int j = 0; j < p->column_count; j++) {
        const struct pm_entry cost = {j, p->columns[j].cost};
        if (cost.value != 0)
            gams_terms(&t, p, &l, 1, &cost, -1);
    }
    if (p->constant != 0 || t.first) {
        pm_out_text(out, t.first ? " " : p->constant < 0 ? " - " : " + ");
        put_number(out, t.first ? p->constant : fabs(p->constant));
    }
    pm_out_text(out, ";\n");
    for (int i = 0; i < p->row_count; i++)
        if (gams_has_row(&p->rows[i]))
            gams_row(out, p, &l, i);
    gams_bounds(out, p, &l);
    pm_out_f(out,
             "Model pulma / all /;\npulma.optcr = 0;\nSolve pulma using %s %s objective;\n",
             gams_type(p), p->maximise ? "maximizing" : "minimizing");
    labels_free(&l);
}

/* ---- The choice ---- */

/* Formats without products: what is not linear is rewritten first. */
static pulma_status write_linear(struct pm_program *p, struct pm_out *out, pulma_error *err)
{
    struct pm_program *linear;
    pulma_status status = pm_program_linearise(p, &linear, err);
    if (status == PULMA_OK)
        pm_write_mps(linear, false, out);
    pm_program_free(linear);
    return status;
}

pulma_status pm_program_write(struct pm_program *program, const char *format,
                              struct pm_out *out, pulma_error *err)
{
    pulma_status status = PULMA_OK;
    if (strcmp(format, "lp") == 0)
        pm_write_lp(program, out);
    else if (strcmp(format, "mps") == 0)
        status = write_linear(program, out, err);
    else if (strcmp(format, "gams") == 0)
        pm_write_gams(program, out);
    else if (strcmp(format, "opb") == 0)
        status = pm_write_opb(program, out, err);
    else if (strcmp(format, "cnf") == 0)
        status = pm_sat_dimacs(program, out, err);
    else
        return pm_fail(err, PULMA_BAD_CALL, NULL, "there is no format '%s'", format);
    if (status == PULMA_OK && out->failed)
        status = pm_fail_memory(err);
    return status;
}
