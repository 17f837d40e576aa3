/* Pieces of reports that text and pages share. */
#ifndef GRADE_PUT_H
#define GRADE_PUT_H

#include "grade/inside.h"

/* "6.4" */
void grade_put_points(struct pm_out *out, int tenths);
/* A text from outside, on one line, that commands no terminal; the same for XML and web pages. */
void grade_put_clean(struct pm_out *out, const char *text);
void grade_put_xml(struct pm_out *out, const char *text);
/* "not enforced: no two stars touch" */
void grade_put_finding(struct pm_out *out, const struct grade_finding *finding,
                       void (*put)(struct pm_out *out, const char *text));
/* "row[1] (line 12) and island[2] (line 17) contradict each other" */
void grade_put_rows(struct pm_out *out, const struct grade_mark *mark,
                    void (*put)(struct pm_out *out, const char *text));
/* The board, with what the mark shows on it. */
void grade_draw(const struct grade_exercise *exercise, int board,
                const struct grade_mark *mark, pulma_picture_format format,
                struct pm_out *out);

#endif
