// Read-modify-writes under contention, on global and on local memory.
//
// All work-items change the same cells. The final values must equal those of a loop over all values.

// Calls X for every operator whose order does not matter, with its cell and its effect on `all`.
#define IGC_TEST_INTEGER_OPERATORS(X, T, SUM)                                                      \
    X(T, add, 0, SUM)                                                                              \
    X(T, min, 1, min(all, x))                                                                      \
    X(T, max, 2, max(all, x))                                                                      \
    X(T, and, 3, all &x)                                                                           \
    X(T, or, 4, all | x)                                                                           \
    X(T, xor, 5, all ^ x)
#define IGC_TEST_FLOAT_OPERATORS(X, T)                                                             \
    X(T, add, 0, all + x)                                                                          \
    X(T, min, 1, fmin(all, x))                                                                     \
    X(T, max, 2, fmax(all, x))

// The initial values of the cells. From zero, a minimum and an `and` would never change.
#define IGC_TEST_START(T, CELL) (CELL == 1 || CELL == 3 ? igc_test_##T(count) : (T)0)
#define IGC_TEST_GLOBAL(T, OP, CELL, RESULT)                                                       \
    igc_atomic_##OP##_##T(IGC_TEST_LOCKS_##T cells + CELL, igc_test_##T(id));
#define IGC_TEST_LEFT(T, OP, CELL, RESULT)                                                         \
    {                                                                                              \
        T all = IGC_TEST_START(T, CELL);                                                           \
        for (uint i = 0; i < count; i++) {                                                         \
            const T x = igc_test_##T(i);                                                           \
            all = RESULT;                                                                          \
        }                                                                                          \
        IGC_EXPECT(cells[CELL] == all);                                                            \
    }
#define IGC_TEST_LOCAL(T, OP, CELL, RESULT)                                                        \
    igc_local_atomic_##OP##_##T(IGC_TEST_LOCKS_##T cells_##T + CELL, igc_test_##T(igc_local_id()));
