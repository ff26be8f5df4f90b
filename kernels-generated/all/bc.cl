// bc: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

IGC_WITH_BARRIERS void bc_discover_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level_,
    global uint *order_,
    global uint *found_,
    const uint node_count,
    uint begin_,
    uint end_,
    uint depth_,
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
    IGC_SHARE_END ulong base_end_ = begin_ < end_ ? (ulong)end_ - (ulong)begin_ : 0ul;
    for (ulong base_ = (ulong)igc_group_start(grid); igc_continues(base_ < base_end_); base_ += (ulong)igc_global_size(grid)) {
        igc_path_start();
        const ulong i_2_ = base_ + (ulong)igc_local_id();
        const bool on_ = i_2_ < (begin_ < end_ ? (ulong)end_ - (ulong)begin_ : 0ul);
        uint order_now_ = 0u;
        if (on_) {
            const uint i_ = (uint)((ulong)begin_ + i_2_);
            order_now_ = i_ < node_count ? igc_load_uint(order_ + i_) : 0u;
        }
        // np: the elements of each work-item
        uint first_ = 0u;
        uint count_ = 0u;
        if (on_) {
            first_ = order_now_ <= node_count ? out_offsets[order_now_] : 0u;
            count_ = (order_now_ <= node_count ? out_offsets[order_now_] : 0u) < (order_now_ + 1u <= node_count ? out_offsets[order_now_ + 1u] : 0u) ? (order_now_ + 1u <= node_count ? out_offsets[order_now_ + 1u] : 0u) - (order_now_ <= node_count ? out_offsets[order_now_] : 0u) : 0u;
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
                const uint v_2_ = targets[e_2_];
                if (igc_load_uint(level_ + v_2_) == UINT_MAX) {
                    const uint old_2_ = igc_atomic_cas_uint(level_ + v_2_, UINT_MAX, depth_);
                    if (old_2_ == UINT_MAX) {
                        const uint at_2_ = igc_atomic_add_uint(found_, 1u);
                        if (at_2_ < node_count) igc_store_uint(order_ + at_2_, v_2_);
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
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                const uint v_3_ = targets[e_3_];
                if (igc_load_uint(level_ + v_3_) == UINT_MAX) {
                    const uint old_3_ = igc_atomic_cas_uint(level_ + v_3_, UINT_MAX, depth_);
                    if (old_3_ == UINT_MAX) {
                        const uint at_3_ = igc_atomic_add_uint(found_, 1u);
                        if (at_3_ < node_count) igc_store_uint(order_ + at_3_, v_3_);
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
            const uint end_2_ = min(p_3_ + igc_local_size() * 8u, total_);
            IGC_SHARE_END uint q_end_ = end_2_;
            for (uint q_ = p_3_; q_ < q_end_; q_ += igc_local_size()) {
                if (q_ >= until_) {
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                const uint v_4_ = targets[e_4_];
                if (igc_load_uint(level_ + v_4_) == UINT_MAX) {
                    const uint old_4_ = igc_atomic_cas_uint(level_ + v_4_, UINT_MAX, depth_);
                    if (old_4_ == UINT_MAX) {
                        const uint at_4_ = igc_atomic_add_uint(found_, 1u);
                        if (at_4_ < node_count) igc_store_uint(order_ + at_4_, v_4_);
                    }
                }
            }
        }
        igc_workgroup_barrier();
    }
}

IGC_WITH_BARRIERS void bc_count_paths_(
    const igc_grid grid,
    global const uint *in_offsets,
    global const uint *in_sources,
    global const uint *level_,
    global double *paths_,
    global const uint *order_,
    const uint node_count,
    global uint *locks,
    uint begin_,
    uint end_,
    uint depth_,
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
    uint wg_seen_ = 0u;
    uint sg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        wg_length_[0u] = 0u;
        sg_length_[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END ulong base_end_ = begin_ < end_ ? (ulong)end_ - (ulong)begin_ : 0ul;
    for (ulong base_ = (ulong)igc_group_start(grid); igc_continues(base_ < base_end_); base_ += (ulong)igc_global_size(grid)) {
        igc_path_start();
        const ulong i_2_ = base_ + (ulong)igc_local_id();
        const bool on_ = i_2_ < (begin_ < end_ ? (ulong)end_ - (ulong)begin_ : 0ul);
        uint v_ = 0u;
        double sum_ = 0.0;
        if (on_) {
            const uint i_ = (uint)((ulong)begin_ + i_2_);
            v_ = i_ < node_count ? order_[i_] : 0u;
            sum_ = 0.0;
        }
        // np: the elements of each work-item
        uint first_ = 0u;
        uint count_ = 0u;
        if (on_) {
            first_ = v_ <= node_count ? in_offsets[v_] : 0u;
            count_ = (v_ <= node_count ? in_offsets[v_] : 0u) < (v_ + 1u <= node_count ? in_offsets[v_ + 1u] : 0u) ? (v_ + 1u <= node_count ? in_offsets[v_ + 1u] : 0u) - (v_ <= node_count ? in_offsets[v_] : 0u) : 0u;
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
        // wg: the work-items with the most elements, one after the other, by the whole workgroup
        const uint length_ = wg_length_[0u];
        const uint k_end_ = length_ - wg_seen_;
        for (uint k_ = 0u; igc_continues(k_ < k_end_); k_++) {
            igc_path_start();
            const uint owner_ = wg_list_[k_];
            double sum_2_ = -0.0;
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                if (level_[in_sources[e_2_]] == depth_ - 1u) {
                    sum_2_ = sum_2_ + igc_load_double(locks, paths_ + in_sources[e_2_]);
                }
            }
            const double all_ = igc_workgroup_add_double(igc_scratch, sum_2_);
            if (igc_local_id() == 0u) {
                sum_found_[owner_] = sum_found_[owner_] + all_;
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            double sum_3_ = -0.0;
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                if (level_[in_sources[e_3_]] == depth_ - 1u) {
                    sum_3_ = sum_3_ + igc_load_double(locks, paths_ + in_sources[e_3_]);
                }
            }
            const double all_2_ = igc_subgroup_add_double(sum_3_);
            if (igc_lane() == 0u) {
                sum_found_[owner_2_] = sum_found_[owner_2_] + all_2_;
            }
        }
        sg_seen_ = length_2_;
        // fg8: the remaining elements in a row, eight for each work-item
        IGC_SHARE_END uint p_3_end_ = total_;
        for (uint p_3_ = igc_local_id() * 8u; p_3_ < p_3_end_; p_3_ += igc_local_size() * 8u) {
            uint owner_3_ = 0u;
            uint until_ = 0u;
            uint first_4_ = 0u;
            double sum_4_ = -0.0;
            const uint end_2_ = min(p_3_ + 1u * 8u, total_);
            const uint q_end_ = end_2_;
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
                const uint e_4_ = first_4_ + q_;
                if (level_[in_sources[e_4_]] == depth_ - 1u) {
                    sum_4_ = sum_4_ + igc_load_double(locks, paths_ + in_sources[e_4_]);
                }
            }
            igc_local_atomic_add_double(locks, &sum_found_[owner_3_], sum_4_);
        }
        igc_workgroup_barrier();
        // np: the values that other work-items computed
        if (on_) {
            sum_ = sum_ + sum_found_[igc_local_id()];
        }
        if (on_) {
            if (v_ < node_count) igc_store_double(locks, paths_ + v_, sum_);
        }
    }
}

IGC_WITH_BARRIERS void bc_gather_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global double *score_,
    global const uint *level_,
    global const double *paths_,
    global double *share_,
    global const uint *order_,
    const uint node_count,
    global uint *locks,
    uint begin_,
    uint end_,
    uint depth_,
    local uint *u_of_,
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
    uint wg_seen_ = 0u;
    uint sg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        wg_length_[0u] = 0u;
        sg_length_[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END ulong base_end_ = begin_ < end_ ? (ulong)end_ - (ulong)begin_ : 0ul;
    for (ulong base_ = (ulong)igc_group_start(grid); igc_continues(base_ < base_end_); base_ += (ulong)igc_global_size(grid)) {
        igc_path_start();
        const ulong i_2_ = base_ + (ulong)igc_local_id();
        const bool on_ = i_2_ < (begin_ < end_ ? (ulong)end_ - (ulong)begin_ : 0ul);
        uint u_ = 0u;
        double sum_ = 0.0;
        if (on_) {
            const uint i_ = (uint)((ulong)begin_ + i_2_);
            u_ = i_ < node_count ? order_[i_] : 0u;
            sum_ = 0.0;
        }
        // np: the elements of each work-item
        uint first_ = 0u;
        uint count_ = 0u;
        if (on_) {
            first_ = u_ <= node_count ? out_offsets[u_] : 0u;
            count_ = (u_ <= node_count ? out_offsets[u_] : 0u) < (u_ + 1u <= node_count ? out_offsets[u_ + 1u] : 0u) ? (u_ + 1u <= node_count ? out_offsets[u_ + 1u] : 0u) - (u_ <= node_count ? out_offsets[u_] : 0u) : 0u;
        }
        first_of_[igc_local_id()] = first_;
        count_of_[igc_local_id()] = count_;
        u_of_[igc_local_id()] = u_;
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
        // wg: the work-items with the most elements, one after the other, by the whole workgroup
        const uint length_ = wg_length_[0u];
        const uint k_end_ = length_ - wg_seen_;
        for (uint k_ = 0u; igc_continues(k_ < k_end_); k_++) {
            igc_path_start();
            const uint owner_ = wg_list_[k_];
            double sum_2_ = -0.0;
            const uint u_2_ = u_of_[owner_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                if (level_[targets[e_2_]] == depth_ + 1u) {
                    sum_2_ = sum_2_ + (u_2_ < node_count ? paths_[u_2_] : 0.0) / paths_[targets[e_2_]] * (1.0 + igc_load_double(locks, share_ + targets[e_2_]));
                }
            }
            const double all_ = igc_workgroup_add_double(igc_scratch, sum_2_);
            if (igc_local_id() == 0u) {
                sum_found_[owner_] = sum_found_[owner_] + all_;
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            double sum_3_ = -0.0;
            const uint u_3_ = u_of_[owner_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                if (level_[targets[e_3_]] == depth_ + 1u) {
                    sum_3_ = sum_3_ + (u_3_ < node_count ? paths_[u_3_] : 0.0) / paths_[targets[e_3_]] * (1.0 + igc_load_double(locks, share_ + targets[e_3_]));
                }
            }
            const double all_2_ = igc_subgroup_add_double(sum_3_);
            if (igc_lane() == 0u) {
                sum_found_[owner_2_] = sum_found_[owner_2_] + all_2_;
            }
        }
        sg_seen_ = length_2_;
        // fg8: the remaining elements in a row, eight for each work-item
        IGC_SHARE_END uint p_3_end_ = total_;
        for (uint p_3_ = igc_local_id() * 8u; p_3_ < p_3_end_; p_3_ += igc_local_size() * 8u) {
            uint owner_3_ = 0u;
            uint until_ = 0u;
            uint first_4_ = 0u;
            uint u_4_ = 0u;
            double sum_4_ = -0.0;
            const uint end_2_ = min(p_3_ + 1u * 8u, total_);
            const uint q_end_ = end_2_;
            for (uint q_ = p_3_; q_ < q_end_; q_++) {
                if (q_ >= until_) {
                    if (until_ != 0u) {
                        igc_local_atomic_add_double(locks, &sum_found_[owner_3_], sum_4_);
                        sum_4_ = -0.0;
                    }
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                    u_4_ = u_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                if (level_[targets[e_4_]] == depth_ + 1u) {
                    sum_4_ = sum_4_ + (u_4_ < node_count ? paths_[u_4_] : 0.0) / paths_[targets[e_4_]] * (1.0 + igc_load_double(locks, share_ + targets[e_4_]));
                }
            }
            igc_local_atomic_add_double(locks, &sum_found_[owner_3_], sum_4_);
        }
        igc_workgroup_barrier();
        // np: the values that other work-items computed
        if (on_) {
            sum_ = sum_ + sum_found_[igc_local_id()];
        }
        if (on_) {
            if (u_ < node_count) igc_store_double(locks, share_ + u_, sum_);
            if (u_ < node_count) igc_store_double(locks, score_ + u_, (u_ < node_count ? igc_load_double(locks, score_ + u_) : 0.0) + sum_);
        }
    }
}

kernel IGC_WORKGROUP void bc_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global double *score_,
    global uint *is_source_,
    global uint *level_,
    global double *paths_,
    global double *share_,
    global uint *order_,
    global uint *begin_,
    global uint *found_,
    const uint node_count,
    const uint sources_,
    global uint *locks,
    uint source_,
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
    local ulong scratch_[IGC_SCRATCH_SIZE];
    local double sum_found_[IGC_WORKGROUP_SIZE];
    local uint before_of_2_[IGC_WORKGROUP_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        while (igc_next_round(&run, round_ < min(sources_, node_count))) {
            igc_path_start();
            if (igc_global_id(grid) == 0u) {
                if (source_ < node_count) igc_store_uint(is_source_ + source_, 1u);
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            igc_fill_uint(grid, level_, node_count, UINT_MAX);
            igc_grid_barrier(environment, grid, ++run.barriers);
            if (igc_global_id(grid) == 0u) {
                if (source_ < node_count) igc_store_uint(level_ + source_, 0u);
            }
            if (igc_global_id(grid) == 0u) {
                if (source_ < node_count) igc_store_double(locks, paths_ + source_, 1.0);
            }
            if (igc_global_id(grid) == 0u) {
                if (0u < node_count) igc_store_uint(order_, source_);
            }
            if (igc_global_id(grid) == 0u) {
                igc_store_uint(found_, 1u);
            }
            uint depth_ = 0u;
            uint start_ = 0u;
            uint end_ = 1u;
            while (igc_next_round(&run, start_ < end_)) {
                igc_path_start();
                if (igc_global_id(grid) == 0u) {
                    if (depth_ < node_count) igc_store_uint(begin_ + depth_, start_);
                }
                depth_ = depth_ + 1u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                bc_discover_(grid, out_offsets, targets, level_, order_, found_, node_count, start_, end_, depth_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, scratch_);
                run.launches++;
                start_ = end_;
                igc_grid_barrier(environment, grid, ++run.barriers);
                end_ = igc_load_uint(found_);
                bc_count_paths_(grid, in_offsets, in_sources, level_, paths_, order_, node_count, locks, start_, end_, depth_, sum_found_, first_of_, count_of_, wg_length_, wg_list_, sg_length_, sg_list_, before_of_, scratch_);
                run.launches++;
                igc_path_end();
            }
            while (igc_next_round(&run, depth_ > 1u)) {
                igc_path_start();
                depth_ = depth_ - 1u;
                start_ = depth_ < node_count ? igc_load_uint(begin_ + depth_) : 0u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                bc_gather_(grid, out_offsets, targets, score_, level_, paths_, share_, order_, node_count, locks, start_, end_, depth_, first_of_, sum_found_, count_of_, wg_list_, wg_length_, sg_list_, sg_length_, before_of_, before_of_2_, scratch_);
                run.launches++;
                end_ = start_;
                igc_path_end();
            }
            round_ = round_ + 1u;
            source_ = source_ + 1u == node_count ? 0u : source_ + 1u;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = source_;
            results[7] = round_;
        }
    }
    igc_leave(environment, grid);
}
