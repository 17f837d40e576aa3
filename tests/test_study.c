/* Facts about comparing, as a host other than the command sees it, and about the published
 * tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "facts.h"
#include "study/published.h"
#include "study/study.h"

/* ---- Published tables ---- */

static bool has_model(const char *name)
{
    for (int kind = 0; kind < pulma_kind_count(); kind++)
        for (int m = 0; m < pulma_model_count(kind); m++)
            if (strcmp(pulma_model_name(kind, m), name) == 0)
                return true;
    return false;
}

static bool is_there(const char *board)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s.txt", EXAMPLES, board);
    FILE *file = fopen(path, "r");
    if (file)
        fclose(file);
    return file != NULL;
}

static void check_row(const char *file, const struct published_table *t, int row)
{
    const char *board = published_cell(t, row, "board");
    const char *model = published_cell(t, row, "model");
    const char *what = published_cell(t, row, "experiment");
    if (!*what || (*model && !has_model(model)))
        fail_msg("%s, %s, %s: no model '%s'", file, t->title, what, model);
    if (*board && strncmp(board, "made ", 5) != 0 && !is_there(board))
        fail_msg("%s, %s, %s: no example '%s'", file, t->title, what, board);
}

/* What the formulas give is what the rows above them say. */
static void check_formulas(const struct published_table *t, int formula)
{
    static const char *const columns[] = {"variables", "parameters", "constraints"};
    for (int row = 0; row < t->row_count; row++) {
        int n = atoi(published_cell(t, row, "n")), p = atoi(published_cell(t, row, "p"));
        for (int c = 0; c < 3 && n > 0; c++) {
            int64_t value = -1;
            assert_true(
                published_evaluate(published_cell(t, formula, columns[c]), n, p, &value));
            assert_int_equal(value, atoll(published_cell(t, row, columns[c])));
        }
    }
}

static void formulas_are_read_as_printed(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value; /* -1: refused; n is 3, p is 2 */
    } cases[] = {{"2n^2(1 + 2p) + 4n(1 - p)", 78},
                 {"n", 3},
                 {"10 - 2n - 2", 2},
                 {"3(n - p)(n + p)", 15},
                 {"", -1},
                 {"n +", -1},
                 {"n^", -1},
                 {"(n", -1},
                 {"n)", -1},
                 {"m", -1},
                 {"n^9", -1},
                 {"((((((((((n", -1},
                 {"1000^6 1000^6", -1},
                 {"n n n", 27}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t value = -1;
        if (!published_evaluate(cases[i].text, 3, 2, &value))
            value = -1;
        if (value != cases[i].value)
            fail_msg("\"%s\" gave %lld", cases[i].text, (long long)value);
    }
}

static void every_published_table_can_be_read(void **state)
{
    (void)state;
    int files = 0;
    for (const struct published_file *file = published_files; file->name; file++) {
        struct pm_arena arena;
        struct published published;
        pulma_error err;
        pm_arena_init(&arena, 0);
        if (published_read(file->text, file->len, &arena, &published, &err) != PULMA_OK)
            fail_msg("docs/published/%s.tsv:%d:%d: %s", file->name, err.line, err.column,
                     err.message);
        assert_true(*published.title && *published.note && published.table_count > 0);
        for (int t = 0; t < published.table_count; t++) {
            assert_true(*published.tables[t].where);
            for (int row = 0; row < published.tables[t].row_count; row++)
                check_row(file->name, &published.tables[t], row);
            for (int row = 0; row < published.tables[t].row_count; row++)
                if (strcmp(published_cell(&published.tables[t], row, "n"), "n") == 0)
                    check_formulas(&published.tables[t], row);
        }
        assert_string_equal(study_paper_name(files++), file->name);
        pm_arena_free(&arena);
    }
    assert_true(files >= 2);
    assert_null(study_paper_name(files));
    assert_null(study_paper_name(files + 1));
}

static void damaged_tables_are_refused_where_they_are(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {"", 1, 1, "the title of a part"},
        {"experiment\tmodel\n", 1, 1, "the title of a part"},
        {"# Paper\n\n# Table\n", 4, 1, "the names of"},
        {"# Paper\n\n# Table\nmodel\nway1\n", 4, 6, "'experiment' as first"},
        {"# Paper\n\n# Table\nexperiment\tSCIP\tSCIP\na\t1\t2\n", 4, 17, "two columns"},
        {"# Paper\n\n# Table\nexperiment\tSCIP\n", 5, 1, "a row"},
        {"# Paper\n\n# Table\nexperiment\tSCIP\na\n", 5, 2, "'SCIP', or '-'"},
        {"# Paper\n\n# Table\nexperiment\tSCIP\na\t\t1\n", 5, 3, "'SCIP', or '-'"},
        {"# Paper\n\n# Table\nexperiment\tSCIP\na\t1\t2\n", 5, 5, "the end of the row"},
        {"# Paper\n\n# Table\nexperiment\na\n\nb\n", 7, 1, "the title of a part"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const struct refusal *r = &refusals[i];
        struct pm_arena arena;
        struct published published;
        pulma_error err = {.message = ""};
        pm_arena_init(&arena, 0);
        pulma_status status =
            published_read(r->text, strlen(r->text), &arena, &published, &err);
        if (status != PULMA_BAD_TEXT || err.line != r->line || err.column != r->column ||
            !strstr(err.message, r->words))
            fail_msg("%s\ngave status %d, %d:%d: %s", r->text, (int)status, err.line,
                     err.column, err.message);
        pm_arena_free(&arena);
    }
}

