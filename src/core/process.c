#define _GNU_SOURCE /* wait4: the CPU time of one child; dladdr: where the library is */
#include "core/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include "core/sanitizers.h"
#include "core/text.h"

/* Three pipes to the child; -1 marks a closed end. */
struct pipes {
    int in[2], out[2], err[2];
};

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_all(struct pipes *p)
{
    for (int side = 0; side < 2; side++) {
        close_end(&p->in[side]);
        close_end(&p->out[side]);
        close_end(&p->err[side]);
    }
}

/* Close-on-exec, so that a helper started by another thread does not keep them open. */
static bool open_pipe(int fd[2])
{
    if (pipe(fd) != 0) {
        fd[0] = fd[1] = -1;
        return false;
    }
    for (int i = 0; i < 2; i++) {
        if (fd[i] <= 2) { /* the caller had closed a standard stream: keep clear of it */
            int moved = fcntl(fd[i], F_DUPFD_CLOEXEC, 3);
            close(fd[i]);
            fd[i] = moved;
        } else {
            fcntl(fd[i], F_SETFD, FD_CLOEXEC);
        }
    }
    return fd[0] >= 0 && fd[1] >= 0;
}

/* Sanitizers reserve more addresses than any limit allows. */
enum { ADDRESSES_ARE_LIMITED = !PM_ADDRESS_SANITIZER && !PM_THREAD_SANITIZER };

#ifdef __GLIBC__
typedef __rlimit_resource_t resource_name;
#else
typedef int resource_name;
#endif

static void limit_child(resource_name resource, rlim_t most)
{
    struct rlimit limit = {most, most};
    setrlimit(resource, &limit);
}

/* A child without a limit of its own gets a week: nothing here works longer, and nothing may be
 * left running for ever. */
enum { WEEK = 7 * 24 * 3600 };

/* The deadline is what should end a child; this is for a parent that died.  It leaves a second
 * to spare, because the kernel counts this time in ticks and may run ahead of the clock.  The
 * hard limit lies above the soft one, so that the signal is SIGXCPU, which tells the cause. */
static void limit_child_time(double seconds)
{
    rlim_t most = seconds > 0 && seconds < WEEK ? (rlim_t)seconds + 2 : WEEK;
    struct rlimit limit = {most, most + 1};
    setrlimit(RLIMIT_CPU, &limit);
}

/* Asks to die with the parent.  One that died before could not be noticed: so look, too. */
static void follow_parent(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
    if (getppid() != parent)
        _exit(PM_EXIT_NOT_STARTED);
}

/* In the child, between fork and exec: only calls that are safe there. */
static void become(const struct pm_process *process, struct pipes *p, pid_t parent)
{
    static char path[] = "PATH=/usr/local/bin:/usr/bin:/bin", locale[] = "LC_ALL=C";
    char *environment[] = {path, locale, NULL};
    if (dup2(p->in[0], 0) < 0 || dup2(p->out[1], 1) < 0 || dup2(p->err[1], 2) < 0)
        _exit(PM_EXIT_NOT_STARTED);
    setpgid(0, 0);
    follow_parent(parent);
    limit_child(RLIMIT_CORE, 0);
    if (process->memory_bytes && ADDRESSES_ARE_LIMITED)
        limit_child(RLIMIT_AS, process->memory_bytes);
    limit_child_time(process->cpu_seconds);
    execve(process->argv[0], (char *const *)process->argv, environment);
    _exit(PM_EXIT_NOT_STARTED);
}

/* Of what a child complains about, the beginning is kept. */
enum { MOST_COMPLAINTS = 64 * 1024 };

/* What the child is still to read; after the last of it, no more will come. */
struct feed {
    const char *at;
    size_t left;
    bool last;
    char pulled[65536]; /* of pull() */
};

/* The next bytes of pull(). */
static void pull_more(struct feed *feed, const struct pm_process *process)
{
    if (feed->left > 0 || feed->last || !process->pull)
        return;
    feed->at = feed->pulled;
    feed->left = process->pull(process->context, feed->pulled, sizeof feed->pulled);
    feed->last = feed->left == 0;
}

/* Keeps what a child said.  False: the rest is not wanted. */
static bool keep_bytes(const struct pm_process *process, bool output, const char *bytes,
                       size_t n, struct pm_out *out, struct pm_out *complaints)
{
    if (output && process->put)
        return process->put(process->context, bytes, n);
    if (output || complaints->len < MOST_COMPLAINTS)
        pm_out_bytes(output ? out : complaints, bytes, n);
    return true;
}

/* One round of feeding and draining; returns false when both outputs are closed. */
static bool move_bytes(struct pipes *p, const struct pm_process *process, struct feed *feed,
                       struct pm_out *out, struct pm_out *complaints, bool *unwanted)
{
    struct pollfd fds[3] = {{feed->left ? p->in[1] : -1, POLLOUT, 0},
                            {p->out[0], POLLIN, 0},
                            {p->err[0], POLLIN, 0}};
    if (poll(fds, 3, 50) <= 0)
        return true;
    if (fds[0].revents) {
        ssize_t n = write(p->in[1], feed->at, feed->left);
        if (n > 0) {
            feed->at += n;
            feed->left -= (size_t)n;
        }
        if (n < 0 && errno != EAGAIN && errno != EINTR) {
            close_end(&p->in[1]);
            feed->left = 0;
            feed->last = true;
        }
        pull_more(feed, process);
        if (feed->left == 0 && feed->last)
            close_end(&p->in[1]);
    }
    int *from[2] = {&p->out[0], &p->err[0]};
    for (int i = 0; i < 2; i++) {
        if (!fds[i + 1].revents)
            continue;
        char bytes[16384];
        ssize_t n = read(*from[i], bytes, sizeof bytes);
        if (n > 0)
            *unwanted |= !keep_bytes(process, i == 0, bytes, (size_t)n, out, complaints);
        else if (n == 0 || (errno != EAGAIN && errno != EINTR))
            close_end(from[i]);
    }
    return p->out[0] >= 0 || p->err[0] >= 0;
}

