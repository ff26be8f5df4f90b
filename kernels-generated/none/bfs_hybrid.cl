// bfs_hybrid: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_hybrid_tell_(
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
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = worklist_front_[i_];
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            if (igc_load_uint(level_ + v_) == UINT_MAX) {
                igc_store_uint(level_ + v_, depth_);
                igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_);
            }
        }
    }
}

kernel IGC_WORKGROUP void bfs_hybrid_ask_(
    global const uint *in_offsets,
    global const uint *in_sources,
    global uint *level_,
    global uint *reached_,
    const uint node_count,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    for (uint v_ = igc_first(grid, node_count); v_ < igc_end(grid, node_count); v_ += igc_step(grid)) {
        if (igc_load_uint(level_ + v_) == UINT_MAX) {
            const uint i_end_ = in_offsets[v_ + 1u];
            for (uint i_ = in_offsets[v_]; i_ < i_end_; i_++) {
                if (igc_load_uint(level_ + in_sources[i_]) == depth_ - 1u) {
                    igc_store_uint(level_ + v_, depth_);
                    igc_atomic_add_uint(reached_, 1u);
                    break;
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void bfs_hybrid_list_(
    global const uint *level_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint node_count,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (level_[u_] == depth_) {
            igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
        }
    }
}
