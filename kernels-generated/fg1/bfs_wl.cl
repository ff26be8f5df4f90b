// bfs_wl: OpenCL C made by igc 0.1.0 with --opts fg1.
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
    local uint before_of[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes, worklist_phase);
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
        uint left = count;
        while (true) {
            igc_path_start();
            const uint take = min(left, 524288u);
            uint total;
            const uint before = igc_scan(igc_scratch, take, &total);
            before_of[igc_local_id()] = before;
            first_of[igc_local_id()] = first;
            igc_workgroup_barrier();
            // fg1: what is left, in a row, one by one
            IGC_SHARE_END uint p_end = total;
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint owner = igc_search(before_of, p);
                const uint first_2 = first_of[owner];
                const uint e_2 = first_2 + (p - before_of[owner]);
                const uint v_2 = targets[e_2];
                if (igc_load_uint(level + v_2) == UINT_MAX) {
                    igc_store_uint(level + v_2, depth);
                    igc_push(worklist_back, worklist_sizes, worklist_phase, worklist_capacity, v_2);
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
