/* pulma-mip: translates MathProg models, solves them with GLPK or CBC, prints their answers.
 *
 *     pulma-mip [--unconfined] [--talk] < request > reply
 *
 * The helper of the pulma library, which starts one per job (src/program/wire.h tells what they
 * say to each other).  With --talk it keeps the model that it has translated until it hears which
 * values to print, or that there are none.  It is a program of its own since GLPK is under the GPL, and since models
 * may be hostile: whatever happens in here, the caller lives and hears of it.  It shuts itself in
 * before it reads a byte; where it cannot, it refuses, unless told --unconfined. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/limits.h"
#include "core/process.h"
#include "mip/mip.h"
#include "sandbox/sandbox.h"

double mip_left(const struct mip_job *job)
{
    return job->deadline > 0 ? job->deadline - pm_clock() : 1e9;
}

void mip_fail(struct mip_job *job, enum pm_mip_outcome outcome, int line,
              const char *format, ...)
{
    static char message[500];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    job->reply.outcome = outcome;
    job->reply.line = line;
    job->reply.message = message;
    job->reply.message_len = strlen(message);
}

static const char another_program[] = "the model gave another program the second time";

/* The linear program without what the request excludes. */
static bool exclude(struct mip_job *job, struct pm_program **linear, pulma_error *err)
{
    const struct pm_exclude *x = &job->request.exclude;
    struct pm_program *larger;
    for (int c = 0; c < x->column_count; c++)
        if (x->columns[c] < 0 || x->columns[c] >= (*linear)->column_count) {
            snprintf(err->message, sizeof err->message, "%s", another_program);
            return false;
        }
    if (pm_program_exclude(*linear, x, &larger, err) != PULMA_OK)
        return false;
    *linear = larger;
    return true;
}

static bool solve(struct mip_job *job)
{
    struct pm_program *linear;
    pulma_error err = {0};
    if (pm_program_linearise(job->program, &linear, &err) != PULMA_OK ||
        (job->request.excludes && !exclude(job, &linear, &err))) {
        mip_fail(job, err.status == PULMA_UNAVAILABLE ? PM_MIP_REFUSED : PM_MIP_BROKEN, 0,
                 "%s", err.message);
        return false;
    }
    double start = pm_cpu_clock();
    double *values = pm_new(&job->arena, (size_t)linear->column_count + 1, double);
    bool done =
        values && (job->request.solver == PM_MIP_CBC ? mip_solve_cbc(job, linear, values)
                                                     : mip_solve_glpk(job, linear, values));
    if (done && job->reply.status == PM_MIP_UNBOUNDED)
        mip_confirm_unbounded(job, linear);
    job->reply.solve_seconds = pm_cpu_clock() - start;
    if (!done || job->reply.status > PM_MIP_FEASIBLE)
        return done;
    /* No solver is believed: its rounded values must satisfy every row. */
    int row;
    pm_program_round(linear, values);
    if (!pm_program_satisfied(linear, values, &row) &&
        !(mip_polish(job, linear, values) && pm_program_satisfied(linear, values, &row))) {
        mip_fail(job, PM_MIP_BROKEN, 0, "the solver's values do not satisfy %s",
                 row >= 0 ? linear->rows[row].name : linear->columns[-1 - row].name);
        return false;
    }
    job->reply.objective = pm_program_objective(job->program, values);
    job->reply.value_count = job->program->column_count;
    job->reply.values = values;
    if (job->reply.status == PM_MIP_OPTIMAL) {
        job->reply.bound = job->reply.objective;
        job->reply.has_bound = true;
    }
    return mip_print(job, values);
}

static bool relax(struct mip_job *job)
{
    struct pm_program *linear;
    pulma_error err;
    const int64_t bounds = job->request.bound_count;
    if (!job->program->has_objective && bounds == 0)
        return true; /* any value is as good */
    bool sane = bounds == 0 || bounds == 2 * (int64_t)job->program->column_count;
    for (int j = 0; sane && j < bounds; j += 2)
        sane = job->request.bounds[j] <= job->request.bounds[j + 1];
    if (!sane)
        mip_fail(job, PM_MIP_BROKEN, 0, "%s", another_program);
    else if (pm_program_linearise(job->program, &linear, &err) == PULMA_OK)
        return mip_relax(job, linear);
    else
        mip_fail(job, PM_MIP_BROKEN, 0, "%s", err.message);
    return false;
}

