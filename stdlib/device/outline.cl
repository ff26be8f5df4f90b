// Outlined loops: loops of `main` that run on the device. This file has the state that the host otherwise
// keeps, and the work that the host otherwise does between two launches.

#ifndef IGC_OUTLINE_CL
#define IGC_OUTLINE_CL

#include "atomics.cl"
#include "dialect.cl"
#include "grid.cl"
#include "group.cl"

// How a loop ended, as in the schedule's results.
#define IGC_DONE 0u
#define IGC_OVERFLOW 1u  // a worklist was too small
#define IGC_ROUNDS 2u    // more rounds than allowed
#define IGC_SEED_NODE 3u // the seed of a worklist contained an invalid node

// The state of an outlined loop. Every work-item has its own copy, and all copies have the same values. Once
// the status is not IGC_DONE, no loop continues.
typedef struct {
    uint status;
    uint node;         // the invalid node, with IGC_SEED_NODE
    uint worklist;     // the worklist whose seed contained it
    uint barriers;     // number of the last grid barrier
    ulong rounds;      // number of rounds of all loops
    ulong most_rounds; // maximum number of rounds
    ulong launches;    // number of calls of kernels
} igc_run;

static inline igc_run igc_start(const ulong rounds, const ulong most_rounds)
{
    const igc_run run = {IGC_DONE, 0u, 0u, 0u, rounds, most_rounds, 0ul};
    return run;
}

// Returns whether a loop with the condition `wanted` continues, and counts another round if it does. All
// work-items of a workgroup must call this function together. The barrier is necessary because a round may
// use the same local memory as the previous round. (The barrier is at the head of the loop, and the function
// has no branches, so that compilers do not restructure the loop: PoCL duplicates the code after a barrier
// that some paths skip.)
IGC_WITH_BARRIERS bool igc_next_round(igc_run *run, const bool wanted)
{
    igc_workgroup_barrier();
    const bool goes_on = wanted & (run->status == IGC_DONE);
    run->rounds += goes_on ? 1ul : 0ul;
    run->status = (goes_on & (run->rounds > run->most_rounds)) ? IGC_ROUNDS : run->status;
    return goes_on & (run->status == IGC_DONE);
}

// The qualifier of the result of `igc_takes`. Some devices need `volatile` (quirk `intel-cpu-arms`).
#ifndef IGC_TAKEN
#define IGC_TAKEN
#endif

// Returns whether a branch that contains barriers is executed. All work-items of a workgroup must call this
// function together, for the same reasons as `igc_next_round`.
IGC_WITH_BARRIERS bool igc_takes(const bool wanted)
{
    igc_workgroup_barrier();
    const IGC_TAKEN bool taken = wanted;
    return taken;
}

// Returns the number of items in the back buffer of a worklist. If some items found no room, it ends the
// loop.
static inline uint igc_waiting(igc_run *run, const global uint *sizes, const uint phase,
                               const uint capacity)
{
    const uint waiting = igc_load_uint(sizes + (phase + 1u) % 3u);
    if (waiting > capacity && run->status == IGC_DONE)
        run->status = IGC_OVERFLOW;
    return waiting;
}

// Returns whether the loops may continue, as far as the capacity of this worklist is concerned. A loop that
// has lost an item could otherwise wait for the item forever. If a push found no room, the first work-item
// stores the number of the next grid barrier in IGC_ENDING, and all loops end after that barrier. The
// work-items make the same decision without an additional barrier: at this point all of them have passed the
// same number of barriers, and those that have passed the stored barrier see the stored number.
static inline bool igc_has_room(igc_run *run, global uint *environment, const igc_grid grid,
                                const global uint *sizes)
{
    if (igc_global_id(grid) == 0u && igc_load_uint(sizes + 3u) != 0u
        && igc_load_uint(environment + IGC_ENDING) == 0u)
        igc_store_uint(environment + IGC_ENDING, run->barriers + 1u);
    const uint ending = igc_load_uint(environment + IGC_ENDING);
    const bool ends = ending != 0u && run->barriers >= ending;
    run->status = (ends && run->status == IGC_DONE) ? IGC_OVERFLOW : run->status;
    return !ends;
}

// Swaps two variables of type T.
#define IGC_SWAP(T, a, b)                                                                       \
    do {                                                                                        \
        T igc_kept = a;                                                                         \
        a = b;                                                                                  \
        b = igc_kept;                                                                           \
    } while (0)

