// mis_pannotia: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void mis_pannotia_draw_(
    global uint *priority_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        const uint seed_ = 0u;
        const uint x_ = seed_ + 2654435769u;
        uint h_ = (x_ ^ (x_ >> 16u)) * 2146121005u;
        h_ = (h_ ^ (h_ >> 15u)) * 2221713035u;
        const uint x_2_ = u_ ^ (h_ ^ (h_ >> 16u));
        uint h_2_ = (x_2_ ^ (x_2_ >> 16u)) * 2146121005u;
        h_2_ = (h_2_ ^ (h_2_ >> 15u)) * 2221713035u;
        priority_[u_] = h_2_ ^ (h_2_ >> 16u);
    }
}

kernel IGC_WORKGROUP void mis_pannotia_choose_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *decided_,
    global uint *joins_,
    global const uint *priority_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (decided_[u_] == 0u) {
            bool first_ = true;
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                if (decided_[targets[e_]] == 0u && priority_[targets[e_]] > priority_[u_]) {
                    first_ = false;
                    break;
                }
            }
            joins_[u_] = (uint)first_;
        }
    }
}

kernel IGC_WORKGROUP void mis_pannotia_settle_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *in_set_,
    global uint *decided_,
    global uint *joins_,
    global uint *joined_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (joins_[u_] != 0u) {
            joins_[u_] = 0u;
            in_set_[u_] = 1u;
            igc_store_uint(decided_ + u_, 1u);
            igc_atomic_add_uint(joined_, 1u);
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                igc_store_uint(decided_ + targets[e_], 1u);
            }
        }
    }
}
