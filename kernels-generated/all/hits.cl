// hits: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

IGC_WITH_BARRIERS void hits_sum_hubs_(
    const igc_grid grid,
    global const uint *in_offsets,
    global const uint *in_sources,
    global const double *hub_,
    global double *authority_,
    const uint node_count,
    global uint *locks,
    local double *total_found_,
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
    for (uint base_ = igc_first_of_group(grid, node_count); igc_continues(base_ < igc_end(grid, node_count)); base_ += igc_step(grid)) {
        igc_path_start();
        const uint v_ = base_ + igc_local_id();
        const bool on_ = v_ < node_count;
        double total_ = 0.0;
        if (on_) {
            total_ = 0.0;
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
        total_found_[igc_local_id()] = -0.0;
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
        uint total_2_;
        const uint before_ = igc_scan(igc_scratch, left_, &total_2_);
        before_of_[igc_local_id()] = before_;
        igc_workgroup_barrier();
        // wg: the work-items with the most elements, one after the other, by the whole workgroup
        const uint length_ = wg_length_[0u];
        const uint k_end_ = length_ - wg_seen_;
        for (uint k_ = 0u; igc_continues(k_ < k_end_); k_++) {
            igc_path_start();
            const uint owner_ = wg_list_[k_];
            double total_3_ = -0.0;
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                total_3_ = total_3_ + hub_[in_sources[e_2_]];
            }
            const double all_ = igc_workgroup_add_double(igc_scratch, total_3_);
            if (igc_local_id() == 0u) {
                total_found_[owner_] = total_found_[owner_] + all_;
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            double total_4_ = -0.0;
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                total_4_ = total_4_ + hub_[in_sources[e_3_]];
            }
            const double all_2_ = igc_subgroup_add_double(total_4_);
            if (igc_lane() == 0u) {
                total_found_[owner_2_] = total_found_[owner_2_] + all_2_;
            }
        }
        sg_seen_ = length_2_;
        // fg8: the remaining elements in a row, eight for each work-item
        IGC_SHARE_END uint p_3_end_ = total_2_;
        for (uint p_3_ = igc_local_id() * 8u; p_3_ < p_3_end_; p_3_ += igc_local_size() * 8u) {
            uint owner_3_ = 0u;
            uint until_ = 0u;
            uint first_4_ = 0u;
            double total_5_ = -0.0;
            const uint end_ = min(p_3_ + 1u * 8u, total_2_);
            const uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_++) {
                if (q_ >= until_) {
                    if (until_ != 0u) {
                        igc_local_atomic_add_double(locks, &total_found_[owner_3_], total_5_);
                        total_5_ = -0.0;
                    }
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_2_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                total_5_ = total_5_ + hub_[in_sources[e_4_]];
            }
            igc_local_atomic_add_double(locks, &total_found_[owner_3_], total_5_);
        }
        igc_workgroup_barrier();
        // np: the values that other work-items computed
        if (on_) {
            total_ = total_ + total_found_[igc_local_id()];
        }
        if (on_) {
            authority_[v_] = total_;
        }
    }
}

IGC_WITH_BARRIERS void hits_sum_authorities_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const double *authority_,
    global double *sum_,
    const uint node_count,
    global uint *locks,
    local double *total_found_,
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
    for (uint base_ = igc_first_of_group(grid, node_count); igc_continues(base_ < igc_end(grid, node_count)); base_ += igc_step(grid)) {
        igc_path_start();
        const uint u_ = base_ + igc_local_id();
        const bool on_ = u_ < node_count;
        double total_ = 0.0;
        if (on_) {
            total_ = 0.0;
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
        total_found_[igc_local_id()] = -0.0;
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
        uint total_2_;
        const uint before_ = igc_scan(igc_scratch, left_, &total_2_);
        before_of_[igc_local_id()] = before_;
        igc_workgroup_barrier();
        // wg: the work-items with the most elements, one after the other, by the whole workgroup
        const uint length_ = wg_length_[0u];
        const uint k_end_ = length_ - wg_seen_;
        for (uint k_ = 0u; igc_continues(k_ < k_end_); k_++) {
            igc_path_start();
            const uint owner_ = wg_list_[k_];
            double total_3_ = -0.0;
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                total_3_ = total_3_ + authority_[targets[e_2_]];
            }
            const double all_ = igc_workgroup_add_double(igc_scratch, total_3_);
            if (igc_local_id() == 0u) {
                total_found_[owner_] = total_found_[owner_] + all_;
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            double total_4_ = -0.0;
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                total_4_ = total_4_ + authority_[targets[e_3_]];
            }
            const double all_2_ = igc_subgroup_add_double(total_4_);
            if (igc_lane() == 0u) {
                total_found_[owner_2_] = total_found_[owner_2_] + all_2_;
            }
        }
        sg_seen_ = length_2_;
        // fg8: the remaining elements in a row, eight for each work-item
        IGC_SHARE_END uint p_3_end_ = total_2_;
        for (uint p_3_ = igc_local_id() * 8u; p_3_ < p_3_end_; p_3_ += igc_local_size() * 8u) {
            uint owner_3_ = 0u;
            uint until_ = 0u;
            uint first_4_ = 0u;
            double total_5_ = -0.0;
            const uint end_ = min(p_3_ + 1u * 8u, total_2_);
            const uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_++) {
                if (q_ >= until_) {
                    if (until_ != 0u) {
                        igc_local_atomic_add_double(locks, &total_found_[owner_3_], total_5_);
                        total_5_ = -0.0;
                    }
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_2_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                total_5_ = total_5_ + authority_[targets[e_4_]];
            }
            igc_local_atomic_add_double(locks, &total_found_[owner_3_], total_5_);
        }
        igc_workgroup_barrier();
        // np: the values that other work-items computed
        if (on_) {
            total_ = total_ + total_found_[igc_local_id()];
        }
        if (on_) {
            sum_[u_] = total_;
        }
    }
}

