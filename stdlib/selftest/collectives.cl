// Collectives of subgroups and workgroups, compared with a loop over all values.

// Calls X for every operator, with an expression of `all`, the result so far, and `x`, the next value.
// As in the library, the operators start with an underscore.
#define IGC_TEST_INTEGER_COLLECTIVES(X, T, SUM)                                                    \
    X(T, _add, SUM)                                                                                \
    X(T, _min, min(all, x))                                                                        \
    X(T, _max, max(all, x))                                                                        \
    X(T, _and, all &x)                                                                             \
    X(T, _or, all | x)                                                                             \
    X(T, _xor, all ^ x)
#define IGC_TEST_FLOAT_COLLECTIVES(X, T)                                                           \
    X(T, _add, all + x)                                                                            \
    X(T, _min, fmin(all, x))                                                                       \
    X(T, _max, fmax(all, x))

// The result FOUND of the collective must equal that of a loop over the group's values. The library's
// combination of two values must be right as well.
#define IGC_TEST_GROUP(T, OP, RESULT, SIZE, FOUND)                                                 \
    {                                                                                              \
        T all = igc_test_##T(0);                                                                   \
        for (uint i = 1; i < SIZE; i++) {                                                          \
            const T x = igc_test_##T(i);                                                           \
            const T next = RESULT;                                                                 \
            IGC_EXPECT(igc_combine##OP##_##T(all, x) == next);                                     \
            all = next;                                                                            \
        }                                                                                          \
        IGC_EXPECT(FOUND == all);                                                                  \
    }

#define IGC_TEST_SUBGROUP(T, OP, RESULT)                                                           \
    IGC_TEST_GROUP(T, OP, RESULT, igc_subgroup_size(),                                             \
                   igc_subgroup##OP##_##T(igc_test_##T(igc_lane())))

#define IGC_TEST_WORKGROUP(T, OP, RESULT)                                                          \
    IGC_TEST_GROUP(T, OP, RESULT, IGC_WORKGROUP_SIZE,                                              \
                   igc_workgroup##OP##_##T(scratch, igc_test_##T(igc_local_id())))

IGC_TEST(subgroup_reduction)
{
    IGC_TEST_INTEGER_COLLECTIVES(IGC_TEST_SUBGROUP, int, igc_add_int(all, x))
    IGC_TEST_INTEGER_COLLECTIVES(IGC_TEST_SUBGROUP, uint, all + x)
    IGC_TEST_INTEGER_COLLECTIVES(IGC_TEST_SUBGROUP, long, igc_add_long(all, x))
    IGC_TEST_INTEGER_COLLECTIVES(IGC_TEST_SUBGROUP, ulong, all + x)
    IGC_TEST_FLOAT_COLLECTIVES(IGC_TEST_SUBGROUP, float)
#ifdef IGC_DOUBLES
    IGC_TEST_FLOAT_COLLECTIVES(IGC_TEST_SUBGROUP, double)
#endif
}

IGC_CHECK(subgroup_reduction) {}

// Collectives directly after one another. One test for each type: many barriers make drivers slow.
IGC_TEST(workgroup_reduction_int)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    IGC_TEST_INTEGER_COLLECTIVES(IGC_TEST_WORKGROUP, int, igc_add_int(all, x))
}

IGC_CHECK(workgroup_reduction_int) {}

IGC_TEST(workgroup_reduction_uint)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    IGC_TEST_INTEGER_COLLECTIVES(IGC_TEST_WORKGROUP, uint, all + x)
}

IGC_CHECK(workgroup_reduction_uint) {}

IGC_TEST(workgroup_reduction_long)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    IGC_TEST_INTEGER_COLLECTIVES(IGC_TEST_WORKGROUP, long, igc_add_long(all, x))
}

IGC_CHECK(workgroup_reduction_long) {}

IGC_TEST(workgroup_reduction_ulong)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    IGC_TEST_INTEGER_COLLECTIVES(IGC_TEST_WORKGROUP, ulong, all + x)
}

IGC_CHECK(workgroup_reduction_ulong) {}

IGC_TEST(workgroup_reduction_float)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    IGC_TEST_FLOAT_COLLECTIVES(IGC_TEST_WORKGROUP, float)
}

IGC_CHECK(workgroup_reduction_float) {}

IGC_TEST(workgroup_reduction_double)
{
#ifdef IGC_DOUBLES
    local ulong scratch[IGC_SCRATCH_SIZE];
    IGC_TEST_FLOAT_COLLECTIVES(IGC_TEST_WORKGROUP, double)
#endif
}

IGC_CHECK(workgroup_reduction_double) {}

// Collectives of different types in the same words.
IGC_TEST(workgroup_reductions)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    IGC_TEST_WORKGROUP(uint, _add, all + x)
    IGC_TEST_WORKGROUP(long, _min, min(all, x))
    IGC_TEST_WORKGROUP(float, _max, fmax(all, x))
    IGC_TEST_WORKGROUP(ulong, _xor, all ^ x)
    IGC_TEST_WORKGROUP(int, _or, all | x)
}

IGC_CHECK(workgroup_reductions) {}

// The scan of a subgroup, which the scan of a workgroup uses. Only if subgroups exist.
IGC_TEST(subgroup_scan)
{
#if IGC_SUBGROUPS != 0
    const uint before = igc_subgroup_scan(igc_test_random(igc_lane()));
    uint sum = 0;
    for (uint i = 0; i < igc_lane(); i++)
        sum += igc_test_random(i);
    IGC_EXPECT(before == sum);
#endif
}

IGC_CHECK(subgroup_scan) {}

// The values of other lanes.
IGC_TEST(lanes)
{
#ifdef IGC_ACTIVE_LANES
    for (uint first = 0; first < IGC_WARP; first++)
        if (igc_lane() >= first) {
            const uint together = igc_active_lanes();
            IGC_EXPECT((together >> igc_lane() & 1u) == 1u && (first == 0 || (together & ((1u << first) - 1u)) == 0u));
            const uint last = IGC_WARP - 1;
            if (together == 0xffffffffu << first)
                IGC_EXPECT(igc_value_of_lane(igc_test_uint(igc_lane()), last, together) == igc_test_uint(last));
        }
#endif
}

IGC_CHECK(lanes) {}

IGC_TEST(shuffles)
{
// CUDA C++ has functions of its own for shuffles.
#if IGC_SUBGROUPS == 2 && !defined(__cplusplus)
    const uint lane = igc_lane();
    for (uint bits = 1; bits < IGC_WARP; bits++) {
        const uint other = lane ^ bits;
        IGC_EXPECT(igc_shuffle_xor_uint(igc_test_uint(lane), bits) == igc_test_uint(other));
        IGC_EXPECT(igc_shuffle_xor_ulong(igc_test_ulong(lane), bits) == igc_test_ulong(other));
        IGC_EXPECT(igc_shuffle_xor_int(igc_test_int(lane), bits) == igc_test_int(other));
        IGC_EXPECT(igc_shuffle_xor_long(igc_test_long(lane), bits) == igc_test_long(other));
        IGC_EXPECT(igc_shuffle_xor_float(igc_test_float(lane), bits) == igc_test_float(other));
#ifdef IGC_DOUBLES
        IGC_EXPECT(igc_shuffle_xor_double(igc_test_double(lane), bits) == igc_test_double(other));
#endif
        const uint before = lane >= bits ? lane - bits : lane;
        IGC_EXPECT(igc_shuffle_up_uint(igc_test_uint(lane), bits) == igc_test_uint(before));
    }
#endif
}

IGC_CHECK(shuffles) {}
