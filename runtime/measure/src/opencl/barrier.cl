// The kernels of `igc bench barrier`: the device library's environment and barrier, and nothing else.

#include "igc.cl"

// Does nothing: the cost of a launch without an environment.
kernel IGC_WORKGROUP void igc_barrier_empty(global uint *found)
{
    if (igc_global_id(igc_launch()) == 0u)
        found[0] = igc_launch().groups;
}

// Joins, waits at `barriers` barriers, and leaves. `found` receives the number of participating workgroups.
kernel IGC_WORKGROUP void igc_barrier_wait(global uint *environment, const uint patience,
                                           const uint barriers, global uint *found)
{
    local uint place[2];
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        for (uint number = 1u; number <= barriers; number++)
            igc_grid_barrier(environment, grid, number);
        if (igc_global_id(grid) == 0u)
            found[0] = grid.groups;
    }
    igc_leave(environment, grid);
}

// Passes messages. Before each barrier, every work-item writes the barrier's number. After it, it reads
// what a work-item of another workgroup wrote, a different one each time. Accesses are plain, as in
// compiled programs. `mail` has two words for each work-item of the launch, zero at first, which
// alternate: a workgroup that is one barrier ahead writes words that no work-item still reads. `stale`
// counts messages that did not arrive, and `seen` how often each number of a workgroup occurred.
kernel IGC_WORKGROUP void igc_barrier_messages(global uint *environment, const uint patience,
                                               const uint barriers, global uint *found,
                                               global uint *mail, global uint *stale,
                                               global uint *seen)
{
    local uint place[2];
    const igc_grid grid = igc_join(environment, patience, place);
    if (igc_is_member(grid)) {
        const uint self = igc_global_id(grid);
        const uint size = igc_global_size(grid);
        uint missed = 0u;
        for (uint number = 1u; number <= barriers; number++) {
            global uint *side = mail + (number % 2u) * size;
            side[self] = number;
            igc_grid_barrier(environment, grid, number);
            const uint other = (self + number * (IGC_WORKGROUP_SIZE + 1u)) % size;
            missed += side[other] != number ? 1u : 0u;
        }
        if (missed != 0u)
            igc_sync_add(stale, missed);
        if (igc_local_id() == 0u)
            igc_sync_add(seen + grid.group, 1u);
        if (self == 0u)
            found[0] = grid.groups;
    }
    igc_leave(environment, grid);
}
