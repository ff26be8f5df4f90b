// label_propagation: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void label_propagation_start_(
    global uint *label_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        label_[u_] = u_;
    }
}

kernel IGC_WORKGROUP void label_propagation_vote_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global const uint *label_,
    global uint *next_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        ulong best_ = 0ul;
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint before_ = label_[targets[e_]];
            if (before_ != ~((uint)best_)) {
                const uint candidate_ = label_[targets[e_]];
                uint count_ = 0u;
                const uint e_2_end_ = out_offsets[u_ + 1u];
                for (uint e_2_ = out_offsets[u_]; e_2_ < e_2_end_; e_2_++) {
                    if (label_[targets[e_2_]] == candidate_) {
                        count_ = count_ + 1u;
                    }
                }
                const uint i_end_ = in_offsets[u_ + 1u];
                for (uint i_ = in_offsets[u_]; i_ < i_end_; i_++) {
                    if (label_[in_sources[i_]] == candidate_) {
                        count_ = count_ + 1u;
                    }
                }
                const uint item_ = candidate_;
                const uint item_2_ = ~item_;
                best_ = max(best_, ((ulong)count_ << 32u) | (ulong)item_2_);
            }
        }
        const uint i_2_end_ = in_offsets[u_ + 1u];
        for (uint i_2_ = in_offsets[u_]; i_2_ < i_2_end_; i_2_++) {
            const uint before_2_ = label_[in_sources[i_2_]];
            if (before_2_ != ~((uint)best_)) {
                const uint candidate_2_ = label_[in_sources[i_2_]];
                uint count_2_ = 0u;
                const uint e_5_end_ = out_offsets[u_ + 1u];
                for (uint e_5_ = out_offsets[u_]; e_5_ < e_5_end_; e_5_++) {
                    if (label_[targets[e_5_]] == candidate_2_) {
                        count_2_ = count_2_ + 1u;
                    }
                }
                const uint i_3_end_ = in_offsets[u_ + 1u];
                for (uint i_3_ = in_offsets[u_]; i_3_ < i_3_end_; i_3_++) {
                    if (label_[in_sources[i_3_]] == candidate_2_) {
                        count_2_ = count_2_ + 1u;
                    }
                }
                const uint item_3_ = candidate_2_;
                const uint item_4_ = ~item_3_;
                best_ = max(best_, ((ulong)count_2_ << 32u) | (ulong)item_4_);
            }
        }
        next_[u_] = best_ > 0ul ? ~((uint)best_) : label_[u_];
    }
}
