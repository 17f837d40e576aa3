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
#include "puzzles/circuit/circuit.h"
#include "puzzles/words.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Places ------------------------------------------------------------------------ */

static int places(const void *puzzle)
{
    return ((const struct pm_circuit *)puzzle)->switch_count;
}

static struct pm_range values(const void *puzzle, int place)
{
    (void)puzzle, (void)place;
    return (struct pm_range){0, 1};
}

static void place_name(const void *puzzle, int place, char *name, size_t size)
{
    const struct pm_circuit *c = puzzle;
    snprintf(name, size, "switch %s", c->nodes[c->switches[place]].name);
}

/* ---- Truth ------------------------------------------------------------------------- */

/* Of states 0, 1 and PULMA_EMPTY (not known). */
static int gate_state(enum pm_gate_sort sort, int a, int b)
{
    bool known = a != PULMA_EMPTY && b != PULMA_EMPTY;
    switch (sort) {
    case PM_NOT:
        return a == PULMA_EMPTY ? a : !a;
    case PM_AND:
        return a == 0 || b == 0 ? 0 : known ? 1 : PULMA_EMPTY;
    case PM_NAND:
        return a == 0 || b == 0 ? 1 : known ? 0 : PULMA_EMPTY;
    case PM_OR:
        return a == 1 || b == 1 ? 1 : known ? 0 : PULMA_EMPTY;
    case PM_NOR:
        return a == 1 || b == 1 ? 0 : known ? 1 : PULMA_EMPTY;
    case PM_XOR:
        return known ? a != b : PULMA_EMPTY;
    case PM_XNOR:
        return known ? a == b : PULMA_EMPTY;
    default:
        assert(false); /* a switch is no gate */
        return PULMA_EMPTY;
    }
}

/* The states of all nodes; NULL: no memory.  The caller frees them. */
static int *all_states(const struct pm_circuit *c, const int *answer)
{
    int *state = malloc(((size_t)c->node_count + 1) * sizeof *state);
    for (int i = 0; state && i < c->node_count; i++) {
        const struct pm_gate *node = &c->nodes[c->order[i]];
        state[c->order[i]] =
            node->sort == PM_SWITCH
                ? answer[node->place]
                : gate_state(node->sort, state[node->from[0]], state[node->from[1]]);
    }
    return state;
}

static pulma_verdict check(const void *puzzle, const int *answer, pulma_finding *found)
{
    const struct pm_circuit *c = puzzle;
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
    const struct pm_circuit *c = puzzle;
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

static const char *const gate_rule[] = {[PM_AND] = "and: on if both inputs are",
                                        [PM_NAND] = "nand: off if both inputs are on",
                                        [PM_OR] = "or: on if some input is",
                                        [PM_NOR] = "nor: off if some input is on",
                                        [PM_XOR] = "xor: on if one of the two inputs is",
                                        [PM_XNOR] = "xnor: on if the inputs are equal",
                                        [PM_NOT] = "not: on if the input is off"};

static void state_gate(struct pm_rules *r, enum pm_gate_sort sort, pm_lit x, pm_lit a,
                       pm_lit b)
{
    switch (sort) {
    case PM_AND:
    case PM_NAND:
        state_and(r, sort == PM_AND ? x : -x, a, b);
        break;
    case PM_OR:
    case PM_NOR:
        state_and(r, sort == PM_OR ? -x : x, -a, -b);
        break;
    case PM_XOR:
    case PM_XNOR:
        state_xor(r, sort == PM_XOR ? x : -x, a, b);
        break;
    default:
        pm_equivalent(r, x, -a);
    }
}

static void state(const void *puzzle, struct pm_rules *r)
{
    const struct pm_circuit *c = puzzle;
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
        const struct pm_gate *node = &c->nodes[i];
        lit[i] = node->sort == PM_SWITCH ? pm_is(r, node->place, 1) : pm_new_lit(r);
    }
    for (int i = 0; i < c->node_count; i++) {
        const struct pm_gate *node = &c->nodes[i];
        char words[4 * PM_CIRCUIT_NAME];
        if (node->sort == PM_SWITCH) {
            flipped[node->place] = node->on ? -lit[i] : lit[i];
            weights[node->place] = 1;
            continue;
        }
        pm_circuit_node_text(c, node, words, sizeof words);
        pm_reason(r, "%s", words);
        pm_reason_family(r, gate_rule[node->sort]);
        state_gate(r, node->sort, lit[i], lit[node->from[0]], lit[node->from[1]]);
    }
    pm_reason(r, "the output %s is on", c->nodes[c->output].name);
    pm_reason_family(r, "the output is on");
    PM_CLAUSE(r, lit[c->output]);
    pm_minimise(r, c->switch_count, flipped, weights, 0);
    pm_arena_free(&arena);
}

