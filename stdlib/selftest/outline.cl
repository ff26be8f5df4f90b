// The work of an outlined loop between two calls of kernels: rounds, buffer swaps, fills and seeds. In tests
// of worklists, the first four words of `memory` are the sizes.

#define IGC_TEST_BACK (memory + 4)

// A loop continues while rounds are wanted and allowed; after that, no loop continues.
IGC_TEST(rounds)
{
    igc_run run = igc_start(2ul, 5ul);
    uint made = 0;
    for (uint i = 0; i < 2; i++)
        made += igc_next_round(&run, true) ? 1 : 0;
    IGC_EXPECT(made == 2 && run.status == IGC_DONE && run.rounds == 4ul);
    IGC_EXPECT(!igc_next_round(&run, false));
    IGC_EXPECT(run.status == IGC_DONE && run.rounds == 4ul);
    while (igc_next_round(&run, made < 10))
        made++;
    IGC_EXPECT(made == 3 && run.status == IGC_ROUNDS && run.rounds == 6ul);
    IGC_EXPECT(!igc_next_round(&run, true));
    IGC_EXPECT(run.rounds == 6ul);
}

IGC_CHECK(rounds) {}

// Of two branches, exactly one is taken, once.
IGC_TEST(arms)
{
    uint taken = 0;
    for (uint i = 0; i < 3; i++) {
        const bool holds = i == 1;
        for (bool now = holds; igc_takes(now); now = false)
            taken += 100;
        for (bool now = !holds; igc_takes(now); now = false)
            taken += 1;
    }
    IGC_EXPECT(taken == 102);
}

IGC_CHECK(arms) {}

// More waiting items than the capacity end the loop.
IGC_START(waiting) { memory[2] = 7; }

IGC_TEST(waiting)
{
    igc_run run = igc_start(0ul, 1ul);
    IGC_EXPECT(igc_waiting(&run, memory, 0, 7) == 0);
    IGC_EXPECT(igc_waiting(&run, memory, 1, 7) == 7 && run.status == IGC_DONE);
    IGC_EXPECT(igc_waiting(&run, memory, 1, 6) == 7 && run.status == IGC_OVERFLOW);
    run.status = IGC_ROUNDS;
    igc_waiting(&run, memory, 1, 6);
    IGC_EXPECT(run.status == IGC_ROUNDS);
}

IGC_CHECK(waiting) {}

// A worklist that ran out of room ends the loops of all work-items after the next barrier.
IGC_START(has_room)
{
    memory[3] = 0;
    memory[7] = 9;
}

IGC_TEST(has_room)
{
    const igc_grid grid = igc_launch();
    global uint *environment = memory + 8;
    igc_run run = igc_start(0ul, 1ul);
    IGC_EXPECT(igc_has_room(&run, environment, grid, memory) && run.status == IGC_DONE);
    run.barriers = 4;
    IGC_EXPECT(igc_has_room(&run, environment, grid, memory + 4) && run.status == IGC_DONE);
    if (igc_global_id(grid) == 0u) {
        IGC_EXPECT(environment[IGC_ENDING] == 5u);
        // This assignment represents a barrier. Other work-items may not have seen the stored number.
        run.barriers = 6;
        IGC_EXPECT(!igc_has_room(&run, environment, grid, memory) && run.status == IGC_OVERFLOW);
        run.status = IGC_ROUNDS;
        IGC_EXPECT(!igc_has_room(&run, environment, grid, memory + 4) && run.status == IGC_ROUNDS);
    }
}

// The stored number of the barrier does not change.
IGC_CHECK(has_room) { IGC_EXPECT(memory[8 + IGC_ENDING] == 5u); }

// Two swaps restore the buffers, but not the phase.
IGC_TEST(swap_buffers)
{
    uint phase = 1;
    uint swapped = 0;
    global uint *front = memory;
    global uint *back = memory + 1;
    IGC_EXPECT(igc_front(front, back, swapped) == front && igc_back(front, back, swapped) == back);
    IGC_SWAP_BUFFERS(phase, swapped);
    IGC_EXPECT(phase == 2 && swapped == 1);
    IGC_EXPECT(igc_front(front, back, swapped) == back && igc_back(front, back, swapped) == front);
    IGC_SWAP_BUFFERS(phase, swapped);
    IGC_EXPECT(phase == 0 && swapped == 0);
    IGC_EXPECT(igc_front(front, back, swapped) == front && igc_back(front, back, swapped) == back);
    IGC_SWAP(global uint *, front, back);
    IGC_EXPECT(front == memory + 1 && back == memory);
}

