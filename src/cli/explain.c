/* pulma hint, pulma explain, pulma rate: steps and why. */
#include "cli/answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/out.h"

/* ---- Starting ---- */

/* An explainer for the puzzle within the limits of the call; NULL after a complaint. */
static pulma_explainer *new_explainer(const struct cli_item *item, enum cli_effort usual)
{
    pulma_error err = {.status = PULMA_NO_MEMORY, .message = "out of memory"};
    pulma_explainer *e = cli_item_explainer(item, usual);
    if (!e)
        cli_item_fail(item, &err);
    return e;
}

static void json_limit(const struct cli_item *item, const pulma_error *err)
{
    fputs("\"status\":\"limit\",\"message\":", item->out);
    cli_json_text(item->out, cli_limit_words(item->call, err));
}

/* Tells that a limit ended it. */
static int stopped(const struct cli_item *item, const pulma_error *err)
{
    cli_item_note(item, "stopped", cli_limit_words(item->call, err));
    return CLI_STOPPED;
}

/* The board that the call begins with, to be freed; NULL: the empty one, or after a complaint
 * with *status CLI_BAD. */
static int *first_board(const struct cli_item *item, int *status)
{
    const struct cli_answers *answers = item->context;
    pulma_error err = {.status = PULMA_NO_MEMORY, .message = "out of memory"};
    *status = CLI_DONE;
    if (!answers)
        return NULL;
    int *board = calloc((size_t)pulma_puzzle_places(item->puzzle) + 1, sizeof *board);
    if (board && cli_answers_read(item, board, &err) == PULMA_OK)
        return board;
    free(board);
    *status = cli_fail(item->call, item->out, item->complaints, answers->file, &err);
    return NULL;
}

/* ---- JSON ---- */

static void json_facts(const struct cli_item *item, const char *name, int n,
                       const pulma_fact *facts)
{
    FILE *out = item->out;
    fprintf(out, "\"%s\":[", name);
    for (int i = 0; i < n; i++) {
        char place[100];
        pulma_place_name(item->puzzle, facts[i].place, place, sizeof place);
        fprintf(out, "%s{\"place\":%d,\"name\":", i ? "," : "", facts[i].place);
        cli_json_text(out, place);
        fprintf(out, ",\"value\":%d,\"holds\":%s}", facts[i].value,
                facts[i].holds ? "true" : "false");
    }
    fputc(']', out);
}

static void json_reasons(const struct cli_item *item, const pulma_step *step)
{
    FILE *out = item->out;
    fputs("\"reasons\":[", out);
    for (int i = 0; i < pulma_step_reason_count(step); i++) {
        const int *places;
        int n = pulma_step_reason_places(step, i, &places);
        fprintf(out, "%s{\"rule\":%d,\"text\":", i ? "," : "",
                pulma_step_reason_rule(step, i));
        cli_json_text(out, pulma_step_reason_text(step, i));
        fputs(",\"places\":", out);
        cli_json_ints(out, places, n);
        if (pulma_step_reason_price(step, i) != 1)
            fprintf(out, ",\"price\":%d", pulma_step_reason_price(step, i));
        fputc('}', out);
    }
    fputc(']', out);
}

static void print_document(const struct cli_item *item, const pulma_step *step)
{
    FILE *out = item->out;
    const pulma_fact *facts;
    int n = pulma_step_conclusions(step, &facts);
    fputc('{', out);
    json_facts(item, "conclusion", n, facts);
    fputc(',', out);
    json_reasons(item, step);
    fputc(',', out);
    n = pulma_step_facts(step, &facts);
    json_facts(item, "facts", n, facts);
    fputc(',', out);
    n = pulma_step_left(step, &facts);
    json_facts(item, "left", n, facts);
    fprintf(out, ",\"size\":%d,\"smallest\":%s,\"technique\":", pulma_step_size(step),
            pulma_step_smallest(step) ? "true" : "false");
    if (pulma_step_technique(step))
        cli_json_text(out, pulma_step_technique(step));
    else
        fputs("null", out);
    fputs(",\"text\":", out);
    cli_json_text(out, pulma_step_text(step));
    fputs("}\n", out);
}

