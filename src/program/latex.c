/* Models as formulas. */
#include "core/text.h"
#include "program/program.h"

pulma_status pm_model_latex(const char *model, size_t len, struct pm_out *out,
                            pulma_error *err)
{
    (void)model;
    (void)len;
    (void)out;
    return pm_fail(err, PULMA_UNAVAILABLE, NULL, "models cannot be typeset yet");
}
