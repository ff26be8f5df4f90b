// sssp_nf: OpenCL C made by igc 0.1.0 with --opts oitergb.
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
    uint limit)
{
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
    uint limit)
{
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
            sssp_nf_split(grid, dist, is_far, nearest, igc_back(near_front, near_back, near_swapped), near_sizes, near_phase, near_capacity, igc_front(far_front, far_back, far_swapped), igc_back(far_front, far_back, far_swapped), far_sizes, far_phase, far_capacity, settled, limit);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            while (igc_next_round(&run, igc_has_room(&run, environment, grid, far_sizes) & (igc_waiting(&run, near_sizes, near_phase, near_capacity) > 0u))) {
                igc_path_start();
                IGC_SWAP_BUFFERS(near_phase, near_swapped);
                sssp_nf_relax(grid, out_offsets, targets, dist, is_far, weight, igc_front(near_front, near_back, near_swapped), igc_back(near_front, near_back, near_swapped), near_sizes, near_phase, near_capacity, igc_back(far_front, far_back, far_swapped), far_sizes, far_phase, far_capacity, limit);
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
