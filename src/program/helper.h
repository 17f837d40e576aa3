/* Asking the helper program pulma-mip. */
#ifndef PM_HELPER_H
#define PM_HELPER_H

#include "program/wire.h"

/* A reply with the memory that it lives in. */
struct pm_answer {
    struct pm_mip_reply reply;
    struct pm_out bytes;
    struct pm_arena arena;
    bool limit; /* the helper was ended by the limits: there is no reply */
    /* CPU time of its work, without that of starting; of a helper that was killed, all of it. */
    double seconds;
};

/* Sends the request, whose `seconds` and `nodes` are set from the limits here, and waits for the reply.
 * PULMA_OK: the reply is about a finished task (outcome PM_MIP_DONE), or `limit` is set.  Otherwise
 * the helper could not be had, refused, or failed, and `err` tells.  Free the answer in any
 * case. */
pulma_status pm_helper_ask(struct pm_mip_request *request,
                           const struct pm_model_options *options,
                           const struct pm_limits *limits, struct pm_answer *answer,
                           pulma_error *err);
/* The same with a second request, which the helper gets while it still has the model of the first:
 * `ask` is called with the first reply and returns whether it wants `second` to be sent, with a source
 * as in the first.  `answer` is then the answer to that, for which `limits` do not
 * count any more, but `patience` seconds, which `ask` sets; if nothing was asked, it is
 * the first answer, without its texts and lists. */
struct pm_second {
    bool (*ask)(void *context, const struct pm_answer *first, struct pm_mip_request *second,
                double *patience);
    void *context;
    bool asked; /* it was */
};
pulma_status pm_helper_ask_twice(struct pm_mip_request *request, struct pm_second *then,
                                 const struct pm_model_options *options,
                                 const struct pm_limits *limits, struct pm_answer *answer,
                                 pulma_error *err);
void pm_answer_free(struct pm_answer *answer);

#endif
