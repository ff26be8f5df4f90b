// gine: OpenCL C made by igc 0.1.0 with --opts none.
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

kernel IGC_WORKGROUP void gine_update_(
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
    const igc_grid grid = igc_launch();
    for (uint v_ = igc_first(grid, node_count); v_ < igc_end(grid, node_count); v_ += igc_step(grid)) {
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
