// Search in local memory.

#ifndef IGC_SEARCH_CL
#define IGC_SEARCH_CL

#include "dialect.cl"

// Returns the index of the last offset that is at most `value`. The workgroup has one offset for each
// work-item, in ascending order, and the first offset must be at most `value`.
//
// The result is always the index of one of the `count` offsets from `low` on. Each round compares the middle
// one of them and halves the count. All work-items execute the same number of rounds, which is known at
// compile time, without a branch.
static inline uint igc_search(const local uint *offsets, const uint value)
{
    uint low = 0;
    for (uint count = IGC_WORKGROUP_SIZE; count > 1; count -= count / 2)
        low += offsets[low + count / 2] <= value ? count / 2 : 0;
    return low;
}

#endif // IGC_SEARCH_CL
