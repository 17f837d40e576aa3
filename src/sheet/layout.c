/* Filling pages.
 *
 * A page is a list of parts from top to bottom: texts, and rows of boxes.  A part is taken if the
 * page still holds it with cells of the least size; otherwise the page is ended: the size of cells is
 * chosen as large as all its rows allow, everything gets its place, and it is written. */
#include "sheet/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "picture/pages.h"

enum { MAX_ROW = 40, MAX_PARTS = 400 };

#define SMALLER 0.42 /* the cells of an answer upside down, against those of its puzzle */
#define LEADING 1.35 /* from line to line, in sizes of the text */

enum sort { HEADING, TEXT, ROW };

struct part {
    enum sort sort;
    char *words;        /* of a heading, or of one line of text */
    char name[24];      /* of a heading that links lead to */
    struct pm_box *box; /* of a row */
    int count;
    double
        width; /* of its boxes side by side with cells of size 1, without what does not grow */
    double height; /* the same of the tallest */
};

struct pm_layout {
    struct pm_sheet_wish wish;
    FILE *out;
    int page;
    bool answers; /* small boxes without titles, as at the end */
    bool tight, failed, no_memory;
    struct part parts[MAX_PARTS];
    int part_count;
    int row_count;
    double fixed;        /* height that does not grow with the cells */
    struct pm_out marks; /* bookmarks that go to the page */
};

struct pm_layout *pm_layout_new(const struct pm_sheet_wish *wish, int first_page, FILE *out)
{
    struct pm_layout *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->wish = *wish;
    l->page = first_page;
    l->out = out;
    return l;
}

static void drop_parts(struct pm_layout *l)
{
    for (int i = 0; i < l->part_count; i++) {
        for (int k = 0; k < l->parts[i].count; k++) {
            pm_plate_free(&l->parts[i].box[k].puzzle);
            pm_plate_free(&l->parts[i].box[k].answer);
        }
        free(l->parts[i].box);
        free(l->parts[i].words);
    }
    l->part_count = l->row_count = 0;
    l->fixed = 0;
}

void pm_layout_free(struct pm_layout *l)
{
    if (!l)
        return;
    drop_parts(l);
    pm_out_free(&l->marks);
    free(l);
}

int pm_layout_page(const struct pm_layout *l)
{
    return l->page;
}

bool pm_layout_was_tight(const struct pm_layout *l)
{
    return l->tight;
}

pulma_status pm_layout_status(const struct pm_layout *l, pulma_error *err)
{
    if (l->no_memory)
        return pm_fail_memory(err);
    return l->failed
               ? pm_fail(err, PULMA_UNAVAILABLE, NULL, "cannot write a temporary file")
               : PULMA_OK;
}

/* ---- Measures ---- */

static double frame_width(const struct pm_layout *l)
{
    return l->wish.width - 2 * l->wish.margin;
}

/* Without the lines at head and foot. */
static double frame_height(const struct pm_layout *l)
{
    return l->wish.height - 2 * l->wish.margin - 2 * LEADING * l->wish.text;
}

static double gap(const struct pm_layout *l)
{
    return (l->answers ? 4 : 7) * PM_MILLIMETRE;
}

static bool has(const struct pm_plate *plate)
{
    return plate->list.len > 0;
}

/* How wide and high a box is with cells of size 1, and what is added whatever their size. */
static double box_width(const struct pm_layout *l, const struct pm_box *b)
{
    bool beside = has(&b->answer) && l->wish.answers == PM_ANSWERS_BESIDE;
    return beside ? b->puzzle.width + b->answer.width : b->puzzle.width;
}

static double box_height(const struct pm_layout *l, const struct pm_box *b)
{
    if (!has(&b->answer))
        return b->puzzle.height;
    return l->wish.answers == PM_ANSWERS_BELOW
               ? b->puzzle.height + SMALLER * b->answer.height
               : fmax(b->puzzle.height, b->answer.height);
}

