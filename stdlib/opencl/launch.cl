// Where a workgroup stands in its launch. Code asks a value that it is given, not OpenCL: in an
// outlined loop the workgroups that take part are a part of the launch, numbered anew (grid.cl).

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
static inline uint igc_group_start(const igc_grid grid) { return grid.group * (uint)get_local_size(0); }
// The work-item's number in the launch.
static inline uint igc_global_id(const igc_grid grid)
{
    return igc_group_start(grid) + (uint)get_local_id(0);
}
// How many work-items the launch has.
static inline uint igc_global_size(const igc_grid grid) { return grid.groups * (uint)get_local_size(0); }
