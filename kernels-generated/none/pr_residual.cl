// pr_residual: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_residual_pass_on_(
    global const uint *out_offsets,
    global const uint *targets,
    global float *rank_,
    global long *residual_,
    global uint *active_,
    const uint node_count,
    const float damping_,
    const float tolerance_,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    const float x_ = tolerance_;
    const long least_ = igc_long_from_float(x_ * 4294967300.0f);
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (igc_load_long(locks, residual_ + u_) > least_) {
            const long old_ = igc_atomic_swap_long(locks, residual_ + u_, 0l);
            const float given_ = (float)old_ * 2.3283064e-10f;
            rank_[u_] = rank_[u_] + given_;
            igc_atomic_or_uint(active_, 1u);
            if (out_offsets[u_ + 1u] - out_offsets[u_] > 0u) {
                const float x_2_ = damping_ * given_ / (float)(out_offsets[u_ + 1u] - out_offsets[u_]);
                const long share_ = igc_long_from_float(x_2_ * 4294967300.0f);
                const uint e_end_ = out_offsets[u_ + 1u];
                for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                    igc_atomic_add_long(locks, residual_ + targets[e_], share_);
                }
            }
        }
    }
}
