/* Circuit Scramble.
 *
 * Rules.  A circuit of logic gates has switches as inputs, each on or off.  Flip as few of them
 * as possible so that the output is on.
 *
 * Notation.  One line for each node, in any order: a switch with its state, or a gate with the
 * nodes that it is fed by.  Gates are and, or, xor, nand, nor, xnor (two nodes) and not (one).
 * `output` names the node that must be on.
 *
 *     circuit
 *     output: z
 *     a = 0
 *     b = 1
 *     x = a and b
 *     z = not x
 *
 * An answer has a line for each switch, in the order of the puzzle: `a = 1`, or `a = .` where it
 * is not set yet.
 *
 * Origin: the app Circuit Scramble, in Hartmann's second paper, whose integer program is in
 * models/circuit; nand, nor and xnor are an addition. */
#include "puzzles/kind.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Types ------------------------------------------------------------------------- */

enum { MAX_NODES = 1 << 20, MAX_NAME = 31 };

enum sort { SWITCH, AND, OR, XOR, NAND, NOR, XNOR, NOT, SORTS };

static const char *const sort_names[SORTS] = {"",     "and", "or",   "xor",
                                              "nand", "nor", "xnor", "not"};

struct node {
    const char *name;
    enum sort sort;
    bool on;     /* a switch, at the start */
    int from[2]; /* a gate; NOT has only the first */
    int place;   /* of a switch */
    struct pm_text line;
};

struct circuit {
    int node_count, switch_count, output;
    struct node *nodes; /* in the order of the text */
    int *order;         /* nodes such that each gate comes after what feeds it */
    int *switches;      /* the node of each place */
};

/* ---- Names --------------------------------------------------------------------------- */

/* Open addressing; slots hold 1 + the number of a node, 0 where free. */
struct names {
    int *slots;
    size_t size; /* a power of two, more than twice the nodes */
};

static bool names_new(struct names *names, int n, struct pm_arena *arena)
{
    names->size = 16;
    while (names->size < 2 * (size_t)n + 2)
        names->size *= 2;
    names->slots = pm_new(arena, names->size, int);
    return names->slots != NULL;
}

/* The slot of this name, or the free one where it belongs. */
static int *names_slot(const struct names *names, const struct node *nodes,
                       const char *text, size_t len)
{
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    size_t at = (size_t)(hash ^ hash >> 29) & (names->size - 1);
    for (;; at = (at + 1) & (names->size - 1)) {
        int *slot = &names->slots[at];
        if (*slot == 0)
            return slot;
        const char *name = nodes[*slot - 1].name;
        if (strlen(name) == len && memcmp(name, text, len) == 0)
            return slot;
    }
}

/* ---- Text -------------------------------------------------------------------------- */

static bool in_name(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_';
}

static pulma_status take_name(struct pm_text *t, struct pm_text *name, pulma_error *err)
{
    pm_text_blanks(t);
    *name = *t;
    while (in_name(pm_text_peek(t)))
        pm_text_take(t);
    name->end = t->at;
    if (name->at == name->end)
        return pm_fail_expected(err, t, "the name of a node (letters, digits, _)");
    if (pm_text_len(name) > MAX_NAME)
        return pm_fail(err, PULMA_BAD_TEXT, name,
                       "expected a name of at most %d characters", MAX_NAME);
    return PULMA_OK;
}

static bool take_equals(struct pm_text *t)
{
    pm_text_blanks(t);
    bool found = pm_text_word(t, "=");
    pm_text_blanks(t);
    return found;
}

/* First pass: the names. */
static pulma_status read_names(struct circuit *c, struct names *names,
                               const struct pm_field *grid, struct pm_arena *arena,
                               pulma_error *err)
{
    for (int i = 0; i < c->node_count; i++) {
        struct pm_text line = pm_text_trim(grid->lines[i]), name;
        struct node *node = &c->nodes[i];
        pulma_status status = take_name(&line, &name, err);
        if (status)
            return status;
        if (!take_equals(&line))
            return pm_fail_expected(err, &line, "'='");
        int *slot = names_slot(names, c->nodes, name.at, pm_text_len(&name));
        if (*slot)
            return pm_fail(err, PULMA_BAD_TEXT, &name, "the node %s is defined twice",
                           c->nodes[*slot - 1].name);
        node->name = pm_copy(arena, name.at, pm_text_len(&name));
        if (!node->name)
            return pm_fail_memory(err);
        node->line = line;
        *slot = i + 1;
    }
    return PULMA_OK;
}

