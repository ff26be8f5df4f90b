// colouring_shortcuts: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void colouring_shortcuts_list_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *colour_,
    global uint *ahead_,
    global uint *ahead_count_,
    const uint node_count,
    const uint edge_count,
    const uint hub_)
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
        const uint own_ = (min(out_offsets[u_ + 1u] - out_offsets[u_], 65535u) << 16u) | ((h_2_ ^ (h_2_ >> 16u)) >> 16u);
        if (out_offsets[u_ + 1u] - out_offsets[u_] < hub_) {
            uint end_ = out_offsets[u_];
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
                const uint other_ = (min(out_offsets[v_ + 1u] - out_offsets[v_], 65535u) << 16u) | ((h_4_ ^ (h_4_ >> 16u)) >> 16u);
                if (other_ > own_ || (other_ == own_ && v_ > u_)) {
                    if (end_ < edge_count) igc_store_uint(ahead_ + end_, targets[e_]);
                    end_ = end_ + 1u;
                }
            }
            igc_store_uint(ahead_count_ + u_, end_ - out_offsets[u_]);
            const uint ahead_2_ = end_ - out_offsets[u_];
            colour_[u_] = 2147483648u | ((ahead_2_ < 30u ? (1u << (ahead_2_ + 1u)) - 1u : 1073741823u) & 1073741823u);
        } else {
            igc_store_uint(ahead_count_ + u_, 0u);
            const uint ahead_2_2_ = out_offsets[u_ + 1u] - out_offsets[u_];
            colour_[u_] = 2147483648u | ((ahead_2_2_ < 30u ? (1u << (ahead_2_2_ + 1u)) - 1u : 1073741823u) & 1073741823u);
            const uint e_2_end_ = out_offsets[u_ + 1u];
            for (uint e_2_ = out_offsets[u_]; e_2_ < e_2_end_; e_2_++) {
                const uint v_2_ = targets[e_2_];
                const uint seed_3_ = 0u;
                const uint x_5_ = seed_3_ + 2654435769u;
                uint h_5_ = (x_5_ ^ (x_5_ >> 16u)) * 2146121005u;
                h_5_ = (h_5_ ^ (h_5_ >> 15u)) * 2221713035u;
                const uint x_6_ = v_2_ ^ (h_5_ ^ (h_5_ >> 16u));
                uint h_6_ = (x_6_ ^ (x_6_ >> 16u)) * 2146121005u;
                h_6_ = (h_6_ ^ (h_6_ >> 15u)) * 2221713035u;
                const uint other_2_ = (min(out_offsets[v_2_ + 1u] - out_offsets[v_2_], 65535u) << 16u) | ((h_6_ ^ (h_6_ >> 16u)) >> 16u);
                if (other_2_ > own_ || (other_2_ == own_ && v_2_ > u_)) {
                    const uint position_ = igc_atomic_add_uint(ahead_count_ + u_, 1u);
                    if (out_offsets[u_] + position_ < edge_count) igc_store_uint(ahead_ + (out_offsets[u_] + position_), targets[e_2_]);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void colouring_shortcuts_open_class_(
    global const uint *out_offsets,
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    const uint node_count,
    uint least_,
    uint end_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (out_offsets[u_ + 1u] - out_offsets[u_] >= least_ && out_offsets[u_ + 1u] - out_offsets[u_] < end_) {
            igc_push(open_back_, open_sizes_, open_phase_, open_capacity_, u_);
        }
    }
}

kernel IGC_WORKGROUP void colouring_shortcuts_refine_(
    global const uint *out_offsets,
    global uint *colour_,
    global const uint *ahead_,
    global const uint *ahead_count_,
    global const uint *open_front_,
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    global uint *later_back_,
    global uint *later_sizes_,
    const uint later_phase_,
    const uint later_capacity_,
    const uint node_count,
    const uint edge_count,
    uint base_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, open_sizes_, open_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(open_sizes_, open_phase_, open_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = open_front_[i_];
        uint taken_ = 0u;
        uint wanted_ = 0u;
        const uint from_ = out_offsets[u_];
        const uint to_ = out_offsets[u_] + ahead_count_[u_];
        const uint rounds_ = from_ < to_ ? to_ - from_ : 0u;
        const uint round_end_ = rounds_;
        for (uint round_ = 0u; round_ < round_end_; round_++) {
            const uint e_ = from_ + round_;
            const uint ahead_now_ = e_ < edge_count ? ahead_[e_] : 0u;
            const uint colour_2_ = ahead_now_ < node_count ? igc_load_uint(colour_ + ahead_now_) : 0u;
            const uint position_ = colour_2_ - base_;
            taken_ = taken_ | (colour_2_ < 2147483648u && position_ < 30u ? 1u << (position_ & 31u) : 0u);
            wanted_ = wanted_ | (colour_2_ < 2147483648u ? 0u : colour_2_ & 1073741823u);
        }
        const uint before_ = igc_load_uint(colour_ + u_) & 1073741823u;
        const uint possible_ = before_ & ~taken_;
        const uint first_ = possible_ & (~possible_ + 1u);
        const bool waits_ = possible_ != 0u && (first_ & wanted_) != 0u;
        if (possible_ == 0u) {
            igc_store_uint(colour_ + u_, 2147483648u);
            igc_push(later_back_, later_sizes_, later_phase_, later_capacity_, u_);
        } else if (!waits_) {
            igc_store_uint(colour_ + u_, base_ + igc_ctz_uint(first_));
        } else if (possible_ != before_) {
            igc_store_uint(colour_ + u_, 2147483648u | possible_);
        }
        if (waits_) {
            igc_push(open_back_, open_sizes_, open_phase_, open_capacity_, u_);
        }
    }
}

kernel IGC_WORKGROUP void colouring_shortcuts_refine_last_(
    global const uint *out_offsets,
    global uint *colour_,
    global const uint *ahead_,
    global const uint *ahead_count_,
    global const uint *open_front_,
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    global uint *later_back_,
    global uint *later_sizes_,
    const uint later_phase_,
    const uint later_capacity_,
    const uint node_count,
    const uint edge_count,
    uint base_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, open_sizes_, open_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(open_sizes_, open_phase_, open_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = open_front_[i_];
        if (igc_load_uint(colour_ + u_) >= 2147483648u) {
            uint taken_ = 0u;
            uint wanted_ = 0u;
            const uint from_ = out_offsets[u_];
            const uint to_ = out_offsets[u_] + ahead_count_[u_];
            const uint rounds_ = from_ < to_ ? to_ - from_ : 0u;
            const uint round_end_ = rounds_;
            for (uint round_ = 0u; round_ < round_end_; round_++) {
                const uint e_ = from_ + round_;
                const uint ahead_now_ = e_ < edge_count ? ahead_[e_] : 0u;
                const uint colour_2_ = ahead_now_ < node_count ? igc_load_uint(colour_ + ahead_now_) : 0u;
                const uint position_ = colour_2_ - base_;
                taken_ = taken_ | (colour_2_ < 2147483648u && position_ < 30u ? 1u << (position_ & 31u) : 0u);
                wanted_ = wanted_ | (colour_2_ < 2147483648u ? 0u : colour_2_ & 1073741823u);
            }
            const uint before_ = igc_load_uint(colour_ + u_) & 1073741823u;
            const uint possible_ = before_ & ~taken_;
            const uint first_ = possible_ & (~possible_ + 1u);
            const bool waits_ = possible_ != 0u && (first_ & wanted_) != 0u;
            if (possible_ == 0u) {
                igc_store_uint(colour_ + u_, 2147483648u);
                igc_push(later_back_, later_sizes_, later_phase_, later_capacity_, u_);
            } else if (!waits_) {
                igc_store_uint(colour_ + u_, base_ + igc_ctz_uint(first_));
            } else if (possible_ != before_) {
                igc_store_uint(colour_ + u_, 2147483648u | possible_);
            }
            if (waits_) {
                igc_push(open_back_, open_sizes_, open_phase_, open_capacity_, u_);
            }
        }
    }
}

kernel IGC_WORKGROUP void colouring_shortcuts_reopen_(
    global uint *colour_,
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
        igc_store_uint(colour_ + u_, 2147483648u | 1073741823u);
        igc_push(open_back_, open_sizes_, open_phase_, open_capacity_, u_);
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
