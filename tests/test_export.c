/* Facts about programs as text: files that other programs read (tried where these are
 * installed), formulas, messages to and from the helper, solution files. */
/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clauses/sat.h"
#include "core/process.h"
#include "core/random.h"
#include "export/export.h"
#include "models/command.h"
#include "models/models.h"
#include "program/build.h"
#include "program/wire.h"
#include "programs.h"

/* ---- Exports ---- */

static bool installed(const char *name)
{
    char path[1000];
    return pm_command_find(name, path, sizeof path);
}

/* Writes the text to a file, runs `command file` by the shell, gives what it printed. */
static char *run_on(const char *text, const char *suffix, const char *command)
{
    char folder[] = "/tmp/pulma-test-XXXXXX", file[100], line[400];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/program.%s", folder, suffix);
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    snprintf(line, sizeof line, command, file);
    const char *argv[] = {"/bin/sh", "-c", line, NULL};
    struct pm_process process = {.argv = argv};
    struct pm_out out = {0}, complaints = {0};
    struct pm_ended ended;
    pulma_error err;
    assert_int_equal(pm_process_run(&process, 1 << 24, &out, &complaints, &ended, &err),
                     PULMA_OK);
    pm_out_bytes(&out, complaints.data ? complaints.data : "", complaints.len);
    pm_out_free(&complaints);
    unlink(file);
    rmdir(folder);
    return out.data;
}

static char *export_text(const char *model, bool linearise, const char *format)
{
    struct pm_program *program = translate(model, linearise);
    struct pm_out out = {0};
    pulma_error err = {0};
    if (pm_program_write(program, format, &out, &err) != PULMA_OK)
        fail_msg("%s: %s", format, err.message);
    pm_program_free(program);
    return out.data;
}

/* All that a format has to carry: both senses, constants, ranges, equations, every sort of bound,
 * names that clash, a row without variables. */
static const char everything[] =
    "var x{1..3}, binary; var n, integer, >= -2, <= 7; var k, integer, >= 3, <= 3;\n"
    "var z >= -5, <= 2.5; var X{1..1}, binary; var e1, binary; var end_, binary;\n"
    "maximize o: 2*x[1] + 3*x[2] - x[3] + n - 0.5*z + 4 + e1 - 2*k + X[1] + end_;\n"
    "s.t. range: -1 <= x[1] + x[2] - n <= 1;\n"
    "s.t. same: x[1] + x[3] + X[1] = 1;\n"
    "s.t. more: z + 2*n >= -3;\n"
    "s.t. Same: e1 + end_ <= 1;\n"
    "s.t. empty: 0 * x[1] <= 1;\n"
    "s.t. hold: z + k >= 1;\n"
    "solve; printf \"%g\\n\", 2*x[1] + 3*x[2] - x[3] + n - 0.5*z + 4 + e1 - 2*k + X[1] + "
    "end_; end;\n";

/* The best objective by our own way. */
static double best_objective(const char *model)
{
    struct pm_model_result result;
    pulma_error err;
    assert_int_equal(solve_text("glpk", model, "", 0, &result, &err), PULMA_OK);
    assert_int_equal(result.status, PM_MIP_OPTIMAL);
    double objective = result.objective;
    pm_model_result_free(&result);
    return objective;
}

static void other_programs_read_what_is_written(void **state)
{
    (void)state;
    static const struct {
        const char *reader, *format, *command;
        const char *before; /* the words before the objective */
        int sense;          /* -1: the file has the objective negated */
        const char *model;
        bool linearise;
    } cases[] = {
        {"glpsol", "lp", "glpsol --lp %s -o /dev/stdout", "Objective:  obj = ", 1,
         everything, false},
        {"glpsol", "mps", "glpsol --freemps %s -o /dev/stdout",
         "Objective:  objective = ", -1, everything, false},
        {"cbc", "lp", "cbc %s solve", "Objective value:", 1, everything, false},
        {"cbc", "mps", "cbc %s solve", "Objective value:", -1, everything, false},
        {"glpsol", "lp", "glpsol --lp %s -o /dev/stdout", "Objective:  obj = ", 1, products,
         true},
        {"cbc", "lp", "cbc %s solve", "Objective value:", 1, products, true},
        {"glpsol", "mps", "glpsol --freemps %s -o /dev/stdout",
         "Objective:  objective = ", -1, products, false},
        {"clasp", "opb", "clasp %s", "Optimization   :", -1, products, false},
        {"clasp", "opb", "clasp %s", "Optimization   :", -1, products, true},
    };
    int read = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!installed(cases[i].reader))
            continue;
        char *text = export_text(cases[i].model, cases[i].linearise, cases[i].format);
        char *said = run_on(text, cases[i].format, cases[i].command);
        const char *found = said ? strstr(said, cases[i].before) : NULL;
        double got = found ? cases[i].sense * strtod(found + strlen(cases[i].before), NULL)
                           : HUGE_VAL;
        if (fabs(got - best_objective(cases[i].model)) > 1e-6)
            fail_msg("%s finds %g, not %g in\n%s\n%s", cases[i].reader, got,
                     best_objective(cases[i].model), text, said);
        free(text);
        free(said);
        read++;
    }
    if (read == 0)
        skip();
}