/* Between a puzzle and its answer. */
static double inner_gap(const struct pm_layout *l, const struct pm_box *b)
{
    return has(&b->answer) ? gap(l) / 2 : 0;
}

static double width_added(const struct pm_layout *l, const struct pm_box *b)
{
    return l->wish.answers == PM_ANSWERS_BESIDE ? inner_gap(l, b) : 0;
}

static double height_added(const struct pm_layout *l, const struct pm_box *b)
{
    double lines = b->small ? 1 : 1 + (*b->caption != 0);
    return lines * LEADING * l->wish.text +
           (l->wish.answers == PM_ANSWERS_BELOW ? inner_gap(l, b) : 0);
}

static double row_added(const struct pm_layout *l, const struct part *row)
{
    double most = 0;
    for (int k = 0; k < row->count; k++)
        most = fmax(most, height_added(l, &row->box[k]));
    return most + gap(l);
}

static double row_width_added(const struct pm_layout *l, const struct part *row)
{
    double sum = gap(l) * (row->count - 1);
    for (int k = 0; k < row->count; k++)
        sum += width_added(l, &row->box[k]);
    return sum;
}

/* The largest cells with which a row fits into a width: all boxes side by side, or each into its
 * column. */
static double row_cell(const struct pm_layout *l, const struct part *row)
{
    if (l->wish.columns == 0 || l->answers)
        return (frame_width(l) - row_width_added(l, row)) / row->width;
    double each = (frame_width(l) - gap(l) * (l->wish.columns - 1)) / l->wish.columns;
    double least = HUGE_VAL;
    for (int k = 0; k < row->count; k++)
        least =
            fmin(least, (each - width_added(l, &row->box[k])) / box_width(l, &row->box[k]));
    return least;
}

/* ---- Pages ---- */

static void flush(struct pm_layout *l, struct pm_out *out)
{
    if (out->failed)
        l->no_memory = l->failed = true;
    else if (out->len > 0 && fwrite(out->data, 1, out->len, l->out) != out->len)
        l->failed = true;
    pm_out_free(out);
}

/* The line at the head (the title) and at the foot (the number of the page). */
static void put_rims(const struct pm_layout *l, struct pm_out *out)
{
    char number[16];
    const struct pm_sheet_wish *w = &l->wish;
    struct pm_label label = {.x = w->width / 2,
                             .y = w->margin + w->text / 2,
                             .size = w->text,
                             .align = PM_CENTRE,
                             .most = frame_width(l)};
    if (*w->title)
        pm_page_text(&label, w->title, out);
    snprintf(number, sizeof number, "%d", l->page);
    label.y = w->height - w->margin - w->text / 2;
    pm_page_text(&label, number, out);
}

/* Short lines beyond the corners of a box, where it is cut out. */
static void put_marks(double left, double top, double right, double bottom, double length,
                      struct pm_out *out)
{
    const double xs[] = {left, right}, ys[] = {top, bottom};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            double x = xs[i], y = ys[k], dx = i ? length : -length,
                   dy = k ? length : -length;
            pm_page_line(x + 0.2 * dx, y, x + dx, y, 0.4, PM_FAINT, out);
            pm_page_line(x, y + 0.2 * dy, x, y + dy, 0.4, PM_FAINT, out);
        }
}

static void put_plate(const struct pm_plate *plate, double x, double y, double cell,
                      bool upside_down, struct pm_out *out)
{
    pm_page_picture(x, y, cell, upside_down, plate->list.data, plate->list.len, out);
}

/* The line above a box: its number and title. */
static void put_title(const struct pm_layout *l, const struct pm_box *b, double x, double y,
                      double width, struct pm_out *out)
{
    char name[32], link[32], number[32];
    double size = l->wish.text;
    snprintf(number, sizeof number, "%ld", b->number);
    snprintf(name, sizeof name, "%c%ld", b->small ? 'a' : 'p', b->number);
    snprintf(link, sizeof link, "%c%ld", b->small ? 'p' : 'a', b->number);
    pm_page_text(&(struct pm_label){.x = x,
                                    .y = y,
                                    .size = size,
                                    .bold = true,
                                    .most = width,
                                    .name = name,
                                    .link = b->linked || b->small ? link : NULL},
                 number, out);
    double used = size * (pm_text_breadth(number, strlen(number)) * 1.15 + 0.6);
    if (*b->title && width > used + 2 * size)
        pm_page_text(
            &(struct pm_label){.x = x + used, .y = y, .size = size, .most = width - used},
            b->title, out);
}

