/* PNG and PDF: the display list goes as text to the helper program pulma-paint, which knows
 * cairo; libpulma itself needs no such library.  PNG files are read there, too. */
#include "picture/picture.h"

#include "core/process.h"
#include "core/text.h"
#include "picture/list.h"

/* How it went; `refused` if the helper did not like its input. */
static pulma_status judge(const struct pm_ended *ended, const struct pm_out *complaints,
                          pulma_status refused, pulma_error *err)
{
    if (ended->timed_out)
        return pm_fail(err, PULMA_LIMIT, NULL, "stopped at a limit while painting");
    if (ended->exit_status == PM_EXIT_DONE && !ended->signal)
        return PULMA_OK;
    if (ended->signal)
        return pm_fail(err, PULMA_SOLVER, NULL, "pulma-paint was ended by signal %d",
                       ended->signal);
    if (ended->exit_status == 127)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "pulma-paint cannot be started; is the library cairo installed?");
    struct pm_text words =
        pm_text_of(complaints->data ? complaints->data : "", complaints->len);
    struct pm_text line = pm_text_line(&words);
    pm_text_word(&line, "pulma-paint: ");
    return pm_fail(err, ended->exit_status == PM_EXIT_BAD ? refused : PULMA_SOLVER, NULL,
                   "%.*s", (int)pm_text_len(&line), line.at);
}

static size_t memory_for(const struct pm_limits *limits)
{
    bool shared = limits && limits->memory && limits->memory->helper_most > 0;
    return shared ? limits->memory->helper_most : (size_t)4 << 30;
}

/* Runs the helper for this task, within the limits of `out`. */
static pulma_status run(const char *task, const char *input, size_t len,
                        pulma_status refused, struct pm_out *out, pulma_error *err)
{
    char path[4096];
    if (!pm_process_find("pulma-paint", path, sizeof path))
        return pm_fail(
            err, PULMA_UNAVAILABLE, NULL,
            "PNG and PDF need the helper program pulma-paint, which is built if "
            "cairo is installed (Debian: libcairo2-dev); SVG and PPM need nothing");
    struct pm_out complaints = {0};
    const char *const argv[] = {path, task, NULL};
    const struct pm_process process = {.argv = argv,
                                       .input = input,
                                       .input_len = len,
                                       .memory_bytes = memory_for(out->limits),
                                       .cpu_seconds = 120,
                                       .limits = out->limits};
    struct pm_ended ended;
    pulma_status status =
        pm_process_run(&process, (size_t)1 << 28, out, &complaints, &ended, err);
    if (status == PULMA_OK)
        status = judge(&ended, &complaints, refused, err);
    if (status == PULMA_OK && out->failed)
        status = pm_out_failure(out, err);
    pm_out_free(&complaints);
    return status;
}

pulma_status pm_picture_paint(const struct pm_picture *p, bool pdf, struct pm_out *out,
                              pulma_error *err)
{
    struct pm_out list = {0};
    pm_list_write(p, &list);
    out->limits = list.limits;
    pulma_status status =
        list.failed ? pm_out_failure(&list, err)
                    : run(pdf ? "pdf" : "png", list.data, list.len, PULMA_SOLVER, out, err);
    pm_out_free(&list);
    return status;
}

pulma_status pm_png_read(const char *png, size_t len, struct pm_out *ppm, pulma_error *err)
{
    return run("read", png, len, PULMA_BAD_TEXT, ppm, err);
}
