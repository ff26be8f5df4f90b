// mis_worklist: OpenCL C made by igc 0.1.0 with --opts none.
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

kernel IGC_WORKGROUP void mis_worklist_choose(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *decided,
    global const uint *priority,
    global const uint *undecided_front,
    global uint *undecided_back,
    global uint *undecided_sizes,
    const uint undecided_phase,
    const uint undecided_capacity,
    global uint *joining_back,
    global uint *joining_sizes,
    const uint joining_phase,
    const uint joining_capacity)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, undecided_sizes, undecided_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(undecided_sizes, undecided_phase, undecided_capacity);
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
                igc_push(joining_back, joining_sizes, joining_phase, joining_capacity, u);
            } else {
                igc_push(undecided_back, undecided_sizes, undecided_phase, undecided_capacity, u);
            }
        }
    }
}

kernel IGC_WORKGROUP void mis_worklist_settle(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set,
    global uint *decided,
    global const uint *joining_front,
    global uint *joining_sizes,
    const uint joining_phase,
    const uint joining_capacity)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, joining_sizes, joining_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(joining_sizes, joining_phase, joining_capacity);
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
