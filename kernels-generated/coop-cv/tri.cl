// tri: OpenCL C made by igc 0.1.0 with --opts coop-cv.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void tri_orient(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *ahead,
    global uint *ahead_end,
    const uint node_count,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        uint end = out_offsets[u];
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const uint v = targets[e];
            if (out_offsets[v + 1u] - out_offsets[v] > out_offsets[u + 1u] - out_offsets[u] || (out_offsets[v + 1u] - out_offsets[v] == out_offsets[u + 1u] - out_offsets[u] && v > u)) {
                if (end < edge_count) igc_store_uint(ahead + end, targets[e]);
                end = end + 1u;
            }
        }
        ahead_end[u] = end;
    }
}

kernel IGC_WORKGROUP void tri_count(
    global const uint *out_offsets,
    global const uint *ahead,
    global const uint *ahead_end,
    global ulong *triangles,
    const uint node_count,
    const uint edge_count,
    global uint *locks)
{
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    ulong triangles_part = 0ul;
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        ulong found = 0ul;
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            if (e < ahead_end[u]) {
                const uint v = ahead[e];
                uint count = 0u;
                uint i = out_offsets[u];
                uint j = v <= node_count ? out_offsets[v] : 0u;
                while (i < ahead_end[u] && j < (v < node_count ? ahead_end[v] : 0u)) {
                    const uint a = i < edge_count ? ahead[i] : 0u;
                    const uint b = j < edge_count ? ahead[j] : 0u;
                    if (a == b) {
                        count = count + 1u;
                    }
                    i = i + (uint)(a <= b);
                    j = j + (uint)(b <= a);
                }
                found = found + (ulong)count;
            }
        }
        if (found > 0ul) {
            triangles_part = triangles_part + found;
        }
    }
    // coop-cv: one atomic for what the workgroup has found
    const ulong triangles_group = igc_workgroup_add_ulong(igc_scratch, triangles_part);
    if (igc_local_id() == 0u && triangles_group != 0ul) {
        igc_atomic_add_ulong(locks, triangles, triangles_group);
    }
}
