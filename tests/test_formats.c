/* What people have in their files: every notation of another program that is read, by a small text of
 * our own, as the board that comes of it; and what is refused, by the words that say so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/out.h"
#include "pulma/pulma.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct sample {
    const char *text;
    const char
        *boards; /* all boards in pulma's own notation; or the words of the refusal */
};

/* Everything that is in a text, one after another; what cannot be read as "! words". */
static void read_everything(const char *text, const char *kind, struct pm_out *out)
{
    pulma_reader *reader = pulma_reader_new(text, strlen(text), kind, NULL);
    pulma_puzzle *puzzle;
    pulma_status status;
    pulma_error err = {.message = ""};
    while ((status = pulma_reader_next(reader, &puzzle, &err)) != PULMA_NONE) {
        char *board = NULL;
        if (status == PULMA_OK &&
            pulma_puzzle_write(puzzle, "pulma", &board, NULL) == PULMA_OK)
            pm_out_text(out, board);
        else
            pm_out_f(out, "! %d:%d: %s\n", err.line, err.column, err.message);
        pulma_free(board);
        pulma_puzzle_free(puzzle);
        if (status != PULMA_OK && !pulma_reader_skip(reader))
            break;
    }
    pm_out_char(out, '\0');
    pulma_reader_free(reader);
}

static void compare(const struct sample *samples, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct pm_out found = {0};
        const char *wanted = samples[i].boards;
        read_everything(samples[i].text, NULL, &found);
        bool same = wanted[0] == '!' ? strncmp(found.data, "! ", 2) == 0 &&
                                           strstr(found.data, wanted + 2) != NULL
                                     : strcmp(found.data, wanted) == 0;
        if (!same)
            fail_msg("%s\ngave\n%s\nnot\n%s", samples[i].text, found.data, wanted);
        pm_out_free(&found);
    }
}

/* ---- Flow Free --------------------------------------------------------------------- */

static void levels_of_the_app_are_read(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {"3,0,7,2;0,1,2,5,8;3,4,7,6\n2:1,0,8,1;0,1\n",
         "flowfree\ntitle: level 7\ncover: yes\ntouch: yes\nA..\nB..\nB.A\n"
         "flowfree\ntitle: level 8\ncover: yes\ntouch: yes\nAA\n"},
        /* the frame is drawn only; holes; the dots alone */
        {"3:2+B,0,1,1,,4;3,0,1,2,5", "flowfree\ntitle: level 1\ncover: yes\ntouch: yes\n"
                                     "...\nA#A\n"},
        {"3,0,1,2;0,8;3,6;",
         "flowfree\ntitle: level 1\ncover: yes\ntouch: yes\nA..\nB..\nB.A\n"},
        {"3,0,1,1,4;0,1,2", "! levels with bridges"},
        {"3,0,1,1,,,0|1;0,1,2", "! levels with walls"},
        {"3,0,1,1;0,2,5,8", "! not side by side"},
        {"3,0,1,2;0,1,2;0,3", "! 1:15: cell 0 is used twice"},
        {"3,0,1,2;0,1,2;5,9", "! expected a number from 0 to 8"},
        {"3,0,1,2;0,1,2;", "! expected a number from 0 to 8"},
    };
    compare(samples, COUNT(samples));
}

/* ---- Sudoku ------------------------------------------------------------------------ */

#define ROWS_A                                                                             \
    "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n"        \
    "...419..5\n....8..79\n"
#define LINE_A                                                                             \
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#define FULL_A                                                                             \
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

static void sudokus_are_read_from_lists(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {"quizzes,solutions\n" LINE_A "," FULL_A "\n" LINE_A "," FULL_A "\n",
         "sudoku\n" ROWS_A "sudoku\n" ROWS_A},
        {"id,puzzle,solution,rating\n7," LINE_A "," FULL_A ",2.5\n",
         "sudoku\ntitle: 7 2.5\n" ROWS_A},
        {"12 " LINE_A " 1.5\n", "sudoku\ntitle: 12 1.5\n" ROWS_A},
        {"\"" LINE_A "\"\n\"" LINE_A "\",\"" FULL_A "\"\n",
         "sudoku\n" ROWS_A "sudoku\n" ROWS_A},
        {"https://www.sudokuwiki.org/sudoku.htm?bd=" LINE_A "\n", "sudoku\n" ROWS_A},
        {"https://sudoku.example/play/" LINE_A "/?x=1\n", "sudoku\n" ROWS_A},
        {"https://sudoku.example/play/1" LINE_A "\n", "! a known notation"},
        {"quizzes,solutions\nnothing\n", "! the name of a kind of puzzle"},
        {"Grid 01\n" ROWS_A "Grid 02\n" ROWS_A,
         "sudoku\ntitle: Grid 01\n" ROWS_A "sudoku\ntitle: Grid 02\n" ROWS_A},
    };
    compare(samples, COUNT(samples));
}

