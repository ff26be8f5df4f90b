// pr_tp: OpenCL C made by igc 0.1.0 with --opts fg1.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void pr_tp_divide_(
    global const uint *out_offsets,
    global const float *rank_,
    global float *share_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        share_[u_] = 0.0f;
        if (out_offsets[u_ + 1u] - out_offsets[u_] > 0u) {
            share_[u_] = rank_[u_] / (float)(out_offsets[u_ + 1u] - out_offsets[u_]);
        }
    }
}

kernel IGC_WORKGROUP void pr_tp_gather_(
    global const uint *in_offsets,
    global const uint *in_sources,
    global float *rank_,
    global const float *share_,
    global uint *moving_,
    const uint node_count,
    const float damping_,
    const float tolerance_,
    global uint *locks)
{
    local long sum_found_[IGC_WORKGROUP_SIZE];
    local uint first_of_[IGC_WORKGROUP_SIZE];
    local uint count_of_[IGC_WORKGROUP_SIZE];
    local uint before_of_[IGC_WORKGROUP_SIZE];
    local ulong igc_scratch[IGC_SCRATCH_SIZE];
    const igc_grid grid = igc_launch();
    IGC_SHARE_END uint base_end_ = igc_end(grid, node_count);
    for (uint base_ = igc_first_of_group(grid, node_count); igc_continues(base_ < base_end_); base_ += igc_step(grid)) {
        igc_path_start();
        const uint v_ = base_ + igc_local_id();
        const bool on_ = v_ < node_count;
        long sum_ = 0l;
        if (on_) {
            sum_ = 0l;
        }
        // np: the elements of each work-item
        uint first_ = 0u;
        uint count_ = 0u;
        if (on_) {
            first_ = in_offsets[v_];
            count_ = in_offsets[v_ + 1u] - in_offsets[v_];
        }
        sum_found_[igc_local_id()] = 0l;
        uint left_ = count_;
        while (igc_continues(true)) {
            igc_path_start();
            const uint take_ = min(left_, 524288u);
            uint total_;
            const uint before_ = igc_scan(igc_scratch, take_, &total_);
            before_of_[igc_local_id()] = before_;
            first_of_[igc_local_id()] = first_;
            igc_workgroup_barrier();
            // fg1: the remaining elements in a row, one for each work-item
            IGC_SHARE_END uint p_end_ = total_;
            for (uint p_ = igc_local_id(); p_ < p_end_; p_ += igc_local_size()) {
                const uint owner_ = igc_search(before_of_, p_);
                long sum_2_ = 0l;
                const uint first_2_ = first_of_[owner_];
                const uint e_2_ = first_2_ + (p_ - before_of_[owner_]);
                const float x_2_ = share_[in_sources[e_2_]];
                sum_2_ = igc_add_long(sum_2_, igc_long_from_float(x_2_ * 4294967300.0f));
                if (sum_2_ != 0l) {
                    igc_local_atomic_add_long(locks, &sum_found_[owner_], sum_2_);
                }
            }
            igc_workgroup_barrier();
            if (total_ < 524288u) {
                break;
            }
            left_ = left_ - take_;
            first_ = first_ + take_;
        }
        // np: the values that other work-items computed
        if (on_) {
            sum_ = igc_add_long(sum_, sum_found_[igc_local_id()]);
        }
        if (on_) {
            const float rank_2_ = 1.0f - damping_ + damping_ * ((float)sum_ * 2.3283064e-10f);
            if (fabs(rank_2_ - rank_[v_]) > igc_max_float(tolerance_, rank_2_ * 1e-6f)) {
                igc_atomic_or_uint(moving_, 1u);
            }
            rank_[v_] = rank_2_;
        }
    }
}
