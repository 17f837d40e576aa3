/* The cover: a title, how many puzzles there are, and the contents with links and page numbers. */
#include <stdio.h>
#include <string.h>

#include "picture/pages.h"
#include "sheet/sheet.h"

static void put_title(const struct pm_sheet_wish *w, const struct pm_contents *contents,
                      struct pm_out *out)
{
    char count[60];
    const char *title = *w->title ? w->title : "Puzzles";
    double size = 2.6 * w->heading, y = 0.22 * w->height, most = w->width - 2 * w->margin;
    for (const char *rest = title; *rest && y < 0.45 * w->height; y += 1.3 * size) {
        char line[400];
        size_t fits = pm_text_fit(rest, most / (1.15 * size)); /* bold letters are wider */
        snprintf(line, sizeof line, "%.*s", (int)fits, rest);
        pm_page_text(&(struct pm_label){.x = w->width / 2,
                                        .y = y,
                                        .size = size,
                                        .align = PM_CENTRE,
                                        .bold = true,
                                        .most = most,
                                        .name = rest == title ? "cover" : NULL},
                     line, out);
        rest += fits + (rest[fits] == ' ');
    }
    snprintf(count, sizeof count, "%ld puzzle%s", contents->puzzles,
             contents->puzzles == 1 ? "" : "s");
    pm_page_text(&(struct pm_label){.x = w->width / 2,
                                    .y = y + 0.5 * w->heading,
                                    .size = 1.2 * w->text,
                                    .align = PM_CENTRE,
                                    .most = most},
                 count, out);
}

/* "Sudoku, 1 to 12 .......... 3": the words are the link. */
static void put_entry(const struct pm_sheet_wish *w, const struct pm_contents_entry *entry,
                      double y, struct pm_out *out)
{
    char page[16];
    double size = 1.15 * w->text, right = w->width - w->margin, number = 4 * size;
    snprintf(page, sizeof page, "%d", entry->page);
    pm_page_text(&(struct pm_label){.x = w->margin,
                                    .y = y,
                                    .size = size,
                                    .most = right - w->margin - number,
                                    .link = entry->name},
                 entry->words, out);
    pm_page_text(
        &(struct pm_label){
            .x = right, .y = y, .size = size, .align = PM_RIGHT, .most = number},
        page, out);
    double from =
        w->margin + size * (pm_text_breadth(entry->words, strlen(entry->words)) + 1);
    if (from < right - number)
        pm_page_line(from, y + 0.3 * size, right - number, y + 0.3 * size, 0.4, PM_FAINT,
                     out);
}

int pm_cover_write(const struct pm_sheet_wish *w, const struct pm_contents *contents,
                   struct pm_out *out)
{
    double line = 1.9 * w->text, y = 0.5 * w->height, foot = w->height - w->margin;
    int pages = 1;
    pm_page_begin(w->width, w->height, "", out);
    put_title(w, contents, out);
    pm_page_text(
        &(struct pm_label){
            .x = w->margin, .y = y, .size = w->heading, .bold = true, .most = w->width / 2},
        "Contents", out);
    y += 1.6 * w->heading;
    for (int i = 0; i < contents->count; i++, y += line) {
        if (y + line / 2 > foot) {
            pm_page_begin(w->width, w->height, "", out);
            y = w->margin + line / 2;
            pages++;
        }
        put_entry(w, &contents->entries[i], y, out);
    }
    return pages;
}
