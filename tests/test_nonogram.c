/* What is special about nonograms: notations of other programs, the referee's words, bad input,
 * sizes of the models, the kernel against the rules in all its widths, and inventions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "facts.h"
#include "handle.h"
#include "ratings.h"

enum { TEXT = 20000, LIMIT = 100 }; /* of a text; of counting, where two must agree */

static const char heart[] = "nonogram\nrows:\n1 1\n5\n5\n3\n1\ncolumns:\n2\n4\n4\n4\n2\n";
static const char gap[] = "nonogram\nrows:\n2\n0\n1 1\ncolumns:\n1\n1\n1\n1\n";
static const char two[] =
    "nonogram\ntitle: Two colours\ncolours: r=red b=blue\nrows:\n2r 1b\n1b 1b\ncolumns:\n"
    "1r 1b\n1r\n2b\n";

static pulma_puzzle *read_as(const char *notation, const char *text, size_t len)
{
    pulma_reader *reader = pulma_reader_new(text, len, "nonogram", notation);
    pulma_puzzle *puzzle = NULL;
    pulma_error err = {.message = ""};
    if (pulma_reader_next(reader, &puzzle, &err))
        fail_msg("%s\n%d:%d: %s", text, err.line, err.column, err.message);
    pulma_reader_free(reader);
    return puzzle;
}

/* ---- Notations ------------------------------------------------------------------------- */

static const char heart_non[] = "title \"Heart\"\nlicense CC0-1.0\nwidth 5\nheight 5\n\n"
                                "rows\n1,1\n5\n5\n3\n1\n\ncolumns\n2\n4\n4\n4\n2\n\n"
                                "goal \"0101011111111110111000100\"\n";
static const char two_xml[] =
    "<?xml version=\"1.0\"?>\n<puzzleset><puzzle type=\"grid\" defaultcolor=\"red\">\n"
    "<title>Two colours</title>\n<color name=\"white\" char=\".\">fff</color>\n"
    "<color name=\"red\" char=\"r\">f00</color>\n<color name=\"blue\" "
    "char=\"b\">00f</color>\n"
    "<clues type=\"columns\">\n"
    "<line><count>1</count><count color=\"blue\">1</count></line>\n"
    "<line><count>1</count></line>\n<line><count "
    "color=\"blue\">2</count></line>\n</clues>\n"
    "<clues type=\"rows\">\n<line><count>2</count><count color=\"blue\">1</count></line>\n"
    "<line><count color=\"blue\">1</count><count "
    "color=\"blue\">1</count></line>\n</clues>\n"
    "</puzzle></puzzleset>\n";

/* Each is recognised by itself, where it can be, and means the same board. */
static void other_notations_say_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *text, *wanted;
    } cases[] = {
        {NULL, "https://puzz.link/p?nonogram/5/5/2h4h4h4h2h11g5h5h3h1h", heart},
        {NULL, "nonogram/5/5/2h4h4h4h2h11g5h5h3h1h/", heart},
        {NULL, "5x5:2/4/4/4/2/1.1/5/5/3/1", heart},
        {NULL, heart_non, heart},
        {NULL, "5 5\n1 1\n5\n5\n3\n1\n#\n2\n4\n4\n4\n2\n", heart},
        {NULL, "5\n5\n1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2\n", heart},
        {NULL, "P1\n# a comment\n5 5\n0 1 0 1 0\n11111 11111\n0 1 1 1 0\n0 0 1 0 0\n",
         heart},
        {"nonogram", "5 5\n2\n4\n4\n4\n2\n1 1\n5\n5\n3\n1\n", heart},
        {NULL, "P2 5 5 9 9 0 9 0 9  0 1 2 3 4  0 0 0 0 0  9 0 0 0 9  9 9 0 9 9", heart},
        {NULL, "width 4\nheight 3\nrows\n2\n0\n1,1\n\ncolumns\n1\n1\n1\n1\n", gap},
        {NULL, "width 4\nheight 3\nrows\n2\n\n1,1\ncolumns\n1\n1\n1\n1\n", gap},
        {NULL, "3 4\n2\n\n1 1\n#\n1\n1\n1\n1\n", gap},
        {NULL, "4x3:1/1/1/1/2//1.1", gap},
        {NULL, "nonogram/4/3/1g1g1g1g2i11", gap},
        {NULL, two_xml, two},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = puzzle_of(cases[i].kind, cases[i].text);
        char *text = NULL;
        assert_int_equal(pulma_puzzle_write(p, "pulma", &text, NULL), PULMA_OK);
        char *title = strstr(text, "title: Heart\n");
        if (title)
            memmove(title, title + 13, strlen(title + 13) + 1);
        if (strcmp(text, cases[i].wanted) != 0)
            fail_msg("%s\nbecame\n%s", cases[i].text, text);
        pulma_free(text);
        pulma_puzzle_free(p);
    }
    /* A .nin looks like PuzzleKit's text of the board turned over, and must be named. */
    static const char nin[] = "4 3\n2\n0\n1 1\n1\n1\n1\n1\n";
    pulma_puzzle *p = read_as("nin", nin, strlen(nin));
    assert_written(p, "pulma", gap);
    pulma_puzzle_free(p);
}

