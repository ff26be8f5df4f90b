// The kernels of `igc devices --calibrate --full`: definitions that all widths share. streaming.cl follows,
// once for each vector width. IGC_FULL_T is float or double.
//
// These kernels are plain OpenCL C 1.2 without igc's device library, because the size of a workgroup is a
// parameter of a launch here, as in the paper.
//
// The values are such that every sum is exact in any order: elements are -1, 0 or 1.

#ifdef IGC_FULL_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// Some drivers support large workgroups only if a kernel declares their size.
#ifdef IGC_FULL_SIZE
#define IGC_FULL_GROUP __attribute__((reqd_work_group_size(IGC_FULL_SIZE, 1, 1)))
#else
#define IGC_FULL_GROUP
#endif

static inline IGC_FULL_T igc_full_y(const uint i) { return (IGC_FULL_T)(i % 3u) - (IGC_FULL_T)1; }
static inline IGC_FULL_T igc_full_z(const uint i)
{
    return (IGC_FULL_T)(i / 3u % 3u) - (IGC_FULL_T)1;
}

#define IGC_FULL_EACH(i, n) (uint i = (uint)get_global_id(0); i < n; i += (uint)get_global_size(0))

kernel void igc_full_fill(global IGC_FULL_T *y, const uint elements_of_y, global IGC_FULL_T *z,
                          const uint elements_of_z)
{
    for IGC_FULL_EACH (i, elements_of_z)
        z[i] = igc_full_z(i);
    for IGC_FULL_EACH (i, elements_of_y)
        y[i] = igc_full_y(i);
}

// Overwrites a result with values that are not numbers.
kernel void igc_full_forget(global IGC_FULL_T *x, const uint n)
{
    for IGC_FULL_EACH (i, n)
        x[i] = (IGC_FULL_T)NAN;
}

// Checks: `wrong` counts the elements with wrong values.

kernel void igc_full_check_copy(const global IGC_FULL_T *x, const uint n,
                                volatile global uint *wrong)
{
    for IGC_FULL_EACH (i, n)
        if (x[i] != igc_full_y(i))
            atomic_inc(wrong);
}

kernel void igc_full_check_add(const global IGC_FULL_T *x, const uint n,
                               volatile global uint *wrong)
{
    for IGC_FULL_EACH (i, n)
        if (x[i] != (IGC_FULL_T)2 * igc_full_y(i) + (IGC_FULL_T)3 * igc_full_z(i))
            atomic_inc(wrong);
}

// A share of `n` items: from `from` up to `to`, in steps of `step`.
typedef struct {
    uint from;
    uint to;
    uint step;
} igc_full_share;

// The elements of a work-item. The increment is the global work size, or the local work size within the
// contiguous elements of the workgroup.
static inline igc_full_share igc_full_elements(const uint contiguous, const uint n)
{
    const uint size = (uint)get_local_size(0);
    const uint groups = (uint)get_num_groups(0);
    const uint group = (uint)get_group_id(0);
    // Whole workgroups, so that accesses remain aligned.
    const uint each = ((n + size - 1u) / size + groups - 1u) / groups * size;
    igc_full_share share = {(uint)get_global_id(0), n, (uint)get_global_size(0)};
    if (contiguous != 0u) {
        share.from = group * each + (uint)get_local_id(0);
        share.to = min(n, (group + 1u) * each);
        share.step = size;
    }
    return share;
}

// The rows of a workgroup.
static inline igc_full_share igc_full_rows(const uint contiguous, const uint n)
{
    const uint groups = (uint)get_num_groups(0);
    const uint group = (uint)get_group_id(0);
    const uint each = (n + groups - 1u) / groups;
    igc_full_share share = {group, n, groups};
    if (contiguous != 0u) {
        share.from = min(n, group * each);
        share.to = min(n, (group + 1u) * each);
        share.step = 1u;
    }
    return share;
}

// Adds the values of all work-items of a workgroup, whose size is a power of two.
static inline IGC_FULL_T igc_full_add(local IGC_FULL_T *scratch, const IGC_FULL_T own)
{
    const uint id = (uint)get_local_id(0);
    // The workgroup may still read an earlier sum.
    barrier(CLK_LOCAL_MEM_FENCE);
    scratch[id] = own;
    for (uint half_size = (uint)get_local_size(0) / 2u; half_size > 0u; half_size /= 2u) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id < half_size)
            scratch[id] += scratch[id + half_size];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return scratch[0];
}
