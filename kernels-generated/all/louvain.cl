// louvain: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void louvain_start_(
    global uint *label_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        label_[u_] = u_;
    }
}

kernel IGC_WORKGROUP void louvain_weigh_(
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

IGC_WITH_BARRIERS void louvain_gather_(
    const igc_grid grid,
    global const uint *label_,
    global const ulong *strength_,
    global ulong *volume_,
    global uint *size_,
    const uint node_count,
    global uint *locks)
{
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const uint label_now_ = label_[u_];
        if (label_now_ < node_count) igc_atomic_add_ulong(locks, volume_ + label_now_, strength_[u_]);
        const uint label_now_2_ = label_[u_];
        if (label_now_2_ < node_count) igc_atomic_add_uint(size_ + label_now_2_, 1u);
    }
}

IGC_WITH_BARRIERS void louvain_count_inside_(
    const igc_grid grid,
    global const uint *targets,
    global const uint *sources,
    global const ulong *weight_,
    global const uint *label_,
    global ulong *inside_,
    const uint edge_count,
    global uint *locks,
    local ulong *igc_scratch)
{
    ulong inside_part_ = 0ul;
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (label_[sources[e_]] == label_[targets[e_]]) {
            inside_part_ = inside_part_ + weight_[e_];
        }
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const ulong inside_group_ = igc_workgroup_add_ulong(igc_scratch, inside_part_);
    if (igc_local_id() == 0u && inside_group_ != 0ul) {
        igc_atomic_add_ulong(locks, inside_, inside_group_);
    }
}

IGC_WITH_BARRIERS void louvain_square_(
    const igc_grid grid,
    global const ulong *volume_,
    global const uint *size_,
    global ulong *squares_,
    const uint node_count,
    global uint *locks,
    local ulong *igc_scratch)
{
    ulong squares_part_ = 0ul;
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (size_[u_] > 0u) {
            squares_part_ = squares_part_ + volume_[u_] * volume_[u_];
        }
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const ulong squares_group_ = igc_workgroup_add_ulong(igc_scratch, squares_part_);
    if (igc_local_id() == 0u && squares_group_ != 0ul) {
        igc_atomic_add_ulong(locks, squares_, squares_group_);
    }
}

IGC_WITH_BARRIERS void louvain_collect_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const ulong *weight_,
    global const uint *label_,
    global uint *key_,
    global ulong *sum_,
    const uint edge_count,
    global uint *locks)
{
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (sources[e_] != targets[e_]) {
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

IGC_WITH_BARRIERS void louvain_leave_(
    const igc_grid grid,
    global const uint *label_,
    global const ulong *strength_,
    global const ulong *volume_,
    global long *stay_,
    const uint node_count)
{
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const long strength_2_ = (long)strength_[u_];
        const uint label_now_ = label_[u_];
        stay_[u_] = igc_mul_long(strength_2_, igc_sub_long(strength_2_, (long)(label_now_ < node_count ? volume_[label_now_] : 0ul)));
    }
}

IGC_WITH_BARRIERS void louvain_stay_inside_(
    const igc_grid grid,
    global const uint *sources,
    global const uint *label_,
    global const uint *key_,
    global const ulong *sum_,
    global long *stay_,
    const uint edge_count,
    global uint *locks,
    long total_)
{
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (key_[e_] != UINT_MAX && key_[e_] == label_[sources[e_]]) {
            igc_atomic_add_long(locks, stay_ + sources[e_], igc_mul_long(total_, (long)sum_[e_]));
        }
    }
}

IGC_WITH_BARRIERS void louvain_compare_(
    const igc_grid grid,
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

IGC_WITH_BARRIERS void louvain_choose_(
    const igc_grid grid,
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

IGC_WITH_BARRIERS void louvain_save_(
    const igc_grid grid,
    global const uint *label_,
    global uint *before_,
    const uint node_count)
{
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        before_[u_] = label_[u_];
    }
}

IGC_WITH_BARRIERS void louvain_undo_(
    const igc_grid grid,
    global uint *label_,
    global const uint *before_,
    const uint node_count)
{
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        label_[u_] = before_[u_];
    }
}

