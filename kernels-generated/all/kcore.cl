// kcore: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void kcore_count_(
    global const uint *out_offsets,
    global int *left_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        left_[u_] = (int)(out_offsets[u_ + 1u] - out_offsets[u_]);
    }
}

IGC_WITH_BARRIERS void kcore_choose_(
    const igc_grid grid,
    global const uint *core_,
    global const int *left_,
    global int *fewest_,
    global const uint *rest_front_,
    global uint *rest_back_,
    global uint *rest_sizes_,
    const uint rest_phase_,
    const uint rest_capacity_,
    global uint *leaving_back_,
    global uint *leaving_sizes_,
    const uint leaving_phase_,
    const uint leaving_capacity_,
    int k_,
    local uint *rest_queue_,
    local uint *rest_counts_,
    local uint *leaving_queue_,
    local uint *leaving_counts_,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, rest_sizes_, rest_phase_);
    uint rest_round_ = 0;
    igc_queue_start(rest_counts_);
    uint leaving_round_ = 0;
    igc_queue_start(leaving_counts_);
    igc_workgroup_barrier();
    int fewest_part_ = INT_MAX;
    IGC_SHARE_END uint base_end_ = igc_worklist_size(rest_sizes_, rest_phase_, rest_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        if (i_ < igc_worklist_size(rest_sizes_, rest_phase_, rest_capacity_)) {
            const uint u_ = rest_front_[i_];
            if (core_[u_] == UINT_MAX) {
                if (left_[u_] <= k_) {
                    igc_enqueue(leaving_queue_, leaving_counts_, leaving_round_, leaving_back_, leaving_sizes_, leaving_phase_, leaving_capacity_, u_);
                } else {
                    igc_enqueue(rest_queue_, rest_counts_, rest_round_, rest_back_, rest_sizes_, rest_phase_, rest_capacity_, u_);
                }
                fewest_part_ = min(fewest_part_, left_[u_]);
            }
        }
        // coop-cv: one atomic operation for all items of the workgroup
        rest_round_ = igc_flush(rest_queue_, rest_counts_, rest_round_, rest_back_, rest_sizes_, rest_phase_, rest_capacity_);
        // coop-cv: one atomic operation for all items of the workgroup
        leaving_round_ = igc_flush(leaving_queue_, leaving_counts_, leaving_round_, leaving_back_, leaving_sizes_, leaving_phase_, leaving_capacity_);
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const int fewest_group_ = igc_workgroup_min_int(igc_scratch, fewest_part_);
    if (igc_local_id() == 0u && fewest_group_ != INT_MAX) {
        igc_atomic_min_int(fewest_, fewest_group_);
    }
}

