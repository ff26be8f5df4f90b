// scc: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void scc_draw_(
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

IGC_WITH_BARRIERS void scc_trim_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global uint *component_,
    global const uint *region_,
    const uint node_count)
{
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (igc_load_uint(component_ + u_) == UINT_MAX) {
            bool entered_ = false;
            const uint i_end_ = in_offsets[u_ + 1u];
            for (uint i_ = in_offsets[u_]; i_ < i_end_; i_++) {
                if (!entered_) {
                    const uint v_ = in_sources[i_];
                    entered_ = v_ != u_ && igc_load_uint(component_ + v_) == UINT_MAX && region_[v_] == region_[u_];
                }
            }
            bool left_ = false;
            const uint e_2_end_ = out_offsets[u_ + 1u];
            for (uint e_2_ = out_offsets[u_]; e_2_ < e_2_end_; e_2_++) {
                if (entered_ && !left_) {
                    const uint v_2_ = targets[e_2_];
                    left_ = v_2_ != u_ && igc_load_uint(component_ + v_2_) == UINT_MAX && region_[v_2_] == region_[u_];
                }
            }
            if (!left_) {
                igc_store_uint(component_ + u_, u_);
            }
        }
    }
}

IGC_WITH_BARRIERS void scc_start_(
    const igc_grid grid,
    global const uint *component_,
    global uint *colour_,
    global const uint *priority_,
    global uint *open_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint node_count,
    local uint *worklist_queue_,
    local uint *worklist_counts_,
    local ulong *igc_scratch)
{
    uint worklist_round_ = 0;
    igc_queue_start(worklist_counts_);
    igc_workgroup_barrier();
    uint open_part_ = 0u;
    for (uint base_ = igc_first_of_group(grid, node_count); igc_continues(base_ < igc_end(grid, node_count)); base_ += igc_step(grid)) {
        igc_path_start();
        const uint u_ = base_ + igc_local_id();
        if (u_ < node_count) {
            if (component_[u_] == UINT_MAX) {
                colour_[u_] = priority_[u_];
                igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
                open_part_ = open_part_ + 1u;
            }
        }
        // coop-cv: one atomic operation for all items of the workgroup
        worklist_round_ = igc_flush(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_);
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const uint open_group_ = igc_workgroup_add_uint(igc_scratch, open_part_);
    if (igc_local_id() == 0u && open_group_ != 0u) {
        igc_atomic_add_uint(open_, open_group_);
    }
}

IGC_WITH_BARRIERS void scc_spread_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *component_,
    global uint *colour_,
    global const uint *region_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    local uint *u_of_,
    local uint *colour_of_,
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
        uint colour_2_ = 0u;
        if (on_) {
            u_ = worklist_front_[i_];
            colour_2_ = igc_load_uint(colour_ + u_);
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
        u_of_[igc_local_id()] = u_;
        colour_of_[igc_local_id()] = colour_2_;
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
            const uint u_2_ = u_of_[owner_];
            const uint colour_2_2_ = colour_of_[owner_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                const uint v_2_ = targets[e_2_];
                if (component_[v_2_] == UINT_MAX && region_[v_2_] == region_[u_2_] && igc_load_uint(colour_ + v_2_) < colour_2_2_) {
                    const uint old_2_ = igc_atomic_max_uint(colour_ + v_2_, colour_2_2_);
                    if (old_2_ < colour_2_2_) {
                        igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_2_);
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
            const uint u_3_ = u_of_[owner_2_];
            const uint colour_3_ = colour_of_[owner_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                const uint v_3_ = targets[e_3_];
                if (component_[v_3_] == UINT_MAX && region_[v_3_] == region_[u_3_] && igc_load_uint(colour_ + v_3_) < colour_3_) {
                    const uint old_3_ = igc_atomic_max_uint(colour_ + v_3_, colour_3_);
                    if (old_3_ < colour_3_) {
                        igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_3_);
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
            uint u_4_ = 0u;
            uint colour_4_ = 0u;
            const uint end_ = min(p_3_ + igc_local_size() * 8u, total_);
            IGC_SHARE_END uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_ += igc_local_size()) {
                if (q_ >= until_) {
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                    u_4_ = u_of_[owner_3_];
                    colour_4_ = colour_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                const uint v_4_ = targets[e_4_];
                if (component_[v_4_] == UINT_MAX && region_[v_4_] == region_[u_4_] && igc_load_uint(colour_ + v_4_) < colour_4_) {
                    const uint old_4_ = igc_atomic_max_uint(colour_ + v_4_, colour_4_);
                    if (old_4_ < colour_4_) {
                        igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_4_);
                    }
                }
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic operation for all items of the workgroup
        worklist_round_ = igc_flush(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_);
    }
}

IGC_WITH_BARRIERS void scc_root_(
    const igc_grid grid,
    global uint *component_,
    global const uint *colour_,
    global uint *region_,
    global const uint *priority_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint node_count,
    local uint *worklist_queue_,
    local uint *worklist_counts_)
{
    uint worklist_round_ = 0;
    igc_queue_start(worklist_counts_);
    igc_workgroup_barrier();
    for (uint base_ = igc_first_of_group(grid, node_count); igc_continues(base_ < igc_end(grid, node_count)); base_ += igc_step(grid)) {
        igc_path_start();
        const uint u_ = base_ + igc_local_id();
        if (u_ < node_count) {
            if (component_[u_] == UINT_MAX) {
                region_[u_] = colour_[u_];
                if (colour_[u_] == priority_[u_]) {
                    component_[u_] = u_;
                    igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
                }
            }
        }
        // coop-cv: one atomic operation for all items of the workgroup
        worklist_round_ = igc_flush(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_);
    }
}

IGC_WITH_BARRIERS void scc_gather_(
    const igc_grid grid,
    global const uint *in_offsets,
    global const uint *in_sources,
    global uint *component_,
    global const uint *region_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    local uint *v_of_,
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
            first_ = in_offsets[v_];
            count_ = in_offsets[v_ + 1u] - in_offsets[v_];
        }
        first_of_[igc_local_id()] = first_;
        count_of_[igc_local_id()] = count_;
        v_of_[igc_local_id()] = v_;
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
            const uint v_2_ = v_of_[owner_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                if (region_[in_sources[e_2_]] == region_[v_2_]) {
                    const uint found_2_ = igc_atomic_cas_uint(component_ + in_sources[e_2_], UINT_MAX, igc_load_uint(component_ + v_2_));
                    if (found_2_ == UINT_MAX) {
                        igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, in_sources[e_2_]);
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
            const uint v_3_ = v_of_[owner_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                if (region_[in_sources[e_3_]] == region_[v_3_]) {
                    const uint found_3_ = igc_atomic_cas_uint(component_ + in_sources[e_3_], UINT_MAX, igc_load_uint(component_ + v_3_));
                    if (found_3_ == UINT_MAX) {
                        igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, in_sources[e_3_]);
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
            uint v_4_ = 0u;
            const uint end_ = min(p_3_ + igc_local_size() * 8u, total_);
            IGC_SHARE_END uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_ += igc_local_size()) {
                if (q_ >= until_) {
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                    v_4_ = v_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                if (region_[in_sources[e_4_]] == region_[v_4_]) {
                    const uint found_4_ = igc_atomic_cas_uint(component_ + in_sources[e_4_], UINT_MAX, igc_load_uint(component_ + v_4_));
                    if (found_4_ == UINT_MAX) {
                        igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, in_sources[e_4_]);
                    }
                }
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic operation for all items of the workgroup
        worklist_round_ = igc_flush(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_);
    }
}

kernel IGC_WORKGROUP void scc_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global uint *component_,
    global uint *colour_,
    global uint *region_,
    global const uint *priority_,
    global uint *open_,
    global uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    uint worklist_phase_,
    uint worklist_capacity_,
    const uint node_count,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint worklist_queue_[IGC_QUEUE_SIZE];
    local uint worklist_counts_[IGC_QUEUE_WORDS];
    local ulong scratch_[IGC_SCRATCH_SIZE];
    local uint u_of_[IGC_WORKGROUP_SIZE];
    local uint colour_of_[IGC_WORKGROUP_SIZE];
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
        uint worklist_swapped_ = 0u;
        {
            bool again_ = true;
            while (igc_next_round(&run, igc_has_room(&run, environment, grid, worklist_sizes_) & again_)) {
                igc_path_start();
                igc_grid_barrier(environment, grid, ++run.barriers);
                if (igc_global_id(grid) == 0u) {
                    igc_store_uint(open_, 0u);
                }
                scc_trim_(grid, out_offsets, targets, in_offsets, in_sources, component_, region_, node_count);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                scc_start_(grid, component_, colour_, priority_, open_, igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, node_count, worklist_queue_, worklist_counts_, scratch_);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                while (igc_next_round(&run, igc_waiting(&run, worklist_sizes_, worklist_phase_, worklist_capacity_) > 0u)) {
                    igc_path_start();
                    IGC_SWAP_BUFFERS(worklist_phase_, worklist_swapped_);
                    scc_spread_(grid, out_offsets, targets, component_, colour_, region_, igc_front(worklist_front_, worklist_back_, worklist_swapped_), igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, u_of_, colour_of_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, worklist_queue_, worklist_counts_, scratch_);
                    run.launches++;
                    igc_grid_barrier(environment, grid, ++run.barriers);
                }
                igc_grid_barrier(environment, grid, ++run.barriers);
                scc_root_(grid, component_, colour_, region_, priority_, igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, node_count, worklist_queue_, worklist_counts_);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                while (igc_next_round(&run, igc_waiting(&run, worklist_sizes_, worklist_phase_, worklist_capacity_) > 0u)) {
                    igc_path_start();
                    IGC_SWAP_BUFFERS(worklist_phase_, worklist_swapped_);
                    scc_gather_(grid, in_offsets, in_sources, component_, region_, igc_front(worklist_front_, worklist_back_, worklist_swapped_), igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, u_of_, colour_of_, first_of_, wg_length_, count_of_, sg_length_, wg_list_, sg_list_, worklist_queue_, worklist_counts_, scratch_);
                    run.launches++;
                    igc_grid_barrier(environment, grid, ++run.barriers);
                }
                again_ = igc_load_uint(open_) > 0u;
                igc_path_end();
            }
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
