// pr_residual_wl: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_residual_wl_pass_on_(
    global const uint *out_offsets,
    global const uint *targets,
    global float *rank_,
    global long *residual_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const float damping_,
    const float tolerance_,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    const float x_ = tolerance_;
    const long least_ = igc_long_from_float(x_ * 4294967300.0f);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = worklist_front_[i_];
        const long old_ = igc_atomic_swap_long(locks, residual_ + u_, 0l);
        const float given_ = (float)old_ * 2.3283064e-10f;
        igc_atomic_add_float(rank_ + u_, given_);
        if (out_offsets[u_ + 1u] - out_offsets[u_] > 0u) {
            const float x_2_ = damping_ * given_ / (float)(out_offsets[u_ + 1u] - out_offsets[u_]);
            const long share_ = igc_long_from_float(x_2_ * 4294967300.0f);
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                const long old_2_ = igc_atomic_add_long(locks, residual_ + targets[e_], share_);
                if (old_2_ <= least_ && igc_add_long(old_2_, share_) > least_) {
                    igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, targets[e_]);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void igc_seed_all_nodes(
    global uint *back,
    global uint *sizes,
    const uint capacity,
    const uint node_count)
{
    igc_seed_nodes(igc_launch(), back, sizes, 0u, capacity, node_count);
}
