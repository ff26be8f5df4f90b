// kcore: OpenCL C made by igc 0.1.0 with --opts coop-cv.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void kcore_count(
    global const uint *out_offsets,
    global int *left,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        left[u] = (int)(out_offsets[u + 1u] - out_offsets[u]);
    }
}

kernel IGC_WORKGROUP void kcore_choose(
    global const uint *core,
    global const int *left,
    global int *fewest,
    global const uint *rest_front,
    global uint *rest_back,
    global uint *rest_sizes,
    const uint rest_turn,
    const uint rest_capacity,
    global uint *leaving_back,
    global uint *leaving_sizes,
    const uint leaving_turn,
    const uint leaving_capacity,
    int k)
{
    local uint rest_queue[IGC_QUEUE_SIZE];
    local uint rest_counts[IGC_QUEUE_WORDS];
    local uint leaving_queue[IGC_QUEUE_SIZE];
    local uint leaving_counts[IGC_QUEUE_WORDS];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, rest_sizes, rest_turn);
    uint rest_round = 0;
    igc_queue_start(rest_counts);
    uint leaving_round = 0;
    igc_queue_start(leaving_counts);
    igc_workgroup_barrier();
    int fewest_part = INT_MAX;
    IGC_SHARE_END uint base_end = igc_worklist_size(rest_sizes, rest_turn, rest_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        if (i < igc_worklist_size(rest_sizes, rest_turn, rest_capacity)) {
            const uint u = rest_front[i];
            if (core[u] == UINT_MAX) {
                if (left[u] <= k) {
                    igc_enqueue(leaving_queue, leaving_counts, leaving_round, leaving_back, leaving_sizes, leaving_turn, leaving_capacity, u);
                } else {
                    igc_enqueue(rest_queue, rest_counts, rest_round, rest_back, rest_sizes, rest_turn, rest_capacity, u);
                }
                fewest_part = min(fewest_part, left[u]);
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        rest_round = igc_flush(rest_queue, rest_counts, rest_round, rest_back, rest_sizes, rest_turn, rest_capacity);
        // coop-cv: one atomic for all that the workgroup has queued
        leaving_round = igc_flush(leaving_queue, leaving_counts, leaving_round, leaving_back, leaving_sizes, leaving_turn, leaving_capacity);
    }
    // coop-cv: one atomic for what the workgroup has found
    const int fewest_group = igc_workgroup_min_int(igc_scratch, fewest_part);
    if (igc_local_id() == 0u && fewest_group != INT_MAX) {
        igc_atomic_min_int(fewest, fewest_group);
    }
}

kernel IGC_WORKGROUP void kcore_leave(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *core,
    global int *left,
    global const uint *leaving_front,
    global uint *leaving_back,
    global uint *leaving_sizes,
    const uint leaving_turn,
    const uint leaving_capacity,
    int k)
{
    local uint leaving_queue[IGC_QUEUE_SIZE];
    local uint leaving_counts[IGC_QUEUE_WORDS];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, leaving_sizes, leaving_turn);
    uint leaving_round = 0;
    igc_queue_start(leaving_counts);
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(leaving_sizes, leaving_turn, leaving_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        if (i < igc_worklist_size(leaving_sizes, leaving_turn, leaving_capacity)) {
            const uint u = leaving_front[i];
            igc_store_uint(core + u, (uint)k);
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                const int before = igc_atomic_add_int(left + targets[e], -1);
                if (before == igc_add_int(k, 1)) {
                    igc_enqueue(leaving_queue, leaving_counts, leaving_round, leaving_back, leaving_sizes, leaving_turn, leaving_capacity, targets[e]);
                }
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        leaving_round = igc_flush(leaving_queue, leaving_counts, leaving_round, leaving_back, leaving_sizes, leaving_turn, leaving_capacity);
    }
}
