// Collectives: all work-items of a group give a value and get a result.
//
//   igc_subgroup_OP_T(x)            what OP makes of the values of a subgroup
//   igc_workgroup_OP_T(scratch, x)  of a workgroup; it is a barrier of it, too
//   igc_scan(scratch, x, &total)    the sum of the values of the work-items before, and of all
//
// Those of a workgroup may follow each other with no barrier between. `scratch` is an element for each
// work-item and one more: each subgroup writes to its own, and after a barrier
//
// * where subgroups are single work-items, as on a CPU, the first work-item goes through all and
//   leaves the result behind the last, for everybody to read after a second barrier. What is read there
//   is written again only behind the first barrier of the next collective.
// * where there are few subgroups, everybody goes through all of them, and the second barrier
//   keeps the next collective from writing to what is still read.

#if IGC_SUBGROUPS == 2

static inline uint igc_shuffle_xor_uint(const uint x, const uint mask)
{
    uint y;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(y) : "r"(x), "r"(mask));
    return y;
}

// The value of the work-item `by` lanes before; lanes that have none get their own.
static inline uint igc_shuffle_up_uint(const uint x, const uint by)
{
    uint y;
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0x0, 0xffffffff;" : "=r"(y) : "r"(x), "r"(by));
    return y;
}

static inline ulong igc_shuffle_xor_ulong(const ulong x, const uint mask)
{
    const uint low = igc_shuffle_xor_uint((uint)x, mask);
    const uint high = igc_shuffle_xor_uint((uint)(x >> 32), mask);
    return (ulong)high << 32 | low;
}

#define igc_shuffle_xor_int(x, mask) as_int(igc_shuffle_xor_uint(as_uint(x), mask))
#define igc_shuffle_xor_float(x, mask) as_float(igc_shuffle_xor_uint(as_uint(x), mask))
#define igc_shuffle_xor_long(x, mask) as_long(igc_shuffle_xor_ulong(as_ulong(x), mask))
#define igc_shuffle_xor_double(x, mask) as_double(igc_shuffle_xor_ulong(as_ulong(x), mask))

#endif

#if IGC_SUBGROUPS == 0
#define IGC_SUBGROUP_REDUCTION(T, NAME, COMBINED)                                               \
    static inline T NAME(const T x) { return x; }
#elif IGC_SUBGROUPS == 1
// By broadcasts, which take every type, and leave it to us what NaN, overflow and bits mean.
#define IGC_SUBGROUP_REDUCTION(T, NAME, COMBINED)                                               \
    static inline T NAME(const T x)                                                             \
    {                                                                                           \
        T a = sub_group_broadcast(x, 0);                                                        \
        for (uint lane = 1; lane < get_sub_group_size(); lane++) {                              \
            const T b = sub_group_broadcast(x, lane);                                           \
            a = COMBINED;                                                                       \
        }                                                                                       \
        return a;                                                                               \
    }
#else
#define IGC_SUBGROUP_REDUCTION(T, NAME, COMBINED)                                               \
    static inline T NAME(const T x)                                                             \
    {                                                                                           \
        T a = x;                                                                                \
        for (uint mask = 16; mask > 0; mask >>= 1) {                                            \
            const T b = igc_shuffle_xor_##T(a, mask);                                           \
            a = COMBINED;                                                                       \
        }                                                                                       \
        return a;                                                                               \
    }
#endif

#if IGC_SUBGROUPS == 0
#define IGC_WORKGROUP_REDUCTION(T, NAME, OF_SUBGROUP, COMBINED)                                 \
    static inline T NAME(local ulong *scratch, const T x)                                       \
    {                                                                                           \
        local T *values = (local T *)scratch;                                                   \
        values[igc_local_id()] = x;                                                             \
        igc_workgroup_barrier();                                                                \
        if (igc_local_id() == 0) {                                                              \
            T a = values[0];                                                                    \
            for (uint i = 1; i < IGC_WORKGROUP_SIZE; i++) {                                     \
                const T b = values[i];                                                          \
                a = COMBINED;                                                                   \
            }                                                                                   \
            values[IGC_WORKGROUP_SIZE] = a;                                                     \
        }                                                                                       \
        igc_workgroup_barrier();                                                                \
        return values[IGC_WORKGROUP_SIZE];                                                      \
    }
