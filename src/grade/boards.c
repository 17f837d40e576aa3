/* The boards of an exercise: read from files, or made by chance from its seed. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "grade/inside.h"

/* What making one board may take: conflicts of a question; boards that are looked at for those that
 * catch mistakes, as they are made and after changes; changes of either sort that are tried. */
enum {
    MOST_CONFLICTS = 20000,
    MOST_LOOKS = 40,
    MOST_CHANGED_LOOKS = 3000,
    MOST_CHEAPEST_LOOKS = 600, /* the same where each look is a search for the cheapest */
    MOST_CHANGES = 600
};

struct workshop {
    struct grade_exercise *exercise;
    const struct grade_host *host;
    pulma_error *err;
    struct pm_rng rng;
    uint64_t turn; /* each wish has a seed of its own */
    int made[GRADE_PARTS];
    size_t room;
    int looks; /* boards that are changed for one with several answers */
};

/* FNV-1a, continued. */
uint64_t grade_hash(uint64_t hash, const char *bytes, size_t len)
{
    hash = hash ? hash : UINT64_C(14695981039346656037);
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

static bool stopped(const struct workshop *w)
{
    return w->host->stop && w->host->stop(w->host->context);
}

static pulma_status fail_stopped(const struct workshop *w)
{
    return pm_fail(w->err, PULMA_LIMIT, NULL, "stopped");
}

/* ---- A board more ---- */

/* How many answers (cheapest ones) it has, up to one more than anybody asks for; -1: not known. */
static int count_answers(const pulma_puzzle *puzzle)
{
    pulma_job *job = pulma_job_new(puzzle);
    int count = -1;
    if (job) {
        pulma_job_set_conflicts(job, 10 * MOST_CONFLICTS);
        if (pulma_job_count(job, GRADE_MOST_ANSWERS + 1, NULL) == PULMA_OK)
            count = atoi(pulma_job_count_text(job));
    }
    pulma_job_free(job);
    return count;
}

static struct grade_board *new_board(struct workshop *w)
{
    struct grade_exercise *e = w->exercise;
    if ((size_t)e->board_count == w->room) {
        size_t room = w->room ? 2 * w->room : 32;
        struct grade_board *boards = pm_new(&e->arena, room, struct grade_board);
        if (!boards)
            return NULL;
        if (e->board_count > 0)
            memcpy(boards, e->boards, (size_t)e->board_count * sizeof *boards);
        e->boards = boards;
        w->room = room;
    }
    return &e->boards[e->board_count];
}

/* Takes a copy of the puzzle.  `name` NULL: the part and a number. */
static pulma_status add_board(struct workshop *w, const pulma_puzzle *puzzle,
                              const struct grade_make *make, const char *name)
{
    struct grade_exercise *e = w->exercise;
    struct grade_board *board = new_board(w);
    char *text = NULL, own[40];
    if (!board)
        return pm_fail_memory(w->err);
    pulma_status status = pulma_puzzle_write(puzzle, "pulma", &text, w->err);
    if (status)
        return status;
    w->made[make->part]++;
    snprintf(own, sizeof own, "%s %d", grade_part_name(make->part), w->made[make->part]);
    name = name ? name : own;
    *board = (struct grade_board){.part = make->part,
                                  .name = pm_copy(&e->arena, name, strlen(name)),
                                  .text = pm_copy(&e->arena, text, strlen(text)),
                                  .columns = make->columns,
                                  .rows = make->rows,
                                  .answers = count_answers(puzzle)};
    pulma_free(text);
    if (!board->name || !board->text)
        return pm_fail_memory(w->err);
    e->hash = grade_hash(e->hash, board->text, strlen(board->text));
    e->board_count++;
    return PULMA_OK;
}

pulma_status grade_board_read(const struct grade_exercise *e, int board,
                              pulma_puzzle **puzzle)
{
    const char *text = e->boards[board].text;
    return pulma_puzzle_read(pulma_kind_name(e->kind), text, strlen(text), puzzle, NULL);
}

/* ---- From files ---- */

static pulma_status read_puzzles(struct workshop *w, const char *path, const char *text,
                                 size_t len)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    pulma_reader *reader =
        pulma_reader_new(text, len, pulma_kind_name(w->exercise->kind), NULL);
    pulma_puzzle *puzzle = NULL;
    pulma_status status = reader ? PULMA_OK : pm_fail_memory(w->err);
    for (int n = 0; !status; n++) {
        char name[300];
        status = pulma_reader_next(reader, &puzzle, w->err);
        if (status)
            break;
        snprintf(name, sizeof name, n ? "%s:%d" : "%s", base, pulma_puzzle_line(puzzle));
        status = add_board(w, puzzle, &(struct grade_make){.part = GRADE_BOARD}, name);
        if (!status && w->exercise->boards[w->exercise->board_count - 1].answers == 0)
            status = pm_fail(w->err, PULMA_BAD_TEXT, NULL, "this puzzle has no answer");
        pulma_puzzle_free(puzzle);
    }
    pulma_reader_free(reader);
    return status == PULMA_NONE ? PULMA_OK : status;
}

