// bfs_topo: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

IGC_WITH_BARRIERS void bfs_topo_visit(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global uint *reached,
    const uint node_count,
    uint depth)
{
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (igc_load_uint(level + u) == depth) {
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                if (igc_load_uint(level + targets[e]) == UINT_MAX) {
                    igc_store_uint(level + targets[e], depth + 1u);
                    igc_atomic_or_uint(reached, 1u);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void bfs_topo_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global uint *reached,
    const uint node_count,
    uint depth,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    // oitergb: a loop of main, by the workgroups that run at the same time.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        {
            bool again = true;
            while (igc_next_round(&run, again)) {
                igc_path_start();
                igc_grid_barrier(environment, grid, ++run.barriers);
                if (igc_global_id(grid) == 0u) {
                    igc_store_uint(reached, 0u);
                }
                igc_grid_barrier(environment, grid, ++run.barriers);
                bfs_topo_visit(grid, out_offsets, targets, level, reached, node_count, depth);
                run.launches++;
                depth = depth + 1u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                again = igc_load_uint(reached) != 0u;
                igc_path_end();
            }
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = depth;
        }
    }
    igc_leave(environment, grid);
}
