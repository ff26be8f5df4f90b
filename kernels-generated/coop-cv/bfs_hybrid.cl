// bfs_hybrid: OpenCL C made by igc 0.1.0 with --opts coop-cv.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_hybrid_tell(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_turn,
    const uint worklist_capacity,
    uint depth)
{
    local uint worklist_queue[IGC_QUEUE_SIZE];
    local uint worklist_counts[IGC_QUEUE_WORDS];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, worklist_sizes, worklist_turn);
    uint worklist_round = 0;
    igc_queue_start(worklist_counts);
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        if (i < igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity)) {
            const uint u = worklist_front[i];
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                const uint v = targets[e];
                if (igc_load_uint(level + v) == UINT_MAX) {
                    igc_store_uint(level + v, depth);
                    igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_turn, worklist_capacity, v);
                }
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        worklist_round = igc_flush(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_turn, worklist_capacity);
    }
}

kernel IGC_WORKGROUP void bfs_hybrid_ask(
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *level,
    global uint *reached,
    const uint node_count,
    uint depth)
{
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    uint reached_part = 0u;
    for (uint v = igc_global_id(grid); v < node_count; v += igc_global_size(grid)) {
        if (igc_load_uint(level + v) == UINT_MAX) {
            const uint i_end = in_offsets[v + 1u];
            for (uint i = in_offsets[v]; i < i_end; i++) {
                const uint e = in_edges[i];
                if (igc_load_uint(level + sources[e]) == depth - 1u) {
                    igc_store_uint(level + v, depth);
                    reached_part = reached_part + 1u;
                    break;
                }
            }
        }
    }
    // coop-cv: one atomic for what the workgroup has found
    const uint reached_group = igc_workgroup_add_uint(igc_scratch, reached_part);
    if (igc_local_id() == 0u && reached_group != 0u) {
        igc_atomic_add_uint(reached, reached_group);
    }
}

kernel IGC_WORKGROUP void bfs_hybrid_list(
    global const uint *level,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_turn,
    const uint worklist_capacity,
    const uint node_count,
    uint depth)
{
    local uint worklist_queue[IGC_QUEUE_SIZE];
    local uint worklist_counts[IGC_QUEUE_WORDS];
    const igc_grid grid = igc_launch();
    uint worklist_round = 0;
    igc_queue_start(worklist_counts);
    igc_workgroup_barrier();
    for (uint base = igc_group_start(grid); base < node_count; base += igc_global_size(grid)) {
        igc_path_start();
        const uint u = base + igc_local_id();
        if (u < node_count) {
            if (level[u] == depth) {
                igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_turn, worklist_capacity, u);
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        worklist_round = igc_flush(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_turn, worklist_capacity);
    }
}
