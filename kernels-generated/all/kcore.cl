// kcore: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void kcore_count(
    global const uint *out_offsets,
    global int *left,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        left[u] = (int)(out_offsets[u + 1u] - out_offsets[u]);
    }
}

IGC_WITH_BARRIERS void kcore_choose(
    const igc_grid grid,
    global const uint *core,
    global const int *left,
    global int *fewest,
    global const uint *rest_front,
    global uint *rest_back,
    global uint *rest_sizes,
    const uint rest_phase,
    const uint rest_capacity,
    global uint *leaving_back,
    global uint *leaving_sizes,
    const uint leaving_phase,
    const uint leaving_capacity,
    int k,
    local uint *rest_queue,
    local uint *rest_counts,
    local uint *leaving_queue,
    local uint *leaving_counts,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, rest_sizes, rest_phase);
    uint rest_round = 0;
    igc_queue_start(rest_counts);
    uint leaving_round = 0;
    igc_queue_start(leaving_counts);
    igc_workgroup_barrier();
    int fewest_part = INT_MAX;
    IGC_SHARE_END uint base_end = igc_worklist_size(rest_sizes, rest_phase, rest_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        if (i < igc_worklist_size(rest_sizes, rest_phase, rest_capacity)) {
            const uint u = rest_front[i];
            if (core[u] == UINT_MAX) {
                if (left[u] <= k) {
                    igc_enqueue(leaving_queue, leaving_counts, leaving_round, leaving_back, leaving_sizes, leaving_phase, leaving_capacity, u);
                } else {
                    igc_enqueue(rest_queue, rest_counts, rest_round, rest_back, rest_sizes, rest_phase, rest_capacity, u);
                }
                fewest_part = min(fewest_part, left[u]);
            }
        }
        // coop-cv: one atomic for all that the workgroup has queued
        rest_round = igc_flush(rest_queue, rest_counts, rest_round, rest_back, rest_sizes, rest_phase, rest_capacity);
        // coop-cv: one atomic for all that the workgroup has queued
        leaving_round = igc_flush(leaving_queue, leaving_counts, leaving_round, leaving_back, leaving_sizes, leaving_phase, leaving_capacity);
    }
    // coop-cv: one atomic for what the workgroup has found
    const int fewest_group = igc_workgroup_min_int(igc_scratch, fewest_part);
    if (igc_local_id() == 0u && fewest_group != INT_MAX) {
        igc_atomic_min_int(fewest, fewest_group);
    }
}

