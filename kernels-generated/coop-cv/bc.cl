// bc: OpenCL C made by igc 0.1.0 with --opts coop-cv.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void bc_discover(
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
    const igc_grid grid = igc_launch();
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

kernel IGC_WORKGROUP void bc_count_paths(
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
    const igc_grid grid = igc_launch();
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

kernel IGC_WORKGROUP void bc_gather(
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
    const igc_grid grid = igc_launch();
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
