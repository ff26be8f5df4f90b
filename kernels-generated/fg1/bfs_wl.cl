// bfs_wl: OpenCL C made by igc 0.1.0 with --opts fg1.
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
    local uint first_of_[IGC_WORKGROUP_SIZE];
    local uint count_of_[IGC_WORKGROUP_SIZE];
    local uint before_of_[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    IGC_SHARE_END uint base_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        const bool on_ = i_ < igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
        uint u_ = 0u;
        if (on_) {
            u_ = worklist_front_[i_];
        }
        // np: the elements of each work-item
        uint first_ = 0u;
        uint count_ = 0u;
        if (on_) {
            first_ = out_offsets[u_];
            count_ = out_offsets[u_ + 1u] - out_offsets[u_];
        }
        uint left_ = count_;
        while (igc_continues(true)) {
            igc_path_start();
            const uint take_ = min(left_, 524288u);
            uint total_;
            const uint before_ = igc_scan(igc_scratch, take_, &total_);
            before_of_[igc_local_id()] = before_;
            first_of_[igc_local_id()] = first_;
            igc_workgroup_barrier();
            // fg1: the remaining elements in a row, one for each work-item
            IGC_SHARE_END uint p_end_ = total_;
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint owner_ = igc_search(before_of_, p_);
                const uint first_2_ = first_of_[owner_];
                const uint e_2_ = first_2_ + (p_ - before_of_[owner_]);
                const uint v_2_ = targets[e_2_];
                if (igc_load_uint(level_ + v_2_) == UINT_MAX) {
                    igc_store_uint(level_ + v_2_, depth_);
                    igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_2_);
                }
            }
            igc_workgroup_barrier();
            if (total_ < 524288u) {
                break;
            }
            left_ = left_ - take_;
            first_ = first_ + take_;
        }
    }
}
