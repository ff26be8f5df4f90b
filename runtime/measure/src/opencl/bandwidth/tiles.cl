// Operations on sequences, by tiles ("Policy-based Tuning for Performance Portability and Library
// Co-optimization", sections 4 and 5). A workgroup processes one tile after another; of each tile, each
// work-item loads IGC_CAL_LOADS vectors of IGC_CAL_WIDTH words. Lengths are whole tiles.

#define IGC_CAL_TILE (IGC_CAL_LOADS * IGC_WORKGROUP_SIZE)
// The index of the vector of a tile that a work-item loads in one of its loads.
#define IGC_CAL_AT(tile, load) ((tile) * IGC_CAL_TILE + (load) * IGC_WORKGROUP_SIZE + igc_local_id())

typedef union {
    IGC_CAL_T all;
    uint each[IGC_CAL_WIDTH];
} IGC_CAL_NAME(vector);

// Copies a tile: all loads before the first store.
#define IGC_CAL_COPY(tile)                                                                         \
    {                                                                                              \
        IGC_CAL_T data[IGC_CAL_LOADS];                                                             \
        for (uint load = 0u; load < IGC_CAL_LOADS; load++)                                         \
            data[load] = y[IGC_CAL_AT(tile, load)];                                                \
        for (uint load = 0u; load < IGC_CAL_LOADS; load++)                                         \
            x[IGC_CAL_AT(tile, load)] = data[load];                                                \
    }

// Each workgroup gets an even share of the tiles.
kernel IGC_WORKGROUP void IGC_CAL_NAME(tiles_copy)(global IGC_CAL_T *x, const global IGC_CAL_T *y,
                                                   const uint tiles)
{
    const igc_cal_share own = igc_cal_blocks(1u, tiles);
    for (uint tile = own.from; tile < own.to; tile++)
        IGC_CAL_COPY(tile)
}

// Each workgroup takes the next tile that is left.
kernel IGC_WORKGROUP void IGC_CAL_NAME(tiles_copy_stolen)(global IGC_CAL_T *x,
                                                          const global IGC_CAL_T *y,
                                                          const uint tiles, global uint *taken)
{
    local uint place[1];
    for (uint tile = igc_cal_steal(taken, place); tile < tiles; tile = igc_cal_steal(taken, place))
        IGC_CAL_COPY(tile)
}

#define IGC_CAL_ADD(tile)                                                                          \
    for (uint load = 0u; load < IGC_CAL_LOADS; load++) {                                           \
        const IGC_CAL_T data = y[IGC_CAL_AT(tile, load)];                                          \
        sum += IGC_CAL_SUM(data);                                                                  \
    }

// The sum of each workgroup's share: the upsweep of a reduction and of a scan.
kernel IGC_WORKGROUP void IGC_CAL_NAME(tiles_sum)(global uint *partials, const global IGC_CAL_T *y,
                                                  const uint tiles)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    const igc_cal_share own = igc_cal_blocks(1u, tiles);
    uint sum = 0u;
    for (uint tile = own.from; tile < own.to; tile++)
        IGC_CAL_ADD(tile)
    const uint all = igc_workgroup_add_uint(scratch, sum);
    if (igc_local_id() == 0u)
        partials[igc_launch().group] = all;
}

kernel IGC_WORKGROUP void IGC_CAL_NAME(tiles_sum_stolen)(global uint *partials,
                                                         const global IGC_CAL_T *y, const uint tiles,
                                                         global uint *taken)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    local uint place[1];
    uint sum = 0u;
    for (uint tile = igc_cal_steal(taken, place); tile < tiles; tile = igc_cal_steal(taken, place))
        IGC_CAL_ADD(tile)
    const uint all = igc_workgroup_add_uint(scratch, sum);
    if (igc_local_id() == 0u)
        partials[igc_launch().group] = all;
}

