// Where a work-item stands, and barriers of its groups.

// Every kernel is launched with workgroups of exactly this size.
#define IGC_WORKGROUP __attribute__((reqd_work_group_size(IGC_WORKGROUP_SIZE, 1, 1)))

static inline uint igc_local_id(void) { return (uint)get_local_id(0); }
static inline uint igc_local_size(void) { return IGC_WORKGROUP_SIZE; }
static inline uint igc_global_id(void) { return (uint)get_global_id(0); }
static inline uint igc_global_size(void) { return (uint)get_global_size(0); }
// The global number of the workgroup's first work-item.
static inline uint igc_group_start(void) { return (uint)get_group_id(0) * IGC_WORKGROUP_SIZE; }

// All work-items of the workgroup wait for each other, and see what they did to memory before.
static inline void igc_workgroup_barrier(void)
{
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#if IGC_SUBGROUPS == 0

static inline uint igc_lane(void) { return 0; }
static inline uint igc_subgroup_size(void) { return 1; }
static inline uint igc_subgroup_id(void) { return igc_local_id(); }
static inline uint igc_subgroup_count(void) { return IGC_WORKGROUP_SIZE; }
static inline void igc_subgroup_barrier(void) {}

#elif IGC_SUBGROUPS == 1

static inline uint igc_lane(void) { return get_sub_group_local_id(); }
static inline uint igc_subgroup_size(void) { return get_sub_group_size(); }
static inline uint igc_subgroup_id(void) { return get_sub_group_id(); }
static inline uint igc_subgroup_count(void) { return get_num_sub_groups(); }
static inline void igc_subgroup_barrier(void)
{
    sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#else // IGC_SUBGROUPS == 2

static inline uint igc_lane(void) { return igc_local_id() & 31; }
static inline uint igc_subgroup_size(void) { return 32; }
static inline uint igc_subgroup_id(void) { return igc_local_id() >> 5; }
static inline uint igc_subgroup_count(void) { return IGC_WORKGROUP_SIZE / 32; }
static inline void igc_subgroup_barrier(void) { asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); }

#endif

// The number of the last element that is at most a value. The elements, one for each work-item, are in
// ascending order, and the first is 0. Halves what is left in each round.
static inline uint igc_search(const local uint *elements, const uint value)
{
    uint low = 0;
    uint high = IGC_WORKGROUP_SIZE;
    while (high - low > 1) {
        const uint middle = (low + high) / 2;
        if (elements[middle] <= value)
            low = middle;
        else
            high = middle;
    }
    return low;
}
