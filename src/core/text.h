/* The one cursor that reads all outside text, and the errors it can point at. */
#ifndef PM_TEXT_H
#define PM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pulma/pulma.h"

/* A cursor in a text that it does not own and that need not end in NUL. */
struct pm_text {
    const char *at, *end;
    int line, column; /* of *at, counted from 1; columns count bytes but no UTF-8 tails */
    int between;      /* columns between two bytes that were left out of a copy; mostly 0 */
};

struct pm_text pm_text_of(const char *text, size_t len);

/* Fills `err` (if not NULL) and returns `status`.  `at` may be NULL: no position. */
pulma_status pm_fail(pulma_error *err, pulma_status status, const struct pm_text *at,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Lack of memory, said the same way everywhere. */
pulma_status pm_fail_memory(pulma_error *err);
/* PULMA_BAD_TEXT "expected WHAT, found THIS": describes what stands at the cursor. */
pulma_status pm_fail_expected(pulma_error *err, const struct pm_text *at,
                              const char *format, ...)
    __attribute__((format(printf, 3, 4)));

bool pm_text_ended(const struct pm_text *t);
/* The byte at the cursor as 0..255, or -1 at the end. */
int pm_text_peek(const struct pm_text *t);
/* Takes one byte (must not be at the end), minding lines and columns. */
int pm_text_take(struct pm_text *t);
/* Skips blanks and tabs; with `pm_text_space` also line ends. */
void pm_text_blanks(struct pm_text *t);
void pm_text_space(struct pm_text *t);
/* Whether the cursor stands before this word; taken if so. */
bool pm_text_word(struct pm_text *t, const char *word);
bool pm_text_starts(const struct pm_text *t, const char *word);
/* A decimal number in min..max (0 <= min). */
pulma_status pm_text_int(struct pm_text *t, int min, int max, int *value, pulma_error *err);
/* The rest of the line without its line end (LF, CR LF) as a cursor of its own;
 * `t` moves past the line end. */
struct pm_text pm_text_line(struct pm_text *t);
/* The next run of bytes that are not white space, as a cursor of its own (empty at the end). */
struct pm_text pm_text_token(struct pm_text *t);
/* Without blanks at both ends. */
struct pm_text pm_text_trim(struct pm_text t);
/* A line without the remark at its end: "% ..." with blanks on both sides of the sign. */
struct pm_text pm_text_without_remark(struct pm_text line);
size_t pm_text_len(const struct pm_text *t);
bool pm_text_is(const struct pm_text *t, const char *word); /* exactly this word */
/* Nothing but blanks may follow. */
pulma_status pm_text_done(struct pm_text *t, pulma_error *err);
/* How many characters a UTF-8 text shows (bytes without continuation bytes). */
int pm_text_columns(const struct pm_text *t);
/* The length (1 to 4) and the code of the UTF-8 character at `s`, of which `left` >= 1 bytes may
 * be read; 0 if these bytes are no character. */
size_t pm_utf8(const char *s, size_t left, uint32_t *code);

#endif
