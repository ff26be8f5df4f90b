// Outlined loops: the state that the host would keep, and its work between two launches.

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
#define IGC_SEED_NODE 3u // a worklist was to start with an invalid node

// State that every work-item keeps for itself, with the same value in all of them. Once the status is
// not IGC_DONE, no loop continues.
typedef struct {
    uint status;
    uint node;        // the invalid node, with IGC_SEED_NODE
    uint worklist;    // the worklist that was to start with it
    uint barriers;    // number of the last grid barrier
    ulong rounds;     // rounds of all loops
    ulong most_rounds;
    ulong launches;   // calls of kernels
} igc_run;

static inline igc_run igc_start(const ulong rounds, const ulong most_rounds)
{
    const igc_run run = {IGC_DONE, 0u, 0u, 0u, rounds, most_rounds, 0ul};
    return run;
}

// Whether a loop with the condition `wanted` continues; counts a further round if so. All work-items of
// a workgroup call this together, and none continues before all have called it, because a round may use
// the local memory of the previous round. (With a barrier where the loop is entered, and without
// branches, compilers do not restructure the loop. PoCL copies code after a barrier that some paths skip.)
IGC_WITH_BARRIERS bool igc_next_round(igc_run *run, const bool wanted)
{
    igc_workgroup_barrier();
    const bool goes_on = wanted & (run->status == IGC_DONE);
    run->rounds += goes_on ? 1ul : 0ul;
    run->status = (goes_on & (run->rounds > run->most_rounds)) ? IGC_ROUNDS : run->status;
    return goes_on & (run->status == IGC_DONE);
}

// The qualifier of the result of `igc_takes`; a device may need `volatile` (quirk `intel-cpu-arms`).
#ifndef IGC_TAKEN
#define IGC_TAKEN
#endif

// Whether a branch of a conditional that contains barriers is taken. All work-items of a workgroup call
// this together, for the same reasons as igc_next_round.
IGC_WITH_BARRIERS bool igc_takes(const bool wanted)
{
    igc_workgroup_barrier();
    const IGC_TAKEN bool taken = wanted;
    return taken;
}

// Number of items that wait on a worklist. If some items found no room, the loop ends.
static inline uint igc_waiting(igc_run *run, const global uint *sizes, const uint turn,
                               const uint capacity)
{
    const uint waiting = igc_load_uint(sizes + (turn + 1u) % 3u);
    if (waiting > capacity && run->status == IGC_DONE)
        run->status = IGC_OVERFLOW;
    return waiting;
}

// Whether this worklist had room for all pushes. If it had not, a loop could wait for ever for a lost item.
// The first work-item checks and, if necessary, notes that all loops end after the next barrier. All
// work-items decide alike without a barrier of their own: they have passed the same number of barriers,
// and those that have passed the noted barrier see the note.
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

// Swaps the front and back buffers of a worklist, before a call that reads it.
#define IGC_TURN(turn, turned)                                                                  \
    do {                                                                                        \
        turn = (turn + 1u) % 3u;                                                                \
        turned ^= 1u;                                                                           \
    } while (0)

// A buffer of a worklist: `side`, or the other one after an odd number of swaps.
static inline global uint *igc_side(global uint *side, global uint *other, const uint turned)
{
    return turned ? other : side;
}

// Empties both buffers of a worklist. Does not reset the record of missing room.
static inline void igc_clear(const igc_grid grid, global uint *sizes)
{
    if (igc_global_id(grid) == 0u)
        for (uint i = 0u; i < 3u; i++)
            igc_store_uint(sizes + i, 0u);
}

// Sets the number of items with which a worklist starts.
static inline void igc_seeded(global uint *sizes, const uint turn, const uint capacity, const uint count)
{
    igc_store_uint(sizes + turn, 0u);
    igc_store_uint(sizes + (turn + 1u) % 3u, count);
    igc_store_uint(sizes + (turn + 2u) % 3u, 0u);
    if (count > capacity)
        igc_atomic_max_uint(sizes + 3u, count);
}

// Empties a worklist and pushes every node.
static inline void igc_seed_nodes(const igc_grid grid, global uint *back, global uint *sizes,
                                  const uint turn, const uint capacity, const uint node_count)
{
    const uint end = min(node_count, capacity);
    for (uint i = igc_global_id(grid); i < end; i += igc_global_size(grid))
        back[i] = i;
    if (igc_global_id(grid) == 0u)
        igc_seeded(sizes, turn, capacity, node_count);
}

// Empties the worklist with the number `worklist` and pushes these items, or none if one is invalid.
static inline void igc_seed(const igc_grid grid, igc_run *run, const uint worklist, const uint *items,
                            const uint count, global uint *back, global uint *sizes, const uint turn,
                            const uint capacity, const uint node_count)
{
    for (uint i = 0u; i < count; i++)
        if (items[i] >= node_count && run->status == IGC_DONE) {
            run->status = IGC_SEED_NODE;
            run->node = items[i];
            run->worklist = worklist;
        }
    if (igc_global_id(grid) == 0u) {
        for (uint i = 0u; i < min(count, capacity); i++)
            back[i] = items[i];
        igc_seeded(sizes, turn, capacity, run->status == IGC_DONE ? count : 0u);
    }
}

// Writes every element of an array.
#define IGC_FILL(T)                                                                             \
    static inline void igc_fill_##T(const igc_grid grid, global T *array, const uint length,    \
                                    const T value)                                              \
    {                                                                                           \
        for (uint i = igc_global_id(grid); i < length; i += igc_global_size(grid))              \
            array[i] = value;                                                                   \
    }

IGC_FILL(uint)
IGC_FILL(int)
IGC_FILL(ulong)
IGC_FILL(long)
IGC_FILL(float)
#ifdef cl_khr_fp64
IGC_FILL(double)
#endif

#endif // IGC_OUTLINE_CL
