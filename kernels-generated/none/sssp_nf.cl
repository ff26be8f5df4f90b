// sssp_nf: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void sssp_nf_relax(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *dist,
    global uint *is_far,
    global const uint *weight,
    global const uint *near_front,
    global uint *near_back,
    global uint *near_sizes,
    const uint near_phase,
    const uint near_capacity,
    global uint *far_back,
    global uint *far_sizes,
    const uint far_phase,
    const uint far_capacity,
    uint limit)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, near_sizes, near_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(near_sizes, near_phase, near_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = near_front[i];
        const uint here = igc_load_uint(dist + u);
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const uint v = targets[e];
            const uint there = here + weight[e];
            if (there >= here && there < igc_load_uint(dist + v)) {
                const uint old = igc_atomic_min_uint(dist + v, there);
                if (there < old) {
                    if (there < limit) {
                        igc_push(near_back, near_sizes, near_phase, near_capacity, v);
                    } else if (igc_load_uint(is_far + v) == 0u) {
                        const bool already = igc_atomic_swap_uint(is_far + v, 1u) != 0u;
                        if (!already) {
                            igc_push(far_back, far_sizes, far_phase, far_capacity, v);
                        }
                    }
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void sssp_nf_split(
    global const uint *dist,
    global uint *is_far,
    global uint *nearest,
    global uint *near_back,
    global uint *near_sizes,
    const uint near_phase,
    const uint near_capacity,
    global const uint *far_front,
    global uint *far_back,
    global uint *far_sizes,
    const uint far_phase,
    const uint far_capacity,
    uint settled,
    uint limit)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, far_sizes, far_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(far_sizes, far_phase, far_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = far_front[i];
        if (dist[u] >= limit) {
            igc_push(far_back, far_sizes, far_phase, far_capacity, u);
        } else {
            igc_store_uint(is_far + u, 0u);
            if (dist[u] >= settled) {
                igc_push(near_back, near_sizes, near_phase, near_capacity, u);
            }
        }
        if (dist[u] >= settled && dist[u] < igc_load_uint(nearest)) {
            igc_atomic_min_uint(nearest, dist[u]);
        }
    }
}

kernel IGC_WORKGROUP void sssp_nf_reduce_max_weight(
    global const uint *weight,
    global uint *reduced_u32,
    const uint edge_count,
    uint width)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end = (ulong)width;
    for (ulong i_2 = (ulong)igc_global_id(grid); i_2 < i_2_end; i_2 += (ulong)igc_global_size(grid)) {
        const uint lane = (uint)i_2;
        uint result = 0u;
        for (uint i = lane; i < edge_count; i += width) {
            result = max(result, weight[i]);
        }
        reduced_u32[lane] = result;
    }
}

kernel IGC_WORKGROUP void sssp_nf_fold_max_u32(
    global uint *reduced_u32,
    uint width,
    uint lanes)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end = (ulong)lanes;
    for (ulong i_2 = (ulong)igc_global_id(grid); i_2 < i_2_end; i_2 += (ulong)igc_global_size(grid)) {
        const uint lane = (uint)i_2;
        uint result = reduced_u32[lane];
        IGC_SHARE_END uint i_end = width;
        for (uint i = lane + lanes; i < i_end; i += lanes) {
            result = max(result, reduced_u32[i]);
        }
        reduced_u32[lane] = result;
    }
}
