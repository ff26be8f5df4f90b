// sssp_nf: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

IGC_WITH_BARRIERS void sssp_nf_relax(
    const igc_grid grid,
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
    uint limit,
    local uint *here_of,
    local uint *first_of,
    local uint *count_of,
    local uint *wg_length,
    local uint *wg_list,
    local uint *sg_length,
    local uint *sg_list,
    local uint *before_of,
    local uint *near_queue,
    local uint *near_counts,
    local uint *far_queue,
    local uint *far_counts,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, near_sizes, near_phase);
    uint near_round = 0;
    igc_queue_start(near_counts);
    uint far_round = 0;
    igc_queue_start(far_counts);
    igc_workgroup_barrier();
    uint wg_seen = 0u;
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(near_sizes, near_phase, near_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(near_sizes, near_phase, near_capacity);
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
        if (count >= igc_local_size()) {
            const uint slot_2 = igc_local_atomic_add_uint(&wg_length[0u], 1u);
            wg_list[slot_2 - wg_seen] = igc_local_id();
            left = 0u;
        } else if (count >= igc_subgroup_size()) {
            const uint slot = igc_local_atomic_add_uint(&sg_length[0u], 1u);
            sg_list[slot - sg_seen] = igc_local_id();
            left = 0u;
        }
        uint total;
        const uint before = igc_scan(igc_scratch, left, &total);
        before_of[igc_local_id()] = before;
        igc_workgroup_barrier();
        // wg: the owners with the most elements, by all of the workgroup
        const uint length = wg_length[0u];
        const uint k_end = length - wg_seen;
        for (uint k = 0u; k < k_end; k++) {
            const uint owner = wg_list[k];
            const uint here_2 = here_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = first_2 + p;
                const uint v_2 = targets[e_2];
                const uint there_2 = here_2 + weight[e_2];
                if (there_2 >= here_2 && there_2 < igc_load_uint(dist + v_2)) {
                    const uint old_2 = igc_atomic_min_uint(dist + v_2, there_2);
                    if (there_2 < old_2) {
                        if (there_2 < limit) {
                            igc_enqueue(near_queue, near_counts, near_round, near_back, near_sizes, near_phase, near_capacity, v_2);
                        } else if (igc_load_uint(is_far + v_2) == 0u) {
                            const bool already_2 = igc_atomic_swap_uint(is_far + v_2, 1u) != 0u;
                            if (!already_2) {
                                igc_enqueue(far_queue, far_counts, far_round, far_back, far_sizes, far_phase, far_capacity, v_2);
                            }
                        }
                    }
                }
            }
        }
        wg_seen = length;
        // sg: the owners with many elements, by a subgroup each
        const uint length_2 = sg_length[0u];
        IGC_SHARE_END uint k_2_end = length_2 - sg_seen;
        for (uint k_2 = igc_subgroup_id(); k_2 < k_2_end; k_2 += igc_subgroup_count()) {
            const uint owner_2 = sg_list[k_2];
            const uint here_3 = here_of[owner_2];
            const uint first_3 = first_of[owner_2];
            IGC_SHARE_END uint p_2_end = count_of[owner_2];
            for (uint p_2 = igc_lane(); p_2 < p_2_end; p_2 += igc_subgroup_size()) {
                const uint e_3 = first_3 + p_2;
                const uint v_3 = targets[e_3];
                const uint there_3 = here_3 + weight[e_3];
                if (there_3 >= here_3 && there_3 < igc_load_uint(dist + v_3)) {
                    const uint old_3 = igc_atomic_min_uint(dist + v_3, there_3);
                    if (there_3 < old_3) {
                        if (there_3 < limit) {
                            igc_enqueue(near_queue, near_counts, near_round, near_back, near_sizes, near_phase, near_capacity, v_3);
                        } else if (igc_load_uint(is_far + v_3) == 0u) {
                            const bool already_3 = igc_atomic_swap_uint(is_far + v_3, 1u) != 0u;
                            if (!already_3) {
                                igc_enqueue(far_queue, far_counts, far_round, far_back, far_sizes, far_phase, far_capacity, v_3);
                            }
                        }
                    }
                }
            }
        }
        sg_seen = length_2;
        // fg8: what is left, in a row, eight by eight
        IGC_SHARE_END uint p_3_end = total;
        for (uint p_3 = igc_local_id(); p_3 < p_3_end; p_3 += igc_local_size() * 8u) {
            uint owner_3 = 0u;
            uint until = 0u;
            uint first_4 = 0u;
            uint here_4 = 0u;
            const uint end = min(p_3 + igc_local_size() * 8u, total);
            IGC_SHARE_END uint q_end = end;
            for (uint q = p_3; q < q_end; q += igc_local_size()) {
                if (q >= until) {
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                    here_4 = here_of[owner_3];
                }
                const uint e_4 = first_4 + q;
                const uint v_4 = targets[e_4];
                const uint there_4 = here_4 + weight[e_4];
                if (there_4 >= here_4 && there_4 < igc_load_uint(dist + v_4)) {
                    const uint old_4 = igc_atomic_min_uint(dist + v_4, there_4);
                    if (there_4 < old_4) {
                        if (there_4 < limit) {
                            igc_enqueue(near_queue, near_counts, near_round, near_back, near_sizes, near_phase, near_capacity, v_4);
                        } else if (igc_load_uint(is_far + v_4) == 0u) {
                            const bool already_4 = igc_atomic_swap_uint(is_far + v_4, 1u) != 0u;
                            if (!already_4) {
                                igc_enqueue(far_queue, far_counts, far_round, far_back, far_sizes, far_phase, far_capacity, v_4);
                            }
                        }
                    }
                }
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic for all that the workgroup has queued
        near_round = igc_flush(near_queue, near_counts, near_round, near_back, near_sizes, near_phase, near_capacity);
        // coop-cv: one atomic for all that the workgroup has queued
        far_round = igc_flush(far_queue, far_counts, far_round, far_back, far_sizes, far_phase, far_capacity);
    }
}

