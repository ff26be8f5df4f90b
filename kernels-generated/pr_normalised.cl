// pr_normalised: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel void pr_normalised_divide(
    global const uint *out_offsets,
    global const float *rank,
    global float *share,
    global long *lost,
    const uint node_count)
{
    for (uint u = igc_global_id(); u < node_count; u += igc_global_size()) {
        if (out_offsets[u + 1u] - out_offsets[u] > 0u) {
            share[u] = rank[u] / (float)(out_offsets[u + 1u] - out_offsets[u]);
        } else {
            const float x = rank[u] * (float)node_count;
            igc_atomic_add_long(lost, convert_long_sat(x * 4294967300.0f));
        }
    }
}

kernel void pr_normalised_gather(
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_arcs,
    global float *rank,
    global const float *share,
    global const long *lost,
    global uint *moving,
    const uint node_count,
    const float damping,
    const float tolerance)
{
    const float count = (float)node_count;
    const long x = lost[0u];
    const float everyone = (1.0f - damping + damping * ((float)x * 2.3283064e-10f) / count) / count;
    const float allowed = tolerance / count;
    for (uint v = igc_global_id(); v < node_count; v += igc_global_size()) {
        float sum = 0.0f;
        const uint i_end = in_offsets[v + 1u];
        for (uint i = in_offsets[v]; i < i_end; i++) {
            const uint e = in_arcs[i];
            sum = sum + share[sources[e]];
        }
        const float rank_2 = everyone + damping * sum;
        if (fabs(rank_2 - rank[v]) > fmax(allowed, rank_2 * 1e-6f)) {
            igc_atomic_or_uint(moving, 1u);
        }
        rank[v] = rank_2;
    }
}
