// tri_ordered: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void tri_ordered_orient_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *before_,
    global uint *before_end_,
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
                if (end_ < edge_count) igc_store_uint(before_ + end_, targets[e_]);
                end_ = end_ + 1u;
            }
        }
        before_end_[u_] = end_;
    }
}

kernel IGC_WORKGROUP void tri_ordered_count_by_degree_(
    global const uint *out_offsets,
    global const uint *before_,
    global const uint *before_end_,
    global ulong *triangles_,
    const uint node_count,
    const uint edge_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        ulong found_ = 0ul;
        const uint begin_ = out_offsets[u_];
        const uint end_ = before_end_[u_];
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            if (e_ < end_) {
                const uint v_ = before_[e_];
                uint i_ = begin_;
                uint j_ = v_ <= node_count ? out_offsets[v_] : 0u;
                const uint j_end_ = v_ < node_count ? before_end_[v_] : 0u;
                uint common_ = 0u;
                while (i_ < end_ && j_ < j_end_) {
                    const uint a_ = i_ < edge_count ? before_[i_] : 0u;
                    const uint b_ = j_ < edge_count ? before_[j_] : 0u;
                    common_ = common_ + (uint)(a_ == b_);
                    i_ = i_ + (uint)(a_ <= b_);
                    j_ = j_ + (uint)(b_ <= a_);
                }
                found_ = found_ + (ulong)common_;
            }
        }
        if (found_ > 0ul) {
            igc_atomic_add_ulong(locks, triangles_, found_);
        }
    }
}

kernel IGC_WORKGROUP void tri_ordered_count_by_number_(
    global const uint *out_offsets,
    global const uint *targets,
    global ulong *triangles_,
    const uint node_count,
    const uint edge_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        ulong found_ = 0ul;
        const uint begin_ = out_offsets[u_];
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            if (targets[e_] < u_) {
                const uint end_ = e_;
                const uint v_ = targets[e_];
                uint i_ = begin_;
                uint j_ = out_offsets[v_];
                const uint j_end_ = out_offsets[v_ + 1u];
                uint count_ = 0u;
                while (i_ < end_ && j_ < j_end_) {
                    const uint a_ = i_ < edge_count ? targets[i_] : UINT_MAX;
                    const uint b_ = j_ < edge_count ? targets[j_] : UINT_MAX;
                    count_ = count_ + (uint)(a_ == b_);
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

kernel IGC_WORKGROUP void tri_ordered_find_filters_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *filter_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        uint bits_ = 0u;
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            if (targets[e_] >= u_) {
                break;
            }
            const uint v_ = targets[e_];
            bits_ = bits_ | (1u << (v_ * 2654435769u >> 27u));
        }
        filter_[u_] = bits_;
    }
}

kernel IGC_WORKGROUP void tri_ordered_count_by_filters_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *filter_,
    global ulong *triangles_,
    const uint node_count,
    const uint edge_count,
    global uint *locks)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        ulong found_ = 0ul;
        const uint begin_ = out_offsets[u_];
        uint before_ = 0u;
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            if (v_ >= u_) {
                break;
            }
            if ((filter_[v_] & before_) != 0u) {
                const uint end_ = e_;
                uint i_ = begin_;
                uint j_ = out_offsets[v_];
                const uint j_end_ = out_offsets[v_ + 1u];
                uint count_ = 0u;
                while (i_ < end_ && j_ < j_end_) {
                    const uint a_ = i_ < edge_count ? targets[i_] : UINT_MAX;
                    const uint b_ = j_ < edge_count ? targets[j_] : UINT_MAX;
                    count_ = count_ + (uint)(a_ == b_);
                    i_ = i_ + (uint)(a_ <= b_);
                    j_ = j_ + (uint)(b_ <= a_);
                }
                found_ = found_ + (ulong)count_;
            }
            before_ = before_ | (1u << (v_ * 2654435769u >> 27u));
        }
        if (found_ > 0ul) {
            igc_atomic_add_ulong(locks, triangles_, found_);
        }
    }
}
