// scc: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void scc_draw_(
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

kernel IGC_WORKGROUP void scc_trim_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global uint *component_,
    global const uint *region_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (igc_load_uint(component_ + u_) == UINT_MAX) {
            bool entered_ = false;
            const uint i_end_ = in_offsets[u_ + 1u];
            for (uint i_ = in_offsets[u_]; i_ < i_end_; i_++) {
                if (!entered_) {
                    const uint v_ = in_sources[i_];
                    entered_ = v_ != u_ && igc_load_uint(component_ + v_) == UINT_MAX && region_[v_] == region_[u_];
                }
            }
            bool left_ = false;
            const uint e_2_end_ = out_offsets[u_ + 1u];
            for (uint e_2_ = out_offsets[u_]; e_2_ < e_2_end_; e_2_++) {
                if (entered_ && !left_) {
                    const uint v_2_ = targets[e_2_];
                    left_ = v_2_ != u_ && igc_load_uint(component_ + v_2_) == UINT_MAX && region_[v_2_] == region_[u_];
                }
            }
            if (!left_) {
                igc_store_uint(component_ + u_, u_);
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_start_(
    global const uint *component_,
    global uint *colour_,
    global const uint *priority_,
    global uint *open_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (component_[u_] == UINT_MAX) {
            colour_[u_] = priority_[u_];
            igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
            igc_atomic_add_uint(open_, 1u);
        }
    }
}

kernel IGC_WORKGROUP void scc_spread_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *component_,
    global uint *colour_,
    global const uint *region_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = worklist_front_[i_];
        const uint colour_2_ = igc_load_uint(colour_ + u_);
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            if (component_[v_] == UINT_MAX && region_[v_] == region_[u_] && igc_load_uint(colour_ + v_) < colour_2_) {
                const uint old_ = igc_atomic_max_uint(colour_ + v_, colour_2_);
                if (old_ < colour_2_) {
                    igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_root_(
    global uint *component_,
    global const uint *colour_,
    global uint *region_,
    global const uint *priority_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (component_[u_] == UINT_MAX) {
            region_[u_] = colour_[u_];
            if (colour_[u_] == priority_[u_]) {
                component_[u_] = u_;
                igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
            }
        }
    }
}

kernel IGC_WORKGROUP void scc_gather_(
    global const uint *in_offsets,
    global const uint *in_sources,
    global uint *component_,
    global const uint *region_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint v_ = worklist_front_[i_];
        const uint e_end_ = in_offsets[v_ + 1u];
        for (uint e_ = in_offsets[v_]; e_ < e_end_; e_++) {
            if (region_[in_sources[e_]] == region_[v_]) {
                const uint found_ = igc_atomic_cas_uint(component_ + in_sources[e_], UINT_MAX, igc_load_uint(component_ + v_));
                if (found_ == UINT_MAX) {
                    igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, in_sources[e_]);
                }
            }
        }
    }
}
