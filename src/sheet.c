/* The public functions about sheets: puzzles go in one by one, a document comes out.
 *
 * Two files without names hold the pages that have been laid out, and the answers that are laid out
 * at the end.  The cover needs to know on which pages everything stands, so the
 * document is put together when it is written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "picture/items.h"
#include "picture/list.h"
#include "picture/pages.h"
#include "sheet/sheet.h"

struct pulma_sheet {
    struct pm_sheet_wish wish;
    char paper[12];
    bool landscape, large;
    double cell; /* wished, in points; 0: usual */
    bool started, written;
    struct pm_layout *layout;
    FILE *pages, *answers;
    int page_count;    /* of puzzles; of all, once it is written */
    long count;        /* of puzzles */
    long length, sent; /* bytes of the pages, and how many are on their way */
    bool *seen;        /* kinds whose rules were printed */
    int last_kind;
    long run_start; /* the first puzzle of the last entry */
    struct pm_contents contents;
};

pulma_sheet *pulma_sheet_new(void)
{
    pulma_sheet *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->seen = calloc((size_t)pm_kind_count, sizeof *s->seen);
    if (!s->seen) {
        free(s);
        return NULL;
    }
    s->wish.rules = true;
    s->last_kind = -1;
    strcpy(s->paper, "a4");
    return s;
}

void pulma_sheet_free(pulma_sheet *s)
{
    if (!s)
        return;
    pm_layout_free(s->layout);
    if (s->pages)
        fclose(s->pages);
    if (s->answers)
        fclose(s->answers);
    free(s->seen);
    free(s);
}

/* ---- Wishes ---- */

static const struct {
    const char *name;
    double width, height; /* in points */
} papers[] = {{"a4", 595.28, 841.89},
              {"letter", 612, 792},
              {"a5", 419.53, 595.28},
              {"picture", 0, 0}};

static const char *const answer_words[] = {"end", "below", "beside", "none"};
static const char *const theme_words[] = {"light", "dark", "print"};
static const char *const yes_words[] = {"no", "yes"};
static const char *const turn_words[] = {"portrait", "landscape"};
static const char *const print_words[] = {"normal", "large"};

/* The number of the word, or -1 after a complaint that names them all. */
static int choose(const char *name, const char *value, int n, const char *const *words,
                  pulma_error *err)
{
    char list[100] = "";
    for (int i = 0; i < n; i++) {
        if (strcmp(value, words[i]) == 0)
            return i;
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "",
                 words[i]);
    }
    pm_fail(err, PULMA_BAD_CALL, NULL, "%s: expected one of %s, found '%.40s'", name, list,
            value);
    return -1;
}

static pulma_status set_paper(pulma_sheet *s, const char *value, pulma_error *err)
{
    const char *names[] = {papers[0].name, papers[1].name, papers[2].name, papers[3].name};
    int found = choose("paper", value, 4, names, err);
    if (found >= 0)
        strcpy(s->paper, papers[found].name);
    return found >= 0 ? PULMA_OK : PULMA_BAD_CALL;
}

static pulma_status set_grid(pulma_sheet *s, const char *value, pulma_error *err)
{
    struct pm_text t = pm_text_of(value, strlen(value));
    int columns = 0, rows = 0;
    bool fixed = strcmp(value, "auto") != 0;
    if (fixed && (pm_text_int(&t, 1, 20, &columns, NULL) || !pm_text_word(&t, "x") ||
                  pm_text_int(&t, 1, 20, &rows, NULL) || !pm_text_ended(&t)))
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "grid: expected auto, or COLUMNSxROWS of at most 20, found '%.40s'",
                       value);
    s->wish.columns = columns;
    s->wish.rows = rows;
    return PULMA_OK;
}

static pulma_status set_cell(pulma_sheet *s, const char *value, pulma_error *err)
{
    struct pm_text t = pm_text_of(value, strlen(value));
    double size = 0;
    bool fixed = strcmp(value, "auto") != 0;
    if (fixed &&
        (pm_list_number(&t, &size, NULL) || !pm_text_ended(&t) || size < 1 || size > 100))
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "cell: expected auto, or 1 to 100 millimetres, found '%.40s'",
                       value);
    s->cell = size * PM_MILLIMETRE;
    return PULMA_OK;
}

