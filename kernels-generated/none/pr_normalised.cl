// pr_normalised: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_normalised_divide_(
    global const uint *out_offsets,
    global const float *rank_,
    global float *share_,
    global float *lost_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (out_offsets[u_ + 1u] - out_offsets[u_] > 0u) {
            share_[u_] = rank_[u_] * (float)node_count / (float)(out_offsets[u_ + 1u] - out_offsets[u_]);
        } else {
            lost_[u_] = rank_[u_];
        }
    }
}

kernel IGC_WORKGROUP void pr_normalised_gather_(
    global const uint *in_offsets,
    global const uint *in_sources,
    global float *rank_,
    global const float *share_,
    global float *change_,
    const uint node_count,
    const float damping_,
    float everyone_)
{
    const igc_grid grid = igc_launch();
    for (uint v_ = igc_first(grid, node_count); v_ < igc_end(grid, node_count); v_ += igc_step(grid)) {
        long sum_ = 0l;
        const uint e_end_ = in_offsets[v_ + 1u];
        for (uint e_ = in_offsets[v_]; e_ < e_end_; e_++) {
            const float x_ = share_[in_sources[e_]];
            sum_ = igc_add_long(sum_, igc_long_from_float(x_ * 4294967300.0f));
        }
        const float rank_2_ = everyone_ + damping_ * ((float)sum_ * 2.3283064e-10f) / (float)node_count;
        change_[v_] = fabs(rank_2_ - rank_[v_]);
        rank_[v_] = rank_2_;
    }
}

kernel IGC_WORKGROUP void pr_normalised_reduce_add_lost_(
    global const float *lost_,
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
            result_ = result_ + lost_[i_];
        }
        reduced_f32_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void pr_normalised_fold_add_f32_(
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

kernel IGC_WORKGROUP void pr_normalised_reduce_add_change_(
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
