/* Lines of a black and white picture as sets of ways, and learning on them.
 *
 * A clue of m cells (its blocks and one gap between any two) has m + 1 places: "so much of the
 * clue is behind us" (m + 2 if its last block has an unknown length).  On the way through the
 * cells of a line a painted cell goes on to the next place of a block; an empty one goes on past
 * a block or, in a gap, stays.  The places that can be reached before cell i are a word, which a
 * few instructions move over the cell.  Forward and backward together tell all that the line can
 * tell.
 *
 * The same words tell why.  Each decided cell, the last one first, is left open as long as no way
 * from the left then meets one from the right; the cells that have to stay decided are a reason
 * from which none can be left out.  Reasons of old decisions lead farther back, and facts,
 * the oldest, cost nothing.
 *
 * The includer defines `word`, an unsigned type with a bit for each place of a clue, and
 * lowest() of its sets. */

enum {
    PM_WAYS_MAX = 8 * sizeof(word) - 1, /* cells of a line */
    /* Rounds in which the lines tell their beliefs, and what a sure one is worth: half so many
     * conflicts.  (Measured on 300 boards of the tournaments of TAAI and TCGA.) */
    ROUNDS = 20,
    MORE_ROUNDS = 10, /* where they go on from what they told before */
    BELIEF = 10,
    COURSE = 300,        /* conflicts before beliefs are asked for again */
    SKETCH_CELLS = 1600, /* a board with so many cells is sketched */
    SKETCH_AFTER = 5000, /* after so many conflicts without an answer */
};
static const double advice_sure = 1e6; /* the greatest odds that a line tells for advice */

/* The places from which a cell goes on to the next one, and those at which it stays. */
struct moves {
    word go, stay;
};

/* The places of a clue from which something is possible. */
struct clue {
    word paint, leave; /* a painted, an empty cell goes on to the next place */
    word wait;         /* an empty cell stays */
    word repeat;       /* a painted cell stays, in a block of unknown length */
    word end;          /* where a way may end */
    /* The same of a cell that must be empty, must be painted, may be both; nothing of one that may
     * be neither. */
    struct moves moves[4];
};

enum { OPEN = 3 }; /* of moves */

/* The cells of a line that can still be painted, and empty. */
struct cells {
    word painted, empty;
};

/* Lines that wait, each once, in a ring. */
struct queue {
    int size, *lines, first, count;
    bool *waits;
};

/* The cells of a line that are decided, in the order in which they were. */
struct history {
    int count;
    unsigned char cells[PM_WAYS_MAX];
};

struct painter {
    const struct pm_lines *board;
    struct pm_search *search; /* to which the learner reports */
    struct pm_learner *learner;
    int lines;
    struct clue *clues; /* of each line */
    struct cells *lines_cells;
    struct history *histories; /* of each line */
    struct cells
        *before; /* for each cell that followed from a line: the line, just before */
    unsigned char *row, *column; /* of each cell */
    int head;                    /* how much of the trail the lines have seen */
    struct queue queue;          /* lines to be looked at */
    int *answer;
    bool found;                  /* an answer */
    signed char *known;          /* cells, for advice, */
    struct pm_lines known_board; /* the board with these given, */
    struct pm_believer *believer;
    float *painted; /* and what is believed of them */
    bool believes;  /* since then nothing has been taken back */
    enum { NOT_YET, IN_VAIN, SKETCHED } sketch;
};

/* ---- Ways ------------------------------------------------------------------------------ */

/* Sets are walked through bit by bit, by shifts of one: other shifts cost more in two words. */
enum { TOP = 8 * sizeof(word) - 1 };

/* All bits if the highest is set; else none. */
static inline word by_highest(word set)
{
    return (word)0 - (set >> TOP);
}

/* From the places before a cell to those after it, and back. */
static inline word move_right(struct moves m, word at)
{
    return (at & m.go) << 1 | (at & m.stay);
}