static bool print(struct mip_job *job)
{
    int row;
    const double *values = job->request.values;
    if (job->request.value_count != job->program->column_count) {
        mip_fail(job, PM_MIP_BROKEN, 0, "%s", another_program);
        return false;
    }
    if (!job->request.unchecked && !pm_program_satisfied(job->program, values, &row)) {
        mip_fail(job, PM_MIP_BROKEN, 0, "the solver's values do not satisfy %s",
                 row >= 0 ? job->program->rows[row].name
                          : job->program->columns[-1 - row].name);
        return false;
    }
    job->reply.objective = pm_program_objective(job->program, values);
    return mip_print(job, values);
}

static void dual(struct mip_job *job)
{
    struct pm_wire in = {job->request.program,
                         job->request.program + job->request.program_len, false};
    struct pm_program *program = pm_wire_program(&in);
    if (program)
        mip_dual(job, program);
    else
        mip_fail(job, PM_MIP_BROKEN, 0, "the program cannot be read");
}

static void work(struct mip_job *job)
{
    int jump = setjmp(job->gave_up);
    if (jump == MIP_TOLD)
        return;
    if (jump == MIP_GAVE_UP) {
        const char *talk = job->talk.data ? job->talk.data : "";
        bool memory = strstr(talk, "no memory") || strstr(talk, "not enough memory");
        if (memory)
            mip_fail(job, PM_MIP_NO_MEMORY, 0, "out of memory");
        else
            mip_fail(job, PM_MIP_BROKEN, 0, "GLPK gave up: %.300s", talk);
        return;
    }
    if (job->request.task == PM_MIP_DUAL) {
        dual(job);
        return;
    }
    if (!job->program && !mip_translate(job))
        return;
    switch (job->request.task) {
    case PM_MIP_TRANSLATE:
        pm_wire_put_program(&job->sent_program, job->program);
        job->reply.program = job->sent_program.data;
        job->reply.program_len = job->sent_program.len;
        break;
    case PM_MIP_SOLVE:
        solve(job);
        break;
    case PM_MIP_PRINT:
        print(job);
        break;
    case PM_MIP_RELAX:
        relax(job);
        break;
    default:
        mip_why(job);
    }
}

static void read_all(struct pm_out *out)
{
    char bytes[65536];
    ssize_t n;
    while ((n = read(0, bytes, sizeof bytes)) > 0)
        pm_out_bytes(out, bytes, (size_t)n);
}

static void write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n <= 0)
            _exit(PM_EXIT_FAILED);
        bytes += n;
        len -= (size_t)n;
    }
}

static void send(int fd, const struct pm_mip_reply *reply, bool framed)
{
    struct pm_out out = {0}, frame = {0};
    pm_wire_put_reply(&out, reply);
    if (framed)
        pm_wire_put_framed(&frame, &out);
    const struct pm_out *whole = framed ? &frame : &out;
    if (whole->failed)
        _exit(PM_EXIT_ABORT);
    write_all(fd, whole->data, whole->len);
    pm_out_free(&out);
    pm_out_free(&frame);
}

/* ---- A conversation ---- */

/* Reads `len` bytes; false if there are fewer. */
static bool read_bytes(struct pm_out *out, size_t len)
{
    char bytes[65536];
    while (len > 0) {
        ssize_t n = read(0, bytes, len < sizeof bytes ? len : sizeof bytes);
        if (n <= 0)
            return false;
        pm_out_bytes(out, bytes, (size_t)n);
        len -= (size_t)n;
    }
    return !out->failed;
}

