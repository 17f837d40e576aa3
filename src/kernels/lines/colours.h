/* Learning on the lines of a picture in several colours.
 *
 * As in ways.h a line is a set of ways through the places of its clue, a word that each cell
 * moves on; here a cell moves it by any of its paints.  A variable says that a cell has a paint, so
 * a cell has as many as there are paints, the background among them.  A line speaks of paints that a
 * cell cannot have, and its reasons are made of such; that a cell has exactly one paint is seen to
 * when the trail is read.
 *
 * What a line knew when it told something is not kept: for each paint that a cell has lost it is
 * known how long the trail was then, so the line is put together again when it is asked.
 *
 * The includer defines `word`, an unsigned type with a bit for each place of a clue, and includes
 * ways.h. */

enum {
    PLACES = 8 * sizeof(word), /* one more than a line has cells */
    PAINTS = PM_LINES_MAX_PAINTS + 1,
    COLOURS_COURSE = 100,    /* conflicts before beliefs are asked for again */
    COLOURS_MORE_ROUNDS = 6, /* where the lines go on from what they told before */
};

/* The places of a clue from which something is possible. */
struct paint_clue {
    word on[PAINTS]; /* a cell of this paint goes on to the next place */
    word wait;       /* an empty cell stays */
    word end;        /* where a way ends */
};

struct colourist {
    const struct pm_lines *board;
    struct pm_search *search; /* to which the learner reports */
    struct pm_learner *learner;
    int lines, paints;        /* paints with the background */
    struct paint_clue *clues; /* of each line */
    uint32_t *can;            /* paints that a cell may have */
    int *losses,
        *loss_count;    /* variables that are false, line by line, as they became so */
    int *lost;          /* of each variable that is false: how long the trail was then, */
    int *seen;          /* and how much of it the line had seen that told so */
    int head;           /* how much of the trail has been read */
    struct queue queue; /* lines to be looked at */
    int *answer;
    float *shares; /* what is believed of each variable, */
    float *told;   /* as the lines told each other */
    bool believes; /* since then nothing has been taken back */
};

/* A line as it was at some time. */
struct strip {
    int n;
    uint32_t can[PLACES];
    word reached[PLACES]; /* before each cell, from the left */
    word leads[PLACES];   /* before each cell, to the right end; leads[n] is that end */
};

/* ---- Ways ------------------------------------------------------------------------------ */

/* The places behind a cell of this paint, and those before it. */
static inline word go_on(const struct paint_clue *clue, word at, int paint)
{
    return (at & clue->on[paint]) << 1 | (paint ? 0 : at & clue->wait);
}

static inline word go_back(const struct paint_clue *clue, word behind, int paint)
{
    return (behind >> 1 & clue->on[paint]) | (paint ? 0 : behind & clue->wait);
}

/* The places behind cell i, from these before it, and the other way round. */
static inline word over_right(const struct paint_clue *clue, const struct strip *s, word at,
                              int i)
{
    word next = 0;
    for (uint32_t can = s->can[i]; can; can &= can - 1)
        next |= go_on(clue, at, __builtin_ctz(can));
    return next;
}

static inline word over_left(const struct paint_clue *clue, const struct strip *s,
                             word behind, int i)
{
    word next = 0;
    for (uint32_t can = s->can[i]; can; can &= can - 1)
        next |= go_back(clue, behind, __builtin_ctz(can));
    return next;
}

/* Fills `reached`; returns the places at the end. */
static word strip_right(const struct paint_clue *clue, struct strip *s)
{
    s->reached[0] = 1;
    for (int i = 0; i < s->n; i++)
        s->reached[i + 1] = over_right(clue, s, s->reached[i], i);
    return s->reached[s->n];
}

static void strip_left(const struct paint_clue *clue, struct strip *s)
{
    s->leads[s->n] = clue->end;
    for (int i = s->n - 1; i >= 0; i--)
        s->leads[i] = over_left(clue, s, s->leads[i + 1], i);
}

/* After cell i may have a further paint. */
static void strip_widen(const struct paint_clue *clue, struct strip *s, int i)
{
    for (int k = i; k < s->n; k++) {
        word at = over_right(clue, s, s->reached[k], k);
        if (at == s->reached[k + 1])
            break;
        s->reached[k + 1] = at;
    }
    for (int k = i; k >= 0; k--) {
        word at = over_left(clue, s, s->leads[k + 1], k);
        if (at == s->leads[k])
            break;
        s->leads[k] = at;
    }
}