static pulma_status find_node(const struct circuit *c, const struct names *names,
                              const struct pm_text *name, int *node, pulma_error *err)
{
    *node = *names_slot(names, c->nodes, name->at, pm_text_len(name)) - 1;
    return *node >= 0 ? PULMA_OK
                      : pm_fail(err, PULMA_BAD_TEXT, name, "there is no node %.*s",
                                (int)pm_text_len(name), name->at);
}

/* "a and b" or "not a", the name of the first node already taken. */
static pulma_status read_gate(struct circuit *c, const struct names *names,
                              struct node *node, struct pm_text *line, struct pm_text first,
                              pulma_error *err)
{
    struct pm_text word = first, second;
    pulma_status status = PULMA_OK;
    if (pm_text_is(&first, "not")) {
        node->sort = NOT;
    } else {
        if ((status = find_node(c, names, &first, &node->from[0], err)))
            return status;
        pm_text_blanks(line);
        const struct pm_text at = *line;
        if ((status = take_name(line, &word, NULL)))
            return pm_fail_expected(err, &at, "and, or, xor, nand, nor or xnor");
        for (int sort = AND; sort < NOT; sort++)
            if (pm_text_is(&word, sort_names[sort]))
                node->sort = (enum sort)sort;
        if (node->sort == SWITCH)
            return pm_fail_expected(err, &at, "and, or, xor, nand, nor or xnor");
    }
    if ((status = take_name(line, &second, err)))
        return status;
    status = find_node(c, names, &second, &node->from[node->sort != NOT], err);
    return status ? status : pm_text_done(line, err);
}

/* Second pass: what each node is. */
static pulma_status read_nodes(struct circuit *c, const struct names *names,
                               pulma_error *err)
{
    for (int i = 0; i < c->node_count; i++) {
        struct node *node = &c->nodes[i];
        struct pm_text line = node->line, word;
        pulma_status status = take_name(&line, &word, err);
        if (status)
            return status;
        if (pm_text_is(&word, "0") || pm_text_is(&word, "1")) {
            node->on = pm_text_is(&word, "1");
            node->place = c->switch_count++;
            status = pm_text_done(&line, err);
        } else {
            status = read_gate(c, names, node, &line, word, err);
        }
        if (status)
            return status;
    }
    return PULMA_OK;
}

static int fan_in(const struct node *node)
{
    return node->sort == SWITCH ? 0 : node->sort == NOT ? 1 : 2;
}

/* The gates of a circle, by name: from a gate that could not be ordered, back along gates that
 * could not either, until one comes again. */
static pulma_status complain_of_circle(const struct circuit *c, const int *waiting,
                                       struct pm_arena *arena, pulma_error *err)
{
    int at = 0, *seen = pm_new(arena, (size_t)c->node_count, int);
    if (!seen)
        return pm_fail_memory(err);
    while (waiting[at] == 0)
        at++;
    for (int step = 1; !seen[at]; step++) {
        seen[at] = step;
        const struct node *node = &c->nodes[at];
        at = waiting[node->from[0]] ? node->from[0] : node->from[1];
    }
    char list[300] = "";
    int first = at;
    do {
        size_t len = strlen(list);
        if (len > sizeof list - MAX_NAME - 10) {
            snprintf(list + len, sizeof list - len, ", ...");
            break;
        }
        snprintf(list + len, sizeof list - len, "%s%s", len ? ", " : "", c->nodes[at].name);
        const struct node *node = &c->nodes[at];
        at = waiting[node->from[0]] ? node->from[0] : node->from[1];
    } while (at != first);
    return pm_fail(err, PULMA_BAD_TEXT, &c->nodes[first].line,
                   "these gates feed each other in a circle: %s", list);
}

/* Orders the nodes so that each gate comes after what feeds it. */
static pulma_status order_nodes(struct circuit *c, struct pm_arena *arena, pulma_error *err)
{
    size_t n = (size_t)c->node_count;
    int *waiting = pm_new(arena, n, int); /* feeding nodes that are not ordered yet */
    int *first = pm_new(arena, n + 2, int), *fed = pm_new(arena, 2 * n, int), last = 0;
    c->order = pm_new(arena, n, int);
    if (!waiting || !first || !fed || !c->order)
        return pm_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < fan_in(&c->nodes[i]); k++)
            first[c->nodes[i].from[k] + 2]++;
    for (size_t i = 2; i < n + 2; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < n; i++) {
        waiting[i] = fan_in(&c->nodes[i]);
        for (int k = 0; k < waiting[i]; k++)
            fed[first[c->nodes[i].from[k] + 1]++] = (int)i;
        if (waiting[i] == 0)
            c->order[last++] = (int)i;
    }
    for (int done = 0; done < last; done++) {
        int node = c->order[done];
        for (int k = first[node]; k < first[node + 1]; k++)
            if (--waiting[fed[k]] == 0)
                c->order[last++] = fed[k];
    }
    return last == c->node_count ? PULMA_OK : complain_of_circle(c, waiting, arena, err);
}

