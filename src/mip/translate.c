/* From MathProg texts to a program, and from values back to what the model prints.
 *
 * GLPK's translator reads files by name, but takes "/dev/stdin" to mean the C stream,
 * and that can be a stream over memory.  So no file is opened at all. */
#define _GNU_SOURCE /* memmem; in glibc stdin may be assigned */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "mip/mip.h"

enum { MAX_PRINTED = 4 << 20 }; /* no answer is as long */

/* ---- What GLPK says ---- */

/* Called by GLPK with everything it would print on a terminal: what the model prints, and
 * remarks of the translator, which come whole. */
static int listen(void *info, const char *text)
{
    struct mip_job *job = info;
    if (job->printing && strncmp(text, "Checking (line ", 15) != 0 &&
        strcmp(text, "Model has been successfully processed\n") != 0)
        pm_out_text(&job->screen, text);
    if (job->screen.len > MAX_PRINTED) {
        mip_fail(job, PM_MIP_BROKEN, 0, "the model prints more than %d bytes", MAX_PRINTED);
        longjmp(job->gave_up, MIP_TOLD);
    }
    if (job->talk.len > 1 << 16) /* only the end is of interest */
        job->talk.len = 0;
    pm_out_text(&job->talk, text);
    return 1;
}

static void give_up(void *info)
{
    struct mip_job *job = info;
    longjmp(job->gave_up, MIP_GAVE_UP);
}

/* The last line "/dev/stdin:12: what is wrong" of what GLPK said, without its beginning. */
static const char *complaint(const struct mip_job *job, int *line, size_t *len)
{
    static const char file[] = "/dev/stdin:";
    const char *found = "";
    *len = 0;
    *line = 0;
    for (const char *at = job->talk.data ? job->talk.data : ""; *at;
         at += strcspn(at, "\n"), at += *at == '\n') {
        size_t line_len = strcspn(at, "\n");
        if (strncmp(at, file, strlen(file)) != 0 || memmem(at, line_len, ": warning: ", 11))
            continue;
        char *words;
        *line = (int)strtol(at + strlen(file), &words, 10);
        found = words + strspn(words, ": ");
        *len = line_len - (size_t)(found - at);
    }
    return found;
}

/* How many signs before `end` are those before `context_end`, blanks aside. */
static int same_signs(const char *begin, const char *end, const char *context,
                      const char *context_end)
{
    for (int n = 0;; n++) {
        while (end > begin && strchr(" \t\r\n", end[-1]))
            end--;
        while (context_end > context && context_end[-1] == ' ')
            context_end--;
        if (end == begin || context_end == context || end[-1] != context_end[-1])
            return n;
        end--, context_end--;
    }
}

/* Often the complaint is about the token before: "y not defined", with "y [" at the end of what was
 * read.  Then the column of that one, if it stands on the line. */
static int before_token(const char *line, int column, const char *context,
                        const char *token, const char *words)
{
    const char *end = token, *at = line + column - 1;
    while (end > context && end[-1] == ' ')
        end--;
    const char *begin = end;
    while (begin > context && begin[-1] != ' ')
        begin--;
    const size_t len = (size_t)(end - begin);
    if (len == 0 || strncmp(words, begin, len) != 0 || words[len] != ' ')
        return column;
    while (at > line && strchr(" \t", at[-1]))
        at--;
    const bool there = at - line >= (ptrdiff_t)len && memcmp(at - len, begin, len) == 0;
    return there ? (int)(at - line - (ptrdiff_t)len) + 1 : column;
}

/* The translator shows what it had read when it gave up, up to the token it could not take: "Context:
 * ...3 } : x [ i ] + y [".  Where that token stands in its line; 0: it shows nothing, or something
 * else. */
