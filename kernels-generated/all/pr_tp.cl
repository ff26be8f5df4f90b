// pr_tp: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

IGC_WITH_BARRIERS void pr_tp_divide_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const float *rank_,
    global float *share_,
    const uint node_count)
{
    IGC_SHARE_END uint u_end_ = igc_end(grid, node_count);
    for (uint u_ = igc_first(grid, node_count); u_ < u_end_; u_ += igc_step(grid)) {
        share_[u_] = 0.0f;
        if (out_offsets[u_ + 1u] - out_offsets[u_] > 0u) {
            share_[u_] = rank_[u_] / (float)(out_offsets[u_ + 1u] - out_offsets[u_]);
        }
    }
}

IGC_WITH_BARRIERS void pr_tp_gather_(
    const igc_grid grid,
    global const uint *in_offsets,
    global const uint *in_sources,
    global float *rank_,
    global const float *share_,
    global uint *moving_,
    const uint node_count,
    const float damping_,
    const float tolerance_,
    global uint *locks,
    local long *sum_found_,
    local uint *first_of_,
    local uint *count_of_,
    local uint *wg_length_,
    local uint *wg_list_,
    local uint *sg_length_,
    local uint *sg_list_,
    local uint *before_of_,
    local ulong *igc_scratch)
{
    bool moving_part_ = false;
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
        const uint v_ = base_ + igc_local_id();
        const bool on_ = v_ < node_count;
        long sum_ = 0l;
        if (on_) {
            sum_ = 0l;
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
        sum_found_[igc_local_id()] = 0l;
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
            long sum_2_ = 0l;
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                const float x_2_ = share_[in_sources[e_2_]];
                sum_2_ = igc_add_long(sum_2_, igc_long_from_float(x_2_ * 4294967300.0f));
            }
            const long all_ = igc_workgroup_add_long(igc_scratch, sum_2_);
            if (igc_local_id() == 0u) {
                sum_found_[owner_] = igc_add_long(sum_found_[owner_], all_);
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            long sum_3_ = 0l;
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                const float x_3_ = share_[in_sources[e_3_]];
                sum_3_ = igc_add_long(sum_3_, igc_long_from_float(x_3_ * 4294967300.0f));
            }
            const long all_2_ = igc_subgroup_add_long(sum_3_);
            if (igc_lane() == 0u) {
                sum_found_[owner_2_] = igc_add_long(sum_found_[owner_2_], all_2_);
            }
        }
        sg_seen_ = length_2_;
        // fg8: the remaining elements in a row, eight for each work-item
        IGC_SHARE_END uint p_3_end_ = total_;
        for (uint p_3_ = igc_local_id() * 8u; p_3_ < p_3_end_; p_3_ += igc_local_size() * 8u) {
            uint owner_3_ = 0u;
            uint until_ = 0u;
            uint first_4_ = 0u;
            long sum_4_ = 0l;
            const uint end_ = min(p_3_ + 1u * 8u, total_);
            const uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_++) {
                if (q_ >= until_) {
                    if (until_ != 0u) {
                        if (sum_4_ != 0l) {
                            igc_local_atomic_add_long(locks, &sum_found_[owner_3_], sum_4_);
                        }
                        sum_4_ = 0l;
                    }
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                const float x_4_ = share_[in_sources[e_4_]];
                sum_4_ = igc_add_long(sum_4_, igc_long_from_float(x_4_ * 4294967300.0f));
            }
            if (sum_4_ != 0l) {
                igc_local_atomic_add_long(locks, &sum_found_[owner_3_], sum_4_);
            }
        }
        igc_workgroup_barrier();
        // np: the values that other work-items computed
        if (on_) {
            sum_ = igc_add_long(sum_, sum_found_[igc_local_id()]);
        }
        if (on_) {
            const float rank_2_ = 1.0f - damping_ + damping_ * ((float)sum_ * 2.3283064e-10f);
            if (fabs(rank_2_ - rank_[v_]) > igc_max_float(tolerance_, rank_2_ * 1e-6f)) {
                moving_part_ = moving_part_ | true;
            }
            rank_[v_] = rank_2_;
        }
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const bool moving_group_ = igc_workgroup_or_uint(igc_scratch, (uint)moving_part_) != 0u;
    if (igc_local_id() == 0u && moving_group_ != false) {
        igc_atomic_or_uint(moving_, (uint)moving_group_);
    }
}

kernel IGC_WORKGROUP void pr_tp_outlined_0_(
    global const uint *out_offsets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global float *rank_,
    global float *share_,
    global uint *moving_,
    const uint node_count,
    const float damping_,
    const float tolerance_,
    const uint rounds_,
    global uint *locks,
    uint round_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local long sum_found_[IGC_WORKGROUP_SIZE];
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
                    igc_store_uint(moving_, 0u);
                }
                pr_tp_divide_(grid, out_offsets, rank_, share_, node_count);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                pr_tp_gather_(grid, in_offsets, in_sources, rank_, share_, moving_, node_count, damping_, tolerance_, locks, sum_found_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, scratch_);
                run.launches++;
                round_ = round_ + 1u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                again_ = igc_load_uint(moving_) != 0u && round_ < rounds_;
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
            results[6] = round_;
        }
    }
    igc_leave(environment, grid);
}
