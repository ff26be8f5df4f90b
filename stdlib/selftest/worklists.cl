// Worklists: pushes, pushes without room, queues, and exclusive nodes. In tests of worklists, the first four
// words of `memory` are the sizes.

#define IGC_TEST_BACK (memory + 4)

IGC_TEST(push)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    igc_push(IGC_TEST_BACK, memory, 0, count, id);
}

// Each item appears once. The words after the items mark the items that were found.
IGC_CHECK(push)
{
    IGC_EXPECT(memory[1] == count && memory[3] == 0);
    for (uint i = 0; i < count; i++) {
        const uint item = min(IGC_TEST_BACK[i], count);
        IGC_EXPECT(IGC_TEST_BACK[count + item] == 0);
        IGC_TEST_BACK[count + item] = 1;
    }
    IGC_EXPECT(IGC_TEST_BACK[2 * count] == 0);
}

// The capacity is too small by five items, which are dropped. The fourth size word records the capacity that
// was needed.
IGC_TEST(push_without_room)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    igc_push(IGC_TEST_BACK, memory, 0, count - 5, id + 1);
}

IGC_CHECK(push_without_room)
{
    IGC_EXPECT(memory[3] == count);
    IGC_EXPECT(igc_worklist_size(memory, 1, count - 5) == count - 5);
    for (uint i = 0; i < count; i++)
        IGC_EXPECT((IGC_TEST_BACK[i] != 0) == (i < count - 5));
}

// The same for items of 64 bits, whose words differ.
IGC_TEST(push_wide)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    igc_push_wide(IGC_TEST_BACK, memory, 0, count - 5, ((ulong)(id + 1) << 32) + id);
}

IGC_CHECK(push_wide)
{
    IGC_EXPECT(memory[1] == count && memory[3] == count);
    for (uint i = 0; i < count; i++) {
        const ulong item = igc_wide_item(IGC_TEST_BACK, i);
        IGC_EXPECT(i < count - 5 ? item >> 32 == (item & 0xffffffffu) + 1 : item == 0);
    }
}

// The same for pairs.
IGC_TEST(push_pair)
{
    igc_test_rendezvous(verdict);
    const ulong id = igc_global_id(igc_launch());
    igc_push_pair(IGC_TEST_BACK, memory, 0, count - 5, (ulong2)(~id, id << 32));
}

IGC_CHECK(push_pair)
{
    IGC_EXPECT(memory[1] == count && memory[3] == count);
    for (uint i = 0; i < count; i++) {
        const ulong2 item = igc_pair_item(IGC_TEST_BACK, i);
        const bool is_pushed = item.x == ~(item.y >> 32) && (uint)item.y == 0;
        IGC_EXPECT(i < count - 5 ? is_pushed : item.x == 0 && item.y == 0);
    }
}

// Each work-item reserves three slots at once, and no two work-items get the same slots.
IGC_TEST(reserve)
{
    igc_test_rendezvous(verdict);
    const uint slot = igc_reserve(memory, 0, 3 * count, 3);
    IGC_EXPECT(slot % 3 == 0 && slot < 3 * count);
    if (slot < 3 * count)
        igc_test_add((volatile global uint *)IGC_TEST_BACK + slot / 3, 1u);
}

IGC_CHECK(reserve)
{
    IGC_EXPECT(memory[1] == 3 * count && memory[3] == 0);
    for (uint i = 0; i < count; i++)
        IGC_EXPECT(IGC_TEST_BACK[i] == 1);
}

// Work-items reserve different numbers of slots, one after the other, and no two get the same slot.
IGC_TEST(reserve_one)
{
    igc_test_rendezvous(verdict);
    for (uint i = 0; i < igc_global_id(igc_launch()) % 4; i++) {
        const uint slot = igc_reserve_one(memory, 0, 2 * count);
        IGC_EXPECT(slot < 2 * count);
        if (slot < 2 * count)
            igc_test_add((volatile global uint *)IGC_TEST_BACK + slot, 1u);
    }
}

IGC_CHECK(reserve_one)
{
    uint expected = 0;
    for (uint id = 0; id < count; id++)
        expected += id % 4;
    IGC_EXPECT(memory[1] == expected && memory[3] == 0);
    for (uint i = 0; i < 2 * count; i++)
        IGC_EXPECT(IGC_TEST_BACK[i] == (i < expected ? 1 : 0));
}

