/* The inner loop of edges.c for processors with AVX-512, for two searches at once.  Four options of
 * a list are looked at together, and those whose pieces are free go onto the stack side by side;
 * nothing branches on which they are.  That takes few instructions, but each has to wait for the one
 * before; so the pieces of two searches are laid in turn.
 *
 * For that each level has the set of the pieces that are free before it, and the stack comes in two
 * parts.  Both are made when a turn begins, and what edges.c needs instead when it ends. */
#include <string.h>

#include "core/cpu.h"
#include "kernels/edges/inside.h"

#ifdef __x86_64__

#include <immintrin.h>

#define TARGET   __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,popcnt,bmi,bmi2")))
#define SPLAT(n) _mm256_set1_epi64x((long long)(n))

enum { SLOTS = 256, WORDS = SLOTS / 64 };

typedef uint64_t slots[WORDS]; /* a set: a bit for each */

/* What the loop uses of a search; a copy, so that the compiler is sure that it stays as it is. */
struct lane {
    slots *free; /* per level */
    const slots *others;
    option *stack, *laid;
    struct span *next; /* the lists that go with the stack */
    size_t top;
    const option *thin;
    const struct level *levels;
    unsigned colours;
};

struct pm_edges_wide {
    slots others[SLOTS];      /* per slot: all but this one */
    slots free[2][SLOTS + 1]; /* of a search and its twin, as the following */
    option *stack[2];
    struct span *next[2];
};

struct pm_edges_wide *pm_edges_wide_new(const struct pm_edges_search *s)
{
    if (s->has_mates || s->e->cells > SLOTS || !pm_cpu_may(PM_CPU_AVX512) ||
        !pm_cpu_can(PM_CPU_AVX512))
        return NULL;
    struct pm_edges_wide *w = pm_new(s->arena, 1, struct pm_edges_wide);
    for (int i = 0; w && i < 2; i++) {
        w->stack[i] = pm_new(s->arena, s->room, option);
        w->next[i] = pm_new(s->arena, s->room, struct span);
        if (!w->stack[i] || !w->next[i])
            return NULL;
    }
    for (int slot = 0; w && slot < SLOTS; slot++) {
        memset(w->others[slot], -1, sizeof w->others[slot]);
        w->others[slot][slot / 64] ^= (uint64_t)1 << slot % 64;
    }
    return w;
}

/* A piece is not free on levels after the one where it lies. */
TARGET static inline void occupy(const struct lane *l, size_t level, option o)
{
    const __m256i before = _mm256_loadu_si256((const __m256i *)l->free[level]);
    const __m256i others = _mm256_loadu_si256((const __m256i *)l->others[option_slot(o)]);
    _mm256_storeu_si256((__m256i *)l->free[level + 1], _mm256_and_si256(before, others));
}

static bool is_free(const struct lane *l, option o)
{
    const unsigned slot = option_slot(o);
    return l->free[option_level(o)][slot / 64] >> slot % 64 & 1;
}

/* What edges.c has put onto the stack and would pass over is left out. */
TARGET static struct lane enter(struct pm_edges_wide *w, int number,
                                const struct pm_edges_search *s)
{
    struct lane l = {.free = w->free[number],
                     .others = (const slots *)w->others,
                     .stack = w->stack[number],
                     .laid = s->laid,
                     .next = w->next[number],
                     .thin = s->thin,
                     .levels = s->levels,
                     .colours = (unsigned)s->colours};
    memset(l.free[0], -1, sizeof l.free[0]);
    for (size_t i = 0; i < option_level(s->top[-1].option); i++)
        occupy(&l, i, s->laid[i]);
    for (const struct waiting *from = s->stack; from < s->top; from++) {
        l.stack[l.top] = from->option;
        l.next[l.top] = from->next;
        l.top += from == s->stack || is_free(&l, from->option);
    }
    return l;
}

static void leave(const struct lane *l, struct pm_edges_search *s)
{
    s->top = s->stack + l->top;
    for (size_t i = 0; i < l->top; i++)
        s->stack[i] = (struct waiting){l->stack[i], l->next[i]};
    for (size_t i = 0; l->top > 0 && i < option_level(s->top[-1].option); i++)
        s->laid_on[option_slot(s->laid[i])] = (uint16_t)i;
}

/* Puts those of a list for a level that are free onto the stack. */
TARGET static inline void push(struct lane *l, struct span span, size_t level)
{
    const option *list = &l->thin[span.start], *const end = list + span.count;
    const __m256i sets = _mm256_loadu_si256((const __m256i *)l->free[level]);
    const long long *row = (const long long *)l->levels[level + 1].row;
    do {
        const __m256i options = _mm256_loadu_si256((const __m256i *)list);
        /* The word with a slot is named by its upper bits, and the bit in it by the lower six;
         * NO_SLOT shifts all bits out. */
        const __m256i words = _mm256_permutexvar_epi64(_mm256_srli_epi64(options, 6), sets);
        const __m256i bits =
            _mm256_srlv_epi64(words, _mm256_and_si256(options, SPLAT(NO_SLOT | 63)));
        const __mmask8 free = _mm256_test_epi64_mask(bits, SPLAT(1));
        const __m256i marked = _mm256_or_si256(options, SPLAT((option)level << 16));
        const __m256i next = _mm256_i64gather_epi64(row, _mm256_srli_epi64(options, 56), 8);
        _mm256_storeu_si256((__m256i *)&l->stack[l->top],
                            _mm256_maskz_compress_epi64(free, marked));
        _mm256_storeu_si256((__m256i *)&l->next[l->top],
                            _mm256_maskz_compress_epi64(free, next));
        l->top += (size_t)__builtin_popcount(free);
        list += GROUP;
    } while (__builtin_expect(list < end, 0));
}

/* Lists become less thin for an option that was taken from the stack; false: the search is at its end. */
static bool thicken(struct pm_edges_search *s, option o, size_t top, struct span *next)
{
    if (top == 0) {
        s->state = PULMA_NONE;
        return false;
    }
    pm_edges_thin_for(s, option_level(o));
    for (size_t i = 0; i <= top; i++)
        next[i].count = s->thin_count[next[i].start];
    return true;
}

/* Lays the piece that is next; false: the turn is over. */
TARGET static inline bool step(struct pm_edges_search *s, struct lane *l, size_t last)
{
    const option o = l->stack[--l->top];
    const size_t level = option_level(o);
    l->laid[level] = o;
    if (__builtin_expect(level < s->thin_from, 0) && !thicken(s, o, l->top, l->next))
        return false;
    s->left--;
    if (level == last) {
        s->state = PULMA_OK;
        return false;
    }
    const struct level *here = &l->levels[level];
    *here->later_row = here->later_lists + l->colours * option_later(o);
    occupy(l, level, o);
    push(l, l->next[l->top], level + 1);
    return s->left > 0;
}

TARGET void pm_edges_lay_avx512(struct pm_edges_search *a, struct pm_edges_search *b)
{
    const size_t last = (size_t)a->level_count - 1;
    struct lane lane_a = enter(a->wide, 0, a), lane_b = enter(a->wide, 1, b);
    while (step(a, &lane_a, last) & step(b, &lane_b, last)) /* no branch between them */
        ;
    leave(&lane_a, a);
    leave(&lane_b, b);
}

#else

struct pm_edges_wide *pm_edges_wide_new(const struct pm_edges_search *s)
{
    (void)s;
    return NULL;
}

void pm_edges_lay_avx512(struct pm_edges_search *a, struct pm_edges_search *b)
{
    (void)a; /* never called */
    (void)b;
}

#endif