/* ---- Data for the model --------------------------------------------------------------- */

static void data(const void *puzzle, struct pm_out *out)
{
    static const char *const sets[PM_GATE_SORTS] = {NULL, "A",  "O",  "X",
                                                    "NA", "NO", "XN", "N"};
    const struct pm_circuit *c = puzzle;
    pm_out_f(out, "data;\nparam n := %d;\nparam output := %d;\n", c->node_count,
             c->output + 1);
    for (int on = 0; on < 2; on++) {
        pm_out_f(out, "set I%d :=", on);
        for (int i = 0; i < c->switch_count; i++)
            if (c->nodes[c->switches[i]].on == on)
                pm_out_f(out, " %d", c->switches[i] + 1);
        pm_out_text(out, ";\n");
    }
    for (int sort = PM_AND; sort < PM_GATE_SORTS; sort++) {
        pm_out_f(out, "set %s :=", sets[sort]);
        for (int i = 0; i < c->node_count; i++)
            if ((int)c->nodes[i].sort == sort)
                pm_out_f(out, " %d", i + 1);
        pm_out_text(out, ";\n");
    }
    for (int side = 0; side < 2; side++) {
        pm_out_f(out, "param %c :=", side ? 'q' : 'p');
        for (int i = 0; i < c->node_count; i++)
            if (pm_gate_feeds(&c->nodes[i]) > side)
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
static void wire_up(struct pm_circuit *c, struct pm_rng *rng, int gates, int *loose)
{
    int n = c->switch_count, loose_count = n;
    for (int i = 0; i < n; i++) {
        c->nodes[i].on = pm_rng_below(rng, 2);
        loose[i] = i;
    }
    for (int i = n; i < n + gates; i++) {
        struct pm_gate *node = &c->nodes[i];
        int left = n + gates - i;          /* gates still to come, this one included */
        bool narrow = loose_count >= left; /* each must join two loose ends from now on */
        int feed =
            choose_feed(rng, loose, &loose_count, narrow || loose_count >= n / 2, i, 2 * n);
        drop_loose(loose, &loose_count, feed);
        node->from[0] = feed;
        node->sort = (enum pm_gate_sort)(PM_AND + pm_rng_below(rng, 3));
        if (!narrow && c->nodes[feed].sort != PM_NOT && pm_rng_below(rng, 5) == 0)
            node->sort = PM_NOT;
        if (node->sort != PM_NOT) {
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
                                struct pm_circuit **made, pulma_error *err)
{
    size_t n = (size_t)(switches + gates);
    struct pm_circuit *c = pm_new(arena, 1, struct pm_circuit);
    if (!c || !(c->nodes = pm_new(arena, n, struct pm_gate)) ||
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
    struct pm_circuit *c = NULL;
    pulma_status status = new_circuit(arena, switches, gates, &c, err);
    int *loose = pm_new(arena, (size_t)(switches + gates), int);
    int *answer = pm_new(arena, (size_t)switches, int);
    if (!status && (!loose || !answer))
        status = pm_fail_memory(err);
    for (int k = 0; !status && k < TRIES; k++) {
        struct pm_arena scratch;
        pm_arena_init(&scratch, 0);
        for (int i = switches; i < c->node_count; i++)
            c->nodes[i].sort = PM_SWITCH;
        wire_up(c, rng, gates, loose);
        status = pm_circuit_order(c, &scratch, err);
        bool good = !status && wish->answers(wish, c, 2, answer) == 1 &&
                    cost(c, answer) >= (k < TRIES / 2 ? least : 1);
        pm_arena_free(&scratch);
        if (!status && good) {
            *puzzle = c;
            return pm_circuit_order(c, arena, err);
        }
        if (!status && wish->stop(wish))
            status = pm_fail(err, PULMA_LIMIT, NULL, "stopped");
    }
    return status ? status
                  : pm_fail(err, PULMA_LIMIT, NULL, "found no circuit in %d tries", TRIES);
}

/* ---- Playing ----------------------------------------------------------------------------- */

static int begin(const void *puzzle, int place)
{
    const struct pm_circuit *c = puzzle;
    return c->nodes[c->switches[place]].on;
}

/* ---- Drawing --------------------------------------------------------------------------- */

/* Layers from left to right: a gate stands right of all that feeds it.  Within a layer nodes
 * are sorted by the middle of what feeds them, which keeps wires short. */
enum { MAX_LABEL = 128 };

struct layout {
    int *layer;
    double *y;
    int *members,
        *first; /* the nodes of layer k: members[first[k]] to members[first[k + 1] - 1] */
    int layers;
    double width; /* of a gate's box */
};

static bool find_layers(const struct pm_circuit *c, struct pm_arena *arena,
                        struct layout *l)
{
    size_t n = (size_t)c->node_count;
    *l = (struct layout){pm_new(arena, n, int),
                         pm_new(arena, n, double),
                         pm_new(arena, n, int),
                         pm_new(arena, n + 2, int),
                         0,
                         0};
    if (!l->layer || !l->y || !l->members || !l->first)
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct pm_gate *node = &c->nodes[c->order[i]];
        int layer = 0;
        for (int k = 0; k < pm_gate_feeds(node); k++)
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

static bool lay_out(const struct pm_circuit *c, struct pm_arena *arena, struct layout *l)
{
    if (!find_layers(c, arena, l))
        return false;
    for (int layer = 0; layer < l->layers; layer++) {
        int *list = l->members + l->first[layer], n = l->first[layer + 1] - l->first[layer];
        for (int i = 0; i < n; i++) {
            const struct pm_gate *node = &c->nodes[list[i]];
            int fed = pm_gate_feeds(node), moved = list[i], k = i;
            double y = fed ? (l->y[node->from[0]] + l->y[node->from[fed - 1]]) / 2 : i;
            for (; k > 0 && l->y[list[k - 1]] > y; k--)
                list[k] = list[k - 1];
            list[k] = moved;
            l->y[moved] = y;
        }
        for (int i = 0; i < n; i++) /* centred, and in a terminal a line apart */
            l->y[list[i]] = 2 * i - (n - 1);
    }
    return true;
}

static const char *const gate_labels[PM_GATE_SORTS] = {"",     "AND", "OR",   "XOR",
                                                       "NAND", "NOR", "XNOR", "NOT"};

/* What stands in a gate: its name, by which answers and explanations call it, and what it does, so
 * that nobody depends on following a wire through a crowd. */
static void gate_text(const struct pm_circuit *c, const struct pm_gate *node, char *text,
                      size_t size)
{
    const char *a = c->nodes[node->from[0]].name, *b = c->nodes[node->from[1]].name;
    if (node->sort == PM_NOT)
        snprintf(text, size, "%.30s = NOT %.30s", node->name, a);
    else
        snprintf(text, size, "%.30s = %.30s %s %.30s", node->name, a,
                 gate_labels[node->sort], b);
}

/* The width of all gates: as the longest text needs it, four characters a unit. */
static double gate_width(const struct pm_circuit *c)
{
    size_t longest = 0;
    for (int i = 0; i < c->node_count; i++)
        if (c->nodes[i].sort != PM_SWITCH) {
            char text[MAX_LABEL];
            gate_text(c, &c->nodes[i], text, sizeof text);
            longest = strlen(text) > longest ? strlen(text) : longest;
        }
    return 0.25 * (double)(longest + 2);
}

/* Layers are a box and some room for wires apart, in whole units. */
static double node_x(const struct layout *l, int node)
{
    return ceil(l->width + 2) * l->layer[node] + 0.5;
}

static double node_y(const struct layout *l, int node)
{
    return l->y[node];
}

static void draw_node(const struct pm_circuit *c, const struct layout *l, int i,
                      const int *answer, struct pm_picture *p)
{
    const struct pm_gate *node = &c->nodes[i];
    double x = node_x(l, i), y = node_y(l, i);
    if (node->sort != PM_SWITCH) {
        char text[MAX_LABEL];
        gate_text(c, node, text, sizeof text);
        pm_picture_box(p, x - l->width / 2, y - 0.5, l->width, 1,
                       i == c->output ? PM_TINT : PM_PAPER, PM_INK,
                       i == c->output ? PM_THICK : PM_THIN);
        pm_picture_text(p, x, y, 0.36, PM_CENTRE, PM_INK, text);
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
    const struct pm_circuit *c = puzzle;
    struct pm_arena arena;
    struct layout l = {0};
    pm_arena_init(&arena, 0);
    int *states = answer ? all_states(c, answer) : NULL;
    if (!lay_out(c, &arena, &l)) {
        pm_picture_fail(p);
    } else {
        l.width = gate_width(c);
        for (int i = 0; i < c->node_count; i++)
            for (int k = 0; k < pm_gate_feeds(&c->nodes[i]); k++) {
                int from = c->nodes[i].from[k];
                bool on = states && states[from] == 1;
                double y = node_y(&l, i) + (pm_gate_feeds(&c->nodes[i]) == 1 ? 0
                                            : k                              ? 0.2
                                                                             : -0.2);
                bool gate = c->nodes[from].sort != PM_SWITCH;
                pm_picture_line(p, node_x(&l, from) + (gate ? l.width / 2 : 0.4),
                                node_y(&l, from), node_x(&l, i) - l.width / 2, y,
                                on ? PM_THICK : PM_THIN, on ? PM_ANSWER : PM_INK);
            }
        for (int i = 0; i < c->node_count; i++)
            draw_node(c, &l, i, answer, p);
    }
    free(states);
    pm_arena_free(&arena);
}

/* ---- In words ------------------------------------------------------------------------ */

static void words(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_circuit *c = puzzle;
    for (int i = 0; i < c->switch_count; i++) {
        const struct pm_gate *s = &c->nodes[c->switches[i]];
        bool on = answer && answer[i] != PULMA_EMPTY ? answer[i] : s->on;
        pm_out_f(out, "Switch %s is %s%s.\n", s->name, on ? "on" : "off",
                 on != s->on ? ", flipped" : "");
    }
    for (int i = 0; i < c->node_count; i++) {
        const struct pm_gate *gate = &c->nodes[i];
        if (gate->sort == PM_NOT)
            pm_out_f(out, "Gate %s is NOT %s.\n", gate->name, c->nodes[gate->from[0]].name);
        else if (gate->sort != PM_SWITCH)
            pm_out_f(out, "Gate %s is %s %s %s.\n", gate->name,
                     c->nodes[gate->from[0]].name, gate_labels[gate->sort],
                     c->nodes[gate->from[1]].name);
    }
    pm_out_f(out, "The output is %s.\n", c->nodes[c->output].name);
}

/* ---- The kind --------------------------------------------------------------------------- */

static void value_name(const void *puzzle, int place, int value, char *name, size_t size)
{
    (void)puzzle, (void)place;
    snprintf(name, size, "%s", value ? "on" : "off");
}

const struct pm_kind pm_kind_circuit = {
    .name = "circuit",
    .title = "Circuit Scramble",
    .rules = "Flip switches so that the output of the circuit is on.\n"
             "Flip as few as possible.\n",
    .read = pm_circuit_read,
    .write = pm_circuit_write,
    .notations = pm_circuit_notations,
    .places = places,
    .values = values,
    .values_alike = true,
    .place_name = place_name,
    .value_name = value_name,
    .levels = {PM_LARGEST_SHARE, 5, 7, 8.5},
    .write_answer = pm_circuit_write_answer,
    .read_answer = pm_circuit_read_answer,
    .check = check,
    .cost = cost,
    .cost_unit = "flipped switches",
    .state = state,
    .data = data,
    .draw = draw,
    .words = words,
    .play = PULMA_PLAY_TURN,
    .begin = begin,
    .invent = invent,
};