/* What the line leaves possible, in place of what can be; false: nothing. */
static bool strip_look(const struct paint_clue *clue, struct strip *s)
{
    word at = strip_right(clue, s) & clue->end;
    for (int i = s->n - 1; at && i >= 0; i--) {
        word next = 0;
        for (uint32_t can = s->can[i]; can; can &= can - 1) {
            word before = go_back(clue, at, __builtin_ctz(can)) & s->reached[i];
            next |= before;
            if (!before)
                s->can[i] ^= can & -can;
        }
        at = next;
    }
    return at != 0;
}

/* Variables of a line, by row or by column, that are false. */
static int *losses_of(const struct colourist *c, int line)
{
    int rows = c->board->rows, columns = c->board->columns;
    int before = line < rows ? line * columns : rows * columns + (line - rows) * rows;
    return c->losses + before * c->paints;
}

/* ---- Reasons --------------------------------------------------------------------------- */

/* Literals that cannot all be false, from a line that contradicts; what is said of the cell
 * `fixed` stays out of it.  What was lost last is given back first. */
static int strip_reason(const struct colourist *c, int line, struct strip *s, int fixed,
                        int *literals)
{
    const struct paint_clue *clue = &c->clues[line];
    const int *losses = losses_of(c, line);
    int count = 0;
    strip_right(clue, s);
    strip_left(clue, s);
    for (int k = c->loss_count[line] - 1; k >= 0; k--) {
        int cell = losses[k] / c->paints, paint = losses[k] % c->paints;
        int i = line < c->board->rows ? cell % c->board->columns : cell / c->board->columns;
        if (i == fixed || s->can[i] >> paint & 1)
            continue; /* it was lost later */
        if (go_on(clue, s->reached[i], paint) & s->leads[i + 1]) {
            literals[count++] = 2 * losses[k];
            continue;
        }
        s->can[i] |= UINT32_C(1) << paint;
        strip_widen(clue, s, i);
    }
    return count;
}

/* The line when the trail had this length. */
static void strip_then(const struct colourist *c, int line, int length, struct strip *s)
{
    s->n = pm_lines_length(c->board, line);
    for (int i = 0; i < s->n; i++) {
        int cell = pm_lines_cell(c->board, line, i);
        s->can[i] = c->can[cell];
        for (int paint = 0; paint < c->paints; paint++)
            if (!(c->can[cell] >> paint & 1) && c->lost[cell * c->paints + paint] >= length)
                s->can[i] |= UINT32_C(1) << paint;
    }
}

/* ---- What the learner asks --------------------------------------------------------------- */

/* Tags of what follows not from a line, but from the other paints of a cell. */
static int by_last(const struct colourist *c)
{
    return c->lines;
}

static int by_paint(const struct colourist *c, int paint)
{
    return c->lines + 1 + paint;
}

/* The cell has a paint, so it has no other; returns the number of literals of a conflict, or 0. */
static int take_paint(const struct colourist *c, struct pm_learner *l, int variable,
                      int *conflict)
{
    int paint = variable % c->paints, first = variable - paint;
    for (int v = first; v < first + c->paints; v++) {
        if (v == variable)
            continue;
        if (pm_learn_value(l, 2 * v) > 0) {
            conflict[0] = 2 * v + 1;
            conflict[1] = 2 * variable + 1;
            return 2;
        }
        if (pm_learn_value(l, 2 * v) == 0)
            pm_learn_follows(l, 2 * v + 1, by_paint(c, paint));
    }
    return 0;
}

/* The cell has lost a paint. */
static int lose_paint(struct colourist *c, struct pm_learner *l, int variable,
                      int *conflict)
{
    int cell = variable / c->paints, teller = pm_learn_tag(l, variable);
    int row = cell / c->board->columns, column = c->board->rows + cell % c->board->columns;
    uint32_t left = c->can[cell] &= ~(UINT32_C(1) << variable % c->paints);
    c->lost[variable] = c->head;
    losses_of(c, row)[c->loss_count[row]++] = variable;
    losses_of(c, column)[c->loss_count[column]++] = variable;
    if (row != teller)
        let_wait(&c->queue, row);
    if (column != teller)
        let_wait(&c->queue, column);
    for (int paint = 0; !left && paint < c->paints; paint++)
        conflict[paint] = 2 * (cell * c->paints + paint);
    if (!left)
        return c->paints;
    int last = 2 * (cell * c->paints + __builtin_ctz(left));
    if (!(left & (left - 1)) && pm_learn_value(l, last) == 0)
        pm_learn_follows(l, last, by_last(c));
    return 0;
}

