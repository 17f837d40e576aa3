/* CBC is not part of the page: its C++ libraries would double the size of the file. */
#include "mip/mip.h"

bool mip_solve_cbc(struct mip_job *job, const struct pm_program *program, double *values)
{
    (void)program, (void)values;
    mip_fail(job, PM_MIP_REFUSED, 0, "CBC is not part of this page; GLPK is");
    return false;
}