static pulma_status list_switches(struct circuit *c, struct pm_arena *arena,
                                  pulma_error *err)
{
    c->switches = pm_new(arena, (size_t)c->switch_count, int);
    if (!c->switches)
        return pm_fail_memory(err);
    for (int i = 0; i < c->node_count; i++)
        if (c->nodes[i].sort == SWITCH)
            c->switches[c->nodes[i].place] = i;
    return PULMA_OK;
}

static pulma_status read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                         pulma_error *err)
{
    const struct pm_field *grid;
    struct names names;
    struct pm_text output;
    pulma_status status = pm_form_block(form, "grid", &grid, err);
    if (status)
        return status;
    if (grid->line_count > MAX_NODES)
        return pm_fail(err, PULMA_BAD_TEXT, &grid->lines[MAX_NODES],
                       "expected at most %d nodes", MAX_NODES);
    struct circuit *c = pm_new(arena, 1, struct circuit);
    if (!c)
        return pm_fail_memory(err);
    c->node_count = grid->line_count;
    c->nodes = pm_new(arena, (size_t)c->node_count, struct node);
    if (!c->nodes || !names_new(&names, c->node_count, arena))
        return pm_fail_memory(err);
    if (!pm_form_value(form, "output", &output))
        return pm_fail(err, PULMA_BAD_TEXT, &form->start,
                       "expected the field 'output' with the name of a node");
    if (!(status = read_names(c, &names, grid, arena, err)) &&
        !(status = read_nodes(c, &names, err)) &&
        !(status = find_node(c, &names, &output, &c->output, err)) &&
        !(status = order_nodes(c, arena, err)))
        status = list_switches(c, arena, err);
    *puzzle = c;
    return status;
}

static void node_text(const struct circuit *c, const struct node *node, char *text,
                      size_t size)
{
    if (node->sort == SWITCH)
        snprintf(text, size, "%s = %d", node->name, node->on);
    else if (node->sort == NOT)
        snprintf(text, size, "%s = not %s", node->name, c->nodes[node->from[0]].name);
    else
        snprintf(text, size, "%s = %s %s %s", node->name, c->nodes[node->from[0]].name,
                 sort_names[node->sort], c->nodes[node->from[1]].name);
}

static void write(const void *puzzle, struct pm_form_out *form)
{
    const struct circuit *c = puzzle;
    pm_form_put(form, "output", "%s", c->nodes[c->output].name);
    pm_form_open(form, "grid");
    for (int i = 0; i < c->node_count; i++) {
        char line[4 * MAX_NAME];
        node_text(c, &c->nodes[i], line, sizeof line);
        pm_form_line(form, line);
    }
}

/* ---- AIGER ------------------------------------------------------------------------------- */

static int sniff_aiger(const struct pm_text *t)
{
    return pm_text_starts(t, "aag ") ? 3 : 0;
}

static pulma_status aiger_numbers(struct pm_text *t, int n, int max, int *numbers,
                                  pulma_error *err)
{
    struct pm_text line = pm_text_line(t);
    for (int i = 0; i < n; i++) {
        pm_text_blanks(&line);
        pulma_status status = pm_text_int(&line, 0, max, &numbers[i], err);
        if (status)
            return status;
    }
    return pm_text_done(&line, err);
}

/* The node of a literal: that of its variable, or a NOT gate behind it, made when first asked
 * for.  `node_of` is by literal, -1 where there is none yet. */
struct aiger {
    struct circuit *c;
    int *node_of;
    struct pm_arena *arena;
};

static int add_node(struct aiger *a, char prefix, int number, struct node node)
{
    char name[16];
    snprintf(name, sizeof name, "%c%d", prefix, number);
    node.name = pm_copy(a->arena, name, strlen(name));
    a->c->nodes[a->c->node_count] = node;
    return node.name ? a->c->node_count++ : -1;
}

static int literal_node(struct aiger *a, int literal)
{
    if (a->node_of[literal] >= 0 || literal % 2 == 0)
        return a->node_of[literal];
    int from = a->node_of[literal - 1];
    if (from < 0)
        return -1;
    a->node_of[literal] =
        add_node(a, 'n', literal / 2, (struct node){.sort = NOT, .from = {from, 0}});
    return a->node_of[literal];
}

