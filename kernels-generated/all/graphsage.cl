// graphsage: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void graphsage_start_(
    global const float *feature_,
    global float *hidden_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        for (uint i_ = 0u; i_ < 16u; i_++) {
            hidden_[igc_at(u_, i_, node_count, 16u)] = feature_[igc_at(u_, i_, node_count, 16u)];
        }
    }
}

IGC_WITH_BARRIERS void graphsage_aggregate_(
    const igc_grid grid,
    global const uint *in_offsets,
    global const uint *in_sources,
    global float *hidden_,
    global const float *previous_,
    const uint node_count)
{
    IGC_SHARE_END uint v_end_ = igc_end(grid, node_count);
    for (uint v_ = igc_first(grid, node_count); v_ < v_end_; v_ += igc_step(grid)) {
        float sum_[16];
        for (uint igc_i = 0u; igc_i < 16u; igc_i++) sum_[igc_i] = 0.0f;
        const uint e_end_ = in_offsets[v_ + 1u];
        for (uint e_ = in_offsets[v_]; e_ < e_end_; e_++) {
            for (uint i_ = 0u; i_ < 16u; i_++) {
                sum_[i_] = sum_[i_] + previous_[igc_at(in_sources[e_], i_, node_count, 16u)];
            }
        }
        for (uint i_2_ = 0u; i_2_ < 16u; i_2_++) {
            hidden_[igc_at(v_, i_2_, node_count, 16u)] = (previous_[igc_at(v_, i_2_, node_count, 16u)] + sum_[i_2_]) / (float)(in_offsets[v_ + 1u] - in_offsets[v_] + 1u);
        }
    }
}

kernel IGC_WORKGROUP void graphsage_outlined_0_(
    global const uint *in_offsets,
    global const uint *in_sources,
    global float *hidden_,
    global float *previous_,
    const uint node_count,
    const uint layers_,
    const ulong rounds,
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
        igc_run run = igc_start(rounds, most_rounds);
        uint hidden_place_ = 1u;
        uint previous_place_ = 2u;
        const uint u_layer_end_ = layers_;
        for (uint u_layer_ = 0u; igc_next_round(&run, u_layer_ < u_layer_end_); u_layer_++) {
            igc_path_start();
            IGC_SWAP(global float *, hidden_, previous_);
            IGC_SWAP(uint, hidden_place_, previous_place_);
            igc_grid_barrier(environment, grid, ++run.barriers);
            graphsage_aggregate_(grid, in_offsets, in_sources, hidden_, previous_, node_count);
            run.launches++;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = hidden_place_;
            results[7] = previous_place_;
        }
    }
    igc_leave(environment, grid);
}
