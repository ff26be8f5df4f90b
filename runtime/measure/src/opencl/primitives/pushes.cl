// Pushes to a worklist: each element has a number of items to push, which are consecutive numbers. For a
// compaction, this number is 0 or 1 and the item is the index of the element. Otherwise, the numbers of items
// differ as the degrees of nodes do.

#if IGC_PRIM_COMPACTION
#define IGC_PRIM_FIRST_ITEM(i) (i)
#else
// The number of items of the elements before: of each 64 elements, the first has 16 items, the next 4 have 4
// items each, and the next 16 have one item each.
static inline uint igc_prim_first_item(const uint i)
{
    const uint rest = i % 64;
    return i / 64 * 48
        + (rest == 0 ? 0 : rest < 5 ? 16 + (rest - 1) * 4 : rest < 21 ? 32 + rest - 5 : 48);
}
#define IGC_PRIM_FIRST_ITEM(i) igc_prim_first_item(i)
#endif

// The condition of a loop, which contains barriers with some algorithms.
#if IGC_PRIM_ALGORITHM == 3 || IGC_PRIM_ALGORITHM == 4
#define IGC_PRIM_CONTINUES(condition) igc_continues(condition)
#else
#define IGC_PRIM_CONTINUES(condition) (condition)
#endif

// Stores the items of a run from a slot on.
static inline void igc_prim_put(global uint *back, uint slot, const uint capacity, const uint *counts,
                                const uint start)
{
    for (uint i = 0; i < IGC_PRIM_RUN; i++) {
        const uint first = IGC_PRIM_FIRST_ITEM(start + i);
        for (uint k = 0; k < counts[i]; k++, slot++)
            if (slot < capacity)
                back[slot] = first + k;
    }
}

kernel IGC_WORKGROUP void igc_prim_pushes(global uint *back, global uint *sizes, const uint capacity,
                                          IGC_PRIM_IN numbers, const uint tiles)
{
    const igc_prim_share own = igc_prim_tiles(tiles);
    IGC_SHARE_END uint to = own.to;
#if IGC_PRIM_ALGORITHM == 3
    local uint queue[IGC_QUEUE_SIZE];
    local uint queued[IGC_QUEUE_WORDS];
    uint round = 0;
    igc_queue_start(queued);
    igc_workgroup_barrier();
#elif IGC_PRIM_ALGORITHM == 4
    local ulong scratch[IGC_SCRATCH_SIZE];
    local uint place[1];
#endif
    for (uint tile = own.from; IGC_PRIM_CONTINUES(tile < to); tile++) {
        igc_path_start();
        uint counts[IGC_PRIM_ITEMS];
        igc_prim_load_tile(counts, numbers, tile);
#if IGC_PRIM_ALGORITHM == 0 || IGC_PRIM_ALGORITHM == 1 || IGC_PRIM_ALGORITHM == 3
        for (uint i = 0; i < IGC_PRIM_ITEMS; i++) {
            const uint at = IGC_PRIM_AT(tile, i / IGC_PRIM_RUN) + i % IGC_PRIM_RUN;
            for (uint k = 0; k < counts[i]; k++)
#if IGC_PRIM_ALGORITHM == 3
                igc_enqueue(queue, queued, round, back, sizes, 0, capacity, IGC_PRIM_FIRST_ITEM(at) + k);
#else
                igc_push(back, sizes, 0, capacity, IGC_PRIM_FIRST_ITEM(at) + k);
#endif
        }
#if IGC_PRIM_ALGORITHM == 3
        igc_path_end();
        round = igc_flush(queue, queued, round, back, sizes, 0, capacity);
#endif
#else
        for (uint run = 0; IGC_PRIM_CONTINUES(run < IGC_PRIM_RUNS); run++) {
            igc_path_start();
            const uint *each = counts + run * IGC_PRIM_RUN;
            const uint count = igc_prim_sum(each);
#if IGC_PRIM_ALGORITHM == 2
            const uint before = igc_subgroup_scan(count);
            const uint all = igc_subgroup_add_uint(count);
            uint slot = 0;
            if (igc_lane() == 0 && all > 0)
                slot = igc_reserve(sizes, 0, capacity, all);
            slot = igc_subgroup_add_uint(slot);
#else
            uint all;
            const uint before = igc_scan(scratch, count, &all);
            if (igc_local_id() == 0)
                place[0] = all > 0 ? igc_reserve(sizes, 0, capacity, all) : 0;
            igc_workgroup_barrier();
            const uint slot = place[0];
            igc_workgroup_barrier();
#endif
            igc_prim_put(back, slot + before, capacity, each, IGC_PRIM_AT(tile, run));
        }
#endif
    }
}