/* ---- Words ---- */

static void print_sentence(FILE *out, const char *text)
{
    int first = (unsigned char)text[0];
    fprintf(out, "%c%s\n", first >= 'a' && first <= 'z' ? first - 'a' + 'A' : first,
            first ? text + 1 : "");
}

static void print_step(const struct cli_item *item, const pulma_step *step, int number)
{
    FILE *out = item->out;
    if (number)
        fprintf(out, "%d. ", number);
    if (pulma_step_technique(step))
        fprintf(out, "[%s] ", pulma_step_technique(step));
    print_sentence(out, pulma_step_text(step));
    if (pulma_step_needs_trial(step))
        fprintf(out, "   (%d rules: this needs trial)\n", pulma_step_size(step));
}

/* A sentence that ends with places: "row 3, columns 1 to 4". */
static void print_places(const struct cli_item *item, const char *before, int n,
                         const int *places)
{
    char *text;
    if (pulma_places_text(item->puzzle, n, places, &text, NULL) == PULMA_OK)
        fprintf(item->out, "%s%s.\n", before, text);
    pulma_free(text);
}

/* The wrong entries of a board, to be freed; NULL: none that could be told. */
static int *find_mistakes(const struct cli_item *item, pulma_explainer *e, const int *board,
                          int *count)
{
    size_t places = (size_t)pulma_puzzle_places(item->puzzle);
    bool *wrong = calloc(places + 1, sizeof *wrong);
    int *list = calloc(places + 1, sizeof *list), n = 0;
    if (!board || !wrong || !list ||
        pulma_explainer_mistakes(e, board, wrong, count, NULL) != PULMA_OK)
        *count = 0;
    for (int i = 0; *count > 0 && i < (int)places; i++)
        if (wrong[i])
            list[n++] = i;
    free(wrong);
    return list;
}

/* No answer has the entries of the board; NULL: there is none at all. */
static void print_impossible(const struct cli_item *item, pulma_explainer *e,
                             const int *board)
{
    FILE *out = item->out;
    int count = 0;
    int *list = find_mistakes(item, e, board, &count);
    cli_progress_hide(item->progress);
    const char *text = count > 1    ? "there are mistakes"
                       : count == 1 ? "there is a mistake"
                       : board      ? "no answer has these entries"
                                    : "there is no answer";
    if (count > 0 && pulma_puzzle_has_objective(item->puzzle))
        text = "no best answer has these entries";
    if (cli_given(item->call, CLI_JSON)) {
        fprintf(out, "{\"status\":\"impossible\",\"text\":\"%s\",\"mistakes\":", text);
        cli_json_ints(out, list ? list : &count, count);
        fputs("}\n", out);
    } else {
        fprintf(out, "%c%s%s", text[0] - 'a' + 'A', text + 1, count > 0 ? "" : ".\n");
        if (count > 0)
            print_places(item, ": look at ", count, list);
    }
    free(list);
}

/* ---- pulma explain ---- */

/* Trivial steps that have not been told yet. */
struct bundle {
    int steps, conclusions;
};

static void print_bundle(const struct cli_item *item, struct bundle *bundle)
{
    if (bundle->steps > 0)
        fprintf(item->out,
                "   (%d simple step%s: %d conclusion%s from one rule and one fact)\n",
                bundle->steps, bundle->steps == 1 ? "" : "s", bundle->conclusions,
                bundle->conclusions == 1 ? "" : "s");
    *bundle = (struct bundle){0};
}

/* ---- The page ----
 *
 * It stands in memory until the end, so that there is a whole one or none. */

