// Definitions that the kernels of the self test share. The self test builds them after the device library,
// in programs of their own.
//
// A test is a kernel in which every work-item of a launch does something and checks what it can
// observe. A check is a kernel that one work-item runs after the test to examine the result. Some tests have
// a start, a kernel that one work-item runs before the test. All of them count errors in `verdict[0]`, and
// notable events that are allowed in `verdict[1]`. They count with an operation that is not under test.
//
// The tests are written in the C that all languages share. Only this file uses operations of one language.
//
// `memory` and `wide` are zero before each test and its start. All loops are bounded, except those of the
// library functions under test that wait.

#define IGC_TEST_PARAMETERS                                                                        \
    global uint *memory, global ulong *wide, volatile global uint *verdict, global uint *locks,    \
        const uint rounds, const uint count, const uint patience

// `count` is the number of work-items of the launch. `patience` is that of the environment (see `igc_poll`).
#define IGC_TEST(NAME) kernel IGC_WORKGROUP void igc_test_##NAME(IGC_TEST_PARAMETERS)
// A test of 64-bit atomics, which some devices lack.
#define IGC_TEST_WIDE(NAME) IGC_TEST(NAME)
#define IGC_START(NAME) kernel void igc_start_##NAME(IGC_TEST_PARAMETERS)
#define IGC_CHECK(NAME) kernel void igc_check_##NAME(IGC_TEST_PARAMETERS)

#ifdef __cplusplus
#define igc_test_add(p, x) atomicAdd((uint *)(p), x)
#define igc_test_or(p, x) atomicOr((uint *)(p), x)
#define igc_test_local_size() blockDim.x
#define IGC_SHARE_END const
#else
#define igc_test_add(p, x) atomic_add(p, x)
#define igc_test_or(p, x) atomic_or(p, x)
#define igc_test_local_size() (uint)get_local_size(0)
#endif

#define IGC_EXPECT(CONDITION)                                                                      \
    do {                                                                                           \
        if (!(CONDITION))                                                                          \
            igc_test_add(verdict, 1u);                                                             \
    } while (0)
#define IGC_OBSERVE(CONDITION)                                                                     \
    do {                                                                                           \
        if (CONDITION)                                                                             \
            igc_test_add(verdict + 1, 1u);                                                         \
    } while (0)

// Waits at the start of a workgroup, for a limited time, until two workgroups have started, so that several
// run at the same time. The threads of a CPU do not start at the same time.
static inline void igc_test_rendezvous(volatile global uint *verdict)
{
    if (igc_local_id() == 0) {
        uint come = igc_test_add(verdict + 2, 1u) + 1;
        for (uint looks = 0; come < 2 && looks < 0x4000; looks++)
            come = igc_test_or(verdict + 2, 0u);
    }
}

// Pseudorandom numbers (the finaliser of MurmurHash3, by Austin Appleby).
static inline uint igc_test_random(const uint seed)
{
    uint x = seed ^ 0x9e3779b9u;
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

// The sum of all numbers below `count`; it wraps.
static inline uint igc_test_sum(const uint count)
{
    return count % 2 == 0 ? count / 2 * (count - 1) : (count - 1) / 2 * count;
}

// Pseudorandom values of each type. Floats are small whole numbers, so sums are exact in any order.
static inline uint igc_test_uint(const uint i) { return igc_test_random(i); }
static inline int igc_test_int(const uint i) { return as_int(igc_test_random(i)); }
static inline ulong igc_test_ulong(const uint i)
{
    return (ulong)igc_test_random(i) << 32 | igc_test_random(~i);
}
static inline long igc_test_long(const uint i) { return as_long(igc_test_ulong(i)); }
static inline uchar igc_test_uchar(const uint i) { return (uchar)igc_test_random(i); }
static inline ushort igc_test_ushort(const uint i) { return (ushort)igc_test_random(i); }
static inline float igc_test_float(const uint i)
{
    return (float)((int)(igc_test_random(i) >> 24) - 128);
}
#ifdef IGC_DOUBLES
static inline double igc_test_double(const uint i) { return (double)igc_test_float(i); }
#endif
