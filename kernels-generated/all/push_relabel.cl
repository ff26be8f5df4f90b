// push_relabel: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void push_relabel_start_(
    global const uint *sources,
    global const uint *capacity_,
    global ulong *residual_,
    global ulong *excess_,
    const uint edge_count,
    const uint source_,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        residual_[e_] = (ulong)capacity_[e_];
        if (sources[e_] == source_) {
            igc_atomic_add_ulong(locks, excess_ + source_, (ulong)capacity_[e_]);
        }
    }
}

kernel IGC_WORKGROUP void push_relabel_flood_(
    global const uint *targets,
    global const uint *sources,
    global const uint *reverse,
    global const uint *capacity_,
    global ulong *residual_,
    global ulong *excess_,
    const uint edge_count,
    const uint source_,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (sources[e_] == source_) {
            const ulong amount_ = (ulong)capacity_[e_];
            igc_atomic_add_ulong(locks, residual_ + e_, -amount_);
            const uint edge_ = reverse[e_];
            if (edge_ < edge_count) igc_atomic_add_ulong(locks, residual_ + edge_, amount_);
            igc_atomic_add_ulong(locks, excess_ + sources[e_], -amount_);
            igc_atomic_add_ulong(locks, excess_ + targets[e_], amount_);
        }
    }
}

IGC_WITH_BARRIERS void push_relabel_search_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *reverse,
    global const ulong *residual_,
    global uint *height_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint edge_count,
    uint level_,
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
        uint v_ = 0u;
        if (on_) {
            v_ = worklist_front_[i_];
        }
        // np: the elements of each work-item
        uint first_ = 0u;
        uint count_ = 0u;
        if (on_) {
            first_ = out_offsets[v_];
            count_ = out_offsets[v_ + 1u] - out_offsets[v_];
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
                const uint edge_2_ = reverse[e_2_];
                if ((edge_2_ < edge_count ? residual_[edge_2_] : 0ul) > 0ul && igc_load_uint(height_ + targets[e_2_]) == UINT_MAX) {
                    igc_store_uint(height_ + targets[e_2_], level_);
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
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                const uint edge_3_ = reverse[e_3_];
                if ((edge_3_ < edge_count ? residual_[edge_3_] : 0ul) > 0ul && igc_load_uint(height_ + targets[e_3_]) == UINT_MAX) {
                    igc_store_uint(height_ + targets[e_3_], level_);
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
            const uint end_ = min(p_3_ + igc_local_size() * 8u, total_);
            IGC_SHARE_END uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_ += igc_local_size()) {
                if (q_ >= until_) {
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                const uint edge_4_ = reverse[e_4_];
                if ((edge_4_ < edge_count ? residual_[edge_4_] : 0ul) > 0ul && igc_load_uint(height_ + targets[e_4_]) == UINT_MAX) {
                    igc_store_uint(height_ + targets[e_4_], level_);
                    igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, targets[e_4_]);
                }
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic operation for all items of the workgroup
        worklist_round_ = igc_flush(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_);
    }
}

IGC_WITH_BARRIERS void push_relabel_discharge_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *reverse,
    global const uint *target_,
    global ulong *residual_,
    global ulong *excess_,
    global const uint *height_,
    const uint node_count,
    const uint edge_count,
    const uint source_,
    global uint *locks)
{
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (igc_load_ulong(locks, excess_ + u_) > 0ul && u_ != source_ && u_ != target_[0u]) {
            ulong left_ = igc_load_ulong(locks, excess_ + u_);
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                if (left_ > 0ul && igc_load_ulong(locks, residual_ + e_) > 0ul && height_[u_] == height_[targets[e_]] + 1u) {
                    const ulong amount_ = min(left_, igc_load_ulong(locks, residual_ + e_));
                    igc_atomic_add_ulong(locks, residual_ + e_, -amount_);
                    const uint edge_ = reverse[e_];
                    if (edge_ < edge_count) igc_atomic_add_ulong(locks, residual_ + edge_, amount_);
                    igc_atomic_add_ulong(locks, excess_ + sources[e_], -amount_);
                    igc_atomic_add_ulong(locks, excess_ + targets[e_], amount_);
                    left_ = left_ - amount_;
                }
            }
        }
    }
}

