/* Facts in sentences: "row 3, columns 1 to 4 are black and row 4, column 2 is neither 3 nor 5".
 *
 * What is said of a place is its *predicate*.  Places with the same predicate are named together,
 * cells of a grid by rows or by columns, whichever is shorter. */
#include "puzzles/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_NAME = 200,
    MOST_GROUPS = 12,  /* in a sentence; of the others only the number is told */
    MOST_PARTS = 8,    /* in the name of a group, likewise */
    LONG_LIST = 100,   /* bytes of a list after which no further value is named */
    LONG_SAYING = 400, /* and of a sentence, after which no further group is */
    FEW = 3            /* so few values left are named instead of those that are out */
};

/* ---- Lists ------------------------------------------------------------------------ */

/* What stands before item i of n: "a, b and c". */
static const char *joint(int i, int n, const char *word)
{
    return i == 0 ? "" : i + 1 < n ? ", " : word;
}

/* "1, 3 to 5 and 8"; the numbers rise. */
static void put_numbers(int n, const int *numbers, const char *word, struct pm_out *out)
{
    int item_count = 0;
    for (int pass = 0, items = 0; pass < 2; pass++, item_count = items, items = 0)
        for (int i = 0, end; i < n; i = end) {
            for (end = i + 1; end < n && numbers[end] == numbers[end - 1] + 1; end++)
                ;
            end = end - i < 3 ? i + 1 : end;
            if (pass) {
                pm_out_f(out, "%s%d", joint(items, item_count, word), numbers[i]);
                if (end > i + 1)
                    pm_out_f(out, " to %d", numbers[end - 1]);
            }
            items++;
        }
}

/* ---- Places ------------------------------------------------------------------------ */

/* A cell by its name; `line` and `at` are row and column, or the other way round. */
struct cell {
    int line, at;
};

static int by_line(const void *a, const void *b)
{
    const struct cell *x = a, *y = b;
    return x->line != y->line ? x->line - y->line : x->at - y->at;
}

static bool read_number(const char **name, const char *before, int *number)
{
    size_t len = strlen(before);
    if (strncmp(*name, before, len) != 0)
        return false;
    *number = 0;
    for (*name += len; **name >= '0' && **name <= '9' && *number < 100000; (*name)++)
        *number = 10 * *number + (**name - '0');
    return *number > 0;
}

/* Whether a name is "row 3, column 5", as pm_grid_place_name() writes it. */
static bool read_cell(const char *name, struct cell *cell)
{
    return read_number(&name, "row ", &cell->line) &&
           read_number(&name, ", column ", &cell->at) && *name == '\0';
}

/* The end of the cells of a line. */
static int line_end(int n, const struct cell *cells, int start)
{
    int end = start + 1;
    while (end < n && cells[end].line == cells[start].line)
        end++;
    return end;
}

/* The end of the cells of lines that have cells in the same positions as the one at `start`. */
static int block_end(int n, const struct cell *cells, int start)
{
    int width = line_end(n, cells, start) - start, end = start + width;
    while (end < n && line_end(n, cells, end) - end == width) {
        for (int i = 0; i < width; i++)
            if (cells[end + i].at != cells[start + i].at)
                return end;
        end += width;
    }
    return end;
}

static int count_blocks(int n, const struct cell *cells)
{
    int count = 0;
    for (int i = 0; i < n; i = block_end(n, cells, i))
        count++;
    return count;
}

/* "rows 3 and 4, columns 1 to 5"; `numbers` is scratch. */
static void put_block(int n, const struct cell *cells, const char *line, const char *at,
                      int *numbers, struct pm_out *out)
{
    int lines = 0, width = line_end(n, cells, 0);
    for (int i = 0; i < n; i += width)
        numbers[lines++] = cells[i].line;
    pm_out_f(out, "%s%s ", line, lines == 1 ? "" : "s");
    put_numbers(lines, numbers, " and ", out);
    for (int i = 0; i < width; i++)
        numbers[i] = cells[i].at;
    pm_out_f(out, ", %s%s ", at, width == 1 ? "" : "s");
    put_numbers(width, numbers, " and ", out);
}

