/* Parts of a run, and the journal of an output file.
 *
 * What a run is: the version, the command, its arguments, and the lengths, beginnings and ends
 * of its files, so that parts of different calls or of different inputs do not come together.
 *
 * The journal has two slots of fixed length that are written in turn: whenever pulma is killed,
 * one of them is whole, and what the output has beyond its bytes is cut off and made again. */
#define _DEFAULT_SOURCE /* flock, ftruncate */
#include "cli/part.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "notations/json.h"

enum { SLOT = 200, HEAD = 40 };

bool cli_part_wanted(const struct cli_call *call)
{
    return cli_given(call, CLI_PART) || cli_given(call, CLI_OUTPUT);
}

void cli_part_range(const struct cli_call *call, uint64_t count, uint64_t *from,
                    uint64_t *to)
{
    const uint64_t k = cli_given(call, CLI_PART) ? (uint64_t)call->part : 1;
    const uint64_t n = cli_given(call, CLI_PART) ? (uint64_t)call->parts : 1;
    *from = count / n * (k - 1) + count % n * (k - 1) / n;
    *to = count / n * k + count % n * k / n;
}

/* ---- What run it is ---- */

static uint64_t add_to_hash(uint64_t hash, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) /* FNV-1a */
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

/* The length of a file, its beginning and its end. */
static uint64_t add_file(uint64_t hash, const char *path)
{
    enum { SAMPLE = 1 << 14 };
    char bytes[SAMPLE];
    struct stat about = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode))
        about.st_size = -1;
    const int64_t size = about.st_size;
    hash = add_to_hash(hash, (const char *)&size, sizeof size);
    const off_t places[] = {0, size > SAMPLE ? size - SAMPLE : 0};
    for (int i = 0; i < 2 && size > 0; i++) {
        ssize_t n = pread(fd, bytes, sizeof bytes, places[i]);
        hash = add_to_hash(hash, bytes, n > 0 ? (size_t)n : 0);
    }
    if (fd >= 0)
        close(fd);
    return hash;
}

/* Options that say how to do the work and not what it is.  For 'compare' and 'grade' time is part of
 * the result. */
static bool tells_how(const struct cli_call *call, enum cli_option_id id)
{
    const bool runs = call->command->run == cli_compare || call->command->run == cli_grade;
    return id == CLI_PART || id == CLI_OUTPUT || id == CLI_JOBS || id == CLI_MEMORY ||
           id == CLI_PROGRESS || id == CLI_RESUME || (id == CLI_TIME && !runs);
}

/* The arguments as they would be written again, as a list in JSON. */
static void put_arguments(const struct cli_call *call, struct pm_out *out)
{
    bool seen[CLI_OPTION_COUNT] = {false}, any = false;
    struct pm_out word = {0};
    for (const struct cli_option *o = call->command->options; o->name; o++) {
        const char *value = call->text[o->id];
        if (!value || seen[o->id] || tells_how(call, o->id) || o->type == CLI_PAIR)
            continue;
        seen[o->id] = true;
        word.len = 0;
        pm_out_f(&word, *value ? "--%s=%s" : "--%s", o->name, value);
        pm_out_text(out, any ? "," : "");
        pm_json_put(out, word.data, word.len);
        any = true;
    }
    for (int i = 0; i < call->pair_count; i++) {
        word.len = 0;
        pm_out_f(&word, "--option=%s=%s", call->pair_names[i], call->pair_values[i]);
        pm_out_text(out, any ? "," : "");
        pm_json_put(out, word.data, word.len);
        any = true;
    }
    pm_out_text(out, any ? ",\"--\"" : "\"--\"");
    for (int i = 0; i < call->argument_count; i++) {
        pm_out_text(out, ",");
        pm_json_put(out, call->arguments[i], strlen(call->arguments[i]));
    }
    out->failed |= word.failed;
    pm_out_free(&word);
}