static pulma_status read_files(struct workshop *w, const char **file)
{
    pulma_status status = PULMA_OK;
    for (int i = 0; i < w->exercise->file_count && !status; i++) {
        size_t len = 0;
        *file = w->exercise->files[i];
        char *text = w->host->read(w->host->context, *file, &len, w->err);
        status = text ? read_puzzles(w, *file, text, len) : w->err->status;
        free(text);
    }
    if (!status)
        *file = NULL;
    return status;
}

/* ---- Made ---- */

static pulma_status open_wish(struct workshop *w, const struct grade_make *make,
                              pulma_wish **wish)
{
    const struct grade_exercise *e = w->exercise;
    *wish = pulma_wish_new(e->kind);
    if (!*wish)
        return pm_fail_memory(w->err);
    pulma_wish_set_seed(*wish, 1000 * e->seed + w->turn++);
    pulma_wish_set_stop(*wish, w->host->stop, w->host->context);
    pulma_status status = PULMA_OK;
    if (make->columns)
        status = pulma_wish_set_size(*wish, make->columns, make->rows, w->err);
    for (int i = 0; i < e->option_count && !status; i++)
        status =
            pulma_wish_set_option(*wish, e->option_names[i], e->option_values[i], w->err);
    return status;
}

/* Says where in the exercise the line is that cannot be done. */
static pulma_status blame(const struct workshop *w, const struct grade_make *make,
                          pulma_status status)
{
    char why[500];
    if (stopped(w))
        return fail_stopped(w);
    snprintf(why, sizeof why, "%s", w->err->message);
    return pm_fail(w->err, status == PULMA_NO_MEMORY ? status : PULMA_BAD_TEXT,
                   &make->where, "no such board can be made: %s", why);
}

static pulma_status make_boards(struct workshop *w, const struct grade_make *make)
{
    pulma_wish *wish = NULL;
    pulma_status status = open_wish(w, make, &wish);
    for (int i = 0; i < make->count && !status; i++) {
        pulma_puzzle *puzzle = NULL;
        status = pulma_wish_next(wish, &puzzle, w->err);
        if (!status)
            status = add_board(w, puzzle, make, NULL);
        pulma_puzzle_free(puzzle);
    }
    pulma_wish_free(wish);
    return status ? blame(w, make, status) : PULMA_OK;
}

/* ---- Changed ---- */

static bool is_content(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           c == '.' || c == '#' || c == '-' || c == '*';
}

/* Where the grid begins: behind the last line with a colon. */
static size_t grid_of(const char *text)
{
    const char *colon = strrchr(text, ':');
    const char *end = strchr(colon ? colon : text, '\n');
    return end ? (size_t)(end + 1 - text) : 0;
}

/* A number becomes unknown, as sums and counts may be. */
static void forget_number(struct workshop *w, char *text, size_t from, size_t *len)
{
    size_t at = from + (size_t)pm_rng_below(&w->rng, (int)(*len - from));
    size_t digits = strspn(text + at, "0123456789");
    while (at > from && digits > 0 && strspn(text + at - 1, "0123456789") > digits)
        at--, digits++;
    if (digits == 0)
        return;
    text[at] = '?';
    memmove(text + at + 1, text + at + digits, *len + 1 - at - digits);
    *len -= digits - 1;
}