pulma_status pulma_sheet_set(pulma_sheet *s, const char *name, const char *value,
                             pulma_error *err)
{
    pm_error_clear(err);
    if (!s || !name || !value)
        return pm_fail_null(err, !s ? "the sheet" : !name ? "the name" : "the value");
    if (s->started)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "wishes come before the first puzzle of a sheet");
    int found = 0;
    if (strcmp(name, "title") == 0)
        snprintf(s->wish.title, sizeof s->wish.title, "%s", value);
    else if (strcmp(name, "paper") == 0)
        return set_paper(s, value, err);
    else if (strcmp(name, "grid") == 0)
        return set_grid(s, value, err);
    else if (strcmp(name, "cell") == 0)
        return set_cell(s, value, err);
    else if (strcmp(name, "orientation") == 0)
        s->landscape = (found = choose(name, value, 2, turn_words, err)) == 1;
    else if (strcmp(name, "print") == 0)
        s->large = (found = choose(name, value, 2, print_words, err)) == 1;
    else if (strcmp(name, "rules") == 0)
        s->wish.rules = (found = choose(name, value, 2, yes_words, err)) == 1;
    else if (strcmp(name, "marks") == 0)
        s->wish.marks = (found = choose(name, value, 2, yes_words, err)) == 1;
    else if (strcmp(name, "cover") == 0)
        s->wish.cover = (found = choose(name, value, 2, yes_words, err)) == 1;
    else if (strcmp(name, "theme") == 0)
        s->wish.theme = (enum pm_theme)(found = choose(name, value, 3, theme_words, err));
    else if (strcmp(name, "answers") == 0)
        s->wish.answers =
            (enum pm_answers)(found = choose(name, value, 4, answer_words, err));
    else
        return pm_fail(err, PULMA_BAD_CALL, NULL, "a sheet has no wish '%.40s'", name);
    return found >= 0 ? PULMA_OK : PULMA_BAD_CALL;
}

/* ---- Adding ---- */

static void settle_sizes(pulma_sheet *s)
{
    struct pm_sheet_wish *w = &s->wish;
    size_t i = 0;
    while (strcmp(papers[i].name, s->paper) != 0)
        i++;
    w->width = s->landscape ? papers[i].height : papers[i].width;
    w->height = s->landscape ? papers[i].width : papers[i].height;
    double small = strcmp(s->paper, "a5") == 0 ? 0.85 : 1, large = s->large ? 1.6 : 1;
    w->margin = 15 * PM_MILLIMETRE * small;
    w->text = 9 * large * (s->large ? 1 : small);
    w->heading = 14 * large * (s->large ? 1 : small);
    w->least = s->cell > 0 ? s->cell : (s->large ? 11 : 6) * PM_MILLIMETRE;
    w->most = s->large ? 18 * PM_MILLIMETRE : 10 * PM_MILLIMETRE;
    w->most = w->most < w->least ? w->least : w->most;
}

static pulma_status start(pulma_sheet *s, pulma_error *err)
{
    if (s->written)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "the sheet has been written");
    if (s->started)
        return PULMA_OK;
    settle_sizes(s);
    s->pages = tmpfile();
    s->answers = tmpfile();
    if (!s->pages || !s->answers)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "cannot make a temporary file");
    s->layout = pm_layout_new(&s->wish, 1, s->pages);
    if (!s->layout)
        return pm_fail_memory(err);
    s->started = true;
    return PULMA_OK;
}

static pulma_status plate_of(const pulma_puzzle *puzzle, const int *answer,
                             struct pm_plate *plate, pulma_error *err)
{
    struct pm_picture *picture = pm_picture_new();
    if (!picture)
        return pm_fail_memory(err);
    pm_kind_of(puzzle)->draw(puzzle->data, answer, picture);
    pulma_status status = pm_plate_of(picture, plate, err);
    pm_picture_free(picture);
    return status;
}

