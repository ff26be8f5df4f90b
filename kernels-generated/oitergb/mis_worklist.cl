// mis_worklist: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void mis_worklist_draw(
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

IGC_WITH_BARRIERS void mis_worklist_choose(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *decided,
    global const uint *priority,
    global const uint *undecided_front,
    global uint *undecided_back,
    global uint *undecided_sizes,
    const uint undecided_turn,
    const uint undecided_capacity,
    global uint *joining_back,
    global uint *joining_sizes,
    const uint joining_turn,
    const uint joining_capacity)
{
    igc_worklist_turn(grid, undecided_sizes, undecided_turn);
    IGC_SHARE_END uint i_end = igc_worklist_size(undecided_sizes, undecided_turn, undecided_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = undecided_front[i];
        if (decided[u] == 0u) {
            bool first = true;
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                if (decided[targets[e]] == 0u && priority[targets[e]] > priority[u]) {
                    first = false;
                    break;
                }
            }
            if (first) {
                igc_push(joining_back, joining_sizes, joining_turn, joining_capacity, u);
            } else {
                igc_push(undecided_back, undecided_sizes, undecided_turn, undecided_capacity, u);
            }
        }
    }
}

IGC_WITH_BARRIERS void mis_worklist_settle(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set,
    global uint *decided,
    global const uint *joining_front,
    global uint *joining_sizes,
    const uint joining_turn,
    const uint joining_capacity)
{
    igc_worklist_turn(grid, joining_sizes, joining_turn);
    IGC_SHARE_END uint i_end = igc_worklist_size(joining_sizes, joining_turn, joining_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = joining_front[i];
        igc_store_uint(in_set + u, 1u);
        igc_store_uint(decided + u, 1u);
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            igc_store_uint(decided + targets[e], 1u);
        }
    }
}

kernel IGC_WORKGROUP void mis_worklist_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set,
    global uint *decided,
    global const uint *priority,
    global uint *undecided_front,
    global uint *undecided_back,
    global uint *undecided_sizes,
    uint undecided_turn,
    uint undecided_capacity,
    global uint *joining_front,
    global uint *joining_back,
    global uint *joining_sizes,
    uint joining_turn,
    uint joining_capacity,
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
        uint undecided_turned = 0u;
        uint joining_turned = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, joining_sizes) & (igc_waiting(&run, undecided_sizes, undecided_turn, undecided_capacity) > 0u))) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_TURN(undecided_turn, undecided_turned);
            mis_worklist_choose(grid, out_offsets, targets, decided, priority, igc_side(undecided_front, undecided_back, undecided_turned), igc_side(undecided_back, undecided_front, undecided_turned), undecided_sizes, undecided_turn, undecided_capacity, igc_side(joining_back, joining_front, joining_turned), joining_sizes, joining_turn, joining_capacity);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_TURN(joining_turn, joining_turned);
            mis_worklist_settle(grid, out_offsets, targets, in_set, decided, igc_side(joining_front, joining_back, joining_turned), joining_sizes, joining_turn, joining_capacity);
            run.launches++;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = undecided_turn;
            results[7] = undecided_turned;
            results[8] = joining_turn;
            results[9] = joining_turned;
        }
    }
    igc_leave(environment, grid);
}