#define IGC_TEST_LEFT_LOCAL(T, OP, CELL, RESULT)                                                   \
    {                                                                                              \
        T all = IGC_TEST_START(T, CELL);                                                           \
        for (uint i = 0; i < IGC_WORKGROUP_SIZE; i++) {                                            \
            const T x = igc_test_##T(i);                                                           \
            all = RESULT;                                                                          \
        }                                                                                          \
        IGC_EXPECT(cells_##T[CELL] == all);                                                        \
    }

#define IGC_TEST_LOCKS_int
#define IGC_TEST_LOCKS_uint
#define IGC_TEST_LOCKS_float
#define IGC_TEST_LOCKS_long locks,
#define IGC_TEST_LOCKS_ulong locks,
#define IGC_TEST_LOCKS_double locks,

// The bodies of a test of a type: the number of cells, their memory, and the operators.
#define IGC_TEST_BODY_START(T, MEMORY, CELLS)                                                      \
    for (uint i = 0; i < CELLS; i++)                                                               \
        ((global T *)MEMORY)[i] = IGC_TEST_START(T, i);
#define IGC_TEST_BODY(T, MEMORY, OPERATORS)                                                        \
    const uint id = igc_global_id(igc_launch());                                                   \
    global T *cells = (global T *)MEMORY;                                                          \
    igc_test_rendezvous(verdict);                                                                  \
    OPERATORS
#define IGC_TEST_BODY_CHECK(T, MEMORY, OPERATORS)                                                  \
    const global T *cells = (const global T *)MEMORY;                                              \
    OPERATORS

IGC_START(atomics_int) { IGC_TEST_BODY_START(int, memory, 6) }
IGC_TEST(atomics_int) { IGC_TEST_BODY(int, memory, IGC_TEST_INTEGER_OPERATORS(IGC_TEST_GLOBAL, int, igc_add_int(all, x))) }
IGC_CHECK(atomics_int) { IGC_TEST_BODY_CHECK(int, memory, IGC_TEST_INTEGER_OPERATORS(IGC_TEST_LEFT, int, igc_add_int(all, x))) }

IGC_START(atomics_uint) { IGC_TEST_BODY_START(uint, memory, 6) }
IGC_TEST(atomics_uint) { IGC_TEST_BODY(uint, memory, IGC_TEST_INTEGER_OPERATORS(IGC_TEST_GLOBAL, uint, all + x)) }
IGC_CHECK(atomics_uint) { IGC_TEST_BODY_CHECK(uint, memory, IGC_TEST_INTEGER_OPERATORS(IGC_TEST_LEFT, uint, all + x)) }

IGC_START(atomics_long) { IGC_TEST_BODY_START(long, wide, 6) }
IGC_TEST_WIDE(atomics_long) { IGC_TEST_BODY(long, wide, IGC_TEST_INTEGER_OPERATORS(IGC_TEST_GLOBAL, long, igc_add_long(all, x))) }
IGC_CHECK(atomics_long) { IGC_TEST_BODY_CHECK(long, wide, IGC_TEST_INTEGER_OPERATORS(IGC_TEST_LEFT, long, igc_add_long(all, x))) }

IGC_START(atomics_ulong) { IGC_TEST_BODY_START(ulong, wide, 6) }
IGC_TEST_WIDE(atomics_ulong) { IGC_TEST_BODY(ulong, wide, IGC_TEST_INTEGER_OPERATORS(IGC_TEST_GLOBAL, ulong, all + x)) }
IGC_CHECK(atomics_ulong) { IGC_TEST_BODY_CHECK(ulong, wide, IGC_TEST_INTEGER_OPERATORS(IGC_TEST_LEFT, ulong, all + x)) }

IGC_START(atomics_float) { IGC_TEST_BODY_START(float, memory, 3) }
IGC_TEST(atomics_float) { IGC_TEST_BODY(float, memory, IGC_TEST_FLOAT_OPERATORS(IGC_TEST_GLOBAL, float)) }
IGC_CHECK(atomics_float) { IGC_TEST_BODY_CHECK(float, memory, IGC_TEST_FLOAT_OPERATORS(IGC_TEST_LEFT, float)) }

// Without doubles, the test does nothing.
#ifdef IGC_DOUBLES
#define IGC_TEST_DOUBLE(X) X
#else
#define IGC_TEST_DOUBLE(X)
#endif

IGC_START(atomics_double) { IGC_TEST_DOUBLE(IGC_TEST_BODY_START(double, wide, 3)) }
IGC_TEST_WIDE(atomics_double)
{
    IGC_TEST_DOUBLE(IGC_TEST_BODY(double, wide, IGC_TEST_FLOAT_OPERATORS(IGC_TEST_GLOBAL, double)))
}
IGC_CHECK(atomics_double)
{
    IGC_TEST_DOUBLE(IGC_TEST_BODY_CHECK(double, wide, IGC_TEST_FLOAT_OPERATORS(IGC_TEST_LEFT, double)))
}

#define IGC_TEST_START_LOCAL(T, CELLS)                                                             \
    if (igc_local_id() < CELLS)                                                                    \
        cells_##T[igc_local_id()] = IGC_TEST_START(T, igc_local_id());

IGC_TEST(atomics_local)
{
    local int cells_int[6];
    local uint cells_uint[6];
    local float cells_float[3];
    IGC_TEST_START_LOCAL(int, 6)
    IGC_TEST_START_LOCAL(uint, 6)
    IGC_TEST_START_LOCAL(float, 3)
    igc_workgroup_barrier();
    IGC_TEST_INTEGER_OPERATORS(IGC_TEST_LOCAL, int, igc_add_int(all, x))
    IGC_TEST_INTEGER_OPERATORS(IGC_TEST_LOCAL, uint, all + x)
    IGC_TEST_FLOAT_OPERATORS(IGC_TEST_LOCAL, float)
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
        IGC_TEST_INTEGER_OPERATORS(IGC_TEST_LEFT_LOCAL, int, igc_add_int(all, x))
        IGC_TEST_INTEGER_OPERATORS(IGC_TEST_LEFT_LOCAL, uint, all + x)
        IGC_TEST_FLOAT_OPERATORS(IGC_TEST_LEFT_LOCAL, float)
    }
}