/* Before the list of an answer that waits for its page. */
struct kept {
    long number;
    size_t len;
};

static void keep_answer(pulma_sheet *s, const struct pm_plate *plate)
{
    const struct kept head = {s->count, plate->list.len};
    fwrite(&head, sizeof head, 1, s->answers);
    fwrite(plate->list.data, 1, plate->list.len, s->answers);
}

/* The entry of the contents that the puzzle belongs to: a run of puzzles of one kind.  If there are
 * too many runs, later ones belong to the first of their kind. */
static void add_entry(pulma_sheet *s, int kind, const char *name)
{
    struct pm_contents *c = &s->contents;
    if (kind != s->last_kind && c->count < PM_MAX_ENTRIES - 1) {
        struct pm_contents_entry *entry = &c->entries[c->count++];
        snprintf(entry->name, sizeof entry->name, "%s", name);
        entry->page = pm_layout_page(s->layout);
        s->run_start = s->count;
        s->last_kind = kind;
    }
    struct pm_contents_entry *last = &c->entries[c->count - 1];
    if (s->run_start == s->count)
        snprintf(last->words, sizeof last->words, "%s: %ld", pm_kinds[kind]->title,
                 s->count);
    else if (kind == s->last_kind)
        snprintf(last->words, sizeof last->words, "%s: %ld to %ld", pm_kinds[kind]->title,
                 s->run_start, s->count);
    c->puzzles = s->count;
}

/* Name and rules of a kind, where it comes first. */
static void introduce(pulma_sheet *s, int kind, const struct pm_box *box)
{
    char name[24];
    const struct pm_kind *k = pm_kinds[kind];
    if (s->seen[kind] || !s->wish.rules)
        return;
    snprintf(name, sizeof name, "k%d", kind);
    pm_layout_make_room(s->layout, k->rules, box);
    pm_layout_heading(s->layout, k->title, name);
    pm_layout_text(s->layout, k->rules);
    pm_layout_bookmark(s->layout, 0, name, k->title);
    s->seen[kind] = true;
}

/* The title stands beside the number, but not what the caption says again. */
static void fill_texts(const pulma_sheet *s, const pulma_puzzle *puzzle,
                       const char *caption, struct pm_box *box)
{
    bool again = *caption && strstr(puzzle->title, caption), titled = puzzle->title[0];
    snprintf(box->title, sizeof box->title, "%s",
             titled && !again ? puzzle->title
             : s->wish.rules  ? ""
                              : pm_kind_of(puzzle)->title);
    snprintf(box->caption, sizeof box->caption, "%s", caption);
}

/* A page that is as large as its picture. */
static pulma_status add_single(pulma_sheet *s, const struct pm_plate *plate, double scale,
                               const char *title, pulma_error *err)
{
    struct pm_out out = {0};
    char number[24], name[24];
    snprintf(number, sizeof number, "%d", ++s->page_count);
    snprintf(name, sizeof name, "p%d", s->page_count);
    pm_page_begin(scale * plate->width, scale * plate->height, number, &out);
    /* Links need a text: this one is not seen. */
    pm_page_text(&(struct pm_label){.x = 1, .y = 1, .size = 0.5, .most = 1, .name = name},
                 " ", &out);
    pm_page_picture(0, 0, scale, false, plate->list.data, plate->list.len, &out);
    pm_page_bookmark(0, name, *title ? title : number, &out);
    bool written = !out.failed && fwrite(out.data, 1, out.len, s->pages) == out.len;
    pm_out_free(&out);
    return written ? PULMA_OK
                   : pm_fail(err, PULMA_UNAVAILABLE, NULL, "cannot write a temporary file");
}

