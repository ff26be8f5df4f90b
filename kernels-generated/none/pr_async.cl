// pr_async: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_async_start_(
    global const uint *out_offsets,
    global float *share_,
    const uint node_count,
    const float damping_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        share_[u_] = (1.0f - damping_) / (float)max(out_offsets[u_ + 1u] - out_offsets[u_], 1u);
    }
}

kernel IGC_WORKGROUP void pr_async_gather_(
    global const uint *out_offsets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global float *share_,
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
            sum_ = sum_ + (double)igc_load_float(share_ + in_sources[e_]);
        }
        const float share_2_ = (1.0f - damping_ + damping_ * (float)sum_) / (float)max(out_offsets[v_ + 1u] - out_offsets[v_], 1u);
        const float before_ = fabs(share_2_ - igc_load_float(share_ + v_));
        if (before_ > igc_max_float(tolerance_ / (float)max(out_offsets[v_ + 1u] - out_offsets[v_], 1u), share_2_ * 1e-6f)) {
            igc_atomic_or_uint(moving_, 1u);
        }
        igc_store_float(share_ + v_, share_2_);
    }
}

kernel IGC_WORKGROUP void pr_async_finish_(
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
