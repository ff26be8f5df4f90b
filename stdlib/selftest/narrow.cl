// Accesses to elements of 8 and 16 bits. Neighbouring work-items write neighbouring elements of one word, so a
// store that changed its neighbours would lose values.

#define IGC_TEST_BYTES ((global uchar *)memory)
#define IGC_TEST_HALVES ((global ushort *)(memory + count))

IGC_TEST(narrow)
{
    const uint id = igc_global_id(igc_launch());
    for (uint round = 0; round < rounds; round++) {
        const uint value = igc_test_random(id + round);
        igc_store_uchar(IGC_TEST_BYTES + id, value);
        igc_store_ushort(IGC_TEST_HALVES + id, value);
        IGC_EXPECT(igc_load_uchar(IGC_TEST_BYTES + id) == (value & 0xffu));
        IGC_EXPECT(igc_load_ushort(IGC_TEST_HALVES + id) == (value & 0xffffu));
    }
}

IGC_CHECK(narrow)
{
    for (uint i = 0; i < count; i++) {
        const uint value = igc_test_random(i + rounds - 1);
        IGC_EXPECT(IGC_TEST_BYTES[i] == (value & 0xffu));
        IGC_EXPECT(IGC_TEST_HALVES[i] == (value & 0xffffu));
    }
    IGC_EXPECT(IGC_TEST_BYTES[count] == 0 && IGC_TEST_HALVES[count] == 0);
}
