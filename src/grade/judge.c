/* Judging one model on every board of an exercise.
 *
 * A board is passed by luck if a model that forgets a rule happens to print the right answer.  So the
 * model has to print all its answers, one more than there are right ones at most. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade/inside.h"

enum {
    PATIENCE = 3,    /* how many times its CPU time a run may take on the clock */
    MOST_LIMITS = 2, /* boards at a limit, after which the others are not tried */
    FEW = 3          /* answers that are asked for where there are too many */
};

/* CPU seconds for the answers after the first.  Different solutions may print the same board, a
 * thousand times over. */
static const double listing_seconds = 1;

static const char *const outcome_names[GRADE_OUTCOMES] = {
    [GRADE_GOOD] = "right",
    [GRADE_BREAKS_RULE] = "wrong-answer",
    [GRADE_NO_SOLUTION] = "infeasible",
    [GRADE_LOSES] = "too-strict",
    [GRADE_NOT_CHEAPEST] = "not-cheapest",
    [GRADE_PRINTS_LITTLE] = "unfinished",
    [GRADE_NO_MODEL] = "unreadable",
    [GRADE_FAILED] = "failed",
    [GRADE_TOO_LARGE] = "too-large",
    [GRADE_NOT_LINEAR] = "not-linear",
    [GRADE_OUT_OF_LIMITS] = "limit",
};

const char *grade_outcome_name(enum grade_outcome outcome)
{
    assert(outcome < GRADE_OUTCOMES);
    return outcome_names[outcome];
}

/* One run: a model on a board. */
struct run {
    const struct grade_exercise *exercise;
    const struct grade_board *board;
    const pulma_puzzle *puzzle;
    const struct grade_submission *submission;
    const char *text; /* of the model */
    size_t len;
    struct pm_arena *arena; /* of the result */
    struct grade_mark *mark;
    bool (*stop)(void *context);
    void *context;
    const char *solver; /* NULL: pulma's choice */
    bool blame;         /* rows are looked for that exclude an answer */
    pulma_job *job;
    int *answer;
    double list_until; /* CPU seconds of the job; 0: any number */
    bool no_memory;
};

static bool stops(void *context)
{
    const struct run *r = context;
    return (r->stop && r->stop(r->context)) ||
           (r->list_until > 0 && pulma_job_seconds(r->job) > r->list_until);
}

static const char *keep(struct run *r, const char *text)
{
    const char *copy = pm_copy(r->arena, text, strlen(text));
    r->no_memory |= !copy;
    return copy ? copy : "";
}

static void mark(struct run *r, enum grade_outcome outcome, const char *text)
{
    r->mark->outcome = outcome;
    r->mark->text = keep(r, text);
}

static void show(struct run *r, const int *board, const pulma_finding *finding)
{
    size_t n = (size_t)pulma_puzzle_places(r->puzzle);
    if (!board)
        return;
    r->mark->shown = pm_new(r->arena, n, int);
    if (!r->mark->shown) {
        r->no_memory = true;
        return;
    }
    memcpy(r->mark->shown, board, n * sizeof *board);
    if (!finding)
        return;
    r->mark->place_count = finding->place_count;
    memcpy(r->mark->places, finding->places, sizeof r->mark->places);
}

/* ---- What is wrong ---- */

/* The rules that a board breaks; one with empty places cannot be asked. */
static void name_rules(struct run *r, const int *board)
{
    pulma_rulebook *book = NULL;
    for (int i = 0; i < pulma_puzzle_places(r->puzzle); i++)
        if (board[i] == PULMA_EMPTY)
            return;
    if (pulma_rulebook_new(r->puzzle, &book, NULL) != PULMA_OK)
        return;
    int n = pulma_rulebook_count(book);
    r->mark->rules = pm_new(r->arena, (size_t)n, const char *);
    for (int i = 0; i < n && r->mark->rules; i++)
        if (pulma_rulebook_broken(book, i, board))
            r->mark->rules[r->mark->rule_count++] = keep(r, pulma_rulebook_text(book, i));
    pulma_rulebook_free(book);
}

/* Rows that exclude the lost answer, or else contradict each other, with the lines on which they are
 * declared. */
