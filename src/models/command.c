/* Solvers that are installed as commands: HiGHS and SCIP.
 *
 * The program goes to a file in MPS form with plain names C1, C2, ..., the command leaves its values in
 * another file, both in a folder of their own under the folder for temporary files. */
#include "models/command.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/process.h"
#include "core/text.h"
#include "export/write.h"
#include "program/build.h"

bool pm_command_find(const char *name, char *path, size_t size)
{
    static const char *const folders[] = {"/usr/local/bin", "/usr/bin", "/bin", "/opt/bin"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        int needed = snprintf(path, size, "%s/%s", folders[i], name);
        if (needed > 0 && (size_t)needed < size && access(path, X_OK) == 0)
            return true;
    }
    return false;
}

/* ---- Reading what they leave ---- */

/* A decimal number, whatever the locale: digits, point, exponent. */
static bool read_number(struct pm_text word, double *value)
{
    bool negative = pm_text_word(&word, "-");
    double mantissa = 0;
    int exponent = 0, digits = 0, c;
    for (bool behind = false; (c = pm_text_peek(&word)) >= 0; pm_text_take(&word)) {
        if (c == '.' && !behind) {
            behind = true;
            continue;
        }
        if (c < '0' || c > '9')
            break;
        mantissa = 10 * mantissa + (c - '0');
        exponent -= behind;
        digits++;
    }
    if (pm_text_word(&word, "e") || pm_text_word(&word, "E")) {
        bool down = pm_text_word(&word, "-");
        if (!down)
            pm_text_word(&word, "+");
        int power;
        if (pm_text_int(&word, 0, 400, &power, NULL) != PULMA_OK)
            return false;
        exponent += down ? -power : power;
    }
    *value = (negative ? -mantissa : mantissa) * pow(10, exponent);
    return digits > 0 && pm_text_ended(&word) && isfinite(*value);
}

/* A line "C17 1" gives a column its value; others are not for us. */
static void take_value(struct pm_text line, int column_count, double *values)
{
    struct pm_text name = pm_text_token(&line),
                   number = pm_text_token((pm_text_blanks(&line), &line));
    int column;
    double value;
    if (!pm_text_word(&name, "C") || pm_text_int(&name, 1, column_count, &column, NULL) ||
        !pm_text_ended(&name) || !read_number(number, &value))
        return;
    values[column - 1] = value;
}

static bool line_is(struct pm_text line, const char *words)
{
    line = pm_text_trim(line);
    return pm_text_len(&line) == strlen(words) &&
           strncmp(line.at, words, strlen(words)) == 0;
}

/* HiGHS: "Model status", the status on the next line; "# Columns N" and as many lines. */
static pulma_status read_highs(const char *text, size_t len, int column_count,
                               struct pm_solved *solved, pulma_error *err)
{
    struct pm_text t = pm_text_of(text, len);
    bool feasible = false, columns = false, status_next = false, known = false;
    while (!pm_text_ended(&t)) {
        struct pm_text line = pm_text_line(&t);
        if (status_next) {
            known = true;
            solved->status = line_is(line, "Optimal")      ? PM_MIP_OPTIMAL
                             : line_is(line, "Infeasible") ? PM_MIP_INFEASIBLE
                             : line_is(line, "Unbounded")  ? PM_MIP_UNBOUNDED
                                                           : PM_MIP_LIMIT;
        }
        status_next = line_is(line, "Model status");
        feasible |= line_is(line, "Feasible");
        if (pm_text_starts(&line, "#"))
            columns = pm_text_starts(&line, "# Columns");
        else if (columns)
            take_value(line, column_count, solved->values);
        if (pm_text_starts(&line, "# Dual"))
            break;
    }
    if (!known)
        return pm_fail(err, PULMA_SOLVER, NULL,
                       "HiGHS left a solution file without a status");
    if (solved->status == PM_MIP_LIMIT && feasible)
        solved->status = PM_MIP_FEASIBLE;
    return PULMA_OK;
}

/* SCIP: "solution status: ...", then values that are not zero, one a line. */
static pulma_status read_scip(const char *text, size_t len, int column_count,
                              struct pm_solved *solved, pulma_error *err)
{
    struct pm_text t = pm_text_of(text, len), line = pm_text_line(&t);
    if (!pm_text_word(&line, "solution status:"))
        return pm_fail(err, PULMA_SOLVER, NULL,
                       "SCIP left a solution file without a status");
    solved->status = line_is(line, "optimal solution found") ? PM_MIP_OPTIMAL
                     : line_is(line, "infeasible")           ? PM_MIP_INFEASIBLE
                     : line_is(line, "unbounded")            ? PM_MIP_UNBOUNDED
                                                             : PM_MIP_LIMIT;
    bool found = false;
    while (!pm_text_ended(&t)) {
        line = pm_text_line(&t);
        found |= pm_text_starts(&line, "objective value:");
        take_value(line, column_count, solved->values);
    }
    if (solved->status == PM_MIP_LIMIT && found)
        solved->status = PM_MIP_FEASIBLE;
    return PULMA_OK;
}

/* ---- Calling them ---- */

