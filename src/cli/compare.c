/* pulma compare: formulations by solvers by puzzles, as tables and pictures.
 *
 * The comparing itself is src/study; here is what the command line adds: the call, the
 * puzzles, Ctrl-C, the line on the terminal, and how to end. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/batch.h"
#include "cli/console.h"
#include "cli/part.h"
#include "study/study.h"

enum { LONGEST_SIDE = 1000, MOST_SIDES = 100 };

struct comparison {
    const struct cli_call *call;
    struct study *study;
    struct cli_progress progress;
    enum study_format format;
    int puzzle_count;
    int status; /* how to end, so far */
    struct cli_part part;
    char *kept; /* of the part, by an earlier call */
    size_t kept_len;
};

static bool fail(struct comparison *c, int status)
{
    c->status = cli_worse(c->status, status);
    return false;
}

/* ---- The host of the study ---- */

static bool wants_to_stop(void *context)
{
    (void)context;
    return cli_interrupted();
}

static void show_progress(void *context, const struct study_progress *p)
{
    struct cli_progress *line = &((struct comparison *)context)->progress;
    double now = cli_now();
    if (!line->on || now - line->shown < 0.25 || now - line->started < 1)
        return;
    if (p->total == 0) {
        fprintf(stderr, "\r%s: %ld done\033[K", p->what, p->done);
    } else {
        fprintf(stderr, "\r%ld of %ld: ", p->done + 1, p->total);
        cli_print_clean(stderr, p->puzzle);
        fprintf(stderr, ", %s%s%s, %.0f s; about %.0f s left\033[K", p->model,
                p->model[0] ? " by " : "", p->solver, p->seconds, p->left);
    }
    line->shown = now;
    line->visible = true;
}

static void say(void *context, const char *sentence)
{
    cli_progress_hide(&((struct comparison *)context)->progress);
    fputs("pulma compare: ", stderr);
    cli_print_clean(stderr, sentence);
    fputc('\n', stderr);
}

static char *read_file(void *context, const char *path, size_t *len, pulma_error *err)
{
    (void)context;
    return cli_read_file(path, len, err);
}

static bool open_study(struct comparison *c)
{
    const struct cli_call *call = c->call;
    uint64_t repeat = call->number[CLI_REPEAT];
    struct study_wish wish = {.seconds = cli_given(call, CLI_TIME) ? call->seconds : 0,
                              .repeat = repeat > 1000 ? 1000 : (int)repeat,
                              .models = call->text[CLI_MODELS_LIST],
                              .solvers = call->text[CLI_SOLVERS_LIST]};
    struct study_host host = {.stop = wants_to_stop,
                              .progress = show_progress,
                              .say = say,
                              .read = read_file,
                              .context = c};
    c->study = study_new(&wish, &host);
    if (c->study)
        return true;
    return fail(c, cli_no_memory(call, stdout, stderr));
}

/* ---- What is compared ---- */

static int add_item(const struct cli_item *item)
{
    struct comparison *c = item->context;
    pulma_error err;
    if (study_add(c->study, item->puzzle, item->file, pulma_puzzle_line(item->puzzle),
                  &err) != PULMA_OK)
        return cli_item_fail(item, &err);
    c->puzzle_count++;
    return CLI_DONE;
}

static bool add_files(struct comparison *c)
{
    struct cli_call call = *c->call;
    call.deadline = 0; /* --time bounds each run, not the call */
    fail(c, cli_each_puzzle(&call, &(struct cli_task){
                                       .what = "reading", .work = add_item, .context = c}));
    return c->puzzle_count > 0;
}

/* "2..8" or a single number. */
static bool read_range(const char *text, int *from, int *to)
{
    int value[2] = {0, 0}, n = 0;
    for (const char *p = text; *p; p++) {
        if (*p >= '0' && *p <= '9')
            value[n] = 10 * value[n] + (*p - '0');
        else if (n == 0 && p > text && p[0] == '.' && p[1] == '.' && p[2])
            n = 1, p++;
        else
            return false;
        if (value[n] > LONGEST_SIDE)
            return false;
    }
    *from = value[0];
    *to = n ? value[1] : value[0];
    return 0 < *from && *from <= *to && *to - *from < MOST_SIDES;
}

/* One board of this side; where the generator makes none that side is left out. */
static void add_board(struct comparison *c, int kind, int side)
{
    const struct cli_call *call = c->call;
    pulma_error err = {.message = "out of memory"};
    pulma_wish *wish = pulma_wish_new(kind);
    bool good = wish != NULL;
    if (wish)
        pulma_wish_set_seed(wish, cli_given(call, CLI_SEED) ? call->number[CLI_SEED] : 1);
    for (int i = 0; good && i < call->pair_count; i++)
        good = pulma_wish_set_option(wish, call->pair_names[i], call->pair_values[i],
                                     &err) == PULMA_OK;
    if (good && study_add_board(c->study, wish, side, &err) == PULMA_OK)
        c->puzzle_count++;
    else if (!cli_interrupted())
        fprintf(stderr, "pulma compare: no board of %dx%d: %s\n", side, side, err.message);
    pulma_wish_free(wish);
}

