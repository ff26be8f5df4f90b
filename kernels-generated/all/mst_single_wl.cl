// mst_single_wl: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
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

IGC_WITH_BARRIERS void mst_single_wl_weigh(
    const igc_grid grid,
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
    const uint node_count,
    local uint *a_of,
    local uint *leaves_found,
    local uint *least_found,
    local uint *first_of,
    local uint *count_of,
    local uint *wg_length,
    local uint *wg_list,
    local uint *sg_length,
    local uint *sg_list,
    local uint *before_of,
    local uint *worklist_queue,
    local uint *worklist_counts,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, worklist_sizes, worklist_phase);
    uint worklist_round = 0;
    igc_queue_start(worklist_counts);
    igc_workgroup_barrier();
    uint wg_seen = 0u;
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity);
        uint u = 0u;
        uint a = 0u;
        bool leaves = false;
        uint least = 0u;
        if (on) {
            u = worklist_front[i];
            a = component[u];
            leaves = false;
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
        // sg: the owners with many elements, by a subgroup each
        const uint length_2 = sg_length[0u];
        IGC_SHARE_END uint k_2_end = length_2 - sg_seen;
        for (uint k_2 = igc_subgroup_id(); k_2 < k_2_end; k_2 += igc_subgroup_count()) {
            const uint owner_2 = sg_list[k_2];
            bool leaves_3 = false;
            uint least_3 = UINT_MAX;
            const uint a_3 = a_of[owner_2];
            const uint first_3 = first_of[owner_2];
            IGC_SHARE_END uint p_2_end = count_of[owner_2];
            for (uint p_2 = igc_lane(); p_2 < p_2_end; p_2 += igc_subgroup_size()) {
                const uint e_3 = first_3 + p_2;
                const uint b_3 = component[targets[e_3]];
                if (a_3 != b_3) {
                    leaves_3 = leaves_3 | true;
                    least_3 = min(least_3, weight[e_3]);
                    if (weight[e_3] < (b_3 < node_count ? igc_load_uint(lightest + b_3) : 0u)) {
                        if (b_3 < node_count) igc_atomic_min_uint(lightest + b_3, weight[e_3]);
                    }
                }
            }
            const bool all_3 = igc_subgroup_or_uint((uint)leaves_3) != 0u;
            if (igc_lane() == 0u) {
                leaves_found[owner_2] = (uint)((leaves_found[owner_2] != 0u) | all_3);
            }
            const uint all_4 = igc_subgroup_min_uint(least_3);
            if (igc_lane() == 0u) {
                least_found[owner_2] = min(least_found[owner_2], all_4);
            }
        }
        sg_seen = length_2;
        // fg8: what is left, in a row, eight by eight
        IGC_SHARE_END uint p_3_end = total;
        for (uint p_3 = igc_local_id() * 8u; p_3 < p_3_end; p_3 += igc_local_size() * 8u) {
            uint owner_3 = 0u;
            uint until = 0u;
            uint first_4 = 0u;
            uint a_4 = 0u;
            bool leaves_4 = false;
            uint least_4 = UINT_MAX;
            const uint end = min(p_3 + 1u * 8u, total);
            const uint q_end = end;
            for (uint q = p_3; q < q_end; q++) {
                if (q >= until) {
                    if (until != 0u) {
                        if (leaves_4 != false) {
                            igc_local_atomic_or_uint(&leaves_found[owner_3], (uint)leaves_4);
                        }
                        if (least_4 != UINT_MAX) {
                            igc_local_atomic_min_uint(&least_found[owner_3], least_4);
                        }
                        leaves_4 = false;
                        least_4 = UINT_MAX;
                    }
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                    a_4 = a_of[owner_3];
                }
                const uint e_4 = first_4 + q;
                const uint b_4 = component[targets[e_4]];
                if (a_4 != b_4) {
                    leaves_4 = leaves_4 | true;
                    least_4 = min(least_4, weight[e_4]);
                    if (weight[e_4] < (b_4 < node_count ? igc_load_uint(lightest + b_4) : 0u)) {
                        if (b_4 < node_count) igc_atomic_min_uint(lightest + b_4, weight[e_4]);
                    }
                }
            }
            if (leaves_4 != false) {
                igc_local_atomic_or_uint(&leaves_found[owner_3], (uint)leaves_4);
            }
            if (least_4 != UINT_MAX) {
                igc_local_atomic_min_uint(&least_found[owner_3], least_4);
            }
        }
        igc_workgroup_barrier();
        // np: what others have found
        if (on) {
            leaves = leaves | (leaves_found[igc_local_id()] != 0u);
            least = min(least, least_found[igc_local_id()]);
        }
        if (on) {
            if (leaves) {
                if (least < (a < node_count ? igc_load_uint(lightest + a) : 0u)) {
                    if (a < node_count) igc_atomic_min_uint(lightest + a, least);
                }
                igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, u);
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        worklist_round = igc_flush(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity);
    }
}

