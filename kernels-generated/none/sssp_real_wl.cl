// sssp_real_wl: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void sssp_real_wl_relax_(
    global const uint *out_offsets,
    global const uint *targets,
    global double *dist_,
    global const double *weight_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = worklist_front_[i_];
        const double near_ = igc_load_double(locks, dist_ + u_);
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const double far_ = near_ + weight_[e_];
            const double old_ = igc_atomic_min_double(locks, dist_ + targets[e_], far_);
            if (old_ > far_) {
                igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, targets[e_]);
            }
        }
    }
}

kernel IGC_WORKGROUP void sssp_real_wl_reduce_min_weight_(
    global const double *weight_,
    global double *reduced_f64_,
    const uint edge_count,
    uint width_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        double result_ = (double)INFINITY;
        for (uint i_ = lane_; i_ < edge_count; i_ += width_) {
            result_ = igc_min_double(result_, weight_[i_]);
        }
        reduced_f64_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void sssp_real_wl_fold_min_f64_(
    global double *reduced_f64_,
    uint width_,
    uint lanes_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)lanes_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        double result_ = reduced_f64_[lane_];
        IGC_SHARE_END uint i_end_ = width_;
        for (uint i_ = lane_ + lanes_; i_ < i_end_; i_ += lanes_) {
            result_ = igc_min_double(result_, reduced_f64_[i_]);
        }
        reduced_f64_[lane_] = result_;
    }
}