static inline word move_left(struct moves m, word behind)
{
    return (m.go & behind >> 1) | (m.stay & behind);
}

/* The moves of the lowest cell. */
static inline struct moves lowest_moves(const struct clue *c, struct cells can)
{
    return c->moves[2 * (int)(can.painted & 1) + (int)(can.empty & 1)];
}

/* The places before a painted cell, and before an empty one, that lead to these after it. */
static inline word back_painted(const struct clue *c, word behind)
{
    return (c->paint & behind >> 1) | (c->repeat & behind);
}

static inline word back_empty(const struct clue *c, word behind)
{
    return (c->leave & behind >> 1) | (c->wait & behind);
}

/* The places that can be reached before each cell from the left; returns those at the end. */
static inline word go_right(const struct clue *c, int n, struct cells can, word *reached)
{
    word at = 1;
    for (int i = 0; i < n; i++, can.painted >>= 1, can.empty >>= 1) {
        reached[i] = at;
        at = move_right(lowest_moves(c, can), at);
    }
    return at;
}

/* The line with its last cell in the highest bit. */
static inline struct cells shifted(struct cells can, int n)
{
    return (struct cells){can.painted << (TOP + 1 - n), can.empty << (TOP + 1 - n)};
}

/* What the line leaves possible; false: nothing. */
static bool look_at_line(const struct clue *c, int n, struct cells can, struct cells *left)
{
    word reached[PM_WAYS_MAX], at = go_right(c, n, can, reached) & c->end;
    if (!at)
        return false;
    word left_painted = 0, left_empty = 0;
    can = shifted(can, n);
    for (int i = n - 1; i >= 0; i--, can.painted <<= 1, can.empty <<= 1) {
        word painted = reached[i] & back_painted(c, at) & by_highest(can.painted);
        word empty = reached[i] & back_empty(c, at) & by_highest(can.empty);
        left_painted = left_painted << 1 | (painted != 0);
        left_empty = left_empty << 1 | (empty != 0);
        at = painted | empty;
    }
    *left = (struct cells){left_painted, left_empty};
    return true;
}

/* A line that contradicts: the places before each cell, and behind the last, to which ways lead
 * from the left, and those from which ways lead on to the right end. */
struct clash {
    struct moves moves[PM_WAYS_MAX]; /* of each cell */
    word left[PM_WAYS_MAX + 1], right[PM_WAYS_MAX + 1];
};

static void find_clash(const struct clue *c, int n, struct cells can, struct clash *clash)
{
    clash->left[0] = 1;
    for (int i = 0; i < n; i++, can.painted >>= 1, can.empty >>= 1) {
        clash->moves[i] = lowest_moves(c, can);
        clash->left[i + 1] = move_right(clash->moves[i], clash->left[i]);
    }
    clash->right[n] = c->end;
    for (int i = n - 1; i >= 0; i--)
        clash->right[i] = move_left(clash->moves[i], clash->right[i + 1]);
}

/* After cell i has been left open; further ways soon end where others went already. */
static void widen_clash(int n, int i, struct clash *clash)
{
    for (int k = i; k < n; k++) {
        word at = move_right(clash->moves[k], clash->left[k]);
        if (at == clash->left[k + 1])
            break;
        clash->left[k + 1] = at;
    }
    for (int k = i; k >= 0; k--) {
        word at = move_left(clash->moves[k], clash->right[k + 1]);
        if (at == clash->right[k])
            break;
        clash->right[k] = at;
    }
}

/* ---- Lines and cells -------------------------------------------------------------------- */

static bool allocate_queue(struct queue *q, int lines)
{
    q->size = lines;
    q->lines = calloc((size_t)lines + 1, sizeof *q->lines);
    q->waits = calloc((size_t)lines + 1, sizeof *q->waits);
    return q->lines && q->waits;
}

static void release_queue(struct queue *q)
{
    free(q->lines);
    free(q->waits);
}

