/* Circuits as text: pulma's own notation, and AIGER. */
#include "puzzles/circuit/circuit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const sort_names[PM_GATE_SORTS] = {"",     "and", "or",   "xor",
                                                      "nand", "nor", "xnor", "not"};

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
static int *names_slot(const struct names *names, const struct pm_gate *nodes,
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
    if (pm_text_len(name) > PM_CIRCUIT_NAME)
        return pm_fail(err, PULMA_BAD_TEXT, name,
                       "expected a name of at most %d characters", PM_CIRCUIT_NAME);
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
static pulma_status read_names(struct pm_circuit *c, struct names *names,
                               const struct pm_field *grid, struct pm_arena *arena,
                               pulma_error *err)
{
    for (int i = 0; i < c->node_count; i++) {
        struct pm_text line = pm_text_trim(grid->lines[i]), name;
        struct pm_gate *node = &c->nodes[i];
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

static pulma_status find_node(const struct pm_circuit *c, const struct names *names,
                              const struct pm_text *name, int *node, pulma_error *err)
{
    *node = *names_slot(names, c->nodes, name->at, pm_text_len(name)) - 1;
    return *node >= 0 ? PULMA_OK
                      : pm_fail(err, PULMA_BAD_TEXT, name, "there is no node %.*s",
                                (int)pm_text_len(name), name->at);
}

/* "a and b" or "not a", the name of the first node already taken. */
static pulma_status read_gate(struct pm_circuit *c, const struct names *names,
                              struct pm_gate *node, struct pm_text *line,
                              struct pm_text first, pulma_error *err)
{
    struct pm_text word = first, second;
    pulma_status status = PULMA_OK;
    if (pm_text_is(&first, "not")) {
        node->sort = PM_NOT;
    } else {
        if ((status = find_node(c, names, &first, &node->from[0], err)))
            return status;
        pm_text_blanks(line);
        const struct pm_text at = *line;
        if ((status = take_name(line, &word, NULL)))
            return pm_fail_expected(err, &at, "and, or, xor, nand, nor or xnor");
        for (int sort = PM_AND; sort < PM_NOT; sort++)
            if (pm_text_is(&word, sort_names[sort]))
                node->sort = (enum pm_gate_sort)sort;
        if (node->sort == PM_SWITCH)
            return pm_fail_expected(err, &at, "and, or, xor, nand, nor or xnor");
    }
    if ((status = take_name(line, &second, err)))
        return status;
    status = find_node(c, names, &second, &node->from[node->sort != PM_NOT], err);
    return status ? status : pm_text_done(line, err);
}

/* Second pass: what each node is. */
static pulma_status read_nodes(struct pm_circuit *c, const struct names *names,
                               pulma_error *err)
{
    for (int i = 0; i < c->node_count; i++) {
        struct pm_gate *node = &c->nodes[i];
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

int pm_gate_feeds(const struct pm_gate *node)
{
    return node->sort == PM_SWITCH ? 0 : node->sort == PM_NOT ? 1 : 2;
}

/* The gates of a circle, by name: from a gate that could not be ordered, back along gates that
 * could not either, until one comes again. */
static pulma_status complain_of_circle(const struct pm_circuit *c, const int *waiting,
                                       struct pm_arena *arena, pulma_error *err)
{
    int at = 0, *seen = pm_new(arena, (size_t)c->node_count, int);
    if (!seen)
        return pm_fail_memory(err);
    while (waiting[at] == 0)
        at++;
    for (int step = 1; !seen[at]; step++) {
        seen[at] = step;
        const struct pm_gate *node = &c->nodes[at];
        at = waiting[node->from[0]] ? node->from[0] : node->from[1];
    }
    char list[300] = "";
    int first = at;
    do {
        size_t len = strlen(list);
        if (len > sizeof list - PM_CIRCUIT_NAME - 10) {
            snprintf(list + len, sizeof list - len, ", ...");
            break;
        }
        snprintf(list + len, sizeof list - len, "%s%s", len ? ", " : "", c->nodes[at].name);
        const struct pm_gate *node = &c->nodes[at];
        at = waiting[node->from[0]] ? node->from[0] : node->from[1];
    } while (at != first);
    return pm_fail(err, PULMA_BAD_TEXT, &c->nodes[first].line,
                   "these gates feed each other in a circle: %s", list);
}

/* Orders the nodes so that each gate comes after what feeds it. */
pulma_status pm_circuit_order(struct pm_circuit *c, struct pm_arena *arena,
                              pulma_error *err)
{
    size_t n = (size_t)c->node_count;
    int *waiting = pm_new(arena, n, int); /* feeding nodes that are not ordered yet */
    int *first = pm_new(arena, n + 2, int), *fed = pm_new(arena, 2 * n, int), last = 0;
    c->order = pm_new(arena, n, int);
    if (!waiting || !first || !fed || !c->order)
        return pm_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < pm_gate_feeds(&c->nodes[i]); k++)
            first[c->nodes[i].from[k] + 2]++;
    for (size_t i = 2; i < n + 2; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < n; i++) {
        waiting[i] = pm_gate_feeds(&c->nodes[i]);
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

static pulma_status list_switches(struct pm_circuit *c, struct pm_arena *arena,
                                  pulma_error *err)
{
    c->switches = pm_new(arena, (size_t)c->switch_count, int);
    if (!c->switches)
        return pm_fail_memory(err);
    for (int i = 0; i < c->node_count; i++)
        if (c->nodes[i].sort == PM_SWITCH)
            c->switches[c->nodes[i].place] = i;
    return PULMA_OK;
}

pulma_status pm_circuit_read(struct pm_form *form, struct pm_arena *arena, void **puzzle,
                             pulma_error *err)
{
    const struct pm_field *grid;
    struct names names;
    struct pm_text output;
    pulma_status status = pm_form_block(form, "grid", &grid, err);
    if (status)
        return status;
    if (grid->line_count > PM_CIRCUIT_NODES)
        return pm_fail(err, PULMA_BAD_TEXT, &grid->lines[PM_CIRCUIT_NODES],
                       "expected at most %d nodes", PM_CIRCUIT_NODES);
    struct pm_circuit *c = pm_new(arena, 1, struct pm_circuit);
    if (!c)
        return pm_fail_memory(err);
    c->node_count = grid->line_count;
    c->nodes = pm_new(arena, (size_t)c->node_count, struct pm_gate);
    if (!c->nodes || !names_new(&names, c->node_count, arena))
        return pm_fail_memory(err);
    if (!pm_form_value(form, "output", &output))
        return pm_fail(err, PULMA_BAD_TEXT, &form->start,
                       "expected the field 'output' with the name of a node");
    if (!(status = read_names(c, &names, grid, arena, err)) &&
        !(status = read_nodes(c, &names, err)) &&
        !(status = find_node(c, &names, &output, &c->output, err)) &&
        !(status = pm_circuit_order(c, arena, err)))
        status = list_switches(c, arena, err);
    *puzzle = c;
    return status;
}

void pm_circuit_node_text(const struct pm_circuit *c, const struct pm_gate *node,
                          char *text, size_t size)
{
    if (node->sort == PM_SWITCH)
        snprintf(text, size, "%s = %d", node->name, node->on);
    else if (node->sort == PM_NOT)
        snprintf(text, size, "%s = not %s", node->name, c->nodes[node->from[0]].name);
    else
        snprintf(text, size, "%s = %s %s %s", node->name, c->nodes[node->from[0]].name,
                 sort_names[node->sort], c->nodes[node->from[1]].name);
}

void pm_circuit_write(const void *puzzle, struct pm_form_out *form)
{
    const struct pm_circuit *c = puzzle;
    pm_form_put(form, "output", "%s", c->nodes[c->output].name);
    pm_form_open(form, "grid");
    for (int i = 0; i < c->node_count; i++) {
        char line[4 * PM_CIRCUIT_NAME];
        pm_circuit_node_text(c, &c->nodes[i], line, sizeof line);
        pm_form_line(form, line);
    }
}

/* ---- Answers ----------------------------------------------------------------------- */

void pm_circuit_write_answer(const void *puzzle, const int *answer, struct pm_out *out)
{
    const struct pm_circuit *c = puzzle;
    for (int i = 0; i < c->switch_count; i++)
        pm_out_f(out, "%s = %c\n", c->nodes[c->switches[i]].name,
                 answer[i] == PULMA_EMPTY ? '.' : '0' + answer[i]);
}

pulma_status pm_circuit_read_answer(const void *puzzle, struct pm_text *t, int *answer,
                                    pulma_error *err)
{
    const struct pm_circuit *c = puzzle;
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

/* The node of a literal: that of its variable, or a PM_NOT gate after it, made when first asked
 * for.  `node_of` is by literal, -1 where there is none yet. */
struct aiger {
    struct pm_circuit *c;
    int *node_of;
    struct pm_arena *arena;
};

static int add_node(struct aiger *a, char prefix, int number, struct pm_gate node)
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
        add_node(a, 'n', literal / 2, (struct pm_gate){.sort = PM_NOT, .from = {from, 0}});
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
        a->node_of[numbers[0]] =
            add_node(a, 'g', numbers[0] / 2,
                     (struct pm_gate){.sort = PM_AND, .from = {first, second}});
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
    pulma_status status = aiger_numbers(t, 5, PM_CIRCUIT_NODES / 2, head, err);
    if (status)
        return status;
    if (head[2] != 0 || head[3] != 1)
        return pm_fail(err, PULMA_BAD_TEXT, &start,
                       "expected a circuit without latches and with one output");
    if (head[1] + head[4] > head[0] || (size_t)head[0] > pm_text_len(t))
        return pm_fail(err, PULMA_BAD_TEXT, &start,
                       "the numbers of the first line do not fit");
    size_t literals = 2 * (size_t)head[0] + 2;
    struct pm_circuit *c = pm_new(arena, 1, struct pm_circuit);
    struct aiger a = {c, pm_new(arena, literals, int), arena};
    if (!c || !a.node_of || !(c->nodes = pm_new(arena, literals, struct pm_gate)))
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
            add_node(&a, 'i', literal / 2, (struct pm_gate){.place = c->switch_count++});
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
    status = pm_circuit_order(c, arena, err);
    return status ? status : list_switches(c, arena, err);
}

const struct pm_notation pm_circuit_notations[] = {
    {"aiger", "AIGER in ASCII (aag), all inputs off", sniff_aiger, read_aiger, NULL}, {0}};
