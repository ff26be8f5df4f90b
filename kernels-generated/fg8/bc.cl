// bc: OpenCL C made by igc 0.1.0 with --opts fg8.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void bc_discover(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global uint *order,
    global uint *found,
    const uint node_count,
    uint begin,
    uint end,
    uint depth)
{
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
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
        uint left = count;
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
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size() * 8u) {
                uint owner = 0u;
                uint until = 0u;
                uint first_2 = 0u;
                const uint end_2 = min(p + igc_local_size() * 8u, total);
                IGC_SHARE_END uint q_end = end_2;
                for (uint q = p; q < q_end; q += igc_local_size()) {
                    if (q >= until) {
                        owner = igc_search(before_of, q);
                        until = owner + 1u < igc_local_size() ? before_of[min(owner + 1u, igc_local_size() - 1u)] : total;
                        first_2 = first_of[owner] - before_of[owner];
                    }
                    const uint e_2 = first_2 + q;
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
            igc_workgroup_barrier();
            if (total < 524288u) {
                break;
            }
            left = left - take;
            first = first + take;
        }
    }
}

kernel IGC_WORKGROUP void bc_count_paths(
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
    uint depth)
{
    local double sum_found[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
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
        sum_found[igc_local_id()] = -0.0;
        uint left = count;
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
                double sum_2 = -0.0;
                const uint end_2 = min(p + 1u * 8u, total);
                const uint q_end = end_2;
                for (uint q = p; q < q_end; q++) {
                    if (q >= until) {
                        if (until != 0u) {
                            igc_local_atomic_add_double(locks, &sum_found[owner], sum_2);
                            sum_2 = -0.0;
                        }
                        owner = igc_search(before_of, q);
                        until = owner + 1u < igc_local_size() ? before_of[min(owner + 1u, igc_local_size() - 1u)] : total;
                        first_2 = first_of[owner] - before_of[owner];
                    }
                    const uint e_2 = in_edges[first_2 + q];
                    if (level[sources[e_2]] == depth - 1u) {
                        sum_2 = sum_2 + igc_load_double(locks, paths + sources[e_2]);
                    }
                }
                igc_local_atomic_add_double(locks, &sum_found[owner], sum_2);
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
            sum = sum + sum_found[igc_local_id()];
        }
        if (on) {
            if (v < node_count) igc_store_double(locks, paths + v, sum);
        }
    }
}

kernel IGC_WORKGROUP void bc_gather(
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
    uint depth)
{
    local uint u_of[IGC_WORKGROUP_SIZE];
    local double sum_found[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
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
        u_of[igc_local_id()] = u;
        sum_found[igc_local_id()] = -0.0;
        uint left = count;
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
                double sum_2 = -0.0;
                const uint end_2 = min(p + 1u * 8u, total);
                const uint q_end = end_2;
                for (uint q = p; q < q_end; q++) {
                    if (q >= until) {
                        if (until != 0u) {
                            igc_local_atomic_add_double(locks, &sum_found[owner], sum_2);
                            sum_2 = -0.0;
                        }
                        owner = igc_search(before_of, q);
                        until = owner + 1u < igc_local_size() ? before_of[min(owner + 1u, igc_local_size() - 1u)] : total;
                        first_2 = first_of[owner] - before_of[owner];
                        u_2 = u_of[owner];
                    }
                    const uint e_2 = first_2 + q;
                    if (level[targets[e_2]] == depth + 1u) {
                        sum_2 = sum_2 + (u_2 < node_count ? paths[u_2] : 0.0) / paths[targets[e_2]] * (1.0 + igc_load_double(locks, share + targets[e_2]));
                    }
                }
                igc_local_atomic_add_double(locks, &sum_found[owner], sum_2);
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
            sum = sum + sum_found[igc_local_id()];
        }
        if (on) {
            if (u < node_count) igc_store_double(locks, share + u, sum);
            if (u < node_count) igc_store_double(locks, score + u, (u < node_count ? igc_load_double(locks, score + u) : 0.0) + sum);
        }
    }
}
