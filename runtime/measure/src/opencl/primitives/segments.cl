// The sums of segments, whose starts are known, as those of a node's edges are. A workgroup processes as many
// segments at a time as it has work-items.

kernel IGC_WORKGROUP void igc_prim_segments(global uint *sums, IGC_PRIM_IN y, const global uint *starts,
                                            const uint segments)
{
    const igc_prim_share own = igc_prim_tiles((segments + IGC_WORKGROUP_SIZE - 1) / IGC_WORKGROUP_SIZE);
#if IGC_PRIM_ALGORITHM == 0
    // Each work-item adds the values of its segment.
    for (uint block = own.from; block < own.to; block++) {
        const uint segment = block * IGC_WORKGROUP_SIZE + igc_local_id();
        if (segment < segments) {
            uint sum = 0;
            for (uint i = starts[segment]; i < starts[segment + 1]; i++)
                sum += igc_prim_load(y + i).each[0];
            sums[segment] = sum;
        }
    }
#else
    // The workgroup scans the tiles in which its segments are, and each work-item adds the differences of the
    // running sums at the ends of its segment.
    local ulong scratch[IGC_SCRATCH_SIZE];
    local uint running[IGC_PRIM_TILE + 1];
    IGC_SHARE_END uint to = own.to;
    for (uint block = own.from; igc_continues(block < to); block++) {
        igc_path_start();
        const uint segment = block * IGC_WORKGROUP_SIZE + igc_local_id();
        const uint start = starts[min(segment, segments)];
        const uint end = starts[min(segment + 1, segments)];
        IGC_SHARE_END uint last = starts[min((block + 1) * IGC_WORKGROUP_SIZE, segments)];
        uint sum = 0;
        for (uint tile = starts[block * IGC_WORKGROUP_SIZE] / IGC_PRIM_TILE;
             igc_continues(tile * IGC_PRIM_TILE < last); tile++) {
            igc_path_start();
            uint words[IGC_PRIM_ITEMS];
            igc_prim_load_tile(words, y, tile);
            uint carry = 0;
            for (uint run = 0; igc_continues(run < IGC_PRIM_RUNS); run++) {
                igc_path_start();
                const uint *each = words + run * IGC_PRIM_RUN;
                uint all;
                uint before = carry + igc_scan(scratch, igc_prim_sum(each), &all);
                for (uint i = 0; i < IGC_PRIM_RUN; i++) {
                    running[IGC_PRIM_IN_TILE(run) + i] = before;
                    before += each[i];
                }
                carry += all;
            }
            if (igc_local_id() == 0)
                running[IGC_PRIM_TILE] = carry;
            igc_workgroup_barrier();
            const uint base = tile * IGC_PRIM_TILE;
            const uint low = clamp(start, base, base + IGC_PRIM_TILE) - base;
            const uint high = clamp(end, base, base + IGC_PRIM_TILE) - base;
            sum += running[high] - running[low];
            igc_workgroup_barrier();
        }
        if (segment < segments)
            sums[segment] = sum;
    }
#endif
}