static pulma_status aiger_gates(struct aiger *a, struct pm_text *t, int gates, int max,
                                pulma_error *err)
{
    for (int i = 0; i < gates; i++) {
        const struct pm_text at = *t;
        int numbers[3];
        pulma_status status = aiger_numbers(t, 3, max, numbers, err);
        if (status)
            return status;
        if (numbers[0] % 2 || numbers[0] < 2 || a->node_of[numbers[0]] >= 0)
            return pm_fail_expected(err, &at, "the literal of a new gate");
        int first = literal_node(a, numbers[1]), second = literal_node(a, numbers[2]);
        if (first < 0 || second < 0)
            return pm_fail(err, PULMA_BAD_TEXT, &at,
                           "a gate is fed by a constant or by a gate that comes later");
        a->node_of[numbers[0]] = add_node(
            a, 'g', numbers[0] / 2, (struct node){.sort = AND, .from = {first, second}});
    }
    return PULMA_OK;
}

/* aag M I L O A: I inputs, O outputs (one here), A gates; literals are 2 * variable + negation. */
static pulma_status read_aiger(struct pm_text *t, struct pm_arena *arena, void **puzzle,
                               const char **title, pulma_error *err)
{
    (void)title;
    const struct pm_text start = *t;
    int head[5], output; /* M I L O A */
    pm_text_word(t, "aag");
    pulma_status status = aiger_numbers(t, 5, MAX_NODES / 2, head, err);
    if (status)
        return status;
    if (head[2] != 0 || head[3] != 1)
        return pm_fail(err, PULMA_BAD_TEXT, &start,
                       "expected a circuit without latches and with one output");
    if (head[1] + head[4] > head[0] || (size_t)head[0] > pm_text_len(t))
        return pm_fail(err, PULMA_BAD_TEXT, &start,
                       "the numbers of the first line do not fit");
    size_t literals = 2 * (size_t)head[0] + 2;
    struct circuit *c = pm_new(arena, 1, struct circuit);
    struct aiger a = {c, pm_new(arena, literals, int), arena};
    if (!c || !a.node_of || !(c->nodes = pm_new(arena, literals, struct node)))
        return pm_fail_memory(err);
    for (size_t i = 0; i < literals; i++)
        a.node_of[i] = -1;
    for (int i = 0; i < head[1]; i++) {
        const struct pm_text at = *t;
        int literal;
        if ((status = aiger_numbers(t, 1, 2 * head[0] + 1, &literal, err)))
            return status;
        if (literal % 2 || literal < 2 || a.node_of[literal] >= 0)
            return pm_fail_expected(err, &at, "the literal of a new input");
        a.node_of[literal] =
            add_node(&a, 'i', literal / 2, (struct node){.place = c->switch_count++});
    }
    const struct pm_text output_at = *t;
    if ((status = aiger_numbers(t, 1, 2 * head[0] + 1, &output, err)) ||
        (status = aiger_gates(&a, t, head[4], 2 * head[0] + 1, err)))
        return status;
    t->at = t->end; /* symbols and comments follow */
    c->output = literal_node(&a, output);
    if (c->output < 0)
        return pm_fail(err, PULMA_BAD_TEXT, &output_at,
                       "the output is a constant or no gate");
    *puzzle = c;
    status = order_nodes(c, arena, err);
    return status ? status : list_switches(c, arena, err);
}

static const struct pm_notation notations[] = {
    {"aiger", "AIGER in ASCII (aag), all inputs off", sniff_aiger, read_aiger, NULL}, {0}};

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    return ((const struct circuit *)puzzle)->switch_count;
}

static struct pm_range values(const void *puzzle, int place)
{
    (void)puzzle, (void)place;
    return (struct pm_range){0, 1};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    const struct circuit *c = puzzle;
    snprintf(name, size, "switch %s", c->nodes[c->switches[place]].name);
}

/* ---- Answers ----------------------------------------------------------------------- */

static void write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct circuit *c = puzzle;
    for (int i = 0; i < c->switch_count; i++)
        pm_out_f(out, "%s = %c\n", c->nodes[c->switches[i]].name,
                 answer[i] == PULMA_EMPTY ? '.' : '0' + answer[i]);
}

