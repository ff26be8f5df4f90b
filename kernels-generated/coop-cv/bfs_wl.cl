// bfs_wl: OpenCL C made by igc 0.1.0 with --opts coop-cv.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_wl_visit(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    uint depth)
{
    local uint worklist_queue[IGC_QUEUE_SIZE];
    local uint worklist_counts[IGC_QUEUE_WORDS];
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes, worklist_phase);
    uint worklist_round = 0;
    igc_queue_start(worklist_counts);
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        if (i < igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity)) {
            const uint u = worklist_front[i];
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                const uint v = targets[e];
                if (igc_load_uint(level + v) == UINT_MAX) {
                    igc_store_uint(level + v, depth);
                    igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v);
                }
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        worklist_round = igc_flush(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity);
    }
}
