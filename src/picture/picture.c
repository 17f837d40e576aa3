/* The display list: items in the order in which they were drawn, cleaned on arrival so that
 * every renderer may trust them, and the bounds of it all. */
#include "picture/picture.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "picture/items.h"

#define MARGIN 0.2
#define SMALL  1e-6 /* what is smaller is not there */

struct pm_picture *pm_picture_new(void)
{
    struct pm_picture *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->place = -1;
    for (int i = 0; i <= PM_BUCKETS; i++)
        p->chains[i] = -1;
    return p;
}

void pm_picture_free(struct pm_picture *p)
{
    if (!p)
        return;
    free(p->items);
    free(p->points);
    free(p->links);
    pm_out_free(&p->texts);
    free(p);
}

void pm_picture_fail(struct pm_picture *p)
{
    p->failed = true;
}

void pm_picture_look(struct pm_picture *p, struct pm_look look)
{
    p->look = look;
}

void pm_picture_bound(struct pm_picture *p, const struct pm_limits *limits)
{
    p->limits = limits;
}

void pm_picture_place(struct pm_picture *p, int place)
{
    p->place = place;
}

/* ---- Cleaning ---- */

static double clean(double v)
{
    return v > -PM_FAR ? (v < PM_FAR ? v : PM_FAR) : -PM_FAR; /* not a number: -PM_FAR */
}

static double clean_size(double v)
{
    return v >= SMALL ? (v < PM_FAR ? v : PM_FAR) : 0;
}

static int clean_ink(int ink)
{
    if (ink >= PM_COLOUR)
        return PM_COLOUR + (ink - PM_COLOUR) % PM_COLOURS;
    return ink < 0 ? PM_INK : ink;
}

/* ---- Growing ---- */

/* Room for one more at `count`; the array may move.  NULL: no memory. */
static void *grow(struct pm_picture *p, void *array, int count, int *room, size_t size)
{
    if (count < *room)
        return array;
    void *larger =
        *room < INT_MAX / 2 ? realloc(array, (size_t)(2 * *room + 64) * size) : NULL;
    if (larger)
        *room = 2 * *room + 64;
    else
        p->failed = true;
    return larger;
}

/* Items between two looks at the limits. */
enum { ITEMS_A_LOOK = 4096 };

static bool goes_on(struct pm_picture *p)
{
    if (p->limits && !p->failed && p->item_count % ITEMS_A_LOOK == 0)
        p->failed = p->stopped = pm_stop(p->limits);
    return !p->failed;
}

/* A new item with the cleaned fields of `item`, or NULL. */
static struct pm_item *add(struct pm_picture *p, struct pm_item item)
{
    if (!goes_on(p))
        return NULL;
    void *items = grow(p, p->items, p->item_count, &p->item_room, sizeof *p->items);
    if (!items)
        return NULL;
    p->items = items;
    item.place = p->place;
    item.x = clean(item.x);
    item.y = clean(item.y);
    item.x2 = clean(item.x2);
    item.y2 = clean(item.y2);
    item.size = clean_size(item.size);
    item.radius = clean_size(item.radius);
    item.fill = clean_ink(item.fill);
    item.ink = clean_ink(item.ink);
    p->items[p->item_count] = item;
    return &p->items[p->item_count++];
}

/* ---- What lies beneath ---- */

/* The box around an item without its outline. */
static struct pm_bounds around(const struct pm_picture *p, const struct pm_item *i)
{
    struct pm_bounds b = {fmin(i->x, i->x2), fmin(i->y, i->y2), fmax(i->x, i->x2),
                          fmax(i->y, i->y2)};
    if (i->shape == PM_CIRCLE || i->shape == PM_STAR || i->shape == PM_CROSS)
        b = (struct pm_bounds){i->x - i->radius, i->y - i->radius, i->x + i->radius,
                               i->y + i->radius};
    if (i->shape == PM_POLYGON) {
        b = (struct pm_bounds){PM_FAR, PM_FAR, -PM_FAR, -PM_FAR};
        for (int k = 0; k < i->count; k++) {
            const double *xy = &p->points[i->first + 2 * (size_t)k];
            b = (struct pm_bounds){fmin(b.left, xy[0]), fmin(b.top, xy[1]),
                                   fmax(b.right, xy[0]), fmax(b.bottom, xy[1])};
        }
    }
    return b;
}

static int bucket(double x, double y)
{
    uint32_t h = (uint32_t)(int32_t)floor(x) * 0x9E3779B1u ^
                 (uint32_t)(int32_t)floor(y) * 0x85EBCA77u;
    return (int)(h >> 8) % PM_BUCKETS;
}

