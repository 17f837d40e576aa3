/* Facts about pictures: what the terminal shows, character by character; that SVG is well
 * formed whatever is drawn; that the helper paints PNG and PDF and survives nonsense. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/process.h"
#include "core/random.h"
#include "picture/items.h"
#include "picture/list.h"
#include "picture/picture.h"

/* ---- The terminal ---- */

static void expect_terminal(const struct pm_picture *p, enum pm_medium medium,
                            const char *expected)
{
    struct pm_out out = {0};
    pm_picture_terminal(p, medium, &out);
    assert_false(out.failed);
    assert_string_equal(out.data ? out.data : "", expected);
    pm_out_free(&out);
}

/* Draws one thing and compares the two colourless texts. */
static void expect(void (*draw)(struct pm_picture *), const char *mono, const char *ascii)
{
    struct pm_picture *p = pm_picture_new();
    assert_non_null(p);
    draw(p);
    expect_terminal(p, PM_PLAIN_TEXT, mono);
    expect_terminal(p, PM_ASCII_TEXT, ascii);
    pm_picture_free(p);
}

static void digits_in_boxes(struct pm_picture *p)
{
    pm_picture_text(p, 0.5, 0.5, 0.6, PM_CENTRE, PM_INK, "1");
    pm_picture_text(p, 1.5, 0.5, 0.6, PM_CENTRE, PM_ANSWER, "12");
    pm_picture_text(p, 3.5, 1.5, 0.6, PM_CENTRE, PM_ANSWER, "123");
    pm_picture_grid(p, 0, 0, 2, 4);
    pm_picture_line(p, 2, 0, 2, 2, PM_THICK, PM_INK);
}

static void grid_lines_join(void **state)
{
    (void)state;
    expect(digits_in_boxes,
           "┏━━━┯━━━┳━━━┯━━━┓\n"
           "┃ 1 │12 ┃   │   ┃\n"
           "┠───┼───╂───┼───┨\n"
           "┃   │   ┃   │123┃\n"
           "┗━━━┷━━━┻━━━┷━━━┛\n",
           "+===+===+===+===+\n"
           "| 1 :12 |   :   |\n"
           "+---+---+---+---+\n"
           "|   :   |   :123|\n"
           "+===+===+===+===+\n");
}

static void pipes_and_dots(struct pm_picture *p)
{
    pm_picture_line(p, 0.5, 0.5, 2.5, 0.5, PM_PIPE, PM_COLOUR);
    pm_picture_line(p, 2.5, 0.5, 2.5, 1.5, PM_PIPE, PM_COLOUR);
    pm_picture_line(p, 0.5, 1.5, 1.5, 1.5, PM_PIPE, PM_SHADE);
    pm_picture_circle(p, 0.5, 0.5, 0.36, PM_COLOUR, PM_NO_INK, 0);
    pm_picture_text(p, 0.5, 0.5, 0.5, PM_CENTRE, PM_INK, "A");
    pm_picture_circle(p, 2.5, 1.5, 0.36, PM_COLOUR, PM_NO_INK, 0);
    pm_picture_circle(p, 0.5, 1.5, 0.36, PM_SHADE, PM_NO_INK, 0);
    pm_picture_grid(p, 0, 0, 2, 3); /* last: pipes hide it all the same */
}

static void pipes_hide_grid_lines(void **state)
{
    (void)state;
    expect(pipes_and_dots,
           "┏━━━┯━━━┯━━━┓\n"
           "┃(A)━━━━━━┓ ┃\n"
           "┠───┼───┼─┃─┨\n"
           "┃ ○════ │ ● ┃\n"
           "┗━━━┷━━━┷━━━┛\n",
           "+===+===+===+\n"
           "|(A)######, |\n"
           "+---+---+-#-+\n"
           "| o.... : @ |\n"
           "+===+===+===+\n");
}

static void areas_and_marks(struct pm_picture *p)
{
    pm_picture_box(p, 0, 0, 1, 1, PM_DARK, PM_NO_INK, 0);
    pm_picture_box(p, 1, 0, 1, 1, PM_SHADE, PM_NO_INK, 0);
    pm_picture_box(p, 2, 0, 1, 1, PM_COLOUR + 3, PM_NO_INK, 0);
    pm_picture_star(p, 1.5, 0.5, 0.3, PM_ACCENT);
    pm_picture_cross(p, 2.5, 0.5, 0.3, PM_FAINT);
    pm_picture_grid(p, 0, 0, 1, 3);
    pm_picture_text(p, -0.2, 0.5, 0.5, PM_RIGHT, PM_INK, "1 2");
    pm_picture_text(p, 3.2, 0.5, 0.5, PM_LEFT, PM_INK, "≤ ab");
}