/* The same for formats of whole numbers. */
static const char whole_numbers[] =
    "var x{1..3}, binary; var n, integer, >= 2, <= 9; var m, integer, >= 0, <= 5;\n"
    "minimize o: 2*x[1] + 3*n;\n"
    "s.t. range: 1 <= x[1] + n - m <= 4;\n"
    "s.t. more: n + 2*m >= 5;\n"
    "s.t. same: x[1] + x[2] + x[3] = 2;\n"
    "solve; end;\n";

/* The model with the first `from` replaced. */
static char *changed_model(const char *model, const char *from, const char *to)
{
    const char *at = strstr(model, from);
    assert_non_null(at);
    struct pm_out out = {0};
    pm_out_bytes(&out, model, (size_t)(at - model));
    pm_out_text(&out, to);
    pm_out_text(&out, at + strlen(from));
    return out.data;
}

/* Takes out the lines of comments of OPB and DIMACS files. */
static void drop_comments(char *text)
{
    char *to = text;
    for (char *line = text; *line;) {
        size_t len = strcspn(line, "\n") + 1;
        len = strlen(line) < len ? strlen(line) : len;
        if (*line != '*' && strncmp(line, "c ", 2) != 0) {
            memmove(to, line, len);
            to += len;
        }
        line += len;
    }
    *to = '\0';
}