/* By the other of row and column. */
static void turn(int n, struct cell *cells)
{
    for (int i = 0; i < n; i++)
        cells[i] = (struct cell){cells[i].at, cells[i].line};
    qsort(cells, (size_t)n, sizeof *cells, by_line);
}

/* So many blocks of them at most; of the other cells only the number. */
static void put_cells(int n, struct cell *cells, int *numbers, int most, struct pm_out *out)
{
    qsort(cells, (size_t)n, sizeof *cells, by_line);
    int by_rows = count_blocks(n, cells);
    int width = line_end(n, cells, 0);
    turn(n, cells);
    int blocks = count_blocks(n, cells);
    bool rows = by_rows < blocks || (by_rows == blocks && width >= line_end(n, cells, 0));
    if (rows) {
        turn(n, cells);
        blocks = by_rows;
    }
    for (int i = 0, end, told = 0; i < n; i = end, told++) {
        if (told == most) {
            pm_out_f(out, " and %d more cell%s", n - i, n - i == 1 ? "" : "s");
            return;
        }
        end = block_end(n, cells, i);
        bool last = told + 1 == blocks;
        pm_out_text(out, told == 0 ? "" : last ? " and " : ", ");
        put_block(end - i, cells + i, rows ? "row" : "column", rows ? "column" : "row",
                  numbers, out);
    }
}

static void put_names(const struct pm_kind *kind, const void *puzzle, int n,
                      const int *places, struct pm_out *out)
{
    int told = n <= MOST_PARTS ? n : MOST_PARTS;
    for (int i = 0; i < told; i++) {
        char name[MAX_NAME];
        kind->place_name(puzzle, places[i], name, sizeof name);
        pm_out_text(out, joint(i, n, " and "));
        pm_out_text(out, name);
    }
    if (told < n)
        pm_out_f(out, " and %d more", n - told);
}

void pm_words_places(const struct pm_kind *kind, const void *puzzle, int n,
                     const int *places, struct pm_out *out)
{
    struct cell *cells = calloc((size_t)n + 1, sizeof *cells);
    int *numbers = calloc((size_t)n + 1, sizeof *numbers);
    bool grid = cells && numbers;
    out->failed |= !grid;
    for (int i = 0; i < n && grid; i++) {
        char name[MAX_NAME];
        kind->place_name(puzzle, places[i], name, sizeof name);
        grid = read_cell(name, &cells[i]);
    }
    if (grid)
        put_cells(n, cells, numbers, MOST_PARTS, out);
    else
        put_names(kind, puzzle, n, places, out);
    free(cells);
    free(numbers);
}

/* ---- Values ------------------------------------------------------------------------ */

void pm_words_value(const struct pm_kind *kind, const void *puzzle, int place, int value,
                    char *name, size_t size)
{
    if (kind->value_name)
        kind->value_name(puzzle, place, value, name, size);
    else
        snprintf(name, size, "%d", value);
}

/* Whether a value is something that a place has: "a star".  Others are what it is: "black". */
static bool is_thing(const char *name)
{
    return strncmp(name, "a ", 2) == 0 || strncmp(name, "an ", 3) == 0 ||
           strncmp(name, "no ", 3) == 0;
}

/* Without its article. */
static const char *bare(const char *name)
{
    return is_thing(name) ? strchr(name, ' ') + 1 : name;
}

/* The values that a predicate names, as words. */
struct names {
    struct pm_out text; /* one after the other, each with a NUL */
    size_t *at;         /* where each begins */
    int *numbers;       /* as numbers, if all are */
    int n;
    bool numeric, things;
};

static const char *name_at(const struct names *names, int i)
{
    return names->text.data + names->at[i];
}

/* Values may look alike; in long lists nobody would see it. */
static bool is_named(const struct names *names, const char *name)
{
    for (int i = 0; i < names->n && i < 50; i++)
        if (strcmp(name_at(names, i), name) == 0)
            return true;
    return false;
}

