// Litmus tests: they check which stores of other workgroups a work-item may observe, and in which order.
//
// Each work-item writes to its own place and reads the place of a distant work-item, many times, so that the
// whole device is under stress. No work-item waits: the forbidden observation must not occur with any
// timing. (After Sorensen and Donaldson, "Exposing errors related to weak memory in GPU applications",
// PLDI 2016.)

// The place of work-item `i`: three words, at a distance from the next place.
#define IGC_TEST_PLACE(i) (memory + 4 * (i))

// Returns a work-item of another workgroup, if the launch has another one. It differs from round to round.
static inline uint igc_test_other(const uint id, const uint round, const uint count)
{
    return (id + (1 + round % 7) * IGC_WORKGROUP_SIZE) % count;
}

// Message passing: a work-item that sees the flag of a round sees the data of this round or a later one.
IGC_TEST(message_passing)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    global uint *own = IGC_TEST_PLACE(id);
    for (uint round = 1; round <= rounds; round++) {
        igc_store_uint(own, round);
        igc_sync_store(own + 1, round);
        const global uint *other = IGC_TEST_PLACE(igc_test_other(id, round, count));
        const uint flag = igc_sync_load(other + 1);
        const uint data = igc_load_uint(other);
        IGC_EXPECT(data >= flag);
    }
}

IGC_CHECK(message_passing)
{
    for (uint i = 0; i < count; i++)
        IGC_EXPECT(IGC_TEST_PLACE(i)[0] == rounds && IGC_TEST_PLACE(i)[1] == rounds);
}

// Message passing with a plain write of the data, and read-modify-writes of the flag.
IGC_TEST(message_passing_plain)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    global uint *own = IGC_TEST_PLACE(id);
    own[0] = id + 1;
    igc_sync_add(own + 1, 1);
    for (uint round = 1; round <= rounds; round++) {
        const uint from = igc_test_other(id, round, count);
        global uint *other = IGC_TEST_PLACE(from);
        if (igc_sync_or(other + 1, 0) != 0)
            IGC_EXPECT(other[0] == from + 1);
    }
}

IGC_CHECK(message_passing_plain) {}

// Message passing with compare-and-swaps of the flag.
IGC_TEST(message_passing_exchange)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    global uint *own = IGC_TEST_PLACE(id);
    own[0] = id + 1;
    IGC_EXPECT(igc_sync_cas(own + 1, 1, 2) == 0);
    IGC_EXPECT(igc_sync_cas(own + 1, 0, 1) == 0);
    for (uint round = 1; round <= rounds; round++) {
        const uint from = igc_test_other(id, round, count);
        global uint *other = IGC_TEST_PLACE(from);
        if (igc_sync_cas(other + 1, 2, 3) != 0)
            IGC_EXPECT(other[0] == from + 1);
    }
}

IGC_CHECK(message_passing_exchange)
{
    for (uint i = 0; i < count; i++)
        IGC_EXPECT(IGC_TEST_PLACE(i)[1] == 1);
}

// Coherence: no work-item sees an older value of a place after a newer one.
IGC_TEST(coherence)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    for (uint round = 1; round <= rounds; round++) {
        igc_store_uint(IGC_TEST_PLACE(id), round);
        const global uint *other = IGC_TEST_PLACE(igc_test_other(id, round, count));
        const uint first = igc_load_uint(other);
        const uint second = igc_load_uint(other);
        IGC_EXPECT(first <= second);
        IGC_EXPECT(igc_load_uint(IGC_TEST_PLACE(id)) == round);
    }
}

IGC_CHECK(coherence) {}

// Atomicity: no two work-items get the same number from a counter.
IGC_TEST(tickets)
{
    igc_test_rendezvous(verdict);
    for (uint round = 0; round < rounds; round++) {
        const uint ticket = igc_atomic_add_uint(memory, 1);
        const uint bit = 1u << ticket % 32;
        IGC_EXPECT(ticket < rounds * count);
        if (ticket < rounds * count)
            IGC_EXPECT((igc_test_or((volatile global uint *)memory + 1 + ticket / 32, bit) & bit) == 0);
    }
}

IGC_CHECK(tickets) { IGC_EXPECT(memory[0] == rounds * count); }

// No tearing: both halves of a 64-bit word come from the same store.
IGC_TEST_WIDE(no_tearing)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    for (uint round = 0; round < rounds; round++) {
        const uint word = igc_test_random(id + round);
        igc_store_ulong(locks, wide + id % 64, (ulong)word << 32 | word);
        const ulong seen = igc_load_ulong(locks, wide + (id + round) % 64);
        IGC_EXPECT((uint)(seen >> 32) == (uint)seen);
    }
}

IGC_CHECK(no_tearing) {}

// Store buffering: two work-items that each store and then load the other's word may both miss the other's
// store, under acquire and release order. The test only reports how often this happens.
IGC_TEST(store_buffering)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    const uint pairs = count / 2;
    const uint second = id >= pairs ? 1 : 0;
    // For each pair, a word for each work-item, and the number of the two that missed the other's store.
    global uint *pair = memory + 3 * (id % pairs);
    igc_sync_store(pair + second, 1);
    if (igc_sync_load(pair + (1 - second)) == 0)
        igc_sync_add(pair + 2, 1);
}

IGC_CHECK(store_buffering)
{
    for (uint i = 0; i < count / 2; i++) {
        IGC_EXPECT(memory[3 * i] == 1 && memory[3 * i + 1] == 1 && memory[3 * i + 2] <= 2);
        IGC_OBSERVE(memory[3 * i + 2] == 2);
    }
}