static void add(struct pm_call *call, const char *word)
{
    assert(call->count < PM_CALL_WORDS - 1);
    call->argv[call->count++] = word;
}

static void call_highs(struct pm_call *call)
{
    add(call, call->mps);
    add(call, "--solution_file");
    add(call, call->solution);
    add(call, "--options_file"); /* where it is told to close the gap for good */
    add(call, call->options);
    if (call->seconds > 0) {
        snprintf(call->words[0], sizeof call->words[0], "%.3f", call->seconds);
        add(call, "--time_limit");
        add(call, call->words[0]);
    }
}

static void call_scip(struct pm_call *call)
{
    add(call, "-q");
    if (call->seconds > 0) {
        snprintf(call->words[0], sizeof call->words[0], "set limits time %.3f",
                 call->seconds);
        add(call, "-c");
        add(call, call->words[0]);
    }
    snprintf(call->words[1], sizeof call->words[1], "read %s", call->mps);
    snprintf(call->words[2], sizeof call->words[2], "write solution %s", call->solution);
    const char *const commands[] = {call->words[1], "optimize", call->words[2], "quit"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        add(call, "-c");
        add(call, commands[i]);
    }
}

const struct pm_command pm_command_highs = {"highs", call_highs, read_highs,
                                            "mip_rel_gap = 0\nmip_abs_gap = 1e-6\n"};
const struct pm_command pm_command_scip = {"scip", call_scip, read_scip, ""};

static bool write_file(const char *path, const char *bytes, size_t len)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool written = fwrite(bytes, 1, len, file) == len;
    return fclose(file) == 0 && written;
}

static bool read_file(const char *path, struct pm_out *out)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    char bytes[16384];
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, file)) > 0;)
        pm_out_bytes(out, bytes, n);
    bool read = !ferror(file) && !out->failed;
    fclose(file);
    return read;
}

/* The command with its files in place. */
static pulma_status run(const struct pm_command *command, struct pm_call *call,
                        const struct pm_limits *limits, struct pm_out *solution,
                        bool *limit, double *seconds, pulma_error *err)
{
    char path[PM_CALL_PATH];
    if (!pm_command_find(command->name, path, sizeof path))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL, "the command %s is not installed",
                       command->name);
    add(call, path);
    command->arguments(call);
    call->argv[call->count] = NULL;
    const struct pm_process process = {.argv = call->argv, .limits = limits};
    struct pm_out chat = {0}, complaints = {0};
    struct pm_ended ended;
    pulma_status status =
        pm_process_run(&process, (size_t)64 << 20, &chat, &complaints, &ended, err);
    pm_out_free(&chat);
    pm_out_free(&complaints);
    if (status != PULMA_OK)
        return status;
    *seconds = ended.cpu_seconds;
    *limit = ended.timed_out;
    if (!ended.timed_out && !read_file(call->solution, solution))
        return pm_fail(err, PULMA_SOLVER, NULL, "%s ended without leaving a solution file",
                       command->name);
    return PULMA_OK;
}

/* Writes the program, runs the command, reads the values. */
static pulma_status solve_in(const char *folder, const struct pm_command *command,
                             const struct pm_program *linear,
                             const struct pm_limits *limits, struct pm_solved *solved,
                             pulma_error *err)
{
    struct pm_call call = {0};
    snprintf(call.mps, sizeof call.mps, "%s/program.mps", folder);
    snprintf(call.solution, sizeof call.solution, "%s/solution.txt", folder);
    snprintf(call.options, sizeof call.options, "%s/options.txt", folder);
    if (limits && limits->deadline > 0)
        call.seconds = fmax(0.1, 0.95 * (limits->deadline - pm_clock()));
    struct pm_out mps = {0}, solution = {0};
    bool limit = false;
    pm_write_mps(linear, true, &mps);
    pulma_status status = PULMA_OK;
    if (mps.failed || !write_file(call.mps, mps.data, mps.len) ||
        !write_file(call.options, command->options, strlen(command->options)))
        status = pm_fail(err, PULMA_SOLVER, NULL, "cannot write %s: %s", call.mps,
                         strerror(errno));
    if (status == PULMA_OK)
        status = run(command, &call, limits, &solution, &limit, &solved->seconds, err);
    solved->status = PM_MIP_LIMIT;
    if (status == PULMA_OK && !limit)
        status = command->read(solution.data ? solution.data : "", solution.len,
                               linear->column_count, solved, err);
    unlink(call.mps);
    unlink(call.solution);
    unlink(call.options);
    pm_out_free(&mps);
    pm_out_free(&solution);
    return status;
}

pulma_status pm_command_solve(const struct pm_command *command,
                              const struct pm_program *linear,
                              const struct pm_limits *limits, struct pm_solved *solved,
                              pulma_error *err)
{
    const char *temporary = getenv("TMPDIR");
    char folder[PM_CALL_PATH - 20];
    snprintf(folder, sizeof folder, "%.900s/pulma-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(folder))
        return pm_fail(err, PULMA_SOLVER, NULL, "cannot make a folder %s: %s", folder,
                       strerror(errno));
    pulma_status status = solve_in(folder, command, linear, limits, solved, err);
    rmdir(folder);
    return status;
}