IGC_CHECK(swap_buffers) {}

// Both buffers are empty; the record of missing room remains.
IGC_START(clear)
{
    for (uint i = 0; i < 4; i++)
        memory[i] = i + 1;
}

IGC_TEST(clear) { igc_clear(igc_launch(), memory); }
IGC_CHECK(clear) { IGC_EXPECT(memory[0] == 0 && memory[1] == 0 && memory[2] == 0 && memory[3] == 4); }

IGC_START(seeded)
{
    for (uint i = 0; i < 8; i++)
        memory[i] = 9;
    memory[3] = 0;
}

IGC_TEST(seeded)
{
    if (igc_global_id(igc_launch()) == 0) {
        igc_seeded(memory, 1, 5, 5);
        igc_seeded(memory + 4, 2, 5, 10);
    }
}

IGC_CHECK(seeded)
{
    IGC_EXPECT(memory[0] == 0 && memory[1] == 0 && memory[2] == 5 && memory[3] == 0);
    IGC_EXPECT(memory[4] == 10 && memory[5] == 0 && memory[6] == 0 && memory[7] == 10);
}

// Pushes every node once, or as many nodes as the capacity allows.
IGC_TEST(seed_nodes)
{
    igc_seed_nodes(igc_launch(), IGC_TEST_BACK, memory, 0, 3 * count, 2 * count + 1);
}

IGC_CHECK(seed_nodes)
{
    IGC_EXPECT(memory[0] == 0 && memory[1] == 2 * count + 1 && memory[2] == 0 && memory[3] == 0);
    for (uint i = 0; i < 2 * count + 1; i++)
        IGC_EXPECT(IGC_TEST_BACK[i] == i);
    IGC_EXPECT(IGC_TEST_BACK[2 * count + 1] == 0);
}

IGC_TEST(seed_nodes_without_room)
{
    igc_seed_nodes(igc_launch(), IGC_TEST_BACK, memory, 0, 3, count);
}

IGC_CHECK(seed_nodes_without_room)
{
    IGC_EXPECT(memory[1] == count && memory[3] == count);
    IGC_EXPECT(IGC_TEST_BACK[1] == 1 && IGC_TEST_BACK[2] == 2 && IGC_TEST_BACK[3] == 0);
}

IGC_TEST(seed)
{
    igc_run run = igc_start(0ul, 1ul);
    const uint items[] = {4, 2, 9};
    igc_seed(igc_launch(), &run, 6, items, 3, IGC_TEST_BACK, memory, 2, 3, 10);
    IGC_EXPECT(run.status == IGC_DONE);
}

IGC_CHECK(seed)
{
    IGC_EXPECT(memory[0] == 3 && memory[1] == 0 && memory[2] == 0 && memory[3] == 0);
    IGC_EXPECT(IGC_TEST_BACK[0] == 4 && IGC_TEST_BACK[1] == 2 && IGC_TEST_BACK[2] == 9);
}

// Items that are not nodes may have any value.
IGC_TEST(seed_items)
{
    const uint items[] = {4, 0xffffffffu};
    igc_seed_items(igc_launch(), items, 2, IGC_TEST_BACK, memory, 2, 3);
}

IGC_CHECK(seed_items)
{
    IGC_EXPECT(memory[0] == 2 && memory[1] == 0 && memory[2] == 0 && memory[3] == 0);
    IGC_EXPECT(IGC_TEST_BACK[0] == 4 && IGC_TEST_BACK[1] == 0xffffffffu && IGC_TEST_BACK[2] == 0);
}

// The second item has no room.
IGC_TEST(seed_items_wide)
{
    const ulong items[] = {(1ul << 40) + 3, 5};
    igc_seed_items_wide(igc_launch(), items, 2, IGC_TEST_BACK, memory, 2, 1);
}