static void link_to(struct pm_picture *p, int chain, int item)
{
    if (p->chains[chain] >= 0 && p->links[p->chains[chain]].item == item)
        return; /* two squares of the item share the chain */
    void *links = grow(p, p->links, p->link_count, &p->link_room, sizeof *p->links);
    if (!links)
        return;
    p->links = links;
    p->links[p->link_count] = (struct pm_link){item, p->chains[chain]};
    p->chains[chain] = p->link_count++;
}

/* Makes the newest item known as something that texts may stand on. */
static void lay_down(struct pm_picture *p)
{
    int item = p->item_count - 1;
    struct pm_bounds b = around(p, &p->items[item]);
    if (p->items[item].shape == PM_LINE) {
        double half = p->items[item].size / 2;
        b = (struct pm_bounds){b.left - half, b.top - half, b.right + half,
                               b.bottom + half};
    }
    /* A cell's box ends where the next square begins, but does not reach into it. */
    double across = floor(b.right - SMALL) - floor(b.left);
    double down = floor(b.bottom - SMALL) - floor(b.top);
    if (across * down > 32 || across > 32 || down > 32) {
        link_to(p, PM_BUCKETS, item);
        return;
    }
    for (int dy = 0; dy <= (int)down; dy++)
        for (int dx = 0; dx <= (int)across; dx++)
            link_to(p, bucket(b.left + dx, b.top + dy), item);
}

static bool polygon_holds(const struct pm_picture *p, const struct pm_item *i, double x,
                          double y)
{
    bool inside = false;
    const double *xy = &p->points[i->first];
    for (int k = 0, before = i->count - 1; k < i->count; before = k++) {
        const double *a = xy + 2 * before, *b = xy + 2 * k;
        if ((a[1] > y) != (b[1] > y) &&
            x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]))
            inside = !inside;
    }
    return inside;
}

static bool line_holds(const struct pm_item *i, double x, double y)
{
    double dx = i->x2 - i->x, dy = i->y2 - i->y, square = dx * dx + dy * dy;
    double along = square > 0 ? ((x - i->x) * dx + (y - i->y) * dy) / square : 0;
    along = fmax(0, fmin(1, along));
    return hypot(x - i->x - along * dx, y - i->y - along * dy) <= i->size / 2;
}

static bool holds(const struct pm_picture *p, const struct pm_item *i, double x, double y)
{
    switch (i->shape) {
    case PM_BOX:
        return i->x <= x && x <= i->x2 && i->y <= y && y <= i->y2;
    case PM_CIRCLE:
        return hypot(x - i->x, y - i->y) <= i->radius;
    case PM_POLYGON:
        return polygon_holds(p, i, x, y);
    default:
        return line_holds(i, x, y);
    }
}

/* The newest item that covers the point. */
static int beneath(const struct pm_picture *p, double x, double y)
{
    const int chains[] = {bucket(x, y), PM_BUCKETS};
    int best = -1;
    for (int c = 0; c < 2; c++)
        for (int l = p->chains[chains[c]]; l >= 0; l = p->links[l].next) {
            int item = p->links[l].item;
            if (item > best && holds(p, &p->items[item], x, y))
                best = item;
        }
    if (best < 0)
        return PM_PAPER;
    return p->items[best].shape == PM_LINE ? p->items[best].ink : p->items[best].fill;
}

/* ---- Items ---- */

static void add_line(struct pm_picture *p, enum pm_shape shape, double x1, double y1,
                     double x2, double y2, double width, int ink)
{
    if (isnan(x1) || isnan(y1) || isnan(x2) || isnan(y2) || ink == PM_NO_INK)
        return;
    if (!add(p, (struct pm_item){.shape = shape,
                                 .x = x1,
                                 .y = y1,
                                 .x2 = x2,
                                 .y2 = y2,
                                 .size = width,
                                 .ink = ink}))
        return;
    if (shape == PM_LINE && width > PM_PIPE / 2)
        lay_down(p);
}

void pm_picture_line(struct pm_picture *p, double x1, double y1, double x2, double y2,
                     double width, int ink)
{
    add_line(p, PM_LINE, x1, y1, x2, y2, width, ink);
}

void pm_picture_dashes(struct pm_picture *p, double x1, double y1, double x2, double y2,
                       double width, int ink)
{
    add_line(p, PM_DASHES, x1, y1, x2, y2, width, ink);
}

