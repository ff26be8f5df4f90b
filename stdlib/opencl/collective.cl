// What the work-items of a group make together of a value of each: reductions and scans. All of the
// group must come there, and all get the result.
//
//   igc_subgroup_reduce_OP_T(x)             OP is add, min or max; for integers also and, or, xor
//   igc_workgroup_reduce_OP_T(x, scratch)
//   igc_workgroup_scan(x, scratch, &total)
//
// Integers wrap; floats have the minimum and maximum of fmin and fmax, and are added in an order of the
// device's own.
//
// Those of a workgroup are barriers of it, too. Its work-items communicate through `scratch`,
// IGC_SCRATCH_SIZE values in local memory, which nothing else may touch meanwhile; calls may follow
// each other with no barrier between.

typedef union {
    int of_int;
    uint of_uint;
    long of_long;
    ulong of_ulong;
    float of_float;
#ifdef cl_khr_fp64
    double of_double;
#endif
} igc_scratch_value;

#if IGC_SUBGROUPS == 0

// One for each work-item, and what comes of them.
#define IGC_SCRATCH_SIZE (IGC_WORKGROUP_SIZE + 1)

#define IGC_SUBGROUP_BUILTIN(T, OP)                                                                \
    static inline T igc_subgroup_reduce##OP##_##T(const T x) { return x; }
#define IGC_SUBGROUP_FOLD(T, OP) IGC_SUBGROUP_BUILTIN(T, OP)

// Without subgroups, the device is most likely a CPU, where a workgroup is a loop on one core and a
// barrier ends one loop and begins another. So work-item 0 goes through all values alone: a tree would
// be no less work, with a barrier for each of its levels.
//
// There is no race: each work-item writes its own value before the first barrier; work-item 0 alone
// touches anything between the two; after the second, all read the last value and each its own, which
// nobody else writes before the next call's first barrier.
#define IGC_WORKGROUP_REDUCTION(T, OP)                                                             \
    static inline T igc_workgroup_reduce##OP##_##T(const T x, local igc_scratch_value *scratch)    \
    {                                                                                              \
        scratch[igc_local_id()].of_##T = x;                                                        \
        igc_workgroup_barrier();                                                                   \
        if (igc_local_id() == 0) {                                                                 \
            T all = x;                                                                             \
            for (uint i = 1; i < IGC_WORKGROUP_SIZE; i++)                                          \
                all = igc_combine##OP##_##T(all, scratch[i].of_##T);                               \
            scratch[IGC_WORKGROUP_SIZE].of_##T = all;                                              \
        }                                                                                          \
        igc_workgroup_barrier();                                                                   \
        return scratch[IGC_WORKGROUP_SIZE].of_##T;                                                 \
    }

// The sum of `x` of the work-items before this one; the sum of all goes to `total`.
static inline uint igc_workgroup_scan(const uint x, local igc_scratch_value *scratch, uint *total)
{
    const uint self = igc_local_id();
    scratch[self].of_uint = x;
    igc_workgroup_barrier();
    if (self == 0) {
        uint before = 0;
        for (uint i = 0; i < IGC_WORKGROUP_SIZE; i++) {
            const uint value = scratch[i].of_uint;
            scratch[i].of_uint = before;
            before += value;
        }
        scratch[IGC_WORKGROUP_SIZE].of_uint = before;
    }
    igc_workgroup_barrier();
    *total = scratch[IGC_WORKGROUP_SIZE].of_uint;
    return scratch[self].of_uint;
}

#else // subgroups of more than one

#if IGC_SUBGROUPS == 1

// One for each subgroup, of which there may be as many as work-items.
#define IGC_SCRATCH_SIZE IGC_WORKGROUP_SIZE

static inline uint igc_subgroup_scan(const uint x) { return sub_group_scan_exclusive_add(x); }

#define IGC_SUBGROUP_BUILTIN(T, OP)                                                                \
    static inline T igc_subgroup_reduce##OP##_##T(const T x)                                       \
    {                                                                                              \
        return sub_group_reduce##OP(x);                                                            \
    }

// OpenCL C does not say what its minima and maxima make of NaN, and has and, or and xor in extensions
// only. A broadcast, every device has: so each lane's value is shown to all, one after the other.
#define IGC_SUBGROUP_FOLD(T, OP)                                                                   \
    static inline T igc_subgroup_reduce##OP##_##T(const T x)                                       \
    {                                                                                              \
        T all = sub_group_broadcast(x, 0);                                                         \
        for (uint lane = 1; lane < igc_subgroup_size(); lane++)                                    \
            all = igc_combine##OP##_##T(all, sub_group_broadcast(x, lane));                        \
        return all;                                                                                \
    }

#else // IGC_SUBGROUPS == 2

// One for each warp.
#define IGC_SCRATCH_SIZE ((IGC_WORKGROUP_SIZE + IGC_WARP - 1) / IGC_WARP)

// The value of the lane that is so many places further up or down, or of that number. Where there is
// no such lane, `down` and `up` yield something.
#define IGC_SHUFFLE(MODE, CLAMP)                                                                   \
    static inline uint igc_shuffle_##MODE##_uint(const uint x, const uint lane)                    \
    {                                                                                              \
        uint y;                                                                                    \
        asm volatile("shfl.sync." #MODE ".b32 %0, %1, %2, " #CLAMP ", %3;"                         \
                     : "=r"(y)                                                                     \
                     : "r"(x), "r"(lane), "r"(igc_lanes()));                                       \
        return y;                                                                                  \
    }                                                                                              \
    static inline ulong igc_shuffle_##MODE##_ulong(const ulong x, const uint lane)                 \
    {                                                                                              \
        const uint low = igc_shuffle_##MODE##_uint((uint)x, lane);                                 \
        const uint high = igc_shuffle_##MODE##_uint((uint)(x >> 32), lane);                        \
        return (ulong)high << 32 | low;                                                            \
    }