#define BANDS_A                                                                            \
    "53..7....\n6..195...\n.98....6.\n\n8...6...3\n4..8.3..1\n7...2...6\n\n.6....28.\n"    \
    "...419..5\n....8..79\n"
#define LIST_A                                                                             \
    "[[5,3,0,0,7,0,0,0,0],[6,0,0,1,9,5,0,0,0],[0,9,8,0,0,0,0,6,0],\n"                      \
    "[8,0,0,0,6,0,0,0,3],[4,0,0,8,0,3,0,0,1],[7,0,0,0,2,0,0,0,6],\n"                       \
    "[0,6,0,0,0,0,2,8,0],[0,0,0,4,1,9,0,0,5],[0,0,0,null,8,0,0,7,9]]\n"

static void sudokus_are_read_as_grids(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {BANDS_A "\n" ROWS_A, "sudoku\n" ROWS_A "sudoku\n" ROWS_A},
        {"sudoku\n" BANDS_A "\n" ROWS_A "\n" BANDS_A,
         "sudoku\n" ROWS_A "sudoku\n" ROWS_A "sudoku\n" ROWS_A},
        {"sudoku\n1...\n....\n....\n...2\n\n3...\n....\n....\n...4\n\nsudoku\n" ROWS_A,
         "sudoku\n1...\n....\n....\n...2\nsudoku\n3...\n....\n....\n...4\nsudoku\n" ROWS_A},
        {"sudoku\n1,,,\n,,,\n,3,,\n,,,2\n", "sudoku\n1...\n....\n.3..\n...2\n"},
        {"sudoku\n1,,,\n,,,\n,3x,,\n,,,2\n", "! 4:3: expected the end of the line"},
        {"binary\n0,,,1\n,,,\n,1,,\n,,0,\n",
         "binary\ndifferent: yes\n0..1\n....\n.1..\n..0.\n"},
        {"[[5 3 0 0 7 0 0 0 0]\n [6 0 0 1 9 5 0 0 0]\n [0 9 8 0 0 0 0 6 0]\n"
         " [8 0 0 0 6 0 0 0 3]\n [4 0 0 8 0 3 0 0 1]\n [7 0 0 0 2 0 0 0 6]\n"
         " [0 6 0 0 0 0 2 8 0]\n [0 0 0 4 1 9 0 0 5]\n [0 0 0 0 8 0 0 7 9]]\n",
         "sudoku\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6...."
         "28."
         "\n...419..5\n....8..79\n"},
        {"{\"board\": [[1,0],[0,0]]}\n", "! expected a member \"kind\""},
        {"sudoku\ndiagonals: yes\n1...\n....\n\n....\n...2\n",
         "sudoku\ndiagonals: yes\n1...\n....\n....\n...2\n"},
        {"sudoku\n1...\n....\n....\n...2\n\nsudku\n" ROWS_A,
         "sudoku\n1...\n....\n....\n...2\n"
         "! 7:1: expected the name of a kind of puzzle (did you mean sudoku?), found "
         "'sudku'\n"},
        {"Zudoku\n" ROWS_A,
         "! 1:1: expected the name of a kind of puzzle (did you mean sudoku?)"},
        {"kukaro\n" ROWS_A, "! (did you mean kakuro?)"},
        {"Griddlers\n" ROWS_A, "! (did you mean nonogram?)"},
        {"recipe\n" ROWS_A, "! or a known notation, found 'recipe'"},
        {LIST_A, "sudoku\n" ROWS_A},
        {"sudoku\n[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,2]]",
         "sudoku\n1...\n....\n....\n...2\n"},
        /* rows that are lists stay together, whatever lies between them */
        {"sudoku\n[[1,0],\n[0,0],\n\n[0,1]]", "! as many cells in each row"},
        {"[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,2]]", "! this may be sudoku"},
        {"sudoku\n[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,5]]", "! digit up to 4"},
        {"binary\n[[1,0],[null,0]]\n", "binary\ndifferent: yes\n10\n.0\n"},
        {"binary\n[\"1.\",\"..\"]\n", "binary\ndifferent: yes\n1.\n..\n"},
        {"flowfree\n3,0,7,1;0,1,2\n",
         "flowfree\ntitle: level 7\ncover: yes\ntouch: yes\nA.A\n...\n...\n"},
    };
    compare(samples, COUNT(samples));
}

/* Thousands of grids under one name must not take the square of their number. */
static void many_grids_stand_under_one_name(void **state)
{
    (void)state;
    enum { GRIDS = 2000 };
    struct pm_out text = {0}, found = {0};
    pm_out_text(&text, "sudoku\n");
    for (int i = 0; i < GRIDS; i++)
        pm_out_text(&text, "1...\n....\n....\n...2\n\n");
    read_everything(text.data, NULL, &found);
    int n = 0;
    for (const char *c = found.data; (c = strstr(c, "sudoku")) != NULL; c++)
        n++;
    assert_int_equal(n, GRIDS);
    assert_null(strchr(found.data, '!'));
    pm_out_free(&text);
    pm_out_free(&found);
}

