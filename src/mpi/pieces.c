#include "mpi/pieces.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    IN_FLIGHT = 2,     /* pieces of a rank: the second is there when the first is done */
    PIECES_A_RANK = 4, /* open ones; with fewer the budgets are small, */
    SMALL = 50,        /* so many times smaller */
    WHOLE = 10 /* and so many times larger for the whole: what a count remembers is lost
                        * between pieces, so in one piece it may be much faster */
};

/* The number of the whole while rank 0 tries it, and the others have its pieces. */
static const int64_t racer = -1;

/* ---- The stack ------------------------------------------------------------------- */

static void push(struct search *s, struct piece *piece)
{
    if (!piece) {
        s->status = no_memory(&s->err);
        return;
    }
    piece->next = s->open;
    s->open = piece;
    s->open_count++;
}

static struct piece *pop(struct search *s)
{
    struct piece *piece = s->open;
    assert(piece && s->open_count > 0);
    s->open = piece->next;
    s->open_count--;
    return piece;
}

/* What was not done is open again, but for the whole if others have its pieces.  Returns what is to be
 * freed. */
static struct piece *keep_open(struct search *s, struct piece *piece)
{
    if (piece->number == racer)
        return piece;
    push(s, piece);
    return NULL;
}

/* ---- The state in its file ------------------------------------------------------- */

static void write_piece(struct pm_out *out, const struct piece *piece)
{
    pm_out_text(out, "piece");
    for (int i = 0; i < piece->count; i++)
        pm_out_f(out, " %d %d", piece->fixed[i].place, piece->fixed[i].value);
    pm_out_char(out, '\n');
}

static void save(struct search *s)
{
    struct pm_out out = {0};
    const int places = pulma_puzzle_places(s->item->puzzle);
    pm_out_text(&out, "total ");
    pm_big_write(&s->total, &out);
    pm_out_text(&out, s->enough ? " enough\n" : "\n");
    if (s->cost_known)
        pm_out_f(&out, "cost %" PRId64 "\n", s->cost);
    for (int i = 0; i < s->answer_count; i++)
        state_put_answer(&out, places, s->answers + (size_t)i * (size_t)places);
    for (int i = 0; i < s->team->size * IN_FLIGHT; i++)
        if (s->slots[i] && s->slots[i]->number != racer)
            write_piece(&out, s->slots[i]);
    for (const struct piece *piece = s->open; piece; piece = piece->next)
        write_piece(&out, piece);
    state_save(&s->state, &out);
    pm_out_free(&out);
}

/* A piece of an earlier run; false: no place has such a value. */
static bool load_piece(struct search *s, struct pm_text line)
{
    const pulma_puzzle *puzzle = s->item->puzzle;
    const int places = pulma_puzzle_places(puzzle);
    struct piece *piece =
        malloc(sizeof *piece + ((size_t)places + 1) * sizeof *piece->fixed);
    int64_t place, value;
    bool good = piece != NULL;
    if (piece)
        *piece = (struct piece){.count = 0};
    while (good && state_number(&line, &place)) {
        int min = 0, max = -1;
        good = state_number(&line, &value) && piece->count < places && 0 <= place &&
               place < places;
        if (good)
            pulma_puzzle_range(puzzle, (int)place, &min, &max);
        good = good && min <= value && value <= max;
        if (good)
            piece->fixed[piece->count++] = (struct fixed){(int)place, (int)value};
    }
    if (good)
        push(s, piece);
    else
        free(piece);
    return good;
}

static bool load_answer(struct search *s, struct pm_text line)
{
    const pulma_puzzle *puzzle = s->item->puzzle;
    const size_t places = (size_t)pulma_puzzle_places(puzzle);
    bool good = s->answer_count < SEARCH_ANSWERS &&
                state_answer(&line, puzzle, s->answers + (size_t)s->answer_count * places);
    s->answer_count += good;
    return good;
}