IGC_WITH_BARRIERS void push_relabel_rise_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *target_,
    global const ulong *residual_,
    global const ulong *excess_,
    global uint *height_,
    global uint *active_,
    const uint node_count,
    const uint source_,
    local uint *lowest_found_,
    local uint *first_of_,
    local uint *count_of_,
    local uint *wg_length_,
    local uint *wg_list_,
    local uint *sg_length_,
    local uint *sg_list_,
    local uint *before_of_,
    local ulong *igc_scratch)
{
    bool active_part_ = false;
    uint wg_seen_ = 0u;
    uint sg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        wg_length_[0u] = 0u;
        sg_length_[0u] = 0u;
    }
    igc_workgroup_barrier();
    for (uint base_ = igc_first_of_group(grid, node_count); igc_continues(base_ < igc_end(grid, node_count)); base_ += igc_step(grid)) {
        igc_path_start();
        const uint u_ = base_ + igc_local_id();
        const bool on_ = u_ < node_count;
        bool yes_ = false;
        if (on_) {
            yes_ = excess_[u_] > 0ul && u_ != source_ && u_ != target_[0u];
        }
        uint lowest_ = 0u;
        if (yes_) {
            lowest_ = UINT_MAX;
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
        lowest_found_[igc_local_id()] = UINT_MAX;
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
        for (uint k_ = 0u; igc_continues(k_ < k_end_); k_++) {
            igc_path_start();
            const uint owner_ = wg_list_[k_];
            uint lowest_2_ = UINT_MAX;
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                if (residual_[e_2_] > 0ul) {
                    lowest_2_ = min(lowest_2_, igc_load_uint(height_ + targets[e_2_]));
                }
            }
            const uint all_ = igc_workgroup_min_uint(igc_scratch, lowest_2_);
            if (igc_local_id() == 0u) {
                lowest_found_[owner_] = min(lowest_found_[owner_], all_);
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            uint lowest_3_ = UINT_MAX;
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                if (residual_[e_3_] > 0ul) {
                    lowest_3_ = min(lowest_3_, igc_load_uint(height_ + targets[e_3_]));
                }
            }
            const uint all_2_ = igc_subgroup_min_uint(lowest_3_);
            if (igc_lane() == 0u) {
                lowest_found_[owner_2_] = min(lowest_found_[owner_2_], all_2_);
            }
        }
        sg_seen_ = length_2_;
        // fg8: the remaining elements in a row, eight for each work-item
        IGC_SHARE_END uint p_3_end_ = total_;
        for (uint p_3_ = igc_local_id() * 8u; p_3_ < p_3_end_; p_3_ += igc_local_size() * 8u) {
            uint owner_3_ = 0u;
            uint until_ = 0u;
            uint first_4_ = 0u;
            uint lowest_4_ = UINT_MAX;
            const uint end_ = min(p_3_ + 1u * 8u, total_);
            const uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_++) {
                if (q_ >= until_) {
                    if (until_ != 0u) {
                        if (lowest_4_ != UINT_MAX) {
                            igc_local_atomic_min_uint(&lowest_found_[owner_3_], lowest_4_);
                        }
                        lowest_4_ = UINT_MAX;
                    }
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                if (residual_[e_4_] > 0ul) {
                    lowest_4_ = min(lowest_4_, igc_load_uint(height_ + targets[e_4_]));
                }
            }
            if (lowest_4_ != UINT_MAX) {
                igc_local_atomic_min_uint(&lowest_found_[owner_3_], lowest_4_);
            }
        }
        igc_workgroup_barrier();
        // np: the values that other work-items computed
        if (yes_) {
            lowest_ = min(lowest_, lowest_found_[igc_local_id()]);
        }
        if (yes_) {
            if (lowest_ >= igc_load_uint(height_ + u_)) {
                igc_store_uint(height_ + u_, lowest_ + 1u);
            }
            active_part_ = active_part_ | true;
        }
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const bool active_group_ = igc_workgroup_or_uint(igc_scratch, (uint)active_part_) != 0u;
    if (igc_local_id() == 0u && active_group_ != false) {
        igc_atomic_or_uint(active_, (uint)active_group_);
    }
}

