/* pulma solve: the answer of each puzzle, all answers, or why there is none.
 *
 * Answers are printed as they are found, so that --all needs no memory; a JSON document with
 * all answers therefore has its array of answers first and its status last. */
#include "cli/batch.h"
#include "cli/fault.h"
#include "cli/keep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A proof that excludes more answers than this would be of no use to anybody. */
enum { MOST_PROVED = 1000 };

/* Seconds that the reasons of an impossible puzzle may take when nobody asked for them. */
static const double seconds_for_why = 2;

struct solving {
    const struct cli_item *item;
    pulma_job *job;
    int places;
    int *first;   /* answer */
    bool proves;  /* --proof, and there was memory for what it needs */
    int *answers; /* the first MOST_PROVED of them, for --proof; otherwise NULL */
    size_t room;  /* for so many answers */
    uint64_t found, limit;
    pulma_status status; /* PULMA_OK: stopped at the limit of --limit */
    pulma_error *err;
    const int *best; /* a limit came, and this is the best so far; NULL: none */
};

static bool wants_all(const struct cli_call *call)
{
    return cli_given(call, CLI_ALL) || cli_given(call, CLI_LIMIT);
}

/* ---- Documents ---- */

void cli_json_answer(const struct cli_item *item, const int *answer)
{
    FILE *out = item->out;
    char *text = NULL;
    if (!answer || pulma_answer_write(item->puzzle, answer, &text, NULL) != PULMA_OK) {
        fputs("\"answer\":null,\"values\":null", out);
        return;
    }
    fputs("\"answer\":", out);
    cli_json_text(out, text);
    fputs(",\"values\":", out);
    cli_json_ints(out, answer, pulma_puzzle_places(item->puzzle));
    pulma_free(text);
}

static void json_reasons(const struct solving *s, const pulma_job *why, bool minimal)
{
    FILE *out = s->item->out;
    fputs(",\"reasons\":[", out);
    for (int i = 0; i < pulma_job_reason_count(why); i++) {
        const int *places;
        int count = pulma_job_reason_places(why, i, &places);
        fputs(i ? ",{\"text\":" : "{\"text\":", out);
        cli_json_text(out, pulma_job_reason_text(why, i));
        fputs(",\"places\":", out);
        cli_json_ints(out, places, count);
        fputc('}', out);
    }
    fprintf(out, "],\"minimal\":%s", minimal ? "true" : "false");
}

static const char *status_word(const struct solving *s)
{
    switch (s->status) {
    case PULMA_LIMIT:
        return "limit";
    case PULMA_MODEL_FAULT:
        return "model-fault";
    case PULMA_OK:
    case PULMA_NONE:
        if (s->found == 0)
            return "impossible";
        return pulma_job_has_objective(s->job) && pulma_job_optimal(s->job) ? "optimal"
                                                                            : "solved";
    default:
        return "error";
    }
}

static void json_objective(const struct solving *s)
{
    FILE *out = s->item->out;
    if (!pulma_job_has_objective(s->job) || (s->found == 0 && !s->best)) {
        fputs(",\"objective\":null", out);
        return;
    }
    fprintf(out, ",\"objective\":%" PRId64, pulma_job_objective(s->job));
    if (pulma_job_cheapest_by_model(s->job))
        fputs(",\"cheapest_by_model\":true", out);
    if (!pulma_job_optimal(s->job) && !*pulma_job_model(s->job))
        fprintf(out, ",\"bound\":%" PRId64, pulma_job_bound(s->job));
}

static void json_message(FILE *out, const char *message)
{
    fputs("\"message\":", out);
    cli_json_text(out, message);
    fputc(',', out);
}

/* What went wrong, with the model's file, line and column if it is there. */
static void json_failure(const struct solving *s)
{
    char message[1200];
    bool placed = s->err->text == PULMA_TEXT_MODEL;
    if (placed)
        snprintf(message, sizeof message, "%.500s:%d:%d: %s", cli_item_model(s->item),
                 s->err->line, s->err->column, s->err->message);
    json_message(s->item->out, placed ? message : s->err->message);
}

/* The board to show if there is no answer: the best so far, or what a model got wrong. */
static const int *shown(const struct solving *s)
{
    return s->status == PULMA_MODEL_FAULT ? pulma_job_refused(s->job) : s->best;
}