/* What an earlier run knew; without one, the whole question is open. */
static bool load(struct search *s)
{
    struct pm_text line;
    if (!s->state.earlier) {
        push(s, new_piece(NULL, 0));
        return s->status == PULMA_OK;
    }
    bool good = state_line(&s->state, "total ", &line);
    if (good) {
        struct pm_text digits = pm_text_token(&line);
        char *copy = calloc(pm_text_len(&digits) + 1, 1);
        good = copy != NULL;
        if (copy)
            memcpy(copy, digits.at, pm_text_len(&digits));
        pm_big_set_digits(&s->total, copy ? copy : "0");
        pm_text_blanks(&line);
        s->enough = pm_text_word(&line, "enough");
        free(copy);
    }
    if (good && state_line(&s->state, "cost", &line))
        good = s->cost_known = state_number(&line, &s->cost);
    while (good && state_line(&s->state, "answer", &line))
        good = load_answer(s, line);
    while (good && state_line(&s->state, "piece", &line))
        good = load_piece(s, line);
    if (!good || !pm_text_ended(&s->state.lines)) {
        s->err = (pulma_error){.status = PULMA_BAD_TEXT};
        s->status = PULMA_BAD_TEXT;
        return state_refuse(&s->state, "expected a state that pulma-mpi saved");
    }
    return true;
}

/* ---- Replies --------------------------------------------------------------------- */

static void keep_answers(struct search *s, struct team_reading *reading, int64_t count,
                         bool worth)
{
    const size_t places = (size_t)pulma_puzzle_places(s->item->puzzle);
    for (int64_t i = 0; i < count && !reading->failed; i++) {
        bool room = worth && s->answer_count < SEARCH_ANSWERS;
        int *answer = s->answers + (room ? (size_t)s->answer_count * places : 0);
        for (size_t k = 0; k < places; k++) {
            int value = team_get_int(reading);
            if (room)
                answer[k] = value;
        }
        /* The rank's referee has seen it; messages are not trusted either. */
        s->answer_count +=
            room && pulma_check(s->item->puzzle, answer, NULL) == PULMA_RIGHT;
    }
}

/* Adds the answers of a piece: of the cheapest, if they have a cost. */
static void add(struct search *s, struct team_reading *reading)
{
    struct pm_big more = {0};
    size_t len;
    const bool listed = team_get(reading) != 0;
    const int64_t cost = team_get(reading);
    const char *digits = team_get_text(reading, &len);
    char *copy = calloc(len + 1, 1);
    if (copy)
        memcpy(copy, digits, len);
    else
        s->status = no_memory(&s->err);
    pm_big_set_digits(&more, copy ? copy : "0");
    const bool costs = listed && pulma_puzzle_has_objective(s->item->puzzle);
    const bool any = pm_big_compare(&more, 0) > 0;
    if (costs && any && (!s->cost_known || cost < s->cost)) {
        s->cost = cost;
        s->cost_known = true;
        s->answer_count = 0;
        pm_big_set(&s->total, 0);
    }
    const bool worth = any && (!costs || cost == s->cost);
    if (worth)
        pm_big_add(&s->total, &more);
    keep_answers(s, reading, team_get(reading), worth);
    s->enough = s->question.limit > 0 && !costs &&
                pm_big_compare(&s->total, s->question.limit) >= 0;
    if (s->total.failed || more.failed)
        s->status = no_memory(&s->err);
    pm_big_free(&more);
    free(copy);
}

/* The whole was answered in one piece: what its pieces gave is in it. */
static void take_all(struct search *s, struct team_reading *reading)
{
    pm_big_set(&s->total, 0);
    s->answer_count = 0;
    s->cost_known = false;
    add(s, reading);
    while (s->open)
        free(pop(s));
    for (int i = 0; i < s->team->size * IN_FLIGHT; i++) {
        free(s->slots[i]);
        s->slots[i] = NULL;
    }
    s->won = true;
}

/* The pieces of a piece; they come off the stack in their order. */
static void take_pieces(struct search *s, struct team_reading *reading, int64_t parent)
{
    const int64_t count = team_get(reading);
    struct piece *first = NULL, **last = &first;
    int n = 0;
    for (; n < count && !reading->failed; n++) {
        struct piece *piece = get_piece(reading);
        if (!piece) {
            s->status = no_memory(&s->err);
            break;
        }
        piece->number = ++s->numbered;
        piece->parent = parent;
        *last = piece;
        last = &piece->next;
    }
    *last = s->open;
    s->open = first;
    s->open_count += n;
    s->splits++;
}