pulma_status pulma_sheet_add_picture(pulma_sheet *s, const char *bytes, size_t len,
                                     const char *title, pulma_error *err)
{
    struct pm_picture *picture = NULL;
    struct pm_plate plate = {0};
    pm_error_clear(err);
    if (!s || !bytes || !title)
        return pm_fail_null(err, !s ? "the sheet" : !bytes ? "the picture" : "the title");
    strcpy(s->paper, "picture");
    pulma_status status = start(s, err);
    if (!status)
        status = pm_list_read(bytes, len, &picture, err);
    if (!status)
        status = pm_plate_of(picture, &plate, err);
    if (!status) {
        s->wish.theme = picture->look.theme;
        status = add_single(s, &plate, pm_page_scale(picture), title, err);
    }
    s->count += !status;
    pm_plate_free(&plate);
    pm_picture_free(picture);
    return pm_done(err, status, PULMA_TEXT_NONE);
}

/* Puts the puzzle on the page, and its answer where it is wanted. */
static void place(pulma_sheet *s, const pulma_puzzle *puzzle, struct pm_box *box)
{
    char name[32];
    snprintf(name, sizeof name, "p%ld", s->count);
    introduce(s, puzzle->kind, box);
    if (box->linked) {
        keep_answer(s, &box->answer);
        pm_plate_free(&box->answer);
    }
    char words[240];
    snprintf(words, sizeof words, "%ld %s", s->count,
             *box->title ? box->title : pm_kind_of(puzzle)->title);
    pm_layout_box(s->layout, box);
    pm_layout_bookmark(s->layout, s->wish.rules, name, words);
    add_entry(s, puzzle->kind, name);
}

pulma_status pulma_sheet_add(pulma_sheet *s, const pulma_puzzle *puzzle, const int *answer,
                             const char *caption, pulma_error *err)
{
    pm_error_clear(err);
    if (!s || !puzzle || !caption)
        return pm_fail_null(err, !s ? "the sheet" : !puzzle ? "the puzzle" : "the caption");
    pulma_status status = start(s, err);
    if (!status && s->wish.width == 0)
        return pm_done(
            err,
            pm_fail(err, PULMA_BAD_CALL, NULL,
                    "pages as large as their pictures take pictures, not puzzles"),
            PULMA_TEXT_NONE);
    struct pm_box box = {.number = s->count + 1};
    if (!status)
        status = plate_of(puzzle, NULL, &box.puzzle, err);
    if (!status && answer && s->wish.answers != PM_ANSWERS_NONE)
        status = plate_of(puzzle, answer, &box.answer, err);
    if (status) {
        pm_plate_free(&box.puzzle);
        pm_plate_free(&box.answer);
        return pm_done(err, status, PULMA_TEXT_NONE);
    }
    s->count++;
    box.linked = box.answer.list.len > 0 && s->wish.answers == PM_ANSWERS_END;
    fill_texts(s, puzzle, caption, &box);
    place(s, puzzle, &box);
    pm_plate_free(&box.puzzle); /* nothing, if the layout has taken it */
    pm_plate_free(&box.answer);
    return pm_done(err, pm_layout_status(s->layout, err), PULMA_TEXT_NONE);
}

/* ---- Writing ---- */

/* The next answer that was kept; false: there are no more, or something is wrong with the file. */
static bool next_answer(pulma_sheet *s, struct pm_box *box, pulma_status *status,
                        pulma_error *err)
{
    struct kept head;
    if (fread(&head, sizeof head, 1, s->answers) != 1)
        return false;
    char *list = malloc(head.len + 1);
    if (!list || fread(list, 1, head.len, s->answers) != head.len) {
        *status =
            list ? pm_fail(err, PULMA_UNAVAILABLE, NULL, "cannot read a temporary file")
                 : pm_fail_memory(err);
        free(list);
        return false;
    }
    *box = (struct pm_box){.number = head.number, .small = true};
    *status = pm_plate_read(list, head.len, &box->puzzle, err);
    free(list);
    return *status == PULMA_OK;
}