static void areas_show_without_colours(void **state)
{
    (void)state;
    expect(areas_and_marks,
           "   ┏━━━┯━━━┯━━━┓\n"
           "1 2┃███│░★░│ × ┃≤ ab\n"
           "   ┗━━━┷━━━┷━━━┛\n",
           "   +===+===+===+\n"
           "1 2|###:.*.: x |< ab\n"
           "   +===+===+===+\n");
}

static void kakuro_clue(struct pm_picture *p)
{
    pm_picture_line(p, 0, 0, 1, 1, PM_THIN, PM_INK);
    pm_picture_text(p, 0.7, 0.28, 0.3, PM_CENTRE, PM_INK, "24");
    pm_picture_text(p, 0.3, 0.72, 0.3, PM_CENTRE, PM_INK, "16");
    pm_picture_grid(p, 0, 0, 1, 1);
}

static void crowded_pictures_grow(void **state)
{
    (void)state;
    expect(kakuro_clue,
           "┏━━━━━━━┓\n"
           "┃⠈⠢⡀ 24 ┃\n"
           "┃  ⠈⠢⡀  ┃\n"
           "┃ 16 ⠈⠢⡀┃\n"
           "┗━━━━━━━┛\n",
           "+=======+\n"
           "| \\  24 |\n"
           "|   \\   |\n"
           "| 16  \\ |\n"
           "+=======+\n");
}

static void cage(struct pm_picture *p)
{
    pm_picture_grid(p, 0, 0, 1, 2);
    pm_picture_dashes(p, 0.1, 0.1, 1.9, 0.1, PM_THIN, PM_INK);
    pm_picture_dashes(p, 0.1, 0.9, 1.9, 0.9, PM_THIN, PM_INK);
    pm_picture_dashes(p, 0.1, 0.1, 0.1, 0.9, PM_THIN, PM_INK);
    pm_picture_dashes(p, 1.9, 0.1, 1.9, 0.9, PM_THIN, PM_INK);
    pm_picture_text(p, 0.1, 0.2, 0.25, PM_LEFT, PM_INK, "7");
}

static void cages_stand_inside_their_cells(void **state)
{
    (void)state;
    expect(cage,
           "┏━━━━━━━┯━━━━━━━┓\n"
           "┃7╌╌╌╌╌╌│╌╌╌╌╌╌┐┃\n"
           "┃╎      │      ╎┃\n"
           "┃└╌╌╌╌╌╌│╌╌╌╌╌╌┘┃\n"
           "┗━━━━━━━┷━━━━━━━┛\n",
           "+=======+=======+\n"
           "|7......:.......|\n"
           "|.      :      .|\n"
           "|.......:.......|\n"
           "+=======+=======+\n");
}

static void arrow(struct pm_picture *p, double dx, double dy)
{
    double tip[] = {0.5 + 0.35 * dx,
                    0.5 + 0.35 * dy,
                    0.5 + 0.1 * dx - 0.15 * dy,
                    0.5 + 0.1 * dy + 0.15 * dx,
                    0.5 + 0.1 * dx + 0.15 * dy,
                    0.5 + 0.1 * dy - 0.15 * dx};
    pm_picture_line(p, 0.5 - 0.3 * dx, 0.5 - 0.3 * dy, 0.5 + 0.1 * dx, 0.5 + 0.1 * dy,
                    PM_THICK, PM_ACCENT);
    pm_picture_polygon(p, 3, tip, PM_ACCENT, PM_NO_INK, 0);
}

