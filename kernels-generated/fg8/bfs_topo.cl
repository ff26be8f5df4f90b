// bfs_topo: OpenCL C made by igc 0.1.0 with --opts fg8.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_topo_visit(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level,
    global uint *reached,
    const uint node_count,
    uint depth)
{
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
            yes = igc_load_uint(level + u) == depth;
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (yes) {
            first = out_offsets[u];
            count = out_offsets[u + 1u] - out_offsets[u];
        }
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
                const uint end = min(p + igc_local_size() * 8u, total);
                IGC_SHARE_END uint q_end = end;
                for (uint q = p; q < q_end; q += igc_local_size()) {
                    if (q >= until) {
                        owner = igc_search(before_of, q);
                        until = owner + 1u < igc_local_size() ? before_of[min(owner + 1u, igc_local_size() - 1u)] : total;
                        first_2 = first_of[owner] - before_of[owner];
                    }
                    const uint e_2 = first_2 + q;
                    if (igc_load_uint(level + targets[e_2]) == UINT_MAX) {
                        igc_store_uint(level + targets[e_2], depth + 1u);
                        igc_atomic_or_uint(reached, 1u);
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