static pulma_status lay_out_answers(pulma_sheet *s, pulma_error *err)
{
    pulma_status status = PULMA_OK;
    struct pm_box box;
    bool first = true;
    if (fflush(s->answers) != 0 || ferror(s->answers))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "cannot write a temporary file");
    rewind(s->answers);
    while (next_answer(s, &box, &status, err)) {
        if (first) {
            pm_layout_shrink(s->layout);
            struct pm_contents_entry *entry = &s->contents.entries[s->contents.count++];
            *entry =
                (struct pm_contents_entry){"Answers", "answers", pm_layout_page(s->layout)};
            pm_layout_heading(s->layout, "Answers", "answers");
            pm_layout_bookmark(s->layout, 0, "answers", "Answers");
        }
        first = false;
        pm_layout_box(s->layout, &box);
        pm_plate_free(&box.puzzle);
    }
    pm_layout_end_page(s->layout);
    return status ? status : pm_layout_status(s->layout, err);
}

/* The document as a stream: the front, which lies in memory, the pages, the end. */
struct stream {
    struct pm_out front;
    size_t sent;
    FILE *pages;
    long *pages_sent;
    const char *end;
    bool (*put)(void *context, const char *bytes, size_t len);
    void *context;
    struct pm_limits limits;
};

static size_t pull(void *context, char *bytes, size_t size)
{
    struct stream *stream = context;
    size_t n = stream->front.len - stream->sent;
    n = n < size ? n : size;
    if (n > 0) {
        memcpy(bytes, stream->front.data + stream->sent, n);
        stream->sent += n;
        return n;
    }
    n = fread(bytes, 1, size, stream->pages);
    *stream->pages_sent += (long)n;
    if (n > 0)
        return n;
    n = strlen(stream->end);
    memcpy(bytes, stream->end, n);
    stream->end = "";
    return n;
}

static bool put_on(void *context, const char *bytes, size_t len)
{
    struct stream *stream = context;
    return stream->put(stream->context, bytes, len);
}

static pulma_status write_all(pulma_sheet *s, struct stream *stream, pulma_error *err)
{
    pulma_status status = PULMA_OK;
    if (s->wish.width > 0) {
        pm_layout_end_page(s->layout);
        status = lay_out_answers(s, err);
        s->page_count = pm_layout_page(s->layout) - 1;
    }
    if (status)
        return status;
    pm_pages_begin(*s->wish.title ? s->wish.title : "Puzzles", s->wish.theme,
                   &stream->front);
    if (s->wish.cover && s->wish.width > 0)
        s->page_count += pm_cover_write(&s->wish, &s->contents, &stream->front);
    if (stream->front.failed)
        return pm_fail_memory(err);
    if (fflush(s->pages) != 0)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "cannot write a temporary file");
    s->length = ftell(s->pages);
    rewind(s->pages);
    return pm_pages_paint(&(struct pm_pages_flow){pull, put_on, stream, &stream->limits},
                          err);
}

pulma_status pulma_sheet_write(pulma_sheet *s,
                               bool (*put)(void *context, const char *bytes, size_t len),
                               bool (*stop)(void *context), void *context, pulma_error *err)
{
    pm_error_clear(err);
    if (!s || !put)
        return pm_fail_null(err, s ? "the writer" : "the sheet");
    if (!s->started || s->written)
        return pm_done(err,
                       pm_fail(err, PULMA_BAD_CALL, NULL,
                               s->written ? "the sheet has been written"
                                          : "there is no puzzle on the sheet"),
                       PULMA_TEXT_NONE);
    s->written = true;
    struct stream stream = {.pages = s->pages,
                            .pages_sent = &s->sent,
                            .end = PM_PAGES_END "\n",
                            .put = put,
                            .context = context,
                            .limits = {.stop = stop, .context = context}};
    pulma_status status = write_all(s, &stream, err);
    pm_out_free(&stream.front);
    return pm_done(err, status, PULMA_TEXT_NONE);
}

int pulma_sheet_pages(const pulma_sheet *s)
{
    if (!s || !s->started)
        return 0;
    return s->written || s->wish.width == 0 ? s->page_count : pm_layout_page(s->layout);
}

int pulma_sheet_painted(const pulma_sheet *s)
{
    return s && s->length > 0
               ? (int)((double)s->sent / (double)s->length * (double)s->page_count)
               : 0;
}

bool pulma_sheet_was_tight(const pulma_sheet *s)
{
    return s && s->layout && pm_layout_was_tight(s->layout);
}
