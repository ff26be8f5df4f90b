// pr_extrapolated: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_extrapolated_start_(
    global const uint *out_offsets,
    global float *share_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        share_[u_] = 1.0f / (float)max(out_offsets[u_ + 1u] - out_offsets[u_], 1u);
    }
}

kernel IGC_WORKGROUP void pr_extrapolated_gather_(
    global const uint *out_offsets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global float *share_,
    global float *change_,
    global uint *moving_,
    const uint node_count,
    const float damping_,
    const float tolerance_,
    uint measures_)
{
    const igc_grid grid = igc_launch();
    for (uint v_ = igc_first(grid, node_count); v_ < igc_end(grid, node_count); v_ += igc_step(grid)) {
        double sum_ = 0.0;
        const uint e_end_ = in_offsets[v_ + 1u];
        for (uint e_ = in_offsets[v_]; e_ < e_end_; e_++) {
            sum_ = sum_ + (double)igc_load_float(share_ + in_sources[e_]);
        }
        const float share_2_ = (1.0f - damping_ + damping_ * (float)sum_) / (float)max(out_offsets[v_ + 1u] - out_offsets[v_], 1u);
        const float before_ = fabs(share_2_ - igc_load_float(share_ + v_));
        const float change_2_ = before_ * (float)max(out_offsets[v_ + 1u] - out_offsets[v_], 1u);
        if (change_2_ > igc_max_float(tolerance_, share_2_ * (float)max(out_offsets[v_ + 1u] - out_offsets[v_], 1u) * 1e-6f)) {
            igc_atomic_or_uint(moving_, 1u);
        }
        if (measures_ != 0u) {
            change_[v_] = change_2_;
        }
        igc_store_float(share_ + v_, share_2_);
    }
}

kernel IGC_WORKGROUP void pr_extrapolated_keep_(
    global const float *share_,
    global float *earlier_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        earlier_[u_] = share_[u_];
    }
}

kernel IGC_WORKGROUP void pr_extrapolated_extrapolate_(
    global float *share_,
    global const float *earlier_,
    const uint node_count,
    float factor_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        share_[u_] = share_[u_] + factor_ * (share_[u_] - earlier_[u_]);
    }
}

kernel IGC_WORKGROUP void pr_extrapolated_finish_(
    global const uint *out_offsets,
    global float *rank_,
    global const float *share_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const float before_ = share_[u_];
        rank_[u_] = before_ * (float)max(out_offsets[u_ + 1u] - out_offsets[u_], 1u);
    }
}

kernel IGC_WORKGROUP void pr_extrapolated_reduce_add_change_(
    global const float *change_,
    global float *reduced_f32_,
    const uint node_count,
    uint width_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        float result_ = 0.0f;
        for (uint i_ = lane_; i_ < node_count; i_ += width_) {
            result_ = result_ + change_[i_];
        }
        reduced_f32_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void pr_extrapolated_fold_add_f32_(
    global float *reduced_f32_,
    uint width_,
    uint lanes_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)lanes_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        float result_ = reduced_f32_[lane_];
        IGC_SHARE_END uint i_end_ = width_;
        for (uint i_ = lane_ + lanes_; i_ < i_end_; i_ += lanes_) {
            result_ = result_ + reduced_f32_[i_];
        }
        reduced_f32_[lane_] = result_;
    }
}
