// node2vec: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void node2vec_wander_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *walk_,
    const uint node_count,
    const uint edge_count,
    const uint walk_length_,
    const uint length_,
    const float p_,
    const float q_,
    const uint seed_,
    uint count_)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END ulong i_2_end_ = (ulong)count_;
    for (ulong i_2_ = (ulong)igc_global_id(grid); i_2_ < i_2_end_; i_2_ += (ulong)igc_global_size(grid)) {
        const uint w_ = (uint)i_2_;
        uint previous_ = UINT_MAX;
        uint current_ = igc_rem_uint(w_, node_count);
        const uint seed_2_ = seed_;
        const ulong x_ = ((ulong)seed_2_ << 32u) | (ulong)w_;
        ulong h_ = (x_ ^ (x_ >> 30u)) * 13787848793156543929ul;
        h_ = (h_ ^ (h_ >> 27u)) * 10723151780598845931ul;
        ulong random_ = h_ ^ (h_ >> 31u);
        const float limit_ = igc_max_float(1.0f, igc_max_float(1.0f / p_, 1.0f / q_));
        uint i_ = 0u;
        while (i_ < length_ && current_ != UINT_MAX) {
            if (w_ * length_ + i_ < walk_length_) igc_store_uint(walk_ + (w_ * length_ + i_), current_);
            uint next_ = UINT_MAX;
            while (next_ == UINT_MAX && (current_ < node_count ? (current_ + 1u <= node_count ? out_offsets[current_ + 1u] : 0u) - (current_ <= node_count ? out_offsets[current_] : 0u) : 0u) > 0u) {
                const ulong x_2_ = random_ + 11400714819323198485ul;
                ulong h_2_ = (x_2_ ^ (x_2_ >> 30u)) * 13787848793156543929ul;
                h_2_ = (h_2_ ^ (h_2_ >> 27u)) * 10723151780598845931ul;
                random_ = h_2_ ^ (h_2_ >> 31u);
                const uint position_ = igc_rem_uint((uint)random_, current_ < node_count ? (current_ + 1u <= node_count ? out_offsets[current_ + 1u] : 0u) - (current_ <= node_count ? out_offsets[current_] : 0u) : 0u);
                const uint edge_ = position_ < (current_ < node_count ? (current_ + 1u <= node_count ? out_offsets[current_ + 1u] : 0u) - (current_ <= node_count ? out_offsets[current_] : 0u) : 0u) ? (current_ <= node_count ? out_offsets[current_] : 0u) + position_ : UINT_MAX;
                const uint candidate_ = edge_ < edge_count ? targets[edge_] : UINT_MAX;
                const uint bits_ = (uint)(random_ >> 32u);
                const float draw_ = (float)(bits_ >> 8u) * 5.9604645e-8f * limit_;
                bool holds_ = previous_ == UINT_MAX;
                if (!holds_) {
                    float preference_ = 0.0f;
                    if (candidate_ == previous_) {
                        preference_ = 1.0f / p_;
                    } else {
                        uint find_edge_ = 0u;
                        bool returned_ = false;
                        uint low_ = previous_ <= node_count ? out_offsets[previous_] : 0u;
                        uint high_ = previous_ + 1u <= node_count ? out_offsets[previous_ + 1u] : 0u;
                        while (low_ < high_) {
                            const uint middle_ = low_ + (high_ - low_) / 2u;
                            const uint dst_ = middle_ < edge_count ? targets[middle_] : UINT_MAX;
                            if (dst_ == candidate_) {
                                find_edge_ = middle_;
                                returned_ = true;
                                break;
                            } else if (dst_ < candidate_) {
                                low_ = middle_ + 1u;
                            } else {
                                high_ = middle_;
                            }
                        }
                        if (!returned_) {
                            find_edge_ = UINT_MAX;
                        }
                        preference_ = find_edge_ == UINT_MAX ? 1.0f / q_ : 1.0f;
                    }
                    holds_ = draw_ < preference_;
                }
                if (holds_) {
                    next_ = candidate_;
                }
            }
            previous_ = current_;
            current_ = next_;
            i_ = i_ + 1u;
        }
    }
}
