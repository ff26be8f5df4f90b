// leiden: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void leiden_isolate_(
    global uint *label_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        label_[u_] = u_;
    }
}

kernel IGC_WORKGROUP void leiden_resume_(
    global uint *label_,
    global const uint *bound_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        label_[u_] = bound_[u_];
    }
}

kernel IGC_WORKGROUP void leiden_find_first_(
    global const uint *label_,
    global uint *winner_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const uint label_now_ = label_[u_];
        if (label_now_ < node_count) igc_atomic_min_uint(winner_ + label_now_, u_);
    }
}

kernel IGC_WORKGROUP void leiden_bind_(
    global const uint *label_,
    global uint *bound_,
    global const uint *winner_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const uint label_now_ = label_[u_];
        bound_[u_] = label_now_ < node_count ? winner_[label_now_] : 0u;
    }
}

kernel IGC_WORKGROUP void leiden_weigh_(
    global const uint *sources,
    global const ulong *weight_,
    global ulong *strength_,
    const uint edge_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        igc_atomic_add_ulong(locks, strength_ + sources[e_], weight_[e_]);
    }
}

kernel IGC_WORKGROUP void leiden_gather_(
    global const uint *label_,
    global const ulong *strength_,
    global ulong *volume_,
    global uint *size_,
    const uint node_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const uint label_now_ = label_[u_];
        if (label_now_ < node_count) igc_atomic_add_ulong(locks, volume_ + label_now_, strength_[u_]);
        const uint label_now_2_ = label_[u_];
        if (label_now_2_ < node_count) igc_atomic_add_uint(size_ + label_now_2_, 1u);
    }
}

kernel IGC_WORKGROUP void leiden_count_inside_(
    global const uint *targets,
    global const uint *sources,
    global const ulong *weight_,
    global const uint *label_,
    global ulong *inside_,
    const uint edge_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (label_[sources[e_]] == label_[targets[e_]]) {
            igc_atomic_add_ulong(locks, inside_, weight_[e_]);
        }
    }
}

kernel IGC_WORKGROUP void leiden_square_(
    global const ulong *volume_,
    global const uint *size_,
    global ulong *squares_,
    const uint node_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (size_[u_] > 0u) {
            igc_atomic_add_ulong(locks, squares_, volume_[u_] * volume_[u_]);
        }
    }
}

kernel IGC_WORKGROUP void leiden_collect_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const ulong *weight_,
    global const uint *label_,
    global const uint *bound_,
    global uint *key_,
    global ulong *sum_,
    const uint edge_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (sources[e_] != targets[e_] && bound_[sources[e_]] == bound_[targets[e_]]) {
            const uint u_ = sources[e_];
            const uint c_ = label_[targets[e_]];
            const uint x_ = c_;
            uint h_ = (x_ ^ (x_ >> 16u)) * 2146121005u;
            h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
            uint k_ = igc_rem_uint(h_ ^ (h_ >> 16u), out_offsets[u_ + 1u] - out_offsets[u_]);
            bool searching_ = true;
            while (searching_) {
                const uint slot_ = k_ < out_offsets[u_ + 1u] - out_offsets[u_] ? out_offsets[u_] + k_ : UINT_MAX;
                const uint old_ = slot_ < edge_count ? igc_atomic_cas_uint(key_ + slot_, UINT_MAX, c_) : 0u;
                if (old_ == UINT_MAX || old_ == c_) {
                    if (slot_ < edge_count) igc_atomic_add_ulong(locks, sum_ + slot_, weight_[e_]);
                    searching_ = false;
                }
                k_ = igc_rem_uint(k_ + 1u, out_offsets[u_ + 1u] - out_offsets[u_]);
            }
        }
    }
}

kernel IGC_WORKGROUP void leiden_leave_(
    global const uint *label_,
    global const ulong *strength_,
    global const ulong *volume_,
    global long *stay_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const long strength_2_ = (long)strength_[u_];
        const uint label_now_ = label_[u_];
        stay_[u_] = igc_mul_long(strength_2_, igc_sub_long(strength_2_, (long)(label_now_ < node_count ? volume_[label_now_] : 0ul)));
    }
}

