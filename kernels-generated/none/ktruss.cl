// ktruss: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void ktruss_prune_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *sources,
    global const uint *reverse,
    global uint *in_truss_,
    global uint *removed_,
    const uint edge_count,
    const uint k_)
{
    const igc_grid grid = igc_launch();
    for (uint e_ = igc_first(grid, edge_count); e_ < igc_end(grid, edge_count); e_ += igc_step(grid)) {
        if (igc_load_uint(in_truss_ + e_) != 0u && sources[e_] < targets[e_]) {
            const uint wanted_ = max(k_, 2u) - 2u;
            uint found_ = 0u;
            uint i_ = out_offsets[sources[e_]];
            uint j_ = out_offsets[targets[e_]];
            while (found_ < wanted_ && i_ < out_offsets[sources[e_] + 1u] && j_ < out_offsets[targets[e_] + 1u]) {
                const uint a_ = i_ < edge_count ? targets[i_] : UINT_MAX;
                const uint b_ = j_ < edge_count ? targets[j_] : UINT_MAX;
                if (a_ == b_ && (i_ < edge_count ? igc_load_uint(in_truss_ + i_) : 0u) != 0u && (j_ < edge_count ? igc_load_uint(in_truss_ + j_) : 0u) != 0u) {
                    found_ = found_ + 1u;
                }
                if (a_ <= b_) {
                    i_ = i_ + 1u;
                }
                if (b_ <= a_) {
                    j_ = j_ + 1u;
                }
            }
            if (!(found_ >= wanted_)) {
                igc_store_uint(in_truss_ + e_, 0u);
                const uint edge_ = reverse[e_];
                if (edge_ < edge_count) igc_store_uint(in_truss_ + edge_, 0u);
                igc_atomic_or_uint(removed_, 1u);
            }
        }
    }
}
