/* The outside world: clock, Ctrl-C, terminal, files, complaints, JSON. */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "cli/console.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/unpack.h"
#include "core/sanitizers.h"
#include "core/text.h"
#include "notations/json.h"

/* ---- Time ---- */

static double seconds_on(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double cli_now(void)
{
    return seconds_on(CLOCK_MONOTONIC);
}

/* Some systems have a clock that costs next to nothing and goes on every few milliseconds. */
#ifndef CLOCK_MONOTONIC_COARSE
#define CLOCK_MONOTONIC_COARSE CLOCK_MONOTONIC
#endif

double cli_about_now(void)
{
    return seconds_on(CLOCK_MONOTONIC_COARSE);
}

bool cli_out_of_time(const struct cli_call *call)
{
    return call->deadline > 0 && cli_now() >= call->deadline;
}

double cli_seconds_left(const struct cli_call *call)
{
    if (call->deadline <= 0)
        return 0;
    double left = call->deadline - cli_now();
    return left > 0.001 ? left : 0.001;
}

/* ---- Memory ---- */

/* The memory of the machine, or of the container that this runs in. */
static size_t machine_memory(void)
{
    unsigned long long allowed = 0;
    size_t all = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    FILE *file = fopen("/sys/fs/cgroup/memory.max", "r"); /* says "max" without a limit */
    if (file && fscanf(file, "%llu", &allowed) == 1 && allowed > 0 && allowed < all)
        all = (size_t)allowed;
    if (file)
        fclose(file);
    return all;
}

/* Sanitizers reserve more than any limit allows. */
enum { DATA_IS_LIMITED = !PM_ADDRESS_SANITIZER && !PM_THREAD_SANITIZER };

void cli_limit_memory(struct cli_call *call)
{
    struct rlimit limit;
    if (!cli_given(call, CLI_MEMORY))
        call->memory = machine_memory() / 4 * 3;
    if (!DATA_IS_LIMITED || getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    /* A little above the limit at which searches stop, which keep what they have found. */
    rlim_t most = (rlim_t)call->memory + call->memory / 20;
    if (limit.rlim_cur > most) {
        limit.rlim_cur = most;
        setrlimit(RLIMIT_DATA, &limit);
    }
}

int cli_no_memory(const struct cli_call *call, FILE *out, FILE *complaints)
{
    pulma_error err = {.status = PULMA_NO_MEMORY};
    return cli_fail(call, out, complaints, NULL, &err);
}

/* ---- Ctrl-C ---- */

/* The one variable at file scope: a signal handler has no other way to tell anybody.  Atomic,
 * since the threads of -j look at it too. */
static atomic_bool interrupted;

static void interrupt(int number)
{
    (void)number;
    cli_stop();
}

void cli_catch_signals(void)
{
    /* SA_RESETHAND: the second one ends pulma.  SA_RESTART: what is being written goes on to its
     * end; reading stops, because it polls (cli_file_pull). */
    struct sigaction stop = {.sa_handler = interrupt,
                             .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&stop.sa_mask);
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGPIPE, &ignore, NULL); /* a closed pipe is seen as failed writing */
}

void cli_leave_signals(void)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    if (cli_interrupted())
        raise(SIGINT);
}

void cli_stop(void)
{
    atomic_store(&interrupted, true);
}

bool cli_interrupted(void)
{
    return atomic_load(&interrupted);
}

/* ---- Terminal ---- */

void cli_progress_start(struct cli_progress *progress, const char *what)
{
    *progress = (struct cli_progress){.started = cli_now(), .what = what};
    progress->on = isatty(STDERR_FILENO) == 1;
}

