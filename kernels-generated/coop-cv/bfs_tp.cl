// bfs_tp: OpenCL C made by igc 0.1.0 with --opts coop-cv.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_tp_contract(
    global uint *level,
    global const uint *offers_front,
    global uint *offers_sizes,
    const uint offers_turn,
    const uint offers_capacity,
    global uint *frontier_back,
    global uint *frontier_sizes,
    const uint frontier_turn,
    const uint frontier_capacity,
    uint depth)
{
    local uint frontier_queue[IGC_QUEUE_SIZE];
    local uint frontier_counts[IGC_QUEUE_WORDS];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, offers_sizes, offers_turn);
    uint frontier_round = 0;
    igc_queue_start(frontier_counts);
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(offers_sizes, offers_turn, offers_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        if (i < igc_worklist_size(offers_sizes, offers_turn, offers_capacity)) {
            const uint u = offers_front[i];
            if (igc_load_uint(level + u) == UINT_MAX) {
                const uint found = igc_atomic_cas_uint(level + u, UINT_MAX, depth);
                if (found == UINT_MAX) {
                    igc_enqueue(frontier_queue, frontier_counts, frontier_round, frontier_back, frontier_sizes, frontier_turn, frontier_capacity, u);
                }
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        frontier_round = igc_flush(frontier_queue, frontier_counts, frontier_round, frontier_back, frontier_sizes, frontier_turn, frontier_capacity);
    }
}

kernel IGC_WORKGROUP void bfs_tp_expand(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *offers_back,
    global uint *offers_sizes,
    const uint offers_turn,
    const uint offers_capacity,
    global const uint *frontier_front,
    global uint *frontier_sizes,
    const uint frontier_turn,
    const uint frontier_capacity)
{
    local uint offers_queue[IGC_QUEUE_SIZE];
    local uint offers_counts[IGC_QUEUE_WORDS];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, frontier_sizes, frontier_turn);
    uint offers_round = 0;
    igc_queue_start(offers_counts);
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(frontier_sizes, frontier_turn, frontier_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        if (i < igc_worklist_size(frontier_sizes, frontier_turn, frontier_capacity)) {
            const uint u = frontier_front[i];
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                igc_enqueue(offers_queue, offers_counts, offers_round, offers_back, offers_sizes, offers_turn, offers_capacity, targets[e]);
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        offers_round = igc_flush(offers_queue, offers_counts, offers_round, offers_back, offers_sizes, offers_turn, offers_capacity);
    }
}
