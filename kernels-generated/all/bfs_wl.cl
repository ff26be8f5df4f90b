// bfs_wl: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

IGC_WITH_BARRIERS void bfs_wl_visit(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    uint depth,
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
        if (on) {
            u = worklist_front[i];
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
                const uint v_2 = targets[e_2];
                if (igc_load_uint(level + v_2) == UINT_MAX) {
                    igc_store_uint(level + v_2, depth);
                    igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v_2);
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
                    igc_store_uint(level + v_3, depth);
                    igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v_3);
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
                const uint v_4 = targets[e_4];
                if (igc_load_uint(level + v_4) == UINT_MAX) {
                    igc_store_uint(level + v_4, depth);
                    igc_enqueue(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v_4);
                }
            }
        }
        igc_workgroup_barrier();
        // coop-cv: one atomic for all that the workgroup has queued
        worklist_round = igc_flush(worklist_queue, worklist_counts, worklist_round, worklist_back, worklist_sizes, worklist_phase, worklist_capacity);
    }
}

kernel IGC_WORKGROUP void bfs_wl_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    uint worklist_phase,
    uint worklist_capacity,
    uint depth,
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
    local uint worklist_queue[IGC_QUEUE_SIZE];
    local uint worklist_counts[IGC_QUEUE_WORDS];
    local ulong scratch[IGC_SCRATCH_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint worklist_swapped = 0u;
        while (igc_next_round(&run, igc_waiting(&run, worklist_sizes, worklist_phase, worklist_capacity) > 0u)) {
            igc_path_start();
            IGC_SWAP_BUFFERS(worklist_phase, worklist_swapped);
            bfs_wl_visit(grid, out_offsets, targets, level, igc_front(worklist_front, worklist_back, worklist_swapped), igc_back(worklist_front, worklist_back, worklist_swapped), worklist_sizes, worklist_phase, worklist_capacity, depth, first_of, count_of, wg_length, wg_list, sg_length, sg_list, before_of, worklist_queue, worklist_counts, scratch);
            run.launches++;
            depth = depth + 1u;
            igc_grid_barrier(environment, grid, ++run.barriers);
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = depth;
            results[7] = worklist_phase;
            results[8] = worklist_swapped;
        }
    }
    igc_leave(environment, grid);
}
