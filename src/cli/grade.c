/* pulma grade: judges models that students wrote.
 *
 * The judging itself is src/grade; here is what the command line adds: the call, files and
 * folders, the record of --resume, the line on the terminal, and how to end. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/part.h"
#include "core/out.h"
#include "grade/grade.h"

struct grading {
    const struct cli_call *call;
    struct grade_exercise *exercise;
    struct grade_look look;
    struct cli_progress progress;
    struct grade_submission *submissions;
    char **texts; /* paths and names that the submissions point into */
    int count, room;
    FILE *record;
    bool record_failed;
    int status;
};

static bool fail(struct grading *g, int status)
{
    g->status = cli_worse(g->status, status);
    return false;
}

/* ---- The host ---- */

static bool wants_to_stop(void *context)
{
    (void)context;
    return cli_interrupted();
}

static char *read_file(void *context, const char *path, size_t *len, pulma_error *err)
{
    (void)context;
    return cli_read_file(path, len, err);
}

static void show_progress(void *context, int done, int total)
{
    struct cli_progress *line = &((struct grading *)context)->progress;
    line->done = done;
    line->total = total;
    cli_progress_show(line);
}

static bool keep_line(void *context, const char *line, size_t len)
{
    struct grading *g = context;
    g->record_failed = fwrite(line, 1, len, g->record) != len || fflush(g->record) != 0;
    return !g->record_failed;
}

/* ---- Submissions ---- */

static bool ends_in_mod(const char *name)
{
    size_t len = strlen(name);
    return len > 4 && strcmp(name + len - 4, ".mod") == 0;
}

/* Takes copies.  A model is a path to the library if it has a '/' or ends in ".mod". */
static bool add_submission(struct grading *g, const char *path, const char *name)
{
    if (g->count == g->room) {
        int room = g->room ? 2 * g->room : 64;
        void *submissions = realloc(g->submissions, (size_t)room * sizeof *g->submissions);
        if (submissions)
            g->submissions = submissions;
        void *texts = realloc(g->texts, 2 * (size_t)room * sizeof *g->texts);
        if (texts)
            g->texts = texts;
        if (!submissions || !texts)
            return false;
        g->room = room;
    }
    size_t len = strlen(path);
    char *own_path = malloc(len + 3), *own_name = strdup(name);
    if (own_path)
        snprintf(own_path, len + 3, "%s%s", strchr(path, '/') ? "" : "./", path);
    g->texts[2 * g->count] = own_path;
    g->texts[2 * g->count + 1] = own_name;
    g->submissions[g->count++] =
        (struct grade_submission){.path = own_path, .name = own_name};
    return own_path && own_name;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The .mod files of a folder, and of the folders in it, in the order of their names. */
static bool add_folder(struct grading *g, const char *folder, const char *prefix, int depth)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, is_shown, by_name);
    bool good = true;
    for (int i = 0; i < n; i++) {
        char path[4500], name[1000];
        struct stat about;
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        snprintf(name, sizeof name, "%s%s", prefix, entries[i]->d_name);
        free(entries[i]);
        if (!good || stat(path, &about) != 0)
            continue;
        if (S_ISDIR(about.st_mode) && depth == 0) {
            size_t len = strlen(name);
            snprintf(name + len, sizeof name - len, "/");
            good = add_folder(g, path, name, 1);
        } else if (S_ISREG(about.st_mode) && ends_in_mod(path)) {
            good = add_submission(g, path, name);
        }
    }
    if (n >= 0)
        free(entries);
    return good;
}

static bool list_submissions(struct grading *g)
{
    const struct cli_call *call = g->call;
    for (int i = 1; i < call->argument_count; i++) {
        const char *path = call->arguments[i];
        struct stat about;
        pulma_error err = {.status = PULMA_BAD_CALL};
        if (stat(path, &about) != 0) {
            snprintf(err.message, sizeof err.message, "cannot be read: %s",
                     strerror(errno));
            return fail(g, cli_fail(call, stdout, stderr, path, &err));
        }
        bool good = S_ISDIR(about.st_mode) ? add_folder(g, path, "", 0)
                                           : add_submission(g, path, path);
        if (!good)
            return fail(g, cli_no_memory(call, stdout, stderr));
    }
    if (g->count > 0)
        return true;
    return fail(g, cli_usage(call, "there are no .mod files in what was given"));
}

/* ---- The exercise ---- */

