#include "mpi/state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* FNV-1a: finds what was cut off or changed by accident. */
static uint64_t sum_of(const char *bytes, size_t len)
{
    uint64_t sum = 0xCBF29CE484222325u;
    for (size_t i = 0; i < len; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * 0x100000001B3u;
    return sum;
}

static int complain(const struct state *state, const pulma_error *err)
{
    const struct cli_item *item = state->item;
    cli_progress_hide(item->progress);
    return cli_fail(item->call, item->out, item->complaints, state->file, err);
}

bool state_refuse(const struct state *state, const char *what)
{
    pulma_error err = {.status = PULMA_BAD_TEXT};
    snprintf(err.message, sizeof err.message, "%s", what);
    complain(state, &err);
    return false;
}

/* ---- The first line: command, method, and the sum of the puzzle's text ----------- */

static bool first_line(const struct cli_item *item, char *line, size_t size)
{
    /* Shares of different methods do not add up. */
    const struct cli_call *call = item->call;
    const char *method = cli_given(call, CLI_METHOD) ? call->text[CLI_METHOD] : "auto";
    char *text = NULL;
    if (pulma_puzzle_write(item->puzzle, "pulma", &text, NULL) != PULMA_OK)
        return false;
    snprintf(line, size, "pulma-mpi 2 %s %.20s %016" PRIx64 "\n", call->command->name,
             method, sum_of(text, strlen(text)));
    pulma_free(text);
    return true;
}

/* ---- Saving ---------------------------------------------------------------------- */

bool state_is_due(const struct state *state, bool ended)
{
    return state->file && (ended || cli_now() - state->saved >= state->every);
}

/* The file before becomes the one with ~; false: no memory. */
static bool step_aside(const struct state *state)
{
    size_t len = strlen(state->file);
    char *older = malloc(len + 2);
    if (!older)
        return false;
    memcpy(older, state->file, len);
    memcpy(older + len, "~", 2);
    unlink(older);
    /* Both names for one file, so that there is always a whole one. */
    bool good = link(state->file, older) == 0 || errno == ENOENT;
    free(older);
    return good;
}

void state_save(struct state *state, const struct pm_out *lines)
{
    struct pm_out out = {0};
    char first[120];
    pulma_error err = {.status = PULMA_NO_MEMORY, .message = "out of memory"};
    state->saved = cli_now();
    bool good = first_line(state->item, first, sizeof first);
    if (good) {
        pm_out_text(&out, first);
        pm_out_bytes(&out, lines->data ? lines->data : "", lines->len);
        pm_out_f(&out, "end %016" PRIx64 "\n", sum_of(out.data ? out.data : "", out.len));
    }
    good = good && !out.failed && !lines->failed;
    if (good && !state->failed) /* a disk that is full keeps what it has */
        step_aside(state);
    good = good && cli_write_file(state->file, out.data, out.len, &err);
    if (!good && !state->failed)
        complain(state, &err);
    state->failed = !good;
    pm_out_free(&out);
}

/* ---- Loading --------------------------------------------------------------------- */

/* The text of a state if it is whole, without its last line; NULL: it is not. */
static char *load(const char *file, size_t *len)
{
    pulma_error err;
    char last[30];
    size_t all = 0;
    char *text = access(file, F_OK) == 0 ? cli_read_file(file, &all, &err) : NULL;
    const size_t end = 4 + 16 + 1;
    if (text && all > end) {
        *len = all - end;
        snprintf(last, sizeof last, "end %016" PRIx64 "\n", sum_of(text, *len));
        if (memcmp(text + *len, last, end) == 0)
            return text;
    }
    free(text);
    return NULL;
}

static char *load_either(const struct state *state, size_t *len)
{
    char *text = load(state->file, len), *older = malloc(strlen(state->file) + 2);
    if (!text && older) {
        sprintf(older, "%s~", state->file);
        text = load(older, len);
        if (text && access(state->file, F_OK) == 0)
            cli_item_note(state->item,
                          "the saved state is damaged, the one before is taken", older);
    }
    free(older);
    return text;
}

bool state_open(struct state *state, const struct cli_item *item)
{
    const struct cli_call *call = item->call;
    char first[120];
    size_t len = 0;
    *state = (struct state){.item = item, .every = 10, .saved = cli_now()};
    if (!cli_given(call, CLI_RESUME))
        return true;
    if (cli_given(call, CLI_SAVE))
        state->every = 1e-3 * (double)call->number[CLI_SAVE];
    state->file = cli_numbered_name(call->text[CLI_RESUME], item->number);
    if (!state->file || !first_line(item, first, sizeof first)) {
        free(state->file);
        cli_no_memory(call, item->out, item->complaints);
        return false;
    }
    state->memory = load_either(state, &len);
    bool there = access(state->file, F_OK) == 0;
    bool good = true;
    if (!state->memory && there)
        good = state_refuse(state, "expected a state that pulma-mpi saved");
    else if (state->memory &&
             (len < strlen(first) || memcmp(state->memory, first, strlen(first)) != 0))
        good = state_refuse(state, "this state is of another puzzle, command or method");
    else if (state->memory) {
        state->lines = pm_text_of(state->memory, len);
        pm_text_line(&state->lines);
        state->earlier = state->memory;
    }
    if (!good)
        state_close(state, CLI_BAD);
    return good;
}

int state_close(struct state *state, int status)
{
    bool failed = state->file && state->failed;
    free(state->file);
    free(state->memory);
    return failed ? cli_worse(status, CLI_BAD) : status;
}

bool state_line(struct state *state, const char *word, struct pm_text *line)
{
    struct pm_text next = state->lines;
    if (!state->earlier || pm_text_ended(&next))
        return false;
    *line = pm_text_line(&next);
    if (!pm_text_word(line, word))
        return false;
    state->lines = next;
    return true;
}

/* Also numbers up to UINT64_MAX, as seeds are: they come back by a cast. */
bool state_number(struct pm_text *line, int64_t *number)
{
    uint64_t v = 0;
    pm_text_blanks(line);
    bool minus = pm_text_word(line, "-");
    const char *begin = line->at;
    for (; line->at < line->end && *line->at >= '0' && *line->at <= '9'; line->at++)
        if (__builtin_mul_overflow(v, 10u, &v) ||
            __builtin_add_overflow(v, (uint64_t)(*line->at - '0'), &v))
            return false;
    *number = (int64_t)(minus ? -v : v);
    return line->at > begin;
}

void state_put_answer(struct pm_out *out, int places, const int *answer)
{
    pm_out_text(out, "answer");
    for (int i = 0; i < places; i++)
        pm_out_f(out, " %d", answer[i]);
    pm_out_char(out, '\n');
}

bool state_answer(struct pm_text *line, const pulma_puzzle *puzzle, int *answer)
{
    for (int i = 0; i < pulma_puzzle_places(puzzle); i++) {
        int64_t value;
        if (!state_number(line, &value) || value < 0 || value > INT32_MAX)
            return false;
        answer[i] = (int)value;
    }
    return pulma_check(puzzle, answer, NULL) == PULMA_RIGHT;
}
