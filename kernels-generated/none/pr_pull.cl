// pr_pull: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_pull_divide_(
    global const uint *out_offsets,
    global const float *rank_,
    global float *share_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const float rank_2_ = rank_[u_];
        share_[u_] = out_offsets[u_ + 1u] - out_offsets[u_] > 0u ? rank_2_ / (float)(out_offsets[u_ + 1u] - out_offsets[u_]) : 0.0f;
    }
}

kernel IGC_WORKGROUP void pr_pull_gather_(
    global const uint *out_offsets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global float *rank_,
    global const float *share_,
    global float *next_share_,
    global uint *moving_,
    const uint node_count,
    const float damping_,
    const float tolerance_)
{
    const igc_grid grid = igc_launch();
    for (uint v_ = igc_first(grid, node_count); v_ < igc_end(grid, node_count); v_ += igc_step(grid)) {
        double sum_ = 0.0;
        const uint e_end_ = in_offsets[v_ + 1u];
        for (uint e_ = in_offsets[v_]; e_ < e_end_; e_++) {
            sum_ = sum_ + (double)share_[in_sources[e_]];
        }
        const float rank_2_ = 1.0f - damping_ + damping_ * (float)sum_;
        if (fabs(rank_2_ - rank_[v_]) > igc_max_float(tolerance_, rank_2_ * 1e-6f)) {
            igc_atomic_or_uint(moving_, 1u);
        }
        rank_[v_] = rank_2_;
        next_share_[v_] = out_offsets[v_ + 1u] - out_offsets[v_] > 0u ? rank_2_ / (float)(out_offsets[v_ + 1u] - out_offsets[v_]) : 0.0f;
    }
}