static bool read_exercise(struct grading *g, const struct grade_host *host)
{
    const char *path = g->call->arguments[0], *slash = strrchr(path, '/'), *file = NULL;
    char folder[4200];
    size_t len = 0;
    pulma_error err = {0};
    char *text = cli_read_file(path, &len, &err);
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1,
             slash ? path : ".");
    bool good = text && grade_exercise_read(text, len, slash == path ? "/" : folder,
                                            &g->exercise, &err) == PULMA_OK;
    free(text);
    if (good)
        good = grade_boards_make(g->exercise, host, &file, &err) == PULMA_OK;
    return good || fail(g, cli_fail(g->call, stdout, stderr, file ? file : path, &err));
}

static int print_new(const struct cli_call *call)
{
    struct pm_out out = {0};
    pulma_error err;
    int kind = cli_kind(call, call->text[CLI_NEW]);
    if (kind < 0)
        return CLI_BAD;
    if (call->argument_count > 0)
        return cli_usage(call, "--new takes no arguments");
    pulma_status status = grade_exercise_new(kind, &out, &err);
    if (!status)
        fwrite(out.data, 1, out.len, stdout);
    pm_out_free(&out);
    return status ? cli_usage(call, "%s", err.message) : CLI_DONE;
}

static int print_boards(struct grading *g)
{
    struct pm_out out = {0};
    if (g->call->argument_count > 1)
        return cli_usage(g->call, "--boards takes an exercise and no submissions");
    grade_boards_write(g->exercise, &out);
    if (out.data)
        fwrite(out.data, 1, out.len, stdout);
    pm_out_free(&out);
    return CLI_DONE;
}

/* ---- Reports ---- */

static bool choose_look(struct grading *g)
{
    static const struct {
        enum cli_option_id option;
        enum grade_format format;
    } formats[] = {{CLI_JSON, GRADE_JSON}, {CLI_CSV, GRADE_CSV}, {CLI_JUNIT, GRADE_JUNIT}};
    static const char *const feedbacks[] = {"full", "short", "none"};
    g->look.picture = cli_picture_format(g->call, isatty(STDOUT_FILENO) == 1);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (!cli_given(g->call, formats[i].option))
            continue;
        if (g->look.format != GRADE_TEXT)
            return fail(g, cli_usage(g->call, "use only one of --json, --csv and --junit"));
        g->look.format = formats[i].format;
    }
    for (int i = 0; i < 3 && cli_given(g->call, CLI_FEEDBACK); i++)
        if (strcmp(g->call->text[CLI_FEEDBACK], feedbacks[i]) == 0)
            g->look.feedback = (enum grade_feedback)i;
    return true;
}

static void print_report(struct grading *g)
{
    struct pm_out out = {0};
    grade_write_head(&g->look, &out);
    for (int i = 0; i < g->count; i++)
        if (g->submissions[i].done)
            grade_write_one(g->exercise, &g->submissions[i], &g->look, &out);
    grade_write_tail(&g->look, g->submissions, g->count, &out);
    if (out.failed)
        fail(g, cli_no_memory(g->call, stdout, stderr));
    else if (out.data)
        fwrite(out.data, 1, out.len, stdout);
    pm_out_free(&out);
}

/* One file of the folder of --html. */
static bool write_page(struct grading *g, const char *name, struct pm_out *page)
{
    char path[4400];
    pulma_error err = {.status = PULMA_NO_MEMORY, .message = "out of memory"};
    snprintf(path, sizeof path, "%s/%s", g->call->text[CLI_HTML], name);
    bool good = !page->failed && cli_write_file(path, page->data, page->len, &err);
    pm_out_free(page);
    return good || fail(g, cli_fail(g->call, stdout, stderr, path, &err));
}

static bool write_pages(struct grading *g)
{
    struct pm_out page = {0};
    bool good = true;
    for (int i = 0; i < g->count && good; i++) {
        struct pm_out name = {0};
        if (!g->submissions[i].done)
            continue;
        grade_page_one(g->exercise, &g->submissions[i], g->look.feedback, &page);
        grade_page_name(i, &name);
        good = name.data && write_page(g, name.data, &page);
        pm_out_free(&name);
    }
    grade_page_overview(g->exercise, g->submissions, g->count, &page);
    return good && write_page(g, "index.html", &page);
}

/* A folder that cannot be written is told before the work, not after it. */
static bool open_pages(struct grading *g)
{
    const char *folder = g->call->text[CLI_HTML];
    pulma_error err = {.status = PULMA_BAD_CALL};
    if (!folder ||
        ((mkdir(folder, 0777) == 0 || errno == EEXIST) && access(folder, W_OK | X_OK) == 0))
        return true;
    snprintf(err.message, sizeof err.message, "cannot be written: %s", strerror(errno));
    return fail(g, cli_fail(g->call, stdout, stderr, folder, &err));
}

/* ---- The command ---- */

