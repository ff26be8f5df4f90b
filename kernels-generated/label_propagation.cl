// label_propagation: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel void label_propagation_start(
    global uint *label,
    const uint node_count)
{
    for (uint u = igc_global_id(); u < node_count; u += igc_global_size()) {
        label[u] = u;
    }
}

kernel void label_propagation_vote(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *label,
    global uint *next,
    const uint node_count)
{
    for (uint u = igc_global_id(); u < node_count; u += igc_global_size()) {
        uint best = label[u];
        uint most = 0u;
        const uint e_end = out_offsets[u + 1u];
        for (uint e = out_offsets[u]; e < e_end; e++) {
            const uint candidate = label[targets[e]];
            if (candidate != best || most == 0u) {
                uint count = 0u;
                const uint e_2_end = out_offsets[u + 1u];
                for (uint e_2 = out_offsets[u]; e_2 < e_2_end; e_2++) {
                    if (label[targets[e_2]] == candidate) {
                        count = count + 1u;
                    }
                }
                const uint count_2 = count;
                if (count_2 > most || (count_2 == most && candidate < best)) {
                    best = candidate;
                    most = count_2;
                }
            }
        }
        next[u] = best;
    }
}
