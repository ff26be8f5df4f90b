// mst_multiple_wl: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void mst_multiple_wl_start(
    global uint *parent,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        parent[u] = u;
    }
}

kernel IGC_WORKGROUP void mst_multiple_wl_weigh(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *weight,
    global uint *parent,
    global ulong *lightest,
    global const uint *fringe_front,
    global uint *fringe_back,
    global uint *fringe_sizes,
    const uint fringe_phase,
    const uint fringe_capacity,
    global uint *roots_back,
    global uint *roots_sizes,
    const uint roots_phase,
    const uint roots_capacity,
    const uint node_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, fringe_sizes, fringe_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(fringe_sizes, fringe_phase, fringe_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = fringe_front[i];
        uint current = u;
        uint above = current < node_count ? igc_load_uint(parent + current) : 0u;
        while (above != current) {
            const uint next = above < node_count ? igc_load_uint(parent + above) : 0u;
            if (next != above) {
                if (current < node_count) igc_store_uint(parent + current, next);
            }
            current = above;
            above = next;
        }
        const uint a = current;
        ulong own = ULONG_MAX;
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const uint u_2 = targets[e];
            uint current_2 = u_2;
            uint above_2 = current_2 < node_count ? igc_load_uint(parent + current_2) : 0u;
            while (above_2 != current_2) {
                const uint next_2 = above_2 < node_count ? igc_load_uint(parent + above_2) : 0u;
                if (next_2 != above_2) {
                    if (current_2 < node_count) igc_store_uint(parent + current_2, next_2);
                }
                current_2 = above_2;
                above_2 = next_2;
            }
            const uint b = current_2;
            if (a != b) {
                const uint weight_2 = weight[e];
                const ulong edge_key = ((ulong)weight_2 << 32u) | (ulong)e;
                own = min(own, edge_key);
                if (edge_key < (b < node_count ? igc_load_ulong(locks, lightest + b) : 0ul)) {
                    const ulong old = b < node_count ? igc_atomic_min_ulong(locks, lightest + b, edge_key) : 0ul;
                    if (old == ULONG_MAX) {
                        igc_push(roots_back, roots_sizes, roots_phase, roots_capacity, b);
                    }
                }
            }
        }
        if (own < ULONG_MAX) {
            if (own < (a < node_count ? igc_load_ulong(locks, lightest + a) : 0ul)) {
                const ulong old_2 = a < node_count ? igc_atomic_min_ulong(locks, lightest + a, own) : 0ul;
                if (old_2 == ULONG_MAX) {
                    igc_push(roots_back, roots_sizes, roots_phase, roots_capacity, a);
                }
            }
            igc_push(fringe_back, fringe_sizes, fringe_phase, fringe_capacity, u);
        }
    }
}

kernel IGC_WORKGROUP void mst_multiple_wl_join(
    global const uint *targets,
    global const uint *sources,
    global uint *in_forest,
    global uint *parent,
    global ulong *lightest,
    global const uint *roots_front,
    global uint *roots_sizes,
    const uint roots_phase,
    const uint roots_capacity,
    const uint node_count,
    const uint edge_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, roots_sizes, roots_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(roots_sizes, roots_phase, roots_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint r = roots_front[i];
        const uint e = (uint)((r < node_count ? igc_load_ulong(locks, lightest + r) : 0ul) & 4294967295ul);
        if (r < node_count) igc_store_ulong(locks, lightest + r, ULONG_MAX);
        const uint u = e < edge_count ? sources[e] : 0u;
        const uint v = e < edge_count ? targets[e] : 0u;
        bool unite = false;
        bool returned = false;
        uint current = u;
        uint above = current < node_count ? igc_load_uint(parent + current) : 0u;
        while (above != current) {
            const uint next = above < node_count ? igc_load_uint(parent + above) : 0u;
            if (next != above) {
                if (current < node_count) igc_store_uint(parent + current, next);
            }
            current = above;
            above = next;
        }
        uint a = current;
        uint current_2 = v;
        uint above_2 = current_2 < node_count ? igc_load_uint(parent + current_2) : 0u;
        while (above_2 != current_2) {
            const uint next_2 = above_2 < node_count ? igc_load_uint(parent + above_2) : 0u;
            if (next_2 != above_2) {
                if (current_2 < node_count) igc_store_uint(parent + current_2, next_2);
            }
            current_2 = above_2;
            above_2 = next_2;
        }
        uint b = current_2;
        while (a != b) {
            const uint low = min(a, b);
            const uint high = max(a, b);
            const uint old = high < node_count ? igc_atomic_cas_uint(parent + high, high, low) : 0u;
            if (old == high) {
                unite = true;
                returned = true;
                break;
            } else {
                uint current_3 = high;
                uint above_3 = current_3 < node_count ? igc_load_uint(parent + current_3) : 0u;
                while (above_3 != current_3) {
                    const uint next_3 = above_3 < node_count ? igc_load_uint(parent + above_3) : 0u;
                    if (next_3 != above_3) {
                        if (current_3 < node_count) igc_store_uint(parent + current_3, next_3);
                    }
                    current_3 = above_3;
                    above_3 = next_3;
                }
                a = current_3;
                uint current_4 = low;
                uint above_4 = current_4 < node_count ? igc_load_uint(parent + current_4) : 0u;
                while (above_4 != current_4) {
                    const uint next_4 = above_4 < node_count ? igc_load_uint(parent + above_4) : 0u;
                    if (next_4 != above_4) {
                        if (current_4 < node_count) igc_store_uint(parent + current_4, next_4);
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
    }
}
