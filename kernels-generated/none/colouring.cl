// colouring: OpenCL C made by igc 0.1.0 with --opts none.
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

kernel IGC_WORKGROUP void colouring_choose(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *colour,
    global const uint *priority,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes, worklist_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
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
            igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, u);
        } else {
            uint colour_2_2 = base - 32u;
            while ((taken & 1u) == 1u) {
                taken = taken >> 1u;
                colour_2_2 = colour_2_2 + 1u;
            }
            igc_store_uint(colour + u, colour_2_2);
        }
    }
}
