// bfs_multi: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_multi_start_(
    global uint *is_source_,
    global ulong *seen_,
    global ulong *frontier_,
    const uint node_count,
    const uint first_,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)min(64u, node_count - first_);
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)i_2_;
        const uint is_source_now_ = first_ + i_;
        if (is_source_now_ < node_count) igc_store_uint(is_source_ + is_source_now_, 1u);
        const uint seen_now_ = first_ + i_;
        if (seen_now_ < node_count) igc_store_ulong(locks, seen_ + seen_now_, 1ul << i_);
        const uint frontier_now_ = first_ + i_;
        if (frontier_now_ < node_count) igc_store_ulong(locks, frontier_ + frontier_now_, 1ul << i_);
    }
}

kernel IGC_WORKGROUP void bfs_multi_expand_(
    global const uint *out_offsets,
    global const uint *targets,
    global const ulong *seen_,
    global const ulong *frontier_,
    global ulong *next_,
    const uint node_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (frontier_[u_] != 0ul) {
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                const ulong bits_ = frontier_[u_] & ~seen_[targets[e_]];
                if (bits_ != 0ul) {
                    igc_atomic_or_ulong(locks, next_ + targets[e_], bits_);
                }
            }
        }
    }
}

kernel IGC_WORKGROUP void bfs_multi_settle_(
    global ulong *seen_,
    global ulong *frontier_,
    global ulong *next_,
    global uint *reached_,
    global ulong *distances_,
    global uint *found_,
    const uint node_count,
    global uint *locks,
    uint depth_)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        ulong bits_ = next_[u_] & ~seen_[u_];
        frontier_[u_] = bits_;
        next_[u_] = 0ul;
        if (bits_ != 0ul) {
            seen_[u_] = seen_[u_] | bits_;
            igc_atomic_or_uint(found_, 1u);
        }
        while (bits_ != 0ul) {
            if ((uint)igc_ctz_ulong(bits_) < 64u) igc_atomic_add_uint(reached_ + (uint)igc_ctz_ulong(bits_), 1u);
            if ((uint)igc_ctz_ulong(bits_) < 64u) igc_atomic_add_ulong(locks, distances_ + (uint)igc_ctz_ulong(bits_), (ulong)depth_);
            bits_ = bits_ & (bits_ - 1ul);
        }
    }
}

kernel IGC_WORKGROUP void bfs_multi_measure_(
    global float *closeness_,
    global const uint *reached_,
    global const ulong *distances_,
    const uint node_count,
    const uint first_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)64u;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint i_ = (uint)i_2_;
        if (reached_[i_] > 0u) {
            const float others_ = (float)reached_[i_];
            const uint closeness_now_ = first_ + i_;
            if (closeness_now_ < node_count) igc_store_float(closeness_ + closeness_now_, others_ / (float)(node_count - 1u) * (others_ / (float)distances_[i_]));
        }
    }
}