/* A character of the grid becomes like another one of it, or is cleared. */
static void change_character(struct workshop *w, char *text, size_t from, size_t len)
{
    size_t at = from + (size_t)pm_rng_below(&w->rng, (int)(len - from));
    size_t like = from + (size_t)pm_rng_below(&w->rng, (int)(len - from));
    char c = pm_rng_below(&w->rng, 2) ? text[like] : '.';
    if (is_content(text[at]) && is_content(c))
        text[at] = c;
}

/* Two characters of the grid change places. */
static void swap_characters(struct workshop *w, char *text, size_t from, size_t len)
{
    size_t one = from + (size_t)pm_rng_below(&w->rng, (int)(len - from));
    size_t other = from + (size_t)pm_rng_below(&w->rng, (int)(len - from));
    char c = text[one];
    if (!is_content(c) || !is_content(text[other]))
        return;
    text[one] = text[other];
    text[other] = c;
}

/* The puzzle of a text after some changes, another one for each `turn`; NULL: it is none. */
static pulma_puzzle *change(struct workshop *w, const char *text, int turn)
{
    const size_t len = strlen(text), head = strcspn(text, "\n"), grid = grid_of(text);
    pulma_puzzle *puzzle = NULL;
    char *copy = grid + 1 < len ? malloc(len + 1) : NULL;
    if (!copy)
        return NULL;
    size_t left = len;
    memcpy(copy, text, len + 1);
    for (int changes = 1 + turn % 4; changes > 0; changes--)
        if (turn >= MOST_CHANGES)
            swap_characters(w, copy, grid, left);
        else if (turn % 2)
            forget_number(w, copy, head, &left);
        else
            change_character(w, copy, grid, left);
    pulma_puzzle_read(pulma_kind_name(w->exercise->kind), copy, left, &puzzle, NULL);
    free(copy);
    return puzzle;
}

/* Changes a puzzle until it is as wanted; NULL: none was found. */
static pulma_puzzle *change_until(struct workshop *w, const pulma_puzzle *puzzle,
                                  bool (*wanted)(void *context, const pulma_puzzle *puzzle),
                                  void *context)
{
    char *text = NULL;
    pulma_puzzle *found = NULL;
    if (pulma_puzzle_write(puzzle, "pulma", &text, NULL) != PULMA_OK)
        return NULL;
    for (int turn = 0; !found && turn < 2 * MOST_CHANGES && !stopped(w); turn++) {
        found = change(w, text, turn);
        if (found && !wanted(context, found)) {
            pulma_puzzle_free(found);
            found = NULL;
        }
    }
    pulma_free(text);
    return found;
}

/* ---- That catch mistakes ---- */

/* The rules met so far, and how many boards each still needs. */
struct catches {
    struct workshop *w;
    const char *rule[GRADE_MOST_RULES];
    int missing[GRADE_MOST_RULES];
    bool
        open[GRADE_MOST_RULES]; /* on some board it is not known whether the rule matters */
    int count, wanted;
    int looked, most_looks;       /* boards */
    bool shows[GRADE_MOST_RULES]; /* on the last of them */
};

static int find_rule(struct catches *c, const char *rule)
{
    int i = 0;
    while (i < c->count && strcmp(c->rule[i], rule) != 0)
        i++;
    if (i < c->count || i == GRADE_MOST_RULES)
        return i < c->count ? i : -1;
    c->rule[i] = pm_copy(&c->w->exercise->arena, rule, strlen(rule));
    if (!c->rule[i])
        return -1;
    c->missing[i] = c->wanted;
    return c->count++;
}

/* Asks about a rule, if it still needs boards or if `all` are asked about. */
static void ask_rule(struct catches *c, pulma_rulebook *book, int number, bool all,
                     int *wrong)
{
    int rule = find_rule(c, pulma_rulebook_text(book, number));
    if (rule < 0 || (!all && c->missing[rule] <= 0))
        return;
    pulma_status status = pulma_rulebook_break(book, number, MOST_CONFLICTS, wrong, NULL);
    c->shows[rule] |= status == PULMA_OK;
    c->open[rule] |= status != PULMA_OK && status != PULMA_NONE;
}

