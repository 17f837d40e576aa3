/* Feeds bytes to what reads the pipes between the library and its helper: a request, a reply, a
 * program.  The first byte chooses. */
#include <stdint.h>
#include <string.h>

#include "program/build.h"
#include "program/wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    struct pm_wire in = {(const char *)data + 1, (const char *)data + size, false};
    struct pm_arena arena;
    struct pm_mip_request request;
    struct pm_mip_reply reply;
    pm_arena_init(&arena, (size_t)64 << 20);
    if (data[0] % 3 == 0)
        pm_wire_request(&in, &arena, &request);
    else if (data[0] % 3 == 1)
        pm_wire_reply(&in, &arena, &reply);
    else
        pm_program_free(pm_wire_program(&in));
    pm_arena_free(&arena);
    return 0;
}