kernel IGC_WORKGROUP void leiden_stay_inside_(
    global const uint *sources,
    global const uint *label_,
    global const uint *key_,
    global const ulong *sum_,
    global long *stay_,
    const uint edge_count,
    global uint *locks,
    long total_)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (key_[e_] != UINT_MAX && key_[e_] == label_[sources[e_]]) {
            igc_atomic_add_long(locks, stay_ + sources[e_], igc_mul_long(total_, (long)sum_[e_]));
        }
    }
}

kernel IGC_WORKGROUP void leiden_compare_(
    global const uint *sources,
    global const uint *label_,
    global const ulong *strength_,
    global const ulong *volume_,
    global const uint *key_,
    global const ulong *sum_,
    global const long *stay_,
    global long *best_,
    const uint node_count,
    const uint edge_count,
    global uint *locks,
    long total_)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (key_[e_] != UINT_MAX && key_[e_] != label_[sources[e_]]) {
            const uint u_ = sources[e_];
            const long before_ = igc_mul_long(total_, (long)sum_[e_]);
            const long before_2_ = (long)strength_[u_];
            const uint key_now_ = key_[e_];
            igc_atomic_max_long(locks, best_ + sources[e_], igc_sub_long(igc_sub_long(before_, igc_mul_long(before_2_, (long)(key_now_ < node_count ? volume_[key_now_] : 0ul))), stay_[u_]));
        }
    }
}

kernel IGC_WORKGROUP void leiden_choose_(
    global const uint *sources,
    global const uint *label_,
    global const ulong *strength_,
    global const ulong *volume_,
    global const uint *key_,
    global const ulong *sum_,
    global const long *stay_,
    global const long *best_,
    global uint *target_,
    const uint node_count,
    const uint edge_count,
    long total_)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (key_[e_] != UINT_MAX && key_[e_] != label_[sources[e_]]) {
            bool holds_ = best_[sources[e_]] > 0l;
            if (holds_) {
                const uint u_ = sources[e_];
                const long before_ = igc_mul_long(total_, (long)sum_[e_]);
                const long before_2_ = (long)strength_[u_];
                const uint key_now_ = key_[e_];
                holds_ = igc_sub_long(igc_sub_long(before_, igc_mul_long(before_2_, (long)(key_now_ < node_count ? volume_[key_now_] : 0ul))), stay_[u_]) == best_[sources[e_]];
            }
            if (holds_) {
                igc_atomic_min_uint(target_ + sources[e_], key_[e_]);
            }
        }
    }
}

kernel IGC_WORKGROUP void leiden_save_(
    global const uint *label_,
    global uint *before_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        before_[u_] = label_[u_];
    }
}

kernel IGC_WORKGROUP void leiden_undo_(
    global uint *label_,
    global const uint *before_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        label_[u_] = before_[u_];
    }
}

kernel IGC_WORKGROUP void leiden_leap_(
    global uint *label_,
    global const uint *size_,
    global const uint *target_,
    const uint node_count,
    uint round_,
    uint share_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (target_[u_] != UINT_MAX) {
            const uint label_now_ = label_[u_];
            bool holds_ = (label_now_ < node_count ? size_[label_now_] : 0u) == 1u;
            if (holds_) {
                const uint target_now_ = target_[u_];
                holds_ = (target_now_ < node_count ? size_[target_now_] : 0u) == 1u;
            }
            const bool alone_ = holds_;
            const uint x_ = round_ + 2654435769u;
            uint h_ = (x_ ^ (x_ >> 16u)) * 2146121005u;
            h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
            const uint x_2_ = u_ ^ (h_ ^ (h_ >> 16u));
            uint h_2_ = (x_2_ ^ (x_2_ >> 16u)) * 2146121005u;
            h_2_ = (h_2_ ^ (h_2_ >> 15u)) * 2221713035u;
            if (igc_rem_uint(h_2_ ^ (h_2_ >> 16u), share_) == 0u && !(alone_ && target_[u_] > label_[u_])) {
                label_[u_] = target_[u_];
            }
        }
    }
}