/* ---- A host of its own ---- */

struct host {
    int progress, sentences, stops_left; /* stops_left 0: stop */
    char last[500];
};

static bool stop(void *context)
{
    struct host *host = context;
    if (host->stops_left > 0)
        host->stops_left--;
    return host->stops_left == 0;
}

static void progress(void *context, const struct study_progress *p)
{
    struct host *host = context;
    host->progress++;
    assert_true(p->done < p->total && *p->puzzle && *p->solver);
}

static void say(void *context, const char *sentence)
{
    struct host *host = context;
    host->sentences++;
    snprintf(host->last, sizeof host->last, "%s", sentence);
}

static struct study *study_of(struct host *host, const struct study_wish *wish)
{
    struct study_host callbacks = {
        .stop = stop, .progress = progress, .say = say, .context = host};
    struct study *study = study_new(wish, &callbacks);
    pulma_puzzle *puzzle = puzzle_of("sudoku", "1...\n..1.\n.1..\n...1\n");
    assert_int_equal(study_add(study, puzzle, "four.txt", 1, NULL), PULMA_OK);
    pulma_puzzle_free(puzzle);
    return study;
}

static void every_format_tells_it(void **state)
{
    (void)state;
    static const char *const parts[] = {
        [STUDY_TEXT] = "four.txt: sudoku\n",
        [STUDY_JSON] = "\"puzzle\":\"four.txt: sudoku\",\"kind\":\"sudoku\"",
        [STUDY_CSV] = "\nfour.txt: sudoku,sudoku,-,rules,",
        [STUDY_MARKDOWN] = "**four.txt: sudoku**\n\n| model | solver |",
        [STUDY_LATEX] = "four.txt: sudoku}} \\\\\n",
        [STUDY_HTML] = "four.txt: sudoku</th></tr>",
        [STUDY_SVG] = ">rules</text>"};
    for (int in_process = 0; in_process < 2; in_process++) {
        struct host host = {.stops_left = -1};
        struct study *study = study_of(
            &host, &(struct study_wish){.solvers = "rules", .in_process = in_process});
        assert_int_equal(study_add_ways(study, NULL), PULMA_OK);
        assert_int_equal(study_run(study, NULL), PULMA_OK);
        assert_int_equal(study_faults(study), 0);
        assert_true(host.progress > 0);
        assert_int_equal(host.sentences, 0);
        const struct study_case *one = study_case(study, 0);
        assert_non_null(one);
        assert_null(study_case(study, 1));
        assert_int_equal(one->last.outcome, STUDY_SOLVED);
        assert_true(study_case_timed(one));
        for (int format = STUDY_TEXT; format <= STUDY_SVG; format++) {
            char *text = NULL;
            size_t len = 0;
            assert_int_equal(
                study_write(study, (enum study_format)format, &text, &len, NULL), PULMA_OK);
            assert_int_equal(strlen(text), len);
            if (!strstr(text, parts[format]))
                fail_msg("%d: %s", format, text);
            free(text);
        }
        study_free(study);
    }
}

static void a_host_can_stop_it(void **state)
{
    (void)state;
    struct host host = {.stops_left = 1};
    struct study *study = study_of(&host, &(struct study_wish){.solvers = "rules"});
    pulma_error err;
    char *text;
    assert_int_equal(study_add_ways(study, NULL), PULMA_OK);
    assert_int_equal(study_run(study, &err), PULMA_LIMIT);
    assert_non_null(strstr(err.message, "interrupted"));
    assert_int_equal(study_case(study, 0)->done, 0);
    assert_int_equal(study_write(study, STUDY_SVG, &text, NULL, NULL), PULMA_NONE);
    study_free(study);
}

#define LONG "glpk --nosuchswitch --nosuchswitch --nosuchswitch --nosuchswitch"

static void senseless_wishes_are_refused(void **state)
{
    (void)state;
    static const struct {
        struct study_wish wish;
        const char *words;
    } cases[] = {
        {{.solvers = "rules,nosuch"}, "unknown solver 'nosuch'"},
        {{.solvers = "rules,glpk --fast"}, "glpk has no switch '--fast'"},
        {{.solvers = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"}, "too many solvers"},
        {{.solvers = LONG LONG LONG LONG LONG}, "too many switches"},
        {{.models = "nosuch"}, "a model 'nosuch'"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct host host = {.stops_left = -1};
        struct study *study = study_of(&host, &cases[i].wish);
        pulma_error err;
        assert_int_equal(study_add_ways(study, &err), PULMA_BAD_CALL);
        assert_non_null(strstr(err.message, cases[i].words));
        assert_int_equal(study_add_paper(study, "nosuch", ".", &err), PULMA_BAD_CALL);
        assert_non_null(strstr(err.message, "'nosuch'"));
        study_free(study);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_published_table_can_be_read),
        cmocka_unit_test(formulas_are_read_as_printed),
        cmocka_unit_test(damaged_tables_are_refused_where_they_are),
        cmocka_unit_test(every_format_tells_it),
        cmocka_unit_test(a_host_can_stop_it),
        cmocka_unit_test(senseless_wishes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
