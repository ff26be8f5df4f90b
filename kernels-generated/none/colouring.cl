// colouring: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void colouring_draw_(
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

kernel IGC_WORKGROUP void colouring_choose_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *colour_,
    global const uint *priority_,
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
        uint base_ = 0u;
        uint taken_ = UINT_MAX;
        bool waits_ = false;
        while (taken_ == UINT_MAX && !waits_) {
            taken_ = 0u;
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                const uint v_ = targets[e_];
                const uint colour_2_ = igc_load_uint(colour_ + v_);
                if (colour_2_ == UINT_MAX) {
                    if (priority_[v_] > priority_[u_]) {
                        waits_ = true;
                        break;
                    }
                } else if (colour_2_ >= base_ && colour_2_ - base_ < 32u) {
                    taken_ = taken_ | (1u << (colour_2_ - base_));
                }
            }
            base_ = base_ + 32u;
        }
        if (waits_) {
            igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
        } else {
            uint colour_2_2_ = base_ - 32u;
            while ((taken_ & 1u) == 1u) {
                taken_ = taken_ >> 1u;
                colour_2_2_ = colour_2_2_ + 1u;
            }
            igc_store_uint(colour_ + u_, colour_2_2_);
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