/* Takes over what the trail has new; returns the number of literals of a conflict, or 0. */
static int follow_trail(struct colourist *c, struct pm_learner *l, int *conflict)
{
    int count, n = 0;
    for (const int *trail = pm_learn_trail(l, &count); n == 0 && c->head < count;
         pm_learn_trail(l, &count)) {
        int literal = trail[c->head];
        n = literal & 1 ? lose_paint(c, l, literal >> 1, conflict)
                        : take_paint(c, l, literal >> 1, conflict);
        c->head++;
    }
    return n;
}

static enum pm_learn_look look_at_strip(void *context, struct pm_learner *l, int *conflict,
                                        int *n)
{
    struct colourist *c = context;
    struct strip s;
    *n = follow_trail(c, l, conflict);
    if (*n)
        return PM_LEARN_CONFLICT;
    if (c->queue.count == 0)
        return PM_LEARN_DONE;
    int line = next_waiting(&c->queue);
    strip_then(c, line, c->head, &s);
    if (!strip_look(&c->clues[line], &s)) {
        strip_then(c, line, c->head, &s);
        *n = strip_reason(c, line, &s, -1, conflict);
        return PM_LEARN_CONFLICT;
    }
    for (int i = 0; i < s.n; i++) {
        int cell = pm_lines_cell(c->board, line, i);
        for (uint32_t told = c->can[cell] & ~s.can[i]; told; told &= told - 1) {
            int variable = cell * c->paints + __builtin_ctz(told);
            if (pm_learn_value(l, 2 * variable) < 0)
                continue;
            c->seen[variable] = c->head;
            pm_learn_follows(l, 2 * variable + 1, line);
        }
    }
    return PM_LEARN_MORE;
}

static int explain_paint(void *context, struct pm_learner *l, int literal, int tag,
                         int *others)
{
    struct colourist *c = context;
    int variable = literal >> 1, cell = variable / c->paints, n = 0;
    int paint = variable % c->paints, first = variable - paint;
    (void)l;
    if (tag > c->lines) {
        others[0] = 2 * (first + tag - c->lines - 1) + 1;
        return 1;
    }
    if (tag == c->lines) {
        for (int v = first; v < first + c->paints; v++)
            if (v != variable)
                others[n++] = 2 * v;
        return n;
    }
    struct strip s;
    int columns = c->board->columns;
    int fixed = tag < c->board->rows ? cell % columns : cell / columns;
    strip_then(c, tag, c->seen[variable], &s);
    s.can[fixed] = UINT32_C(1) << paint;
    return strip_reason(c, tag, &s, fixed, others);
}

static void give_back(void *context, struct pm_learner *l, int count)
{
    struct colourist *c = context;
    int all;
    const int *trail = pm_learn_trail(l, &all);
    while (c->head > count) {
        int literal = trail[--c->head], variable = literal >> 1;
        int cell = variable / c->paints;
        if (!(literal & 1))
            continue;
        c->can[cell] |= UINT32_C(1) << variable % c->paints;
        c->loss_count[cell / c->board->columns]--;
        c->loss_count[c->board->rows + cell % c->board->columns]--;
    }
    empty_queue(&c->queue);
    c->believes = false;
}

/* Guesses follow what the lines believe: of each cell its likeliest paint, the surest cells first. */
static void advise_paints(void *context, struct pm_learner *l)
{
    struct colourist *c = context;
    int cells = c->board->rows * c->board->columns;
    if (!pm_lines_belief_colours(c->board, c->can,
                                 c->believes ? COLOURS_MORE_ROUNDS : ROUNDS, !c->believes,
                                 c->told, c->shares))
        return; /* no memory: it is only advice */
    c->believes = true;
    for (int cell = 0; cell < cells; cell++) {
        const int first = cell * c->paints;
        int best = first;
        for (int v = first; v < first + c->paints; v++)
            best = c->shares[v] > c->shares[best] ? v : best;
        for (int v = first; v < first + c->paints; v++)
            pm_learn_prefer(l, 2 * v + (v != best), BELIEF * c->shares[v]);
    }
}