void pm_picture_box(struct pm_picture *p, double x, double y, double width, double height,
                    int fill, int outline, double line_width)
{
    if (!(width >= 0) || !(height >= 0) || isnan(x) || isnan(y))
        return;
    struct pm_item box = {.shape = PM_BOX,
                          .x = x,
                          .y = y,
                          .x2 = x + width,
                          .y2 = y + height,
                          .size = line_width,
                          .fill = fill,
                          .ink = outline};
    if (add(p, box) && fill != PM_NO_INK)
        lay_down(p);
}

static void add_polygon(struct pm_picture *p, int n, const double *xy, struct pm_item item)
{
    if (n < 2 || n > INT_MAX / 4 || p->failed)
        return;
    size_t needed = p->point_count + 2 * (size_t)n;
    if (needed > p->point_room) {
        double *points = realloc(p->points, 2 * needed * sizeof *points);
        if (!points) {
            p->failed = true;
            return;
        }
        p->points = points;
        p->point_room = 2 * needed;
    }
    item.shape = PM_POLYGON;
    item.first = p->point_count;
    item.count = n;
    for (int k = 0; k < 2 * n; k++)
        p->points[p->point_count++] = clean(xy[k]);
    if (add(p, item) && item.fill != PM_NO_INK)
        lay_down(p);
}

void pm_picture_polygon(struct pm_picture *p, int n, const double *xy, int fill,
                        int outline, double line_width)
{
    add_polygon(p, n, xy,
                (struct pm_item){.size = line_width, .fill = fill, .ink = outline});
}

void pm_picture_sector(struct pm_picture *p, int n, const double *xy, double radius,
                       int fill)
{
    add_polygon(p, n, xy, (struct pm_item){.radius = radius, .fill = fill});
}

static struct pm_item *add_round(struct pm_picture *p, enum pm_shape shape, double x,
                                 double y, double radius, int fill, int ink, double width)
{
    if (isnan(x) || isnan(y) || !(radius >= SMALL))
        return NULL;
    return add(p, (struct pm_item){.shape = shape,
                                   .x = x,
                                   .y = y,
                                   .radius = radius,
                                   .size = width,
                                   .fill = fill,
                                   .ink = ink});
}

void pm_picture_circle(struct pm_picture *p, double x, double y, double radius, int fill,
                       int outline, double line_width)
{
    if (add_round(p, PM_CIRCLE, x, y, radius, fill, outline, line_width) &&
        fill != PM_NO_INK)
        lay_down(p);
}

void pm_picture_star(struct pm_picture *p, double x, double y, double radius, int ink)
{
    add_round(p, PM_STAR, x, y, radius, PM_NO_INK, ink, 0);
}

void pm_picture_cross(struct pm_picture *p, double x, double y, double radius, int ink)
{
    add_round(p, PM_CROSS, x, y, radius, PM_NO_INK, ink, 0.3 * radius);
}

/* Appends the text with its NUL; bytes that are no UTF-8 become '?', control characters
 * (and two codes that XML does not know) blanks.  Returns the number of characters. */
static int keep_text(struct pm_picture *p, const char *text)
{
    int characters = 0;
    size_t left = strlen(text);
    while (left > 0 && characters < 10000) {
        uint32_t code;
        size_t n = pm_utf8(text, left, &code);
        if (n == 0)
            pm_out_char(&p->texts, '?');
        else if (code < 0x20 || (0x7F <= code && code < 0xA0) || (code & 0xFFFE) == 0xFFFE)
            pm_out_char(&p->texts, ' ');
        else
            pm_out_bytes(&p->texts, text, n);
        characters++;
        text += n ? n : 1;
        left -= n ? n : 1;
    }
    pm_out_char(&p->texts, '\0');
    p->failed = p->failed || p->texts.failed;
    return characters;
}

/* How wide a text is, roughly: sans serif letters are a bit narrower than high. */
static double text_width(const struct pm_item *i)
{
    return 0.6 * i->size * i->count;
}

static double text_left(const struct pm_item *i)
{
    static const double shift[] = {[PM_LEFT] = 0, [PM_CENTRE] = -0.5, [PM_RIGHT] = -1};
    return i->x + shift[i->align] * text_width(i);
}

void pm_picture_text(struct pm_picture *p, double x, double y, double size,
                     enum pm_align align, int ink, const char *text)
{
    if (isnan(x) || isnan(y) || !(size >= SMALL) || ink == PM_NO_INK)
        return;
    if (p->failed)
        return;
    size_t first = p->texts.len;
    int count = keep_text(p, text);
    if (p->failed || count == 0)
        return;
    struct pm_item *item =
        add(p, (struct pm_item){.shape = PM_TEXT,
                                .x = x,
                                .y = y,
                                .size = size,
                                .ink = ink,
                                .align = align <= PM_RIGHT ? align : PM_LEFT,
                                .first = first,
                                .count = count});
    if (item)
        item->beneath = beneath(p, text_left(item) + text_width(item) / 2, item->y);
}