/* ---- PuzzleKit --------------------------------------------------------------------- */

static void kinds_of_puzzlekit_are_told_apart(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {"4 4\n3 - 7 -\n- - - -\n3 - 7 -\n- - - -\n1 1 2 2\n1 1 2 2\n3 3 4 4\n3 3 4 4\n",
         "! found '7' (read as sudoku"},
        {"4 4\n3 - 7 -\n7 - 3 -\n3 - 7 -\n7 - 3 -\na a b b\nc c d d\ne e f f\ng g h h\n",
         "sudoku\ncages:\naabb\nccdd\neeff\ngghh\nsums:\n3 7\n7 3\n3 7\n7 3\n"},
        {"3 3\n1 - -\n2 - 1\n- - 2\n", "flowfree\ncover: yes\ntouch: no\n1..\n2.1\n..2\n"},
    };
    compare(samples, COUNT(samples));
}

/* ---- The Portable Puzzle Collection ------------------------------------------------ */

#define PAGE "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"
#define SOLO "sudoku\n...4\n...3\n3...\n1...\n"
#define SAVED(game, params, desc)                                                          \
    "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\n"                \
    "GAME    :" game "\nPARAMS  :" params "\nCPARAMS :" params "\nDESC    :" desc          \
    "\nNSTATES :1:2\nSTATEPOS:1:2\nMOVE    :6:R1,2,3\n"

static void saved_games_and_links_are_read(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {SAVED("4:Solo", "3:2x2", "9:c4c3_3c1c") SAVED("4:Solo", "3:2x2", "9:c4c3_3c1c"),
         SOLO SOLO},
        {PAGE "solo.html#2x2:c4c3_3c1c\n" PAGE "unruly.html#4x4:aBn\n",
         SOLO "binary\ndifferent: no\n0.1.\n....\n....\n....\n"},
        {PAGE "pattern.html#2x1:1//1\n", "nonogram\nrows:\n1\ncolumns:\n1\n0\n"},
        {PAGE "net.html#3x3:411e7d413\n",
         "infinityloop\nconnected: yes\nloops: no\n411\ne7d\n413\n"},
        {PAGE "loopy.html#3x3:1a1\n" PAGE "solo.html#2x2:c4c3_3c1c\n",
         "! games 'loopy' of the Portable Puzzle Collection are not read"},
        {PAGE "solo.html#3x3#1234\n", "! a link with a random seed"},
        {SAVED("5:Loopy", "3:3x3", "3:1a1"), "! games 'Loopy'"},
        {SAVED("4:Solo", "3:2x2", "90:c4c3_3c1c"), "! expected 90 characters"},
        {SAVED("4:Solo", "3:2x2", "8:c4c3_3c1c"), "! the end of a line after 8 characters"},
        {"SAVEFILE:1:x\nGAME    :4:Solo\n", "! GAME, PARAMS and DESC"},
    };
    compare(samples, COUNT(samples));
}

/* ---- pzpr --------------------------------------------------------------------------- */

static void files_of_pzpr_are_read(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {"pzprv3\nsudoku\n4\n. . 2 .\n4 . . -\n. . . 1\n. 3 . .\n. . . .\n. . . .\n"
         ". . . .\n. . . .\n\npzprv3/sudoku/4/. . 2 . /4 . . . /. . . 1 /. 3 . . /\n",
         "sudoku\n..2.\n4...\n...1\n.3..\nsudoku\n..2.\n4...\n...1\n.3..\n"},
        {"https://puzz.link/p?pzprv3/numlin/2/2/1 . /1 . /0 /0 /0 0 /",
         "flowfree\ncover: no\ntouch: yes\n1.\n1.\n"},
        {"pzprv3.1\nstarbattle\n2\n2\n1\n2\n0 1\n0 1\n. #\n. .\n",
         "starbattle\nstars: 1\nAB\nAB\n"},
        {"pzprv3/kakuro/2/2/0 3 -1 /0 . 0,0 /4 . . /. . /. . /",
         "kakuro\n#  3\\ #\n#  .  #\n\\4 .  .\n"},
        {"pzprv3/nonogram/2/3/. . 1 . - /. . # . . /. 1 # . . /",
         "nonogram\nrows:\n0\n1\ncolumns:\n1\n0\n?\n"},
        {"pzprv3/slither/2/2/. . /. . /", "! files of pzpr for 'slither' are not read"},
        {"pzprv3/sudoku/4/. . 2 /", "! 4 words in this line"},
        {"https://puzz.link/p?sudoku/v:/4/4/h2g4l1g3h", "sudoku\n..2.\n4...\n...1\n.3..\n"},
        {"https://puzz.link/p?sudoku/v:knight/4/4/h2g4l1g3h",
         "! the variant 'knight' of sudoku is not known"},
    };
    compare(samples, COUNT(samples));
}

