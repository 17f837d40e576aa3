/* A crew of worker threads, beside the caller's own, on the same task. */
#ifndef PM_CREW_H
#define PM_CREW_H

#include <pthread.h>

enum { PM_CREW_MOST = 255 };

struct pm_crew {
    int count;
    struct pm_mate {
        pthread_t thread;
        void (*work)(void *context, int number);
        void *context;
        int number;
        double seconds; /* of CPU time, when it is done */
    } mates[PM_CREW_MOST];
};

/* Starts up to `wanted` threads with the numbers from 1 on; 0 is the caller.  There may be fewer
 * if the system has no more: crew->count tells. */
void pm_crew_start(struct pm_crew *crew, int wanted,
                   void (*work)(void *context, int number), void *context);
/* Waits for all of them; returns their CPU seconds. */
double pm_crew_join(struct pm_crew *crew);

#endif
