/* Writing a document: beside its place first, so that nobody finds half of one there. */
#include "cli/document.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cli_document_open(struct cli_document *d, const struct cli_call *call)
{
    *d = (struct cli_document){.call = call, .sheet = pulma_sheet_new()};
    if (!d->sheet)
        cli_no_memory(call, stdout, stderr);
    return d->sheet != NULL;
}

static bool put(void *context, const char *bytes, size_t len)
{
    struct cli_document *d = context;
    return fwrite(bytes, 1, len, d->out) == len;
}

static bool stop(void *context)
{
    struct cli_document *d = context;
    d->progress.total = pulma_sheet_pages(d->sheet);
    d->progress.done = pulma_sheet_painted(d->sheet);
    cli_progress_show(&d->progress);
    d->stopped = cli_interrupted() || cli_out_of_time(d->call);
    return d->stopped;
}

static pulma_status write_out(struct cli_document *d, pulma_error *err)
{
    cli_progress_start(&d->progress, "painting pages");
    pulma_status status = pulma_sheet_write(d->sheet, put, stop, d, err);
    cli_progress_hide(&d->progress);
    if (!status && fflush(d->out) != 0) {
        *err = (pulma_error){.status = PULMA_BAD_CALL};
        snprintf(err->message, sizeof err->message, "cannot be written: %s",
                 strerror(errno));
        status = PULMA_BAD_CALL;
    }
    return status;
}

static int close_with(struct cli_document *d, const char *path, pulma_error *err)
{
    if (d->stopped) {
        err->status = PULMA_LIMIT;
        snprintf(err->message, sizeof err->message, "stopped: %s",
                 cli_interrupted() ? "interrupted" : "time limit reached");
    }
    return cli_fail(d->call, stdout, stderr, path, err);
}

int cli_document_close(struct cli_document *d, int status)
{
    const char *path = d->call->text[CLI_OUTPUT];
    pulma_error err = {0};
    struct cli_whole_file file = {0};
    bool to_file = path && strcmp(path, "-") != 0;
    int ending = CLI_DONE;
    if (pulma_sheet_pages(d->sheet) == 0) {
        pulma_sheet_free(d->sheet);
        return status;
    }
    d->out = to_file ? cli_whole_file_open(&file, path, &err) : stdout;
    if (!d->out || write_out(d, &err) != PULMA_OK)
        ending = close_with(d, to_file ? path : NULL, &err);
    if (to_file && d->out && !cli_whole_file_close(&file, ending == CLI_DONE, &err))
        ending = cli_fail(d->call, stdout, stderr, path, &err);
    pulma_sheet_free(d->sheet);
    return cli_worse(status, ending);
}
