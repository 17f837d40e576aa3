/* The roll-call: one line per kind, in the order in which they are listed.  A kind named x
 * is the constant `pm_kind_x` in x.c. */
PM_KIND(binary)
PM_KIND(blank)
PM_KIND(flowfree)
PM_KIND(infinityloop)
PM_KIND(kakuro)
PM_KIND(match22)
PM_KIND(monodot)
PM_KIND(nonogram)
PM_KIND(slider)
PM_KIND(starbattle)
PM_KIND(sudoku)
PM_KIND(thermometers)
