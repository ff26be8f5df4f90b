// The scan of a workgroup and a reduction, which the self test builds with each algorithm (IGC_RANKING).

IGC_TEST(workgroup_scan)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    for (uint round = 0; round < rounds; round++) {
        uint total;
        const uint before = igc_scan(scratch, igc_test_random(round + igc_local_id()), &total);
        uint sum = 0;
        for (uint i = 0; i < IGC_WORKGROUP_SIZE; i++) {
            if (i == igc_local_id())
                IGC_EXPECT(before == sum);
            sum += igc_test_random(round + i);
        }
        IGC_EXPECT(total == sum);
    }
}

IGC_CHECK(workgroup_scan) {}

// Reductions and scans directly after one another, in the same words.
IGC_TEST(reductions_and_scans)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    for (uint round = 0; round < rounds; round++) {
        const uint x = igc_test_random(round + igc_local_id());
        const uint all = igc_workgroup_add_uint(scratch, x);
        uint total;
        igc_scan(scratch, x, &total);
        const uint least = igc_workgroup_min_uint(scratch, x);
        uint smallest = x;
        for (uint i = 0; i < IGC_WORKGROUP_SIZE; i++)
            smallest = min(smallest, igc_test_random(round + i));
        IGC_EXPECT(all == total && least == smallest);
    }
}

IGC_CHECK(reductions_and_scans) {}
