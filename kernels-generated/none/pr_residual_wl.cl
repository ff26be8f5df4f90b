// pr_residual_wl: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_residual_wl_pass_on(
    global const uint *out_offsets,
    global const uint *targets,
    global float *rank,
    global long *residual,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    const float damping,
    const float tolerance,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes, worklist_phase);
    const float x = tolerance;
    const long least = igc_long_from_float(x * 4294967300.0f);
    IGC_SHARE_END uint i_end = igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = worklist_front[i];
        const long old = igc_atomic_swap_long(locks, residual + u, 0l);
        const float given = (float)old * 2.3283064e-10f;
        igc_atomic_add_float(rank + u, given);
        if (out_offsets[u + 1u] - out_offsets[u] > 0u) {
            const float x_2 = damping * given / (float)(out_offsets[u + 1u] - out_offsets[u]);
            const long share = igc_long_from_float(x_2 * 4294967300.0f);
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                const long old_2 = igc_atomic_add_long(locks, residual + targets[e], share);
                if (old_2 <= least && igc_add_long(old_2, share) > least) {
                    igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, targets[e]);
                }
            }
        }
    }
}
