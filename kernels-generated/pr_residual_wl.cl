// pr_residual_wl: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel void pr_residual_wl_pass_on(
    global const uint *out_offsets,
    global const uint *targets,
    global float *rank,
    global float *residual,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_turn,
    const uint worklist_capacity,
    const float damping,
    const float tolerance)
{
    igc_worklist_turn(worklist_sizes, worklist_turn);
    const uint i_end = igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
    for (uint i = igc_global_id(); i < i_end; i += igc_global_size()) {
        const uint u = worklist_front[i];
        const float given = igc_atomic_swap_float(residual + u, 0.0f);
        igc_atomic_add_float(rank + u, given);
        if (out_offsets[u + 1u] - out_offsets[u] > 0u) {
            const float share = damping * given / (float)(out_offsets[u + 1u] - out_offsets[u]);
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                const float old = igc_atomic_add_float(residual + targets[e], share);
                if (old <= tolerance && old + share > tolerance) {
                    igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, targets[e]);
                }
            }
        }
    }
}