IGC_CHECK(seed_items_wide)
{
    IGC_EXPECT(memory[0] == 2 && memory[3] == 2);
    IGC_EXPECT(igc_wide_item(IGC_TEST_BACK, 0) == (1ul << 40) + 3 && igc_wide_item(IGC_TEST_BACK, 1) == 0);
}

IGC_TEST(seed_items_pair)
{
    const ulong2 items[] = {(ulong2)(1ul << 40, 3), (ulong2)(5, 6)};
    igc_seed_items_pair(igc_launch(), items, 2, IGC_TEST_BACK, memory, 2, 1);
}

IGC_CHECK(seed_items_pair)
{
    const ulong2 first = igc_pair_item(IGC_TEST_BACK, 0);
    const ulong2 second = igc_pair_item(IGC_TEST_BACK, 1);
    IGC_EXPECT(memory[0] == 2 && memory[3] == 2);
    IGC_EXPECT(first.x == 1ul << 40 && first.y == 3 && second.x == 0 && second.y == 0);
}

// If a seed contains an invalid node, every work-item knows the node, and the worklist stays empty.
IGC_TEST(seed_with_no_node)
{
    igc_run run = igc_start(0ul, 1ul);
    const uint items[] = {4, 10, 11};
    igc_seed(igc_launch(), &run, 6, items, 3, IGC_TEST_BACK, memory, 2, 3, 10);
    IGC_EXPECT(run.status == IGC_SEED_NODE && run.node == 10 && run.worklist == 6);
}

IGC_CHECK(seed_with_no_node) { IGC_EXPECT(memory[0] == 0 && memory[1] == 0 && memory[2] == 0); }

// An array for each type, which is longer than the number of work-items. A word separates it from the next.
#define IGC_TEST_LENGTH (count + 3)
#define IGC_TEST_ARRAY(T, NUMBER) ((global T *)(memory + 2 * (NUMBER) * (IGC_TEST_LENGTH + 1)))
// One function fills the first three elements, and the other one the rest, as rows of one element.
#define IGC_TEST_FILL(T, NUMBER)                                                                   \
    igc_fill_##T(igc_launch(), IGC_TEST_ARRAY(T, NUMBER), 3, igc_test_##T(NUMBER));                \
    igc_fill_rows_##T(igc_launch(), IGC_TEST_ARRAY(T, NUMBER) + 3, count, 1, igc_test_##T(NUMBER));
#define IGC_TEST_FILLED(T, NUMBER)                                                                 \
    for (uint i = 0; i < IGC_TEST_LENGTH; i++)                                                     \
        IGC_EXPECT(IGC_TEST_ARRAY(T, NUMBER)[i] == igc_test_##T(NUMBER));                          \
    IGC_EXPECT(IGC_TEST_ARRAY(T, NUMBER)[IGC_TEST_LENGTH] == 0);

#define IGC_TEST_FILLS(X)                                                                          \
    X(int, 0)                                                                                      \
    X(uint, 1)                                                                                     \
    X(long, 2)                                                                                     \
    X(ulong, 3)                                                                                    \
    X(float, 4)                                                                                    \
    X(uchar, 6)                                                                                    \
    X(ushort, 7)

IGC_TEST(fill)
{
#ifdef IGC_BY_ELEMENT
    IGC_EXPECT(igc_at(3, 1, 10, 5) == 13);
    IGC_EXPECT(igc_at(7, 32, 0x20000000u, 64) == (32ul << 29) + 7);
#else
    IGC_EXPECT(igc_at(3, 1, 10, 5) == 16);
    IGC_EXPECT(igc_at(0x10000000u, 7, 0x20000000u, 32) == (1ul << 33) + 7);
#endif
    IGC_TEST_FILLS(IGC_TEST_FILL)
#ifdef IGC_DOUBLES
    IGC_TEST_FILL(double, 5)
#endif
}

IGC_CHECK(fill)
{
    IGC_TEST_FILLS(IGC_TEST_FILLED)
#ifdef IGC_DOUBLES
    IGC_TEST_FILLED(double, 5)
#endif
}
