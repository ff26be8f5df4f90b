// Grids: the workgroups that execute a kernel, and the distribution of a loop over their work-items.

#ifndef IGC_GROUP_CL
#define IGC_GROUP_CL

#include "dialect.cl"
#include "work_items.cl"

static inline uint igc_local_size(void) { return IGC_WORKGROUP_SIZE; }

// The position of a workgroup in its grid. Code uses this value instead of the position in the launch, because
// only some workgroups of the launch may take part in an outlined loop, and they have new numbers (grid.cl).
typedef struct {
    uint group;      // this workgroup's number
    uint groups;     // number of workgroups
    bool has_blocks; // each workgroup has a block of the elements of a loop
} igc_grid;

#ifdef IGC_BLOCKS
#define IGC_HAS_BLOCKS true
#else
#define IGC_HAS_BLOCKS false
#endif

// The grid that consists of the whole launch.
static inline igc_grid igc_launch(void)
{
    const igc_grid grid = {igc_launch_group(), igc_launch_groups(), IGC_HAS_BLOCKS};
    return grid;
}

// The global id of the workgroup's first work-item.
static inline uint igc_group_start(const igc_grid grid) { return grid.group * IGC_WORKGROUP_SIZE; }
static inline uint igc_global_id(const igc_grid grid) { return igc_group_start(grid) + igc_local_id(); }
static inline uint igc_global_size(const igc_grid grid) { return grid.groups * IGC_WORKGROUP_SIZE; }

// The loop of a work-item over its share of `count` nodes or edges:
//
//     for (uint i = igc_first(grid, count); i < igc_end(grid, count); i += igc_step(grid))
//
// With IGC_BLOCKS, each workgroup of a launch has consecutive elements, whose number is a multiple of the size
// of the workgroup. Otherwise, and in outlined loops, the distribution is cyclic, and the end is `count`.
// `igc_first_of_group` is where the first work-item of the workgroup starts.

// Most launches have a work-item for each element, and need no division.
static inline uint igc_block_size(const igc_grid grid, const uint count)
{
    const uint most = (count + (IGC_WORKGROUP_SIZE - 1u)) / IGC_WORKGROUP_SIZE;
    const uint each = most <= grid.groups ? 1u : (most + (grid.groups - 1u)) / grid.groups;
    return each * IGC_WORKGROUP_SIZE;
}

static inline uint igc_first_of_group(const igc_grid grid, const uint count)
{
    return grid.has_blocks ? grid.group * igc_block_size(grid, count) : igc_group_start(grid);
}

static inline uint igc_first(const igc_grid grid, const uint count)
{
    return igc_first_of_group(grid, count) + igc_local_id();
}

static inline uint igc_end(const igc_grid grid, const uint count)
{
    return grid.has_blocks ? min((grid.group + 1u) * igc_block_size(grid, count), count) : count;
}

static inline uint igc_step(const igc_grid grid)
{
    return grid.has_blocks ? IGC_WORKGROUP_SIZE : igc_global_size(grid);
}

#endif // IGC_GROUP_CL