static pulma_status read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                pulma_error *err)
{
    const struct circuit *c = puzzle;
    for (int i = 0; i < c->switch_count; i++) {
        pm_text_space(t);
        const struct pm_text at = *t;
        const char *wanted = c->nodes[c->switches[i]].name;
        struct pm_text name;
        if (take_name(t, &name, NULL) || !pm_text_is(&name, wanted) || !take_equals(t))
            return pm_fail_expected(err, &at, "'%s = 0' or '%s = 1'", wanted, wanted);
        int sign = pm_text_peek(t);
        if (sign != '0' && sign != '1' && sign != '.')
            return pm_fail_expected(err, t, "0, 1 or .");
        answer[i] = sign == '.' ? PULMA_EMPTY : sign - '0';
        pm_text_take(t);
    }
    return PULMA_OK;
}

/* ---- Truth ------------------------------------------------------------------------- */

/* Of states 0, 1 and PULMA_EMPTY (not known). */
static int gate_state(enum sort sort, int a, int b)
{
    bool known = a != PULMA_EMPTY && b != PULMA_EMPTY;
    switch (sort) {
    case NOT:
        return a == PULMA_EMPTY ? a : !a;
    case AND:
        return a == 0 || b == 0 ? 0 : known ? 1 : PULMA_EMPTY;
    case NAND:
        return a == 0 || b == 0 ? 1 : known ? 0 : PULMA_EMPTY;
    case OR:
        return a == 1 || b == 1 ? 1 : known ? 0 : PULMA_EMPTY;
    case NOR:
        return a == 1 || b == 1 ? 0 : known ? 1 : PULMA_EMPTY;
    case XOR:
        return known ? a != b : PULMA_EMPTY;
    case XNOR:
        return known ? a == b : PULMA_EMPTY;
    default:
        assert(!"a switch is no gate");
        return PULMA_EMPTY;
    }
}

/* The states of all nodes; NULL: no memory.  The caller frees them. */
static int *all_states(const struct circuit *c, const int *answer)
{
    int *state = malloc(((size_t)c->node_count + 1) * sizeof *state);
    for (int i = 0; state && i < c->node_count; i++) {
        const struct node *node = &c->nodes[c->order[i]];
        state[c->order[i]] =
            node->sort == SWITCH
                ? answer[node->place]
                : gate_state(node->sort, state[node->from[0]], state[node->from[1]]);
    }
    return state;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct circuit *c = puzzle;
    int *states = all_states(c, answer), first = 0;
    int output = states ? states[c->output] : 0;
    free(states);
    if (output == 0)
        return pm_found(found, c->switch_count > 0, &first, "the output %s is off",
                        c->nodes[c->output].name);
    return pm_found_nothing(c->switch_count, answer, found);
}

static int64_t cost(const void *puzzle, const int *answer)
{
    const struct circuit *c = puzzle;
    int64_t flipped = 0;
    for (int i = 0; i < c->switch_count; i++)
        flipped += answer[i] != PULMA_EMPTY && answer[i] != c->nodes[c->switches[i]].on;
    return flipped;
}

/* ---- Rules ------------------------------------------------------------------------- */

/* x is on exactly if a and b are, with signs that make the other gates of it. */
static void state_and(struct pm_rules *r, pm_lit x, pm_lit a, pm_lit b)
{
    pm_implies(r, x, a);
    pm_implies(r, x, b);
    PM_CLAUSE(r, x, -a, -b);
}

static void state_xor(struct pm_rules *r, pm_lit x, pm_lit a, pm_lit b)
{
    PM_CLAUSE(r, -x, a, b);
    PM_CLAUSE(r, -x, -a, -b);
    PM_CLAUSE(r, x, -a, b);
    PM_CLAUSE(r, x, a, -b);
}

