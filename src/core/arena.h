/* An arena: memory that a task asks for piece by piece and gives back all together.
 * Nothing inside is freed alone, so nothing is freed twice. */
#ifndef PM_ARENA_H
#define PM_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct pm_arena {
    struct pm_chunk *chunks; /* newest first */
    size_t used, limit;      /* bytes handed out, and how many may be */
};

/* Starts empty.  `limit` bounds the bytes that it hands out; 0: no bound. */
void pm_arena_init(struct pm_arena *arena, size_t limit);
void pm_arena_free(struct pm_arena *arena);
/* A small arena for `bytes` in all, before it grows as others do: a thing that has many brothers may
 * lie in its own arena with all that it needs.  PM_ARENA_SMALL is what C libraries give and take
 * quickest.  False: no memory. */
enum { PM_ARENA_SMALL = 984 };
bool pm_arena_init_small(struct pm_arena *arena, size_t bytes);

/* n zeroed objects that live as long as the arena; NULL if n*size overflows, the
 * arena's limit is reached or memory ends.  n = 0 gives a pointer that may not be read. */
void *pm_alloc(struct pm_arena *arena, size_t n, size_t size);
#define pm_new(arena, n, type) ((type *)pm_alloc((arena), (n), sizeof(type)))

/* A copy of `len` bytes with a NUL after them. */
char *pm_copy(struct pm_arena *arena, const char *text, size_t len);

#endif
