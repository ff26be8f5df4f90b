// cc: OpenCL C made by igc 0.1.0 with --opts coop-cv.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void cc_start_(
    global uint *component_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        component_[u_] = u_;
    }
}

kernel IGC_WORKGROUP void cc_hook_(
    global const uint *targets,
    global const uint *sources,
    global uint *component_,
    global uint *hooked_,
    const uint node_count,
    const uint edge_count)
{
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    bool hooked_part_ = false;
    IGC_SHARE_END uint e_end_ = igc_end(grid, edge_count);
    for (uint e_ = igc_first(grid, edge_count); e_ < e_end_; e_ += igc_step(grid)) {
        const uint a_ = igc_load_uint(component_ + sources[e_]);
        const uint b_ = igc_load_uint(component_ + targets[e_]);
        if (a_ != b_) {
            const uint low_ = min(a_, b_);
            const uint old_ = max(a_, b_) < node_count ? igc_atomic_min_uint(component_ + max(a_, b_), low_) : 0u;
            if (old_ > low_) {
                hooked_part_ = hooked_part_ | true;
            }
        }
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const bool hooked_group_ = igc_workgroup_or_uint(igc_scratch, (uint)hooked_part_) != 0u;
    if (igc_local_id() == 0u && hooked_group_ != false) {
        igc_atomic_or_uint(hooked_, (uint)hooked_group_);
    }
}

kernel IGC_WORKGROUP void cc_jump_(
    global uint *component_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        uint root_ = igc_load_uint(component_ + u_);
        while ((root_ < node_count ? igc_load_uint(component_ + root_) : 0u) < root_) {
            root_ = root_ < node_count ? igc_load_uint(component_ + root_) : 0u;
        }
        igc_store_uint(component_ + u_, root_);
    }
}