#else
#define IGC_WORKGROUP_REDUCTION(T, NAME, OF_SUBGROUP, COMBINED)                                 \
    static inline T NAME(local ulong *scratch, const T x)                                       \
    {                                                                                           \
        local T *values = (local T *)scratch;                                                   \
        const T own = OF_SUBGROUP(x);                                                           \
        if (igc_lane() == 0)                                                                    \
            values[igc_subgroup_id()] = own;                                                    \
        igc_workgroup_barrier();                                                                \
        T a = values[0];                                                                        \
        for (uint i = 1; i < igc_subgroup_count(); i++) {                                       \
            const T b = values[i];                                                              \
            a = COMBINED;                                                                       \
        }                                                                                       \
        igc_workgroup_barrier();                                                                \
        return a;                                                                               \
    }
#endif

// Names are put together here: `min` may be a macro, as PoCL has it.
#define IGC_COLLECTIVE(T, OP, COMBINED)                                                         \
    IGC_SUBGROUP_REDUCTION(T, igc_subgroup_##OP##_##T, COMBINED)                                \
    IGC_WORKGROUP_REDUCTION(T, igc_workgroup_##OP##_##T, igc_subgroup_##OP##_##T, COMBINED)

#define IGC_INTEGER_COLLECTIVES(T, SUM)                                                         \
    IGC_COLLECTIVE(T, add, SUM)                                                                 \
    IGC_COLLECTIVE(T, min, min(a, b))                                                           \
    IGC_COLLECTIVE(T, max, max(a, b))                                                           \
    IGC_COLLECTIVE(T, and, a & b)                                                               \
    IGC_COLLECTIVE(T, or, a | b)                                                                \
    IGC_COLLECTIVE(T, xor, a ^ b)

#define IGC_FLOAT_COLLECTIVES(T)                                                                \
    IGC_COLLECTIVE(T, add, a + b)                                                               \
    IGC_COLLECTIVE(T, min, fmin(a, b))                                                          \
    IGC_COLLECTIVE(T, max, fmax(a, b))

IGC_INTEGER_COLLECTIVES(int, igc_add_int(a, b))
IGC_INTEGER_COLLECTIVES(uint, a + b)
IGC_INTEGER_COLLECTIVES(long, igc_add_long(a, b))
IGC_INTEGER_COLLECTIVES(ulong, a + b)
IGC_FLOAT_COLLECTIVES(float)
#ifdef cl_khr_fp64
IGC_FLOAT_COLLECTIVES(double)
#endif

#if IGC_SUBGROUPS == 0

static inline uint igc_scan(local ulong *scratch, const uint x, uint *total)
{
    local uint *values = (local uint *)scratch;
    values[igc_local_id()] = x;
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
        uint sum = 0;
        for (uint i = 0; i < IGC_WORKGROUP_SIZE; i++) {
            const uint value = values[i];
            values[i] = sum;
            sum += value;
        }
        values[IGC_WORKGROUP_SIZE] = sum;
    }
    igc_workgroup_barrier();
    *total = values[IGC_WORKGROUP_SIZE];
    return values[igc_local_id()];
}

#else

// The sum of the values of a subgroup up to the work-item's own.
static inline uint igc_subgroup_scan(const uint x)
{
#if IGC_SUBGROUPS == 1
    return sub_group_scan_inclusive_add(x);
#else
    uint sum = x;
    for (uint by = 1; by < 32; by <<= 1) {
        const uint before = igc_shuffle_up_uint(sum, by);
        sum += igc_lane() >= by ? before : 0;
    }
    return sum;
#endif
}

static inline uint igc_scan(local ulong *scratch, const uint x, uint *total)
{
    local uint *values = (local uint *)scratch;
    const uint sum = igc_subgroup_scan(x);
    if (igc_lane() == igc_subgroup_size() - 1)
        values[igc_subgroup_id()] = sum;
    igc_workgroup_barrier();
    uint before = 0;
    uint all = 0;
    for (uint i = 0; i < igc_subgroup_count(); i++) {
        before = i == igc_subgroup_id() ? all : before;
        all += values[i];
    }
    igc_workgroup_barrier();
    *total = all;
    return before + sum - x;
}

#endif
