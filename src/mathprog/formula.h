/* MathProg expressions as LaTeX formulas. */
#ifndef PM_FORMULA_H
#define PM_FORMULA_H

#include "core/out.h"
#include "core/text.h"

enum pm_token {
    PM_TOKEN_END,
    PM_TOKEN_NAME,
    PM_TOKEN_NUMBER,
    PM_TOKEN_STRING,
    PM_TOKEN_SIGN
};

/* A reader of MathProg text: one token is looked at at a time. */
struct pm_formula {
    struct pm_text rest; /* behind the token */
    enum pm_token kind;
    struct pm_text token; /* with its position; a string has its quotes */
    struct pm_text note;  /* the comment that ended the line of the last ';', or empty */
    int depth;            /* of nested expressions */
    struct pm_out *out;
    pulma_error *err;
    pulma_status status; /* after a failure everything is at its end */
};

void pm_formula_open(struct pm_formula *f, const char *text, size_t len, struct pm_out *out,
                     pulma_error *err);
void pm_formula_next(struct pm_formula *f);
/* Whether the token is this word or sign; taken if so. */
bool pm_formula_is(const struct pm_formula *f, const char *word);
bool pm_formula_accept(struct pm_formula *f, const char *word);
/* It must be: else the status is PULMA_BAD_TEXT, and says so. */
void pm_formula_expect(struct pm_formula *f, const char *word);
void pm_formula_fail(struct pm_formula *f, const char *expected);

/* A name: one letter in italics, a word upright. */
void pm_formula_name(struct pm_out *out, const struct pm_text *name);
/* Text outside formulas, with what LaTeX would take amiss made harmless. */
void pm_formula_words(struct pm_out *out, const char *text, size_t len);

/* One expression of any sort, up to relations and logic. */
void pm_formula_expression(struct pm_formula *f);
/* One operand of a relation. */
void pm_formula_operand(struct pm_formula *f);
/* "{i in S, j in T: ...}" as "i \in S, j \in T: ..."; the token is the opening brace.  With
 * `indices` (may be NULL) the names that run go there too, separated by commas, and a set whose
 * index has no name gets one: i, j, k and so on, or several if `subscripts` (0: not known) are more
 * than the others have. */
void pm_formula_domain(struct pm_formula *f, struct pm_out *indices, int subscripts);

#endif
