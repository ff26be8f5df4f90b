// mst_multiple_wl: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void mst_multiple_wl_start_(
    global uint *parent_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        parent_[u_] = u_;
    }
}

IGC_WITH_BARRIERS void mst_multiple_wl_weigh_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *weight_,
    global uint *parent_,
    global ulong *lightest_,
    global const uint *fringe_front_,
    global uint *fringe_back_,
    global uint *fringe_sizes_,
    const uint fringe_phase_,
    const uint fringe_capacity_,
    global uint *roots_back_,
    global uint *roots_sizes_,
    const uint roots_phase_,
    const uint roots_capacity_,
    const uint node_count,
    global uint *locks,
    local uint *a_of_,
    local ulong *own_found_,
    local uint *first_of_,
    local uint *count_of_,
    local uint *wg_length_,
    local uint *wg_list_,
    local uint *sg_length_,
    local uint *sg_list_,
    local uint *before_of_,
    local uint *fringe_queue_,
    local uint *fringe_counts_,
    local uint *roots_queue_,
    local uint *roots_counts_,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, fringe_sizes_, fringe_phase_);
    uint fringe_round_ = 0;
    igc_queue_start(fringe_counts_);
    uint roots_round_ = 0;
    igc_queue_start(roots_counts_);
    igc_workgroup_barrier();
    uint wg_seen_ = 0u;
    uint sg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        wg_length_[0u] = 0u;
        sg_length_[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end_ = igc_worklist_size(fringe_sizes_, fringe_phase_, fringe_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        const bool on_ = i_ < igc_worklist_size(fringe_sizes_, fringe_phase_, fringe_capacity_);
        uint u_ = 0u;
        uint a_ = 0u;
        ulong own_ = 0ul;
        if (on_) {
            u_ = fringe_front_[i_];
            uint current_ = u_;
            uint above_ = current_ < node_count ? igc_load_uint(parent_ + current_) : 0u;
            while (above_ != current_) {
                const uint next_ = above_ < node_count ? igc_load_uint(parent_ + above_) : 0u;
                if (next_ != above_) {
                    if (current_ < node_count) igc_store_uint(parent_ + current_, next_);
                }
                current_ = above_;
                above_ = next_;
            }
            a_ = current_;
            own_ = ULONG_MAX;
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
        own_found_[igc_local_id()] = ULONG_MAX;
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
            ulong own_2_ = ULONG_MAX;
            const uint a_2_ = a_of_[owner_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                const uint u_2_2_ = targets[e_2_];
                uint current_2_2_ = u_2_2_;
                uint above_2_2_ = current_2_2_ < node_count ? igc_load_uint(parent_ + current_2_2_) : 0u;
                while (above_2_2_ != current_2_2_) {
                    const uint next_2_2_ = above_2_2_ < node_count ? igc_load_uint(parent_ + above_2_2_) : 0u;
                    if (next_2_2_ != above_2_2_) {
                        if (current_2_2_ < node_count) igc_store_uint(parent_ + current_2_2_, next_2_2_);
                    }
                    current_2_2_ = above_2_2_;
                    above_2_2_ = next_2_2_;
                }
                const uint b_2_ = current_2_2_;
                if (a_2_ != b_2_) {
                    const uint weight_2_2_ = weight_[e_2_];
                    const ulong edge_key_2_ = ((ulong)weight_2_2_ << 32u) | (ulong)e_2_;
                    own_2_ = min(own_2_, edge_key_2_);
                    if (edge_key_2_ < (b_2_ < node_count ? igc_load_ulong(locks, lightest_ + b_2_) : 0ul)) {
                        const ulong old_3_ = b_2_ < node_count ? igc_atomic_min_ulong(locks, lightest_ + b_2_, edge_key_2_) : 0ul;
                        if (old_3_ == ULONG_MAX) {
                            igc_enqueue(roots_queue_, roots_counts_, roots_round_, roots_back_, roots_sizes_, roots_phase_, roots_capacity_, b_2_);
                        }
                    }
                }
            }
            const ulong all_ = igc_workgroup_min_ulong(igc_scratch, own_2_);
            if (igc_local_id() == 0u) {
                own_found_[owner_] = min(own_found_[owner_], all_);
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            ulong own_3_ = ULONG_MAX;
            const uint a_3_ = a_of_[owner_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                const uint u_2_3_ = targets[e_3_];
                uint current_2_3_ = u_2_3_;
                uint above_2_3_ = current_2_3_ < node_count ? igc_load_uint(parent_ + current_2_3_) : 0u;
                while (above_2_3_ != current_2_3_) {
                    const uint next_2_3_ = above_2_3_ < node_count ? igc_load_uint(parent_ + above_2_3_) : 0u;
                    if (next_2_3_ != above_2_3_) {
                        if (current_2_3_ < node_count) igc_store_uint(parent_ + current_2_3_, next_2_3_);
                    }
                    current_2_3_ = above_2_3_;
                    above_2_3_ = next_2_3_;
                }
                const uint b_3_ = current_2_3_;
                if (a_3_ != b_3_) {
                    const uint weight_3_ = weight_[e_3_];
                    const ulong edge_key_3_ = ((ulong)weight_3_ << 32u) | (ulong)e_3_;
                    own_3_ = min(own_3_, edge_key_3_);
                    if (edge_key_3_ < (b_3_ < node_count ? igc_load_ulong(locks, lightest_ + b_3_) : 0ul)) {
                        const ulong old_4_ = b_3_ < node_count ? igc_atomic_min_ulong(locks, lightest_ + b_3_, edge_key_3_) : 0ul;
                        if (old_4_ == ULONG_MAX) {
                            igc_enqueue(roots_queue_, roots_counts_, roots_round_, roots_back_, roots_sizes_, roots_phase_, roots_capacity_, b_3_);
                        }
                    }
                }
            }
            const ulong all_2_ = igc_subgroup_min_ulong(own_3_);
            if (igc_lane() == 0u) {
                own_found_[owner_2_] = min(own_found_[owner_2_], all_2_);
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
            ulong own_4_ = ULONG_MAX;
            const uint end_ = min(p_3_ + 1u * 8u, total_);
            const uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_++) {
                if (q_ >= until_) {
                    if (until_ != 0u) {
                        if (own_4_ != ULONG_MAX) {
                            igc_local_atomic_min_ulong(locks, &own_found_[owner_3_], own_4_);
                        }
                        own_4_ = ULONG_MAX;
                    }
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                    a_4_ = a_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                const uint u_2_4_ = targets[e_4_];
                uint current_2_4_ = u_2_4_;
                uint above_2_4_ = current_2_4_ < node_count ? igc_load_uint(parent_ + current_2_4_) : 0u;
                while (above_2_4_ != current_2_4_) {
                    const uint next_2_4_ = above_2_4_ < node_count ? igc_load_uint(parent_ + above_2_4_) : 0u;
                    if (next_2_4_ != above_2_4_) {
                        if (current_2_4_ < node_count) igc_store_uint(parent_ + current_2_4_, next_2_4_);
                    }
                    current_2_4_ = above_2_4_;
                    above_2_4_ = next_2_4_;
                }
                const uint b_4_ = current_2_4_;
                if (a_4_ != b_4_) {
                    const uint weight_4_ = weight_[e_4_];
                    const ulong edge_key_4_ = ((ulong)weight_4_ << 32u) | (ulong)e_4_;
                    own_4_ = min(own_4_, edge_key_4_);
                    if (edge_key_4_ < (b_4_ < node_count ? igc_load_ulong(locks, lightest_ + b_4_) : 0ul)) {
                        const ulong old_5_ = b_4_ < node_count ? igc_atomic_min_ulong(locks, lightest_ + b_4_, edge_key_4_) : 0ul;
                        if (old_5_ == ULONG_MAX) {
                            igc_enqueue(roots_queue_, roots_counts_, roots_round_, roots_back_, roots_sizes_, roots_phase_, roots_capacity_, b_4_);
                        }
                    }
                }
            }
            if (own_4_ != ULONG_MAX) {
                igc_local_atomic_min_ulong(locks, &own_found_[owner_3_], own_4_);
            }
        }
        igc_workgroup_barrier();
        // np: the values that other work-items computed
        if (on_) {
            own_ = min(own_, own_found_[igc_local_id()]);
        }
        if (on_) {
            if (own_ < ULONG_MAX) {
                if (own_ < (a_ < node_count ? igc_load_ulong(locks, lightest_ + a_) : 0ul)) {
                    const ulong old_2_ = a_ < node_count ? igc_atomic_min_ulong(locks, lightest_ + a_, own_) : 0ul;
                    if (old_2_ == ULONG_MAX) {
                        igc_enqueue(roots_queue_, roots_counts_, roots_round_, roots_back_, roots_sizes_, roots_phase_, roots_capacity_, a_);
                    }
                }
                igc_enqueue(fringe_queue_, fringe_counts_, fringe_round_, fringe_back_, fringe_sizes_, fringe_phase_, fringe_capacity_, u_);
            }
        }
        // coop-cv: one atomic operation for all items of the workgroup
        fringe_round_ = igc_flush(fringe_queue_, fringe_counts_, fringe_round_, fringe_back_, fringe_sizes_, fringe_phase_, fringe_capacity_);
        // coop-cv: one atomic operation for all items of the workgroup
        roots_round_ = igc_flush(roots_queue_, roots_counts_, roots_round_, roots_back_, roots_sizes_, roots_phase_, roots_capacity_);
    }
}

IGC_WITH_BARRIERS void mst_multiple_wl_join_(
    const igc_grid grid,
    global const uint *targets,
    global const uint *sources,
    global uint *in_forest_,
    global uint *parent_,
    global ulong *lightest_,
    global const uint *roots_front_,
    global uint *roots_sizes_,
    const uint roots_phase_,
    const uint roots_capacity_,
    const uint node_count,
    const uint edge_count,
    global uint *locks)
{
    igc_clear_spare_size(grid, roots_sizes_, roots_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(roots_sizes_, roots_phase_, roots_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint r_ = roots_front_[i_];
        const uint e_ = (uint)((r_ < node_count ? igc_load_ulong(locks, lightest_ + r_) : 0ul) & 4294967295ul);
        if (r_ < node_count) igc_store_ulong(locks, lightest_ + r_, ULONG_MAX);
        const uint u_ = e_ < edge_count ? sources[e_] : UINT_MAX;
        const uint v_ = e_ < edge_count ? targets[e_] : UINT_MAX;
        bool unite_ = false;
        bool returned_ = false;
        uint current_ = u_;
        uint above_ = current_ < node_count ? igc_load_uint(parent_ + current_) : 0u;
        while (above_ != current_) {
            const uint next_ = above_ < node_count ? igc_load_uint(parent_ + above_) : 0u;
            if (next_ != above_) {
                if (current_ < node_count) igc_store_uint(parent_ + current_, next_);
            }
            current_ = above_;
            above_ = next_;
        }
        uint a_ = current_;
        uint current_2_ = v_;
        uint above_2_ = current_2_ < node_count ? igc_load_uint(parent_ + current_2_) : 0u;
        while (above_2_ != current_2_) {
            const uint next_2_ = above_2_ < node_count ? igc_load_uint(parent_ + above_2_) : 0u;
            if (next_2_ != above_2_) {
                if (current_2_ < node_count) igc_store_uint(parent_ + current_2_, next_2_);
            }
            current_2_ = above_2_;
            above_2_ = next_2_;
        }
        uint b_ = current_2_;
        while (a_ != b_) {
            const uint low_ = min(a_, b_);
            const uint high_ = max(a_, b_);
            const uint old_ = high_ < node_count ? igc_atomic_cas_uint(parent_ + high_, high_, low_) : 0u;
            if (old_ == high_) {
                unite_ = true;
                returned_ = true;
                break;
            } else {
                uint current_3_ = high_;
                uint above_3_ = current_3_ < node_count ? igc_load_uint(parent_ + current_3_) : 0u;
                while (above_3_ != current_3_) {
                    const uint next_3_ = above_3_ < node_count ? igc_load_uint(parent_ + above_3_) : 0u;
                    if (next_3_ != above_3_) {
                        if (current_3_ < node_count) igc_store_uint(parent_ + current_3_, next_3_);
                    }
                    current_3_ = above_3_;
                    above_3_ = next_3_;
                }
                a_ = current_3_;
                uint current_4_ = low_;
                uint above_4_ = current_4_ < node_count ? igc_load_uint(parent_ + current_4_) : 0u;
                while (above_4_ != current_4_) {
                    const uint next_4_ = above_4_ < node_count ? igc_load_uint(parent_ + above_4_) : 0u;
                    if (next_4_ != above_4_) {
                        if (current_4_ < node_count) igc_store_uint(parent_ + current_4_, next_4_);
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
    }
}

kernel IGC_WORKGROUP void mst_multiple_wl_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *weight_,
    global uint *in_forest_,
    global uint *parent_,
    global ulong *lightest_,
    global uint *fringe_front_,
    global uint *fringe_back_,
    global uint *fringe_sizes_,
    uint fringe_phase_,
    uint fringe_capacity_,
    global uint *roots_front_,
    global uint *roots_back_,
    global uint *roots_sizes_,
    uint roots_phase_,
    uint roots_capacity_,
    const uint node_count,
    const uint edge_count,
    global uint *locks,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint a_of_[IGC_WORKGROUP_SIZE];
    local ulong own_found_[IGC_WORKGROUP_SIZE];
    local uint first_of_[IGC_WORKGROUP_SIZE];
    local uint count_of_[IGC_WORKGROUP_SIZE];
    local uint wg_length_[1];
    local uint wg_list_[IGC_WORKGROUP_SIZE];
    local uint sg_length_[1];
    local uint sg_list_[IGC_WORKGROUP_SIZE];
    local uint before_of_[IGC_WORKGROUP_SIZE];
    local uint fringe_queue_[IGC_QUEUE_SIZE];
    local uint fringe_counts_[IGC_QUEUE_WORDS];
    local uint roots_queue_[IGC_QUEUE_SIZE];
    local uint roots_counts_[IGC_QUEUE_WORDS];
    local ulong scratch_[IGC_SCRATCH_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint fringe_swapped_ = 0u;
        uint roots_swapped_ = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, roots_sizes_) & (igc_waiting(&run, fringe_sizes_, fringe_phase_, fringe_capacity_) > 0u))) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(fringe_phase_, fringe_swapped_);
            mst_multiple_wl_weigh_(grid, out_offsets, targets, weight_, parent_, lightest_, igc_front(fringe_front_, fringe_back_, fringe_swapped_), igc_back(fringe_front_, fringe_back_, fringe_swapped_), fringe_sizes_, fringe_phase_, fringe_capacity_, igc_back(roots_front_, roots_back_, roots_swapped_), roots_sizes_, roots_phase_, roots_capacity_, node_count, locks, a_of_, own_found_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, fringe_queue_, fringe_counts_, roots_queue_, roots_counts_, scratch_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(roots_phase_, roots_swapped_);
            mst_multiple_wl_join_(grid, targets, sources, in_forest_, parent_, lightest_, igc_front(roots_front_, roots_back_, roots_swapped_), roots_sizes_, roots_phase_, roots_capacity_, node_count, edge_count, locks);
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
            results[6] = fringe_phase_;
            results[7] = fringe_swapped_;
            results[8] = roots_phase_;
            results[9] = roots_swapped_;
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
