/* Star battles as they are passed from hand to hand in one line: Star Battle Notation, and the lists
 * of numbers in the pages of puzzle-star-battle.com. */
#include "puzzles/starbattle/starbattle.h"

#include <string.h>

#include "notations/link.h"

/* ---- Star Battle Notation ----------------------------------------------------------------- */

/* "551W" and the walls: the side twice (4 to 9, A = 10 to P = 25), the stars, W or e (then a player's
 * marks follow), and the walls as bits, six to a character, filled up with zeros in front.  First
 * come the walls between neighbours in each row, row by row, then those in each column, column
 * by column. */
static const char sbn_digits[] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

struct sbn {
    int side, stars;
    struct pm_text walls;
};

static int sbn_value(int c)
{
    const char *digit = c > 0 ? strchr(sbn_digits, c) : NULL;
    return digit ? (int)(digit - sbn_digits) : -1;
}

static int sbn_length(int side)
{
    return (2 * side * (side - 1) + 5) / 6;
}

static bool sbn_parts(struct pm_text line, struct sbn *parts)
{
    enum { HEAD = 4, LEAST = 4, MOST = 25 };
    line = pm_text_trim(line);
    if (pm_text_len(&line) < HEAD || line.at[0] != line.at[1])
        return false;
    parts->side = sbn_value(pm_text_take(&line));
    pm_text_take(&line);
    parts->stars = pm_text_take(&line) - '0';
    const int flag = pm_text_take(&line);
    if (parts->side < LEAST || parts->side > MOST || parts->stars < 1 || parts->stars > 9 ||
        (flag != 'W' && flag != 'e') ||
        pm_text_len(&line) < (size_t)sbn_length(parts->side))
        return false;
    parts->walls = line;
    parts->walls.end = line.at + sbn_length(parts->side);
    for (const char *c = parts->walls.at; c < parts->walls.end; c++)
        if (sbn_value(*c) < 0)
            return false;
    return flag == 'e' || line.end == parts->walls.end || *parts->walls.end == '~';
}

int pm_starbattle_sniff_sbn(const struct pm_text *t)
{
    struct pm_text rest = *t;
    struct sbn parts;
    return sbn_parts(pm_text_line(&rest), &parts) ? 2 : 0;
}

static bool sbn_wall(const struct sbn *parts, int number)
{
    const int unused = 6 * sbn_length(parts->side) - 2 * parts->side * (parts->side - 1);
    const int bit = number + unused;
    return sbn_value(parts->walls.at[bit / 6]) >> (5 - bit % 6) & 1;
}

/* The same walls as the links of puzz.link have them: five to a character, those below the cells
 * row by row as well. */
static void sbn_as_link(const struct sbn *parts, struct pm_out *out)
{
    const int side = parts->side, n = side * (side - 1);
    for (int below = 0; below < 2; below++)
        for (int first = 0; first < n; first += 5) {
            int bits = 0;
            for (int i = first; i < first + 5 && i < n; i++) {
                int number = below ? n + i % side * (side - 1) + i / side : i;
                bits |= sbn_wall(parts, number) << (4 - (i - first));
            }
            pm_out_char(out, "0123456789abcdefghijklmnopqrstuv"[bits]);
        }
}

pulma_status pm_starbattle_read_sbn(struct pm_text *t, struct pm_arena *arena,
                                    void **puzzle, const char **title, pulma_error *err)
{
    const struct pm_text start = *t;
    struct sbn parts;
    int count;
    (void)title;
    if (!sbn_parts(pm_text_line(t), &parts))
        return pm_fail_expected(err, &start, "Star Battle Notation, as 551W and the walls");
    struct pm_out link = {0};
    sbn_as_link(&parts, &link);
    int *region = pm_new(arena, (size_t)(parts.side * parts.side), int);
    struct pm_text walls = pm_text_of(link.data ? link.data : "", link.len);
    pulma_status status =
        !region || link.failed
            ? pm_fail_memory(err)
            : pm_link_regions(&walls, parts.side, parts.side, region, &count, err);
    pm_out_free(&link);
    if (status)
        return status;
    if (count != parts.side)
        return pm_fail(err, PULMA_BAD_TEXT, &parts.walls,
                       "expected walls around %d regions, found %d", parts.side, count);
    return pm_starbattle_from_numbers(parts.side, parts.side, parts.stars, region, count,
                                      &parts.walls, arena, puzzle, err);
}

/* ---- Lists of numbers ---------------------------------------------------------------------- */

/* The stars that the site asks for on a board of this side; 0: it has none of this size. */
static int site_stars(int side)
{
    static const struct {
        int side, stars;
    } boards[] = {{5, 1}, {6, 1}, {8, 1}, {10, 2}, {14, 3}, {17, 4}, {21, 5}, {25, 6}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        if (boards[i].side == side)
            return boards[i].stars;
    return 0;
}

enum { SITE_CELLS = 25 * 25 };

/* The regions of a list of numbers from 1 on, as numbers from 0 on in reading order; the side of the
 * board, or 0 if it is no such list. */
static int task_regions(struct pm_text line, int *region)
{
    int seen[SITE_CELLS + 1], regions = 0, n = 0, side = 0;
    memset(seen, -1, sizeof seen);
    line = pm_text_trim(line);
    do {
        int number;
        if (n == SITE_CELLS || pm_text_int(&line, 1, SITE_CELLS, &number, NULL))
            return 0;
        if (seen[number] < 0)
            seen[number] = regions++;
        region[n++] = seen[number];
    } while (pm_text_word(&line, ","));
    while (side * side < n)
        side++;
    return pm_text_ended(&line) && side * side == n && regions == side && site_stars(side)
               ? side
               : 0;
}

int pm_starbattle_sniff_task(const struct pm_text *t)
{
    struct pm_text rest = *t;
    int region[SITE_CELLS];
    return task_regions(pm_text_line(&rest), region) ? 2 : 0;
}

pulma_status pm_starbattle_read_task(struct pm_text *t, struct pm_arena *arena,
                                     void **puzzle, const char **title, pulma_error *err)
{
    const struct pm_text start = *t;
    int region[SITE_CELLS];
    const int side = task_regions(pm_text_line(t), region);
    (void)title;
    if (!side)
        return pm_fail_expected(
            err, &start,
            "the regions of a square board, numbers with commas between "
            "them; sides 5, 6, 8, 10, 14, 17, 21 or 25");
    return pm_starbattle_from_numbers(side, side, site_stars(side), region, side, &start,
                                      arena, puzzle, err);
}