/* How wide the window on a descriptor is; 0: it is none, or does not know. */
static int window_width(int descriptor)
{
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* "solving: 3 s, 20 of 80 done, about 9 s left", and a bar where there is room for it. */
static void tell_progress(const struct cli_progress *progress, double passed, int room,
                          char *line, size_t size)
{
    enum { BAR = 24 };
    size_t n = (size_t)snprintf(line, size, "%s: %.0f s", progress->what, passed);
    long done = progress->done, total = progress->total;
    if (total > 1)
        n += (size_t)snprintf(line + n, size - n, ", %ld of %ld done", done, total);
    else if (done > 0)
        n += (size_t)snprintf(line + n, size - n, ", %ld done", done);
    if (total > done && done > 0)
        n += (size_t)snprintf(line + n, size - n, ", about %.0f s left",
                              passed / (double)done * (double)(total - done));
    if (progress->detail[0])
        n += (size_t)snprintf(line + n, size - n, ", %s", progress->detail);
    if (total > 1 && done <= total && (int)n + BAR + 3 <= room) {
        int full = (int)((double)done / (double)total * BAR);
        snprintf(line + n, size - n, " [%.*s%*s]", full, "########################",
                 BAR - full, "");
    } else if ((int)n > room) {
        line[room] = '\0'; /* a line that wraps could not be taken back */
    }
}

void cli_progress_show(struct cli_progress *progress)
{
    if (!progress || !progress->on)
        return;
    double now = cli_now();
    if (now - progress->started < 1 || now - progress->shown < 0.25)
        return;
    char line[300];
    int width = window_width(STDERR_FILENO);
    tell_progress(progress, now - progress->started, width > 1 ? width - 1 : 200, line,
                  sizeof line);
    fprintf(stderr, "\r%s\033[K", line);
    progress->shown = now;
    progress->visible = true;
}

void cli_progress_hide(struct cli_progress *progress)
{
    if (!progress || !progress->visible)
        return;
    fputs("\r\033[K", stderr);
    progress->visible = false;
}

/* Whether what is printed may be UTF-8: yes, unless the user's locale says something else. */
static bool locale_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return strstr(value, "UTF-8") || strstr(value, "utf8") ||
                   strstr(value, "utf-8") || strstr(value, "UTF8");
    }
    return true;
}

pulma_picture_format cli_picture_format(const struct cli_call *call, bool terminal)
{
    const char *no_colour = getenv("NO_COLOR"), *type = getenv("TERM");
    const char *depth = getenv("COLORTERM");
    if (cli_given(call, CLI_ASCII) || !locale_is_utf8())
        return PULMA_ASCII;
    if (!terminal || (no_colour && *no_colour) || (type && strcmp(type, "dumb") == 0))
        return PULMA_MONO;
    return depth && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0)
               ? PULMA_TRUECOLOUR
               : PULMA_TERMINAL;
}

/* The widest line: characters without escape sequences (ESC [ ... letter). */
static int text_width(const char *text, size_t len)
{
    int width = 0, column = 0;
    bool escape = false;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (escape)
            escape = c == '[' || c < '@';
        else if (c == '\033')
            escape = true;
        else if (c == '\n')
            column = 0;
        else if ((c & 0xC0) != 0x80)
            column++;
        if (column > width)
            width = column;
    }
    return width;
}

bool cli_fits_terminal(const char *text, size_t len)
{
    int width = window_width(STDOUT_FILENO);
    return width == 0 || text_width(text, len) <= width;
}

/* ---- Files ---- */

static const size_t most_bytes = (size_t)1 << 30;

/* Fills the error; returns NULL for the caller to return. */
static void *refuse(pulma_error *err, const char *what, const char *detail)
{
    *err = (pulma_error){.status = PULMA_BAD_TEXT};
    snprintf(err->message, sizeof err->message, "%s%s%s", what, *detail ? ": " : "",
             detail);
    return NULL;
}

/* The bytes as they are in the file. */
static pulma_status pull_raw(const struct cli_file *from, char *buffer, size_t size,
                             size_t *got, pulma_error *err)
{
    *got = 0;
    /* Not for ever: Ctrl-C may come just before poll() begins to wait. */
    while (!cli_interrupted()) {
        struct pollfd input = {from->fd, POLLIN, 0};
        if (poll(&input, 1, from->idle ? 20 : 200) <= 0) {
            if (from->idle && !from->idle(from->context))
                break;
            continue;
        }
        ssize_t n = read(from->fd, buffer, size);
        *got = n > 0 ? (size_t)n : 0;
        if (n >= 0)
            return PULMA_OK;
        refuse(err, "cannot be read", strerror(errno));
        return err->status;
    }
    refuse(err, "was not read to the end", "interrupted");
    return err->status = PULMA_LIMIT;
}