/* Everything but the answers of --all, which stand before it. */
static void json_rest(const struct solving *s)
{
    FILE *out = s->item->out;
    const char *model = pulma_job_model(s->job);
    fprintf(out, "\"status\":\"%s\",", status_word(s));
    if (s->status == PULMA_LIMIT)
        json_message(out, cli_limit_words(s->item->call, s->err));
    else if (s->status != PULMA_NONE && s->status != PULMA_OK)
        json_failure(s);
    if (s->status == PULMA_MODEL_FAULT) {
        cli_json_fault(s->item, s->job);
        fputc(',', out);
    }
    cli_json_answer(s->item, s->found ? s->first : shown(s));
    json_objective(s);
    fputs(",\"solver\":", out);
    cli_json_text(out, pulma_job_solver(s->job));
    fputs(",\"model\":", out);
    if (*model)
        cli_json_text(out, model);
    else
        fputs("null", out);
    cli_json_effort(s->item, s->job);
    cli_json_origin(s->item);
}

/* ---- For people ---- */

/* Lines about an answer that must not be taken for the answer itself. */
static const char *comment(const struct cli_item *item)
{
    return item->terminal || cli_given(item->call, CLI_ASCII) ? "" : "% ";
}

/* Drawn, if a person looks and the picture is not too wide; otherwise as text. */
void cli_print_marked(const struct cli_item *item, const int *answer, const int *places,
                      int place_count)
{
    bool drawn = item->terminal || cli_given(item->call, CLI_ASCII);
    char *picture = NULL, *text = NULL;
    size_t len = 0;
    cli_progress_hide(item->progress);
    if (drawn &&
        pulma_draw_marked(item->puzzle, answer, places, place_count,
                          cli_picture_format(item->call, item->terminal), &picture, &len,
                          NULL) == PULMA_OK &&
        cli_fits_terminal(picture, len))
        fwrite(picture, 1, len, item->out);
    else if (pulma_answer_write(item->puzzle, answer, &text, NULL) == PULMA_OK)
        fputs(text, item->out);
    pulma_free(picture);
    pulma_free(text);
}

void cli_print_answer(const struct cli_item *item, const int *answer)
{
    cli_print_marked(item, answer, NULL, 0);
}

static void start_cost(const struct cli_item *item, int64_t cost)
{
    FILE *out = item->out;
    char words[100];
    pulma_cost_text(item->puzzle, cost, words, sizeof words);
    fprintf(out, "%scost %" PRId64, comment(item), cost);
    if (strncmp(words, "cost ", 5) != 0)
        fprintf(out, " (%s)", words);
}

void cli_print_cost(const struct cli_item *item, int64_t cost, bool optimal, int64_t bound)
{
    start_cost(item, cost);
    if (optimal)
        fputs(", proved optimal\n", item->out);
    else
        fprintf(item->out, ", lower bound %" PRId64 "\n", bound);
}

/* A bound of a model is one of the model, not of the puzzle. */
static void print_cost(const struct solving *s)
{
    const pulma_job *job = s->job;
    if (!pulma_job_has_objective(job))
        return;
    if (pulma_job_optimal(job) || !*pulma_job_model(job)) {
        cli_print_cost(s->item, pulma_job_objective(job), pulma_job_optimal(job),
                       pulma_job_bound(job));
        return;
    }
    start_cost(s->item, pulma_job_objective(job));
    fputs(pulma_job_cheapest_by_model(job) ? ", cheapest by this model\n" : "\n",
          s->item->out);
}

/* `minimal`: none of them can be left out. */
static void print_reasons(FILE *out, const pulma_job *why, bool minimal)
{
    int count = pulma_job_reason_count(why);
    if (!minimal)
        fputs("These contradict each other, but perhaps not all of them are needed:\n",
              out);
    else if (count > 1)
        fputs("These contradict each other:\n", out);
    for (int i = 0; i < count; i++)
        fprintf(out, "  - %s\n", pulma_job_reason_text(why, i));
}

static void print_note(const struct solving *s)
{
    const struct cli_item *item = s->item;
    FILE *out = item->out;
    if (s->status == PULMA_LIMIT) {
        cli_item_stopped(item, s->err);
    } else if (wants_all(item->call) && item->terminal) {
        fprintf(out, "%s%" PRIu64 " %s%s\n", s->status == PULMA_NONE ? "" : "at least ",
                s->found, s->found == 1 ? "answer" : "answers",
                pulma_job_complete_by_model(s->job) ? " by this model" : "");
    }
}

