// cc: OpenCL C made by igc 0.1.0 with --opts sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void cc_start(
    global uint *component,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        component[u] = u;
    }
}

kernel IGC_WORKGROUP void cc_hook(
    global const uint *targets,
    global const uint *sources,
    global uint *component,
    global uint *hooked,
    const uint node_count,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint e = igc_global_id(grid); e < edge_count; e += igc_global_size(grid)) {
        const uint a = igc_load_uint(component + sources[e]);
        const uint b = igc_load_uint(component + targets[e]);
        if (a != b) {
            const uint low = min(a, b);
            const uint old = max(a, b) < node_count ? igc_atomic_min_uint(component + max(a, b), low) : 0u;
            if (old > low) {
                igc_atomic_or_uint(hooked, 1u);
            }
        }
    }
}

kernel IGC_WORKGROUP void cc_jump(
    global uint *component,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        uint root = igc_load_uint(component + u);
        while ((root < node_count ? igc_load_uint(component + root) : 0u) < root) {
            root = root < node_count ? igc_load_uint(component + root) : 0u;
        }
        igc_store_uint(component + u, root);
    }
}
