// colouring_classes: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void colouring_classes_wait_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *colour_,
    global const uint *open_front_,
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, open_sizes_, open_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(open_sizes_, open_phase_, open_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = open_front_[i_];
        const uint number_ = u_;
        const uint own_ = (number_ ^ (number_ >> 9u)) * 2654435769u;
        uint ahead_ = 0u;
        uint taken_ = 0u;
        uint wanted_ = 0u;
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint colour_2_ = igc_load_uint(colour_ + targets[e_]);
            const uint u_2_ = targets[e_];
            const uint number_2_ = u_2_;
            const bool is_ahead_ = (number_2_ ^ (number_2_ >> 9u)) * 2654435769u > own_;
            ahead_ = ahead_ + (is_ahead_ ? 1u : 0u);
            const uint base_ = 0u;
            const uint position_ = colour_2_ - base_;
            taken_ = taken_ | (is_ahead_ ? (position_ < 32u ? 1u << (position_ & 31u) : 0u) : 0u);
            wanted_ = wanted_ | (is_ahead_ && colour_2_ >= 2147483648u ? colour_2_ : 0u);
        }
        const uint possible_ = (ahead_ < 32u - 1u ? (1u << (ahead_ + 1u)) - 1u : UINT_MAX) & ~taken_ & ~2147483648u;
        const uint first_ = possible_ & (~possible_ + 1u);
        if (possible_ != 0u && (first_ & wanted_) == 0u) {
            igc_store_uint(colour_ + u_, igc_ctz_uint(first_));
        } else if (possible_ == 0u && wanted_ == 0u) {
            uint base_2_ = 32u - 1u;
            uint taken_2_ = 0u;
            const uint e_2_end_ = out_offsets[u_ + 1u];
            for (uint e_2_ = out_offsets[u_]; e_2_ < e_2_end_; e_2_++) {
                const uint u_3_ = targets[e_2_];
                const uint number_3_ = u_3_;
                if ((number_3_ ^ (number_3_ >> 9u)) * 2654435769u > own_) {
                    const uint colour_2_2_ = igc_load_uint(colour_ + targets[e_2_]);
                    const uint position_2_ = colour_2_2_ - base_2_;
                    taken_2_ = taken_2_ | (position_2_ < 32u ? 1u << (position_2_ & 31u) : 0u);
                }
            }
            taken_ = taken_2_;
            while (taken_ == UINT_MAX) {
                base_2_ = base_2_ + 32u;
                uint taken_3_ = 0u;
                const uint e_3_end_ = out_offsets[u_ + 1u];
                for (uint e_3_ = out_offsets[u_]; e_3_ < e_3_end_; e_3_++) {
                    const uint u_4_ = targets[e_3_];
                    const uint number_4_ = u_4_;
                    if ((number_4_ ^ (number_4_ >> 9u)) * 2654435769u > own_) {
                        const uint colour_3_ = igc_load_uint(colour_ + targets[e_3_]);
                        const uint position_3_ = colour_3_ - base_2_;
                        taken_3_ = taken_3_ | (position_3_ < 32u ? 1u << (position_3_ & 31u) : 0u);
                    }
                }
                taken_ = taken_3_;
            }
            igc_store_uint(colour_ + u_, base_2_ + igc_ctz_uint(~taken_));
        } else {
            igc_store_uint(colour_ + u_, 2147483648u | possible_);
            igc_push(open_back_, open_sizes_, open_phase_, open_capacity_, u_);
        }
    }
}

kernel IGC_WORKGROUP void colouring_classes_measure_(
    global const uint *out_offsets,
    global uint *largest_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        igc_atomic_max_uint(largest_, out_offsets[u_ + 1u] - out_offsets[u_]);
    }
}

kernel IGC_WORKGROUP void colouring_classes_list_(
    global const uint *out_offsets,
    global uint *members_back_,
    global uint *members_sizes_,
    const uint members_phase_,
    const uint members_capacity_,
    const uint node_count,
    uint least_,
    uint end_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (out_offsets[u_ + 1u] - out_offsets[u_] >= least_ && out_offsets[u_ + 1u] - out_offsets[u_] < end_) {
            igc_push(members_back_, members_sizes_, members_phase_, members_capacity_, u_);
        }
    }
}

kernel IGC_WORKGROUP void colouring_classes_choose_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *mark_,
    global const uint *members_front_,
    global uint *members_sizes_,
    const uint members_phase_,
    const uint members_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, members_sizes_, members_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(members_sizes_, members_phase_, members_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = members_front_[i_];
        uint taken_ = 0u;
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint colour_ = igc_load_uint(mark_ + targets[e_]);
            const uint base_ = 0u;
            const uint position_ = colour_ - base_;
            taken_ = taken_ | (position_ < 32u ? 1u << (position_ & 31u) : 0u);
        }
        if (taken_ != UINT_MAX) {
            igc_store_uint(mark_ + u_, min(igc_ctz_uint(~taken_), 31u));
        }
    }
}

