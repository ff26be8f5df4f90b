// sssp_topo: OpenCL C made by igc 0.1.0 with --opts coop-cv.
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
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    bool changed_part = false;
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        if (igc_load_uint(dist + u) < UINT_MAX) {
            const uint near = igc_load_uint(dist + u);
            const uint e_end = out_offsets[u + 1u];
            for (uint e = out_offsets[u]; e < e_end; e++) {
                const uint far = near + weight[e];
                if (far >= near && far < igc_load_uint(dist + targets[e])) {
                    const uint old = igc_atomic_min_uint(dist + targets[e], far);
                    if (old > far) {
                        changed_part = changed_part | true;
                    }
                }
            }
        }
    }
    // coop-cv: one atomic for what the workgroup has found
    const bool changed_group = igc_workgroup_or_uint(igc_scratch, (uint)changed_part) != 0u;
    if (igc_local_id() == 0u && changed_group != false) {
        igc_atomic_or_uint(changed, (uint)changed_group);
    }
}
