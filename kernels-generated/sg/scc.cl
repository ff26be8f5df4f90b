// scc: OpenCL C made by igc 0.1.0 with --opts sg.
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
    const uint worklist_turn,
    const uint worklist_capacity,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (component[u] == UINT_MAX) {
            colour[u] = priority[u];
            igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, u);
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
    const uint worklist_turn,
    const uint worklist_capacity)
{
    local uint u_of[IGC_WORKGROUP_SIZE];
    local uint colour_of[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, worklist_sizes, worklist_turn);
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
        uint u = 0u;
        uint colour_2 = 0u;
        if (on) {
            u = worklist_front[i];
            colour_2 = igc_load_uint(colour + u);
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
        u_of[igc_local_id()] = u;
        colour_of[igc_local_id()] = colour_2;
        uint left = count;
        if (count >= igc_subgroup_size()) {
            const uint slot = igc_local_atomic_add_uint(&sg_length[0u], 1u);
            sg_list[slot - sg_seen] = igc_local_id();
            left = 0u;
        }
        igc_workgroup_barrier();
        // sg: the owners with many elements, by a subgroup each
        const uint length = sg_length[0u];
        IGC_SHARE_END uint k_end = length - sg_seen;
        for (uint k = igc_subgroup_id(); k < k_end; k += igc_subgroup_count()) {
            const uint owner = sg_list[k];
            const uint u_2 = u_of[owner];
            const uint colour_2_2 = colour_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_lane(); p < p_end; p += igc_subgroup_size()) {
                const uint e_2 = first_2 + p;
                const uint v_2 = targets[e_2];
                if (component[v_2] == UINT_MAX && region[v_2] == region[u_2] && igc_load_uint(colour + v_2) < colour_2_2) {
                    const uint old_2 = igc_atomic_max_uint(colour + v_2, colour_2_2);
                    if (old_2 < colour_2_2) {
                        igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, v_2);
                    }
                }
            }
        }
        sg_seen = length;
        // np: what is left, by its owner
        const uint p_2_end = left;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = first + p_2;
            const uint v_3 = targets[e_3];
            if (component[v_3] == UINT_MAX && region[v_3] == region[u] && igc_load_uint(colour + v_3) < colour_2) {
                const uint old_3 = igc_atomic_max_uint(colour + v_3, colour_2);
                if (old_3 < colour_2) {
                    igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, v_3);
                }
            }
        }
        igc_workgroup_barrier();
    }
}

kernel IGC_WORKGROUP void scc_root(
    global uint *component,
    global const uint *colour,
    global uint *region,
    global const uint *priority,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_turn,
    const uint worklist_capacity,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (component[u] == UINT_MAX) {
            region[u] = colour[u];
            if (colour[u] == priority[u]) {
                component[u] = u;
                igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, u);
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
    const uint worklist_turn,
    const uint worklist_capacity)
{
    local uint v_of[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, worklist_sizes, worklist_turn);
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(worklist_sizes, worklist_turn, worklist_capacity);
        uint v = 0u;
        if (on) {
            v = worklist_front[i];
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (on) {
            first = in_offsets[v];
            count = in_offsets[v + 1u] - in_offsets[v];
        }
        first_of[igc_local_id()] = first;
        count_of[igc_local_id()] = count;
        v_of[igc_local_id()] = v;
        uint left = count;
        if (count >= igc_subgroup_size()) {
            const uint slot = igc_local_atomic_add_uint(&sg_length[0u], 1u);
            sg_list[slot - sg_seen] = igc_local_id();
            left = 0u;
        }
        igc_workgroup_barrier();
        // sg: the owners with many elements, by a subgroup each
        const uint length = sg_length[0u];
        IGC_SHARE_END uint k_end = length - sg_seen;
        for (uint k = igc_subgroup_id(); k < k_end; k += igc_subgroup_count()) {
            const uint owner = sg_list[k];
            const uint v_2 = v_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_lane(); p < p_end; p += igc_subgroup_size()) {
                const uint e_2 = in_edges[first_2 + p];
                if (region[sources[e_2]] == region[v_2]) {
                    const uint found_2 = igc_atomic_cas_uint(component + sources[e_2], UINT_MAX, igc_load_uint(component + v_2));
                    if (found_2 == UINT_MAX) {
                        igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, sources[e_2]);
                    }
                }
            }
        }
        sg_seen = length;
        // np: what is left, by its owner
        const uint p_2_end = left;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = in_edges[first + p_2];
            if (region[sources[e_3]] == region[v]) {
                const uint found_3 = igc_atomic_cas_uint(component + sources[e_3], UINT_MAX, igc_load_uint(component + v));
                if (found_3 == UINT_MAX) {
                    igc_push(worklist_back, worklist_sizes, worklist_turn, worklist_capacity, sources[e_3]);
                }
            }
        }
        igc_workgroup_barrier();
    }
}
