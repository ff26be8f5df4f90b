// tri: OpenCL C made by igc 0.1.0 with --opts fg1.
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
    local uint before_of_[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
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
        u_of_[igc_local_id()] = u_;
        found_found_[igc_local_id()] = 0ul;
        uint left_ = count_2_;
        while (igc_continues(true)) {
            igc_path_start();
            const uint take_ = min(left_, 524288u);
            uint total_;
            const uint before_ = igc_scan(igc_scratch, take_, &total_);
            before_of_[igc_local_id()] = before_;
            first_of_[igc_local_id()] = first_;
            igc_workgroup_barrier();
            // fg1: the remaining elements in a row, one for each work-item
            IGC_SHARE_END uint p_end_ = total_;
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint owner_ = igc_search(before_of_, p_);
                ulong found_2_ = 0ul;
                const uint u_2_ = u_of_[owner_];
                const uint first_2_ = first_of_[owner_];
                const uint e_2_ = first_2_ + (p_ - before_of_[owner_]);
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
                if (found_2_ != 0ul) {
                    igc_local_atomic_add_ulong(locks, &found_found_[owner_], found_2_);
                }
            }
            igc_workgroup_barrier();
            if (total_ < 524288u) {
                break;
            }
            left_ = left_ - take_;
            first_ = first_ + take_;
        }
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