/* ---- Sudoku with constraints -------------------------------------------------------- */

#define PENPA "https://swaroopg92.github.io/penpa-edit/#m=edit&p="

static void constraints_are_read_or_named(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {".Shape~4x4.~R1C1~3.~R2C2~4.Cage~3~R1C3~R1C4.Diagonal~1.Diagonal~-1\n",
         "sudoku\ndiagonals: "
         "yes\n3...\n.4..\n....\n....\ncages:\n..aa\n....\n....\n....\n"
         "sums:\n3\n"},
        {"https://sigh.github.io/Interactive-Sudoku-Solver/"
         "?q=.Shape~4x4.~R1C1_3~R2C2_4\n",
         "sudoku\n3...\n.4..\n....\n....\n"},
        {".Thermo~R1C1~R1C2\n", "! uses 'Thermo'"},
        {".Diagonal~1\n", "! one diagonal only"},
        {".~R1C1~3~4\n", "! several digits to choose from"},
        {".Cage~0~R1C1\n", "! expected a number from 1 to 1000"},
        {PENPA "TZA/T8QwDMX3fIpT5jfETVI72RgYueVuQVU3kEAgnQTXpVW/O86fAnJi/eTYfk/"
               "5Xl5uHwuChhc4"
               "kEYgqTe6cq7v98/"
               "XfMLDcn+7feWTmRxqzGZ9Mtt6zpslsXmy3uqwJTvDDlwK4a8QQinQUdixPuoc"
               "e7A+DLAcwLFRBI+"
               "NRjBXkoTkKiWHRI0IaWg0IPlK5CLIjZ1HZe7MytJZlFNT8BA6VKXtYIY0J0KQ"
               "1if+UJV4aBVP/Ouk9SWvq7u9otj2pPTPCHVx/YFL3jQ/1zzmacZ61bybbTfTbH4A",
         "sudoku\n3...\n.4..\n....\n..1.\n"},
        {PENPA "TZA9C8IwEIb3/ArJfEPuLv1INgdHXXSR0sFBUBDEr6Wl/"
               "9239UqlbXg4kicPfT0+p+eZCjxaUyDG"
               "E7meviKM7+H6vp3zitaf9+X+zCvXMPZhZ+"
               "u6reu7Xe69JJ8brx6HPfuWvE6DuAyKehzwPBio2+Ac"
               "B3gC+yyYBtwdxFjAaqzg+"
               "GNUMSfjRCzhxwKPmEfgEfNoSayVcQWujeFR8yg80TxTT1oaeG6L4LkH"
               "+9k8zEsD63Lv2CnVX5s5BU6dO8ee0jj9tbH14Cftc4/"
               "1OK1lblrqDlgH1w+uad0X", /* with a margin */
         "sudoku\n3...\n.4..\n....\n..1.\n"},
        {PENPA "AZ4AYf9zdWRva3UsNCw0LDM4LDAsMSwxLDQxOCw0MTgsNTAsNTAsVGl0bGU6ICx"
               "BdXRob3I6IApb"
               "MCwwLDAsMF0Kek0Ke3pOOnsiMTgiOlsiMyIsMSwiMSJdLCIyNyI6WyI0IiwxLCI"
               "xIl0sIjQ0Ijpb"
               "IjEiLDEsIjEiXX0sekU6e30selM6e30selk6e30sejY6W10selQ6W119Cnt9Clt"
               "dCg==", /* not compressed */
         "sudoku\n3...\n.4..\n....\n..1.\n"},
        {PENPA "PY2xCsMgFEV3vyI43+FpYqJuHTq2S7MUcegQaKFQmiaLkn/viyHh6eVw8Tx/3/"
               "kxDmh4aguC4mmU"
               "LdfQevrX9B58hdM8PT+jr0QglIkiXUROV5+"
               "lbqUPUkmWOSNkbdZC78WCdOZnVsPW0mtI28CaQo7g"
               "1EYKTm/UwdmNHBRRwc4csoajfc2u0KHwGleITbbXlv+/+cx5L9n6EJF6zkXkRYQo/g==",
         "sudoku\n....\n1...\n.2..\n....\nregions:\naabb\nabbc\nadcc\ndddc\n"},
        {PENPA "Ky4sTSxK1TEBQmMLHQMdQyA0MbQAY1MDEArJLMlJtVLQcSwtycgvslLgijbQAcN"
               "YripfruoqP6tq"
               "JUMLJatoJWMloGYlQ6VYHSUjc5CACULAxAQkYAgTqNWpcrWqBpLBYDISTJpZRcf"
               "qVIUAyVqu6lqu"
               "6FguAA==",
         "! no regions"},
        {PENPA "RYyxCsMwDER3fUXQrMFO3NZo69AxXZqlGNMhDTQ0EEjjxcb/"
               "XtlQykk3PN3pE57rO5ARdZYUaZHR"
               "tu5BlRnmfZm4oXPYX+"
               "vGDThFVR5iDyleOaG2yA47lDJq9ITtqQDzB8YUoH8gU7xwEr9Vv8uPVklC"
               "ruO8jcv06JHaEjuy8xQH8Qwpg/PwBQ==",
         "! symbols"},
        {PENPA "Ky5Nyc8u1TEBQmMLHQMdQyA0MbQAY1MDEArJLMlJtVLQcSwtycgvslLgijbQAcNYripfr"
               "uoqP6tq"
               "JUMLJatopQoloGYlQ6XYWp0qV6tqIBkMJiPBpJlVdKxOVQiQrOWqruWKjuUCAA==",
         "! no digits"},
        {PENPA "7VZdb9", "! damaged"},
        {"https://swaroopg92.github.io/penpa-edit/", "! holds no drawing"},
        {"https://tinyurl.com/abcdef", "! a short link"},
    };
    compare(samples, COUNT(samples));
}