IGC_WITH_BARRIERS void kcore_leave(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *core,
    global int *left,
    global const uint *leaving_front,
    global uint *leaving_back,
    global uint *leaving_sizes,
    const uint leaving_phase,
    const uint leaving_capacity,
    int k,
    local uint *first_of,
    local uint *count_of,
    local uint *wg_length,
    local uint *wg_list,
    local uint *sg_length,
    local uint *sg_list,
    local uint *before_of,
    local uint *leaving_queue,
    local uint *leaving_counts,
    local ulong *igc_scratch)
{
    igc_clear_spare_size(grid, leaving_sizes, leaving_phase);
    uint leaving_round = 0;
    igc_queue_start(leaving_counts);
    igc_workgroup_barrier();
    uint wg_seen = 0u;
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(leaving_sizes, leaving_phase, leaving_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(leaving_sizes, leaving_phase, leaving_capacity);
        uint u = 0u;
        if (on) {
            u = leaving_front[i];
            igc_store_uint(core + u, (uint)k);
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
        uint left_2 = count;
        if (count >= igc_local_size()) {
            const uint slot_2 = igc_local_atomic_add_uint(&wg_length[0u], 1u);
            wg_list[slot_2 - wg_seen] = igc_local_id();
            left_2 = 0u;
        } else if (count >= igc_subgroup_size()) {
            const uint slot = igc_local_atomic_add_uint(&sg_length[0u], 1u);
            sg_list[slot - sg_seen] = igc_local_id();
            left_2 = 0u;
        }
        uint total;
        const uint before_2 = igc_scan(igc_scratch, left_2, &total);
        before_of[igc_local_id()] = before_2;
        igc_workgroup_barrier();
        // wg: the owners with the most elements, by all of the workgroup
        const uint length = wg_length[0u];
        const uint k_2_end = length - wg_seen;
        for (uint k_2 = 0u; k_2 < k_2_end; k_2++) {
            const uint owner = wg_list[k_2];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = first_2 + p;
                const int before_3 = igc_atomic_add_int(left + targets[e_2], -1);
                if (before_3 == igc_add_int(k, 1)) {
                    igc_enqueue(leaving_queue, leaving_counts, leaving_round, leaving_back, leaving_sizes, leaving_phase, leaving_capacity, targets[e_2]);
                }
            }
        }
        wg_seen = length;
        // sg: the owners with many elements, by a subgroup each
        const uint length_2 = sg_length[0u];
        IGC_SHARE_END uint k_3_end = length_2 - sg_seen;
        for (uint k_3 = igc_subgroup_id(); k_3 < k_3_end; k_3 += igc_subgroup_count()) {
            const uint owner_2 = sg_list[k_3];
            const uint first_3 = first_of[owner_2];
            IGC_SHARE_END uint p_2_end = count_of[owner_2];
            for (uint p_2 = igc_lane(); p_2 < p_2_end; p_2 += igc_subgroup_size()) {
                const uint e_3 = first_3 + p_2;
                const int before_4 = igc_atomic_add_int(left + targets[e_3], -1);
                if (before_4 == igc_add_int(k, 1)) {
                    igc_enqueue(leaving_queue, leaving_counts, leaving_round, leaving_back, leaving_sizes, leaving_phase, leaving_capacity, targets[e_3]);
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
            const uint end = min(p_3 + igc_local_size() * 8u, total);
            IGC_SHARE_END uint q_end = end;
            for (uint q = p_3; q < q_end; q += igc_local_size()) {
                if (q >= until) {
                    owner_3 = igc_search(before_of, q);
                    until = owner_3 + 1u < igc_local_size() ? before_of[min(owner_3 + 1u, igc_local_size() - 1u)] : total;
                    first_4 = first_of[owner_3] - before_of[owner_3];
                }
                const uint e_4 = first_4 + q;
                const int before_5 = igc_atomic_add_int(left + targets[e_4], -1);
                if (before_5 == igc_add_int(k, 1)) {
                    igc_enqueue(leaving_queue, leaving_counts, leaving_round, leaving_back, leaving_sizes, leaving_phase, leaving_capacity, targets[e_4]);
                }
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic for all that the workgroup has queued
        leaving_round = igc_flush(leaving_queue, leaving_counts, leaving_round, leaving_back, leaving_sizes, leaving_phase, leaving_capacity);
    }
}

kernel IGC_WORKGROUP void kcore_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *core,
    global int *left,
    global int *fewest,
    global uint *rest_front,
    global uint *rest_back,
    global uint *rest_sizes,
    uint rest_phase,
    uint rest_capacity,
    global uint *leaving_front,
    global uint *leaving_back,
    global uint *leaving_sizes,
    uint leaving_phase,
    uint leaving_capacity,
    int k,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint rest_queue[IGC_QUEUE_SIZE];
    local uint rest_counts[IGC_QUEUE_WORDS];
    local uint leaving_queue[IGC_QUEUE_SIZE];
    local uint leaving_counts[IGC_QUEUE_WORDS];
    local ulong scratch[IGC_SCRATCH_SIZE];
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
        uint rest_swapped = 0u;
        uint leaving_swapped = 0u;
        while (igc_next_round(&run, igc_has_room(&run, environment, grid, leaving_sizes) & (igc_waiting(&run, rest_sizes, rest_phase, rest_capacity) > 0u))) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            if (igc_global_id(grid) == 0u) {
                igc_store_int(fewest, INT_MAX);
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            IGC_SWAP_BUFFERS(rest_phase, rest_swapped);
            kcore_choose(grid, core, left, fewest, igc_front(rest_front, rest_back, rest_swapped), igc_back(rest_front, rest_back, rest_swapped), rest_sizes, rest_phase, rest_capacity, igc_back(leaving_front, leaving_back, leaving_swapped), leaving_sizes, leaving_phase, leaving_capacity, k, rest_queue, rest_counts, leaving_queue, leaving_counts, scratch);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            while (igc_next_round(&run, igc_has_room(&run, environment, grid, rest_sizes) & (igc_waiting(&run, leaving_sizes, leaving_phase, leaving_capacity) > 0u))) {
                igc_path_start();
                IGC_SWAP_BUFFERS(leaving_phase, leaving_swapped);
                kcore_leave(grid, out_offsets, targets, core, left, igc_front(leaving_front, leaving_back, leaving_swapped), igc_back(leaving_front, leaving_back, leaving_swapped), leaving_sizes, leaving_phase, leaving_capacity, k, first_of, count_of, wg_length, wg_list, sg_length, sg_list, before_of, rest_queue, rest_counts, scratch);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
            }
            k = max(igc_add_int(k, 1), igc_load_int(fewest));
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = as_uint(k);
            results[7] = rest_phase;
            results[8] = rest_swapped;
            results[9] = leaving_phase;
            results[10] = leaving_swapped;
        }
    }
    igc_leave(environment, grid);
}
