// pr_tp: OpenCL C made by igc 0.1.0 with --opts sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_tp_divide(
    global const uint *out_offsets,
    global const float *rank,
    global float *share,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        share[u] = 0.0f;
        if (out_offsets[u + 1u] - out_offsets[u] > 0u) {
            share[u] = rank[u] / (float)(out_offsets[u + 1u] - out_offsets[u]);
        }
    }
}

kernel IGC_WORKGROUP void pr_tp_gather(
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
    const igc_grid grid = igc_launch();
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
