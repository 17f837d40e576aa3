/* Web pages: an overview of the class, and a page for each student. */
#include <string.h>

#include "grade/inside.h"
#include "grade/put.h"

static const char style[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'\">\n"
    "<style>\n"
    "body { font: 16px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em "
    "}\n"
    "table { border-collapse: collapse }\n"
    "td, th { padding: 0.2em 0.8em; border-bottom: 1px solid #ccc; text-align: left }\n"
    "td.number { text-align: right; white-space: nowrap }\n"
    "section { margin: 2em 0; break-inside: avoid }\n"
    "svg { max-width: 22em; height: auto; display: block; margin: 0.5em 0 }\n"
    ".hint { font-style: italic }\n"
    "</style>\n";

static void put_title(struct pm_out *out, const char *title, const char *name)
{
    pm_out_text(out, "<title>");
    grade_put_xml(out, name[0] ? name : title);
    pm_out_text(out, "</title>\n<h1>");
    grade_put_xml(out, name[0] ? name : title);
    pm_out_text(out, "</h1>\n");
}

/* Names may be anything, so files are named by numbers: "003.html". */
void grade_page_name(int index, struct pm_out *out)
{
    pm_out_f(out, "%03d.html", index + 1);
}

static void put_points(struct pm_out *out, const struct grade_submission *s)
{
    grade_put_points(out, s->points);
    pm_out_text(out, " of ");
    grade_put_points(out, s->of);
}

void grade_page_overview(const struct grade_exercise *e,
                         const struct grade_submission *submissions, int count,
                         struct pm_out *out)
{
    pm_out_text(out, style);
    put_title(out, e->title[0] ? e->title : pulma_kind_title(e->kind), "");
    pm_out_text(out, "<table>\n<tr><th>submission<th>verdict<th>points<th>findings\n");
    for (int i = 0; i < count; i++) {
        const struct grade_submission *s = &submissions[i];
        struct grade_finding findings[GRADE_MOST_FINDINGS];
        if (!s->done)
            continue;
        pm_out_text(out, "<tr><td><a href=\"");
        grade_page_name(i, out);
        pm_out_text(out, "\">");
        grade_put_xml(out, s->name);
        pm_out_f(out, "</a><td>%s<td class=\"number\">", grade_verdict_name(s->verdict));
        put_points(out, s);
        pm_out_text(out, "<td>");
        int n = grade_findings(e, s->result, findings);
        for (int k = 0; k < n; k++) {
            pm_out_text(out, k ? "<br>" : "");
            grade_put_finding(out, &findings[k], grade_put_xml);
        }
        pm_out_char(out, '\n');
    }
    pm_out_text(out, "</table>\n");
}

static void put_picture(struct pm_out *out, const struct grade_exercise *e, int board,
                        const struct grade_mark *m)
{
    struct pm_out picture = {0};
    grade_draw(e, board, m, PULMA_SVG, &picture);
    const char *begin = picture.data ? strstr(picture.data, "<svg") : NULL;
    if (begin) /* what comes before belongs to files of their own */
        pm_out_text(out, begin);
    pm_out_free(&picture);
}

static void put_finding(struct pm_out *out, const struct grade_exercise *e,
                        const struct grade_submission *s, const struct grade_finding *f,
                        enum grade_feedback feedback)
{
    const struct grade_mark *m = &s->result->marks[f->boards[0]];
    pm_out_text(out, "<section>\n<h2>");
    grade_put_finding(out, f, grade_put_xml);
    pm_out_f(out, "</h2>\n<p>%d board%s", f->board_count, f->board_count == 1 ? "" : "s");
    if (feedback == GRADE_SHORT) {
        pm_out_text(out, "\n</section>\n");
        return;
    }
    pm_out_text(out, "; the first is ");
    grade_put_xml(out, e->boards[f->boards[0]].name);
    pm_out_text(out, ": ");
    grade_put_xml(out, m->text);
    if (m->row_count > 0) {
        pm_out_text(out, "; ");
        grade_put_rows(out, m, grade_put_xml);
    }
    pm_out_char(out, '\n');
    put_picture(out, e, f->boards[0], m);
    pm_out_text(out, "<p class=\"hint\">");
    grade_put_xml(out, f->hint);
    pm_out_text(out, "\n</section>\n");
}

void grade_page_one(const struct grade_exercise *e, const struct grade_submission *s,
                    enum grade_feedback feedback, struct pm_out *out)
{
    struct grade_finding findings[GRADE_MOST_FINDINGS];
    pm_out_text(out, style);
    put_title(out, e->title, s->name);
    pm_out_f(out, "<p>%s, ", grade_verdict_name(s->verdict));
    put_points(out, s);
    pm_out_text(out, " points\n");
    int n = feedback == GRADE_NONE ? 0 : grade_findings(e, s->result, findings);
    for (int i = 0; i < n; i++)
        put_finding(out, e, s, &findings[i], feedback);
    if (feedback != GRADE_NONE && s->result->suspicion[0]) {
        pm_out_text(out, "<p>");
        grade_put_xml(out, s->result->suspicion);
        pm_out_char(out, '\n');
    }
}