static void notations_write_what_they_should(void **state)
{
    (void)state;
    pulma_puzzle *p = puzzle_of(NULL, heart);
    assert_written(p, "puzz.link",
                   "https://puzz.link/p?nonogram/5/5/2h4h4h4h2h11g5h5h3h1h\n");
    assert_written(p, "pattern", "5x5:2/4/4/4/2/1.1/5/5/3/1\n");
    assert_written(p, "pbm",
                   "P1\n5 5\n0 1 0 1 0\n1 1 1 1 1\n1 1 1 1 1\n0 1 1 1 0\n0 0 1 0 0\n");
    pulma_puzzle_free(p);
    /* Two slots for a row of four; the number beside the grid comes first. */
    p = puzzle_of(NULL, "nonogram\nrows:\n2 1\ncolumns:\n1\n1\n0\n1\n");
    assert_written(p, "puzz.link", "https://puzz.link/p?nonogram/4/1/11g112\n");
    pulma_puzzle_free(p);
    p = puzzle_of(NULL, "nonogram\nrows:\n?\n0\ncolumns:\n1\n?\n");
    assert_written(p, "puzz.link", "https://puzz.link/p?nonogram/2/2/1..g\n");
    pulma_puzzle_free(p);
    /* Shown cells: z skips 25, a capital letter is full. */
    p = puzzle_of("nonogram", "30x1:1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/"
                              "1/1/1/30,bzB");
    char *text = NULL;
    assert_int_equal(pulma_puzzle_write(p, "pulma", &text, NULL), PULMA_OK);
    assert_non_null(strstr(text, "givens:\n.-..........................#."));
    pulma_free(text);
    pulma_puzzle_free(p);
}

static void bytes_of_a_packed_picture_are_read(void **state)
{
    (void)state;
    static const char p4[] = "P4\n9 2\n\xAA\x80\x00\x80";
    pulma_puzzle *p = read_as(NULL, p4, sizeof p4 - 1);
    assert_written(p, "pulma",
                   "nonogram\nrows:\n1 1 1 1 1\n1\ncolumns:\n1\n0\n1\n0\n1\n0\n1\n0\n2\n");
    pulma_puzzle_free(p);
}

/* The heart in greys; the two colours on a transparent ground. */
static const char heart_png[] =
    "\211PNG\015\012\032\012\000\000\000\015IHDR\000\000\000\005\000\000\000\005"
    "\010\000\000\000\000\250\004y9\000\000\000\023IDATx\234c\370\317\000\202\310"
    "\340\077\030\377\007!\000n\257\010\370\005\317\320n\000\000\000\000IEND\256B"
    "`\202";
static const char two_png[] =
    "\211PNG\015\012\032\012\000\000\000\015IHDR\000\000\000\003\000\000\000\002"
    "\010\006\000\000\000\235tf\032\000\000\000\026IDATx\234c\370\317\300\360\037"
    "\204!\024\220\340\344\344\004\323\000\211N\012\022-=\223d\000\000\000\000IEN"
    "D\256B`\202";

static bool reads_png(void)
{
    pulma_puzzle *p = NULL;
    pulma_error err = {.message = ""};
    pulma_status status =
        pulma_puzzle_read(NULL, heart_png, sizeof heart_png - 1, &p, &err);
    pulma_puzzle_free(p);
    return status != PULMA_UNAVAILABLE; /* built without cairo */
}

static void png_files_become_puzzles(void **state)
{
    (void)state;
    if (!reads_png())
        skip();
    pulma_puzzle *p = read_as(NULL, heart_png, sizeof heart_png - 1);
    assert_written(p, "pulma", heart);
    pulma_puzzle_free(p);
    p = read_as("png", two_png, sizeof two_png - 1);
    assert_written(p, "pulma",
                   "nonogram\ncolours: r=red b=blue\nrows:\n2r 1b\n1b 1b\ncolumns:\n"
                   "1r 1b\n1r\n2b\n");
    assert_written(
        p, "ppm",
        "P3\n3 2\n255\n255 0 0  255 0 0  0 0 255\n0 0 255  255 255 255  0 0 255\n");
    pulma_puzzle_free(p);
    /* Two files one behind the other are two puzzles. */
    char both[sizeof heart_png + sizeof two_png];
    memcpy(both, heart_png, sizeof heart_png - 1);
    memcpy(both + sizeof heart_png - 1, two_png, sizeof two_png - 1);
    pulma_reader *reader =
        pulma_reader_new(both, sizeof heart_png + sizeof two_png - 2, NULL, NULL);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pulma_reader_next(reader, &p, NULL), PULMA_OK);
        assert_int_equal(pulma_puzzle_places(p), i ? 6 : 25);
        pulma_puzzle_free(p);
    }
    assert_int_equal(pulma_reader_next(reader, &p, NULL), PULMA_NONE);
    pulma_reader_free(reader);
}

static void assert_png_refused(const char *bytes, size_t len, const char *words)
{
    pulma_puzzle *p = NULL;
    pulma_error err = {.message = ""};
    pulma_status status = pulma_puzzle_read("nonogram", bytes, len, &p, &err);
    if (status != PULMA_BAD_TEXT || !strstr(err.message, words))
        fail_msg("status %d, %d:%d: %s", (int)status, err.line, err.column, err.message);
}

