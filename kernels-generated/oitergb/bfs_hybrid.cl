// bfs_hybrid: OpenCL C made by igc 0.1.0 with --opts oitergb.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

IGC_WITH_BARRIERS void bfs_hybrid_tell_(
    const igc_grid grid,
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
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    IGC_SHARE_END uint i_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint i_ = igc_global_id(grid); i_ < i_end_; i_ += igc_global_size(grid)) {
        const uint u_ = worklist_front_[i_];
        const uint e_end_ = out_offsets[u_ + 1u];
        for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
            const uint v_ = targets[e_];
            if (igc_load_uint(level_ + v_) == UINT_MAX) {
                igc_store_uint(level_ + v_, depth_);
                igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, v_);
            }
        }
    }
}

IGC_WITH_BARRIERS void bfs_hybrid_ask_(
    const igc_grid grid,
    global const uint *in_offsets,
    global const uint *in_sources,
    global uint *level_,
    global uint *reached_,
    const uint node_count,
    uint depth_)
{
    IGC_SHARE_END uint v_end_ = igc_end(grid, node_count);
    for (uint v_ = igc_first(grid, node_count); v_ < v_end_; v_ += igc_step(grid)) {
        if (igc_load_uint(level_ + v_) == UINT_MAX) {
            const uint i_end_ = in_offsets[v_ + 1u];
            for (uint i_ = in_offsets[v_]; i_ < i_end_; i_++) {
                if (igc_load_uint(level_ + in_sources[i_]) == depth_ - 1u) {
                    igc_store_uint(level_ + v_, depth_);
                    igc_atomic_add_uint(reached_, 1u);
                    break;
                }
            }
        }
    }
}

IGC_WITH_BARRIERS void bfs_hybrid_list_(
    const igc_grid grid,
    global const uint *level_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    const uint node_count,
    uint depth_)
{
    IGC_SHARE_END uint u_end_ = igc_end(grid, node_count);
    for (uint u_ = igc_first(grid, node_count); u_ < u_end_; u_ += igc_step(grid)) {
        if (level_[u_] == depth_) {
            igc_push(worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
        }
    }
}

kernel IGC_WORKGROUP void bfs_hybrid_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global const uint *in_offsets,
    global const uint *in_sources,
    global uint *level_,
    global uint *reached_,
    global uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    uint worklist_phase_,
    uint worklist_capacity_,
    const uint node_count,
    uint depth_,
    const uint limit_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint worklist_swapped_ = 0u;
        while (igc_next_round(&run, igc_waiting(&run, worklist_sizes_, worklist_phase_, worklist_capacity_) > 0u)) {
            igc_path_start();
            depth_ = depth_ + 1u;
            IGC_SWAP_BUFFERS(worklist_phase_, worklist_swapped_);
            bfs_hybrid_tell_(grid, out_offsets, targets, level_, igc_front(worklist_front_, worklist_back_, worklist_swapped_), igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, depth_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
            {
                const bool holds_ = igc_waiting(&run, worklist_sizes_, worklist_phase_, worklist_capacity_) > limit_;
                for (bool now_ = holds_; igc_takes(now_); now_ = false) {
                    igc_path_start();
                    igc_grid_barrier(environment, grid, ++run.barriers);
                    igc_clear(grid, worklist_sizes_);
                    {
                        bool again_ = true;
                        while (igc_next_round(&run, igc_has_room(&run, environment, grid, worklist_sizes_) & again_)) {
                            igc_path_start();
                            depth_ = depth_ + 1u;
                            igc_grid_barrier(environment, grid, ++run.barriers);
                            if (igc_global_id(grid) == 0u) {
                                igc_store_uint(reached_, 0u);
                            }
                            igc_grid_barrier(environment, grid, ++run.barriers);
                            bfs_hybrid_ask_(grid, in_offsets, in_sources, level_, reached_, node_count, depth_);
                            run.launches++;
                            igc_grid_barrier(environment, grid, ++run.barriers);
                            again_ = igc_load_uint(reached_) > limit_;
                            igc_path_end();
                        }
                    }
                    bfs_hybrid_list_(grid, level_, igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, node_count, depth_);
                    run.launches++;
                    igc_path_end();
                }
            }
            igc_grid_barrier(environment, grid, ++run.barriers);
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = depth_;
            results[7] = worklist_phase_;
            results[8] = worklist_swapped_;
        }
    }
    igc_leave(environment, grid);
}
