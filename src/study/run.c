/* Running a study: in which order, what is told meanwhile, and whether the ways agree. */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "core/text.h"
#include "study/inside.h"

/* ---- Results ---- */

const struct study_case *study_case(const struct study *study, int index)
{
    return index >= 0 && index < study->case_count ? &study->cases[index] : NULL;
}

bool study_gives_result(const struct study_run *run)
{
    return run->outcome == STUDY_SOLVED || run->outcome == STUDY_IMPOSSIBLE;
}

void study_case_take(const struct study *study, struct study_case *one,
                     const struct study_run *run)
{
    bool stopped = run->outcome == STUDY_LIMIT, known = one->done > 0;
    one->seconds[one->done++] = stopped ? study->wish.seconds : run->seconds;
    one->stopped += stopped;
    if (!(stopped && known && study_gives_result(&one->last)))
        one->last = *run;
}

bool study_case_timed(const struct study_case *one)
{
    return one->done > 0 && study_gives_result(&one->last) && 2 * one->stopped < one->done;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double study_case_median(const struct study_case *one)
{
    size_t n = (size_t)one->done;
    double *sorted = n < 2 ? NULL : malloc(n * sizeof *sorted);
    if (!sorted)
        return one->seconds[0];
    memcpy(sorted, one->seconds, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    free(sorted);
    return median;
}

double study_case_fastest(const struct study_case *one)
{
    double best = one->seconds[0];
    for (int i = 1; i < one->done; i++)
        best = one->seconds[i] < best ? one->seconds[i] : best;
    return best;
}

double study_case_slowest(const struct study_case *one)
{
    double worst = one->seconds[0];
    for (int i = 1; i < one->done; i++)
        worst = one->seconds[i] > worst ? one->seconds[i] : worst;
    return worst;
}

const char *study_outcome_word(enum study_outcome outcome)
{
    static const char *const words[] = {
        [STUDY_SOLVED] = "solved",     [STUDY_IMPOSSIBLE] = "impossible",
        [STUDY_LIMIT] = "limit",       [STUDY_REFUSED] = "does not apply",
        [STUDY_FAULT] = "wrong model", [STUDY_BROKEN] = "failed",
    };
    return words[outcome];
}

int study_faults(const struct study *study)
{
    return study->faults;
}

/* ---- Who is wrong ---- */

/* Whether `a` has an answer that shows the claim of `b` to be false.  Every answer has passed the
 * referee, so it is always the claim that is wrong. */
static bool refutes(const struct study_run *a, const struct study_run *b)
{
    bool has_answer = a->outcome == STUDY_SOLVED || a->has_cost;
    if (b->outcome == STUDY_IMPOSSIBLE)
        return has_answer;
    return b->outcome == STUDY_SOLVED && b->has_cost && a->has_cost && a->cost < b->cost;
}

static const struct study_case *find_witness(const struct study *study,
                                             const struct study_case *one)
{
    for (int i = 0; i < study->case_count; i++) {
        const struct study_case *other = &study->cases[i];
        if (other->puzzle == one->puzzle && other->done > 0 &&
            refutes(&other->last, &one->last))
            return other;
    }
    return NULL;
}

/* What is wrong with a case, as the rest of a sentence about it.  False: nothing. */
static bool put_fault(const struct study *study, const struct study_case *one, char *text,
                      size_t size)
{
    const struct study_run *run = &one->last;
    const struct study_case *witness = one->done > 0 ? find_witness(study, one) : NULL;
    if (one->done > 0 && run->outcome >= STUDY_FAULT) {
        snprintf(text, size, "%s: %s", run->outcome == STUDY_FAULT ? "is wrong" : "failed",
                 run->message);
        return true;
    }
    if (!witness)
        return false;
    int len = run->outcome == STUDY_IMPOSSIBLE
                  ? snprintf(text, size, "says impossible")
                  : snprintf(text, size, "calls cost %" PRId64 " the cheapest", run->cost);
    len += snprintf(text + len, size - (size_t)len,
                    " and is wrong: the referee accepts the answer of %s%s%s",
                    witness->model, witness->model[0] ? " by " : "", witness->solver);
    if (witness->last.has_cost)
        snprintf(text + len, size - (size_t)len, ", at cost %" PRId64, witness->last.cost);
    return true;
}

/* What one sentence can say of several solvers: they have the same fault by the same model. */
static bool same_fault(const struct study *study, const struct study_case *a,
                       const struct study_case *b)
{
    char one[400], other[400];
    return a->model[0] && a->puzzle == b->puzzle && strcmp(a->model, b->model) == 0 &&
           put_fault(study, a, one, sizeof one) &&
           put_fault(study, b, other, sizeof other) && strcmp(one, other) == 0;
}

/* Says it once for all solvers that share the fault, and names them. */
static void say_fault(const struct study *study, int index, const char *fault)
{
    const struct study_case *one = &study->cases[index];
    char solvers[300] = "";
    size_t len = 0;
    for (int i = 0; i < study->case_count && len < sizeof solvers; i++) {
        const struct study_case *other = &study->cases[i];
        if (other != one && !same_fault(study, one, other))
            continue;
        if (i < index)
            return;
        len += (size_t)snprintf(solvers + len, sizeof solvers - len, "%s%s",
                                len ? ", " : "", other->solver);
    }
    study_say(study, "%s: %s%s%s %s", study->puzzles[one->puzzle].name, one->model,
              one->model[0] ? " by " : "", solvers, fault);
}

static void judge(struct study *study)
{
    char fault[400];
    for (int i = 0; i < study->case_count; i++) {
        struct study_case *one = &study->cases[i];
        if (!put_fault(study, one, fault, sizeof fault))
            continue;
        one->contradicted = one->last.outcome != STUDY_BROKEN;
        study->faults++;
        say_fault(study, i, fault);
    }
}

/* ---- Running ---- */

/* What is told meanwhile. */
struct telling {
    const struct study *study;
    const struct study_case *one;
    double began, worked; /* the present run; seconds of the runs before */
    long left, done;
    long worked_on; /* of those done, the ones that were not refused at once */
};

/* A puzzle in few letters: the last part of its file's name, or its size. */
static void short_name(const struct study_puzzle *p, char *name, size_t size)
{
    const char *file = p->file;
    for (const char *c = file; *c; c++)
        if (c[0] == '/' && c[1])
            file = c + 1;
    if (p->side > 0)
        snprintf(name, size, "%dx%d", p->side, p->side);
    else if (p->line > 1)
        snprintf(name, size, "%.24s:%d", file, p->line);
    else
        snprintf(name, size, "%.24s", file);
}

static void tell(void *context)
{
    const struct telling *t = context;
    const struct study_host *host = &t->study->host;
    if (!host->progress)
        return;
    char name[60];
    short_name(&t->study->puzzles[t->one->puzzle], name, sizeof name);
    double seconds = pm_clock() - t->began;
    /* What a run takes on average, as if one that took all its time had come before. */
    double each = (t->worked + t->study->wish.seconds) / (double)(t->worked_on + 1);
    double rest = each * (double)t->left - seconds;
    host->progress(host->context, &(struct study_progress){.what = "comparing",
                                                           .done = t->done,
                                                           .total = t->done + t->left,
                                                           .puzzle = name,
                                                           .model = t->one->model,
                                                           .solver = t->one->solver,
                                                           .seconds = seconds,
                                                           .left = rest > 1 ? rest : 1});
}

/* A run that ended otherwise than by an answer would end so again. */
static bool wants_run(const struct study *study, const struct study_case *one)
{
    const ptrdiff_t index = one - study->cases;
    bool settled = one->done > 0 && !study_gives_result(&one->last);
    bool ours =
        study->last_case == 0 || (index >= study->first_case && index < study->last_case);
    return ours && one->done < study->wish.repeat && !settled;
}

/* What belongs to the program and not to the solver. */
static void copy_program(struct study_run *to, const struct study_run *from)
{
    if (from->has_size && !to->has_size) {
        to->has_size = true;
        to->size = from->size;
        to->has_relaxation = from->has_relaxation;
        to->relaxation = from->relaxation;
    }
    if (from->has_optimum && !to->has_optimum) {
        to->has_optimum = true;
        to->optimum = from->optimum;
    }
}

/* The program of a puzzle by a model is the same for all solvers. */
static void share_program(struct study *study, const struct study_case *from)
{
    for (int i = 0; i < study->case_count; i++) {
        struct study_case *one = &study->cases[i];
        if (one->puzzle == from->puzzle && strcmp(one->model, from->model) == 0)
            copy_program(&one->last, &from->last);
    }
}

/* False: the record cannot be written. */
static bool take_run(struct study *study, struct study_case *one, struct study_run *run)
{
    copy_program(run, &one->last);
    study_case_take(study, one, run);
    share_program(study, one);
    return study_record_add(study, one, run);
}

/* One run of each case that still has less than `round` of them. */
static pulma_status run_round(struct study *study, int round, struct telling *t,
                              pulma_error *err)
{
    for (int i = 0; i < study->case_count; i++) {
        struct study_case *one = &study->cases[i];
        struct study_run run;
        if (one->done >= round || !wants_run(study, one))
            continue;
        t->one = one;
        t->began = pm_clock();
        if (study_stopped(study) || !study_try(study, one, tell, t, &run))
            return pm_fail(err, PULMA_LIMIT, NULL,
                           "interrupted; the runs so far are shown");
        if (!take_run(study, one, &run))
            return pm_fail(err, PULMA_BAD_CALL, NULL, "the record cannot be written");
        t->worked += pm_clock() - t->began;
        t->worked_on += run.outcome != STUDY_REFUSED;
        t->done++;
        t->left -= t->left > 1;
        long lapsed = study->wish.repeat - one->done; /* repetitions that will not come */
        if (!wants_run(study, one) && t->left > lapsed)
            t->left -= lapsed;
    }
    return PULMA_OK;
}

pulma_status study_run(struct study *study, pulma_error *err)
{
    struct telling t = {.study = study};
    pulma_status status = PULMA_OK;
    if (study->paper)
        study_paper_measure(study);
    for (int i = 0; i < study->case_count; i++)
        if (study->cases[i].done > 0) /* an earlier call did it */
            share_program(study, &study->cases[i]);
    for (int i = 0; i < study->case_count; i++)
        if (wants_run(study, &study->cases[i]))
            t.left += study->wish.repeat - study->cases[i].done;
    for (int round = 1; round <= study->wish.repeat && status == PULMA_OK; round++)
        status = run_round(study, round, &t, err);
    judge(study);
    return status;
}
