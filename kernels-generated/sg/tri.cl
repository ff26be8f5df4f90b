// tri: OpenCL C made by igc 0.1.0 with --opts sg.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void tri_orient(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *ahead,
    global uint *ahead_end,
    const uint node_count,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        uint end = out_offsets[u];
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const uint v = targets[e];
            if (out_offsets[v + 1u] - out_offsets[v] > out_offsets[u + 1u] - out_offsets[u] || (out_offsets[v + 1u] - out_offsets[v] == out_offsets[u + 1u] - out_offsets[u] && v > u)) {
                if (end < edge_count) igc_store_uint(ahead + end, targets[e]);
                end = end + 1u;
            }
        }
        ahead_end[u] = end;
    }
}

kernel IGC_WORKGROUP void tri_count(
    global const uint *out_offsets,
    global const uint *ahead,
    global const uint *ahead_end,
    global ulong *triangles,
    const uint node_count,
    const uint edge_count,
    global uint *locks)
{
    local uint u_of[IGC_WORKGROUP_SIZE];
    local ulong found_found[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    const igc_grid grid = igc_launch();
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    for (uint base = igc_group_start(grid); base < node_count; base += igc_global_size(grid)) {
        igc_path_start();
        const uint u = base + igc_local_id();
        const bool on = u < node_count;
        ulong found = 0ul;
        if (on) {
            found = 0ul;
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count_2 = 0u;
        if (on) {
            first = out_offsets[u];
            count_2 = out_offsets[u + 1u] - out_offsets[u];
        }
        first_of[igc_local_id()] = first;
        count_of[igc_local_id()] = count_2;
        u_of[igc_local_id()] = u;
        found_found[igc_local_id()] = 0ul;
        uint left = count_2;
        if (count_2 >= igc_subgroup_size()) {
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
            ulong found_2 = 0ul;
            const uint u_2 = u_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_lane(); p < p_end; p += igc_subgroup_size()) {
                const uint e_2 = first_2 + p;
                if (e_2 < ahead_end[u_2]) {
                    const uint v_2 = ahead[e_2];
                    uint count_3 = 0u;
                    uint i_2 = out_offsets[u_2];
                    uint j_2 = v_2 <= node_count ? out_offsets[v_2] : 0u;
                    while (i_2 < ahead_end[u_2] && j_2 < (v_2 < node_count ? ahead_end[v_2] : 0u)) {
                        const uint a_2 = i_2 < edge_count ? ahead[i_2] : 0u;
                        const uint b_2 = j_2 < edge_count ? ahead[j_2] : 0u;
                        if (a_2 == b_2) {
                            count_3 = count_3 + 1u;
                        }
                        i_2 = i_2 + (uint)(a_2 <= b_2);
                        j_2 = j_2 + (uint)(b_2 <= a_2);
                    }
                    found_2 = found_2 + (ulong)count_3;
                }
            }
            const ulong all = igc_subgroup_add_ulong(found_2);
            if (igc_lane() == 0u) {
                found_found[owner] = found_found[owner] + all;
            }
        }
        sg_seen = length;
        // np: what is left, by its owner
        const uint p_2_end = left;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = first + p_2;
            if (e_3 < ahead_end[u]) {
                const uint v_3 = ahead[e_3];
                uint count_4 = 0u;
                uint i_3 = out_offsets[u];
                uint j_3 = v_3 <= node_count ? out_offsets[v_3] : 0u;
                while (i_3 < ahead_end[u] && j_3 < (v_3 < node_count ? ahead_end[v_3] : 0u)) {
                    const uint a_3 = i_3 < edge_count ? ahead[i_3] : 0u;
                    const uint b_3 = j_3 < edge_count ? ahead[j_3] : 0u;
                    if (a_3 == b_3) {
                        count_4 = count_4 + 1u;
                    }
                    i_3 = i_3 + (uint)(a_3 <= b_3);
                    j_3 = j_3 + (uint)(b_3 <= a_3);
                }
                found = found + (ulong)count_4;
            }
        }
        igc_workgroup_barrier();
        // np: what others have found
        if (on) {
            found = found + found_found[igc_local_id()];
        }
        if (on) {
            if (found > 0ul) {
                igc_atomic_add_ulong(locks, triangles, found);
            }
        }
    }
}
