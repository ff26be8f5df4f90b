// bc: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void bc_discover_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level_,
    global uint *order_,
    global uint *found_,
    const uint node_count,
    uint begin_,
    uint end_,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = begin_ < end_ ? (ulong)end_ - (ulong)begin_ : 0ul;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)((ulong)begin_ + i_2_);
        const uint order_now_ = i_ < node_count ? igc_load_uint(order_ + i_) : 0u;
        const uint e_end_ = order_now_ + 1u <= node_count ? out_offsets[order_now_ + 1u] : 0u;
        for (uint e_ = order_now_ <= node_count ? out_offsets[order_now_] : 0u; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            if (igc_load_uint(level_ + v_) == UINT_MAX) {
                const uint old_ = igc_atomic_cas_uint(level_ + v_, UINT_MAX, depth_);
                if (old_ == UINT_MAX) {
                    const uint at_ = igc_atomic_add_uint(found_, 1u);
                    if (at_ < node_count) igc_store_uint(order_ + at_, v_);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void bc_count_paths_(
    global const uint *in_offsets,
    global const uint *in_sources,
    global const uint *level_,
    global double *paths_,
    global const uint *order_,
    const uint node_count,
    global uint *locks,
    uint begin_,
    uint end_,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = begin_ < end_ ? (ulong)end_ - (ulong)begin_ : 0ul;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)((ulong)begin_ + i_2_);
        const uint v_ = i_ < node_count ? order_[i_] : 0u;
        double sum_ = 0.0;
        const uint e_end_ = v_ + 1u <= node_count ? in_offsets[v_ + 1u] : 0u;
        for (uint e_ = v_ <= node_count ? in_offsets[v_] : 0u; e_ < e_end_; e_++) {
            if (level_[in_sources[e_]] == depth_ - 1u) {
                sum_ = sum_ + igc_load_double(locks, paths_ + in_sources[e_]);
            }
        }
        if (v_ < node_count) igc_store_double(locks, paths_ + v_, sum_);
    }
}

kernel IGC_WORKGROUP void bc_gather_(
    global const uint *out_offsets,
    global const uint *targets,
    global double *score_,
    global const uint *level_,
    global const double *paths_,
    global double *share_,
    global const uint *order_,
    const uint node_count,
    global uint *locks,
    uint begin_,
    uint end_,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = begin_ < end_ ? (ulong)end_ - (ulong)begin_ : 0ul;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)((ulong)begin_ + i_2_);
        const uint u_ = i_ < node_count ? order_[i_] : 0u;
        double sum_ = 0.0;
        const uint e_end_ = u_ + 1u <= node_count ? out_offsets[u_ + 1u] : 0u;
        for (uint e_ = u_ <= node_count ? out_offsets[u_] : 0u; e_ < e_end_; e_++) {
            if (level_[targets[e_]] == depth_ + 1u) {
                sum_ = sum_ + (u_ < node_count ? paths_[u_] : 0.0) / paths_[targets[e_]] * (1.0 + igc_load_double(locks, share_ + targets[e_]));
            }
        }
        if (u_ < node_count) igc_store_double(locks, share_ + u_, sum_);
        if (u_ < node_count) igc_store_double(locks, score_ + u_, (u_ < node_count ? igc_load_double(locks, score_ + u_) : 0.0) + sum_);
    }
}