static void put_box(const struct pm_layout *l, const struct pm_box *b, double x, double y,
                    double cell, double width, struct pm_out *out)
{
    double line = LEADING * l->wish.text, inner = inner_gap(l, b);
    put_title(l, b, x, y + line / 2, width, out);
    y += line;
    put_plate(&b->puzzle, x, y, cell, false, out);
    if (has(&b->answer) && l->wish.answers == PM_ANSWERS_BESIDE)
        put_plate(&b->answer, x + cell * b->puzzle.width + inner, y, cell, false, out);
    y +=
        cell * (l->wish.answers == PM_ANSWERS_BESIDE ? box_height(l, b) : b->puzzle.height);
    if (*b->caption)
        pm_page_text(
            &(struct pm_label){
                .x = x, .y = y + line / 2, .size = 0.85 * l->wish.text, .most = width},
            b->caption, out);
    y += (*b->caption != 0) * line + inner;
    if (has(&b->answer) && l->wish.answers == PM_ANSWERS_BELOW)
        put_plate(&b->answer, x, y, SMALLER * cell, true, out);
}

/* A row, its boxes spread over the width of the page or in the middle of their columns. */
static void put_row(const struct pm_layout *l, const struct part *row, double y,
                    double cell, struct pm_out *out)
{
    double free = frame_width(l) - cell * row->width - row_width_added(l, row);
    double each = (frame_width(l) - gap(l) * (l->wish.columns - 1)) /
                  (l->wish.columns > 0 ? l->wish.columns : 1);
    double x = l->wish.margin, height = cell * row->height + row_added(l, row) - gap(l);
    for (int k = 0; k < row->count; k++) {
        const struct pm_box *b = &row->box[k];
        double width = cell * box_width(l, b) + width_added(l, b);
        bool in_columns = l->wish.columns > 0 && !l->answers;
        double share = in_columns ? each : width + free / row->count;
        if (l->answers)
            share = width + fmin(free / row->count, gap(l));
        double left = l->answers ? x : x + (share - width) / 2;
        /* Texts may be wider than a small picture, as far as its share of the row. */
        put_box(l, b, left, y, cell, x + share - left, out);
        if (l->wish.marks && !l->answers)
            put_marks(x, y - 0.2 * gap(l), x + share, y + height + 0.2 * gap(l),
                      0.25 * gap(l), out);
        x += share + gap(l);
    }
}

static double least_cell(const struct pm_layout *l)
{
    return l->answers ? 0.6 * l->wish.least : l->wish.least;
}

/* The largest cells of a row by its width, and by its share of the height if all rows have the same,
 * on the last page, too. */
static double row_limit(const struct pm_layout *l, const struct part *row)
{
    double cell = row_cell(l, row);
    if (l->wish.rows > 0 && !l->answers)
        cell =
            fmin(cell, ((frame_height(l) - l->fixed) / l->wish.rows - row_added(l, row)) /
                           row->height);
    return cell;
}

/* The cells of this page: as large as its rows and the height allow.  A row that does not even have
 * room for the least cells has smaller ones for itself. */
static double page_cell(const struct pm_layout *l)
{
    double cell = l->answers ? 0.6 * l->wish.most : l->wish.most, heights = 0;
    double room = frame_height(l) - l->fixed;
    for (int i = 0; i < l->part_count; i++)
        if (l->parts[i].sort == ROW) {
            double limit = row_limit(l, &l->parts[i]);
            room -= row_added(l, &l->parts[i]);
            if (limit < least_cell(l)) {
                room -= limit * l->parts[i].height;
                continue;
            }
            cell = fmin(cell, limit);
            heights += l->parts[i].height;
        }
    return heights > 0 ? fmin(cell, room / heights) : cell;
}

