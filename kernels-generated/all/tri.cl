// tri: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
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
    local uint wg_length[1];
    local uint wg_list[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    ulong triangles_part = 0ul;
    uint wg_seen = 0u;
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
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
        if (count_2 >= igc_local_size()) {
            const uint slot_2 = igc_local_atomic_add_uint(&wg_length[0u], 1u);
            wg_list[slot_2 - wg_seen] = igc_local_id();
            left = 0u;
        } else if (count_2 >= igc_subgroup_size()) {
            const uint slot = igc_local_atomic_add_uint(&sg_length[0u], 1u);
            sg_list[slot - sg_seen] = igc_local_id();
            left = 0u;
        }
        uint total;
        const uint before = igc_scan(igc_scratch, left, &total);
        before_of[igc_local_id()] = before;
        igc_workgroup_barrier();
        // wg: the owners with the most elements, by all of the workgroup
        const uint length = wg_length[0u];
        const uint k_end = length - wg_seen;
        for (uint k = 0u; k < k_end; k++) {
            igc_path_start();
            const uint owner = wg_list[k];
            ulong found_2 = 0ul;
            const uint u_2 = u_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
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
            const ulong all = igc_workgroup_add_ulong(igc_scratch, found_2);
            if (igc_local_id() == 0u) {
                found_found[owner] = found_found[owner] + all;
            }
        }
        wg_seen = length;
        // sg: the owners with many elements, by a subgroup each
        const uint length_2 = sg_length[0u];
        IGC_SHARE_END uint k_2_end = length_2 - sg_seen;
        for (uint k_2 = igc_subgroup_id(); k_2 < k_2_end; k_2 += igc_subgroup_count()) {
            const uint owner_2 = sg_list[k_2];
            ulong found_3 = 0ul;
            const uint u_3 = u_of[owner_2];
            const uint first_3 = first_of[owner_2];
            IGC_SHARE_END uint p_2_end = count_of[owner_2];
            for (uint p_2 = igc_lane(); p_2 < p_2_end; p_2 += igc_subgroup_size()) {
                const uint e_3 = first_3 + p_2;
                if (e_3 < ahead_end[u_3]) {
                    const uint v_3 = ahead[e_3];
                    uint count_4 = 0u;
                    uint i_3 = out_offsets[u_3];
                    uint j_3 = v_3 <= node_count ? out_offsets[v_3] : 0u;
                    while (i_3 < ahead_end[u_3] && j_3 < (v_3 < node_count ? ahead_end[v_3] : 0u)) {
                        const uint a_3 = i_3 < edge_count ? ahead[i_3] : 0u;
                        const uint b_3 = j_3 < edge_count ? ahead[j_3] : 0u;
                        if (a_3 == b_3) {
                            count_4 = count_4 + 1u;
                        }
                        i_3 = i_3 + (uint)(a_3 <= b_3);
                        j_3 = j_3 + (uint)(b_3 <= a_3);
                    }
                    found_3 = found_3 + (ulong)count_4;
                }
            }
            const ulong all_2 = igc_subgroup_add_ulong(found_3);
            if (igc_lane() == 0u) {
                found_found[owner_2] = found_found[owner_2] + all_2;
            }
        }
        sg_seen = length_2;
        // fg8: what is left, in a row, eight by eight
        IGC_SHARE_END uint p_3_end = total;
        for (uint p_3 = igc_local_id() * 8u; p_3 < p_3_end; p_3 += igc_local_size() * 8u) {
            uint owner_3 = 0u;
            uint until = 0u;
            uint first_4 = 0u;
            uint u_4 = 0u;
            ulong found_4 = 0ul;
            const uint end = min(p_3 + 1u * 8u, total);
            const uint q_end = end;
            for (uint q = p_3; q < q_end; q++) {
                if (q >= until) {
                    if (until != 0u) {
                        if (found_4 != 0ul) {
                            igc_local_atomic_add_ulong(locks, &found_found[owner_3], found_4);
                        }
                        found_4 = 0ul;
                    }
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                    u_4 = u_of[owner_3];
                }
                const uint e_4 = first_4 + q;
                if (e_4 < ahead_end[u_4]) {
                    const uint v_4 = ahead[e_4];
                    uint count_5 = 0u;
                    uint i_4 = out_offsets[u_4];
                    uint j_4 = v_4 <= node_count ? out_offsets[v_4] : 0u;
                    while (i_4 < ahead_end[u_4] && j_4 < (v_4 < node_count ? ahead_end[v_4] : 0u)) {
                        const uint a_4 = i_4 < edge_count ? ahead[i_4] : 0u;
                        const uint b_4 = j_4 < edge_count ? ahead[j_4] : 0u;
                        if (a_4 == b_4) {
                            count_5 = count_5 + 1u;
                        }
                        i_4 = i_4 + (uint)(a_4 <= b_4);
                        j_4 = j_4 + (uint)(b_4 <= a_4);
                    }
                    found_4 = found_4 + (ulong)count_5;
                }
            }
            if (found_4 != 0ul) {
                igc_local_atomic_add_ulong(locks, &found_found[owner_3], found_4);
            }
        }
        igc_workgroup_barrier();
        // np: what others have found
        if (on) {
            found = found + found_found[igc_local_id()];
        }
        if (on) {
            if (found > 0ul) {
                triangles_part = triangles_part + found;
            }
        }
    }
    // coop-cv: one atomic for what the workgroup has found
    const ulong triangles_group = igc_workgroup_add_ulong(igc_scratch, triangles_part);
    if (igc_local_id() == 0u && triangles_group != 0ul) {
        igc_atomic_add_ulong(locks, triangles, triangles_group);
    }
}
