// mis_worklist: OpenCL C made by igc 0.1.0 with --opts wg.
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

kernel IGC_WORKGROUP void mis_worklist_choose(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *decided,
    global const uint *priority,
    global const uint *undecided_front,
    global uint *undecided_back,
    global uint *undecided_sizes,
    const uint undecided_turn,
    const uint undecided_capacity,
    global uint *joining_back,
    global uint *joining_sizes,
    const uint joining_turn,
    const uint joining_capacity)
{
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, undecided_sizes, undecided_turn);
    IGC_SHARE_END uint i_end = igc_worklist_size(undecided_sizes, undecided_turn, undecided_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
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
                igc_push(joining_back, joining_sizes, joining_turn, joining_capacity, u);
            } else {
                igc_push(undecided_back, undecided_sizes, undecided_turn, undecided_capacity, u);
            }
        }
    }
}

kernel IGC_WORKGROUP void mis_worklist_settle(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set,
    global uint *decided,
    global const uint *joining_front,
    global uint *joining_sizes,
    const uint joining_turn,
    const uint joining_capacity)
{
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint wg_length[1];
    local uint wg_list[IGC_WORKGROUP_SIZE];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, joining_sizes, joining_turn);
    uint wg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(joining_sizes, joining_turn, joining_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(joining_sizes, joining_turn, joining_capacity);
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
            const uint slot = igc_local_atomic_add_uint(&wg_length[0u], 1u);
            wg_list[slot - wg_seen] = igc_local_id();
            left = 0u;
        }
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
        // np: what is left, by its owner
        const uint p_2_end = left;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = first + p_2;
            igc_store_uint(decided + targets[e_3], 1u);
        }
        igc_workgroup_barrier();
    }
}