static void arrows_point(void **state)
{
    (void)state;
    static const struct {
        double dx, dy;
        const char *mono;
    } cases[] = {{1, 0, "╺╸▶\n"}, {-1, 0, "◀╺╸\n"}, {0, -1, "▲\n╹\n"}, {0, 1, "╻\n▼\n"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct pm_picture *p = pm_picture_new();
        arrow(p, cases[k].dx, cases[k].dy);
        expect_terminal(p, PM_PLAIN_TEXT, cases[k].mono);
        pm_picture_free(p);
    }
}

static void colours_are_set_and_given_back(void **state)
{
    (void)state;
    struct pm_picture *p = pm_picture_new();
    pm_picture_box(p, 0, 0, 1, 1, PM_COLOUR + 2, PM_NO_INK, 0);
    pm_picture_text(p, 0.5, 0.5, 0.5, PM_CENTRE, PM_INK, "C");
    pm_picture_text(p, 1.5, 0.5, 0.5, PM_CENTRE, PM_ANSWER, "7");
    char expected[200];
    snprintf(expected, sizeof expected,
             "\033[48;5;%dm \033[38;5;16mC \033[0m  \033[38;5;%dm7\033[0m\n",
             pm_ink_area(PM_COLOUR + 2), pm_ink_line(PM_ANSWER));
    expect_terminal(p, PM_COLOUR_TEXT, expected);
    pm_picture_free(p);
}

static void extreme_pictures_give_a_sentence(void **state)
{
    (void)state;
    struct pm_picture *p = pm_picture_new();
    expect_terminal(p, PM_COLOUR_TEXT, "");
    pm_picture_line(p, 0, 0, 1e300, INFINITY, PM_THIN, PM_INK);
    expect_terminal(p, PM_PLAIN_TEXT, "the picture is too large for a terminal\n");
    pm_picture_free(p);
}

/* ---- Colours ---- */

static void colours_differ_and_carry_letters(void **state)
{
    (void)state;
    for (int a = PM_COLOUR; a < PM_INKS; a++) {
        struct pm_rgb x = pm_ink_rgb(PM_THEME_LIGHT, a);
        int letter = pm_ink_on(PM_THEME_LIGHT, PM_INK, a);
        assert_true(letter == PM_INK || letter == PM_PAPER);
        for (int b = PM_COLOUR; b < a; b++) {
            struct pm_rgb y = pm_ink_rgb(PM_THEME_LIGHT, b);
            int distance =
                abs(x.red - y.red) + abs(x.green - y.green) + abs(x.blue - y.blue);
            assert_true(distance > 30);
            assert_int_not_equal(pm_ink_area(a), pm_ink_area(b));
        }
    }
    assert_int_equal(pm_ink_on(PM_THEME_LIGHT, PM_INK, PM_DARK), PM_PAPER);
    assert_int_equal(pm_ink_on(PM_THEME_LIGHT, PM_PAPER, PM_SHADE), PM_INK);
    assert_int_equal(pm_ink_on(PM_THEME_LIGHT, PM_ANSWER, PM_PAPER), PM_ANSWER);
}

/* In every theme each ink that is used for letters can be read on the paper, and whatever is laid
 * down leaves black or white letters readable. */
static void themes_can_be_read(void **state)
{
    static const int letters[] = {PM_INK, PM_PRINTED, PM_ANSWER, PM_ACCENT};
    (void)state;
    for (int theme = 0; theme < PM_THEMES; theme++) {
        const enum pm_theme t = (enum pm_theme)theme;
        for (size_t k = 0; k < sizeof letters / sizeof *letters; k++)
            assert_true(pm_contrast(pm_ink_rgb(t, letters[k]), pm_ink_rgb(t, PM_PAPER)) >=
                        4.5);
        for (int fill = PM_INK; fill < PM_INKS; fill++) {
            int letter = pm_ink_on(t, PM_INK, fill);
            double contrast = pm_contrast(pm_ink_rgb(t, letter), pm_ink_rgb(t, fill));
            if (contrast < (fill == PM_FAINT ? 4 : 4.5))
                fail_msg("theme %d, fill %d: %.2f", theme, fill, contrast);
        }
    }
}

/* Nobody knows whether a terminal is black or white. */
static void terminal_inks_can_be_read_on_both(void **state)
{
    const struct pm_rgb papers[] = {{0, 0, 0}, {255, 255, 255}};
    (void)state;
    for (int ink = PM_INK; ink < PM_INKS; ink++) {
        for (int k = 0; k < 2; k++) {
            double near = pm_contrast(pm_xterm_rgb(pm_ink_line(ink)), papers[k]);
            double exact = pm_contrast(pm_ink_line_rgb(ink), papers[k]);
            if (near < 4.5 || exact < 4.5)
                fail_msg("ink %d: %.2f with 256 colours, %.2f exactly", ink, near, exact);
        }
        const int area = pm_ink_area(ink);
        const double letter =
            pm_contrast(pm_xterm_rgb(pm_letter_on(area)), pm_xterm_rgb(area));
        if (letter < 4.5)
            fail_msg("letters on area %d: %.2f", ink, letter);
    }
}

static void letters_get_their_colours(void **state)
{
    static const char *const names[] = {"G", "B", "A", "r", "R", "W", "yellow"};
    int inks[7];
    (void)state;
    pm_inks_for(7, names, inks);
    assert_int_equal(inks[0], PM_COLOUR + 3);
    assert_int_equal(inks[1], PM_COLOUR + 1);
    assert_int_equal(inks[3], PM_COLOUR + 0);
    assert_int_equal(inks[5], PM_SHADE);
    assert_int_equal(inks[6], PM_COLOUR + 2);
    for (int a = 0; a < 7; a++) /* the second red and the A have what is left */
        for (int b = 0; b < a; b++)
            assert_int_not_equal(inks[a], inks[b]);
}

static void givens(struct pm_picture *p)
{
    pm_picture_text(p, 0.5, 0.5, 0.6, PM_CENTRE, PM_PRINTED, "5");
    pm_picture_text(p, 1.5, 0.5, 0.6, PM_CENTRE, PM_ANSWER, "3");
    pm_picture_grid(p, 0, 0, 1, 2);
}

static void givens_are_told_from_answers(void **state)
{
    (void)state;
    expect(givens,
           "┏━━━┯━━━┓\n"
           "┃[5]│ 3 ┃\n"
           "┗━━━┷━━━┛\n",
           "+===+===+\n"
           "|[5]: 3 |\n"
           "+===+===+\n");
}

static void texts_know_what_they_stand_on(void **state)
{
    (void)state;
    static const double triangle[] = {0, 10, 4, 10, 0, 14};
    static const struct {
        double x, y;
        int beneath;
    } cases[] = {{0.5, 0.5, PM_DARK},  {2.5, 0.5, PM_TINT}, {40, 40, PM_SHADE},
                 {-3, 0, PM_PAPER},    {1, 11, PM_COLOUR},  {3.5, 13.5, PM_PAPER},
                 {21, 5.1, PM_ACCENT}, {21, 5.3, PM_PAPER}};
    struct pm_picture *p = pm_picture_new();
    pm_picture_box(p, 30, 30, 100, 100, PM_SHADE, PM_NO_INK, 0); /* larger than a bucket */
    pm_picture_box(p, 0, 0, 3, 1, PM_DARK, PM_NO_INK, 0);
    pm_picture_circle(p, 2.5, 0.5, 0.4, PM_TINT, PM_NO_INK, 0);
    pm_picture_polygon(p, 3, triangle, PM_COLOUR, PM_NO_INK, 0);
    pm_picture_line(p, 20, 5, 22, 5, PM_PIPE, PM_ACCENT);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pm_picture_text(p, cases[k].x, cases[k].y, 0.5, PM_CENTRE, PM_INK, "x");
        assert_int_equal(p->items[p->item_count - 1].beneath, cases[k].beneath);
    }
    pm_picture_free(p);
}

