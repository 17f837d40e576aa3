/* A stable qsort(), as glibc's is and musl's is not.  GLPK sorts with ties, and what comes first
 * decides how it branches: the page should need as many nodes as the program, and give the same
 * answer of several. */
#include <stdlib.h>
#include <string.h>

/* Merges two sorted halves of n items from `from` into `to`. */
static void merge(const char *from, char *to, size_t n, size_t size,
                  int (*compare)(const void *, const void *))
{
    const char *left = from, *middle = from + n / 2 * size, *end = from + n * size;
    const char *right = middle;
    for (; left < middle || right < end; to += size) {
        const char **least =
            right == end || (left < middle && compare(left, right) <= 0) ? &left : &right;
        memcpy(to, *least, size);
        *least += size;
    }
}

static void sort(char *items, char *scratch, size_t n, size_t size,
                 int (*compare)(const void *, const void *))
{
    if (n < 2)
        return;
    sort(items, scratch, n / 2, size, compare);
    sort(items + n / 2 * size, scratch, n - n / 2, size, compare);
    merge(items, scratch, n, size, compare);
    memcpy(items, scratch, n * size);
}

void qsort(void *items, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    char *scratch = n < 2 ? NULL : malloc(n * size);
    if (n >= 2 && !scratch)
        abort(); /* there is no way to tell the caller */
    sort(items, scratch, n, size, compare);
    free(scratch);
}
