// A reduction by key, by scans of the values and of the positions where keys begin. Another kernel then
// computes the differences of the running sums at the ends of keys.

// Whether an element has another key than the element before it.
#define IGC_PRIM_IS_FIRST(i) ((i) == 0 || keys[i] != keys[(i) - 1])

// The first step: the number of keys that begin in a workgroup's share, and the sum of its values.
kernel IGC_WORKGROUP void igc_prim_keys_up(global uint *firsts, global uint *partials,
                                           const global uint *keys, IGC_PRIM_IN y, const uint tiles)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    const igc_prim_share own = igc_prim_tiles(tiles);
    uint sum = 0;
    uint first = 0;
    for (uint tile = own.from; tile < own.to; tile++) {
        uint words[IGC_PRIM_ITEMS];
        igc_prim_load_tile(words, y, tile);
        for (uint i = 0; i < IGC_PRIM_ITEMS; i++) {
            const uint at = IGC_PRIM_AT(tile, i / IGC_PRIM_RUN) + i % IGC_PRIM_RUN;
            sum += words[i];
            first += IGC_PRIM_IS_FIRST(at) ? 1 : 0;
        }
    }
    const uint all = igc_workgroup_add_uint(scratch, sum);
    const uint all_first = igc_workgroup_add_uint(scratch, first);
    if (igc_local_id() == 0) {
        partials[igc_launch().group] = all;
        firsts[igc_launch().group] = all_first;
    }
}

// The last step: at the end of each key, stores the key and the sum of all values up to there.
kernel IGC_WORKGROUP void igc_prim_keys_down(global uint *found, global uint *ends,
                                             const global uint *keys, IGC_PRIM_IN y, const uint tiles,
                                             const global uint *firsts, const global uint *partials)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    const igc_prim_share own = igc_prim_tiles(tiles);
    IGC_SHARE_END uint to = own.to;
    const uint n = tiles * IGC_PRIM_TILE;
    uint carry = partials[igc_launch().group];
    uint carry_first = firsts[igc_launch().group];
    for (uint tile = own.from; igc_continues(tile < to); tile++) {
        igc_path_start();
        uint words[IGC_PRIM_ITEMS];
        igc_prim_load_tile(words, y, tile);
        for (uint run = 0; igc_continues(run < IGC_PRIM_RUNS); run++) {
            igc_path_start();
            const uint *each = words + run * IGC_PRIM_RUN;
            const uint start = IGC_PRIM_AT(tile, run);
            uint first = 0;
            for (uint i = 0; i < IGC_PRIM_RUN; i++)
                first += IGC_PRIM_IS_FIRST(start + i) ? 1 : 0;
            uint all;
            uint all_first;
            uint sum = carry + igc_scan(scratch, igc_prim_sum(each), &all);
            uint number = carry_first + igc_scan(scratch, first, &all_first);
            for (uint i = 0; i < IGC_PRIM_RUN; i++) {
                sum += each[i];
                number += IGC_PRIM_IS_FIRST(start + i) ? 1 : 0;
                if (start + i + 1 == n || IGC_PRIM_IS_FIRST(start + i + 1)) {
                    found[number - 1] = keys[start + i];
                    ends[number - 1] = sum;
                }
            }
            carry += all;
            carry_first += all_first;
        }
    }
}