static void let_wait(struct queue *q, int line)
{
    if (q->waits[line])
        return;
    q->waits[line] = true;
    assert(q->count < q->size);
    int place = q->first + q->count++;
    q->lines[place < q->size ? place : place - q->size] = line;
}

static int next_waiting(struct queue *q)
{
    int line = q->lines[q->first++];
    if (q->first == q->size)
        q->first = 0;
    q->count--;
    q->waits[line] = false;
    return line;
}

static void empty_queue(struct queue *q)
{
    while (q->count > 0)
        next_waiting(q);
}

static void toggle(struct painter *p, int literal)
{
    int row = p->row[literal >> 1], column = p->column[literal >> 1];
    struct cells *across = &p->lines_cells[row];
    struct cells *down = &p->lines_cells[p->board->rows + column];
    if (literal & 1) { /* it is empty, so it cannot be painted */
        across->painted ^= (word)1 << column;
        down->painted ^= (word)1 << row;
    } else {
        across->empty ^= (word)1 << column;
        down->empty ^= (word)1 << row;
    }
}

/* Takes over what the trail has new.  A line that told a cell need not look again. */
static void read_trail(struct painter *p)
{
    int count;
    const int *trail = pm_learn_trail(p->learner, &count);
    for (; p->head < count; p->head++) {
        int cell = trail[p->head] >> 1, teller = pm_learn_tag(p->learner, cell);
        int row = p->row[cell], column = p->board->rows + p->column[cell];
        struct history *across = &p->histories[row], *down = &p->histories[column];
        toggle(p, trail[p->head]);
        across->cells[across->count++] = p->column[cell];
        down->cells[down->count++] = p->row[cell];
        if (row != teller)
            let_wait(&p->queue, row);
        if (column != teller)
            let_wait(&p->queue, column);
    }
}

/* ---- What the learner asks --------------------------------------------------------------- */

/* The cells of a line that contradict each other, as literals that cannot all be false; the cell
 * `fixed` (-1: none) stays as it is and is not among them.  What was decided last is left
 * open first. */
static int reason_of(const struct painter *p, int line, struct cells can, int fixed,
                     int *literals)
{
    const struct clue *c = &p->clues[line];
    const struct history *h = &p->histories[line];
    const int n = pm_lines_length(p->board, line);
    const word open = can.painted & can.empty;
    struct clash clash;
    int count = 0;
    find_clash(c, n, can, &clash);
    for (int k = h->count - 1; k >= 0; k--) {
        const int i = h->cells[k];
        if (i == fixed || (open >> i & 1))
            continue; /* it was decided later */
        if (move_right(c->moves[OPEN], clash.left[i]) & clash.right[i + 1]) {
            literals[count++] =
                2 * pm_lines_cell(p->board, line, i) + (int)(can.painted >> i & 1);
            continue;
        }
        clash.moves[i] = c->moves[OPEN];
        widen_clash(n, i, &clash);
    }
    return count;
}

static int explain_cell(void *context, struct pm_learner *l, int literal, int line,
                        int *others)
{
    const struct painter *p = context;
    (void)l;
    int i = line < p->board->rows ? p->column[literal >> 1] : p->row[literal >> 1];
    struct cells can = p->before[literal >> 1];
    word cell = (word)1 << i; /* if it had the other colour, the line would contradict */
    if (literal & 1)
        can.empty &= ~cell;
    else
        can.painted &= ~cell;
    return reason_of(p, line, can, i, others);
}

static enum pm_learn_look look_further(void *context, struct pm_learner *l, int *conflict,
                                       int *n)
{
    struct painter *p = context;
    read_trail(p);
    if (p->queue.count == 0)
        return PM_LEARN_DONE;
    int line = next_waiting(&p->queue);
    struct cells can = p->lines_cells[line], left;
    if (!look_at_line(&p->clues[line], pm_lines_length(p->board, line), can, &left)) {
        *n = reason_of(p, line, can, -1, conflict);
        return PM_LEARN_CONFLICT;
    }
    word empty = can.painted & ~left.painted, painted = can.empty & ~left.empty;
    assert((empty & painted) == 0);
    for (word told = empty | painted; told; told &= told - 1) {
        int i = lowest(told), cell = pm_lines_cell(p->board, line, i);
        p->before[cell] = can;
        pm_learn_follows(l, 2 * cell + (int)(empty >> i & 1), line);
    }
    return PM_LEARN_MORE;
}

