/* Writers of programs, one per format; pm_program_write() chooses. */
#ifndef PM_WRITE_H
#define PM_WRITE_H

#include "program/program.h"

void pm_write_lp(struct pm_program *program, struct pm_out *out);
/* Free MPS form of a linear program.  `plain`: columns and rows are named C1, R1 and so on. */
void pm_write_mps(const struct pm_program *program, bool plain, struct pm_out *out);
void pm_write_gams(struct pm_program *program, struct pm_out *out);
bool pm_gams_reserved(const char *name);
pulma_status pm_write_opb(struct pm_program *program, struct pm_out *out, pulma_error *err);

#endif
