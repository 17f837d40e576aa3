/* How libFuzzer changes inputs that have two parts, with CUT between them: the second one alone, but for
 * one change in WHOLE (0: always).  Behind a name with a letter changed nothing would be looked at,
 * and there is another target for the board before an answer. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    const bool whole = size == 0 || (WHOLE && seed % WHOLE == 0);
    const uint8_t *cut = whole ? NULL : memchr(data, CUT, size);
    const size_t first = cut ? (size_t)(cut - data) + 1 : 0;
    if (first >= most)
        return LLVMFuzzerMutate(data, size, most);
    return first + LLVMFuzzerMutate(data + first, size - first, most - first);
}
