/* The moves of bands.c for any machine. */
#include "kernels/houses/bands_lanes.h"

#define TARGET

#include "kernels/houses/bands_plain.h"
#include "kernels/houses/bands_settle.h"
#include "kernels/houses/bands_sides.h"

const struct pm_bands_moves pm_bands_portable = {settle, choose, false};
