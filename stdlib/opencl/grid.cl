// An environment of workgroups that run at the same time, and a barrier among them.
//
// OpenCL does not guarantee that a workgroup makes progress while another one waits for it. But a
// workgroup that has started stays resident until it ends (the occupancy-bound execution model), so
// workgroups that are known to have started can wait for each other. A launch discovers them by a poll:
// workgroups join while the poll is open, and workgroups that start after it has closed end at once.
// (Sorensen, Donaldson, Batty, Gopalakrishnan and Rakamaric, "Portable inter-workgroup barrier
// synchronisation for GPUs", OOPSLA 2016. In this implementation, the poll is one word and takes no lock.)
//
// The state is IGC_ENVIRONMENT words and, with IGC_BARRIER_FLAGS, two more for each workgroup of the
// launch. All words must be zero before a launch. The last workgroup that leaves resets them to zero.

#ifndef IGC_GRID_CL
#define IGC_GRID_CL

#include "atomics.cl"
#include "dialect.cl"
#include "group.cl"
#include "order.cl"

#define IGC_BARRIER_COUNTER 1 // an arrival counter, and the number of the last passed barrier
#define IGC_BARRIER_FLAGS 2   // two words for each workgroup; the first workgroup waits for all others and
                              // then releases them (Xiao and Feng, IPDPS 2010)
// The host chooses the barrier when it builds the kernels; `igc bench barrier` times both.
#ifndef IGC_GRID_BARRIER
#define IGC_GRID_BARRIER IGC_BARRIER_COUNTER
#endif

// Indices of the words. A word that workgroups poll while others write it has its own cache line.
#define IGC_POLL 0u    // number of workgroups that joined, and whether the poll has closed
#define IGC_SIZE 32u   // number of workgroups that take part, once it is known
#define IGC_ENDING 33u // number of the barrier after which all loops must end, or 0; see igc_has_room
#define IGC_LEFT 64u   // number of workgroups of the launch that have left
#define IGC_COME 96u   // number of workgroups that have arrived at the current barrier
#define IGC_PASSED 128u // number of the last barrier that all workgroups have reached
#define IGC_ENVIRONMENT 160u

#define IGC_CLOSED 0x80000000u

// Workgroups that wait look at a word until another workgroup writes it. On a CPU that other programs use,
// too, the other workgroup may have no core, and a workgroup that only looks takes the core that the other
// one needs. A workgroup that has looked IGC_LOOKS_BEFORE_A_REST times therefore sleeps between its next
// looks. The system wakes it soon, because threads that sleep have precedence over threads that compute. It
// first looks for about as long as a rest takes, so a wait takes at most about twice as long as without rests.
//
// OpenCL C has no function that sleeps. The host defines IGC_ASSEMBLY for versions of PoCL that compile
// assembly for the processor of the host, where the system call `nanosleep` of Linux works. PoCL 5.0 crashes
// when it compiles assembly, and other drivers for CPUs are not known to accept it.
#if defined(IGC_ASSEMBLY) && defined(__linux__) && defined(__x86_64__)
#define IGC_RESTS
#endif

#define IGC_LOOKS_BEFORE_A_REST 0x10000u // about 40 microseconds
#define IGC_LOOKS_OF_A_REST 0x10000u     // a rest takes at least as long as this number of looks

// Rests if the workgroup has already looked many times. Returns the new number of looks, which may wrap
// around: the workgroup then only looks for a while.
static inline uint igc_next_look(const uint looks)
{
#ifdef IGC_RESTS
    if (looks >= IGC_LOOKS_BEFORE_A_REST) {
        const long nanosleep = 35;
        const long time[2] = {0, 20000}; // seconds and nanoseconds
        long result;
        __asm__ volatile("syscall"
                         : "=a"(result)
                         : "a"(nanosleep), "D"(time), "S"(0L)
                         : "rcx", "r11", "memory");
        return looks + IGC_LOOKS_OF_A_REST;
    }
#endif
    return looks + 1u;
}

// Closes the poll. The workgroup that closes it stores the number of workgroups that have joined.
static inline void igc_close(global uint *environment)
{
    const uint poll = igc_sync_or(environment + IGC_POLL, IGC_CLOSED);
    if ((poll & IGC_CLOSED) == 0u)
        igc_sync_store(environment + IGC_SIZE, poll);
}

// Joins the environment. One work-item calls this function for its workgroup. If the poll has already closed,
// returns a grid without workgroups. The poll closes when all workgroups of the launch have joined, or when
// one workgroup has looked `patience` times whether it has closed.
static inline igc_grid igc_poll(global uint *environment, const uint patience)
{
    igc_grid grid = {0u, 0u, false};
    const uint joined = igc_sync_add(environment + IGC_POLL, 1u);
    if ((joined & IGC_CLOSED) == 0u) {
        if (joined + 1u == (uint)get_num_groups(0))
            igc_close(environment);
        grid.group = joined;
        grid.groups = igc_sync_load(environment + IGC_SIZE);
        // This loop ends: a workgroup that waits here eventually closes the poll, and the workgroup that
        // has closed the poll is running and stores the size.
        for (uint looks = 0u; grid.groups == 0u; looks = igc_next_look(looks)) {
            if (looks >= patience)
                igc_close(environment);
            grid.groups = igc_sync_load(environment + IGC_SIZE);
        }
    }
    return grid;
}

// Joins the environment. All work-items of a workgroup must call this function together. `place` is two words
// of local memory.
IGC_WITH_BARRIERS igc_grid igc_join(global uint *environment, const uint patience, local uint *place)
{
    if (igc_local_id() == 0) {
        const igc_grid found = igc_poll(environment, patience);
        place[0] = found.group;
        place[1] = found.groups;
    }
    igc_workgroup_barrier();
    const igc_grid grid = {place[0], place[1], false};
    return grid;
}

// Returns whether the workgroup is part of the environment.
static inline bool igc_is_member(const igc_grid grid) { return grid.groups != 0u; }

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

#else // IGC_BARRIER_FLAGS

IGC_WITH_BARRIERS void igc_grid_barrier(global uint *environment, const igc_grid grid, const uint number)
{
    global uint *come = environment + IGC_ENVIRONMENT;
    global uint *passed = come + (uint)get_num_groups(0);
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
