// scc: OpenCL C made by igc 0.1.0 with --opts none.
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

kernel IGC_WORKGROUP void scc_trim(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *component,
    global const uint *region,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
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

kernel IGC_WORKGROUP void scc_start(
    global const uint *component,
    global uint *colour,
    global const uint *priority,
    global uint *open,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (component[u] == UINT_MAX) {
            colour[u] = priority[u];
            igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, u);
            igc_atomic_add_uint(open, 1u);
        }
    }
}

kernel IGC_WORKGROUP void scc_spread(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *component,
    global uint *colour,
    global const uint *region,
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
        const uint colour_2 = igc_load_uint(colour + u);
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const uint v = targets[e];
            if (component[v] == UINT_MAX && region[v] == region[u] && igc_load_uint(colour + v) < colour_2) {
                const uint old = igc_atomic_max_uint(colour + v, colour_2);
                if (old < colour_2) {
                    igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_root(
    global uint *component,
    global const uint *colour,
    global uint *region,
    global const uint *priority,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (component[u] == UINT_MAX) {
            region[u] = colour[u];
            if (colour[u] == priority[u]) {
                component[u] = u;
                igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, u);
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_gather(
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *component,
    global const uint *region,
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
        const uint v = worklist_front[i];
        const uint i_2_end = in_offsets[v + 1u];
        for (uint i_2 = in_offsets[v]; i_2 < i_2_end; i_2++) {
            const uint e = in_edges[i_2];
            if (region[sources[e]] == region[v]) {
                const uint found = igc_atomic_cas_uint(component + sources[e], UINT_MAX, igc_load_uint(component + v));
                if (found == UINT_MAX) {
                    igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, sources[e]);
                }
            }
        }
    }
}