static int column_of(const struct mip_job *job, const char *text, size_t text_len, int line,
                     const char *words)
{
    const char *context = job->talk.data ? strstr(words, "\nContext: ") : NULL;
    const char *at = text, *text_end = text + text_len;
    for (int i = 1; at && i < line; i++) {
        at = memchr(at, '\n', (size_t)(text_end - at));
        at = at ? at + 1 : NULL;
    }
    if (!context || !at)
        return 0;
    context += strlen("\nContext: ");
    context += strspn(context, ".");
    const char *last = context + strcspn(context, "\n"), *line_end = at;
    while (line_end < text_end && *line_end != '\n')
        line_end++;
    while (last > context && last[-1] == ' ')
        last--;
    const char *token = last;
    while (token > context && token[-1] != ' ')
        token--;
    int best = 0, column = 0;
    for (const char *end = at + 1; end <= line_end; end++) {
        const bool blank = strchr(" \t\r", end[-1]) != NULL;
        const int n = blank ? 0 : same_signs(text, end, context, last);
        if (n > 0 && n >= best && n >= last - token) {
            best = n;
            column = (int)(end - at - (last - token)) + 1;
        }
    }
    return column > 0 ? before_token(at, column, context, token, words) : 0;
}

/* The translator refused the text, in its own words. */
static bool refuse(struct mip_job *job, enum pm_mip_outcome outcome)
{
    int line;
    size_t len;
    const char *words = complaint(job, &line, &len);
    const struct pm_source *s = &job->request.source;
    if (outcome == PM_MIP_BAD_MODEL)
        job->reply.column = column_of(job, s->model, s->model_len, line, words);
    if (len && memmem(words, len, "error on opening table", 22))
        mip_fail(job, outcome, line, "a model may not read or write tables");
    else if (len && memmem(words, len, "unable to open", 14) &&
             memmem(words, len, "permitted", 9))
        mip_fail(job, outcome, line, "a model may not write files");
    else if (len > 7 && memcmp(words, "check", 5) == 0 &&
             memcmp(words + len - 6, "failed", 6) == 0)
        mip_fail(job, PM_MIP_REFUSED, line, "the model does not fit these data: its %.*s",
                 (int)(len > 400 ? 400 : len), words);
    else if (len)
        mip_fail(job, outcome, line, "%.*s", (int)(len > 400 ? 400 : len), words);
    else
        mip_fail(job, outcome, 0, "the model cannot be translated");
    return false;
}

/* ---- Texts in ---- */

/* Makes the C stream stdin read this text. */
#ifdef __EMSCRIPTEN__
static bool feed(const char *text, size_t len)
{
    /* stdin cannot be assigned here, but a file lies in memory anyway. */
    static const char name[] = "/text";
    FILE *file = fopen(name, "w");
    bool good = file && fwrite(text, 1, len, file) == len;
    good = file && fclose(file) == 0 && good;
    return good && freopen(name, "r", stdin);
}
#else
static bool feed(const char *text, size_t len)
{
    /* fmemopen wants at least a byte, and MathProg a line end at the end. */
    stdin = fmemopen((void *)(uintptr_t)(len ? text : "\n"), len ? len : 1, "r");
    return stdin != NULL;
}
#endif

static bool read_texts(struct mip_job *job)
{
    const struct pm_source *s = &job->request.source;
    bool apart = s->data_len > 0;
    if (!feed(s->model, s->model_len) ||
        glp_mpl_read_model(job->translator, "/dev/stdin", apart) != 0)
        return refuse(job, PM_MIP_BAD_MODEL);
    if (apart && (!feed(s->data, s->data_len) ||
                  glp_mpl_read_data(job->translator, "/dev/stdin") != 0))
        return refuse(job, PM_MIP_BAD_DATA);
    if (glp_mpl_generate(job->translator, NULL) != 0)
        return refuse(job, PM_MIP_BAD_MODEL);
    return true;
}

/* ---- The program out ---- */

