/* The real Eternity puzzle and boards from its pieces, where their data is at hand: the directory
 * with pieces.txt and boards.txt is the argument.  Without it there is nothing to test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "facts.h"
#include "handle.h"
#include "puzzles/eternity1/eternity1.h"

enum { SKIPPED = 77, PIECES = 300, TEXT = 1 << 17 };

static char pieces[PIECES][200];

static bool read_pieces(const char *directory)
{
    char path[1000], word[200];
    int number;
    snprintf(path, sizeof path, "%s/pieces.txt", directory);
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%d %199s", &number, word) == 2)
        if (number >= 0 && number < PIECES)
            strcpy(pieces[number], word);
    if (file)
        fclose(file);
    return file;
}

/* Lines for the pieces of a list such as 3,5-7. */
static char *write_pieces(char *text, const char *list)
{
    while (*list) {
        char *end;
        long from = strtol(list, &end, 10), to = from;
        if (*end == '-')
            to = strtol(end + 1, &end, 10);
        for (long i = from; i <= to && i < PIECES; i++)
            text += sprintf(text, "%ld %s\n", i, pieces[i]);
        list = *end == ',' ? end + 1 : "";
    }
    return text;
}

/* A board of boards.txt; NULL: there is none of that name. */
static pulma_puzzle *board_named(const char *directory, const char *name)
{
    static char text[TEXT], list[2000], word[2000];
    char path[1000], found[100];
    pulma_puzzle *puzzle = NULL;
    snprintf(path, sizeof path, "%s/boards.txt", directory);
    FILE *file = fopen(path, "r");
    while (file && !puzzle && fscanf(file, "%99s %1999s %1999s", found, list, word) == 3) {
        if (strcmp(found, name) != 0)
            continue;
        write_pieces(text + sprintf(text, "eternity1\nboard: %s\npieces:\n", word), list);
        puzzle = puzzle_of(NULL, text);
    }
    if (file)
        fclose(file);
    return puzzle;
}

static void the_whole_board_has_the_published_size(void **state)
{
    pulma_puzzle *p = board_named(*state, "eternity");
    assert_non_null(p);
    const struct pm_eternity1 *e = p->data;
    assert_int_equal(e->piece_count, 209);
    assert_int_equal(e->board.count + e->piece_count, 7733); /* the model's constraints */
    assert_int_equal(e->placement_count, 1372296);           /* and variables */
    pulma_puzzle_free(p);
}

static void smaller_boards_have_all_their_answers(void **state)
{
    static const struct {
        const char *name, *count;
        int placements;
    } cases[] = {{"trinity", "1", 142},
                 {"serenity", "12", 876},
                 {"whale", "1", 1071},
                 {"boat", "1", 8753},
                 {"tortoise", "2", 47657}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pulma_puzzle *p = board_named(*state, cases[i].name);
        assert_non_null(p);
        assert_int_equal(((const struct pm_eternity1 *)p->data)->placement_count,
                         cases[i].placements);
        pulma_job *job = pulma_job_new(p);
        assert_int_equal(pulma_job_count(job, 0, NULL), PULMA_OK);
        assert_string_equal(pulma_job_count_text(job), cases[i].count);
        pulma_job_free(job);
        pulma_puzzle_free(p);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2 || !read_pieces(argv[1]))
        return SKIPPED;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(the_whole_board_has_the_published_size, argv[1]),
        cmocka_unit_test_prestate(smaller_boards_have_all_their_answers, argv[1]),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
