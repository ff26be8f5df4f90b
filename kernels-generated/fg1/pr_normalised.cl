// pr_normalised: OpenCL C made by igc 0.1.0 with --opts fg1.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_normalised_divide(
    global const uint *out_offsets,
    global const float *rank,
    global float *share,
    global float *lost,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (out_offsets[u + 1u] - out_offsets[u] > 0u) {
            share[u] = rank[u] * (float)node_count / (float)(out_offsets[u + 1u] - out_offsets[u]);
        } else {
            lost[u] = rank[u];
        }
    }
}

kernel IGC_WORKGROUP void pr_normalised_gather(
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global float *rank,
    global const float *share,
    global float *change,
    const uint node_count,
    const float damping,
    global uint *locks,
    float everyone)
{
    local long sum_found[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    for (uint base = igc_group_start(grid); base < node_count; base += igc_global_size(grid)) {
        igc_path_start();
        const uint v = base + igc_local_id();
        const bool on = v < node_count;
        long sum = 0l;
        if (on) {
            sum = 0l;
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (on) {
            first = in_offsets[v];
            count = in_offsets[v + 1u] - in_offsets[v];
        }
        sum_found[igc_local_id()] = 0l;
        uint left = count;
        while (true) {
            igc_path_start();
            const uint take = min(left, 524288u);
            uint total;
            const uint before = igc_scan(igc_scratch, take, &total);
            before_of[igc_local_id()] = before;
            first_of[igc_local_id()] = first;
            igc_workgroup_barrier();
            // fg1: what is left, in a row, one by one
            IGC_SHARE_END uint p_end = total;
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint owner = igc_search(before_of, p);
                long sum_2 = 0l;
                const uint first_2 = first_of[owner];
                const uint e_2 = in_edges[first_2 + (p - before_of[owner])];
                const float x_2 = share[sources[e_2]];
                sum_2 = igc_add_long(sum_2, igc_long_from_float(x_2 * 4294967300.0f));
                if (sum_2 != 0l) {
                    igc_local_atomic_add_long(locks, &sum_found[owner], sum_2);
                }
            }
            igc_workgroup_barrier();
            if (total < 524288u) {
                break;
            }
            left = left - take;
            first = first + take;
        }
        // np: what others have found
        if (on) {
            sum = igc_add_long(sum, sum_found[igc_local_id()]);
        }
        if (on) {
            const float rank_2 = everyone + damping * ((float)sum * 2.3283064e-10f) / (float)node_count;
            change[v] = fabs(rank_2 - rank[v]);
            rank[v] = rank_2;
        }
    }
}

kernel IGC_WORKGROUP void pr_normalised_reduce_add_lost(
    global const float *lost,
    global float *reduced_f32,
    const uint node_count,
    uint width)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end = (ulong)width;
    for (ulong i_2 = (ulong)igc_global_id(grid); i_2 < i_2_end; i_2 += (ulong)igc_global_size(grid)) {
        const uint lane = (uint)i_2;
        float result = 0.0f;
        for (uint i = lane; i < node_count; i += width) {
            result = result + lost[i];
        }
        reduced_f32[lane] = result;
    }
}

kernel IGC_WORKGROUP void pr_normalised_fold_add_f32(
    global float *reduced_f32,
    uint width,
    uint lanes)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end = (ulong)lanes;
    for (ulong i_2 = (ulong)igc_global_id(grid); i_2 < i_2_end; i_2 += (ulong)igc_global_size(grid)) {
        const uint lane = (uint)i_2;
        float result = reduced_f32[lane];
        IGC_SHARE_END uint i_end = width;
        for (uint i = lane + lanes; i < i_end; i += lanes) {
            result = result + reduced_f32[i];
        }
        reduced_f32[lane] = result;
    }
}

kernel IGC_WORKGROUP void pr_normalised_reduce_add_change(
    global const float *change,
    global float *reduced_f32,
    const uint node_count,
    uint width)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end = (ulong)width;
    for (ulong i_2 = (ulong)igc_global_id(grid); i_2 < i_2_end; i_2 += (ulong)igc_global_size(grid)) {
        const uint lane = (uint)i_2;
        float result = 0.0f;
        for (uint i = lane; i < node_count; i += width) {
            result = result + change[i];
        }
        reduced_f32[lane] = result;
    }
}
