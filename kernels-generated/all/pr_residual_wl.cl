// pr_residual_wl: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

IGC_WITH_BARRIERS void pr_residual_wl_pass_on_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global float *rank_,
    global long *residual_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const float damping_,
    const float tolerance_,
    global uint *locks,
    local long *share_of_,
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
    const float x_ = tolerance_;
    const long least_ = igc_long_from_float(x_ * 4294967300.0f);
    IGC_SHARE_END uint base_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        const bool on_ = i_ < igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
        uint u_ = 0u;
        float given_ = 0.0f;
        if (on_) {
            u_ = worklist_front_[i_];
            const long old_ = igc_atomic_swap_long(locks, residual_ + u_, 0l);
            given_ = (float)old_ * 2.3283064e-10f;
            igc_atomic_add_float(rank_ + u_, given_);
        }
        bool yes_ = false;
        if (on_) {
            yes_ = out_offsets[u_ + 1u] - out_offsets[u_] > 0u;
        }
        long share_ = 0l;
        if (yes_) {
            const float x_2_ = damping_ * given_ / (float)(out_offsets[u_ + 1u] - out_offsets[u_]);
            share_ = igc_long_from_float(x_2_ * 4294967300.0f);
        }
        // np: the elements of each work-item
        uint first_ = 0u;
        uint count_ = 0u;
        if (yes_) {
            first_ = out_offsets[u_];
            count_ = out_offsets[u_ + 1u] - out_offsets[u_];
        }
        first_of_[igc_local_id()] = first_;
        count_of_[igc_local_id()] = count_;
        share_of_[igc_local_id()] = share_;
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
            const long share_2_ = share_of_[owner_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                const long old_2_2_ = igc_atomic_add_long(locks, residual_ + targets[e_2_], share_2_);
                if (old_2_2_ <= least_ && igc_add_long(old_2_2_, share_2_) > least_) {
                    igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, targets[e_2_]);
                }
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            const long share_3_ = share_of_[owner_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                const long old_2_3_ = igc_atomic_add_long(locks, residual_ + targets[e_3_], share_3_);
                if (old_2_3_ <= least_ && igc_add_long(old_2_3_, share_3_) > least_) {
                    igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, targets[e_3_]);
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
            long share_4_ = 0l;
            const uint end_ = min(p_3_ + igc_local_size() * 8u, total_);
            IGC_SHARE_END uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_ += igc_local_size()) {
                if (q_ >= until_) {
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                    share_4_ = share_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                const long old_2_4_ = igc_atomic_add_long(locks, residual_ + targets[e_4_], share_4_);
                if (old_2_4_ <= least_ && igc_add_long(old_2_4_, share_4_) > least_) {
                    igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, targets[e_4_]);
                }
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic operation for all items of the workgroup
        worklist_round_ = igc_flush(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_);
    }
}

kernel IGC_WORKGROUP void pr_residual_wl_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global float *rank_,
    global long *residual_,
    global uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    uint worklist_phase_,
    uint worklist_capacity_,
    const float damping_,
    const float tolerance_,
    global uint *locks,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local long share_of_[IGC_WORKGROUP_SIZE];
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
            IGC_SWAP_BUFFERS(worklist_phase_, worklist_swapped_);
            pr_residual_wl_pass_on_(grid, out_offsets, targets, rank_, residual_, igc_front(worklist_front_, worklist_back_, worklist_swapped_), igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, damping_, tolerance_, locks, share_of_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, worklist_queue_, worklist_counts_, scratch_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = worklist_phase_;
            results[7] = worklist_swapped_;
        }
    }
    igc_leave(environment, grid);
}

kernel IGC_WORKGROUP void igc_seed_all_nodes(
    global uint *back,
    global uint *sizes,
    const uint capacity,
    const uint node_count)
{
    igc_seed_nodes(igc_launch(), back, sizes, 0u, capacity, node_count);
}