// The downsweep of a scan: for each element, the sum of the elements before it. `partials` has the sums
// before each workgroup's share.
kernel IGC_WORKGROUP void IGC_CAL_NAME(tiles_scan)(global IGC_CAL_T *x, const global IGC_CAL_T *y,
                                                   const uint tiles, const global uint *partials)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    const igc_cal_share own = igc_cal_blocks(1u, tiles);
    uint carry = partials[igc_launch().group];
    for (uint tile = own.from; tile < own.to; tile++) {
        for (uint load = 0u; load < IGC_CAL_LOADS; load++) {
            IGC_CAL_NAME(vector) data;
            data.all = y[IGC_CAL_AT(tile, load)];
            uint all;
            uint before = igc_scan(scratch, IGC_CAL_SUM(data.all), &all) + carry;
            for (uint i = 0u; i < IGC_CAL_WIDTH; i++) {
                const uint value = data.each[i];
                data.each[i] = before;
                before += value;
            }
            x[IGC_CAL_AT(tile, load)] = data.all;
            carry += all;
        }
    }
}

// Whether an element has another key than the element before it.
#define IGC_CAL_IS_FIRST(i) ((i) == 0u || keys[i] != keys[(i) - 1u])

// The upsweep of a reduction by key: the number of keys that begin in a workgroup's share, and the sum of
// its values.
kernel IGC_WORKGROUP void IGC_CAL_NAME(tiles_keys_up)(global uint *firsts, global uint *partials,
                                                      const global uint *keys,
                                                      const global IGC_CAL_T *y, const uint tiles)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    const igc_cal_share own = igc_cal_blocks(1u, tiles);
    uint sum = 0u;
    uint first = 0u;
    for (uint tile = own.from; tile < own.to; tile++) {
        IGC_CAL_ADD(tile)
        for (uint load = 0u; load < IGC_CAL_LOADS; load++)
            for (uint i = 0u; i < IGC_CAL_WIDTH; i++)
                first += IGC_CAL_IS_FIRST(IGC_CAL_AT(tile, load) * IGC_CAL_WIDTH + i) ? 1u : 0u;
    }
    const uint all = igc_workgroup_add_uint(scratch, sum);
    const uint all_first = igc_workgroup_add_uint(scratch, first);
    if (igc_local_id() == 0u) {
        partials[igc_launch().group] = all;
        firsts[igc_launch().group] = all_first;
    }
}

// The downsweep: at the end of each key, stores the key and the sum of all values up to there.
kernel IGC_WORKGROUP void IGC_CAL_NAME(tiles_keys_down)(global uint *found, global uint *ends,
                                                        const global uint *keys,
                                                        const global IGC_CAL_T *y, const uint tiles,
                                                        const global uint *firsts,
                                                        const global uint *partials)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    const igc_cal_share own = igc_cal_blocks(1u, tiles);
    const uint n = tiles * IGC_CAL_TILE * IGC_CAL_WIDTH;
    uint carry = partials[igc_launch().group];
    uint carry_first = firsts[igc_launch().group];
    for (uint tile = own.from; tile < own.to; tile++) {
        for (uint load = 0u; load < IGC_CAL_LOADS; load++) {
            const uint start = IGC_CAL_AT(tile, load) * IGC_CAL_WIDTH;
            IGC_CAL_NAME(vector) data;
            data.all = y[IGC_CAL_AT(tile, load)];
            uint first = 0u;
            for (uint i = 0u; i < IGC_CAL_WIDTH; i++)
                first += IGC_CAL_IS_FIRST(start + i) ? 1u : 0u;
            uint all;
            uint all_first;
            uint sum = igc_scan(scratch, IGC_CAL_SUM(data.all), &all) + carry;
            uint number = igc_scan(scratch, first, &all_first) + carry_first;
            for (uint i = 0u; i < IGC_CAL_WIDTH; i++) {
                sum += data.each[i];
                number += IGC_CAL_IS_FIRST(start + i) ? 1u : 0u;
                if (start + i + 1u == n || IGC_CAL_IS_FIRST(start + i + 1u)) {
                    found[number - 1u] = keys[start + i];
                    ends[number - 1u] = sum;
                }
            }
            carry += all;
            carry_first += all_first;
        }
    }
}

#undef IGC_CAL_TILE
#undef IGC_CAL_AT
#undef IGC_CAL_COPY
#undef IGC_CAL_ADD
#undef IGC_CAL_IS_FIRST
