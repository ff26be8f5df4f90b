// pr_residual: OpenCL C made by igc 0.1.0 with --opts sg.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_residual_pass_on(
    global const uint *out_offsets,
    global const uint *targets,
    global float *rank,
    global long *residual,
    global uint *active,
    const uint node_count,
    const float damping,
    const float tolerance,
    global uint *locks)
{
    local long share_of[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint sg_length[1];
    local uint sg_list[IGC_WORKGROUP_SIZE];
    const igc_grid grid = igc_launch();
    uint sg_seen = 0u;
    if (igc_local_id() == 0u) {
        sg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    const float x = tolerance;
    const long least = igc_long_from_float(x * 4294967300.0f);
    for (uint base = igc_group_start(grid); base < node_count; base += igc_global_size(grid)) {
        igc_path_start();
        const uint u = base + igc_local_id();
        const bool on = u < node_count;
        bool yes = false;
        if (on) {
            yes = igc_load_long(locks, residual + u) > least;
        }
        float given = 0.0f;
        if (yes) {
            const long old = igc_atomic_swap_long(locks, residual + u, 0l);
            given = (float)old * 2.3283064e-10f;
            rank[u] = rank[u] + given;
            igc_atomic_or_uint(active, 1u);
        }
        bool yes_2 = false;
        if (yes) {
            yes_2 = out_offsets[u + 1u] - out_offsets[u] > 0u;
        }
        long share = 0l;
        if (yes_2) {
            const float x_2 = damping * given / (float)(out_offsets[u + 1u] - out_offsets[u]);
            share = igc_long_from_float(x_2 * 4294967300.0f);
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (yes_2) {
            first = out_offsets[u];
            count = out_offsets[u + 1u] - out_offsets[u];
        }
        first_of[igc_local_id()] = first;
        count_of[igc_local_id()] = count;
        share_of[igc_local_id()] = share;
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
            const long share_2 = share_of[owner];
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_lane(); p < p_end; p += igc_subgroup_size()) {
                const uint e_2 = first_2 + p;
                igc_atomic_add_long(locks, residual + targets[e_2], share_2);
            }
        }
        sg_seen = length;
        // np: what is left, by its owner
        const uint p_2_end = left;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = first + p_2;
            igc_atomic_add_long(locks, residual + targets[e_3], share);
        }
        igc_workgroup_barrier();
    }
}