IGC_WITH_BARRIERS void hits_normalise_(
    const igc_grid grid,
    global double *hub_,
    global double *authority_,
    global const double *sum_,
    global double *change_,
    const uint node_count,
    double authorities_,
    double hubs_)
{
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const double x_ = authority_[u_];
        authority_[u_] = authorities_ > 0.0 ? x_ / authorities_ : 0.0;
        const double x_2_ = sum_[u_];
        const double hub_2_ = hubs_ > 0.0 ? x_2_ / hubs_ : 0.0;
        change_[u_] = fabs(hub_2_ - hub_[u_]);
        hub_[u_] = hub_2_;
    }
}

IGC_WITH_BARRIERS void hits_reduce_add_authority_(
    const igc_grid grid,
    global const double *authority_,
    global double *reduced_f64_,
    const uint node_count,
    uint width_)
{
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        double result_ = 0.0;
        for (uint i_ = lane_; i_ < node_count; i_ += width_) {
            result_ = result_ + authority_[i_];
        }
        reduced_f64_[lane_] = result_;
    }
}

IGC_WITH_BARRIERS void hits_fold_add_f64_(
    const igc_grid grid,
    global double *reduced_f64_,
    uint width_,
    uint lanes_)
{
    IGC_SHARE_END ulong i_2_end_ = (ulong)lanes_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        double result_ = reduced_f64_[lane_];
        IGC_SHARE_END uint i_end_ = width_;
        for (uint i_ = lane_ + lanes_; i_ < i_end_; i_ += lanes_) {
            result_ = result_ + reduced_f64_[i_];
        }
        reduced_f64_[lane_] = result_;
    }
}

IGC_WITH_BARRIERS void hits_reduce_add_sum_(
    const igc_grid grid,
    global const double *sum_,
    global double *reduced_f64_,
    const uint node_count,
    uint width_)
{
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        double result_ = 0.0;
        for (uint i_ = lane_; i_ < node_count; i_ += width_) {
            result_ = result_ + sum_[i_];
        }
        reduced_f64_[lane_] = result_;
    }
}

IGC_WITH_BARRIERS void hits_reduce_add_change_(
    const igc_grid grid,
    global const double *change_,
    global double *reduced_f64_,
    const uint node_count,
    uint width_)
{
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        double result_ = 0.0;
        for (uint i_ = lane_; i_ < node_count; i_ += width_) {
            result_ = result_ + change_[i_];
        }
        reduced_f64_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void hits_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global double *hub_,
    global double *authority_,
    global double *sum_,
    global double *change_,
    global double *reduced_f64_,
    const uint node_count,
    const double tolerance_,
    const uint rounds_,
    global uint *locks,
    uint round_,
    double moved_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local double total_found_[IGC_WORKGROUP_SIZE];
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
        while (igc_next_round(&run, round_ < rounds_ && moved_ > tolerance_)) {
            igc_path_start();
            hits_sum_hubs_(grid, in_offsets, in_sources, hub_, authority_, node_count, locks, total_found_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, scratch_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            hits_sum_authorities_(grid, out_offsets, targets, authority_, sum_, node_count, locks, total_found_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, scratch_);
            run.launches++;
            uint width_ = min(node_count, 262144u);
            hits_reduce_add_authority_(grid, authority_, reduced_f64_, node_count, width_);
            run.launches++;
            while (igc_next_round(&run, width_ > 1u)) {
                igc_path_start();
                const uint lanes_ = (width_ + 63u) / 64u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                hits_fold_add_f64_(grid, reduced_f64_, width_, lanes_);
                run.launches++;
                width_ = lanes_;
                igc_path_end();
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            const double sum_2_ = node_count == 0u ? 0.0 : 0u < node_count ? igc_load_double(locks, reduced_f64_) : 0.0;
            uint width_2_ = min(node_count, 262144u);
            igc_grid_barrier(environment, grid, ++run.barriers);
            hits_reduce_add_sum_(grid, sum_, reduced_f64_, node_count, width_2_);
            run.launches++;
            while (igc_next_round(&run, width_2_ > 1u)) {
                igc_path_start();
                const uint lanes_2_ = (width_2_ + 63u) / 64u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                hits_fold_add_f64_(grid, reduced_f64_, width_2_, lanes_2_);
                run.launches++;
                width_2_ = lanes_2_;
                igc_path_end();
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            const double sum_2_2_ = node_count == 0u ? 0.0 : 0u < node_count ? igc_load_double(locks, reduced_f64_) : 0.0;
            hits_normalise_(grid, hub_, authority_, sum_, change_, node_count, sum_2_, sum_2_2_);
            run.launches++;
            uint width_3_ = min(node_count, 262144u);
            igc_grid_barrier(environment, grid, ++run.barriers);
            hits_reduce_add_change_(grid, change_, reduced_f64_, node_count, width_3_);
            run.launches++;
            while (igc_next_round(&run, width_3_ > 1u)) {
                igc_path_start();
                const uint lanes_3_ = (width_3_ + 63u) / 64u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                hits_fold_add_f64_(grid, reduced_f64_, width_3_, lanes_3_);
                run.launches++;
                width_3_ = lanes_3_;
                igc_path_end();
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            const double sum_3_ = node_count == 0u ? 0.0 : 0u < node_count ? igc_load_double(locks, reduced_f64_) : 0.0;
            moved_ = sum_3_;
            round_ = round_ + 1u;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = round_;
            results[7] = as_ulong(moved_);
        }
    }
    igc_leave(environment, grid);
}