static void take_result(struct search *s, const struct team_message *m)
{
    struct team_reading reading = {m->bytes, m->bytes + m->len, false};
    const int64_t question = team_get(&reading), slot = team_get(&reading);
    if (question != s->question.question || slot < 0 || slot >= s->team->size * IN_FLIGHT ||
        !s->slots[slot])
        return; /* of a question that is answered */
    struct piece *piece = s->slots[slot];
    const int64_t number = piece->number, parent = piece->parent;
    s->slots[slot] = NULL;
    s->flying--;
    s->racing = s->racing && number != racer;
    switch ((enum outcome)team_get_int(&reading)) {
    case PIECE_DONE:
        (number == racer ? take_all : add)(s, &reading);
        break;
    case PIECE_SPLIT:
        take_pieces(s, &reading, piece->number);
        break;
    case PIECE_SPENT:
        break; /* others have its pieces */
    case PIECE_STOPPED:
        s->status = PULMA_LIMIT;
        s->err = (pulma_error){.status = PULMA_LIMIT,
                               .limit = (pulma_limit)team_get_int(&reading)};
        piece = keep_open(s, piece);
        break;
    case PIECE_FAILED:
        s->status = get_failure(&reading, &s->err);
        piece = keep_open(s, piece);
        break;
    }
    free(piece);
    const double seconds = 1e-6 * (double)team_get(&reading);
    s->busy[m->rank] += seconds;
    s->seconds += seconds;
    const int64_t nodes = team_get(&reading);
    s->nodes += nodes;
    s->pieces++;
    if (s->table && number != racer)
        fprintf(s->table, "%" PRId64 ",%" PRId64 ",%d,%.6f,%" PRId64 "\n", number, parent,
                m->rank, seconds, nodes);
}

/* ---- Tasks ----------------------------------------------------------------------- */

static void send_piece(struct search *s, int rank, int slot)
{
    struct pm_out out = {0};
    struct piece *piece = pop(s);
    const int open = s->open_count + s->flying;
    /* The whole gets a whole try: most questions are answered by it. */
    const bool few = open < PIECES_A_RANK * s->team->size && piece->count > 0;
    const bool races = piece->number == racer;
    const double budget = few                   ? s->budget / SMALL
                          : piece->count > 0    ? s->budget
                          : s->racing && !races ? 0 /* split at once */
                                                : WHOLE * s->budget;
    team_put(&out, slot);
    team_put(&out, (int64_t)(budget * 1e6));
    team_put(&out, !races);
    put_piece(&out, piece->fixed, piece->count);
    if (out.failed) {
        push(s, piece);
        s->status = no_memory(&s->err);
    } else {
        s->slots[slot] = piece;
        s->flying++;
        team_send(s->team, rank, TEAM_TASK, out.data, out.len);
    }
    pm_out_free(&out);
}

/* Rank 0 tries the whole, while the others have its pieces. */
static void race(struct search *s)
{
    struct piece *whole = s->open;
    if (s->team->size < 2 || !whole || whole->next || whole->count > 0)
        return;
    push(s, new_piece(NULL, 0));
    if (s->status)
        return;
    s->open->number = racer;
    s->racing = true;
    send_piece(s, 0, 0);
}

static void hand_out(struct search *s)
{
    for (int k = 0; k < IN_FLIGHT; k++)
        for (int rank = 0; rank < s->team->size; rank++) {
            const int slot = rank * IN_FLIGHT + k;
            /* A second piece only while there is one for everybody. */
            bool spare = k == 0 || s->open_count > s->team->size;
            if (s->open && !s->status && !s->slots[slot] && spare)
                send_piece(s, rank, slot);
        }
}

/* ---- The whole ------------------------------------------------------------------- */

