// Worklists: bags of nodes with two sides. Kernels read the front and push to the back.
//
// A worklist is two buffers of `capacity` items and four words, `sizes`. Three of the words take
// turns to be the size of the front, of the back, and spare, so that neither a kernel of its own nor
// a write from the host is needed between two launches: `turn` says which is the front's, the next
// one is the back's, and the one after it is spare and is cleared by the launch. The fourth word
// records how large the capacity would have had to be.

#ifndef IGC_WORKLIST_CL
#define IGC_WORKLIST_CL

#include "atomics.cl"
#include "group.cl"

// At the start of a kernel that reads the worklist: clears the spare size.
static inline void igc_worklist_turn(const igc_grid grid, global uint *sizes, const uint turn)
{
    if (igc_global_id(grid) == 0)
        sizes[(turn + 2) % 3] = 0;
}

// How many items are in front. A size past the capacity stands for pushes that found no room.
static inline uint igc_worklist_size(const global uint *sizes, const uint turn, const uint capacity)
{
    return min(sizes[turn], capacity);
}

// Makes room for some items at the back; the place of the first. Items past the capacity have no room
// and are dropped, and the host, which sees that, repeats the run with a larger worklist.
static inline uint igc_reserve(global uint *sizes, const uint turn, const uint capacity,
                               const uint count)
{
    const uint slot = igc_atomic_add_uint(sizes + (turn + 1) % 3, count);
    if (slot + count > capacity)
        igc_atomic_max_uint(sizes + 3, slot + count);
    return slot;
}

// How a push keeps its place; a device may need `volatile` (quirk `intel-cpu-pushes`).
#ifndef IGC_PLACE
#define IGC_PLACE const
#endif

// Adds an item to the back.
static inline void igc_push(global uint *back, global uint *sizes, const uint turn,
                            const uint capacity, const uint item)
{
    IGC_PLACE uint slot = igc_reserve(sizes, turn, capacity, 1);
    if (slot < capacity)
        back[slot] = item;
}

#endif // IGC_WORKLIST_CL
