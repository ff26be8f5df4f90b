// bfs_hybrid: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

IGC_WITH_BARRIERS void bfs_hybrid_tell(
    const igc_grid grid,
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
    igc_clear_spare_size(grid, worklist_sizes, worklist_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = worklist_front[i];
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const uint v = targets[e];
            if (igc_load_uint(level + v) == UINT_MAX) {
                igc_store_uint(level + v, depth);
                igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v);
            }
        }
    }
}

IGC_WITH_BARRIERS void bfs_hybrid_ask(
    const igc_grid grid,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *level,
    global uint *reached,
    const uint node_count,
    uint depth)
{
    for (uint v = igc_global_id(grid); v < node_count; v += igc_global_size(grid)) {
        if (igc_load_uint(level + v) == UINT_MAX) {
            const uint i_end = in_offsets[v + 1u];
            for (uint i = in_offsets[v]; i < i_end; i++) {
                const uint e = in_edges[i];
                if (igc_load_uint(level + sources[e]) == depth - 1u) {
                    igc_store_uint(level + v, depth);
                    igc_atomic_add_uint(reached, 1u);
                    break;
                }
            }
        }
    }
}

IGC_WITH_BARRIERS void bfs_hybrid_list(
    const igc_grid grid,
    global const uint *level,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    const uint node_count,
    uint depth)
{
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (level[u] == depth) {
            igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, u);
        }
    }
}

kernel IGC_WORKGROUP void bfs_hybrid_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *level,
    global uint *reached,
    global uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    uint worklist_phase,
    uint worklist_capacity,
    const uint node_count,
    uint depth,
    const uint limit,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint worklist_swapped = 0u;
        while (igc_next_round(&run, igc_waiting(&run, worklist_sizes, worklist_phase, worklist_capacity) > 0u)) {
            igc_path_start();
            depth = depth + 1u;
            IGC_SWAP_BUFFERS(worklist_phase, worklist_swapped);
            bfs_hybrid_tell(grid, out_offsets, targets, level, igc_front(worklist_front, worklist_back, worklist_swapped), igc_back(worklist_front, worklist_back, worklist_swapped), worklist_sizes, worklist_phase, worklist_capacity, depth);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            {
                const bool holds = igc_waiting(&run, worklist_sizes, worklist_phase, worklist_capacity) > limit;
                for (bool now = holds; igc_takes(now); now = false) {
                    igc_path_start();
                    igc_grid_barrier(environment, grid, ++run.barriers);
                    igc_clear(grid, worklist_sizes);
                    {
                        bool again = true;
                        while (igc_next_round(&run, igc_has_room(&run, environment, grid, worklist_sizes) & again)) {
                            igc_path_start();
                            depth = depth + 1u;
                            igc_grid_barrier(environment, grid, ++run.barriers);
                            if (igc_global_id(grid) == 0u) {
                                igc_store_uint(reached, 0u);
                            }
                            igc_grid_barrier(environment, grid, ++run.barriers);
                            bfs_hybrid_ask(grid, sources, in_offsets, in_edges, level, reached, node_count, depth);
                            run.launches++;
                            igc_grid_barrier(environment, grid, ++run.barriers);
                            again = igc_load_uint(reached) > limit;
                            igc_path_end();
                        }
                    }
                    bfs_hybrid_list(grid, level, igc_back(worklist_front, worklist_back, worklist_swapped), worklist_sizes, worklist_phase, worklist_capacity, node_count, depth);
                    run.launches++;
                    igc_path_end();
                }
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = depth;
            results[7] = worklist_phase;
            results[8] = worklist_swapped;
        }
    }
    igc_leave(environment, grid);
}
