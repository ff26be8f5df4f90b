// sssp_wl: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void sssp_wl_relax_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *dist_,
    global const uint *weight_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = worklist_front_[i_];
        const uint near_ = igc_load_uint(dist_ + u_);
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint far_ = add_sat(near_, weight_[e_]);
            const uint old_ = igc_atomic_min_uint(dist_ + targets[e_], far_);
            if (old_ > far_) {
                igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, targets[e_]);
            }
        }
    }
}
