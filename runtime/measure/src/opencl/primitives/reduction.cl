// The sum of each workgroup's share. This is also the first step of a scan.

kernel IGC_WORKGROUP void igc_prim_sums(global uint *partials, IGC_PRIM_IN y, const uint tiles)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    const igc_prim_share own = igc_prim_tiles(tiles);
    uint sum = 0;
    for (uint tile = own.from; tile < own.to; tile++) {
        uint words[IGC_PRIM_ITEMS];
        igc_prim_load_tile(words, y, tile);
        for (uint i = 0; i < IGC_PRIM_ITEMS; i++)
            sum += words[i];
    }
    const uint all = igc_workgroup_add_uint(scratch, sum);
    if (igc_local_id() == 0)
        partials[igc_launch().group] = all;
}
