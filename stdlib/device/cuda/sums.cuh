// The ways in which a device adds and exchanges floats atomically. floats.cl applies them to all types:
//
//   IGC_GLOBAL_SUM_T  defines the sum in global memory
//   IGC_LOCAL_SUM_T   defines the sum in local memory
//   IGC_FLOAT_SWAPS   defines the exchange and the compare-and-swap
//
// CUDA adds floats atomically in both memories. In global memory, the sum of `float` replaces subnormal numbers
// with zeros.

#ifndef IGC_SUMS_CUH
#define IGC_SUMS_CUH

#include "dialect.cuh"

#define IGC_SUM(T, P)                                                                              \
    __device__ __forceinline__ T P##_atomic_add_##T(IGC_LOCKS_##T T *p, const T x) { return atomicAdd(p, x); }

#define IGC_GLOBAL_SUM_float IGC_SUM(float, igc)
#define IGC_LOCAL_SUM_float IGC_SUM(float, igc_local)
#define IGC_GLOBAL_SUM_double IGC_SUM(double, igc)
#define IGC_LOCAL_SUM_double IGC_SUM(double, igc_local)

#define IGC_FLOAT_SWAPS IGC_FLOAT_SWAPS_BY_BITS

#endif // IGC_SUMS_CUH
