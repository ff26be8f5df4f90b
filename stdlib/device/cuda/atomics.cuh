// Relaxed atomics on integers: loads, stores, and read-modify-writes that return the old value.
//
// The functions on global memory, at device scope, are igc_load_T, igc_store_T and igc_atomic_OP_T. The functions
// on local memory, at workgroup scope, are igc_local_load_T, igc_local_store_T and igc_local_atomic_OP_T.
// floats.cl defines them for floats. The first argument of functions on 64 bits is a pointer that only devices
// without 64-bit atomics use.
//
// In CUDA, the read-modify-writes are CUDA's own functions, which are relaxed. A relaxed load or store is an
// instruction of PTX (version 6.0, compute capability 7.0): CUDA has no function for it without a header, and volatile
// accesses are at the scope of the system. HIP has functions for all of them.

#ifndef IGC_ATOMICS_CUH
#define IGC_ATOMICS_CUH

#include "dialect.cuh"

// The parameter and the argument for the locks, with a comma, for types of 64 bits.
#define IGC_LOCKS_int
#define IGC_LOCKS_uint
#define IGC_LOCKS_float
#define IGC_LOCKS_long uint *locks,
#define IGC_LOCKS_ulong uint *locks,
#define IGC_LOCKS_double uint *locks,
#define IGC_PASS_LOCKS_int
#define IGC_PASS_LOCKS_uint
#define IGC_PASS_LOCKS_long locks,
#define IGC_PASS_LOCKS_ulong locks,

#ifdef __HIP__

#define IGC_RELAXED_igc __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT
#define IGC_RELAXED_igc_local __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP

#define IGC_FETCH(T, P, OP, FUNCTION)                                                              \
    __device__ __forceinline__ T P##_atomic_##OP##_##T(IGC_LOCKS_##T T *p, const T x)              \
    {                                                                                              \
        return FUNCTION(p, x, IGC_RELAXED_##P);                                                    \
    }

#define IGC_ATOMICS(T, P)                                                                          \
    __device__ __forceinline__ T P##_load_##T(IGC_LOCKS_##T const T *p)                            \
    {                                                                                              \
        return __hip_atomic_load(p, IGC_RELAXED_##P);                                              \
    }                                                                                              \
    __device__ __forceinline__ void P##_store_##T(IGC_LOCKS_##T T *p, const T x)                   \
    {                                                                                              \
        __hip_atomic_store(p, x, IGC_RELAXED_##P);                                                 \
    }                                                                                              \
    IGC_FETCH(T, P, add, __hip_atomic_fetch_add)                                                   \
    IGC_FETCH(T, P, min, __hip_atomic_fetch_min)                                                   \
    IGC_FETCH(T, P, max, __hip_atomic_fetch_max)                                                   \
    IGC_FETCH(T, P, and, __hip_atomic_fetch_and)                                                   \
    IGC_FETCH(T, P, or, __hip_atomic_fetch_or)                                                     \
    IGC_FETCH(T, P, xor, __hip_atomic_fetch_xor)                                                   \
    IGC_FETCH(T, P, swap, __hip_atomic_exchange)                                                   \
    __device__ __forceinline__ T P##_atomic_cas_##T(IGC_LOCKS_##T T *p, const T expected, const T x) \
    {                                                                                              \
        T old = expected;                                                                          \
        __hip_atomic_compare_exchange_strong(p, &old, x, __ATOMIC_RELAXED, IGC_RELAXED_##P);       \
        return old;                                                                                \
    }

#define IGC_ATOMICS_32(T, P) IGC_ATOMICS(T, P)
#define IGC_ATOMICS_64(T, P, ORDERED) IGC_ATOMICS(T, P)

#else

// Pointers are generic. An instruction on a known kind of memory is faster, so these functions convert the pointer.
#define IGC_ADDRESS_igc(p) __cvta_generic_to_global(p)
#define IGC_ADDRESS_igc_local(p) __cvta_generic_to_shared(p)
#define IGC_PTX_OF_igc "gpu.global"
#define IGC_PTX_OF_igc_local "cta.shared"

#define IGC_ACCESSES(T, P, BITS, REGISTER)                                                         \
    __device__ __forceinline__ T P##_load_##T(IGC_LOCKS_##T const T *p)                            \
    {                                                                                              \
        T x;                                                                                       \
        asm volatile("ld.relaxed." IGC_PTX_OF_##P ".b" BITS " %0, [%1];"                           \
                     : "=" REGISTER(x)                                                             \
                     : "l"(IGC_ADDRESS_##P(p))                                                     \
                     : "memory");                                                                  \
        return x;                                                                                  \
    }                                                                                              \
    __device__ __forceinline__ void P##_store_##T(IGC_LOCKS_##T T *p, const T x)                   \
    {                                                                                              \
        asm volatile("st.relaxed." IGC_PTX_OF_##P ".b" BITS " [%0], %1;"                           \
                     :                                                                             \
                     : "l"(IGC_ADDRESS_##P(p)), REGISTER(x)                                        \
                     : "memory");                                                                  \
    }

// CUDA's functions have `long long` for 64 bits, and bits and sums only for unsigned integers of 64 bits. ORDERED
// is the type for comparisons, and BITS the type for everything else.
#define IGC_FETCH(T, P, OP, FUNCTION, C)                                                           \
    __device__ __forceinline__ T P##_atomic_##OP##_##T(IGC_LOCKS_##T T *p, const T x)              \
    {                                                                                              \
        return (T)FUNCTION((C *)p, (C)x);                                                          \
    }

#define IGC_UPDATES(T, P, ORDERED, BITS)                                                             \
    IGC_FETCH(T, P, add, atomicAdd, BITS)                                                            \
    IGC_FETCH(T, P, min, atomicMin, ORDERED)                                                         \
    IGC_FETCH(T, P, max, atomicMax, ORDERED)                                                         \
    IGC_FETCH(T, P, and, atomicAnd, BITS)                                                            \
    IGC_FETCH(T, P, or, atomicOr, BITS)                                                              \
    IGC_FETCH(T, P, xor, atomicXor, BITS)                                                            \
    IGC_FETCH(T, P, swap, atomicExch, BITS)                                                          \
    __device__ __forceinline__ T P##_atomic_cas_##T(IGC_LOCKS_##T T *p, const T expected, const T x) \
    {                                                                                                \
        return (T)atomicCAS((BITS *)p, (BITS)expected, (BITS)x);                                     \
    }

#define IGC_ATOMICS_32(T, P)                                                                       \
    IGC_ACCESSES(T, P, "32", "r")                                                                  \
    IGC_UPDATES(T, P, T, uint)
#define IGC_ATOMICS_64(T, P, ORDERED)                                                              \
    IGC_ACCESSES(T, P, "64", "l")                                                                  \
    IGC_UPDATES(T, P, ORDERED, unsigned long long)

#endif

IGC_ATOMICS_32(int, igc)
IGC_ATOMICS_32(uint, igc)
IGC_ATOMICS_64(long, igc, long long)
IGC_ATOMICS_64(ulong, igc, unsigned long long)
IGC_ATOMICS_32(int, igc_local)
IGC_ATOMICS_32(uint, igc_local)
IGC_ATOMICS_64(long, igc_local, long long)
IGC_ATOMICS_64(ulong, igc_local, unsigned long long)

#endif // IGC_ATOMICS_CUH
