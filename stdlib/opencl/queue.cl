// Queues: what a workgroup is about to push to a worklist, gathered in local memory, so that one
// atomic on the worklist's size makes room for all of it. (After the cooperative conversion of Pai and
// Pingali, OOPSLA 2016.)
//
// Work-items enqueue wherever they are, and flush together: that ends a round. There are three counts,
// which take turns; each work-item keeps for itself whose turn it is. Below, round r has counts[r % 3].
//
// Why three, and why one barrier is enough where nothing was enqueued: flush r starts with work-item 0
// clearing the count of round r + 1, and all then meet at a barrier, A(r). Who enqueues for round r + 1
// does so after A(r), so it finds the count cleared. Before, this count was round r - 2's. The last to
// touch it read it in flush r - 2, after A(r - 2); they have done so when they come to A(r - 1), which
// work-item 0 has left when it starts flush r. With two counts, the one to clear would be that of round
// r - 1, which others may still be reading when work-item 0 starts flush r.
//
// Where there are items, two more barriers follow: one before `start` is read, and one before items of
// the next round may take the place of those that are being copied. `start` is next written in a later
// flush, after its A.

// Eight items for each work-item: 4 KiB of local memory in workgroups of 128.
#define IGC_QUEUE_CAPACITY (8 * IGC_WORKGROUP_SIZE)

typedef struct {
    // How many items were enqueued in a round, those for which there was no room included.
    uint counts[3];
    // Where the items go in the worklist.
    uint start;
    uint items[IGC_QUEUE_CAPACITY];
} igc_queue;

// Makes a queue ready for round 0. A barrier of the workgroup must follow, and must come before, where
// the queue was in use already.
static inline void igc_queue_open(local igc_queue *queue)
{
    if (igc_local_id() == 0)
        queue->counts[0] = 0;
}

// Adds an item to the queue, or to the back of the worklist where the queue is full.
static inline void igc_enqueue(local igc_queue *queue, const uint round, global uint *back,
                               global uint *sizes, const uint turn, const uint capacity,
                               const uint item)
{
    const uint slot = igc_local_atomic_add_uint(&queue->counts[round], 1);
    if (slot < IGC_QUEUE_CAPACITY)
        queue->items[slot] = item;
    else
        igc_push(back, sizes, turn, capacity, item);
}

// Adds what was enqueued in this round to the back of the worklist, as igc_push would; all work-items
// of the workgroup together. It is a barrier. Yields the next round's turn.
static inline uint igc_flush(local igc_queue *queue, const uint round, global uint *back,
                             global uint *sizes, const uint turn, const uint capacity)
{
    const bool first = igc_local_id() == 0;
    const uint next = (round + 1) % 3;
    if (first)
        queue->counts[next] = 0;
    igc_workgroup_barrier();
    const uint count = min(queue->counts[round], (uint)IGC_QUEUE_CAPACITY);
    if (count > 0) {
        if (first)
            queue->start = igc_reserve(sizes, turn, capacity, count);
        igc_workgroup_barrier();
        const uint start = queue->start;
        for (uint i = igc_local_id(); i < count; i += IGC_WORKGROUP_SIZE)
            if (start + i < capacity)
                back[start + i] = queue->items[i];
        igc_workgroup_barrier();
    }
    return next;
}
