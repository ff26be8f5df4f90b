// bfs_tp: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_tp_contract_(
    global uint *level_,
    global const uint *offers_front_,
    global uint *offers_sizes_,
    const uint offers_phase_,
    const uint offers_capacity_,
    global uint *frontier_back_,
    global uint *frontier_sizes_,
    const uint frontier_phase_,
    const uint frontier_capacity_,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, offers_sizes_, offers_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(offers_sizes_, offers_phase_, offers_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = offers_front_[i_];
        if (igc_load_uint(level_ + u_) == UINT_MAX) {
            const uint found_ = igc_atomic_cas_uint(level_ + u_, UINT_MAX, depth_);
            if (found_ == UINT_MAX) {
                igc_push(frontier_back_, frontier_sizes_, frontier_phase_, frontier_capacity_, u_);
            }
        }
    }
}

kernel IGC_WORKGROUP void bfs_tp_expand_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *offers_back_,
    global uint *offers_sizes_,
    const uint offers_phase_,
    const uint offers_capacity_,
    global const uint *frontier_front_,
    global uint *frontier_sizes_,
    const uint frontier_phase_,
    const uint frontier_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, frontier_sizes_, frontier_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(frontier_sizes_, frontier_phase_, frontier_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = frontier_front_[i_];
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            igc_push(offers_back_, offers_sizes_, offers_phase_, offers_capacity_, targets[e_]);
        }
    }
}
