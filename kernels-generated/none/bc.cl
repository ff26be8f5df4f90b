// bc: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void bc_tell_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level_,
    global double *paths_,
    global uint *order_,
    global const uint *frontier_front_,
    global uint *frontier_back_,
    global uint *frontier_sizes_,
    const uint frontier_phase_,
    const uint frontier_capacity_,
    const uint node_count,
    global uint *locks,
    uint begin_,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, frontier_sizes_, frontier_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(frontier_sizes_, frontier_phase_, frontier_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = frontier_front_[i_];
        if (begin_ + i_ < node_count) igc_store_uint(order_ + (begin_ + i_), u_);
        const double paths_2_ = igc_load_double(locks, paths_ + u_);
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            uint level_2_ = igc_load_uint(level_ + v_);
            if (level_2_ == UINT_MAX) {
                const uint old_ = igc_atomic_cas_uint(level_ + v_, UINT_MAX, depth_);
                level_2_ = old_;
                if (level_2_ == UINT_MAX) {
                    level_2_ = depth_;
                    igc_push(frontier_back_, frontier_sizes_, frontier_phase_, frontier_capacity_, v_);
                }
            }
            if (level_2_ == depth_) {
                igc_atomic_add_double(locks, paths_ + v_, paths_2_);
            }
        }
    }
}

kernel IGC_WORKGROUP void bc_ask_(
    global const uint *in_offsets,
    global const uint *in_sources,
    global uint *level_,
    global double *paths_,
    global uint *reached_,
    const uint node_count,
    global uint *locks,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    for (uint v_ = igc_first(grid, node_count); v_ < igc_end(grid, node_count); v_ += igc_step(grid)) {
        if (igc_load_uint(level_ + v_) == UINT_MAX) {
            double paths_2_ = 0.0;
            const uint e_end_ = in_offsets[v_ + 1u];
            for (uint e_ = in_offsets[v_]; e_ < e_end_; e_++) {
                if (igc_load_uint(level_ + in_sources[e_]) == depth_ - 1u) {
                    paths_2_ = paths_2_ + igc_load_double(locks, paths_ + in_sources[e_]);
                }
            }
            if (paths_2_ > 0.0) {
                igc_store_uint(level_ + v_, depth_);
                igc_store_double(locks, paths_ + v_, paths_2_);
                igc_atomic_add_uint(reached_, 1u);
            }
        }
    }
}

kernel IGC_WORKGROUP void bc_list_(
    global const uint *level_,
    global uint *frontier_back_,
    global uint *frontier_sizes_,
    const uint frontier_phase_,
    const uint frontier_capacity_,
    const uint node_count,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (level_[u_] == depth_) {
            igc_push(frontier_back_, frontier_sizes_, frontier_phase_, frontier_capacity_, u_);
        }
    }
}

kernel IGC_WORKGROUP void bc_gather_(
    global const uint *out_offsets,
    global const uint *targets,
    global double *score_,
    global const uint *level_,
    global const double *paths_,
    global double *part_,
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
                sum_ = sum_ + igc_load_double(locks, part_ + targets[e_]);
            }
        }
        const double share_ = sum_ * (u_ < node_count ? paths_[u_] : 0.0);
        if (u_ < node_count) igc_store_double(locks, part_ + u_, (1.0 + share_) / (u_ < node_count ? paths_[u_] : 0.0));
        if (u_ < node_count) igc_store_double(locks, score_ + u_, (u_ < node_count ? igc_load_double(locks, score_ + u_) : 0.0) + share_);
    }
}

kernel IGC_WORKGROUP void bc_gather_large_(
    global const uint *out_offsets,
    global const uint *targets,
    global double *score_,
    global const uint *level_,
    global const double *paths_,
    global double *part_,
    const uint node_count,
    global uint *locks,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (level_[u_] == depth_) {
            double sum_ = 0.0;
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                if (level_[targets[e_]] == depth_ + 1u) {
                    sum_ = sum_ + igc_load_double(locks, part_ + targets[e_]);
                }
            }
            const double share_ = sum_ * paths_[u_];
            igc_store_double(locks, part_ + u_, (1.0 + share_) / paths_[u_]);
            score_[u_] = score_[u_] + share_;
        }
    }
}
