/* PNG and PDF: the display list goes as text to the helper program pulma-paint, which knows
 * cairo; libpulma itself needs no such library. */
#include "picture/picture.h"

#include "core/process.h"
#include "core/text.h"
#include "picture/list.h"

static pulma_status judge(const struct pm_ended *ended, const struct pm_out *complaints,
                          pulma_error *err)
{
    if (ended->exit_status == 0 && !ended->signal)
        return PULMA_OK;
    if (ended->signal)
        return pm_fail(err, PULMA_SOLVER, NULL, "pulma-paint was ended by signal %d",
                       ended->signal);
    if (ended->exit_status == 127)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "pulma-paint does not start; is the library cairo installed?");
    struct pm_text words =
        pm_text_of(complaints->data ? complaints->data : "", complaints->len);
    struct pm_text line = pm_text_line(&words);
    return pm_fail(err, PULMA_SOLVER, NULL, "%.*s", (int)pm_text_len(&line), line.at);
}

pulma_status pm_picture_paint(const struct pm_picture *p, bool pdf, struct pm_out *out,
                              pulma_error *err)
{
    char path[4096];
    if (!pm_process_find("pulma-paint", path, sizeof path))
        return pm_fail(
            err, PULMA_UNAVAILABLE, NULL,
            "PNG and PDF need the helper program pulma-paint, which is built where "
            "cairo is installed (Debian: libcairo2-dev); SVG needs nothing");
    struct pm_out list = {0}, complaints = {0};
    pm_list_write(p, &list);
    if (list.failed) {
        pm_out_free(&list);
        return pm_fail_memory(err);
    }
    const char *const argv[] = {path, pdf ? "pdf" : "png", NULL};
    const struct pm_process process = {.argv = argv,
                                       .input = list.data,
                                       .input_len = list.len,
                                       .memory_bytes = (size_t)4 << 30,
                                       .cpu_seconds = 120};
    struct pm_ended ended;
    pulma_status status =
        pm_process_run(&process, (size_t)1 << 28, out, &complaints, &ended, err);
    if (status == PULMA_OK)
        status = judge(&ended, &complaints, err);
    if (status == PULMA_OK && out->failed)
        status = pm_fail_memory(err);
    pm_out_free(&list);
    pm_out_free(&complaints);
    return status;
}
