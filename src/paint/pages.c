/* A PDF by cairo out of pages (src/picture/pages.h), which are read line by line, painted and
 * forgotten.  The reader is fed by a program, yet it takes nothing for granted.
 *
 * cairo cannot say which language a document is in.  So the file ends with what PDF calls an
 * incremental update: the catalogue once more, with the language in it. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include <cairo-pdf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "core/text.h"
#include "paint/cairo.h"
#include "picture/list.h"
#include "picture/pages.h"

/* ---- The file ---- */

enum { WINDOW = 2048 }; /* more than the catalogue of a PDF by cairo has */

/* What has been written, and what the end of the file needs to know of it. */
struct file {
    FILE *out;
    int64_t len;
    char window[WINDOW + 1]; /* the last bytes */
    size_t held;
    char catalogue[WINDOW + 1]; /* from "N 0 obj" to before the last ">>"; "": not seen */
    char trailer[WINDOW + 1];   /* from "trailer" on */
};

/* Where a word begins in the window, or NULL; bytes may be zero there. */
static const char *find(const struct file *f, const char *word)
{
    size_t len = strlen(word);
    for (size_t i = f->held; i-- > 0;)
        if (i + len <= f->held && memcmp(f->window + i, word, len) == 0)
            return f->window + i;
    return NULL;
}

static void copy(char to[WINDOW + 1], const char *from, const char *end)
{
    memcpy(to, from, (size_t)(end - from));
    to[end - from] = '\0';
}

/* Notes the catalogue as soon as it is whole, and the trailer. */
static void note(struct file *f)
{
    const char *end = f->window + f->held, *type = find(f, "/Type /Catalog");
    const char *close = type ? strstr(type, ">>\nendobj") : NULL, *start = type;
    while (close && start > f->window && memcmp(start, " 0 obj", 6) != 0)
        start--;
    while (close && start > f->window && start[-1] >= '0' && start[-1] <= '9')
        start--;
    if (close && *start >= '0' && *start <= '9')
        copy(f->catalogue, start, close);
    const char *trailer = find(f, "trailer\n");
    if (trailer)
        copy(f->trailer, trailer, end);
}

static cairo_status_t append(void *context, const unsigned char *bytes, unsigned len)
{
    struct file *f = context;
    if (fwrite(bytes, 1, len, f->out) != len)
        return CAIRO_STATUS_WRITE_ERROR;
    f->len += len;
    for (unsigned done = 0; done < len;) { /* in halves, so that nothing is cut in two */
        unsigned n = len - done < WINDOW / 2 ? len - done : WINDOW / 2;
        if (f->held + n > WINDOW) {
            memmove(f->window, f->window + f->held - WINDOW / 2, WINDOW / 2);
            f->held = WINDOW / 2;
        }
        memcpy(f->window + f->held, bytes + done, n);
        f->held += n;
        f->window[f->held] = '\0';
        done += n;
        note(f);
    }
    return CAIRO_STATUS_SUCCESS;
}

/* The number behind a word of the trailer; -1: it is not there. */
static int64_t number_after(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    int64_t value = 0;
    if (!at)
        return -1;
    for (at += strlen(word); *at == ' ' || *at == '\n'; at++)
        continue;
    for (; *at >= '0' && *at <= '9' && value < INT64_MAX / 10 - 10; at++)
        value = 10 * value + (*at - '0');
    return value;
}