IGC_WITH_BARRIERS void mst_single_wl_choose(
    const igc_grid grid,
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
    const uint node_count,
    local uint *a_of,
    local uint *first_of,
    local uint *count_of,
    local uint *wg_length,
    local uint *wg_list,
    local uint *sg_length,
    local uint *sg_list,
    local uint *before_of,
    local uint *worklist_queue,
    local uint *worklist_counts,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, worklist_sizes, worklist_phase);
    uint worklist_round = 0;
    igc_queue_start(worklist_counts);
    igc_workgroup_barrier();
    uint wg_seen = 0u;
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(worklist_sizes, worklist_phase, worklist_capacity);
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
        // sg: the owners with many elements, by a subgroup each
        const uint length_2 = sg_length[0u];
        IGC_SHARE_END uint k_2_end = length_2 - sg_seen;
        for (uint k_2 = igc_subgroup_id(); k_2 < k_2_end; k_2 += igc_subgroup_count()) {
            const uint owner_2 = sg_list[k_2];
            const uint a_3 = a_of[owner_2];
            const uint first_3 = first_of[owner_2];
            IGC_SHARE_END uint p_2_end = count_of[owner_2];
            for (uint p_2 = igc_lane(); p_2 < p_2_end; p_2 += igc_subgroup_size()) {
                const uint e_3 = first_3 + p_2;
                const uint b_3 = component[targets[e_3]];
                if (a_3 != b_3) {
                    if (weight[e_3] == (a_3 < node_count ? lightest[a_3] : 0u)) {
                        if (a_3 < node_count) igc_store_uint(choice + a_3, e_3);
                    }
                    if (weight[e_3] == (b_3 < node_count ? lightest[b_3] : 0u)) {
                        if (b_3 < node_count) igc_store_uint(choice + b_3, e_3);
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
            uint a_4 = 0u;
            const uint end = min(p_3 + igc_local_size() * 8u, total);
            IGC_SHARE_END uint q_end = end;
            for (uint q = p_3; q < q_end; q += igc_local_size()) {
                if (q >= until) {
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                    a_4 = a_of[owner_3];
                }
                const uint e_4 = first_4 + q;
                const uint b_4 = component[targets[e_4]];
                if (a_4 != b_4) {
                    if (weight[e_4] == (a_4 < node_count ? lightest[a_4] : 0u)) {
                        if (a_4 < node_count) igc_store_uint(choice + a_4, e_4);
                    }
                    if (weight[e_4] == (b_4 < node_count ? lightest[b_4] : 0u)) {
                        if (b_4 < node_count) igc_store_uint(choice + b_4, e_4);
                    }
                }
            }
        }
        igc_workgroup_barrier();
        if (on) {
            igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, u);
        }
        // coop-cv: one atomic for all that the workgroup has queued
        worklist_round = igc_flush(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity);
    }
}

IGC_WITH_BARRIERS void mst_single_wl_join(
    const igc_grid grid,
    global const uint *targets,
    global const uint *sources,
    global uint *in_forest,
    global uint *component,
    global uint *lightest,
    global uint *choice,
    const uint node_count,
    const uint edge_count)
{
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

IGC_WITH_BARRIERS void mst_single_wl_jump(
    const igc_grid grid,
    global uint *component,
    const uint node_count)
{
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

kernel IGC_WORKGROUP void mst_single_wl_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *weight,
    global uint *in_forest,
    global uint *component,
    global uint *lightest,
    global uint *choice,
    global uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    uint worklist_phase,
    uint worklist_capacity,
    const uint node_count,
    const uint edge_count,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint a_of[IGC_WORKGROUP_SIZE];
    local uint leaves_found[IGC_WORKGROUP_SIZE];
    local uint least_found[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint wg_length[1];
    local uint wg_list[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    local uint worklist_queue[IGC_QUEUE_SIZE];
    local uint worklist_counts[IGC_QUEUE_WORDS];
    local ulong scratch[IGC_SCRATCH_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint worklist_swapped = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, worklist_sizes) & (igc_waiting(&run, worklist_sizes, worklist_phase, worklist_capacity) > 0u))) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(worklist_phase, worklist_swapped);
            mst_single_wl_weigh(grid, out_offsets, targets, weight, component, lightest, igc_front(worklist_front, worklist_back, worklist_swapped), igc_back(worklist_front, worklist_back, worklist_swapped), worklist_sizes, worklist_phase, worklist_capacity, node_count, a_of, leaves_found, least_found, first_of, count_of, wg_length, wg_list, sg_length, sg_list, before_of, worklist_queue, worklist_counts, scratch);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(worklist_phase, worklist_swapped);
            mst_single_wl_choose(grid, out_offsets, targets, weight, component, lightest, choice, igc_front(worklist_front, worklist_back, worklist_swapped), igc_back(worklist_front, worklist_back, worklist_swapped), worklist_sizes, worklist_phase, worklist_capacity, node_count, a_of, leaves_found, least_found, wg_length, first_of, sg_length, count_of, wg_list, worklist_queue, worklist_counts, scratch);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            mst_single_wl_join(grid, targets, sources, in_forest, component, lightest, choice, node_count, edge_count);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            mst_single_wl_jump(grid, component, node_count);
            run.launches++;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = worklist_phase;
            results[7] = worklist_swapped;
        }
    }
    igc_leave(environment, grid);
}
