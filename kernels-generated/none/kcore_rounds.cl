// kcore_rounds: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void kcore_rounds_count_(
    global const uint *out_offsets,
    global int *left_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        left_[u_] = (int)(out_offsets[u_ + 1u] - out_offsets[u_]);
    }
}

kernel IGC_WORKGROUP void kcore_rounds_choose_(
    global uint *core_,
    global const int *left_,
    global int *fewest_,
    global uint *removes_,
    global const uint *rest_front_,
    global uint *rest_back_,
    global uint *rest_sizes_,
    const uint rest_phase_,
    const uint rest_capacity_,
    global uint *leaving_back_,
    global uint *leaving_sizes_,
    const uint leaving_phase_,
    const uint leaving_capacity_,
    int k_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, rest_sizes_, rest_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(rest_sizes_, rest_phase_, rest_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = rest_front_[i_];
        if (left_[u_] <= k_) {
            igc_store_uint(core_ + u_, (uint)k_);
            igc_push(leaving_back_, leaving_sizes_, leaving_phase_, leaving_capacity_, u_);
            igc_atomic_or_uint(removes_, 1u);
        } else {
            igc_atomic_min_int(fewest_, left_[u_]);
            igc_push(rest_back_, rest_sizes_, rest_phase_, rest_capacity_, u_);
        }
    }
}

kernel IGC_WORKGROUP void kcore_rounds_leave_(
    global const uint *out_offsets,
    global const uint *targets,
    global int *left_,
    global const uint *leaving_front_,
    global uint *leaving_sizes_,
    const uint leaving_phase_,
    const uint leaving_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, leaving_sizes_, leaving_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(leaving_sizes_, leaving_phase_, leaving_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = leaving_front_[i_];
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            igc_atomic_add_int(left_ + targets[e_], -1);
        }
    }
}

kernel IGC_WORKGROUP void igc_seed_all_nodes(
    global uint *back,
    global uint *sizes,
    const uint capacity,
    const uint node_count)
{
    igc_seed_nodes(igc_launch(), back, sizes, 0u, capacity, node_count);
}
