/* Assertions that take time.
 *
 * assert() stays in release builds, so it is for what costs next to nothing where it stands.
 * PM_ASSERT_SLOW() is for hot loops and for functions that look through a whole structure; builds
 * with debugging information (`make sanitize`) have it, release builds do not. */
#ifndef PM_INVARIANT_H
#define PM_INVARIANT_H

#include <assert.h>

#ifdef PM_CHECKED
#define PM_ASSERT_SLOW(condition) assert(condition)
#else
#define PM_ASSERT_SLOW(condition) ((void)(0 && (condition))) /* compiled, never run */
#endif

#endif