static void state_gate(struct pm_rules *r, enum sort sort, pm_lit x, pm_lit a, pm_lit b)
{
    switch (sort) {
    case AND:
    case NAND:
        state_and(r, sort == AND ? x : -x, a, b);
        break;
    case OR:
    case NOR:
        state_and(r, sort == OR ? -x : x, -a, -b);
        break;
    case XOR:
    case XNOR:
        state_xor(r, sort == XOR ? x : -x, a, b);
        break;
    default:
        pm_equivalent(r, x, -a);
    }
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct circuit *c = puzzle;
    struct pm_arena arena;
    pm_arena_init(&arena, 0);
    pm_lit *lit = pm_new(&arena, (size_t)c->node_count, pm_lit);
    pm_lit *flipped = pm_new(&arena, (size_t)c->switch_count, pm_lit);
    int *weights = pm_new(&arena, (size_t)c->switch_count, int);
    if (!lit || !flipped || !weights) {
        pm_rules_fail(r);
        pm_arena_free(&arena);
        return;
    }
    for (int i = 0; i < c->node_count; i++) {
        const struct node *node = &c->nodes[i];
        lit[i] = node->sort == SWITCH ? pm_is(r, node->place, 1) : pm_new_lit(r);
    }
    for (int i = 0; i < c->node_count; i++) {
        const struct node *node = &c->nodes[i];
        char words[4 * MAX_NAME];
        if (node->sort == SWITCH) {
            flipped[node->place] = node->on ? -lit[i] : lit[i];
            weights[node->place] = 1;
            continue;
        }
        node_text(c, node, words, sizeof words);
        pm_reason(r, "%s", words);
        state_gate(r, node->sort, lit[i], lit[node->from[0]], lit[node->from[1]]);
    }
    pm_reason(r, "the output %s is on", c->nodes[c->output].name);
    PM_CLAUSE(r, lit[c->output]);
    pm_minimise(r, c->switch_count, flipped, weights, 0);
    pm_arena_free(&arena);
}

/* ---- Data for the model --------------------------------------------------------------- */

static void data(const void *puzzle, struct pm_out *out)
{
    static const char *const sets[SORTS] = {NULL, "A", "O", "X", "NA", "NO", "XN", "N"};
    const struct circuit *c = puzzle;
    pm_out_f(out, "data;\nparam n := %d;\nparam output := %d;\n", c->node_count,
             c->output + 1);
    for (int on = 0; on < 2; on++) {
        pm_out_f(out, "set I%d :=", on);
        for (int i = 0; i < c->switch_count; i++)
            if (c->nodes[c->switches[i]].on == on)
                pm_out_f(out, " %d", c->switches[i] + 1);
        pm_out_text(out, ";\n");
    }
    for (int sort = AND; sort < SORTS; sort++) {
        pm_out_f(out, "set %s :=", sets[sort]);
        for (int i = 0; i < c->node_count; i++)
            if ((int)c->nodes[i].sort == sort)
                pm_out_f(out, " %d", i + 1);
        pm_out_text(out, ";\n");
    }
    for (int side = 0; side < 2; side++) {
        pm_out_f(out, "param %c :=", side ? 'q' : 'p');
        for (int i = 0; i < c->node_count; i++)
            if (fan_in(&c->nodes[i]) > side)
                pm_out_f(out, " %d %d", i + 1, c->nodes[i].from[side] + 1);
        pm_out_text(out, ";\n");
    }
    pm_out_text(out, "param name :=");
    for (int i = 0; i < c->switch_count; i++)
        pm_out_f(out, " %d '%s'", c->switches[i] + 1, c->nodes[c->switches[i]].name);
    pm_out_text(out, ";\nend;\n");
}

/* ---- Invention ------------------------------------------------------------------------ */

enum { TRIES = 400 };

/* The node that feeds a new gate: a loose end (one that feeds nothing yet) if `join`, else one
 * of the nodes made not long ago. */
static int choose_feed(struct pm_rng *rng, int *loose, int *loose_count, bool join,
                       int made, int recent)
{
    if (join && *loose_count > 0) {
        int at = pm_rng_below(rng, *loose_count), node = loose[at];
        loose[at] = loose[--*loose_count];
        return node;
    }
    return made - 1 - pm_rng_below(rng, made < recent ? made : recent);
}

static void drop_loose(int *loose, int *loose_count, int node)
{
    for (int i = 0; i < *loose_count; i++)
        if (loose[i] == node)
            loose[i--] = loose[--*loose_count];
}

/* A random circuit: as wide as there are switches, then narrowing to the last gate, which is the
 * output.  No loose ends remain, so every node matters. */
static void wire_up(struct circuit *c, struct pm_rng *rng, int gates, int *loose)
{
    int n = c->switch_count, loose_count = n;
    for (int i = 0; i < n; i++) {
        c->nodes[i].on = pm_rng_below(rng, 2);
        loose[i] = i;
    }
    for (int i = n; i < n + gates; i++) {
        struct node *node = &c->nodes[i];
        int left = n + gates - i;          /* gates still to come, this one included */
        bool narrow = loose_count >= left; /* each must join two loose ends from now on */
        int feed =
            choose_feed(rng, loose, &loose_count, narrow || loose_count >= n / 2, i, 2 * n);
        drop_loose(loose, &loose_count, feed);
        node->from[0] = feed;
        node->sort = (enum sort)(AND + pm_rng_below(rng, 3));
        if (!narrow && c->nodes[feed].sort != NOT && pm_rng_below(rng, 5) == 0)
            node->sort = NOT;
        if (node->sort != NOT) {
            do
                feed = choose_feed(rng, loose, &loose_count, narrow, i, 2 * n);
            while (feed == node->from[0]);
            drop_loose(loose, &loose_count, feed);
            node->from[1] = feed;
        }
        loose[loose_count++] = i;
    }
    c->output = n + gates - 1;
}

