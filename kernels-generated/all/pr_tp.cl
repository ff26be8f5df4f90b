// pr_tp: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

IGC_WITH_BARRIERS void pr_tp_divide(
    const igc_grid grid,
    global const uint *out_offsets,
    global const float *rank,
    global float *share,
    const uint node_count)
{
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        share[u] = 0.0f;
        if (out_offsets[u + 1u] - out_offsets[u] > 0u) {
            share[u] = rank[u] / (float)(out_offsets[u + 1u] - out_offsets[u]);
        }
    }
}

IGC_WITH_BARRIERS void pr_tp_gather(
    const igc_grid grid,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global float *rank,
    global const float *share,
    global uint *moving,
    const uint node_count,
    const float damping,
    const float tolerance,
    global uint *locks,
    local long *sum_found,
    local uint *first_of,
    local uint *count_of,
    local uint *wg_length,
    local uint *wg_list,
    local uint *sg_length,
    local uint *sg_list,
    local uint *before_of,
    local ulong *igc_scratch)
{
    bool moving_part = false;
    uint wg_seen = 0u;
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    for (uint base = igc_group_start(grid); base < node_count; base += igc_global_size(grid)) {
        igc_path_start();
        const uint v = base + igc_local_id();
        const bool on = v < node_count;
        long sum = 0l;
        if (on) {
            sum = 0l;
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
        sum_found[igc_local_id()] = 0l;
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
            long sum_2 = 0l;
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = in_edges[first_2 + p];
                const float x_2 = share[sources[e_2]];
                sum_2 = igc_add_long(sum_2, igc_long_from_float(x_2 * 4294967300.0f));
            }
            const long all = igc_workgroup_add_long(igc_scratch, sum_2);
            if (igc_local_id() == 0u) {
                sum_found[owner] = igc_add_long(sum_found[owner], all);
            }
        }
        wg_seen = length;
        // sg: the owners with many elements, by a subgroup each
        const uint length_2 = sg_length[0u];
        IGC_SHARE_END uint k_2_end = length_2 - sg_seen;
        for (uint k_2 = igc_subgroup_id(); k_2 < k_2_end; k_2 += igc_subgroup_count()) {
            const uint owner_2 = sg_list[k_2];
            long sum_3 = 0l;
            const uint first_3 = first_of[owner_2];
            IGC_SHARE_END uint p_2_end = count_of[owner_2];
            for (uint p_2 = igc_lane(); p_2 < p_2_end; p_2 += igc_subgroup_size()) {
                const uint e_3 = in_edges[first_3 + p_2];
                const float x_3 = share[sources[e_3]];
                sum_3 = igc_add_long(sum_3, igc_long_from_float(x_3 * 4294967300.0f));
            }
            const long all_2 = igc_subgroup_add_long(sum_3);
            if (igc_lane() == 0u) {
                sum_found[owner_2] = igc_add_long(sum_found[owner_2], all_2);
            }
        }
        sg_seen = length_2;
        // fg8: what is left, in a row, eight by eight
        IGC_SHARE_END uint p_3_end = total;
        for (uint p_3 = igc_local_id() * 8u; p_3 < p_3_end; p_3 += igc_local_size() * 8u) {
            uint owner_3 = 0u;
            uint until = 0u;
            uint first_4 = 0u;
            long sum_4 = 0l;
            const uint end = min(p_3 + 1u * 8u, total);
            const uint q_end = end;
            for (uint q = p_3; q < q_end; q++) {
                if (q >= until) {
                    if (until != 0u) {
                        if (sum_4 != 0l) {
                            igc_local_atomic_add_long(locks, &sum_found[owner_3], sum_4);
                        }
                        sum_4 = 0l;
                    }
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                }
                const uint e_4 = in_edges[first_4 + q];
                const float x_4 = share[sources[e_4]];
                sum_4 = igc_add_long(sum_4, igc_long_from_float(x_4 * 4294967300.0f));
            }
            if (sum_4 != 0l) {
                igc_local_atomic_add_long(locks, &sum_found[owner_3], sum_4);
            }
        }
        igc_workgroup_barrier();
        // np: what others have found
        if (on) {
            sum = igc_add_long(sum, sum_found[igc_local_id()]);
        }
        if (on) {
            const float rank_2 = 1.0f - damping + damping * ((float)sum * 2.3283064e-10f);
            if (fabs(rank_2 - rank[v]) > fmax(tolerance, rank_2 * 1e-6f)) {
                moving_part = moving_part | true;
            }
            rank[v] = rank_2;
        }
    }
    // coop-cv: one atomic for what the workgroup has found
    const bool moving_group = igc_workgroup_or_uint(igc_scratch, (uint)moving_part) != 0u;
    if (igc_local_id() == 0u && moving_group != false) {
        igc_atomic_or_uint(moving, (uint)moving_group);
    }
}

kernel IGC_WORKGROUP void pr_tp_outlined_0(
    global const uint *out_offsets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global float *rank,
    global float *share,
    global uint *moving,
    const uint node_count,
    const float damping,
    const float tolerance,
    const uint rounds,
    global uint *locks,
    uint round,
    const ulong rounds_2,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local long sum_found[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint wg_length[1];
    local uint wg_list[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    local ulong scratch[IGC_SCRATCH_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds_2, most_rounds);
        {
            bool again = true;
            while (igc_next_round(&run, again)) {
                igc_path_start();
                igc_grid_barrier(environment, grid, ++run.barriers);
                if (igc_global_id(grid) == 0u) {
                    igc_store_uint(moving, 0u);
                }
                pr_tp_divide(grid, out_offsets, rank, share, node_count);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                pr_tp_gather(grid, sources, in_offsets, in_edges, rank, share, moving, node_count, damping, tolerance, locks, sum_found, first_of, count_of, wg_length, wg_list, sg_length, sg_list, before_of, scratch);
                run.launches++;
                round = round + 1u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                again = igc_load_uint(moving) != 0u && round < rounds;
                igc_path_end();
            }
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = round;
        }
    }
    igc_leave(environment, grid);
}
