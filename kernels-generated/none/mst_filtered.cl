// mst_filtered: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void mst_filtered_start_(
    global uint *parent_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        parent_[u_] = u_;
    }
}

kernel IGC_WORKGROUP void mst_filtered_draw_(
    global const uint *weight_,
    global uint *sample_,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)256u;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)i_2_;
        const ulong x_ = (ulong)i_;
        ulong h_ = (x_ ^ (x_ >> 30u)) * 13787848793156543929ul;
        h_ = (h_ ^ (h_ >> 27u)) * 10723151780598845931ul;
        const uint e_ = (uint)igc_rem_ulong(h_ ^ (h_ >> 31u), (ulong)edge_count);
        igc_store_uint(sample_ + i_, e_ < edge_count ? weight_[e_] : 0u);
    }
}

kernel IGC_WORKGROUP void mst_filtered_choose_limit_(
    global const uint *sample_,
    global uint *limit_,
    uint rank_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)256u;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)i_2_;
        uint smaller_ = 0u;
        for (uint j_ = 0u; j_ < 256u; j_++) {
            if (sample_[j_] < sample_[i_] || (sample_[j_] == sample_[i_] && j_ < i_)) {
                smaller_ = smaller_ + 1u;
            }
        }
        if (smaller_ == rank_) {
            igc_store_uint(limit_, sample_[i_]);
        }
    }
}

kernel IGC_WORKGROUP void mst_filtered_list_light_(
    global const uint *targets,
    global const uint *sources,
    global const uint *weight_,
    global ulong *lightest_,
    global const uint *limit_,
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    const uint edge_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (weight_[e_] <= limit_[0u] && sources[e_] != targets[e_]) {
            const uint weight_2_ = weight_[e_];
            const uint item_ = e_;
            const ulong edge_key_ = ((ulong)weight_2_ << 32u) | (ulong)item_;
            const uint root_ = sources[e_];
            if (edge_key_ < igc_load_ulong(locks, lightest_ + root_)) {
                igc_atomic_min_ulong(locks, lightest_ + root_, edge_key_);
            }
            const uint root_2_ = targets[e_];
            if (edge_key_ < igc_load_ulong(locks, lightest_ + root_2_)) {
                igc_atomic_min_ulong(locks, lightest_ + root_2_, edge_key_);
            }
            const uint key_ = sources[e_];
            const uint item_2_ = targets[e_];
            igc_push_pair(open_back_, open_sizes_, open_phase_, open_capacity_, (ulong2)(((ulong)key_ << 32u) | (ulong)item_2_, edge_key_));
        }
    }
}

kernel IGC_WORKGROUP void mst_filtered_list_heavier_(
    global const uint *targets,
    global const uint *sources,
    global const uint *weight_,
    global uint *parent_,
    global ulong *lightest_,
    global const uint *limit_,
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    const uint node_count,
    const uint edge_count,
    global uint *locks,
    uint settled_)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (weight_[e_] > settled_ && weight_[e_] <= limit_[0u]) {
            const uint u_ = sources[e_];
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
                const uint item_ = e_;
                const ulong edge_key_ = ((ulong)weight_2_ << 32u) | (ulong)item_;
                if (edge_key_ < (a_ < node_count ? igc_load_ulong(locks, lightest_ + a_) : 0ul)) {
                    if (a_ < node_count) igc_atomic_min_ulong(locks, lightest_ + a_, edge_key_);
                }
                if (edge_key_ < (b_ < node_count ? igc_load_ulong(locks, lightest_ + b_) : 0ul)) {
                    if (b_ < node_count) igc_atomic_min_ulong(locks, lightest_ + b_, edge_key_);
                }
                const uint key_ = a_;
                const uint item_2_ = b_;
                igc_push_pair(open_back_, open_sizes_, open_phase_, open_capacity_, (ulong2)(((ulong)key_ << 32u) | (ulong)item_2_, edge_key_));
            }
        }
    }
}

