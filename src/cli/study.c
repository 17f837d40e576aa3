/* Studies: which puzzles, which ways, in which order they run, and whether they agree.
 *
 * A puzzle is kept as a copy, made from its text; that text also tells a later call whether it
 * is the same puzzle.  The ways of a puzzle are the models of its kind, each by every solver,
 * and its kernel and rules.  They run in turn, so that whatever else the machine does meanwhile
 * hits all of them alike. */
#include "cli/study.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/batch.h"

enum { MOST_PUZZLES = 100000, MOST_REPEATS = 1000 };

void cli_study_open(struct cli_study *study, const struct cli_call *call)
{
    uint64_t repeat = cli_given(call, CLI_REPEAT) ? call->number[CLI_REPEAT] : 1;
    *study = (struct cli_study){.call = call, .seconds = 10};
    study->repeat = repeat > MOST_REPEATS ? MOST_REPEATS : (int)repeat;
    if (cli_given(call, CLI_TIME))
        study->seconds = call->seconds;
}

void cli_study_close(struct cli_study *study)
{
    for (int i = 0; i < study->puzzle_count; i++) {
        pulma_puzzle_free(study->puzzles[i].puzzle);
        free(study->puzzles[i].file);
        free(study->puzzles[i].name);
    }
    for (int i = 0; i < study->case_count; i++)
        free(study->cases[i].seconds);
    free(study->puzzles);
    free(study->cases);
    if (study->record)
        fclose(study->record);
    *study = (struct cli_study){0};
}

static bool no_memory(struct cli_study *study)
{
    fprintf(stderr, "pulma compare: %s\n", pulma_status_text(PULMA_NO_MEMORY));
    study->status = CLI_BAD;
    return false;
}

/* ---- Puzzles ---- */

/* FNV-1a, 64 bits: no secret, only a short name for a text. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return hash;
}

static const uint64_t hash_start = UINT64_C(14695981039346656037);

static char *puzzle_name(const struct cli_study_puzzle *p)
{
    char name[1000];
    int kind = pulma_puzzle_kind(p->puzzle), len = 0;
    const char *title = pulma_puzzle_title(p->puzzle);
    if (p->side > 0)
        len = snprintf(name, sizeof name, "%dx%d: ", p->side, p->side);
    else if (p->line > 1)
        len = snprintf(name, sizeof name, "%.500s:%d: ", cli_file_name(p->file), p->line);
    else
        len = snprintf(name, sizeof name, "%.500s: ", cli_file_name(p->file));
    snprintf(name + len, sizeof name - (size_t)len, "%s%s%.300s", pulma_kind_name(kind),
             *title ? ": " : "", title);
    return strdup(name);
}

bool cli_study_add(struct cli_study *study, const pulma_puzzle *puzzle, const char *file,
                   int line, int side)
{
    if (study->puzzle_count == MOST_PUZZLES) {
        fprintf(stderr, "pulma compare: compares at most %d puzzles\n", MOST_PUZZLES);
        study->status = CLI_BAD;
        return false;
    }
    size_t room = (size_t)study->puzzle_count + 1;
    struct cli_study_puzzle *more = realloc(study->puzzles, room * sizeof *more);
    if (!more)
        return no_memory(study);
    study->puzzles = more;
    struct cli_study_puzzle *p = &study->puzzles[study->puzzle_count];
    *p = (struct cli_study_puzzle){.line = line, .side = side};
    char *text = NULL;
    pulma_error err = {0};
    if (pulma_puzzle_write(puzzle, "json", &text, &err) == PULMA_OK &&
        pulma_puzzle_read(pulma_kind_name(pulma_puzzle_kind(puzzle)), text, strlen(text),
                          &p->puzzle, &err) == PULMA_OK) {
        p->hash = hash_text(hash_start, text);
        p->file = strdup(file);
        p->name = puzzle_name(p);
    }
    pulma_free(text);
    if (p->file && p->name) {
        study->puzzle_count++;
        return true;
    }
    free(p->file);
    pulma_puzzle_free(p->puzzle);
    study->status =
        cli_worse(study->status, cli_fail(study->call, stdout, stderr, file, &err));
    return false;
}

static int add_item(const struct cli_item *item)
{
    struct cli_study *study = item->context;
    cli_study_add(study, item->puzzle, item->file, pulma_puzzle_line(item->puzzle), 0);
    return study->status;
}

void cli_study_add_files(struct cli_study *study)
{
    struct cli_call call = *study->call;
    call.deadline = 0; /* --time bounds each run, not the call */
    int status = cli_each_puzzle(
        &call, &(struct cli_task){.what = "reading", .work = add_item, .context = study});
    study->status = cli_worse(study->status, status);
}

