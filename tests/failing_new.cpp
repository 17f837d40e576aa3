/* A solver that has thrown is left alone for good, so what it has allocated would look like a leak: between
 * fail_new() and end_fail_new() memory comes from a room of its own, from which nothing is freed. */
#include "failing_new.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

static const std::size_t room_size = std::size_t(64) << 20;
alignas(std::max_align_t) static char room[room_size];
static std::size_t used;
static bool counting, failed;
static long left; /* allocations up to the one that fails */

void fail_new(long number)
{
    counting = true;
    failed = false;
    used = 0;
    left = number;
}

bool end_fail_new(void)
{
    counting = false;
    return failed;
}

static void *from_room(std::size_t size)
{
    const std::size_t grain = alignof(std::max_align_t);
    size = (size + grain - 1) / grain * grain;
    if (--left == 0 || size > room_size - used) {
        failed = true;
        throw std::bad_alloc();
    }
    used += size;
    return room + used - size;
}

void *operator new(std::size_t size)
{
    if (counting)
        return from_room(size);
    if (void *memory = std::malloc(size ? size : 1))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void *memory) noexcept
{
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(memory),
                         first = reinterpret_cast<std::uintptr_t>(room);
    if (at < first || at >= first + room_size)
        std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
    operator delete(memory);
}

/* Those for arrays would come here by themselves, but not from a sanitizer. */
void *operator new[](std::size_t size)
{
    return operator new(size);
}

void operator delete[](void *memory) noexcept
{
    operator delete(memory);
}

void operator delete[](void *memory, std::size_t) noexcept
{
    operator delete(memory);
}
