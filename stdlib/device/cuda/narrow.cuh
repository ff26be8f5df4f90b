// Relaxed accesses to the elements of arrays that have fewer bits than their type: 8 or 16. A load extends the bits
// with zeros, and a store writes the low bits.

#ifndef IGC_NARROW_CUH
#define IGC_NARROW_CUH

#include "atomics.cuh"
#include "dialect.cuh"

#ifdef __HIP__
#define IGC_NARROW(T, BITS)                                                                        \
    __device__ __forceinline__ uint igc_load_##T(const T *p)                                       \
    {                                                                                              \
        return __hip_atomic_load(p, IGC_RELAXED_igc);                                              \
    }                                                                                              \
    __device__ __forceinline__ void igc_store_##T(T *p, const uint x)                              \
    {                                                                                              \
        __hip_atomic_store(p, (T)x, IGC_RELAXED_igc);                                              \
    }
#else
#define IGC_NARROW(T, BITS)                                                                        \
    __device__ __forceinline__ uint igc_load_##T(const T *p)                                       \
    {                                                                                              \
        uint x;                                                                                    \
        asm volatile("ld.relaxed.gpu.global.u" BITS " %0, [%1];"                                   \
                     : "=r"(x)                                                                     \
                     : "l"(IGC_ADDRESS_igc(p))                                                     \
                     : "memory");                                                                  \
        return x;                                                                                  \
    }                                                                                              \
    __device__ __forceinline__ void igc_store_##T(T *p, const uint x)                              \
    {                                                                                              \
        asm volatile("st.relaxed.gpu.global.u" BITS " [%0], %1;"                                   \
                     :                                                                             \
                     : "l"(IGC_ADDRESS_igc(p)), "r"(x)                                             \
                     : "memory");                                                                  \
    }
#endif

IGC_NARROW(uchar, "8")
IGC_NARROW(ushort, "16")

#endif // IGC_NARROW_CUH
