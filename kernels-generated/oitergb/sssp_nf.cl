// sssp_nf: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

IGC_WITH_BARRIERS void sssp_nf_relax_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *dist_,
    global uint *is_far_,
    global const uint *weight_,
    global const uint *near_front_,
    global uint *near_back_,
    global uint *near_sizes_,
    const uint near_phase_,
    const uint near_capacity_,
    global uint *far_back_,
    global uint *far_sizes_,
    const uint far_phase_,
    const uint far_capacity_,
    uint limit_)
{
    igc_clear_spare_size(grid, near_sizes_, near_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(near_sizes_, near_phase_, near_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = near_front_[i_];
        const uint here_ = igc_load_uint(dist_ + u_);
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            const uint there_ = add_sat(here_, weight_[e_]);
            if (there_ < igc_load_uint(dist_ + v_)) {
                const uint old_ = igc_atomic_min_uint(dist_ + v_, there_);
                if (there_ < old_) {
                    if (there_ < limit_) {
                        igc_push(near_back_, near_sizes_, near_phase_, near_capacity_, v_);
                    } else if (igc_load_uint(is_far_ + v_) == 0u) {
                        const bool already_ = igc_atomic_swap_uint(is_far_ + v_, 1u) != 0u;
                        if (!already_) {
                            igc_push(far_back_, far_sizes_, far_phase_, far_capacity_, v_);
                        }
                    }
                }
            }
        }
    }
}

IGC_WITH_BARRIERS void sssp_nf_split_(
    const igc_grid grid,
    global const uint *dist_,
    global uint *is_far_,
    global uint *nearest_,
    global uint *near_back_,
    global uint *near_sizes_,
    const uint near_phase_,
    const uint near_capacity_,
    global const uint *far_front_,
    global uint *far_back_,
    global uint *far_sizes_,
    const uint far_phase_,
    const uint far_capacity_,
    uint settled_,
    uint limit_)
{
    igc_clear_spare_size(grid, far_sizes_, far_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(far_sizes_, far_phase_, far_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = far_front_[i_];
        if (dist_[u_] >= limit_) {
            igc_push(far_back_, far_sizes_, far_phase_, far_capacity_, u_);
        } else {
            igc_store_uint(is_far_ + u_, 0u);
            if (dist_[u_] >= settled_) {
                igc_push(near_back_, near_sizes_, near_phase_, near_capacity_, u_);
            }
        }
        if (dist_[u_] >= settled_ && dist_[u_] < igc_load_uint(nearest_)) {
            igc_atomic_min_uint(nearest_, dist_[u_]);
        }
    }
}

kernel IGC_WORKGROUP void sssp_nf_reduce_max_weight_(
    global const uint *weight_,
    global uint *reduced_u32_,
    const uint edge_count,
    uint width_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        uint result_ = 0u;
        for (uint i_ = lane_; i_ < edge_count; i_ += width_) {
            result_ = max(result_, weight_[i_]);
        }
        reduced_u32_[lane_] = result_;
    }
}

IGC_WITH_BARRIERS void sssp_nf_fold_max_u32_(
    const igc_grid grid,
    global uint *reduced_u32_,
    uint width_,
    uint lanes_)
{
    IGC_SHARE_END ulong i_2_end_ = (ulong)lanes_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        uint result_ = reduced_u32_[lane_];
        IGC_SHARE_END uint i_end_ = width_;
        for (uint i_ = lane_ + lanes_; i_ < i_end_; i_ += lanes_) {
            result_ = max(result_, reduced_u32_[i_]);
        }
        reduced_u32_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void sssp_nf_outlined_0_(
    global uint *reduced_u32_,
    uint width_,
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
        while (igc_next_round(&run, width_ > 1u)) {
            igc_path_start();
            const uint lanes_ = (width_ + 63u) / 64u;
            igc_grid_barrier(environment, grid, ++run.barriers);
            sssp_nf_fold_max_u32_(grid, reduced_u32_, width_, lanes_);
            run.launches++;
            width_ = lanes_;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = width_;
        }
    }
    igc_leave(environment, grid);
}

kernel IGC_WORKGROUP void sssp_nf_outlined_1_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *dist_,
    global uint *is_far_,
    global const uint *weight_,
    global uint *nearest_,
    global uint *near_front_,
    global uint *near_back_,
    global uint *near_sizes_,
    uint near_phase_,
    uint near_capacity_,
    global uint *far_front_,
    global uint *far_back_,
    global uint *far_sizes_,
    uint far_phase_,
    uint far_capacity_,
    const uint step_,
    uint settled_,
    uint limit_,
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
        uint near_swapped_ = 0u;
        uint far_swapped_ = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, near_sizes_) & (igc_waiting(&run, far_sizes_, far_phase_, far_capacity_) > 0u))) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            if (igc_global_id(grid) == 0u) {
                igc_store_uint(nearest_, UINT_MAX);
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(far_phase_, far_swapped_);
            sssp_nf_split_(grid, dist_, is_far_, nearest_, igc_back(near_front_, near_back_, near_swapped_), near_sizes_, near_phase_, near_capacity_, igc_front(far_front_, far_back_, far_swapped_), igc_back(far_front_, far_back_, far_swapped_), far_sizes_, far_phase_, far_capacity_, settled_, limit_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            while (igc_next_round(&run, igc_has_room(&run, environment, grid, far_sizes_) & (igc_waiting(&run, near_sizes_, near_phase_, near_capacity_) > 0u))) {
                igc_path_start();
                IGC_SWAP_BUFFERS(near_phase_, near_swapped_);
                sssp_nf_relax_(grid, out_offsets, targets, dist_, is_far_, weight_, igc_front(near_front_, near_back_, near_swapped_), igc_back(near_front_, near_back_, near_swapped_), near_sizes_, near_phase_, near_capacity_, igc_back(far_front_, far_back_, far_swapped_), far_sizes_, far_phase_, far_capacity_, limit_);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
            }
            settled_ = limit_;
            limit_ = max(limit_, igc_load_uint(nearest_));
            limit_ = add_sat(limit_, step_);
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = settled_;
            results[7] = limit_;
            results[8] = near_phase_;
            results[9] = near_swapped_;
            results[10] = far_phase_;
            results[11] = far_swapped_;
        }
    }
    igc_leave(environment, grid);
}
