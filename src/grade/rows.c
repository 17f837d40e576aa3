/* Where the rows of a MathProg text are declared, found without parsing it: statements end in ';',
 * and each begins with a word for what it is, or at once with a name. */
#include <string.h>

#include "grade/inside.h"

static bool in_name(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           c == '_';
}

/* Steps over white space, remarks and, if `strings`, quoted texts. */
static void skip(struct pm_text *t, bool strings)
{
    while (!pm_text_ended(t)) {
        int c = pm_text_peek(t);
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            pm_text_take(t);
        } else if (c == '#') {
            pm_text_line(t);
        } else if (pm_text_starts(t, "/*")) {
            while (!pm_text_ended(t) && !pm_text_word(t, "*/"))
                pm_text_take(t);
        } else if (strings && (c == '"' || c == '\'')) {
            pm_text_take(t);
            while (!pm_text_ended(t) && pm_text_take(t) != c)
                ;
        } else {
            return;
        }
    }
}

static void end_statement(struct pm_text *t)
{
    while (!pm_text_ended(t)) {
        skip(t, true);
        if (!pm_text_ended(t) && pm_text_take(t) == ';')
            return;
    }
}

/* What may stand before the name of a row, a variable or an objective. */
static void take_keyword(struct pm_text *t)
{
    static const char *const words[] = {"s.t.",     "subject to", "subj to",  "var",
                                        "minimize", "minimise",   "maximize", "maximise"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct pm_text after = *t;
        if (pm_text_word(&after, words[i]) && !in_name((char)pm_text_peek(&after))) {
            *t = after;
            skip(t, false);
            return;
        }
    }
}

int grade_line_of(const char *text, size_t len, const char *name)
{
    struct pm_text t = pm_text_of(text, len);
    size_t length = strcspn(name, "[");
    while (!pm_text_ended(&t)) {
        skip(&t, false);
        take_keyword(&t);
        struct pm_text word = t;
        while (!pm_text_ended(&t) && in_name((char)pm_text_peek(&t)))
            pm_text_take(&t);
        size_t found = (size_t)(t.at - word.at);
        if (found == length && memcmp(word.at, name, length) == 0)
            return word.line;
        end_statement(&t);
    }
    return 0;
}
