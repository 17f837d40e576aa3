/* pulma-mpi best: better and better boards of a puzzle whose answers have a cost, by all ranks.
 *
 * Searches for better boards take chances.  A *beginning* is a number that all chances of a search
 * are drawn from; rank 0 hands out each number once, together with the best board so far, and
 * better boards come back as soon as they are found.  What is kept in the file of --resume is the
 * best board and which beginnings are done, so another run, with any number of ranks, repeats none
 * of them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/commands.h"
#include "mpi/state.h"
#include "mpi/work.h"

static const double usual_slice = 30; /* seconds of a beginning */

struct hunt {
    const struct cli_item *item;
    struct team *team;
    struct worker *own;
    struct worker question;
    struct state state;
    double started, slice;
    int places;
    int *best; /* the best board */
    bool has_best, optimal;
    int64_t cost;
    int64_t next;  /* beginning that nobody has had */
    int64_t *left; /* beginnings of an earlier run that it did not end */
    int left_count;
    int64_t *current; /* of each rank; -1: none */
    int flying;
    int64_t ended; /* beginnings */
    pulma_status status;
    pulma_error err;
    double seconds;
    int64_t nodes;
};

/* ---- The state in its file ------------------------------------------------------- */

static void save(struct hunt *h)
{
    struct pm_out out = {0};
    pm_out_f(&out, "seed %" PRIu64 "\nnext %" PRId64 "\n", h->question.seed, h->next);
    pm_out_text(&out, "open");
    for (int i = 0; i < h->left_count; i++)
        pm_out_f(&out, " %" PRId64, h->left[i]);
    for (int rank = 0; rank < h->team->size; rank++)
        if (h->current[rank] >= 0)
            pm_out_f(&out, " %" PRId64, h->current[rank]);
    pm_out_f(&out, "\n%s", h->optimal ? "optimal\n" : "");
    if (h->has_best)
        state_put_answer(&out, h->places, h->best);
    state_save(&h->state, &out);
    pm_out_free(&out);
}

/* A board that is better than the best so far becomes it. */
static bool keep_better(struct hunt *h, const int *board)
{
    if (pulma_check(h->item->puzzle, board, NULL) != PULMA_RIGHT)
        return false; /* neither messages nor files are trusted */
    const int64_t cost = pulma_cost(h->item->puzzle, board);
    if (h->has_best && cost >= h->cost)
        return false;
    memcpy(h->best, board, (size_t)h->places * sizeof *board);
    h->has_best = true;
    h->cost = cost;
    return true;
}

static bool load_left(struct hunt *h, struct pm_text line)
{
    int64_t number;
    for (int room = 0; state_number(&line, &number);) {
        if (number < 0 || number >= h->next)
            return false;
        if (h->left_count == room) {
            room = 2 * room + 16;
            int64_t *more = realloc(h->left, (size_t)room * sizeof *more);
            if (!more)
                return false;
            h->left = more;
        }
        h->left[h->left_count++] = number;
    }
    return true;
}

static bool load(struct hunt *h)
{
    struct pm_text line;
    int64_t seed = 0;
    if (!h->state.earlier)
        return true;
    bool good = state_line(&h->state, "seed", &line) && state_number(&line, &seed);
    h->question.seed = (uint64_t)seed;
    good = good && state_line(&h->state, "next", &line) && state_number(&line, &h->next) &&
           state_line(&h->state, "open", &line) && load_left(h, line);
    h->optimal = good && state_line(&h->state, "optimal", &line);
    if (good && state_line(&h->state, "answer", &line)) {
        int *board = malloc(((size_t)h->places + 1) * sizeof *board);
        good =
            board && state_answer(&line, h->item->puzzle, board) && keep_better(h, board);
        free(board);
    }
    if (good && pm_text_ended(&h->state.lines))
        return true;
    h->status = PULMA_BAD_TEXT;
    return state_refuse(&h->state, "expected a state that pulma-mpi saved");
}

/* ---- Words ----------------------------------------------------------------------- */

/* "12.3 s: 465 of 480 joins match (rank 3)" */
static void tell_better(const struct hunt *h, int rank)
{
    char words[160];
    struct cli_progress *progress = h->item->progress;
    pulma_cost_text(h->item->puzzle, h->cost, words, sizeof words);
    if (progress)
        snprintf(progress->detail, sizeof progress->detail, "%.79s", words);
    if (!cli_given(h->item->call, CLI_PROGRESS))
        return;
    cli_progress_hide(progress);
    fprintf(h->item->complaints, "%.1f s: %s (rank %d)\n", cli_now() - h->started, words,
            rank);
    fflush(h->item->complaints);
}