static void add_name(struct names *names, const char *name)
{
    if (names->text.failed || is_named(names, name))
        return;
    int number = 0;
    const char *end = name;
    names->numeric =
        names->numeric &&
        (read_number(&end, "", &number) || (end == name + 1 && *name == '0')) &&
        *end == '\0';
    names->things = names->things || is_thing(name);
    names->numbers[names->n] = number;
    names->at[names->n++] = names->text.len;
    pm_out_bytes(&names->text, name, strlen(name) + 1);
}

/* How many of the values are named: all but one would not be shorter than all. */
static int count_told(const struct names *names)
{
    int n = names->n, told = 1;
    while (told < n && told < MOST_GROUPS && names->at[told] < LONG_LIST)
        told++;
    return told + 1 >= n && n <= MOST_GROUPS ? n : told;
}

/* "1, 2 and 4 to 9", "piece 3 or piece 7". */
static void put_values(const struct names *names, const char *word, struct pm_out *out)
{
    if (names->numeric && names->n > FEW) {
        put_numbers(names->n, names->numbers, word, out);
        return;
    }
    int told = count_told(names);
    for (int i = 0; i < told; i++) {
        pm_out_text(out, joint(i, names->n, word));
        pm_out_text(out, name_at(names, i));
    }
    if (told < names->n)
        pm_out_f(out, "%s%d more", word, names->n - told);
}

static void put_out(const struct names *names, bool many, struct pm_out *out)
{
    const char *verb = many ? "are" : "is";
    if (names->n == 1 && names->things) {
        pm_out_f(out, "%s no %s", many ? "have" : "has", bare(name_at(names, 0)));
    } else if (names->n == 1) {
        pm_out_f(out, "%s not %s", verb, name_at(names, 0));
    } else if (names->n == 2 || !names->numeric) {
        pm_out_f(out, "%s neither ", verb);
        put_values(names, " nor ", out);
    } else {
        pm_out_f(out, "%s none of ", verb);
        put_values(names, " and ", out);
    }
}

static void put_is(const char *name, bool many, struct pm_out *out)
{
    const char *verb = is_thing(name) ? many ? "have" : "has" : many ? "are" : "is";
    pm_out_f(out, "%s %s", verb, name);
}

/* ---- Predicates ---------------------------------------------------------------------- */

/* What is said of one place: facts that follow one another, by rising values. */
struct said {
    int place, n;
    const pulma_fact *facts;
    size_t predicate; /* where it begins in the texts */
    bool holds;
    int group; /* the first place with the same predicate */
};

static const pulma_fact *holding(const struct said *said)
{
    for (int i = 0; i < said->n; i++)
        if (said->facts[i].holds)
            return &said->facts[i];
    return NULL;
}

/* The values that are out, or those that are left. */
static bool find_names(const struct pm_kind *kind, const void *puzzle,
                       const struct said *said, bool out, struct names *names)
{
    struct pm_range range = kind->values(puzzle, said->place);
    size_t most = (size_t)(range.max - range.min) + 1;
    *names = (struct names){.numeric = true};
    names->numbers = calloc(most, sizeof *names->numbers);
    names->at = calloc(most, sizeof *names->at);
    if (!names->numbers || !names->at)
        return false;
    for (int v = range.min, i = 0; v <= range.max; v++) {
        char name[MAX_NAME];
        bool is_out = i < said->n && said->facts[i].value == v;
        i += is_out;
        if (is_out != out)
            continue;
        pm_words_value(kind, puzzle, said->place, v, name, sizeof name);
        add_name(names, name);
    }
    return !names->text.failed;
}

