// The last step of a scan: for each element, the sum of the elements before it. `partials` has the sum before
// each workgroup's share.

kernel IGC_WORKGROUP void igc_prim_scan(IGC_PRIM_OUT x, IGC_PRIM_IN y, const uint tiles,
                                        const global uint *partials)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    const igc_prim_share own = igc_prim_tiles(tiles);
    IGC_SHARE_END uint to = own.to;
    uint carry = partials[igc_launch().group];
    for (uint tile = own.from; igc_continues(tile < to); tile++) {
        igc_path_start();
        uint words[IGC_PRIM_ITEMS];
        igc_prim_load_tile(words, y, tile);
        for (uint run = 0; igc_continues(run < IGC_PRIM_RUNS); run++) {
            igc_path_start();
            uint *each = words + run * IGC_PRIM_RUN;
            uint all;
            uint before = carry + igc_scan(scratch, igc_prim_sum(each), &all);
            for (uint i = 0; i < IGC_PRIM_RUN; i++) {
                const uint value = each[i];
                each[i] = before;
                before += value;
            }
            carry += all;
        }
        igc_prim_store_tile(x, words, tile);
    }
}
