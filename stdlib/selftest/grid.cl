// Environments of workgroups that run at the same time, and both implementations of their barrier.

// The words that must be zero again afterwards; the memory after them is free.
#define IGC_TEST_GROUPS (count / IGC_WORKGROUP_SIZE)
#if IGC_GRID_BARRIER == IGC_BARRIER_FLAGS
#define IGC_TEST_STATE (IGC_ENVIRONMENT + 2 * IGC_TEST_GROUPS)
#else
#define IGC_TEST_STATE IGC_ENVIRONMENT
#endif

// The number of looks grows by one, or by more if the workgroup rests.
IGC_TEST(grid_looks)
{
    IGC_EXPECT(igc_next_look(0u) == 1u);
#ifdef IGC_LOOKS_BEFORE_A_REST
    if (igc_local_id() == 0)
        IGC_EXPECT(igc_next_look(IGC_LOOKS_BEFORE_A_REST) > IGC_LOOKS_BEFORE_A_REST);
#endif
}

IGC_CHECK(grid_looks) {}

// A workgroup that joins while the poll is open becomes a member. No workgroup can join a closed environment.
// Languages that guarantee that all workgroups run at the same time have no poll.
IGC_TEST(grid_poll)
{
#ifdef IGC_CLOSED
    const igc_grid none = {0u, 0u, false};
    if (igc_local_id() == 0) {
        const igc_grid grid = igc_poll(memory, patience);
        if (igc_is_member(grid)) {
            IGC_EXPECT(grid.group < grid.groups && grid.groups <= igc_launch_groups());
            IGC_OBSERVE(true);
        }
        igc_close(memory);
        IGC_EXPECT(!igc_is_member(igc_poll(memory, patience)));
        IGC_EXPECT(!igc_is_member(grid) || igc_load_uint(memory + IGC_SIZE) == grid.groups);
    }
    igc_leave(memory, none);
#else
    IGC_OBSERVE(true);
#endif
}

IGC_CHECK(grid_poll)
{
    for (uint i = 0; i < IGC_TEST_STATE; i++)
        IGC_EXPECT(memory[i] == 0);
    IGC_EXPECT(verdict[1] > 0);
}

// A workgroup that has passed the barrier sees everything that was written before it.
IGC_TEST(grid_barrier)
{
    local uint place[2];
    const igc_grid grid = igc_join(memory, patience, place);
    if (igc_is_member(grid)) {
        // Each work-item has two values, which alternate. A workgroup that is one barrier ahead therefore
        // does not overwrite a value that another workgroup still reads.
        for (uint round = 1; round <= rounds; round++) {
            global uint *values = memory + IGC_TEST_STATE + (round % 2) * count;
            values[igc_global_id(grid)] = igc_test_random(round);
            igc_grid_barrier(memory, grid, round);
            const uint other = (igc_global_id(grid) + IGC_WORKGROUP_SIZE) % igc_global_size(grid);
            IGC_EXPECT(values[other] == igc_test_random(round));
        }
        if (igc_local_id() == 0)
            IGC_OBSERVE(true);
    }
    igc_leave(memory, grid);
}

// The environment is ready for another launch.
IGC_CHECK(grid_barrier)
{
    for (uint i = 0; i < IGC_TEST_STATE; i++)
        IGC_EXPECT(memory[i] == 0);
    IGC_EXPECT(verdict[1] > 0);
}
