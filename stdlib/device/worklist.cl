// Worklists: double-buffered bags of items. Kernels read the front buffer and push to the back buffer.
//
// A worklist consists of two buffers of `capacity` items, which have 32, 64 or 128 bits each, and four words,
// `sizes`. An item of 128 bits is a pair of values of 64 bits. The first three words rotate through three
// purposes: the size of the front buffer, the size of the back buffer, and a spare. The phase of the worklist
// is the index of the front buffer's size: 0, 1 or 2. The next word is the back buffer's size, and the word
// after that is the spare. A swap of the two buffers adds one to the phase, mod 3. Each launch that reads the
// worklist clears the spare, which becomes the back buffer's size at the next swap. Therefore no extra kernel
// and no write by the host is needed between two launches. The fourth word is zero until a push finds no
// room. It then holds the capacity that would have been enough.

#ifndef IGC_WORKLIST_CL
#define IGC_WORKLIST_CL

#include "atomics.cl"
#include "group.cl"
#include "subgroups.cl"

// Clears the spare size, at the start of a kernel that reads the worklist.
static inline void igc_clear_spare_size(const igc_grid grid, global uint *sizes, const uint phase)
{
    if (igc_global_id(grid) == 0)
        sizes[(phase + 2) % 3] = 0;
}

// Returns the number of items in the front buffer. A size word also counts pushes that found no room.
static inline uint igc_worklist_size(const global uint *sizes, const uint phase, const uint capacity)
{
    return min(sizes[phase], capacity);
}

// Reserves slots for `count` items in the back buffer, and returns the index of the first slot. The caller
// must drop items whose slots are beyond the capacity. The host detects such items by the fourth size word,
// and restarts the run with a larger worklist.
static inline uint igc_reserve(global uint *sizes, const uint phase, const uint capacity,
                               const uint count)
{
    const uint slot = igc_atomic_add_uint(sizes + (phase + 1) % 3, count);
    if (slot + count > capacity)
        igc_atomic_max_uint(sizes + 3, slot + count);
    return slot;
}

// The qualifier of the index of a push. Some devices need `volatile` (quirk `intel-cpu-pushes`).
#ifndef IGC_PLACE
#define IGC_PLACE const
#endif

// Reserves a slot for one item of this work-item. A policy for the device may choose the way, IGC_PUSHES:
//
//   0  each work-item executes an atomic addition
//   1  those work-items of a warp that push at the same time execute one atomic addition, if the device has
//      warps; otherwise as 0
//
// The second way is "warp-aggregated atomics" (Adinetz, "CUDA Pro Tip: Optimized Filtering with
// Warp-Aggregated Atomics", 2014). All work-items of the warp that execute a push push to the same worklist.
#ifndef IGC_PUSHES
#define IGC_PUSHES 0
#endif

#if IGC_PUSHES == 1 && defined(IGC_ACTIVE_LANES)
static inline uint igc_reserve_one(global uint *sizes, const uint phase, const uint capacity)
{
    const uint together = igc_active_lanes();
    const uint first = popcount((together & (0u - together)) - 1u);
    uint start = 0;
    if (igc_lane() == first)
        start = igc_reserve(sizes, phase, capacity, popcount(together));
    const uint slot = igc_value_of_lane(start, first, together);
    return slot + popcount(together & ((1u << igc_lane()) - 1u));
}
#else
static inline uint igc_reserve_one(global uint *sizes, const uint phase, const uint capacity)
{
    return igc_reserve(sizes, phase, capacity, 1);
}
#endif

// Adds an item to the back buffer, or drops it if the buffer is full.
static inline void igc_push(global uint *back, global uint *sizes, const uint phase,
                            const uint capacity, const uint item)
{
    IGC_PLACE uint slot = igc_reserve_one(sizes, phase, capacity);
    if (slot < capacity)
        back[slot] = item;
}

// The same for items of 64 bits, of which each has two words of the buffer.
static inline void igc_push_wide(global uint *back, global uint *sizes, const uint phase,
                                 const uint capacity, const ulong item)
{
    IGC_PLACE uint slot = igc_reserve_one(sizes, phase, capacity);
    if (slot < capacity)
        ((global ulong *)back)[slot] = item;
}

// The same for pairs, of which each has four words of the buffer.
static inline void igc_push_pair(global uint *back, global uint *sizes, const uint phase,
                                 const uint capacity, const ulong2 item)
{
    IGC_PLACE uint slot = igc_reserve_one(sizes, phase, capacity);
    if (slot < capacity)
        ((global ulong2 *)back)[slot] = item;
}

// Returns an item of 64 bits.
static inline ulong igc_wide_item(const global uint *front, const uint index)
{
    return ((const global ulong *)front)[index];
}

// Returns a pair.
static inline ulong2 igc_pair_item(const global uint *front, const uint index)
{
    return ((const global ulong2 *)front)[index];
}

#endif // IGC_WORKLIST_CL
