// Positions of work-items, and barriers of workgroups and subgroups.

IGC_TEST(places)
{
    const igc_grid grid = igc_launch();
    local uint taken[IGC_WORKGROUP_SIZE];
    taken[igc_local_id()] = 0;
    igc_workgroup_barrier();
    // Counts all work-items of a subgroup; no two may have the same lane.
    const uint slot = igc_subgroup_id() * igc_subgroup_size() + igc_lane();
    IGC_EXPECT(igc_lane() < igc_subgroup_size());
    IGC_EXPECT(igc_subgroup_id() < igc_subgroup_count());
    IGC_EXPECT(slot < IGC_WORKGROUP_SIZE);
    if (slot < IGC_WORKGROUP_SIZE)
        igc_test_add((volatile local uint *)taken + slot, 1u);
    igc_test_add((volatile global uint *)memory + igc_global_id(grid), 1u);
    igc_workgroup_barrier();
    IGC_EXPECT(taken[igc_local_id()] == 1);
    IGC_EXPECT(igc_global_size(grid) == count);
    IGC_EXPECT(igc_local_size() == igc_test_local_size());
    IGC_EXPECT(igc_launch_group() == grid.group && igc_launch_groups() == grid.groups);
}

IGC_CHECK(places)
{
    for (uint i = 0; i < count; i++)
        IGC_EXPECT(memory[i] == 1);
}

// The elements of the test of distributions: most work-items have several, and some have fewer than others.
static inline uint igc_test_elements(const uint count) { return 3 * count + 5; }

// In both distributions, each element is in the share of one work-item.
IGC_TEST(distributions)
{
    const igc_grid launch = igc_launch();
    const uint elements = igc_test_elements(count);
    for (uint way = 0; way < 2; way++) {
        const igc_grid grid = {launch.group, launch.groups, way == 1};
        const uint start = igc_first_of_group(grid, elements);
        const uint size = igc_block_size(grid, elements);
        IGC_EXPECT(igc_first(grid, elements) == start + igc_local_id());
        IGC_EXPECT(size % IGC_WORKGROUP_SIZE == 0 && size * grid.groups >= elements);
        IGC_EXPECT(!grid.has_blocks || start == grid.group * size);
        for (uint i = igc_first(grid, elements); i < igc_end(grid, elements); i += igc_step(grid))
            igc_test_add((volatile global uint *)memory + i % count, 1u);
    }
}

IGC_CHECK(distributions)
{
    for (uint i = 0; i < count; i++)
        IGC_EXPECT(memory[i] == 2 * ((igc_test_elements(count) - i + count - 1) / count));
}

// Each work-item reads what its neighbour has written to local and to global memory.
IGC_TEST(workgroup_barrier)
{
    local uint values[IGC_WORKGROUP_SIZE];
    const uint id = igc_local_id();
    const uint next = (id + 1) % IGC_WORKGROUP_SIZE;
    global uint *own = memory + igc_group_start(igc_launch());
    for (uint round = 0; igc_continues(round < rounds); round++) {
        values[id] = igc_test_random(round + id);
        own[id] = igc_test_random(round - id);
        igc_workgroup_barrier();
        IGC_EXPECT(values[next] == igc_test_random(round + next));
        IGC_EXPECT(own[next] == igc_test_random(round - next));
        igc_workgroup_barrier();
    }
}

IGC_CHECK(workgroup_barrier) {}

// An exchange of values by barriers in a function that is called from two places.
IGC_WITH_BARRIERS uint igc_test_exchange(local uint *values, const uint own, const uint from)
{
    values[igc_local_id()] = own;
    igc_workgroup_barrier();
    const uint other = values[from];
    igc_workgroup_barrier();
    return other;
}

IGC_TEST(function_with_barriers)
{
    local uint values[IGC_WORKGROUP_SIZE];
    const uint id = igc_local_id();
    const uint next = (id + 1) % IGC_WORKGROUP_SIZE;
    const uint last = IGC_WORKGROUP_SIZE - 1 - id;
    IGC_EXPECT(igc_test_exchange(values, igc_test_random(id), next) == igc_test_random(next));
    IGC_EXPECT(igc_test_exchange(values, igc_test_random(~id), last) == igc_test_random(~last));
}

IGC_CHECK(function_with_barriers) {}

// The work-items of a launch share a range whose end is not an argument. Some work-items have no share of the
// last part.
#define IGC_TEST_RANGE (2 * count + 3)

IGC_TEST(shares)
{
    const igc_grid grid = igc_launch();
    IGC_SHARE_END uint end = IGC_TEST_RANGE;
    for (uint i = igc_global_id(grid); i < end; i += igc_global_size(grid))
        memory[i] += 1;
}

IGC_CHECK(shares)
{
    for (uint i = 0; i < 3 * count; i++)
        IGC_EXPECT(memory[i] == (i < IGC_TEST_RANGE ? 1 : 0));
}

IGC_TEST(subgroup_barrier)
{
    local uint values[IGC_WORKGROUP_SIZE];
    const uint start = igc_subgroup_id() * igc_subgroup_size();
    const uint next = (igc_lane() + 1) % igc_subgroup_size();
    for (uint round = 0; round < rounds; round++) {
        values[start + igc_lane()] = igc_test_random(round + igc_lane());
        igc_subgroup_barrier();
        IGC_EXPECT(values[start + next] == igc_test_random(round + next));
        igc_subgroup_barrier();
    }
}

IGC_CHECK(subgroup_barrier) {}

// The search finds every offset, for the offset itself and for values up to the next one.
IGC_TEST(search)
{
    local uint offsets[IGC_WORKGROUP_SIZE];
    offsets[igc_local_id()] = 3 * igc_local_id();
    igc_workgroup_barrier();
    for (uint i = 0; i < 3; i++)
        IGC_EXPECT(igc_search(offsets, 3 * igc_local_id() + i) == igc_local_id());
}

IGC_CHECK(search) {}
