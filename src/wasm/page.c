/* What the page calls: page_call(), a request in, a reply out, both JSON (page/api.h). */
#include <emscripten.h>
#include <malloc.h>
#include <string.h>

#include "page/api.h"

/* Module.progress hears of long work, some times a second. */
EM_JS(void, host_progress, (const char *json), {
    if (Module.progress)
        Module.progress(UTF8ToString(json));
})

static void progress(void *context, const char *json)
{
    (void)context;
    host_progress(json);
}

/* How many bytes are allocated, for tests. */
EMSCRIPTEN_KEEPALIVE int page_memory(void)
{
    return mallinfo().uordblks;
}

/* The reply is the caller's to free; NULL: no memory. */
EMSCRIPTEN_KEEPALIVE char *page_call(const char *request)
{
    const struct api_host host = {.progress = progress};
    return api_call(request, strlen(request), &host);
}