/* If the file is compressed: its first bytes, which are in `buffer`, go to the unpacker. */
static pulma_status begin_to_unpack(struct cli_file *from, const char *buffer, size_t len,
                                    pulma_error *err)
{
    enum cli_packing packing = cli_packing_of(buffer, len);
    if (packing == CLI_PLAIN)
        return PULMA_OK;
    if (!cli_packing_known(packing)) {
        refuse(err, "is compressed in a way that this build cannot read",
               cli_packing_name(packing));
        return err->status;
    }
    size_t room;
    from->unpack = cli_unpack_new(packing);
    if (!from->unpack) {
        refuse(err, pulma_status_text(PULMA_NO_MEMORY), "");
        return err->status = PULMA_NO_MEMORY;
    }
    memcpy(cli_unpack_room(from->unpack, &room), buffer, len);
    cli_unpack_feed(from->unpack, len);
    return PULMA_OK;
}

static pulma_status pull_unpacked(struct cli_file *from, char *buffer, size_t size,
                                  size_t *got, pulma_error *err)
{
    for (;;) {
        if (cli_unpack_is_hungry(from->unpack)) {
            size_t room, len;
            char *in = cli_unpack_room(from->unpack, &room);
            pulma_status status = pull_raw(from, in, room, &len, err);
            if (status)
                return status;
            cli_unpack_feed(from->unpack, len);
        }
        if (!cli_unpack_next(from->unpack, buffer, size, got)) {
            refuse(err, "cannot be unpacked", "it is damaged or cut off");
            return err->status;
        }
        if (*got > 0 || !cli_unpack_is_hungry(from->unpack))
            return PULMA_OK;
    }
}

static pulma_status pull(struct cli_file *from, char *buffer, size_t size, size_t *got,
                         pulma_error *err)
{
    enum { MOST_AT_FIRST = 1 << 16 }; /* what the unpacker has room for */
    if (!from->begun) {
        pulma_status status =
            pull_raw(from, buffer, size < MOST_AT_FIRST ? size : MOST_AT_FIRST, got, err);
        if (!status)
            status = begin_to_unpack(from, buffer, *got, err);
        from->begun = true;
        if (status || !from->unpack)
            return status;
    }
    return from->unpack ? pull_unpacked(from, buffer, size, got, err)
                        : pull_raw(from, buffer, size, got, err);
}

pulma_status cli_file_pull(void *file, char *buffer, size_t size, size_t *got,
                           pulma_error *err)
{
    struct cli_file *from = file;
    pulma_status status = pull(from, buffer, size, got, err);
    if (!status)
        from->position += *got;
    return status;
}

/* Reads up to this position, or to the end. */
static bool read_up_to(struct cli_file *file, uint64_t position, pulma_error *err)
{
    static const size_t size = 1 << 16;
    char *buffer = malloc(size);
    pulma_status status = PULMA_OK;
    size_t got = 1;
    while (buffer && !status && got > 0 && file->position < position) {
        uint64_t left = position - file->position;
        status = cli_file_pull(file, buffer, left < size ? (size_t)left : size, &got, err);
    }
    free(buffer);
    if (!buffer)
        refuse(err, pulma_status_text(PULMA_NO_MEMORY), "");
    return buffer && !status;
}

bool cli_file_seek(struct cli_file *file, uint64_t position, pulma_error *err)
{
    if (!file->begun)
        return read_up_to(file, position, err);
    const bool plain = !file->unpack;
    if (plain || position < file->position) {
        const off_t to = plain ? (off_t)position : 0;
        if (lseek(file->fd, to, SEEK_SET) != to) {
            refuse(err, "cannot be read from any place", strerror(errno));
            return false;
        }
        cli_unpack_free(file->unpack);
        file->unpack = NULL;
        file->begun = plain;
        file->position = (uint64_t)to;
    }
    return plain || read_up_to(file, position, err);
}

bool cli_file_length(const char *path, uint64_t *length, pulma_error *err)
{
    struct cli_file file;
    struct stat about;
    char start[8];
    size_t got;
    if (!cli_file_open(&file, path, err))
        return false;
    bool good = fstat(file.fd, &about) == 0 && S_ISREG(about.st_mode);
    if (!good)
        refuse(err, "can only be read once", "");
    good = good && !cli_file_pull(&file, start, sizeof start, &got, err);
    if (good && file.unpack)
        good = read_up_to(&file, UINT64_MAX, err);
    *length = file.unpack ? file.position : good ? (uint64_t)about.st_size : 0;
    cli_file_close(&file);
    return good;
}