IGC_SHUFFLE(down, 31)
IGC_SHUFFLE(up, 0)
IGC_SHUFFLE(idx, 31)

static inline uint igc_subgroup_scan(const uint x)
{
    uint sum = x;
    for (uint by = 1; by < IGC_WARP; by *= 2) {
        const uint other = igc_shuffle_up_uint(sum, by);
        sum += igc_lane() >= by ? other : 0;
    }
    return sum - x;
}

// The integer as which a value is shuffled.
#define IGC_BITS_int uint
#define IGC_BITS_uint uint
#define IGC_BITS_long ulong
#define IGC_BITS_ulong ulong
#define IGC_BITS_float uint
#define IGC_BITS_double ulong

// A tree, whose root is lane 0.
#define IGC_WARP_REDUCTION(T, B, OP)                                                               \
    static inline T igc_subgroup_reduce##OP##_##T(const T x)                                       \
    {                                                                                              \
        T all = x;                                                                                 \
        for (uint by = IGC_WARP / 2; by > 0; by /= 2) {                                            \
            const T other = as_##T(igc_shuffle_down_##B(as_##B(all), by));                         \
            if (igc_lane() + by < igc_subgroup_size())                                             \
                all = igc_combine##OP##_##T(all, other);                                           \
        }                                                                                          \
        return as_##T(igc_shuffle_idx_##B(as_##B(all), 0));                                        \
    }
#define IGC_SUBGROUP_EXPANDED(T, B, OP) IGC_WARP_REDUCTION(T, B, OP)
#define IGC_SUBGROUP_BUILTIN(T, OP) IGC_SUBGROUP_EXPANDED(T, IGC_BITS_##T, OP)
#define IGC_SUBGROUP_FOLD(T, OP) IGC_SUBGROUP_BUILTIN(T, OP)

#endif

// Subgroups first; of what they make, there is so little that each work-item goes through all of it,
// which takes no further barrier. The one at the end lets the next call write.
#define IGC_WORKGROUP_REDUCTION(T, OP)                                                             \
    static inline T igc_workgroup_reduce##OP##_##T(const T x, local igc_scratch_value *scratch)    \
    {                                                                                              \
        const T part = igc_subgroup_reduce##OP##_##T(x);                                           \
        if (igc_lane() == 0)                                                                       \
            scratch[igc_subgroup_id()].of_##T = part;                                              \
        igc_workgroup_barrier();                                                                   \
        T all = scratch[0].of_##T;                                                                 \
        for (uint i = 1; i < igc_subgroup_count(); i++)                                            \
            all = igc_combine##OP##_##T(all, scratch[i].of_##T);                                   \
        igc_workgroup_barrier();                                                                   \
        return all;                                                                                \
    }

// The sum of `x` of the work-items before this one; the sum of all goes to `total`.
static inline uint igc_workgroup_scan(const uint x, local igc_scratch_value *scratch, uint *total)
{
    const uint before = igc_subgroup_scan(x);
    if (igc_lane() == igc_subgroup_size() - 1)
        scratch[igc_subgroup_id()].of_uint = before + x;
    igc_workgroup_barrier();
    uint start = 0;
    uint sum = 0;
    for (uint i = 0; i < igc_subgroup_count(); i++) {
        start = i == igc_subgroup_id() ? sum : start;
        sum += scratch[i].of_uint;
    }
    igc_workgroup_barrier();
    *total = sum;
    return start + before;
}

#endif

// RESULT is what `a` and `b` make together. OP has an underscore in front, because min and max are
// macros in some OpenCL C, and would be replaced on the way.
#define IGC_REDUCTION(T, OP, HOW, RESULT)                                                          \
    static inline T igc_combine##OP##_##T(const T a, const T b) { return RESULT; }                 \
    IGC_SUBGROUP_##HOW(T, OP)                                                                      \
    IGC_WORKGROUP_REDUCTION(T, OP)

#define IGC_INTEGER_REDUCTIONS(T, SUM)                                                             \
    IGC_REDUCTION(T, _add, BUILTIN, SUM)                                                           \
    IGC_REDUCTION(T, _min, BUILTIN, min(a, b))                                                     \
    IGC_REDUCTION(T, _max, BUILTIN, max(a, b))                                                     \
    IGC_REDUCTION(T, _and, FOLD, a & b)                                                            \
    IGC_REDUCTION(T, _or, FOLD, a | b)                                                             \
    IGC_REDUCTION(T, _xor, FOLD, a ^ b)

#define IGC_FLOAT_REDUCTIONS(T)                                                                    \
    IGC_REDUCTION(T, _add, BUILTIN, a + b)                                                         \
    IGC_REDUCTION(T, _min, FOLD, fmin(a, b))                                                       \
    IGC_REDUCTION(T, _max, FOLD, fmax(a, b))

IGC_INTEGER_REDUCTIONS(int, igc_add_int(a, b))
IGC_INTEGER_REDUCTIONS(uint, a + b)
IGC_INTEGER_REDUCTIONS(long, igc_add_long(a, b))
IGC_INTEGER_REDUCTIONS(ulong, a + b)
IGC_FLOAT_REDUCTIONS(float)
#ifdef cl_khr_fp64
IGC_FLOAT_REDUCTIONS(double)
#endif
