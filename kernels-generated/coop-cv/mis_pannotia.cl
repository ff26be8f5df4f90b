// mis_pannotia: OpenCL C made by igc 0.1.0 with --opts coop-cv.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void mis_pannotia_draw(
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

kernel IGC_WORKGROUP void mis_pannotia_choose(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *decided,
    global uint *joins,
    global const uint *priority,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (decided[u] == 0u) {
            bool first = true;
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                if (decided[targets[e]] == 0u && priority[targets[e]] > priority[u]) {
                    first = false;
                    break;
                }
            }
            joins[u] = (uint)first;
        }
    }
}

kernel IGC_WORKGROUP void mis_pannotia_settle(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set,
    global uint *decided,
    global uint *joins,
    global uint *joined,
    const uint node_count)
{
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    uint joined_part = 0u;
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (joins[u] != 0u) {
            joins[u] = 0u;
            in_set[u] = 1u;
            igc_store_uint(decided + u, 1u);
            joined_part = joined_part + 1u;
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                igc_store_uint(decided + targets[e], 1u);
            }
        }
    }
    // coop-cv: one atomic for what the workgroup has found
    const uint joined_group = igc_workgroup_add_uint(igc_scratch, joined_part);
    if (igc_local_id() == 0u && joined_group != 0u) {
        igc_atomic_add_uint(joined, joined_group);
    }
}
