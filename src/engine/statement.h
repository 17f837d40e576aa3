/* A statement about rules, and proofs of it that nobody has to take on trust: "no answer differs from
 * these", with an objective "none that costs at most so much".  Without answers: "there is none".
 *
 * The formula of a statement follows from the rules, the answers and the cost alone: clause by clause
 * what the rules state, without any simplification, then a clause against each answer.  Whoever
 * verifies a proof makes that formula himself.
 *
 * A proof is a text: DRAT steps that end with the empty clause, after comment lines.  Rules that
 * are stated lazily depend on the candidates that they were asked about, so these stand in the
 * comments, one a line ("c candidate 1 0 2 ..."), and asking again gives the same clauses. */
#ifndef PM_STATEMENT_H
#define PM_STATEMENT_H

#include "engine/question.h"
#include "engine/store.h"

struct pm_statement {
    struct pm_question question; /* `prefer` is not looked at */
    int answer_count;
    const int *answers; /* one after another */
    bool bounded;       /* only answers that cost at most `most` are meant */
    int64_t most;
};

/* Leaves a proof in the file `path`, and the formula beside it with ".cnf" added, for other
 * checkers; if it fails, neither.  `*conflicts` counts.  PULMA_OK; PULMA_NONE: the statement is false;
 * PULMA_LIMIT; PULMA_UNAVAILABLE: a file cannot be written. */
pulma_status pm_statement_prove(const struct pm_statement *statement, const char *path,
                                int64_t *conflicts, pulma_error *err);
/* PULMA_OK: the text proves the statement.  PULMA_NONE: it does not, `err` says where.
 * PULMA_BAD_TEXT: it is no proof at all. */
pulma_status pm_statement_verify(const struct pm_statement *statement, const char *proof,
                                 size_t len, pulma_error *err);

/* Exclusions: that some literals of the rules (stepwise ones: facts, and the selectors of reasons)
 * exclude that one of others is false.  Each is these literals, 0, the others, 0. */
struct pm_exclusions {
    int count;
    struct pm_ints lits;
};
/* Leaves one proof of all of them in two files, as above: the formula has a further variable
 * for each, which says that it is wrong, and says that one of these is true.  Lazy rules count
 * with what they have stated. */
pulma_status pm_exclusions_prove(const struct pm_rules *rules,
                                 const struct pm_exclusions *exclusions,
                                 const struct pm_limits *limits, const char *path,
                                 pulma_error *err);

#endif