/* Which rules, all or those that need boards, show on this board if they are forgotten.  Returns
 * how many of them need it. */
static int look_at(struct catches *c, const pulma_puzzle *puzzle, bool all)
{
    int places = pulma_puzzle_places(puzzle), useful = 0;
    int *wrong = calloc((size_t)places + 1, sizeof *wrong);
    pulma_rulebook *book = NULL;
    memset(c->shows, 0, sizeof c->shows);
    c->looked++;
    if (wrong && pulma_rulebook_new(puzzle, &book, NULL) == PULMA_OK)
        for (int i = 0; i < pulma_rulebook_count(book); i++)
            ask_rule(c, book, i, all, wrong);
    for (int i = 0; i < c->count; i++)
        useful += c->shows[i] && c->missing[i] > 0;
    pulma_rulebook_free(book);
    free(wrong);
    return useful;
}

static pulma_status keep_catch(struct catches *c, const pulma_puzzle *puzzle,
                               const struct grade_make *make)
{
    struct workshop *w = c->w;
    struct grade_exercise *e = w->exercise;
    const char **caught = pm_new(&e->arena, GRADE_MOST_RULES, const char *);
    pulma_status status =
        caught ? add_board(w, puzzle, make, NULL) : pm_fail_memory(w->err);
    if (status)
        return status;
    struct grade_board *board = &e->boards[e->board_count - 1];
    board->caught = caught;
    for (int i = 0; i < c->count; i++)
        if (c->shows[i]) {
            board->caught[board->caught_count++] = c->rule[i];
            c->missing[i]--;
        }
    return PULMA_OK;
}

static pulma_status note_uncaught(struct catches *c)
{
    struct grade_exercise *e = c->w->exercise;
    e->uncaught = pm_new(&e->arena, GRADE_MOST_RULES, struct grade_uncaught);
    e->uncaught_count = 0;
    if (!e->uncaught)
        return pm_fail_memory(c->w->err);
    for (int i = 0; i < c->count; i++)
        if (c->missing[i] == c->wanted)
            e->uncaught[e->uncaught_count++] =
                (struct grade_uncaught){c->rule[i], c->open[i] ? 0 : c->looked};
    return PULMA_OK;
}

/* Rules that still need boards. */
static int rules_left(const struct catches *c)
{
    int left = 0;
    for (int i = 0; i < c->count; i++)
        left += c->missing[i] > 0;
    return left;
}

/* A board of few answers, on which a rule shows that needs it. */
static bool is_catch(void *context, const pulma_puzzle *puzzle)
{
    struct catches *c = context;
    if (c->looked >= c->most_looks || look_at(c, puzzle, false) == 0)
        return false;
    int answers = count_answers(puzzle);
    return answers >= 1 && answers <= GRADE_MOST_ANSWERS && look_at(c, puzzle, true) > 0;
}

/* Boards as the generator makes them; where that is not enough, since it avoids what a rule
 * forbids (no line of its Flow Free boards can be drawn round a loop), changed ones. */
static pulma_status make_catches(struct workshop *w, const struct grade_make *make)
{
    struct catches c = {.w = w,
                        .wanted = make->count,
                        .most_looks = pulma_kind_has_objective(w->exercise->kind)
                                          ? MOST_CHEAPEST_LOOKS
                                          : MOST_CHANGED_LOOKS};
    pulma_wish *wish = NULL;
    pulma_status status = open_wish(w, make, &wish);
    for (int looks = 0; !status && looks < 2 * MOST_LOOKS; looks++) {
        pulma_puzzle *puzzle = NULL;
        status = pulma_wish_next(wish, &puzzle, w->err);
        pulma_puzzle *changed =
            status || looks < MOST_LOOKS ? NULL : change_until(w, puzzle, is_catch, &c);
        if (changed)
            status = keep_catch(&c, changed, make);
        else if (!status && looks < MOST_LOOKS && look_at(&c, puzzle, true) > 0)
            status = keep_catch(&c, puzzle, make);
        pulma_puzzle_free(changed);
        pulma_puzzle_free(puzzle);
        if (rules_left(&c) == 0 || c.looked >= c.most_looks)
            break;
    }
    pulma_wish_free(wish);
    return status ? blame(w, make, status) : note_uncaught(&c);
}

