/* What a study is made of: puzzles, and the ways to solve them.
 *
 * A puzzle is kept as a copy, made from its text; that text also tells a later call whether it
 * is the same puzzle.  The ways of a puzzle are the models of its kind, each by every solver,
 * and its kernel and rules. */
#include "study/inside.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "core/text.h"

enum { MOST_PUZZLES = 100000, MOST_REPEATS = 1000 };

/* A name that is too long is cut, and refused later. */
static void add_solver(struct study *study, const char *name)
{
    if (study->solver_count < STUDY_MOST_SOLVERS)
        snprintf(study->solvers[study->solver_count++], STUDY_WORD, "%s", name);
}

static void list_solvers(struct study *study)
{
    const char *list = study->wish.solvers;
    char name[STUDY_WORD];
    if (list && strcmp(list, "all") != 0) {
        while ((list = study_next_word(list, name, sizeof name)))
            add_solver(study, name);
        return;
    }
    for (int i = 0; i < pulma_solver_count(); i++)
        add_solver(study, pulma_solver_name(i));
    add_solver(study, "kernel");
    add_solver(study, "rules");
}

struct study *study_new(const struct study_wish *wish, const struct study_host *host)
{
    struct study *study = calloc(1, sizeof *study);
    if (!study)
        return NULL;
    study->wish = *wish;
    study->host = *host;
    if (wish->seconds <= 0)
        study->wish.seconds = 10;
    if (wish->repeat < 1)
        study->wish.repeat = 1;
    if (wish->repeat > MOST_REPEATS)
        study->wish.repeat = MOST_REPEATS;
    list_solvers(study);
    return study;
}

void study_free(struct study *study)
{
    if (!study)
        return;
    for (int i = 0; i < study->puzzle_count; i++) {
        pulma_puzzle_free(study->puzzles[i].puzzle);
        free(study->puzzles[i].file);
        free(study->puzzles[i].name);
    }
    for (int i = 0; i < study->case_count; i++)
        free(study->cases[i].seconds);
    free(study->puzzles);
    free(study->cases);
    study_paper_free(study->paper);
    if (study->record && !study->borrowed)
        fclose(study->record);
    free(study);
}

void study_say(const struct study *study, const char *format, ...)
{
    char sentence[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    if (study->host.say)
        study->host.say(study->host.context, sentence);
}

bool study_stopped(const struct study *study)
{
    return study->host.stop && study->host.stop(study->host.context);
}

/* ---- Puzzles ---- */

/* FNV-1a, 64 bits: no secret, only a short name for a text. */
static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

static const uint64_t hash_start = UINT64_C(14695981039346656037);

static char *puzzle_name(const struct study_puzzle *p)
{
    char name[1000];
    int len = 0;
    const char *title = pulma_puzzle_title(p->puzzle);
    const char *file = strcmp(p->file, "-") == 0 ? "standard input" : p->file;
    if (p->side > 0)
        len = snprintf(name, sizeof name, "%dx%d: ", p->side, p->side);
    else if (p->line > 1)
        len = snprintf(name, sizeof name, "%.500s:%d: ", file, p->line);
    else
        len = snprintf(name, sizeof name, "%.500s: ", file);
    snprintf(name + len, sizeof name - (size_t)len, "%s%s%.300s",
             pulma_kind_name(pulma_puzzle_kind(p->puzzle)), *title ? ": " : "", title);
    return strdup(name);
}

pulma_status study_add_copy(struct study *study, const pulma_puzzle *puzzle,
                            const char *file, int line, int side, pulma_error *err)
{
    if (study->puzzle_count == MOST_PUZZLES)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "at most %d puzzles can be compared",
                       MOST_PUZZLES);
    size_t room = (size_t)study->puzzle_count + 1;
    struct study_puzzle *more = realloc(study->puzzles, room * sizeof *more);
    if (!more)
        return pm_fail_memory(err);
    study->puzzles = more;
    struct study_puzzle *p = &study->puzzles[study->puzzle_count];
    *p = (struct study_puzzle){.line = line, .side = side, .file = strdup(file)};
    char *text = NULL;
    pulma_status status =
        p->file ? pulma_puzzle_write(puzzle, "json", &text, err) : pm_fail_memory(err);
    if (status == PULMA_OK)
        status = pulma_puzzle_read(pulma_kind_name(pulma_puzzle_kind(puzzle)), text,
                                   strlen(text), &p->puzzle, err);
    if (status == PULMA_OK) {
        p->hash = hash_bytes(hash_start, text, strlen(text));
        p->name = puzzle_name(p);
        status = p->name ? PULMA_OK : pm_fail_memory(err);
    }
    pulma_free(text);
    if (status == PULMA_OK) {
        study->puzzle_count++;
    } else {
        pulma_puzzle_free(p->puzzle);
        free(p->file);
    }
    return status;
}

