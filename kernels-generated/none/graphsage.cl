// graphsage: OpenCL C made by igc 0.1.0 with --opts none.
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

kernel IGC_WORKGROUP void graphsage_aggregate_(
    global const uint *in_offsets,
    global const uint *in_sources,
    global float *hidden_,
    global const float *previous_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint v_ = igc_first(grid, node_count); v_ < igc_end(grid, node_count); v_ += igc_step(grid)) {
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
