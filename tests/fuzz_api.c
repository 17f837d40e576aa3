/* Feeds bytes to the JSON interface.  Whatever is asked, the reply is one JSON object, and an error has
 * its sentence. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "notations/json.h"
#include "page/api.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The work may look at its limits so often; inputs are not there to be solved. */
enum { MOST_LOOKS = 20, LONGEST = 3000 };

static bool stop(void *context)
{
    return --*(int *)context < 0;
}

static bool has_sentence(const struct pm_json *error)
{
    const struct pm_json *message = pm_json_find(error, "message");
    return message && message->type == PM_JSON_STRING && pm_text_len(&message->text) > 0 &&
           pm_json_find(error, "status");
}

static void judge(const char *reply)
{
    struct pm_text t = pm_text_of(reply, strlen(reply));
    struct pm_arena arena;
    struct pm_json json;
    pm_arena_init(&arena, 0);
    if (pm_json_read(&t, &arena, &json, NULL) != PULMA_OK || !pm_text_ended(&t) ||
        json.type != PM_JSON_OBJECT)
        abort();
    const struct pm_json *error = pm_json_find(&json, "error");
    if (error && !has_sentence(error))
        abort();
    pm_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int looks = MOST_LOOKS;
    const struct api_host host = {.stop = stop, .context = &looks};
    char *reply = size > LONGEST ? NULL : api_call((const char *)data, size, &host);
    if (reply)
        judge(reply);
    pulma_free(reply);
    return 0;
}
