#include "core/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Memory comes in chunks, each at least this large, so that a small puzzle
 * costs one call of malloc. */
enum { CHUNK_BYTES = 16 * 1024 };

struct pm_chunk {
    struct pm_chunk *older;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

void pm_arena_init(struct pm_arena *arena, size_t limit)
{
    arena->chunks = NULL;
    arena->used = 0;
    arena->limit = limit ? limit : SIZE_MAX;
}

void pm_arena_free(struct pm_arena *arena)
{
    while (arena->chunks) {
        struct pm_chunk *older = arena->chunks->older;
        free(arena->chunks);
        arena->chunks = older;
    }
    arena->used = 0;
}

static struct pm_chunk *link_chunk(struct pm_arena *arena, struct pm_chunk *chunk,
                                   size_t size)
{
    if (!chunk)
        return NULL;
    chunk->used = 0;
    chunk->size = size;
    chunk->older = arena->chunks;
    arena->chunks = chunk;
    return chunk;
}

bool pm_arena_init_small(struct pm_arena *arena, size_t bytes)
{
    pm_arena_init(arena, 0);
    return link_chunk(arena, malloc(sizeof(struct pm_chunk) + bytes), bytes) != NULL;
}

/* A piece that is larger than a usual chunk has one of its own, which the system gives cleared.
 * Usual chunks are cleared piece by piece: of most of them a small part is ever used. */
static struct pm_chunk *add_chunk(struct pm_arena *arena, size_t bytes)
{
    const bool large = bytes > CHUNK_BYTES;
    const size_t size = large ? bytes : CHUNK_BYTES, all = sizeof(struct pm_chunk) + size;
    return link_chunk(arena, large ? calloc(1, all) : malloc(all), size);
}

void *pm_alloc(struct pm_arena *arena, size_t n, size_t size)
{
    const size_t align = alignof(max_align_t);
    if (size && n > (SIZE_MAX / 2 - align) / size)
        return NULL;
    size_t bytes = (n * size + align - 1) / align * align;
    if (bytes > arena->limit - arena->used)
        return NULL;
    struct pm_chunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < bytes)
        chunk = add_chunk(arena, bytes);
    if (!chunk)
        return NULL;
    void *memory = chunk->bytes + chunk->used;
    chunk->used += bytes;
    arena->used += bytes;
    return bytes > CHUNK_BYTES ? memory : memset(memory, 0, bytes);
}

char *pm_copy(struct pm_arena *arena, const char *text, size_t len)
{
    char *copy = pm_new(arena, len + 1, char);
    if (copy && len)
        memcpy(copy, text, len);
    return copy;
}
