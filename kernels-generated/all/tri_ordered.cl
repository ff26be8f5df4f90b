// tri_ordered: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void tri_ordered_orient_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *before_,
    global uint *before_end_,
    const uint node_count,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_global_id(grid); u_ < node_count; u_ += igc_global_size(grid)) {
        uint end_ = out_offsets[u_];
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            if (out_offsets[v_ + 1u] - out_offsets[v_] > out_offsets[u_ + 1u] - out_offsets[u_] || (out_offsets[v_ + 1u] - out_offsets[v_] == out_offsets[u_ + 1u] - out_offsets[u_] && v_ > u_)) {
                if (end_ < edge_count) igc_store_uint(before_ + end_, targets[e_]);
                end_ = end_ + 1u;
            }
        }
        before_end_[u_] = end_;
    }
}

kernel IGC_WORKGROUP void tri_ordered_count_by_degree_(
    global const uint *out_offsets,
    global const uint *before_,
    global const uint *before_end_,
    global ulong *triangles_,
    const uint node_count,
    const uint edge_count,
    global uint *locks)
{
    local uint begin_of_[IGC_WORKGROUP_SIZE];
    local uint end_of_[IGC_WORKGROUP_SIZE];
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
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < node_count); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint u_ = base_ + igc_local_id();
        const bool on_ = u_ < node_count;
        ulong found_ = 0ul;
        uint begin_ = 0u;
        uint end_ = 0u;
        if (on_) {
            found_ = 0ul;
            begin_ = out_offsets[u_];
            end_ = before_end_[u_];
        }
        // np: what each work-item would have to go through
        uint first_ = 0u;
        uint count_ = 0u;
        if (on_) {
            first_ = out_offsets[u_];
            count_ = out_offsets[u_ + 1u] - out_offsets[u_];
        }
        first_of_[igc_local_id()] = first_;
        count_of_[igc_local_id()] = count_;
        begin_of_[igc_local_id()] = begin_;
        end_of_[igc_local_id()] = end_;
        found_found_[igc_local_id()] = 0ul;
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
        const uint before_2_ = igc_scan(igc_scratch, left_, &total_);
        before_of_[igc_local_id()] = before_2_;
        igc_workgroup_barrier();
        // wg: the owners with the most elements, by all of the workgroup
        const uint length_ = wg_length_[0u];
        const uint k_end_ = length_ - wg_seen_;
        for (uint k_ = 0u; igc_continues(k_ < k_end_); k_++) {
            igc_path_start();
            const uint owner_ = wg_list_[k_];
            ulong found_2_ = 0ul;
            const uint begin_2_ = begin_of_[owner_];
            const uint end_2_ = end_of_[owner_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                if (e_2_ < end_2_) {
                    const uint v_2_ = before_[e_2_];
                    uint i_2_ = begin_2_;
                    uint j_2_ = v_2_ <= node_count ? out_offsets[v_2_] : 0u;
                    const uint j_end_2_ = v_2_ < node_count ? before_end_[v_2_] : 0u;
                    uint common_2_ = 0u;
                    while (i_2_ < end_2_ && j_2_ < j_end_2_) {
                        const uint a_2_ = i_2_ < edge_count ? before_[i_2_] : 0u;
                        const uint b_2_ = j_2_ < edge_count ? before_[j_2_] : 0u;
                        common_2_ = common_2_ + (uint)(a_2_ == b_2_);
                        i_2_ = i_2_ + (uint)(a_2_ <= b_2_);
                        j_2_ = j_2_ + (uint)(b_2_ <= a_2_);
                    }
                    found_2_ = found_2_ + (ulong)common_2_;
                }
            }
            const ulong all_ = igc_workgroup_add_ulong(igc_scratch, found_2_);
            if (igc_local_id() == 0u) {
                found_found_[owner_] = found_found_[owner_] + all_;
            }
        }
        wg_seen_ = length_;
        // sg: the owners with many elements, by a subgroup each
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            ulong found_3_ = 0ul;
            const uint begin_3_ = begin_of_[owner_2_];
            const uint end_3_ = end_of_[owner_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                if (e_3_ < end_3_) {
                    const uint v_3_ = before_[e_3_];
                    uint i_3_ = begin_3_;
                    uint j_3_ = v_3_ <= node_count ? out_offsets[v_3_] : 0u;
                    const uint j_end_3_ = v_3_ < node_count ? before_end_[v_3_] : 0u;
                    uint common_3_ = 0u;
                    while (i_3_ < end_3_ && j_3_ < j_end_3_) {
                        const uint a_3_ = i_3_ < edge_count ? before_[i_3_] : 0u;
                        const uint b_3_ = j_3_ < edge_count ? before_[j_3_] : 0u;
                        common_3_ = common_3_ + (uint)(a_3_ == b_3_);
                        i_3_ = i_3_ + (uint)(a_3_ <= b_3_);
                        j_3_ = j_3_ + (uint)(b_3_ <= a_3_);
                    }
                    found_3_ = found_3_ + (ulong)common_3_;
                }
            }
            const ulong all_2_ = igc_subgroup_add_ulong(found_3_);
            if (igc_lane() == 0u) {
                found_found_[owner_2_] = found_found_[owner_2_] + all_2_;
            }
        }
        sg_seen_ = length_2_;
        // fg8: what is left, in a row, eight by eight
        IGC_SHARE_END uint p_3_end_ = total_;
        for (uint p_3_ = igc_local_id() * 8u; p_3_ < p_3_end_; p_3_ += igc_local_size() * 8u) {
            uint owner_3_ = 0u;
            uint until_ = 0u;
            uint first_4_ = 0u;
            uint begin_4_ = 0u;
            uint end_5_ = 0u;
            ulong found_4_ = 0ul;
            const uint end_4_ = min(p_3_ + 1u * 8u, total_);
            const uint q_end_ = end_4_;
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
                    begin_4_ = begin_of_[owner_3_];
                    end_5_ = end_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                if (e_4_ < end_5_) {
                    const uint v_4_ = before_[e_4_];
                    uint i_4_ = begin_4_;
                    uint j_4_ = v_4_ <= node_count ? out_offsets[v_4_] : 0u;
                    const uint j_end_4_ = v_4_ < node_count ? before_end_[v_4_] : 0u;
                    uint common_4_ = 0u;
                    while (i_4_ < end_5_ && j_4_ < j_end_4_) {
                        const uint a_4_ = i_4_ < edge_count ? before_[i_4_] : 0u;
                        const uint b_4_ = j_4_ < edge_count ? before_[j_4_] : 0u;
                        common_4_ = common_4_ + (uint)(a_4_ == b_4_);
                        i_4_ = i_4_ + (uint)(a_4_ <= b_4_);
                        j_4_ = j_4_ + (uint)(b_4_ <= a_4_);
                    }
                    found_4_ = found_4_ + (ulong)common_4_;
                }
            }
            if (found_4_ != 0ul) {
                igc_local_atomic_add_ulong(locks, &found_found_[owner_3_], found_4_);
            }
        }
        igc_workgroup_barrier();
        // np: what others have found
        if (on_) {
            found_ = found_ + found_found_[igc_local_id()];
        }
        if (on_) {
            if (found_ > 0ul) {
                triangles_part_ = triangles_part_ + found_;
            }
        }
    }
    // coop-cv: one atomic for what the workgroup has found
    const ulong triangles_group_ = igc_workgroup_add_ulong(igc_scratch, triangles_part_);
    if (igc_local_id() == 0u && triangles_group_ != 0ul) {
        igc_atomic_add_ulong(locks, triangles_, triangles_group_);
    }
}

