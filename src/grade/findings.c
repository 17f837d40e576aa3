/* What is wrong with a submission, put together from its marks: boards on which the same is wrong are
 * one finding, with a sentence and a hint for the student. */
#include <stdio.h>
#include <string.h>

#include "grade/inside.h"
#include "grade/put.h"

/* What is said of an outcome that is not about a rule of the puzzle. */
static const struct {
    const char *rule, *text, *hint;
} sayings[GRADE_OUTCOMES] = {
    [GRADE_BREAKS_RULE] = {"the rules of the puzzle", "allows boards that are no answers",
                           "Which rule is missing, or says less than it should?"},
    [GRADE_NO_SOLUTION] = {"every answer is allowed",
                           "too strict: no solution where the puzzle has an answer",
                           "Which constraint asks for more than the rules do?"},
    [GRADE_LOSES] = {"every answer is allowed", "too strict: answers are lost",
                     "Which constraint excludes the answer that is shown?"},
    [GRADE_NOT_CHEAPEST] = {"the answer is the cheapest", "not the cheapest answer",
                            "Does the objective count what the exercise asks for, and "
                            "nothing twice?"},
    [GRADE_PRINTS_LITTLE] = {"the answer is printed", "prints no complete answer",
                             "What is printed after 'solve;' has to be the answer in the "
                             "notation of the puzzle, and nothing else."},
    [GRADE_NO_MODEL] = {"the model can be read", "the model cannot be read",
                        "Try it with 'pulma solve -m'."},
    [GRADE_FAILED] = {"the model can be solved", "ends without an answer",
                      "Try it with 'pulma solve -m'."},
    [GRADE_TOO_LARGE] = {"the number of variables", "too many variables",
                         "Can one variable say what several do?"},
    [GRADE_NOT_LINEAR] = {"the model is linear", "the model is not linear",
                          "How can the product be said with linear constraints?"},
    [GRADE_OUT_OF_LIMITS] =
        {"the limits", "no answer within the limits",
         "Is there a formulation with fewer variables, or a tighter one?"},
};

static const char not_enforced[] = "not enforced";

void grade_put_finding(struct pm_out *out, const struct grade_finding *f,
                       void (*put)(struct pm_out *out, const char *text))
{
    put(out, f->text);
    if (f->text != not_enforced)
        return;
    pm_out_text(out, ": ");
    put(out, f->rule);
}

static struct grade_finding *find(struct grade_finding *findings, int *count,
                                  const char *rule, const char *text)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(findings[i].rule, rule) == 0 && strcmp(findings[i].text, text) == 0)
            return &findings[i];
    if (*count == GRADE_MOST_FINDINGS)
        return NULL;
    findings[*count] = (struct grade_finding){.rule = rule, .text = text};
    return &findings[(*count)++];
}

static void add(struct grade_finding *finding, int board)
{
    enum { MOST = sizeof finding->boards / sizeof *finding->boards };
    if (finding && finding->board_count < MOST)
        finding->boards[finding->board_count++] = board;
}

/* Whether all boards of the finding have two different sides, and a square one is right. */
static bool only_oblong(const struct grade_exercise *e, const struct grade_result *result,
                        const struct grade_finding *finding)
{
    bool square = false;
    for (int i = 0; i < finding->board_count; i++) {
        const struct grade_board *b = &e->boards[finding->boards[i]];
        if (b->columns == b->rows)
            return false;
    }
    for (int i = 0; i < e->board_count; i++)
        square |= e->boards[i].columns > 0 && e->boards[i].columns == e->boards[i].rows &&
                  result->marks[i].outcome == GRADE_GOOD;
    return square;
}

int grade_findings(const struct grade_exercise *e, const struct grade_result *result,
                   struct grade_finding *findings)
{
    int count = 0;
    for (int i = 0; i < e->board_count; i++) {
        const struct grade_mark *m = &result->marks[i];
        if (m->outcome == GRADE_GOOD)
            continue;
        for (int k = 0; k < m->rule_count; k++) {
            struct grade_finding *f = find(findings, &count, m->rules[k], not_enforced);
            if (f)
                f->hint = "Which constraint of the model says this, and does it say it "
                          "everywhere?";
            add(f, i);
        }
        if (m->rule_count > 0)
            continue;
        struct grade_finding *f =
            find(findings, &count, sayings[m->outcome].rule, sayings[m->outcome].text);
        if (f)
            f->hint = sayings[m->outcome].hint;
        add(f, i);
    }
    for (int i = 0; i < count; i++)
        if (only_oblong(e, result, &findings[i])) {
            if (strncmp(findings[i].text, "too strict", 10) == 0)
                findings[i].text = "too strict on boards that are not square";
            findings[i].hint = "All square boards are right: where are rows and columns "
                               "taken for each other?";
        }
    return count;
}
