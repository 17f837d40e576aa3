#include "core/big.h"

#include <stdlib.h>
#include <string.h>

void pm_big_free(struct pm_big *big)
{
    free(big->limb);
    *big = (struct pm_big){0};
}

/* Room for n limbs; those after the present ones are 0. */
static bool reserve(struct pm_big *big, size_t n)
{
    if (big->failed || n <= big->room)
        return !big->failed;
    size_t room = 2 * n;
    uint32_t *more = room > SIZE_MAX / sizeof *more ? NULL : calloc(room, sizeof *more);
    if (!more) {
        big->failed = true;
        return false;
    }
    if (big->n)
        memcpy(more, big->limb, big->n * sizeof *more);
    free(big->limb);
    big->limb = more;
    big->room = room;
    return true;
}

static void trim(struct pm_big *big)
{
    while (big->n > 0 && big->limb[big->n - 1] == 0)
        big->n--;
}

void pm_big_set_limbs(struct pm_big *big, const uint32_t *limbs, size_t n)
{
    if (!reserve(big, n))
        return;
    if (n)
        memcpy(big->limb, limbs, n * sizeof *limbs);
    big->n = n;
    trim(big);
}

void pm_big_set(struct pm_big *big, uint64_t value)
{
    const uint32_t limbs[] = {(uint32_t)value, (uint32_t)(value >> 32)};
    pm_big_set_limbs(big, limbs, 2);
}

void pm_big_add(struct pm_big *big, const struct pm_big *other)
{
    size_t n = (big->n > other->n ? big->n : other->n) + 1;
    big->failed |= other->failed;
    if (!reserve(big, n))
        return;
    uint64_t carry = 0;
    for (size_t i = 0; i < n; i++) {
        carry += (uint64_t)(i < big->n ? big->limb[i] : 0);
        carry += i < other->n ? other->limb[i] : 0;
        big->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    big->n = n;
    trim(big);
}

void pm_big_times(struct pm_big *big, const struct pm_big *other)
{
    struct pm_big product = {0};
    big->failed |= other->failed;
    if (big->failed || !reserve(&product, big->n + other->n + 1)) {
        big->failed = true;
        return;
    }
    for (size_t i = 0; i < big->n; i++) {
        uint64_t carry = 0;
        for (size_t k = 0; k < other->n || carry; k++) {
            carry += product.limb[i + k];
            if (k < other->n)
                carry += (uint64_t)big->limb[i] * other->limb[k];
            product.limb[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    product.n = big->n + other->n;
    trim(&product);
    free(big->limb);
    *big = product;
}

void pm_big_set_digits(struct pm_big *big, const char *digits)
{
    struct pm_big ten = {0}, digit = {0};
    pm_big_set(&ten, 10);
    pm_big_set(big, 0);
    for (; *digits >= '0' && *digits <= '9'; digits++) {
        pm_big_set(&digit, (uint64_t)(*digits - '0'));
        pm_big_times(big, &ten);
        pm_big_add(big, &digit);
    }
    big->failed |= ten.failed || digit.failed;
    pm_big_free(&ten);
    pm_big_free(&digit);
}

int pm_big_compare(const struct pm_big *big, uint64_t value)
{
    if (big->n > 2)
        return 1;
    uint64_t own = big->n > 0 ? big->limb[0] : 0;
    if (big->n > 1)
        own |= (uint64_t)big->limb[1] << 32;
    return own < value ? -1 : own > value;
}

/* Divides the limbs by 10^9 in place and returns the remainder. */
static uint32_t next_digits(uint32_t *limb, size_t n)
{
    uint64_t rest = 0;
    for (size_t i = n; i-- > 0;) {
        rest = rest << 32 | limb[i];
        limb[i] = (uint32_t)(rest / 1000000000);
        rest %= 1000000000;
    }
    return (uint32_t)rest;
}

void pm_big_write(const struct pm_big *big, struct pm_out *out)
{
    struct pm_big left = {0};
    pm_big_set_limbs(&left, big->limb, big->n);
    size_t groups = 0,
           most = big->n + big->n / 8 + 1; /* 32 bits are less than 9.7 digits */
    uint32_t *group = calloc(most, sizeof *group);
    if (!group || left.failed || big->failed) {
        out->failed = true;
    } else {
        do {
            group[groups++] = next_digits(left.limb, left.n);
            trim(&left);
        } while (left.n > 0);
        pm_out_f(out, "%u", (unsigned)group[groups - 1]);
        for (size_t i = groups - 1; i-- > 0;)
            pm_out_f(out, "%09u", (unsigned)group[i]);
    }
    free(group);
    pm_big_free(&left);
}
