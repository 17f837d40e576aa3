#include "engine/question.h"

#include <assert.h>
#include <stdlib.h>

#include "core/text.h"
#include "engine/engine.h"

/* The rules of the question; NULL: no memory. */
static struct pm_rules *rules_of(const struct pm_question *q)
{
    struct pm_range *ranges = calloc((size_t)q->places + 1, sizeof *ranges);
    for (int place = 0; place < q->places && ranges; place++) {
        ranges[place] = q->values(q->puzzle, place);
        assert(0 <= ranges[place].min && ranges[place].min <= ranges[place].max);
    }
    struct pm_rules *rules =
        ranges ? pm_rules_new(q->places, ranges, false, q->limits) : NULL;
    if (rules)
        q->state(q->puzzle, rules);
    free(ranges);
    return rules;
}

typedef pulma_status asking(struct pm_engine *engine, int *answer, pulma_error *err);

static pulma_status put(const struct pm_question *q, asking *ask, int *answer,
                        pulma_error *err)
{
    static const struct pm_limits none = {0};
    struct pm_rules *rules = rules_of(q);
    struct pm_engine *engine =
        rules ? pm_engine_new(rules, q->limits ? q->limits : &none) : NULL;
    if (engine && q->prefer)
        pm_engine_prefer(engine, q->prefer);
    pulma_status status = engine ? ask(engine, answer, err) : pm_fail_memory(err);
    pm_engine_free(engine);
    pm_rules_free(rules);
    return status;
}

pulma_status pm_question_answer(const struct pm_question *question, int *answer,
                                pulma_error *err)
{
    return put(question, pm_engine_next, answer, err);
}

pulma_status pm_question_forced(const struct pm_question *question, int *answer,
                                pulma_error *err)
{
    return put(question, pm_engine_forced, answer, err);
}