/* The first two are public boards: a test of SudokuPad's own, and "Parity Fish" by Marty Sears. */
static void boards_of_sudokupad_are_read(void **state)
{
    (void)state;
#define CLASSIC                                                                            \
    ".6.91...7\n..2....15\n.....4...\n9..3.....\n.....6...\n4.3...25.\n..4.....8\n.."      \
    "...87.4\n..5.7..3.\n"
    static const struct sample samples[] = {
        {"https://sudokupad.app/classicB6B91D7C2E15F4D9C3K6D4B3D25D4F8F87B4C5B7C3B",
         "sudoku\n" CLASSIC},
        {"https://sudokupad.app/"
         "sclN4SwJgXA5AzgHjAtgfQLIEMBOAXAngZQFMsZkBWADgAYBjANgDMwAjV9ATmYeasIHYAjOkID2"
         "VACziGVAExhxNKABpEhbOjDp1EYDAD2AV0w1C0fAbB6A1gYAEGK4Uy2AbjNlkAdLM8zxAWhoaBjJ"
         "0CjpldANsAAs9TGgMHFxbIhJlTAMAG0IYaAA5eMR0LNsYC2s7TJyYW3QAB3qs3ABuWwYQLNLYwls"
         "Ac0xwWwB3EFjbHtswED6x2oF/djK9CZitKZm5qb0AOwAdKGxbTEJ64iOQHbqdlMw9YaVbGj0sg0Q"
         "dx/QdsFtizEcfgBmOCA2zMPRwTx7HYAFWGKxMXVqGgAVugTDsjiVdn06sdCD8spdeogDDAjs9Meh"
         "LrZdr1CC5CFdprMsd9aTtenowD8WWMobD4U9CEinrtOTRsASwSl0CMYmNepYKbt1DTKTBCDRoiBG"
         "RtWTABXCESKsrVKRKpT9mLKwVl0VZtiqqTS+dhasMYk4uZzbCBapYDMwcqsuT1MJ5lPpXtgQLtoB"
         "QyOJAXR2AI+DJ2Hw6DIyAIKIDxAIZIW+BR2GQ6EWKxQS3Q+JXy4C+OIZMXmwJxHQyOwKGXK+xWwI"
         "U2na83xGRCzJBI32MpmLNin1TFAYthsPU8gB6LcgTwgRB9IyeZ6ILc7QEgADy2HE+U8KLOfXni/Q"
         "y709XRY1wEAESmw0AAApYN+tgAGL+jEUAAL5KCYEAANoIUoKGoShAC6SjIWhqGYdhOFKHhBEYVhx"
         "GEaRxFEZRFEEVRtGYSciFIVQShUHhLECOxSgyHhf5sVhf6cQJ3F4TIrGiUoQkIWJPF4QhLGAlx4h"
         "cWQvFKIpwnKcJqlYWJGnSUoWkGapcksXQXF8FxFBqeZwmWcJ1m6UotkGfZBnWXJgLiVhXlSV5PFY"
         "eI3kIUFUlBQFCFkMFUVSVFslYQhXn6V5RleTpIXqXhQVGUF6VRfpUVGVFJkJV5LleW5XmORlLlBW"
         "5QXVVFLlRW5UUeQldDBZ1UmdRFfDBf1Un9RFFDBaNUmjfFSGdfpnVGZ16X9fp/VGf16Wjfpo1GaN"
         "JXTc5eGdW5nXVf1Ln9W5/XVaNLmjW5o0eZheiIcAkqIYCnhtZhwwQFQniFkoMQ/X9QWxL+vijVK0"
         "DKDQEAAMQsQk2BwTIcNgXBAhw1QsEvQBIUfUojnfb9/2A8TIOAwI4P/iu0OY0oiPI6j6OY9jr2Rf"
         "jhNAyTXPk2DMgQzTcF0wzNAo7DaM0Bj8Os7j4j40JRPAwDPP/hTVOQ1AtPw/TEBI6LTOSyzSg44h"
         "k0fV9Kuk0roOU/z1NQ0L2si2LEtS1jxts/1v06Yr3Nk6rfMCw7MNO7rjPi8z0se7jfHm0ovtBVb/"
         "02+rgshwjYf6xHhtRybCF0Pj9kJ8r/sp3bGtaxnesu5H7t5wXMUW/7Se87bQea47Vfh67Rt5xQHN"
         "N0rLcB239sd+nOvVwbbsy4hfD4z7lsq2X7eV5P3e17PCF/u9i/N8vavl2nwuZzXOd157SheHvQ8H"
         "4HY9r870+92zYkN4PfvW4fq+d+vWc97nNm3sRLxyXqXb+D9f5P2zjPaOiE/xyxvp/ZOECK5QNPs/"
         "QBuNfJx19l5JOXk0EhzRtAi+2DC4f3wVzQhx8I6kK3jJXB1CS5/RocHJm9C4EIX7nFShLDARsPHh"
         "wjBWDTZKHnkgqhxNBFaxISIrG6FoJAA",
         "! symbols drawn on it"},
        {"https://sudokupad.app/sclN4YwzgXArADANCAphA2iuwBuEBMBfOOAXThSwgBYDCT1DyBGPWj"
         "bAZmqJICdk0V4MWvAa0GcIaXGjaAuDmFw2Y+SuWycE2ptGk2WvXBmkUmhaU3LD5lPvUkQAQ1TkA5"
         "ABcAlu4A2yAAQAku4AOq5g/gBmAPYArtyucLEAdp4AjrHIkQSgfHKScsbsSakZyO7MeEA",
         "sudoku\ntitle: It's "
         "four\n.2..\n4...\n...1\n.3..\ncages:\naa..\n....\n....\n....\nsums:\n3\n"},
        {"ctcN4WwpgLghgJl0C5gQQcgMpQJ4AIA6qAFgJYGoA0ATgK4A2YAzmlHgHYBGqAvuQMZMBWAAx8wC"
         "ANrjywAG4IATD3IBdcuNkIALEpVry+jQEYuqqRoDMS5aspjJ4kUNMjDpw+SdqR862vHvXL3JzN3I"
         "fNXcQ03F5D1NYwPFzOLVk12jY8Jjg02Ss5KjVXigJDVQAewhCMEoEHABJCAIGHAAzcupKCmpWYgB"
         "HajFWnmBeOwcUifTyOWSe/sGECBMuIA",
         "sudoku\ntitle: Say 'hi'\n.2..\n4...\n...1\n.3..\n"
         "regions:\naaab\nabbb\nccdd\nccdd\ncages:\naa..\n....\n....\n....\nsums:\n3\n"},
        {"https://sudokupad.app/sclN4YwzgXArADANCAphA2iuwBuEBMBfOOAXThSwgBYDCT1DyBGPWj"
         "bAZmqJICdk0V4MWvAa0GcIaXGjaAuDmFw2Y+SuWycE2ptGk2WvXBmkUmhaU3LD5lPvUkANqnIByA"
         "C4BLNw+QACAJJuADouYL4AZgD2AK7cLnDRAHYeAI7RyOEEoHxyknLG7AnJachuzHhA===",
         "! lines drawn on it"},
        {"https://sudokupad.app/?puzzleid=sclN4YwzgXArADANCAphA2iuwBuEBMBfOOAXThSwgBYD"
         "CT1DyBGPWjbAZmqJICdk0V4MWvAa0GcIaXGjaAuDmFw2Y%2BSuWycE2ptGk2WvXBmkUmhaU3LD5l"
         "PvUkQAQ1TkA5ABcAlu4A2yAAQAku4AOq5g/gBmAPYArtyucLEAdp4AjrHIkQSgfHKScsYp6ZkQ7s"
         "x4QA=&setting-nogrid",
         "! a cage without a sum"},
        {"sclN4YwpgXA2lA0wDcICYC+tYF1ZURALOhtnBngIyonxIDMRm2ATpDFMrMiR7SbZ31i8S7WAAZus"
         "coIk5+0kWIE4lvHOWVQNwnFCWy9UkhoMaFmVEA=", /* boxes in another order */
         "sudoku\n.2..\n4...\n...1\n.3..\n"},
        {"sclN4IgzglgXgpiBcAWANCALhNAbO90QDsBPEVAQwFc0ALA", "! damaged"},
        {"https://sudokupad.app/classicB6B91D7C2E15F4D9C3K6D4B3D25D4F8F87B4C5B7C3",
         "! damaged"},
        {"https://sudokupad.app/gpm0l3mmrx", "! does not hold the puzzle"},
        {"https://app.crackingthecryptic.com/sudoku/gpm0l3mmrx",
         "! does not hold the puzzle"},
    };
    compare(samples, COUNT(samples));
}