static bool name_run(struct cli_part *part)
{
    const struct cli_call *call = part->call;
    struct pm_out what = {0};
    pm_out_f(&what, "\"version\":\"%s\",\"command\":\"%s\",\"arguments\":[",
             pulma_version(), call->command->name);
    put_arguments(call, &what);
    pm_out_text(&what, "]");
    uint64_t hash = add_to_hash(UINT64_C(14695981039346656037), what.data, what.len);
    for (int i = 0; i < call->argument_count; i++)
        hash = add_file(hash, call->arguments[i]);
    for (int i = 0; i < call->pair_count; i++)
        if (call->pair_values[i][0] == '@')
            hash = add_file(hash, call->pair_values[i] + 1);
    if (cli_given(call, CLI_MODEL) && strchr(call->text[CLI_MODEL], '/'))
        hash = add_file(hash, call->text[CLI_MODEL]);
    snprintf(part->run, sizeof part->run, "%016" PRIx64, hash);
    if (cli_given(call, CLI_PART))
        pm_out_f(&part->head,
                 "{\"pulma\":\"part\",\"part\":%d,\"parts\":%d,\"run\":\"%s\",", call->part,
                 call->parts, part->run);
    if (cli_given(call, CLI_PART))
        pm_out_f(&part->head, "%s}\n", what.failed ? "" : what.data);
    bool good = !what.failed && !part->head.failed;
    pm_out_free(&what);
    if (!good)
        cli_no_memory(call, stdout, stderr);
    return good;
}

/* ---- The journal ---- */

static bool complain(const struct cli_part *part, const char *file, const char *format,
                     const char *detail)
{
    pulma_error err = {.status = PULMA_BAD_CALL};
    snprintf(err.message, sizeof err.message, format, detail);
    cli_fail(part->call, stdout, stderr, file, &err);
    return false;
}

static void write_mark(struct cli_part *part)
{
    const struct cli_mark *m = &part->mark;
    char slot[SLOT + 1];
    int n = snprintf(slot, sizeof slot,
                     "%" PRIu64 " %d %" PRIu64 " %d %d %" PRIu64 " %d %d %ld %d", m->bytes,
                     m->from.file, m->from.position, m->from.line, m->next.file,
                     m->next.position, m->next.line, m->relative, m->number, m->status);
    memset(slot + n, ' ', SLOT - (size_t)n);
    memcpy(slot + SLOT - 2, ".\n", 2);
    if (pwrite(part->fd, slot, SLOT, HEAD + SLOT * part->slot) == SLOT)
        part->slot = 1 - part->slot;
}

/* The next of several numbers with blanks between them. */
static bool read_number(const char **at, uint64_t most, uint64_t *value)
{
    const char *start = *at;
    for (*value = 0; **at >= '0' && **at <= '9' && *value <= most / 10; (*at)++)
        *value = 10 * *value + (uint64_t)(**at - '0');
    bool good = *at > start && *value <= most && **at == ' ';
    (*at)++;
    return good;
}

/* One slot; false: it is not whole. */
static bool read_mark(const struct cli_part *part, int slot, struct cli_mark *m)
{
    enum { NUMBERS = 10 };
    char text[SLOT];
    const char *at = text;
    uint64_t v[NUMBERS];
    if (pread(part->fd, text, SLOT, HEAD + SLOT * slot) != SLOT ||
        memcmp(text + SLOT - 2, ".\n", 2) != 0)
        return false;
    for (int i = 0; i < NUMBERS; i++)
        if (!read_number(&at, i == 0 || i == 2 || i == 5 ? INT64_MAX : INT32_MAX, &v[i]))
            return false;
    *m = (struct cli_mark){.bytes = v[0],
                           .from = {(int)v[1], v[2], (int)v[3]},
                           .next = {(int)v[4], v[5], (int)v[6]},
                           .relative = v[7] != 0,
                           .number = (long)v[8],
                           .status = (int)v[9]};
    return m->from.file > 0 && m->next.file >= m->from.file &&
           m->next.file <= part->call->argument_count + 1;
}

/* The mark to go on from: the later one whose bytes are there. */
static void find_mark(struct cli_part *part, uint64_t size)
{
    for (int slot = 0; slot < 2; slot++) {
        struct cli_mark mark;
        if (!read_mark(part, slot, &mark) || mark.bytes > size ||
            (part->resumed && mark.bytes < part->mark.bytes))
            continue;
        part->mark = mark;
        part->resumed = true;
        part->slot = 1 - slot;
    }
}

