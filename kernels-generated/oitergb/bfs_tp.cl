// bfs_tp: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

IGC_WITH_BARRIERS void bfs_tp_contract(
    const igc_grid grid,
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
    igc_worklist_turn(grid, offers_sizes, offers_turn);
    IGC_SHARE_END uint i_end = igc_worklist_size(offers_sizes, offers_turn, offers_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = offers_front[i];
        if (igc_load_uint(level + u) == UINT_MAX) {
            const uint found = igc_atomic_cas_uint(level + u, UINT_MAX, depth);
            if (found == UINT_MAX) {
                igc_push(frontier_back, frontier_sizes, frontier_turn, frontier_capacity, u);
            }
        }
    }
}

IGC_WITH_BARRIERS void bfs_tp_expand(
    const igc_grid grid,
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
    igc_worklist_turn(grid, frontier_sizes, frontier_turn);
    IGC_SHARE_END uint i_end = igc_worklist_size(frontier_sizes, frontier_turn, frontier_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = frontier_front[i];
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            igc_push(offers_back, offers_sizes, offers_turn, offers_capacity, targets[e]);
        }
    }
}

kernel IGC_WORKGROUP void bfs_tp_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global uint *offers_front,
    global uint *offers_back,
    global uint *offers_sizes,
    uint offers_turn,
    uint offers_capacity,
    global uint *frontier_front,
    global uint *frontier_back,
    global uint *frontier_sizes,
    uint frontier_turn,
    uint frontier_capacity,
    uint depth,
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
        uint offers_turned = 0u;
        uint frontier_turned = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, frontier_sizes) & (igc_waiting(&run, offers_sizes, offers_turn, offers_capacity) > 0u))) {
            igc_path_start();
            IGC_TURN(offers_turn, offers_turned);
            bfs_tp_contract(grid, level, igc_side(offers_front, offers_back, offers_turned), offers_sizes, offers_turn, offers_capacity, igc_side(frontier_back, frontier_front, frontier_turned), frontier_sizes, frontier_turn, frontier_capacity, depth);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_TURN(frontier_turn, frontier_turned);
            bfs_tp_expand(grid, out_offsets, targets, igc_side(offers_back, offers_front, offers_turned), offers_sizes, offers_turn, offers_capacity, igc_side(frontier_front, frontier_back, frontier_turned), frontier_sizes, frontier_turn, frontier_capacity);
            run.launches++;
            depth = depth + 1u;
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
            results[7] = offers_turn;
            results[8] = offers_turned;
            results[9] = frontier_turn;
            results[10] = frontier_turned;
        }
    }
    igc_leave(environment, grid);
}