/* ---- The work ---- */

/* Why there is no answer: on request, and for people as long as it comes soon. */
static void tell_why(const struct solving *s)
{
    const struct cli_call *call = s->item->call;
    bool asked = cli_given(call, CLI_WHY), json = cli_given(call, CLI_JSON);
    if (cli_given(call, CLI_QUIET) || (json && !asked))
        return;
    pulma_error err = {0};
    pulma_job *why = cli_item_job(s->item);
    if (!why)
        return;
    double left = cli_seconds_left(call);
    if (!asked && (left <= 0 || left > seconds_for_why))
        pulma_job_set_seconds(why, seconds_for_why);
    pulma_status status = pulma_job_why(why, NULL, &err);
    cli_progress_hide(s->item->progress);
    const bool some = asked && status == PULMA_LIMIT && pulma_job_reason_count(why) > 0;
    if (json && (status == PULMA_OK || some))
        json_reasons(s, why, !some);
    else if (status == PULMA_OK || some)
        print_reasons(s->item->out, why, !some);
    else if (asked && !json)
        cli_item_note(s->item, "the reason is not known", err.message);
    pulma_job_free(why);
}

/* One more answer besides which there may be no other. */
static void keep_for_proof(struct solving *s, const int *answer)
{
    const size_t places = (size_t)s->places, n = (size_t)s->found;
    if (n == s->room) {
        size_t room = 2 * s->room + 1;
        int *more = realloc(s->answers, room * (places + 1) * sizeof *more);
        s->proves = more != NULL;
        if (!more)
            return;
        s->answers = more;
        s->room = room;
    }
    memcpy(s->answers + n * places, answer, places * sizeof *answer);
}

/* Prints an answer as soon as it is found. */
static bool take_answer(void *context, const int *answer)
{
    struct solving *s = context;
    const struct cli_call *call = s->item->call;
    bool json = cli_given(call, CLI_JSON), all = wants_all(call);
    FILE *out = s->item->out;
    const size_t bytes = (size_t)s->places * sizeof *answer;
    if (s->proves && s->found < MOST_PROVED)
        keep_for_proof(s, answer);
    if (s->found++ == 0)
        memcpy(s->first, answer, bytes);
    if (json && all && !cli_given(call, CLI_QUIET)) {
        fputs(s->found > 1 ? ",{" : "{", out);
        cli_json_answer(s->item, answer);
        fputc('}', out);
    } else if (!json && !cli_given(call, CLI_QUIET)) {
        if (s->found > 1)
            fputc('\n', out);
        cli_print_answer(s->item, answer);
    }
    return s->found < s->limit && !ferror(out);
}

static void find_answers(struct solving *s)
{
    const struct cli_call *call = s->item->call;
    s->limit = !wants_all(call)             ? 1
               : cli_given(call, CLI_LIMIT) ? call->number[CLI_LIMIT]
                                            : UINT64_MAX;
    if (cli_out_of_time(call)) {
        s->status = PULMA_LIMIT;
        *s->err = (pulma_error){.status = PULMA_LIMIT};
    } else {
        s->status = pulma_job_each(s->job, take_answer, s, s->err);
    }
    if (s->status == PULMA_LIMIT && s->found == 0)
        s->best = pulma_job_best(s->job);
}

static void solve_for_people(struct solving *s)
{
    if (!cli_given(s->item->call, CLI_QUIET))
        cli_header(s->item);
    find_answers(s);
    if (cli_given(s->item->call, CLI_QUIET))
        return;
    if (s->best)
        cli_print_answer(s->item, s->best);
    if (s->found > 0 || s->best)
        print_cost(s);
    if (s->found == 0 && s->status == PULMA_NONE) {
        cli_progress_hide(s->item->progress);
        fputs("impossible: there is no answer\n", s->item->out);
        tell_why(s);
    }
    if (s->status == PULMA_MODEL_FAULT)
        cli_print_fault(s->item, s->job, s->err);
    print_note(s);
}

static void solve_for_programs(struct solving *s)
{
    FILE *out = s->item->out;
    bool all = wants_all(s->item->call);
    fprintf(out, "{\"kind\":\"%s\",", pulma_kind_name(pulma_puzzle_kind(s->item->puzzle)));
    if (all)
        fputs("\"answers\":[", out);
    find_answers(s);
    if (all)
        fprintf(out, "],\"exact\":%s,",
                cli_model_ended(s->job, s->status) ? "true" : "false");
    if (pulma_job_complete_by_model(s->job))
        fputs("\"complete_by_model\":true,", out);
    json_rest(s);
    if (s->found == 0 && s->status == PULMA_NONE)
        tell_why(s);
    fputs("}\n", out);
}

