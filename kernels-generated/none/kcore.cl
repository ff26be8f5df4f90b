// kcore: OpenCL C made by igc 0.1.0 with --opts none.
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
    const uint rest_phase,
    const uint rest_capacity,
    global uint *leaving_back,
    global uint *leaving_sizes,
    const uint leaving_phase,
    const uint leaving_capacity,
    int k)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, rest_sizes, rest_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(rest_sizes, rest_phase, rest_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = rest_front[i];
        if (core[u] == UINT_MAX) {
            if (left[u] <= k) {
                igc_push(leaving_back, leaving_sizes, leaving_phase, leaving_capacity, u);
            } else {
                igc_push(rest_back, rest_sizes, rest_phase, rest_capacity, u);
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
    const uint leaving_phase,
    const uint leaving_capacity,
    int k)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, leaving_sizes, leaving_phase);
    IGC_SHARE_END uint i_end = igc_worklist_size(leaving_sizes, leaving_phase, leaving_capacity);
    for (uint i = igc_global_id(grid); i < i_end; i += igc_global_size(grid)) {
        const uint u = leaving_front[i];
        igc_store_uint(core + u, (uint)k);
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const int before = igc_atomic_add_int(left + targets[e], -1);
            if (before == igc_add_int(k, 1)) {
                igc_push(leaving_back, leaving_sizes, leaving_phase, leaving_capacity, targets[e]);
            }
        }
    }
}
