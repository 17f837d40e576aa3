/* pulma-paint: reads a display list (src/picture/list.h) on standard input and writes a PNG to
 * standard output; reads pages (src/picture/pages.h) and writes a PDF; or reads a PNG and writes its
 * pixels.  A program of its own,
 * because libpulma needs no library but its solver, because cairo takes longer to load than
 * most puzzles take to solve, and because a PNG may mean harm.  It ends as enum pm_exit says. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/out.h"
#include "core/process.h"
#include "core/sanitizers.h"
#include "paint/cairo.h"
#include "picture/list.h"
#include "sandbox/sandbox.h"

enum { MAX_INPUT = 256 << 20 };

/* All of standard input, or false with a complaint. */
static bool read_all(struct pm_out *in)
{
    char bytes[65536];
    size_t n;
    while ((n = fread(bytes, 1, sizeof bytes, stdin)) > 0 && in->len <= MAX_INPUT)
        pm_out_bytes(in, bytes, n);
    if (ferror(stdin))
        fprintf(stderr, "pulma-paint: cannot read: %s\n", strerror(errno));
    else if (in->failed)
        fprintf(stderr, "pulma-paint: out of memory\n");
    else if (in->len > MAX_INPUT)
        fprintf(stderr, "pulma-paint: more than %d bytes of input\n", MAX_INPUT);
    else
        return true;
    return false;
}

static int complain(const pulma_error *err, int status)
{
    if (err->line > 0)
        fprintf(stderr, "pulma-paint: line %d, column %d: %s\n", err->line, err->column,
                err->message);
    else
        fprintf(stderr, "pulma-paint: %s\n", err->message);
    return status;
}

static int put(const struct pm_out *out)
{
    if (out->len > 0 && fwrite(out->data, 1, out->len, stdout) == out->len &&
        fflush(stdout) == 0)
        return PM_EXIT_DONE;
    fprintf(stderr, "pulma-paint: cannot write: %s\n", strerror(errno));
    return PM_EXIT_FAILED;
}

/* A display list becomes a PNG. */
static pulma_status paint(const struct pm_out *in, struct pm_out *out, pulma_error *err)
{
    struct pm_picture *picture = NULL;
    pulma_status status = pm_list_read(in->data ? in->data : "", in->len, &picture, err);
    if (!status)
        status = paint_png(picture, out, err);
    pm_picture_free(picture);
    return status;
}

#if PM_ADDRESS_SANITIZER
/* cairo's and fontconfig's caches live to the end; they are not ours to free. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}
#endif

int main(int argc, char **argv)
{
    const char *task = argc == 2 ? argv[1] : "", *why;
    bool pdf = strcmp(task, "pdf") == 0, reads = strcmp(task, "read") == 0;
    if (!pdf && !reads && strcmp(task, "png") != 0) {
        fprintf(stderr, "usage: pulma-paint png < display-list > image.png\n"
                        "       pulma-paint pdf < pages > document.pdf\n"
                        "       pulma-paint read < image.png > image.ppm\n");
        return PM_EXIT_BAD;
    }
    if (reads)
        pm_sandbox_enter(
            NULL, &why); /* where the kernel can; painting needs the files of fonts */
    struct pm_out in = {0}, out = {0};
    pulma_error err = {0};
    int status = PM_EXIT_BAD;
    if (pdf || read_all(&in)) {
        pulma_status done = pdf     ? paint_pdf(stdin, stdout, &err)
                            : reads ? paint_read(in.data, in.len, &out, &err)
                                    : paint(&in, &out, &err);
        status = done
                     ? complain(&err, done == PULMA_BAD_TEXT ? PM_EXIT_BAD : PM_EXIT_FAILED)
                 : pdf ? PM_EXIT_DONE
                       : put(&out);
    }
    pm_out_free(&out);
    pm_out_free(&in);
    return status;
}
