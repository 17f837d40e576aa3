/* What the two halves of the GAMS writer share: names, indices, and formulas (gams_formula.c). */
#ifndef PM_GAMS_H
#define PM_GAMS_H

#include "core/out.h"
#include "export/values.h"

/* An index as GAMS has it: "i", "i+1", or '3' (without a set). */
struct pm_gams_place {
    const char *set;
    long add;
};

/* What a name of the model's text stands for at the moment. */
struct pm_gams_scope {
    struct pm_text name;
    struct pm_gams_place place;
    const struct pm_gams_scope *up;
};

/* A name of the model, or an index, with its name in GAMS. */
struct pm_gams_symbol {
    struct pm_text name;
    const struct pm_statement *statement; /* NULL: an index, or a range */
    const char *gams;
    bool used;     /* a set or parameter that the formulas speak of */
    bool is_range; /* `name` is "1..n" */
};

struct pm_gams {
    struct pm_arena arena;
    struct pm_statement *statements;
    int count;
    struct pm_gams_symbol *symbols;
    int symbol_count, symbol_room;
    struct pm_tree_product *products;
    int product_count;
    bool linearise;
    int helpers, most_helpers; /* indices h1, h2, ... of the statement, and of any */
    pulma_error *err;
    pulma_status status;
};

/* Names under control, and the condition that they are to meet. */
struct pm_gams_control {
    struct pm_out names, condition;
    int count;
};

/* Names for the statements of a kind, and for all indices of a tree or domain; of names that clash
 * the later one gets the ending. */
void pm_gams_name(struct pm_gams *g, enum pm_statement_kind kind, const char *ending);
void pm_gams_name_indices(struct pm_gams *g, const struct pm_tree *t);
void pm_gams_name_domain(struct pm_gams *g, const struct pm_domain *d);
/* Another name that nothing else has. */
const char *pm_gams_new_name(struct pm_gams *g, const char *wanted);
/* The declared thing of this name; NULL: none, or an index. */
struct pm_gams_symbol *pm_gams_find(struct pm_gams *g, const struct pm_text *name);

/* Puts the names of a domain under control, with their conditions; the scope that knows them.  The
 * control is to be freed; its failure is the output's. */
const struct pm_gams_scope *pm_gams_domain(struct pm_gams *g, const struct pm_domain *d,
                                           const struct pm_gams_scope *scope,
                                           struct pm_gams_control *c);
void pm_gams_control_free(struct pm_out *out, struct pm_gams_control *c);
/* "(i,j)$(...)". */
void pm_gams_put_control(struct pm_out *out, const struct pm_gams_control *c);
/* An expression as a number. */
void pm_gams_number(struct pm_gams *g, const struct pm_tree *t,
                    const struct pm_gams_scope *scope, struct pm_out *out);

#endif