IGC_WITH_BARRIERS void louvain_leap_(
    const igc_grid grid,
    global uint *label_,
    global const uint *size_,
    global const uint *target_,
    const uint node_count,
    uint round_,
    uint share_)
{
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

IGC_WITH_BARRIERS void louvain_bid_for_both_(
    const igc_grid grid,
    global const uint *label_,
    global const long *best_,
    global const uint *target_,
    global long *bid_,
    const uint node_count,
    global uint *locks)
{
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (target_[u_] != UINT_MAX) {
            const uint label_now_ = label_[u_];
            if (label_now_ < node_count) igc_atomic_max_long(locks, bid_ + label_now_, best_[u_]);
            const uint target_now_ = target_[u_];
            if (target_now_ < node_count) igc_atomic_max_long(locks, bid_ + target_now_, best_[u_]);
        }
    }
}

IGC_WITH_BARRIERS void louvain_win_(
    const igc_grid grid,
    global const uint *label_,
    global const long *best_,
    global const uint *target_,
    global const long *bid_,
    global uint *winner_,
    const uint node_count)
{
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

IGC_WITH_BARRIERS void louvain_step_(
    const igc_grid grid,
    global uint *label_,
    global const uint *target_,
    global const uint *winner_,
    const uint node_count)
{
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

kernel IGC_WORKGROUP void louvain_reduce_max_weight_(
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

IGC_WITH_BARRIERS void louvain_fold_max_u64_(
    const igc_grid grid,
    global ulong *reduced_u64_,
    uint width_,
    uint lanes_)
{
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

kernel IGC_WORKGROUP void louvain_reduce_add_weight_(
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

IGC_WITH_BARRIERS void louvain_fold_add_u64_(
    const igc_grid grid,
    global ulong *reduced_u64_,
    uint width_,
    uint lanes_)
{
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

IGC_WITH_BARRIERS void louvain_reduce_max_best_(
    const igc_grid grid,
    global const long *best_,
    global long *reduced_i64_,
    const uint node_count,
    uint width_)
{
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

IGC_WITH_BARRIERS void louvain_fold_max_i64_(
    const igc_grid grid,
    global long *reduced_i64_,
    uint width_,
    uint lanes_)
{
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

kernel IGC_WORKGROUP void louvain_outlined_0_(
    global ulong *reduced_u64_,
    uint width_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        while (igc_next_round(&run, width_ > 1u)) {
            igc_path_start();
            const uint lanes_ = (width_ + 63u) / 64u;
            igc_grid_barrier(environment, grid, ++run.barriers);
            louvain_fold_max_u64_(grid, reduced_u64_, width_, lanes_);
            run.launches++;
            width_ = lanes_;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = width_;
        }
    }
    igc_leave(environment, grid);
}

kernel IGC_WORKGROUP void louvain_outlined_1_(
    global ulong *reduced_u64_,
    uint width_2_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        while (igc_next_round(&run, width_2_ > 1u)) {
            igc_path_start();
            const uint lanes_2_ = (width_2_ + 63u) / 64u;
            igc_grid_barrier(environment, grid, ++run.barriers);
            louvain_fold_add_u64_(grid, reduced_u64_, width_2_, lanes_2_);
            run.launches++;
            width_2_ = lanes_2_;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = width_2_;
        }
    }
    igc_leave(environment, grid);
}

kernel IGC_WORKGROUP void louvain_outlined_2_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const ulong *weight_,
    global uint *label_,
    global uint *before_,
    global const ulong *strength_,
    global ulong *volume_,
    global uint *size_,
    global uint *key_,
    global ulong *sum_,
    global long *stay_,
    global long *best_,
    global uint *target_,
    global long *bid_,
    global uint *winner_,
    global ulong *inside_,
    global ulong *squares_,
    global long *reduced_i64_,
    const uint node_count,
    const uint edge_count,
    global uint *locks,
    const long total_,
    long first_,
    long quality_,
    uint round_,
    uint share_,
    uint undone_word_,
    uint moving_word_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local ulong scratch_[IGC_SCRATCH_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        bool undone_ = undone_word_ != 0u;
        bool moving_ = moving_word_ != 0u;
        while (igc_next_round(&run, moving_)) {
            igc_path_start();
            igc_fill_ulong(grid, volume_, node_count, 0ul);
            igc_grid_barrier(environment, grid, ++run.barriers);
            igc_fill_uint(grid, size_, node_count, 0u);
            igc_grid_barrier(environment, grid, ++run.barriers);
            louvain_gather_(grid, label_, strength_, volume_, size_, node_count, locks);
            run.launches++;
            if (igc_global_id(grid) == 0u) {
                igc_store_ulong(locks, inside_, 0ul);
            }
            if (igc_global_id(grid) == 0u) {
                igc_store_ulong(locks, squares_, 0ul);
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            louvain_count_inside_(grid, targets, sources, weight_, label_, inside_, edge_count, locks, scratch_);
            run.launches++;
            igc_workgroup_barrier();
            louvain_square_(grid, volume_, size_, squares_, node_count, locks, scratch_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            const long now_ = igc_sub_long(igc_mul_long(total_, (long)igc_load_ulong(locks, inside_)), (long)igc_load_ulong(locks, squares_));
            {
                const bool holds_ = now_ <= quality_ && !undone_;
                uint leaves_ = 0u;
                for (bool now_2_ = holds_; igc_takes(now_2_); now_2_ = false) {
                    igc_path_start();
                    louvain_undo_(grid, label_, before_, node_count);
                    run.launches++;
                    undone_ = true;
                    share_ = share_ * 2u;
                    igc_path_end();
                    leaves_ = 2u;
                    break;
                }
                if (leaves_ == 1u) break;
                if (leaves_ == 2u) continue;
            }
            igc_path_start();
            undone_ = false;
            first_ = min(first_, now_);
            quality_ = now_;
            igc_fill_uint(grid, key_, edge_count, UINT_MAX);
            igc_fill_ulong(grid, sum_, edge_count, 0ul);
            igc_fill_long(grid, best_, node_count, 0l);
            igc_fill_uint(grid, target_, node_count, UINT_MAX);
            igc_grid_barrier(environment, grid, ++run.barriers);
            louvain_collect_(grid, out_offsets, targets, sources, weight_, label_, key_, sum_, edge_count, locks);
            run.launches++;
            louvain_leave_(grid, label_, strength_, volume_, stay_, node_count);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            louvain_stay_inside_(grid, sources, label_, key_, sum_, stay_, edge_count, locks, total_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            louvain_compare_(grid, sources, label_, strength_, volume_, key_, sum_, stay_, best_, node_count, edge_count, locks, total_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            louvain_choose_(grid, sources, label_, strength_, volume_, key_, sum_, stay_, best_, target_, node_count, edge_count, total_);
            run.launches++;
            uint width_3_ = min(node_count, 262144u);
            louvain_reduce_max_best_(grid, best_, reduced_i64_, node_count, width_3_);
            run.launches++;
            while (igc_next_round(&run, width_3_ > 1u)) {
                igc_path_start();
                const uint lanes_3_ = (width_3_ + 63u) / 64u;
                igc_grid_barrier(environment, grid, ++run.barriers);
                louvain_fold_max_i64_(grid, reduced_i64_, width_3_, lanes_3_);
                run.launches++;
                width_3_ = lanes_3_;
                igc_path_end();
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
            const long greatest_2_ = node_count == 0u ? LONG_MIN : 0u < node_count ? igc_load_long(locks, reduced_i64_) : 0l;
            moving_ = greatest_2_ > 0l;
            louvain_save_(grid, label_, before_, node_count);
            run.launches++;
            {
                const bool holds_2_ = share_ <= 16u;
                for (bool now_3_ = holds_2_; igc_takes(now_3_); now_3_ = false) {
                    igc_path_start();
                    igc_grid_barrier(environment, grid, ++run.barriers);
                    louvain_leap_(grid, label_, size_, target_, node_count, round_, share_);
                    run.launches++;
                    igc_path_end();
                }
                for (bool now_4_ = !holds_2_; igc_takes(now_4_); now_4_ = false) {
                    igc_path_start();
                    igc_fill_long(grid, bid_, node_count, 0l);
                    igc_fill_uint(grid, winner_, node_count, UINT_MAX);
                    igc_grid_barrier(environment, grid, ++run.barriers);
                    louvain_bid_for_both_(grid, label_, best_, target_, bid_, node_count, locks);
                    run.launches++;
                    igc_grid_barrier(environment, grid, ++run.barriers);
                    louvain_win_(grid, label_, best_, target_, bid_, winner_, node_count);
                    run.launches++;
                    igc_grid_barrier(environment, grid, ++run.barriers);
                    louvain_step_(grid, label_, target_, winner_, node_count);
                    run.launches++;
                    igc_path_end();
                }
            }
            round_ = round_ + 1u;
            igc_path_end();
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = as_ulong(first_);
            results[7] = as_ulong(quality_);
            results[8] = round_;
            results[9] = share_;
            results[10] = undone_;
            results[11] = moving_;
        }
    }
    igc_leave(environment, grid);
}
