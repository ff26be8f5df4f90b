// Queues: they collect the pushes of a workgroup to a worklist in local memory, and write them together.
//
// A queue consists of items and four words, `counts`. The first three words rotate: the number of items
// since the last flush, in round r, is counts[r % 3]. Therefore a flush of an empty queue costs only one
// barrier: before the barrier of the flush that ends round r, the first work-item clears the count of
// round r + 1. At that time, no work-item reads this word: it was the count of round r - 2, which was read
// before the barrier of round r - 1. No work-item adds to it before the barrier of round r. The fourth
// word is the index of the first slot to which the flush writes.

#ifndef IGC_QUEUE_CL
#define IGC_QUEUE_CL

#include "atomics.cl"
#include "dialect.cl"
#include "group.cl"
#include "worklist.cl"

// Capacity of a queue, in values. A pair has two values.
#define IGC_QUEUE_SIZE (8 * IGC_WORKGROUP_SIZE)
#define IGC_QUEUE_WORDS 4

// Initialises the queue at the start of a kernel. A workgroup barrier must follow.
static inline void igc_queue_start(local uint *counts)
{
    if (igc_local_id() == 0)
        counts[0] = 0;
}

// Write and read an item of a queue. A queue of pairs is aligned to single values.
#define IGC_QUEUED(T, WIDE)                                                                             \
    static inline void igc_put##WIDE(local T *queue, const uint slot, const T item)                     \
    {                                                                                                   \
        queue[slot] = item;                                                                             \
    }                                                                                                   \
    static inline T igc_queued##WIDE(const local T *queue, const uint slot) { return queue[slot]; }

IGC_QUEUED(uint, )
IGC_QUEUED(ulong, _wide)

static inline void igc_put_pair(local ulong *queue, const uint slot, const ulong2 item)
{
    queue[2 * slot] = item.x;
    queue[2 * slot + 1] = item.y;
}

static inline ulong2 igc_queued_pair(const local ulong *queue, const uint slot)
{
    ulong2 item;
    item.x = queue[2 * slot];
    item.y = queue[2 * slot + 1];
    return item;
}

// For items of type T with values of type V, and functions whose names end in WIDE:
//
// - igc_enqueue adds an item to the queue, or to the worklist's back buffer if the queue is full.
// - igc_flush moves the items of the queue to the worklist's back buffer, and returns the number of the next
//   round, mod 3. Its condition is uniform in the workgroup, as the barriers inside require.
#define IGC_QUEUES(T, V, WIDE)                                                                          \
    static inline void igc_enqueue##WIDE(local V *queue, local uint *counts, const uint round,          \
                                         global uint *back, global uint *sizes, const uint phase,       \
                                         const uint capacity, const T item)                             \
    {                                                                                                   \
        const uint slot = igc_local_atomic_add_uint(counts + round, 1);                                 \
        if (slot < IGC_QUEUE_SIZE * sizeof(V) / sizeof(T))                                              \
            igc_put##WIDE(queue, slot, item);                                                           \
        else                                                                                            \
            igc_push##WIDE(back, sizes, phase, capacity, item);                                         \
    }                                                                                                   \
                                                                                                        \
    IGC_WITH_BARRIERS uint igc_flush##WIDE(const local V *queue, local uint *counts, const uint round,  \
                                           global uint *back, global uint *sizes, const uint phase,     \
                                           const uint capacity)                                         \
    {                                                                                                   \
        const uint next = round == 2 ? 0 : round + 1;                                                   \
        if (igc_local_id() == 0)                                                                        \
            counts[next] = 0;                                                                           \
        igc_workgroup_barrier();                                                                        \
        const uint count = min(counts[round], (uint)(IGC_QUEUE_SIZE * sizeof(V) / sizeof(T)));          \
        if (count > 0) {                                                                                \
            igc_path_start();                                                                           \
            if (igc_local_id() == 0)                                                                    \
                counts[3] = igc_reserve(sizes, phase, capacity, count);                                 \
            igc_workgroup_barrier();                                                                    \
            const uint slot = counts[3];                                                                \
            global T *items = (global T *)back;                                                         \
            for (uint i = igc_local_id(); i < count; i += IGC_WORKGROUP_SIZE)                           \
                if (slot + i < capacity)                                                                \
                    items[slot + i] = igc_queued##WIDE(queue, i);                                       \
            igc_workgroup_barrier();                                                                    \
        }                                                                                               \
        return next;                                                                                    \
    }

IGC_QUEUES(uint, uint, )
IGC_QUEUES(ulong, ulong, _wide)
IGC_QUEUES(ulong2, ulong, _pair)

#endif // IGC_QUEUE_CL
