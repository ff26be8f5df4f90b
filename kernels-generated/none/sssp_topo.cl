// sssp_topo: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void sssp_topo_relax_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *dist_,
    global const uint *weight_,
    global uint *changed_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        if (igc_load_uint(dist_ + u_) < UINT_MAX) {
            const uint near_ = igc_load_uint(dist_ + u_);
            const uint e_end_ = out_offsets[u_ + 1u];
            for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                const uint far_ = add_sat(near_, weight_[e_]);
                if (far_ < igc_load_uint(dist_ + targets[e_])) {
                    const uint old_ = igc_atomic_min_uint(dist_ + targets[e_], far_);
                    if (old_ > far_) {
                        igc_atomic_or_uint(changed_, 1u);
                    }
                }
            }
        }
    }
}