/* ---- Cases ---- */

/* What the model's text adds to the name of a puzzle by this model. */
static uint64_t hash_model(uint64_t hash, int kind, const char *model)
{
    size_t len = 0;
    pulma_error err;
    for (int i = 0; i < pulma_model_count(kind); i++)
        if (strcmp(pulma_model_name(kind, i), model) == 0)
            return hash_text(hash, pulma_model_text(kind, i));
    char *text = *model ? cli_read_file(model, &len, &err) : NULL;
    for (size_t i = 0; i < len && text; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    free(text);
    return hash;
}

bool cli_study_add_case(struct cli_study *study, int puzzle, const char *model,
                        const char *solver)
{
    size_t room = (size_t)study->case_count + 1;
    if ((room & (room - 1)) == 0 || study->case_count == 0) { /* doubles at powers of two */
        struct cli_case *more = realloc(study->cases, 2 * room * sizeof *more);
        if (!more)
            return no_memory(study);
        study->cases = more;
    }
    struct cli_case *one = &study->cases[study->case_count];
    *one = (struct cli_case){.puzzle = puzzle, .solver = solver};
    snprintf(one->model, sizeof one->model, "%s", model);
    const struct cli_study_puzzle *p = &study->puzzles[puzzle];
    one->key = hash_model(p->hash, pulma_puzzle_kind(p->puzzle), model);
    one->seconds = calloc((size_t)study->repeat, sizeof *one->seconds);
    if (!one->seconds)
        return no_memory(study);
    study->case_count++;
    return true;
}

bool cli_lists(const char *list, const char *word)
{
    size_t len = strlen(word);
    if (!list || strcmp(list, "all") == 0)
        return true;
    for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',')
        if (strncmp(p, word, len) == 0 && (p[len] == ',' || p[len] == '\0'))
            return true;
    return false;
}

static const char *const engines[] = {"kernel", "rules"};

static bool is_engine(const char *name)
{
    return strcmp(name, engines[0]) == 0 || strcmp(name, engines[1]) == 0;
}

static bool is_path(const char *name)
{
    size_t len = strlen(name);
    return strchr(name, '/') || (len > 4 && strcmp(name + len - 4, ".mod") == 0);
}

/* Solvers that are named but unknown or not here are the caller's mistake; of "all" those that
 * are here are meant. */
bool cli_study_check_solvers(struct cli_study *study)
{
    const char *list = study->call->text[CLI_SOLVERS_LIST];
    if (!list || strcmp(list, "all") == 0)
        return true;
    for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',') {
        char name[64], how[300];
        size_t len = strcspn(p, ",");
        int found = -1;
        snprintf(name, sizeof name, "%.*s", (int)(len < 63 ? len : 63), p);
        for (int i = 0; i < pulma_solver_count(); i++)
            if (strcmp(pulma_solver_name(i), name) == 0)
                found = i;
        if (found < 0 && !is_engine(name)) {
            study->status = cli_usage(study->call,
                                      "unknown solver '%s'; 'pulma list --solvers' tells "
                                      "them, 'kernel' and 'rules' are two more",
                                      name);
            return false;
        }
        if (found >= 0 && !pulma_solver_available(found, how, sizeof how)) {
            study->status =
                cli_usage(study->call, "the solver %s is not here: %s", name, how);
            return false;
        }
    }
    return true;
}

/* Whether some kind among the puzzles has this model. */
static bool known_model(const struct cli_study *study, const char *name)
{
    for (int i = 0; i < study->puzzle_count; i++) {
        int kind = pulma_puzzle_kind(study->puzzles[i].puzzle);
        for (int m = 0; m < pulma_model_count(kind); m++)
            if (strcmp(pulma_model_name(kind, m), name) == 0)
                return true;
    }
    return is_path(name);
}

