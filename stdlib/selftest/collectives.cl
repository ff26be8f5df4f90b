// Collectives of subgroups and workgroups, against a loop over all values.

#define IGC_TEST_SUBGROUP(T, OP)                                                                   \
    {                                                                                              \
        T all = igc_test_##T(0);                                                                   \
        for (uint i = 1; i < igc_subgroup_size(); i++)                                             \
            all = igc_combine##OP##_##T(all, igc_test_##T(i));                                     \
        IGC_EXPECT(igc_subgroup##OP##_##T(igc_test_##T(igc_lane())) == all);                       \
    }

#define IGC_TEST_WORKGROUP(T, OP)                                                                  \
    {                                                                                              \
        T all = igc_test_##T(0);                                                                   \
        for (uint i = 1; i < IGC_WORKGROUP_SIZE; i++)                                              \
            all = igc_combine##OP##_##T(all, igc_test_##T(i));                                     \
        IGC_EXPECT(igc_workgroup##OP##_##T(scratch, igc_test_##T(igc_local_id())) == all);         \
    }

#define IGC_TEST_SUBGROUP_INTEGERS(T)                                                              \
    IGC_TEST_SUBGROUP(T, _add)                                                                     \
    IGC_TEST_SUBGROUP(T, _min)                                                                     \
    IGC_TEST_SUBGROUP(T, _max)                                                                     \
    IGC_TEST_SUBGROUP(T, _and)                                                                     \
    IGC_TEST_SUBGROUP(T, _or)                                                                      \
    IGC_TEST_SUBGROUP(T, _xor)

IGC_TEST(subgroup_reduction)
{
    IGC_TEST_SUBGROUP_INTEGERS(int)
    IGC_TEST_SUBGROUP_INTEGERS(uint)
    IGC_TEST_SUBGROUP_INTEGERS(long)
    IGC_TEST_SUBGROUP_INTEGERS(ulong)
    IGC_TEST_SUBGROUP(float, _add)
    IGC_TEST_SUBGROUP(float, _min)
    IGC_TEST_SUBGROUP(float, _max)
#ifdef cl_khr_fp64
    IGC_TEST_SUBGROUP(double, _add)
    IGC_TEST_SUBGROUP(double, _min)
    IGC_TEST_SUBGROUP(double, _max)
#endif
}

IGC_CHECK(subgroup_reduction) {}

// One after the other, with nothing between; drivers are slow with many barriers, so not all there are.
IGC_TEST(workgroup_reduction)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    IGC_TEST_WORKGROUP(uint, _add)
    IGC_TEST_WORKGROUP(long, _min)
    IGC_TEST_WORKGROUP(float, _max)
    IGC_TEST_WORKGROUP(ulong, _xor)
    IGC_TEST_WORKGROUP(int, _or)
}

IGC_CHECK(workgroup_reduction) {}

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
