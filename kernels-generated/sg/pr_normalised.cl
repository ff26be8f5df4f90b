// pr_normalised: OpenCL C made by igc 0.1.0 with --opts sg.
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
    float everyone)
{
    local long sum_found[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    const igc_grid grid = igc_launch();
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
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
        first_of[igc_local_id()] = first;
        count_of[igc_local_id()] = count;
        sum_found[igc_local_id()] = 0l;
        uint left = count;
        if (count >= igc_subgroup_size()) {
            const uint slot = igc_local_atomic_add_uint(&sg_length[0u], 1u);
            sg_list[slot - sg_seen] = igc_local_id();
            left = 0u;
        }
        igc_workgroup_barrier();
        // sg: the owners with many elements, by a subgroup each
        const uint length = sg_length[0u];
        IGC_SHARE_END uint k_end = length - sg_seen;
        for (uint k = igc_subgroup_id(); k < k_end; k += igc_subgroup_count()) {
            const uint owner = sg_list[k];
            long sum_2 = 0l;
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_lane(); p < p_end; p += igc_subgroup_size()) {
                const uint e_2 = in_edges[first_2 + p];
                const float x_2 = share[sources[e_2]];
                sum_2 = igc_add_long(sum_2, igc_long_from_float(x_2 * 4294967300.0f));
            }
            const long all = igc_subgroup_add_long(sum_2);
            if (igc_lane() == 0u) {
                sum_found[owner] = igc_add_long(sum_found[owner], all);
            }
        }
        sg_seen = length;
        // np: what is left, by its owner
        const uint p_2_end = left;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = in_edges[first + p_2];
            const float x_3 = share[sources[e_3]];
            sum = igc_add_long(sum, igc_long_from_float(x_3 * 4294967300.0f));
        }
        igc_workgroup_barrier();
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
