// sssp_nf: OpenCL C made by igc 0.1.0 with --opts sg.
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
    const uint near_turn,
    const uint near_capacity,
    global uint *far_back,
    global uint *far_sizes,
    const uint far_turn,
    const uint far_capacity,
    uint limit)
{
    local uint here_of[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, near_sizes, near_turn);
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(near_sizes, near_turn, near_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(near_sizes, near_turn, near_capacity);
        uint u = 0u;
        uint here = 0u;
        if (on) {
            u = near_front[i];
            here = igc_load_uint(dist + u);
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (on) {
            first = out_offsets[u];
            count = out_offsets[u + 1u] - out_offsets[u];
        }
        first_of[igc_local_id()] = first;
        count_of[igc_local_id()] = count;
        here_of[igc_local_id()] = here;
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
            const uint here_2 = here_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_lane(); p < p_end; p += igc_subgroup_size()) {
                const uint e_2 = first_2 + p;
                const uint v_2 = targets[e_2];
                const uint there_2 = here_2 + weight[e_2];
                if (there_2 >= here_2 && there_2 < igc_load_uint(dist + v_2)) {
                    const uint old_2 = igc_atomic_min_uint(dist + v_2, there_2);
                    if (there_2 < old_2) {
                        if (there_2 < limit) {
                            igc_push(near_back, near_sizes, near_turn, near_capacity, v_2);
                        } else if (igc_load_uint(is_far + v_2) == 0u) {
                            const bool already_2 = igc_atomic_swap_uint(is_far + v_2, 1u) != 0u;
                            if (!already_2) {
                                igc_push(far_back, far_sizes, far_turn, far_capacity, v_2);
                            }
                        }
                    }
                }
            }
        }
        sg_seen = length;
        // np: what is left, by its owner
        const uint p_2_end = left;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = first + p_2;
            const uint v_3 = targets[e_3];
            const uint there_3 = here + weight[e_3];
            if (there_3 >= here && there_3 < igc_load_uint(dist + v_3)) {
                const uint old_3 = igc_atomic_min_uint(dist + v_3, there_3);
                if (there_3 < old_3) {
                    if (there_3 < limit) {
                        igc_push(near_back, near_sizes, near_turn, near_capacity, v_3);
                    } else if (igc_load_uint(is_far + v_3) == 0u) {
                        const bool already_3 = igc_atomic_swap_uint(is_far + v_3, 1u) != 0u;
                        if (!already_3) {
                            igc_push(far_back, far_sizes, far_turn, far_capacity, v_3);
                        }
                    }
                }
            }
        }
        igc_workgroup_barrier();
    }
}

kernel IGC_WORKGROUP void sssp_nf_split(
    global const uint *dist,
    global uint *is_far,
    global uint *nearest,
    global uint *near_back,
    global uint *near_sizes,
    const uint near_turn,
    const uint near_capacity,
    global const uint *far_front,
    global uint *far_back,
    global uint *far_sizes,
    const uint far_turn,
    const uint far_capacity,
    uint settled,
    uint limit)
{
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, far_sizes, far_turn);
    IGC_SHARE_END uint i_end = igc_worklist_size(far_sizes, far_turn, far_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = far_front[i];
        if (dist[u] >= limit) {
            igc_push(far_back, far_sizes, far_turn, far_capacity, u);
        } else {
            igc_store_uint(is_far + u, 0u);
            if (dist[u] >= settled) {
                igc_push(near_back, near_sizes, near_turn, near_capacity, u);
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