static void put_predicate(const struct pm_kind *kind, const void *puzzle,
                          const struct said *said, bool many, struct pm_out *out)
{
    struct pm_range range = kind->values(puzzle, said->place);
    const pulma_fact *fact = holding(said);
    int size = range.max - range.min + 1, left = size - said->n;
    bool other = !fact && size == 2 && said->n == 1; /* not black: white */
    if (fact || other) {
        char name[MAX_NAME];
        int value = fact ? fact->value : range.min + range.max - said->facts[0].value;
        pm_words_value(kind, puzzle, said->place, value, name, sizeof name);
        put_is(name, many, out);
        return;
    }
    bool few = left >= 1 && left <= FEW && left < said->n && (left > 1 || size > 10);
    struct names names;
    if (!find_names(kind, puzzle, said, !few, &names)) {
        out->failed = true;
    } else if (few) {
        pm_out_text(out, "can only be ");
        put_values(&names, " or ", out);
    } else {
        put_out(&names, many, out);
    }
    pm_out_free(&names.text);
    free(names.numbers);
    free(names.at);
}

/* ---- Sentences ----------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const pulma_fact *x = a, *y = b;
    return x->place != y->place ? x->place - y->place : x->value - y->value;
}

/* Splits the facts, which are in order, into what is said of each place; returns how many. */
static int split(int n, const pulma_fact *facts, struct said *said)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        if (i > 0 && facts[i].place == facts[i - 1].place)
            said[count - 1].n++;
        else
            said[count++] =
                (struct said){.place = facts[i].place, .n = 1, .facts = &facts[i]};
    return count;
}

/* Words each predicate and finds the first place that has the same; returns how many differ. */
static int find_groups(const struct pm_kind *kind, const void *puzzle, int n,
                       struct said *said, struct pm_out *texts)
{
    int groups = 0;
    for (int i = 0; i < n; i++) {
        said[i].holds = holding(&said[i]) != NULL;
        said[i].predicate = texts->len;
        put_predicate(kind, puzzle, &said[i], false, texts);
        pm_out_bytes(texts, "", 1);
        if (texts->failed)
            break;
        int first = 0;
        while (first < i &&
               (said[first].group != first || strcmp(texts->data + said[first].predicate,
                                                     texts->data + said[i].predicate) != 0))
            first++;
        said[i].group = first;
        groups += first == i;
    }
    return groups;
}

/* `places` is scratch. */
static void put_group(const struct pm_kind *kind, const void *puzzle, int n,
                      const struct said *said, int group, int *places, struct pm_out *out)
{
    int count = 0;
    for (int i = group; i < n; i++)
        if (said[i].group == group)
            places[count++] = said[i].place;
    pm_words_places(kind, puzzle, count, places, out);
    pm_out_char(out, ' ');
    put_predicate(kind, puzzle, &said[group], count > 1, out);
}

/* First what is in a place, then what is out. */
static void put_groups(const struct pm_kind *kind, const void *puzzle, int n,
                       const struct said *said, int groups, int *places, struct pm_out *out)
{
    int told = 0;
    const size_t start = out->len;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n; i++) {
            if (said[i].group != i || said[i].holds != (pass == 0))
                continue;
            if (told >= MOST_GROUPS || out->len - start > LONG_SAYING)
                continue;
            pm_out_text(out, told == 0 ? "" : groups == 2 ? " and " : "; ");
            put_group(kind, puzzle, n, said, i, places, out);
            told++;
        }
    if (told < groups)
        pm_out_f(out, "; and %d more fact%s", groups - told, groups - told == 1 ? "" : "s");
}

void pm_words_facts(const struct pm_kind *kind, const void *puzzle, int n,
                    const pulma_fact *facts, struct pm_out *out)
{
    pulma_fact *sorted = calloc((size_t)n + 1, sizeof *sorted);
    struct said *said = calloc((size_t)n + 1, sizeof *said);
    int *places = calloc((size_t)n + 1, sizeof *places);
    struct pm_out texts = {0};
    if (sorted && said && places) {
        for (int i = 0; i < n; i++)
            sorted[i] = facts[i];
        qsort(sorted, (size_t)n, sizeof *sorted, by_place);
        int count = split(n, sorted, said);
        int groups = find_groups(kind, puzzle, count, said, &texts);
        if (!texts.failed)
            put_groups(kind, puzzle, count, said, groups, places, out);
    }
    out->failed |= !sorted || !said || !places || texts.failed;
    pm_out_free(&texts);
    free(sorted);
    free(said);
    free(places);
}