/* ---- SVG ---- */

/* A small judge of XML: one root, tags that match, attributes in quotes, text without stray
 * '<' and '&'.  Returns NULL or where it went wrong. */
static const char *bad_entity(const char *s)
{
    static const char *const known[] = {"&lt;", "&gt;", "&amp;"};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strncmp(s, known[k], strlen(known[k])) == 0)
            return NULL;
    return s;
}

static const char *bad_tag(const char **at)
{
    const char *s = *at + 1;
    while (*s != '>' && *s) {
        if (*s == '"') {
            s = strchr(s + 1, '"');
            if (!s || (s[1] != ' ' && s[1] != '/' && s[1] != '>'))
                return *at;
        }
        if (*s == '<')
            return s;
        s++;
    }
    *at = s;
    return *s ? NULL : s;
}

static const char *bad_xml(const char *s)
{
    char open[8][16];
    int depth = 0;
    for (; *s; s++) {
        if (*s == '&' && bad_entity(s))
            return s;
        if (*s != '<')
            continue;
        const char *name = s + 1 + (s[1] == '/'), *start = s;
        int len = (int)strcspn(name, " />");
        if (s[1] != '/') {
            snprintf(open[depth], sizeof open[depth], "%.*s", len, name);
            depth++;
        } else if (depth == 0 || strncmp(open[--depth], name, (size_t)len) != 0) {
            return start;
        }
        if (bad_tag(&s))
            return start;
        depth -= s[-1] == '/';
        if (depth > 7)
            return start;
    }
    return depth == 0 ? NULL : s;
}

