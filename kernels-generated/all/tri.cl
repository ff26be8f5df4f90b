// tri: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void tri_orient_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *ahead_,
    global uint *ahead_end_,
    const uint node_count,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        uint end_ = out_offsets[u_];
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            if (out_offsets[v_ + 1u] - out_offsets[v_] > out_offsets[u_ + 1u] - out_offsets[u_] || (out_offsets[v_ + 1u] - out_offsets[v_] == out_offsets[u_ + 1u] - out_offsets[u_] && v_ > u_)) {
                if (end_ < edge_count) igc_store_uint(ahead_ + end_, targets[e_]);
                end_ = end_ + 1u;
            }
        }
        ahead_end_[u_] = end_;
    }
}

kernel IGC_WORKGROUP void tri_count_(
    global const uint *out_offsets,
    global const uint *ahead_,
    global const uint *ahead_end_,
    global ulong *triangles_,
    const uint node_count,
    const uint edge_count,
    global uint *locks)
{
    local uint u_of_[IGC_WORKGROUP_SIZE];
    local ulong found_found_[IGC_WORKGROUP_SIZE];
    local uint first_of_[IGC_WORKGROUP_SIZE];
    local uint count_of_[IGC_WORKGROUP_SIZE];
    local uint wg_length_[1];
    local uint wg_list_[IGC_WORKGROUP_SIZE];
    local uint sg_length_[1];
    local uint sg_list_[IGC_WORKGROUP_SIZE];
    local uint before_of_[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    ulong triangles_part_ = 0ul;
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
        ulong found_ = 0ul;
        if (on_) {
            found_ = 0ul;
        }
        // np: the elements of each work-item
        uint first_ = 0u;
        uint count_2_ = 0u;
        if (on_) {
            first_ = out_offsets[u_];
            count_2_ = out_offsets[u_ + 1u] - out_offsets[u_];
        }
        first_of_[igc_local_id()] = first_;
        count_of_[igc_local_id()] = count_2_;
        u_of_[igc_local_id()] = u_;
        found_found_[igc_local_id()] = 0ul;
        uint left_ = count_2_;
        if (count_2_ >= igc_local_size()) {
            const uint slot_2_ = igc_local_atomic_add_uint(&wg_length_[0u], 1u);
            wg_list_[slot_2_ - wg_seen_] = igc_local_id();
            left_ = 0u;
        } else if (count_2_ >= igc_subgroup_size()) {
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
            ulong found_2_ = 0ul;
            const uint u_2_ = u_of_[owner_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                if (e_2_ < ahead_end_[u_2_]) {
                    const uint v_2_ = ahead_[e_2_];
                    uint count_3_ = 0u;
                    uint i_2_ = out_offsets[u_2_];
                    uint j_2_ = v_2_ <= node_count ? out_offsets[v_2_] : 0u;
                    while (i_2_ < ahead_end_[u_2_] && j_2_ < (v_2_ < node_count ? ahead_end_[v_2_] : 0u)) {
                        const uint a_2_ = i_2_ < edge_count ? ahead_[i_2_] : 0u;
                        const uint b_2_ = j_2_ < edge_count ? ahead_[j_2_] : 0u;
                        if (a_2_ == b_2_) {
                            count_3_ = count_3_ + 1u;
                        }
                        i_2_ = i_2_ + (uint)(a_2_ <= b_2_);
                        j_2_ = j_2_ + (uint)(b_2_ <= a_2_);
                    }
                    found_2_ = found_2_ + (ulong)count_3_;
                }
            }
            const ulong all_ = igc_workgroup_add_ulong(igc_scratch, found_2_);
            if (igc_local_id() == 0u) {
                found_found_[owner_] = found_found_[owner_] + all_;
            }
        }
        wg_seen_ = length_;
        // sg: the work-items with many elements, each by a subgroup
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            ulong found_3_ = 0ul;
            const uint u_3_ = u_of_[owner_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                if (e_3_ < ahead_end_[u_3_]) {
                    const uint v_3_ = ahead_[e_3_];
                    uint count_4_ = 0u;
                    uint i_3_ = out_offsets[u_3_];
                    uint j_3_ = v_3_ <= node_count ? out_offsets[v_3_] : 0u;
                    while (i_3_ < ahead_end_[u_3_] && j_3_ < (v_3_ < node_count ? ahead_end_[v_3_] : 0u)) {
                        const uint a_3_ = i_3_ < edge_count ? ahead_[i_3_] : 0u;
                        const uint b_3_ = j_3_ < edge_count ? ahead_[j_3_] : 0u;
                        if (a_3_ == b_3_) {
                            count_4_ = count_4_ + 1u;
                        }
                        i_3_ = i_3_ + (uint)(a_3_ <= b_3_);
                        j_3_ = j_3_ + (uint)(b_3_ <= a_3_);
                    }
                    found_3_ = found_3_ + (ulong)count_4_;
                }
            }
            const ulong all_2_ = igc_subgroup_add_ulong(found_3_);
            if (igc_lane() == 0u) {
                found_found_[owner_2_] = found_found_[owner_2_] + all_2_;
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
            ulong found_4_ = 0ul;
            const uint end_ = min(p_3_ + 1u * 8u, total_);
            const uint q_end_ = end_;
            for (uint q_ = p_3_; q_ < q_end_; q_++) {
                if (q_ >= until_) {
                    if (until_ != 0u) {
                        if (found_4_ != 0ul) {
                            igc_local_atomic_add_ulong(locks, &found_found_[owner_3_], found_4_);
                        }
                        found_4_ = 0ul;
                    }
                    owner_3_ = igc_search(before_of_, q_);
                    until_ = owner_3_ + 1u < igc_local_size() ? before_of_[min(owner_3_ + 1u, igc_local_size() - 1u)] : total_;
                    first_4_ = first_of_[owner_3_] - before_of_[owner_3_];
                    u_4_ = u_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                if (e_4_ < ahead_end_[u_4_]) {
                    const uint v_4_ = ahead_[e_4_];
                    uint count_5_ = 0u;
                    uint i_4_ = out_offsets[u_4_];
                    uint j_4_ = v_4_ <= node_count ? out_offsets[v_4_] : 0u;
                    while (i_4_ < ahead_end_[u_4_] && j_4_ < (v_4_ < node_count ? ahead_end_[v_4_] : 0u)) {
                        const uint a_4_ = i_4_ < edge_count ? ahead_[i_4_] : 0u;
                        const uint b_4_ = j_4_ < edge_count ? ahead_[j_4_] : 0u;
                        if (a_4_ == b_4_) {
                            count_5_ = count_5_ + 1u;
                        }
                        i_4_ = i_4_ + (uint)(a_4_ <= b_4_);
                        j_4_ = j_4_ + (uint)(b_4_ <= a_4_);
                    }
                    found_4_ = found_4_ + (ulong)count_5_;
                }
            }
            if (found_4_ != 0ul) {
                igc_local_atomic_add_ulong(locks, &found_found_[owner_3_], found_4_);
            }
        }
        igc_workgroup_barrier();
        // np: the values that other work-items computed
        if (on_) {
            found_ = found_ + found_found_[igc_local_id()];
        }
        if (on_) {
            if (found_ > 0ul) {
                triangles_part_ = triangles_part_ + found_;
            }
        }
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const ulong triangles_group_ = igc_workgroup_add_ulong(igc_scratch, triangles_part_);
    if (igc_local_id() == 0u && triangles_group_ != 0ul) {
        igc_atomic_add_ulong(locks, triangles_, triangles_group_);
    }
}