IGC_CHECK(atomics_local) {}

IGC_TEST_WIDE(atomics_local_wide)
{
    local long cells_long[6];
    local ulong cells_ulong[6];
    IGC_TEST_START_LOCAL(long, 6)
    IGC_TEST_START_LOCAL(ulong, 6)
    igc_workgroup_barrier();
    IGC_TEST_INTEGER_OPERATORS(IGC_TEST_LOCAL, long, igc_add_long(all, x))
    IGC_TEST_INTEGER_OPERATORS(IGC_TEST_LOCAL, ulong, all + x)
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
        IGC_TEST_INTEGER_OPERATORS(IGC_TEST_LEFT_LOCAL, long, igc_add_long(all, x))
        IGC_TEST_INTEGER_OPERATORS(IGC_TEST_LEFT_LOCAL, ulong, all + x)
    }
}

IGC_CHECK(atomics_local_wide) {}

IGC_TEST_WIDE(atomics_local_double)
{
#ifdef IGC_DOUBLES
    local double cells_double[3];
    IGC_TEST_START_LOCAL(double, 3)
    igc_workgroup_barrier();
    IGC_TEST_FLOAT_OPERATORS(IGC_TEST_LOCAL, double)
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
        IGC_TEST_FLOAT_OPERATORS(IGC_TEST_LEFT_LOCAL, double)
    }
#endif
}

IGC_CHECK(atomics_local_double) {}

