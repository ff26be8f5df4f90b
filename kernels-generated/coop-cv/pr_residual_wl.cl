// pr_residual_wl: OpenCL C made by igc 0.1.0 with --opts coop-cv.
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
    const uint worklist_turn,
    const uint worklist_capacity,
    const float damping,
    const float tolerance,
    global uint *locks)
{
    local uint worklist_queue[IGC_QUEUE_SIZE];
    local uint worklist_counts[IGC_QUEUE_WORDS];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, worklist_sizes, worklist_turn);
    uint worklist_round = 0;
    igc_queue_start(worklist_counts);
    igc_workgroup_barrier();
    const float x = tolerance;
    const long least = igc_long_from_float(x * 4294967300.0f);
    IGC_SHARE_END uint base_end = igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        if (i < igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity)) {
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
                        igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_turn, worklist_capacity, targets[e]);
                    }
                }
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        worklist_round = igc_flush(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_turn, worklist_capacity);
    }
}
