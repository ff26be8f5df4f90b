// tri: OpenCL C made by igc 0.1.0 with --opts wg.
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
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    uint wg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        wg_length_[0u] = 0u;
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
            const uint slot_ = igc_local_atomic_add_uint(&wg_length_[0u], 1u);
            wg_list_[slot_ - wg_seen_] = igc_local_id();
            left_ = 0u;
        }
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
        // np: the remaining elements, by their own work-items
        const uint p_2_end_ = left_;
        for (uint p_2_ = 0u; p_2_ < p_2_end_; p_2_++) {
            const uint e_3_ = first_ + p_2_;
            if (e_3_ < ahead_end_[u_]) {
                const uint v_3_ = ahead_[e_3_];
                uint count_4_ = 0u;
                uint i_3_ = out_offsets[u_];
                uint j_3_ = v_3_ <= node_count ? out_offsets[v_3_] : 0u;
                while (i_3_ < ahead_end_[u_] && j_3_ < (v_3_ < node_count ? ahead_end_[v_3_] : 0u)) {
                    const uint a_3_ = i_3_ < edge_count ? ahead_[i_3_] : 0u;
                    const uint b_3_ = j_3_ < edge_count ? ahead_[j_3_] : 0u;
                    if (a_3_ == b_3_) {
                        count_4_ = count_4_ + 1u;
                    }
                    i_3_ = i_3_ + (uint)(a_3_ <= b_3_);
                    j_3_ = j_3_ + (uint)(b_3_ <= a_3_);
                }
                found_ = found_ + (ulong)count_4_;
            }
        }
        igc_workgroup_barrier();
        // np: the values that other work-items computed
        if (on_) {
            found_ = found_ + found_found_[igc_local_id()];
        }
        if (on_) {
            if (found_ > 0ul) {
                igc_atomic_add_ulong(locks, triangles_, found_);
            }
        }
    }
}
