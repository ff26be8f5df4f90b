// hits: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void hits_sum_hubs_(
    global const uint *in_offsets,
    global const uint *in_sources,
    global const double *hub_,
    global double *authority_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint v_ = igc_first(grid, node_count); v_ < igc_end(grid, node_count); v_ += igc_step(grid)) {
        double total_ = 0.0;
        const uint e_end_ = in_offsets[v_ + 1u];
        for (uint e_ = in_offsets[v_]; e_ < e_end_; e_++) {
            total_ = total_ + hub_[in_sources[e_]];
        }
        authority_[v_] = total_;
    }
}

kernel IGC_WORKGROUP void hits_sum_authorities_(
    global const uint *out_offsets,
    global const uint *targets,
    global const double *authority_,
    global double *sum_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        double total_ = 0.0;
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            total_ = total_ + authority_[targets[e_]];
        }
        sum_[u_] = total_;
    }
}

kernel IGC_WORKGROUP void hits_normalise_(
    global double *hub_,
    global double *authority_,
    global const double *sum_,
    global double *change_,
    const uint node_count,
    double authorities_,
    double hubs_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const double x_ = authority_[u_];
        authority_[u_] = authorities_ > 0.0 ? x_ / authorities_ : 0.0;
        const double x_2_ = sum_[u_];
        const double hub_2_ = hubs_ > 0.0 ? x_2_ / hubs_ : 0.0;
        change_[u_] = fabs(hub_2_ - hub_[u_]);
        hub_[u_] = hub_2_;
    }
}

kernel IGC_WORKGROUP void hits_reduce_add_authority_(
    global const double *authority_,
    global double *reduced_f64_,
    const uint node_count,
    uint width_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        double result_ = 0.0;
        for (uint i_ = lane_; i_ < node_count; i_ += width_) {
            result_ = result_ + authority_[i_];
        }
        reduced_f64_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void hits_fold_add_f64_(
    global double *reduced_f64_,
    uint width_,
    uint lanes_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)lanes_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        double result_ = reduced_f64_[lane_];
        IGC_SHARE_END uint i_end_ = width_;
        for (uint i_ = lane_ + lanes_; i_ < i_end_; i_ += lanes_) {
            result_ = result_ + reduced_f64_[i_];
        }
        reduced_f64_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void hits_reduce_add_sum_(
    global const double *sum_,
    global double *reduced_f64_,
    const uint node_count,
    uint width_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        double result_ = 0.0;
        for (uint i_ = lane_; i_ < node_count; i_ += width_) {
            result_ = result_ + sum_[i_];
        }
        reduced_f64_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void hits_reduce_add_change_(
    global const double *change_,
    global double *reduced_f64_,
    const uint node_count,
    uint width_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        double result_ = 0.0;
        for (uint i_ = lane_; i_ < node_count; i_ += width_) {
            result_ = result_ + change_[i_];
        }
        reduced_f64_[lane_] = result_;
    }
}
