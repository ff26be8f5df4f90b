// kcore: OpenCL C made by igc 0.1.0 with --opts oitergb.
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

IGC_WITH_BARRIERS void kcore_choose(
    const igc_grid grid,
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
    igc_worklist_turn(grid, rest_sizes, rest_turn);
    IGC_SHARE_END uint i_end = igc_worklist_size(rest_sizes, rest_turn, rest_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = rest_front[i];
        if (core[u] == UINT_MAX) {
            if (left[u] <= k) {
                igc_push(leaving_back, leaving_sizes, leaving_turn, leaving_capacity, u);
            } else {
                igc_push(rest_back, rest_sizes, rest_turn, rest_capacity, u);
            }
            if (left[u] < igc_load_int(fewest)) {
                igc_atomic_min_int(fewest, left[u]);
            }
        }
    }
}

IGC_WITH_BARRIERS void kcore_leave(
    const igc_grid grid,
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
    igc_worklist_turn(grid, leaving_sizes, leaving_turn);
    IGC_SHARE_END uint i_end = igc_worklist_size(leaving_sizes, leaving_turn, leaving_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = leaving_front[i];
        igc_store_uint(core + u, (uint)k);
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const int before = igc_atomic_add_int(left + targets[e], -1);
            if (before == igc_add_int(k, 1)) {
                igc_push(leaving_back, leaving_sizes, leaving_turn, leaving_capacity, targets[e]);
            }
        }
    }
}

kernel IGC_WORKGROUP void kcore_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *core,
    global int *left,
    global int *fewest,
    global uint *rest_front,
    global uint *rest_back,
    global uint *rest_sizes,
    uint rest_turn,
    uint rest_capacity,
    global uint *leaving_front,
    global uint *leaving_back,
    global uint *leaving_sizes,
    uint leaving_turn,
    uint leaving_capacity,
    int k,
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
        uint rest_turned = 0u;
        uint leaving_turned = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, leaving_sizes) & (igc_waiting(&run, rest_sizes, rest_turn, rest_capacity) > 0u))) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            if (igc_global_id(grid) == 0u) {
                igc_store_int(fewest, INT_MAX);
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_TURN(rest_turn, rest_turned);
            kcore_choose(grid, core, left, fewest, igc_side(rest_front, rest_back, rest_turned), igc_side(rest_back, rest_front, rest_turned), rest_sizes, rest_turn, rest_capacity, igc_side(leaving_back, leaving_front, leaving_turned), leaving_sizes, leaving_turn, leaving_capacity, k);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            while (igc_next_round(&run, igc_has_room(&run, environment, grid, rest_sizes) & (igc_waiting(&run, leaving_sizes, leaving_turn, leaving_capacity) > 0u))) {
                igc_path_start();
                IGC_TURN(leaving_turn, leaving_turned);
                kcore_leave(grid, out_offsets, targets, core, left, igc_side(leaving_front, leaving_back, leaving_turned), igc_side(leaving_back, leaving_front, leaving_turned), leaving_sizes, leaving_turn, leaving_capacity, k);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
            }
            k = max(igc_add_int(k, 1), igc_load_int(fewest));
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = as_uint(k);
            results[7] = rest_turn;
            results[8] = rest_turned;
            results[9] = leaving_turn;
            results[10] = leaving_turned;
        }
    }
    igc_leave(environment, grid);
}
