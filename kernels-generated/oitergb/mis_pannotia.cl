// mis_pannotia: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void mis_pannotia_draw(
    global uint *priority,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        const uint seed = 0u;
        const uint x = seed + 2654435769u;
        uint h = (x ^ (x >> 16u)) * 2146121005u;
        h = (h ^ (h >> 15u)) * 2221713035u;
        const uint x_2 = u ^ (h ^ (h >> 16u));
        uint h_2 = (x_2 ^ (x_2 >> 16u)) * 2146121005u;
        h_2 = (h_2 ^ (h_2 >> 15u)) * 2221713035u;
        priority[u] = h_2 ^ (h_2 >> 16u);
    }
}

IGC_WITH_BARRIERS void mis_pannotia_choose(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *decided,
    global uint *joins,
    global const uint *priority,
    const uint node_count)
{
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (decided[u] == 0u) {
            bool first = true;
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                if (decided[targets[e]] == 0u && priority[targets[e]] > priority[u]) {
                    first = false;
                    break;
                }
            }
            joins[u] = (uint)first;
        }
    }
}

IGC_WITH_BARRIERS void mis_pannotia_settle(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set,
    global uint *decided,
    global uint *joins,
    global uint *joined,
    const uint node_count)
{
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (joins[u] != 0u) {
            joins[u] = 0u;
            in_set[u] = 1u;
            igc_store_uint(decided + u, 1u);
            igc_atomic_add_uint(joined, 1u);
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                igc_store_uint(decided + targets[e], 1u);
            }
        }
    }
}

kernel IGC_WORKGROUP void mis_pannotia_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set,
    global uint *decided,
    global uint *joins,
    global const uint *priority,
    global uint *joined,
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
                    igc_store_uint(joined, 0u);
                }
                mis_pannotia_choose(grid, out_offsets, targets, decided, joins, priority, node_count);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                mis_pannotia_settle(grid, out_offsets, targets, in_set, decided, joins, joined, node_count);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                again = igc_load_uint(joined) > 0u;
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
