/* Sudoku with its optional parts: the board as the kind, its foreign notations and its
 * generator share it. */
#ifndef PM_SUDOKU_H
#define PM_SUDOKU_H

#include "kernels/houses/houses.h"
#include "puzzles/kind.h"

enum {
    PM_SUDOKU_MAX = 25, /* digits 1 to 9, then A to P */
    PM_SUDOKU_CELLS = PM_SUDOKU_MAX * PM_SUDOKU_MAX
};

enum pm_parity { PM_ANY_PARITY, PM_ODD, PM_EVEN };

/* A cage that shares cells with others. */
struct pm_sudoku_cage {
    int sum, count;
    const int *cells;
};

/* Cells are numbered in reading order; every array has size * size of them. */
struct pm_sudoku {
    int size;                  /* rows, columns, digits, and cells of a region */
    int box_rows, box_columns; /* of one box; 0: the regions are drawn freely */
    bool diagonals;            /* both hold each digit once */
    bool repeats;              /* a cage may hold a digit twice */
    int *given;                /* 1 to size; 0: none */
    int *region;               /* 0 to size - 1, by first cell in reading order */
    int *parity;               /* an enum pm_parity */
    int *cage;                 /* 0 to cage_count - 1, by first cell; -1: in none */
    int cage_count;
    int *sum; /* of each cage; room for as many as there are cells */
    /* Cages over these, in the order in which they were read; room as above, once there is one. */
    struct pm_sudoku_cage *over;
    int over_count;
};

/* The rules as steps name them, each by a number: which one of a sort, and about which digit (0:
 * all). */
enum pm_sudoku_rule {
    PM_SUDOKU_CELL = 1,
    PM_SUDOKU_ROW,
    PM_SUDOKU_COLUMN,
    PM_SUDOKU_REGION,
    PM_SUDOKU_DIAGONAL,
    PM_SUDOKU_CAGE,
    PM_SUDOKU_INNIES, /* the rule of 45: what cages leave over in a house, */
    PM_SUDOKU_OUTIES  /* and what sticks out of it */
};
static inline int pm_sudoku_rule_number(enum pm_sudoku_rule rule, int index, int digit)
{
    return ((int)rule << 16 | index) << 8 | digit;
}

/* ---- Explaining: steps.c ---- */

void pm_sudoku_value_name(const void *puzzle, int place, int value, char *name,
                          size_t size);
const char *pm_sudoku_technique(const void *puzzle, const struct pm_step *step);
bool pm_sudoku_tell(const void *puzzle, const struct pm_step *step, struct pm_out *out);
struct pm_scale pm_sudoku_scale(const void *puzzle);
/* A digit that fits nowhere else is seen more easily in a box than in a line; that nothing else
 * fits a cell is harder to see. */
enum { PM_SUDOKU_GRADE_LINE = 2, PM_SUDOKU_GRADE_CELL = 5 };

/* ---- Rating at once: logic.c ---- */

bool pm_sudoku_rate_soon(const void *puzzle, double *rating);
bool pm_sudoku_foresee(const void *puzzle, struct pm_outlook *outlook);

/* ---- Making a board ---- */

/* Without givens, marks, cages or regions; NULL: no memory. */
struct pm_sudoku *pm_sudoku_new(struct pm_arena *arena, int size);
/* A finished board of 9 x 9 with boxes, without marks or cages, which it has in common with all
 * others: only its givens may be changed. */
struct pm_sudoku *pm_sudoku_new_usual(struct pm_arena *arena);
/* The shape of box that a size usually has (6: 2 rows of 3 columns); false where only a row
 * would do (5, 7, 11, ...). */
bool pm_sudoku_usual_boxes(int size, int *rows, int *columns);
/* Regions that are boxes; rows * columns is the size. */
void pm_sudoku_set_boxes(struct pm_sudoku *s, int rows, int columns);
/* Usual boxes, or PULMA_BAD_TEXT at `at` if the size has none. */
pulma_status pm_sudoku_default_boxes(struct pm_sudoku *s, const struct pm_text *at,
                                     pulma_error *err);
/* The last step of every reader: numbers regions and cages by their first cells, and refuses
 * regions of a wrong size and cages whose sum no digits have.  Labels may be any numbers
 * (cages: negative ones for cells in none; `sum[label]` the sum, labels below the cells). */
