// mst_single_wl: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void mst_single_wl_start(
    global uint *component,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        component[u] = u;
    }
}

kernel IGC_WORKGROUP void mst_single_wl_weigh(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *weight,
    global const uint *component,
    global uint *lightest,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes, worklist_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = worklist_front[i];
        const uint a = component[u];
        bool leaves = false;
        uint least = UINT_MAX;
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const uint b = component[targets[e]];
            if (a != b) {
                leaves = leaves | true;
                least = min(least, weight[e]);
                if (weight[e] < (b < node_count ? igc_load_uint(lightest + b) : 0u)) {
                    if (b < node_count) igc_atomic_min_uint(lightest + b, weight[e]);
                }
            }
        }
        if (leaves) {
            if (least < (a < node_count ? igc_load_uint(lightest + a) : 0u)) {
                if (a < node_count) igc_atomic_min_uint(lightest + a, least);
            }
            igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, u);
        }
    }
}

kernel IGC_WORKGROUP void mst_single_wl_choose(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *weight,
    global const uint *component,
    global const uint *lightest,
    global uint *choice,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes, worklist_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = worklist_front[i];
        const uint a = component[u];
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const uint b = component[targets[e]];
            if (a != b) {
                if (weight[e] == (a < node_count ? lightest[a] : 0u)) {
                    if (a < node_count) igc_store_uint(choice + a, e);
                }
                if (weight[e] == (b < node_count ? lightest[b] : 0u)) {
                    if (b < node_count) igc_store_uint(choice + b, e);
                }
            }
        }
        igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, u);
    }
}

kernel IGC_WORKGROUP void mst_single_wl_join(
    global const uint *targets,
    global const uint *sources,
    global uint *in_forest,
    global uint *component,
    global uint *lightest,
    global uint *choice,
    const uint node_count,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint r = igc_global_id(grid); r < node_count; r += igc_global_size(grid)) {
        if (choice[r] != UINT_MAX) {
            const uint e = choice[r];
            const uint u = e < edge_count ? sources[e] : 0u;
            const uint v = e < edge_count ? targets[e] : 0u;
            bool unite = false;
            bool returned = false;
            uint current = u;
            uint above = current < node_count ? igc_load_uint(component + current) : 0u;
            while (above != current) {
                const uint next = above < node_count ? igc_load_uint(component + above) : 0u;
                if (next != above) {
                    if (current < node_count) igc_store_uint(component + current, next);
                }
                current = above;
                above = next;
            }
            uint a = current;
            uint current_2 = v;
            uint above_2 = current_2 < node_count ? igc_load_uint(component + current_2) : 0u;
            while (above_2 != current_2) {
                const uint next_2 = above_2 < node_count ? igc_load_uint(component + above_2) : 0u;
                if (next_2 != above_2) {
                    if (current_2 < node_count) igc_store_uint(component + current_2, next_2);
                }
                current_2 = above_2;
                above_2 = next_2;
            }
            uint b = current_2;
            while (a != b) {
                const uint low = min(a, b);
                const uint high = max(a, b);
                const uint old = high < node_count ? igc_atomic_cas_uint(component + high, high, low) : 0u;
                if (old == high) {
                    unite = true;
                    returned = true;
                    break;
                } else {
                    uint current_3 = high;
                    uint above_3 = current_3 < node_count ? igc_load_uint(component + current_3) : 0u;
                    while (above_3 != current_3) {
                        const uint next_3 = above_3 < node_count ? igc_load_uint(component + above_3) : 0u;
                        if (next_3 != above_3) {
                            if (current_3 < node_count) igc_store_uint(component + current_3, next_3);
                        }
                        current_3 = above_3;
                        above_3 = next_3;
                    }
                    a = current_3;
                    uint current_4 = low;
                    uint above_4 = current_4 < node_count ? igc_load_uint(component + current_4) : 0u;
                    while (above_4 != current_4) {
                        const uint next_4 = above_4 < node_count ? igc_load_uint(component + above_4) : 0u;
                        if (next_4 != above_4) {
                            if (current_4 < node_count) igc_store_uint(component + current_4, next_4);
                        }
                        current_4 = above_4;
                        above_4 = next_4;
                    }
                    b = current_4;
                }
            }
            if (!returned) {
                unite = false;
            }
            if (unite) {
                if (e < edge_count) igc_store_uint(in_forest + e, 1u);
            }
            choice[r] = UINT_MAX;
            lightest[r] = UINT_MAX;
        }
    }
}

kernel IGC_WORKGROUP void mst_single_wl_jump(
    global uint *component,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        uint current = u;
        uint above = current < node_count ? igc_load_uint(component + current) : 0u;
        while (above != current) {
            current = above;
            above = current < node_count ? igc_load_uint(component + current) : 0u;
        }
        igc_store_uint(component + u, current);
    }
}
