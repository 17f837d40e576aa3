/* What follows from sums of different digits, for a rule of several parts.  It has an EXACT
 * stage only, and all the reasoning is that of fit.h. */
#include "kernels/sums/inside.h"

/* Gathers the cells of parts that are added, or subtracted; says how many parts these are. */
static int gather(const struct pm_sums *b, const struct pm_sums_rule *r, bool minus,
                  const int **cells, uint8_t *size, int *n)
{
    int parts = 0;
    for (int i = r->first; i < r->first + r->n; i++) {
        if (b->parts[i].minus != minus)
            continue;
        size[parts++] = (uint8_t)b->parts[i].n;
        assert(*n + b->parts[i].n <= MAX_PARTS);
        for (int k = 0; k < b->parts[i].n; k++)
            cells[(*n)++] = b->list + b->parts[i].first + k;
    }
    return parts;
}

bool pm_sums_look_at_total(struct search *s, int rule)
{
    const struct pm_sums_rule *r = &s->board->rules[rule];
    const int *cells[MAX_PARTS];
    uint8_t size[MAX_PARTS];
    pm_sums_set set[MAX_PARTS];
    struct pm_sums_total total = {.sum = r->sum, .parts = r->n, .size = size};
    int added = gather(s->board, r, false, cells, size, &total.cells);
    total.minus = total.cells;
    gather(s->board, r, true, cells, size + added, &total.cells);
    for (int i = 0; i < total.parts; i++)
        if (size[i] > s->board->digits)
            return false;
    for (int i = 0; i < total.cells; i++)
        set[i] = s->at[*cells[i]];
    if (!s->fits->total(&s->t, &total, set))
        return false;
    for (int i = 0; i < total.cells; i++)
        put(s, *cells[i], set[i]);
    return true;
}