pulma_status pm_sudoku_finish(struct pm_sudoku *s, const struct pm_text *at,
                              pulma_error *err);
/* A cage of the next reader's list, with any cells; one that shares cells with those before lies over
 * them.  Its sum is looked at by pm_sudoku_finish(). */
pulma_status pm_sudoku_add_cage(struct pm_sudoku *s, const struct pm_sudoku_cage *cage,
                                const struct pm_text *at, struct pm_arena *arena,
                                pulma_error *err);
/* All cages in one row: those that share no cell, then those over them. */
int pm_sudoku_cages(const struct pm_sudoku *s);
int pm_sudoku_cage_sum(const struct pm_sudoku *s, int cage);
/* Its cells in reading order; says how many. */
int pm_sudoku_cage_cells(const struct pm_sudoku *s, int cage, int *cells);
/* The usual shape of boxes for this size, drawn. */
bool pm_sudoku_has_usual_boxes(const struct pm_sudoku *s);
bool pm_sudoku_has_givens(const struct pm_sudoku *s);
bool pm_sudoku_has_parity(const struct pm_sudoku *s);
/* Whether every cage hangs together side by side. */
bool pm_sudoku_cages_connected(const struct pm_sudoku *s);
/* Makes every part of a cage that hangs together a cage of its own, numbered by first cells;
 * says how many there are. */
int pm_sudoku_split_cages(struct pm_sudoku *s);
/* Smallest and largest sum of a cage of n cells. */
void pm_sudoku_sums(const struct pm_sudoku *s, int n, int *min, int *max);

/* ---- Cells as people type them ---- */

struct pm_sudoku_cells {
    int count;
    int value[PM_SUDOKU_CELLS];         /* 0: empty */
    struct pm_text at[PM_SUDOKU_CELLS]; /* where it stands */
    bool square; /* as many lines as cells a line, or one line only */
};

/* The cells of some lines: one character a cell (digits, letters from A = 10 on, one of
 * . 0 _ ? x - * for an empty one), with blanks, bars and frame lines between them; or numbers
 * separated by blanks, as many as there are lines.  The count is left to the caller. */
pulma_status pm_sudoku_read_cells(const struct pm_text *lines, int line_count,
                                  struct pm_sudoku_cells *cells, pulma_error *err);
/* The side of a board with this many cells, or 0. */
int pm_sudoku_side(int count);
/* Puts the cells into the board as givens. */
pulma_status pm_sudoku_give(struct pm_sudoku *s, const struct pm_sudoku_cells *cells,
                            pulma_error *err);
/* A cell's character: '.' for 0. */
char pm_sudoku_char(int value);

/* ---- Parts of the kind in files of their own ---- */

pulma_status pm_sudoku_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                            pulma_error *err);
void pm_sudoku_write(const void *puzzle, struct pm_form_out *form);
bool pm_sudoku_is_board(const struct pm_text *lines, int line_count);
extern const struct pm_notation pm_sudoku_notations[];
/* A line of 81 digits, with dots or 0s for empty cells, and nothing else. */
bool pm_sudoku_is_usual_line(const struct pm_text *t);
void *pm_sudoku_read_usual_line(struct pm_text *t, struct pm_arena *arena);

pulma_status pm_sudoku_invent(const struct pm_wish *wish, struct pm_rng *rng,
                              struct pm_arena *arena, void **puzzle, pulma_error *err);
extern const char pm_sudoku_options[];

/* The houses of a board, n cells each: rows, columns, regions, diagonals; and for each cell, bit d:
 * digit d may stand there, as far as the cell itself tells. */
struct pm_sudoku_houses {
    int count;
    int cells[(3 * PM_SUDOKU_MAX + 2) * PM_SUDOKU_MAX];
    uint32_t allowed[PM_SUDOKU_CELLS];
};
void pm_sudoku_list_houses(const struct pm_sudoku *s, struct pm_sudoku_houses *houses);

/* The answers of the board without its cages, by the fastest search for its shape, and by the
 * search for houses, whose guesses tell what cells with one candidate and digits with one place
 * leave open. */
pulma_status pm_sudoku_search(const struct pm_sudoku *s, struct pm_search *search);
pulma_status pm_sudoku_search_houses(const struct pm_sudoku *s, struct pm_search *search);

#endif
