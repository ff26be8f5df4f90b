// bc: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

IGC_WITH_BARRIERS void bc_discover(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global uint *order,
    global uint *found,
    const uint node_count,
    uint begin,
    uint end,
    uint depth,
    local uint *first_of,
    local uint *count_of,
    local uint *wg_length,
    local uint *wg_list,
    local uint *sg_length,
    local uint *sg_list,
    local uint *before_of,
    local ulong *igc_scratch)
{
    uint wg_seen = 0u;
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END ulong base_end = begin < end ? (ulong)end - (ulong)begin : 0ul;
    for (ulong base = (ulong)igc_group_start(grid); base < base_end; base += (ulong)igc_global_size(grid)) {
        igc_path_start();
        const ulong i_2 = base + (ulong)igc_local_id();
        const bool on = i_2 < (begin < end ? (ulong)end - (ulong)begin : 0ul);
        uint order_now = 0u;
        if (on) {
            const uint i = (uint)((ulong)begin + i_2);
            order_now = i < node_count ? igc_load_uint(order + i) : 0u;
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (on) {
            first = order_now <= node_count ? out_offsets[order_now] : 0u;
            count = (order_now <= node_count ? out_offsets[order_now] : 0u) < (order_now + 1u <= node_count ? out_offsets[order_now + 1u] : 0u) ? (order_now + 1u <= node_count ? out_offsets[order_now + 1u] : 0u) - (order_now <= node_count ? out_offsets[order_now] : 0u) : 0u;
        }
        first_of[igc_local_id()] = first;
        count_of[igc_local_id()] = count;
        uint left = count;
        if (count >= igc_local_size()) {
            const uint slot_2 = igc_local_atomic_add_uint(&wg_length[0u], 1u);
            wg_list[slot_2 - wg_seen] = igc_local_id();
            left = 0u;
        } else if (count >= igc_subgroup_size()) {
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
            const uint owner = wg_list[k];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = first_2 + p;
                const uint v_2 = targets[e_2];
                if (igc_load_uint(level + v_2) == UINT_MAX) {
                    const uint old_2 = igc_atomic_cas_uint(level + v_2, UINT_MAX, depth);
                    if (old_2 == UINT_MAX) {
                        const uint at_2 = igc_atomic_add_uint(found, 1u);
                        if (at_2 < node_count) igc_store_uint(order + at_2, v_2);
                    }
                }
            }
        }
        wg_seen = length;
        // sg: the owners with many elements, by a subgroup each
        const uint length_2 = sg_length[0u];
        IGC_SHARE_END uint k_2_end = length_2 - sg_seen;
        for (uint k_2 = igc_subgroup_id(); k_2 < k_2_end; k_2 += igc_subgroup_count()) {
            const uint owner_2 = sg_list[k_2];
            const uint first_3 = first_of[owner_2];
            IGC_SHARE_END uint p_2_end = count_of[owner_2];
            for (uint p_2 = igc_lane(); p_2 < p_2_end; p_2 += igc_subgroup_size()) {
                const uint e_3 = first_3 + p_2;
                const uint v_3 = targets[e_3];
                if (igc_load_uint(level + v_3) == UINT_MAX) {
                    const uint old_3 = igc_atomic_cas_uint(level + v_3, UINT_MAX, depth);
                    if (old_3 == UINT_MAX) {
                        const uint at_3 = igc_atomic_add_uint(found, 1u);
                        if (at_3 < node_count) igc_store_uint(order + at_3, v_3);
                    }
                }
            }
        }
        sg_seen = length_2;
        // fg8: what is left, in a row, eight by eight
        IGC_SHARE_END uint p_3_end = total;
        for (uint p_3 = igc_local_id(); p_3 < p_3_end; p_3 += igc_local_size() * 8u) {
            uint owner_3 = 0u;
            uint until = 0u;
            uint first_4 = 0u;
            const uint end_2 = min(p_3 + igc_local_size() * 8u, total);
            IGC_SHARE_END uint q_end = end_2;
            for (uint q = p_3; q < q_end; q += igc_local_size()) {
                if (q >= until) {
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                }
                const uint e_4 = first_4 + q;
                const uint v_4 = targets[e_4];
                if (igc_load_uint(level + v_4) == UINT_MAX) {
                    const uint old_4 = igc_atomic_cas_uint(level + v_4, UINT_MAX, depth);
                    if (old_4 == UINT_MAX) {
                        const uint at_4 = igc_atomic_add_uint(found, 1u);
                        if (at_4 < node_count) igc_store_uint(order + at_4, v_4);
                    }
                }
            }
        }
        igc_workgroup_barrier();
    }
}

