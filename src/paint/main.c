/* pulma-paint: reads a display list (src/picture/list.h) on standard input and writes a PNG
 * or a PDF to standard output.  A program of its own, because libpulma needs no library but
 * its solver, and because cairo takes longer to load than most puzzles take to solve.
 *
 * Exit status: 0 done; 1 painting failed, 2 the call or the list is wrong. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/out.h"
#include "paint/cairo.h"
#include "picture/list.h"

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

static int paint(const struct pm_picture *picture, bool pdf)
{
    struct pm_out out = {0};
    pulma_error err;
    int status = 0;
    if ((pdf ? paint_pdf : paint_png)(picture, &out, &err) != PULMA_OK) {
        status = complain(&err, 1);
    } else if (out.len == 0 || fwrite(out.data, 1, out.len, stdout) != out.len ||
               fflush(stdout) != 0) {
        fprintf(stderr, "pulma-paint: cannot write: %s\n", strerror(errno));
        status = 1;
    }
    pm_out_free(&out);
    return status;
}

#ifdef __SANITIZE_ADDRESS__
/* cairo's and fontconfig's caches live to the end; they are not ours to free. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}
#endif

int main(int argc, char **argv)
{
    bool pdf = argc == 2 && strcmp(argv[1], "pdf") == 0;
    if (!pdf && (argc != 2 || strcmp(argv[1], "png") != 0)) {
        fprintf(stderr, "usage: pulma-paint png|pdf < display-list > image\n");
        return 2;
    }
    struct pm_out in = {0};
    struct pm_picture *picture = NULL;
    pulma_error err;
    int status = 2;
    if (read_all(&in)) {
        if (pm_list_read(in.data ? in.data : "", in.len, &picture, &err) == PULMA_OK)
            status = paint(picture, pdf);
        else
            status = complain(&err, err.status == PULMA_BAD_TEXT ? 2 : 1);
    }
    pm_picture_free(picture);
    pm_out_free(&in);
    return status;
}