static void bad_png_files_are_refused(void **state)
{
    (void)state;
    char bytes[sizeof heart_png];
    for (size_t len = 8; len < sizeof heart_png - 1; len++)
        assert_png_refused(heart_png, len, "whole PNG file");
    memcpy(bytes, heart_png, sizeof bytes);
    bytes[17] = 1; /* 65541 wide */
    assert_png_refused(bytes, sizeof bytes - 1, "at most 1000x1000 cells, found 65541x5");
    static const char no_size[] = "\211PNG\015\012\032\012\0\0\0\0IEND\256B`\202";
    assert_png_refused(no_size, sizeof no_size - 1, "begins with the picture's size");
    if (!reads_png())
        skip();
    /* Any byte may be wrong: that is told, or (in what nobody needs) not seen. */
    for (size_t i = 8; i < sizeof bytes - 1; i += 3) {
        pulma_puzzle *p = NULL;
        pulma_error err = {.message = ""};
        memcpy(bytes, heart_png, sizeof bytes);
        bytes[i] = (char)(bytes[i] ^ 0x15);
        pulma_status status = pulma_puzzle_read(NULL, bytes, sizeof bytes - 1, &p, &err);
        if (status != PULMA_OK && status != PULMA_BAD_TEXT)
            fail_msg("byte %zu: %s", i, err.message);
        pulma_puzzle_free(p);
    }
    memcpy(bytes, heart_png, sizeof bytes);
    bytes[45] = (char)(bytes[45] ^ 1); /* the packed cells no longer fit their sum */
    assert_png_refused(bytes, sizeof bytes - 1, "a damaged one");
}

static void packs_of_puzzles_are_read_one_by_one(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int puzzles;
    } cases[] = {
        {"width 1\nheight 1\nrows\n1\ncolumns\n1\n====\nwidth 1\nheight 1\nrows\n0\n"
         "columns\n0\n",
         2},
        {"<puzzleset><puzzle><solution><image>|X.|</image></solution></puzzle>\n"
         "<puzzle><solution type=\"goal\"><image>|.X|\n|XX|</image></solution></puzzle>\n"
         "</puzzleset>",
         2},
        {"2x1:1/0/1\n1x1:1/1\n\n1x2:2/1/1\n", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_reader *reader =
            pulma_reader_new(cases[i].text, strlen(cases[i].text), NULL, NULL);
        pulma_puzzle *p = NULL;
        pulma_error err = {.message = ""};
        int n = 0;
        pulma_status status;
        while ((status = pulma_reader_next(reader, &p, &err)) == PULMA_OK) {
            pulma_puzzle_free(p);
            n++;
        }
        if (status != PULMA_NONE || n != cases[i].puzzles)
            fail_msg("%s\n%d puzzles, %d:%d: %s", cases[i].text, n, err.line, err.column,
                     err.message);
        pulma_reader_free(reader);
    }
}

static void tournament_boards_are_read(void **state)
{
    (void)state;
    char text[TEXT] = "$17\n";
    size_t number = strlen(text);
    for (int i = 0; i < 50; i++) /* the last column and the last row are empty */
        strcat(text, i % 25 == 24 ? "\n" : i < 25 ? "2\t21\n" : i == 27 ? "\n" : "24\n");
    pulma_puzzle *p = puzzle_of(NULL, text);
    assert_string_equal(pulma_puzzle_title(p), "$17");
    char first[TEXT], found[64];
    strcpy(first, text);
    pulma_puzzle_free(p);
    p = puzzle_of("nonogram", first + number); /* without its number */
    assert_int_equal(pulma_puzzle_places(p), 625);
    census(p, "auto", found, sizeof found);
    assert_string_equal(found, "1 at 0");
    pulma_puzzle_free(p);
}

static void notations_refuse_what_they_cannot_say(void **state)
{
    (void)state;
    static const char square[] = "nonogram\nrows:\n1\n1\ncolumns:\n1\n1\n";
    static const char never[] = "nonogram\nrows:\n1\n0\ncolumns:\n1\n1\n";
    static const char unknown[] = "nonogram\nrows:\n?\ncolumns:\n1\n";
    static const char given[] = "nonogram\nrows:\n1\ncolumns:\n1\ngivens:\n#\n";
    assert_cannot_say(two, "puzz.link", "no colours");
    assert_cannot_say(two, "pattern", "no colours");
    assert_cannot_say(two, "pbm", "no colours");
    assert_cannot_say(unknown, "non", "unknown length");
    assert_cannot_say(unknown, "webpbn", "unknown length");
    assert_cannot_say(given, "puzz.link", "given cells");
    assert_cannot_say(heart, "tournament", "25x25");
    assert_cannot_say(square, "pbm", "several");
    assert_cannot_say(never, "pbm", "none");
}

static void xml_is_understood(void **state)
{
    (void)state;
    static const char text[] =
        "<!-- a comment --><puzzleset>\n<puzzle backgroundcolor='paper' "
        "defaultcolor=\"ink\">"
        "<title>A &lt;b&gt; &amp; c</title><author>x</author>"
        "<color name=\"paper\" char=\" \">ff8</color><color name=\"ink\" "
        "char=\"#\">123</color>"
        "<clues type=\"rows\"><line><count>1</count></line><line/></clues>"
        "<clues type=\"columns\"><line><count>1</count></line><line></line></clues>"
        "<solution type=\"saved\"><image>|?[# ]|\n| ?|</image></solution></puzzle>";
    pulma_puzzle *p = puzzle_of(NULL, text);
    assert_written(p, "pulma",
                   "nonogram\ntitle: A <b> & c\ncolours: i=#112233\nrows:\n1i\n0\n"
                   "columns:\n1i\n0\ngivens:\n..\n-.\n");
    pulma_puzzle_free(p);
}

/* ---- The referee ----------------------------------------------------------------------- */