static pulma_status new_circuit(struct pm_arena *arena, int switches, int gates,
                                struct circuit **made, pulma_error *err)
{
    size_t n = (size_t)(switches + gates);
    struct circuit *c = pm_new(arena, 1, struct circuit);
    if (!c || !(c->nodes = pm_new(arena, n, struct node)) ||
        !(c->switches = pm_new(arena, (size_t)switches, int)))
        return pm_fail_memory(err);
    c->node_count = (int)n;
    c->switch_count = switches;
    for (int i = 0; i < (int)n; i++) {
        char name[16];
        bool letter = i < switches && switches <= 26;
        if (letter)
            snprintf(name, sizeof name, "%c", 'a' + i);
        else
            snprintf(name, sizeof name, i < switches ? "s%d" : "g%d",
                     i < switches ? i + 1 : i - switches + 1);
        c->nodes[i].name = pm_copy(arena, name, strlen(name));
        if (!c->nodes[i].name)
            return pm_fail_memory(err);
        if (i < switches)
            c->nodes[i].place = c->switches[i] = i;
    }
    *made = c;
    return PULMA_OK;
}

static pulma_status invent(const struct pm_wish *wish, struct pm_rng *rng,
                           struct pm_arena *arena, void **puzzle, pulma_error *err)
{
    int switches = wish->columns ? wish->columns : 6, gates = wish->rows ? wish->rows : 12;
    int least = 1 + (int)wish->difficulty;
    if (switches < 2 || gates < switches || gates > 2000)
        return pm_fail(err, PULMA_BAD_CALL, NULL,
                       "expected SWITCHESxGATES with 2 switches or more, at least as many "
                       "gates, and at most 2000");
    struct circuit *c = NULL;
    pulma_status status = new_circuit(arena, switches, gates, &c, err);
    int *loose = pm_new(arena, (size_t)(switches + gates), int);
    int *answer = pm_new(arena, (size_t)switches, int);
    if (!status && (!loose || !answer))
        status = pm_fail_memory(err);
    for (int k = 0; !status && k < TRIES; k++) {
        struct pm_arena scratch;
        pm_arena_init(&scratch, 0);
        for (int i = switches; i < c->node_count; i++)
            c->nodes[i].sort = SWITCH;
        wire_up(c, rng, gates, loose);
        status = order_nodes(c, &scratch, err);
        bool good = !status && wish->answers(wish, c, 2, answer) == 1 &&
                    cost(c, answer) >= (k < TRIES / 2 ? least : 1);
        pm_arena_free(&scratch);
        if (!status && good) {
            *puzzle = c;
            return order_nodes(c, arena, err);
        }
        if (!status && wish->stop(wish))
            status = pm_fail(err, PULMA_LIMIT, NULL, "stopped");
    }
    return status ? status
                  : pm_fail(err, PULMA_LIMIT, NULL, "found no circuit in %d tries", TRIES);
}

/* ---- Drawing --------------------------------------------------------------------------- */

/* Layers from left to right: a gate stands right of all that feeds it.  Within a layer nodes
 * are sorted by the middle of what feeds them, which keeps wires short. */
struct layout {
    int *layer;
    double *y;
    int *members,
        *first; /* the nodes of layer k: members[first[k]] to members[first[k + 1] - 1] */
    int layers;
};

static bool find_layers(const struct circuit *c, struct pm_arena *arena, struct layout *l)
{
    size_t n = (size_t)c->node_count;
    *l = (struct layout){pm_new(arena, n, int), pm_new(arena, n, double),
                         pm_new(arena, n, int), pm_new(arena, n + 2, int), 0};
    if (!l->layer || !l->y || !l->members || !l->first)
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct node *node = &c->nodes[c->order[i]];
        int layer = 0;
        for (int k = 0; k < fan_in(node); k++)
            if (l->layer[node->from[k]] >= layer)
                layer = l->layer[node->from[k]] + 1;
        l->layer[c->order[i]] = layer;
        l->layers = layer + 1 > l->layers ? layer + 1 : l->layers;
        l->first[layer + 2 > (int)n + 1 ? (int)n + 1 : layer + 2]++;
    }
    for (size_t i = 2; i < n + 2; i++)
        l->first[i] += l->first[i - 1];
    for (size_t i = 0; i < n; i++)
        l->members[l->first[l->layer[i] + 1]++] = (int)i;
    return true;
}

