/* The moves of bands.c for any machine. */
#include "kernels/bands_lanes.h"

#define TARGET
#define MOVES pm_bands_portable

#include "kernels/bands_plain.h"
#include "kernels/bands_settle.h"