/* The catalogue again, with the language. */
static bool add_language(const struct file *f)
{
    int64_t size = number_after(f->trailer, "/Size"),
            root = number_after(f->trailer, "/Root"),
            info = number_after(f->trailer, "/Info"),
            before = number_after(f->trailer, "startxref");
    if (!*f->catalogue || size < 0 || root < 0 || info < 0 || before < 0)
        return true; /* another way of writing PDF: it stays as it is */
    int written = fprintf(f->out, "%s   /Lang (en)\n>>\nendobj\n", f->catalogue);
    return written > 0 &&
           fprintf(f->out,
                   "xref\n%" PRId64 " 1\n%010" PRId64 " 00000 n \n"
                   "trailer\n<< /Size %" PRId64 "\n   /Root %" PRId64
                   " 0 R\n   /Info %" PRId64 " 0 R\n   /Prev %" PRId64
                   "\n>>\nstartxref\n%" PRId64 "\n%%%%EOF\n",
                   root, f->len, size, root, info, before, f->len + written) > 0;
}

/* ---- Reading ---- */

enum { LEVELS = 2, MAX_NAME = 40 };

struct document {
    FILE *in;
    char *line;
    size_t room;
    int number; /* of the line */
    struct file file;
    cairo_surface_t *surface;
    cairo_t *cairo;
    enum pm_theme theme;
    bool has_page;
    int parents[LEVELS + 1]; /* the last bookmark of each level, from 1 on */
    char name[MAX_NAME + 1], link[MAX_NAME + 1]; /* of the next text; "": none */
};

/* The next line without its end; false: there is none. */
static bool next_line(struct document *d, struct pm_text *line)
{
    ssize_t len = getline(&d->line, &d->room, d->in);
    if (len < 0)
        return false;
    if (len > 0 && d->line[len - 1] == '\n')
        len--;
    *line = pm_text_of(d->line, (size_t)len);
    line->line = ++d->number;
    return true;
}

static pulma_status take_numbers(struct pm_text *t, int n, double *values, pulma_error *err)
{
    pulma_status status = PULMA_OK;
    for (int k = 0; k < n && !status; k++)
        status = pm_list_number(t, &values[k], err);
    return status;
}

static pulma_status take_int(struct pm_text *t, int max, int *value, pulma_error *err)
{
    pm_text_blanks(t);
    return pm_text_int(t, 0, max, value, err);
}

/* A name of small letters and digits. */
static pulma_status take_name(struct pm_text *t, char name[MAX_NAME + 1], pulma_error *err)
{
    int len = 0;
    pm_text_blanks(t);
    for (int c; len < MAX_NAME &&
                (((c = pm_text_peek(t)) >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));)
        name[len++] = (char)pm_text_take(t);
    name[len] = '\0';
    return len ? PULMA_OK : pm_fail_expected(err, t, "a name");
}

/* The rest of the line behind a blank; it lives as long as the line. */
static const char *rest(struct document *d, struct pm_text *t)
{
    pm_text_word(t, " ");
    char *words = d->line + (t->at - d->line);
    d->line[t->end - d->line] = '\0'; /* the line end, or what getline() put there */
    return words;
}

/* ---- Pages ---- */

static pulma_status begin_page(struct document *d, struct pm_text *t, pulma_error *err)
{
    double v[2];
    pulma_status status = take_numbers(t, 2, v, err);
    if (status)
        return status;
    if (d->has_page)
        cairo_show_page(d->cairo);
    d->has_page = true;
    cairo_pdf_surface_set_size(d->surface, v[0], v[1]);
    const char *label = rest(d, t);
    if (*label)
        cairo_pdf_surface_set_page_label(d->surface, label);
    if (d->theme == PM_THEME_DARK) {
        paint_ink(d->cairo, d->theme, PM_PAPER);
        cairo_paint(d->cairo);
    }
    return PULMA_OK;
}

static void open_tag(struct document *d, const char *tag, const char *key, const char *name)
{
    char attributes[MAX_NAME + 20];
    snprintf(attributes, sizeof attributes, "%s='%s'", key, name);
    if (*name)
        cairo_tag_begin(d->cairo, tag, attributes);
}