static const char page_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<style>\n"
    "body { font: 16px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em "
    "}\n"
    "section { display: flex; flex-wrap: wrap; gap: 1em 2em; margin: 2em 0;\n"
    "          break-inside: avoid; align-items: flex-start }\n"
    "section > div { flex: 1 1 18em }\n"
    "svg { max-width: 100%; height: auto; flex: 0 1 auto }\n"
    "h2 { margin: 0; font-size: 1.1em }\n"
    "</style>\n";

static void page_text(struct pm_out *page, const char *text)
{
    pm_out_xml(page, text, strlen(text));
}

static void page_begin(const struct cli_item *item, struct pm_out *page)
{
    const char *title = pulma_puzzle_title(item->puzzle);
    title = title[0] ? title : pulma_kind_title(pulma_puzzle_kind(item->puzzle));
    pm_out_text(page, page_head);
    pm_out_text(page, "<title>");
    page_text(page, title);
    pm_out_text(page, "</title>\n<h1>");
    page_text(page, title);
    pm_out_text(page, "</h1>\n<p>Places in a dashed frame are those that the rules of a "
                      "step speak of. A thick "
                      "frame marks what it concludes.</p>\n");
}

/* A step in the page; NULL: the board before the first one. */
static void page_step(struct pm_out *page, const pulma_explainer *e, const pulma_step *step,
                      int number)
{
    char *picture = NULL;
    size_t len = 0;
    if (pulma_explainer_draw(e, PULMA_SVG, &picture, &len, NULL) != PULMA_OK)
        page->failed = true;
    pm_out_text(page, "<section>\n");
    pm_out_bytes(page, picture ? picture : "", len);
    pm_out_text(page, "<div>");
    if (step) {
        pm_out_f(page, "<h2>%d", number);
        if (pulma_step_technique(step)) {
            pm_out_text(page, ". ");
            page_text(page, pulma_step_technique(step));
        }
        pm_out_text(page, "</h2>\n<p>");
        const char *text = pulma_step_text(step);
        if (text[0] >= 'a' && text[0] <= 'z')
            pm_out_char(page, (char)(*text++ - 'a' + 'A'));
        page_text(page, text);
        if (pulma_step_needs_trial(step))
            pm_out_text(page, " This needs trial.");
        pm_out_text(page, "</p>");
    }
    pm_out_text(page, "</div>\n</section>\n");
    pulma_free(picture);
}

static bool page_end(const struct cli_item *item, struct pm_out *page, pulma_error *err)
{
    char *path = cli_numbered_name(item->call->text[CLI_HTML], item->number);
    bool good = !page->failed && path;
    *err = (pulma_error){.status = PULMA_NO_MEMORY, .message = "out of memory"};
    if (good && !cli_write_file(path, page->data, page->len, err)) {
        snprintf(err->message, sizeof err->message, "%s cannot be written", path);
        good = false;
    }
    free(path);
    pm_out_free(page);
    return good;
}

/* ---- All steps ---- */

static pulma_status tell_steps(const struct cli_item *item, pulma_explainer *e,
                               struct pm_out *page, pulma_error *err)
{
    const struct cli_call *call = item->call;
    uint64_t most = cli_given(call, CLI_STEPS) ? call->number[CLI_STEPS] : UINT64_MAX;
    bool all = cli_given(call, CLI_ALL), json = cli_given(call, CLI_JSON);
    struct bundle bundle = {0};
    pulma_status status = PULMA_OK;
    for (uint64_t told = 0; told < most && !status;) {
        const pulma_step *step;
        status = pulma_explainer_next(e, &step, err);
        if (status)
            break;
        cli_progress_hide(item->progress);
        if (page && (all || !pulma_step_trivial(step)))
            page_step(page, e, step, (int)told + 1);
        if (json) {
            print_document(item, step);
            told++;
        } else if (!all && pulma_step_trivial(step)) {
            const pulma_fact *conclusions;
            bundle.steps++;
            bundle.conclusions += pulma_step_conclusions(step, &conclusions);
        } else {
            print_bundle(item, &bundle);
            print_step(item, step, (int)++told);
        }
    }
    if (!json)
        print_bundle(item, &bundle);
    return status;
}

