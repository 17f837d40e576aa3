/* Asking the helper program pulma-mip: one process per request, under limits.
 *
 * The helper is told to be done a little before the deadline, so that it can hand in the best
 * answer so far; at the deadline itself it is killed.  However it ends, the caller gets a
 * status and a sentence. */
#include "program/helper.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "core/process.h"
#include "core/text.h"
#include "mathprog/data.h"
#include "mathprog/refusal.h"
#include "program/build.h"

static const size_t longest_reply = (size_t)1 << 30;

static size_t memory_for(const struct pm_model_options *options,
                         const struct pm_limits *limits)
{
    if (options && options->memory_bytes)
        return options->memory_bytes;
    bool shared = limits && limits->memory && limits->memory->helper_most > 0;
    return shared ? limits->memory->helper_most : (size_t)4 << 30;
}

static pulma_status no_memory(pulma_error *err)
{
    return pm_fail(err, PULMA_NO_MEMORY, NULL, "the solver ran out of memory");
}

/* A library inside gave up, with or without last words. */
static pulma_status judge_abort(const struct pm_out *complaints, pulma_error *err)
{
    struct pm_text words =
        pm_text_of(complaints->data ? complaints->data : "", complaints->len);
    struct pm_text line = pm_text_trim(pm_text_line(&words));
    if (complaints->data && strstr(complaints->data, "bad_alloc")) /* of C++ */
        return no_memory(err);
    return pm_fail(err, PULMA_SOLVER, NULL, "the solver aborted%s%.*s",
                   pm_text_ended(&line) ? "" : ": ", (int)pm_text_len(&line), line.at);
}

/* It died: by our limits, by a signal, or with an exit status that says why. */
static pulma_status judge_death(const struct pm_ended *ended,
                                const struct pm_out *complaints, struct pm_answer *answer,
                                pulma_error *err)
{
    if (ended->timed_out || ended->signal == SIGXCPU || ended->signal == SIGKILL) {
        answer->limit = ended->timed_out || ended->signal == SIGXCPU;
        if (answer->limit)
            return PULMA_OK;
        return pm_fail(err, PULMA_SOLVER, NULL, "the helper pulma-mip was killed");
    }
    if (ended->exit_status == PM_EXIT_STACK)
        return pm_fail(
            err, PULMA_SOLVER, NULL,
            "the model overflowed the stack: its formulas or recursive parameters "
            "are nested too deep");
    if (ended->exit_status == PM_EXIT_ABORT)
        return judge_abort(complaints, err);
    if (ended->exit_status == PM_EXIT_NOT_STARTED)
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the helper pulma-mip cannot be started");
    if (ended->signal)
        return pm_fail(err, PULMA_SOLVER, NULL, "the helper pulma-mip crashed: %s",
                       strsignal(ended->signal));
    return pm_fail(err, PULMA_SOLVER, NULL, "the helper pulma-mip gave no answer");
}

/* What the reply tells if it is no result. */
static pulma_status judge_reply(const struct pm_mip_reply *reply, pulma_error *err)
{
    const int len = (int)(reply->message_len < 400 ? reply->message_len : 400);
    const struct pm_text at = {.line = reply->line,
                               .column = reply->column ? reply->column : reply->line > 0};
    switch (reply->outcome) {
    case PM_MIP_DONE:
        return PULMA_OK;
    case PM_MIP_NO_MEMORY:
        return no_memory(err);
    case PM_MIP_BAD_MODEL:
        return pm_fail(err, PULMA_BAD_TEXT, reply->line ? &at : NULL, "%.*s", len,
                       reply->message);
    case PM_MIP_BAD_DATA:
        pm_fail(err, PULMA_BAD_TEXT, &at, "line %d of the data: %.*s", reply->line, len,
                reply->message);
        if (err)
            err->text = PULMA_TEXT_DATA;
        return PULMA_BAD_TEXT;
    case PM_MIP_REFUSED:
        return pm_fail(err, PULMA_UNAVAILABLE, reply->line ? &at : NULL, "%.*s", len,
                       reply->message);
    case PM_MIP_OPEN:
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "models cannot be run safely here: %.*s", len, reply->message);
    default:
        return pm_fail(err, PULMA_SOLVER, NULL, "%.*s", len, reply->message);
    }
}

static pulma_status invalid_reply(pulma_error *err)
{
    return pm_fail(err, PULMA_SOLVER, NULL, "the helper pulma-mip sent an invalid reply");
}

/* Reads a reply of which the answer keeps what lies in its arena. */
static pulma_status read_reply(const char *bytes, size_t len, struct pm_answer *answer,
                               pulma_error *err)
{
    struct pm_wire in = {bytes, bytes + len, len == 0};
    if (!pm_wire_reply(&in, &answer->arena, &answer->reply))
        return invalid_reply(err);
    answer->seconds = answer->reply.seconds;
    return judge_reply(&answer->reply, err);
}

