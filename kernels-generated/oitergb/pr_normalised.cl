// pr_normalised: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

IGC_WITH_BARRIERS void pr_normalised_divide(
    const igc_grid grid,
    global const uint *out_offsets,
    global const float *rank,
    global float *share,
    global float *lost,
    const uint node_count)
{
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (out_offsets[u + 1u] - out_offsets[u] > 0u) {
            share[u] = rank[u] * (float)node_count / (float)(out_offsets[u + 1u] - out_offsets[u]);
        } else {
            lost[u] = rank[u];
        }
    }
}

IGC_WITH_BARRIERS void pr_normalised_gather(
    const igc_grid grid,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global float *rank,
    global const float *share,
    global float *change,
    const uint node_count,
    const float damping,
    float everyone)
{
    for (uint v = igc_global_id(grid); v < node_count; v += igc_global_size(grid)) {
        long sum = 0l;
        const uint i_end = in_offsets[v + 1u];
        for (uint i = in_offsets[v]; i < i_end; i++) {
            const uint e = in_edges[i];
            const float x = share[sources[e]];
            sum = igc_add_long(sum, igc_long_from_float(x * 4294967300.0f));
        }
        const float rank_2 = everyone + damping * ((float)sum * 2.3283064e-10f) / (float)node_count;
        change[v] = fabs(rank_2 - rank[v]);
        rank[v] = rank_2;
    }
}

IGC_WITH_BARRIERS void pr_normalised_reduce_add_lost(
    const igc_grid grid,
    global const float *lost,
    global float *reduced_f32,
    const uint node_count,
    uint width)
{
    IGC_SHARE_END ulong i_2_end = (ulong)width;
    for (ulong i_2 = (ulong)igc_global_id(grid); i_2 < i_2_end; i_2 += (ulong)igc_global_size(grid)) {
        const uint lane = (uint)i_2;
        float result = 0.0f;
        for (uint i = lane; i < node_count; i += width) {
            result = result + lost[i];
        }
        reduced_f32[lane] = result;
    }
}

IGC_WITH_BARRIERS void pr_normalised_fold_add_f32(
    const igc_grid grid,
    global float *reduced_f32,
    uint width,
    uint lanes)
{
    IGC_SHARE_END ulong i_2_end = (ulong)lanes;
    for (ulong i_2 = (ulong)igc_global_id(grid); i_2 < i_2_end; i_2 += (ulong)igc_global_size(grid)) {
        const uint lane = (uint)i_2;
        float result = reduced_f32[lane];
        IGC_SHARE_END uint i_end = width;
        for (uint i = lane + lanes; i < i_end; i += lanes) {
            result = result + reduced_f32[i];
        }
        reduced_f32[lane] = result;
    }
}

IGC_WITH_BARRIERS void pr_normalised_reduce_add_change(
    const igc_grid grid,
    global const float *change,
    global float *reduced_f32,
    const uint node_count,
    uint width)
{
    IGC_SHARE_END ulong i_2_end = (ulong)width;
    for (ulong i_2 = (ulong)igc_global_id(grid); i_2 < i_2_end; i_2 += (ulong)igc_global_size(grid)) {
        const uint lane = (uint)i_2;
        float result = 0.0f;
        for (uint i = lane; i < node_count; i += width) {
            result = result + change[i];
        }
        reduced_f32[lane] = result;
    }
}

kernel IGC_WORKGROUP void pr_normalised_outlined_0(
    global const uint *out_offsets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global float *rank,
    global float *share,
    global float *lost,
    global float *change,
    global float *reduced_f32,
    const uint node_count,
    const float damping,
    const float tolerance,
    const uint rounds,
    uint round,
    float moved,
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
        while (igc_next_round(&run, round < rounds && moved > tolerance)) {
            igc_path_start();
            pr_normalised_divide(grid, out_offsets, rank, share, lost, node_count);
            run.launches++;
            uint width = min(node_count, 262144u);
            igc_grid_barrier(environment, grid, ++run.barriers);
            pr_normalised_reduce_add_lost(grid, lost, reduced_f32, node_count, width);
            run.launches++;
            while (igc_next_round(&run, width > 1u)) {
                igc_path_start();
                const uint lanes = (width + 63u) / 64u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                pr_normalised_fold_add_f32(grid, reduced_f32, width, lanes);
                run.launches++;
                width = lanes;
                igc_path_end();
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            const float sum = node_count == 0u ? 0.0f : 0u < node_count ? igc_load_float(reduced_f32) : 0.0f;
            pr_normalised_gather(grid, sources, in_offsets, in_edges, rank, share, change, node_count, damping, (1.0f - damping + damping * sum) / (float)node_count);
            run.launches++;
            uint width_2 = min(node_count, 262144u);
            igc_grid_barrier(environment, grid, ++run.barriers);
            pr_normalised_reduce_add_change(grid, change, reduced_f32, node_count, width_2);
            run.launches++;
            while (igc_next_round(&run, width_2 > 1u)) {
                igc_path_start();
                const uint lanes_2 = (width_2 + 63u) / 64u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                pr_normalised_fold_add_f32(grid, reduced_f32, width_2, lanes_2);
                run.launches++;
                width_2 = lanes_2;
                igc_path_end();
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            const float sum_2 = node_count == 0u ? 0.0f : 0u < node_count ? igc_load_float(reduced_f32) : 0.0f;
            moved = sum_2;
            round = round + 1u;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = round;
            results[7] = as_uint(moved);
        }
    }
    igc_leave(environment, grid);
}