kernel IGC_WORKGROUP void tri_ordered_count_by_number_(
    global const uint *out_offsets,
    global const uint *targets,
    global ulong *triangles_,
    const uint node_count,
    const uint edge_count,
    global uint *locks)
{
    local uint u_of_[IGC_WORKGROUP_SIZE];
    local uint begin_of_[IGC_WORKGROUP_SIZE];
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
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < node_count); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint u_ = base_ + igc_local_id();
        const bool on_ = u_ < node_count;
        ulong found_ = 0ul;
        uint begin_ = 0u;
        if (on_) {
            found_ = 0ul;
            begin_ = out_offsets[u_];
        }
        // np: what each work-item would have to go through
        uint first_ = 0u;
        uint count_ = 0u;
        if (on_) {
            first_ = out_offsets[u_];
            count_ = out_offsets[u_ + 1u] - out_offsets[u_];
        }
        first_of_[igc_local_id()] = first_;
        count_of_[igc_local_id()] = count_;
        u_of_[igc_local_id()] = u_;
        begin_of_[igc_local_id()] = begin_;
        found_found_[igc_local_id()] = 0ul;
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
            ulong found_2_ = 0ul;
            const uint u_2_ = u_of_[owner_];
            const uint begin_2_ = begin_of_[owner_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint e_2_ = first_2_ + p_;
                if (targets[e_2_] < u_2_) {
                    uint i_2_ = begin_2_;
                    const uint i_end_2_ = e_2_;
                    uint j_2_ = out_offsets[targets[e_2_]];
                    const uint j_end_2_ = out_offsets[targets[e_2_] + 1u];
                    uint common_2_ = 0u;
                    while (i_2_ < i_end_2_ && j_2_ < j_end_2_) {
                        const uint a_2_ = i_2_ < edge_count ? targets[i_2_] : 0u;
                        const uint b_2_ = j_2_ < edge_count ? targets[j_2_] : 0u;
                        common_2_ = common_2_ + (uint)(a_2_ == b_2_);
                        i_2_ = i_2_ + (uint)(a_2_ <= b_2_);
                        j_2_ = j_2_ + (uint)(b_2_ <= a_2_);
                    }
                    found_2_ = found_2_ + (ulong)common_2_;
                }
            }
            const ulong all_ = igc_workgroup_add_ulong(igc_scratch, found_2_);
            if (igc_local_id() == 0u) {
                found_found_[owner_] = found_found_[owner_] + all_;
            }
        }
        wg_seen_ = length_;
        // sg: the owners with many elements, by a subgroup each
        const uint length_2_ = sg_length_[0u];
        IGC_SHARE_END uint k_2_end_ = length_2_ - sg_seen_;
        for (uint k_2_ = igc_subgroup_id(); k_2_ < k_2_end_; k_2_ += igc_subgroup_count()) {
            const uint owner_2_ = sg_list_[k_2_];
            ulong found_3_ = 0ul;
            const uint u_3_ = u_of_[owner_2_];
            const uint begin_3_ = begin_of_[owner_2_];
            const uint first_3_ = first_of_[owner_2_];
            IGC_SHARE_END uint p_2_end_ = count_of_[owner_2_];
            for (uint p_2_ = igc_lane(); p_2_ < p_2_end_; p_2_ += igc_subgroup_size()) {
                const uint e_3_ = first_3_ + p_2_;
                if (targets[e_3_] < u_3_) {
                    uint i_3_ = begin_3_;
                    const uint i_end_3_ = e_3_;
                    uint j_3_ = out_offsets[targets[e_3_]];
                    const uint j_end_3_ = out_offsets[targets[e_3_] + 1u];
                    uint common_3_ = 0u;
                    while (i_3_ < i_end_3_ && j_3_ < j_end_3_) {
                        const uint a_3_ = i_3_ < edge_count ? targets[i_3_] : 0u;
                        const uint b_3_ = j_3_ < edge_count ? targets[j_3_] : 0u;
                        common_3_ = common_3_ + (uint)(a_3_ == b_3_);
                        i_3_ = i_3_ + (uint)(a_3_ <= b_3_);
                        j_3_ = j_3_ + (uint)(b_3_ <= a_3_);
                    }
                    found_3_ = found_3_ + (ulong)common_3_;
                }
            }
            const ulong all_2_ = igc_subgroup_add_ulong(found_3_);
            if (igc_lane() == 0u) {
                found_found_[owner_2_] = found_found_[owner_2_] + all_2_;
            }
        }
        sg_seen_ = length_2_;
        // fg8: what is left, in a row, eight by eight
        IGC_SHARE_END uint p_3_end_ = total_;
        for (uint p_3_ = igc_local_id() * 8u; p_3_ < p_3_end_; p_3_ += igc_local_size() * 8u) {
            uint owner_3_ = 0u;
            uint until_ = 0u;
            uint first_4_ = 0u;
            uint u_4_ = 0u;
            uint begin_4_ = 0u;
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
                    begin_4_ = begin_of_[owner_3_];
                }
                const uint e_4_ = first_4_ + q_;
                if (targets[e_4_] < u_4_) {
                    uint i_4_ = begin_4_;
                    const uint i_end_4_ = e_4_;
                    uint j_4_ = out_offsets[targets[e_4_]];
                    const uint j_end_4_ = out_offsets[targets[e_4_] + 1u];
                    uint common_4_ = 0u;
                    while (i_4_ < i_end_4_ && j_4_ < j_end_4_) {
                        const uint a_4_ = i_4_ < edge_count ? targets[i_4_] : 0u;
                        const uint b_4_ = j_4_ < edge_count ? targets[j_4_] : 0u;
                        common_4_ = common_4_ + (uint)(a_4_ == b_4_);
                        i_4_ = i_4_ + (uint)(a_4_ <= b_4_);
                        j_4_ = j_4_ + (uint)(b_4_ <= a_4_);
                    }
                    found_4_ = found_4_ + (ulong)common_4_;
                }
            }
            if (found_4_ != 0ul) {
                igc_local_atomic_add_ulong(locks, &found_found_[owner_3_], found_4_);
            }
        }
        igc_workgroup_barrier();
        // np: what others have found
        if (on_) {
            found_ = found_ + found_found_[igc_local_id()];
        }
        if (on_) {
            if (found_ > 0ul) {
                triangles_part_ = triangles_part_ + found_;
            }
        }
    }
    // coop-cv: one atomic for what the workgroup has found
    const ulong triangles_group_ = igc_workgroup_add_ulong(igc_scratch, triangles_part_);
    if (igc_local_id() == 0u && triangles_group_ != 0ul) {
        igc_atomic_add_ulong(locks, triangles_, triangles_group_);
    }
}
