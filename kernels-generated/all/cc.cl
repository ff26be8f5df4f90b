// cc: OpenCL C made by igc 0.1.0 with --opts wg,sg,fg8,coop-cv,oitergb,sz256.
// Do not edit: change the program and compile it again. The schedule beside this file says what
// each argument is bound to and what the host does.

#include "igc.cl"

kernel IGC_WORKGROUP void cc_start(
    global uint *component,
    const uint node_count)
{
    const igc_grid grid = igc_launch();
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        component[u] = u;
    }
}

IGC_WITH_BARRIERS void cc_hook(
    const igc_grid grid,
    global const uint *targets,
    global const uint *sources,
    global uint *component,
    global uint *hooked,
    const uint node_count,
    const uint edge_count,
    local ulong *igc_scratch)
{
    bool hooked_part = false;
    for (uint e = igc_global_id(grid); e < edge_count; e += igc_global_size(grid)) {
        const uint a = igc_load_uint(component + sources[e]);
        const uint b = igc_load_uint(component + targets[e]);
        if (a != b) {
            const uint low = min(a, b);
            const uint old = max(a, b) < node_count ? igc_atomic_min_uint(component + max(a, b), low) : 0u;
            if (old > low) {
                hooked_part = hooked_part | true;
            }
        }
    }
    // coop-cv: one atomic for what the workgroup has found
    const bool hooked_group = igc_workgroup_or_uint(igc_scratch, (uint)hooked_part) != 0u;
    if (igc_local_id() == 0u && hooked_group != false) {
        igc_atomic_or_uint(hooked, (uint)hooked_group);
    }
}

IGC_WITH_BARRIERS void cc_jump(
    const igc_grid grid,
    global uint *component,
    const uint node_count)
{
    for (uint u = igc_global_id(grid); u < node_count; u += igc_global_size(grid)) {
        uint root = igc_load_uint(component + u);
        while ((root < node_count ? igc_load_uint(component + root) : 0u) < root) {
            root = root < node_count ? igc_load_uint(component + root) : 0u;
        }
        igc_store_uint(component + u, root);
    }
}

kernel IGC_WORKGROUP void cc_outlined_0(
    global const uint *targets,
    global const uint *sources,
    global uint *component,
    global uint *hooked,
    const uint node_count,
    const uint edge_count,
    const ulong rounds,
    const ulong most_rounds,
    global uint *environment,
    const uint patience,
    global ulong *results)
{
    local uint place[2];
    local ulong scratch[IGC_SCRATCH_SIZE];
    // oitergb: the workgroups that run at the same time execute a loop of main.
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        igc_path_start();
        igc_run run = igc_start(rounds, most_rounds);
        {
            bool again = true;
            while (igc_next_round(&run, again)) {
                igc_path_start();
                igc_grid_barrier(environment, grid, ++run.barriers);
                if (igc_global_id(grid) == 0u) {
                    igc_store_uint(hooked, 0u);
                }
                igc_grid_barrier(environment, grid, ++run.barriers);
                cc_hook(grid, targets, sources, component, hooked, node_count, edge_count, scratch);
                run.launches++;
                igc_grid_barrier(environment, grid, ++run.barriers);
                cc_jump(grid, component, node_count);
                run.launches++;
                again = igc_load_uint(hooked) != 0u;
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