/* Opens or makes the journal, for this process alone. */
static bool open_journal(struct cli_part *part, uint64_t size)
{
    char wanted[HEAD + 1], found[HEAD + 1] = "";
    snprintf(wanted, sizeof wanted, "pulma journal %-*s\n", HEAD - 15, part->run);
    part->fd = open(part->journal, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (part->fd < 0)
        return complain(part, part->journal, "cannot be written: %s", strerror(errno));
    if (flock(part->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return complain(part, part->journal, "is being written by another %s", "process");
    ssize_t n = pread(part->fd, found, HEAD, 0);
    if (n == HEAD && strcmp(found, wanted) == 0) {
        find_mark(part, size);
        return true;
    }
    if (n == HEAD) /* otherwise it was killed while this was written */
        return complain(part, part->journal,
                        "belongs to another run: to begin anew, remove %s", "this file");
    if (pwrite(part->fd, wanted, HEAD, 0) == HEAD)
        return true;
    return complain(part, part->journal, "cannot be written: %s", strerror(errno));
}

/* ---- The output ---- */

/* How a part that is complete ended; -1: it is none, or not of this run. */
static int ending_of(const struct cli_part *part, const char *path)
{
    char *text = calloc(1, part->head.len + 1), tail[64] = "";
    FILE *file = fopen(path, "rb");
    int status = -1;
    const char *sign = "\"status\":", *found = NULL;
    if (file && text && fread(text, 1, part->head.len, file) == part->head.len &&
        strcmp(text, part->head.data) == 0 && fseek(file, -63, SEEK_END) == 0 &&
        fread(tail, 1, 63, file) == 63 && tail[62] == '\n')
        found = strstr(tail, part->run) ? strstr(tail, sign) : NULL;
    if (found && found[strlen(sign)] >= '0' && found[strlen(sign)] <= '3')
        status = found[strlen(sign)] - '0';
    if (file)
        fclose(file);
    free(text);
    return status;
}

/* A part that is there already is not made again, and nothing else is overwritten by one. */
static bool look_at_old(struct cli_part *part, const char *path, uint64_t size)
{
    if (part->head.len == 0 || size == 0 || access(part->journal, F_OK) == 0)
        return true;
    int status = ending_of(part, path);
    if (status < 0)
        return complain(part, path, "is there already and is not this part%s", "");
    part->complete = true;
    part->mark.status = status;
    return true;
}

/* The file takes the place of standard output. */
static bool open_output(struct cli_part *part)
{
    const char *path = part->call->text[CLI_OUTPUT];
    struct stat about;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EACCES) /* a pipe or a device */
        fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &about) != 0)
        return complain(part, path, "cannot be written: %s", strerror(errno));
    bool once = !S_ISREG(about.st_mode);
    for (int i = 0; i < part->call->argument_count; i++)
        once |= strcmp(part->call->arguments[i], "-") == 0;
    bool good = true;
    if (!once) {
        size_t room = strlen(path) + sizeof ".journal";
        part->journal = malloc(room);
        if (part->journal)
            snprintf(part->journal, room, "%s.journal", path);
        good = part->journal ? look_at_old(part, path, (uint64_t)about.st_size)
                             : (cli_no_memory(part->call, stdout, stderr), false);
        if (good && !part->complete)
            good = open_journal(part, (uint64_t)about.st_size);
    }
    const off_t start = part->resumed ? (off_t)part->mark.bytes : 0;
    if (good && !part->complete && S_ISREG(about.st_mode) &&
        (ftruncate(fd, start) != 0 || lseek(fd, start, SEEK_SET) != start))
        good = complain(part, path, "cannot be written: %s", strerror(errno));
    if (good && !part->complete && dup2(fd, STDOUT_FILENO) < 0)
        good = complain(part, path, "cannot be written: %s", strerror(errno));
    close(fd);
    return good;
}