/* Whatever changes in a program changes its file, whoever may read that. */
static void formats_tell_every_number(void **state)
{
    (void)state;
    static const struct {
        const char *formats, *model, *from, *to;
    } cases[] = {
        {"lp mps gams", everything, "var n, integer", "var n"},
        {"lp mps gams", everything, "x{1..3}, binary", "x{1..3}, integer, <= 2"},
        {"lp mps gams", everything, ">= -2, <= 7", ">= -1, <= 7"},
        {"lp mps gams", everything, ">= -2, <= 7", ">= -2, <= 6"},
        {"lp mps gams", everything, ">= -2, <= 7", ">= -2"},
        {"lp mps gams", everything, ">= 3, <= 3", ">= 2, <= 3"},
        {"lp mps gams", everything, "z >= -5", "z >= -4"},
        {"lp mps gams", everything, "3*x[2]", "5*x[2]"},
        {"lp mps gams", everything, "- x[3]", "+ x[3]"},
        {"lp mps gams", everything, "+ 4 +", "+ 5 +"},
        {"lp mps gams", everything, "maximize", "minimize"},
        {"lp mps gams", everything, "range: -1", "range: -2"},
        {"lp mps gams", everything, "- n <= 1", "- n <= 2"},
        {"lp mps gams", everything, "X[1] = 1", "X[1] = 0"},
        {"lp mps gams", everything, "X[1] = 1", "X[1] <= 1"},
        {"lp mps gams", everything, "2*n >= -3", "3*n >= -3"},
        {"lp mps gams", everything, "2*n >= -3", "2*n <= -3"},
        {"opb", whole_numbers, "2*x[1]", "3*x[1]"},
        {"opb", whole_numbers, "minimize", "maximize"},
        {"opb cnf", whole_numbers, ">= 2, <= 9", ">= 3, <= 10"},
        {"opb cnf", whole_numbers, ">= 2, <= 9", ">= 2, <= 8"},
        {"opb cnf", whole_numbers, "range: 1", "range: 2"},
        {"opb cnf", whole_numbers, "- m <= 4", "- m <= 3"},
        {"opb cnf", whole_numbers, "2*m >= 5", "2*m >= 6"},
        {"opb cnf", whole_numbers, "x[3] = 2", "x[3] <= 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char formats[40], *rest = NULL;
        snprintf(formats, sizeof formats, "%s", cases[i].formats);
        char *other = changed_model(cases[i].model, cases[i].from, cases[i].to);
        for (char *format = strtok_r(formats, " ", &rest); format;
             format = strtok_r(NULL, " ", &rest)) {
            bool clauses = strcmp(format, "cnf") == 0; /* these have no objective */
            char *a = clauses
                          ? changed_model(cases[i].model, "minimize o: 2*x[1] + 3*n;", "")
                          : changed_model(cases[i].model, "", "");
            char *b = clauses ? changed_model(other, "minimize o: 2*x[1] + 3*n;", "")
                              : changed_model(other, "", "");
            char *before = export_text(a, false, format),
                 *after = export_text(b, false, format);
            drop_comments(before);
            drop_comments(after);
            if (strcmp(before, after) == 0)
                fail_msg("%s is the same with '%s' for '%s':\n%s", format, cases[i].to,
                         cases[i].from, after);
            free(a);
            free(b);
            free(before);
            free(after);
        }
        free(other);
    }
}

static void clauses_mean_the_same_as_the_program(void **state)
{
    (void)state;
    if (!installed("clasp"))
        skip();
    static const struct {
        const char *model, *words;
    } cases[] = {
        {"var x{1..4}, binary; s.t. a: sum{i in 1..4} x[i] = 2; s.t. b: x[1] + x[2] <= 1; "
         "solve; end;\n",
         "Models         : 5"},
        {"var n, integer, >= 2, <= 9; var m, integer, >= 0, <= 9; s.t. a: n - m = 3; s.t. "
         "b: n + m <= 12; "
         "solve; end;\n",
         "s SATISFIABLE"},
        {"var n, integer, >= 2, <= 9; var m, integer, >= 0, <= 9; s.t. a: n - m = 3; s.t. "
         "b: n + m "
         "= 8; solve; end;\n",
         "UNSATISFIABLE"},
        {"var n, integer, >= 2, <= 9; s.t. a: n >= 5; s.t. b: n <= 4; solve; end;\n",
         "UNSATISFIABLE"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = export_text(cases[i].model, false, "cnf");
        char *said = run_on(text, "cnf", "clasp --models 0 -q %s");
        if (!said || !strstr(said, cases[i].words))
            fail_msg("clasp does not say '%s' of\n%s\nbut\n%s", cases[i].words, text, said);
        free(text);
        free(said);
    }
    struct pm_program *program = translate(products, false);
    struct pm_out out = {0};
    pulma_error err = {0};
    assert_int_equal(pm_program_write(program, "cnf", &out, &err), PULMA_UNAVAILABLE);
    assert_non_null(strstr(err.message, "objective"));
    pm_program_free(program);
    pm_out_free(&out);
}

static void products_are_written_as_products(void **state)
{
    (void)state;
    char *lp = export_text(products, false, "lp"),
         *gams = export_text(products, false, "gams");
    char *opb = export_text(products, false, "opb"),
         *far = export_text(distances, false, "gams");
    assert_non_null(strstr(lp, "x(1) * y(1)"));
    assert_non_null(strstr(lp, "] / 2"));
    assert_null(strstr(lp, "s(1,1)"));
    assert_non_null(strstr(gams, "x_1*y_1"));
    assert_non_null(strstr(gams, "using minlp maximizing"));
    assert_null(strstr(gams, "s_1_1"));
    assert_non_null(strstr(opb, "#product= 9 sizeproduct= 18"));
    assert_non_null(strstr(far, "abs( x_1 - x_2 ) =g= 2;"));
    assert_non_null(strstr(far, "abs( x_1 - x_3 ) =l= 3;"));
    assert_null(strstr(far, "d_1_2"));
    char *within = export_text("var x >= 0, <= 8; var y >= 0, <= 8; var b, binary;\n"
                               "s.t. abs_n_more: x - y <= 8 * (1 - b);\n"
                               "s.t. abs_n_less: y - x <= 8 * (1 - b);\nsolve; end;\n",
                               false, "gams");
    assert_non_null(strstr(within, "abs_n_more.. abs( x - y ) + 8*b =l= 8;"));
    assert_null(strstr(within, "abs_n_less"));
    free(within);
    free(lp);
    free(gams);
    free(opb);
    free(far);
}

static void model_and_data_in_one_file_run_elsewhere(void **state)
{
    (void)state;
    static const struct {
        const char *model, *data;
    } cases[] = {
        {knapsack, knapsack_data},
        {"param p; # not the end; yet\nvar x >= p, <= 5; minimize o: x; s.t. c: x >= "
         "0;\nsolve;\n"
         "printf \"end; %d\\n\", x;\nend;\n# behind the end;\n",
         "data;\nparam p := 1;\nparam q := 3;\nend;\n"},
        /* Its own data count, and no others. */
        {"param p; # not the end; yet\nvar x >= p, <= 5; minimize o: x; s.t. c: x >= "
         "0;\nsolve;\n"
         "printf \"own %d\\n\", x;\ndata;\nparam p := 4;\nend;\n# behind the end;\n",
         "data;\nparam p := 1;\nend;\n"},
    };
    if (!installed("glpsol"))
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_source source = source_of(cases[i].model, cases[i].data);
        struct pm_out joined = {0};
        struct pm_model_result result;
        pulma_error err;
        pm_model_join(&source, &joined);
        char *said = run_on(joined.data, "mod", "glpsol -m %s");
        assert_int_equal(
            solve_text("glpk", cases[i].model, cases[i].data, 0, &result, &err), PULMA_OK);
        if (!said || !strstr(said, result.printed.data))
            fail_msg("glpsol says\n%s", said);
        pm_out_free(&joined);
        free(said);
        pm_model_result_free(&result);
    }
}

/* ---- LaTeX ---- */

static void models_become_formulas(void **state)
{
    (void)state;
    static const struct {
        const char *model, *formula;
    } cases[] = {
        {"set I; # things\nset J within {I, 1..3};\n",
         "\\item $I$ \\quad things\n\\item $J \\subseteq I "
         "\\times \\{1,\\ldots,3\\}$\n"},
        {"param width{i in I, j in 1..n: i <> j}, integer, >= 0, default 2*n;\n",
         "\\item $\\mathit{width}_{i,j} \\in \\mathbb{Z}, \\ge 0,\\ \\text{by default } "
         "2\\,n\\quad \\forall\\, i "
         "\\in I,\\, j \\in \\{1,\\ldots,n\\} \\colon i \\ne j$"},
        {"var x{I}, binary;", "\\item $x_{i} \\in \\{0,1\\}\\quad \\forall\\, i \\in I$"},
        {"var x{V, i in I, 1..3}, binary;", "\\item $x_{j,i,k} \\in \\{0,1\\}\\quad "
                                            "\\forall\\, j \\in V,\\, i \\in I,\\, k \\in "
                                            "\\{1,\\ldots,3\\}$"},
        {"# Source: Hartmann 2018,\n#   Section 6\nset I;",
         "\\emph{Hartmann 2018, Section 6}"},
        {"s.t. product_s{i in I}: 0 <= x[i] + y[i+1] - 2*s[i] <= 1;",
         "& s_{i} = x_{i} \\cdot y_{i + 1} && \\forall\\, i \\in I"},
        {"s.t. start: x = 1;  # (19) and more\n", "\\tag{19\\ \\textsf{start}}"},
        {"maximize o: sum{i in I} x[i] * 2 / 3 - 1;",
         "\\max\\quad & \\sum_{i \\in I} \\frac{x_{i} \\cdot 2}{3} - 1"},
        {"s.t. few{i in I}: -1 <= x[i] + y <= abs(a) ** 2;",
         "& -1 \\le x_{i} + y \\le \\left|a\\right|^{2} && \\forall\\, i \\in I "
         "\\tag{\\textsf{few}}"},
        {"subject to a_b: (if i in J and not k then 1 else 0) = a + 1 mod 3;",
         "(\\begin{cases}1 & \\text{if } i \\in J \\land \\lnot k\\\\ 0 & "
         "\\text{otherwise}\\end{cases}) = a + 1 "
         "\\bmod 3 &&  \\tag{\\textsf{a\\_b}}"},
        {"set K := setof{(i,j) in J: i not in I} (j,i) union {1, 2};",
         "\\item $K = \\{(j,i) \\mid (i,j) \\in J \\colon i \\notin I\\} \\cup \\{1,2\\}$"},
        {"set N{(i,j) in V} := {(i-1,j), (i,j+1)} inter V;",
         "\\item $N_{i,j} = \\{(i - 1,j),(i,j + 1)\\} \\cap V\\quad"},
        /* Sets of pairs, as is seen where the name is used. */
        {"var x{1..Q, (i,j) in V, N[i,j]}, binary; s.t. a: x[1,2,3,4,5] = 0;",
         "x_{k,i,j,l,p} \\in \\{0,1\\}\\quad \\forall\\, k \\in \\{1,\\ldots,Q\\},\\, "
         "(i,j) \\in V,\\, (l,p) \\in N_{i,j}$"},
        {"var z{V} >= 0; s.t. a{(i,j) in V}: z[i,j] <= 1;",
         "z_{i,j} \\ge 0\\quad \\forall\\, (i,j) \\in V$"},
        {"var y{A, B}; s.t. a: y[1,2,3] = 0;",
         "y_{i,j}\\quad \\forall\\, i \\in A,\\, j \\in B$"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_out out = {0};
        pulma_error err = {0};
        pulma_status status =
            pm_model_latex(cases[i].model, strlen(cases[i].model), &out, &err);
        if (status != PULMA_OK)
            fail_msg("%s: %s", cases[i].model, err.message);
        if (!strstr(out.data, cases[i].formula))
            fail_msg("'%s' is not in\n%s", cases[i].formula, out.data);
        pm_out_free(&out);
    }
}

static void what_is_no_model_is_not_typeset(void **state)
{
    (void)state;
    static const struct {
        const char *model;
        int line, column;
    } cases[] = {
        {"var x\nvar y;", 2, 1},
        {"s.t. c: x + >= 2;", 1, 13},
        {"s.t. c{i in I: x = 1;", 1, 21},
        {"for {i in I} { }", 1, 1},
        {"var 3;", 1, 5},
        {"s.t. c: x['a;", 1, 11},
        {"param p := (1 + 2;", 1, 18},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_out out = {0};
        pulma_error err = {0};
        assert_int_equal(pm_model_latex(cases[i].model, strlen(cases[i].model), &out, &err),
                         PULMA_BAD_TEXT);
        if (err.line != cases[i].line || err.column != cases[i].column)
            fail_msg("%s: %d:%d %s", cases[i].model, err.line, err.column, err.message);
        pm_out_free(&out);
    }
    char *deep = repeated("var x >= ", "(", 100000, "1;");
    struct pm_out out = {0};
    pulma_error err;
    assert_int_equal(pm_model_latex(deep, strlen(deep), &out, &err), PULMA_BAD_TEXT);
    pm_out_free(&out);
    free(deep);
    /* Damaged models: any status, no crash. */
    struct pm_rng rng;
    pm_rng_init(&rng, 7);
    for (int round = 0; round < 2000; round++) {
        char text[sizeof knapsack];
        memcpy(text, knapsack, sizeof text);
        for (int k = 0; k < 3; k++)
            text[pm_rng_below(&rng, (int)sizeof text - 1)] =
                "(){}[];:,'\"<=+x0 #*/."[pm_rng_below(&rng, 21)];
        pm_model_latex(text, sizeof text - 1, &out, &err);
        pm_out_free(&out);
    }
}

/* ---- The embedded models ---- */

static void embedded_models_are_in_order_and_introduce_themselves(void **state)
{
    (void)state;
    for (int i = 0; i < pm_models_count; i++) {
        const struct pm_model *m = &pm_models[i];
        assert_int_equal(strlen(m->text), m->len);
        if (!m->title[0] || !m->source[0] || !m->teaches[0])
            fail_msg("models/%s/%s.mod lacks a title, a source or what it teaches", m->kind,
                     m->name);
        assert_ptr_equal(pm_model_find(m->kind, m->name), m);
        struct pm_out out = {0};
        pulma_error err;
        if (pm_model_latex(m->text, m->len, &out, &err) != PULMA_OK)
            fail_msg("models/%s/%s.mod:%d:%d: %s", m->kind, m->name, err.line, err.column,
                     err.message);
        pm_out_free(&out);
        const struct pm_model *before = &pm_models[i > 0 ? i - 1 : 0];
        if (i > 0 && strcmp(before->kind, m->kind) == 0) { /* faulty ones come last */
            assert_true(!before->faulty[0] || m->faulty[0]);
            assert_true(!before->faulty[0] != !m->faulty[0] ||
                        strcmp(before->name, m->name) < 0);
        }
    }
    assert_null(pm_model_find("nothing", "nothing"));
    assert_int_equal(pm_model_count("nothing"), 0);
}

/* ---- Messages and solution files ---- */

static void damaged_messages_are_noticed(void **state)
{
    (void)state;
    struct pm_program *program = translate(products, false);
    struct pm_out message = {0};
    struct pm_rng rng;
    pm_wire_put_program(&message, program);
    pm_rng_init(&rng, 3);
    for (int round = 0; round < 3000; round++) {
        char *copy = malloc(message.len);
        assert_non_null(copy);
        memcpy(copy, message.data, message.len);
        size_t len = round % 2 ? message.len : (size_t)pm_rng_below(&rng, (int)message.len);
        for (int k = 0; k < 4; k++)
            copy[pm_rng_below(&rng, (int)message.len)] = (char)pm_rng_below(&rng, 256);
        struct pm_wire in = {copy, copy + len, false};
        struct pm_program *other = pm_wire_program(&in);
        pulma_error err;
        if (other)
            pm_program_settle(other, &err);
        pm_program_free(other);
        struct pm_arena arena;
        struct pm_mip_reply reply;
        pm_arena_init(&arena, 0);
        in = (struct pm_wire){copy, copy + len, false};
        pm_wire_reply(&in, &arena, &reply);
        pm_arena_free(&arena);
        free(copy);
    }
    struct pm_wire in = {message.data, message.data + message.len, false};
    struct pm_program *same = pm_wire_program(&in);
    assert_non_null(same);
    assert_int_equal(same->row_count, program->row_count);
    assert_string_equal(same->rows[3].name, program->rows[3].name);
    pm_program_free(same);
    pm_program_free(program);
    pm_out_free(&message);
}

static void solution_files_of_installed_solvers_are_read(void **state)
{
    (void)state;
    static const struct {
        const struct pm_command *command;
        const char *text;
        pulma_status status;
        enum pm_mip_status solved;
        double second;
    } cases[] = {
        {&pm_command_highs,
         "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 3\n# "
         "Columns 3\nC1 1\nC2 "
         "2.5e-1\nC3 -0\n# Rows 1\nR1 1\n\n# Dual solution values\nNone\n",
         PULMA_OK, PM_MIP_OPTIMAL, 0.25},
        {&pm_command_highs, "Model status\nInfeasible\n\n# Primal solution values\nNone\n",
         PULMA_OK, PM_MIP_INFEASIBLE, 0},
        {&pm_command_highs,
         "Model status\nTime limit reached\n\n# Primal solution "
         "values\nFeasible\nObjective 1\n# Columns "
         "3\nC1 1\nC2 7\nC3 0\n",
         PULMA_OK, PM_MIP_FEASIBLE, 7},
        {&pm_command_highs,
         "Model status\nTime limit reached\n\n# Primal solution values\nNone\n", PULMA_OK,
         PM_MIP_LIMIT, 0},
        {&pm_command_highs, "nonsense\n", PULMA_SOLVER, PM_MIP_LIMIT, 0},
        {&pm_command_scip,
         "solution status: optimal solution found\nobjective value:                 13\nC2 "
         "     "
         "       1 \t(obj:3)\nC9 4 \t(obj:0)\nC3 x\n",
         PULMA_OK, PM_MIP_OPTIMAL, 1},
        {&pm_command_scip, "solution status: infeasible\nno solution available\n", PULMA_OK,
         PM_MIP_INFEASIBLE, 0},
        {&pm_command_scip, "solution status: time limit reached\nno solution available\n",
         PULMA_OK, PM_MIP_LIMIT, 0},
        {&pm_command_scip,
         "solution status: time limit reached\nobjective value: 3\nC2 5 (obj:1)\n",
         PULMA_OK, PM_MIP_FEASIBLE, 5},
        {&pm_command_scip, "", PULMA_SOLVER, PM_MIP_LIMIT, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double values[3] = {0};
        struct pm_solved solved = {.status = PM_MIP_LIMIT, .values = values};
        pulma_error err;
        assert_int_equal(
            cases[i].command->read(cases[i].text, strlen(cases[i].text), 3, &solved, &err),
            cases[i].status);
        assert_int_equal(solved.status, cases[i].solved);
        assert_true(fabs(values[1] - cases[i].second) < 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_programs_read_what_is_written),
        cmocka_unit_test(formats_tell_every_number),
        cmocka_unit_test(clauses_mean_the_same_as_the_program),
        cmocka_unit_test(products_are_written_as_products),
        cmocka_unit_test(model_and_data_in_one_file_run_elsewhere),
        cmocka_unit_test(models_become_formulas),
        cmocka_unit_test(what_is_no_model_is_not_typeset),
        cmocka_unit_test(embedded_models_are_in_order_and_introduce_themselves),
        cmocka_unit_test(damaged_messages_are_noticed),
        cmocka_unit_test(solution_files_of_installed_solvers_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