static bool report_paints(void *context, struct pm_learner *l)
{
    struct colourist *c = context;
    for (int cell = 0; cell < c->board->rows * c->board->columns; cell++)
        for (int paint = 0; paint < c->paints; paint++)
            if (pm_learn_value(l, 2 * (cell * c->paints + paint)) > 0)
                c->answer[cell] = paint;
    return pm_search_found(c->search, c->answer);
}

/* ---- The whole --------------------------------------------------------------------------- */

/* The places of a clue; false: it needs more cells than the line has. */
static bool place_paints(const struct pm_lines *board, int line, int n,
                         struct paint_clue *clue)
{
    int place = 0;
    *clue = (struct paint_clue){.wait = 1};
    for (int k = board->first[line]; k < board->first[line + 1]; k++) {
        int paint = board->blocks[k].paint, length = board->blocks[k].length;
        if (k > board->first[line] && board->blocks[k - 1].paint == paint)
            clue->on[0] |= (word)1 << place++;
        clue->wait |= (word)1 << place;
        if (length > n - place)
            return false;
        for (int i = 0; i < length; i++)
            clue->on[paint] |= (word)1 << place++;
    }
    clue->wait |= (word)1 << place;
    clue->end = (word)1 << place;
    return true;
}

static bool set_up_colours(struct colourist *c)
{
    const struct pm_lines *board = c->board;
    for (int line = 0; line < c->lines; line++) {
        if (!place_paints(board, line, pm_lines_length(board, line), &c->clues[line]))
            return false;
        let_wait(&c->queue, line);
    }
    for (int cell = 0; cell < board->rows * board->columns; cell++) {
        c->can[cell] = (UINT32_C(1) << c->paints) - 1;
        if (board->given[cell] >= 0) /* no line told it */
            pm_learn_follows(c->learner, 2 * (cell * c->paints + board->given[cell]),
                             by_last(c));
    }
    return true;
}

static bool allocate_colours(struct colourist *c)
{
    size_t lines = (size_t)c->lines;
    size_t cells = (size_t)c->board->rows * (size_t)c->board->columns;
    size_t variables = cells * (size_t)c->paints;
    c->clues = calloc(lines + 1, sizeof *c->clues);
    c->can = calloc(cells + 1, sizeof *c->can);
    c->lost = calloc(variables + 1, sizeof *c->lost);
    c->losses = calloc(2 * variables + 1, sizeof *c->losses);
    c->loss_count = calloc(lines + 1, sizeof *c->loss_count);
    c->seen = calloc(variables + 1, sizeof *c->seen);
    c->answer = calloc(cells + 1, sizeof *c->answer);
    c->shares = calloc(variables + 1, sizeof *c->shares);
    c->told = calloc(2 * variables + 1, sizeof *c->told);
    return allocate_queue(&c->queue, c->lines) && c->clues && c->can && c->lost &&
           c->losses && c->loss_count && c->seen && c->answer && c->shares && c->told &&
           c->learner;
}

static void release_colours(struct colourist *c)
{
    pm_learn_free(c->learner);
    free(c->clues);
    release_queue(&c->queue);
    free(c->can);
    free(c->lost);
    free(c->losses);
    free(c->loss_count);
    free(c->seen);
    free(c->answer);
    free(c->shares);
    free(c->told);
}

static pulma_status learn_colours(const struct pm_lines *board, struct pm_search *search)
{
    struct colourist c = {.board = board,
                          .search = search,
                          .lines = board->rows + board->columns,
                          .paints = board->paints + 1};
    int longest = board->rows > board->columns ? board->rows : board->columns;
    const struct pm_learn_rules rules = {.longest = longest * c.paints,
                                         .course = COLOURS_COURSE,
                                         .look = look_at_strip,
                                         .explain = explain_paint,
                                         .retract = give_back,
                                         .advise = advise_paints,
                                         .found = report_paints,
                                         .context = &c};
    pulma_status status = PULMA_NO_MEMORY;
    c.learner = pm_learn_new(board->rows * board->columns * c.paints, &rules);
    if (allocate_colours(&c))
        status = set_up_colours(&c) ? pm_learn_search(c.learner, search) : PULMA_OK;
    release_colours(&c);
    return status;
}
