/* What all kinds share: findings, wishes, and the table of kinds made from the roll-call. */
#include "puzzles/kind.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct pm_kind *const pm_kinds[] = {
#define PM_KIND(name) &pm_kind_##name,
#include "puzzles/list.h"
#undef PM_KIND
};
const int pm_kind_count = (int)(sizeof pm_kinds / sizeof *pm_kinds);

/* ---- Names --------------------------------------------------------------------- */

/* What people call them, where that is neither the name nor the title of the kind.  Only names
 * that mean the kind with its usual rules: a Sudoku-X is no plain sudoku. */
static const struct {
    const char *name, *kind;
} other_names[] = {
    {"arukone", "flowfree"},       {"binairo", "binary"},
    {"binarypuzzle", "binary"},    {"crosssums", "kakuro"},
    {"edgematching", "edgematch"}, {"eternity2", "edgematch"},
    {"eternityii", "edgematch"},   {"flow", "flowfree"},
    {"griddler", "nonogram"},      {"hanjie", "nonogram"},
    {"killer", "sudoku"},          {"killersudoku", "sudoku"},
    {"knightstour", "knight"},     {"nonograms", "nonogram"},
    {"picross", "nonogram"},       {"queens", "starbattle"},
    {"takuzu", "binary"},          {"thermometer", "thermometers"},
};

/* What is near a kind without being it, for "did you mean". */
static const struct {
    const char *name, *kind;
} near_names[] = {{"net", "infinityloop"},    {"netwalk", "infinityloop"},
                  {"numberlink", "flowfree"}, {"pipes", "infinityloop"},
                  {"soduko", "sudoku"},       {"sudokux", "sudoku"}};

/* The next letter that counts, small, or -1: blanks, hyphens and the like do not. */
static int next_letter(struct pm_text *t)
{
    while (!pm_text_ended(t)) {
        int c = pm_text_take(t);
        if (c >= 'A' && c <= 'Z')
            return c - 'A' + 'a';
        if (c != ' ' && c != '\t' && c != '-' && c != '_' && c != '\'')
            return c;
    }
    return -1;
}

/* How many letters two names have in common at their start; *same: all of them. */
static int common_start(struct pm_text word, const char *name, bool *same)
{
    struct pm_text other = pm_text_of(name, strlen(name));
    for (int n = 0;; n++) {
        int a = next_letter(&word), b = next_letter(&other);
        *same = a == b && a < 0;
        if (a != b || a < 0)
            return n;
    }
}

enum { MOST_LETTERS = 40 }; /* of a name */

static int letter_count(struct pm_text word)
{
    int n = 0;
    while (next_letter(&word) >= 0)
        n++;
    return n;
}

/* How many letters must be put in, left out or changed to make one name of the other; `most`, if they
 * are that many or more by their lengths alone. */
static int distance(struct pm_text word, const char *name, int most)
{
    struct pm_text other = pm_text_of(name, strlen(name));
    int letters[MOST_LETTERS], n = 0, row[MOST_LETTERS + 1];
    for (int c; n < MOST_LETTERS && (c = next_letter(&other)) >= 0;)
        letters[n++] = c;
    if (abs(letter_count(word) - n) >= most)
        return most;
    for (int i = 0; i <= n; i++)
        row[i] = i;
    for (int c, line = 1; (c = next_letter(&word)) >= 0; line++) {
        int corner = row[0];
        row[0] = line;
        for (int i = 1; i <= n; i++) {
            int least = row[i] < row[i - 1] ? row[i] + 1 : row[i - 1] + 1;
            int change = corner + (letters[i - 1] != c);
            corner = row[i];
            row[i] = change < least ? change : least;
        }
    }
    return row[n];
}

