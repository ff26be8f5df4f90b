// sssp_delta: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void sssp_delta_take_(
    global const uint *dist_,
    global uint *taken_,
    global uint *counts_,
    global uint *now_back_,
    global uint *now_sizes_,
    const uint now_phase_,
    const uint now_capacity_,
    global const uint *later_front_,
    global uint *later_back_,
    global uint *later_sizes_,
    const uint later_phase_,
    const uint later_capacity_,
    const uint node_count,
    uint bucket_,
    uint step_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, later_sizes_, later_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(later_sizes_, later_phase_, later_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const ulong item_ = igc_wide_item(later_front_, i_);
        const uint v_ = (uint)(item_ >> 32u);
        const uint expected_ = (uint)item_;
        const uint found_ = igc_div_uint(v_ < node_count ? dist_[v_] : 0u, step_);
        if (expected_ > bucket_ && found_ == expected_) {
            igc_push_wide(later_back_, later_sizes_, later_phase_, later_capacity_, item_);
        } else {
            igc_atomic_add_uint(counts_ + expected_ % 64u, -1u);
            if (found_ == bucket_) {
                const uint last_ = v_ < node_count ? igc_atomic_swap_uint(taken_ + v_, bucket_) : 0u;
                if (last_ != bucket_) {
                    igc_push(now_back_, now_sizes_, now_phase_, now_capacity_, v_);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void sssp_delta_relax_short_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *dist_,
    global uint *relaxed_,
    global const uint *weight_,
    global uint *counts_,
    global const uint *now_front_,
    global uint *now_back_,
    global uint *now_sizes_,
    const uint now_phase_,
    const uint now_capacity_,
    global uint *done_back_,
    global uint *done_sizes_,
    const uint done_phase_,
    const uint done_capacity_,
    global uint *later_back_,
    global uint *later_sizes_,
    const uint later_phase_,
    const uint later_capacity_,
    const uint node_count,
    uint bucket_,
    uint step_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, now_sizes_, now_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(now_sizes_, now_phase_, now_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = now_front_[i_];
        const uint here_ = u_ < node_count ? igc_load_uint(dist_ + u_) : 0u;
        const uint last_ = u_ < node_count ? igc_atomic_swap_uint(relaxed_ + u_, bucket_) : 0u;
        if (last_ != bucket_) {
            igc_push(done_back_, done_sizes_, done_phase_, done_capacity_, u_);
        }
        const uint e_end_ = u_ + 1u <= node_count ? out_offsets[u_ + 1u] : 0u;
        for (uint e_ = u_ <= node_count ? out_offsets[u_] : 0u; e_ < e_end_; e_++) {
            if (weight_[e_] < step_) {
                const uint v_ = targets[e_];
                const uint there_ = add_sat(here_, weight_[e_]);
                if (there_ < igc_load_uint(dist_ + v_)) {
                    const uint old_ = igc_atomic_min_uint(dist_ + v_, there_);
                    if (there_ < old_) {
                        const uint found_ = igc_div_uint(there_, step_);
                        if (found_ == bucket_) {
                            igc_push(now_back_, now_sizes_, now_phase_, now_capacity_, v_);
                        } else {
                            igc_atomic_add_uint(counts_ + found_ % 64u, 1u);
                            igc_push_wide(later_back_, later_sizes_, later_phase_, later_capacity_, ((ulong)v_ << 32u) | (ulong)found_);
                        }
                    }
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void sssp_delta_relax_long_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *dist_,
    global const uint *weight_,
    global uint *counts_,
    global uint *now_back_,
    global uint *now_sizes_,
    const uint now_phase_,
    const uint now_capacity_,
    global const uint *done_front_,
    global uint *done_sizes_,
    const uint done_phase_,
    const uint done_capacity_,
    global uint *later_back_,
    global uint *later_sizes_,
    const uint later_phase_,
    const uint later_capacity_,
    const uint node_count,
    uint bucket_,
    uint step_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, done_sizes_, done_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(done_sizes_, done_phase_, done_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = done_front_[i_];
        const uint here_ = u_ < node_count ? igc_load_uint(dist_ + u_) : 0u;
        const uint e_end_ = u_ + 1u <= node_count ? out_offsets[u_ + 1u] : 0u;
        for (uint e_ = u_ <= node_count ? out_offsets[u_] : 0u; e_ < e_end_; e_++) {
            if (weight_[e_] >= step_) {
                const uint v_ = targets[e_];
                const uint there_ = add_sat(here_, weight_[e_]);
                if (there_ < igc_load_uint(dist_ + v_)) {
                    const uint old_ = igc_atomic_min_uint(dist_ + v_, there_);
                    if (there_ < old_) {
                        const uint found_ = igc_div_uint(there_, step_);
                        if (found_ == bucket_) {
                            igc_push(now_back_, now_sizes_, now_phase_, now_capacity_, v_);
                        } else {
                            igc_atomic_add_uint(counts_ + found_ % 64u, 1u);
                            igc_push_wide(later_back_, later_sizes_, later_phase_, later_capacity_, ((ulong)v_ << 32u) | (ulong)found_);
                        }
                    }
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void sssp_delta_reduce_max_weight_(
    global const uint *weight_,
    global uint *reduced_u32_,
    const uint edge_count,
    uint width_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        uint result_ = 0u;
        for (uint i_ = lane_; i_ < edge_count; i_ += width_) {
            result_ = max(result_, weight_[i_]);
        }
        reduced_u32_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void sssp_delta_fold_max_u32_(
    global uint *reduced_u32_,
    uint width_,
    uint lanes_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)lanes_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        uint result_ = reduced_u32_[lane_];
        IGC_SHARE_END uint i_end_ = width_;
        for (uint i_ = lane_ + lanes_; i_ < i_end_; i_ += lanes_) {
            result_ = max(result_, reduced_u32_[i_]);
        }
        reduced_u32_[lane_] = result_;
    }
}