static bool lay_out(const struct circuit *c, struct pm_arena *arena, struct layout *l)
{
    if (!find_layers(c, arena, l))
        return false;
    for (int layer = 0; layer < l->layers; layer++) {
        int *list = l->members + l->first[layer], n = l->first[layer + 1] - l->first[layer];
        for (int i = 0; i < n; i++) {
            const struct node *node = &c->nodes[list[i]];
            int fed = fan_in(node), moved = list[i], k = i;
            double y = fed ? (l->y[node->from[0]] + l->y[node->from[fed - 1]]) / 2 : i;
            for (; k > 0 && l->y[list[k - 1]] > y; k--)
                list[k] = list[k - 1];
            list[k] = moved;
            l->y[moved] = y;
        }
        for (int i = 0; i < n; i++) /* centred, one and a half units apart */
            l->y[list[i]] = 1.5 * (i - (n - 1) / 2.0);
    }
    return true;
}

enum { LAYER_WIDTH = 4 };

static double node_x(const struct layout *l, int node)
{
    return LAYER_WIDTH * l->layer[node] + 0.5;
}

static double node_y(const struct layout *l, int node)
{
    return l->y[node];
}

static void draw_node(const struct circuit *c, const struct layout *l, int i,
                      const int *answer, struct pm_picture *p)
{
    static const char *const labels[SORTS] = {"",     "AND", "OR",   "XOR",
                                              "NAND", "NOR", "XNOR", "NOT"};
    const struct node *node = &c->nodes[i];
    double x = node_x(l, i), y = node_y(l, i);
    if (node->sort != SWITCH) {
        pm_picture_box(p, x - 0.75, y - 0.45, 1.5, 0.9, i == c->output ? PM_TINT : PM_PAPER,
                       PM_INK, i == c->output ? PM_THICK : PM_THIN);
        pm_picture_text(p, x, y, 0.4, PM_CENTRE, PM_INK, labels[node->sort]);
        return;
    }
    int value =
        answer && answer[node->place] != PULMA_EMPTY ? answer[node->place] : node->on;
    bool flipped = value != node->on;
    pm_picture_place(p, node->place);
    pm_picture_circle(p, x, y, 0.4, PM_PAPER, flipped ? PM_ACCENT : PM_INK,
                      flipped ? PM_THICK : PM_THIN);
    pm_picture_text(p, x, y, 0.45, PM_CENTRE, flipped ? PM_ACCENT : PM_INK,
                    value ? "1" : "0");
    pm_picture_text(p, x - 0.6, y, 0.4, PM_RIGHT, PM_INK, node->name);
    pm_picture_place(p, -1);
}

static void draw(const void *puzzle, const int *answer, struct pm_picture *p)
{
    const struct circuit *c = puzzle;
    struct pm_arena arena;
    struct layout l = {0};
    pm_arena_init(&arena, 0);
    int *states = answer ? all_states(c, answer) : NULL;
    if (lay_out(c, &arena, &l)) {
        for (int i = 0; i < c->node_count; i++)
            for (int k = 0; k < fan_in(&c->nodes[i]); k++) {
                int from = c->nodes[i].from[k];
                bool on = states && states[from] == 1;
                double y = node_y(&l, i) + (fan_in(&c->nodes[i]) == 1 ? 0 : k ? 0.2 : -0.2);
                pm_picture_line(p, node_x(&l, from) + 0.4, node_y(&l, from),
                                node_x(&l, i) - 0.75, y, on ? PM_THICK : PM_THIN,
                                on ? PM_ANSWER : PM_INK);
            }
        for (int i = 0; i < c->node_count; i++)
            draw_node(c, &l, i, answer, p);
    }
    free(states);
    pm_arena_free(&arena);
}

/* ---- The kind --------------------------------------------------------------------------- */

const struct pm_kind pm_kind_circuit = {
    .name = "circuit",
    .title = "Circuit Scramble",
    .rules = "Flip switches so that the output of the circuit is on.\n"
             "Flip as few as possible.\n",
    .read = read,
    .write = write,
    .notations = notations,
    .places = places,
    .values = values,
    .place_name = place_name,
    .write_answer = write_answer,
    .read_answer = read_answer,
    .check = check,
    .cost = cost,
    .state = state,
    .data = data,
    .draw = draw,
    .invent = invent,
};
