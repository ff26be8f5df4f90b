// Discovers the workgroups that run at the same time, and defines how a workgroup waits for another one.
//
// OpenCL does not guarantee that a workgroup makes progress while another one waits for it. But a
// workgroup that has started stays resident until it ends (the occupancy-bound execution model), so
// workgroups that are known to have started can wait for each other. A launch discovers them by a poll:
// workgroups join while the poll is open, and workgroups that start after it has closed end at once.
// (Sorensen, Donaldson, Batty, Gopalakrishnan and Rakamaric, "Portable inter-workgroup barrier
// synchronisation for GPUs", OOPSLA 2016. In this implementation, the poll is one word and takes no lock.)

#ifndef IGC_DISCOVERY_CL
#define IGC_DISCOVERY_CL

#include "dialect.cl"
#include "environment.cl"
#include "group.cl"
#include "order.cl"
#include "work_items.cl"

// The bit of IGC_POLL that is set when the poll has closed.
#define IGC_CLOSED 0x80000000u

// Workgroups that wait look at a word until another workgroup writes it. On a CPU that other programs use,
// too, the other workgroup may have no core, and a workgroup that only looks takes the core that the other
// one needs. A workgroup that has looked IGC_LOOKS_BEFORE_A_REST times therefore sleeps between its next
// looks. The system wakes it soon, because threads that sleep have precedence over threads that compute. It
// first looks for about as long as a rest takes, so a wait takes at most about twice as long as without rests.
//
// OpenCL C has no function that sleeps. The host defines IGC_ASSEMBLY for versions of PoCL that compile
// assembly for the processor of the host, where the system call `nanosleep` of Linux works. PoCL 5.0 crashes
// when it compiles assembly. The host defines IGC_USLEEP for Intel's runtime on Linux, which links kernels with
// the functions of the process, such as `usleep` of the C library. PoCL refuses such functions.
#if defined(IGC_ASSEMBLY) && defined(__linux__) && defined(__x86_64__)
#define IGC_RESTS
#elif defined(IGC_USLEEP)
#define IGC_RESTS
int usleep(uint microseconds);
#endif

#define IGC_LOOKS_BEFORE_A_REST 0x10000u // about 40 microseconds
#define IGC_LOOKS_OF_A_REST 0x10000u     // a rest takes at least as long as this number of looks

// Rests if the workgroup has already looked many times. Returns the new number of looks, which may wrap
// around: the workgroup then only looks for a while.
static inline uint igc_next_look(const uint looks)
{
#ifdef IGC_RESTS
    if (looks >= IGC_LOOKS_BEFORE_A_REST) {
#ifdef IGC_USLEEP
        usleep(20u);
#else
        const long nanosleep = 35;
        const long time[2] = {0, 20000}; // seconds and nanoseconds
        long result;
        __asm__ volatile("syscall"
                         : "=a"(result)
                         : "a"(nanosleep), "D"(time), "S"(0L)
                         : "rcx", "r11", "memory");
#endif
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
        if (joined + 1u == igc_launch_groups())
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

#endif // IGC_DISCOVERY_CL
