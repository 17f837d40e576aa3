/* Sums of products that are translated as one column each.
 *
 * A model such as edgematch/way2 has a product for every two pieces and every two places beside each
 * other, and all that it says of them is their sums over the places:
 *
 *     var s{i in I, k in K, t in K: k <> t}, binary;
 *     s.t. product_s{i in I, k in K, t in K: k <> t}: 0 <= x[i,k] + x[i+1,t] - 2*s[i,k,t] <= 1;
 *     s.t. more{k in K, t in K: k <> t}: ... sum{i in I} s[i,k,t] ...;
 *
 * The translator would make a column and a row of each product: 31 million for 256 pieces.  So it is
 * given another text, in which one column stands for each sum, and two families of rows tell the
 * factors, |I||K| each:
 *
 *     var pm_fold_1{k in K, t in K: k <> t}, integer, >= 0;
 *     s.t. pm_left_1{k in K, i in I}: x[i,k] >= 0; s.t. pm_right_1{t in K, i in I}: x[i+1,t] >= 0;
 *     s.t. more{k in K, t in K: k <> t}: ... pm_fold_1[k,t] ...;
 *
 * From these the library knows all products without having any (struct pm_fold in program.h).  Sizes
 * are counted and clauses are written from that.  For everything else they are unfolded, which gives the
 * very program that the translator would have given. */
#ifndef PM_FOLD_H
#define PM_FOLD_H

#include "mathprog/source.h"
#include "program/program.h"

enum { PM_FOLD_INDICES = 20 }; /* of a product, at most */

/* One family of products.  The indices of the product are those of the rows that have its sums (the
 * outer ones) and those that the sums run over (the inner ones). */
struct pm_folding_part {
    struct pm_text family, variable; /* "product_s" and "s" */
    struct pm_text user;             /* the family of rows that has the first sum: "more" */
    int outer, inner;
    /* For every index of s[...]: which of the outer ones, then inner ones, it is. */
    int places[PM_FOLD_INDICES];
    /* The outer indices that rows of the left and right factors begin with; inner ones follow. */
    bool linked[2][PM_FOLD_INDICES];
};

struct pm_folding {
    struct pm_source source; /* to be translated instead */
    int count;               /* of parts; 0: nothing was folded */
    struct pm_folding_part *parts;
    struct pm_arena arena;
    struct pm_out text;
};

/* Folds what can be folded: products that occur nowhere but in sums of one form, in a model that prints
 * whole variables only.  The folding points into the model's text; it is to be freed in every case. */
void pm_fold(const struct pm_source *source, struct pm_folding *folding);
/* The model's own text, after all. */
void pm_fold_nothing(struct pm_folding *folding, const struct pm_source *source);
void pm_folding_free(struct pm_folding *folding);

/* Once the other text was translated, before the program is settled: takes the rows that tell the
 * factors out of it.  PULMA_BAD_TEXT: they are not as they should be. */
pulma_status pm_fold_take(struct pm_program *program, const struct pm_folding *folding,
                          pulma_error *err);

/* The program in which products are columns again: the very one that the translator gives for the
 * model's own text.  PULMA_UNAVAILABLE: there are too many. */
pulma_status pm_unfold(const struct pm_program *folded, struct pm_program **program,
                       pulma_error *err);
/* Values of its columns from those of the folded program; they are the caller's to free.  NULL: no
 * memory. */
double *pm_unfold_values(const struct pm_program *folded, const double *values, int *count);
/* The folded program's column for one of the program that is no product; -1: it is one. */
int pm_fold_column(const struct pm_program *folded, int column);

#endif
