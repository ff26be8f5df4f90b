// bfs_hybrid: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_hybrid_tell(
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

kernel IGC_WORKGROUP void bfs_hybrid_ask(
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *level,
    global uint *reached,
    const uint node_count,
    uint depth)
{
    const igc_grid grid = igc_launch();
    for (uint v = igc_global_id(grid); v < node_count; v += igc_global_size(grid)) {
        if (igc_load_uint(level + v) == UINT_MAX) {
            const uint i_end = in_offsets[v + 1u];
            for (uint i = in_offsets[v]; i < i_end; i++) {
                const uint e = in_edges[i];
                if (igc_load_uint(level + sources[e]) == depth - 1u) {
                    igc_store_uint(level + v, depth);
                    igc_atomic_add_uint(reached, 1u);
                    break;
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void bfs_hybrid_list(
    global const uint *level,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    const uint node_count,
    uint depth)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (level[u] == depth) {
            igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, u);
        }
    }
}
