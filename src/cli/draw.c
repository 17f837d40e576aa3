/* pulma draw: puzzles, and their answers, in the terminal or in picture files. */
#include "cli/answers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- The format ---- */

static const struct {
    const char *name;
    pulma_picture_format format;
} formats[] = {{"terminal", PULMA_TERMINAL}, {"mono", PULMA_MONO}, {"ascii", PULMA_ASCII},
               {"svg", PULMA_SVG},           {"png", PULMA_PNG},   {"pdf", PULMA_PDF},
               {"txt", PULMA_MONO}};

static bool find_format(const char *name, pulma_picture_format *format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcasecmp(formats[i].name, name) == 0) {
            *format = formats[i].format;
            return true;
        }
    return false;
}

/* By --format, else by the end of the file's name, else as text.  False: the name says
 * nothing. */
static bool choose_format(const struct cli_call *call, bool terminal,
                          pulma_picture_format *format)
{
    const char *name = call->text[CLI_OUTPUT], *dot = name ? strrchr(name, '.') : NULL;
    if (cli_given(call, CLI_FORMAT))
        return find_format(call->text[CLI_FORMAT], format);
    if (name && strcmp(name, "-") != 0 && !cli_given(call, CLI_ASCII))
        return dot && find_format(dot + 1, format);
    *format = cli_picture_format(call, terminal && !name);
    return true;
}

static bool is_binary(pulma_picture_format format)
{
    return format == PULMA_PNG || format == PULMA_PDF;
}

/* ---- The answer ---- */

/* The answer to be drawn, from the file or by solving. */
static int find_answer(const struct cli_item *item, int *answer)
{
    pulma_error err = {0};
    const struct cli_answers *answers = item->context;
    if (answers) {
        if (cli_answers_read(item, answer, &err) == PULMA_OK)
            return CLI_DONE;
        return cli_fail(item->call, item->out, item->complaints, answers->file, &err);
    }
    pulma_job *job = cli_item_job(item);
    if (!job)
        return CLI_BAD;
    pulma_status status = pulma_job_next(job, answer, &err);
    pulma_job_free(job);
    if (status == PULMA_OK)
        return CLI_DONE;
    if (status == PULMA_NONE) {
        cli_item_note(item, "impossible", "there is no answer");
        return CLI_NO;
    }
    if (status != PULMA_LIMIT)
        return cli_item_fail(item, &err);
    cli_item_stopped(item, &err);
    return CLI_STOPPED;
}

/* ---- The picture ---- */

static int put_picture(const struct cli_item *item, const char *bytes, size_t len)
{
    const char *path = item->call->text[CLI_OUTPUT];
    if (!path || strcmp(path, "-") == 0) {
        cli_progress_hide(item->progress);
        fwrite(bytes, 1, len, item->out);
        return CLI_DONE;
    }
    pulma_error err = {.status = PULMA_NO_MEMORY, .message = "out of memory"};
    char *name = cli_numbered_name(path, item->number);
    bool good = name && cli_write_file(name, bytes, len, &err);
    int status =
        good ? CLI_DONE : cli_fail(item->call, item->out, item->complaints, name, &err);
    free(name);
    return status;
}

/* A board whose answer took all the time is still drawn, if that does not take long. */
static const double least_seconds = 0.3;

static int draw_with(const struct cli_item *item, const int *answer)
{
    pulma_picture_format format = PULMA_MONO;
    pulma_error err = {0};
    char *bytes = NULL;
    size_t len = 0;
    pulma_finding found = {0};
    pulma_job *job = cli_item_bounded_job(item);
    if (!job)
        return CLI_BAD;
    if (cli_given(item->call, CLI_TIME))
        pulma_job_set_seconds(job, fmax(cli_seconds_left(item->call), least_seconds));
    choose_format(item->call, item->terminal, &format);
    if (answer && item->context && /* an answer from a file may be wrong */
        pulma_check(item->puzzle, answer, &found) == PULMA_WRONG)
        cli_item_note(item, "wrong", found.text);
    pulma_status drawn = pulma_job_draw(job, answer, found.places, found.place_count,
                                        format, &bytes, &len, &err);
    pulma_job_free(job);
    if (drawn != PULMA_OK)
        return cli_item_fail(item, &err);
    bool text = format == PULMA_TERMINAL || format == PULMA_MONO || format == PULMA_ASCII;
    if (text && !cli_given(item->call, CLI_OUTPUT))
        cli_header(item);
    int status = put_picture(item, bytes, len);
    pulma_free(bytes);
    return status;
}

/* A puzzle without an answer is drawn without it. */
static int draw_one(const struct cli_item *item)
{
    if (!cli_given(item->call, CLI_ANSWER))
        return draw_with(item, NULL);
    int *answer = calloc((size_t)pulma_puzzle_places(item->puzzle) + 1, sizeof *answer);
    int found = answer ? find_answer(item, answer)
                       : cli_no_memory(item->call, item->out, item->complaints);
    int drawn = draw_with(item, found == CLI_DONE ? answer : NULL);
    free(answer);
    return cli_worse(found, drawn);
}

int cli_draw(const struct cli_call *call)
{
    pulma_picture_format format;
    struct cli_answers answers;
    pulma_error err = {0};
    bool terminal = isatty(STDOUT_FILENO) == 1;
    const char *output = call->text[CLI_OUTPUT], *file = call->text[CLI_ANSWER];
    if (!choose_format(call, terminal, &format))
        return cli_usage(call, "the name '%.200s' does not end in .svg, .png or .pdf",
                         output);
    if (is_binary(format) && terminal && (!output || strcmp(output, "-") == 0))
        return cli_usage(call, "will not write an image to the terminal: use -o FILE");
    struct cli_task task = {.what = "drawing", .work = draw_one};
    if (!file || !*file)
        return cli_each_puzzle(call, &task);
    if (!cli_answers_open(&answers, file, &err))
        return cli_fail(call, stdout, stderr, file, &err);
    task.prepare = cli_answers_take;
    task.context = &answers;
    int status = cli_each_puzzle(call, &task);
    cli_answers_close(&answers);
    return status;
}