// Swaps the front and the back buffer of a worklist, before a call that reads it. `swapped` is 1 after an
// odd number of swaps, and 0 after an even number.
#define IGC_SWAP_BUFFERS(phase, swapped)                                                        \
    do {                                                                                        \
        phase = (phase + 1u) % 3u;                                                              \
        swapped ^= 1u;                                                                          \
    } while (0)

// Return the current front and back buffer of a worklist. `front` and `back` are the buffers before the
// first swap.
static inline global uint *igc_front(global uint *front, global uint *back, const uint swapped)
{
    return swapped ? back : front;
}

static inline global uint *igc_back(global uint *front, global uint *back, const uint swapped)
{
    return swapped ? front : back;
}

// Empties both buffers of a worklist. Does not reset the fourth size word.
static inline void igc_clear(const igc_grid grid, global uint *sizes)
{
    if (igc_global_id(grid) == 0u)
        for (uint i = 0u; i < 3u; i++)
            igc_store_uint(sizes + i, 0u);
}

// Sets the sizes of a worklist whose back buffer has just got `count` items.
static inline void igc_seeded(global uint *sizes, const uint phase, const uint capacity, const uint count)
{
    igc_store_uint(sizes + phase, 0u);
    igc_store_uint(sizes + (phase + 1u) % 3u, count);
    igc_store_uint(sizes + (phase + 2u) % 3u, 0u);
    if (count > capacity)
        igc_atomic_max_uint(sizes + 3u, count);
}

// Empties a worklist and pushes every node.
static inline void igc_seed_nodes(const igc_grid grid, global uint *back, global uint *sizes,
                                  const uint phase, const uint capacity, const uint node_count)
{
    IGC_SHARE_END uint end = min(node_count, capacity);
    for (uint i = igc_global_id(grid); i < end; i += igc_global_size(grid))
        back[i] = i;
    if (igc_global_id(grid) == 0u)
        igc_seeded(sizes, phase, capacity, node_count);
}

// Empty a worklist and push these items, which are not nodes.
#define IGC_SEED_ITEMS(T, WIDE)                                                                        \
    static inline void igc_seed_items##WIDE(const igc_grid grid, const T *items, const uint count,     \
                                            global uint *back, global uint *sizes, const uint phase,   \
                                            const uint capacity)                                       \
    {                                                                                                  \
        if (igc_global_id(grid) == 0u) {                                                               \
            for (uint i = 0u; i < min(count, capacity); i++)                                           \
                ((global T *)back)[i] = items[i];                                                      \
            igc_seeded(sizes, phase, capacity, count);                                                 \
        }                                                                                              \
    }

IGC_SEED_ITEMS(uint, )
IGC_SEED_ITEMS(ulong, _wide)
IGC_SEED_ITEMS(ulong2, _pair)

// Empties the worklist with the number `worklist` and pushes these nodes. If one of them is not a valid node,
// it pushes none of them, and all loops end.
static inline void igc_seed(const igc_grid grid, igc_run *run, const uint worklist, const uint *items,
                            const uint count, global uint *back, global uint *sizes, const uint phase,
                            const uint capacity, const uint node_count)
{
    for (uint i = 0u; i < count; i++)
        if (items[i] >= node_count && run->status == IGC_DONE) {
            run->status = IGC_SEED_NODE;
            run->node = items[i];
            run->worklist = worklist;
        }
    igc_seed_items(grid, items, run->status == IGC_DONE ? count : 0u, back, sizes, phase, capacity);
}

// Write every element of an array. Rows of several elements may have more than 2^32 in total.
#define IGC_FILL(T)                                                                             \
    static inline void igc_fill_##T(const igc_grid grid, global T *array, const size_t length,  \
                                    const T value)                                              \
    {                                                                                           \
        IGC_SHARE_END size_t end = length;                                                      \
        for (size_t i = igc_global_id(grid); i < end; i += igc_global_size(grid))               \
            array[i] = value;                                                                   \
    }                                                                                           \
    static inline void igc_fill_rows_##T(const igc_grid grid, global T *array, const ulong rows, \
                                         const uint length, const T value)                      \
    {                                                                                           \
        IGC_SHARE_END ulong end = rows * length;                                                \
        for (ulong i = igc_global_id(grid); i < end; i += igc_global_size(grid))                \
            array[i] = value;                                                                   \
    }

IGC_FILL(uint)
IGC_FILL(int)
IGC_FILL(ulong)
IGC_FILL(long)
IGC_FILL(float)
IGC_FILL(uchar)
IGC_FILL(ushort)
#ifdef IGC_DOUBLES
IGC_FILL(double)
#endif

#endif // IGC_OUTLINE_CL