// A cell that no other work-item uses: it returns what was stored, and a compare-and-swap changes it only
// if all bits are equal.
#define IGC_TEST_STEP_int 0x10001
#define IGC_TEST_STEP_uint 0x10001u
#define IGC_TEST_STEP_long 0x100000001l
#define IGC_TEST_STEP_ulong 0x100000001ul
#define IGC_TEST_STEP_float 1.5f
#define IGC_TEST_STEP_double 4294967297.0
#define IGC_TEST_CELL(T, P, CELL)                                                                  \
    {                                                                                              \
        const T a = (T)(igc_local_id() + 1) * IGC_TEST_STEP_##T;                                   \
        const T b = (T)(igc_local_id() + 2) * IGC_TEST_STEP_##T;                                   \
        const T c = (T)(igc_local_id() + 3) * IGC_TEST_STEP_##T;                                   \
        P##_store_##T(IGC_TEST_LOCKS_##T CELL, a);                                                 \
        IGC_EXPECT(P##_load_##T(IGC_TEST_LOCKS_##T CELL) == a);                                    \
        IGC_EXPECT(P##_atomic_swap_##T(IGC_TEST_LOCKS_##T CELL, b) == a);                          \
        IGC_EXPECT(P##_atomic_cas_##T(IGC_TEST_LOCKS_##T CELL, a, c) == b);                        \
        IGC_EXPECT(P##_load_##T(IGC_TEST_LOCKS_##T CELL) == b);                                    \
        IGC_EXPECT(P##_atomic_cas_##T(IGC_TEST_LOCKS_##T CELL, b, c) == b);                        \
        IGC_EXPECT(P##_load_##T(IGC_TEST_LOCKS_##T CELL) == c);                                    \
    }

IGC_TEST(cells)
{
    local int cells_int[IGC_WORKGROUP_SIZE];
    local uint cells_uint[IGC_WORKGROUP_SIZE];
    global uint *own = memory + 2 * igc_global_id(igc_launch());
    IGC_TEST_CELL(int, igc, (global int *)own)
    IGC_TEST_CELL(uint, igc, own + 1)
    IGC_TEST_CELL(int, igc_local, cells_int + igc_local_id())
    IGC_TEST_CELL(uint, igc_local, cells_uint + igc_local_id())
}

IGC_CHECK(cells) {}

IGC_TEST(cells_float)
{
    local float cells_float[IGC_WORKGROUP_SIZE];
    IGC_TEST_CELL(float, igc, (global float *)memory + igc_global_id(igc_launch()))
    IGC_TEST_CELL(float, igc_local, cells_float + igc_local_id())
}

IGC_CHECK(cells_float) {}

// `wide` has cells for some work-items of the first workgroup.
#define IGC_TEST_CELL_GLOBAL(T, PLACE)                                                             \
    if (igc_global_id(igc_launch()) < 16)                                                          \
        IGC_TEST_CELL(T, igc, (global T *)wide + 3 * igc_local_id() + PLACE)

IGC_TEST_WIDE(cells_wide)
{
    local long cells_long[IGC_WORKGROUP_SIZE];
    local ulong cells_ulong[IGC_WORKGROUP_SIZE];
    IGC_TEST_CELL_GLOBAL(long, 0)
    IGC_TEST_CELL_GLOBAL(ulong, 1)
    IGC_TEST_CELL(long, igc_local, cells_long + igc_local_id())
    IGC_TEST_CELL(ulong, igc_local, cells_ulong + igc_local_id())
}

IGC_CHECK(cells_wide) {}

IGC_TEST_WIDE(cells_double)
{
#ifdef IGC_DOUBLES
    local double cells_double[IGC_WORKGROUP_SIZE];
    IGC_TEST_CELL_GLOBAL(double, 2)
    IGC_TEST_CELL(double, igc_local, cells_double + igc_local_id())
#endif
}

IGC_CHECK(cells_double) {}

// For 64-bit accesses under locks: all bytes of a word have the same lock, the next word has another.
IGC_TEST_WIDE(locks)
{
#if IGC_WIDE_ATOMICS == 0
    const size_t address = (size_t)(wide + igc_local_id());
    global uint *lock = igc_lock_of(locks, address);
    IGC_EXPECT(lock >= locks && lock < locks + IGC_LOCKS);
    IGC_EXPECT(lock == igc_lock_of(locks, address + 7));
    IGC_EXPECT(lock != igc_lock_of(locks, address + 8));
#endif
}

IGC_CHECK(locks) {}

// A swapped-in value is returned exactly once, or remains. The sum of all returned values and of the
// remaining one therefore equals the sum of all swapped-in values.
IGC_TEST(swap)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    igc_test_add((volatile global uint *)memory + 1, igc_atomic_swap_uint(memory, id));
}

IGC_CHECK(swap) { IGC_EXPECT(memory[1] + memory[0] == igc_test_sum(count)); }

IGC_TEST_WIDE(swap_wide)
{
    igc_test_rendezvous(verdict);
    const uint id = igc_global_id(igc_launch());
    const ulong old = igc_atomic_swap_ulong(locks, wide, (ulong)id << 32 | id);
    igc_test_add((volatile global uint *)memory, (uint)old);
    IGC_EXPECT((uint)(old >> 32) == (uint)old);
}

IGC_CHECK(swap_wide) { IGC_EXPECT(memory[0] + (uint)wide[0] == igc_test_sum(count)); }

// An addition by compare-and-swap. Each failed attempt is due to the success of another work-item.
IGC_TEST(compare_and_swap)
{
    igc_test_rendezvous(verdict);
    bool done = false;
    for (uint tries = 0; tries <= count && !done; tries++) {
        const uint old = igc_load_uint(memory);
        done = igc_atomic_cas_uint(memory, old, old + 1) == old;
    }
    IGC_EXPECT(done);
}

IGC_CHECK(compare_and_swap) { IGC_EXPECT(memory[0] == count); }

IGC_TEST_WIDE(compare_and_swap_wide)
{
    igc_test_rendezvous(verdict);
    bool done = false;
    for (uint tries = 0; tries <= count && !done; tries++) {
        const ulong old = igc_load_ulong(locks, wide);
        done = igc_atomic_cas_ulong(locks, wide, old, old + 0x100000001ul) == old;
    }
    IGC_EXPECT(done);
}

IGC_CHECK(compare_and_swap_wide) { IGC_EXPECT(wide[0] == ((ulong)count << 32 | count)); }
