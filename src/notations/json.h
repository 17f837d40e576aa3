/* JSON: the one reader and the one writer.
 *
 * A document is read whole, into a tree in an arena.  Every value keeps its line and column, so
 * that an error can point into the document long after it was parsed, which JSON libraries
 * forget.  The reader is strict (RFC 8259), bounds the nesting, and refuses an object in which a
 * name stands twice, as nobody could tell which of the two was meant. */
#ifndef PM_JSON_H
#define PM_JSON_H

#include <stddef.h>

#include "core/arena.h"
#include "core/out.h"
#include "core/text.h"
#include "pulma/pulma.h"

enum {
    PM_JSON_MAX_DEPTH = 64,      /* of lists and objects inside each other */
    PM_JSON_MAX_ITEMS = 1 << 24, /* of one list, and names and values of one object */
};

enum pm_json_type {
    PM_JSON_NULL,
    PM_JSON_FALSE,
    PM_JSON_TRUE,
    PM_JSON_NUMBER,
    PM_JSON_STRING,
    PM_JSON_LIST,
    PM_JSON_OBJECT,
};

struct pm_json {
    enum pm_json_type type;
    int count; /* of the items of a list, of the members of an object; else 0 */
    /* A string: its characters, escapes resolved, under the position of the first.  Anything
     * else as it stands in the document: numbers are read from here. */
    struct pm_text text;
    const struct pm_json *items; /* of an object: name, value, name, value, ... */
};

/* Reads the value at the cursor, white space before it allowed, and moves past it.  The text must
 * stay as long as the value: strings without escapes are not copied. */
pulma_status pm_json_read(struct pm_text *t, struct pm_arena *arena, struct pm_json *value,
                          pulma_error *err);

/* Member 0 to count - 1 of an object; the value by its name (NULL: there is none, or this is no
 * object). */
const struct pm_json *pm_json_name(const struct pm_json *object, int member);
const struct pm_json *pm_json_value(const struct pm_json *object, int member);
const struct pm_json *pm_json_find(const struct pm_json *object, const char *name);

/* Whether a value says nothing: null, false, "", [], {}. */
bool pm_json_is_empty(const struct pm_json *value);

/* Writes a string with its quotes.  Bytes that are not UTF-8 come out as U+FFFD: what is written
 * is always valid. */
void pm_json_put(struct pm_out *out, const char *text, size_t len);

#endif