/* What is left when all has been concluded: places in which answers differ; false: nothing. */
static bool print_free(const struct cli_item *item, const pulma_explainer *e)
{
    FILE *out = item->out;
    int places = pulma_puzzle_places(item->puzzle), n = 0;
    int *board = calloc((size_t)places + 1, sizeof *board);
    if (!board)
        return false;
    pulma_explainer_board(e, board);
    for (int i = 0; i < places; i++)
        if (board[i] == PULMA_EMPTY)
            board[n++] = i;
    if (n > 0 && cli_given(item->call, CLI_JSON)) {
        fputs("{\"status\":\"free\",\"text\":\"the rest is free: there are several "
              "answers\",\"free\":",
              out);
        cli_json_ints(out, board, n);
        fputs("}\n", out);
    } else if (n > 0) {
        print_places(item,
                     n == places ? "All is free, there are several answers: "
                                 : "The rest is free, there are several answers: ",
                     n, board);
    }
    free(board);
    return n > 0;
}

/* Lets `tell` do its work from the board of the call on.  PULMA_NONE: no answer has its entries. */
static int begin(const struct cli_item *item, enum cli_effort usual,
                 pulma_status (*tell)(const struct cli_item *item, pulma_explainer *e,
                                      const int *board, pulma_error *err))
{
    int ending;
    int *board = first_board(item, &ending);
    pulma_explainer *e = ending == CLI_DONE ? new_explainer(item, usual) : NULL;
    if (!e) {
        free(board);
        return CLI_BAD;
    }
    pulma_error err = {0};
    bool json = cli_given(item->call, CLI_JSON);
    if (!json)
        cli_header(item);
    pulma_status status = tell(item, e, board, &err);
    ending = status == PULMA_NONE ? CLI_NO : CLI_DONE;
    if (status == PULMA_NONE)
        print_impossible(item, e, board);
    cli_progress_hide(item->progress);
    if (status == PULMA_LIMIT && json) {
        fputc('{', item->out);
        json_limit(item, &err);
        cli_json_origin(item);
        fputs("}\n", item->out);
    }
    if (status == PULMA_LIMIT)
        ending = stopped(item, &err);
    else if (status != PULMA_NONE && status != PULMA_OK)
        ending = cli_item_fail(item, &err);
    pulma_explainer_free(e);
    free(board);
    return ending;
}

/* Proves the steps that were told; after a limit there may be no time left for it. */
static pulma_status prove_steps(const struct cli_item *item, pulma_explainer *e,
                                pulma_status status, pulma_error *err)
{
    char *path = cli_numbered_name(item->call->text[CLI_PROOF], item->number);
    pulma_error failure = {.status = PULMA_NO_MEMORY, .message = "out of memory"};
    pulma_status proved = path ? pulma_explainer_prove(e, path, &failure) : PULMA_NO_MEMORY;
    free(path);
    if (proved == PULMA_LIMIT)
        cli_item_note(item, "no proof", failure.message);
    if (status || !proved)
        return status;
    *err = failure;
    return proved;
}

static pulma_status explain(const struct cli_item *item, pulma_explainer *e,
                            const int *board, pulma_error *err)
{
    bool html = cli_given(item->call, CLI_HTML);
    struct pm_out page = {0};
    pulma_status status = pulma_explainer_start(e, board, err);
    if (status)
        return status;
    if (html) {
        page_begin(item, &page);
        page_step(&page, e, NULL, 0);
    }
    status = tell_steps(item, e, html ? &page : NULL, err);
    if (status == PULMA_NONE) {
        print_free(item, e);
        status = PULMA_OK;
    }
    if (cli_given(item->call, CLI_PROOF))
        status = prove_steps(item, e, status, err);
    pulma_error failure;
    if (html && !page_end(item, &page, &failure)) {
        *err = failure;
        return failure.status;
    }
    return status;
}

