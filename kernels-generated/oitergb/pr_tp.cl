// pr_tp: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

IGC_WITH_BARRIERS void pr_tp_divide(
    const igc_grid grid,
    global const uint *out_offsets,
    global const float *rank,
    global float *share,
    const uint node_count)
{
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        share[u] = 0.0f;
        if (out_offsets[u + 1u] - out_offsets[u] > 0u) {
            share[u] = rank[u] / (float)(out_offsets[u + 1u] - out_offsets[u]);
        }
    }
}

IGC_WITH_BARRIERS void pr_tp_gather(
    const igc_grid grid,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global float *rank,
    global const float *share,
    global uint *moving,
    const uint node_count,
    const float damping,
    const float tolerance)
{
    for (uint v = igc_global_id(grid); v < node_count; v += igc_global_size(grid)) {
        long sum = 0l;
        const uint i_end = in_offsets[v + 1u];
        for (uint i = in_offsets[v]; i < i_end; i++) {
            const uint e = in_edges[i];
            const float x = share[sources[e]];
            sum = igc_add_long(sum, igc_long_from_float(x * 4294967300.0f));
        }
        const float rank_2 = 1.0f - damping + damping * ((float)sum * 2.3283064e-10f);
        if (fabs(rank_2 - rank[v]) > fmax(tolerance, rank_2 * 1e-6f)) {
            igc_atomic_or_uint(moving, 1u);
        }
        rank[v] = rank_2;
    }
}

kernel IGC_WORKGROUP void pr_tp_outlined_0(
    global const uint *out_offsets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global float *rank,
    global float *share,
    global uint *moving,
    const uint node_count,
    const float damping,
    const float tolerance,
    const uint rounds,
    uint round,
    const ulong rounds_2,
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
        igc_run run = igc_start(rounds_2, most_rounds);
        {
            bool again = true;
            while (igc_next_round(&run, again)) {
                igc_path_start();
                igc_grid_barrier(environment, grid, ++run.barriers);
                if (igc_global_id(grid) == 0u) {
                    igc_store_uint(moving, 0u);
                }
                pr_tp_divide(grid, out_offsets, rank, share, node_count);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                pr_tp_gather(grid, sources, in_offsets, in_edges, rank, share, moving, node_count, damping, tolerance);
                run.launches++;
                round = round + 1u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                again = igc_load_uint(moving) != 0u && round < rounds;
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
            results[6] = round;
        }
    }
    igc_leave(environment, grid);
}