static void name_rows(struct run *r)
{
    const bool lost = pulma_job_lost(r->job) != NULL;
    int n = lost ? pulma_job_blamed_count(r->job) : pulma_job_reason_count(r->job);
    r->mark->rows = pm_new(r->arena, (size_t)n, const char *);
    for (int i = 0; i < n && r->mark->rows; i++) {
        char text[200];
        const char *row =
            lost ? pulma_job_blamed_text(r->job, i) : pulma_job_reason_text(r->job, i);
        int line = grade_line_of(r->text, r->len, row);
        snprintf(text, sizeof text, line ? "%.100s (line %d)" : "%.100s", row, line);
        r->mark->rows[r->mark->row_count++] = keep(r, text);
    }
}

static void mark_fault(struct run *r, const pulma_error *err)
{
    const int *refused = pulma_job_refused(r->job);
    switch (pulma_job_fault(r->job)) {
    case PULMA_FAULT_INFEASIBLE:
        mark(r, GRADE_NO_SOLUTION,
             "the model has no solution, but the puzzle has an answer");
        name_rows(r);
        show(r, pulma_job_lost(r->job), NULL);
        break;
    case PULMA_FAULT_WRONG_ANSWER:
        mark(r, GRADE_BREAKS_RULE, err->message);
        show(r, refused, pulma_job_finding(r->job));
        if (refused)
            name_rules(r, refused);
        break;
    case PULMA_FAULT_NOT_CHEAPEST:
        mark(r, GRADE_NOT_CHEAPEST, err->message);
        show(r, refused, NULL);
        break;
    case PULMA_FAULT_TOO_STRICT:
        if (r->exercise->ask != GRADE_ALL) {
            r->mark->remark = keep(r, err->message);
            break;
        }
        mark(r, GRADE_LOSES, "the puzzle has an answer that the model has not");
        name_rows(r);
        show(r, pulma_job_lost(r->job), NULL);
        break;
    default:
        mark(r, GRADE_PRINTS_LITTLE, err->message);
        show(r, refused, NULL);
    }
}

static void mark_error(struct run *r, pulma_status status, const pulma_error *err)
{
    char text[600];
    switch (status) {
    case PULMA_BAD_TEXT:
        if (err->line)
            snprintf(text, sizeof text, "line %d of %s: %s", err->line,
                     err->text == PULMA_TEXT_DATA ? "the data" : "the model", err->message);
        else
            snprintf(text, sizeof text, "%s", err->message);
        mark(r, GRADE_NO_MODEL, text);
        break;
    case PULMA_LIMIT:
        mark(r, GRADE_OUT_OF_LIMITS, "no answer within the limits");
        break;
    case PULMA_MODEL_FAULT:
        mark_fault(r, err);
        break;
    case PULMA_NONE:
        mark(r, GRADE_NO_SOLUTION, "the model has no solution");
        break;
    default:
        mark(r, GRADE_FAILED, err->message);
    }
}

/* ---- A run ---- */

/* False: it is judged already. */
static bool keeps_size(struct run *r)
{
    const struct grade_exercise *e = r->exercise;
    pulma_size size;
    pulma_error err;
    char text[200];
    if (e->variables == 0 && !e->linear)
        return true;
    pulma_status status = pulma_model_size(r->puzzle, r->text, false, PATIENCE * e->seconds,
                                           &size, NULL, &err);
    if (status) {
        mark_error(r, status, &err);
        return false;
    }
    if (e->linear && strcmp(size.class_name, "MINLP") == 0) {
        mark(r, GRADE_NOT_LINEAR, "the model has products or absolute values");
        return false;
    }
    if (e->variables == 0 || size.variables <= e->variables)
        return true;
    snprintf(text, sizeof text, "the model has %d variables, and %d are allowed",
             size.variables, e->variables);
    mark(r, GRADE_TOO_LARGE, text);
    return false;
}

static bool open_job(struct run *r)
{
    const struct grade_exercise *e = r->exercise;
    pulma_error err;
    r->job = pulma_job_new(r->puzzle);
    r->answer = calloc((size_t)pulma_puzzle_places(r->puzzle) + 1, sizeof *r->answer);
    if (!r->job || !r->answer) {
        r->no_memory = true;
        return false;
    }
    pulma_status status = pulma_job_set_model(r->job, r->text, r->solver, &err);
    if (status) {
        mark_error(r, status, &err);
        return false;
    }
    pulma_job_set_seconds(r->job, PATIENCE * e->seconds);
    pulma_job_set_conflicts(r->job, e->nodes);
    if (e->memory)
        pulma_job_set_memory(r->job, e->memory, 1);
    pulma_job_set_stop(r->job, stops, r);
    pulma_job_set_blame(r->job, r->blame);
    return true;
}