static pulma_status put_text(struct document *d, struct pm_text *t, pulma_error *err)
{
    double v[3], most = 0;
    int align = 0, style = 0;
    pulma_status status = take_numbers(t, 3, v, err);
    if (!status)
        status = take_int(t, PM_RIGHT, &align, err);
    if (!status)
        status = take_int(t, 3, &style, err);
    if (!status)
        status = pm_list_number(t, &most, err);
    if (status)
        return status;
    cairo_save(d->cairo);
    cairo_translate(d->cairo, v[0], v[1]);
    if (style & 2)
        cairo_scale(d->cairo, -1, -1);
    paint_ink(d->cairo, d->theme, PM_INK);
    paint_font(d->cairo, style & 1);
    open_tag(d, CAIRO_TAG_DEST, "name", d->name);
    open_tag(d, CAIRO_TAG_LINK, "dest", d->link);
    paint_words(d->cairo, 0, 0, v[2], (enum pm_align)align, most, rest(d, t));
    if (*d->link)
        cairo_tag_end(d->cairo, CAIRO_TAG_LINK);
    if (*d->name)
        cairo_tag_end(d->cairo, CAIRO_TAG_DEST);
    paint_font(d->cairo, false);
    cairo_restore(d->cairo);
    *d->name = *d->link = '\0';
    return PULMA_OK;
}

static pulma_status put_line(struct document *d, struct pm_text *t, pulma_error *err)
{
    double v[5];
    int ink = 0;
    pulma_status status = take_numbers(t, 5, v, err);
    if (!status)
        status = take_int(t, PM_INKS - 1, &ink, err);
    if (status)
        return status;
    paint_ink(d->cairo, d->theme, ink);
    cairo_set_line_width(d->cairo, v[4]);
    cairo_move_to(d->cairo, v[0], v[1]);
    cairo_line_to(d->cairo, v[2], v[3]);
    cairo_stroke(d->cairo);
    return PULMA_OK;
}

/* The lines up to "end", as a display list. */
static pulma_status take_list(struct document *d, struct pm_picture **picture,
                              pulma_error *err)
{
    struct pm_out list = {0};
    struct pm_text line;
    bool ended = false;
    int first = d->number;
    while (!ended && next_line(d, &line)) {
        pm_out_bytes(&list, line.at, pm_text_len(&line));
        pm_out_char(&list, '\n');
        ended = pm_text_is(&line, "end");
    }
    pulma_status status =
        list.failed ? pm_fail_memory(err)
                    : pm_list_read(list.data ? list.data : "", list.len, picture, err);
    if (status && err->line > 0)
        err->line += first;
    pm_out_free(&list);
    return status;
}

static pulma_status put_picture(struct document *d, struct pm_text *t, pulma_error *err)
{
    double v[3];
    int turned = 0;
    struct pm_picture *p = NULL;
    pulma_status status = take_numbers(t, 3, v, err);
    if (!status)
        status = take_int(t, 1, &turned, err);
    if (!status)
        status = take_list(d, &p, err);
    if (status)
        return status;
    struct pm_bounds b = pm_picture_bounds(p);
    cairo_save(d->cairo);
    cairo_translate(d->cairo, v[0], v[1]);
    cairo_scale(d->cairo, v[2], v[2]);
    if (turned) {
        cairo_translate(d->cairo, b.right - b.left, b.bottom - b.top);
        cairo_scale(d->cairo, -1, -1);
    }
    p->look.theme = d->theme;
    paint_picture(p, d->cairo);
    cairo_restore(d->cairo);
    pm_picture_free(p);
    return PULMA_OK;
}

static pulma_status put_bookmark(struct document *d, struct pm_text *t, pulma_error *err)
{
    int level = 0;
    char name[MAX_NAME + 1], target[MAX_NAME + 20];
    pulma_status status = take_int(t, LEVELS - 1, &level, err);
    if (!status)
        status = take_name(t, name, err);
    if (status)
        return status;
    snprintf(target, sizeof target, "dest='%s'", name);
    d->parents[level + 1] = cairo_pdf_surface_add_outline(
        d->surface, d->parents[level], rest(d, t), target,
        level == 0 ? CAIRO_PDF_OUTLINE_FLAG_OPEN : (cairo_pdf_outline_flags_t)0);
    return PULMA_OK;
}

