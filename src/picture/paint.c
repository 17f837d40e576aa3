/* PNG and PDF: the display list, or pages of them, go as text to the helper program pulma-paint,
 * which knows cairo; libpulma itself needs no such library.  PNG files are read there, too. */
#include "picture/picture.h"

#include "core/process.h"
#include "core/text.h"
#include "picture/list.h"
#include "picture/pages.h"

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

static pulma_status find_helper(char *path, size_t size, pulma_error *err)
{
    if (pm_process_find("pulma-paint", path, size))
        return PULMA_OK;
    return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                   "PNG and PDF need the helper program pulma-paint, which is built if "
                   "cairo is installed (Debian: libcairo2-dev); SVG and PPM need nothing");
}

/* Runs the helper to its end; `refused` if it does not like its input. */
static pulma_status run(const struct pm_process *process, pulma_status refused,
                        struct pm_out *out, pulma_error *err)
{
    struct pm_out complaints = {0};
    struct pm_ended ended;
    pulma_status status =
        pm_process_run(process, (size_t)1 << 28, out, &complaints, &ended, err);
    if (status == PULMA_OK && ended.unwanted)
        status = pm_fail(err, PULMA_BAD_CALL, NULL, "the picture cannot be written");
    else if (status == PULMA_OK)
        status = judge(&ended, &complaints, refused, err);
    if (status == PULMA_OK && out->failed)
        status = pm_out_failure(out, err);
    pm_out_free(&complaints);
    return status;
}

/* The helper for this task and input, within the limits of `out`. */
static pulma_status run_on(const char *task, const char *input, size_t len,
                           pulma_status refused, struct pm_out *out, pulma_error *err)
{
    char path[4096];
    const char *const argv[] = {path, task, NULL};
    pulma_status status = find_helper(path, sizeof path, err);
    return status ? status
                  : run(&(struct pm_process){.argv = argv,
                                             .input = input,
                                             .input_len = len,
                                             .memory_bytes = memory_for(out->limits),
                                             .cpu_seconds = 120,
                                             .limits = out->limits},
                        refused, out, err);
}

/* The helper for this task, on a description that is then dropped. */
static pulma_status run_and_drop(const char *task, struct pm_out *input, struct pm_out *out,
                                 pulma_error *err)
{
    out->limits = input->limits;
    pulma_status status =
        input->failed ? pm_out_failure(input, err)
                      : run_on(task, input->data, input->len, PULMA_SOLVER, out, err);
    pm_out_free(input);
    return status;
}

pulma_status pm_picture_png(const struct pm_picture *p, struct pm_out *out,
                            pulma_error *err)
{
    struct pm_out list = {0};
    pm_list_write(p, &list);
    return run_and_drop("png", &list, out, err);
}

pulma_status pm_picture_pdf(const struct pm_picture *p, const char *title,
                            struct pm_out *out, pulma_error *err)
{
    struct pm_out pages = {0};
    pm_pages_single(p, title, &pages);
    return run_and_drop("pdf", &pages, out, err);
}

pulma_status pm_pages_paint(const struct pm_pages_flow *flow, pulma_error *err)
{
    char path[4096];
    const char *const argv[] = {path, "pdf", NULL};
    struct pm_out none = {0};
    pulma_status status = find_helper(path, sizeof path, err);
    return status ? status
                  : run(&(struct pm_process){.argv = argv,
                                             .pull = flow->pull,
                                             .put = flow->put,
                                             .context = flow->context,
                                             .memory_bytes = memory_for(flow->limits),
                                             .limits = flow->limits},
                        PULMA_SOLVER, &none, err);
}

pulma_status pm_png_read(const char *png, size_t len, struct pm_out *ppm, pulma_error *err)
{
    return run_on("read", png, len, PULMA_BAD_TEXT, ppm, err);
}