bool cli_part_open(struct cli_part *part, const struct cli_call *call)
{
    *part = (struct cli_part){.call = call, .fd = -1};
    for (int i = 0; i < call->argument_count && cli_given(call, CLI_PART); i++)
        if (strcmp(call->arguments[i], "-") == 0) {
            cli_usage(call, "--part needs files: standard input can only be read once");
            return false;
        }
    if (!name_run(part) || (cli_given(call, CLI_OUTPUT) && !open_output(part)))
        return false;
    if (part->head.len > 0 && !part->complete && !part->resumed)
        fwrite(part->head.data, 1, part->head.len, stdout);
    return true;
}

/* What the file of --output has of this part; anything else in it is refused. */
static bool read_record(struct cli_part *part, const char *path, char **kept,
                        size_t *kept_len)
{
    pulma_error err;
    size_t len = 0;
    char *text = cli_read_file(path, &len, &err);
    if (!text)
        return cli_fail(part->call, stdout, stderr, path, &err), false;
    while (len > 0 && text[len - 1] != '\n')
        len--;
    bool ours = len >= part->head.len && memcmp(text, part->head.data, part->head.len) == 0;
    if (len == 0 || !ours) {
        free(text);
        return len == 0 ||
               complain(part, path, "is there already and is not this part%s", "");
    }
    const int status = ending_of(part, path);
    part->complete = status >= 0;
    part->mark = (struct cli_mark){.bytes = len, .status = status >= 0 ? status : 0};
    part->resumed = true;
    *kept_len = len - part->head.len;
    memmove(text, text + part->head.len, *kept_len);
    *kept = text;
    return true;
}

bool cli_part_open_record(struct cli_part *part, const struct cli_call *call, char **kept,
                          size_t *kept_len)
{
    const char *path = call->text[CLI_OUTPUT];
    *part = (struct cli_part){.call = call, .fd = -1};
    *kept = NULL;
    if (!name_run(part) ||
        (path && access(path, F_OK) == 0 && !read_record(part, path, kept, kept_len)))
        return false;
    if (path && !part->complete) {
        int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0 ||
            ftruncate(fd, (off_t)part->mark.bytes) != 0 || lseek(fd, 0, SEEK_END) < 0 ||
            dup2(fd, STDOUT_FILENO) < 0)
            complain(part, path, "cannot be written: %s", strerror(errno));
        else
            part->fd = fd;
        if (part->fd < 0)
            return false;
    }
    if (!part->complete && !part->resumed)
        fwrite(part->head.data, 1, part->head.len, stdout);
    return true;
}

void cli_part_mark(struct cli_part *part, const struct cli_mark *mark)
{
    if (!part->journal || part->fd < 0 || fflush(stdout) != 0 || ferror(stdout))
        return;
    const off_t bytes = lseek(STDOUT_FILENO, 0, SEEK_CUR);
    part->mark = *mark;
    part->mark.bytes = (uint64_t)bytes;
    if (bytes >= 0)
        write_mark(part);
}

/* The last line has the same length for its last member, so that the status is easily found. */
static void print_tail(const struct cli_part *part, const struct cli_mark *m)
{
    printf("{\"pulma\":\"end\",\"from\":[%d,%" PRIu64 ",%d],\"to\":[%d,%" PRIu64
           ",%d],\"relative\":%s,\"run\":\"%s\",\"status\":%d}\n",
           m->from.file, m->from.position, m->from.line, m->next.file, m->next.position,
           m->next.line, m->relative ? "true" : "false", part->run, m->status);
}

int cli_part_close(struct cli_part *part, const struct cli_mark *mark, bool whole)
{
    int status = part->complete ? part->mark.status : mark->status;
    if (whole && !part->complete) {
        if (part->head.len > 0)
            print_tail(part, mark);
        if (fflush(stdout) == 0 && !ferror(stdout) && part->journal)
            unlink(part->journal);
    }
    if (part->complete)
        fprintf(stderr, "%s: %s is complete\n", cli_program.name,
                part->call->text[CLI_OUTPUT]);
    if (part->fd >= 0)
        close(part->fd);
    free(part->journal);
    pm_out_free(&part->head);
    return status;
}
