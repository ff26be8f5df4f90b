// label_propagation: OpenCL C made by igc 0.1.0 with --opts sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void label_propagation_start(
    global uint *label,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        label[u] = u;
    }
}

kernel IGC_WORKGROUP void label_propagation_vote(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global const uint *label,
    global uint *next,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        ulong best = 0ul;
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const uint before = label[targets[e]];
            if (before != UINT_MAX - (uint)(best & 4294967295ul)) {
                const uint candidate = label[targets[e]];
                ulong count = 0ul;
                const uint e_2_end = out_offsets[u + 1u];
                for (uint e_2 = out_offsets[u]; e_2 < e_2_end; e_2++) {
                    if (label[targets[e_2]] == candidate) {
                        count = count + 1ul;
                    }
                }
                const uint i_end = in_offsets[u + 1u];
                for (uint i = in_offsets[u]; i < i_end; i++) {
                    const uint e_3 = in_edges[i];
                    if (label[sources[e_3]] == candidate) {
                        count = count + 1ul;
                    }
                }
                best = max(best, (count << 32u) | (ulong)(UINT_MAX - candidate));
            }
        }
        const uint i_2_end = in_offsets[u + 1u];
        for (uint i_2 = in_offsets[u]; i_2 < i_2_end; i_2++) {
            const uint e_4 = in_edges[i_2];
            const uint before_2 = label[sources[e_4]];
            if (before_2 != UINT_MAX - (uint)(best & 4294967295ul)) {
                const uint candidate_2 = label[sources[e_4]];
                ulong count_2 = 0ul;
                const uint e_5_end = out_offsets[u + 1u];
                for (uint e_5 = out_offsets[u]; e_5 < e_5_end; e_5++) {
                    if (label[targets[e_5]] == candidate_2) {
                        count_2 = count_2 + 1ul;
                    }
                }
                const uint i_3_end = in_offsets[u + 1u];
                for (uint i_3 = in_offsets[u]; i_3 < i_3_end; i_3++) {
                    const uint e_6 = in_edges[i_3];
                    if (label[sources[e_6]] == candidate_2) {
                        count_2 = count_2 + 1ul;
                    }
                }
                best = max(best, (count_2 << 32u) | (ulong)(UINT_MAX - candidate_2));
            }
        }
        next[u] = best > 0ul ? UINT_MAX - (uint)(best & 4294967295ul) : label[u];
    }
}
