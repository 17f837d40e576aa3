/* Pictures as they are kept until their page is laid out. */
#include <string.h>

#include "picture/items.h"
#include "picture/list.h"
#include "sheet/sheet.h"

static void measure(const struct pm_picture *picture, struct pm_plate *plate)
{
    struct pm_bounds b = pm_picture_bounds(picture);
    plate->width = b.right - b.left;
    plate->height = b.bottom - b.top;
}

pulma_status pm_plate_of(const struct pm_picture *picture, struct pm_plate *plate,
                         pulma_error *err)
{
    *plate = (struct pm_plate){0};
    pm_list_write(picture, &plate->list);
    if (plate->list.failed)
        return pm_out_failure(&plate->list, err);
    plate->list.limits = NULL;
    measure(picture, plate);
    return PULMA_OK;
}

pulma_status pm_plate_read(const char *list, size_t len, struct pm_plate *plate,
                           pulma_error *err)
{
    struct pm_picture *picture;
    *plate = (struct pm_plate){0};
    pulma_status status = pm_list_read(list, len, &picture, err);
    if (status)
        return status;
    status = pm_plate_of(picture, plate, err);
    pm_picture_free(picture);
    return status;
}

void pm_plate_free(struct pm_plate *plate)
{
    pm_out_free(&plate->list);
    *plate = (struct pm_plate){0};
}