static char *svg_of(const struct pm_picture *p, const char *title)
{
    struct pm_out out = {0};
    char *text;
    pulma_error err;
    pm_picture_svg(p, title, &out);
    assert_int_equal(pm_out_give(&out, &text, NULL, &err), PULMA_OK);
    return text;
}

static void svg_is_well_formed(void **state)
{
    (void)state;
    struct pm_picture *p = pm_picture_new();
    pm_picture_place(p, 17);
    pm_picture_box(p, 0, 0, 1, 1, PM_NO_INK, PM_NO_INK, 0);
    pm_picture_text(p, 0.5, 0.5, 0.5, PM_CENTRE, PM_INK, "a<b>&\"c\"\x01\xFF");
    pm_picture_place(p, -1);
    pm_picture_grid(p, 0, 0, 1, 1);
    pm_picture_place(p, PM_BESIDE);
    pm_picture_circle(p, 3, 0, 1, PM_SHADE, PM_INK, PM_THIN);
    char *svg = svg_of(p, "</title> & \xC3");
    assert_null(bad_xml(svg));
    assert_non_null(strstr(svg, "<title>&lt;/title&gt; &amp; ?</title>"));
    assert_non_null(strstr(svg, ">a&lt;b&gt;&amp;\"c\" ?</text>"));
    const char *first = strstr(svg, " data-place=\"17\"");
    assert_non_null(first);
    assert_non_null(strstr(first + 1, " data-place=\"17\""));
    assert_null(strstr(svg, "data-place=\"-"));
    const char *beside = strstr(svg, " data-beside=\"\"");
    assert_non_null(beside);
    assert_null(strstr(beside + 2, "data-beside"));
    free(svg);
    pm_picture_free(p);
}

static void svg_is_as_large_as_what_it_holds(void **state)
{
    (void)state;
    struct pm_picture *p = pm_picture_new();
    char *svg = svg_of(p, NULL); /* nothing but margin */
    assert_null(bad_xml(svg));
    assert_non_null(strstr(svg, "viewBox=\"0 0 18 18\""));
    free(svg);
    pm_picture_grid(p, -3, 100, 1, 2);
    svg = svg_of(p, "");
    assert_non_null(strstr(svg, "viewBox=\"0 0 90 54\""));
    free(svg);
    pm_picture_free(p);
}

/* Puzzles mark cells by grey discs and by grey boxes, which are no different in colour. */
static void grey_discs_are_no_boxes(void **state)
{
    (void)state;
    for (int text = 0; text < 2; text++)
        for (int ansi = 0; ansi < 2; ansi++) {
            struct pm_out out[2] = {{0}, {0}};
            for (int disc = 0; disc < 2; disc++) {
                struct pm_picture *p = pm_picture_new();
                if (disc)
                    pm_picture_circle(p, 0.5, 0.5, 0.38, PM_SHADE, PM_NO_INK, 0);
                else
                    pm_picture_box(p, 0.12, 0.12, 0.76, 0.76, PM_SHADE, PM_NO_INK, 0);
                pm_picture_grid(p, 0, 0, 1, 1);
                if (text)
                    pm_picture_text(p, 0.5, 0.5, 0.6, PM_CENTRE, PM_INK, "5");
                pm_picture_terminal(p, ansi ? PM_COLOUR_TEXT : PM_PLAIN_TEXT, &out[disc]);
                pm_picture_free(p);
            }
            assert_string_not_equal(out[0].data, out[1].data);
            pm_out_free(&out[0]);
            pm_out_free(&out[1]);
        }
}

