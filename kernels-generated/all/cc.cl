// cc: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule (a JSON file) states the value
// of each argument and the steps of the host.

#include "igc.cl"

kernel IGC_WORKGROUP void cc_start_(
    global uint *component_,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u_ = igc_first(grid, node_count); u_ < igc_end(grid, node_count); u_ += igc_step(grid)) {
        component_[u_] = u_;
    }
}

IGC_WITH_BARRIERS void cc_hook_(
    const igc_grid grid,
    global const uint *targets,
    global const uint *sources,
    global uint *component_,
    global uint *hooked_,
    const uint node_count,
    const uint edge_count,
    local ulong *igc_scratch)
{
    bool hooked_part_ = false;
    IGC_SHARE_END uint e_end_ = igc_end(grid, edge_count);
    for (uint e_ = igc_first(grid, edge_count); e_ < e_end_; e_ += igc_step(grid)) {
        const uint a_ = igc_load_uint(component_ + sources[e_]);
        const uint b_ = igc_load_uint(component_ + targets[e_]);
        if (a_ != b_) {
            const uint low_ = min(a_, b_);
            const uint old_ = max(a_, b_) < node_count ? igc_atomic_min_uint(component_ + max(a_, b_), low_) : 0u;
            if (old_ > low_) {
                hooked_part_ = hooked_part_ | true;
            }
        }
    }
    // coop-cv: one atomic operation for the values of the workgroup
    const bool hooked_group_ = igc_workgroup_or_uint(igc_scratch, (uint)hooked_part_) != 0u;
    if (igc_local_id() == 0u && hooked_group_ != false) {
        igc_atomic_or_uint(hooked_, (uint)hooked_group_);
    }
}

IGC_WITH_BARRIERS void cc_jump_(
    const igc_grid grid,
    global uint *component_,
    const uint node_count)
{
    IGC_SHARE_END uint u_end_ = igc_end(grid, node_count);
    for (uint u_ = igc_first(grid, node_count); u_ < u_end_; u_ += igc_step(grid)) {
        uint root_ = igc_load_uint(component_ + u_);
        while ((root_ < node_count ? igc_load_uint(component_ + root_) : 0u) < root_) {
            root_ = root_ < node_count ? igc_load_uint(component_ + root_) : 0u;
        }
        igc_store_uint(component_ + u_, root_);
    }
}

kernel IGC_WORKGROUP void cc_outlined_0_(
    global const uint *targets,
    global const uint *sources,
    global uint *component_,
    global uint *hooked_,
    const uint node_count,
    const uint edge_count,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local ulong scratch_[IGC_SCRATCH_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        {
            bool again_ = true;
            while (igc_next_round(&run, again_)) {
                igc_path_start();
                igc_grid_barrier(environment, grid, ++run.barriers);
                if (igc_global_id(grid) == 0u) {
                    igc_store_uint(hooked_, 0u);
                }
                igc_grid_barrier(environment, grid, ++run.barriers);
                cc_hook_(grid, targets, sources, component_, hooked_, node_count, edge_count, scratch_);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                cc_jump_(grid, component_, node_count);
                run.launches++;
                again_ = igc_load_uint(hooked_) != 0u;
                igc_path_end();
            }
        }
        if (igc_global_id(grid) == 0u) {
            results[0] = run.status;
            results[1] = run.node;
            results[2] = run.worklist;
            results[3] = grid.groups;
            results[4] = run.rounds;
            results[5] = run.launches;
        }
    }
    igc_leave(environment, grid);
}