static void the_referee_says_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *board, *answer, *words;
        pulma_verdict verdict;
    } cases[] = {
        {heart, "-#-#- ##### ##### -###- --#--", "", PULMA_RIGHT},
        {heart, "##--- ##### ##### -###- --#--", "row 1 has the blocks 2, not 1 1",
         PULMA_WRONG},
        {heart, "----- ##### ##### -###- --#--", "row 1 has the blocks 0, not 1 1",
         PULMA_WRONG},
        {heart, "#-#-- ##### ##### -###- --#--", "column 1 has the blocks 3, not 2",
         PULMA_WRONG},
        {heart, "-#-#- ##### ##### -###- .....", "", PULMA_UNFINISHED},
        {heart, "..... ..-.. ..... ..... .....", "row 2 has no room for 5 any more",
         PULMA_WRONG},
        {heart, "###.. ..... ..... ..... .....", "row 1 has no room for 1 1 any more",
         PULMA_WRONG},
        {heart, "..... ..... ..... ..... #....", "", PULMA_UNFINISHED},
        {heart, "..... ..... ..... #...# .....", "row 4 has no room for 3", PULMA_WRONG},
        {two, "rrb b-b", "", PULMA_RIGHT},
        {two, "rrb r-b", "row 2 has the blocks 1r 1b, not 1b 1b", PULMA_WRONG},
        {two, "rb. ...", "row 1 has no room for 2r 1b", PULMA_WRONG},
        {two, "... bb.", "row 2 has no room for 1b 1b", PULMA_WRONG},
        {"nonogram\nrows:\n? 1\ncolumns:\n?\n?\n?\n0\n?\n", "###-#", "", PULMA_RIGHT},
        {"nonogram\nrows:\n? 1\ncolumns:\n?\n?\n?\n0\n?\n", "###-.", "", PULMA_UNFINISHED},
        {"nonogram\nrows:\n? 1\ncolumns:\n?\n?\n?\n0\n?\n", "##..-",
         "column 5 has the blocks 0, not ?", PULMA_WRONG},
        {"nonogram\nrows:\n?\ncolumns:\n?\n?\ngivens:\n#.\n", "-#", "is given as #",
         PULMA_WRONG},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = puzzle_of(NULL, cases[i].board);
        assert_judged(p, cases[i].answer, cases[i].verdict, cases[i].words);
        pulma_puzzle_free(p);
    }
    pulma_puzzle *p = puzzle_of(NULL, heart);
    assert_answer_refused(p, "-#-#- #x###", 1, 8, "row 2, column 2");
    assert_answer_refused(p, "-#", 1, 3, "row 1, column 3");
    pulma_puzzle_free(p);
}

static void bad_boards_are_refused(void **state)
{
    (void)state;
    static const struct refusal cases[] = {
        {"nonogram\n", 1, 1, "rows"},
        {"nonogram\nrows:\n1\n", 1, 1, "columns"},
        {"nonogram\nrows:\n1\ncolumns:\n", 4, 1, "columns"},
        {"nonogram\nrows:\n2\ncolumns:\n1\n", 3, 1, "expected 1"},
        {"nonogram\nrows:\n1 1\ncolumns:\n1\n1\n", 3, 1, "need 3"},
        {"nonogram\nrows:\n1 0\ncolumns:\n1\n1\n", 3, 3, "from 1 to 2"},
        {"nonogram\nrows:\n1x\ncolumns:\n1\n1\n", 3, 2, "a blank"},
        {"nonogram\nrows:\n1 ? ?\ncolumns:\n1\n1\n1\n", 3, 1, "need 5"},
        {"nonogram\ncolours:\nrows:\n1\ncolumns:\n1\n", 2, 1, "a colour"},
        {"nonogram\ncolours: red\nrows:\n1\ncolumns:\n1\n", 2, 11, "'='"},
        {"nonogram\ncolours: r=reddish\nrows:\n1\ncolumns:\n1\n", 2, 12,
         "name of a colour"},
        {"nonogram\ncolours: r=red r=blue\nrows:\n1\ncolumns:\n1\n", 2, 16, "two colours"},
        {"nonogram\ncolours: r=red\nrows:\n1\ncolumns:\n1r\n", 4, 2, "letter of a colour"},
        {"nonogram\ncolours: r=red\nrows:\n1b\ncolumns:\n1r\n", 4, 2, "letter of a colour"},
        {"nonogram\nrows:\n1\ncolumns:\n1\ngivens:\n#.\n", 7, 1, "1 x 1 givens"},
        {"nonogram\nrows:\n1\ncolumns:\n1\ngivens:\nx\n", 7, 1, "'.', '-' or '#'"},
        {"nonogram\nrows:\n1\ncolumns:\n1\nstars: 2\n", 6, 1, "no field 'stars'"},
        {"nonogram/5/5/6", 1, 15, "need 6"},
        {"nonogram/5/5/0", 1, 15, "1 to 1000"},
        {"nonogram/1/1/111", 1, 17, "end of the link"},
        {"nonogram/9999/5/1", 1, 10, "from 1 to 1000"},
        {"2x2:1/1/1", 1, 10, "'/' and the next clue"},
        {"2x2:1/1/1/1/1", 1, 12, "end of the line"},
        {"2x2:1/1/1/3", 1, 11, "from 1 to 2"},
        {"2x2:1/1/1/1,A5", 1, 14, "a letter"},
        {"2x2:1/1/1/1,aaaaaa", 1, 18, "end"},
        {"width 2\nrows\n1\n", 1, 1, "height"},
        {"width 2\nheight 2\nrows\n1\n", 5, 1, "clue of row 2"},
        {"width 2\nheight 2\nrows\n1\n1\n", 1, 1, "clues of the columns"},
        {"width 1\nheight 1\nrows\n1\nrows\n1\n", 5, 1, "twice"},
        {"width 1\nheight 1\nrows\n1\ncolumns\n1\nsaved \"2\"\n", 7, 8, "0, 1 or ?"},
        {"P1 3 1 1 0", 1, 11, "rest of the picture (1 cells)"},
        {"P1 3 1 1 0 2", 1, 12, "0 or 1"},
        {"P4 3000 1 ", 1, 4, "from 1 to 1000"},
        {"P3 1 1 0 0 0 0", 1, 8, "from 1 to 255"},
        {"P3 1 1 9 0 0 10", 1, 14, "from 0 to 9"},
        {"P3 1 1 9 0 0", 1, 13, "rest of the picture (1 cells)"},
        {"P5 1 1 1 z", 1, 11, "at most 1, found 122"},
        {"P6 200 200 255 z", 1, 16, "rest of the picture (40000 cells)"},
        {"<puzzle></puzzle>", 1, 1, "clues of both types"},
        {"<puzzle><clues type=\"x\">", 1, 9, "rows or columns"},
        {"<puzzle><clues type=\"rows\"><line><count color=\"x\">1</count>", 1, 34, "'x'"},
        {"<puzzle><color name=\"x\">zzz</color>", 1, 25, "hexadecimal"},
        {"<puzzle><solution><image>|XY|</image></solution></puzzle>", 1, 28, "a colour"},
        {"<puzzle", 1, 8, "'>'"},
    };
    ASSERT_ALL_REFUSED("nonogram", cases);
}