/* ---- With several answers ---- */

static bool has_several(void *context, const pulma_puzzle *puzzle)
{
    (void)context;
    int answers = count_answers(puzzle);
    return answers >= 2 && answers <= GRADE_MOST_ANSWERS;
}

static pulma_status make_several(struct workshop *w, const struct grade_make *make)
{
    pulma_wish *wish = NULL;
    pulma_status status = open_wish(w, make, &wish);
    int made = 0;
    for (int looks = 0; looks < w->looks && made < make->count && !status; looks++) {
        pulma_puzzle *puzzle = NULL;
        status = pulma_wish_next(wish, &puzzle, w->err);
        pulma_puzzle *several = status ? NULL : change_until(w, puzzle, has_several, NULL);
        if (several) {
            status = add_board(w, several, make, NULL);
            made++;
        }
        pulma_puzzle_free(several);
        pulma_puzzle_free(puzzle);
    }
    pulma_wish_free(wish);
    if (!status && made < make->count)
        status = pm_fail(w->err, PULMA_BAD_TEXT, NULL,
                         "no board with several answers was "
                         "found");
    return status ? blame(w, make, status) : PULMA_OK;
}

pulma_status grade_boards_make(struct grade_exercise *e, const struct grade_host *host,
                               const char **file, pulma_error *err)
{
    pulma_error own;
    struct workshop w = {
        .exercise = e, .host = host, .err = err ? err : &own, .looks = MOST_LOOKS};
    *file = NULL;
    pm_rng_init(&w.rng, e->seed);
    pulma_status status = read_files(&w, file);
    for (int i = 0; i < e->make_count && !status; i++) {
        const struct grade_make *make = &e->makes[i];
        status = make->part == GRADE_CATCH     ? make_catches(&w, make)
                 : make->part == GRADE_SEVERAL ? make_several(&w, make)
                                               : make_boards(&w, make);
    }
    return status;
}

bool grade_can_vary(int kind, int columns, int rows)
{
    enum { FEW_LOOKS = 3 };
    struct grade_exercise e = {.kind = kind, .seed = 1};
    struct grade_host nobody = {.stop = NULL};
    pulma_error err;
    struct workshop w = {.exercise = &e, .host = &nobody, .err = &err, .looks = FEW_LOOKS};
    struct grade_make make = {
        .part = GRADE_SEVERAL, .count = 1, .columns = columns, .rows = rows};
    pm_arena_init(&e.arena, 0);
    pm_rng_init(&w.rng, e.seed);
    bool made = make_several(&w, &make) == PULMA_OK;
    pm_arena_free(&e.arena);
    return made;
}

void grade_boards_write(const struct grade_exercise *e, struct pm_out *out)
{
    for (int i = 0; i < e->board_count; i++) {
        const struct grade_board *b = &e->boards[i];
        pm_out_f(out, "%s%% %s: ", i ? "\n" : "", b->name);
        if (b->answers > GRADE_MOST_ANSWERS)
            pm_out_f(out, "more than %d answers", GRADE_MOST_ANSWERS);
        else if (b->answers < 0)
            pm_out_text(out, "its answers were not counted");
        else
            pm_out_f(out, "%d answer%s", b->answers, b->answers == 1 ? "" : "s");
        for (int k = 0; k < b->caught_count; k++)
            pm_out_f(out, "\n%%   catches who forgets: %s", b->caught[k]);
        pm_out_f(out, "\n%s", b->text);
    }
    for (int i = 0; i < e->uncaught_count; i++) {
        const struct grade_uncaught *u = &e->uncaught[i];
        if (u->proved)
            pm_out_f(out, "%s%% follows from the other rules on all %d boards tried: %s\n",
                     i ? "" : "\n", u->proved, u->rule);
        else
            pm_out_f(out, "%s%% no board was found that catches who forgets: %s\n",
                     i ? "" : "\n", u->rule);
    }
}