static bool check_models(struct cli_study *study)
{
    const char *list = study->call->text[CLI_MODELS_LIST];
    if (!list || strcmp(list, "all") == 0)
        return true;
    for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',') {
        char name[64];
        size_t len = strcspn(p, ",");
        snprintf(name, sizeof name, "%.*s", (int)(len < 63 ? len : 63), p);
        if (len > 63 || !known_model(study, name)) {
            study->status =
                cli_usage(study->call, "none of these puzzles has a model '%s'", name);
            return false;
        }
    }
    return true;
}

bool cli_study_wants(const struct cli_study *study, const char *solver)
{
    char how[300];
    bool here = is_engine(solver);
    for (int s = 0; s < pulma_solver_count() && !here; s++)
        here = strcmp(pulma_solver_name(s), solver) == 0 &&
               pulma_solver_available(s, how, sizeof how);
    return here && cli_lists(study->call->text[CLI_SOLVERS_LIST], solver);
}

static bool add_model(struct cli_study *study, int puzzle, const char *model)
{
    for (int s = 0; s < pulma_solver_count(); s++)
        if (cli_study_wants(study, pulma_solver_name(s)) &&
            !cli_study_add_case(study, puzzle, model, pulma_solver_name(s)))
            return false;
    return true;
}

/* The model files that --models names. */
static bool add_paths(struct cli_study *study, int puzzle)
{
    const char *list = study->call->text[CLI_MODELS_LIST];
    for (const char *p = list ? list : ""; *p; p += strcspn(p, ","), p += *p == ',') {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(p, ","), p);
        if (is_path(name) && !add_model(study, puzzle, name))
            return false;
    }
    return true;
}

static bool add_ways(struct cli_study *study, int puzzle)
{
    const struct cli_call *call = study->call;
    int kind = pulma_puzzle_kind(study->puzzles[puzzle].puzzle);
    for (int m = 0; m < pulma_model_count(kind); m++) {
        const char *model = pulma_model_name(kind, m);
        if (cli_lists(call->text[CLI_MODELS_LIST], model) &&
            !add_model(study, puzzle, model))
            return false;
    }
    if (!add_paths(study, puzzle))
        return false;
    for (int e = 0; e < 2; e++)
        if (cli_study_wants(study, engines[e]) &&
            !cli_study_add_case(study, puzzle, "", engines[e]))
            return false;
    return true;
}

bool cli_study_add_cases(struct cli_study *study)
{
    if (!cli_study_check_solvers(study) || !check_models(study))
        return false;
    for (int i = 0; i < study->puzzle_count; i++)
        if (!add_ways(study, i))
            return false;
    return true;
}

bool cli_study_prepare(struct cli_study *study)
{
    const char *record = study->call->text[CLI_RESUME];
    return cli_study_add_cases(study) && (!record || cli_record_open(study, record));
}

void cli_study_finish(struct cli_study *study)
{
    const struct cli_call *call = study->call;
    pulma_error err = {.status = PULMA_BAD_CALL};
    if (cli_given(call, CLI_PLOT) && !cli_study_plot(study, call->text[CLI_PLOT], &err))
        study->status = cli_worse(
            study->status, cli_fail(call, stdout, stderr, call->text[CLI_PLOT], &err));
}

/* ---- Results ---- */

bool cli_case_ended(const struct cli_case *one)
{
    return one->done > 0;
}

static bool gives_result(const struct cli_run *run)
{
    return run->outcome == CLI_SOLVED || run->outcome == CLI_IMPOSSIBLE;
}

void cli_case_take(const struct cli_study *study, struct cli_case *one,
                   const struct cli_run *run)
{
    bool stopped = run->outcome == CLI_LIMIT_HIT, known = one->done > 0;
    one->seconds[one->done++] = stopped ? study->seconds : run->seconds;
    one->stopped += stopped;
    if (!(stopped && known && gives_result(&one->last)))
        one->last = *run;
}