IGC_WITH_BARRIERS void kcore_leave_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *core_,
    global int *left_,
    global const uint *leaving_front_,
    global uint *leaving_back_,
    global uint *leaving_sizes_,
    const uint leaving_phase_,
    const uint leaving_capacity_,
    int k_,
    local uint *first_of_,
    local uint *count_of_,
    local uint *wg_length_,
    local uint *wg_list_,
    local uint *sg_length_,
    local uint *sg_list_,
    local uint *before_of_,
    local uint *leaving_queue_,
    local uint *leaving_counts_,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, leaving_sizes_, leaving_phase_);
    uint leaving_round_ = 0;
    igc_queue_start(leaving_counts_);
    igc_workgroup_barrier();
    uint wg_seen_ = 0u;
    uint sg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        wg_length_[0u] = 0u;
        sg_length_[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end_ = igc_worklist_size(leaving_sizes_, leaving_phase_, leaving_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        const bool on_ = i_ < igc_worklist_size(leaving_sizes_, leaving_phase_, leaving_capacity_);
        uint u_ = 0u;
        if (on_) {
            u_ = leaving_front_[i_];
            igc_store_uint(core_ + u_, (uint)k_);
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
        uint left_2_ = count_;
        if (count_ >= igc_local_size()) {
            const uint slot_2_ = igc_local_atomic_add_uint(&wg_length_[0u], 1u);
            wg_list_[slot_2_ - wg_seen_] = igc_local_id();
            left_2_ = 0u;
        } else if (count_ >= igc_subgroup_size()) {
            const uint slot_ = igc_local_atomic_add_uint(&sg_length_[0u], 1u);
            sg_list_[slot_ - sg_seen_] = igc_local_id();
            left_2_ = 0u;
        }
        uint total_;
        const uint before_2_ = igc_scan(igc_scratch, left_2_, &total_);
        before_of_[igc_local_id()] = before_2_;
        igc_workgroup_barrier();
        // wg: the work-items with the most elements, one after the other, by the whole workgroup
        const uint length_ = wg_length_[0u];
        const uint k_2_end_ = length_ - wg_seen_;
        for (uint k_2_ = 0u; k_2_ < k_2_end_; k_2_++) {
            const uint owner_ = wg_list_[k_2_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                const int before_3_ = igc_atomic_add_int(left_ + targets[e_2_], -1);
                if (before_3_ == igc_add_int(k_, 1)) {
                    igc_enqueue(leaving_queue_, leaving_counts_, leaving_round_, leaving_back_, leaving_sizes_, leaving_phase_, leaving_capacity_, targets[e_2_]);
                }
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_3_end_ = length_2_ - sg_seen_;
        for (uint k_3_ = igc_subgroup_id(); k_3_ < k_3_end_; k_3_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_3_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                const int before_4_ = igc_atomic_add_int(left_ + targets[e_3_], -1);
                if (before_4_ == igc_add_int(k_, 1)) {
                    igc_enqueue(leaving_queue_, leaving_counts_, leaving_round_, leaving_back_, leaving_sizes_, leaving_phase_, leaving_capacity_, targets[e_3_]);
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
                const int before_5_ = igc_atomic_add_int(left_ + targets[e_4_], -1);
                if (before_5_ == igc_add_int(k_, 1)) {
                    igc_enqueue(leaving_queue_, leaving_counts_, leaving_round_, leaving_back_, leaving_sizes_, leaving_phase_, leaving_capacity_, targets[e_4_]);
                }
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic operation for all items of the workgroup
        leaving_round_ = igc_flush(leaving_queue_, leaving_counts_, leaving_round_, leaving_back_, leaving_sizes_, leaving_phase_, leaving_capacity_);
    }
}

kernel IGC_WORKGROUP void kcore_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *core_,
    global int *left_,
    global int *fewest_,
    global uint *rest_front_,
    global uint *rest_back_,
    global uint *rest_sizes_,
    uint rest_phase_,
    uint rest_capacity_,
    global uint *leaving_front_,
    global uint *leaving_back_,
    global uint *leaving_sizes_,
    uint leaving_phase_,
    uint leaving_capacity_,
    int k_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint rest_queue_[IGC_QUEUE_SIZE];
    local uint rest_counts_[IGC_QUEUE_WORDS];
    local uint leaving_queue_[IGC_QUEUE_SIZE];
    local uint leaving_counts_[IGC_QUEUE_WORDS];
    local ulong scratch_[IGC_SCRATCH_SIZE];
    local uint first_of_[IGC_WORKGROUP_SIZE];
    local uint count_of_[IGC_WORKGROUP_SIZE];
    local uint wg_length_[1];
    local uint wg_list_[IGC_WORKGROUP_SIZE];
    local uint sg_length_[1];
    local uint sg_list_[IGC_WORKGROUP_SIZE];
    local uint before_of_[IGC_WORKGROUP_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint rest_swapped_ = 0u;
        uint leaving_swapped_ = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, leaving_sizes_) & (igc_waiting(&run, rest_sizes_, rest_phase_, rest_capacity_) > 0u))) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            if (igc_global_id(grid) == 0u) {
                igc_store_int(fewest_, INT_MAX);
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(rest_phase_, rest_swapped_);
            kcore_choose_(grid, core_, left_, fewest_, igc_front(rest_front_, rest_back_, rest_swapped_), igc_back(rest_front_, rest_back_, rest_swapped_), rest_sizes_, rest_phase_, rest_capacity_, igc_back(leaving_front_, leaving_back_, leaving_swapped_), leaving_sizes_, leaving_phase_, leaving_capacity_, k_, rest_queue_, rest_counts_, leaving_queue_, leaving_counts_, scratch_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            while (igc_next_round(&run, igc_has_room(&run, environment, grid, rest_sizes_) & (igc_waiting(&run, leaving_sizes_, leaving_phase_, leaving_capacity_) > 0u))) {
                igc_path_start();
                IGC_SWAP_BUFFERS(leaving_phase_, leaving_swapped_);
                kcore_leave_(grid, out_offsets, targets, core_, left_, igc_front(leaving_front_, leaving_back_, leaving_swapped_), igc_back(leaving_front_, leaving_back_, leaving_swapped_), leaving_sizes_, leaving_phase_, leaving_capacity_, k_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, rest_queue_, rest_counts_, scratch_);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
            }
            k_ = max(igc_add_int(k_, 1), igc_load_int(fewest_));
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = as_uint(k_);
            results[7] = rest_phase_;
            results[8] = rest_swapped_;
            results[9] = leaving_phase_;
            results[10] = leaving_swapped_;
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