/* One of each shape, from ten numbers. */
static void draw_shape(struct pm_picture *p, int shape, const double v[10])
{
    const double xy[6] = {v[0], v[1], v[2], v[3], v[4], v[5]};
    const char text[] = {(char)('a' + v[9]), '\0'};
    const int ink = PM_COLOUR + (int)v[6], fill = PM_COLOUR + (int)v[7];
    switch (shape) {
    case 0:
        pm_picture_line(p, v[0], v[1], v[2], v[3], v[8] / 20, ink);
        break;
    case 1:
        pm_picture_dashes(p, v[0], v[1], v[0], v[3], v[8] / 20, ink);
        break;
    case 2:
        pm_picture_box(p, v[0], v[1], v[2], v[3], fill, ink, v[8] / 20);
        break;
    case 3:
        pm_picture_polygon(p, 3, xy, fill, ink, v[8] / 20);
        break;
    case 4:
        pm_picture_circle(p, v[0], v[1], v[2], fill, ink, v[8] / 20);
        break;
    case 5:
        pm_picture_star(p, v[0], v[1], v[2], ink);
        break;
    case 6:
        pm_picture_cross(p, v[0], v[1], v[2], ink);
        break;
    default:
        pm_picture_text(p, v[0], v[1], v[2], PM_CENTRE, ink, text);
    }
}

static char *svg_of_shape(int shape, const double v[10])
{
    struct pm_picture *p = pm_picture_new();
    pm_picture_box(p, -20, -20, 60, 60, PM_PAPER, PM_INK, 0.1); /* the frame stays */
    draw_shape(p, shape, v);
    char *svg = svg_of(p, "shape");
    pm_picture_free(p);
    return svg;
}

/* What a shape is drawn with, place, size, colours, width of lines, is seen in the SVG. */
static void svg_tells_every_number(void **state)
{
    (void)state;
    static const char *const used[] = {"012368", "01368", "0123678", "012345678",
                                       "012678", "0126",  "0126",    "0129"};
    for (int shape = 0; shape < (int)(sizeof used / sizeof *used); shape++)
        for (const char *number = used[shape]; *number; number++) {
            double v[10] = {1, 2, 3, 5, 4, 1, 2, 3, 2, 4};
            char *before = svg_of_shape(shape, v);
            v[*number - '0'] += 1;
            char *after = svg_of_shape(shape, v);
            if (strcmp(before, after) == 0)
                fail_msg("shape %d looks the same with another number %c:\n%s", shape,
                         *number, after);
            free(before);
            free(after);
        }
}

/* ---- Anything goes ---- */

static double wild(struct pm_rng *rng)
{
    static const double special[] = {0,      -0.0,     0.5, 1e-300, 1e300,
                                     -1e300, INFINITY, NAN, 999.9};
    int k = pm_rng_below(rng, 60);
    return k < 9 ? special[k] : pm_rng_below(rng, 4000) / 100.0 - 10;
}

static double tame(struct pm_rng *rng)
{
    return pm_rng_below(rng, 2000) / 100.0 - 5;
}

static void draw_anything(struct pm_picture *p, struct pm_rng *rng,
                          double (*number)(struct pm_rng *))
{
    static const char *const words[] = {"",   "1",        "12",   "abc",
                                        "ä★", "\xFF\xC3", "x\ny", "<&>"};
    double v[8];
    for (int k = 0; k < 8; k++)
        v[k] = number(rng);
    int a = pm_rng_below(rng, 40) - 2, b = pm_rng_below(rng, 40) - 2;
    pm_picture_place(p, pm_rng_below(rng, 5) - 1);
    switch (pm_rng_below(rng, 9)) {
    case 0:
        pm_picture_line(p, v[0], v[1], v[2], v[3], v[4] / 20, a);
        break;
    case 1:
        pm_picture_dashes(p, v[0], v[1], v[0], v[3], v[4] / 20, a);
        break;
    case 2:
        pm_picture_box(p, v[0], v[1], v[2], v[3], a, b, v[4] / 20);
        break;
    case 3:
        pm_picture_polygon(p, pm_rng_below(rng, 5), v, a, b, v[4] / 20);
        break;
    case 4:
        pm_picture_circle(p, v[0], v[1], v[2] / 10, a, b, v[4] / 20);
        break;
    case 5:
        pm_picture_star(p, v[0], v[1], v[2] / 10, a);
        break;
    case 6:
        pm_picture_cross(p, v[0], v[1], v[2] / 10, a);
        break;
    case 7:
        pm_picture_grid(p, v[0], v[1], pm_rng_below(rng, 5), pm_rng_below(rng, 5));
        break;
    default:
        pm_picture_text(p, v[0], v[1], v[2] / 10, (enum pm_align)pm_rng_below(rng, 3), a,
                        words[pm_rng_below(rng, 8)]);
    }
}