void pm_picture_grid(struct pm_picture *p, double x, double y, int rows, int columns)
{
    for (int row = 1; row < rows; row++)
        pm_picture_line(p, x, y + row, x + columns, y + row, PM_THIN, PM_FAINT);
    for (int column = 1; column < columns; column++)
        pm_picture_line(p, x + column, y, x + column, y + rows, PM_THIN, PM_FAINT);
    pm_picture_box(p, x, y, columns, rows, PM_NO_INK, PM_INK, PM_THICK);
}

/* ---- For renderers ---- */

bool pm_picture_failed(const struct pm_picture *p, struct pm_out *out)
{
    out->limits = p->limits;
    out->failed = out->failed || p->failed;
    out->stopped = out->stopped || p->stopped;
    return out->failed;
}

double pm_look_factor(const struct pm_look *look, double width)
{
    if (look->width > 0)
        return look->width / width;
    return look->scale > 0 ? look->scale : 1;
}

const char *pm_item_text(const struct pm_picture *p, const struct pm_item *item)
{
    return p->texts.data + item->first;
}

bool pm_picture_where(const struct pm_picture *p, int place, double box[4])
{
    struct pm_bounds all = {PM_FAR, PM_FAR, -PM_FAR, -PM_FAR};
    for (int i = 0; i < p->item_count; i++) {
        if (p->items[i].place != place)
            continue;
        const struct pm_item *item = &p->items[i];
        struct pm_bounds b = around(p, item);
        if (item->shape == PM_TEXT) /* its middle; how wide it is, renderers know */
            b = (struct pm_bounds){item->x, item->y, item->x, item->y};
        all = (struct pm_bounds){fmin(all.left, b.left), fmin(all.top, b.top),
                                 fmax(all.right, b.right), fmax(all.bottom, b.bottom)};
    }
    box[0] = all.left;
    box[1] = all.top;
    box[2] = all.right;
    box[3] = all.bottom;
    return all.left <= all.right;
}

bool pm_picture_place_box(const struct pm_picture *p, int place, double box[4])
{
    static const double half = 0.42;
    if (!pm_picture_where(p, place, box))
        return false;
    for (int axis = 0; axis < 2; axis++) {
        double middle = (box[axis] + box[axis + 2]) / 2;
        box[axis] = box[axis] < middle - half ? box[axis] : middle - half;
        box[axis + 2] = box[axis + 2] > middle + half ? box[axis + 2] : middle + half;
    }
    return true;
}

struct pm_bounds pm_picture_bounds(const struct pm_picture *p)
{
    struct pm_bounds all = {PM_FAR, PM_FAR, -PM_FAR, -PM_FAR};
    for (int k = 0; k < p->item_count; k++) {
        const struct pm_item *i = &p->items[k];
        struct pm_bounds b = around(p, i);
        double rim = i->ink != PM_NO_INK ? i->size / 2 : 0;
        if (i->shape == PM_TEXT) {
            b.left = text_left(i);
            b.right = b.left + text_width(i);
            b.top = b.bottom = i->y;
        }
        all.left = fmin(all.left, b.left - rim * (i->shape != PM_TEXT));
        all.right = fmax(all.right, b.right + rim * (i->shape != PM_TEXT));
        all.top = fmin(all.top, b.top - rim);
        all.bottom = fmax(all.bottom, b.bottom + rim);
    }
    if (p->item_count == 0)
        all = (struct pm_bounds){0, 0, 0, 0};
    return (struct pm_bounds){
        floor((all.left - MARGIN) * 4) / 4, floor((all.top - MARGIN) * 4) / 4,
        ceil((all.right + MARGIN) * 4) / 4, ceil((all.bottom + MARGIN) * 4) / 4};
}

void pm_star_corners(double x, double y, double radius, double xy[20])
{
    const double inner = 0.45; /* a little fatter than the pentagram: better when small */
    for (int k = 0; k < 10; k++) {
        double r = k % 2 ? inner * radius : radius, turn = acos(-1) * (k / 5.0 - 0.5);
        xy[2 * k] = x + r * cos(turn);
        xy[2 * k + 1] = y + r * sin(turn);
    }
}
