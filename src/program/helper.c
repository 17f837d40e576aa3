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
#include "program/build.h"
#include "program/data.h"
#include "program/refusal.h"

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

/* Runs the helper and reads its reply. */
static pulma_status converse(const struct pm_out *message, double seconds,
                             const struct pm_model_options *options,
                             const struct pm_limits *limits, struct pm_answer *answer,
                             pulma_error *err)
{
    char path[4096];
    if (!pm_process_find("pulma-mip", path, sizeof path))
        return pm_fail(err, PULMA_UNAVAILABLE, NULL,
                       "the helper program pulma-mip is neither beside this program nor "
                       "installed");
    const char *argv[] = {path, options && options->unconfined ? "--unconfined" : NULL,
                          NULL};
    const struct pm_process process = {.argv = argv,
                                       .input = message->data,
                                       .input_len = message->len,
                                       .memory_bytes = memory_for(options, limits),
                                       .cpu_seconds = seconds,
                                       .limits = limits};
    struct pm_out complaints = {0};
    struct pm_ended ended;
    pulma_status status =
        pm_process_run(&process, longest_reply, &answer->bytes, &complaints, &ended, err);
    answer->seconds = ended.cpu_seconds;
    bool died = ended.timed_out || ended.signal || ended.exit_status != PM_EXIT_DONE;
    if (status == PULMA_OK && died)
        status = judge_death(&ended, &complaints, answer, err);
    pm_out_free(&complaints);
    if (status != PULMA_OK || died)
        return status;
    struct pm_wire in = {answer->bytes.data, answer->bytes.data + answer->bytes.len,
                         answer->bytes.failed || answer->bytes.len == 0};
    if (!pm_wire_reply(&in, &answer->arena, &answer->reply))
        return pm_fail(err, PULMA_SOLVER, NULL,
                       "the helper pulma-mip sent an invalid reply");
    answer->seconds = answer->reply.seconds;
    return judge_reply(&answer->reply, err);
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

pulma_status pm_helper_ask(struct pm_mip_request *request,
                           const struct pm_model_options *options,
                           const struct pm_limits *limits, struct pm_answer *answer,
                           pulma_error *err)
{
    *answer = (struct pm_answer){0};
    pm_arena_init(&answer->arena, 0);
    if (limits && limits->deadline > 0) {
        double left = limits->deadline - pm_clock();
        request->seconds = left - fmin(0.3, 0.1 * left);
        answer->limit = left <= 0;
        if (answer->limit)
            return PULMA_OK;
    }
    request->nodes = limits ? limits->conflicts : 0;
    request->memory = (int64_t)memory_for(options, limits);
    struct pm_out message = {0}, data = {0};
    struct pm_mip_request fitted = *request;
    pm_data_fit(&request->source, &data);
    fitted.source.data = data.data;
    fitted.source.data_len = data.len;
    pm_wire_put_request(&message, &fitted);
    pulma_status status =
        message.failed || data.failed
            ? pm_fail_memory(err)
            : converse(&message, request->seconds, options, limits, answer, err);
    if (status == PULMA_BAD_TEXT)
        add_hint(&request->source, err);
    if (status == PULMA_UNAVAILABLE)
        add_condition(&request->source, err);
    pm_out_free(&message);
    pm_out_free(&data);
    return status;
}

void pm_answer_free(struct pm_answer *answer)
{
    pm_out_free(&answer->bytes);
    pm_arena_free(&answer->arena);
}