kernel IGC_WORKGROUP void mst_filtered_join_(
    global uint *in_forest_,
    global uint *parent_,
    global const ulong *lightest_,
    global const uint *open_front_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    const uint node_count,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, open_sizes_, open_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(open_sizes_, open_phase_, open_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const ulong ends_ = igc_pair_item(open_front_, i_).x;
        const ulong edge_key_ = igc_pair_item(open_front_, i_).y;
        const uint a_ = (uint)(ends_ >> 32u);
        const uint b_ = (uint)ends_;
        if ((a_ < node_count ? lightest_[a_] : 0ul) == edge_key_ || (b_ < node_count ? lightest_[b_] : 0ul) == edge_key_) {
            bool unite_ = false;
            bool returned_ = false;
            uint current_ = a_;
            uint above_ = current_ < node_count ? igc_load_uint(parent_ + current_) : 0u;
            while (above_ != current_) {
                const uint next_ = above_ < node_count ? igc_load_uint(parent_ + above_) : 0u;
                if (next_ != above_) {
                    if (current_ < node_count) igc_store_uint(parent_ + current_, next_);
                }
                current_ = above_;
                above_ = next_;
            }
            uint a_2_ = current_;
            uint current_2_ = b_;
            uint above_2_ = current_2_ < node_count ? igc_load_uint(parent_ + current_2_) : 0u;
            while (above_2_ != current_2_) {
                const uint next_2_ = above_2_ < node_count ? igc_load_uint(parent_ + above_2_) : 0u;
                if (next_2_ != above_2_) {
                    if (current_2_ < node_count) igc_store_uint(parent_ + current_2_, next_2_);
                }
                current_2_ = above_2_;
                above_2_ = next_2_;
            }
            uint b_2_ = current_2_;
            while (a_2_ != b_2_) {
                const uint low_ = min(a_2_, b_2_);
                const uint high_ = max(a_2_, b_2_);
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
                    a_2_ = current_3_;
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
                    b_2_ = current_4_;
                }
            }
            if (!returned_) {
                unite_ = false;
            }
            if (unite_) {
                const uint in_forest_now_ = (uint)edge_key_;
                if (in_forest_now_ < edge_count) igc_store_uint(in_forest_ + in_forest_now_, 1u);
            }
        }
    }
}

kernel IGC_WORKGROUP void mst_filtered_filter_(
    global uint *parent_,
    global ulong *lightest_,
    global ulong *next_lightest_,
    global const uint *open_front_,
    global uint *open_back_,
    global uint *open_sizes_,
    const uint open_phase_,
    const uint open_capacity_,
    const uint node_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, open_sizes_, open_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(open_sizes_, open_phase_, open_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const ulong ends_ = igc_pair_item(open_front_, i_).x;
        const ulong edge_key_ = igc_pair_item(open_front_, i_).y;
        const uint a_ = (uint)(ends_ >> 32u);
        const uint b_ = (uint)ends_;
        uint current_ = a_;
        uint above_ = current_ < node_count ? igc_load_uint(parent_ + current_) : 0u;
        while (above_ != current_) {
            const uint next_ = above_ < node_count ? igc_load_uint(parent_ + above_) : 0u;
            if (next_ != above_) {
                if (current_ < node_count) igc_store_uint(parent_ + current_, next_);
            }
            current_ = above_;
            above_ = next_;
        }
        const uint c_ = current_;
        uint current_2_ = b_;
        uint above_2_ = current_2_ < node_count ? igc_load_uint(parent_ + current_2_) : 0u;
        while (above_2_ != current_2_) {
            const uint next_2_ = above_2_ < node_count ? igc_load_uint(parent_ + above_2_) : 0u;
            if (next_2_ != above_2_) {
                if (current_2_ < node_count) igc_store_uint(parent_ + current_2_, next_2_);
            }
            current_2_ = above_2_;
            above_2_ = next_2_;
        }
        const uint d_ = current_2_;
        if (c_ == a_) {
            if ((a_ < node_count ? igc_load_ulong(locks, lightest_ + a_) : 0ul) != ULONG_MAX) {
                if (a_ < node_count) igc_store_ulong(locks, lightest_ + a_, ULONG_MAX);
            }
        }
        if (d_ == b_) {
            if ((b_ < node_count ? igc_load_ulong(locks, lightest_ + b_) : 0ul) != ULONG_MAX) {
                if (b_ < node_count) igc_store_ulong(locks, lightest_ + b_, ULONG_MAX);
            }
        }
        if (c_ != d_) {
            if (edge_key_ < (c_ < node_count ? igc_load_ulong(locks, next_lightest_ + c_) : 0ul)) {
                if (c_ < node_count) igc_atomic_min_ulong(locks, next_lightest_ + c_, edge_key_);
            }
            if (edge_key_ < (d_ < node_count ? igc_load_ulong(locks, next_lightest_ + d_) : 0ul)) {
                if (d_ < node_count) igc_atomic_min_ulong(locks, next_lightest_ + d_, edge_key_);
            }
            const uint key_ = c_;
            const uint item_ = d_;
            igc_push_pair(open_back_, open_sizes_, open_phase_, open_capacity_, (ulong2)(((ulong)key_ << 32u) | (ulong)item_, edge_key_));
        }
    }
}
