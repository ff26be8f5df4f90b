// tri: OpenCL C made by igc 0.1.0 with --opts fg8.
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
    local uint before_of[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
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
        u_of[igc_local_id()] = u;
        found_found[igc_local_id()] = 0ul;
        uint left = count_2;
        while (true) {
            igc_path_start();
            const uint take = min(left, 524288u);
            uint total;
            const uint before = igc_scan(igc_scratch, take, &total);
            before_of[igc_local_id()] = before;
            first_of[igc_local_id()] = first;
            igc_workgroup_barrier();
            // fg8: what is left, in a row, eight by eight
            IGC_SHARE_END uint p_end = total;
            for (uint p = igc_local_id() * 8u; p < p_end; p += igc_local_size() * 8u) {
                uint owner = 0u;
                uint until = 0u;
                uint first_2 = 0u;
                uint u_2 = 0u;
                ulong found_2 = 0ul;
                const uint end = min(p + 1u * 8u, total);
                const uint q_end = end;
                for (uint q = p; q < q_end; q++) {
                    if (q >= until) {
                        if (until != 0u) {
                            if (found_2 != 0ul) {
                                igc_local_atomic_add_ulong(locks, &found_found[owner], found_2);
                            }
                            found_2 = 0ul;
                        }
                        owner = igc_search(before_of, q);
                        until = owner + 1u < igc_local_size() ? before_of[min(owner + 1u, igc_local_size() - 1u)] : total;
                        first_2 = first_of[owner] - before_of[owner];
                        u_2 = u_of[owner];
                    }
                    const uint e_2 = first_2 + q;
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
                if (found_2 != 0ul) {
                    igc_local_atomic_add_ulong(locks, &found_found[owner], found_2);
                }
            }
            igc_workgroup_barrier();
            if (total < 524288u) {
                break;
            }
            left = left - take;
            first = first + take;
        }
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
