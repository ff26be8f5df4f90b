// mst_single_wl: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void mst_single_wl_start_(
    global uint *component_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_global_id(grid); u_ < node_count; u_ += igc_global_size(grid)) {
        component_[u_] = u_;
    }
}

IGC_WITH_BARRIERS void mst_single_wl_weigh_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *weight_,
    global const uint *component_,
    global uint *lightest_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint node_count,
    local uint *a_of_,
    local uint *leaves_found_,
    local uint *least_found_,
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
        uint a_ = 0u;
        bool leaves_ = false;
        uint least_ = 0u;
        if (on_) {
            u_ = worklist_front_[i_];
            a_ = component_[u_];
            leaves_ = false;
            least_ = UINT_MAX;
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
        a_of_[igc_local_id()] = a_;
        leaves_found_[igc_local_id()] = 0u;
        least_found_[igc_local_id()] = UINT_MAX;
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
            bool leaves_2_ = false;
            uint least_2_ = UINT_MAX;
            const uint a_2_ = a_of_[owner_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                const uint b_2_ = component_[targets[e_2_]];
                if (a_2_ != b_2_) {
                    leaves_2_ = leaves_2_ | true;
                    least_2_ = min(least_2_, weight_[e_2_]);
                    if (weight_[e_2_] < (b_2_ < node_count ? igc_load_uint(lightest_ + b_2_) : 0u)) {
                        if (b_2_ < node_count) igc_atomic_min_uint(lightest_ + b_2_, weight_[e_2_]);
                    }
                }
            }
            const bool all_ = igc_workgroup_or_uint(igc_scratch, (uint)leaves_2_) != 0u;
            if (igc_local_id() == 0u) {
                leaves_found_[owner_] = (uint)((leaves_found_[owner_] != 0u) | all_);
            }
            const uint all_2_ = igc_workgroup_min_uint(igc_scratch, least_2_);
            if (igc_local_id() == 0u) {
                least_found_[owner_] = min(least_found_[owner_], all_2_);
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            bool leaves_3_ = false;
            uint least_3_ = UINT_MAX;
            const uint a_3_ = a_of_[owner_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                const uint b_3_ = component_[targets[e_3_]];
                if (a_3_ != b_3_) {
                    leaves_3_ = leaves_3_ | true;
                    least_3_ = min(least_3_, weight_[e_3_]);
                    if (weight_[e_3_] < (b_3_ < node_count ? igc_load_uint(lightest_ + b_3_) : 0u)) {
                        if (b_3_ < node_count) igc_atomic_min_uint(lightest_ + b_3_, weight_[e_3_]);
                    }
                }
            }
            const bool all_3_ = igc_subgroup_or_uint((uint)leaves_3_) != 0u;
            if (igc_lane() == 0u) {
                leaves_found_[owner_2_] = (uint)((leaves_found_[owner_2_] != 0u) | all_3_);
            }
            const uint all_4_ = igc_subgroup_min_uint(least_3_);
            if (igc_lane() == 0u) {
                least_found_[owner_2_] = min(least_found_[owner_2_], all_4_);
            }
        }
        sg_seen_ = length_2_;
        // fg8: the remaining elements in a row, eight for each work-item
        IGC_SHARE_END uint p_3_end_ = total_;
        for (uint p_3_ = igc_local_id() * 8u; p_3_ < p_3_end_; p_3_ += igc_local_size() * 8u) {
            uint owner_3_ = 0u;
            uint until_ = 0u;
            uint first_4_ = 0u;
            uint a_4_ = 0u;
            bool leaves_4_ = false;
            uint least_4_ = UINT_MAX;
            const uint end_ = min(p_3_ + 1u * 8u, total_);
            const uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_++) {
                if (q_ >= until_) {
                    if (until_ != 0u) {
                        if (leaves_4_ != false) {
                            igc_local_atomic_or_uint(&leaves_found_[owner_3_], (uint)leaves_4_);
                        }
                        if (least_4_ != UINT_MAX) {
                            igc_local_atomic_min_uint(&least_found_[owner_3_], least_4_);
                        }
                        leaves_4_ = false;
                        least_4_ = UINT_MAX;
                    }
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                    a_4_ = a_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                const uint b_4_ = component_[targets[e_4_]];
                if (a_4_ != b_4_) {
                    leaves_4_ = leaves_4_ | true;
                    least_4_ = min(least_4_, weight_[e_4_]);
                    if (weight_[e_4_] < (b_4_ < node_count ? igc_load_uint(lightest_ + b_4_) : 0u)) {
                        if (b_4_ < node_count) igc_atomic_min_uint(lightest_ + b_4_, weight_[e_4_]);
                    }
                }
            }
            if (leaves_4_ != false) {
                igc_local_atomic_or_uint(&leaves_found_[owner_3_], (uint)leaves_4_);
            }
            if (least_4_ != UINT_MAX) {
                igc_local_atomic_min_uint(&least_found_[owner_3_], least_4_);
            }
        }
        igc_workgroup_barrier();
        // np: the values that other work-items computed
        if (on_) {
            leaves_ = leaves_ | (leaves_found_[igc_local_id()] != 0u);
            least_ = min(least_, least_found_[igc_local_id()]);
        }
        if (on_) {
            if (leaves_) {
                if (least_ < (a_ < node_count ? igc_load_uint(lightest_ + a_) : 0u)) {
                    if (a_ < node_count) igc_atomic_min_uint(lightest_ + a_, least_);
                }
                igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
            }
        }
        // coop-cv: one atomic operation for all items of the workgroup
        worklist_round_ = igc_flush(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_);
    }
}

