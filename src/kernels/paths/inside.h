/* Inside the search for paths: what search.c puts together.  `lines` are the values of the
 * edges. */
#ifndef PM_PATHS_INSIDE_H
#define PM_PATHS_INSIDE_H

#include "core/arena.h"
#include "engine/rules.h"
#include "kernels/paths/paths.h"
#include "kernels/paths/rules.h"

/* What is asked of lines where cells may stay free: nothing; that they are *tight*, as short and as
 * high up as they can be; or the part of it that helps most to prove that no cell stays free:
 * caps (caps.c) instead of colours that differ, which make conflicts slower there. */
enum pm_paths_pull { PM_PATHS_LOOSE, PM_PATHS_TIGHT, PM_PATHS_SHORT };

/* edge_rules.c: rules over the edges alone, which are the places; NULL: no memory.  The arena must
 * outlive them. */
struct pm_rules *pm_paths_edge_rules(const struct pm_paths *board, bool touch,
                                     enum pm_paths_pull pull, struct pm_arena *arena);

/* The cell inside a turn with lines in direction d and the next one; -1 outside the board. */
int pm_paths_inside_turn(const struct pm_paths *board, int cell, int d);

/* search.c: reports answers that cover the board, where lines may touch, in the hope that all tight
 * answers do.  A line that runs beside itself can be cut short, which sets cells free, and pulled
 * tight such an answer still has free cells.  So if there is no tight one with free cells, lines
 * touch in no answer, and the tight ones are all.  PULMA_NONE: that is so; PULMA_OK: it is not, or
 * found() had enough; PULMA_LIMIT; PULMA_NO_MEMORY. */
pulma_status pm_paths_tight_covers(const struct pm_paths *board, struct pm_search *search);

/* levels.c: what follows from the number of lines that pass between places of the board, all lines
 * directed downwards, or sideways.  Adds nothing but further literals to rules over the edges. */
void pm_paths_state_levels(const struct pm_paths_rules *s, bool sideways,
                           struct pm_arena *arena);

/* caps.c: what keeps the turns of tight lines from being shorter. */
void pm_paths_state_caps(const struct pm_paths_rules *s);

/* pieces.c: reports all answers that cover the board and in which no line runs beside itself, as
 * the values of the edges.  The search begins in one of the PM_PATHS_CORNERS corners; `*reach` is how
 * many edges were decided at a conflict, on average.  Nodes are conflicts.  PULMA_OK: these are all,
 * or found() had enough; PULMA_UNAVAILABLE: out of patience; PULMA_LIMIT; PULMA_NO_MEMORY. */
enum { PM_PATHS_CORNERS = 4 };
pulma_status pm_paths_pieces_search(const struct pm_paths *board, int corner,
                                    struct pm_search *search, double *reach);

/* rings.c: the ways in which answers turn into others where all cells are covered and lines may
 * touch.  NULL: no memory. */
struct pm_paths_rings;
struct pm_paths_rings *pm_paths_rings_new(const struct pm_paths *board,
                                          struct pm_arena *arena);
/* States that an answer is settled, in the rules over the edges alone. */
void pm_paths_rings_state(const struct pm_paths_rings *all, struct pm_rules *r);
/* Turns an answer into a settled one. */
void pm_paths_rings_settle(const struct pm_paths_rings *all, int *lines);
/* Reports a settled answer and all that settle to it, each once, while they are in `lines`.
 * PULMA_OK, also if found() had enough; or PULMA_LIMIT. */
pulma_status pm_paths_rings_walk(const struct pm_paths_rings *all, int *lines,
                                 struct pm_search *search);

/* detour.c: where cells may stay free and lines may touch, changes the edges of an answer so that
 * it becomes another one; PULMA_NONE: no line has a detour. */
pulma_status pm_paths_detour(const struct pm_paths *board, int *answer);

#endif