// Only the spare size becomes zero.
IGC_START(clear_spare_size)
{
    for (uint i = 0; i < 4; i++)
        memory[i] = i + 5;
}

IGC_TEST(clear_spare_size) { igc_clear_spare_size(igc_launch(), memory, 2); }

IGC_CHECK(clear_spare_size)
{
    IGC_EXPECT(memory[0] == 5 && memory[1] == 0 && memory[2] == 7 && memory[3] == 8);
    IGC_EXPECT(igc_worklist_size(memory, 2, 9) == 7);
}

// Each workgroup adds more items than a queue holds, flushes, flushes the empty queue, and adds more.
IGC_TEST(queue)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    local uint items[IGC_QUEUE_SIZE];
    local uint counts[IGC_QUEUE_WORDS];
    uint round = 0;
    igc_queue_start(counts);
    igc_workgroup_barrier();
    for (uint i = 0; i < 10; i++)
        igc_enqueue(items, counts, round, IGC_TEST_BACK, memory, 0, 11 * count, id);
    round = igc_flush(items, counts, round, IGC_TEST_BACK, memory, 0, 11 * count);
    round = igc_flush(items, counts, round, IGC_TEST_BACK, memory, 0, 11 * count);
    igc_enqueue(items, counts, round, IGC_TEST_BACK, memory, 0, 11 * count, id);
    round = igc_flush(items, counts, round, IGC_TEST_BACK, memory, 0, 11 * count);
}

IGC_CHECK(queue)
{
    global uint *found = IGC_TEST_BACK + 11 * count;
    IGC_EXPECT(memory[1] == 11 * count && memory[3] == 0);
    for (uint i = 0; i < 11 * count; i++)
        found[min(IGC_TEST_BACK[i], count)]++;
    for (uint i = 0; i < count; i++)
        IGC_EXPECT(found[i] == 11);
}

// The same for items of 64 bits, which fit the queue.
IGC_TEST(queue_wide)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    local ulong items[IGC_QUEUE_SIZE];
    local uint counts[IGC_QUEUE_WORDS];
    uint round = 0;
    igc_queue_start(counts);
    igc_workgroup_barrier();
    for (uint i = 0; i < 5; i++)
        igc_enqueue_wide(items, counts, round, IGC_TEST_BACK, memory, 0, 6 * count, ((ulong)(id + 1) << 32) + id);
    round = igc_flush_wide(items, counts, round, IGC_TEST_BACK, memory, 0, 6 * count);
    igc_enqueue_wide(items, counts, round, IGC_TEST_BACK, memory, 0, 6 * count, ((ulong)(id + 1) << 32) + id);
    round = igc_flush_wide(items, counts, round, IGC_TEST_BACK, memory, 0, 6 * count);
}

IGC_CHECK(queue_wide)
{
    global uint *found = IGC_TEST_BACK + 12 * count;
    IGC_EXPECT(memory[1] == 6 * count && memory[3] == 0);
    for (uint i = 0; i < 6 * count; i++) {
        const ulong item = igc_wide_item(IGC_TEST_BACK, i);
        IGC_EXPECT(item >> 32 == (item & 0xffffffffu) + 1);
        found[min((uint)item, count)]++;
    }
    for (uint i = 0; i < count; i++)
        IGC_EXPECT(found[i] == 6);
}

// The same for pairs, which do not all fit the queue.
IGC_TEST(queue_pair)
{
    igc_test_rendezvous(verdict);
    const ulong id = igc_global_id(igc_launch());
    const ulong2 item = (ulong2)(~id, id << 32);
    local ulong items[IGC_QUEUE_SIZE];
    local uint counts[IGC_QUEUE_WORDS];
    uint round = 0;
    igc_queue_start(counts);
    igc_workgroup_barrier();
    for (uint i = 0; i < 5; i++)
        igc_enqueue_pair(items, counts, round, IGC_TEST_BACK, memory, 0, 6 * count, item);
    round = igc_flush_pair(items, counts, round, IGC_TEST_BACK, memory, 0, 6 * count);
    igc_enqueue_pair(items, counts, round, IGC_TEST_BACK, memory, 0, 6 * count, item);
    round = igc_flush_pair(items, counts, round, IGC_TEST_BACK, memory, 0, 6 * count);
}

