/* pulma draw: puzzles, and their answers, in the terminal or in picture files. */
#include "cli/answers.h"
#include "cli/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- The format ---- */

static const struct {
    const char *name;
    pulma_picture_format format;
} formats[] = {{"terminal", PULMA_TERMINAL}, {"mono", PULMA_MONO},  {"ascii", PULMA_ASCII},
               {"svg", PULMA_SVG},           {"png", PULMA_PNG},    {"pdf", PULMA_PDF},
               {"txt", PULMA_MONO},          {"words", PULMA_WORDS}};

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

/* Formats of which several pictures can follow each other in one output. */
static bool is_text(pulma_picture_format format)
{
    return format != PULMA_SVG && !is_binary(format);
}

/* ---- What is marked ---- */

enum marks { NOTHING, WRONG, STEP };

/* What --marks asks for, and which step of the explanation.  Without it, the places of an answer from
 * a file that are wrong.  False: it cannot be understood. */
static bool choose_marks(const struct cli_call *call, enum marks *marks, int *step)
{
    const char *text = call->text[CLI_MARKS], *file = call->text[CLI_ANSWER];
    *marks = file && *file ? WRONG : NOTHING;
    *step = 1;
    if (!text)
        return true;
    *marks = strcmp(text, "none") == 0    ? NOTHING
             : strcmp(text, "wrong") == 0 ? WRONG
                                          : STEP;
    if (*marks != STEP || strcmp(text, "hint") == 0)
        return true;
    *step = 0;
    for (const char *p = text; *p; p++) {
        if (*p < '0' || *p > '9' || *step > 99999)
            return false;
        *step = 10 * *step + (*p - '0');
    }
    return *step > 0;
}

/* What a task knows besides the call. */
struct drawing {
    struct cli_answers *answers;   /* NULL: none from a file */
    struct cli_document *document; /* NULL: pictures do not become pages */
    bool refused;                  /* several pictures in one output were refused */
};

/* ---- The answer ---- */

