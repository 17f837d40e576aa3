/* What all kinds share: findings, wishes, and the table of kinds made from the roll-call. */
#include "puzzles/kind.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct pm_kind *const pm_kinds[] = {
#define PM_KIND(name) &pm_kind_##name,
#include "puzzles/list.h"
#undef PM_KIND
};
const int pm_kind_count = (int)(sizeof pm_kinds / sizeof *pm_kinds);

/* ---- Findings ------------------------------------------------------------------ */

pulma_verdict pm_found(pulma_finding *found, int place_count, const int *places,
                       const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(found->text, sizeof found->text, format, list);
    va_end(list);
    const int room = (int)(sizeof found->places / sizeof *found->places);
    found->place_count = place_count < room ? place_count : room;
    for (int i = 0; i < found->place_count; i++)
        found->places[i] = places[i];
    return PULMA_WRONG;
}

pulma_verdict pm_found_nothing(int place_count, const int *answer, pulma_finding *found)
{
    found->text[0] = '\0';
    found->place_count = 0;
    int empty = 0, first = 0;
    for (int i = 0; i < place_count; i++)
        empty += answer[i] == PULMA_EMPTY;
    if (empty == 0)
        return PULMA_RIGHT;
    while (answer[first] != PULMA_EMPTY)
        first++;
    pm_found(found, 1, &first, "%d place%s still empty", empty,
             empty == 1 ? " is" : "s are");
    return PULMA_UNFINISHED;
}

/* ---- Wishes --------------------------------------------------------------------- */

bool pm_wish_bytes(const struct pm_wish *wish, const char *name, struct pm_text *bytes)
{
    for (int i = 0; i < wish->option_count; i++)
        if (strcmp(wish->option_names[i], name) == 0) {
            *bytes = pm_text_of(wish->option_values[i], wish->option_lens[i]);
            return true;
        }
    return false;
}

const char *pm_wish_option(const struct pm_wish *wish, const char *name)
{
    struct pm_text value;
    return pm_wish_bytes(wish, name, &value) ? value.at : NULL;
}

pulma_status pm_wish_bool(const struct pm_wish *wish, const char *name, bool *value,
                          pulma_error *err)
{
    const char *text = pm_wish_option(wish, name);
    if (!text)
        return PULMA_OK;
    if (strcmp(text, "yes") != 0 && strcmp(text, "no") != 0)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected %s=yes or %s=no, found %s",
                       name, name, text);
    *value = text[0] == 'y';
    return PULMA_OK;
}

pulma_status pm_wish_int(const struct pm_wish *wish, const char *name, int min, int max,
                         int *value, pulma_error *err)
{
    const char *text = pm_wish_option(wish, name);
    if (!text)
        return PULMA_OK;
    struct pm_text t = pm_text_of(text, strlen(text));
    if (pm_text_int(&t, min, max, value, NULL) || !pm_text_ended(&t))
        return pm_fail(err, PULMA_BAD_CALL, NULL, "expected %s=%d to %d, found %s", name,
                       min, max, text);
    return PULMA_OK;
}

struct pm_question pm_question_of(const struct pm_kind *kind, const void *puzzle)
{
    return (struct pm_question){.places = kind->places(puzzle),
                                .values = kind->values,
                                .state = kind->state,
                                .puzzle = puzzle};
}
