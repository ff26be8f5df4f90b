// sssp_topo: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

IGC_WITH_BARRIERS void sssp_topo_relax(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *dist,
    global const uint *weight,
    global uint *changed,
    const uint node_count)
{
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (igc_load_uint(dist + u) < UINT_MAX) {
            const uint near = igc_load_uint(dist + u);
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                const uint far = near + weight[e];
                if (far >= near && far < igc_load_uint(dist + targets[e])) {
                    const uint old = igc_atomic_min_uint(dist + targets[e], far);
                    if (old > far) {
                        igc_atomic_or_uint(changed, 1u);
                    }
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void sssp_topo_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *dist,
    global const uint *weight,
    global uint *changed,
    const uint node_count,
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
                    igc_store_uint(changed, 0u);
                }
                igc_grid_barrier(environment, grid, ++run.barriers);
                sssp_topo_relax(grid, out_offsets, targets, dist, weight, changed, node_count);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                again = igc_load_uint(changed) != 0u;
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
        }
    }
    igc_leave(environment, grid);
}
