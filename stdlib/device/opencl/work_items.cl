// The position of a work-item in its launch and its groups, the barriers of the groups, and workarounds for PoCL's
// treatment of barriers.

#ifndef IGC_WORK_ITEMS_CL
#define IGC_WORK_ITEMS_CL

#include "dialect.cl"

// Every kernel is launched with workgroups of exactly this size and, if a subgroup size is required, with
// subgroups of that size.
#if defined(IGC_SUBGROUP_SIZE) && IGC_SUBGROUPS != 2
#define IGC_WORKGROUP                                                                              \
    __attribute__((reqd_work_group_size(IGC_WORKGROUP_SIZE, 1, 1)))                                \
    __attribute__((intel_reqd_sub_group_size(IGC_SUBGROUP_SIZE)))
#else
#define IGC_WORKGROUP __attribute__((reqd_work_group_size(IGC_WORKGROUP_SIZE, 1, 1)))
#endif

static inline uint igc_local_id(void) { return (uint)get_local_id(0); }

// The number of this workgroup in the launch, and the number of workgroups.
static inline uint igc_launch_group(void) { return (uint)get_group_id(0); }
static inline uint igc_launch_groups(void) { return (uint)get_num_groups(0); }

// The attributes of functions that contain barriers. They are always inlined, because PoCL 3.1 crashes when
// it compiles such a function that is called from two places and not inlined.
#define IGC_WITH_BARRIERS __attribute__((always_inline)) static inline

// The qualifier of the end of a loop over a work-item's share of a range, in functions with barriers. If
// LLVM can derive facts about the end, PoCL may treat the loop as uniform. Work-items without a share then
// execute it like the first work-item, and write past the end. (PoCL 3.1 did so for ranges of known length, and
// for two loops in a row whose ends are the same argument; 5.0 and 6.0 did so for reductions in outlined
// loops.) LLVM derives nothing about a volatile value.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define IGC_SHARE_END volatile
#else
#define IGC_SHARE_END const
#endif

// Marks the start of a path that contains barriers and that a workgroup may or may not take: the body of
// a loop, a branch of a conditional, or the code after a `break`. Only PoCL needs these marks.
//
// PoCL treats barriers on such a path as conditional, and adds another barrier at the start of the path. If a
// block then contains only a barrier and a branch, PoCL does one of two things:
//
// - It assumes that the branch is uniform, and all work-items branch like the first one.
// - It adds a barrier to one of the two paths after the branch, although that path need not be taken. Up to
//   PoCL 3.1, the code is then duplicated for each such path, so its size doubles with each barrier. In 5.0
//   and 6.0, the effects of that path are lost.
//
// (See ImplicitConditionalBarriers.cc and CanonicalizeBarriers.cc, before commit ab3ed1c of July 2026.)
//
// A mark is a statement that no compiler removes. Each mark differs from all others, because compilers move
// equal statements of two paths to before the branch. Empty assembly is the cheapest mark, but PoCL 5.0
// crashes on it.
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

// Marks the end of a path that joins other paths before a barrier, such as the end of a round before the head
// of its loop. Without the mark, compilers move equal statements at the ends of two such paths to the join,
// before the barrier. PoCL 3.1's passes recurse infinitely on a loop with such a head.
#define igc_path_end() igc_path_start()

// Waits for all work-items of the workgroup, and makes their earlier memory accesses visible.
IGC_WITH_BARRIERS void igc_workgroup_barrier(void)
{
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    // The code after a barrier needs a mark for the same reason as the start of a path.
    igc_path_start();
}

// The condition of a loop that contains barriers. All work-items of the workgroup evaluate it together.
//
// PoCL 3.1 copies the code after a barrier that some paths skip, so the code after such a loop doubles
// with each loop. A barrier in the head of the loop, which no path skips, avoids this: three kernels in an
// outlined loop build in 0.7 s and not in 6 s, and the growth is linear. Other drivers need no barrier.
#ifdef POCL_DEVICE_ADDRESS_BITS
IGC_WITH_BARRIERS bool igc_continues(const bool wanted)
{
    igc_workgroup_barrier();
    return wanted;
}
#else
static inline bool igc_continues(const bool wanted) { return wanted; }
#endif

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

// Workgroups consist of whole warps, with their work-items in order.
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

#endif // IGC_WORK_ITEMS_CL
