// cc_labels: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void cc_labels_start_(
    global uint *component_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        component_[u_] = u_;
    }
}

kernel IGC_WORKGROUP void cc_labels_spread_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *component_,
    global uint *is_smaller_,
    global const uint *changed_front_,
    global uint *changed_sizes_,
    const uint changed_phase_,
    const uint changed_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, changed_sizes_, changed_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(changed_sizes_, changed_phase_, changed_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = changed_front_[i_];
        const uint own_ = igc_load_uint(component_ + u_);
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            if (igc_load_uint(component_ + targets[e_]) > own_) {
                igc_atomic_min_uint(component_ + targets[e_], own_);
                igc_store_uint(is_smaller_ + targets[e_], 1u);
            }
        }
    }
}

kernel IGC_WORKGROUP void cc_labels_list_(
    global uint *is_smaller_,
    global uint *changed_back_,
    global uint *changed_sizes_,
    const uint changed_phase_,
    const uint changed_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (is_smaller_[u_] != 0u) {
            is_smaller_[u_] = 0u;
            igc_push(changed_back_, changed_sizes_, changed_phase_, changed_capacity_, u_);
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