pulma_status study_add(struct study *study, const pulma_puzzle *puzzle, const char *file,
                       int line, pulma_error *err)
{
    return study_add_copy(study, puzzle, file, line, 0, err);
}

/* How long the making of a board may take. */
struct patience {
    const struct study *study;
    double until;
};

static bool is_impatient(void *context)
{
    const struct patience *patience = context;
    return study_stopped(patience->study) || pm_clock() > patience->until;
}

pulma_status study_add_board(struct study *study, pulma_wish *wish, int side,
                             pulma_error *err)
{
    struct patience patience = {study, pm_clock() + study->wish.seconds};
    pulma_puzzle *puzzle = NULL;
    pulma_wish_set_stop(wish, is_impatient, &patience);
    pulma_status status = pulma_wish_set_size(wish, side, side, err);
    if (status == PULMA_OK)
        status = pulma_wish_next(wish, &puzzle, err);
    pulma_wish_set_stop(wish, NULL, NULL);
    if (status == PULMA_OK)
        status = study_add_copy(study, puzzle, "", 1, side, err);
    pulma_puzzle_free(puzzle);
    return status;
}

/* ---- Ways ---- */

/* The number of a model of a kind; -1: it has none of this name. */
static int find_model(int kind, const char *name)
{
    for (int m = 0; m < pulma_model_count(kind); m++)
        if (strcmp(pulma_model_name(kind, m), name) == 0)
            return m;
    return -1;
}

bool study_is_own(const struct study *study, const char *model)
{
    return study->wish.own && strcmp(model, "own") == 0;
}

/* What the model's text adds to the name of a puzzle by this model. */
static uint64_t hash_model(const struct study *study, uint64_t hash, int kind,
                           const char *model)
{
    int number = find_model(kind, model);
    if (study_is_own(study, model))
        return hash_bytes(hash, study->wish.own, strlen(study->wish.own));
    if (number >= 0) {
        const char *text = pulma_model_text(kind, number);
        return hash_bytes(hash, text, strlen(text));
    }
    if (!*model || !study->host.read)
        return hash;
    size_t len = 0;
    pulma_error err;
    char *text = study->host.read(study->host.context, model, &len, &err);
    if (text)
        hash = hash_bytes(hash, text, len);
    free(text);
    return hash;
}

static pulma_status add_way(struct study *study, int puzzle, const char *model,
                            const char *solver, pulma_error *err)
{
    size_t room = (size_t)study->case_count + 1;
    if ((room & (room - 1)) == 0) { /* doubles at powers of two */
        struct study_case *more = realloc(study->cases, 2 * room * sizeof *more);
        if (!more)
            return pm_fail_memory(err);
        study->cases = more;
    }
    struct study_case *one = &study->cases[study->case_count];
    *one = (struct study_case){.puzzle = puzzle};
    snprintf(one->solver, sizeof one->solver, "%s", solver);
    snprintf(one->model, sizeof one->model, "%s", model);
    const struct study_puzzle *p = &study->puzzles[puzzle];
    one->key = hash_model(study, p->hash, pulma_puzzle_kind(p->puzzle), model);
    one->seconds = calloc((size_t)study->wish.repeat, sizeof *one->seconds);
    if (!one->seconds)
        return pm_fail_memory(err);
    study->case_count++;
    return PULMA_OK;
}

const char *study_next_word(const char *list, char *word, size_t size)
{
    size_t len = list ? strcspn(list, ",") : 0;
    if (!list || !*list)
        return NULL;
    snprintf(word, size, "%.*s", (int)len, list);
    return list + len + (list[len] == ',');
}

