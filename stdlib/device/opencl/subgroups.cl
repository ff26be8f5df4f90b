// Operations that the work-items of a subgroup execute together, and the language's own scan of a workgroup.
//
// collective.cl uses two macros to define the function `igc_subgroup_OP_T`. BUILTIN uses OpenCL C's function for
// the operator. FOLD combines the values by `igc_combine`, for operators without a suitable function: OpenCL C
// does not define how its minima and maxima treat NaN and the signs of zeros, and has `and`, `or` and `xor` only
// in extensions.

#ifndef IGC_SUBGROUPS_CL
#define IGC_SUBGROUPS_CL

#include "dialect.cl"
#include "work_items.cl"

// Whether OpenCL C has functions for workgroups: in 2.0, and in 3.0 with the feature. Intel's compiler
// defines the feature for 1.2, too, but not the functions.
#if __OPENCL_C_VERSION__ >= 200 && __OPENCL_C_VERSION__ < 300                                      \
    || __OPENCL_C_VERSION__ >= 300 && defined(__opencl_c_work_group_collective_functions)
#define IGC_WORKGROUP_FUNCTIONS 1
#else
#define IGC_WORKGROUP_FUNCTIONS 0
#endif

#if IGC_WORKGROUP_FUNCTIONS
static inline uint igc_language_scan(const uint x, uint *total)
{
    const uint before = work_group_scan_exclusive_add(x);
    *total = work_group_reduce_add(x);
    return before;
}
#endif

#if IGC_SUBGROUPS == 0

#define IGC_SUBGROUP_BUILTIN(T, OP)                                                                \
    static inline T igc_subgroup##OP##_##T(const T x) { return x; }
#define IGC_SUBGROUP_FOLD(T, OP) IGC_SUBGROUP_BUILTIN(T, OP)

#elif IGC_SUBGROUPS == 1 || IGC_SUBGROUPS == 3

#define IGC_SUBGROUP_BUILTIN(T, OP)                                                                \
    static inline T igc_subgroup##OP##_##T(const T x) { return sub_group_reduce##OP(x); }

// The value of `x` in another lane of the subgroup.
#if IGC_SUBGROUPS == 3
#define IGC_SHUFFLE(x, lane) intel_sub_group_shuffle(x, lane)
#elif defined(cl_khr_subgroup_shuffle)
#define IGC_SHUFFLE(x, lane) sub_group_shuffle(x, lane)
#endif

#ifdef IGC_SHUFFLE
// Each round halves the number of lanes that hold a value. If the number is odd, the middle lane keeps its
// value, so the function also works in the last subgroup of a workgroup, which may be smaller. The last
// line does not use `sub_group_broadcast`, because Intel's runtime for CPUs moves a broadcast to the use of
// its result, where not all work-items may execute it.
#define IGC_SUBGROUP_FOLD(T, OP)                                                                   \
    static inline T igc_subgroup##OP##_##T(const T x)                                              \
    {                                                                                              \
        T all = x;                                                                                 \
        for (uint count = get_sub_group_size(); count > 1; count -= count / 2) {                   \
            const uint from = get_sub_group_local_id() + (count + 1) / 2;                          \
            const T other = IGC_SHUFFLE(all, min(from, get_sub_group_size() - 1));                 \
            if (from < count)                                                                      \
                all = igc_combine##OP##_##T(all, other);                                           \
        }                                                                                          \
        return IGC_SHUFFLE(all, 0);                                                                \
    }
#else
// Broadcasts the values of the lanes one after the other.
#define IGC_SUBGROUP_FOLD(T, OP)                                                                   \
    static inline T igc_subgroup##OP##_##T(const T x)                                              \
    {                                                                                              \
        T all = sub_group_broadcast(x, 0);                                                         \
        for (uint lane = 1; lane < get_sub_group_size(); lane++)                                   \
            all = igc_combine##OP##_##T(all, sub_group_broadcast(x, lane));                        \
        return all;                                                                                \
    }
#endif

static inline uint igc_subgroup_scan(const uint x) { return sub_group_scan_exclusive_add(x); }

#else // IGC_SUBGROUPS == 2

// Returns the value of the work-item whose lane number differs from this one's in these bits.
static inline uint igc_shuffle_xor_uint(const uint x, const uint bits)
{
    uint y;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(y) : "r"(x), "r"(bits));
    return y;
}

