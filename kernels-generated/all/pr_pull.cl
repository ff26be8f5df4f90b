// pr_pull: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_pull_divide_(
    global const uint *out_offsets,
    global const float *rank_,
    global float *share_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_global_id(grid); u_ < node_count; u_ += igc_global_size(grid)) {
        const float rank_2_ = rank_[u_];
        share_[u_] = out_offsets[u_ + 1u] - out_offsets[u_] > 0u ? rank_2_ / (float)(out_offsets[u_ + 1u] - out_offsets[u_]) : 0.0f;
    }
}

IGC_WITH_BARRIERS void pr_pull_gather_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global float *rank_,
    global const float *share_,
    global float *next_share_,
    global uint *moving_,
    const uint node_count,
    const float damping_,
    const float tolerance_,
    global uint *locks,
    local double *sum_found_,
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
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < node_count); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint v_ = base_ + igc_local_id();
        const bool on_ = v_ < node_count;
        double sum_ = 0.0;
        if (on_) {
            sum_ = 0.0;
        }
        // np: what each work-item would have to go through
        uint first_ = 0u;
        uint count_ = 0u;
        if (on_) {
            first_ = in_offsets[v_];
            count_ = in_offsets[v_ + 1u] - in_offsets[v_];
        }
        first_of_[igc_local_id()] = first_;
        count_of_[igc_local_id()] = count_;
        sum_found_[igc_local_id()] = -0.0;
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
        // wg: the owners with the most elements, by all of the workgroup
        const uint length_ = wg_length_[0u];
        const uint k_end_ = length_ - wg_seen_;
        for (uint k_ = 0u; igc_continues(k_ < k_end_); k_++) {
            igc_path_start();
            const uint owner_ = wg_list_[k_];
            double sum_2_ = -0.0;
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = in_edges[first_2_ + p_];
                sum_2_ = sum_2_ + (double)share_[sources[e_2_]];
            }
            const double all_ = igc_workgroup_add_double(igc_scratch, sum_2_);
            if (igc_local_id() == 0u) {
                sum_found_[owner_] = sum_found_[owner_] + all_;
            }
        }
        wg_seen_ = length_;
        // sg: the owners with many elements, by a subgroup each
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            double sum_3_ = -0.0;
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = in_edges[first_3_ + p_2_];
                sum_3_ = sum_3_ + (double)share_[sources[e_3_]];
            }
            const double all_2_ = igc_subgroup_add_double(sum_3_);
            if (igc_lane() == 0u) {
                sum_found_[owner_2_] = sum_found_[owner_2_] + all_2_;
            }
        }
        sg_seen_ = length_2_;
        // fg8: what is left, in a row, eight by eight
        IGC_SHARE_END uint p_3_end_ = total_;
        for (uint p_3_ = igc_local_id() * 8u; p_3_ < p_3_end_; p_3_ += igc_local_size() * 8u) {
            uint owner_3_ = 0u;
            uint until_ = 0u;
            uint first_4_ = 0u;
            double sum_4_ = -0.0;
            const uint end_ = min(p_3_ + 1u * 8u, total_);
            const uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_++) {
                if (q_ >= until_) {
                    if (until_ != 0u) {
                        igc_local_atomic_add_double(locks, &sum_found_[owner_3_], sum_4_);
                        sum_4_ = -0.0;
                    }
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                }
                const uint e_4_ = in_edges[first_4_ + q_];
                sum_4_ = sum_4_ + (double)share_[sources[e_4_]];
            }
            igc_local_atomic_add_double(locks, &sum_found_[owner_3_], sum_4_);
        }
        igc_workgroup_barrier();
        // np: what others have found
        if (on_) {
            sum_ = sum_ + sum_found_[igc_local_id()];
        }
        if (on_) {
            const float rank_2_ = 1.0f - damping_ + damping_ * (float)sum_;
            if (fabs(rank_2_ - rank_[v_]) > fmax(tolerance_, rank_2_ * 1e-6f)) {
                moving_part_ = moving_part_ | true;
            }
            rank_[v_] = rank_2_;
            next_share_[v_] = out_offsets[v_ + 1u] - out_offsets[v_] > 0u ? rank_2_ / (float)(out_offsets[v_ + 1u] - out_offsets[v_]) : 0.0f;
        }
    }
    // coop-cv: one atomic for what the workgroup has found
    const bool moving_group_ = igc_workgroup_or_uint(igc_scratch, (uint)moving_part_) != 0u;
    if (igc_local_id() == 0u && moving_group_ != false) {
        igc_atomic_or_uint(moving_, (uint)moving_group_);
    }
}

kernel IGC_WORKGROUP void pr_pull_outlined_0_(
    global const uint *out_offsets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global float *rank_,
    global float *share_,
    global float *next_share_,
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
    local double sum_found_[IGC_WORKGROUP_SIZE];
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
        uint share_place_ = 1u;
        uint next_share_place_ = 2u;
        {
            bool again_ = true;
            while (igc_next_round(&run, again_)) {
                igc_path_start();
                igc_grid_barrier(environment, grid, ++run.barriers);
                if (igc_global_id(grid) == 0u) {
                    igc_store_uint(moving_, 0u);
                }
                igc_grid_barrier(environment, grid, ++run.barriers);
                pr_pull_gather_(grid, out_offsets, sources, in_offsets, in_edges, rank_, share_, next_share_, moving_, node_count, damping_, tolerance_, locks, sum_found_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, scratch_);
                run.launches++;
                IGC_SWAP(global float *, share_, next_share_);
                IGC_SWAP(uint, share_place_, next_share_place_);
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
            results[7] = share_place_;
            results[8] = next_share_place_;
        }
    }
    igc_leave(environment, grid);
}
