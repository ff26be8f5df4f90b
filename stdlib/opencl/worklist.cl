// Worklists: double-buffered bags of nodes. Kernels read the front buffer and push to the back buffer.
//
// A worklist consists of two buffers of `capacity` items and four words, `sizes`. Three of the words take
// turns as the size of the front buffer, the size of the back buffer, and a spare, so that no extra
// kernel or write by the host is needed between two launches. `turn` is the index of the front
// buffer's size; the next word is the back buffer's size; the word after that is the spare, which the
// launch clears. The fourth word records the capacity that all pushes would have needed.

#ifndef IGC_WORKLIST_CL
#define IGC_WORKLIST_CL

#include "atomics.cl"
#include "group.cl"

// Clears the spare size, at the start of a kernel that reads the worklist.
static inline void igc_worklist_turn(const igc_grid grid, global uint *sizes, const uint turn)
{
    if (igc_global_id(grid) == 0)
        sizes[(turn + 2) % 3] = 0;
}

// Number of items in the front buffer. A size above the capacity includes pushes that found no room.
static inline uint igc_worklist_size(const global uint *sizes, const uint turn, const uint capacity)
{
    return min(sizes[turn], capacity);
}

// Reserves room for some items in the back buffer; returns the index of the first. Items beyond the
// capacity are dropped. The host detects this and restarts the run with a larger worklist.
static inline uint igc_reserve(global uint *sizes, const uint turn, const uint capacity,
                               const uint count)
{
    const uint slot = igc_atomic_add_uint(sizes + (turn + 1) % 3, count);
    if (slot + count > capacity)
        igc_atomic_max_uint(sizes + 3, slot + count);
    return slot;
}

// The qualifier of a push's index; a device may need `volatile` (quirk `intel-cpu-pushes`).
#ifndef IGC_PLACE
#define IGC_PLACE const
#endif

// Adds an item to the back buffer.
static inline void igc_push(global uint *back, global uint *sizes, const uint turn,
                            const uint capacity, const uint item)
{
    IGC_PLACE uint slot = igc_reserve(sizes, turn, capacity, 1);
    if (slot < capacity)
        back[slot] = item;
}

#endif // IGC_WORKLIST_CL
