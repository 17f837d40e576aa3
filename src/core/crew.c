#include "core/crew.h"

#include "core/limits.h"

static void *serve(void *context)
{
    struct pm_mate *mate = context;
    mate->work(mate->context, mate->number);
    mate->seconds = pm_cpu_clock();
    return NULL;
}

void pm_crew_start(struct pm_crew *crew, int wanted,
                   void (*work)(void *context, int number), void *context)
{
    for (crew->count = 0; crew->count < wanted && crew->count < PM_CREW_MOST;
         crew->count++) {
        struct pm_mate *mate = &crew->mates[crew->count];
        *mate =
            (struct pm_mate){.work = work, .context = context, .number = crew->count + 1};
        if (pthread_create(&mate->thread, NULL, serve, mate))
            return;
    }
}

double pm_crew_join(struct pm_crew *crew)
{
    double seconds = 0;
    for (int i = 0; i < crew->count; i++) {
        pthread_join(crew->mates[i].thread, NULL);
        seconds += crew->mates[i].seconds;
    }
    return seconds;
}
