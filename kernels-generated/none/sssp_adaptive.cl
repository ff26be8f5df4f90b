// sssp_adaptive: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void sssp_adaptive_relax_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *dist_,
    global const uint *weight_,
    global const uint *near_front_,
    global uint *near_back_,
    global uint *near_sizes_,
    const uint near_phase_,
    const uint near_capacity_,
    global uint *far_back_,
    global uint *far_sizes_,
    const uint far_phase_,
    const uint far_capacity_,
    uint limit_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, near_sizes_, near_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(near_sizes_, near_phase_, near_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = near_front_[i_];
        const uint here_ = igc_load_uint(dist_ + u_);
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            const uint there_ = add_sat(here_, weight_[e_]);
            if (there_ < igc_load_uint(dist_ + v_)) {
                const uint old_ = igc_atomic_min_uint(dist_ + v_, there_);
                if (there_ < old_) {
                    if (there_ < limit_) {
                        igc_push(near_back_, near_sizes_, near_phase_, near_capacity_, v_);
                    } else if (old_ == UINT_MAX) {
                        igc_push(far_back_, far_sizes_, far_phase_, far_capacity_, v_);
                    }
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void sssp_adaptive_split_(
    global const uint *dist_,
    global uint *nearest_,
    global uint *near_back_,
    global uint *near_sizes_,
    const uint near_phase_,
    const uint near_capacity_,
    global const uint *far_front_,
    global uint *far_back_,
    global uint *far_sizes_,
    const uint far_phase_,
    const uint far_capacity_,
    uint settled_,
    uint limit_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, far_sizes_, far_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(far_sizes_, far_phase_, far_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = far_front_[i_];
        if (dist_[u_] >= limit_) {
            igc_push(far_back_, far_sizes_, far_phase_, far_capacity_, u_);
        } else if (dist_[u_] >= settled_) {
            igc_push(near_back_, near_sizes_, near_phase_, near_capacity_, u_);
        }
        if (dist_[u_] >= settled_ && dist_[u_] < igc_load_uint(nearest_)) {
            igc_atomic_min_uint(nearest_, dist_[u_]);
        }
    }
}

kernel IGC_WORKGROUP void sssp_adaptive_reduce_max_weight_(
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

kernel IGC_WORKGROUP void sssp_adaptive_fold_max_u32_(
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
