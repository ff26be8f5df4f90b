// mis_worklist: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void mis_worklist_draw_(
    global uint *priority_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const uint seed_ = 0u;
        const uint x_ = seed_ + 2654435769u;
        uint h_ = (x_ ^ (x_ >> 16u)) * 2146121005u;
        h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
        const uint x_2_ = u_ ^ (h_ ^ (h_ >> 16u));
        uint h_2_ = (x_2_ ^ (x_2_ >> 16u)) * 2146121005u;
        h_2_ = (h_2_ ^ (h_2_ >> 15u)) * 2221713035u;
        priority_[u_] = h_2_ ^ (h_2_ >> 16u);
    }
}

kernel IGC_WORKGROUP void mis_worklist_choose_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *decided_,
    global const uint *priority_,
    global const uint *undecided_front_,
    global uint *undecided_back_,
    global uint *undecided_sizes_,
    const uint undecided_phase_,
    const uint undecided_capacity_,
    global uint *joining_back_,
    global uint *joining_sizes_,
    const uint joining_phase_,
    const uint joining_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, undecided_sizes_, undecided_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(undecided_sizes_, undecided_phase_, undecided_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = undecided_front_[i_];
        if (decided_[u_] == 0u) {
            bool first_ = true;
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                if (decided_[targets[e_]] == 0u && priority_[targets[e_]] > priority_[u_]) {
                    first_ = false;
                    break;
                }
            }
            if (first_) {
                igc_push(joining_back_, joining_sizes_, joining_phase_, joining_capacity_, u_);
            } else {
                igc_push(undecided_back_, undecided_sizes_, undecided_phase_, undecided_capacity_, u_);
            }
        }
    }
}

kernel IGC_WORKGROUP void mis_worklist_settle_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set_,
    global uint *decided_,
    global const uint *joining_front_,
    global uint *joining_sizes_,
    const uint joining_phase_,
    const uint joining_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, joining_sizes_, joining_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(joining_sizes_, joining_phase_, joining_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = joining_front_[i_];
        igc_store_uint(in_set_ + u_, 1u);
        igc_store_uint(decided_ + u_, 1u);
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            igc_store_uint(decided_ + targets[e_], 1u);
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
