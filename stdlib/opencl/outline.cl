// An outlined loop: what the host would keep and do between two launches.

#ifndef IGC_OUTLINE_CL
#define IGC_OUTLINE_CL

#include "atomics.cl"
#include "dialect.cl"
#include "grid.cl"
#include "group.cl"

// How a loop ended; as the schedule's results have it.
#define IGC_DONE 0u
#define IGC_OVERFLOW 1u  // a worklist ran out of room
#define IGC_ROUNDS 2u    // more rounds than allowed
#define IGC_SEED_NODE 3u // a worklist was to start with what is no node

// What every work-item keeps for itself, the same in all of them. Once the status is not IGC_DONE, no
// loop goes on.
typedef struct {
    uint status;
    uint node;        // the node, with IGC_SEED_NODE
    uint worklist;    // and the worklist
    uint barriers;    // the number of the last grid barrier
    ulong rounds;     // of all loops
    ulong most_rounds;
    ulong launches;   // calls of kernels
} igc_run;

static inline igc_run igc_start(const ulong rounds, const ulong most_rounds)
{
    const igc_run run = {IGC_DONE, 0u, 0u, 0u, rounds, most_rounds, 0ul};
    return run;
}

// Whether a loop goes on whose condition is `wanted`: a further round, then. All of a workgroup ask
// together, and nobody goes on before all have asked: a round may use the local memory of the one before.
// (With a barrier where the loop is entered, and without branches, compilers leave the loop as it is.
// PoCL copies what follows a barrier that some ways lead past.)
IGC_WITH_BARRIERS bool igc_next_round(igc_run *run, const bool wanted)
{
    igc_workgroup_barrier();
    const bool goes_on = wanted & (run->status == IGC_DONE);
    run->rounds += goes_on ? 1ul : 0ul;
    run->status = (goes_on & (run->rounds > run->most_rounds)) ? IGC_ROUNDS : run->status;
    return goes_on & (run->status == IGC_DONE);
}

// How the answer of `igc_takes` is kept; a device may need `volatile` (quirk `intel-cpu-arms`).
#ifndef IGC_TAKEN
#define IGC_TAKEN
#endif

// Whether an arm of a conditional is taken, in which the workgroup may wait. All of a workgroup ask together,
// for the same reasons.
IGC_WITH_BARRIERS bool igc_takes(const bool wanted)
{
    igc_workgroup_barrier();
    const IGC_TAKEN bool taken = wanted;
    return taken;
}

// How many items wait on a worklist. That some found no room ends the loop.
static inline uint igc_waiting(igc_run *run, const global uint *sizes, const uint turn,
                               const uint capacity)
{
    const uint waiting = igc_load_uint(sizes + (turn + 1u) % 3u);
    if (waiting > capacity && run->status == IGC_DONE)
        run->status = IGC_OVERFLOW;
    return waiting;
}

// Whether this worklist, too, had room for all pushes: a loop may wait for ever for one that found none.
// The first work-item looks, and if there was none, all loops end behind the next barrier. All decide alike
// without a barrier of their own, since all who come here have passed as many, and those who have passed
// that one see what was noted before it.
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

// Exchanges two variables of type T.
#define IGC_SWAP(T, a, b)                                                                       \
    do {                                                                                        \
        T igc_kept = a;                                                                         \
        a = b;                                                                                  \
        b = igc_kept;                                                                           \
    } while (0)

// Makes the back side of a worklist the front side, before a call that reads it.
#define IGC_TURN(turn, turned)                                                                  \
    do {                                                                                        \
        turn = (turn + 1u) % 3u;                                                                \
        turned ^= 1u;                                                                           \
    } while (0)

// A side of a worklist: itself, or the other one after an odd number of turns.
static inline global uint *igc_side(global uint *side, global uint *other, const uint turned)
{
    return turned ? other : side;
}

// Empties both sides of a worklist. That room was missing stays known.
static inline void igc_clear(const igc_grid grid, global uint *sizes)
{
    if (igc_global_id(grid) == 0u)
        for (uint i = 0u; i < 3u; i++)
            igc_store_uint(sizes + i, 0u);
}

// Notes how many items a worklist starts with.
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

// Empties a worklist, whose number is `worklist`, and pushes these items; none where one is no node.
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
