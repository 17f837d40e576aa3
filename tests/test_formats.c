/* What people have in their files: every notation of another program that is read, by a small text of
 * our own, as the board that comes of it; and what is refused, by the words that say so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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
        {"sudoku\ndiagonals: yes\n1...\n....\n\n....\n...2\n",
         "sudoku\ndiagonals: yes\n1...\n....\n....\n...2\n"},
        {"sudoku\n1...\n....\n....\n...2\n\nsudku\n" ROWS_A,
         "sudoku\n1...\n....\n....\n...2\n"
         "! 7:1: expected the name of a kind of puzzle (did you mean sudoku?), found "
         "'sudku'\n"},
        {LIST_A, "sudoku\n" ROWS_A},
        {"sudoku\n[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,2]]",
         "sudoku\n1...\n....\n....\n...2\n"},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_of_the_app_are_read),
        cmocka_unit_test(sudokus_are_read_from_lists),
        cmocka_unit_test(sudokus_are_read_as_grids),
        cmocka_unit_test(many_grids_stand_under_one_name),
        cmocka_unit_test(kinds_of_puzzlekit_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
