// mst_single_wl: OpenCL C made by igc 0.1.0 with --opts none.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void mst_single_wl_start_(
    global uint *component_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        component_[u_] = u_;
    }
}

kernel IGC_WORKGROUP void mst_single_wl_weigh_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *weight_,
    global const uint *component_,
    global uint *lightest_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = worklist_front_[i_];
        const uint a_ = component_[u_];
        bool leaves_ = false;
        uint least_ = UINT_MAX;
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint b_ = component_[targets[e_]];
            if (a_ != b_) {
                leaves_ = leaves_ | true;
                least_ = min(least_, weight_[e_]);
                if (weight_[e_] < (b_ < node_count ? igc_load_uint(lightest_ + b_) : 0u)) {
                    if (b_ < node_count) igc_atomic_min_uint(lightest_ + b_, weight_[e_]);
                }
            }
        }
        if (leaves_) {
            if (least_ < (a_ < node_count ? igc_load_uint(lightest_ + a_) : 0u)) {
                if (a_ < node_count) igc_atomic_min_uint(lightest_ + a_, least_);
            }
            igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
        }
    }
}

kernel IGC_WORKGROUP void mst_single_wl_choose_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *weight_,
    global const uint *component_,
    global const uint *lightest_,
    global uint *choice_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = worklist_front_[i_];
        const uint a_ = component_[u_];
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint b_ = component_[targets[e_]];
            if (a_ != b_) {
                if (weight_[e_] == (a_ < node_count ? lightest_[a_] : 0u)) {
                    if (a_ < node_count) igc_store_uint(choice_ + a_, e_);
                }
                if (weight_[e_] == (b_ < node_count ? lightest_[b_] : 0u)) {
                    if (b_ < node_count) igc_store_uint(choice_ + b_, e_);
                }
            }
        }
        igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
    }
}

kernel IGC_WORKGROUP void mst_single_wl_join_(
    global const uint *targets,
    global const uint *sources,
    global uint *in_forest_,
    global uint *component_,
    global uint *lightest_,
    global uint *choice_,
    const uint node_count,
    const uint edge_count)
{
    const igc_grid grid = igc_launch();
    for (uint r_ = igc_first(grid, node_count); r_ < igc_end(grid, node_count); r_ += igc_step(grid)) {
        if (choice_[r_] != UINT_MAX) {
            const uint e_ = choice_[r_];
            const uint u_ = e_ < edge_count ? sources[e_] : UINT_MAX;
            const uint v_ = e_ < edge_count ? targets[e_] : UINT_MAX;
            bool unite_ = false;
            bool returned_ = false;
            uint current_ = u_;
            uint above_ = current_ < node_count ? igc_load_uint(component_ + current_) : 0u;
            while (above_ != current_) {
                const uint next_ = above_ < node_count ? igc_load_uint(component_ + above_) : 0u;
                if (next_ != above_) {
                    if (current_ < node_count) igc_store_uint(component_ + current_, next_);
                }
                current_ = above_;
                above_ = next_;
            }
            uint a_ = current_;
            uint current_2_ = v_;
            uint above_2_ = current_2_ < node_count ? igc_load_uint(component_ + current_2_) : 0u;
            while (above_2_ != current_2_) {
                const uint next_2_ = above_2_ < node_count ? igc_load_uint(component_ + above_2_) : 0u;
                if (next_2_ != above_2_) {
                    if (current_2_ < node_count) igc_store_uint(component_ + current_2_, next_2_);
                }
                current_2_ = above_2_;
                above_2_ = next_2_;
            }
            uint b_ = current_2_;
            while (a_ != b_) {
                const uint low_ = min(a_, b_);
                const uint high_ = max(a_, b_);
                const uint old_ = high_ < node_count ? igc_atomic_cas_uint(component_ + high_, high_, low_) : 0u;
                if (old_ == high_) {
                    unite_ = true;
                    returned_ = true;
                    break;
                } else {
                    uint current_3_ = high_;
                    uint above_3_ = current_3_ < node_count ? igc_load_uint(component_ + current_3_) : 0u;
                    while (above_3_ != current_3_) {
                        const uint next_3_ = above_3_ < node_count ? igc_load_uint(component_ + above_3_) : 0u;
                        if (next_3_ != above_3_) {
                            if (current_3_ < node_count) igc_store_uint(component_ + current_3_, next_3_);
                        }
                        current_3_ = above_3_;
                        above_3_ = next_3_;
                    }
                    a_ = current_3_;
                    uint current_4_ = low_;
                    uint above_4_ = current_4_ < node_count ? igc_load_uint(component_ + current_4_) : 0u;
                    while (above_4_ != current_4_) {
                        const uint next_4_ = above_4_ < node_count ? igc_load_uint(component_ + above_4_) : 0u;
                        if (next_4_ != above_4_) {
                            if (current_4_ < node_count) igc_store_uint(component_ + current_4_, next_4_);
                        }
                        current_4_ = above_4_;
                        above_4_ = next_4_;
                    }
                    b_ = current_4_;
                }
            }
            if (!returned_) {
                unite_ = false;
            }
            if (unite_) {
                if (e_ < edge_count) igc_store_uint(in_forest_ + e_, 1u);
            }
            choice_[r_] = UINT_MAX;
            lightest_[r_] = UINT_MAX;
        }
    }
}

kernel IGC_WORKGROUP void mst_single_wl_jump_(
    global uint *component_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        uint current_ = u_;
        uint above_ = current_ < node_count ? igc_load_uint(component_ + current_) : 0u;
        while (above_ != current_) {
            current_ = above_;
            above_ = current_ < node_count ? igc_load_uint(component_ + current_) : 0u;
        }
        igc_store_uint(component_ + u_, current_);
    }
}

kernel IGC_WORKGROUP void igc_seed_all_nodes(
    global uint *back,
    global uint *sizes,
    const uint capacity,
    const uint node_count)
{
    igc_seed_nodes(igc_launch(), back, sizes, 0u, capacity, node_count);
}