static void copy_column(glp_prob *from, int j, struct pm_column *c, struct pm_arena *arena)
{
    const char *name = glp_get_col_name(from, j);
    c->name = pm_copy(arena, name ? name : "", name ? strlen(name) : 0);
    int type = glp_get_col_type(from, j);
    c->lower = type == GLP_FR || type == GLP_UP ? -HUGE_VAL : glp_get_col_lb(from, j);
    c->upper = type == GLP_FR || type == GLP_LO ? HUGE_VAL : glp_get_col_ub(from, j);
    c->cost = glp_get_obj_coef(from, j);
    c->type = glp_get_col_kind(from, j) == GLP_CV ? PM_CONTINUOUS
              : c->lower >= 0 && c->upper <= 1    ? PM_BINARY
                                                  : PM_INTEGER;
}

/* Rows without bounds are objectives. */
static bool is_constraint(glp_prob *problem, int i)
{
    return glp_get_row_type(problem, i) != GLP_FR;
}

static int by_column(const void *a, const void *b)
{
    const struct pm_entry *x = a, *y = b;
    return (x->column > y->column) - (x->column < y->column);
}

/* `place` gives the column of the program for one of the problem. */
static void copy_row(glp_prob *from, int i, struct pm_program *p, const int *place,
                     int *index, double *value)
{
    struct pm_row *row = &p->rows[p->row_count++];
    const char *name = glp_get_row_name(from, i);
    row->name = pm_copy(&p->arena, name ? name : "", name ? strlen(name) : 0);
    int type = glp_get_row_type(from, i);
    row->lower = type == GLP_UP ? -HUGE_VAL : glp_get_row_lb(from, i);
    row->upper = type == GLP_LO ? HUGE_VAL : glp_get_row_ub(from, i);
    row->first = p->entry_count;
    row->count = glp_get_mat_row(from, i, index, value);
    for (int k = 1; k <= row->count; k++)
        p->entries[p->entry_count++] = (struct pm_entry){place[index[k]], value[k]};
    qsort(p->entries + row->first, (size_t)row->count, sizeof *p->entries, by_column);
}

/* Compares names so that x[2,10] comes after x[2,9]. */
static int compare_names(const char *a, const char *b)
{
    while (*a && *b) {
        size_t digits_a = strspn(a, "0123456789"), digits_b = strspn(b, "0123456789");
        if (digits_a && digits_b && digits_a != digits_b)
            return digits_a < digits_b ? -1 : 1;
        if (*a != *b)
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        a++, b++;
    }
    return (*a != 0) - (*b != 0);
}

/* A column of the problem, to be sorted. */
struct named {
    const char *name;
    int variable, number; /* columns of one variable have one number: it is kept together */
};

static int by_name(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    if (x->variable != y->variable)
        return x->variable < y->variable ? -1 : 1;
    int names = compare_names(x->name, y->name);
    return names ? names : (x->number > y->number) - (x->number < y->number);
}

/* The translator numbers the members of a variable as it comes across them; the program has them
 * in order, which readers of its files will like.  Fills job->column. */
static bool order_columns(struct mip_job *job, int columns)
{
    struct named *all = pm_new(&job->arena, (size_t)columns + 1, struct named);
    job->column = pm_new(&job->arena, (size_t)columns + 1, int);
    if (!all || !job->column)
        return false;
    for (int j = 0; j < columns; j++) {
        const char *name = glp_get_col_name(job->problem, j + 1);
        all[j] = (struct named){name ? name : "", 0, j + 1};
        if (j > 0) {
            size_t len = strcspn(all[j].name, "[");
            bool same = strcspn(all[j - 1].name, "[") == len &&
                        strncmp(all[j].name, all[j - 1].name, len) == 0;
            all[j].variable = all[j - 1].variable + !same;
        }
    }
    qsort(all, (size_t)columns, sizeof *all, by_name);
    for (int j = 0; j < columns; j++)
        job->column[j] = all[j].number;
    return true;
}

