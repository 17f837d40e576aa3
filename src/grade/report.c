/* Reports as text, JSON, comma-separated values and JUnit.  What comes from a submission (its name, its
 * rows, what a translator says of its text) passes one of the put_ functions, so that it can be
 * nothing but words. */
#include <stdio.h>
#include <string.h>

#include "grade/inside.h"
#include "grade/put.h"
#include "notations/json.h"

/* ---- Pieces ---- */

void grade_put_points(struct pm_out *out, int tenths)
{
    pm_out_f(out, tenths % 10 ? "%d.%d" : "%d", tenths / 10, tenths % 10);
}

/* A character that shows, or one that could command a terminal or hide what follows. */
static bool is_harmless(uint32_t code)
{
    bool control = code < 32 || (127 <= code && code < 160);
    bool direction = (0x200E <= code && code <= 0x200F) ||
                     (0x202A <= code && code <= 0x202E) ||
                     (0x2066 <= code && code <= 0x2069);
    return !control && !direction;
}

void grade_put_clean(struct pm_out *out, const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        uint32_t code = 0;
        size_t n = pm_utf8(text, left, &code);
        if (n > 0 && is_harmless(code))
            pm_out_bytes(out, text, n);
        else
            pm_out_char(out, '?');
        n = n ? n : 1;
        text += n;
        left -= n;
    }
}

void grade_put_xml(struct pm_out *out, const char *text)
{
    struct pm_out clean = {0};
    grade_put_clean(&clean, text);
    for (const char *p = clean.data ? clean.data : ""; *p; p++)
        if (*p == '"') /* it may stand in an attribute */
            pm_out_text(out, "&quot;");
        else
            pm_out_xml(out, p, 1);
    out->failed |= clean.failed;
    pm_out_free(&clean);
}

/* A field for spreadsheets, none of which takes it for a formula. */
static void put_csv(struct pm_out *out, const char *text)
{
    struct pm_out clean = {0};
    grade_put_clean(&clean, text);
    pm_out_text(out, strchr("=+-@", text[0]) && text[0] ? "\"'" : "\"");
    for (const char *p = clean.data ? clean.data : ""; *p; p++) {
        if (*p == '"')
            pm_out_char(out, '"');
        pm_out_char(out, *p);
    }
    pm_out_char(out, '"');
    pm_out_free(&clean);
}

static void put_json(struct pm_out *out, const char *text)
{
    pm_json_put(out, text, strlen(text));
}

void grade_put_rows(struct pm_out *out, const struct grade_mark *m,
                    void (*put)(struct pm_out *out, const char *text))
{
    enum { MOST = 8 };
    int n = m->row_count, shown = n < MOST ? n : MOST;
    for (int i = 0; i < shown; i++) {
        pm_out_text(out, i == 0 ? "" : i == n - 1 ? " and " : ", ");
        put(out, m->rows[i]);
    }
    if (n > shown)
        pm_out_f(out, " and %d more row%s", n - shown, n - shown > 1 ? "s" : "");
    pm_out_text(out, m->shown ? (n == 1 ? " excludes this answer" : " exclude this answer")
                     : n == 1 ? " cannot be met"
                              : " contradict each other");
}

void grade_draw(const struct grade_exercise *e, int board, const struct grade_mark *m,
                pulma_picture_format format, struct pm_out *out)
{
    pulma_puzzle *puzzle = NULL;
    char *bytes = NULL;
    size_t len = 0;
    if (grade_board_read(e, board, &puzzle) == PULMA_OK &&
        pulma_draw_marked(puzzle, m->shown, m->places, m->shown ? m->place_count : 0,
                          format, &bytes, &len, NULL) == PULMA_OK)
        pm_out_bytes(out, bytes, len);
    pulma_free(bytes);
    pulma_puzzle_free(puzzle);
}

/* ---- Text ---- */

static void put_indented(struct pm_out *out, const char *bytes, size_t len)
{
    bool start = true;
    for (size_t i = 0; i < len; i++) {
        if (start)
            pm_out_text(out, "      ");
        start = bytes[i] == '\n';
        pm_out_char(out, bytes[i]);
    }
}

static void put_boards(struct pm_out *out, const struct grade_exercise *e,
                       const struct grade_finding *f)
{
    enum { MOST = 6 };
    for (int i = 0; i < f->board_count && i < MOST; i++)
        pm_out_f(out, "%s%s", i ? ", " : "", e->boards[f->boards[i]].name);
    if (f->board_count > MOST)
        pm_out_f(out, " and %d more", f->board_count - MOST);
}