/* The cells of a row on a page with cells of this size. */
static double cell_in(const struct pm_layout *l, const struct part *row, double cell)
{
    double limit = row_limit(l, row);
    if (limit >= least_cell(l))
        return cell;
    double room = frame_height(l) - l->fixed - row_added(l, row);
    return l->row_count > 1 ? limit : fmin(limit, room / row->height);
}

static void put_words(const struct pm_layout *l, const struct part *part, double y,
                      double height, struct pm_out *out)
{
    bool heading = part->sort == HEADING;
    pm_page_text(&(struct pm_label){.x = l->wish.margin,
                                    .y = y + height / 2,
                                    .size = heading ? l->wish.heading : l->wish.text,
                                    .bold = heading,
                                    .most = frame_width(l),
                                    .name = *part->name ? part->name : NULL},
                 part->words, out);
}

static double words_height(const struct pm_layout *l, const struct part *part)
{
    return LEADING * (part->sort == HEADING ? 1.2 * l->wish.heading : l->wish.text);
}

void pm_layout_end_page(struct pm_layout *l)
{
    struct pm_out out = {0};
    if (l->part_count == 0)
        return;
    char number[16];
    snprintf(number, sizeof number, "%d", l->page);
    double cell = page_cell(l), free = frame_height(l) - l->fixed;
    pm_page_begin(l->wish.width, l->wish.height, number, &out);
    put_rims(l, &out);
    for (int i = 0; i < l->part_count; i++)
        if (l->parts[i].sort == ROW)
            free -= cell_in(l, &l->parts[i], cell) * l->parts[i].height +
                    row_added(l, &l->parts[i]);
    /* Full pages share out what is left between their rows; a page with little on it keeps
     * everything together at the top. */
    double extra = fmax(free, 0) / (l->row_count + 1);
    extra = l->answers ? 0 : fmin(extra, gap(l));
    double y = l->wish.margin + LEADING * l->wish.text;
    for (int i = 0; i < l->part_count; i++) {
        const struct part *part = &l->parts[i];
        if (part->sort == ROW) {
            double own = cell_in(l, part, cell);
            y += gap(l) / 2 + extra / 2;
            put_row(l, part, y, own, &out);
            y += own * part->height + row_added(l, part) - gap(l) / 2 + extra / 2;
        } else {
            put_words(l, part, y, words_height(l, part), &out);
            y += words_height(l, part);
        }
    }
    if (l->marks.len > 0)
        pm_out_bytes(&out, l->marks.data, l->marks.len);
    pm_out_free(&l->marks);
    flush(l, &out);
    drop_parts(l);
    l->page++;
}

/* ---- Parts ---- */

static struct part *add_part(struct pm_layout *l, enum sort sort)
{
    if (l->part_count == MAX_PARTS)
        pm_layout_end_page(l);
    l->parts[l->part_count] = (struct part){.sort = sort};
    return &l->parts[l->part_count++];
}

/* What the page needs with the least cells. */
static double needed(const struct pm_layout *l)
{
    double sum = l->fixed, least = least_cell(l);
    for (int i = 0; i < l->part_count; i++)
        if (l->parts[i].sort == ROW)
            sum += least * l->parts[i].height + row_added(l, &l->parts[i]);
    return sum;
}

/* The same with another row, for this box. */
static double needed_with(const struct pm_layout *l, const struct pm_box *box)
{
    return needed(l) + least_cell(l) * box_height(l, box) + height_added(l, box) + gap(l);
}

static void add_words(struct pm_layout *l, enum sort sort, const char *words, size_t len,
                      const char *name)
{
    struct part *part = add_part(l, sort);
    part->words = malloc(len + 1);
    if (!part->words) {
        l->failed = l->no_memory = true;
        l->part_count--;
        return;
    }
    memcpy(part->words, words, len);
    part->words[len] = '\0';
    snprintf(part->name, sizeof part->name, "%s", name);
    l->fixed += words_height(l, part);
}