bool study_lists(const char *list, const char *word)
{
    char one[STUDY_WORD];
    if (!list || strcmp(list, "all") == 0)
        return true;
    while ((list = study_next_word(list, one, sizeof one)))
        if (strcmp(one, word) == 0)
            return true;
    return false;
}

bool study_is_engine(const char *name)
{
    return strcmp(name, "kernel") == 0 || strcmp(name, "rules") == 0;
}

static bool is_path(const char *name)
{
    size_t len = strlen(name);
    return strchr(name, '/') || (len > 4 && strcmp(name + len - 4, ".mod") == 0);
}

static bool names_solvers(const struct study *study)
{
    return study->wish.solvers && strcmp(study->wish.solvers, "all") != 0;
}

/* Solvers that are named but unknown or not here are the caller's mistake; of "all" those that
 * are here are meant. */
pulma_status study_check_solvers(const struct study *study, pulma_error *err)
{
    pulma_status status = PULMA_OK;
    if (study->solver_count == STUDY_MOST_SOLVERS)
        return pm_fail(err, PULMA_BAD_CALL, NULL, "too many solvers; %d can be compared",
                       STUDY_MOST_SOLVERS - 1);
    for (int i = 0; names_solvers(study) && i < study->solver_count && !status; i++) {
        const char *solver = study->solvers[i];
        if (strlen(solver) == STUDY_WORD - 1)
            return pm_fail(err, PULMA_BAD_CALL, NULL, "too many switches: %s ...", solver);
        if (!study_is_engine(solver))
            status = pulma_solver_check(solver, err);
    }
    return status ? PULMA_BAD_CALL : PULMA_OK;
}

/* Whether some kind among the puzzles has this model. */
static bool is_known_model(const struct study *study, const char *name)
{
    for (int i = 0; i < study->puzzle_count; i++)
        if (find_model(pulma_puzzle_kind(study->puzzles[i].puzzle), name) >= 0)
            return true;
    return is_path(name) || study_is_own(study, name);
}

static pulma_status check_models(const struct study *study, pulma_error *err)
{
    const char *list = study->wish.models;
    char name[66];
    if (!list || strcmp(list, "all") == 0)
        return PULMA_OK;
    while ((list = study_next_word(list, name, sizeof name)))
        if (strlen(name) > 63 || !is_known_model(study, name))
            return pm_fail(err, PULMA_BAD_CALL, NULL,
                           "none of these puzzles has a model '%s'", name);
    return PULMA_OK;
}

pulma_status study_add_model(struct study *study, int puzzle, const char *model,
                             pulma_error *err)
{
    pulma_status status = PULMA_OK;
    for (int s = 0; s < study->solver_count && status == PULMA_OK; s++) {
        const char *solver = study->solvers[s];
        bool engine = study_is_engine(solver);
        if (engine == !*model && !study_find_case(study, puzzle, model, solver) &&
            (engine || pulma_solver_check(solver, NULL) == PULMA_OK))
            status = add_way(study, puzzle, model, solver, err);
    }
    return status;
}

/* The kind's models, model files, the kernel and the rules. */
static pulma_status add_ways(struct study *study, int puzzle, pulma_error *err)
{
    int kind = pulma_puzzle_kind(study->puzzles[puzzle].puzzle);
    const char *list = study->wish.models;
    char name[STUDY_WORD];
    pulma_status status = PULMA_OK;
    for (int m = 0; m < pulma_model_count(kind) && status == PULMA_OK; m++)
        if (study_lists(list, pulma_model_name(kind, m)))
            status = study_add_model(study, puzzle, pulma_model_name(kind, m), err);
    if (status == PULMA_OK && study->wish.own && study_lists(list, "own"))
        status = study_add_model(study, puzzle, "own", err);
    while (status == PULMA_OK && (list = study_next_word(list, name, sizeof name)))
        if (is_path(name))
            status = study_add_model(study, puzzle, name, err);
    return status ? status : study_add_model(study, puzzle, "", err);
}

pulma_status study_add_ways(struct study *study, pulma_error *err)
{
    pulma_status status = study_check_solvers(study, err);
    if (status == PULMA_OK)
        status = check_models(study, err);
    for (int i = 0; i < study->puzzle_count && status == PULMA_OK; i++)
        status = add_ways(study, i, err);
    return status;
}