IGC_CHECK(queue_pair)
{
    global uint *found = IGC_TEST_BACK + 24 * count;
    IGC_EXPECT(memory[1] == 6 * count && memory[3] == 0);
    for (uint i = 0; i < 6 * count; i++) {
        const ulong2 item = igc_pair_item(IGC_TEST_BACK, i);
        IGC_EXPECT(item.x == ~(item.y >> 32) && (uint)item.y == 0);
        found[min((uint)(item.y >> 32), count)]++;
    }
    for (uint i = 0; i < count; i++)
        IGC_EXPECT(found[i] == 6);
}

// Items of each width are read from a queue as they were written.
IGC_TEST(queue_slots)
{
    igc_test_rendezvous(verdict);
    local uint narrow[IGC_WORKGROUP_SIZE];
    local ulong wide_items[IGC_WORKGROUP_SIZE];
    local ulong pairs[2 * IGC_WORKGROUP_SIZE];
    const uint slot = igc_local_id();
    igc_put(narrow, slot, slot);
    igc_put_wide(wide_items, slot, ~(ulong)slot);
    igc_put_pair(pairs, slot, (ulong2)((ulong)slot << 32, ~(ulong)slot));
    igc_workgroup_barrier();
    const uint other = IGC_WORKGROUP_SIZE - 1 - slot;
    const ulong2 pair = igc_queued_pair(pairs, other);
    IGC_EXPECT(igc_queued(narrow, other) == other);
    IGC_EXPECT(igc_queued_wide(wide_items, other) == ~(ulong)other);
    IGC_EXPECT(pair.x == (ulong)other << 32 && pair.y == ~(ulong)other);
}

IGC_CHECK(queue_slots) {}

// The owner of the lock increments a counter without atomics, and no increment is lost.
IGC_TEST(lock)
{
    igc_test_rendezvous(verdict);
    uint held = 0;
    for (uint round = 0; round < rounds; round++)
        if (igc_try_lock(memory)) {
            igc_store_uint(memory + 1, igc_load_uint(memory + 1) + 1);
            held++;
            igc_unlock(memory);
        }
    igc_test_add((volatile global uint *)memory + 2, held);
}

IGC_CHECK(lock) { IGC_EXPECT(memory[0] == 0 && memory[1] > 0 && memory[1] == memory[2]); }

// A repeated node is locked once, and an invalid node is not locked.
IGC_TEST(owns_at)
{
    uint nodes[5];
    for (uint i = 0; i < 5; i++)
        nodes[i] = memory[i] + i / 2 * 4;
    // 0 0 4 4 8, of a graph with 8 nodes.
    IGC_EXPECT(igc_owns_at(nodes, 0, 8) && !igc_owns_at(nodes, 1, 8));
    IGC_EXPECT(igc_owns_at(nodes, 2, 8) && !igc_owns_at(nodes, 3, 8));
    IGC_EXPECT(!igc_owns_at(nodes, 4, 8));
}

IGC_CHECK(owns_at) {}

// The owner of two nodes increments a counter of each without atomics, and no increment is lost.
#define IGC_TEST_NODES 16

IGC_TEST(exclusive)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    uint owned = 0;
    for (uint round = 0; round < rounds; round++) {
        uint nodes[2];
        nodes[0] = igc_test_random(id + round) % IGC_TEST_NODES;
        nodes[1] = igc_test_random(id - round) % IGC_TEST_NODES;
        if (igc_own(memory, nodes, 2, IGC_TEST_NODES)) {
            for (uint i = 0; i < 2; i++) {
                global uint *counter = memory + IGC_TEST_NODES + nodes[i];
                igc_store_uint(counter, igc_load_uint(counter) + 1);
            }
            owned += 2;
            igc_disown(memory, nodes, 2, IGC_TEST_NODES);
        }
    }
    igc_test_add((volatile global uint *)memory + 2 * IGC_TEST_NODES, owned);
}

IGC_CHECK(exclusive)
{
    uint sum = 0;
    for (uint i = 0; i < IGC_TEST_NODES; i++) {
        IGC_EXPECT(memory[i] == 0);
        sum += memory[IGC_TEST_NODES + i];
    }
    IGC_EXPECT(sum > 0 && sum == memory[2 * IGC_TEST_NODES]);
}
