// colouring: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void colouring_draw(
    global uint *priority,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        const uint seed = 0u;
        const uint x = seed + 2654435769u;
        uint h = (x ^ (x >> 16u)) * 2146121005u;
        h = (h ^ (h >> 15u)) * 2221713035u;
        const uint x_2 = u ^ (h ^ (h >> 16u));
        uint h_2 = (x_2 ^ (x_2 >> 16u)) * 2146121005u;
        h_2 = (h_2 ^ (h_2 >> 15u)) * 2221713035u;
        priority[u] = h_2 ^ (h_2 >> 16u);
    }
}

IGC_WITH_BARRIERS void colouring_choose(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *colour,
    global const uint *priority,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    local uint *worklist_queue,
    local uint *worklist_counts)
{
    igc_clear_spare_size(grid, worklist_sizes, worklist_phase);
    uint worklist_round = 0;
    igc_queue_start(worklist_counts);
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_2_end = igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity);
    for (uint base_2 = igc_group_start(grid); base_2 < base_2_end; base_2 += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base_2 + igc_local_id();
        if (i < igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity)) {
            const uint u = worklist_front[i];
            uint base = 0u;
            uint taken = UINT_MAX;
            bool waits = false;
            while (taken == UINT_MAX && !waits) {
                taken = 0u;
                const uint e_end = out_offsets[u + 1u];
                for (uint e = out_offsets[u]; e < e_end; e++) {
                    const uint v = targets[e];
                    const uint colour_2 = igc_load_uint(colour + v);
                    if (colour_2 == UINT_MAX) {
                        if (priority[v] > priority[u]) {
                            waits = true;
                            break;
                        }
                    } else if (colour_2 >= base && colour_2 - base < 32u) {
                        taken = taken | (1u << (colour_2 - base));
                    }
                }
                base = base + 32u;
            }
            if (waits) {
                igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, u);
            } else {
                uint colour_2_2 = base - 32u;
                while ((taken & 1u) == 1u) {
                    taken = taken >> 1u;
                    colour_2_2 = colour_2_2 + 1u;
                }
                igc_store_uint(colour + u, colour_2_2);
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        worklist_round = igc_flush(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity);
    }
}

kernel IGC_WORKGROUP void colouring_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *colour,
    global const uint *priority,
    global uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    uint worklist_phase,
    uint worklist_capacity,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint worklist_queue[IGC_QUEUE_SIZE];
    local uint worklist_counts[IGC_QUEUE_WORDS];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint worklist_swapped = 0u;
        while (igc_next_round(&run, igc_waiting(&run, worklist_sizes, worklist_phase, worklist_capacity) > 0u)) {
            igc_path_start();
            IGC_SWAP_BUFFERS(worklist_phase, worklist_swapped);
            colouring_choose(grid, out_offsets, targets, colour, priority, igc_front(worklist_front, worklist_back, worklist_swapped), igc_back(worklist_front, worklist_back, worklist_swapped), worklist_sizes, worklist_phase, worklist_capacity, worklist_queue, worklist_counts);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = worklist_phase;
            results[7] = worklist_swapped;
        }
    }
    igc_leave(environment, grid);
}
