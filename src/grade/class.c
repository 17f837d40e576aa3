/* A class: many submissions, several at a time, and a record to go on from. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/crew.h"
#include "grade/inside.h"

struct room {
    const struct grade_exercise *exercise;
    struct grade_submission *submissions;
    int count;
    const char *kept;
    size_t kept_len;
    const struct grade_host *host;
    atomic_int next, done;
    atomic_bool failed;   /* no memory, or the record cannot be written */
    pthread_mutex_t lock; /* of the host's files */
};

/* A thread's own: where it is, and the boards. */
struct desk {
    struct room *room;
    int number;
    pulma_puzzle **puzzles;
};

static bool stop(void *context)
{
    const struct desk *desk = context;
    const struct grade_host *host = desk->room->host;
    if (desk->number == 0 && host->progress)
        host->progress(host->context, atomic_load(&desk->room->done), desk->room->count);
    return atomic_load(&desk->room->failed) || (host->stop && host->stop(host->context));
}

/* A file that cannot be read costs its submission the points and nothing else. */
static bool judge_unread(struct room *room, struct grade_submission *s,
                         const pulma_error *err)
{
    const struct grade_exercise *e = room->exercise;
    struct grade_result *result = calloc(1, sizeof *result);
    if (!result)
        return false;
    pm_arena_init(&result->arena, 0);
    result->suspicion = "";
    result->marks = pm_new(&result->arena, (size_t)e->board_count, struct grade_mark);
    const char *text = pm_copy(&result->arena, err->message, strlen(err->message));
    s->result = result;
    if (!result->marks || !text) {
        grade_submission_clear(s);
        return false;
    }
    for (int i = 0; i < e->board_count; i++)
        result->marks[i] =
            (struct grade_mark){.outcome = GRADE_NO_MODEL, .text = text, .remark = ""};
    grade_add_up(e, s);
    s->done = true;
    return true;
}

static bool write_record(struct room *room, const struct grade_submission *s, uint64_t key)
{
    struct pm_out line = {0};
    if (!room->host->keep)
        return true;
    grade_record_put(room->exercise, s, key, &line);
    pthread_mutex_lock(&room->lock);
    bool good = !line.failed && room->host->keep(room->host->context, line.data, line.len);
    pthread_mutex_unlock(&room->lock);
    pm_out_free(&line);
    return good;
}

/* False: stopped, or no memory. */
static bool judge(struct desk *desk, struct grade_submission *s)
{
    struct room *room = desk->room;
    const struct grade_exercise *e = room->exercise;
    size_t len = 0;
    pulma_error err = {.message = ""};
    pthread_mutex_lock(&room->lock);
    char *text = room->host->read(room->host->context, s->path, &len, &err);
    pthread_mutex_unlock(&room->lock);
    if (!text)
        return judge_unread(room, s, &err);
    uint64_t key = grade_hash(e->hash, text, len);
    bool known = room->kept && grade_record_find(e, s, key, room->kept, room->kept_len);
    bool good = known || (grade_judge(e, desk->puzzles, s, text, len, stop, desk) &&
                          write_record(room, s, key));
    free(text);
    return good;
}

static void work(void *context, int number)
{
    struct room *room = context;
    const int boards = room->exercise->board_count;
    struct desk desk = {room, number, calloc((size_t)boards + 1, sizeof *desk.puzzles)};
    bool good = desk.puzzles != NULL;
    for (int i = 0; i < boards && good; i++)
        good = grade_board_read(room->exercise, i, &desk.puzzles[i]) == PULMA_OK;
    while (good && !stop(&desk)) {
        int i = atomic_fetch_add(&room->next, 1);
        if (i >= room->count)
            break;
        good = judge(&desk, &room->submissions[i]);
        atomic_fetch_add(&room->done, good);
    }
    if (!good)
        atomic_store(&room->failed, true);
    for (int i = 0; i < boards && desk.puzzles; i++)
        pulma_puzzle_free(desk.puzzles[i]);
    free(desk.puzzles);
}

pulma_status grade_class_run(const struct grade_exercise *exercise,
                             struct grade_submission *submissions, int count, int threads,
                             const char *kept, size_t kept_len,
                             const struct grade_host *host, pulma_error *err)
{
    struct room room = {.exercise = exercise,
                        .submissions = submissions,
                        .count = count,
                        .kept = kept,
                        .kept_len = kept_len,
                        .host = host,
                        .lock = PTHREAD_MUTEX_INITIALIZER};
    struct pm_crew crew;
    int mates = threads < count ? threads - 1 : count - 1;
    pm_crew_start(&crew, mates < PM_CREW_MOST ? mates : PM_CREW_MOST, work, &room);
    work(&room, 0);
    pm_crew_join(&crew);
    pthread_mutex_destroy(&room.lock);
    if (atomic_load(&room.done) == count)
        return PULMA_OK;
    if (host->stop && host->stop(host->context))
        return pm_fail(err, PULMA_LIMIT, NULL, "stopped");
    return pm_fail(err, PULMA_NO_MEMORY, NULL,
                   "out of memory, or the record cannot be written");
}