/* ---- Star battle -------------------------------------------------------------------- */

static void star_battles_are_read_from_lines(void **state)
{
    (void)state;
#define STARS "starbattle\nstars: 1\nABBAA\nAAAAA\nAACCD\nEEEED\nEEEED\n"
    static const struct sample samples[] = {
        {"551WA1H4gva\n551eA1H4gva000000000\n551WA1H4gva~r1c1\n", STARS STARS STARS},
        {"1,2,2,1,1,1,1,1,1,1,1,1,3,3,4,5,5,5,5,4,5,5,5,5,4\n", STARS},
        {"551W0000000\n", "! expected walls around 5 regions, found 1"},
        {"551WA1H\n", "! the name of a kind"},
        {"1,1,2,2,1,1,2,2,3,3,4,4,3,3,4,4\n", "! the name of a kind"},
    };
#undef STARS
    compare(samples, COUNT(samples));
}

/* ---- Nonograms ---------------------------------------------------------------------- */

static void nonograms_are_read_from_lists(void **state)
{
    (void)state;
#define CROSS "rows:\n1\n3\n1\ncolumns:\n1\n3\n0\n"
    static const struct sample samples[] = {
        {"GRID A cross\n# the rows\nROWS\n[ 1 ]\n[ 3 ]\n[ 1 ]\nCOLUMNS\n[ 1 ]\n[ 3 ]\n[ ]\n"
         "GRID\nROWS\n[1]\nCOLUMNS\n[1]\n",
         "nonogram\ntitle: A cross\n" CROSS "nonogram\nrows:\n1\ncolumns:\n1\n"},
        {"rows = 3; % three\nrow_rule_len = 2;\nrow_rules = array2d(1..rows, "
         "1..row_rule_len,\n[ 0,1, % first\n 0,3, 0,1 ]);\ncols = 3;\n"
         "col_rules = [| 0, 1 | 0, 3 | 0, 0 |];\n",
         "nonogram\n" CROSS},
        {"GRID x\nROWS\n[ 2 ]\nCOLUMNS\n[ 1 ]\n", "! 3:3: expected 1, found '2'"},
        {"GRID x\nROWS\n1 2\n", "! a clue as [ 1 2 ]"},
        {"GRID x\nROWS\n[ 1 ]\n", "! expected clues of columns, found none"},
        {"row_rules = [1, 2];\ncol_rules = [1];\n", "! expected a table"},
        {"row_rules = [| 1 | x |];\ncol_rules = [| 1 |];\n", "! expected a number from 0"},
    };
#undef CROSS
    compare(samples, COUNT(samples));
}

