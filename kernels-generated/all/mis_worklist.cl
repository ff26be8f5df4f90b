// mis_worklist: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void mis_worklist_draw(
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

IGC_WITH_BARRIERS void mis_worklist_choose(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *decided,
    global const uint *priority,
    global const uint *undecided_front,
    global uint *undecided_back,
    global uint *undecided_sizes,
    const uint undecided_phase,
    const uint undecided_capacity,
    global uint *joining_back,
    global uint *joining_sizes,
    const uint joining_phase,
    const uint joining_capacity,
    local uint *undecided_queue,
    local uint *undecided_counts,
    local uint *joining_queue,
    local uint *joining_counts)
{
    igc_clear_spare_size(grid, undecided_sizes, undecided_phase);
    uint undecided_round = 0;
    igc_queue_start(undecided_counts);
    uint joining_round = 0;
    igc_queue_start(joining_counts);
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(undecided_sizes, undecided_phase, undecided_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        if (i < igc_worklist_size(undecided_sizes, undecided_phase, undecided_capacity)) {
            const uint u = undecided_front[i];
            if (decided[u] == 0u) {
                bool first = true;
                const uint e_end = out_offsets[u + 1u];
                for (uint e = out_offsets[u]; e < e_end; e++) {
                    if (decided[targets[e]] == 0u && priority[targets[e]] > priority[u]) {
                        first = false;
                        break;
                    }
                }
                if (first) {
                    igc_enqueue(joining_queue, joining_counts, joining_round, joining_back, joining_sizes, joining_phase, joining_capacity, u);
                } else {
                    igc_enqueue(undecided_queue, undecided_counts, undecided_round, undecided_back, undecided_sizes, undecided_phase, undecided_capacity, u);
                }
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        undecided_round = igc_flush(undecided_queue, undecided_counts, undecided_round, undecided_back, undecided_sizes, undecided_phase, undecided_capacity);
        // coop-cv: one atomic for all that the workgroup has queued
        joining_round = igc_flush(joining_queue, joining_counts, joining_round, joining_back, joining_sizes, joining_phase, joining_capacity);
    }
}

IGC_WITH_BARRIERS void mis_worklist_settle(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set,
    global uint *decided,
    global const uint *joining_front,
    global uint *joining_sizes,
    const uint joining_phase,
    const uint joining_capacity,
    local uint *first_of,
    local uint *count_of,
    local uint *wg_length,
    local uint *wg_list,
    local uint *sg_length,
    local uint *sg_list,
    local uint *before_of,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, joining_sizes, joining_phase);
    uint wg_seen = 0u;
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(joining_sizes, joining_phase, joining_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(joining_sizes, joining_phase, joining_capacity);
        uint u = 0u;
        if (on) {
            u = joining_front[i];
            igc_store_uint(in_set + u, 1u);
            igc_store_uint(decided + u, 1u);
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
                igc_store_uint(decided + targets[e_2], 1u);
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
                igc_store_uint(decided + targets[e_3], 1u);
            }
        }
        sg_seen = length_2;
        // fg8: what is left, in a row, eight by eight
        IGC_SHARE_END uint p_3_end = total;
        for (uint p_3 = igc_local_id(); p_3 < p_3_end; p_3 += igc_local_size() * 8u) {
            uint owner_3 = 0u;
            uint until = 0u;
            uint first_4 = 0u;
            const uint end = min(p_3 + igc_local_size() * 8u, total);
            IGC_SHARE_END uint q_end = end;
            for (uint q = p_3; q < q_end; q += igc_local_size()) {
                if (q >= until) {
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                }
                const uint e_4 = first_4 + q;
                igc_store_uint(decided + targets[e_4], 1u);
            }
        }
        igc_workgroup_barrier();
    }
}

kernel IGC_WORKGROUP void mis_worklist_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set,
    global uint *decided,
    global const uint *priority,
    global uint *undecided_front,
    global uint *undecided_back,
    global uint *undecided_sizes,
    uint undecided_phase,
    uint undecided_capacity,
    global uint *joining_front,
    global uint *joining_back,
    global uint *joining_sizes,
    uint joining_phase,
    uint joining_capacity,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint undecided_queue[IGC_QUEUE_SIZE];
    local uint undecided_counts[IGC_QUEUE_WORDS];
    local uint joining_queue[IGC_QUEUE_SIZE];
    local uint joining_counts[IGC_QUEUE_WORDS];
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
        igc_run run = igc_start(rounds, most_rounds);
        uint undecided_swapped = 0u;
        uint joining_swapped = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, joining_sizes) & (igc_waiting(&run, undecided_sizes, undecided_phase, undecided_capacity) > 0u))) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(undecided_phase, undecided_swapped);
            mis_worklist_choose(grid, out_offsets, targets, decided, priority, igc_front(undecided_front, undecided_back, undecided_swapped), igc_back(undecided_front, undecided_back, undecided_swapped), undecided_sizes, undecided_phase, undecided_capacity, igc_back(joining_front, joining_back, joining_swapped), joining_sizes, joining_phase, joining_capacity, undecided_queue, undecided_counts, joining_queue, joining_counts);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(joining_phase, joining_swapped);
            mis_worklist_settle(grid, out_offsets, targets, in_set, decided, igc_front(joining_front, joining_back, joining_swapped), joining_sizes, joining_phase, joining_capacity, first_of, count_of, wg_length, wg_list, sg_length, sg_list, before_of, scratch);
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
            results[6] = undecided_phase;
            results[7] = undecided_swapped;
            results[8] = joining_phase;
            results[9] = joining_swapped;
        }
    }
    igc_leave(environment, grid);
}
