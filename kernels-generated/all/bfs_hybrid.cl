// bfs_hybrid: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

IGC_WITH_BARRIERS void bfs_hybrid_tell_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    uint depth_,
    local uint *first_of_,
    local uint *count_of_,
    local uint *wg_length_,
    local uint *wg_list_,
    local uint *sg_length_,
    local uint *sg_list_,
    local uint *before_of_,
    local uint *worklist_queue_,
    local uint *worklist_counts_,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    uint worklist_round_ = 0;
    igc_queue_start(worklist_counts_);
    igc_workgroup_barrier();
    uint wg_seen_ = 0u;
    uint sg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        wg_length_[0u] = 0u;
        sg_length_[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        const bool on_ = i_ < igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
        uint u_ = 0u;
        if (on_) {
            u_ = worklist_front_[i_];
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
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                const uint v_2_ = targets[e_2_];
                if (igc_load_uint(level_ + v_2_) == UINT_MAX) {
                    igc_store_uint(level_ + v_2_, depth_);
                    igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_2_);
                }
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                const uint v_3_ = targets[e_3_];
                if (igc_load_uint(level_ + v_3_) == UINT_MAX) {
                    igc_store_uint(level_ + v_3_, depth_);
                    igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_3_);
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
            const uint end_ = min(p_3_ + igc_local_size() * 8u, total_);
            IGC_SHARE_END uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_ += igc_local_size()) {
                if (q_ >= until_) {
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                const uint v_4_ = targets[e_4_];
                if (igc_load_uint(level_ + v_4_) == UINT_MAX) {
                    igc_store_uint(level_ + v_4_, depth_);
                    igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_4_);
                }
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic operation for all items of the workgroup
        worklist_round_ = igc_flush(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_);
    }
}

IGC_WITH_BARRIERS void bfs_hybrid_ask_(
    const igc_grid grid,
    global const uint *in_offsets,
    global const uint *in_sources,
    global uint *level_,
    global uint *reached_,
    const uint node_count,
    uint depth_,
    local ulong *igc_scratch)
{
    uint reached_part_ = 0u;
    IGC_SHARE_END uint v_end_ = igc_end(grid, node_count);
    for (uint v_ = igc_first(grid, node_count); v_ < v_end_; v_ += igc_step(grid)) {
        if (igc_load_uint(level_ + v_) == UINT_MAX) {
            const uint i_end_ = in_offsets[v_ + 1u];
            for (uint i_ = in_offsets[v_]; i_ < i_end_; i_++) {
                if (igc_load_uint(level_ + in_sources[i_]) == depth_ - 1u) {
                    igc_store_uint(level_ + v_, depth_);
                    reached_part_ = reached_part_ + 1u;
                    break;
                }
            }
        }
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const uint reached_group_ = igc_workgroup_add_uint(igc_scratch, reached_part_);
    if (igc_local_id() == 0u && reached_group_ != 0u) {
        igc_atomic_add_uint(reached_, reached_group_);
    }
}

IGC_WITH_BARRIERS void bfs_hybrid_list_(
    const igc_grid grid,
    global const uint *level_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint node_count,
    uint depth_,
    local uint *worklist_queue_,
    local uint *worklist_counts_)
{
    uint worklist_round_ = 0;
    igc_queue_start(worklist_counts_);
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end_ = igc_end(grid, node_count);
    for (uint base_ = igc_first_of_group(grid, node_count); igc_continues(base_ < base_end_); base_ += igc_step(grid)) {
        igc_path_start();
        const uint u_ = base_ + igc_local_id();
        if (u_ < node_count) {
            if (level_[u_] == depth_) {
                igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
            }
        }
        // coop-cv: one atomic operation for all items of the workgroup
        worklist_round_ = igc_flush(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_);
    }
}

kernel IGC_WORKGROUP void bfs_hybrid_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global uint *level_,
    global uint *reached_,
    global uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    uint worklist_phase_,
    uint worklist_capacity_,
    const uint node_count,
    uint depth_,
    const uint limit_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint first_of_[IGC_WORKGROUP_SIZE];
    local uint count_of_[IGC_WORKGROUP_SIZE];
    local uint wg_length_[1];
    local uint wg_list_[IGC_WORKGROUP_SIZE];
    local uint sg_length_[1];
    local uint sg_list_[IGC_WORKGROUP_SIZE];
    local uint before_of_[IGC_WORKGROUP_SIZE];
    local uint worklist_queue_[IGC_QUEUE_SIZE];
    local uint worklist_counts_[IGC_QUEUE_WORDS];
    local ulong scratch_[IGC_SCRATCH_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint worklist_swapped_ = 0u;
        while (igc_next_round(&run, igc_waiting(&run, worklist_sizes_, worklist_phase_, worklist_capacity_) > 0u)) {
            igc_path_start();
            depth_ = depth_ + 1u;
            IGC_SWAP_BUFFERS(worklist_phase_, worklist_swapped_);
            bfs_hybrid_tell_(grid, out_offsets, targets, level_, igc_front(worklist_front_, worklist_back_, worklist_swapped_), igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, depth_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, worklist_queue_, worklist_counts_, scratch_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            {
                const bool holds_ = igc_waiting(&run, worklist_sizes_, worklist_phase_, worklist_capacity_) > limit_;
                for (bool now_ = holds_; igc_takes(now_); now_ = false) {
                    igc_path_start();
                    igc_grid_barrier(environment, grid, ++run.barriers);
                    igc_clear(grid, worklist_sizes_);
                    {
                        bool again_ = true;
                        while (igc_next_round(&run, igc_has_room(&run, environment, grid, worklist_sizes_) & again_)) {
                            igc_path_start();
                            depth_ = depth_ + 1u;
                            igc_grid_barrier(environment, grid, ++run.barriers);
                            if (igc_global_id(grid) == 0u) {
                                igc_store_uint(reached_, 0u);
                            }
                            igc_grid_barrier(environment, grid, ++run.barriers);
                            bfs_hybrid_ask_(grid, in_offsets, in_sources, level_, reached_, node_count, depth_, scratch_);
                            run.launches++;
                            igc_grid_barrier(environment, grid, ++run.barriers);
                            again_ = igc_load_uint(reached_) > limit_;
                            igc_path_end();
                        }
                    }
                    bfs_hybrid_list_(grid, level_, igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, node_count, depth_, worklist_queue_, worklist_counts_);
                    run.launches++;
                    igc_path_end();
                }
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = depth_;
            results[7] = worklist_phase_;
            results[8] = worklist_swapped_;
        }
    }
    igc_leave(environment, grid);
}
