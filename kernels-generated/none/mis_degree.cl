// mis_degree: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void mis_degree_decide_small_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set_,
    global uint *state_,
    global const uint *undecided_front_,
    global uint *undecided_back_,
    global uint *undecided_sizes_,
    const uint undecided_phase_,
    const uint undecided_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, undecided_sizes_, undecided_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(undecided_sizes_, undecided_phase_, undecided_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = undecided_front_[i_];
        if (igc_load_uint(state_ + u_) != 0u) {
            const uint seed_ = 0u;
            const uint x_ = seed_ + 2654435769u;
            uint h_ = (x_ ^ (x_ >> 16u)) * 2146121005u;
            h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
            const uint x_2_ = u_ ^ (h_ ^ (h_ >> 16u));
            uint h_2_ = (x_2_ ^ (x_2_ >> 16u)) * 2146121005u;
            h_2_ = (h_2_ ^ (h_2_ >> 15u)) * 2221713035u;
            const uint own_ = (min(out_offsets[u_ + 1u] - out_offsets[u_], 65535u) << 16u) | ((h_2_ ^ (h_2_ >> 16u)) >> 16u);
            bool waits_ = false;
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                if (igc_load_uint(state_ + targets[e_]) != 0u) {
                    const uint u_2_ = targets[e_];
                    const uint seed_2_ = 0u;
                    const uint x_3_ = seed_2_ + 2654435769u;
                    uint h_3_ = (x_3_ ^ (x_3_ >> 16u)) * 2146121005u;
                    h_3_ = (h_3_ ^ (h_3_ >> 15u)) * 2221713035u;
                    const uint x_4_ = u_2_ ^ (h_3_ ^ (h_3_ >> 16u));
                    uint h_4_ = (x_4_ ^ (x_4_ >> 16u)) * 2146121005u;
                    h_4_ = (h_4_ ^ (h_4_ >> 15u)) * 2221713035u;
                    const uint other_ = (min(out_offsets[u_2_ + 1u] - out_offsets[u_2_], 65535u) << 16u) | ((h_4_ ^ (h_4_ >> 16u)) >> 16u);
                    if (other_ < own_ || (other_ == own_ && targets[e_] > u_)) {
                        waits_ = true;
                        break;
                    }
                }
            }
            if (waits_) {
                igc_push(undecided_back_, undecided_sizes_, undecided_phase_, undecided_capacity_, u_);
            } else {
                igc_store_uint(in_set_ + u_, 1u);
                const uint e_2_end_ = out_offsets[u_ + 1u];
                for (uint e_2_ = out_offsets[u_]; e_2_ < e_2_end_; e_2_++) {
                    igc_store_uint(state_ + targets[e_2_], 0u);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void mis_degree_draw_(
    global const uint *out_offsets,
    global uint *state_,
    const uint node_count,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    const float average_ = (float)edge_count / (float)max(node_count, 1u);
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const uint seed_ = 0u;
        const uint x_ = seed_ + 2654435769u;
        uint h_ = (x_ ^ (x_ >> 16u)) * 2146121005u;
        h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
        const uint x_2_ = u_ ^ (h_ ^ (h_ >> 16u));
        uint h_2_ = (x_2_ ^ (x_2_ >> 16u)) * 2146121005u;
        h_2_ = (h_2_ ^ (h_2_ >> 15u)) * 2221713035u;
        const uint bits_ = h_2_ ^ (h_2_ >> 16u);
        const float degree_ = (float)(out_offsets[u_ + 1u] - out_offsets[u_]) + (float)(bits_ >> 8u) * 5.9604645e-8f;
        state_[u_] = min(igc_uint_from_float(average_ / (average_ + degree_) * 65533.0f), 65533u) + 1u;
    }
}

kernel IGC_WORKGROUP void mis_degree_decide_first_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set_,
    global uint *state_,
    global uint *undecided_back_,
    global uint *undecided_sizes_,
    const uint undecided_phase_,
    const uint undecided_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const uint own_ = igc_load_uint(state_ + u_);
        bool waits_ = false;
        if (own_ != 0u) {
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                const uint other_ = igc_load_uint(state_ + targets[e_]);
                if (other_ > own_ || (other_ == own_ && targets[e_] > u_)) {
                    waits_ = true;
                    break;
                }
            }
            if (!waits_) {
                igc_store_uint(state_ + u_, 65535u);
                in_set_[u_] = 1u;
                const uint e_2_end_ = out_offsets[u_ + 1u];
                for (uint e_2_ = out_offsets[u_]; e_2_ < e_2_end_; e_2_++) {
                    igc_store_uint(state_ + targets[e_2_], 0u);
                }
            }
        }
        if (waits_) {
            igc_push(undecided_back_, undecided_sizes_, undecided_phase_, undecided_capacity_, u_);
        }
    }
}

kernel IGC_WORKGROUP void mis_degree_decide_rest_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set_,
    global uint *state_,
    global const uint *undecided_front_,
    global uint *undecided_back_,
    global uint *undecided_sizes_,
    const uint undecided_phase_,
    const uint undecided_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, undecided_sizes_, undecided_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(undecided_sizes_, undecided_phase_, undecided_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = undecided_front_[i_];
        const uint own_ = igc_load_uint(state_ + u_);
        bool waits_ = false;
        if (own_ != 0u) {
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                const uint other_ = igc_load_uint(state_ + targets[e_]);
                if (other_ > own_ || (other_ == own_ && targets[e_] > u_)) {
                    waits_ = true;
                    break;
                }
            }
            if (!waits_) {
                igc_store_uint(state_ + u_, 65535u);
                igc_store_uint(in_set_ + u_, 1u);
                const uint e_2_end_ = out_offsets[u_ + 1u];
                for (uint e_2_ = out_offsets[u_]; e_2_ < e_2_end_; e_2_++) {
                    igc_store_uint(state_ + targets[e_2_], 0u);
                }
            }
        }
        if (waits_) {
            igc_push(undecided_back_, undecided_sizes_, undecided_phase_, undecided_capacity_, u_);
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