IGC_WITH_BARRIERS void bc_count_paths(
    const igc_grid grid,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global const uint *level,
    global double *paths,
    global const uint *order,
    const uint node_count,
    global uint *locks,
    uint begin,
    uint end,
    uint depth,
    local double *sum_found,
    local uint *first_of,
    local uint *count_of,
    local uint *wg_length,
    local uint *wg_list,
    local uint *sg_length,
    local uint *sg_list,
    local uint *before_of,
    local ulong *igc_scratch)
{
    uint wg_seen = 0u;
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END ulong base_end = begin < end ? (ulong)end - (ulong)begin : 0ul;
    for (ulong base = (ulong)igc_group_start(grid); base < base_end; base += (ulong)igc_global_size(grid)) {
        igc_path_start();
        const ulong i_2 = base + (ulong)igc_local_id();
        const bool on = i_2 < (begin < end ? (ulong)end - (ulong)begin : 0ul);
        uint v = 0u;
        double sum = 0.0;
        if (on) {
            const uint i = (uint)((ulong)begin + i_2);
            v = i < node_count ? order[i] : 0u;
            sum = 0.0;
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (on) {
            first = v <= node_count ? in_offsets[v] : 0u;
            count = (v <= node_count ? in_offsets[v] : 0u) < (v + 1u <= node_count ? in_offsets[v + 1u] : 0u) ? (v + 1u <= node_count ? in_offsets[v + 1u] : 0u) - (v <= node_count ? in_offsets[v] : 0u) : 0u;
        }
        first_of[igc_local_id()] = first;
        count_of[igc_local_id()] = count;
        sum_found[igc_local_id()] = -0.0;
        uint left = count;
        if (count >= igc_local_size()) {
            const uint slot_2 = igc_local_atomic_add_uint(&wg_length[0u], 1u);
            wg_list[slot_2 - wg_seen] = igc_local_id();
            left = 0u;
        } else if (count >= igc_subgroup_size()) {
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
            double sum_2 = -0.0;
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = in_edges[first_2 + p];
                if (level[sources[e_2]] == depth - 1u) {
                    sum_2 = sum_2 + igc_load_double(locks, paths + sources[e_2]);
                }
            }
            const double all = igc_workgroup_add_double(igc_scratch, sum_2);
            if (igc_local_id() == 0u) {
                sum_found[owner] = sum_found[owner] + all;
            }
        }
        wg_seen = length;
        // sg: the owners with many elements, by a subgroup each
        const uint length_2 = sg_length[0u];
        IGC_SHARE_END uint k_2_end = length_2 - sg_seen;
        for (uint k_2 = igc_subgroup_id(); k_2 < k_2_end; k_2 += igc_subgroup_count()) {
            const uint owner_2 = sg_list[k_2];
            double sum_3 = -0.0;
            const uint first_3 = first_of[owner_2];
            IGC_SHARE_END uint p_2_end = count_of[owner_2];
            for (uint p_2 = igc_lane(); p_2 < p_2_end; p_2 += igc_subgroup_size()) {
                const uint e_3 = in_edges[first_3 + p_2];
                if (level[sources[e_3]] == depth - 1u) {
                    sum_3 = sum_3 + igc_load_double(locks, paths + sources[e_3]);
                }
            }
            const double all_2 = igc_subgroup_add_double(sum_3);
            if (igc_lane() == 0u) {
                sum_found[owner_2] = sum_found[owner_2] + all_2;
            }
        }
        sg_seen = length_2;
        // fg8: what is left, in a row, eight by eight
        IGC_SHARE_END uint p_3_end = total;
        for (uint p_3 = igc_local_id() * 8u; p_3 < p_3_end; p_3 += igc_local_size() * 8u) {
            uint owner_3 = 0u;
            uint until = 0u;
            uint first_4 = 0u;
            double sum_4 = -0.0;
            const uint end_2 = min(p_3 + 1u * 8u, total);
            const uint q_end = end_2;
            for (uint q = p_3; q < q_end; q++) {
                if (q >= until) {
                    if (until != 0u) {
                        igc_local_atomic_add_double(locks, &sum_found[owner_3], sum_4);
                        sum_4 = -0.0;
                    }
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                }
                const uint e_4 = in_edges[first_4 + q];
                if (level[sources[e_4]] == depth - 1u) {
                    sum_4 = sum_4 + igc_load_double(locks, paths + sources[e_4]);
                }
            }
            igc_local_atomic_add_double(locks, &sum_found[owner_3], sum_4);
        }
        igc_workgroup_barrier();
        // np: what others have found
        if (on) {
            sum = sum + sum_found[igc_local_id()];
        }
        if (on) {
            if (v < node_count) igc_store_double(locks, paths + v, sum);
        }
    }
}

