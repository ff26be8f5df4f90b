// bfs_wl: OpenCL C made by igc 0.1.0 with --opts sg.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void bfs_wl_visit_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *level_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    uint depth_)
{
    local uint first_of_[IGC_WORKGROUP_SIZE];
    local uint count_of_[IGC_WORKGROUP_SIZE];
    local uint sg_length_[1];
    local uint sg_list_[IGC_WORKGROUP_SIZE];
    const igc_grid grid = igc_launch();
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    uint sg_seen_ = 0u;
    if (igc_local_id() == 0u) {
        sg_length_[0u] = 0u;
    }
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint base_ = igc_group_start(grid); igc_continues(base_ < base_end_); base_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_ + igc_local_id();
        const bool on_ = i_ < igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
        uint u_ = 0u;
        if (on_) {
            u_ = worklist_front_[i_];
        }
        // np: the elements of each work-item
        uint first_ = 0u;
        uint count_ = 0u;
        if (on_) {
            first_ = out_offsets[u_];
            count_ = out_offsets[u_ + 1u] - out_offsets[u_];
        }
        first_of_[igc_local_id()] = first_;
        count_of_[igc_local_id()] = count_;
        uint left_ = count_;
        if (count_ >= igc_subgroup_size()) {
            const uint slot_ = igc_local_atomic_add_uint(&sg_length_[0u], 1u);
            sg_list_[slot_ - sg_seen_] = igc_local_id();
            left_ = 0u;
        }
        igc_workgroup_barrier();
        // sg: the work-items with many elements, each by a subgroup
        const uint length_ = sg_length_[0u];
        IGC_SHARE_END uint k_end_ = length_ - sg_seen_;
        for (uint k_ = igc_subgroup_id(); k_ < k_end_; k_ += igc_subgroup_count()) {
            const uint owner_ = sg_list_[k_];
            const uint first_2_ = first_of_[owner_];
            IGC_SHARE_END uint p_end_ = count_of_[owner_];
            for (uint p_ = igc_lane(); p_ < p_end_; p_ += igc_subgroup_size()) {
                const uint e_2_ = first_2_ + p_;
                const uint v_2_ = targets[e_2_];
                if (igc_load_uint(level_ + v_2_) == UINT_MAX) {
                    igc_store_uint(level_ + v_2_, depth_);
                    igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_2_);
                }
            }
        }
        sg_seen_ = length_;
        // np: the remaining elements, by their own work-items
        const uint p_2_end_ = left_;
        for (uint p_2_ = 0u; p_2_ < p_2_end_; p_2_++) {
            const uint e_3_ = first_ + p_2_;
            const uint v_3_ = targets[e_3_];
            if (igc_load_uint(level_ + v_3_) == UINT_MAX) {
                igc_store_uint(level_ + v_3_, depth_);
                igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_3_);
            }
        }
        igc_workgroup_barrier();
    }
}