/* Feeds and drains the child until it closes its outputs or has to be killed, as `ended` tells. */
static void attend(pid_t child, struct pipes *p, const struct pm_process *process,
                   size_t max_output, struct pm_out *out, struct pm_out *complaints,
                   struct pm_ended *ended, bool *too_much)
{
    struct feed feed = {.at = process->input,
                        .left = process->input_len,
                        .last = !process->answer && !process->pull};
    struct pm_out more = {0};
    pull_more(&feed, process);
    if (feed.left == 0 && feed.last)
        close_end(&p->in[1]);
    else
        fcntl(p->in[1], F_SETFL, O_NONBLOCK);
    for (size_t heard = 0;
         move_bytes(p, process, &feed, out, complaints, &ended->unwanted);) {
        if (!feed.last && process->answer && out->len > heard &&
            process->answer(process->context, out, &more)) {
            feed.at = more.data;
            feed.left = more.len;
            feed.last = true;
            if (more.len == 0)
                close_end(&p->in[1]);
        }
        heard = out->len;
        *too_much = out->len > max_output;
        ended->timed_out = process->limits && pm_stop(process->limits);
        if (ended->timed_out || ended->unwanted || *too_much)
            break;
    }
    pm_out_free(&more);
    if (ended->timed_out || ended->unwanted || *too_much)
        kill(-child, SIGKILL);
}

static double seconds_of(const struct rusage *use)
{
    return (double)use->ru_utime.tv_sec + 1e-6 * (double)use->ru_utime.tv_usec +
           (double)use->ru_stime.tv_sec + 1e-6 * (double)use->ru_stime.tv_usec;
}

/* Waits for the child, still minding the deadline: it may have closed its outputs and
 * gone on computing. */
static void wait_for(pid_t child, const struct pm_process *process, struct pm_ended *ended)
{
    int status = 0;
    struct rusage use = {0};
    for (;;) {
        pid_t done = wait4(child, &status, WNOHANG, &use);
        if (done == child || (done < 0 && errno != EINTR))
            break;
        if (!ended->timed_out && process->limits && pm_stop(process->limits)) {
            ended->timed_out = true;
            kill(-child, SIGKILL);
        }
        poll(NULL, 0, 1);
    }
    ended->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    ended->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ended->cpu_seconds = seconds_of(&use);
}

pulma_status pm_process_run(const struct pm_process *process, size_t max_output,
                            struct pm_out *out, struct pm_out *complaints,
                            struct pm_ended *ended, pulma_error *err)
{
    struct pipes p = {{-1, -1}, {-1, -1}, {-1, -1}};
    *ended = (struct pm_ended){0};
    if (!open_pipe(p.in) || !open_pipe(p.out) || !open_pipe(p.err)) {
        close_all(&p);
        return pm_fail(err, PULMA_SOLVER, NULL, "cannot open a pipe: %s", strerror(errno));
    }
    /* A helper that dies early must not end this process by SIGPIPE: block it in this
     * thread, and take back one that came from our own writing. */
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    pid_t parent = getpid(), child = fork();
    if (child == 0)
        become(process, &p, parent);
    if (child > 0) {
        setpgid(child, child);
        close_end(&p.in[0]);
        close_end(&p.out[1]);
        close_end(&p.err[1]);
        bool too_much = false;
        attend(child, &p, process, max_output, out, complaints, ended, &too_much);
        wait_for(child, process, ended);
        const struct timespec at_once = {0, 0};
        if (!sigismember(&pending, SIGPIPE))
            sigtimedwait(&pipe_signal, NULL, &at_once);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        close_all(&p);
        return too_much ? pm_fail(err, PULMA_SOLVER, NULL, "%s printed more than %zu bytes",
                                  process->argv[0], max_output)
                        : PULMA_OK;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close_all(&p);
    return pm_fail(err, PULMA_SOLVER, NULL, "cannot start %s: %s", process->argv[0],
                   strerror(errno));
}

/* The helper in one of the usual places around a file of ours. */
static bool find_around(const char *file, const char *name, char *path, size_t size)
{
    /* Beside it; one folder up, for tests in build/tests; where it is installed. */
    static const char *const folders[] = {"", "../", "../libexec/pulma/"};
    const char *slash = strrchr(file, '/');
    for (size_t i = 0; i < sizeof folders / sizeof *folders && slash; i++) {
        int needed = snprintf(path, size, "%.*s%s%s", (int)(slash + 1 - file), file,
                              folders[i], name);
        if (needed > 0 && (size_t)needed < size && access(path, X_OK) == 0)
            return true;
    }
    return false;
}

/* Around the program; around the library, which a program of another place may have loaded;
 * where it is installed. */
bool pm_process_find(const char *name, char *path, size_t size)
{
    static const char here = 0;
    char self[4096];
    Dl_info library;
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    self[len > 0 ? len : 0] = '\0';
    if (find_around(self, name, path, size) ||
        (dladdr(&here, &library) && library.dli_fname &&
         find_around(library.dli_fname, name, path, size)))
        return true;
    int needed = snprintf(path, size, "%s/%s", PULMA_LIBEXEC, name);
    return needed > 0 && (size_t)needed < size && access(path, X_OK) == 0;
}
