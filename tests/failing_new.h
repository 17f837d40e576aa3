/* C++'s operator new for tests of what happens when memory ends in the solver: one of its allocations
 * fails, whichever the test likes. */
#ifndef FAILING_NEW_H
#define FAILING_NEW_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From now on the allocation with this number, counted from 1, throws; 0: none does. */
void fail_new(long number);
/* No more than that.  Whether one has failed; all that was allocated in between is void. */
bool end_fail_new(void);

#ifdef __cplusplus
}
#endif

#endif