static bool add_sizes(struct comparison *c)
{
    const struct cli_call *call = c->call;
    int from, to;
    if (!read_range(call->text[CLI_SIZES], &from, &to))
        return fail(c, cli_usage(call, "--sizes expects a range such as 2..8, not '%.60s'",
                                 call->text[CLI_SIZES]));
    if (!cli_given(call, CLI_KIND))
        return fail(c, cli_usage(call, "--sizes requires --kind KIND"));
    int kind = cli_kind(call, call->text[CLI_KIND]);
    if (kind < 0)
        return fail(c, CLI_BAD);
    if (!pulma_kind_can_generate(kind))
        return fail(c, cli_usage(call, "pulma cannot generate puzzles of the kind '%s'",
                                 pulma_kind_name(kind)));
    for (int side = from; side <= to && !cli_interrupted(); side++)
        add_board(c, kind, side);
    return c->puzzle_count > 0 || fail(c, cli_interrupted() ? CLI_STOPPED : CLI_BAD);
}

/* Whether a folder has the folder "seeds". */
static bool has_seeds(const char *folder)
{
    char path[4400];
    snprintf(path, sizeof path, "%s/seeds", folder);
    return access(path, R_OK | X_OK) == 0;
}

/* Whether a folder is that folder "seeds" itself. */
static bool is_seeds(const char *folder)
{
    char path[4400];
    struct stat one, other;
    snprintf(path, sizeof path, "%s/../seeds", folder);
    return stat(folder, &one) == 0 && stat(path, &other) == 0 &&
           one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* The folder of the examples: as the call says, else beside the program as it was built or
 * installed.  The call may also name its folder "seeds". */
static bool find_examples(const struct cli_call *call, char *folder, size_t size)
{
    static const char *const places[] = {"../examples", "../share/pulma/examples"};
    char self[4000];
    if (cli_given(call, CLI_EXAMPLES)) {
        snprintf(folder, size, "%s", call->text[CLI_EXAMPLES]);
        if (is_seeds(folder))
            snprintf(folder, size, "%s/..", call->text[CLI_EXAMPLES]);
        return has_seeds(folder);
    }
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    while (len > 0 && self[len - 1] != '/')
        len--;
    self[len > 0 ? len : 0] = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places && self[0]; i++) {
        snprintf(folder, size, "%s%s", self, places[i]);
        if (has_seeds(folder))
            return true;
    }
    snprintf(folder, size, "%s", PULMA_EXAMPLES);
    return has_seeds(folder);
}

/* Tells what is wrong with the call. */
static bool refuse(struct comparison *c, const pulma_error *err)
{
    return fail(c, cli_usage(c->call, "%s", err->message));
}

static bool add_paper(struct comparison *c, char *folder, size_t size)
{
    pulma_error err;
    if (!find_examples(c->call, folder, size))
        return fail(c,
                    cli_usage(c->call, "the puzzles were not found: give their folder with "
                                       "--examples FOLDER"));
    return study_add_paper(c->study, c->call->text[CLI_PAPER], folder, &err) == PULMA_OK ||
           refuse(c, &err);
}

/* ---- What comes out ---- */

static bool write_picture(struct comparison *c, const char *path, pulma_error *err)
{
    char *text = NULL;
    size_t len = 0;
    bool good = study_write(c->study, STUDY_SVG, &text, &len, err) == PULMA_OK &&
                cli_write_file(path, text, len, err);
    free(text);
    return good;
}

static void write_report(struct comparison *c)
{
    const char *picture = c->call->text[CLI_PLOT];
    char *text = NULL;
    size_t len = 0;
    pulma_error err;
    if (study_write(c->study, c->format, &text, &len, &err) == PULMA_OK)
        fwrite(text, 1, len, stdout);
    else
        refuse(c, &err);
    free(text);
    if (picture && !write_picture(c, picture, &err))
        fail(c, cli_fail(c->call, stdout, stderr, picture, &err));
}

/* The results of parts, or those of this part so far. */
static bool take_kept(struct comparison *c)
{
    const char *text = c->kept ? c->kept : c->call->kept;
    pulma_error err;
    if (!text ||
        !study_take(c->study, text, c->kept ? c->kept_len : c->call->kept_len, &err))
        return true;
    return fail(c, cli_fail(c->call, stdout, stderr, NULL, &err));
}