static bool ended(struct search *s)
{
    if (s->status || s->enough)
        return true;
    if (cli_interrupted() || cli_out_of_time(s->item->call)) {
        s->status = PULMA_LIMIT;
        s->err = (pulma_error){.status = PULMA_LIMIT,
                               .limit = cli_interrupted() ? PULMA_LIMIT_STOPPED
                                                          : PULMA_LIMIT_TIME};
        return true;
    }
    return s->won || (!s->open && s->flying == (s->racing ? 1 : 0));
}

static void coordinate(struct search *s)
{
    const double look = 0.25; /* seconds */
    race(s);
    while (!ended(s)) {
        const double before = cpu_now();
        hand_out(s);
        s->coordinating += cpu_now() - before;
        struct team_message *m = team_receive(s->team, look);
        const double came = cpu_now();
        if (m) {
            take_result(s, m);
            s->replies++;
            s->coordinating += cpu_now() - came;
            free(m);
        }
        cli_progress_show(s->item->progress);
        if (state_is_due(&s->state, false))
            save(s);
    }
    /* What is not done stays open. */
    if (s->flying > 0)
        team_send_all(s->team, TEAM_CANCEL, NULL, 0);
    for (int i = 0; i < s->team->size * IN_FLIGHT; i++)
        if (s->slots[i]) {
            free(keep_open(s, s->slots[i]));
            s->slots[i] = NULL;
        }
    s->flying = 0;
    if (state_is_due(&s->state, true))
        save(s);
}

/* The file of --csv, for who wants to see how the question was split. */
static void open_table(struct search *s)
{
    const char *file = s->item->call->text[CLI_CSV];
    if (!file)
        return;
    s->table = fopen(file, "w");
    if (s->table) {
        fputs("piece,parent,rank,seconds,nodes\n", s->table);
        return;
    }
    s->status = PULMA_UNAVAILABLE;
    s->err = (pulma_error){.status = s->status};
    snprintf(s->err.message, sizeof s->err.message, "%.300s cannot be written", file);
}

void search_run(struct search *s)
{
    const size_t size = (size_t)s->team->size;
    const size_t places = (size_t)pulma_puzzle_places(s->item->puzzle);
    struct pm_out out = {0};
    s->slots = calloc(size * IN_FLIGHT, sizeof(struct piece *));
    s->busy = calloc(size, sizeof *s->busy);
    s->answers = calloc(places * SEARCH_ANSWERS + 1, sizeof *s->answers);
    if (!s->slots || !s->busy || !s->answers)
        s->status = no_memory(&s->err);
    else
        s->status = put_question(&out, s->item->puzzle, &s->question, &s->err);
    if (!s->status && out.failed)
        s->status = no_memory(&s->err);
    if (!s->status)
        open_table(s);
    if (!s->status && load(s)) {
        team_send_all(s->team, TEAM_BEGIN, out.data, out.len);
        coordinate(s);
    }
    if (s->table && fclose(s->table) != 0)
        cli_item_note(s->item, s->item->call->text[CLI_CSV], "cannot be written");
    pm_out_free(&out);
}

int search_free(struct search *s, int ending)
{
    while (s->open)
        free(pop(s));
    pm_big_free(&s->total);
    free(s->slots);
    free(s->busy);
    free(s->answers);
    return state_close(&s->state, ending);
}

void search_tell(const struct search *s)
{
    if (!cli_given(s->item->call, CLI_PROGRESS))
        return;
    FILE *out = s->item->complaints;
    fprintf(out,
            "%d rank%s: %" PRId64 " pieces, %" PRId64 " of them split, %.3f s of CPU time, "
            "%" PRId64 " nodes; shares",
            s->team->size, s->team->size == 1 ? "" : "s", s->pieces, s->splits, s->seconds,
            s->nodes);
    for (int rank = 0; rank < s->team->size; rank++)
        fprintf(out, " %.2f", s->seconds > 0 ? s->busy[rank] / s->seconds : 0);
    fprintf(out, "; %" PRId64 " messages, %.1f us to coordinate a piece\n",
            s->team->messages, s->replies ? 1e6 * s->coordinating / (double)s->replies : 0);
}
