/* One function for hosts that speak JSON: the page in the browser, and whoever else wants no C.
 *
 * A request is an object with the name of a `call` and its arguments; the reply an object with
 * what was asked for, or with "error": {"status", "message", and perhaps "text", "line",
 * "column", "limit"}.  Nothing is kept between calls: a puzzle is its text in any notation, an
 * answer a list with a number or null for each place.  docs/api.md tells all calls. */
#ifndef API_H
#define API_H

#include <stdbool.h>
#include <stddef.h>

struct api_host {
    /* Hears of long work some times a second: {"nodes": 123}.  May be NULL. */
    void (*progress)(void *context, const char *json);
    /* Called often; true stops the work, as a limit does.  May be NULL. */
    bool (*stop)(void *context);
    void *context;
};

/* Answers one request of `len` bytes.  The reply ends in NUL and is freed with pulma_free();
 * NULL: no memory.  `host` may be NULL. */
char *api_call(const char *request, size_t len, const struct api_host *host);

#endif