/* The answer to be drawn, from the file or by solving. */
static int find_answer(const struct cli_item *item, int *answer)
{
    pulma_error err = {0};
    const struct cli_answers *answers = ((struct drawing *)item->context)->answers;
    if (answers) {
        if (cli_answers_read(item, answer, &err) == PULMA_OK)
            return CLI_DONE;
        return cli_fail(item->call, item->out, item->complaints, answers->file, &err);
    }
    return cli_item_answer(item, answer);
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

/* The board as an explanation knows it after so many steps, the last one marked. */
static pulma_status draw_step(const struct cli_item *item, const int *board, int number,
                              pulma_picture_format format, char **bytes, size_t *len,
                              pulma_error *err)
{
    const struct cli_call *call = item->call;
    const pulma_step *step;
    pulma_explainer *e = cli_item_explainer(item, CLI_USUAL_EFFORT);
    if (!e)
        return PULMA_NO_MEMORY;
    pulma_status status = pulma_explainer_set_look(e, call->text[CLI_THEME], call->factor,
                                                   (int)call->number[CLI_WIDTH], err);
    if (!status)
        status = pulma_explainer_start(e, board, err);
    for (int i = 0; i < number && !status; i++)
        status = pulma_explainer_next(e, &step, err);
    if (status == PULMA_NONE) /* there are fewer steps: the last one, or the bare board */
        status = PULMA_OK;
    if (!status)
        status = pulma_explainer_draw(e, format, bytes, len, err);
    pulma_explainer_free(e);
    return status;
}

static pulma_status draw_board(const struct cli_item *item, const int *answer, bool wrong,
                               pulma_picture_format format, char **bytes, size_t *len,
                               pulma_error *err)
{
    const struct cli_call *call = item->call;
    pulma_finding found = {0};
    pulma_job *job = cli_item_bounded_job(item);
    if (!job)
        return PULMA_NO_MEMORY;
    if (cli_given(call, CLI_TIME))
        pulma_job_set_seconds(job, fmax(cli_seconds_left(call), least_seconds));
    if (answer && wrong && pulma_check(item->puzzle, answer, &found) == PULMA_WRONG)
        cli_item_note(item, "wrong", found.text);
    pulma_status status = pulma_job_set_look(job, call->text[CLI_THEME], call->factor,
                                             (int)call->number[CLI_WIDTH], err);
    if (!status)
        status = pulma_job_draw(job, answer, found.places, found.place_count, format, bytes,
                                len, err);
    pulma_job_free(job);
    return status;
}

/* The puzzle, or its answer, in its own notation: what a narrow window shows. */
static int print_text(const struct cli_item *item, const int *answer)
{
    char *text = NULL;
    pulma_error err = {0};
    pulma_status status = answer ? pulma_answer_write(item->puzzle, answer, &text, &err)
                                 : pulma_puzzle_write(item->puzzle, "pulma", &text, &err);
    if (status)
        return cli_item_fail(item, &err);
    fputs(text, item->out);
    pulma_free(text);
    return CLI_DONE;
}

static int put_page(const struct cli_item *item, const char *bytes, size_t len)
{
    const struct drawing *drawing = item->context;
    const char *title = pulma_puzzle_title(item->puzzle);
    pulma_error err = {0};
    if (!*title)
        title = pulma_kind_title(pulma_puzzle_kind(item->puzzle));
    if (item->number == 1)
        pulma_sheet_set(drawing->document->sheet, "title", title, NULL);
    return pulma_sheet_add_picture(drawing->document->sheet, bytes, len, title, &err) ==
                   PULMA_OK
               ? CLI_DONE
               : cli_item_fail(item, &err);
}

static int draw_with(const struct cli_item *item, const int *answer)
{
    const struct drawing *drawing = item->context;
    pulma_picture_format format = PULMA_MONO;
    pulma_error err = {0};
    char *bytes = NULL;
    size_t len = 0;
    enum marks marks;
    int step;
    choose_format(item->call, item->terminal, &format);
    choose_marks(item->call, &marks, &step);
    bool text = is_text(format), page = drawing->document != NULL;
    pulma_status drawn =
        marks == STEP ? draw_step(item, answer, step, page ? PULMA_PICTURE : format, &bytes,
                                  &len, &err)
                      : draw_board(item, answer, marks == WRONG,
                                   page ? PULMA_PICTURE : format, &bytes, &len, &err);
    if (drawn == PULMA_NO_MEMORY && !err.status)
        return cli_no_memory(item->call, item->out, item->complaints);
    if (drawn != PULMA_OK)
        return cli_item_fail(item, &err);
    if (text && !cli_given(item->call, CLI_OUTPUT))
        cli_header(item);
    int status = page ? put_page(item, bytes, len)
                 : text && item->terminal && format != PULMA_WORDS &&
                         !cli_given(item->call, CLI_OUTPUT) &&
                         !cli_fits_terminal(bytes, len)
                     ? print_text(item, answer)
                     : put_picture(item, bytes, len);
    pulma_free(bytes);
    return status;
}

/* Whether this is one of several pictures that one output cannot hold. */
static bool refuses(const struct cli_item *item)
{
    struct drawing *drawing = item->context;
    const char *output = item->call->text[CLI_OUTPUT];
    pulma_picture_format format = PULMA_MONO;
    choose_format(item->call, item->terminal, &format);
    if (!item->several || (format != PULMA_SVG && format != PULMA_PNG) ||
        (output && strcmp(output, "-") != 0))
        return false;
    const char *name = format == PULMA_SVG ? "svg" : "png";
    if (!drawing->refused)
        cli_usage(
            item->call,
            "several pictures do not fit into one %s: use -o NAME.%s for a file each, or "
            "pdf for pages",
            name, name);
    drawing->refused = true;
    return true;
}

/* A puzzle without an answer is drawn without it. */
static int draw_one(const struct cli_item *item)
{
    if (refuses(item))
        return CLI_BAD;
    if (!cli_given(item->call, CLI_ANSWER))
        return draw_with(item, NULL);
    int *answer = calloc((size_t)pulma_puzzle_places(item->puzzle) + 1, sizeof *answer);
    int found = answer ? find_answer(item, answer)
                       : cli_no_memory(item->call, item->out, item->complaints);
    int drawn = draw_with(item, found == CLI_DONE ? answer : NULL);
    free(answer);
    return cli_worse(found, drawn);
}

static void *take_answer(const struct cli_item *item)
{
    struct cli_item for_answers = *item;
    for_answers.context = ((struct drawing *)item->context)->answers;
    return cli_answers_take(&for_answers);
}

static int draw_all(const struct cli_call *call, struct drawing *drawing)
{
    struct cli_task task = {.what = "drawing", .work = draw_one, .context = drawing};
    const char *file = call->text[CLI_ANSWER];
    struct cli_answers answers;
    pulma_error err = {0};
    if (!file || !*file)
        return cli_each_puzzle(call, &task);
    if (!cli_answers_open(&answers, file, &err))
        return cli_fail(call, stdout, stderr, file, &err);
    drawing->answers = &answers;
    task.prepare = take_answer;
    int status = cli_each_puzzle(call, &task);
    cli_answers_close(&answers);
    return status;
}

int cli_draw(const struct cli_call *call)
{
    pulma_picture_format format;
    enum marks marks;
    int step;
    struct drawing drawing = {0};
    struct cli_document document;
    bool terminal = isatty(STDOUT_FILENO) == 1;
    const char *output = call->text[CLI_OUTPUT];
    if (!choose_format(call, terminal, &format))
        return cli_usage(call, "the name '%.200s' does not end in .svg, .png or .pdf",
                         output);
    if (!choose_marks(call, &marks, &step))
        return cli_usage(
            call,
            "--marks: expected wrong, hint, none or the number of a step, found "
            "'%.60s'",
            call->text[CLI_MARKS]);
    if (is_binary(format) && terminal && (!output || strcmp(output, "-") == 0))
        return cli_usage(call, "will not write an image to the terminal: use -o FILE");
    if (format != PULMA_PDF)
        return draw_all(call, &drawing);
    if (!cli_document_open(&document, call))
        return CLI_BAD;
    drawing.document = &document;
    return cli_document_close(&document, draw_all(call, &drawing));
}
