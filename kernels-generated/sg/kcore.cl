// kcore: OpenCL C made by igc 0.1.0 with --opts sg.
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

kernel IGC_WORKGROUP void kcore_choose(
    global const uint *core,
    global const int *left,
    global int *fewest,
    global const uint *rest_front,
    global uint *rest_back,
    global uint *rest_sizes,
    const uint rest_turn,
    const uint rest_capacity,
    global uint *leaving_back,
    global uint *leaving_sizes,
    const uint leaving_turn,
    const uint leaving_capacity,
    int k)
{
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, rest_sizes, rest_turn);
    IGC_SHARE_END uint i_end = igc_worklist_size(rest_sizes, rest_turn, rest_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = rest_front[i];
        if (core[u] == UINT_MAX) {
            if (left[u] <= k) {
                igc_push(leaving_back, leaving_sizes, leaving_turn, leaving_capacity, u);
            } else {
                igc_push(rest_back, rest_sizes, rest_turn, rest_capacity, u);
            }
            if (left[u] < igc_load_int(fewest)) {
                igc_atomic_min_int(fewest, left[u]);
            }
        }
    }
}

kernel IGC_WORKGROUP void kcore_leave(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *core,
    global int *left,
    global const uint *leaving_front,
    global uint *leaving_back,
    global uint *leaving_sizes,
    const uint leaving_turn,
    const uint leaving_capacity,
    int k)
{
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    const igc_grid grid = igc_launch();
    igc_worklist_turn(grid, leaving_sizes, leaving_turn);
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end = igc_worklist_size(leaving_sizes, leaving_turn, leaving_capacity);
    for (uint base = igc_group_start(grid); base < base_end; base += igc_global_size(grid)) {
        igc_path_start();
        const uint i = base + igc_local_id();
        const bool on = i < igc_worklist_size(leaving_sizes, leaving_turn, leaving_capacity);
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
        if (count >= igc_subgroup_size()) {
            const uint slot = igc_local_atomic_add_uint(&sg_length[0u], 1u);
            sg_list[slot - sg_seen] = igc_local_id();
            left_2 = 0u;
        }
        igc_workgroup_barrier();
        // sg: the owners with many elements, by a subgroup each
        const uint length = sg_length[0u];
        IGC_SHARE_END uint k_2_end = length - sg_seen;
        for (uint k_2 = igc_subgroup_id(); k_2 < k_2_end; k_2 += igc_subgroup_count()) {
            const uint owner = sg_list[k_2];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_lane(); p < p_end; p += igc_subgroup_size()) {
                const uint e_2 = first_2 + p;
                const int before_2 = igc_atomic_add_int(left + targets[e_2], -1);
                if (before_2 == igc_add_int(k, 1)) {
                    igc_push(leaving_back, leaving_sizes, leaving_turn, leaving_capacity, targets[e_2]);
                }
            }
        }
        sg_seen = length;
        // np: what is left, by its owner
        const uint p_2_end = left_2;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = first + p_2;
            const int before_3 = igc_atomic_add_int(left + targets[e_3], -1);
            if (before_3 == igc_add_int(k, 1)) {
                igc_push(leaving_back, leaving_sizes, leaving_turn, leaving_capacity, targets[e_3]);
            }
        }
        igc_workgroup_barrier();
    }
}