bool cli_file_open(struct cli_file *file, const char *path, pulma_error *err)
{
    bool standard = strcmp(path, "-") == 0;
    struct stat about;
    *file =
        (struct cli_file){.fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)};
    bool good = file->fd >= 0 && fstat(file->fd, &about) == 0;
    if (!good)
        refuse(err, "cannot be read", strerror(errno));
    else if (S_ISDIR(about.st_mode))
        refuse(err, "cannot be read", "it is a directory");
    else
        return true;
    cli_file_close(file);
    return false;
}

void cli_file_close(struct cli_file *file)
{
    if (file->fd > STDERR_FILENO)
        close(file->fd);
    file->fd = -1;
    cli_unpack_free(file->unpack);
    file->unpack = NULL;
}

char *cli_read_file(const char *path, size_t *len, pulma_error *err)
{
    struct cli_file file;
    if (!cli_file_open(&file, path, err))
        return NULL;
    size_t room = 1 << 14, got = 1;
    char *text = malloc(room);
    bool good = text != NULL;
    for (*len = 0; good && got > 0; *len += got) {
        if (*len == room) {
            room *= 2;
            char *longer = room > most_bytes ? NULL : realloc(text, room);
            text = longer ? longer : text;
            good = longer != NULL;
        }
        if (!good)
            refuse(err, "is too long", "");
        else
            good = cli_file_pull(&file, text + *len, room - *len, &got, err) == PULMA_OK;
    }
    cli_file_close(&file);
    if (good)
        return text;
    if (!text)
        refuse(err, "is too long", "");
    free(text);
    return NULL;
}

/* Not a device or a pipe, nor one of the names under /dev that stand for an open file, whatever
 * that may be: these are written where they are. */
static bool is_whole_file(const char *path)
{
    struct stat about;
    if (strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0)
        return false;
    return lstat(path, &about) != 0 || S_ISREG(about.st_mode) ||
           (S_ISLNK(about.st_mode) && stat(path, &about) == 0 && S_ISREG(about.st_mode));
}

/* It is written beside the old file and put in its place at the end, so that there is always a whole
 * one.  The target of a link is replaced, not the link. */
FILE *cli_whole_file_open(struct cli_whole_file *w, const char *path, pulma_error *err)
{
    *w = (struct cli_whole_file){0};
    if (is_whole_file(path)) {
        char *real = realpath(path, NULL);
        w->target = real ? real : strdup(path);
        size_t room = w->target ? strlen(w->target) + sizeof ".new" : 0;
        w->beside = room ? malloc(room) : NULL;
        if (w->beside)
            snprintf(w->beside, room, "%s.new", w->target);
        w->file = w->beside ? fopen(w->beside, "wb") : NULL;
    } else {
        w->file = fopen(path, "wb");
    }
    if (!w->file) {
        refuse(err, "cannot be written", strerror(errno));
        free(w->target);
        free(w->beside);
    }
    return w->file;
}

bool cli_whole_file_close(struct cli_whole_file *w, bool good, pulma_error *err)
{
    bool whole = fflush(w->file) == 0 && !ferror(w->file);
    int reason = errno;
    if (fclose(w->file) != 0 && whole) {
        whole = false;
        reason = errno;
    }
    if (w->beside && good && whole && rename(w->beside, w->target) != 0) {
        whole = false;
        reason = errno;
    }
    if (w->beside && !(good && whole))
        unlink(w->beside);
    free(w->beside);
    free(w->target);
    if (good && !whole)
        refuse(err, "cannot be written", strerror(reason));
    return !good || whole;
}

bool cli_write_file(const char *path, const char *bytes, size_t len, pulma_error *err)
{
    struct cli_whole_file whole;
    if (!cli_whole_file_open(&whole, path, err))
        return false;
    fwrite(bytes, 1, len, whole.file); /* how it went, closing tells */
    return cli_whole_file_close(&whole, true, err);
}

char *cli_numbered_name(const char *path, long number)
{
    size_t room = strlen(path) + 30;
    char *name = malloc(room);
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    int stem = dot ? (int)(dot - path) : (int)strlen(path);
    if (name && number == 1)
        snprintf(name, room, "%s", path);
    else if (name)
        snprintf(name, room, "%.*s-%ld%s", stem, path, number, path + stem);
    return name;
}

/* ---- Complaints and documents ---- */

/* "" is none. */
static void json_position(FILE *out, const char *name, const char *position)
{
    fprintf(out, ",\"%s\":%s", name, *position ? position : "null");
}

