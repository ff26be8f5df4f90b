// bfs_tp: OpenCL C made by igc 0.1.0 with --opts fg8.
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
    const igc_grid grid = igc_launch();
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
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, frontier_sizes, frontier_turn);
    IGC_SHARE_END uint base_end = igc_worklist_size(frontier_sizes, frontier_turn, frontier_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(frontier_sizes, frontier_turn, frontier_capacity);
        uint u = 0u;
        if (on) {
            u = frontier_front[i];
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (on) {
            first = out_offsets[u];
            count = out_offsets[u + 1u] - out_offsets[u];
        }
        uint left = count;
        while (true) {
            igc_path_start();
            const uint take = min(left, 524288u);
            uint total;
            const uint before = igc_scan(igc_scratch, take, &total);
            before_of[igc_local_id()] = before;
            first_of[igc_local_id()] = first;
            igc_workgroup_barrier();
            // fg8: what is left, in a row, eight by eight
            IGC_SHARE_END uint p_end = total;
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size() * 8u) {
                uint owner = 0u;
                uint until = 0u;
                uint first_2 = 0u;
                const uint end = min(p + igc_local_size() * 8u, total);
                IGC_SHARE_END uint q_end = end;
                for (uint q = p; q < q_end; q += igc_local_size()) {
                    if (q >= until) {
                        owner = igc_search(before_of, q);
                        until = owner + 1u < igc_local_size() ? before_of[min(owner + 1u, igc_local_size() - 1u)] : total;
                        first_2 = first_of[owner] - before_of[owner];
                    }
                    const uint e_2 = first_2 + q;
                    igc_push(offers_back, offers_sizes, offers_turn, offers_capacity, targets[e_2]);
                }
            }
            igc_workgroup_barrier();
            if (total < 524288u) {
                break;
            }
            left = left - take;
            first = first + take;
        }
    }
}