static inline ulong igc_shuffle_xor_ulong(const ulong x, const uint bits)
{
    const uint low = igc_shuffle_xor_uint((uint)x, bits);
    const uint high = igc_shuffle_xor_uint((uint)(x >> 32), bits);
    return (ulong)high << 32 | low;
}

#define igc_shuffle_xor_int(x, bits) as_int(igc_shuffle_xor_uint(as_uint(x), bits))
#define igc_shuffle_xor_float(x, bits) as_float(igc_shuffle_xor_uint(as_uint(x), bits))
#define igc_shuffle_xor_long(x, bits) as_long(igc_shuffle_xor_ulong(as_ulong(x), bits))
#define igc_shuffle_xor_double(x, bits) as_double(igc_shuffle_xor_ulong(as_ulong(x), bits))

#define IGC_SUBGROUP_TREE(T, OP)                                                                   \
    static inline T igc_subgroup##OP##_##T(const T x)                                              \
    {                                                                                              \
        T all = x;                                                                                 \
        for (uint bits = IGC_WARP / 2; bits > 0; bits /= 2)                                        \
            all = igc_combine##OP##_##T(all, igc_shuffle_xor_##T(all, bits));                      \
        return all;                                                                                \
    }

// From compute capability 8.0 on, one instruction combines 32-bit integers.
#if IGC_PTX >= 80
#define IGC_REDUX_add_int "add.s32"
#define IGC_REDUX_min_int "min.s32"
#define IGC_REDUX_max_int "max.s32"
#define IGC_REDUX_and_int "and.b32"
#define IGC_REDUX_or_int "or.b32"
#define IGC_REDUX_xor_int "xor.b32"
#define IGC_REDUX_add_uint "add.u32"
#define IGC_REDUX_min_uint "min.u32"
#define IGC_REDUX_max_uint "max.u32"
#define IGC_REDUX_and_uint "and.b32"
#define IGC_REDUX_or_uint "or.b32"
#define IGC_REDUX_xor_uint "xor.b32"
#define IGC_SUBGROUP_32(T, OP)                                                                     \
    static inline T igc_subgroup##OP##_##T(const T x)                                              \
    {                                                                                              \
        T all;                                                                                     \
        asm volatile("redux.sync." IGC_REDUX##OP##_##T " %0, %1, 0xffffffff;"                      \
                     : "=r"(all)                                                                   \
                     : "r"(x));                                                                    \
        return all;                                                                                \
    }
#else
#define IGC_SUBGROUP_32(T, OP) IGC_SUBGROUP_TREE(T, OP)
#endif

#define IGC_SUBGROUP_OF_int(OP) IGC_SUBGROUP_32(int, OP)
#define IGC_SUBGROUP_OF_uint(OP) IGC_SUBGROUP_32(uint, OP)
#define IGC_SUBGROUP_OF_long(OP) IGC_SUBGROUP_TREE(long, OP)
#define IGC_SUBGROUP_OF_ulong(OP) IGC_SUBGROUP_TREE(ulong, OP)
#define IGC_SUBGROUP_OF_float(OP) IGC_SUBGROUP_TREE(float, OP)
#define IGC_SUBGROUP_OF_double(OP) IGC_SUBGROUP_TREE(double, OP)
#define IGC_SUBGROUP_BUILTIN(T, OP) IGC_SUBGROUP_OF_##T(OP)
#define IGC_SUBGROUP_FOLD(T, OP) IGC_SUBGROUP_OF_##T(OP)

// Returns the value of the work-item `by` lanes before this one, or its own value if no such lane exists.
static inline uint igc_shuffle_up_uint(const uint x, const uint by)
{
    uint y;
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;" : "=r"(y) : "r"(x), "r"(by));
    return y;
}

static inline uint igc_subgroup_scan(const uint x)
{
    uint sum = x;
    for (uint by = 1; by < IGC_WARP; by *= 2) {
        const uint before = igc_shuffle_up_uint(sum, by);
        sum += igc_lane() >= by ? before : 0;
    }
    return sum - x;
}

#define IGC_ACTIVE_LANES

// The lanes of the warp that execute this statement together, as bits.
static inline uint igc_active_lanes(void)
{
    uint together;
    asm volatile("activemask.b32 %0;" : "=r"(together));
    return together;
}

// Returns the value of `x` in another lane. The lanes `together` must execute this function together.
static inline uint igc_value_of_lane(const uint x, const uint lane, const uint together)
{
    uint y;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, %3;"
                 : "=r"(y)
                 : "r"(x), "r"(lane), "r"(together));
    return y;
}

#endif

#endif // IGC_SUBGROUPS_CL