kernel IGC_WORKGROUP void colouring_classes_find_conflicts_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *mark_,
    global const uint *members_front_,
    global uint *members_sizes_,
    const uint members_phase_,
    const uint members_capacity_,
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, members_sizes_, members_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(members_sizes_, members_phase_, members_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = members_front_[i_];
        const uint seed_ = 0u;
        const uint x_ = seed_ + 2654435769u;
        uint h_ = (x_ ^ (x_ >> 16u)) * 2146121005u;
        h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
        const uint x_2_ = u_ ^ (h_ ^ (h_ >> 16u));
        uint h_2_ = (x_2_ ^ (x_2_ >> 16u)) * 2146121005u;
        h_2_ = (h_2_ ^ (h_2_ >> 15u)) * 2221713035u;
        const uint own_ = h_2_ ^ (h_2_ >> 16u);
        const uint mark_2_ = mark_[u_];
        bool conflict_ = mark_2_ == 255u;
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            const uint seed_2_ = 0u;
            const uint x_3_ = seed_2_ + 2654435769u;
            uint h_3_ = (x_3_ ^ (x_3_ >> 16u)) * 2146121005u;
            h_3_ = (h_3_ ^ (h_3_ >> 15u)) * 2221713035u;
            const uint x_4_ = v_ ^ (h_3_ ^ (h_3_ >> 16u));
            uint h_4_ = (x_4_ ^ (x_4_ >> 16u)) * 2146121005u;
            h_4_ = (h_4_ ^ (h_4_ >> 15u)) * 2221713035u;
            const uint other_ = h_4_ ^ (h_4_ >> 16u);
            if (other_ > own_ || (other_ == own_ && v_ > u_)) {
                conflict_ = conflict_ | (mark_[targets[e_]] == mark_2_);
            }
        }
        if (conflict_) {
            igc_push(open_back_, open_sizes_, open_phase_, open_capacity_, u_);
        }
    }
}

kernel IGC_WORKGROUP void colouring_classes_resolve_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *mark_,
    global uint *colour_,
    global const uint *open_front_,
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    global uint *later_back_,
    global uint *later_sizes_,
    const uint later_phase_,
    const uint later_capacity_,
    uint base_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, open_sizes_, open_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(open_sizes_, open_phase_, open_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = open_front_[i_];
        const uint seed_ = 0u;
        const uint x_ = seed_ + 2654435769u;
        uint h_ = (x_ ^ (x_ >> 16u)) * 2146121005u;
        h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
        const uint x_2_ = u_ ^ (h_ ^ (h_ >> 16u));
        uint h_2_ = (x_2_ ^ (x_2_ >> 16u)) * 2146121005u;
        h_2_ = (h_2_ ^ (h_2_ >> 15u)) * 2221713035u;
        const uint own_ = h_2_ ^ (h_2_ >> 16u);
        uint choice_ = 0u;
        if (base_ == 0u) {
            choice_ = igc_load_uint(mark_ + u_);
        } else {
            choice_ = igc_load_uint(colour_ + u_);
        }
        const uint before_ = choice_;
        bool conflict_ = before_ == (base_ == 0u ? 255u : UINT_MAX);
        uint taken_ = 0u;
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint u_2_ = targets[e_];
            uint choice_2_ = 0u;
            if (base_ == 0u) {
                choice_2_ = igc_load_uint(mark_ + u_2_);
            } else {
                choice_2_ = igc_load_uint(colour_ + u_2_);
            }
            const uint other_ = choice_2_;
            const uint position_ = other_ - base_;
            taken_ = taken_ | (position_ < 32u ? 1u << (position_ & 31u) : 0u);
            bool holds_ = other_ == before_;
            if (holds_) {
                const uint v_ = targets[e_];
                const uint seed_2_ = 0u;
                const uint x_3_ = seed_2_ + 2654435769u;
                uint h_3_ = (x_3_ ^ (x_3_ >> 16u)) * 2146121005u;
                h_3_ = (h_3_ ^ (h_3_ >> 15u)) * 2221713035u;
                const uint x_4_ = v_ ^ (h_3_ ^ (h_3_ >> 16u));
                uint h_4_ = (x_4_ ^ (x_4_ >> 16u)) * 2146121005u;
                h_4_ = (h_4_ ^ (h_4_ >> 15u)) * 2221713035u;
                const uint other_2_ = h_4_ ^ (h_4_ >> 16u);
                holds_ = other_2_ > own_ || (other_2_ == own_ && v_ > u_);
            }
            conflict_ = conflict_ | holds_;
        }
        if (conflict_) {
            const bool is_full_ = taken_ == UINT_MAX;
            const uint first_ = min(igc_ctz_uint(~taken_), 31u);
            if (base_ == 0u) {
                igc_store_uint(mark_ + u_, is_full_ ? 254u : first_);
            } else {
                igc_store_uint(colour_ + u_, is_full_ ? UINT_MAX : base_ + first_);
            }
            if (is_full_) {
                igc_push(later_back_, later_sizes_, later_phase_, later_capacity_, u_);
            } else {
                igc_push(open_back_, open_sizes_, open_phase_, open_capacity_, u_);
            }
        }
    }
}

kernel IGC_WORKGROUP void colouring_classes_reopen_(
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    global const uint *later_front_,
    global uint *later_sizes_,
    const uint later_phase_,
    const uint later_capacity_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, later_sizes_, later_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(later_sizes_, later_phase_, later_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = later_front_[i_];
        igc_push(open_back_, open_sizes_, open_phase_, open_capacity_, u_);
    }
}

kernel IGC_WORKGROUP void colouring_classes_finish_(
    global const uint *mark_,
    global uint *colour_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (mark_[u_] != 254u) {
            colour_[u_] = mark_[u_];
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
