/* The circuit, as its reader and its rules share it. */
#ifndef PM_CIRCUIT_H
#define PM_CIRCUIT_H

#include "puzzles/kind.h"

enum { PM_CIRCUIT_NODES = 1 << 20, PM_CIRCUIT_NAME = 31 };

enum pm_gate_sort {
    PM_SWITCH,
    PM_AND,
    PM_OR,
    PM_XOR,
    PM_NAND,
    PM_NOR,
    PM_XNOR,
    PM_NOT,
    PM_GATE_SORTS
};

struct pm_gate {
    const char *name;
    enum pm_gate_sort sort;
    bool on;     /* a switch, at the start */
    int from[2]; /* a gate; PM_NOT has only the first */
    int place;   /* of a switch */
    struct pm_text line;
};

struct pm_circuit {
    int node_count, switch_count, output;
    struct pm_gate *nodes; /* in the order of the text */
    int *order;            /* nodes such that each gate comes after what feeds it */
    int *switches;         /* the node of each place */
};

/* How many nodes feed this one. */
int pm_gate_feeds(const struct pm_gate *node);
/* Finds an order of the nodes.  PULMA_BAD_TEXT, at a line: they feed each other in a circle. */
pulma_status pm_circuit_order(struct pm_circuit *c, struct pm_arena *arena,
                              pulma_error *err);

/* The line of a node: "z = a and b". */
void pm_circuit_node_text(const struct pm_circuit *c, const struct pm_gate *node,
                          char *text, size_t size);

/* Parts of the kind, see kind.h. */
pulma_status pm_circuit_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                             pulma_error *err);
void pm_circuit_write(const void *puzzle, struct pm_form_out *form);
void pm_circuit_write_answer(const void *puzzle, const int *answer, struct pm_out *out);
pulma_status pm_circuit_read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                    pulma_error *err);
extern const struct pm_notation pm_circuit_notations[];

#endif