void pm_words_step(const struct pm_kind *kind, const void *puzzle,
                   const struct pm_step *step, struct pm_out *out)
{
    pm_words_facts(kind, puzzle, step->conclusion_count, step->conclusions, out);
    for (int i = 0; i < step->reason_count; i++) {
        pm_out_text(out, i ? "; " : ": ");
        pm_out_text(out, step->reasons[i].text);
    }
    pm_out_text(out, ".");
    if (step->fact_count > 0) {
        pm_out_text(out, " Known: ");
        pm_words_facts(kind, puzzle, step->fact_count, step->facts, out);
        pm_out_text(out, ".");
    }
}

/* ---- A board in words ---- */

void pm_words_size(int rows, int columns, struct pm_out *out)
{
    pm_out_f(out, "%d row%s, %d column%s.\n", rows, rows == 1 ? "" : "s", columns,
             columns == 1 ? "" : "s");
}

void pm_words_counts(const char *what, int n, const int *counts, struct pm_out *out)
{
    pm_out_text(out, what);
    for (int i = 0; i < n; i++) {
        pm_out_text(out, i ? ", " : ": ");
        if (counts[i] == PM_UNKNOWN)
            pm_out_text(out, "unknown");
        else
            pm_out_f(out, "%d", counts[i]);
    }
    pm_out_text(out, ".\n");
}

void pm_words_cells(int columns, int n, const int *cells, struct pm_out *out)
{
    struct cell *list = calloc((size_t)n + 1, sizeof *list);
    int *numbers = calloc((size_t)n + 1, sizeof *numbers);
    out->failed |= !list || !numbers;
    for (int i = 0; i < n && list; i++)
        list[i] = (struct cell){cells[i] / columns + 1, cells[i] % columns + 1};
    if (list && numbers)
        put_cells(n, list, numbers, n, out);
    free(list);
    free(numbers);
}

void pm_words_entry(const int *answer, int given, int value, const char *word, char *text,
                    size_t size)
{
    if (value == PULMA_EMPTY)
        snprintf(text, size, "empty");
    else
        snprintf(text, size, "%s%s", word, answer && given != PULMA_EMPTY ? " given" : "");
}

/* Words such as "empty", of which several in succession are counted; not digits and names. */
static bool can_be_counted(const char *text)
{
    if (!*text)
        return false;
    for (; *text; text++)
        if (*text < 'a' || *text > 'z')
            return false;
    return true;
}

/* What stands in the cells of a row, one after the other, each with a NUL; whether there is a
 * comma in one. */
static bool find_texts(const void *puzzle, const int *answer, int row, int columns,
                       pm_words_cell *cell, struct pm_out *texts)
{
    bool commas = false;
    texts->len = 0;
    for (int column = 0; column < columns && !texts->failed; column++) {
        char text[MAX_NAME] = "";
        cell(puzzle, answer, row, column, text, sizeof text);
        commas |= strchr(text, ',') != NULL;
        pm_out_bytes(texts, text, strlen(text) + 1);
    }
    return commas;
}

void pm_words_rows(const void *puzzle, const int *answer, int rows, int columns,
                   pm_words_cell *cell, struct pm_out *out)
{
    struct pm_out texts = {0};
    for (int row = 0; row < rows && !out->failed; row++) {
        bool commas = find_texts(puzzle, answer, row, columns, cell, &texts);
        out->failed |= texts.failed;
        const char *text = texts.data, *before = "";
        if (out->failed)
            break;
        pm_out_f(out, "Row %d: ", row + 1);
        while (text < texts.data + texts.len) {
            const char *next = text + strlen(text) + 1;
            int run = 1;
            for (; can_be_counted(text) && next < texts.data + texts.len &&
                   strcmp(next, text) == 0;
                 next += strlen(text) + 1)
                run++;
            if (run > 1)
                pm_out_f(out, "%s%d times %s", before, run, text);
            else if (*text)
                pm_out_f(out, "%s%s", before, text);
            before = *text ? commas ? "; " : ", " : before;
            text = next;
        }
        pm_out_text(out, ".\n");
    }
    pm_out_free(&texts);
}
