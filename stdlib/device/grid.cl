// An environment of workgroups that run at the same time, and the grid barrier among them, for every language.
//
// The workgroups of a launch that are guaranteed to run at the same time form the environment (discovery.cl).
// Other workgroups of the launch end at once.
//
// The state is IGC_ENVIRONMENT words and, with IGC_BARRIER_FLAGS, two more for each workgroup of the
// launch. All words must be zero before a launch. The last workgroup that leaves resets them to zero.

#ifndef IGC_GRID_CL
#define IGC_GRID_CL

#include "atomics.cl"
#include "dialect.cl"
#include "discovery.cl"
#include "environment.cl"
#include "group.cl"
#include "order.cl"

#define IGC_BARRIER_COUNTER 1 // an arrival counter, and the number of the last passed barrier
#define IGC_BARRIER_FLAGS 2   // two words for each workgroup; the first workgroup waits for all others and
                              // then releases them (Xiao and Feng, IPDPS 2010)
#define IGC_BARRIER_SENSE 3   // one word, whose highest bit changes when the last workgroup arrives (Hensgen,
                              // Finkel and Manber, 1988)
// The host chooses the barrier when it builds the kernels; `igc bench barrier` times both.
#ifndef IGC_GRID_BARRIER
#define IGC_GRID_BARRIER IGC_BARRIER_COUNTER
#endif

// Leaves the environment. Every workgroup of the launch must call this function, whether or not it is part of
// the environment. The last one resets the words for the next launch. (Without the barrier at the join of
// the paths of members and of other workgroups, PoCL 3.1 compiled some loops wrongly.)
IGC_WITH_BARRIERS void igc_leave(global uint *environment, const igc_grid grid)
{
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
#if IGC_GRID_BARRIER == IGC_BARRIER_FLAGS
        if (igc_is_member(grid)) {
            igc_store_uint(environment + IGC_ENVIRONMENT + grid.group, 0u);
            igc_store_uint(environment + IGC_ENVIRONMENT + igc_launch_groups() + grid.group, 0u);
        }
#endif
        if (igc_sync_add(environment + IGC_LEFT, 1u) + 1u == igc_launch_groups()) {
            igc_store_uint(environment + IGC_POLL, 0u);
            igc_store_uint(environment + IGC_SIZE, 0u);
            igc_store_uint(environment + IGC_ENDING, 0u);
            igc_store_uint(environment + IGC_LEFT, 0u);
            igc_store_uint(environment + IGC_COME, 0u);
            igc_store_uint(environment + IGC_PASSED, 0u);
        }
    }
}

// Waits until all workgroups of the environment have arrived, and makes their writes to global memory
// visible. Barriers are numbered from 1. The workgroup barriers order the accesses of all work-items before
// the release, and after the acquire, of the work-item that synchronises with other workgroups.
#if IGC_GRID_BARRIER == IGC_BARRIER_COUNTER

IGC_WITH_BARRIERS void igc_grid_barrier(global uint *environment, const igc_grid grid, const uint number)
{
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
        if (igc_sync_add(environment + IGC_COME, 1u) + 1u == grid.groups) {
            igc_store_uint(environment + IGC_COME, 0u);
            igc_sync_store(environment + IGC_PASSED, number);
        } else {
            // This loop ends when the last workgroup has arrived, because all of them are running. The word
            // cannot have a larger number, because no later barrier completes without this workgroup.
            for (uint looks = 0u; igc_sync_load(environment + IGC_PASSED) != number;)
                looks = igc_next_look(looks);
        }
    }
    igc_workgroup_barrier();
}

#elif IGC_GRID_BARRIER == IGC_BARRIER_SENSE

#define IGC_SENSE 0x80000000u

// The first workgroup adds what the others lack to IGC_SENSE. The sum of all parts changes the highest bit and
// no other one. No smaller sum changes it, because the other bits count to at most IGC_SENSE - 1.
IGC_WITH_BARRIERS void igc_grid_barrier(global uint *environment, const igc_grid grid, const uint number)
{
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
        const uint part = grid.group == 0u ? IGC_SENSE - (grid.groups - 1u) : 1u;
        const uint before = igc_sync_add(environment + IGC_COME, part);
        // This loop ends when the last workgroup has arrived, because all of them are running. The bit cannot
        // change again before, because no later barrier completes without this workgroup.
        for (uint looks = 0u; ((igc_sync_load(environment + IGC_COME) ^ before) & IGC_SENSE) == 0u;)
            looks = igc_next_look(looks);
    }
    igc_workgroup_barrier();
}

#else // IGC_BARRIER_FLAGS

IGC_WITH_BARRIERS void igc_grid_barrier(global uint *environment, const igc_grid grid, const uint number)
{
    global uint *come = environment + IGC_ENVIRONMENT;
    global uint *passed = come + igc_launch_groups();
    igc_workgroup_barrier();
    if (grid.group == 0u) {
        igc_path_start();
        // The first workgroup waits for all others; each of its work-items waits for some of them.
        for (uint other = 1u + igc_local_id(); other < grid.groups;
             other += IGC_WORKGROUP_SIZE) {
            // This loop ends when that workgroup has arrived, because it is running.
            for (uint looks = 0u; igc_sync_load(come + other) != number;)
                looks = igc_next_look(looks);
        }
        igc_workgroup_barrier();
        for (uint other = 1u + igc_local_id(); other < grid.groups;
             other += IGC_WORKGROUP_SIZE)
            igc_sync_store(passed + other, number);
    } else if (igc_local_id() == 0) {
        igc_sync_store(come + grid.group, number);
        // This loop ends when the first workgroup has seen all others arrive, because it is running.
        for (uint looks = 0u; igc_sync_load(passed + grid.group) != number;)
            looks = igc_next_look(looks);
    }
    igc_workgroup_barrier();
}

#endif

#endif // IGC_GRID_CL
