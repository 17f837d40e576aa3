/* The statements of a MathProg model as trees: what a writer needs that must know the meaning of a
 * name before it can write it. */
#ifndef PM_TREE_H
#define PM_TREE_H

#include "core/arena.h"
#include "core/text.h"

enum pm_tree_kind {
    PM_TREE_NUMBER,
    PM_TREE_STRING,
    PM_TREE_NAME,     /* x or x[...]: the parts are its indices */
    PM_TREE_CALL,     /* max(...): the parts are its arguments */
    PM_TREE_OVER,     /* sum{...} e, exists{...} c, setof{...} (i,j): domain and one part */
    PM_TREE_IF,       /* condition, then, else; there may be no third part */
    PM_TREE_OPERATOR, /* `name` between two parts, or before one */
    PM_TREE_LIST,     /* (e) or (i,j) */
    PM_TREE_RANGE,    /* from, to, and by what, if that is said */
    PM_TREE_MEMBERS,  /* {1, 2} */
    PM_TREE_DOMAIN    /* {S, T} or {i in S: ...}: a domain as a set */
};

struct pm_tree {
    enum pm_tree_kind kind;
    struct pm_text text; /* all of it, as it stands in the model */
    struct pm_text name; /* a name, a function, an operator ("not in" is "not" over "in") */
    int count;
    struct pm_tree **parts;
    struct pm_domain *domain; /* NULL: none */
};

/* "i in S", "(i,j) in S" or "S": `indices` is a name, a list, or NULL. */
struct pm_run {
    struct pm_tree *indices, *set;
};

struct pm_domain {
    struct pm_text text; /* between the braces */
    int count;
    struct pm_run *runs;
    struct pm_tree *condition; /* NULL: none */
};

enum pm_statement_kind {
    PM_SET,
    PM_PARAM,
    PM_VAR,
    PM_MINIMIZE,
    PM_MAXIMIZE,
    PM_CONSTRAINT
};

/* "integer", ">= 0", ":= 1..n". */
struct pm_attribute {
    struct pm_text word;
    struct pm_tree *value; /* NULL: a word alone */
};

struct pm_statement {
    enum pm_statement_kind kind;
    struct pm_text name;
    struct pm_text text; /* from the name to before the semicolon */
    struct pm_text note; /* the comment behind it; may be empty */
    struct pm_domain *domain;
    int attribute_count;
    struct pm_attribute *attributes; /* of sets, parameters and variables */
    struct pm_tree *body;            /* of objectives and constraints */
};

/* The statements before `solve;`, without check, display and printf; everything lives in the arena
 * and points into the text.  PULMA_BAD_TEXT, with its place: something this grammar does not know.
 */
pulma_status pm_tree_read(const char *model, size_t len, struct pm_arena *arena,
                          struct pm_statement **statements, int *count, pulma_error *err);

/* The attribute of a declaration with this word; NULL: none. */
const struct pm_attribute *pm_tree_attribute(const struct pm_statement *statement,
                                             const char *word);

/* Whether it is this sign between two parts. */
bool pm_tree_is_operator(const struct pm_tree *t, const char *sign);

/* s[i,j] = x * y. */
struct pm_tree_product {
    const struct pm_tree *of, *factors[2];
};
/* Whether a row is called product_... and reads a <= x + y - b*s[i,j] <= c: s stands for x*y. */
bool pm_tree_is_product(const struct pm_statement *statement,
                        struct pm_tree_product *product);

#endif