kernel IGC_WORKGROUP void leiden_bid_for_both_(
    global const uint *label_,
    global const long *best_,
    global const uint *target_,
    global long *bid_,
    const uint node_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (target_[u_] != UINT_MAX) {
            const uint label_now_ = label_[u_];
            if (label_now_ < node_count) igc_atomic_max_long(locks, bid_ + label_now_, best_[u_]);
            const uint target_now_ = target_[u_];
            if (target_now_ < node_count) igc_atomic_max_long(locks, bid_ + target_now_, best_[u_]);
        }
    }
}

kernel IGC_WORKGROUP void leiden_win_(
    global const uint *label_,
    global const long *best_,
    global const uint *target_,
    global const long *bid_,
    global uint *winner_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (target_[u_] != UINT_MAX) {
            const uint label_now_ = label_[u_];
            if ((label_now_ < node_count ? bid_[label_now_] : 0l) == best_[u_]) {
                const uint label_now_2_ = label_[u_];
                if (label_now_2_ < node_count) igc_atomic_min_uint(winner_ + label_now_2_, u_);
            }
            const uint target_now_ = target_[u_];
            if ((target_now_ < node_count ? bid_[target_now_] : 0l) == best_[u_]) {
                const uint target_now_2_ = target_[u_];
                if (target_now_2_ < node_count) igc_atomic_min_uint(winner_ + target_now_2_, u_);
            }
        }
    }
}

kernel IGC_WORKGROUP void leiden_step_(
    global uint *label_,
    global const uint *target_,
    global const uint *winner_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        bool holds_ = target_[u_] != UINT_MAX;
        if (holds_) {
            const uint label_now_ = label_[u_];
            holds_ = (label_now_ < node_count ? winner_[label_now_] : 0u) == u_;
        }
        bool holds_2_ = holds_;
        if (holds_2_) {
            const uint target_now_ = target_[u_];
            holds_2_ = (target_now_ < node_count ? winner_[target_now_] : 0u) == u_;
        }
        if (holds_2_) {
            label_[u_] = target_[u_];
        }
    }
}

kernel IGC_WORKGROUP void leiden_stay_together_(
    global const uint *label_,
    global const uint *size_,
    global long *best_,
    global uint *target_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const uint label_now_ = label_[u_];
        if ((label_now_ < node_count ? size_[label_now_] : 0u) > 1u) {
            target_[u_] = UINT_MAX;
            best_[u_] = 0l;
        }
    }
}

kernel IGC_WORKGROUP void leiden_join_(
    global uint *label_,
    global const uint *size_,
    global const uint *target_,
    const uint node_count,
    uint round_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (target_[u_] != UINT_MAX) {
            const uint target_now_ = target_[u_];
            bool holds_ = (target_now_ < node_count ? size_[target_now_] : 0u) > 1u;
            if (!holds_) {
                const uint u_2_ = target_[u_];
                const uint x_ = round_ + 2654435769u;
                uint h_ = (x_ ^ (x_ >> 16u)) * 2146121005u;
                h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
                const uint x_2_ = u_2_ ^ (h_ ^ (h_ >> 16u));
                uint h_2_ = (x_2_ ^ (x_2_ >> 16u)) * 2146121005u;
                h_2_ = (h_2_ ^ (h_2_ >> 15u)) * 2221713035u;
                holds_ = (h_2_ ^ (h_2_ >> 16u)) % 2u == 1u;
            }
            const bool stays_ = holds_;
            bool holds_2_ = stays_;
            if (holds_2_) {
                const uint x_3_ = round_ + 2654435769u;
                uint h_3_ = (x_3_ ^ (x_3_ >> 16u)) * 2146121005u;
                h_3_ = (h_3_ ^ (h_3_ >> 15u)) * 2221713035u;
                const uint x_4_ = u_ ^ (h_3_ ^ (h_3_ >> 16u));
                uint h_4_ = (x_4_ ^ (x_4_ >> 16u)) * 2146121005u;
                h_4_ = (h_4_ ^ (h_4_ >> 15u)) * 2221713035u;
                holds_2_ = (h_4_ ^ (h_4_ >> 16u)) % 2u == 0u;
            }
            if (holds_2_) {
                label_[u_] = target_[u_];
            }
        }
    }
}

