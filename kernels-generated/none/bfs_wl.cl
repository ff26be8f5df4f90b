// bfs_wl: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_wl_visit(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    uint depth)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes, worklist_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = worklist_front[i];
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const uint v = targets[e];
            if (igc_load_uint(level + v) == UINT_MAX) {
                igc_store_uint(level + v, depth);
                igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v);
            }
        }
    }
}