/* What to say: of memory also how much there was. */
static const char *words_of(const struct cli_call *call, const pulma_error *err, char *text,
                            size_t size)
{
    if (err->status != PULMA_NO_MEMORY || call->memory == 0)
        return err->message[0] ? err->message : pulma_status_text(err->status);
    snprintf(text, size, "%s (--memory allows %zu MB)", pulma_status_text(PULMA_NO_MEMORY),
             call->memory >> 20);
    return text;
}

int cli_fail(const struct cli_call *call, FILE *out, FILE *complaints, const char *file,
             const pulma_error *err)
{
    char line[20] = "";
    if (err->line > 0)
        snprintf(line, sizeof line, "%d", err->line);
    return cli_fail_at(call, out, complaints, file, line, err);
}

int cli_fail_at(const struct cli_call *call, FILE *out, FILE *complaints, const char *file,
                const char *line, const pulma_error *err)
{
    bool limit = err->status == PULMA_LIMIT || err->status == PULMA_NO_MEMORY;
    int status = limit ? CLI_STOPPED : CLI_BAD;
    char text[100], column[20] = "";
    const char *words = words_of(call, err, text, sizeof text);
    if (err->column > 0)
        snprintf(column, sizeof column, "%d", err->column);
    if (cli_given(call, CLI_JSON)) {
        fprintf(out, "{\"status\":\"%s\",\"message\":",
                status == CLI_STOPPED ? "limit" : "error");
        cli_json_text(out, words);
        fputs(",\"file\":", out);
        if (file)
            cli_json_text(out, file);
        else
            fputs("null", out);
        json_position(out, "line", line);
        json_position(out, "column", column);
        fputs("}\n", out);
        return status;
    }
    if (file)
        cli_print_clean(complaints, cli_file_name(file));
    else
        fprintf(complaints, "%s %s", cli_program.name, call->command->name);
    if (file && *line)
        fprintf(complaints, ":%s:%d", line, err->column);
    fputs(": ", complaints);
    cli_print_clean(complaints, words);
    fputc('\n', complaints);
    return status;
}

const char *cli_limit_words(const struct cli_call *call, const pulma_error *err)
{
    if (cli_interrupted())
        return "interrupted";
    if (err->limit == PULMA_LIMIT_CONFLICTS)
        return "too many conflicts";
    if (err->limit == PULMA_LIMIT_EFFORT && !cli_given(call, CLI_EFFORT))
        return "no end within the usual effort (--effort gives more)";
    bool late = err->limit == PULMA_LIMIT_TIME || err->limit == PULMA_LIMIT_NONE;
    if (late && cli_given(call, CLI_TIME)) /* no question was asked: the time was over */
        return "time limit reached";
    return err->message[0] ? err->message : "a limit was reached";
}

const char *cli_file_name(const char *file)
{
    return strcmp(file, "-") == 0 ? "standard input" : file;
}

void cli_print_clean(FILE *out, const char *text)
{
    const char *clean = text, *end = text + strlen(text); /* not yet printed */
    while (text < end) {
        uint32_t code = (unsigned char)*text;
        size_t n = code < 0x7F ? 1 : pm_utf8(text, (size_t)(end - text), &code);
        bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
        if (control || n == 0) {
            fwrite(clean, 1, (size_t)(text - clean), out);
            fputc('?', out);
            clean = text + (n ? n : 1);
        }
        text += n ? n : 1;
    }
    fwrite(clean, 1, (size_t)(end - clean), out);
}

void cli_json_text(FILE *out, const char *text)
{
    struct pm_out json = {0};
    pm_json_put(&json, text, strlen(text));
    fputs(json.failed ? "null" : json.data, out);
    pm_out_free(&json);
}

void cli_json_ints(FILE *out, const int *values, int count)
{
    fputc('[', out);
    for (int i = 0; i < count; i++)
        fprintf(out, i ? ",%d" : "%d", values[i]);
    fputc(']', out);
}

void cli_json_digits(FILE *out, const char *digits)
{
    static const char most[] = "9007199254740992"; /* 2^53 */
    size_t len = strlen(digits), most_len = sizeof most - 1;
    bool fits = len < most_len || (len == most_len && strcmp(digits, most) < 0);
    fprintf(out, fits ? "%s" : "\"%s\"", digits);
}
