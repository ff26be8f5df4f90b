// pr_residual: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel void pr_residual_pass_on(
    global const uint *out_offsets,
    global const uint *targets,
    global float *rank,
    global float *residual,
    global uint *active,
    const uint node_count,
    const float damping,
    const float tolerance)
{
    for (uint u = igc_global_id(); u < node_count; u += igc_global_size()) {
        if (igc_load_float(residual + u) > tolerance) {
            const float given = igc_atomic_swap_float(residual + u, 0.0f);
            rank[u] = rank[u] + given;
            igc_atomic_or_uint(active, 1u);
            if (out_offsets[u + 1u] - out_offsets[u] > 0u) {
                const float share = damping * given / (float)(out_offsets[u + 1u] - out_offsets[u]);
                const uint e_end = out_offsets[u + 1u];
                for (uint e = out_offsets[u]; e < e_end; e++) {
                    igc_atomic_add_float(residual + targets[e], share);
                }
            }
        }
    }
}
