#include "notations/drawn.h"

char pm_drawn_digit(int digit)
{
    return (char)(digit < 10 ? '0' + digit : 'A' + digit - 10);
}

/* Whether the regions are as wide as high or wider. */
static bool are_boxes(const struct pm_drawn *d)
{
    int high = 1;
    for (int i = 1; i * i <= d->side; i++)
        if (d->side % i == 0)
            high = i;
    const int wide = d->side / high;
    for (int row = 0; row < d->side; row++)
        for (int column = 0; column < d->side; column++)
            if (d->region[row][column] != row / high * high + column / wide + 1)
                return false;
    return true;
}

/* A title is one line, whatever the program makes of it. */
static void put_title(struct pm_text title, struct pm_out *form)
{
    title = pm_text_trim(title);
    if (pm_text_ended(&title))
        return;
    pm_out_text(form, "title: ");
    for (; !pm_text_ended(&title); pm_text_take(&title))
        pm_out_char(form, (unsigned char)*title.at < ' ' ? ' ' : *title.at);
    pm_out_char(form, '\n');
}

void pm_drawn_put(const struct pm_drawn *d, struct pm_out *form)
{
    pm_out_text(form, "sudoku\n");
    put_title(d->title, form);
    for (int row = 0; row < d->side; row++)
        pm_out_f(form, "%.*s\n", d->side, d->given[row]);
    if (d->region[0][0] > 0 && !are_boxes(d)) {
        pm_out_text(form, "regions:\n");
        for (int row = 0; row < d->side; row++) {
            for (int column = 0; column < d->side; column++)
                pm_out_char(form, (char)('A' + d->region[row][column] - 1));
            pm_out_char(form, '\n');
        }
    }
    if (d->cages.len > 0) {
        pm_out_text(form, "cages:\n");
        pm_out_bytes(form, d->cages.data, d->cages.len);
    }
    form->failed |= d->cages.failed;
}