kernel IGC_WORKGROUP void push_relabel_finish_(
    global const uint *capacity_,
    global uint *flow_,
    global const ulong *residual_,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (residual_[e_] < (ulong)capacity_[e_]) {
            flow_[e_] = (uint)((ulong)capacity_[e_] - residual_[e_]);
        }
    }
}

kernel IGC_WORKGROUP void push_relabel_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *reverse,
    global const uint *target_,
    global ulong *residual_,
    global ulong *excess_,
    global uint *height_,
    global uint *active_,
    global uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    uint worklist_phase_,
    uint worklist_capacity_,
    const uint node_count,
    const uint edge_count,
    const uint source_,
    const uint period_,
    global uint *locks,
    uint round_,
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
    local uint before_of_2_[IGC_WORKGROUP_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint worklist_swapped_ = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, worklist_sizes_) & (igc_load_uint(active_) != 0u))) {
            igc_path_start();
            {
                const bool holds_ = igc_rem_uint(round_, period_) == 0u;
                for (bool now_ = holds_; igc_takes(now_); now_ = false) {
                    igc_path_start();
                    igc_fill_uint(grid, height_, node_count, UINT_MAX);
                    igc_grid_barrier(environment, grid, ++run.barriers);
                    if (igc_global_id(grid) == 0u) {
                        if (source_ < node_count) igc_store_uint(height_ + source_, node_count);
                    }
                    const uint height_now_ = igc_load_uint(target_);
                    if (igc_global_id(grid) == 0u) {
                        if (height_now_ < node_count) igc_store_uint(height_ + height_now_, 0u);
                    }
                    uint level_ = 0u;
                    {
                        const uint igc_items[] = {igc_load_uint(target_)};
                        igc_seed(grid, &run, 0u, igc_items, 1u, igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, node_count);
                    }
                    igc_grid_barrier(environment, grid, ++run.barriers);
                    while (igc_next_round(&run, igc_waiting(&run, worklist_sizes_, worklist_phase_, worklist_capacity_) > 0u)) {
                        igc_path_start();
                        level_ = level_ + 1u;
                        IGC_SWAP_BUFFERS(worklist_phase_, worklist_swapped_);
                        push_relabel_search_(grid, out_offsets, targets, reverse, residual_, height_, igc_front(worklist_front_, worklist_back_, worklist_swapped_), igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, edge_count, level_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, worklist_queue_, worklist_counts_, scratch_);
                        run.launches++;
                        igc_grid_barrier(environment, grid, ++run.barriers);
                    }
                    level_ = node_count;
                    igc_grid_barrier(environment, grid, ++run.barriers);
                    {
                        const uint igc_items[] = {source_};
                        igc_seed(grid, &run, 0u, igc_items, 1u, igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, node_count);
                    }
                    igc_grid_barrier(environment, grid, ++run.barriers);
                    while (igc_next_round(&run, igc_waiting(&run, worklist_sizes_, worklist_phase_, worklist_capacity_) > 0u)) {
                        igc_path_start();
                        level_ = level_ + 1u;
                        IGC_SWAP_BUFFERS(worklist_phase_, worklist_swapped_);
                        push_relabel_search_(grid, out_offsets, targets, reverse, residual_, height_, igc_front(worklist_front_, worklist_back_, worklist_swapped_), igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, edge_count, level_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, worklist_queue_, worklist_counts_, scratch_);
                        run.launches++;
                        igc_grid_barrier(environment, grid, ++run.barriers);
                    }
                    igc_path_end();
                }
            }
            push_relabel_discharge_(grid, out_offsets, targets, sources, reverse, target_, residual_, excess_, height_, node_count, edge_count, source_, locks);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            if (igc_global_id(grid) == 0u) {
                igc_store_uint(active_, 0u);
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            push_relabel_rise_(grid, out_offsets, targets, target_, residual_, excess_, height_, active_, node_count, source_, first_of_, count_of_, wg_list_, wg_length_, sg_list_, sg_length_, before_of_, before_of_2_, scratch_);
            run.launches++;
            round_ = round_ + 1u;
            igc_grid_barrier(environment, grid, ++run.barriers);
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = round_;
            results[7] = worklist_phase_;
            results[8] = worklist_swapped_;
        }
    }
    igc_leave(environment, grid);
}