/* What earlier calls kept, and the file open to add to it. */
static bool open_record(struct grading *g, char **kept, size_t *len)
{
    const char *path = g->call->text[CLI_RESUME];
    pulma_error err = {.status = PULMA_BAD_CALL};
    if (!path)
        return true;
    if (access(path, F_OK) == 0 && !(*kept = cli_read_file(path, len, &err)))
        return fail(g, cli_fail(g->call, stdout, stderr, path, &err));
    g->record = fopen(path, "a");
    if (g->record)
        return true;
    snprintf(err.message, sizeof err.message, "cannot be written: %s", strerror(errno));
    return fail(g, cli_fail(g->call, stdout, stderr, path, &err));
}

/* Judges submissions `from` up to `to`. */
static pulma_status judge(struct grading *g, struct grade_host *host, int from, int to,
                          const char *kept, size_t kept_len)
{
    pulma_error err = {0};
    uint64_t jobs = cli_given(g->call, CLI_JOBS) ? g->call->number[CLI_JOBS] : 1;
    host->keep = g->record ? keep_line : NULL;
    cli_progress_start(&g->progress, "grading");
    pulma_status status =
        grade_class_run(g->exercise, g->submissions + from, to - from,
                        jobs > 255 ? 255 : (int)jobs, kept, kept_len, host, &err);
    cli_progress_hide(&g->progress);
    if (status && g->record_failed)
        snprintf(err.message, sizeof err.message, "the record cannot be written");
    if (status == PULMA_LIMIT)
        fail(g, CLI_STOPPED);
    else if (status)
        fail(g, cli_fail(g->call, stdout, stderr,
                         g->record_failed ? g->call->text[CLI_RESUME] : NULL, &err));
    for (int i = from; i < to; i++)
        if (g->submissions[i].done && g->submissions[i].verdict != GRADE_RIGHT)
            fail(g, CLI_NO);
    return status;
}

static void run(struct grading *g, struct grade_host *host)
{
    char *kept = NULL;
    size_t kept_len = 0;
    if (open_pages(g) && open_record(g, &kept, &kept_len)) {
        judge(g, host, 0, g->count, g->call->kept ? g->call->kept : kept,
              g->call->kept ? g->call->kept_len : kept_len);
        print_report(g);
        if (cli_given(g->call, CLI_HTML))
            write_pages(g);
    }
    if (g->record)
        fclose(g->record);
    free(kept);
}

/* A part prints what is known of each submission, for 'pulma join' to make the report. */
static void run_part(struct grading *g, struct grade_host *host)
{
    struct cli_part part;
    char *kept = NULL;
    size_t kept_len = 0;
    uint64_t from, to;
    cli_part_range(g->call, (uint64_t)g->count, &from, &to);
    struct cli_mark mark = {.from = {1, from, 0}, .next = {1, to, 0}};
    if (cli_part_open_record(&part, g->call, &kept, &kept_len)) {
        g->record = stdout;
        bool whole = part.complete || !judge(g, host, (int)from, (int)to, kept, kept_len);
        mark.status = g->status;
        fail(g, cli_part_close(&part, &mark, whole));
    } else {
        fail(g, CLI_BAD);
        cli_part_close(&part, &mark, false);
    }
    g->record = NULL;
    free(kept);
}

static void release(struct grading *g)
{
    for (int i = 0; i < g->count; i++) {
        grade_submission_clear(&g->submissions[i]);
        free(g->texts[2 * i]);
        free(g->texts[2 * i + 1]);
    }
    free(g->submissions);
    free(g->texts);
    grade_exercise_free(g->exercise);
}

int cli_grade(const struct cli_call *call)
{
    struct grading g = {.call = call};
    struct grade_host host = {
        .stop = wants_to_stop, .read = read_file, .progress = show_progress, .context = &g};
    bool boards = cli_given(call, CLI_BOARDS);
    if (cli_given(call, CLI_NEW))
        return print_new(call);
    if (call->argument_count == 0 || (call->argument_count == 1 && !boards))
        return cli_usage(call, "expected EXERCISE SUBMISSION..., or --new KIND");
    if (cli_given(call, CLI_OUTPUT) && !cli_given(call, CLI_PART))
        return cli_usage(call, "--output requires --part");
    if (cli_given(call, CLI_RESUME) && cli_given(call, CLI_PART))
        return cli_usage(call, "with --part, use --output instead of --resume");
    if (choose_look(&g) && (boards || list_submissions(&g)) && read_exercise(&g, &host)) {
        if (boards)
            g.status = print_boards(&g);
        else if (cli_given(call, CLI_PART))
            run_part(&g, &host);
        else
            run(&g, &host);
    }
    release(&g);
    return g.status;
}