/* ---- Edge matching ------------------------------------------------------------------- */

static void pieces_are_read(void **state)
{
    (void)state;
#define PIECES "0 1 2 0\n0 0 1 1\n2 1 0 0\n1 0 0 1\n"
#define BOARD  "edgematch\n" PIECES
    static const struct sample samples[] = {
        {"c four pieces\np tile 2 2 2\n" PIECES "p tile 2 2\n" PIECES, BOARD BOARD},
        {"{\"pieces\": [[0,1,2,0],[0,0,1,1],[2,1,0,0],[1,0,0,1]]}", BOARD},
        {"{\"width\": 2, \"height\": 2, \"name\": \"four\", \"pieces\": [{\"edges\": "
         "[0,1,2,0]}, {\"id\": 2, \"top\": 0, \"right\": 0, \"bottom\": 1, \"left\": 1}, "
         "[2,1,0,0],[1,0,0,1]]}",
         "edgematch\ntitle: four\n" PIECES},
        {"p tile 2 2\n0 1 2 0\n", "! expected 4 pieces, found 1"},
        {"p tile 21 21\n0 1 2 0\n", "! at most 400 pieces"},
        {"p tile 2 1\n0 1 2\n", "! expected a number from 0 to 250"},
        {"{\"pieces\": [[0,1,2]]}", "! a piece as four numbers"},
        {"{\"pieces\": [{\"top\": 1}]}", "! its right side"},
        {"{\"size\": 3, \"pieces\": [[1,1,1,1]]}", "! expected 9 pieces, found 1"},
        {"{\"pieces\": [[1,1,1,1]], \"hints\": [1]}", "! hints are read"},
        {"{\"parts\": [[1,1,1,1]]}", "! the name of a kind of puzzle"},
    };
#undef BOARD
#undef PIECES
    compare(samples, COUNT(samples));
}

