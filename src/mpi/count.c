/* pulma-mpi count and prove: one hard puzzle at a time, by all ranks. */
#include <inttypes.h>
#include <string.h>

#include "mpi/commands.h"
#include "mpi/pieces.h"

static const double usual_budget = 1; /* seconds of a piece */

/* ---- Words ----------------------------------------------------------------------- */

static bool is_zero(const struct search *s)
{
    return pm_big_compare(&s->total, 0) == 0;
}

static bool is_exact(const struct search *s)
{
    return s->status == PULMA_OK && !s->enough;
}

static void json_end(const struct search *s)
{
    FILE *out = s->item->out;
    if (s->status == PULMA_LIMIT) {
        fputs(",\"message\":", out);
        cli_json_text(out, cli_limit_words(s->item->call, &s->err));
    }
    if (s->cost_known)
        fprintf(out, ",\"objective\":%" PRId64, s->cost);
    fprintf(out, ",\"seconds\":%.6f,\"nodes\":%" PRId64 ",\"ranks\":%d", s->seconds,
            s->nodes, s->team->size);
    cli_json_origin(s->item);
    fputs("}\n", out);
}

static void tell_count(const struct search *s)
{
    FILE *out = s->item->out;
    struct pm_out digits = {0};
    pm_big_write(&s->total, &digits);
    const char *count = digits.data ? digits.data : "0";
    if (cli_given(s->item->call, CLI_JSON)) {
        fprintf(out, "{\"kind\":\"%s\",\"status\":\"%s\",\"count\":",
                pulma_kind_name(pulma_puzzle_kind(s->item->puzzle)),
                s->status == PULMA_LIMIT    ? "limit"
                : is_zero(s) && is_exact(s) ? "impossible"
                                            : "solved");
        cli_json_digits(out, count);
        fprintf(out, ",\"exact\":%s", is_exact(s) ? "true" : "false");
        json_end(s);
    } else {
        cli_line_start(s->item);
        if (is_zero(s) && is_exact(s))
            fputs("no answer\n", out);
        else
            fprintf(out, "%s%s %s\n", is_exact(s) ? "" : "at least ", count,
                    strcmp(count, "1") ? "answers" : "answer");
    }
    pm_out_free(&digits);
}

/* "unique", "several", "impossible": what is proved; "limit": nothing. */
static const char *proved(const struct search *s)
{
    if (pm_big_compare(&s->total, 1) > 0 &&
        (is_exact(s) || !pulma_puzzle_has_objective(s->item->puzzle)))
        return "several";
    return !is_exact(s) ? "limit" : is_zero(s) ? "impossible" : "unique";
}

static void tell_proof(const struct search *s)
{
    FILE *out = s->item->out;
    const char *word = proved(s);
    const size_t places = (size_t)pulma_puzzle_places(s->item->puzzle);
    const bool json = cli_given(s->item->call, CLI_JSON);
    const char *words = !strcmp(word, "unique")       ? "unique: there is one answer\n"
                        : !strcmp(word, "several")    ? "more than one answer\n"
                        : !strcmp(word, "impossible") ? "impossible: there is no answer\n"
                                                      : "not known\n";
    if (json)
        fprintf(out, "{\"kind\":\"%s\",\"status\":\"%s\",\"answers\":[",
                pulma_kind_name(pulma_puzzle_kind(s->item->puzzle)), word);
    if (!json) {
        cli_line_start(s->item);
        fputs(words, out);
    }
    for (int i = 0; i < s->answer_count; i++) {
        const int *answer = s->answers + (size_t)i * places;
        fputs(!json ? (i ? "\n" : "") : i ? ",{" : "{", out);
        if (json)
            cli_json_answer(s->item, answer);
        else if (!cli_given(s->item->call, CLI_QUIET))
            cli_print_answer(s->item, answer);
        fputs(json ? "}" : "", out);
    }
    if (json) {
        fputc(']', out);
        json_end(s);
    }
}

/* ---- One puzzle ------------------------------------------------------------------ */

static int ending_of(const struct search *s, bool proving)
{
    if (proving)
        return !strcmp(proved(s), "unique")  ? CLI_DONE
               : !strcmp(proved(s), "limit") ? CLI_STOPPED
                                             : CLI_NO;
    return s->status == PULMA_LIMIT    ? CLI_STOPPED
           : is_zero(s) && is_exact(s) ? CLI_NO
                                       : CLI_DONE;
}

static int ask(const struct cli_item *item)
{
    struct asking *asking = item->context;
    const struct cli_call *call = item->call;
    const bool proving = call->command->run == run_prove;
    struct search s = {.item = item,
                       .team = &asking->team,
                       .budget = cli_given(call, CLI_PIECE)
                                     ? 1e-3 * (double)call->number[CLI_PIECE]
                                     : usual_budget,
                       .question = {.call = call,
                                    .question = ++asking->questions,
                                    .listing = proving,
                                    .limit = proving ? 2 : call->number[CLI_LIMIT]}};
    if (!state_open(&s.state, item))
        return CLI_BAD;
    search_run(&s);
    int ending = CLI_BAD;
    cli_progress_hide(item->progress);
    if (s.status == PULMA_OK || s.status == PULMA_LIMIT) {
        (proving ? tell_proof : tell_count)(&s);
        search_tell(&s);
        ending = ending_of(&s, proving);
        if (ending == CLI_STOPPED && !cli_given(call, CLI_JSON))
            cli_item_stopped(item, &s.err);
    } else if (s.err.message[0]) { /* otherwise it was told */
        ending = cli_item_fail(item, &s.err);
    }
    return search_free(&s, ending);
}

int run_count(const struct cli_call *call)
{
    return ask_all(call, work_on_piece, "counting", ask);
}

int run_prove(const struct cli_call *call)
{
    return ask_all(call, work_on_piece, "proving", ask);
}
