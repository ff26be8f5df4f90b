// colouring: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void colouring_draw_(
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

IGC_WITH_BARRIERS void colouring_choose_(
    const igc_grid grid,
    global const uint *out_offsets,
    global const uint *targets,
    global uint *colour_,
    global const uint *priority_,
    global const uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    const uint worklist_phase_,
    const uint worklist_capacity_,
    local uint *worklist_queue_,
    local uint *worklist_counts_)
{
    igc_clear_spare_size(grid, worklist_sizes_, worklist_phase_);
    uint worklist_round_ = 0;
    igc_queue_start(worklist_counts_);
    igc_workgroup_barrier();
    IGC_SHARE_END uint base_2_end_ = igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_);
    for (uint base_2_ = igc_group_start(grid); igc_continues(base_2_ < base_2_end_); base_2_ += igc_global_size(grid)) {
        igc_path_start();
        const uint i_ = base_2_ + igc_local_id();
        if (i_ < igc_worklist_size(worklist_sizes_, worklist_phase_, worklist_capacity_)) {
            const uint u_ = worklist_front_[i_];
            uint base_ = 0u;
            uint taken_ = UINT_MAX;
            bool waits_ = false;
            while (taken_ == UINT_MAX && !waits_) {
                taken_ = 0u;
                const uint e_end_ = out_offsets[u_ + 1u];
                for (uint e_ = out_offsets[u_]; e_ < e_end_; e_++) {
                    const uint v_ = targets[e_];
                    const uint colour_2_ = igc_load_uint(colour_ + v_);
                    if (colour_2_ == UINT_MAX) {
                        if (priority_[v_] > priority_[u_]) {
                            waits_ = true;
                            break;
                        }
                    } else if (colour_2_ >= base_ && colour_2_ - base_ < 32u) {
                        taken_ = taken_ | (1u << (colour_2_ - base_));
                    }
                }
                base_ = base_ + 32u;
            }
            if (waits_) {
                igc_enqueue(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_, u_);
            } else {
                uint colour_2_2_ = base_ - 32u;
                while ((taken_ & 1u) == 1u) {
                    taken_ = taken_ >> 1u;
                    colour_2_2_ = colour_2_2_ + 1u;
                }
                igc_store_uint(colour_ + u_, colour_2_2_);
            }
        }
        // coop-cv: one atomic operation for all items of the workgroup
        worklist_round_ = igc_flush(worklist_queue_, worklist_counts_, worklist_round_, worklist_back_, worklist_sizes_, worklist_phase_, worklist_capacity_);
    }
}

kernel IGC_WORKGROUP void colouring_outlined_0_(
    global const uint *out_offsets,
    global const uint *targets,
    global uint *colour_,
    global const uint *priority_,
    global uint *worklist_front_,
    global uint *worklist_back_,
    global uint *worklist_sizes_,
    uint worklist_phase_,
    uint worklist_capacity_,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local uint worklist_queue_[IGC_QUEUE_SIZE];
    local uint worklist_counts_[IGC_QUEUE_WORDS];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        uint worklist_swapped_ = 0u;
        while (igc_next_round(&run, igc_waiting(&run, worklist_sizes_, worklist_phase_, worklist_capacity_) > 0u)) {
            igc_path_start();
            IGC_SWAP_BUFFERS(worklist_phase_, worklist_swapped_);
            colouring_choose_(grid, out_offsets, targets, colour_, priority_, igc_front(worklist_front_, worklist_back_, worklist_swapped_), igc_back(worklist_front_, worklist_back_, worklist_swapped_), worklist_sizes_, worklist_phase_, worklist_capacity_, worklist_queue_, worklist_counts_);
            run.launches++;
            igc_grid_barrier(environment, grid, ++run.barriers);
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
            results[6] = worklist_phase_;
            results[7] = worklist_swapped_;
        }
    }
    igc_leave(environment, grid);
}

kernel IGC_WORKGROUP void igc_seed_all_nodes(
    global uint *back,
    global uint *sizes,
    const uint capacity,
    const uint node_count)
{
    igc_seed_nodes(igc_launch(), back, sizes, 0u, capacity, node_count);
}
