// label_propagation: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
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

IGC_WITH_BARRIERS void label_propagation_vote(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global const uint *label,
    global uint *next,
    const uint node_count)
{
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

kernel IGC_WORKGROUP void label_propagation_outlined_0(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *in_offsets,
    global const uint *in_edges,
    global uint *label,
    global uint *next,
    const uint node_count,
    const uint rounds,
    const ulong rounds_2,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds_2, most_rounds);
        uint label_place = 0u;
        uint next_place = 1u;
        const uint _round_end = rounds;
        for (uint _round = 0u; igc_next_round(&run, _round < _round_end); _round++) {
            igc_path_start();
            igc_grid_barrier(environment, grid, ++run.barriers);
            label_propagation_vote(grid, out_offsets, targets, sources, in_offsets, in_edges, label, next, node_count);
            run.launches++;
            IGC_SWAP(global uint *, label, next);
            IGC_SWAP(uint, label_place, next_place);
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = label_place;
            results[7] = next_place;
        }
    }
    igc_leave(environment, grid);
}