/* How many answers are asked for: so many that one too many shows. */
static int answers_wanted(const struct grade_board *board)
{
    if (board->part == GRADE_SPEED)
        return 1;
    return board->answers >= 0 && board->answers <= GRADE_MOST_ANSWERS ? board->answers + 1
                                                                       : FEW;
}

/* Whether it took more than half of what is allowed: elsewhere it might not be enough. */
static bool is_close(const struct run *r)
{
    return 2 * pulma_job_seconds(r->job) > r->exercise->seconds ||
           2 * pulma_job_nodes(r->job) > r->exercise->nodes;
}

static void ask(struct run *r)
{
    pulma_error err;
    pulma_status status = PULMA_OK;
    int given = 0, wanted = answers_wanted(r->board);
    while (!status && given < wanted) {
        status = pulma_job_next(r->job, r->answer, &err);
        given += status == PULMA_OK;
        if (given == 1 && status == PULMA_OK) {
            r->mark->close = is_close(r);
            r->list_until = pulma_job_seconds(r->job) + listing_seconds;
            if (pulma_job_seconds(r->job) > r->exercise->seconds)
                status = PULMA_LIMIT, given = 0;
        }
    }
    /* What a limit hides after a right answer is nobody's fault. */
    if (given > 0 && status == PULMA_LIMIT)
        r->mark->unlisted = true;
    else if (status && !(given > 0 && status == PULMA_NONE))
        mark_error(r, status, &err);
}

static void try_solver(struct run *r)
{
    *r->mark = (struct grade_mark){.text = "", .remark = ""};
    if (keeps_size(r) && open_job(r))
        ask(r);
    pulma_job_free(r->job);
    free(r->answer);
    r->job = NULL;
    r->answer = NULL;
    r->list_until = 0;
}

/* By the solvers that are allowed, until one ends within the limits. */
static void try_board(struct run *r)
{
    const struct grade_exercise *e = r->exercise;
    int i = 0;
    do {
        r->solver = i < e->solver_count ? e->solvers[i] : NULL;
        try_solver(r);
        i++;
    } while (r->mark->outcome == GRADE_OUT_OF_LIMITS && i < e->solver_count);
}

/* ---- All boards ---- */

/* Who is right on what was given alone may have written the answer into the model. */
static void suspect(const struct grade_exercise *e, struct grade_result *result)
{
    int given = 0, right_given = 0, right_other = 0;
    for (int i = 0; i < e->board_count; i++) {
        bool right = result->marks[i].outcome == GRADE_GOOD;
        given += e->boards[i].part == GRADE_BOARD;
        right_given += right && e->boards[i].part == GRADE_BOARD;
        right_other += right && e->boards[i].part != GRADE_BOARD;
    }
    result->suspicion = "";
    if (given > 0 && right_given == given && right_other == 0 && e->board_count > given + 1)
        result->suspicion = "right on the given boards and on no other: is the answer, or "
                            "the size of the board, written into the model?";
}

/* The text with a line end behind it, which tells the library that it is one.  A byte 0 would end
 * it; another control character is refused as that is. */
static char *as_model(const char *text, size_t len, struct pm_arena *arena)
{
    char *model = pm_new(arena, len + 2, char);
    for (size_t i = 0; model && i < len; i++)
        model[i] = text[i] ? text[i] : '\001';
    if (model)
        model[len] = '\n';
    return model;
}

/* Whether the model is found to be too strict on an earlier board of the same part: rows are named once
 * in a part, and where there are several answers, once for a lost one. */
static bool has_blame(const struct grade_exercise *e, const struct grade_mark *marks,
                      int board)
{
    for (int i = 0; i < board; i++)
        if (e->boards[i].part == e->boards[board].part &&
            ((marks[i].outcome == GRADE_NO_SOLUTION &&
              e->boards[i].part != GRADE_SEVERAL) ||
             marks[i].outcome == GRADE_LOSES))
            return true;
    return false;
}

