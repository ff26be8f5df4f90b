// mst_single_wl: OpenCL C made by igc 0.1.0 with --opts wg.
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
    const uint worklist_turn,
    const uint worklist_capacity,
    const uint node_count)
{
    local uint a_of[IGC_WORKGROUP_SIZE];
    local uint leaves_found[IGC_WORKGROUP_SIZE];
    local uint least_found[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint wg_length[1];
    local uint wg_list[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, worklist_sizes, worklist_turn);
    uint wg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
        uint u = 0u;
        uint a = 0u;
        bool leaves_ = false;
        uint least = 0u;
        if (on) {
            u = worklist_front[i];
            a = component[u];
            leaves_ = false;
            least = UINT_MAX;
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (on) {
            first = out_offsets[u];
            count = out_offsets[u + 1u] - out_offsets[u];
        }
        first_of[igc_local_id()] = first;
        count_of[igc_local_id()] = count;
        a_of[igc_local_id()] = a;
        leaves_found[igc_local_id()] = 0u;
        least_found[igc_local_id()] = UINT_MAX;
        uint left = count;
        if (count >= igc_local_size()) {
            const uint slot = igc_local_atomic_add_uint(&wg_length[0u], 1u);
            wg_list[slot - wg_seen] = igc_local_id();
            left = 0u;
        }
        igc_workgroup_barrier();
        // wg: the owners with the most elements, by all of the workgroup
        const uint length = wg_length[0u];
        const uint k_end = length - wg_seen;
        for (uint k = 0u; k < k_end; k++) {
            igc_path_start();
            const uint owner = wg_list[k];
            bool leaves_2 = false;
            uint least_2 = UINT_MAX;
            const uint a_2 = a_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = first_2 + p;
                const uint b_2 = component[targets[e_2]];
                if (a_2 != b_2) {
                    leaves_2 = leaves_2 | true;
                    least_2 = min(least_2, weight[e_2]);
                    if (weight[e_2] < (b_2 < node_count ? igc_load_uint(lightest + b_2) : 0u)) {
                        if (b_2 < node_count) igc_atomic_min_uint(lightest + b_2, weight[e_2]);
                    }
                }
            }
            const bool all = igc_workgroup_or_uint(igc_scratch, (uint)leaves_2) != 0u;
            if (igc_local_id() == 0u) {
                leaves_found[owner] = (uint)((leaves_found[owner] != 0u) | all);
            }
            const uint all_2 = igc_workgroup_min_uint(igc_scratch, least_2);
            if (igc_local_id() == 0u) {
                least_found[owner] = min(least_found[owner], all_2);
            }
        }
        wg_seen = length;
        // np: what is left, by its owner
        const uint p_2_end = left;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = first + p_2;
            const uint b_3 = component[targets[e_3]];
            if (a != b_3) {
                leaves_ = leaves_ | true;
                least = min(least, weight[e_3]);
                if (weight[e_3] < (b_3 < node_count ? igc_load_uint(lightest + b_3) : 0u)) {
                    if (b_3 < node_count) igc_atomic_min_uint(lightest + b_3, weight[e_3]);
                }
            }
        }
        igc_workgroup_barrier();
        // np: what others have found
        if (on) {
            leaves_ = leaves_ | (leaves_found[igc_local_id()] != 0u);
            least = min(least, least_found[igc_local_id()]);
        }
        if (on) {
            if (leaves_) {
                if (least < (a < node_count ? igc_load_uint(lightest + a) : 0u)) {
                    if (a < node_count) igc_atomic_min_uint(lightest + a, least);
                }
                igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, u);
            }
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
    const uint worklist_turn,
    const uint worklist_capacity,
    const uint node_count)
{
    local uint a_of[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint wg_length[1];
    local uint wg_list[IGC_WORKGROUP_SIZE];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, worklist_sizes, worklist_turn);
    uint wg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
        uint u = 0u;
        uint a = 0u;
        if (on) {
            u = worklist_front[i];
            a = component[u];
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (on) {
            first = out_offsets[u];
            count = out_offsets[u + 1u] - out_offsets[u];
        }
        first_of[igc_local_id()] = first;
        count_of[igc_local_id()] = count;
        a_of[igc_local_id()] = a;
        uint left = count;
        if (count >= igc_local_size()) {
            const uint slot = igc_local_atomic_add_uint(&wg_length[0u], 1u);
            wg_list[slot - wg_seen] = igc_local_id();
            left = 0u;
        }
        igc_workgroup_barrier();
        // wg: the owners with the most elements, by all of the workgroup
        const uint length = wg_length[0u];
        const uint k_end = length - wg_seen;
        for (uint k = 0u; k < k_end; k++) {
            const uint owner = wg_list[k];
            const uint a_2 = a_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = first_2 + p;
                const uint b_2 = component[targets[e_2]];
                if (a_2 != b_2) {
                    if (weight[e_2] == (a_2 < node_count ? lightest[a_2] : 0u)) {
                        if (a_2 < node_count) igc_store_uint(choice + a_2, e_2);
                    }
                    if (weight[e_2] == (b_2 < node_count ? lightest[b_2] : 0u)) {
                        if (b_2 < node_count) igc_store_uint(choice + b_2, e_2);
                    }
                }
            }
        }
        wg_seen = length;
        // np: what is left, by its owner
        const uint p_2_end = left;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = first + p_2;
            const uint b_3 = component[targets[e_3]];
            if (a != b_3) {
                if (weight[e_3] == (a < node_count ? lightest[a] : 0u)) {
                    if (a < node_count) igc_store_uint(choice + a, e_3);
                }
                if (weight[e_3] == (b_3 < node_count ? lightest[b_3] : 0u)) {
                    if (b_3 < node_count) igc_store_uint(choice + b_3, e_3);
                }
            }
        }
        igc_workgroup_barrier();
        if (on) {
            igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, u);
        }
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
