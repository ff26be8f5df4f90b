// Litmus tests: what work-items of different workgroups may see of each other's stores.
//
// Each work-item writes to a place of its own and reads that of a work-item far away, over and over, so
// that all of the device is under stress. Nobody waits: what is looked for must not be seen whatever
// the timing. (After Sorensen and Donaldson, "Exposing errors related to weak memory in GPU
// applications", PLDI 2016.)

// The place of the `i`th work-item: three words of its own, at a distance from the next.
#define IGC_TEST_PLACE(i) (memory + 4 * (i))

// A work-item of another workgroup, where there is one: another in each round.
static inline uint igc_test_other(const uint id, const uint round, const uint count)
{
    return (id + (1 + round % 7) * IGC_WORKGROUP_SIZE) % count;
}

// Message passing: who sees the flag of a round sees its data, or later ones.
IGC_TEST(message_passing)
{
    igc_test_meet(verdict);
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

// The same with a message that is written plainly, and read-modify-writes for the flag.
IGC_TEST(message_passing_plain)
{
    igc_test_meet(verdict);
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

// And with compare-and-swaps for the flag.
IGC_TEST(message_passing_exchange)
{
    igc_test_meet(verdict);
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

// Coherence: of one place, nobody sees an older value after a newer one.
IGC_TEST(coherence)
{
    igc_test_meet(verdict);
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

// Atomicity: of a counter, nobody gets the same number as another.
IGC_TEST(tickets)
{
    igc_test_meet(verdict);
    for (uint round = 0; round < rounds; round++) {
        const uint ticket = igc_atomic_add_uint(memory, 1);
        const uint bit = 1u << ticket % 32;
        IGC_EXPECT(ticket < rounds * count);
        if (ticket < rounds * count)
            IGC_EXPECT((atomic_or((volatile global uint *)memory + 1 + ticket / 32, bit) & bit) == 0);
    }
}

IGC_CHECK(tickets) { IGC_EXPECT(memory[0] == rounds * count); }

// No tearing: the two halves of 64 bits are of one store.
IGC_TEST_WIDE(no_tearing)
{
    igc_test_meet(verdict);
    const uint id = igc_global_id(igc_launch());
    for (uint round = 0; round < rounds; round++) {
        const uint word = igc_test_random(id + round);
        igc_store_ulong(locks, wide + id % 64, (ulong)word << 32 | word);
        const ulong seen = igc_load_ulong(locks, wide + (id + round) % 64);
        IGC_EXPECT((uint)(seen >> 32) == (uint)seen);
    }
}

IGC_CHECK(no_tearing) {}

// Store buffering: two that each store and then load the other's may both miss it, under orders of
// acquire and release; how often they did is only shown.
IGC_TEST(store_buffering)
{
    igc_test_meet(verdict);
    const uint id = igc_global_id(igc_launch());
    const uint pairs = count / 2;
    const uint second = id >= pairs ? 1 : 0;
    // Of each pair a word for each, and one for how many of the two missed the other.
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
