// sssp_nf: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
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
    uint limit_,
    local uint *here_of_,
    local uint *first_of_,
    local uint *count_of_,
    local uint *wg_length_,
    local uint *wg_list_,
    local uint *sg_length_,
    local uint *sg_list_,
    local uint *before_of_,
    local uint *near_queue_,
    local uint *near_counts_,
    local uint *far_queue_,
    local uint *far_counts_,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, near_sizes_, near_phase_);
    uint near_round_ = 0;
    igc_queue_start(near_counts_);
    uint far_round_ = 0;
    igc_queue_start(far_counts_);
    igc_workgroup_barrier();
    uint wg_seen_ = 0u;
    uint sg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        wg_length_[0u] = 0u;
        sg_length_[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end_ = igc_worklist_size(near_sizes_, near_phase_, near_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        const bool on_ = i_ < igc_worklist_size(near_sizes_, near_phase_, near_capacity_);
        uint u_ = 0u;
        uint here_ = 0u;
        if (on_) {
            u_ = near_front_[i_];
            here_ = igc_load_uint(dist_ + u_);
        }
        // np: the elements of each work-item
        uint first_ = 0u;
        uint count_ = 0u;
        if (on_) {
            first_ = out_offsets[u_];
            count_ = out_offsets[u_ + 1u] - out_offsets[u_];
        }
        first_of_[igc_local_id()] = first_;
        count_of_[igc_local_id()] = count_;
        here_of_[igc_local_id()] = here_;
        uint left_ = count_;
        if (count_ >= igc_local_size()) {
            const uint slot_2_ = igc_local_atomic_add_uint(&wg_length_[0u], 1u);
            wg_list_[slot_2_ - wg_seen_] = igc_local_id();
            left_ = 0u;
        } else if (count_ >= igc_subgroup_size()) {
            const uint slot_ = igc_local_atomic_add_uint(&sg_length_[0u], 1u);
            sg_list_[slot_ - sg_seen_] = igc_local_id();
            left_ = 0u;
        }
        uint total_;
        const uint before_ = igc_scan(igc_scratch, left_, &total_);
        before_of_[igc_local_id()] = before_;
        igc_workgroup_barrier();
        // wg: the work-items with the most elements, one after the other, by the whole workgroup
        const uint length_ = wg_length_[0u];
        const uint k_end_ = length_ - wg_seen_;
        for (uint k_ = 0u; k_ < k_end_; k_++) {
            const uint owner_ = wg_list_[k_];
            const uint here_2_ = here_of_[owner_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                const uint v_2_ = targets[e_2_];
                const uint there_2_ = add_sat(here_2_, weight_[e_2_]);
                if (there_2_ < igc_load_uint(dist_ + v_2_)) {
                    const uint old_2_ = igc_atomic_min_uint(dist_ + v_2_, there_2_);
                    if (there_2_ < old_2_) {
                        if (there_2_ < limit_) {
                            igc_enqueue(near_queue_, near_counts_, near_round_, near_back_, near_sizes_, near_phase_, near_capacity_, v_2_);
                        } else if (igc_load_uint(is_far_ + v_2_) == 0u) {
                            const bool already_2_ = igc_atomic_swap_uint(is_far_ + v_2_, 1u) != 0u;
                            if (!already_2_) {
                                igc_enqueue(far_queue_, far_counts_, far_round_, far_back_, far_sizes_, far_phase_, far_capacity_, v_2_);
                            }
                        }
                    }
                }
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            const uint here_3_ = here_of_[owner_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                const uint v_3_ = targets[e_3_];
                const uint there_3_ = add_sat(here_3_, weight_[e_3_]);
                if (there_3_ < igc_load_uint(dist_ + v_3_)) {
                    const uint old_3_ = igc_atomic_min_uint(dist_ + v_3_, there_3_);
                    if (there_3_ < old_3_) {
                        if (there_3_ < limit_) {
                            igc_enqueue(near_queue_, near_counts_, near_round_, near_back_, near_sizes_, near_phase_, near_capacity_, v_3_);
                        } else if (igc_load_uint(is_far_ + v_3_) == 0u) {
                            const bool already_3_ = igc_atomic_swap_uint(is_far_ + v_3_, 1u) != 0u;
                            if (!already_3_) {
                                igc_enqueue(far_queue_, far_counts_, far_round_, far_back_, far_sizes_, far_phase_, far_capacity_, v_3_);
                            }
                        }
                    }
                }
            }
        }
        sg_seen_ = length_2_;
        // fg8: the remaining elements in a row, eight for each work-item
        IGC_SHARE_END uint p_3_end_ = total_;
        for (uint p_3_ = igc_local_id(); p_3_ < p_3_end_; p_3_ += igc_local_size() * 8u) {
            uint owner_3_ = 0u;
            uint until_ = 0u;
            uint first_4_ = 0u;
            uint here_4_ = 0u;
            const uint end_ = min(p_3_ + igc_local_size() * 8u, total_);
            IGC_SHARE_END uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_ += igc_local_size()) {
                if (q_ >= until_) {
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                    here_4_ = here_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                const uint v_4_ = targets[e_4_];
                const uint there_4_ = add_sat(here_4_, weight_[e_4_]);
                if (there_4_ < igc_load_uint(dist_ + v_4_)) {
                    const uint old_4_ = igc_atomic_min_uint(dist_ + v_4_, there_4_);
                    if (there_4_ < old_4_) {
                        if (there_4_ < limit_) {
                            igc_enqueue(near_queue_, near_counts_, near_round_, near_back_, near_sizes_, near_phase_, near_capacity_, v_4_);
                        } else if (igc_load_uint(is_far_ + v_4_) == 0u) {
                            const bool already_4_ = igc_atomic_swap_uint(is_far_ + v_4_, 1u) != 0u;
                            if (!already_4_) {
                                igc_enqueue(far_queue_, far_counts_, far_round_, far_back_, far_sizes_, far_phase_, far_capacity_, v_4_);
                            }
                        }
                    }
                }
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic operation for all items of the workgroup
        near_round_ = igc_flush(near_queue_, near_counts_, near_round_, near_back_, near_sizes_, near_phase_, near_capacity_);
        // coop-cv: one atomic operation for all items of the workgroup
        far_round_ = igc_flush(far_queue_, far_counts_, far_round_, far_back_, far_sizes_, far_phase_, far_capacity_);
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
    uint limit_,
    local uint *near_queue_,
    local uint *near_counts_,
    local uint *far_queue_,
    local uint *far_counts_,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, far_sizes_, far_phase_);
    uint near_round_ = 0;
    igc_queue_start(near_counts_);
    uint far_round_ = 0;
    igc_queue_start(far_counts_);
    igc_workgroup_barrier();
    uint nearest_part_ = UINT_MAX;
    IGC_SHARE_END uint base_end_ = igc_worklist_size(far_sizes_, far_phase_, far_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        if (i_ < igc_worklist_size(far_sizes_, far_phase_, far_capacity_)) {
            const uint u_ = far_front_[i_];
            if (dist_[u_] >= limit_) {
                igc_enqueue(far_queue_, far_counts_, far_round_, far_back_, far_sizes_, far_phase_, far_capacity_, u_);
            } else {
                igc_store_uint(is_far_ + u_, 0u);
                if (dist_[u_] >= settled_) {
                    igc_enqueue(near_queue_, near_counts_, near_round_, near_back_, near_sizes_, near_phase_, near_capacity_, u_);
                }
            }
            if (dist_[u_] >= settled_) {
                nearest_part_ = min(nearest_part_, dist_[u_]);
            }
        }
        // coop-cv: one atomic operation for all items of the workgroup
        near_round_ = igc_flush(near_queue_, near_counts_, near_round_, near_back_, near_sizes_, near_phase_, near_capacity_);
        // coop-cv: one atomic operation for all items of the workgroup
        far_round_ = igc_flush(far_queue_, far_counts_, far_round_, far_back_, far_sizes_, far_phase_, far_capacity_);
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const uint nearest_group_ = igc_workgroup_min_uint(igc_scratch, nearest_part_);
    if (igc_local_id() == 0u && nearest_group_ != UINT_MAX) {
        igc_atomic_min_uint(nearest_, nearest_group_);
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
    local uint here_of_[IGC_WORKGROUP_SIZE];
    local uint first_of_[IGC_WORKGROUP_SIZE];
    local uint count_of_[IGC_WORKGROUP_SIZE];
    local uint wg_length_[1];
    local uint wg_list_[IGC_WORKGROUP_SIZE];
    local uint sg_length_[1];
    local uint sg_list_[IGC_WORKGROUP_SIZE];
    local uint before_of_[IGC_WORKGROUP_SIZE];
    local uint near_queue_[IGC_QUEUE_SIZE];
    local uint near_counts_[IGC_QUEUE_WORDS];
    local uint far_queue_[IGC_QUEUE_SIZE];
    local uint far_counts_[IGC_QUEUE_WORDS];
    local ulong scratch_[IGC_SCRATCH_SIZE];
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
            sssp_nf_split_(grid, dist_, is_far_, nearest_, igc_back(near_front_, near_back_, near_swapped_), near_sizes_, near_phase_, near_capacity_, igc_front(far_front_, far_back_, far_swapped_), igc_back(far_front_, far_back_, far_swapped_), far_sizes_, far_phase_, far_capacity_, settled_, limit_, near_queue_, near_counts_, far_queue_, far_counts_, scratch_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            while (igc_next_round(&run, igc_has_room(&run, environment, grid, far_sizes_) & (igc_waiting(&run, near_sizes_, near_phase_, near_capacity_) > 0u))) {
                igc_path_start();
                IGC_SWAP_BUFFERS(near_phase_, near_swapped_);
                sssp_nf_relax_(grid, out_offsets, targets, dist_, is_far_, weight_, igc_front(near_front_, near_back_, near_swapped_), igc_back(near_front_, near_back_, near_swapped_), near_sizes_, near_phase_, near_capacity_, igc_back(far_front_, far_back_, far_swapped_), far_sizes_, far_phase_, far_capacity_, limit_, here_of_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, near_queue_, near_counts_, far_queue_, far_counts_, scratch_);
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