static pulma_status put_title(struct document *d, struct pm_text *t, pulma_error *err)
{
    (void)err;
    const char *title = rest(d, t);
    cairo_pdf_surface_set_metadata(d->surface, CAIRO_PDF_METADATA_TITLE, title);
    return PULMA_OK;
}

static pulma_status set_theme(struct document *d, struct pm_text *t, pulma_error *err)
{
    int theme = 0;
    pulma_status status = take_int(t, PM_THEMES - 1, &theme, err);
    d->theme = (enum pm_theme)theme;
    return status;
}

static pulma_status set_name(struct document *d, struct pm_text *t, pulma_error *err)
{
    return take_name(t, d->name, err);
}

static pulma_status set_link(struct document *d, struct pm_text *t, pulma_error *err)
{
    return take_name(t, d->link, err);
}

/* ---- The whole ---- */

static pulma_status read_line(struct document *d, struct pm_text *line, pulma_error *err)
{
    static const struct {
        const char *word;
        pulma_status (*take)(struct document *d, struct pm_text *t, pulma_error *err);
        bool on_page;
    } commands[] = {{"text", put_text, true},        {"line", put_line, true},
                    {"picture", put_picture, true},  {"page", begin_page, false},
                    {"name", set_name, true},        {"link", set_link, true},
                    {"outline", put_bookmark, true}, {"title", put_title, false},
                    {"theme", set_theme, false}};
    struct pm_text word = *line;
    while (!pm_text_ended(line) && pm_text_peek(line) > ' ')
        pm_text_take(line);
    word.end = line->at;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (pm_text_is(&word, commands[i].word) && (d->has_page || !commands[i].on_page))
            return commands[i].take(d, line, err);
    return pm_fail_expected(err, &word, "a page, or what stands on one");
}

static pulma_status read_pages(struct document *d, pulma_error *err)
{
    struct pm_text line = pm_text_of("", 0);
    if (!next_line(d, &line) || !pm_text_is(&line, PM_PAGES_HEAD))
        return pm_fail_expected(err, &line, "\"" PM_PAGES_HEAD "\"");
    while (next_line(d, &line)) {
        if (pm_text_is(&line, PM_PAGES_END))
            return d->has_page ? PULMA_OK : pm_fail_expected(err, &line, "a page");
        pulma_status status = read_line(d, &line, err);
        if (!status)
            status = paint_verdict((int)cairo_status(d->cairo), err);
        if (status)
            return status;
    }
    return pm_fail_expected(err, &line, "\"" PM_PAGES_END "\"");
}

pulma_status paint_pdf(FILE *in, FILE *out, pulma_error *err)
{
    struct document d = {.in = in, .file = {.out = out}};
    d.surface = cairo_pdf_surface_create_for_stream(append, &d.file, 595, 842);
    /* Newer versions pack objects, so that nothing could be added at the end. */
    cairo_pdf_surface_restrict_to_version(d.surface, CAIRO_PDF_VERSION_1_4);
    cairo_pdf_surface_set_metadata(d.surface, CAIRO_PDF_METADATA_CREATOR,
                                   "pulma " PULMA_VERSION);
    d.cairo = cairo_create(d.surface);
    paint_begin(d.cairo);
    pulma_status status = read_pages(&d, err);
    cairo_destroy(d.cairo);
    cairo_surface_finish(d.surface);
    if (!status)
        status = paint_verdict((int)cairo_surface_status(d.surface), err);
    cairo_surface_destroy(d.surface);
    free(d.line);
    if (!status && (!add_language(&d.file) || fflush(out) != 0))
        status = pm_fail(err, PULMA_SOLVER, NULL, "cannot write: %s", strerror(errno));
    return status;
}