static void take_back(void *context, struct pm_learner *l, int count)
{
    struct painter *p = context;
    int all;
    const int *trail = pm_learn_trail(l, &all);
    assert(p->head <= all && count <= all);
    while (p->head > count) {
        int literal = trail[--p->head];
        toggle(p, literal);
        p->histories[p->row[literal >> 1]].count--;
        p->histories[p->board->rows + p->column[literal >> 1]].count--;
    }
    empty_queue(&p->queue);
    p->believes = false;
}

static void prefer_painted(struct painter *p)
{
    for (int cell = 0; cell < p->board->rows * p->board->columns; cell++) {
        double sure = p->painted[cell] - 0.5;
        pm_learn_prefer(p->learner, 2 * cell + (sure <= 0),
                        BELIEF * (sure < 0 ? -sure : sure));
    }
}

static void note_known(struct painter *p)
{
    for (int cell = 0; cell < p->board->rows * p->board->columns; cell++) {
        int value = pm_learn_value(p->learner, 2 * cell);
        p->known[cell] = (signed char)(value > 0 ? 1 : value < 0 ? 0 : -1);
    }
}

/* So many conflicts have passed at the beginning of a course only: what is known are facts. */
static bool wants_sketch(const struct painter *p)
{
    return p->sketch == NOT_YET && !p->found &&
           p->board->rows * p->board->columns >= SKETCH_CELLS &&
           pm_search_in_vain(p->search) >= SKETCH_AFTER;
}

/* A sketch is an answer: guesses that follow it find it at once. */
static bool leads_to_sketch(const struct painter *p)
{
    return p->sketch == SKETCHED && !p->found;
}

static void try_sketch(struct painter *p)
{
    const pulma_status status = pm_lines_sketch(&p->known_board, p->search, p->painted);
    p->sketch = status ? IN_VAIN : SKETCHED;
}

static void believe(struct painter *p)
{
    if (!p->believes)
        pm_believer_begin(p->believer);
    pm_believer_talk(p->believer, p->believes ? MORE_ROUNDS : ROUNDS);
    pm_believer_conclude(p->believer, p->painted);
    p->believes = true;
}

/* Guesses follow what the lines believe, the surest cells first, or a sketch. */
static void advise_cells(void *context, struct pm_learner *l)
{
    struct painter *p = context;
    (void)l;
    if (leads_to_sketch(p))
        return;
    note_known(p);
    if (wants_sketch(p))
        try_sketch(p);
    if (!leads_to_sketch(p))
        believe(p);
    prefer_painted(p);
}

static bool report_picture(void *context, struct pm_learner *l)
{
    struct painter *p = context;
    for (int cell = 0; cell < p->board->rows * p->board->columns; cell++)
        p->answer[cell] = pm_learn_value(l, 2 * cell) > 0;
    p->found = true;
    return pm_search_found(p->search, p->answer);
}

/* ---- The whole --------------------------------------------------------------------------- */

