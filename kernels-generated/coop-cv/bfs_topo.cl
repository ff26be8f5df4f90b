// bfs_topo: OpenCL C made by igc 0.1.0 with --opts coop-cv.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_topo_visit(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global uint *reached,
    const uint node_count,
    uint depth)
{
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    bool reached_part = false;
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (igc_load_uint(level + u) == depth) {
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                if (igc_load_uint(level + targets[e]) == UINT_MAX) {
                    igc_store_uint(level + targets[e], depth + 1u);
                    reached_part = reached_part | true;
                }
            }
        }
    }
    // coop-cv: one atomic for what the workgroup has found
    const bool reached_group = igc_workgroup_or_uint(igc_scratch, (uint)reached_part) != 0u;
    if (igc_local_id() == 0u && reached_group != false) {
        igc_atomic_or_uint(reached, (uint)reached_group);
    }
}