static void tell_beginning(const struct hunt *h, int64_t number, int rank)
{
    if (!cli_given(h->item->call, CLI_PROGRESS))
        return;
    cli_progress_hide(h->item->progress);
    fprintf(h->item->complaints, "%.1f s: beginning %" PRId64 " (rank %d)\n",
            cli_now() - h->started, number, rank);
    fflush(h->item->complaints);
}

static void tell(const struct hunt *h)
{
    FILE *out = h->item->out;
    const int *best = h->has_best ? h->best : NULL;
    if (!cli_given(h->item->call, CLI_JSON)) {
        cli_header(h->item);
        if (best) {
            cli_print_answer(h->item, best);
            cli_print_cost(h->item, h->cost, h->optimal, 0);
        } else if (h->optimal) {
            fputs("impossible: there is no answer\n", out);
        }
        return;
    }
    fprintf(out, "{\"kind\":\"%s\",\"status\":\"%s\",",
            pulma_kind_name(pulma_puzzle_kind(h->item->puzzle)),
            !h->optimal ? "limit"
            : best      ? "optimal"
                        : "impossible");
    if (!h->optimal) {
        fputs("\"message\":", out);
        cli_json_text(out, cli_limit_words(h->item->call, &h->err));
        fputc(',', out);
    }
    cli_json_answer(h->item, best);
    if (best)
        fprintf(out, ",\"objective\":%" PRId64, h->cost);
    else
        fputs(",\"objective\":null", out);
    fprintf(out,
            ",\"beginnings\":%" PRId64 ",\"seconds\":%.6f,\"nodes\":%" PRId64
            ",\"ranks\":%d",
            h->ended, h->seconds, h->nodes, h->team->size);
    cli_json_origin(h->item);
    fputs("}\n", out);
}

/* ---- Tasks and replies ----------------------------------------------------------- */

static bool has_beginning(const struct hunt *h)
{
    const struct cli_call *call = h->item->call;
    return h->left_count > 0 || !cli_given(call, CLI_NUMBER) ||
           (uint64_t)h->next < call->number[CLI_NUMBER];
}

static void send_beginning(struct hunt *h, int rank)
{
    struct pm_out out = {0};
    const int64_t number = h->left_count > 0 ? h->left[--h->left_count] : h->next++;
    h->current[rank] = number;
    h->flying++;
    team_put(&out, number);
    team_put(&out, (int64_t)(h->slice * 1e6));
    team_put(&out, h->has_best);
    for (int i = 0; h->has_best && i < h->places; i++)
        team_put(&out, h->best[i]);
    if (out.failed)
        h->status = no_memory(&h->err);
    else
        team_send(h->team, rank, TEAM_TASK, out.data, out.len);
    tell_beginning(h, number, rank);
    pm_out_free(&out);
}

static void take_better(struct hunt *h, struct team_reading *reading, int rank)
{
    int *board = malloc(((size_t)h->places + 1) * sizeof *board);
    for (int i = 0; board && i < h->places; i++)
        board[i] = team_get_int(reading);
    if (board && !reading->failed && keep_better(h, board)) {
        tell_better(h, rank);
        if (state_is_due(&h->state, true))
            save(h);
    }
    free(board);
}

static void take_end(struct hunt *h, struct team_reading *reading, int rank)
{
    const int64_t number = team_get(reading);
    const enum outcome outcome = (enum outcome)team_get_int(reading);
    if (number != h->current[rank])
        return;
    if (outcome == PIECE_DONE)
        h->optimal = true;
    if (outcome == PIECE_STOPPED) {
        h->status = PULMA_LIMIT;
        h->err = (pulma_error){.status = PULMA_LIMIT,
                               .limit = (pulma_limit)team_get_int(reading)};
        return; /* the beginning stays open */
    }
    if (outcome == PIECE_FAILED) {
        h->status = get_failure(reading, &h->err);
        return;
    }
    h->current[rank] = -1;
    h->flying--;
    h->ended++;
    h->seconds += 1e-6 * (double)team_get(reading);
    h->nodes += team_get(reading);
}