/* ---- Empty cells --------------------------------------------------------------------- */

/* '.', and _ x - * 0 where they mean nothing else. */
static void empty_cells_have_many_signs(void **state)
{
    (void)state;
    static const struct {
        const char *head, *signs, *rows; /* '?' in the rows is the sign */
    } kinds[] = {
        {"binary\n", "_x-*", "0?\n?0\n"},
        {"blank\n", "_*0", "x?\n"},
        {"edgematch\nrows: 1\ncolumns: 2\n0 1 0 0\n0 0 0 1\nhints:\n", "_x*", "1/0 ?\n"},
        {"flowfree\n", "_-*", "A?A\n"},
        {"kakuro\n", "_0", "# 3\\\n# ?\n# ?\n"},
        {"knight\n", "_-0", "S??\n???\n???\n"},
        {"monodot\nnodes: 2\n", "_x-*0", "1?\n"},
        {"nonogram\nrows: 1\ncolumns:\n1\n0\ngivens:\n", "_*0", "#?\n"},
        {"slider\n", "_x-*0", "S?T\n"},
        {"starbattle\nAB\ngiven:\n", "_0", "*?\n"},
        {"sudoku\n", "_x-*0", "1???\n????\n????\n????\n"},
        {"tiling\npieces:\nA xx\ngrid:\n", "_x-*0", "??\n"},
    };
    for (size_t k = 0; k < COUNT(kinds); k++)
        for (const char *sign = kinds[k].signs; *sign; sign++) {
            struct pm_out text = {0}, found = {0}, plain = {0};
            pm_out_text(&text, kinds[k].head);
            pm_out_text(&plain, kinds[k].head);
            for (const char *c = kinds[k].rows; *c; c++) {
                pm_out_char(&text, *c == '?' ? *sign : *c);
                pm_out_char(&plain, *c == '?' ? '.' : *c);
            }
            struct pm_out dots = {0};
            read_everything(text.data, NULL, &found);
            read_everything(plain.data, NULL, &dots);
            if (strcmp(found.data, dots.data) != 0 || found.data[0] == '!')
                fail_msg("%s\ngave\n%s\nnot\n%s", text.data, found.data, dots.data);
            pm_out_free(&text);
            pm_out_free(&plain);
            pm_out_free(&found);
            pm_out_free(&dots);
        }
}

/* Lines that are read at once have the numbers and positions that others have. */
static void usual_lines_are_counted(void **state)
{
    (void)state;
    static const char board[] =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    char text[400];
    const int len = snprintf(text, sizeof text, "%s\n%s named\n\n%s", board, board, board);
    static const int lines[] = {1, 2, 4};
    static const char *const titles[] = {"", "named", ""};
    static const uint64_t positions[] = {0, 82, 171};
    pulma_reader *reader = pulma_reader_new(text, (size_t)len, NULL, NULL);
    for (int i = 0; i < 3; i++) {
        pulma_puzzle *puzzle = NULL;
        assert_int_equal(pulma_reader_next(reader, &puzzle, NULL), PULMA_OK);
        assert_int_equal(pulma_puzzle_line(puzzle), lines[i]);
        assert_int_equal(pulma_reader_position(reader), positions[i]);
        assert_string_equal(pulma_puzzle_title(puzzle), titles[i]);
        pulma_puzzle_free(puzzle);
    }
    pulma_reader_free(reader);
    pulma_puzzle *one = NULL;
    assert_int_equal(pulma_puzzle_read(NULL, board, 81, &one, NULL), PULMA_OK);
    assert_int_equal(pulma_puzzle_line(one), 1);
    pulma_puzzle_free(one);
    assert_int_equal(pulma_puzzle_read("kakuro", board, 81, &one, NULL), PULMA_BAD_TEXT);
    assert_int_equal(pulma_puzzle_read(NULL, text, 171, &one, NULL), PULMA_BAD_TEXT);
    assert_null(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_lines_are_counted),
        cmocka_unit_test(levels_of_the_app_are_read),
        cmocka_unit_test(sudokus_are_read_from_lists),
        cmocka_unit_test(sudokus_are_read_as_grids),
        cmocka_unit_test(many_grids_stand_under_one_name),
        cmocka_unit_test(kinds_of_puzzlekit_are_told_apart),
        cmocka_unit_test(saved_games_and_links_are_read),
        cmocka_unit_test(files_of_pzpr_are_read),
        cmocka_unit_test(constraints_are_read_or_named),
        cmocka_unit_test(boards_of_sudokupad_are_read),
        cmocka_unit_test(star_battles_are_read_from_lines),
        cmocka_unit_test(nonograms_are_read_from_lists),
        cmocka_unit_test(pieces_are_read),
        cmocka_unit_test(empty_cells_have_many_signs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
