// Operations that the work-items of a subgroup execute together.
//
// collective.cl uses two macros to define the function `igc_subgroup_OP_T`: BUILTIN for sums and for minima and
// maxima of integers, and FOLD for the other operators. Both have the same definition here.

#ifndef IGC_SUBGROUPS_CUH
#define IGC_SUBGROUPS_CUH

#include "dialect.cuh"
#include "work_items.cuh"

// CUDA has no scan of a workgroup of its own.
#define IGC_WORKGROUP_FUNCTIONS 0

#if IGC_SUBGROUPS == 0

#define IGC_SUBGROUP_BUILTIN(T, OP)                                                                \
    __device__ __forceinline__ T igc_subgroup##OP##_##T(const T x) { return x; }
#define IGC_SUBGROUP_FOLD(T, OP) IGC_SUBGROUP_BUILTIN(T, OP)

#else

// All work-items of the warp execute the functions for a subgroup together. HIP's shuffles have no mask.
#ifdef __HIP__
#define IGC_SHUFFLE_XOR(x, bits) __shfl_xor(x, bits)
#define IGC_SHUFFLE_UP(x, by) __shfl_up(x, by)
#else
#define IGC_ALL_LANES 0xffffffffu
#define IGC_SHUFFLE_XOR(x, bits) __shfl_xor_sync(IGC_ALL_LANES, x, bits)
#define IGC_SHUFFLE_UP(x, by) __shfl_up_sync(IGC_ALL_LANES, x, by)
#endif

#define IGC_SUBGROUP_TREE(T, OP)                                                                   \
    __device__ __forceinline__ T igc_subgroup##OP##_##T(const T x)                                 \
    {                                                                                              \
        T all = x;                                                                                 \
        for (uint bits = IGC_WARP / 2; bits > 0; bits /= 2)                                        \
            all = igc_combine##OP##_##T(all, IGC_SHUFFLE_XOR(all, bits));                          \
        return all;                                                                                \
    }

// From compute capability 8.0 on, one instruction combines 32-bit integers.
#if IGC_PTX >= 80
#define IGC_REDUCE_add(x) __reduce_add_sync(IGC_ALL_LANES, x)
#define IGC_REDUCE_min(x) __reduce_min_sync(IGC_ALL_LANES, x)
#define IGC_REDUCE_max(x) __reduce_max_sync(IGC_ALL_LANES, x)
#define IGC_REDUCE_and(x) __reduce_and_sync(IGC_ALL_LANES, (uint)(x))
#define IGC_REDUCE_or(x) __reduce_or_sync(IGC_ALL_LANES, (uint)(x))
#define IGC_REDUCE_xor(x) __reduce_xor_sync(IGC_ALL_LANES, (uint)(x))
#define IGC_SUBGROUP_32(T, OP)                                                                     \
    __device__ __forceinline__ T igc_subgroup##OP##_##T(const T x) { return (T)IGC_REDUCE##OP(x); }
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

// The sum of the values of all lanes before this one.
__device__ __forceinline__ uint igc_subgroup_scan(const uint x)
{
    uint sum = x;
    for (uint by = 1; by < IGC_WARP; by *= 2) {
        const uint before = IGC_SHUFFLE_UP(sum, by);
        sum += igc_lane() >= by ? before : 0;
    }
    return sum - x;
}

#ifndef __HIP__
#define IGC_ACTIVE_LANES

// The lanes of the warp that execute this statement together, as bits.
__device__ __forceinline__ uint igc_active_lanes(void) { return __activemask(); }

// Returns the value of `x` in another lane. The lanes `together` must execute this function together.
__device__ __forceinline__ uint igc_value_of_lane(const uint x, const uint lane, const uint together)
{
    return __shfl_sync(together, x, lane);
}
#endif

#endif

#endif // IGC_SUBGROUPS_CUH