IGC_WITH_BARRIERS void bc_gather(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global double *score,
    global const uint *level,
    global const double *paths,
    global double *share,
    global const uint *order,
    const uint node_count,
    global uint *locks,
    uint begin,
    uint end,
    uint depth,
    local uint *u_of,
    local double *sum_found,
    local uint *first_of,
    local uint *count_of,
    local uint *wg_length,
    local uint *wg_list,
    local uint *sg_length,
    local uint *sg_list,
    local uint *before_of,
    local ulong *igc_scratch)
{
    uint wg_seen = 0u;
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END ulong base_end = begin < end ? (ulong)end - (ulong)begin : 0ul;
    for (ulong base = (ulong)igc_group_start(grid); base < base_end; base += (ulong)igc_global_size(grid)) {
        igc_path_start();
        const ulong i_2 = base + (ulong)igc_local_id();
        const bool on = i_2 < (begin < end ? (ulong)end - (ulong)begin : 0ul);
        uint u = 0u;
        double sum = 0.0;
        if (on) {
            const uint i = (uint)((ulong)begin + i_2);
            u = i < node_count ? order[i] : 0u;
            sum = 0.0;
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (on) {
            first = u <= node_count ? out_offsets[u] : 0u;
            count = (u <= node_count ? out_offsets[u] : 0u) < (u + 1u <= node_count ? out_offsets[u + 1u] : 0u) ? (u + 1u <= node_count ? out_offsets[u + 1u] : 0u) - (u <= node_count ? out_offsets[u] : 0u) : 0u;
        }
        first_of[igc_local_id()] = first;
        count_of[igc_local_id()] = count;
        u_of[igc_local_id()] = u;
        sum_found[igc_local_id()] = -0.0;
        uint left = count;
        if (count >= igc_local_size()) {
            const uint slot_2 = igc_local_atomic_add_uint(&wg_length[0u], 1u);
            wg_list[slot_2 - wg_seen] = igc_local_id();
            left = 0u;
        } else if (count >= igc_subgroup_size()) {
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
            double sum_2 = -0.0;
            const uint u_2 = u_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = first_2 + p;
                if (level[targets[e_2]] == depth + 1u) {
                    sum_2 = sum_2 + (u_2 < node_count ? paths[u_2] : 0.0) / paths[targets[e_2]] * (1.0 + igc_load_double(locks, share + targets[e_2]));
                }
            }
            const double all = igc_workgroup_add_double(igc_scratch, sum_2);
            if (igc_local_id() == 0u) {
                sum_found[owner] = sum_found[owner] + all;
            }
        }
        wg_seen = length;
        // sg: the owners with many elements, by a subgroup each
        const uint length_2 = sg_length[0u];
        IGC_SHARE_END uint k_2_end = length_2 - sg_seen;
        for (uint k_2 = igc_subgroup_id(); k_2 < k_2_end; k_2 += igc_subgroup_count()) {
            const uint owner_2 = sg_list[k_2];
            double sum_3 = -0.0;
            const uint u_3 = u_of[owner_2];
            const uint first_3 = first_of[owner_2];
            IGC_SHARE_END uint p_2_end = count_of[owner_2];
            for (uint p_2 = igc_lane(); p_2 < p_2_end; p_2 += igc_subgroup_size()) {
                const uint e_3 = first_3 + p_2;
                if (level[targets[e_3]] == depth + 1u) {
                    sum_3 = sum_3 + (u_3 < node_count ? paths[u_3] : 0.0) / paths[targets[e_3]] * (1.0 + igc_load_double(locks, share + targets[e_3]));
                }
            }
            const double all_2 = igc_subgroup_add_double(sum_3);
            if (igc_lane() == 0u) {
                sum_found[owner_2] = sum_found[owner_2] + all_2;
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
            double sum_4 = -0.0;
            const uint end_2 = min(p_3 + 1u * 8u, total);
            const uint q_end = end_2;
            for (uint q = p_3; q < q_end; q++) {
                if (q >= until) {
                    if (until != 0u) {
                        igc_local_atomic_add_double(locks, &sum_found[owner_3], sum_4);
                        sum_4 = -0.0;
                    }
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                    u_4 = u_of[owner_3];
                }
                const uint e_4 = first_4 + q;
                if (level[targets[e_4]] == depth + 1u) {
                    sum_4 = sum_4 + (u_4 < node_count ? paths[u_4] : 0.0) / paths[targets[e_4]] * (1.0 + igc_load_double(locks, share + targets[e_4]));
                }
            }
            igc_local_atomic_add_double(locks, &sum_found[owner_3], sum_4);
        }
        igc_workgroup_barrier();
        // np: what others have found
        if (on) {
            sum = sum + sum_found[igc_local_id()];
        }
        if (on) {
            if (u < node_count) igc_store_double(locks, share + u, sum);
            if (u < node_count) igc_store_double(locks, score + u, (u < node_count ? igc_load_double(locks, score + u) : 0.0) + sum);
        }
    }
}

kernel IGC_WORKGROUP void bc_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global double *score,
    global uint *is_source,
    global uint *level,
    global double *paths,
    global double *share,
    global uint *order,
    global uint *begin,
    global uint *found,
    const uint node_count,
    const uint sources_2,
    global uint *locks,
    uint source,
    uint round,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint wg_length[1];
    local uint wg_list[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    local ulong scratch[IGC_SCRATCH_SIZE];
    local double sum_found[IGC_WORKGROUP_SIZE];
    local uint before_of_2[IGC_WORKGROUP_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        while (igc_next_round(&run, round < min(sources_2, node_count))) {
            igc_path_start();
            if (igc_global_id(grid) == 0u) {
                if (source < node_count) igc_store_uint(is_source + source, 1u);
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            igc_fill_uint(grid, level, node_count, UINT_MAX);
            igc_grid_barrier(environment, grid, ++run.barriers);
            if (igc_global_id(grid) == 0u) {
                if (source < node_count) igc_store_uint(level + source, 0u);
            }
            if (igc_global_id(grid) == 0u) {
                if (source < node_count) igc_store_double(locks, paths + source, 1.0);
            }
            if (igc_global_id(grid) == 0u) {
                if (0u < node_count) igc_store_uint(order, source);
            }
            if (igc_global_id(grid) == 0u) {
                igc_store_uint(found, 1u);
            }
            uint depth = 0u;
            uint start = 0u;
            uint end = 1u;
            while (igc_next_round(&run, start < end)) {
                igc_path_start();
                if (igc_global_id(grid) == 0u) {
                    if (depth < node_count) igc_store_uint(begin + depth, start);
                }
                depth = depth + 1u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                bc_discover(grid, out_offsets, targets, level, order, found, node_count, start, end, depth, first_of, count_of, wg_length, wg_list, sg_length, sg_list, before_of, scratch);
                run.launches++;
                start = end;
                igc_grid_barrier(environment, grid, ++run.barriers);
                end = igc_load_uint(found);
                bc_count_paths(grid, sources, in_offsets, in_edges, level, paths, order, node_count, locks, start, end, depth, sum_found, first_of, count_of, wg_length, wg_list, sg_length, sg_list, before_of, scratch);
                run.launches++;
                igc_path_end();
            }
            while (igc_next_round(&run, depth > 1u)) {
                igc_path_start();
                depth = depth - 1u;
                start = depth < node_count ? igc_load_uint(begin + depth) : 0u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                bc_gather(grid, out_offsets, targets, score, level, paths, share, order, node_count, locks, start, end, depth, first_of, sum_found, count_of, wg_list, wg_length, sg_list, sg_length, before_of, before_of_2, scratch);
                run.launches++;
                end = start;
                igc_path_end();
            }
            round = round + 1u;
            source = source + 1u == node_count ? 0u : source + 1u;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = source;
            results[7] = round;
        }
    }
    igc_leave(environment, grid);
}
