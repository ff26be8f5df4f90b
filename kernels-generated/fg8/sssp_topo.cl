// sssp_topo: OpenCL C made by igc 0.1.0 with --opts fg8.
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
    local uint before_of[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
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
        near_of[igc_local_id()] = near;
        uint left = count;
        while (true) {
            igc_path_start();
            const uint take = min(left, 524288u);
            uint total;
            const uint before = igc_scan(igc_scratch, take, &total);
            before_of[igc_local_id()] = before;
            first_of[igc_local_id()] = first;
            igc_workgroup_barrier();
            // fg8: what is left, in a row, eight by eight
            IGC_SHARE_END uint p_end = total;
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size() * 8u) {
                uint owner = 0u;
                uint until = 0u;
                uint first_2 = 0u;
                uint near_2 = 0u;
                const uint end = min(p + igc_local_size() * 8u, total);
                IGC_SHARE_END uint q_end = end;
                for (uint q = p; q < q_end; q += igc_local_size()) {
                    if (q >= until) {
                        owner = igc_search(before_of, q);
                        until = owner + 1u < igc_local_size() ? before_of[min(owner + 1u, igc_local_size() - 1u)] : total;
                        first_2 = first_of[owner] - before_of[owner];
                        near_2 = near_of[owner];
                    }
                    const uint e_2 = first_2 + q;
                    const uint far_2 = near_2 + weight[e_2];
                    if (far_2 >= near_2 && far_2 < igc_load_uint(dist + targets[e_2])) {
                        const uint old_2 = igc_atomic_min_uint(dist + targets[e_2], far_2);
                        if (old_2 > far_2) {
                            igc_atomic_or_uint(changed, 1u);
                        }
                    }
                }
            }
            igc_workgroup_barrier();
            if (total < 524288u) {
                break;
            }
            left = left - take;
            first = first + take;
        }
    }
}