/* A part prints what came out of each run, for 'pulma join' to make the report. */
static void run_part(struct comparison *c)
{
    pulma_error err;
    pulma_status status = PULMA_OK;
    if (cli_part_open_record(&c->part, c->call, &c->kept, &c->kept_len) && take_kept(c)) {
        struct cli_mark mark = {.from = {1, (uint64_t)c->call->part - 1, 0},
                                .next = {1, (uint64_t)c->call->part, 0}};
        if (!c->part.complete) {
            study_set_part(c->study, c->call->part, c->call->parts, stdout);
            cli_progress_start(&c->progress, "comparing");
            status = study_run(c->study, &err);
            cli_progress_hide(&c->progress);
            if (status)
                say(c, err.message);
        }
        fail(c, status == PULMA_OK      ? CLI_DONE
                : status == PULMA_LIMIT ? CLI_STOPPED
                                        : CLI_BAD);
        if (!c->part.complete && study_faults(c->study) > 0)
            fail(c, CLI_NO);
        mark.status = c->status;
        fail(c, cli_part_close(&c->part, &mark, status == PULMA_OK));
    } else {
        fail(c, CLI_BAD);
        cli_part_close(&c->part, &c->part.mark, false);
    }
    free(c->kept);
}

static void run(struct comparison *c)
{
    pulma_error err;
    if (!take_kept(c))
        return;
    cli_progress_start(&c->progress, "comparing");
    pulma_status status = study_run(c->study, &err);
    cli_progress_hide(&c->progress);
    if (status != PULMA_OK) {
        say(c, err.message);
        fail(c, status == PULMA_LIMIT ? CLI_STOPPED : CLI_BAD);
    }
    if (study_faults(c->study) > 0)
        fail(c, CLI_NO);
    write_report(c);
}

/* ---- The command ---- */

/* The one format that the call names.  False after a complaint about two. */
static bool choose_format(struct comparison *c)
{
    static const struct {
        enum cli_option_id option;
        enum study_format format;
    } formats[] = {{CLI_JSON, STUDY_JSON},
                   {CLI_CSV, STUDY_CSV},
                   {CLI_MARKDOWN, STUDY_MARKDOWN},
                   {CLI_LATEX, STUDY_LATEX},
                   {CLI_HTML, STUDY_HTML}};
    c->format = STUDY_TEXT;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (!cli_given(c->call, formats[i].option))
            continue;
        if (c->format != STUDY_TEXT)
            return fail(c, cli_usage(c->call, "use only one of --json, --csv, --markdown, "
                                              "--latex and --html"));
        c->format = formats[i].format;
    }
    return true;
}

/* A picture that cannot be written is told before the work, not after it. */
static bool check_plot(struct comparison *c)
{
    const char *path = c->call->text[CLI_PLOT];
    const char *slash = path ? strrchr(path, '/') : NULL;
    char folder[4096];
    size_t len = path ? strlen(path) : 0;
    if (!path)
        return true;
    if (len < 5 || strcmp(path + len - 4, ".svg") != 0)
        return fail(c, cli_usage(c->call,
                                 "--plot expects a name that ends in .svg, not "
                                 "'%.60s'",
                                 path));
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 2,
             slash ? path : "./");
    if (access(folder, W_OK | X_OK) == 0)
        return true;
    pulma_error err = {.status = PULMA_BAD_CALL};
    snprintf(err.message, sizeof err.message, "cannot be written: %s", strerror(errno));
    return fail(c, cli_fail(c->call, stdout, stderr, path, &err));
}

static bool prepare(struct comparison *c, char *folder, size_t size)
{
    const struct cli_call *call = c->call;
    pulma_error err = {.message = ""};
    bool paper = cli_given(call, CLI_PAPER), sizes = cli_given(call, CLI_SIZES);
    int studies = (call->argument_count > 0) + paper + sizes;
    if (!choose_format(c) || !check_plot(c))
        return false;
    if (cli_given(call, CLI_OUTPUT) && !cli_given(call, CLI_PART))
        return fail(c, cli_usage(call, "--output requires --part"));
    if (cli_given(call, CLI_RESUME) && cli_given(call, CLI_PART))
        return fail(c, cli_usage(call, "with --part, use --output instead of --resume"));
    if (studies != 1)
        return fail(c, cli_usage(call, "expected FILE..., --sizes or --paper%s",
                                 studies > 1 ? ", one of them" : ""));
    if (!open_study(c))
        return false;
    if (!(paper ? add_paper(c, folder, size) : sizes ? add_sizes(c) : add_files(c)))
        return false;
    if (!paper && study_add_ways(c->study, &err) != PULMA_OK)
        return refuse(c, &err);
    const char *record = call->text[CLI_RESUME];
    if (record && study_keep(c->study, record, &err) != PULMA_OK)
        return fail(c, cli_fail(call, stdout, stderr, record, &err));
    return true;
}

int cli_compare(const struct cli_call *call)
{
    struct comparison c = {.call = call};
    char folder[4200];
    if (prepare(&c, folder, sizeof folder))
        cli_given(call, CLI_PART) ? run_part(&c) : run(&c);
    study_free(c.study);
    return c.status;
}
