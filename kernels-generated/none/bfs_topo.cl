// bfs_topo: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_topo_visit_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level_,
    global uint *reached_,
    const uint node_count,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (igc_load_uint(level_ + u_) == depth_) {
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                if (igc_load_uint(level_ + targets[e_]) == UINT_MAX) {
                    igc_store_uint(level_ + targets[e_], depth_ + 1u);
                    igc_atomic_or_uint(reached_, 1u);
                }
            }
        }
    }
}
