// pr_tp: OpenCL C made by igc 0.1.0 with --opts wg.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_tp_divide(
    global const uint *out_offsets,
    global const float *rank,
    global float *share,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        share[u] = 0.0f;
        if (out_offsets[u + 1u] - out_offsets[u] > 0u) {
            share[u] = rank[u] / (float)(out_offsets[u + 1u] - out_offsets[u]);
        }
    }
}

kernel IGC_WORKGROUP void pr_tp_gather(
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global float *rank,
    global const float *share,
    global uint *moving,
    const uint node_count,
    const float damping,
    const float tolerance)
{
    local long sum_found[IGC_WORKGROUP_SIZE];
    local uint first_of[IGC_WORKGROUP_SIZE];
    local uint count_of[IGC_WORKGROUP_SIZE];
    local uint wg_length[1];
    local uint wg_list[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    uint wg_seen = 0u;
    if (igc_local_id() == 0u) {
        wg_length[0u] = 0u;
    }
    igc_workgroup_barrier();
    for (uint base = igc_group_start(grid); base < node_count; base += igc_global_size(grid)) {
        igc_path_start();
        const uint v = base + igc_local_id();
        const bool on = v < node_count;
        long sum = 0l;
        if (on) {
            sum = 0l;
        }
        // np: what each work-item would have to go through
        uint first = 0u;
        uint count = 0u;
        if (on) {
            first = in_offsets[v];
            count = in_offsets[v + 1u] - in_offsets[v];
        }
        first_of[igc_local_id()] = first;
        count_of[igc_local_id()] = count;
        sum_found[igc_local_id()] = 0l;
        uint left = count;
        if (count >= igc_local_size()) {
            const uint slot = igc_local_atomic_add_uint(&wg_length[0u], 1u);
            wg_list[slot - wg_seen] = igc_local_id();
            left = 0u;
        }
        igc_workgroup_barrier();
        // wg: the owners with the most elements, by all of the workgroup
        const uint length = wg_length[0u];
        const uint k_end = length - wg_seen;
        for (uint k = 0u; k < k_end; k++) {
            igc_path_start();
            const uint owner = wg_list[k];
            long sum_2 = 0l;
            const uint first_2 = first_of[owner];
            IGC_SHARE_END uint p_end = count_of[owner];
            for (uint p = igc_local_id(); p < p_end; p += igc_local_size()) {
                const uint e_2 = in_edges[first_2 + p];
                const float x_2 = share[sources[e_2]];
                sum_2 = igc_add_long(sum_2, igc_long_from_float(x_2 * 4294967300.0f));
            }
            const long all = igc_workgroup_add_long(igc_scratch, sum_2);
            if (igc_local_id() == 0u) {
                sum_found[owner] = igc_add_long(sum_found[owner], all);
            }
        }
        wg_seen = length;
        // np: what is left, by its owner
        const uint p_2_end = left;
        for (uint p_2 = 0u; p_2 < p_2_end; p_2++) {
            const uint e_3 = in_edges[first + p_2];
            const float x_3 = share[sources[e_3]];
            sum = igc_add_long(sum, igc_long_from_float(x_3 * 4294967300.0f));
        }
        igc_workgroup_barrier();
        // np: what others have found
        if (on) {
            sum = igc_add_long(sum, sum_found[igc_local_id()]);
        }
        if (on) {
            const float rank_2 = 1.0f - damping + damping * ((float)sum * 2.3283064e-10f);
            if (fabs(rank_2 - rank[v]) > fmax(tolerance, rank_2 * 1e-6f)) {
                igc_atomic_or_uint(moving, 1u);
            }
            rank[v] = rank_2;
        }
    }
}
