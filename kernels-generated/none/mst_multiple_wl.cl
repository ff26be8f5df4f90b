// mst_multiple_wl: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void mst_multiple_wl_start_(
    global uint *parent_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        parent_[u_] = u_;
    }
}

kernel IGC_WORKGROUP void mst_multiple_wl_weigh_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *weight_,
    global uint *parent_,
    global ulong *lightest_,
    global const uint *fringe_front_,
    global uint *fringe_back_,
    global uint *fringe_sizes_,
    const uint fringe_phase_,
    const uint fringe_capacity_,
    global uint *roots_back_,
    global uint *roots_sizes_,
    const uint roots_phase_,
    const uint roots_capacity_,
    const uint node_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, fringe_sizes_, fringe_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(fringe_sizes_, fringe_phase_, fringe_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = fringe_front_[i_];
        uint current_ = u_;
        uint above_ = current_ < node_count ? igc_load_uint(parent_ + current_) : 0u;
        while (above_ != current_) {
            const uint next_ = above_ < node_count ? igc_load_uint(parent_ + above_) : 0u;
            if (next_ != above_) {
                if (current_ < node_count) igc_store_uint(parent_ + current_, next_);
            }
            current_ = above_;
            above_ = next_;
        }
        const uint a_ = current_;
        ulong own_ = ULONG_MAX;
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint u_2_ = targets[e_];
            uint current_2_ = u_2_;
            uint above_2_ = current_2_ < node_count ? igc_load_uint(parent_ + current_2_) : 0u;
            while (above_2_ != current_2_) {
                const uint next_2_ = above_2_ < node_count ? igc_load_uint(parent_ + above_2_) : 0u;
                if (next_2_ != above_2_) {
                    if (current_2_ < node_count) igc_store_uint(parent_ + current_2_, next_2_);
                }
                current_2_ = above_2_;
                above_2_ = next_2_;
            }
            const uint b_ = current_2_;
            if (a_ != b_) {
                const uint weight_2_ = weight_[e_];
                const ulong edge_key_ = ((ulong)weight_2_ << 32u) | (ulong)e_;
                own_ = min(own_, edge_key_);
                if (edge_key_ < (b_ < node_count ? igc_load_ulong(locks, lightest_ + b_) : 0ul)) {
                    const ulong old_ = b_ < node_count ? igc_atomic_min_ulong(locks, lightest_ + b_, edge_key_) : 0ul;
                    if (old_ == ULONG_MAX) {
                        igc_push(roots_back_, roots_sizes_, roots_phase_, roots_capacity_, b_);
                    }
                }
            }
        }
        if (own_ < ULONG_MAX) {
            if (own_ < (a_ < node_count ? igc_load_ulong(locks, lightest_ + a_) : 0ul)) {
                const ulong old_2_ = a_ < node_count ? igc_atomic_min_ulong(locks, lightest_ + a_, own_) : 0ul;
                if (old_2_ == ULONG_MAX) {
                    igc_push(roots_back_, roots_sizes_, roots_phase_, roots_capacity_, a_);
                }
            }
            igc_push(fringe_back_, fringe_sizes_, fringe_phase_, fringe_capacity_, u_);
        }
    }
}

kernel IGC_WORKGROUP void mst_multiple_wl_join_(
    global const uint *targets,
    global const uint *sources,
    global uint *in_forest_,
    global uint *parent_,
    global ulong *lightest_,
    global const uint *roots_front_,
    global uint *roots_sizes_,
    const uint roots_phase_,
    const uint roots_capacity_,
    const uint node_count,
    const uint edge_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, roots_sizes_, roots_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(roots_sizes_, roots_phase_, roots_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint r_ = roots_front_[i_];
        const uint e_ = (uint)((r_ < node_count ? igc_load_ulong(locks, lightest_ + r_) : 0ul) & 4294967295ul);
        if (r_ < node_count) igc_store_ulong(locks, lightest_ + r_, ULONG_MAX);
        const uint u_ = e_ < edge_count ? sources[e_] : UINT_MAX;
        const uint v_ = e_ < edge_count ? targets[e_] : UINT_MAX;
        bool unite_ = false;
        bool returned_ = false;
        uint current_ = u_;
        uint above_ = current_ < node_count ? igc_load_uint(parent_ + current_) : 0u;
        while (above_ != current_) {
            const uint next_ = above_ < node_count ? igc_load_uint(parent_ + above_) : 0u;
            if (next_ != above_) {
                if (current_ < node_count) igc_store_uint(parent_ + current_, next_);
            }
            current_ = above_;
            above_ = next_;
        }
        uint a_ = current_;
        uint current_2_ = v_;
        uint above_2_ = current_2_ < node_count ? igc_load_uint(parent_ + current_2_) : 0u;
        while (above_2_ != current_2_) {
            const uint next_2_ = above_2_ < node_count ? igc_load_uint(parent_ + above_2_) : 0u;
            if (next_2_ != above_2_) {
                if (current_2_ < node_count) igc_store_uint(parent_ + current_2_, next_2_);
            }
            current_2_ = above_2_;
            above_2_ = next_2_;
        }
        uint b_ = current_2_;
        while (a_ != b_) {
            const uint low_ = min(a_, b_);
            const uint high_ = max(a_, b_);
            const uint old_ = high_ < node_count ? igc_atomic_cas_uint(parent_ + high_, high_, low_) : 0u;
            if (old_ == high_) {
                unite_ = true;
                returned_ = true;
                break;
            } else {
                uint current_3_ = high_;
                uint above_3_ = current_3_ < node_count ? igc_load_uint(parent_ + current_3_) : 0u;
                while (above_3_ != current_3_) {
                    const uint next_3_ = above_3_ < node_count ? igc_load_uint(parent_ + above_3_) : 0u;
                    if (next_3_ != above_3_) {
                        if (current_3_ < node_count) igc_store_uint(parent_ + current_3_, next_3_);
                    }
                    current_3_ = above_3_;
                    above_3_ = next_3_;
                }
                a_ = current_3_;
                uint current_4_ = low_;
                uint above_4_ = current_4_ < node_count ? igc_load_uint(parent_ + current_4_) : 0u;
                while (above_4_ != current_4_) {
                    const uint next_4_ = above_4_ < node_count ? igc_load_uint(parent_ + above_4_) : 0u;
                    if (next_4_ != above_4_) {
                        if (current_4_ < node_count) igc_store_uint(parent_ + current_4_, next_4_);
                    }
                    current_4_ = above_4_;
                    above_4_ = next_4_;
                }
                b_ = current_4_;
            }
        }
        if (!returned_) {
            unite_ = false;
        }
        if (unite_) {
            if (e_ < edge_count) igc_store_uint(in_forest_ + e_, 1u);
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
