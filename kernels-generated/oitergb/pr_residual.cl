// pr_residual: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

IGC_WITH_BARRIERS void pr_residual_pass_on(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global float *rank,
    global long *residual,
    global uint *active,
    const uint node_count,
    const float damping,
    const float tolerance,
    global uint *locks)
{
    const float x = tolerance;
    const long least = igc_long_from_float(x * 4294967300.0f);
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (igc_load_long(locks, residual + u) > least) {
            const long old = igc_atomic_swap_long(locks, residual + u, 0l);
            const float given = (float)old * 2.3283064e-10f;
            rank[u] = rank[u] + given;
            igc_atomic_or_uint(active, 1u);
            if (out_offsets[u + 1u] - out_offsets[u] > 0u) {
                const float x_2 = damping * given / (float)(out_offsets[u + 1u] - out_offsets[u]);
                const long share = igc_long_from_float(x_2 * 4294967300.0f);
                const uint e_end = out_offsets[u + 1u];
                for (uint e = out_offsets[u]; e < e_end; e++) {
                    igc_atomic_add_long(locks, residual + targets[e], share);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void pr_residual_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global float *rank,
    global long *residual,
    global uint *active,
    const uint node_count,
    const float damping,
    const float tolerance,
    global uint *locks,
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
                    igc_store_uint(active, 0u);
                }
                igc_grid_barrier(environment, grid, ++run.barriers);
                pr_residual_pass_on(grid, out_offsets, targets, rank, residual, active, node_count, damping, tolerance, locks);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                again = igc_load_uint(active) != 0u;
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
