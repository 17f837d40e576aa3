/* Progress of a search in the page: the host hears of it while the helper works. */
#include <emscripten.h>
#include <stdio.h>

#include "mip/mip.h"

/* Module.progress hears of it, as of the library's own work (page.c). */
EM_JS(void, host_tell, (const char *json), {
    if (Module.progress)
        Module.progress(UTF8ToString(json));
})

void mip_tell(const struct mip_progress *p)
{
    char json[300], number[2][40] = {"null", "null"};
    if (p->has_bound)
        snprintf(number[0], sizeof number[0], "%.10g", p->bound);
    if (p->has_incumbent)
        snprintf(number[1], sizeof number[1], "%.10g", p->incumbent);
    snprintf(json, sizeof json,
             "{\"rows\":%d,\"columns\":%d,\"nodes\":%lld,\"bound\":%s,\"incumbent\":%s}",
             p->rows, p->columns, (long long)p->nodes, number[0], number[1]);
    host_tell(json);
}