kernel IGC_WORKGROUP void leiden_spread_(
    global const uint *targets,
    global const uint *sources,
    global uint *label_,
    global const uint *bound_,
    global uint *changed_,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (bound_[sources[e_]] == bound_[targets[e_]]) {
            const uint old_ = igc_atomic_min_uint(label_ + targets[e_], igc_load_uint(label_ + sources[e_]));
            if (old_ > igc_load_uint(label_ + sources[e_])) {
                igc_store_uint(changed_, 1u);
            }
        }
    }
}

kernel IGC_WORKGROUP void leiden_count_loops_(
    global const uint *targets,
    global const uint *sources,
    global const ulong *weight_,
    global ulong *inside_,
    const uint edge_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (sources[e_] == targets[e_]) {
            igc_atomic_add_ulong(locks, inside_, weight_[e_]);
        }
    }
}

kernel IGC_WORKGROUP void leiden_square_strengths_(
    global const ulong *strength_,
    global ulong *squares_,
    const uint node_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        igc_atomic_add_ulong(locks, squares_, strength_[u_] * strength_[u_]);
    }
}

kernel IGC_WORKGROUP void leiden_reduce_max_weight_(
    global const ulong *weight_,
    global ulong *reduced_u64_,
    const uint edge_count,
    uint width_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        ulong result_ = 0ul;
        for (uint i_ = lane_; i_ < edge_count; i_ += width_) {
            result_ = max(result_, weight_[i_]);
        }
        reduced_u64_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void leiden_fold_max_u64_(
    global ulong *reduced_u64_,
    uint width_,
    uint lanes_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)lanes_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        ulong result_ = reduced_u64_[lane_];
        IGC_SHARE_END uint i_end_ = width_;
        for (uint i_ = lane_ + lanes_; i_ < i_end_; i_ += lanes_) {
            result_ = max(result_, reduced_u64_[i_]);
        }
        reduced_u64_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void leiden_reduce_add_weight_(
    global const ulong *weight_,
    global ulong *reduced_u64_,
    const uint edge_count,
    uint width_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        ulong result_ = 0ul;
        for (uint i_ = lane_; i_ < edge_count; i_ += width_) {
            result_ = result_ + weight_[i_];
        }
        reduced_u64_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void leiden_fold_add_u64_(
    global ulong *reduced_u64_,
    uint width_,
    uint lanes_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)lanes_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        ulong result_ = reduced_u64_[lane_];
        IGC_SHARE_END uint i_end_ = width_;
        for (uint i_ = lane_ + lanes_; i_ < i_end_; i_ += lanes_) {
            result_ = result_ + reduced_u64_[i_];
        }
        reduced_u64_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void leiden_reduce_max_best_(
    global const long *best_,
    global long *reduced_i64_,
    const uint node_count,
    uint width_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)width_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        long result_ = LONG_MIN;
        for (uint i_ = lane_; i_ < node_count; i_ += width_) {
            result_ = max(result_, best_[i_]);
        }
        reduced_i64_[lane_] = result_;
    }
}

kernel IGC_WORKGROUP void leiden_fold_max_i64_(
    global long *reduced_i64_,
    uint width_,
    uint lanes_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)lanes_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint lane_ = (uint)i_2_;
        long result_ = reduced_i64_[lane_];
        IGC_SHARE_END uint i_end_ = width_;
        for (uint i_ = lane_ + lanes_; i_ < i_end_; i_ += lanes_) {
            result_ = max(result_, reduced_i64_[i_]);
        }
        reduced_i64_[lane_] = result_;
    }
}