static bool may_be_name(const struct pm_text *word)
{
    int c = pm_text_peek(word);
    return pm_text_len(word) <= MOST_LETTERS &&
           ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

static int kind_of_name(const char *name)
{
    for (int i = 0; i < pm_kind_count; i++)
        if (strcmp(pm_kinds[i]->name, name) == 0)
            return i;
    return -1;
}

/* All names one after another: those of the kinds, their titles, and what else they are called. */
enum { OTHERS = sizeof other_names / sizeof *other_names };

static const char *name_at(int i)
{
    return i < pm_kind_count       ? pm_kinds[i]->name
           : i < 2 * pm_kind_count ? pm_kinds[i - pm_kind_count]->title
                                   : other_names[i - 2 * pm_kind_count].name;
}

static int kind_at(int i)
{
    return i < 2 * pm_kind_count ? i % pm_kind_count
                                 : kind_of_name(other_names[i - 2 * pm_kind_count].kind);
}

/* The kind of the name that is the word, or else (`*like`, unless it is NULL) of the one that begins most
 * like it, or that is misspelt by two letters at most. */
static int find_name(const struct pm_text *word, int *like)
{
    enum { LEAST = 5, WRONG = 2 }; /* a short word is soon like another */
    int longest = 2;               /* so many letters in common mean nothing */
    int nearest = WRONG + 1, begins = -1, misspelt = -1;
    for (int i = 0; i < 2 * pm_kind_count + OTHERS; i++) {
        bool same;
        int common = common_start(*word, name_at(i), &same);
        if (same)
            return kind_at(i);
        if (!like)
            continue;
        if (common > longest) {
            longest = common;
            begins = i;
        }
        int wrong =
            pm_text_len(word) < LEAST ? nearest : distance(*word, name_at(i), nearest);
        if (wrong < nearest) {
            nearest = wrong;
            misspelt = i;
        }
    }
    int found = begins >= 0 ? begins : misspelt;
    if (like)
        *like = found >= 0 ? kind_at(found) : -1;
    return -1;
}

int pm_kind_named(const struct pm_text *word)
{
    const int first = pm_text_peek(word);
    if (!may_be_name(word)) /* most lines of puzzles */
        return -1;
    for (int i = 0; i < pm_kind_count; i++) /* most often as it is written in the list */
        if (pm_kinds[i]->name[0] == first && pm_text_is(word, pm_kinds[i]->name))
            return i;
    return find_name(word, NULL);
}

int pm_kind_like(const struct pm_text *word)
{
    int like = -1;
    bool same;
    for (size_t i = 0; i < sizeof near_names / sizeof *near_names; i++)
        if (common_start(*word, near_names[i].name, &same) > 0 && same)
            return kind_of_name(near_names[i].kind);
    int kind = may_be_name(word) ? find_name(word, &like) : -1;
    return kind >= 0 ? kind : like;
}

/* ---- Findings ------------------------------------------------------------------ */

pulma_verdict pm_found(pulma_finding *found, int place_count, const int *places,
                       const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(found->text, sizeof found->text, format, list);
    va_end(list);
    const int room = (int)(sizeof found->places / sizeof *found->places);
    found->place_count = place_count < room ? place_count : room;
    for (int i = 0; i < found->place_count; i++)
        found->places[i] = places[i];
    return PULMA_WRONG;
}

pulma_verdict pm_found_nothing(int place_count, const int *answer, pulma_finding *found)
{
    found->text[0] = '\0';
    found->place_count = 0;
    int empty = 0, first = 0;
    for (int i = 0; i < place_count; i++)
        empty += answer[i] == PULMA_EMPTY;
    if (empty == 0)
        return PULMA_RIGHT;
    while (answer[first] != PULMA_EMPTY)
        first++;
    pm_found(found, 1, &first, "%d place%s still empty", empty,
             empty == 1 ? " is" : "s are");
    return PULMA_UNFINISHED;
}

/* ---- Wishes --------------------------------------------------------------------- */

bool pm_wish_bytes(const struct pm_wish *wish, const char *name, struct pm_text *bytes)
{
    for (int i = 0; i < wish->option_count; i++)
        if (strcmp(wish->option_names[i], name) == 0) {
            *bytes = pm_text_of(wish->option_values[i], wish->option_lens[i]);
            return true;
        }
    return false;
}

const char *pm_wish_option(const struct pm_wish *wish, const char *name)
{
    struct pm_text value;
    return pm_wish_bytes(wish, name, &value) ? value.at : NULL;
}

pulma_status pm_wish_bool(const struct pm_wish *wish, const char *name, bool *value,
                          pulma_error *err)
{
    const char *text = pm_wish_option(wish, name);
    if (!text)
        return PULMA_OK;
    if (strcmp(text, "yes") != 0 && strcmp(text, "no") != 0)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected %s=yes or %s=no, found %s",
                       name, name, text);
    *value = text[0] == 'y';
    return PULMA_OK;
}

pulma_status pm_wish_int(const struct pm_wish *wish, const char *name, int min, int max,
                         int *value, pulma_error *err)
{
    const char *text = pm_wish_option(wish, name);
    if (!text)
        return PULMA_OK;
    struct pm_text t = pm_text_of(text, strlen(text));
    if (pm_text_int(&t, min, max, value, NULL) || !pm_text_ended(&t))
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected %s=%d to %d, found %s", name,
                       min, max, text);
    return PULMA_OK;
}

struct pm_question pm_question_of(const struct pm_kind *kind, const void *puzzle)
{
    return (struct pm_question){.places = kind->places(puzzle),
                                .values = kind->values,
                                .state = kind->state,
                                .puzzle = puzzle};
}

bool pm_is_partial(int place_count, const int *answer)
{
    for (int place = 0; place < place_count && answer; place++)
        if (answer[place] == PULMA_EMPTY)
            return true;
    return false;
}

void pm_draw_note(struct pm_picture *p, int columns, double y, const char *format, ...)
{
    char text[200];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    double fits = columns / (0.6 * (double)strlen(text)); /* as wide as the board */
    pm_picture_place(p, -1);
    pm_picture_text(p, 0, y,
                    fits < 0.3   ? 0.3
                    : fits < 0.4 ? fits
                                 : 0.4,
                    PM_LEFT, PM_INK, text);
}

void pm_draw_spots(struct pm_picture *p, int columns, int place_count, const int *cell_of)
{
    for (int place = 0; place < place_count; place++) {
        int cell = cell_of ? cell_of[place] : place;
        pm_picture_place(p, place);
        pm_picture_box(p, cell % columns, cell / columns, 1, 1, PM_NO_INK, PM_NO_INK, 0);
    }
    pm_picture_place(p, -1);
}