static bool copy_program(struct mip_job *job)
{
    glp_prob *from = job->problem;
    int rows = glp_get_num_rows(from), columns = glp_get_num_cols(from);
    struct pm_program *p = pm_program_new(columns, rows, glp_get_num_nz(from));
    int *index = pm_new(&job->arena, (size_t)columns + 1, int);
    int *place = pm_new(&job->arena, (size_t)columns + 1, int);
    double *value = pm_new(&job->arena, (size_t)columns + 1, double);
    job->program = p;
    if (!p || !index || !place || !value || !order_columns(job, columns))
        return false;
    p->row_count = p->entry_count = 0;
    const char *name = glp_get_prob_name(from);
    snprintf(p->name, sizeof p->name, "%s", name ? name : "");
    p->maximise = glp_get_obj_dir(from) == GLP_MAX;
    p->constant = glp_get_obj_coef(from, 0);
    for (int j = 0; j < columns; j++) {
        place[job->column[j]] = j;
        copy_column(from, job->column[j], &p->columns[j], &p->arena);
    }
    for (int i = 1; i <= rows; i++)
        if (is_constraint(from, i))
            copy_row(from, i, p, place, index, value);
    return true;
}

bool mip_translate(struct mip_job *job)
{
    double start = pm_cpu_clock();
    glp_term_hook(listen, job);
    glp_error_hook(give_up, job);
    if (job->request.memory >> 20 > 0 && job->request.memory >> 20 < INT_MAX)
        glp_mem_limit((int)(job->request.memory >> 20));
    job->translator = glp_mpl_alloc_wksp();
    job->problem = glp_create_prob();
    if (!read_texts(job))
        return false;
    glp_mpl_build_prob(job->translator, job->problem);
    pulma_error err;
    if (!copy_program(job)) {
        mip_fail(job, PM_MIP_NO_MEMORY, 0, "out of memory");
        return false;
    }
    if (pm_program_settle(job->program, &err) != PULMA_OK) {
        mip_fail(job, PM_MIP_BAD_MODEL, 0, "%s", err.message);
        return false;
    }
    job->reply.has_objective = job->program->has_objective;
    job->reply.maximise = job->program->maximise;
    job->reply.translate_seconds = pm_cpu_clock() - start;
    return true;
}

/* ---- Values in, an answer out ---- */

/* The solution as glp_read_mip() wants it; false without memory. */
static bool write_solution(struct mip_job *job, const double *values, struct pm_out *out)
{
    int rows = glp_get_num_rows(job->problem), columns = glp_get_num_cols(job->problem);
    int *index = pm_new(&job->arena, (size_t)columns + 1, int);
    double *value = pm_new(&job->arena, (size_t)columns + 1, double);
    double *by_number = pm_new(&job->arena, (size_t)columns + 1, double);
    if (!index || !value || !by_number)
        return false;
    for (int j = 0; j < columns; j++)
        by_number[job->column[j]] = values[j];
    pm_out_f(out, "s mip %d %d o %.17g\n", rows, columns,
             pm_program_objective(job->program, values));
    for (int i = 1; i <= rows; i++) {
        double sum = 0;
        for (int k = glp_get_mat_row(job->problem, i, index, value); k >= 1; k--)
            sum += value[k] * by_number[index[k]];
        pm_out_f(out, "i %d %.17g\n", i, sum);
    }
    for (int j = 1; j <= columns; j++)
        pm_out_f(out, "j %d %.17g\n", j, by_number[j]);
    pm_out_text(out, "e o f\n");
    return !out->failed;
}

bool mip_print(struct mip_job *job, const double *values)
{
    struct pm_out text = {0};
    if (!write_solution(job, values, &text) || !feed(text.data, text.len) ||
        glp_read_mip(job->problem, "/dev/stdin") != 0) {
        mip_fail(job, PM_MIP_BROKEN, 0, "the values cannot be put back into the model");
        return false;
    }
    job->printing = true;
    if (glp_mpl_postsolve(job->translator, job->problem, GLP_MIP) != 0)
        return refuse(job, PM_MIP_BAD_MODEL);
    if (job->screen.failed) {
        mip_fail(job, PM_MIP_NO_MEMORY, 0, "out of memory");
        return false;
    }
    job->reply.printed = job->screen.data;
    job->reply.printed_len = job->screen.len;
    return true;
}