/* A conversation of two requests, and how far it has come. */
struct talk {
    struct pm_second *then;
    const struct pm_model_options *options;
    struct pm_limits limits; /* of the one that is under way */
    struct pm_answer *answer;
    struct pm_mip_request second;
    bool heard; /* the first reply */
    size_t end; /* of that reply, among what was said */
    pulma_status status;
    pulma_error *err;
};

static bool put_second(struct talk *t, struct pm_out *more)
{
    double patience = 0;
    if (!t->then->ask(t->then->context, t->answer, &t->second, &patience))
        return false;
    t->then->asked = true;
    if (t->limits.deadline > 0)
        t->limits.deadline = pm_clock() + patience;
    t->second.seconds = t->limits.deadline > 0 ? patience : 0;
    t->second.memory = (int64_t)memory_for(t->options, &t->limits);
    struct pm_out message = {0};
    struct pm_mip_request short_request = t->second;
    short_request.source = (struct pm_source){"", 0, "", 0};
    pm_wire_put_request(&message, &short_request);
    pm_wire_put_framed(more, &message);
    pm_out_free(&message);
    return !more->failed;
}

/* Once the first reply is complete, asks again, or lets the helper go. */
static bool hear(void *context, const struct pm_out *said, struct pm_out *more)
{
    struct talk *t = context;
    size_t len;
    const char *bytes = pm_wire_framed(said, 0, &len);
    if (!bytes)
        return false;
    t->heard = true;
    t->end = sizeof(int64_t) + len;
    t->status = read_reply(bytes, len, t->answer, t->err);
    if (t->status == PULMA_OK && !put_second(t, more))
        pm_out_free(more);
    return true;
}

/* Runs the helper; `talk` may be NULL for one request. */
static pulma_status run_helper(const struct pm_out *message, double seconds,
                               const struct pm_model_options *options,
                               const struct pm_limits *limits, struct talk *talk,
                               struct pm_out *said, struct pm_answer *answer, bool *died,
                               pulma_error *err)
{
    char path[4096];
    const char *argv[4] = {path};
    int words = 1;
    if (!pm_process_find("pulma-mip", path, sizeof path))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the helper program pulma-mip is neither beside this program nor "
                       "installed");
    if (options && options->unconfined)
        argv[words++] = "--unconfined";
    if (talk)
        argv[words++] = "--talk";
    const struct pm_process process = {.argv = argv,
                                       .input = message->data,
                                       .input_len = message->len,
                                       .memory_bytes = memory_for(options, limits),
                                       .cpu_seconds = seconds,
                                       .limits = talk ? &talk->limits : limits,
                                       .answer = talk ? hear : NULL,
                                       .context = talk};
    struct pm_out complaints = {0};
    struct pm_ended ended;
    pulma_status status =
        pm_process_run(&process, longest_reply, said, &complaints, &ended, err);
    *died = ended.timed_out || ended.signal || ended.exit_status != PM_EXIT_DONE;
    if (*died || !talk)
        answer->seconds = ended.cpu_seconds;
    if (status == PULMA_OK && *died)
        status = judge_death(&ended, &complaints, answer, err);
    pm_out_free(&complaints);
    return status;
}

/* Runs the helper and reads its reply. */
static pulma_status converse(const struct pm_out *message, double seconds,
                             const struct pm_model_options *options,
                             const struct pm_limits *limits, struct pm_answer *answer,
                             pulma_error *err)
{
    bool died = false;
    pulma_status status = run_helper(message, seconds, options, limits, NULL,
                                     &answer->bytes, answer, &died, err);
    if (status != PULMA_OK || died)
        return status;
    return answer->bytes.failed
               ? invalid_reply(err)
               : read_reply(answer->bytes.data, answer->bytes.len, answer, err);
}

/* Tells which names a puzzle gives, if the model wants one that it does not. */
static void add_hint(const struct pm_source *source, pulma_error *err)
{
    struct pm_out hint = {0};
    if (err && pm_data_hint(source, err->message, &hint)) {
        size_t len = strlen(err->message);
        snprintf(err->message + len, sizeof err->message - len, "; the puzzle gives %s",
                 hint.data);
    }
    pm_out_free(&hint);
}

/* Tells what a model that refuses the puzzle wants of it, instead of "check[1,2] failed". */
static void add_condition(const struct pm_source *source, pulma_error *err)
{
    struct pm_out words = {0};
    char index[60] = "";
    const char *at = err && err->line > 0 ? strstr(err->message, "its check") : NULL;
    if (!at)
        return;
    at += strlen("its check");
    if (*at == '[')
        snprintf(index, sizeof index, "%.*s", (int)strcspn(at, " "), at);
    if (pm_refusal(source, err->line, index, &words))
        snprintf(err->message, sizeof err->message,
                 "the model does not fit this puzzle: %s", words.data);
    pm_out_free(&words);
}

