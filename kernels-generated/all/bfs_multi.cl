// bfs_multi: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_multi_start_(
    global uint *is_source_,
    global ulong *seen_,
    global ulong *frontier_,
    const uint node_count,
    const uint first_,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)min(64u, node_count - first_);
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)i_2_;
        const uint is_source_now_ = first_ + i_;
        if (is_source_now_ < node_count) igc_store_uint(is_source_ + is_source_now_, 1u);
        const uint seen_now_ = first_ + i_;
        if (seen_now_ < node_count) igc_store_ulong(locks, seen_ + seen_now_, 1ul << i_);
        const uint frontier_now_ = first_ + i_;
        if (frontier_now_ < node_count) igc_store_ulong(locks, frontier_ + frontier_now_, 1ul << i_);
    }
}

IGC_WITH_BARRIERS void bfs_multi_expand_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const ulong *seen_,
    global const ulong *frontier_,
    global ulong *next_,
    const uint node_count,
    global uint *locks,
    local uint *u_of_,
    local uint *first_of_,
    local uint *count_of_,
    local uint *wg_length_,
    local uint *wg_list_,
    local uint *sg_length_,
    local uint *sg_list_,
    local uint *before_of_,
    local ulong *igc_scratch)
{
    uint wg_seen_ = 0u;
    uint sg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        wg_length_[0u] = 0u;
        sg_length_[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end_ = igc_end(grid, node_count);
    for (uint base_ = igc_first_of_group(grid, node_count); igc_continues(base_ < base_end_); base_ += igc_step(grid)) {
        igc_path_start();
        const uint u_ = base_ + igc_local_id();
        const bool on_ = u_ < node_count;
        bool yes_ = false;
        if (on_) {
            yes_ = frontier_[u_] != 0ul;
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
        u_of_[igc_local_id()] = u_;
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
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                const ulong bits_2_ = frontier_[u_2_] & ~seen_[targets[e_2_]];
                if (bits_2_ != 0ul) {
                    igc_atomic_or_ulong(locks, next_ + targets[e_2_], bits_2_);
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
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                const ulong bits_3_ = frontier_[u_3_] & ~seen_[targets[e_3_]];
                if (bits_3_ != 0ul) {
                    igc_atomic_or_ulong(locks, next_ + targets[e_3_], bits_3_);
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
            const uint end_ = min(p_3_ + igc_local_size() * 8u, total_);
            IGC_SHARE_END uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_ += igc_local_size()) {
                if (q_ >= until_) {
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                    u_4_ = u_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                const ulong bits_4_ = frontier_[u_4_] & ~seen_[targets[e_4_]];
                if (bits_4_ != 0ul) {
                    igc_atomic_or_ulong(locks, next_ + targets[e_4_], bits_4_);
                }
            }
        }
        igc_workgroup_barrier();
    }
}

IGC_WITH_BARRIERS void bfs_multi_settle_(
    const igc_grid grid,
    global ulong *seen_,
    global ulong *frontier_,
    global ulong *next_,
    global uint *reached_,
    global ulong *distances_,
    global uint *found_,
    const uint node_count,
    global uint *locks,
    uint depth_,
    local ulong *igc_scratch)
{
    bool found_part_ = false;
    IGC_SHARE_END uint u_end_ = igc_end(grid, node_count);
    for (uint u_ = igc_first(grid, node_count); u_ < u_end_; u_ += igc_step(grid)) {
        ulong bits_ = next_[u_] & ~seen_[u_];
        frontier_[u_] = bits_;
        next_[u_] = 0ul;
        if (bits_ != 0ul) {
            seen_[u_] = seen_[u_] | bits_;
            found_part_ = found_part_ | true;
        }
        while (bits_ != 0ul) {
            if ((uint)igc_ctz_ulong(bits_) < 64u) igc_atomic_add_uint(reached_ + (uint)igc_ctz_ulong(bits_), 1u);
            if ((uint)igc_ctz_ulong(bits_) < 64u) igc_atomic_add_ulong(locks, distances_ + (uint)igc_ctz_ulong(bits_), (ulong)depth_);
            bits_ = bits_ & (bits_ - 1ul);
        }
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const bool found_group_ = igc_workgroup_or_uint(igc_scratch, (uint)found_part_) != 0u;
    if (igc_local_id() == 0u && found_group_ != false) {
        igc_atomic_or_uint(found_, (uint)found_group_);
    }
}

kernel IGC_WORKGROUP void bfs_multi_measure_(
    global float *closeness_,
    global const uint *reached_,
    global const ulong *distances_,
    const uint node_count,
    const uint first_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)64u;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)i_2_;
        if (reached_[i_] > 0u) {
            const float others_ = (float)reached_[i_];
            const uint closeness_now_ = first_ + i_;
            if (closeness_now_ < node_count) igc_store_float(closeness_ + closeness_now_, others_ / (float)(node_count - 1u) * (others_ / (float)distances_[i_]));
        }
    }
}

kernel IGC_WORKGROUP void bfs_multi_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global ulong *seen_,
    global ulong *frontier_,
    global ulong *next_,
    global uint *reached_,
    global ulong *distances_,
    global uint *found_,
    const uint node_count,
    global uint *locks,
    uint depth_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint u_of_[IGC_WORKGROUP_SIZE];
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
        {
            bool again_ = true;
            while (igc_next_round(&run, again_)) {
                igc_path_start();
                igc_grid_barrier(environment, grid, ++run.barriers);
                if (igc_global_id(grid) == 0u) {
                    igc_store_uint(found_, 0u);
                }
                depth_ = depth_ + 1u;
                bfs_multi_expand_(grid, out_offsets, targets, seen_, frontier_, next_, node_count, locks, u_of_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, scratch_);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                bfs_multi_settle_(grid, seen_, frontier_, next_, reached_, distances_, found_, node_count, locks, depth_, scratch_);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                again_ = igc_load_uint(found_) != 0u;
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
            results[6] = depth_;
        }
    }
    igc_leave(environment, grid);
}
