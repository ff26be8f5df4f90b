// bc_levels: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void bc_levels_discover_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level_,
    global const uint *frontier_front_,
    global uint *frontier_sizes_,
    const uint frontier_phase_,
    const uint frontier_capacity_,
    global uint *found_back_,
    global uint *found_sizes_,
    const uint found_phase_,
    const uint found_capacity_,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, frontier_sizes_, frontier_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(frontier_sizes_, frontier_phase_, frontier_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = frontier_front_[i_];
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            if (igc_load_uint(level_ + v_) == UINT_MAX) {
                const uint old_ = igc_atomic_cas_uint(level_ + v_, UINT_MAX, depth_);
                if (old_ == UINT_MAX) {
                    igc_push(found_back_, found_sizes_, found_phase_, found_capacity_, v_);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void bc_levels_count_paths_(
    global const uint *in_offsets,
    global const uint *in_sources,
    global const uint *level_,
    global double *paths_,
    global uint *frontier_back_,
    global uint *frontier_sizes_,
    const uint frontier_phase_,
    const uint frontier_capacity_,
    global const uint *found_front_,
    global uint *found_sizes_,
    const uint found_phase_,
    const uint found_capacity_,
    global uint *locks,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, found_sizes_, found_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(found_sizes_, found_phase_, found_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint v_ = found_front_[i_];
        double sum_ = 0.0;
        const uint e_end_ = in_offsets[v_ + 1u];
        for (uint e_ = in_offsets[v_]; e_ < e_end_; e_++) {
            if (level_[in_sources[e_]] == depth_ - 1u) {
                sum_ = sum_ + igc_load_double(locks, paths_ + in_sources[e_]);
            }
        }
        igc_store_double(locks, paths_ + v_, sum_);
        igc_push(frontier_back_, frontier_sizes_, frontier_phase_, frontier_capacity_, v_);
    }
}

kernel IGC_WORKGROUP void bc_levels_gather_(
    global const uint *out_offsets,
    global const uint *targets,
    global double *score_,
    global const uint *level_,
    global const double *paths_,
    global double *share_,
    const uint node_count,
    global uint *locks,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (level_[u_] == depth_) {
            double sum_ = 0.0;
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                if (level_[targets[e_]] == depth_ + 1u) {
                    sum_ = sum_ + paths_[u_] / paths_[targets[e_]] * (1.0 + igc_load_double(locks, share_ + targets[e_]));
                }
            }
            igc_store_double(locks, share_ + u_, sum_);
            score_[u_] = score_[u_] + sum_;
        }
    }
}