static int ending(const struct solving *s)
{
    switch (s->status) {
    case PULMA_LIMIT:
        return CLI_STOPPED;
    case PULMA_MODEL_FAULT:
        return CLI_NO;
    case PULMA_OK:
    case PULMA_NONE:
        return s->found > 0 ? CLI_DONE : CLI_NO;
    default:
        return CLI_BAD;
    }
}

/* Proves that there are no answers but those that were found.  The proof for the second puzzle goes to
 * PROOF-2, and so on. */
static int prove(struct solving *s)
{
    const struct cli_item *item = s->item;
    if (s->found > MOST_PROVED) {
        cli_item_note(item, "no proof", "there are too many answers");
        return CLI_NO;
    }
    char *name = cli_numbered_name(item->call->text[CLI_PROOF], item->number);
    if (!name || !s->proves) {
        free(name);
        return cli_no_memory(item->call, item->out, item->complaints);
    }
    const int *answers = s->answers ? s->answers : s->first; /* of none, any will do */
    pulma_status status = pulma_job_prove(s->job, answers, (int)s->found, name, s->err);
    free(name);
    if (status == PULMA_NONE)
        cli_item_note(item, "no proof", "there are other answers");
    else if (status == PULMA_LIMIT)
        cli_item_note(item, "no proof", s->err->message);
    else if (status)
        cli_item_fail(item, s->err);
    return status == PULMA_OK      ? CLI_DONE
           : status == PULMA_NONE  ? CLI_NO
           : status == PULMA_LIMIT ? CLI_STOPPED
                                   : CLI_BAD;
}

static int solve_one(const struct cli_item *item)
{
    bool json = cli_given(item->call, CLI_JSON);
    int places = pulma_puzzle_places(item->puzzle);
    bool proof = cli_given(item->call, CLI_PROOF);
    pulma_error err; /* large, and mostly there is none: filled with the first question */
    struct solving s = {.item = item, .places = places, .proves = proof, .err = &err};
    s.first = malloc(((size_t)places + 1) * sizeof *s.first); /* calloc() takes longer */
    s.job = s.first ? cli_item_job(item) : NULL;
    int status = CLI_BAD;
    struct cli_keep keep;
    if (!s.first)
        status = cli_no_memory(item->call, item->out, item->complaints);
    if (s.job && cli_keep_open(&keep, item, s.job)) {
        if (json && !cli_given(item->call, CLI_QUIET))
            solve_for_programs(&s);
        else
            solve_for_people(&s);
        status = cli_keep_close(&keep, s.found > 0 ? s.first : s.best, ending(&s));
        if (status == CLI_BAD && !json)
            cli_item_fail(item, &err);
        if (proof && (s.status == PULMA_OK || s.status == PULMA_NONE))
            status = cli_worse(status, prove(&s));
    }
    pulma_job_free(s.job);
    free(s.first);
    free(s.answers);
    return status;
}

struct cli_task cli_solving(const struct cli_call *call)
{
    bool keeps_files = cli_given(call, CLI_PROOF) || cli_given(call, CLI_RESUME);
    return (struct cli_task){.what = "solving",
                             .work = solve_one,
                             .only_speaks = !keeps_files,
                             .in_parts = true};
}

bool cli_one_method(const struct cli_call *call)
{
    bool model = cli_given(call, CLI_MODEL) || cli_given(call, CLI_SOLVER);
    if (model && cli_given(call, CLI_METHOD))
        cli_usage(call, "--method and --model cannot be used together");
    return !model || !cli_given(call, CLI_METHOD);
}

int cli_solve(const struct cli_call *call)
{
    const struct cli_task task = cli_solving(call);
    if (cli_given(call, CLI_PART) &&
        (cli_given(call, CLI_PROOF) || cli_given(call, CLI_RESUME)))
        return cli_usage(call,
                         "--part cannot be used with --proof or --resume, whose files "
                         "are numbered by the puzzles of the whole run");
    return cli_one_method(call) ? cli_each_puzzle(call, &task) : CLI_BAD;
}