static bool read_framed(struct pm_out *message)
{
    struct pm_out head = {0};
    int64_t len = 0;
    if (read_bytes(&head, sizeof len))
        memcpy(&len, head.data, sizeof len);
    pm_out_free(&head);
    return len > 0 && read_bytes(message, (size_t)len);
}

/* Whoever has much memory in use does not wait with it: a new helper will do. */
enum { MOST_KEPT = 256 << 20 };

/* Waits for values to print once the program has been sent. */
static void talk_on(int fd, struct mip_job *job)
{
    struct pm_out message = {0};
    bool waits = job->request.task == PM_MIP_TRANSLATE &&
                 job->reply.outcome == PM_MIP_DONE && pm_memory_used() < MOST_KEPT;
    if (!waits || !read_framed(&message))
        return;
    struct pm_wire in = {message.data, message.data + message.len, false};
    if (!pm_wire_request(&in, &job->arena, &job->request) ||
        job->request.task != PM_MIP_PRINT)
        _exit(PM_EXIT_BAD);
    double start = pm_cpu_clock();
    job->reply = (struct pm_mip_reply){0};
    job->deadline = job->request.seconds > 0 ? pm_clock() + job->request.seconds : 0;
    work(job);
    job->reply.seconds = pm_cpu_clock() - start;
    send(fd, &job->reply, true);
}

/* The names of the walls, a line each. */
static int show_walls(void)
{
    unsigned walls = 0;
    const char *why = "";
    if (!pm_sandbox_enter(&walls, &why))
        return PM_EXIT_FAILED;
    for (int i = 0; i < PM_WALLS; i++) {
        if (!(walls >> i & 1))
            continue;
        write_all(1, pm_wall_names[i], strlen(pm_wall_names[i]));
        write_all(1, "\n", 1);
    }
    return PM_EXIT_DONE;
}

int main(int argc, char **argv)
{
    bool unconfined = false, talks = false, known = true;
    if (argc == 2 && strcmp(argv[1], "--walls") == 0)
        return show_walls();
    for (int i = 1; i < argc; i++) {
        unconfined |= strcmp(argv[i], "--unconfined") == 0;
        talks |= strcmp(argv[i], "--talk") == 0;
        known &= strcmp(argv[i], "--unconfined") == 0 || strcmp(argv[i], "--talk") == 0;
    }
    if (!known) {
        fputs("pulma-mip [--unconfined] [--talk] < request > reply: the helper of pulma\n"
              "pulma-mip --walls: what its sandbox is made of here\n",
              stderr);
        return PM_EXIT_BAD;
    }
    /* Solvers like to chat on standard output: the reply goes out by another number. */
    int reply_fd = dup(1), nowhere = open("/dev/null", O_WRONLY);
    if (reply_fd < 0 || nowhere < 0 || dup2(nowhere, 1) < 0)
        return PM_EXIT_FAILED;
    static struct mip_job job;
    const char *why = "";
    pm_sandbox_catch_crashes();
    if (!pm_sandbox_enter(NULL, &why) && !unconfined) {
        mip_fail(&job, PM_MIP_OPEN, 0, "%s", why);
        send(reply_fd, &job.reply, talks);
        _exit(PM_EXIT_DONE);
    }
    double start = pm_clock(), cpu_start = pm_cpu_clock();
    struct pm_out request = {0};
    if (!talks)
        read_all(&request);
    else if (!read_framed(&request))
        return PM_EXIT_BAD;
    pm_arena_init(&job.arena, 0);
    struct pm_wire in = {request.data, request.data + request.len, request.failed};
    if (!request.data || !pm_wire_request(&in, &job.arena, &job.request))
        return PM_EXIT_BAD;
    job.deadline = job.request.seconds > 0 ? start + job.request.seconds : 0;
    work(&job);
    job.reply.seconds = pm_cpu_clock() - cpu_start;
    send(reply_fd, &job.reply, talks);
    pm_out_free(&job.sent_program);
    if (talks)
        talk_on(reply_fd, &job);
    _exit(PM_EXIT_DONE); /* memory that a solver may have spoilt is left alone */
}
