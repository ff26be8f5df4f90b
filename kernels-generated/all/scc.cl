// scc: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
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

IGC_WITH_BARRIERS void scc_trim(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *component,
    global const uint *region,
    const uint node_count)
{
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

IGC_WITH_BARRIERS void scc_start(
    const igc_grid grid,
    global const uint *component,
    global uint *colour,
    global const uint *priority,
    global uint *open,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    const uint node_count,
    local uint *worklist_queue,
    local uint *worklist_counts,
    local ulong *igc_scratch)
{
    uint worklist_round = 0;
    igc_queue_start(worklist_counts);
    igc_workgroup_barrier();
    uint open_part = 0u;
    for (uint base = igc_group_start(grid); base < node_count; base += igc_global_size(grid)) {
        igc_path_start();
        const uint u = base + igc_local_id();
        if (u < node_count) {
            if (component[u] == UINT_MAX) {
                colour[u] = priority[u];
                igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, u);
                open_part = open_part + 1u;
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        worklist_round = igc_flush(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity);
    }
    // coop-cv: one atomic for what the workgroup has found
    const uint open_group = igc_workgroup_add_uint(igc_scratch, open_part);
    if (igc_local_id() == 0u && open_group != 0u) {
        igc_atomic_add_uint(open, open_group);
    }
}

IGC_WITH_BARRIERS void scc_spread(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *component,
    global uint *colour,
    global const uint *region,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    local uint *u_of,
    local uint *colour_of,
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
            const uint u_2 = u_of[owner];
            const uint colour_2_2 = colour_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = first_2 + p;
                const uint v_2 = targets[e_2];
                if (component[v_2] == UINT_MAX && region[v_2] == region[u_2] && igc_load_uint(colour + v_2) < colour_2_2) {
                    const uint old_2 = igc_atomic_max_uint(colour + v_2, colour_2_2);
                    if (old_2 < colour_2_2) {
                        igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v_2);
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
            const uint u_3 = u_of[owner_2];
            const uint colour_3 = colour_of[owner_2];
            const uint first_3 = first_of[owner_2];
            IGC_SHARE_END uint p_2_end = count_of[owner_2];
            for (uint p_2 = igc_lane(); p_2 < p_2_end; p_2 += igc_subgroup_size()) {
                const uint e_3 = first_3 + p_2;
                const uint v_3 = targets[e_3];
                if (component[v_3] == UINT_MAX && region[v_3] == region[u_3] && igc_load_uint(colour + v_3) < colour_3) {
                    const uint old_3 = igc_atomic_max_uint(colour + v_3, colour_3);
                    if (old_3 < colour_3) {
                        igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v_3);
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
            uint u_4 = 0u;
            uint colour_4 = 0u;
            const uint end = min(p_3 + igc_local_size() * 8u, total);
            IGC_SHARE_END uint q_end = end;
            for (uint q = p_3; q < q_end; q += igc_local_size()) {
                if (q >= until) {
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                    u_4 = u_of[owner_3];
                    colour_4 = colour_of[owner_3];
                }
                const uint e_4 = first_4 + q;
                const uint v_4 = targets[e_4];
                if (component[v_4] == UINT_MAX && region[v_4] == region[u_4] && igc_load_uint(colour + v_4) < colour_4) {
                    const uint old_4 = igc_atomic_max_uint(colour + v_4, colour_4);
                    if (old_4 < colour_4) {
                        igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v_4);
                    }
                }
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic for all that the workgroup has queued
        worklist_round = igc_flush(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity);
    }
}

IGC_WITH_BARRIERS void scc_root(
    const igc_grid grid,
    global uint *component,
    global const uint *colour,
    global uint *region,
    global const uint *priority,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    const uint node_count,
    local uint *worklist_queue,
    local uint *worklist_counts)
{
    uint worklist_round = 0;
    igc_queue_start(worklist_counts);
    igc_workgroup_barrier();
    for (uint base = igc_group_start(grid); base < node_count; base += igc_global_size(grid)) {
        igc_path_start();
        const uint u = base + igc_local_id();
        if (u < node_count) {
            if (component[u] == UINT_MAX) {
                region[u] = colour[u];
                if (colour[u] == priority[u]) {
                    component[u] = u;
                    igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, u);
                }
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        worklist_round = igc_flush(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity);
    }
}

IGC_WITH_BARRIERS void scc_gather(
    const igc_grid grid,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *component,
    global const uint *region,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    local uint *v_of,
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
            const uint v_2 = v_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = in_edges[first_2 + p];
                if (region[sources[e_2]] == region[v_2]) {
                    const uint found_2 = igc_atomic_cas_uint(component + sources[e_2], UINT_MAX, igc_load_uint(component + v_2));
                    if (found_2 == UINT_MAX) {
                        igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, sources[e_2]);
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
            const uint v_3 = v_of[owner_2];
            const uint first_3 = first_of[owner_2];
            IGC_SHARE_END uint p_2_end = count_of[owner_2];
            for (uint p_2 = igc_lane(); p_2 < p_2_end; p_2 += igc_subgroup_size()) {
                const uint e_3 = in_edges[first_3 + p_2];
                if (region[sources[e_3]] == region[v_3]) {
                    const uint found_3 = igc_atomic_cas_uint(component + sources[e_3], UINT_MAX, igc_load_uint(component + v_3));
                    if (found_3 == UINT_MAX) {
                        igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, sources[e_3]);
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
            uint v_4 = 0u;
            const uint end = min(p_3 + igc_local_size() * 8u, total);
            IGC_SHARE_END uint q_end = end;
            for (uint q = p_3; q < q_end; q += igc_local_size()) {
                if (q >= until) {
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                    v_4 = v_of[owner_3];
                }
                const uint e_4 = in_edges[first_4 + q];
                if (region[sources[e_4]] == region[v_4]) {
                    const uint found_4 = igc_atomic_cas_uint(component + sources[e_4], UINT_MAX, igc_load_uint(component + v_4));
                    if (found_4 == UINT_MAX) {
                        igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, sources[e_4]);
                    }
                }
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic for all that the workgroup has queued
        worklist_round = igc_flush(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity);
    }
}

kernel IGC_WORKGROUP void scc_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *component,
    global uint *colour,
    global uint *region,
    global const uint *priority,
    global uint *open,
    global uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    uint worklist_phase,
    uint worklist_capacity,
    const uint node_count,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint worklist_queue[IGC_QUEUE_SIZE];
    local uint worklist_counts[IGC_QUEUE_WORDS];
    local ulong scratch[IGC_SCRATCH_SIZE];
    local uint u_of[IGC_WORKGROUP_SIZE];
    local uint colour_of[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint wg_length[1];
    local uint wg_list[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    local uint before_of[IGC_WORKGROUP_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint worklist_swapped = 0u;
        {
            bool again = true;
            while (igc_next_round(&run, igc_has_room(&run, environment, grid, worklist_sizes) & again)) {
                igc_path_start();
                igc_grid_barrier(environment, grid, ++run.barriers);
                if (igc_global_id(grid) == 0u) {
                    igc_store_uint(open, 0u);
                }
                scc_trim(grid, out_offsets, targets, sources, in_offsets, in_edges, component, region, node_count);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                scc_start(grid, component, colour, priority, open, igc_back(worklist_front, worklist_back, worklist_swapped), worklist_sizes, worklist_phase, worklist_capacity, node_count, worklist_queue, worklist_counts, scratch);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                while (igc_next_round(&run, igc_waiting(&run, worklist_sizes, worklist_phase, worklist_capacity) > 0u)) {
                    igc_path_start();
                    IGC_SWAP_BUFFERS(worklist_phase, worklist_swapped);
                    scc_spread(grid, out_offsets, targets, component, colour, region, igc_front(worklist_front, worklist_back, worklist_swapped), igc_back(worklist_front, worklist_back, worklist_swapped), worklist_sizes, worklist_phase, worklist_capacity, u_of, colour_of, first_of, count_of, wg_length, wg_list, sg_length, sg_list, before_of, worklist_queue, worklist_counts, scratch);
                    run.launches++;
                    igc_grid_barrier(environment, grid, ++run.barriers);
                }
                igc_grid_barrier(environment, grid, ++run.barriers);
                scc_root(grid, component, colour, region, priority, igc_back(worklist_front, worklist_back, worklist_swapped), worklist_sizes, worklist_phase, worklist_capacity, node_count, worklist_queue, worklist_counts);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                while (igc_next_round(&run, igc_waiting(&run, worklist_sizes, worklist_phase, worklist_capacity) > 0u)) {
                    igc_path_start();
                    IGC_SWAP_BUFFERS(worklist_phase, worklist_swapped);
                    scc_gather(grid, sources, in_offsets, in_edges, component, region, igc_front(worklist_front, worklist_back, worklist_swapped), igc_back(worklist_front, worklist_back, worklist_swapped), worklist_sizes, worklist_phase, worklist_capacity, u_of, colour_of, first_of, wg_length, count_of, sg_length, wg_list, sg_list, worklist_queue, worklist_counts, scratch);
                    run.launches++;
                    igc_grid_barrier(environment, grid, ++run.barriers);
                }
                again = igc_load_uint(open) > 0u;
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
            results[6] = worklist_phase;
            results[7] = worklist_swapped;
        }
    }
    igc_leave(environment, grid);
}
