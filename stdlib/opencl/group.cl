// Where a work-item stands, and barriers.
//
// Launches, workgroups and subgroups have one dimension. A workgroup is made of subgroups, which take
// its work-items in their order; the last may be smaller. With IGC_SUBGROUPS 0, each work-item is a
// subgroup, and what subgroups do together costs nothing and brings nothing.
//
// A barrier is waited at by all of a group, so all of it must come there. What any of them did to
// memory before, each of them sees after.

static inline uint igc_global_id(void) { return (uint)get_global_id(0); }
static inline uint igc_global_size(void) { return (uint)get_global_size(0); }
static inline uint igc_group_start(void) { return (uint)get_group_id(0) * IGC_WORKGROUP_SIZE; }
static inline uint igc_local_id(void) { return (uint)get_local_id(0); }
static inline uint igc_local_size(void) { return IGC_WORKGROUP_SIZE; }

static inline void igc_workgroup_barrier(void)
{
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#if IGC_SUBGROUPS == 0

static inline uint igc_subgroup_id(void) { return igc_local_id(); }
static inline uint igc_subgroup_count(void) { return IGC_WORKGROUP_SIZE; }
static inline uint igc_lane(void) { return 0; }
static inline uint igc_subgroup_size(void) { return 1; }
static inline void igc_subgroup_barrier(void) {}

#elif IGC_SUBGROUPS == 1

static inline uint igc_subgroup_id(void) { return get_sub_group_id(); }
static inline uint igc_subgroup_count(void) { return get_num_sub_groups(); }
static inline uint igc_lane(void) { return get_sub_group_local_id(); }
static inline uint igc_subgroup_size(void) { return get_sub_group_size(); }
static inline void igc_subgroup_barrier(void)
{
    sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#else // IGC_SUBGROUPS == 2

#define IGC_WARP 32u

static inline uint igc_subgroup_id(void) { return igc_local_id() / IGC_WARP; }
static inline uint igc_subgroup_count(void) { return (IGC_WORKGROUP_SIZE + IGC_WARP - 1) / IGC_WARP; }
static inline uint igc_lane(void) { return igc_local_id() % IGC_WARP; }
static inline uint igc_subgroup_size(void)
{
    return min(IGC_WARP, IGC_WORKGROUP_SIZE - igc_subgroup_id() * IGC_WARP);
}

// One bit for each lane of the warp that is there.
static inline uint igc_lanes(void) { return UINT_MAX >> (IGC_WARP - igc_subgroup_size()); }

static inline void igc_subgroup_barrier(void)
{
    asm volatile("bar.warp.sync %0;" : : "r"(igc_lanes()) : "memory");
}

#endif
