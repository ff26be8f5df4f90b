// mst_multiple_wl: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
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

IGC_WITH_BARRIERS void mst_multiple_wl_weigh(
    const igc_grid grid,
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
    global uint *locks,
    local uint *a_of,
    local ulong *own_found,
    local uint *first_of,
    local uint *count_of,
    local uint *wg_length,
    local uint *wg_list,
    local uint *sg_length,
    local uint *sg_list,
    local uint *before_of,
    local uint *fringe_queue,
    local uint *fringe_counts,
    local uint *roots_queue,
    local uint *roots_counts,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, fringe_sizes, fringe_phase);
    uint fringe_round = 0;
    igc_queue_start(fringe_counts);
    uint roots_round = 0;
    igc_queue_start(roots_counts);
    igc_workgroup_barrier();
    uint wg_seen = 0u;
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(fringe_sizes, fringe_phase, fringe_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(fringe_sizes, fringe_phase, fringe_capacity);
        uint u = 0u;
        uint a = 0u;
        ulong own = 0ul;
        if (on) {
            u = fringe_front[i];
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
            a = current;
            own = ULONG_MAX;
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
        own_found[igc_local_id()] = ULONG_MAX;
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
            ulong own_2 = ULONG_MAX;
            const uint a_2 = a_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = first_2 + p;
                const uint u_2_2 = targets[e_2];
                uint current_2_2 = u_2_2;
                uint above_2_2 = current_2_2 < node_count ? igc_load_uint(parent + current_2_2) : 0u;
                while (above_2_2 != current_2_2) {
                    const uint next_2_2 = above_2_2 < node_count ? igc_load_uint(parent + above_2_2) : 0u;
                    if (next_2_2 != above_2_2) {
                        if (current_2_2 < node_count) igc_store_uint(parent + current_2_2, next_2_2);
                    }
                    current_2_2 = above_2_2;
                    above_2_2 = next_2_2;
                }
                const uint b_2 = current_2_2;
                if (a_2 != b_2) {
                    const uint weight_2_2 = weight[e_2];
                    const ulong edge_key_2 = ((ulong)weight_2_2 << 32u) | (ulong)e_2;
                    own_2 = min(own_2, edge_key_2);
                    if (edge_key_2 < (b_2 < node_count ? igc_load_ulong(locks, lightest + b_2) : 0ul)) {
                        const ulong old_3 = b_2 < node_count ? igc_atomic_min_ulong(locks, lightest + b_2, edge_key_2) : 0ul;
                        if (old_3 == ULONG_MAX) {
                            igc_enqueue(roots_queue, roots_counts, roots_round, roots_back, roots_sizes, roots_phase, roots_capacity, b_2);
                        }
                    }
                }
            }
            const ulong all = igc_workgroup_min_ulong(igc_scratch, own_2);
            if (igc_local_id() == 0u) {
                own_found[owner] = min(own_found[owner], all);
            }
        }
        wg_seen = length;
        // sg: the owners with many elements, by a subgroup each
        const uint length_2 = sg_length[0u];
        IGC_SHARE_END uint k_2_end = length_2 - sg_seen;
        for (uint k_2 = igc_subgroup_id(); k_2 < k_2_end; k_2 += igc_subgroup_count()) {
            const uint owner_2 = sg_list[k_2];
            ulong own_3 = ULONG_MAX;
            const uint a_3 = a_of[owner_2];
            const uint first_3 = first_of[owner_2];
            IGC_SHARE_END uint p_2_end = count_of[owner_2];
            for (uint p_2 = igc_lane(); p_2 < p_2_end; p_2 += igc_subgroup_size()) {
                const uint e_3 = first_3 + p_2;
                const uint u_2_3 = targets[e_3];
                uint current_2_3 = u_2_3;
                uint above_2_3 = current_2_3 < node_count ? igc_load_uint(parent + current_2_3) : 0u;
                while (above_2_3 != current_2_3) {
                    const uint next_2_3 = above_2_3 < node_count ? igc_load_uint(parent + above_2_3) : 0u;
                    if (next_2_3 != above_2_3) {
                        if (current_2_3 < node_count) igc_store_uint(parent + current_2_3, next_2_3);
                    }
                    current_2_3 = above_2_3;
                    above_2_3 = next_2_3;
                }
                const uint b_3 = current_2_3;
                if (a_3 != b_3) {
                    const uint weight_3 = weight[e_3];
                    const ulong edge_key_3 = ((ulong)weight_3 << 32u) | (ulong)e_3;
                    own_3 = min(own_3, edge_key_3);
                    if (edge_key_3 < (b_3 < node_count ? igc_load_ulong(locks, lightest + b_3) : 0ul)) {
                        const ulong old_4 = b_3 < node_count ? igc_atomic_min_ulong(locks, lightest + b_3, edge_key_3) : 0ul;
                        if (old_4 == ULONG_MAX) {
                            igc_enqueue(roots_queue, roots_counts, roots_round, roots_back, roots_sizes, roots_phase, roots_capacity, b_3);
                        }
                    }
                }
            }
            const ulong all_2 = igc_subgroup_min_ulong(own_3);
            if (igc_lane() == 0u) {
                own_found[owner_2] = min(own_found[owner_2], all_2);
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
            ulong own_4 = ULONG_MAX;
            const uint end = min(p_3 + 1u * 8u, total);
            const uint q_end = end;
            for (uint q = p_3; q < q_end; q++) {
                if (q >= until) {
                    if (until != 0u) {
                        if (own_4 != ULONG_MAX) {
                            igc_local_atomic_min_ulong(locks, &own_found[owner_3], own_4);
                        }
                        own_4 = ULONG_MAX;
                    }
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                    a_4 = a_of[owner_3];
                }
                const uint e_4 = first_4 + q;
                const uint u_2_4 = targets[e_4];
                uint current_2_4 = u_2_4;
                uint above_2_4 = current_2_4 < node_count ? igc_load_uint(parent + current_2_4) : 0u;
                while (above_2_4 != current_2_4) {
                    const uint next_2_4 = above_2_4 < node_count ? igc_load_uint(parent + above_2_4) : 0u;
                    if (next_2_4 != above_2_4) {
                        if (current_2_4 < node_count) igc_store_uint(parent + current_2_4, next_2_4);
                    }
                    current_2_4 = above_2_4;
                    above_2_4 = next_2_4;
                }
                const uint b_4 = current_2_4;
                if (a_4 != b_4) {
                    const uint weight_4 = weight[e_4];
                    const ulong edge_key_4 = ((ulong)weight_4 << 32u) | (ulong)e_4;
                    own_4 = min(own_4, edge_key_4);
                    if (edge_key_4 < (b_4 < node_count ? igc_load_ulong(locks, lightest + b_4) : 0ul)) {
                        const ulong old_5 = b_4 < node_count ? igc_atomic_min_ulong(locks, lightest + b_4, edge_key_4) : 0ul;
                        if (old_5 == ULONG_MAX) {
                            igc_enqueue(roots_queue, roots_counts, roots_round, roots_back, roots_sizes, roots_phase, roots_capacity, b_4);
                        }
                    }
                }
            }
            if (own_4 != ULONG_MAX) {
                igc_local_atomic_min_ulong(locks, &own_found[owner_3], own_4);
            }
        }
        igc_workgroup_barrier();
        // np: what others have found
        if (on) {
            own = min(own, own_found[igc_local_id()]);
        }
        if (on) {
            if (own < ULONG_MAX) {
                if (own < (a < node_count ? igc_load_ulong(locks, lightest + a) : 0ul)) {
                    const ulong old_2 = a < node_count ? igc_atomic_min_ulong(locks, lightest + a, own) : 0ul;
                    if (old_2 == ULONG_MAX) {
                        igc_enqueue(roots_queue, roots_counts, roots_round, roots_back, roots_sizes, roots_phase, roots_capacity, a);
                    }
                }
                igc_enqueue(fringe_queue, fringe_counts, fringe_round, fringe_back, fringe_sizes, fringe_phase, fringe_capacity, u);
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        fringe_round = igc_flush(fringe_queue, fringe_counts, fringe_round, fringe_back, fringe_sizes, fringe_phase, fringe_capacity);
        // coop-cv: one atomic for all that the workgroup has queued
        roots_round = igc_flush(roots_queue, roots_counts, roots_round, roots_back, roots_sizes, roots_phase, roots_capacity);
    }
}

IGC_WITH_BARRIERS void mst_multiple_wl_join(
    const igc_grid grid,
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

kernel IGC_WORKGROUP void mst_multiple_wl_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *weight,
    global uint *in_forest,
    global uint *parent,
    global ulong *lightest,
    global uint *fringe_front,
    global uint *fringe_back,
    global uint *fringe_sizes,
    uint fringe_phase,
    uint fringe_capacity,
    global uint *roots_front,
    global uint *roots_back,
    global uint *roots_sizes,
    uint roots_phase,
    uint roots_capacity,
    const uint node_count,
    const uint edge_count,
    global uint *locks,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint a_of[IGC_WORKGROUP_SIZE];
    local ulong own_found[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint wg_length[1];
    local uint wg_list[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    local uint fringe_queue[IGC_QUEUE_SIZE];
    local uint fringe_counts[IGC_QUEUE_WORDS];
    local uint roots_queue[IGC_QUEUE_SIZE];
    local uint roots_counts[IGC_QUEUE_WORDS];
    local ulong scratch[IGC_SCRATCH_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint fringe_swapped = 0u;
        uint roots_swapped = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, roots_sizes) & (igc_waiting(&run, fringe_sizes, fringe_phase, fringe_capacity) > 0u))) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(fringe_phase, fringe_swapped);
            mst_multiple_wl_weigh(grid, out_offsets, targets, weight, parent, lightest, igc_front(fringe_front, fringe_back, fringe_swapped), igc_back(fringe_front, fringe_back, fringe_swapped), fringe_sizes, fringe_phase, fringe_capacity, igc_back(roots_front, roots_back, roots_swapped), roots_sizes, roots_phase, roots_capacity, node_count, locks, a_of, own_found, first_of, count_of, wg_length, wg_list, sg_length, sg_list, before_of, fringe_queue, fringe_counts, roots_queue, roots_counts, scratch);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(roots_phase, roots_swapped);
            mst_multiple_wl_join(grid, targets, sources, in_forest, parent, lightest, igc_front(roots_front, roots_back, roots_swapped), roots_sizes, roots_phase, roots_capacity, node_count, edge_count, locks);
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
            results[6] = fringe_phase;
            results[7] = fringe_swapped;
            results[8] = roots_phase;
            results[9] = roots_swapped;
        }
    }
    igc_leave(environment, grid);
}
