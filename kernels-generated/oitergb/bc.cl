// bc: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

IGC_WITH_BARRIERS void bc_discover(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global uint *order,
    global uint *found,
    const uint node_count,
    uint begin,
    uint end,
    uint depth)
{
    IGC_SHARE_END ulong i_2_end = begin < end ? (ulong)end - (ulong)begin : 0ul;
    for (ulong i_2 = (ulong)igc_global_id(grid); i_2 < i_2_end; i_2 += (ulong)igc_global_size(grid)) {
        const uint i = (uint)((ulong)begin + i_2);
        const uint order_now = i < node_count ? igc_load_uint(order + i) : 0u;
        const uint e_end = order_now + 1u <= node_count ? out_offsets[order_now + 1u] : 0u;
        for (uint e = order_now <= node_count ? out_offsets[order_now] : 0u; e < e_end; e++) {
            const uint v = targets[e];
            if (igc_load_uint(level + v) == UINT_MAX) {
                const uint old = igc_atomic_cas_uint(level + v, UINT_MAX, depth);
                if (old == UINT_MAX) {
                    const uint at = igc_atomic_add_uint(found, 1u);
                    if (at < node_count) igc_store_uint(order + at, v);
                }
            }
        }
    }
}

IGC_WITH_BARRIERS void bc_count_paths(
    const igc_grid grid,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global const uint *level,
    global double *paths,
    global const uint *order,
    const uint node_count,
    global uint *locks,
    uint begin,
    uint end,
    uint depth)
{
    IGC_SHARE_END ulong i_2_end = begin < end ? (ulong)end - (ulong)begin : 0ul;
    for (ulong i_2 = (ulong)igc_global_id(grid); i_2 < i_2_end; i_2 += (ulong)igc_global_size(grid)) {
        const uint i = (uint)((ulong)begin + i_2);
        const uint v = i < node_count ? order[i] : 0u;
        double sum = 0.0;
        const uint i_3_end = v + 1u <= node_count ? in_offsets[v + 1u] : 0u;
        for (uint i_3 = v <= node_count ? in_offsets[v] : 0u; i_3 < i_3_end; i_3++) {
            const uint e = in_edges[i_3];
            if (level[sources[e]] == depth - 1u) {
                sum = sum + igc_load_double(locks, paths + sources[e]);
            }
        }
        if (v < node_count) igc_store_double(locks, paths + v, sum);
    }
}

IGC_WITH_BARRIERS void bc_gather(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global double *score,
    global const uint *level,
    global const double *paths,
    global double *share,
    global const uint *order,
    const uint node_count,
    global uint *locks,
    uint begin,
    uint end,
    uint depth)
{
    IGC_SHARE_END ulong i_2_end = begin < end ? (ulong)end - (ulong)begin : 0ul;
    for (ulong i_2 = (ulong)igc_global_id(grid); i_2 < i_2_end; i_2 += (ulong)igc_global_size(grid)) {
        const uint i = (uint)((ulong)begin + i_2);
        const uint u = i < node_count ? order[i] : 0u;
        double sum = 0.0;
        const uint e_end = u + 1u <= node_count ? out_offsets[u + 1u] : 0u;
        for (uint e = u <= node_count ? out_offsets[u] : 0u; e < e_end; e++) {
            if (level[targets[e]] == depth + 1u) {
                sum = sum + (u < node_count ? paths[u] : 0.0) / paths[targets[e]] * (1.0 + igc_load_double(locks, share + targets[e]));
            }
        }
        if (u < node_count) igc_store_double(locks, share + u, sum);
        if (u < node_count) igc_store_double(locks, score + u, (u < node_count ? igc_load_double(locks, score + u) : 0.0) + sum);
    }
}

kernel IGC_WORKGROUP void bc_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global double *score,
    global uint *is_source,
    global uint *level,
    global double *paths,
    global double *share,
    global uint *order,
    global uint *begin,
    global uint *found,
    const uint node_count,
    const uint sources_2,
    global uint *locks,
    uint source,
    uint round,
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
        while (igc_next_round(&run, round < min(sources_2, node_count))) {
            igc_path_start();
            if (igc_global_id(grid) == 0u) {
                if (source < node_count) igc_store_uint(is_source + source, 1u);
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            igc_fill_uint(grid, level, node_count, UINT_MAX);
            igc_grid_barrier(environment, grid, ++run.barriers);
            if (igc_global_id(grid) == 0u) {
                if (source < node_count) igc_store_uint(level + source, 0u);
            }
            if (igc_global_id(grid) == 0u) {
                if (source < node_count) igc_store_double(locks, paths + source, 1.0);
            }
            if (igc_global_id(grid) == 0u) {
                if (0u < node_count) igc_store_uint(order, source);
            }
            if (igc_global_id(grid) == 0u) {
                igc_store_uint(found, 1u);
            }
            uint depth = 0u;
            uint start = 0u;
            uint end = 1u;
            while (igc_next_round(&run, start < end)) {
                igc_path_start();
                if (igc_global_id(grid) == 0u) {
                    if (depth < node_count) igc_store_uint(begin + depth, start);
                }
                depth = depth + 1u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                bc_discover(grid, out_offsets, targets, level, order, found, node_count, start, end, depth);
                run.launches++;
                start = end;
                igc_grid_barrier(environment, grid, ++run.barriers);
                end = igc_load_uint(found);
                bc_count_paths(grid, sources, in_offsets, in_edges, level, paths, order, node_count, locks, start, end, depth);
                run.launches++;
                igc_path_end();
            }
            while (igc_next_round(&run, depth > 1u)) {
                igc_path_start();
                depth = depth - 1u;
                start = depth < node_count ? igc_load_uint(begin + depth) : 0u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                bc_gather(grid, out_offsets, targets, score, level, paths, share, order, node_count, locks, start, end, depth);
                run.launches++;
                end = start;
                igc_path_end();
            }
            round = round + 1u;
            source = source + 1u == node_count ? 0u : source + 1u;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = source;
            results[7] = round;
        }
    }
    igc_leave(environment, grid);
}
