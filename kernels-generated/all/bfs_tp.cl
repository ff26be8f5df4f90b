// bfs_tp: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

IGC_WITH_BARRIERS void bfs_tp_contract_(
    const igc_grid grid,
    global uint *level_,
    global const uint *offers_front_,
    global uint *offers_sizes_,
    const uint offers_phase_,
    const uint offers_capacity_,
    global uint *frontier_back_,
    global uint *frontier_sizes_,
    const uint frontier_phase_,
    const uint frontier_capacity_,
    uint depth_,
    local uint *frontier_queue_,
    local uint *frontier_counts_)
{
    igc_clear_spare_size(grid, offers_sizes_, offers_phase_);
    uint frontier_round_ = 0;
    igc_queue_start(frontier_counts_);
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end_ = igc_worklist_size(offers_sizes_, offers_phase_, offers_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        if (i_ < igc_worklist_size(offers_sizes_, offers_phase_, offers_capacity_)) {
            const uint u_ = offers_front_[i_];
            if (igc_load_uint(level_ + u_) == UINT_MAX) {
                const uint found_ = igc_atomic_cas_uint(level_ + u_, UINT_MAX, depth_);
                if (found_ == UINT_MAX) {
                    igc_enqueue(frontier_queue_, frontier_counts_, frontier_round_, frontier_back_, frontier_sizes_, frontier_phase_, frontier_capacity_, u_);
                }
            }
        }
        // coop-cv: one atomic operation for all items of the workgroup
        frontier_round_ = igc_flush(frontier_queue_, frontier_counts_, frontier_round_, frontier_back_, frontier_sizes_, frontier_phase_, frontier_capacity_);
    }
}

IGC_WITH_BARRIERS void bfs_tp_expand_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *offers_back_,
    global uint *offers_sizes_,
    const uint offers_phase_,
    const uint offers_capacity_,
    global const uint *frontier_front_,
    global uint *frontier_sizes_,
    const uint frontier_phase_,
    const uint frontier_capacity_,
    local uint *first_of_,
    local uint *count_of_,
    local uint *wg_length_,
    local uint *wg_list_,
    local uint *sg_length_,
    local uint *sg_list_,
    local uint *before_of_,
    local uint *offers_queue_,
    local uint *offers_counts_,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, frontier_sizes_, frontier_phase_);
    uint offers_round_ = 0;
    igc_queue_start(offers_counts_);
    igc_workgroup_barrier();
    uint wg_seen_ = 0u;
    uint sg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        wg_length_[0u] = 0u;
        sg_length_[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end_ = igc_worklist_size(frontier_sizes_, frontier_phase_, frontier_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        const bool on_ = i_ < igc_worklist_size(frontier_sizes_, frontier_phase_, frontier_capacity_);
        uint u_ = 0u;
        if (on_) {
            u_ = frontier_front_[i_];
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
                igc_enqueue(offers_queue_, offers_counts_, offers_round_, offers_back_, offers_sizes_, offers_phase_, offers_capacity_, targets[e_2_]);
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
                igc_enqueue(offers_queue_, offers_counts_, offers_round_, offers_back_, offers_sizes_, offers_phase_, offers_capacity_, targets[e_3_]);
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
                igc_enqueue(offers_queue_, offers_counts_, offers_round_, offers_back_, offers_sizes_, offers_phase_, offers_capacity_, targets[e_4_]);
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic operation for all items of the workgroup
        offers_round_ = igc_flush(offers_queue_, offers_counts_, offers_round_, offers_back_, offers_sizes_, offers_phase_, offers_capacity_);
    }
}

kernel IGC_WORKGROUP void bfs_tp_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level_,
    global uint *offers_front_,
    global uint *offers_back_,
    global uint *offers_sizes_,
    uint offers_phase_,
    uint offers_capacity_,
    global uint *frontier_front_,
    global uint *frontier_back_,
    global uint *frontier_sizes_,
    uint frontier_phase_,
    uint frontier_capacity_,
    uint depth_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint frontier_queue_[IGC_QUEUE_SIZE];
    local uint frontier_counts_[IGC_QUEUE_WORDS];
    local uint first_of_[IGC_WORKGROUP_SIZE];
    local uint count_of_[IGC_WORKGROUP_SIZE];
    local uint wg_length_[1];
    local uint wg_list_[IGC_WORKGROUP_SIZE];
    local uint sg_length_[1];
    local uint sg_list_[IGC_WORKGROUP_SIZE];
    local uint before_of_[IGC_WORKGROUP_SIZE];
    local ulong scratch_[IGC_SCRATCH_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint offers_swapped_ = 0u;
        uint frontier_swapped_ = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, frontier_sizes_) & (igc_waiting(&run, offers_sizes_, offers_phase_, offers_capacity_) > 0u))) {
            igc_path_start();
            IGC_SWAP_BUFFERS(offers_phase_, offers_swapped_);
            bfs_tp_contract_(grid, level_, igc_front(offers_front_, offers_back_, offers_swapped_), offers_sizes_, offers_phase_, offers_capacity_, igc_back(frontier_front_, frontier_back_, frontier_swapped_), frontier_sizes_, frontier_phase_, frontier_capacity_, depth_, frontier_queue_, frontier_counts_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(frontier_phase_, frontier_swapped_);
            bfs_tp_expand_(grid, out_offsets, targets, igc_back(offers_front_, offers_back_, offers_swapped_), offers_sizes_, offers_phase_, offers_capacity_, igc_front(frontier_front_, frontier_back_, frontier_swapped_), frontier_sizes_, frontier_phase_, frontier_capacity_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, frontier_queue_, frontier_counts_, scratch_);
            run.launches++;
            depth_ = depth_ + 1u;
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
            results[7] = offers_phase_;
            results[8] = offers_swapped_;
            results[9] = frontier_phase_;
            results[10] = frontier_swapped_;
        }
    }
    igc_leave(environment, grid);
}
