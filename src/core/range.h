/* The values that a place may have. */
#ifndef PM_RANGE_H
#define PM_RANGE_H

struct pm_range {
    int min, max; /* 0 <= min <= max */
};

#endif
