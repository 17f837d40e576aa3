/* The moves of bands.c for any machine. */
#include "kernels/bands_lanes.h"

#define TARGET

#include "kernels/bands_plain.h"
#include "kernels/bands_settle.h"
#include "kernels/bands_sides.h"

const struct pm_bands_moves pm_bands_portable = {settle, choose};
