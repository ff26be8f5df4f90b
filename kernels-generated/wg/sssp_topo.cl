// sssp_topo: OpenCL C made by igc 0.1.0 with --opts wg.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void sssp_topo_relax(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *dist,
    global const uint *weight,
    global uint *changed,
    const uint node_count)
{
    local uint near_of[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint wg_length[1];
    local uint wg_list[IGC_WORKGROUP_SIZE];
    const igc_grid grid = igc_launch();
    uint wg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    for (uint base = igc_group_start(grid); base < node_count; base += igc_global_size(grid)) {
        igc_path_start();
        const uint u = base + igc_local_id();
        const bool on = u < node_count;
        bool yes = false;
        if (on) {
            yes = igc_load_uint(dist + u) < UINT_MAX;
        }
        uint near = 0u;
        if (yes) {
            near = igc_load_uint(dist + u);
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (yes) {
            first = out_offsets[u];
            count = out_offsets[u + 1u] - out_offsets[u];
        }
        first_of[igc_local_id()] = first;
        count_of[igc_local_id()] = count;
        near_of[igc_local_id()] = near;
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
            const uint near_2 = near_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = first_2 + p;
                const uint far_2 = near_2 + weight[e_2];
                if (far_2 >= near_2 && far_2 < igc_load_uint(dist + targets[e_2])) {
                    const uint old_2 = igc_atomic_min_uint(dist + targets[e_2], far_2);
                    if (old_2 > far_2) {
                        igc_atomic_or_uint(changed, 1u);
                    }
                }
            }
        }
        wg_seen = length;
        // np: what is left, by its owner
        const uint p_2_end = left;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = first + p_2;
            const uint far_3 = near + weight[e_3];
            if (far_3 >= near && far_3 < igc_load_uint(dist + targets[e_3])) {
                const uint old_3 = igc_atomic_min_uint(dist + targets[e_3], far_3);
                if (old_3 > far_3) {
                    igc_atomic_or_uint(changed, 1u);
                }
            }
        }
        igc_workgroup_barrier();
    }
}
