// The barrier of workgroups that run at the same time: who has passed it sees what all wrote before.

#define IGC_TEST_PATIENCE 0x100000u
#define IGC_TEST_ENVIRONMENT (IGC_ENVIRONMENT + 2 * (uint)get_num_groups(0))

IGC_TEST(grid_barrier)
{
    local uint place[2];
    const igc_grid grid = igc_join(memory, IGC_TEST_PATIENCE, place);
    if (igc_is_member(grid)) {
        global uint *values = memory + IGC_TEST_ENVIRONMENT;
        const uint other = (igc_global_id(grid) + IGC_WORKGROUP_SIZE) % igc_global_size(grid);
        for (uint round = 0; round < rounds; round++) {
            values[igc_global_id(grid)] = igc_test_random(round);
            igc_grid_barrier(memory, grid, 2 * round + 1);
            IGC_EXPECT(values[other] == igc_test_random(round));
            igc_grid_barrier(memory, grid, 2 * round + 2);
        }
        if (igc_local_id() == 0)
            IGC_OBSERVE(true);
    }
    igc_leave(memory, grid);
}

// It is ready for another launch.
IGC_CHECK(grid_barrier)
{
    for (uint i = 0; i < IGC_ENVIRONMENT; i++)
        IGC_EXPECT(memory[i] == 0);
    IGC_EXPECT(verdict[1] > 0);
}