/* ---- Models ---------------------------------------------------------------------------- */

static void models_have_the_sizes_of_the_formulas(void **state)
{
    (void)state;
    static const struct {
        const char *board, *model, *variables, *constraints;
    } cases[] = {
        /* The heart: 25 cells, 16 + 14 starts; 11 blocks, 3 of order, 50 + 70 of cells. */
        {heart, "lampainen", "\"variables\": 55,", "\"constraints\": 134,"},
        {heart, "colours", "\"variables\": 55,", "\"constraints\": 64,"},
        /* 2 colours x 6 cells, 2 + 2 + 2 + 2 + 1 starts; 8 blocks, 3 of order, 24 of cells. */
        {two, "colours", "\"variables\": 21,", "\"constraints\": 35,"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = puzzle_of(NULL, cases[i].board);
        char *json = NULL;
        pulma_error err = {.message = ""};
        if (pulma_model_size(p, cases[i].model, false, 0, NULL, &json, &err))
            fail_msg("%s", err.message);
        if (!strstr(json, cases[i].variables) || !strstr(json, cases[i].constraints))
            fail_msg("%s %s", cases[i].model, json);
        pulma_free(json);
        pulma_puzzle_free(p);
    }
}

/* ---- Kernel and rules ------------------------------------------------------------------ */

struct shape {
    int rows, columns, paints, filled, boards; /* filled: painted cells in percent */
};

/* The clue of n cells; some lengths are not told. */
static int put_clue(struct pm_rng *rng, const int *cells, int n, int step, int paints,
                    char *text)
{
    int at = 0, length = 0;
    for (int i = 0; i <= n; i++) {
        int paint = i < n ? cells[i * step] : 0, before = i ? cells[(i - 1) * step] : 0;
        if (i > 0 && paint != before && before > 0) {
            at += pm_rng_below(rng, 12) ? snprintf(text + at, 8, "%d", length)
                                        : snprintf(text + at, 8, "?");
            at += snprintf(text + at, 8, paints > 1 ? "%c " : " ", 'a' + before);
        }
        length = i > 0 && paint == before ? length + 1 : 1;
    }
    return at + snprintf(text + at, 8, at ? "\n" : "0\n");
}

static void random_board(struct pm_rng *rng, const struct shape *s, char *text)
{
    int cells[TEXT / 8], n = s->rows * s->columns;
    for (int i = 0; i < n; i++)
        cells[i] =
            pm_rng_below(rng, 100) < s->filled ? 1 + pm_rng_below(rng, s->paints) : 0;
    int at = sprintf(text, "nonogram\n");
    if (s->paints > 1)
        at += sprintf(text + at, "colours: b=red c=blue d=#123456\n");
    at += sprintf(text + at, "rows:\n");
    for (int row = 0; row < s->rows; row++)
        at += put_clue(rng, cells + row * s->columns, s->columns, 1, s->paints, text + at);
    at += sprintf(text + at, "columns:\n");
    for (int column = 0; column < s->columns; column++)
        at += put_clue(rng, cells + column, s->rows, s->columns, s->paints, text + at);
    if (pm_rng_below(rng, 3))
        return;
    at += sprintf(text + at, "givens:\n");
    for (int i = 0; i < n; i++) { /* one in twenty is told, now and then a wrong one */
        bool told = pm_rng_below(rng, 20) == 0, wrong = pm_rng_below(rng, 20) == 0;
        bool painted = (cells[i] > 0) != wrong;
        char c = (char)(s->paints == 1 ? '#' : 'a' + (cells[i] ? cells[i] : 1));
        text[at++] = (char)(!told ? '.' : painted ? c : '-');
        if (i % s->columns == s->columns - 1)
            text[at++] = '\n';
    }
    text[at] = '\0';
}

static void kernel_and_rules_agree(void **state)
{
    (void)state;
    static const struct shape shapes[] = {
        {1, 7, 1, 50, 20},   {4, 4, 1, 50, 60},  {5, 7, 1, 50, 60},   {9, 9, 1, 45, 40},
        {12, 12, 1, 55, 20}, {5, 5, 3, 60, 60},  {7, 8, 3, 60, 40},   {3, 63, 1, 70, 10},
        {3, 64, 1, 70, 10},  {66, 3, 1, 70, 10}, {4, 100, 1, 75, 10}, {3, 127, 2, 75, 6},
        {3, 128, 1, 75, 6},  {150, 3, 1, 75, 6}, {3, 200, 3, 75, 6},  {2, 255, 1, 85, 3},
        {2, 256, 1, 85, 3},  {512, 2, 2, 85, 3}, {2, 1000, 1, 90, 3},
    };
    struct pm_rng rng;
    pm_rng_init(&rng, 9);
    int solvable = 0, unique = 0, boards = 0;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int k = 0; k < shapes[i].boards; k++) {
            char text[TEXT];
            random_board(&rng, &shapes[i], text);
            pulma_puzzle *p = puzzle_of(NULL, text);
            int answers = assert_counts_agree(p, LIMIT);
            solvable += answers > 0;
            unique += answers == 1;
            boards++;
            pulma_puzzle_free(p);
        }
    assert_in_range(boards, 300, 1000);
    assert_in_range(solvable, boards / 2, boards - 5); /* both sorts are tried */
    assert_true(unique > 30);
}