/* How many lines a text takes. */
static int count_lines(const struct pm_layout *l, const char *text)
{
    int n = 0;
    while (*text) {
        size_t len = strcspn(text, "\n");
        n += 1 + (int)(pm_text_breadth(text, len) * l->wish.text / frame_width(l));
        text += len + (text[len] == '\n');
    }
    return n;
}

void pm_layout_make_room(struct pm_layout *l, const char *text, const struct pm_box *box)
{
    double words = LEADING * (1.2 * l->wish.heading + count_lines(l, text) * l->wish.text);
    bool full = l->wish.rows > 0 ? l->row_count >= l->wish.rows
                                 : needed_with(l, box) + words > frame_height(l);
    if (l->part_count > 0 && full)
        pm_layout_end_page(l);
}

/* A heading is not left alone at the foot of a page. */
void pm_layout_heading(struct pm_layout *l, const char *words, const char *name)
{
    double wanted = needed(l) + 0.3 * frame_height(l);
    if (l->part_count > 0 && wanted > frame_height(l))
        pm_layout_end_page(l);
    add_words(l, HEADING, words, strlen(words), name);
}

void pm_layout_text(struct pm_layout *l, const char *lines)
{
    while (*lines) {
        char line[1000];
        size_t len = strcspn(lines, "\n");
        snprintf(line, sizeof line, "%.*s", (int)len, lines);
        lines += len + (lines[len] == '\n');
        for (const char *rest = line; *rest;) {
            size_t fits = pm_text_fit(rest, frame_width(l) / l->wish.text);
            add_words(l, TEXT, rest, fits, "");
            rest += fits + (rest[fits] == ' ');
        }
    }
}

/* Whether the box may stand in the last row: cells of the least size fit, and there is a free
 * column. */
static bool row_takes(const struct pm_layout *l, const struct part *row,
                      const struct pm_box *box)
{
    if (l->wish.columns > 0 && !l->answers)
        return row->count < l->wish.columns;
    double width = least_cell(l) * (row->width + box_width(l, box)) +
                   row_width_added(l, row) + gap(l) + width_added(l, box);
    double taller = fmax(row->height, box_height(l, box)) - row->height;
    return row->count < MAX_ROW && width <= frame_width(l) &&
           needed(l) + least_cell(l) * taller <= frame_height(l);
}

static bool page_takes(const struct pm_layout *l, const struct pm_box *box)
{
    if (l->wish.rows > 0 && !l->answers)
        return l->row_count < l->wish.rows;
    return needed_with(l, box) <= frame_height(l);
}

/* Whether the last row has smaller cells than wished. */
static void note_tight(struct pm_layout *l)
{
    double cell = cell_in(l, &l->parts[l->part_count - 1], page_cell(l));
    l->tight = cell < least_cell(l) - 0.01 && l->wish.columns == 0;
}

void pm_layout_box(struct pm_layout *l, struct pm_box *box)
{
    struct part *last = l->part_count ? &l->parts[l->part_count - 1] : NULL;
    if (!last || last->sort != ROW || !row_takes(l, last, box)) {
        bool only_words = l->row_count == 0;
        if (l->part_count > 0 && !only_words && !page_takes(l, box))
            pm_layout_end_page(l);
        last = add_part(l, ROW);
        last->box = calloc(MAX_ROW, sizeof *last->box);
        l->row_count++;
        if (!last->box) {
            l->failed = l->no_memory = true;
            l->part_count--;
            return;
        }
    }
    last->box[last->count++] = *box;
    last->width += box_width(l, box);
    last->height = fmax(last->height, box_height(l, box));
    *box = (struct pm_box){0};
    note_tight(l);
}

void pm_layout_shrink(struct pm_layout *l)
{
    pm_layout_end_page(l);
    l->answers = true;
}

void pm_layout_bookmark(struct pm_layout *l, int level, const char *name, const char *words)
{
    pm_page_bookmark(level, name, words, &l->marks);
}
