// mis_worklist: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void mis_worklist_draw_(
    global uint *priority_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const uint seed_ = 0u;
        const uint x_ = seed_ + 2654435769u;
        uint h_ = (x_ ^ (x_ >> 16u)) * 2146121005u;
        h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
        const uint x_2_ = u_ ^ (h_ ^ (h_ >> 16u));
        uint h_2_ = (x_2_ ^ (x_2_ >> 16u)) * 2146121005u;
        h_2_ = (h_2_ ^ (h_2_ >> 15u)) * 2221713035u;
        priority_[u_] = h_2_ ^ (h_2_ >> 16u);
    }
}

IGC_WITH_BARRIERS void mis_worklist_choose_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *decided_,
    global const uint *priority_,
    global const uint *undecided_front_,
    global uint *undecided_back_,
    global uint *undecided_sizes_,
    const uint undecided_phase_,
    const uint undecided_capacity_,
    global uint *joining_back_,
    global uint *joining_sizes_,
    const uint joining_phase_,
    const uint joining_capacity_,
    local uint *undecided_queue_,
    local uint *undecided_counts_,
    local uint *joining_queue_,
    local uint *joining_counts_)
{
    igc_clear_spare_size(grid, undecided_sizes_, undecided_phase_);
    uint undecided_round_ = 0;
    igc_queue_start(undecided_counts_);
    uint joining_round_ = 0;
    igc_queue_start(joining_counts_);
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end_ = igc_worklist_size(undecided_sizes_, undecided_phase_, undecided_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        if (i_ < igc_worklist_size(undecided_sizes_, undecided_phase_, undecided_capacity_)) {
            const uint u_ = undecided_front_[i_];
            if (decided_[u_] == 0u) {
                bool first_ = true;
                const uint e_end_ = out_offsets[u_ + 1u];
                for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                    if (decided_[targets[e_]] == 0u && priority_[targets[e_]] > priority_[u_]) {
                        first_ = false;
                        break;
                    }
                }
                if (first_) {
                    igc_enqueue(joining_queue_, joining_counts_, joining_round_, joining_back_, joining_sizes_, joining_phase_, joining_capacity_, u_);
                } else {
                    igc_enqueue(undecided_queue_, undecided_counts_, undecided_round_, undecided_back_, undecided_sizes_, undecided_phase_, undecided_capacity_, u_);
                }
            }
        }
        // coop-cv: one atomic operation for all items of the workgroup
        undecided_round_ = igc_flush(undecided_queue_, undecided_counts_, undecided_round_, undecided_back_, undecided_sizes_, undecided_phase_, undecided_capacity_);
        // coop-cv: one atomic operation for all items of the workgroup
        joining_round_ = igc_flush(joining_queue_, joining_counts_, joining_round_, joining_back_, joining_sizes_, joining_phase_, joining_capacity_);
    }
}

IGC_WITH_BARRIERS void mis_worklist_settle_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set_,
    global uint *decided_,
    global const uint *joining_front_,
    global uint *joining_sizes_,
    const uint joining_phase_,
    const uint joining_capacity_,
    local uint *first_of_,
    local uint *count_of_,
    local uint *wg_length_,
    local uint *wg_list_,
    local uint *sg_length_,
    local uint *sg_list_,
    local uint *before_of_,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, joining_sizes_, joining_phase_);
    uint wg_seen_ = 0u;
    uint sg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        wg_length_[0u] = 0u;
        sg_length_[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end_ = igc_worklist_size(joining_sizes_, joining_phase_, joining_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        const bool on_ = i_ < igc_worklist_size(joining_sizes_, joining_phase_, joining_capacity_);
        uint u_ = 0u;
        if (on_) {
            u_ = joining_front_[i_];
            igc_store_uint(in_set_ + u_, 1u);
            igc_store_uint(decided_ + u_, 1u);
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
                igc_store_uint(decided_ + targets[e_2_], 1u);
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
                igc_store_uint(decided_ + targets[e_3_], 1u);
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
                igc_store_uint(decided_ + targets[e_4_], 1u);
            }
        }
        igc_workgroup_barrier();
    }
}

kernel IGC_WORKGROUP void mis_worklist_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set_,
    global uint *decided_,
    global const uint *priority_,
    global uint *undecided_front_,
    global uint *undecided_back_,
    global uint *undecided_sizes_,
    uint undecided_phase_,
    uint undecided_capacity_,
    global uint *joining_front_,
    global uint *joining_back_,
    global uint *joining_sizes_,
    uint joining_phase_,
    uint joining_capacity_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint undecided_queue_[IGC_QUEUE_SIZE];
    local uint undecided_counts_[IGC_QUEUE_WORDS];
    local uint joining_queue_[IGC_QUEUE_SIZE];
    local uint joining_counts_[IGC_QUEUE_WORDS];
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
        uint undecided_swapped_ = 0u;
        uint joining_swapped_ = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, joining_sizes_) & (igc_waiting(&run, undecided_sizes_, undecided_phase_, undecided_capacity_) > 0u))) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(undecided_phase_, undecided_swapped_);
            mis_worklist_choose_(grid, out_offsets, targets, decided_, priority_, igc_front(undecided_front_, undecided_back_, undecided_swapped_), igc_back(undecided_front_, undecided_back_, undecided_swapped_), undecided_sizes_, undecided_phase_, undecided_capacity_, igc_back(joining_front_, joining_back_, joining_swapped_), joining_sizes_, joining_phase_, joining_capacity_, undecided_queue_, undecided_counts_, joining_queue_, joining_counts_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(joining_phase_, joining_swapped_);
            mis_worklist_settle_(grid, out_offsets, targets, in_set_, decided_, igc_front(joining_front_, joining_back_, joining_swapped_), joining_sizes_, joining_phase_, joining_capacity_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, scratch_);
            run.launches++;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = undecided_phase_;
            results[7] = undecided_swapped_;
            results[8] = joining_phase_;
            results[9] = joining_swapped_;
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