IGC_WITH_BARRIERS void sssp_nf_split(
    const igc_grid grid,
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
    uint limit,
    local uint *near_queue,
    local uint *near_counts,
    local uint *far_queue,
    local uint *far_counts,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, far_sizes, far_phase);
    uint near_round = 0;
    igc_queue_start(near_counts);
    uint far_round = 0;
    igc_queue_start(far_counts);
    igc_workgroup_barrier();
    uint nearest_part = UINT_MAX;
    IGC_SHARE_END uint base_end = igc_worklist_size(far_sizes, far_phase, far_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        if (i < igc_worklist_size(far_sizes, far_phase, far_capacity)) {
            const uint u = far_front[i];
            if (dist[u] >= limit) {
                igc_enqueue(far_queue, far_counts, far_round, far_back, far_sizes, far_phase, far_capacity, u);
            } else {
                igc_store_uint(is_far + u, 0u);
                if (dist[u] >= settled) {
                    igc_enqueue(near_queue, near_counts, near_round, near_back, near_sizes, near_phase, near_capacity, u);
                }
            }
            if (dist[u] >= settled) {
                nearest_part = min(nearest_part, dist[u]);
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        near_round = igc_flush(near_queue, near_counts, near_round, near_back, near_sizes, near_phase, near_capacity);
        // coop-cv: one atomic for all that the workgroup has queued
        far_round = igc_flush(far_queue, far_counts, far_round, far_back, far_sizes, far_phase, far_capacity);
    }
    // coop-cv: one atomic for what the workgroup has found
    const uint nearest_group = igc_workgroup_min_uint(igc_scratch, nearest_part);
    if (igc_local_id() == 0u && nearest_group != UINT_MAX) {
        igc_atomic_min_uint(nearest, nearest_group);
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

IGC_WITH_BARRIERS void sssp_nf_fold_max_u32(
    const igc_grid grid,
    global uint *reduced_u32,
    uint width,
    uint lanes)
{
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

kernel IGC_WORKGROUP void sssp_nf_outlined_0(
    global uint *reduced_u32,
    uint width,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        while (igc_next_round(&run, width > 1u)) {
            igc_path_start();
            const uint lanes = (width + 63u) / 64u;
            igc_grid_barrier(environment, grid, ++run.barriers);
            sssp_nf_fold_max_u32(grid, reduced_u32, width, lanes);
            run.launches++;
            width = lanes;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = width;
        }
    }
    igc_leave(environment, grid);
}

kernel IGC_WORKGROUP void sssp_nf_outlined_1(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *dist,
    global uint *is_far,
    global const uint *weight,
    global uint *nearest,
    global uint *near_front,
    global uint *near_back,
    global uint *near_sizes,
    uint near_phase,
    uint near_capacity,
    global uint *far_front,
    global uint *far_back,
    global uint *far_sizes,
    uint far_phase,
    uint far_capacity,
    const uint step,
    uint settled,
    uint limit,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint here_of[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint wg_length[1];
    local uint wg_list[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    local uint near_queue[IGC_QUEUE_SIZE];
    local uint near_counts[IGC_QUEUE_WORDS];
    local uint far_queue[IGC_QUEUE_SIZE];
    local uint far_counts[IGC_QUEUE_WORDS];
    local ulong scratch[IGC_SCRATCH_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint near_swapped = 0u;
        uint far_swapped = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, near_sizes) & (igc_waiting(&run, far_sizes, far_phase, far_capacity) > 0u))) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            if (igc_global_id(grid) == 0u) {
                igc_store_uint(nearest, UINT_MAX);
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(far_phase, far_swapped);
            sssp_nf_split(grid, dist, is_far, nearest, igc_back(near_front, near_back, near_swapped), near_sizes, near_phase, near_capacity, igc_front(far_front, far_back, far_swapped), igc_back(far_front, far_back, far_swapped), far_sizes, far_phase, far_capacity, settled, limit, near_queue, near_counts, far_queue, far_counts, scratch);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            while (igc_next_round(&run, igc_has_room(&run, environment, grid, far_sizes) & (igc_waiting(&run, near_sizes, near_phase, near_capacity) > 0u))) {
                igc_path_start();
                IGC_SWAP_BUFFERS(near_phase, near_swapped);
                sssp_nf_relax(grid, out_offsets, targets, dist, is_far, weight, igc_front(near_front, near_back, near_swapped), igc_back(near_front, near_back, near_swapped), near_sizes, near_phase, near_capacity, igc_back(far_front, far_back, far_swapped), far_sizes, far_phase, far_capacity, limit, here_of, first_of, count_of, wg_length, wg_list, sg_length, sg_list, before_of, near_queue, near_counts, far_queue, far_counts, scratch);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
            }
            settled = limit;
            limit = max(limit, igc_load_uint(nearest));
            limit = limit > UINT_MAX - step ? UINT_MAX : limit + step;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = settled;
            results[7] = limit;
            results[8] = near_phase;
            results[9] = near_swapped;
            results[10] = far_phase;
            results[11] = far_swapped;
        }
    }
    igc_leave(environment, grid);
}