static void take(struct hunt *h, const struct team_message *m)
{
    struct team_reading reading = {m->bytes, m->bytes + m->len, false};
    if (team_get(&reading) != h->question.question)
        return;
    if (m->tag == TEAM_BETTER)
        take_better(h, &reading, m->rank);
    else
        take_end(h, &reading, m->rank);
}

/* ---- The whole ------------------------------------------------------------------- */

static bool ended(struct hunt *h)
{
    const bool nothing_left = h->flying == 0 && !has_beginning(h);
    if (h->status || h->optimal)
        return true;
    if (!nothing_left && !cli_interrupted() && !cli_out_of_time(h->item->call))
        return false;
    h->status = PULMA_LIMIT;
    h->err = (pulma_error){.status = PULMA_LIMIT,
                           .limit = cli_interrupted() ? PULMA_LIMIT_STOPPED
                                    : nothing_left    ? PULMA_LIMIT_OWN
                                                      : PULMA_LIMIT_TIME};
    snprintf(h->err.message, sizeof h->err.message, "all beginnings are done");
    return true;
}

static void coordinate(struct hunt *h)
{
    while (!ended(h)) {
        for (int rank = 0; rank < h->team->size && !h->status; rank++)
            if (h->current[rank] < 0 && has_beginning(h))
                send_beginning(h, rank);
        struct team_message *m = team_receive(h->team, 0.25);
        if (m)
            take(h, m);
        free(m);
        cli_progress_show(h->item->progress);
        if (state_is_due(&h->state, false))
            save(h);
    }
    /* What was found on the way to the end is heard as well. */
    if (h->flying > 0)
        team_send_all(h->team, TEAM_CANCEL, NULL, 0);
    const double until = cli_now() + 1;
    while (h->flying > 0 && cli_now() < until) {
        struct team_message *m = team_receive(h->team, until - cli_now());
        if (m)
            take(h, m);
        h->flying -= m && m->tag == TEAM_RESULT;
        free(m);
    }
    if (state_is_due(&h->state, true))
        save(h);
}

static void run(struct hunt *h)
{
    struct pm_out out = {0};
    h->status = put_question(&out, h->item->puzzle, &h->question, &h->err);
    if (!h->status && out.failed)
        h->status = no_memory(&h->err);
    if (!h->status) {
        team_send_all(h->team, TEAM_BEGIN, out.data, out.len);
        coordinate(h);
    }
    pm_out_free(&out);
}

static int refuse(const struct cli_item *item)
{
    pulma_error err = {.status = PULMA_BAD_CALL,
                       .message = "expected a puzzle whose answers have a cost"};
    return cli_item_fail(item, &err);
}

static int hunt(const struct cli_item *item)
{
    struct asking *asking = item->context;
    const struct cli_call *call = item->call;
    struct hunt h = {.item = item,
                     .team = &asking->team,
                     .question = {.call = call,
                                  .question = ++asking->questions,
                                  .seed = call->number[CLI_SEED]},
                     .started = cli_now(),
                     .slice = cli_given(call, CLI_SLICE)
                                  ? 1e-3 * (double)call->number[CLI_SLICE]
                                  : usual_slice,
                     .places = pulma_puzzle_places(item->puzzle)};
    if (!pulma_puzzle_has_objective(item->puzzle))
        return refuse(item);
    if (!state_open(&h.state, item))
        return CLI_BAD;
    h.best = calloc((size_t)h.places + 1, sizeof *h.best);
    h.current = malloc((size_t)h.team->size * sizeof *h.current);
    for (int rank = 0; h.current && rank < h.team->size; rank++)
        h.current[rank] = -1;
    if (!h.best || !h.current)
        h.status = no_memory(&h.err);
    else if (load(&h))
        run(&h);
    cli_progress_hide(item->progress);
    int ending = CLI_BAD;
    if (h.status == PULMA_OK || h.status == PULMA_LIMIT) {
        tell(&h);
        ending = !h.optimal ? CLI_STOPPED : h.has_best ? CLI_DONE : CLI_NO;
        if (ending == CLI_STOPPED && !cli_given(call, CLI_JSON))
            cli_item_stopped(item, &h.err);
    } else if (h.err.message[0]) {
        ending = cli_item_fail(item, &h.err);
    }
    free(h.best);
    free(h.current);
    free(h.left);
    return state_close(&h.state, ending);
}

int run_best(const struct cli_call *call)
{
    return ask_all(call, work_on_beginning, "searching", hunt);
}
