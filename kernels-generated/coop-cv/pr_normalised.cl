// pr_normalised: OpenCL C made by igc 0.1.0 with --opts coop-cv.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_normalised_divide(
    global const uint *out_offsets,
    global const float *rank,
    global float *share,
    global float *lost,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (out_offsets[u + 1u] - out_offsets[u] > 0u) {
            share[u] = rank[u] * (float)node_count / (float)(out_offsets[u + 1u] - out_offsets[u]);
        } else {
            lost[u] = rank[u];
        }
    }
}

kernel IGC_WORKGROUP void pr_normalised_gather(
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
    const igc_grid grid = igc_launch();
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

kernel IGC_WORKGROUP void pr_normalised_reduce_add_lost(
    global const float *lost,
    global float *reduced_f32,
    const uint node_count,
    uint width)
{
    const igc_grid grid = igc_launch();
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

kernel IGC_WORKGROUP void pr_normalised_fold_add_f32(
    global float *reduced_f32,
    uint width,
    uint lanes)
{
    const igc_grid grid = igc_launch();
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

kernel IGC_WORKGROUP void pr_normalised_reduce_add_change(
    global const float *change,
    global float *reduced_f32,
    const uint node_count,
    uint width)
{
    const igc_grid grid = igc_launch();
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