IGC_WITH_BARRIERS void mst_single_wl_choose_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *weight_,
    global const uint *component_,
    global const uint *lightest_,
    global uint *choice_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint node_count,
    local uint *a_of_,
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
        uint a_ = 0u;
        if (on_) {
            u_ = worklist_front_[i_];
            a_ = component_[u_];
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
        a_of_[igc_local_id()] = a_;
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
            const uint a_2_ = a_of_[owner_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                const uint b_2_ = component_[targets[e_2_]];
                if (a_2_ != b_2_) {
                    if (weight_[e_2_] == (a_2_ < node_count ? lightest_[a_2_] : 0u)) {
                        if (a_2_ < node_count) igc_store_uint(choice_ + a_2_, e_2_);
                    }
                    if (weight_[e_2_] == (b_2_ < node_count ? lightest_[b_2_] : 0u)) {
                        if (b_2_ < node_count) igc_store_uint(choice_ + b_2_, e_2_);
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
            const uint a_3_ = a_of_[owner_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                const uint b_3_ = component_[targets[e_3_]];
                if (a_3_ != b_3_) {
                    if (weight_[e_3_] == (a_3_ < node_count ? lightest_[a_3_] : 0u)) {
                        if (a_3_ < node_count) igc_store_uint(choice_ + a_3_, e_3_);
                    }
                    if (weight_[e_3_] == (b_3_ < node_count ? lightest_[b_3_] : 0u)) {
                        if (b_3_ < node_count) igc_store_uint(choice_ + b_3_, e_3_);
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
            uint a_4_ = 0u;
            const uint end_ = min(p_3_ + igc_local_size() * 8u, total_);
            IGC_SHARE_END uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_ += igc_local_size()) {
                if (q_ >= until_) {
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                    a_4_ = a_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                const uint b_4_ = component_[targets[e_4_]];
                if (a_4_ != b_4_) {
                    if (weight_[e_4_] == (a_4_ < node_count ? lightest_[a_4_] : 0u)) {
                        if (a_4_ < node_count) igc_store_uint(choice_ + a_4_, e_4_);
                    }
                    if (weight_[e_4_] == (b_4_ < node_count ? lightest_[b_4_] : 0u)) {
                        if (b_4_ < node_count) igc_store_uint(choice_ + b_4_, e_4_);
                    }
                }
            }
        }
        igc_workgroup_barrier();
        if (on_) {
            igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
        }
        // coop-cv: one atomic operation for all items of the workgroup
        worklist_round_ = igc_flush(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_);
    }
}

IGC_WITH_BARRIERS void mst_single_wl_join_(
    const igc_grid grid,
    global const uint *targets,
    global const uint *sources,
    global uint *in_forest_,
    global uint *component_,
    global uint *lightest_,
    global uint *choice_,
    const uint node_count,
    const uint edge_count)
{
    for (uint r_ = igc_global_id(grid); r_ < node_count; r_ += igc_global_size(grid)) {
        if (choice_[r_] != UINT_MAX) {
            const uint e_ = choice_[r_];
            const uint u_ = e_ < edge_count ? sources[e_] : 0u;
            const uint v_ = e_ < edge_count ? targets[e_] : 0u;
            bool unite_ = false;
            bool returned_ = false;
            uint current_ = u_;
            uint above_ = current_ < node_count ? igc_load_uint(component_ + current_) : 0u;
            while (above_ != current_) {
                const uint next_ = above_ < node_count ? igc_load_uint(component_ + above_) : 0u;
                if (next_ != above_) {
                    if (current_ < node_count) igc_store_uint(component_ + current_, next_);
                }
                current_ = above_;
                above_ = next_;
            }
            uint a_ = current_;
            uint current_2_ = v_;
            uint above_2_ = current_2_ < node_count ? igc_load_uint(component_ + current_2_) : 0u;
            while (above_2_ != current_2_) {
                const uint next_2_ = above_2_ < node_count ? igc_load_uint(component_ + above_2_) : 0u;
                if (next_2_ != above_2_) {
                    if (current_2_ < node_count) igc_store_uint(component_ + current_2_, next_2_);
                }
                current_2_ = above_2_;
                above_2_ = next_2_;
            }
            uint b_ = current_2_;
            while (a_ != b_) {
                const uint low_ = min(a_, b_);
                const uint high_ = max(a_, b_);
                const uint old_ = high_ < node_count ? igc_atomic_cas_uint(component_ + high_, high_, low_) : 0u;
                if (old_ == high_) {
                    unite_ = true;
                    returned_ = true;
                    break;
                } else {
                    uint current_3_ = high_;
                    uint above_3_ = current_3_ < node_count ? igc_load_uint(component_ + current_3_) : 0u;
                    while (above_3_ != current_3_) {
                        const uint next_3_ = above_3_ < node_count ? igc_load_uint(component_ + above_3_) : 0u;
                        if (next_3_ != above_3_) {
                            if (current_3_ < node_count) igc_store_uint(component_ + current_3_, next_3_);
                        }
                        current_3_ = above_3_;
                        above_3_ = next_3_;
                    }
                    a_ = current_3_;
                    uint current_4_ = low_;
                    uint above_4_ = current_4_ < node_count ? igc_load_uint(component_ + current_4_) : 0u;
                    while (above_4_ != current_4_) {
                        const uint next_4_ = above_4_ < node_count ? igc_load_uint(component_ + above_4_) : 0u;
                        if (next_4_ != above_4_) {
                            if (current_4_ < node_count) igc_store_uint(component_ + current_4_, next_4_);
                        }
                        current_4_ = above_4_;
                        above_4_ = next_4_;
                    }
                    b_ = current_4_;
                }
            }
            if (!returned_) {
                unite_ = false;
            }
            if (unite_) {
                if (e_ < edge_count) igc_store_uint(in_forest_ + e_, 1u);
            }
            choice_[r_] = UINT_MAX;
            lightest_[r_] = UINT_MAX;
        }
    }
}

IGC_WITH_BARRIERS void mst_single_wl_jump_(
    const igc_grid grid,
    global uint *component_,
    const uint node_count)
{
    for (uint u_ = igc_global_id(grid); u_ < node_count; u_ += igc_global_size(grid)) {
        uint current_ = u_;
        uint above_ = current_ < node_count ? igc_load_uint(component_ + current_) : 0u;
        while (above_ != current_) {
            current_ = above_;
            above_ = current_ < node_count ? igc_load_uint(component_ + current_) : 0u;
        }
        igc_store_uint(component_ + u_, current_);
    }
}

kernel IGC_WORKGROUP void mst_single_wl_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *weight_,
    global uint *in_forest_,
    global uint *component_,
    global uint *lightest_,
    global uint *choice_,
    global uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    uint worklist_phase_,
    uint worklist_capacity_,
    const uint node_count,
    const uint edge_count,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint a_of_[IGC_WORKGROUP_SIZE];
    local uint leaves_found_[IGC_WORKGROUP_SIZE];
    local uint least_found_[IGC_WORKGROUP_SIZE];
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
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, worklist_sizes_) & (igc_waiting(&run, worklist_sizes_, worklist_phase_, worklist_capacity_) > 0u))) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(worklist_phase_, worklist_swapped_);
            mst_single_wl_weigh_(grid, out_offsets, targets, weight_, component_, lightest_, igc_front(worklist_front_, worklist_back_, worklist_swapped_), igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, node_count, a_of_, leaves_found_, least_found_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, worklist_queue_, worklist_counts_, scratch_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(worklist_phase_, worklist_swapped_);
            mst_single_wl_choose_(grid, out_offsets, targets, weight_, component_, lightest_, choice_, igc_front(worklist_front_, worklist_back_, worklist_swapped_), igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, node_count, a_of_, leaves_found_, least_found_, wg_length_, first_of_, sg_length_, count_of_, wg_list_, worklist_queue_, worklist_counts_, scratch_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            mst_single_wl_join_(grid, targets, sources, in_forest_, component_, lightest_, choice_, node_count, edge_count);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            mst_single_wl_jump_(grid, component_, node_count);
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
            results[6] = worklist_phase_;
            results[7] = worklist_swapped_;
        }
    }
    igc_leave(environment, grid);
}
