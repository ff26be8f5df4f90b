// Where a work-item stands, and barriers of its groups.

#ifndef IGC_GROUP_CL
#define IGC_GROUP_CL

#include "dialect.cl"

// Every kernel is launched with workgroups of exactly this size, and has subgroups of the size that is
// required, if one is.
#if defined(IGC_SUBGROUP_SIZE) && IGC_SUBGROUPS != 2
#define IGC_WORKGROUP                                                                              \
    __attribute__((reqd_work_group_size(IGC_WORKGROUP_SIZE, 1, 1)))                                \
    __attribute__((intel_reqd_sub_group_size(IGC_SUBGROUP_SIZE)))
#else
#define IGC_WORKGROUP __attribute__((reqd_work_group_size(IGC_WORKGROUP_SIZE, 1, 1)))
#endif

static inline uint igc_local_id(void) { return (uint)get_local_id(0); }
static inline uint igc_local_size(void) { return IGC_WORKGROUP_SIZE; }

// Where a workgroup stands in its launch. Code asks a value that it is given, not OpenCL: in an
// outlined loop the workgroups that take part are some of the launch, numbered anew (grid.cl).
typedef struct {
    uint group;  // this workgroup's number
    uint groups; // how many there are
} igc_grid;

// The whole launch.
static inline igc_grid igc_launch(void)
{
    const igc_grid grid = {(uint)get_group_id(0), (uint)get_num_groups(0)};
    return grid;
}

// The number in the launch of the workgroup's first work-item.
static inline uint igc_group_start(const igc_grid grid) { return grid.group * IGC_WORKGROUP_SIZE; }
static inline uint igc_global_id(const igc_grid grid) { return igc_group_start(grid) + igc_local_id(); }
static inline uint igc_global_size(const igc_grid grid) { return grid.groups * IGC_WORKGROUP_SIZE; }

// For functions in which a workgroup waits: they are always inlined. PoCL 3.1 crashes while it compiles
// one that is called from two places and is not.
#define IGC_WITH_BARRIERS __attribute__((always_inline)) static inline

// How a loop through a work-item's share of a range declares its end, unless that is an argument. What
// LLVM finds out of the end may make PoCL take the loop for one that all work-items go through alike, and
// those with no share do as the first one does: they write behind the end. (3.1 did so with ranges of known
// length, 5.0 and 6.0 with reductions in outlined loops.) Of what is volatile, nothing is found out.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define IGC_SHARE_END volatile
#else
#define IGC_SHARE_END const
#endif

// Where a path starts that a workgroup may or may not take, and that has barriers on it: the body of a loop,
// an arm of a conditional, what follows a `break`.
//
// PoCL takes such barriers for conditional, and puts one of its own where the path starts. Of a block that
// is nothing but a barrier and a branch it believes that all work-items branch alike, and all do as the
// first one does; or it puts another barrier into an arm of that branch, which need not be taken. Up to 3.1,
// code is compiled once for each way in addition, twice as much with each such barrier; in 5.0 and 6.0,
// what the arm does is lost. (ImplicitConditionalBarriers.cc and CanonicalizeBarriers.cc, before commit
// ab3ed1c of July 2026.) So something stands here that no compiler removes, and none takes for the same as
// what stands in another arm: it would move it in front of both. The cheapest is assembly, on which 5.0
// crashes.
#ifdef POCL_DEVICE_ADDRESS_BITS
#if __clang_major__ < 16
#define igc_path_start() __asm__ volatile("" : : "i"(__COUNTER__))
#else
#define igc_path_start()                                                                           \
    do {                                                                                           \
        volatile ushort something;                                                                 \
        something = __COUNTER__;                                                                   \
    } while (0)
#endif
#else
#define igc_path_start() (void)0
#endif

// Where a path ends at a barrier that other paths come to, too: the end of a round, before the head of its loop.
// What two such paths have in common at their ends, compilers move to where they meet: in front of the
// barrier, with its branches. PoCL 3.1's passes call themselves without end on a loop whose head is like that.
#define igc_path_end() igc_path_start()

// All work-items of the workgroup wait for each other, and see what they did to memory before.
IGC_WITH_BARRIERS void igc_workgroup_barrier(void)
{
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    // The same is true of what follows a barrier.
    igc_path_start();
}

#if IGC_SUBGROUPS == 0

static inline uint igc_lane(void) { return 0; }
static inline uint igc_subgroup_size(void) { return 1; }
static inline uint igc_subgroup_id(void) { return igc_local_id(); }
static inline uint igc_subgroup_count(void) { return IGC_WORKGROUP_SIZE; }
static inline void igc_subgroup_barrier(void) {}

#elif IGC_SUBGROUPS == 1 || IGC_SUBGROUPS == 3

static inline uint igc_lane(void) { return get_sub_group_local_id(); }
static inline uint igc_subgroup_size(void) { return get_sub_group_size(); }
static inline uint igc_subgroup_id(void) { return get_sub_group_id(); }
static inline uint igc_subgroup_count(void) { return get_num_sub_groups(); }
static inline void igc_subgroup_barrier(void)
{
    sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#else // IGC_SUBGROUPS == 2

// Workgroups are whole warps, and take their work-items in order.
#define IGC_WARP 32

static inline uint igc_lane(void) { return igc_local_id() % IGC_WARP; }
static inline uint igc_subgroup_size(void) { return IGC_WARP; }
static inline uint igc_subgroup_id(void) { return igc_local_id() / IGC_WARP; }
static inline uint igc_subgroup_count(void) { return IGC_WORKGROUP_SIZE / IGC_WARP; }
static inline void igc_subgroup_barrier(void)
{
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
}

#endif

#endif // IGC_GROUP_CL