/* ---- Invention ------------------------------------------------------------------------- */

/* A cell with three paints or more can stay open although the paint that was to be guessed has
 * gone.  Boards like these take many guesses. */
static void guesses_in_colours_are_possible(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 12);
    for (int i = 0; i < 12; i++) {
        char text[TEXT];
        random_board(&rng, &(struct shape){24, 26, 2 + i % 2, 36, 1}, text);
        pulma_puzzle *p = puzzle_of(NULL, text);
        pulma_job *job = pulma_job_new(p);
        pulma_job_set_conflicts(job, 40);
        pulma_status status = pulma_job_count(job, 2, NULL);
        assert_true(status == PULMA_OK || status == PULMA_LIMIT);
        pulma_job_free(job);
        pulma_puzzle_free(p);
    }
}

static pulma_status generate(int rows, int columns, const char *option, const char *value,
                             pulma_puzzle **p, pulma_error *err)
{
    pulma_wish *wish = pulma_wish_new(pulma_kind_find("nonogram"));
    pulma_wish_set_size(wish, columns, rows, NULL);
    pulma_wish_set_option(wish, option, value, NULL);
    pulma_status status = pulma_wish_next(wish, p, err);
    pulma_wish_free(wish);
    return status;
}

static void pictures_get_the_fewest_givens(void **state)
{
    (void)state;
    static const char cross[] = "P3 3 3 255  255 0 0  255 255 255  255 255 255\n"
                                "255 255 255  0 0 255  255 255 255\n"
                                "255 255 255  255 255 255  255 0 0";
    static const struct {
        const char *picture;
        int givens;
    } cases[] = {
        {cross, 1}, /* red may stand in the other two corners */
        {"-#-#-/#####/#####/-###-/--#--", 0},
        {"P1 3 1 1 0 1", 0},
        {"#-/-#", 1},
        {"#-\n-#\n", 1},
        {"#-----/-#----/---#--/--#---/------/------", 3}, /* four rows in some order */
        {"#---/-#--/---#/--#-", 3},
        {"#--#-/-#---/---#-", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = NULL;
        pulma_error err = {.message = ""};
        if (generate(0, 0, "picture", cases[i].picture, &p, &err))
            fail_msg("%s: %s", cases[i].picture, err.message);
        char *text = NULL, count[64];
        assert_int_equal(pulma_puzzle_write(p, "pulma", &text, NULL), PULMA_OK);
        int givens = 0;
        const char *block = strstr(text, "givens:\n");
        for (const char *c = block ? block + 8 : ""; *c; c++)
            givens += *c != '.' && *c != '\n';
        if (givens != cases[i].givens)
            fail_msg("%d givens, not %d:\n%s", givens, cases[i].givens, text);
        census(p, "rules", count, sizeof count);
        assert_string_equal(count, "1 at 0");
        pulma_free(text);
        pulma_puzzle_free(p);
    }
}

static void pictures_of_several_answers_have_a_note(void **state)
{
    (void)state;
    static const struct {
        const char *picture, *words;
    } cases[] = {{"##/##", ""},
                 {"#-/-#", "several answers: 1 given cell, the fewest"},
                 {"#---/-#--/---#/--#-", "3 given cells, the fewest that do, make it"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_wish *wish = pulma_wish_new(pulma_kind_find("nonogram"));
        pulma_puzzle *p = NULL;
        pulma_wish_set_option(wish, "picture", cases[i].picture, NULL);
        assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
        if (!strstr(pulma_wish_note(wish), cases[i].words) ||
            !cases[i].words[0] != !*pulma_wish_note(wish))
            fail_msg("%s: %s", cases[i].picture, pulma_wish_note(wish));
        pulma_puzzle_free(p);
        pulma_wish_free(wish);
    }
}

static void wishes_are_kept_or_refused(void **state)
{
    (void)state;
    static const struct {
        int rows, columns;
        const char *option, *value, *words; /* words NULL: it is kept */
    } cases[] = {
        {2, 9, "colours", "1", "3x3 to 60x60"},
        {9, 61, "colours", "1", "3x3 to 60x60"},
        {9, 9, "colours", "9", "colours=1 to 8"},
        {9, 9, "symmetric", "maybe", "symmetric=yes"},
        {9, 21, "unknown", "yes", "20x20"},
        {0, 0, "picture", "#-/#", "equal length"},
        {0, 0, "picture", "", "a picture"},
        {0, 0, "picture", "#x", "# and -"},
        {0, 0, "picture", "P1 2 2 1 0", "rest of the picture"},
        {0, 0, "picture", "P4 61 1\n01234567", "at most 60x60 cells, found 61x1"},
        {2, 3, "picture", "P1 2 2 1 0 0 1", "at most that of the picture, 2x2, found 3x2"},
        {0, 0, "picture", "\x89PNG\r\n\x1a\n...", "whole PNG file"},
        {1, 4, "picture", "P1 8 2 1110 1000 1100 0000", NULL}, /* smaller: ##-- */
        {9, 12, "symmetric", "yes", NULL},
        {9, 12, "colours", "4", NULL},
        {9, 12, "unknown", "yes", NULL},
        {40, 50, "colours", "1", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = NULL;
        pulma_error err = {.message = ""};
        pulma_status status = generate(cases[i].rows, cases[i].columns, cases[i].option,
                                       cases[i].value, &p, &err);
        if (cases[i].words) {
            assert_int_equal(status, PULMA_BAD_CALL);
            if (!strstr(err.message, cases[i].words))
                fail_msg("%s", err.message);
            continue;
        }
        char count[64];
        assert_int_equal(status, PULMA_OK);
        assert_int_equal(pulma_puzzle_places(p), cases[i].rows * cases[i].columns);
        census(p, "auto", count, sizeof count);
        assert_string_equal(count, "1 at 0");
        pulma_puzzle_free(p);
    }
}

/* The most lines that a step of the explanation takes together. */
static int lines_together(const pulma_puzzle *p)
{
    pulma_explainer *e = pulma_explainer_new(p);
    const pulma_step *step;
    int most = 0;
    assert_int_equal(pulma_explainer_start(e, NULL, NULL), PULMA_OK);
    while (pulma_explainer_next(e, &step, NULL) == PULMA_OK)
        if (pulma_step_reason_count(step) > most)
            most = pulma_step_reason_count(step);
    pulma_explainer_free(e);
    return most;
}

/* Single lines tell all of an easy board, and never all of a hard one. */
static void inventions_are_as_hard_as_wished(void **state)
{
    (void)state;
    static const char *const colours[] = {"1", "3"};
    for (int i = 0; i < 12; i++) {
        pulma_wish *wish = pulma_wish_new(pulma_kind_find("nonogram"));
        pulma_puzzle *p = NULL;
        bool hard = i % 2;
        pulma_wish_set_seed(wish, (uint64_t)i);
        pulma_wish_set_size(wish, hard ? 7 : 20, hard ? 8 : 18, NULL);
        pulma_wish_set_option(wish, "colours", colours[i / 2 % 2], NULL);
        pulma_wish_set_difficulty(wish, hard ? PULMA_HARD : PULMA_EASY, NULL);
        assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
        if ((lines_together(p) > 1) != hard)
            fail_msg("seed %d is not %s", i, hard ? "hard" : "easy");
        pulma_puzzle_free(p);
        pulma_wish_free(wish);
    }
}

/* ---- Ratings --------------------------------------------------------------------------- */

/* Whatever single lines solve: the steps and their facts are counted as the explainer takes them. */
static void what_single_lines_solve_is_rated_as_explained(void **state)
{
    (void)state;
    static const struct {
        int rows, columns, count;
    } sizes[] = {{3, 3, 60},  {5, 4, 60},   {8, 8, 60},   {10, 10, 60},
                 {7, 30, 20}, {15, 15, 30}, {20, 20, 12}, {30, 25, 4}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        pulma_wish *wish = pulma_wish_new(pulma_kind_find("nonogram"));
        pulma_wish_set_seed(wish, i);
        pulma_wish_set_size(wish, sizes[i].columns, sizes[i].rows, NULL);
        pulma_wish_set_difficulty(wish, PULMA_EASY, NULL);
        for (int k = 0; k < sizes[i].count; k++) {
            pulma_puzzle *p = NULL;
            assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
            assert_true(is_rated_as_explained(p, NULL));
            pulma_puzzle_free(p);
        }
        pulma_wish_free(wish);
    }
}

/* The clues of a picture. */
static void write_clues(int rows, int columns, const int *cells, char *text)
{
    text += sprintf(text, "nonogram\nrows:\n");
    for (int line = 0; line < rows + columns; line++) {
        bool row = line < rows;
        int step = row ? 1 : columns, n = row ? columns : rows, length = 0, blocks = 0;
        const int *cell = cells + (row ? line * columns : line - rows);
        if (line == rows)
            text += sprintf(text, "columns:\n");
        for (int i = 0; i <= n; i++, cell += step) {
            int painted = i < n && *cell;
            if (!painted && length > 0)
                text += sprintf(text, "%s%d", blocks++ ? " " : "", length);
            length = painted ? length + 1 : 0;
        }
        text += sprintf(text, "%s\n", blocks ? "" : "0");
    }
}

/* There are few of them, and it is still told at once that a board is one. */
static void small_boards_may_be_hard(void **state)
{
    (void)state;
    for (int side = 4; side <= 8; side++) {
        pulma_wish *wish = pulma_wish_new(pulma_kind_find("nonogram"));
        pulma_wish_set_size(wish, side, side > 4 ? side : 5, NULL);
        pulma_wish_set_level(wish, PULMA_LEVEL_HARD, NULL);
        for (int k = 0; k < (side > 4 ? 5 : 40); k++) {
            pulma_puzzle *p = NULL;
            assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
            assert_non_null(strstr(pulma_puzzle_title(p), ", hard 1."));
            assert_true(is_rated_as_explained(p, NULL));
            pulma_puzzle_free(p);
        }
        pulma_wish_free(wish);
    }
}

/* Some 590,000 boards of 5x5 are hard; those that are made are not always the same ones. */
static void small_hard_boards_are_various(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    char *made[COUNT];
    int repeats = 0;
    pulma_wish *wish = pulma_wish_new(pulma_kind_find("nonogram"));
    pulma_wish_set_size(wish, 5, 5, NULL);
    pulma_wish_set_level(wish, PULMA_LEVEL_HARD, NULL);
    for (int i = 0; i < COUNT; i++) {
        pulma_puzzle *p = NULL;
        bool same = false;
        assert_int_equal(pulma_wish_next(wish, &p, NULL), PULMA_OK);
        assert_int_equal(pulma_puzzle_write(p, "pattern", &made[i], NULL), PULMA_OK);
        for (int k = 0; k < i && !same; k++)
            same = strcmp(made[i], made[k]) == 0;
        repeats += same;
        pulma_puzzle_free(p);
    }
    assert_in_range(repeats, 0, 12);
    for (int i = 0; i < COUNT; i++)
        pulma_free(made[i]);
    pulma_wish_free(wish);
}

/* A board of noise, if single lines solve it; false: they do not. */
static bool noise_is_rated(int rows, int columns, int filled, struct pm_rng *rng)
{
    char text[TEXT];
    int cells[128];
    double rating;
    pulma_level level;
    for (int k = 0; k < rows * columns; k++)
        cells[k] = pm_rng_below(rng, 100) < filled;
    write_clues(rows, columns, cells, text);
    pulma_puzzle *p = read_as("pulma", text, strlen(text));
    bool rated = pm_steps_rate_soon(p, &rating, &level);
    if (rated)
        assert_true(is_rated_as_explained(p, NULL));
    pulma_puzzle_free(p);
    return rated;
}

/* Noise has other clues than what is drawn: many short blocks, empty and full lines. */
static void noise_is_rated_as_explained(void **state)
{
    (void)state;
    struct pm_rng rng;
    int rated = 0;
    pm_rng_init(&rng, 5);
    for (int i = 0; i < 400; i++)
        rated += noise_is_rated(2 + i % 7, 2 + i % 7, 30 + 60 * (i / 7 % 2), &rng);
    assert_in_range(rated, 100, 400);
}

/* Where much of a long line is empty, a refutation takes more rounds than there is room for. */
static void long_refutations_are_rated_as_explained(void **state)
{
    (void)state;
    struct pm_rng rng;
    int rated = 0;
    pm_rng_init(&rng, 6);
    for (int i = 0; i < 800; i++)
        rated += noise_is_rated(2, 60, 30, &rng);
    assert_int_equal(rated, 7); /* the others are not solved by single lines */
}

/* A look at a line has more rounds from 16 cells on, and from 32. */
static void full_lines_are_rated_as_explained(void **state)
{
    (void)state;
    static const int lengths[] = {15, 16, 17, 31, 32, 33, 62};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char text[TEXT], *end = text;
        end +=
            sprintf(end, "nonogram\nrows:\n%d\n%d\n1\ncolumns:\n", lengths[i], lengths[i]);
        for (int k = 0; k < lengths[i]; k++)
            end += sprintf(end, "%d\n", k == 7 ? 3 : 2);
        pulma_puzzle *p = read_as("pulma", text, strlen(text));
        assert_true(is_rated_as_explained(p, NULL));
        pulma_puzzle_free(p);
    }
}

/* Colours, lengths that are not told and cells that are given are left to the explainer, and so is
 * what takes more than single lines. */
static void other_boards_are_not_rated_at_once(void **state)
{
    (void)state;
    static const char *const texts[] = {
        two,
        "nonogram\nrows:\n?\n1\ncolumns:\n2\n1\n",
        "nonogram\nrows:\n2\n1\ncolumns:\n2\n1\ngivens:\n#.\n..\n",
        "nonogram\nrows:\n1\n1\ncolumns:\n1\n1\n",
        "nonogram\nrows:\n2\ncolumns:\n1\n1\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double rating;
        pulma_level level;
        pulma_puzzle *p = read_as("pulma", texts[i], strlen(texts[i]));
        assert_false(pm_steps_rate_soon(p, &rating, &level));
        pulma_puzzle_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_notations_say_the_same),
        cmocka_unit_test(notations_write_what_they_should),
        cmocka_unit_test(bytes_of_a_packed_picture_are_read),
        cmocka_unit_test(png_files_become_puzzles),
        cmocka_unit_test(bad_png_files_are_refused),
        cmocka_unit_test(pictures_of_several_answers_have_a_note),
        cmocka_unit_test(packs_of_puzzles_are_read_one_by_one),
        cmocka_unit_test(tournament_boards_are_read),
        cmocka_unit_test(notations_refuse_what_they_cannot_say),
        cmocka_unit_test(xml_is_understood),
        cmocka_unit_test(the_referee_says_what_is_wrong),
        cmocka_unit_test(bad_boards_are_refused),
        cmocka_unit_test(models_have_the_sizes_of_the_formulas),
        cmocka_unit_test(kernel_and_rules_agree),
        cmocka_unit_test(guesses_in_colours_are_possible),
        cmocka_unit_test(pictures_get_the_fewest_givens),
        cmocka_unit_test(wishes_are_kept_or_refused),
        cmocka_unit_test(inventions_are_as_hard_as_wished),
        cmocka_unit_test(what_single_lines_solve_is_rated_as_explained),
        cmocka_unit_test(small_boards_may_be_hard),
        cmocka_unit_test(small_hard_boards_are_various),
        cmocka_unit_test(noise_is_rated_as_explained),
        cmocka_unit_test(long_refutations_are_rated_as_explained),
        cmocka_unit_test(full_lines_are_rated_as_explained),
        cmocka_unit_test(other_boards_are_not_rated_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