static void put_detail(struct pm_out *out, const struct grade_exercise *e,
                       const struct grade_finding *f, const struct grade_mark *m,
                       const struct grade_look *look)
{
    struct pm_out picture = {0};
    pm_out_f(out, "    On %s: ", e->boards[f->boards[0]].name);
    grade_put_clean(out, m->text);
    pm_out_char(out, '\n');
    if (m->row_count > 0) {
        pm_out_text(out, "    ");
        grade_put_rows(out, m, grade_put_clean);
        pm_out_char(out, '\n');
    }
    if (m->shown || m->row_count > 0)
        grade_draw(e, f->boards[0], m, look->picture, &picture);
    put_indented(out, picture.data, picture.len);
    pm_out_free(&picture);
    pm_out_f(out, "    %s\n", f->hint);
}

static void write_text(const struct grade_exercise *e, const struct grade_submission *s,
                       const struct grade_look *look, struct pm_out *out)
{
    struct grade_finding findings[GRADE_MOST_FINDINGS];
    grade_put_clean(out, s->name);
    pm_out_f(out, ": %s, ", grade_verdict_name(s->verdict));
    grade_put_points(out, s->points);
    pm_out_text(out, " of ");
    grade_put_points(out, s->of);
    pm_out_text(out, " points\n");
    if (look->feedback == GRADE_NONE)
        return;
    int n = grade_findings(e, s->result, findings);
    for (int i = 0; i < n; i++) {
        const struct grade_finding *f = &findings[i];
        pm_out_text(out, "  ");
        grade_put_finding(out, f, pm_out_text);
        pm_out_text(out, " (");
        put_boards(out, e, f);
        pm_out_text(out, ")\n");
        if (look->feedback == GRADE_FULL)
            put_detail(out, e, f, &s->result->marks[f->boards[0]], look);
    }
    if (s->result->suspicion[0])
        pm_out_f(out, "  %s\n", s->result->suspicion);
    for (int i = 0; i < e->board_count; i++) {
        if (s->result->marks[i].remark[0]) {
            pm_out_f(out, "  remark on %s: ", e->boards[i].name);
            grade_put_clean(out, s->result->marks[i].remark);
            pm_out_char(out, '\n');
        }
        if (s->result->marks[i].close)
            pm_out_f(out, "  close to a limit on %s\n", e->boards[i].name);
        if (s->result->marks[i].unlisted)
            pm_out_f(out, "  right on %s as far as its answers were listed\n",
                     e->boards[i].name);
    }
}

/* ---- JSON ---- */

static void write_finding(const struct grade_exercise *e, const struct grade_submission *s,
                          const struct grade_finding *f, int board, bool full, bool first,
                          struct pm_out *out)
{
    const struct grade_mark *m = &s->result->marks[board];
    pm_out_text(out, first ? "{\"rule\":" : ",{\"rule\":");
    put_json(out, f->rule);
    pm_out_text(out, ",\"board\":");
    put_json(out, e->boards[board].name);
    pm_out_f(out, ",\"fault\":\"%s\",\"text\":", grade_outcome_name(m->outcome));
    put_json(out, full ? m->text : f->text);
    if (full && m->row_count > 0) {
        pm_out_text(out, ",\"rows\":[");
        for (int i = 0; i < m->row_count; i++) {
            pm_out_text(out, i ? "," : "");
            put_json(out, m->rows[i]);
        }
        pm_out_char(out, ']');
    }
    pm_out_char(out, '}');
}

static void write_json(const struct grade_exercise *e, const struct grade_submission *s,
                       const struct grade_look *look, struct pm_out *out)
{
    struct grade_finding findings[GRADE_MOST_FINDINGS];
    pm_out_text(out, "{\"submission\":");
    put_json(out, s->name);
    pm_out_text(out, ",\"exercise\":");
    put_json(out, e->title);
    pm_out_f(out, ",\"kind\":\"%s\",\"points\":", pulma_kind_name(e->kind));
    grade_put_points(out, s->points);
    pm_out_text(out, ",\"of\":");
    grade_put_points(out, s->of);
    pm_out_f(out, ",\"verdict\":\"%s\",\"findings\":[", grade_verdict_name(s->verdict));
    int n = look->feedback == GRADE_NONE ? 0 : grade_findings(e, s->result, findings);
    bool first = true;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < findings[i].board_count; k++) {
            write_finding(e, s, &findings[i], findings[i].boards[k],
                          look->feedback == GRADE_FULL, first, out);
            first = false;
        }
    pm_out_text(out, "],\"close\":[");
    first = true;
    for (int i = 0; i < e->board_count; i++)
        if (s->result->marks[i].close) {
            pm_out_text(out, first ? "" : ",");
            put_json(out, e->boards[i].name);
            first = false;
        }
    pm_out_char(out, ']');
    if (look->feedback != GRADE_NONE && s->result->suspicion[0]) {
        pm_out_text(out, ",\"remark\":");
        put_json(out, s->result->suspicion);
    }
    pm_out_text(out, "}\n");
}

