// Search in shared memory.

#ifndef IGC_SEARCH_CL
#define IGC_SEARCH_CL

#include "dialect.cl"

// The number of the last offset that is at most `value`. There is one offset for each work-item of the
// workgroup, in ascending order, and the first is at most `value`.
//
// The answer is one of the `count` from `low` on, always. Each round asks about the one in the middle
// and halves the count, whatever it finds: all work-items make the same rounds, whose number is known
// when this is compiled, and none branches.
static inline uint igc_search(const local uint *offsets, const uint value)
{
    uint low = 0;
    for (uint count = IGC_WORKGROUP_SIZE; count > 1; count -= count / 2)
        low += offsets[low + count / 2] <= value ? count / 2 : 0;
    return low;
}

#endif // IGC_SEARCH_CL
