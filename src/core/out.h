/* A text that grows: everything that pulma writes is first written here. */
#ifndef PM_OUT_H
#define PM_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pulma/pulma.h"

struct pm_limits;

/* Starts as {0}, or with limits, which are then looked at all along.  After lack of memory or at a
 * limit `failed` is true and further writing does nothing, so that writers need not test each
 * step. */
struct pm_out {
    char *data; /* len bytes and a NUL after them, or NULL while empty */
    size_t len;
    size_t size;                    /* where the next look at memory and limits is due */
    size_t room;                    /* bytes at `data` */
    const struct pm_limits *limits; /* NULL: none */
    bool failed;
    bool stopped; /* it was a limit */
};

void pm_out_free(struct pm_out *out);
void pm_out_bytes(struct pm_out *out, const char *bytes, size_t len);
void pm_out_text(struct pm_out *out, const char *text);
void pm_out_char(struct pm_out *out, char c);
void pm_out_repeat(struct pm_out *out, char c, int n);
/* As text of XML and HTML: & < > are entities. */
void pm_out_xml(struct pm_out *out, const char *bytes, size_t len);
void pm_out_f(struct pm_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "%llu" without printf, which takes longer than counting the answers of a small board. */
void pm_out_count(struct pm_out *out, uint64_t count);
/* A number with at most `decimals` digits after the point, trailing zeros left out,
 * independent of the locale. */
void pm_out_number(struct pm_out *out, double value, int decimals);
/* The status and the sentence of a text that failed. */
pulma_status pm_out_failure(const struct pm_out *out, pulma_error *err);
/* Hands the text over to the caller, who frees it; the buffer is empty afterwards. */
pulma_status pm_out_give(struct pm_out *out, char **text, size_t *len, pulma_error *err);

#endif