static void expect_sound(const struct pm_picture *p)
{
    for (int style = PM_ASCII_TEXT; style <= PM_TRUE_TEXT; style++) {
        struct pm_out out = {0};
        pm_picture_terminal(p, (enum pm_medium)style, &out);
        const char *text = out.data ? out.data : "";
        assert_null(strstr(text, " \n"));
        for (const char *s = text; style == PM_ASCII_TEXT && *s; s++)
            assert_true(*s == '\n' || (*s >= ' ' && *s < 127));
        pm_out_free(&out);
    }
    char *svg = svg_of(p, "anything");
    const char *bad = bad_xml(svg);
    if (bad)
        fail_msg("not well formed: %.60s", bad);
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
    free(svg);
}

static void any_picture_can_be_shown(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct pm_picture *p = pm_picture_new();
        for (int k = pm_rng_below(&rng, 40); k > 0; k--)
            draw_anything(p, &rng, seed % 2 ? tame : wild);
        expect_sound(p);
        pm_picture_free(p);
    }
}

/* ---- The display list as text ---- */

static void lists_come_back_as_written(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct pm_rng rng;
        pm_rng_init(&rng, seed);
        struct pm_picture *p = pm_picture_new(), *again;
        for (int k = 0; k < 50; k++)
            draw_anything(p, &rng, seed % 2 ? tame : wild);
        struct pm_out first = {0}, second = {0};
        pulma_error err = {0};
        pm_list_write(p, &first);
        if (pm_list_read(first.data, first.len, &again, &err) != PULMA_OK)
            fail_msg("seed %d, line %d: %s", (int)seed, err.line, err.message);
        pm_list_write(again, &second);
        assert_string_equal(first.data, second.data);
        pm_out_free(&first);
        pm_out_free(&second);
        pm_picture_free(p);
        pm_picture_free(again);
    }
}

#define HEAD "pulma-picture 2\nlook 0 1 0\n"

static const struct {
    const char *text;
    int line, column;
} bad_lists[] = {
    {"", 1, 1},
    {"\x7F"
     "ELF\n",
     1, 1},
    {"pulma-picture 1\nend\n", 1, 1},
    {"pulma-picture 2\nend\n", 2, 1},
    {"pulma-picture 2\nlook 9 1 0\nend\n", 2, 6},
    {HEAD, 3, 1},
    {HEAD "line 0 0 1 1 0.1 2\n", 4, 1},
    {HEAD "line 0 0 1 1 0.1 99\nend\n", 3, 18},
    {HEAD "line 0 0 1 1 0.1\nend\n", 3, 17},
    {HEAD "line 0 0 1 nan 0.1 2\nend\n", 3, 12},
    {HEAD "line 0 0 1 1 0.1 2 3\nend\n", 3, 20},
    {HEAD "box 0 0 99999999999999999999999 1 1 1 1\nend\n", 3, 9},
    {HEAD "polygon 2000000000 0 0 1 1 2 2 1 1 1\nend\n", 3, 9},
    {HEAD "polygon 3 0 0 1 1 1 1 1\nend\n", 3, 24},
    {HEAD "text 0 0 1 3 2 a\nend\n", 3, 12},
    {HEAD "text 0 0 1 1 2\nend\n", 3, 15},
    {HEAD "ellipse 0 0 1 1\nend\n", 3, 1},
};

static void bad_lists_are_refused(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad_lists / sizeof *bad_lists; k++) {
        struct pm_picture *p;
        pulma_error err = {0};
        pulma_status status =
            pm_list_read(bad_lists[k].text, strlen(bad_lists[k].text), &p, &err);
        assert_int_equal(status, PULMA_BAD_TEXT);
        assert_null(p);
        if (err.line != bad_lists[k].line || err.column != bad_lists[k].column)
            fail_msg("list %zu: %d:%d: %s", k, err.line, err.column, err.message);
    }
}

/* ---- The helper ---- */

static bool find_helper(char *path, size_t size)
{
    return pm_process_find("pulma-paint", path, size);
}

