// What `igc devices --calibrate` launches: what all widths share. streaming.cl and tiles.cl stand behind it,
// once for each width and number of loads.
//
// Values are such that every sum is exact, whatever the order, so that results are right or wrong: floats
// of -1, 0 and 1, and whole numbers modulo 2^32.

#include "igc.cl"

// What vectors hold at a place, and what the matrix holds.
static inline float igc_cal_y(const uint i) { return (float)(i % 3u) - 1.0f; }
static inline float igc_cal_z(const uint i) { return (float)(i / 3u % 3u) - 1.0f; }

// Whole numbers, and the sum of those before a place.
#define IGC_CAL_FACTOR 2654435761u
static inline uint igc_cal_value(const uint i) { return i * IGC_CAL_FACTOR; }
static inline uint igc_cal_before(const uint i)
{
    return (uint)((ulong)i * (i == 0u ? 0u : i - 1u) / 2u) * IGC_CAL_FACTOR;
}

// Keys: of each 64 elements, the first has a key of its own, the next three another, then 28, then 32.
static inline uint igc_cal_key(const uint i)
{
    const uint rest = i % 64u;
    return i / 64u * 4u + (rest < 1u ? 0u : rest < 4u ? 1u : rest < 32u ? 2u : 3u);
}
static inline uint igc_cal_start(const uint key)
{
    const uint rest = key % 4u;
    return key / 4u * 64u + (rest == 0u ? 0u : rest == 1u ? 1u : rest == 2u ? 4u : 32u);
}

#define IGC_CAL_EACH(i, n) (uint i = (uint)get_global_id(0); i < n; i += (uint)get_global_size(0))

kernel void igc_cal_fill_floats(global float *y, global float *z, const uint n)
{
    for IGC_CAL_EACH (i, n) {
        y[i] = igc_cal_y(i);
        z[i] = igc_cal_z(i);
    }
}

kernel void igc_cal_fill_words(global uint *values, global uint *keys, const uint n)
{
    for IGC_CAL_EACH (i, n) {
        values[i] = igc_cal_value(i);
        keys[i] = igc_cal_key(i);
    }
}

// Checks: `wrong` counts the elements that are not what they should be.

kernel void igc_cal_check_copy(const global float *x, const uint n, global uint *wrong)
{
    for IGC_CAL_EACH (i, n)
        if (x[i] != igc_cal_y(i))
            igc_atomic_add_uint(wrong, 1u);
}

kernel void igc_cal_check_add(const global float *x, const uint n, global uint *wrong)
{
    for IGC_CAL_EACH (i, n)
        if (x[i] != 2.0f * igc_cal_y(i) + 3.0f * igc_cal_z(i))
            igc_atomic_add_uint(wrong, 1u);
}

kernel void igc_cal_check_words(const global uint *x, const uint n, global uint *wrong)
{
    for IGC_CAL_EACH (i, n)
        if (x[i] != igc_cal_value(i))
            igc_atomic_add_uint(wrong, 1u);
}

kernel void igc_cal_check_scan(const global uint *x, const uint n, global uint *wrong)
{
    for IGC_CAL_EACH (i, n)
        if (x[i] != igc_cal_before(i))
            igc_atomic_add_uint(wrong, 1u);
}

kernel void igc_cal_check_keys(const global uint *keys, const global uint *sums,
                               const global uint *count, const uint expected, global uint *wrong)
{
    if (get_global_id(0) == 0 && count[0] != expected)
        igc_atomic_add_uint(wrong, 1u);
    for IGC_CAL_EACH (key, expected) {
        const uint sum = igc_cal_before(igc_cal_start(key + 1u)) - igc_cal_before(igc_cal_start(key));
        if (keys[key] != key || sums[key] != sum)
            igc_atomic_add_uint(wrong, 1u);
    }
}

// What a workgroup does of `n` things: every so many of them, or as many one after the other.
typedef struct {
    uint from;
    uint to;
    uint step;
} igc_cal_share;

// Of elements, for its work-items.
static inline igc_cal_share igc_cal_elements(const uint contiguous, const uint n)
{
    const igc_grid grid = igc_launch();
    // Whole workgroups, so that accesses stay aligned.
    const uint blocks = (n + IGC_WORKGROUP_SIZE - 1u) / IGC_WORKGROUP_SIZE;
    const uint each = (blocks + grid.groups - 1u) / grid.groups * IGC_WORKGROUP_SIZE;
    igc_cal_share share = {igc_global_id(grid), n, igc_global_size(grid)};
    if (contiguous != 0u) {
        share.from = grid.group * each + igc_local_id();
        share.to = min(n, (grid.group + 1u) * each);
        share.step = IGC_WORKGROUP_SIZE;
    }
    return share;
}

// Of rows or tiles, for all of it.
static inline igc_cal_share igc_cal_blocks(const uint contiguous, const uint n)
{
    const igc_grid grid = igc_launch();
    const uint each = (n + grid.groups - 1u) / grid.groups;
    igc_cal_share share = {grid.group, n, grid.groups};
    if (contiguous != 0u) {
        share.from = min(n, grid.group * each);
        share.to = min(n, (grid.group + 1u) * each);
        share.step = 1u;
    }
    return share;
}

// The next tile that nobody has taken, for the whole workgroup.
IGC_WITH_BARRIERS uint igc_cal_steal(global uint *taken, local uint *place)
{
    igc_workgroup_barrier();
    if (igc_local_id() == 0u)
        place[0] = igc_atomic_add_uint(taken, 1u);
    igc_workgroup_barrier();
    return place[0];
}

// The sum of what the workgroups found, by one workgroup.
kernel IGC_WORKGROUP void igc_cal_spine_sum(const global uint *partials, const uint count,
                                            global uint *sum)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    uint own = 0u;
    for (uint i = igc_local_id(); i < count; i += IGC_WORKGROUP_SIZE)
        own += partials[i];
    const uint all = igc_workgroup_add_uint(scratch, own);
    if (igc_local_id() == 0u)
        sum[0] = all;
}

// The sums of what the workgroups before each found, likewise, and of all.
kernel IGC_WORKGROUP void igc_cal_spine_scan(global uint *partials, const uint count, global uint *sum)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    uint carry = 0u;
    for (uint start = 0u; start < count; start += IGC_WORKGROUP_SIZE) {
        const uint i = start + igc_local_id();
        uint all;
        const uint before = igc_scan(scratch, i < count ? partials[i] : 0u, &all);
        if (i < count)
            partials[i] = carry + before;
        carry += all;
    }
    if (igc_local_id() == 0u)
        sum[0] = carry;
}

// The last step of a reduction by key: each sum is the difference of two running ones.
kernel void igc_cal_differences(const global uint *ends, const global uint *count, global uint *sums)
{
    for IGC_CAL_EACH (key, count[0])
        sums[key] = ends[key] - (key == 0u ? 0u : ends[key - 1u]);
}