/* Begins an answer and sets the request's limits; false if there is no time left. */
static bool begin(struct pm_mip_request *request, const struct pm_model_options *options,
                  const struct pm_limits *limits, struct pm_answer *answer)
{
    *answer = (struct pm_answer){0};
    pm_arena_init(&answer->arena, 0);
    if (limits && limits->deadline > 0) {
        double left = limits->deadline - pm_clock();
        request->seconds = left - fmin(0.3, 0.1 * left);
        answer->limit = left <= 0;
    }
    request->nodes = limits ? limits->conflicts : 0;
    request->memory = (int64_t)memory_for(options, limits);
    return !answer->limit;
}

/* The request on the wire, with the data that the model wants. */
static bool put(const struct pm_mip_request *request, struct pm_out *message)
{
    struct pm_out data = {0};
    struct pm_mip_request fitted = *request;
    pm_data_fit(&request->source, &data);
    fitted.source.data = data.data;
    fitted.source.data_len = data.len;
    pm_wire_put_request(message, &fitted);
    message->failed |= data.failed;
    pm_out_free(&data);
    return !message->failed;
}

static void add_words(const struct pm_source *source, pulma_status status, pulma_error *err)
{
    if (status == PULMA_BAD_TEXT)
        add_hint(source, err);
    if (status == PULMA_UNAVAILABLE)
        add_condition(source, err);
}

pulma_status pm_helper_ask(struct pm_mip_request *request,
                           const struct pm_model_options *options,
                           const struct pm_limits *limits, struct pm_answer *answer,
                           pulma_error *err)
{
    if (!begin(request, options, limits, answer))
        return PULMA_OK;
    struct pm_out message = {0};
    pulma_status status = put(request, &message) ? converse(&message, request->seconds,
                                                            options, limits, answer, err)
                                                 : pm_fail_memory(err);
    add_words(&request->source, status, err);
    pm_out_free(&message);
    return status;
}

/* The second answer, which lies behind the first in what was said.  A helper that had much memory
 * to give back has left instead: another one is asked. */
static pulma_status second_answer(struct talk *t, const struct pm_out *said,
                                  struct pm_answer *answer, pulma_error *err)
{
    size_t len;
    const char *bytes = pm_wire_framed(said, t->end, &len);
    const double seconds = answer->seconds;
    pulma_status status;
    if (bytes) {
        pm_answer_free(answer);
        *answer = (struct pm_answer){0};
        pm_arena_init(&answer->arena, 0);
        pm_out_bytes(&answer->bytes, bytes, len);
        status = answer->bytes.failed
                     ? pm_fail_memory(err)
                     : read_reply(answer->bytes.data, answer->bytes.len, answer, err);
    } else {
        pm_answer_free(answer);
        status = pm_helper_ask(&t->second, t->options, &t->limits, answer, err);
    }
    answer->seconds += seconds;
    return status;
}

/* Where there are no processes that could wait, each request has one of its own. */
#ifdef __EMSCRIPTEN__
static pulma_status talk_to(struct talk *t, struct pm_mip_request *request,
                            struct pm_answer *answer, pulma_error *err)
{
    struct pm_out more = {0};
    const struct pm_out nothing = {0}; /* was said to the second request yet */
    pulma_status status = pm_helper_ask(request, t->options, &t->limits, answer, err);
    if (status == PULMA_OK && !answer->limit && put_second(t, &more))
        status = second_answer(t, &nothing, answer, err);
    pm_out_free(&more);
    return status;
}
#else
static pulma_status talk_to(struct talk *t, struct pm_mip_request *request,
                            struct pm_answer *answer, pulma_error *err)
{
    struct pm_out message = {0}, framed = {0}, said = {0};
    bool died = false;
    put(request, &message);
    pm_wire_put_framed(&framed, &message);
    pulma_status status =
        framed.failed
            ? pm_fail_memory(err)
            : run_helper(&framed, request->seconds > 0 ? 2 * request->seconds + 10 : 0,
                         t->options, &t->limits, t, &said, answer, &died, err);
    if (status == PULMA_OK && !died)
        status = !t->heard ? invalid_reply(err)
                 : t->status != PULMA_OK || !t->then->asked
                     ? t->status
                     : second_answer(t, &said, answer, err);
    pm_out_free(&message);
    pm_out_free(&framed);
    pm_out_free(&said);
    return status;
}
#endif

pulma_status pm_helper_ask_twice(struct pm_mip_request *request, struct pm_second *then,
                                 const struct pm_model_options *options,
                                 const struct pm_limits *limits, struct pm_answer *answer,
                                 pulma_error *err)
{
    then->asked = false;
    if (!begin(request, options, limits, answer))
        return PULMA_OK;
    struct talk talk = {.then = then,
                        .options = options,
                        .limits = limits ? *limits : (struct pm_limits){0},
                        .answer = answer,
                        .err = err};
    pulma_status status = talk_to(&talk, request, answer, err);
    add_words(&request->source, status, err);
    return status;
}

void pm_answer_free(struct pm_answer *answer)
{
    pm_out_free(&answer->bytes);
    pm_arena_free(&answer->arena);
}
