// scc: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void scc_draw(
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

IGC_WITH_BARRIERS void scc_trim(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *component,
    global const uint *region,
    const uint node_count)
{
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (igc_load_uint(component + u) == UINT_MAX) {
            bool entered = false;
            const uint i_end = in_offsets[u + 1u];
            for (uint i = in_offsets[u]; i < i_end; i++) {
                const uint e = in_edges[i];
                if (!entered) {
                    const uint v = sources[e];
                    entered = v != u && igc_load_uint(component + v) == UINT_MAX && region[v] == region[u];
                }
            }
            bool left = false;
            const uint e_2_end = out_offsets[u + 1u];
            for (uint e_2 = out_offsets[u]; e_2 < e_2_end; e_2++) {
                if (entered && !left) {
                    const uint v_2 = targets[e_2];
                    left = v_2 != u && igc_load_uint(component + v_2) == UINT_MAX && region[v_2] == region[u];
                }
            }
            if (!left) {
                igc_store_uint(component + u, u);
            }
        }
    }
}

IGC_WITH_BARRIERS void scc_start(
    const igc_grid grid,
    global const uint *component,
    global uint *colour,
    global const uint *priority,
    global uint *open,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_turn,
    const uint worklist_capacity,
    const uint node_count)
{
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (component[u] == UINT_MAX) {
            colour[u] = priority[u];
            igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, u);
            igc_atomic_add_uint(open, 1u);
        }
    }
}

IGC_WITH_BARRIERS void scc_spread(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *component,
    global uint *colour,
    global const uint *region,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_turn,
    const uint worklist_capacity)
{
    igc_worklist_turn(grid, worklist_sizes, worklist_turn);
    IGC_SHARE_END uint i_end = igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = worklist_front[i];
        const uint colour_2 = igc_load_uint(colour + u);
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const uint v = targets[e];
            if (component[v] == UINT_MAX && region[v] == region[u] && igc_load_uint(colour + v) < colour_2) {
                const uint old = igc_atomic_max_uint(colour + v, colour_2);
                if (old < colour_2) {
                    igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, v);
                }
            }
        }
    }
}

IGC_WITH_BARRIERS void scc_root(
    const igc_grid grid,
    global uint *component,
    global const uint *colour,
    global uint *region,
    global const uint *priority,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_turn,
    const uint worklist_capacity,
    const uint node_count)
{
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (component[u] == UINT_MAX) {
            region[u] = colour[u];
            if (colour[u] == priority[u]) {
                component[u] = u;
                igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, u);
            }
        }
    }
}

IGC_WITH_BARRIERS void scc_gather(
    const igc_grid grid,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *component,
    global const uint *region,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_turn,
    const uint worklist_capacity)
{
    igc_worklist_turn(grid, worklist_sizes, worklist_turn);
    IGC_SHARE_END uint i_end = igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint v = worklist_front[i];
        const uint i_2_end = in_offsets[v + 1u];
        for (uint i_2 = in_offsets[v]; i_2 < i_2_end; i_2++) {
            const uint e = in_edges[i_2];
            if (region[sources[e]] == region[v]) {
                const uint found = igc_atomic_cas_uint(component + sources[e], UINT_MAX, igc_load_uint(component + v));
                if (found == UINT_MAX) {
                    igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, sources[e]);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *component,
    global uint *colour,
    global uint *region,
    global const uint *priority,
    global uint *open,
    global uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    uint worklist_turn,
    uint worklist_capacity,
    const uint node_count,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    // oitergb: a loop of main, by the workgroups that run at the same time.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint worklist_turned = 0u;
        {
            bool again = true;
            while (igc_next_round(&run, igc_has_room(&run, environment, grid, worklist_sizes) & again)) {
                igc_path_start();
                igc_grid_barrier(environment, grid, ++run.barriers);
                if (igc_global_id(grid) == 0u) {
                    igc_store_uint(open, 0u);
                }
                scc_trim(grid, out_offsets, targets, sources, in_offsets, in_edges, component, region, node_count);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                scc_start(grid, component, colour, priority, open, igc_side(worklist_back, worklist_front, worklist_turned), worklist_sizes, worklist_turn, worklist_capacity, node_count);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                while (igc_next_round(&run, igc_waiting(&run, worklist_sizes, worklist_turn, worklist_capacity) > 0u)) {
                    igc_path_start();
                    IGC_TURN(worklist_turn, worklist_turned);
                    scc_spread(grid, out_offsets, targets, component, colour, region, igc_side(worklist_front, worklist_back, worklist_turned), igc_side(worklist_back, worklist_front, worklist_turned), worklist_sizes, worklist_turn, worklist_capacity);
                    run.launches++;
                    igc_grid_barrier(environment, grid, ++run.barriers);
                }
                igc_grid_barrier(environment, grid, ++run.barriers);
                scc_root(grid, component, colour, region, priority, igc_side(worklist_back, worklist_front, worklist_turned), worklist_sizes, worklist_turn, worklist_capacity, node_count);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                while (igc_next_round(&run, igc_waiting(&run, worklist_sizes, worklist_turn, worklist_capacity) > 0u)) {
                    igc_path_start();
                    IGC_TURN(worklist_turn, worklist_turned);
                    scc_gather(grid, sources, in_offsets, in_edges, component, region, igc_side(worklist_front, worklist_back, worklist_turned), igc_side(worklist_back, worklist_front, worklist_turned), worklist_sizes, worklist_turn, worklist_capacity);
                    run.launches++;
                    igc_grid_barrier(environment, grid, ++run.barriers);
                }
                again = igc_load_uint(open) > 0u;
                igc_path_end();
            }
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = worklist_turn;
            results[7] = worklist_turned;
        }
    }
    igc_leave(environment, grid);
}
