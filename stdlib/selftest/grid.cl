// The barrier of workgroups that run at the same time: who has passed it sees what all wrote before.

IGC_TEST(grid_barrier)
{
    local uint place[2];
    const igc_grid grid = igc_join(memory, patience, place);
    if (igc_is_member(grid)) {
        // Two values of each work-item take turns: who is a barrier ahead writes what nobody reads.
        for (uint round = 1; round <= rounds; round++) {
            global uint *values = memory + IGC_ENVIRONMENT + (round % 2) * count;
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

// It is ready for another launch.
IGC_CHECK(grid_barrier)
{
    for (uint i = 0; i < IGC_ENVIRONMENT; i++)
        IGC_EXPECT(memory[i] == 0);
    IGC_EXPECT(verdict[1] > 0);
}