static unsigned big_endian(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

/* A board of so many cells as PNG: how wide the image is. */
static unsigned png_width(int columns)
{
    struct pm_picture *p = pm_picture_new();
    if (columns > 0)
        pm_picture_grid(p, 0, 0, 1, columns);
    struct pm_out out = {0};
    pulma_error err;
    assert_int_equal(pm_picture_png(p, &out, &err), PULMA_OK);
    assert_true(out.len > 100);
    assert_memory_equal(out.data, "\x89PNG\r\n\x1a\n", 8);
    unsigned width = big_endian(out.data + 16);
    pm_out_free(&out);
    pm_picture_free(p);
    return width;
}

static void png_has_the_right_size(void **state)
{
    (void)state;
    char path[4096];
    if (!find_helper(path, sizeof path))
        skip();
    assert_int_equal(png_width(4), 96 * 4 + 48); /* a quarter unit of margin on each side */
    assert_in_range(png_width(1000), 2000, 4000);
    assert_in_range(png_width(0), 1, 100);
}

static void pdf_is_a_pdf(void **state)
{
    (void)state;
    char path[4096];
    if (!find_helper(path, sizeof path))
        skip();
    struct pm_picture *p = pm_picture_new();
    areas_and_marks(p);
    pipes_and_dots(p);
    cage(p);
    struct pm_out out = {0};
    pulma_error err;
    assert_int_equal(pm_picture_pdf(p, "a title", &out, &err), PULMA_OK);
    assert_true(out.len > 500);
    assert_memory_equal(out.data, "%PDF-1.", 7);
    assert_memory_equal(out.data + out.len - 6, "%%EOF\n", 6);
    pm_out_free(&out);
    pm_picture_free(p);
}

static int run_helper(const char *path, const char *format, const char *input, size_t len,
                      struct pm_out *complaints)
{
    const char *const argv[] = {path, format, NULL};
    const struct pm_process process = {.argv = argv, .input = input, .input_len = len};
    struct pm_ended ended;
    struct pm_out out = {0};
    assert_int_equal(pm_process_run(&process, 1 << 26, &out, complaints, &ended, NULL),
                     PULMA_OK);
    assert_int_equal(ended.signal, 0);
    assert_int_equal(out.len, 0);
    pm_out_free(&out);
    return ended.exit_status;
}

static void the_helper_survives_nonsense(void **state)
{
    (void)state;
    char path[4096];
    if (!find_helper(path, sizeof path))
        skip();
    struct pm_out complaints = {0};
    for (size_t k = 0; k < sizeof bad_lists / sizeof *bad_lists; k++) {
        const char *text = bad_lists[k].text;
        assert_int_equal(run_helper(path, "png", text, strlen(text), &complaints), 2);
        assert_true(complaints.len > 0 && complaints.data[complaints.len - 1] == '\n');
        assert_non_null(strstr(complaints.data, "expected"));
        pm_out_free(&complaints);
    }
    assert_int_equal(run_helper(path, "gif", "", 0, &complaints), 2);
    assert_non_null(strstr(complaints.data, "usage"));
    pm_out_free(&complaints);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_lines_join),
        cmocka_unit_test(pipes_hide_grid_lines),
        cmocka_unit_test(areas_show_without_colours),
        cmocka_unit_test(crowded_pictures_grow),
        cmocka_unit_test(cages_stand_inside_their_cells),
        cmocka_unit_test(arrows_point),
        cmocka_unit_test(colours_are_set_and_given_back),
        cmocka_unit_test(extreme_pictures_give_a_sentence),
        cmocka_unit_test(colours_differ_and_carry_letters),
        cmocka_unit_test(themes_can_be_read),
        cmocka_unit_test(terminal_inks_can_be_read_on_both),
        cmocka_unit_test(letters_get_their_colours),
        cmocka_unit_test(givens_are_told_from_answers),
        cmocka_unit_test(texts_know_what_they_stand_on),
        cmocka_unit_test(svg_is_well_formed),
        cmocka_unit_test(svg_is_as_large_as_what_it_holds),
        cmocka_unit_test(grey_discs_are_no_boxes),
        cmocka_unit_test(svg_tells_every_number),
        cmocka_unit_test(any_picture_can_be_shown),
        cmocka_unit_test(lists_come_back_as_written),
        cmocka_unit_test(bad_lists_are_refused),
        cmocka_unit_test(png_has_the_right_size),
        cmocka_unit_test(pdf_is_a_pdf),
        cmocka_unit_test(the_helper_survives_nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