/* ---- Comma-separated values, a line a student ---- */

static int right_boards(const struct grade_exercise *e, const struct grade_submission *s)
{
    int right = 0;
    for (int i = 0; i < e->board_count; i++)
        right += s->result->marks[i].outcome == GRADE_GOOD;
    return right;
}

static void write_csv(const struct grade_exercise *e, const struct grade_submission *s,
                      const struct grade_look *look, struct pm_out *out)
{
    struct grade_finding findings[GRADE_MOST_FINDINGS];
    struct pm_out all = {0};
    int n = look->feedback == GRADE_NONE ? 0 : grade_findings(e, s->result, findings);
    for (int i = 0; i < n; i++) {
        pm_out_text(&all, i ? "; " : "");
        grade_put_finding(&all, &findings[i], pm_out_text);
    }
    put_csv(out, s->name);
    pm_out_f(out, ",%s,", grade_verdict_name(s->verdict));
    grade_put_points(out, s->points);
    pm_out_char(out, ',');
    grade_put_points(out, s->of);
    pm_out_f(out, ",%d,%d,", right_boards(e, s), e->board_count);
    put_csv(out, all.data ? all.data : "");
    pm_out_char(out, '\n');
    pm_out_free(&all);
}

/* ---- JUnit: a suite a student, a case a board ---- */

static void write_junit(const struct grade_exercise *e, const struct grade_submission *s,
                        const struct grade_look *look, struct pm_out *out)
{
    pm_out_text(out, "  <testsuite name=\"");
    grade_put_xml(out, s->name);
    pm_out_f(out, "\" tests=\"%d\" failures=\"%d\" errors=\"0\">\n", e->board_count,
             e->board_count - right_boards(e, s));
    for (int i = 0; i < e->board_count; i++) {
        const struct grade_mark *m = &s->result->marks[i];
        pm_out_text(out, "    <testcase classname=\"");
        grade_put_xml(out, s->name);
        pm_out_text(out, "\" name=\"");
        grade_put_xml(out, e->boards[i].name);
        if (m->outcome == GRADE_GOOD) {
            pm_out_text(out, "\"/>\n");
            continue;
        }
        pm_out_f(out, "\">\n      <failure type=\"%s\" message=\"",
                 grade_outcome_name(m->outcome));
        if (look->feedback != GRADE_NONE)
            grade_put_xml(out, m->rule_count ? m->rules[0] : m->text);
        pm_out_text(out, "\">");
        if (look->feedback == GRADE_FULL)
            grade_put_xml(out, m->text);
        pm_out_text(out, "</failure>\n    </testcase>\n");
    }
    pm_out_text(out, "  </testsuite>\n");
}

/* ---- All formats ---- */

void grade_write_head(const struct grade_look *look, struct pm_out *out)
{
    if (look->format == GRADE_CSV)
        pm_out_text(out, "submission,verdict,points,of,right,boards,findings\n");
    if (look->format == GRADE_JUNIT)
        pm_out_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
}

void grade_write_one(const struct grade_exercise *e, const struct grade_submission *s,
                     const struct grade_look *look, struct pm_out *out)
{
    switch (look->format) {
    case GRADE_TEXT:
        write_text(e, s, look, out);
        break;
    case GRADE_JSON:
        write_json(e, s, look, out);
        break;
    case GRADE_CSV:
        write_csv(e, s, look, out);
        break;
    case GRADE_JUNIT:
        write_junit(e, s, look, out);
        break;
    }
}

void grade_write_tail(const struct grade_look *look,
                      const struct grade_submission *submissions, int count,
                      struct pm_out *out)
{
    int right = 0, done = 0;
    for (int i = 0; i < count; i++) {
        done += submissions[i].done;
        right += submissions[i].done && submissions[i].verdict == GRADE_RIGHT;
    }
    if (look->format == GRADE_TEXT && count > 1)
        pm_out_f(out, "%d of %d submissions are right\n", right, done);
    if (look->format == GRADE_JUNIT)
        pm_out_text(out, "</testsuites>\n");
}
