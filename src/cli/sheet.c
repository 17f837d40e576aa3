/* pulma sheet: puzzles on paper, with their answers. */
#include "cli/batch.h"
#include "cli/document.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- What stands under a puzzle ---- */

/* "medium 1.43", or "" where it was not found within the limits. */
static void rate(const struct cli_item *item, char *text, size_t size)
{
    pulma_error err = {0};
    pulma_explainer *e = cli_item_explainer(item, CLI_USUAL_EFFORT);
    *text = '\0';
    if (!e)
        return;
    pulma_status status = pulma_explainer_start(e, NULL, &err);
    bool possible = status != PULMA_NONE;
    while (!status)
        status = pulma_explainer_next(e, NULL, &err);
    if (possible && status == PULMA_NONE)
        snprintf(text, size, "%s %.2f", pulma_level_name(pulma_explainer_level(e)),
                 pulma_explainer_rating(e));
    pulma_explainer_free(e);
}

/* What the generator put into a title behind the kind's name: "easy 1.00, seed 1". */
static const char *facts_of(const pulma_puzzle *puzzle)
{
    const char *title = pulma_puzzle_title(puzzle);
    const char *kind = pulma_kind_title(pulma_puzzle_kind(puzzle));
    size_t len = strlen(kind);
    return strncmp(title, kind, len) == 0 && strncmp(title + len, ", ", 2) == 0
               ? title + len + 2
               : "";
}

static void make_caption(const struct cli_item *item, const char *note, char *text,
                         size_t size)
{
    char rating[60] = "";
    const char *facts = facts_of(item->puzzle);
    if (cli_given(item->call, CLI_RATE) && !*facts)
        rate(item, rating, sizeof rating);
    const char *parts[] = {facts, rating, note};
    *text = '\0';
    for (size_t i = 0, n = 0; i < sizeof parts / sizeof *parts; i++)
        if (*parts[i])
            snprintf(text + strlen(text), size - strlen(text), "%s%s", n++ ? ", " : "",
                     parts[i]);
}

/* ---- One puzzle ---- */

static int add_one(const struct cli_item *item)
{
    struct cli_document *d = item->context;
    pulma_error err = {.status = PULMA_NO_MEMORY, .message = "out of memory"};
    const char *answers = item->call->text[CLI_ANSWERS], *note;
    bool wanted = !answers || strcmp(answers, "none") != 0;
    int *answer = calloc((size_t)pulma_puzzle_places(item->puzzle) + 1, sizeof *answer);
    char caption[300];
    if (!answer)
        return cli_item_fail(item, &err);
    int found = wanted ? cli_item_answer(item, answer) : CLI_DONE;
    note = found == CLI_NO        ? "has no answer"
           : found == CLI_STOPPED ? "answer not found"
                                  : "";
    make_caption(item, note, caption, sizeof caption);
    pulma_status status = pulma_sheet_add(
        d->sheet, item->puzzle, wanted && found == CLI_DONE ? answer : NULL, caption, &err);
    free(answer);
    if (status)
        return cli_worse(found, cli_item_fail(item, &err));
    if (item->progress)
        snprintf(item->progress->detail, sizeof item->progress->detail, "page %d",
                 pulma_sheet_pages(d->sheet));
    if (pulma_sheet_was_tight(d->sheet))
        cli_item_note(item, "note", "its cells are smaller than wished, to fit on a page");
    return found;
}

/* ---- The whole ---- */

static bool set(struct cli_document *d, const char *name, const char *value, int *status)
{
    pulma_error err = {0};
    if (value && pulma_sheet_set(d->sheet, name, value, &err) != PULMA_OK)
        *status = cli_usage(d->call, "%s", err.message);
    return *status == CLI_DONE;
}

static int set_wishes(struct cli_document *d)
{
    const struct cli_call *call = d->call;
    int status = CLI_DONE;
    bool good = set(d, "title", call->text[CLI_TITLE], &status) &&
                set(d, "paper", call->text[CLI_PAPER_SIZE], &status) &&
                set(d, "grid", call->text[CLI_GRID_SIZE], &status) &&
                set(d, "cell", call->text[CLI_CELL], &status) &&
                set(d, "answers", call->text[CLI_ANSWERS], &status) &&
                set(d, "theme", call->text[CLI_THEME], &status);
    static const struct {
        enum cli_option_id id;
        const char *name, *value;
    } flags[] = {{CLI_LANDSCAPE, "orientation", "landscape"},
                 {CLI_LARGE, "print", "large"},
                 {CLI_CUT, "marks", "yes"},
                 {CLI_COVER, "cover", "yes"},
                 {CLI_NO_RULES, "rules", "no"}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags && good; i++)
        if (cli_given(call, flags[i].id))
            good = set(d, flags[i].name, flags[i].value, &status);
    return status;
}

int cli_sheet(const struct cli_call *call)
{
    struct cli_document d;
    const char *output = call->text[CLI_OUTPUT],
               *dot = output ? strrchr(output, '.') : NULL;
    bool to_terminal = (!output || strcmp(output, "-") == 0) && isatty(STDOUT_FILENO) == 1;
    if (to_terminal)
        return cli_usage(call, "will not write a PDF to the terminal: use -o FILE");
    if (output && strcmp(output, "-") != 0 && (!dot || strcasecmp(dot, ".pdf") != 0))
        return cli_usage(call, "the name '%.200s' does not end in .pdf", output);
    if (!cli_document_open(&d, call))
        return CLI_BAD;
    int status = set_wishes(&d);
    if (status != CLI_DONE) {
        pulma_sheet_free(d.sheet);
        return status;
    }
    status = cli_each_puzzle(
        call, &(struct cli_task){.what = "laying out", .work = add_one, .context = &d});
    return cli_document_close(&d, status);
}
