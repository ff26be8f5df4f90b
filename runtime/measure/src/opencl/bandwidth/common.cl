// The kernels of `igc devices --calibrate`: definitions that all widths share. streaming.cl and tiles.cl
// follow, once for each vector width and number of loads.
//
// The values are such that every sum is exact in any order, so that a result is either right or wrong:
// floats are -1, 0 or 1, and integers are computed modulo 2^32.

#include "igc.cl"

// The elements of the vectors and of the matrix.
static inline float igc_cal_y(const uint i) { return (float)(i % 3u) - 1.0f; }
static inline float igc_cal_z(const uint i) { return (float)(i / 3u % 3u) - 1.0f; }

// The elements of a sequence of integers, and the sum of the elements before an index.
#define IGC_CAL_FACTOR 2654435761u
static inline uint igc_cal_value(const uint i) { return i * IGC_CAL_FACTOR; }
static inline uint igc_cal_before(const uint i)
{
    return (uint)((ulong)i * (i == 0u ? 0u : i - 1u) / 2u) * IGC_CAL_FACTOR;
}

// Keys: of each 64 elements, the first has its own key; the next 3, 28 and 32 elements share a key each.
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

// Checks: `wrong` counts the elements with wrong values.

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

// A workgroup's share of `n` items: from `from` up to `to`, in steps of `step`.
typedef struct {
    uint from;
    uint to;
    uint step;
} igc_cal_share;

// The share of elements of a work-item.
static inline igc_cal_share igc_cal_elements(const uint contiguous, const uint n)
{
    const igc_grid grid = igc_launch();
    // Whole workgroups, so that accesses remain aligned.
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

// The share of rows or tiles of a workgroup.
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

// Takes the next tile that no workgroup has taken, for the whole workgroup.
IGC_WITH_BARRIERS uint igc_cal_steal(global uint *taken, local uint *place)
{
    igc_workgroup_barrier();
    if (igc_local_id() == 0u)
        place[0] = igc_atomic_add_uint(taken, 1u);
    igc_workgroup_barrier();
    return place[0];
}

// Adds the results of all workgroups, in one workgroup.
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

// Replaces the result of each workgroup by the sum of the previous ones, in one workgroup; also sums all.
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

// The last step of a reduction by key: each sum is the difference of two running sums.
kernel void igc_cal_differences(const global uint *ends, const global uint *count, global uint *sums)
{
    for IGC_CAL_EACH (key, count[0])
        sums[key] = ends[key] - (key == 0u ? 0u : ends[key - 1u]);
}
