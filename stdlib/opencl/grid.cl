// An environment of workgroups that run at the same time, and a barrier among them.
//
// OpenCL does not guarantee that a workgroup makes progress while another one waits for it. But a
// workgroup that has started stays resident until it ends (the occupancy-bound model), so workgroups
// that are known to have started can wait for each other. A launch discovers them by a poll:
// workgroups join while the poll is open, and workgroups that start after it has closed leave at
// once. (Sorensen, Donaldson, Batty, Gopalakrishnan and Rakamaric, "Portable inter-workgroup barrier
// synchronisation for GPUs", OOPSLA 2016; here, the poll is one word and takes no lock.)
//
// The state is IGC_ENVIRONMENT words and, with IGC_BARRIER_FLAGS, two more for each workgroup of the
// launch. It is zero before a launch; the last workgroup that leaves sets it to zero again.

#ifndef IGC_GRID_CL
#define IGC_GRID_CL

#include "atomics.cl"
#include "dialect.cl"
#include "group.cl"
#include "order.cl"

#define IGC_BARRIER_COUNTER 1 // an arrival counter, and the number of the last passed barrier
#define IGC_BARRIER_FLAGS 2   // a word for each workgroup, gathered by one (Xiao and Feng, IPDPS 2010)
// The host chooses the barrier when it builds the kernels; `igc bench barrier` times both.
#ifndef IGC_GRID_BARRIER
#define IGC_GRID_BARRIER IGC_BARRIER_COUNTER
#endif

// Indices of the words. Words that workgroups poll while others write have their own cache line.
#define IGC_POLL 0u    // number of workgroups that joined, and whether the poll has closed
#define IGC_SIZE 32u   // number of workgroups that take part, once it is known
#define IGC_ENDING 33u // number of the barrier after which all loops must end, or 0; see igc_has_room
#define IGC_LEFT 64u   // number of workgroups of the launch that have left
#define IGC_COME 96u   // number of workgroups that have arrived at the current barrier
#define IGC_PASSED 128u // number of the last barrier that all workgroups have reached
#define IGC_ENVIRONMENT 160u

#define IGC_CLOSED 0x80000000u

// Closes the poll. The workgroup that closes it stores how many had joined.
static inline void igc_close(global uint *environment)
{
    const uint poll = igc_sync_or(environment + IGC_POLL, IGC_CLOSED);
    if ((poll & IGC_CLOSED) == 0u)
        igc_sync_store(environment + IGC_SIZE, poll);
}

// Joins the environment, for a whole workgroup. Returns a grid of no workgroups if this one came too
// late. The poll closes when all workgroups of the launch have joined, or when one workgroup has
// checked for the others `patience` times.
static inline igc_grid igc_poll(global uint *environment, const uint patience)
{
    igc_grid grid = {0u, 0u};
    const uint joined = igc_sync_add(environment + IGC_POLL, 1u);
    if ((joined & IGC_CLOSED) == 0u) {
        if (joined + 1u == (uint)get_num_groups(0))
            igc_close(environment);
        grid.group = joined;
        grid.groups = igc_sync_load(environment + IGC_SIZE);
        // Ends: a workgroup that waits here eventually closes the poll, and the one that closes it runs.
        for (uint looks = 0u; grid.groups == 0u; looks++) {
            if (looks == patience)
                igc_close(environment);
            grid.groups = igc_sync_load(environment + IGC_SIZE);
        }
    }
    return grid;
}

// Joins the environment. `place` has two words of local memory.
IGC_WITH_BARRIERS igc_grid igc_join(global uint *environment, const uint patience, local uint *place)
{
    if (igc_local_id() == 0) {
        const igc_grid found = igc_poll(environment, patience);
        place[0] = found.group;
        place[1] = found.groups;
    }
    igc_workgroup_barrier();
    const igc_grid grid = {place[0], place[1]};
    return grid;
}

// Whether the workgroup is part of the environment.
static inline bool igc_is_member(const igc_grid grid) { return grid.groups != 0u; }

// Leaves, whether or not the workgroup took part. The last one resets the words for another launch.
// (The barrier is where paths with and without barriers meet. PoCL 3.1 compiled some loops wrongly
// without it.)
IGC_WITH_BARRIERS void igc_leave(global uint *environment, const igc_grid grid)
{
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
#if IGC_GRID_BARRIER == IGC_BARRIER_FLAGS
        if (igc_is_member(grid)) {
            igc_store_uint(environment + IGC_ENVIRONMENT + grid.group, 0u);
            igc_store_uint(environment + IGC_ENVIRONMENT + (uint)get_num_groups(0) + grid.group, 0u);
        }
#endif
        if (igc_sync_add(environment + IGC_LEFT, 1u) + 1u == (uint)get_num_groups(0)) {
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
// visible. Barriers are numbered from 1. The first work-item acts for its workgroup; the workgroup's
// own barriers pass on what it releases and acquires.
#if IGC_GRID_BARRIER == IGC_BARRIER_COUNTER

IGC_WITH_BARRIERS void igc_grid_barrier(global uint *environment, const igc_grid grid, const uint number)
{
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
        if (igc_sync_add(environment + IGC_COME, 1u) + 1u == grid.groups) {
            igc_store_uint(environment + IGC_COME, 0u);
            igc_sync_store(environment + IGC_PASSED, number);
        } else {
            // Ends when the last workgroup has arrived: all of them run. None can be past this
            // barrier, which needs this workgroup.
            while (igc_sync_load(environment + IGC_PASSED) != number)
                ;
        }
    }
    igc_workgroup_barrier();
}

#else // IGC_BARRIER_FLAGS

IGC_WITH_BARRIERS void igc_grid_barrier(global uint *environment, const igc_grid grid, const uint number)
{
    global uint *come = environment + IGC_ENVIRONMENT;
    global uint *passed = come + (uint)get_num_groups(0);
    igc_workgroup_barrier();
    if (grid.group == 0u) {
        igc_path_start();
        // The first workgroup gathers the others; each of its work-items gathers some of them.
        for (uint other = 1u + igc_local_id(); other < grid.groups;
             other += IGC_WORKGROUP_SIZE) {
            // Ends when that workgroup has arrived: all workgroups of the environment run.
            while (igc_sync_load(come + other) != number)
                ;
        }
        igc_workgroup_barrier();
        for (uint other = 1u + igc_local_id(); other < grid.groups;
             other += IGC_WORKGROUP_SIZE)
            igc_sync_store(passed + other, number);
    } else if (igc_local_id() == 0) {
        igc_sync_store(come + grid.group, number);
        // Ends when the first workgroup has gathered all others: it runs.
        while (igc_sync_load(passed + grid.group) != number)
            ;
    }
    igc_workgroup_barrier();
}

#endif

#endif // IGC_GRID_CL