bool grade_judge(const struct grade_exercise *e, pulma_puzzle *const *puzzles,
                 struct grade_submission *submission, const char *text, size_t len,
                 bool (*stop)(void *context), void *context)
{
    struct grade_result *result = calloc(1, sizeof *result);
    if (!result)
        return false;
    pm_arena_init(&result->arena, 0);
    result->marks = pm_new(&result->arena, (size_t)e->board_count, struct grade_mark);
    struct run run = {.exercise = e,
                      .submission = submission,
                      .text = as_model(text, len, &result->arena),
                      .len = len,
                      .arena = &result->arena,
                      .stop = stop,
                      .context = context,
                      .no_memory = !result->marks};
    run.no_memory |= !run.text;
    int limits = 0;
    for (int i = 0; i < e->board_count && !run.no_memory; i++) {
        run.board = &e->boards[i];
        run.puzzle = puzzles[i];
        run.mark = &result->marks[i];
        run.blame = !has_blame(e, result->marks, i);
        if (limits < MOST_LIMITS)
            try_board(&run);
        else
            *run.mark = (struct grade_mark){.outcome = GRADE_OUT_OF_LIMITS,
                                            .text = "not tried after two limits",
                                            .remark = ""};
        limits += run.mark->outcome == GRADE_OUT_OF_LIMITS;
        if (stop && stop(context))
            run.no_memory = true;
    }
    submission->result = result;
    if (run.no_memory) {
        grade_submission_clear(submission);
        return false;
    }
    suspect(e, result);
    grade_add_up(e, submission);
    submission->done = true;
    return true;
}

void grade_submission_clear(struct grade_submission *submission)
{
    if (submission->result)
        pm_arena_free(&submission->result->arena);
    free(submission->result);
    submission->result = NULL;
    submission->done = false;
}

/* ---- Points ---- */

static bool lists(const char *const *texts, int n, const char *text)
{
    for (int i = 0; i < n; i++)
        if (strcmp(texts[i], text) == 0)
            return true;
    return false;
}

/* Whether the model enforces a rule: on the boards that would catch it otherwise it is right, or breaks
 * only other rules. */
static bool enforces(const struct grade_exercise *e, const struct grade_result *result,
                     const char *rule)
{
    for (int i = 0; i < e->board_count; i++) {
        const struct grade_mark *m = &result->marks[i];
        if (!lists(e->boards[i].caught, e->boards[i].caught_count, rule))
            continue;
        bool others = m->outcome == GRADE_BREAKS_RULE && m->rule_count > 0 &&
                      !lists(m->rules, m->rule_count, rule);
        if (m->outcome != GRADE_GOOD && !others)
            return false;
    }
    return true;
}

/* Of `*all` things of a part, how many are as they should be: of the boards that catch mistakes the
 * rules count, elsewhere the boards. */
static int count_good(const struct grade_exercise *e, const struct grade_result *result,
                      enum grade_part part, int *all)
{
    const char *rules[GRADE_MOST_RULES];
    int good = 0;
    *all = 0;
    for (int i = 0; i < e->board_count; i++) {
        const struct grade_board *b = &e->boards[i];
        if (b->part == part && part != GRADE_CATCH) {
            ++*all;
            good += result->marks[i].outcome == GRADE_GOOD;
        }
        for (int k = 0; k < b->caught_count && part == GRADE_CATCH; k++)
            if (*all < GRADE_MOST_RULES && !lists(rules, *all, b->caught[k])) {
                rules[(*all)++] = b->caught[k];
                good += enforces(e, result, b->caught[k]);
            }
    }
    return good;
}

/* A part's points are shared out evenly, rounded down to tenths. */
static void add_points(const struct grade_exercise *e, struct grade_submission *s)
{
    s->points = s->of = 0;
    for (int part = 0; part < GRADE_PARTS; part++) {
        int all, good = count_good(e, s->result, (enum grade_part)part, &all);
        if (all == 0)
            continue;
        s->of += 10 * e->points[part];
        s->points += 10 * e->points[part] * good / all;
    }
}

void grade_add_up(const struct grade_exercise *e, struct grade_submission *s)
{
    int count[GRADE_OUTCOMES] = {0};
    for (int i = 0; i < e->board_count; i++)
        count[s->result->marks[i].outcome]++;
    int bad = e->board_count - count[GRADE_GOOD];
    s->verdict = bad == 0                                  ? GRADE_RIGHT
                 : bad == count[GRADE_OUT_OF_LIMITS]       ? GRADE_LIMIT
                 : count[GRADE_NO_MODEL] == e->board_count ? GRADE_UNREADABLE
                                                           : GRADE_WRONG;
    add_points(e, s);
}

const char *grade_verdict_name(enum grade_verdict verdict)
{
    static const char *const names[] = {"right", "wrong", "unreadable", "limit"};
    return names[verdict];
}
