// tri: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void tri_orient_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *ahead_,
    global uint *ahead_end_,
    const uint node_count,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        uint end_ = out_offsets[u_];
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            if (out_offsets[v_ + 1u] - out_offsets[v_] > out_offsets[u_ + 1u] - out_offsets[u_] || (out_offsets[v_ + 1u] - out_offsets[v_] == out_offsets[u_ + 1u] - out_offsets[u_] && v_ > u_)) {
                if (end_ < edge_count) igc_store_uint(ahead_ + end_, targets[e_]);
                end_ = end_ + 1u;
            }
        }
        ahead_end_[u_] = end_;
    }
}

kernel IGC_WORKGROUP void tri_count_(
    global const uint *out_offsets,
    global const uint *ahead_,
    global const uint *ahead_end_,
    global ulong *triangles_,
    const uint node_count,
    const uint edge_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        ulong found_ = 0ul;
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            if (e_ < ahead_end_[u_]) {
                const uint v_ = ahead_[e_];
                uint count_ = 0u;
                uint i_ = out_offsets[u_];
                uint j_ = v_ <= node_count ? out_offsets[v_] : 0u;
                while (i_ < ahead_end_[u_] && j_ < (v_ < node_count ? ahead_end_[v_] : 0u)) {
                    const uint a_ = i_ < edge_count ? ahead_[i_] : 0u;
                    const uint b_ = j_ < edge_count ? ahead_[j_] : 0u;
                    if (a_ == b_) {
                        count_ = count_ + 1u;
                    }
                    i_ = i_ + (uint)(a_ <= b_);
                    j_ = j_ + (uint)(b_ <= a_);
                }
                found_ = found_ + (ulong)count_;
            }
        }
        if (found_ > 0ul) {
            igc_atomic_add_ulong(locks, triangles_, found_);
        }
    }
}
