// bfs_tp: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_tp_contract(
    global uint *level,
    global const uint *offers_front,
    global uint *offers_sizes,
    const uint offers_phase,
    const uint offers_capacity,
    global uint *frontier_back,
    global uint *frontier_sizes,
    const uint frontier_phase,
    const uint frontier_capacity,
    uint depth)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, offers_sizes, offers_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(offers_sizes, offers_phase, offers_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = offers_front[i];
        if (igc_load_uint(level + u) == UINT_MAX) {
            const uint found = igc_atomic_cas_uint(level + u, UINT_MAX, depth);
            if (found == UINT_MAX) {
                igc_push(frontier_back, frontier_sizes, frontier_phase, frontier_capacity, u);
            }
        }
    }
}

kernel IGC_WORKGROUP void bfs_tp_expand(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *offers_back,
    global uint *offers_sizes,
    const uint offers_phase,
    const uint offers_capacity,
    global const uint *frontier_front,
    global uint *frontier_sizes,
    const uint frontier_phase,
    const uint frontier_capacity)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, frontier_sizes, frontier_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(frontier_sizes, frontier_phase, frontier_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = frontier_front[i];
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            igc_push(offers_back, offers_sizes, offers_phase, offers_capacity, targets[e]);
        }
    }
}