static int explain_one(const struct cli_item *item)
{
    return begin(item, CLI_USUAL_EFFORT, explain);
}

/* ---- pulma hint ---- */

static void print_where(const struct cli_item *item, const pulma_step *step)
{
    const pulma_fact *facts;
    int n = pulma_step_conclusions(step, &facts), count = 0;
    int *places = calloc((size_t)n + 1, sizeof *places);
    for (int i = 0; places && i < n; i++) {
        int k = 0;
        while (k < count && places[k] != facts[i].place)
            k++;
        places[k] = facts[i].place;
        count += k == count;
    }
    if (places)
        print_places(item, "Look at ", count, places);
    free(places);
}

static void print_nothing(const struct cli_item *item, const pulma_explainer *e,
                          const int *board)
{
    bool json = cli_given(item->call, CLI_JSON);
    bool complete = board && pulma_play_check(item->puzzle, board, NULL) == PULMA_RIGHT;
    const char *text =
        complete ? "the board is complete" : "nothing is left to be concluded";
    if (!json)
        fprintf(item->out, "%c%s.\n", text[0] - 'a' + 'A', text + 1);
    if (json && (complete || !print_free(item, e)))
        fprintf(item->out, "{\"status\":\"complete\",\"text\":\"%s\"}\n", text);
    else if (!json && !complete)
        print_free(item, e);
}

static pulma_status hint(const struct cli_item *item, pulma_explainer *e, const int *board,
                         pulma_error *err)
{
    const pulma_step *step;
    pulma_status status = pulma_explainer_hint(e, board, &step, err);
    cli_progress_hide(item->progress);
    if (status)
        return status;
    if (!step) {
        print_nothing(item, e, board);
        return PULMA_OK;
    }
    if (cli_given(item->call, CLI_WHERE))
        print_where(item, step);
    else if (cli_given(item->call, CLI_RULES))
        for (int i = 0; i < pulma_step_reason_count(step); i++)
            print_sentence(item->out, pulma_step_reason_text(step, i));
    else if (cli_given(item->call, CLI_JSON))
        print_document(item, step);
    else
        print_step(item, step, 0);
    return PULMA_OK;
}

static int hint_one(const struct cli_item *item)
{
    return begin(item, CLI_HINT_EFFORT, hint);
}

/* The second argument, if there is one, holds answers. */
static int with_answers(const struct cli_call *call, struct cli_task *task)
{
    struct cli_answers answers;
    pulma_error err = {0};
    if (call->argument_count < 2)
        return cli_each_puzzle(call, task);
    struct cli_call puzzles = *call;
    puzzles.argument_count = 1;
    const char *file = call->arguments[1];
    if (strcmp(file, "-") == 0 && strcmp(call->arguments[0], "-") == 0)
        return cli_usage(call, "only one of the two can be standard input");
    if (!cli_answers_open(&answers, file, &err))
        return cli_fail(call, stdout, stderr, file, &err);
    task->prepare = cli_answers_take;
    task->context = &answers;
    int status = cli_each_puzzle(&puzzles, task);
    if (status != CLI_BAD && cli_answers_done(&answers, &err) != PULMA_OK)
        status = cli_fail(call, stdout, stderr, file, &err);
    cli_answers_close(&answers);
    return status;
}

int cli_explain(const struct cli_call *call)
{
    return with_answers(call,
                        &(struct cli_task){.what = "explaining", .work = explain_one});
}

int cli_hint(const struct cli_call *call)
{
    return with_answers(call, &(struct cli_task){.what = "thinking", .work = hint_one});
}

/* ---- pulma rate ---- */

/* What is known of the level: a whole rating has one; one that a limit ended is at least so
 * hard, which of the easiest level says nothing; and without a step there is nothing to be
 * rated. */
enum standing { RATED, AT_LEAST, NOT_RATED };

