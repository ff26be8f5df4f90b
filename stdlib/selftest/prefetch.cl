// Prefetches, which must change no memory.

IGC_START(prefetch)
{
    for (uint i = 0; i < count; i++)
        memory[i] = igc_test_random(i);
}

IGC_TEST(prefetch)
{
    const uint id = igc_global_id(igc_launch());
    for (uint round = 0; round < rounds; round++) {
        const uint other = igc_test_random(id + round) % count;
        igc_prefetch(memory + other);
        IGC_EXPECT(memory[other] == igc_test_random(other));
    }
    igc_prefetch(wide);
}

IGC_CHECK(prefetch)
{
    for (uint i = 0; i < count; i++)
        IGC_EXPECT(memory[i] == igc_test_random(i));
    IGC_EXPECT(wide[0] == 0);
}
