// gine: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void gine_start_(
    global const float *feature_,
    global float *state_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        for (uint i_ = 0u; i_ < 8u; i_++) {
            state_[igc_at(u_, i_, node_count, 8u)] = feature_[igc_at(u_, i_, node_count, 8u)];
        }
    }
}

IGC_WITH_BARRIERS void gine_update_(
    const igc_grid grid,
    global const uint *in_offsets,
    global const uint *in_edges,
    global const uint *in_sources,
    global const float *relation_,
    global float *state_,
    global const float *previous_,
    const uint node_count,
    const uint edge_count,
    const float epsilon_)
{
    IGC_SHARE_END uint v_end_ = igc_end(grid, node_count);
    for (uint v_ = igc_first(grid, node_count); v_ < v_end_; v_ += igc_step(grid)) {
        float sum_[8];
        for (uint igc_i = 0u; igc_i < 8u; igc_i++) sum_[igc_i] = 0.0f;
        const uint at_end_ = in_offsets[v_ + 1u];
        for (uint at_ = in_offsets[v_]; at_ < at_end_; at_++) {
            const uint e_ = in_edges[at_];
            for (uint i_ = 0u; i_ < 8u; i_++) {
                sum_[i_] = sum_[i_] + igc_max_float(previous_[igc_at(in_sources[at_], i_, node_count, 8u)] + relation_[igc_at(e_, i_, edge_count, 8u)], 0.0f);
            }
        }
        for (uint i_2_ = 0u; i_2_ < 8u; i_2_++) {
            state_[igc_at(v_, i_2_, node_count, 8u)] = (1.0f + epsilon_) * previous_[igc_at(v_, i_2_, node_count, 8u)] + sum_[i_2_];
        }
    }
}

kernel IGC_WORKGROUP void gine_outlined_0_(
    global const uint *in_offsets,
    global const uint *in_edges,
    global const uint *in_sources,
    global const float *relation_,
    global float *state_,
    global float *previous_,
    const uint node_count,
    const uint edge_count,
    const uint layers_,
    const float epsilon_,
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
        uint state_place_ = 2u;
        uint previous_place_ = 3u;
        const uint u_layer_end_ = layers_;
        for (uint u_layer_ = 0u; igc_next_round(&run, u_layer_ < u_layer_end_); u_layer_++) {
            igc_path_start();
            IGC_SWAP(global float *, state_, previous_);
            IGC_SWAP(uint, state_place_, previous_place_);
            igc_grid_barrier(environment, grid, ++run.barriers);
            gine_update_(grid, in_offsets, in_edges, in_sources, relation_, state_, previous_, node_count, edge_count, epsilon_);
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
            results[6] = state_place_;
            results[7] = previous_place_;
        }
    }
    igc_leave(environment, grid);
}
