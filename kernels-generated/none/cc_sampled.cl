// cc_sampled: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void cc_sampled_hook_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *component_,
    const uint node_count,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        uint low_ = u_;
        if (out_offsets[u_ + 1u] - out_offsets[u_] > 0u) {
            const uint edge_ = 0u < out_offsets[u_ + 1u] - out_offsets[u_] ? out_offsets[u_] + 0u : UINT_MAX;
            low_ = min(low_, edge_ < edge_count ? targets[edge_] : UINT_MAX);
        }
        component_[u_] = low_;
    }
}

kernel IGC_WORKGROUP void cc_sampled_jump_(
    global uint *component_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        uint above_ = igc_load_uint(component_ + u_);
        uint next_ = above_ < node_count ? igc_load_uint(component_ + above_) : 0u;
        while (next_ != above_) {
            igc_store_uint(component_ + u_, next_);
            above_ = next_;
            next_ = above_ < node_count ? igc_load_uint(component_ + above_) : 0u;
        }
    }
}

kernel IGC_WORKGROUP void cc_sampled_hook_roots_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *component_,
    const uint node_count,
    const uint edge_count,
    uint position_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (out_offsets[u_ + 1u] - out_offsets[u_] > position_) {
            const uint own_ = igc_load_uint(component_ + u_);
            const uint edge_ = position_ < out_offsets[u_ + 1u] - out_offsets[u_] ? out_offsets[u_] + position_ : UINT_MAX;
            const uint other_ = (edge_ < edge_count ? targets[edge_] : UINT_MAX) < node_count ? igc_load_uint(component_ + (edge_ < edge_count ? targets[edge_] : UINT_MAX)) : 0u;
            if (other_ != own_) {
                if (max(own_, other_) < node_count) igc_atomic_min_uint(component_ + max(own_, other_), min(own_, other_));
            }
        }
    }
}

kernel IGC_WORKGROUP void cc_sampled_vote_(
    global const uint *component_,
    global uint *votes_,
    const uint node_count,
    const uint samples_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)samples_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)i_2_;
        uint h_ = (i_ ^ (i_ >> 16u)) * 2146121005u;
        h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
        const uint parent_now_ = igc_rem_uint(h_ ^ (h_ >> 16u), node_count);
        const uint votes_now_ = parent_now_ < node_count ? component_[parent_now_] : 0u;
        if (votes_now_ < node_count) igc_atomic_add_uint(votes_ + votes_now_, 1u);
    }
}

kernel IGC_WORKGROUP void cc_sampled_elect_(
    global const uint *component_,
    global const uint *votes_,
    global ulong *elected_,
    const uint node_count,
    const uint samples_,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)samples_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)i_2_;
        uint h_ = (i_ ^ (i_ >> 16u)) * 2146121005u;
        h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
        const uint parent_now_ = igc_rem_uint(h_ ^ (h_ >> 16u), node_count);
        const uint candidate_ = parent_now_ < node_count ? component_[parent_now_] : 0u;
        const uint key_ = candidate_ < node_count ? votes_[candidate_] : 0u;
        const uint item_ = candidate_;
        igc_atomic_max_ulong(locks, elected_, ((ulong)key_ << 32u) | (ulong)item_);
    }
}

kernel IGC_WORKGROUP void cc_sampled_join_rest_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *component_,
    const uint node_count,
    uint giant_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (igc_load_uint(component_ + u_) != giant_) {
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                const uint v_ = targets[e_];
                if (igc_load_uint(component_ + u_) != igc_load_uint(component_ + v_)) {
                    bool unite_ = false;
                    bool returned_ = false;
                    uint current_ = u_;
                    uint above_ = current_ < node_count ? igc_load_uint(component_ + current_) : 0u;
                    while (above_ != current_) {
                        const uint next_ = above_ < node_count ? igc_load_uint(component_ + above_) : 0u;
                        if (next_ != above_) {
                            if (current_ < node_count) igc_store_uint(component_ + current_, next_);
                        }
                        current_ = above_;
                        above_ = next_;
                    }
                    uint a_ = current_;
                    uint current_2_ = v_;
                    uint above_2_ = current_2_ < node_count ? igc_load_uint(component_ + current_2_) : 0u;
                    while (above_2_ != current_2_) {
                        const uint next_2_ = above_2_ < node_count ? igc_load_uint(component_ + above_2_) : 0u;
                        if (next_2_ != above_2_) {
                            if (current_2_ < node_count) igc_store_uint(component_ + current_2_, next_2_);
                        }
                        current_2_ = above_2_;
                        above_2_ = next_2_;
                    }
                    uint b_ = current_2_;
                    while (a_ != b_) {
                        const uint low_ = min(a_, b_);
                        const uint high_ = max(a_, b_);
                        const uint old_ = high_ < node_count ? igc_atomic_cas_uint(component_ + high_, high_, low_) : 0u;
                        if (old_ == high_) {
                            unite_ = true;
                            returned_ = true;
                            break;
                        } else {
                            uint current_3_ = high_;
                            uint above_3_ = current_3_ < node_count ? igc_load_uint(component_ + current_3_) : 0u;
                            while (above_3_ != current_3_) {
                                const uint next_3_ = above_3_ < node_count ? igc_load_uint(component_ + above_3_) : 0u;
                                if (next_3_ != above_3_) {
                                    if (current_3_ < node_count) igc_store_uint(component_ + current_3_, next_3_);
                                }
                                current_3_ = above_3_;
                                above_3_ = next_3_;
                            }
                            a_ = current_3_;
                            uint current_4_ = low_;
                            uint above_4_ = current_4_ < node_count ? igc_load_uint(component_ + current_4_) : 0u;
                            while (above_4_ != current_4_) {
                                const uint next_4_ = above_4_ < node_count ? igc_load_uint(component_ + above_4_) : 0u;
                                if (next_4_ != above_4_) {
                                    if (current_4_ < node_count) igc_store_uint(component_ + current_4_, next_4_);
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
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void cc_sampled_compress_(
    global uint *component_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        uint current_ = u_;
        uint above_ = current_ < node_count ? igc_load_uint(component_ + current_) : 0u;
        while (above_ != current_) {
            current_ = above_;
            above_ = current_ < node_count ? igc_load_uint(component_ + current_) : 0u;
        }
        igc_store_uint(component_ + u_, current_);
    }
}
