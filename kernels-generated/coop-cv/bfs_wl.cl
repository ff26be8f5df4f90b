// bfs_wl: OpenCL C made by igc 0.1.0 with --opts coop-cv.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_wl_visit_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    uint depth_)
{
    local uint worklist_queue_[IGC_QUEUE_SIZE];
    local uint worklist_counts_[IGC_QUEUE_WORDS];
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    uint worklist_round_ = 0;
    igc_queue_start(worklist_counts_);
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        if (i_ < igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_)) {
            const uint u_ = worklist_front_[i_];
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                const uint v_ = targets[e_];
                if (igc_load_uint(level_ + v_) == UINT_MAX) {
                    igc_store_uint(level_ + v_, depth_);
                    igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_);
                }
            }
        }
        // coop-cv: one atomic operation for all items of the workgroup
        worklist_round_ = igc_flush(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_);
    }
}
