/* The best answer so far: a line on standard error when there is a better one, and a file that
 * always holds a whole answer, since each is written beside it and then takes its place. */
#include "cli/keep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds between lines of --progress that tell of nothing better. */
static const double silence = 60;

static void complain(const struct cli_keep *keep, const pulma_error *err)
{
    const struct cli_item *item = keep->item;
    cli_progress_hide(item->progress);
    cli_fail(item->call, item->out, item->complaints, keep->file, err);
}

/* ---- The file ---- */

static void save(struct cli_keep *keep, const int *answer)
{
    if (!keep->file || keep->failed)
        return;
    pulma_error err = {.status = PULMA_NO_MEMORY, .message = "out of memory"};
    char *text = NULL;
    if (pulma_answer_write(keep->item->puzzle, answer, &text, &err) != PULMA_OK ||
        !cli_write_file(keep->file, text, strlen(text), &err)) {
        complain(keep, &err);
        keep->failed = true; /* once is enough */
    }
    pulma_free(text);
}

/* What an earlier call left; a file that is not there yet is none. */
static bool load(struct cli_keep *keep)
{
    const struct cli_item *item = keep->item;
    pulma_error err = {0};
    size_t len = 0;
    if (access(keep->file, F_OK) != 0 && errno == ENOENT)
        return true;
    int *answer = calloc((size_t)pulma_puzzle_places(item->puzzle) + 1, sizeof *answer);
    char *text = answer ? cli_read_file(keep->file, &len, &err) : NULL;
    bool good = text && !pulma_answer_read(item->puzzle, text, len, answer, &err) &&
                !pulma_job_set_start(keep->job, answer, &err);
    if (!good)
        complain(keep, &err);
    free(text);
    free(answer);
    return good;
}

/* ---- Words ---- */

/* "465 of 480 joins match, 54.3 million nodes a second" */
static void describe(const struct cli_keep *keep, double now, char *text, size_t size)
{
    double seconds = now - keep->started;
    pulma_cost_text(keep->item->puzzle, pulma_job_objective(keep->job), text, size);
    size_t len = strlen(text);
    if (seconds <= 0.01)
        return;
    double rate = (double)pulma_job_nodes(keep->job) / seconds;
    bool many = rate >= 1e6;
    snprintf(text + len, size - len, ", %.*f %s nodes a second", many,
             rate / (many ? 1e6 : 1e3), many ? "million" : "thousand");
}

static void tell(struct cli_keep *keep)
{
    struct cli_progress *progress = keep->item->progress;
    char words[160];
    double now = cli_now();
    describe(keep, now, words, sizeof words);
    if (progress)
        snprintf(progress->detail, sizeof progress->detail, "%.79s", words);
    if (!cli_given(keep->item->call, CLI_PROGRESS))
        return;
    cli_progress_hide(progress);
    fprintf(keep->item->complaints, "%.1f s: %s\n", now - keep->started, words);
    fflush(keep->item->complaints);
    keep->told = now;
}

/* ---- What the job calls ---- */

static void better(void *context, const int *answer)
{
    struct cli_keep *keep = context;
    tell(keep);
    save(keep, answer);
}

static bool wants_to_stop(void *context)
{
    struct cli_keep *keep = context;
    if (keep->told > 0 && cli_now() - keep->told > silence)
        tell(keep);
    cli_progress_show(keep->item->progress);
    return cli_interrupted();
}

/* A puzzle whose answers are all as good. */
static bool refuse(const struct cli_item *item)
{
    pulma_error err = {.status = PULMA_BAD_CALL,
                       .message = "--resume needs a puzzle whose answers have a cost"};
    cli_item_fail(item, &err);
    return false;
}

bool cli_keep_open(struct cli_keep *keep, const struct cli_item *item, pulma_job *job)
{
    *keep = (struct cli_keep){.item = item, .job = job};
    if (item->progress)
        item->progress->detail[0] = '\0';
    if (!pulma_job_has_objective(job))
        return !cli_given(item->call, CLI_RESUME) || refuse(item);
    keep->started = cli_now();
    pulma_job_set_better(job, better, keep);
    pulma_job_set_stop(job, wants_to_stop, keep);
    if (!cli_given(item->call, CLI_RESUME))
        return true;
    keep->file = cli_numbered_name(item->call->text[CLI_RESUME], item->number);
    if (keep->file && load(keep))
        return true;
    free(keep->file);
    return false;
}

int cli_keep_close(struct cli_keep *keep, const int *answer, int status)
{
    if (answer)
        save(keep, answer);
    free(keep->file);
    return keep->failed ? cli_worse(status, CLI_BAD) : status;
}
