// bfs_wl: OpenCL C made by igc 0.1.0 with --opts sg.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_wl_visit(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global const uint *worklist_front,
    global uint *worklist_back,
    global uint *worklist_sizes,
    const uint worklist_phase,
    const uint worklist_capacity,
    uint depth)
{
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes, worklist_phase);
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
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
        if (count >= igc_subgroup_size()) {
            const uint slot = igc_local_atomic_add_uint(&sg_length[0u], 1u);
            sg_list[slot - sg_seen] = igc_local_id();
            left = 0u;
        }
        igc_workgroup_barrier();
        // sg: the owners with many elements, by a subgroup each
        const uint length = sg_length[0u];
        IGC_SHARE_END uint k_end = length - sg_seen;
        for (uint k = igc_subgroup_id(); k < k_end; k += igc_subgroup_count()) {
            const uint owner = sg_list[k];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_lane(); p < p_end; p += igc_subgroup_size()) {
                const uint e_2 = first_2 + p;
                const uint v_2 = targets[e_2];
                if (igc_load_uint(level + v_2) == UINT_MAX) {
                    igc_store_uint(level + v_2, depth);
                    igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v_2);
                }
            }
        }
        sg_seen = length;
        // np: what is left, by its owner
        const uint p_2_end = left;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = first + p_2;
            const uint v_3 = targets[e_3];
            if (igc_load_uint(level + v_3) == UINT_MAX) {
                igc_store_uint(level + v_3, depth);
                igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v_3);
            }
        }
        igc_workgroup_barrier();
    }
}