/* The places of a clue; false: it needs more cells than the line has. */
static bool place_clue(const struct pm_lines *board, int line, int n, struct clue *c)
{
    int place = 0;
    bool told = true; /* the length of the last block */
    *c = (struct clue){.wait = 1};
    for (int k = board->first[line]; k < board->first[line + 1]; k++) {
        told = board->blocks[k].length > 0;
        int length = told ? board->blocks[k].length : 1;
        if (k > board->first[line]) {
            c->leave |= (word)1 << place++;
            c->wait |= (word)1 << place;
        }
        if (length > n - place)
            return false;
        for (int i = 0; i < length; i++)
            c->paint |= (word)1 << place++;
        if (!told)
            c->repeat |= (word)1 << place;
    }
    assert(place <= n && n <= PM_WAYS_MAX);
    c->end = (word)1 << place;
    if (place == n) { /* nothing can be longer */
        c->repeat = 0;
    } else if (!told) { /* what is empty behind it must not be painted again */
        c->leave |= (word)1 << place++;
        c->end |= (word)1 << place;
    }
    c->wait |= (word)1 << place;
    c->moves[1] = (struct moves){c->leave, c->wait};
    c->moves[2] = (struct moves){c->paint, c->repeat};
    c->moves[OPEN] = (struct moves){c->paint | c->leave, c->wait | c->repeat};
    return true;
}

/* All cells are open and all lines wait, except what is given.  False: a clue does not fit. */
static bool set_up(struct painter *p)
{
    const struct pm_lines *board = p->board;
    for (int line = 0; line < p->lines; line++) {
        int n = pm_lines_length(p->board, line);
        word all = ((word)1 << n) - 1;
        p->lines_cells[line] = (struct cells){all, all};
        if (!place_clue(board, line, n, &p->clues[line]))
            return false;
        let_wait(&p->queue, line);
    }
    for (int cell = 0; cell < board->rows * board->columns; cell++) {
        p->row[cell] = (unsigned char)(cell / board->columns);
        p->column[cell] = (unsigned char)(cell % board->columns);
        if (board->given[cell] >= 0) /* no line told it */
            pm_learn_follows(p->learner, 2 * cell + (board->given[cell] == 0), p->lines);
    }
    return true;
}

static bool allocate(struct painter *p)
{
    size_t lines = (size_t)p->lines;
    size_t cells = (size_t)p->board->rows * (size_t)p->board->columns;
    p->clues = calloc(lines + 1, sizeof *p->clues);
    p->lines_cells = calloc(lines + 1, sizeof *p->lines_cells);
    p->histories = calloc(lines + 1, sizeof *p->histories);
    p->before = calloc(cells + 1, sizeof *p->before);
    p->row = calloc(cells + 1, sizeof *p->row);
    p->column = calloc(cells + 1, sizeof *p->column);
    p->answer = calloc(cells + 1, sizeof *p->answer);
    p->known = calloc(cells + 1, sizeof *p->known);
    p->painted = calloc(cells + 1, sizeof *p->painted);
    p->known_board = *p->board;
    p->known_board.given = p->known;
    p->believer = p->known ? pm_believer_new(&p->known_board, advice_sure) : NULL;
    return allocate_queue(&p->queue, p->lines) && p->clues && p->lines_cells &&
           p->histories && p->before && p->row && p->column && p->answer && p->known &&
           p->painted && p->believer && p->learner;
}

static void release(struct painter *p)
{
    pm_learn_free(p->learner);
    free(p->clues);
    free(p->lines_cells);
    free(p->histories);
    release_queue(&p->queue);
    free(p->before);
    free(p->row);
    free(p->column);
    free(p->answer);
    free(p->known);
    free(p->painted);
    pm_believer_free(p->believer);
}

static pulma_status learn_lines(const struct pm_lines *board, struct pm_search *search)
{
    struct painter p = {
        .board = board, .search = search, .lines = board->rows + board->columns};
    const struct pm_learn_rules rules = {.longest = PM_WAYS_MAX,
                                         .course = COURSE,
                                         .cheap_advice = true,
                                         .look = look_further,
                                         .explain = explain_cell,
                                         .retract = take_back,
                                         .advise = advise_cells,
                                         .found = report_picture,
                                         .context = &p};
    pulma_status status = PULMA_NO_MEMORY;
    p.learner = pm_learn_new(board->rows * board->columns, &rules);
    if (allocate(&p))
        status = set_up(&p) ? pm_learn_search(p.learner, search) : PULMA_OK;
    release(&p);
    return status;
}