bool cli_case_timed(const struct cli_case *one)
{
    return one->done > 0 && gives_result(&one->last) && 2 * one->stopped < one->done;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double cli_case_median(const struct cli_case *one)
{
    if (one->done < 2)
        return one->seconds[0];
    size_t n = (size_t)one->done;
    double *sorted = malloc(n * sizeof *sorted);
    if (!sorted)
        return one->seconds[0];
    memcpy(sorted, one->seconds, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    free(sorted);
    return median;
}

double cli_case_fastest(const struct cli_case *one)
{
    double best = one->seconds[0];
    for (int i = 1; i < one->done; i++)
        best = one->seconds[i] < best ? one->seconds[i] : best;
    return best;
}

double cli_case_slowest(const struct cli_case *one)
{
    double worst = one->seconds[0];
    for (int i = 1; i < one->done; i++)
        worst = one->seconds[i] > worst ? one->seconds[i] : worst;
    return worst;
}

const char *cli_seconds_text(double seconds, char *text, size_t size)
{
    int digits = seconds < 0.001  ? 6
                 : seconds < 0.01 ? 5
                 : seconds < 0.1  ? 4
                 : seconds < 1    ? 3
                 : seconds < 10   ? 2
                                  : 1;
    snprintf(text, size, "%.*f", digits, seconds);
    return text;
}

const char *cli_outcome_word(enum cli_outcome outcome)
{
    static const char *const words[] = {
        [CLI_SOLVED] = "solved",   [CLI_IMPOSSIBLE] = "impossible",
        [CLI_LIMIT_HIT] = "limit", [CLI_REFUSED] = "does not apply",
        [CLI_BROKEN] = "failed",
    };
    return words[outcome];
}

/* ---- Agreement ---- */

/* Whether two results cannot both be true. */
static bool contradict(const struct cli_run *a, const struct cli_run *b)
{
    bool has_answer = a->outcome == CLI_SOLVED || a->has_cost;
    if (b->outcome == CLI_IMPOSSIBLE && has_answer)
        return true;
    /* b is proved to be the cheapest. */
    return b->outcome == CLI_SOLVED && b->has_cost && a->has_cost && a->cost < b->cost;
}

static void tell_disagreement(const struct cli_study *study, const struct cli_case *a,
                              const struct cli_case *b)
{
    const struct cli_case *both[] = {a, b};
    fputs("pulma compare: disagreement about ", stderr);
    cli_print_clean(stderr, study->puzzles[a->puzzle].name);
    for (int i = 0; i < 2; i++) {
        const struct cli_run *run = &both[i]->last;
        fprintf(stderr, "%s %s%s%s says %s", i ? "," : ":", both[i]->model,
                both[i]->model[0] ? " by " : "", both[i]->solver,
                cli_outcome_word(run->outcome));
        if (run->has_cost)
            fprintf(stderr, " at cost %" PRId64, run->cost);
    }
    fputc('\n', stderr);
}

static void judge(struct cli_study *study)
{
    for (int i = 0; i < study->case_count; i++) {
        struct cli_case *a = &study->cases[i];
        if (cli_case_ended(a) && a->last.outcome == CLI_BROKEN) {
            fputs("pulma compare: ", stderr);
            cli_print_clean(stderr, study->puzzles[a->puzzle].name);
            fprintf(stderr, ": %s%s%s failed: ", a->model, a->model[0] ? " by " : "",
                    a->solver);
            cli_print_clean(stderr, a->last.message);
            fputc('\n', stderr);
            study->status = cli_worse(study->status, CLI_NO);
        }
        for (int j = i + 1; j < study->case_count; j++) {
            struct cli_case *b = &study->cases[j];
            if (b->puzzle != a->puzzle)
                break;
            if (!cli_case_ended(a) || !cli_case_ended(b) ||
                (!contradict(&a->last, &b->last) && !contradict(&b->last, &a->last)))
                continue;
            tell_disagreement(study, a, b);
            a->disagrees = b->disagrees = true;
            study->status = cli_worse(study->status, CLI_NO);
        }
    }
}

/* ---- Running ---- */

/* What the line on the terminal tells. */
struct telling {
    struct cli_progress progress;
    const struct cli_study *study;
    const struct cli_case *one;
    double began, worked; /* the present run; seconds of the runs before */
    long left, done;
    long worked_on; /* of those done, the ones that were not refused at once */
};

/* A puzzle in few letters: the last part of its file's name, or its size. */
static void short_name(const struct cli_study_puzzle *p, char *name, size_t size)
{
    const char *file = p->file;
    for (const char *c = file; *c; c++)
        if (c[0] == '/' && c[1])
            file = c + 1;
    if (p->side > 0)
        snprintf(name, size, "%dx%d", p->side, p->side);
    else if (p->line > 1)
        snprintf(name, size, "%.24s:%d", file, p->line);
    else
        snprintf(name, size, "%.24s", file);
}

static void tell(void *context)
{
    struct telling *t = context;
    double now = cli_now();
    if (!t->progress.on || now - t->progress.shown < 0.25 || now - t->progress.started < 1)
        return;
    const struct cli_case *one = t->one;
    /* What a run takes on average, as if one that took all its time had come before. */
    double each = (t->worked + t->study->seconds) / (double)(t->worked_on + 1);
    double rest = each * (double)t->left - (now - t->began);
    char name[60];
    short_name(&t->study->puzzles[one->puzzle], name, sizeof name);
    fprintf(stderr, "\r%ld of %ld: ", t->done + 1, t->done + t->left);
    cli_print_clean(stderr, name);
    fprintf(stderr, ", %s%s%s, %.0f s; about %.0f s left\033[K", one->model,
            one->model[0] ? " by " : "", one->solver, now - t->began, rest > 1 ? rest : 1);
    t->progress.shown = now;
    t->progress.visible = true;
}

/* A run that ended otherwise than by an answer would end so again. */
static bool wants_run(const struct cli_study *study, const struct cli_case *one)
{
    bool settled = one->done > 0 && !gives_result(&one->last);
    return one->done < study->repeat && !settled;
}

/* The size of a puzzle by a model is the same for all solvers. */
static void share_size(struct cli_study *study, const struct cli_case *from)
{
    for (int i = 0; i < study->case_count; i++) {
        struct cli_case *one = &study->cases[i];
        if (one->puzzle == from->puzzle && strcmp(one->model, from->model) == 0) {
            one->last.has_size = true;
            one->last.size = from->last.size;
        }
    }
}

static void take_run(struct cli_study *study, struct cli_case *one, struct cli_run *run)
{
    if (!run->has_size && one->last.has_size) {
        run->has_size = true;
        run->size = one->last.size;
    }
    cli_case_take(study, one, run);
    if (run->has_size)
        share_size(study, one);
    cli_record_add(study, one, run);
}

/* One run of each case that still has less than `round` of them.  False: interrupted. */
static bool run_round(struct cli_study *study, int round, struct telling *t)
{
    for (int i = 0; i < study->case_count; i++) {
        struct cli_case *one = &study->cases[i];
        struct cli_run run;
        if (one->done >= round || !wants_run(study, one))
            continue;
        t->one = one;
        t->began = cli_now();
        if (cli_interrupted() || !cli_try(study, one, tell, t, &run))
            return false;
        take_run(study, one, &run);
        t->worked += cli_now() - t->began;
        t->worked_on += run.outcome != CLI_REFUSED;
        t->done++;
        t->left -= t->left > 1;
        if (!wants_run(study, one)) /* repetitions that will not come */
            t->left -= t->left > study->repeat - one->done ? study->repeat - one->done : 0;
    }
    return true;
}

void cli_study_run(struct cli_study *study)
{
    struct telling t = {.study = study};
    cli_progress_start(&t.progress, "comparing");
    for (int i = 0; i < study->case_count; i++)
        if (wants_run(study, &study->cases[i]))
            t.left += study->repeat - study->cases[i].done;
    study->complete = true;
    for (int round = 1; round <= study->repeat && study->complete; round++)
        study->complete = run_round(study, round, &t);
    cli_progress_hide(&t.progress);
    judge(study);
    if (!study->complete) {
        fputs("pulma compare: interrupted; what was done is told\n", stderr);
        study->status = cli_worse(study->status, CLI_STOPPED);
    }
}
