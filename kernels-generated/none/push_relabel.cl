// push_relabel: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void push_relabel_start_(
    global const uint *sources,
    global const uint *capacity_,
    global ulong *residual_,
    global ulong *excess_,
    const uint edge_count,
    const uint source_,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        residual_[e_] = (ulong)capacity_[e_];
        if (sources[e_] == source_) {
            igc_atomic_add_ulong(locks, excess_ + source_, (ulong)capacity_[e_]);
        }
    }
}

kernel IGC_WORKGROUP void push_relabel_flood_(
    global const uint *targets,
    global const uint *sources,
    global const uint *reverse,
    global const uint *capacity_,
    global ulong *residual_,
    global ulong *excess_,
    const uint edge_count,
    const uint source_,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (sources[e_] == source_) {
            const ulong amount_ = (ulong)capacity_[e_];
            igc_atomic_add_ulong(locks, residual_ + e_, -amount_);
            const uint edge_ = reverse[e_];
            if (edge_ < edge_count) igc_atomic_add_ulong(locks, residual_ + edge_, amount_);
            igc_atomic_add_ulong(locks, excess_ + sources[e_], -amount_);
            igc_atomic_add_ulong(locks, excess_ + targets[e_], amount_);
        }
    }
}

kernel IGC_WORKGROUP void push_relabel_search_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *reverse,
    global const ulong *residual_,
    global uint *height_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint edge_count,
    uint level_)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint v_ = worklist_front_[i_];
        const uint e_end_ = out_offsets[v_ + 1u];
        for (uint e_ = out_offsets[v_]; e_ < e_end_; e_++) {
            const uint edge_ = reverse[e_];
            if ((edge_ < edge_count ? residual_[edge_] : 0ul) > 0ul && igc_load_uint(height_ + targets[e_]) == UINT_MAX) {
                igc_store_uint(height_ + targets[e_], level_);
                igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, targets[e_]);
            }
        }
    }
}

kernel IGC_WORKGROUP void push_relabel_discharge_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *reverse,
    global const uint *target_,
    global ulong *residual_,
    global ulong *excess_,
    global const uint *height_,
    const uint node_count,
    const uint edge_count,
    const uint source_,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (igc_load_ulong(locks, excess_ + u_) > 0ul && u_ != source_ && u_ != target_[0u]) {
            ulong left_ = igc_load_ulong(locks, excess_ + u_);
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                if (left_ > 0ul && igc_load_ulong(locks, residual_ + e_) > 0ul && height_[u_] == height_[targets[e_]] + 1u) {
                    const ulong amount_ = min(left_, igc_load_ulong(locks, residual_ + e_));
                    igc_atomic_add_ulong(locks, residual_ + e_, -amount_);
                    const uint edge_ = reverse[e_];
                    if (edge_ < edge_count) igc_atomic_add_ulong(locks, residual_ + edge_, amount_);
                    igc_atomic_add_ulong(locks, excess_ + sources[e_], -amount_);
                    igc_atomic_add_ulong(locks, excess_ + targets[e_], amount_);
                    left_ = left_ - amount_;
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void push_relabel_rise_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *target_,
    global const ulong *residual_,
    global const ulong *excess_,
    global uint *height_,
    global uint *active_,
    const uint node_count,
    const uint source_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (excess_[u_] > 0ul && u_ != source_ && u_ != target_[0u]) {
            uint lowest_ = UINT_MAX;
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                if (residual_[e_] > 0ul) {
                    lowest_ = min(lowest_, igc_load_uint(height_ + targets[e_]));
                }
            }
            if (lowest_ >= igc_load_uint(height_ + u_)) {
                igc_store_uint(height_ + u_, lowest_ + 1u);
            }
            igc_atomic_or_uint(active_, 1u);
        }
    }
}

kernel IGC_WORKGROUP void push_relabel_finish_(
    global const uint *capacity_,
    global uint *flow_,
    global const ulong *residual_,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (residual_[e_] < (ulong)capacity_[e_]) {
            flow_[e_] = (uint)((ulong)capacity_[e_] - residual_[e_]);
        }
    }
}