static enum standing standing_of(const pulma_explainer *e, const pulma_error *limit)
{
    bool any = pulma_explainer_steps(e, 0) > 0 || pulma_explainer_rating(e) > 0;
    if (!any || (limit && pulma_explainer_level(e) == PULMA_LEVEL_EASY))
        return NOT_RATED;
    return limit ? AT_LEAST : RATED;
}

static void json_steps(FILE *out, const pulma_explainer *e)
{
    fputs("\"steps\":{", out);
    for (int size = 1, n = 0; size <= pulma_explainer_hardest(e); size++)
        if (pulma_explainer_steps(e, size) > 0)
            fprintf(out, "%s\"%d\":%d", n++ ? "," : "", size,
                    pulma_explainer_steps(e, size));
    fputc('}', out);
}

static void json_rating(const struct cli_item *item, const pulma_explainer *e,
                        const pulma_error *limit)
{
    FILE *out = item->out;
    enum standing standing = standing_of(e, limit);
    const char *level = pulma_level_name(pulma_explainer_level(e));
    fputc('{', out);
    if (limit)
        json_limit(item, limit);
    else
        fprintf(out, "\"status\":\"%s\"", standing == RATED ? "rated" : "free");
    fprintf(out, ",\"rating\":%.3f,\"level\":", pulma_explainer_rating(e));
    fprintf(out, standing == RATED ? "\"%s\"," : "null,", level);
    if (standing == AT_LEAST)
        fprintf(out, "\"at_least\":\"%s\",", level);
    fprintf(out, "\"hardest\":%d,", pulma_explainer_hardest(e));
    json_steps(out, e);
    cli_json_origin(item);
    fputs("}\n", out);
}

/* `limit`: NULL, or why it did not come to the end. */
static void print_rating(const struct cli_item *item, const pulma_explainer *e,
                         const pulma_error *limit)
{
    FILE *out = item->out;
    int hardest = pulma_explainer_hardest(e);
    enum standing standing = standing_of(e, limit);
    cli_line_start(item);
    if (standing == NOT_RATED)
        fprintf(out, "not rated: %s",
                limit ? "stopped at a limit" : "nothing can be concluded");
    else
        fprintf(out, "%s%s %.2f", standing == AT_LEAST ? "at least " : "",
                pulma_level_name(pulma_explainer_level(e)), pulma_explainer_rating(e));
    if (hardest > 0)
        fprintf(out, ", hardest step %s%d:", limit ? "so far " : "", hardest);
    for (int size = 1; size <= hardest; size++)
        if (pulma_explainer_steps(e, size) > 0)
            fprintf(out, " %dx%d", pulma_explainer_steps(e, size), size);
    fputc('\n', out);
}

static int rate_one(const struct cli_item *item)
{
    pulma_explainer *e = new_explainer(item, CLI_USUAL_EFFORT);
    if (!e)
        return CLI_BAD;
    pulma_error err = {0};
    pulma_status status = pulma_explainer_start(e, NULL, &err);
    bool possible = status != PULMA_NONE;
    while (!status)
        status = pulma_explainer_next(e, NULL, &err);
    cli_progress_hide(item->progress);
    int ending = possible ? CLI_DONE : CLI_NO;
    if (!possible)
        print_impossible(item, e, NULL);
    else if (status == PULMA_NONE || status == PULMA_LIMIT)
        (cli_given(item->call, CLI_JSON) ? json_rating : print_rating)(
            item, e, status == PULMA_NONE ? NULL : &err);
    if (status == PULMA_LIMIT)
        ending = stopped(item, &err);
    else if (status != PULMA_NONE)
        ending = cli_item_fail(item, &err);
    pulma_explainer_free(e);
    return ending;
}

int cli_rate(const struct cli_call *call)
{
    return cli_each_puzzle(
        call, &(struct cli_task){.what = "rating", .work = rate_one, .in_parts = true});
}
