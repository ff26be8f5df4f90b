// Ordered accesses to global memory, at device scope. All writes of a work-item before it stores a value
// (release) are visible to work-items that load this value (acquire). Read-modify-writes are both.

#ifndef IGC_ORDER_CUH
#define IGC_ORDER_CUH

#include "atomics.cuh"
#include "dialect.cuh"

#ifdef __HIP__

__device__ __forceinline__ uint igc_sync_load(const uint *p)
{
    return __hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
}

__device__ __forceinline__ void igc_sync_store(uint *p, const uint x)
{
    __hip_atomic_store(p, x, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}

#define IGC_SYNC_FETCH(OP, INSTRUCTION)                                                            \
    __device__ __forceinline__ uint igc_sync_##OP(uint *p, const uint x)                           \
    {                                                                                              \
        return __hip_atomic_fetch_##OP(p, x, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);          \
    }

__device__ __forceinline__ uint igc_sync_cas(uint *p, const uint expected, const uint x)
{
    uint old = expected;
    __hip_atomic_compare_exchange_strong(p, &old, x, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE,
                                         __HIP_MEMORY_SCOPE_AGENT);
    return old;
}

#else

__device__ __forceinline__ uint igc_sync_load(const uint *p)
{
    uint x;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                 : "=r"(x)
                 : "l"(IGC_ADDRESS_igc(p))
                 : "memory");
    return x;
}

__device__ __forceinline__ void igc_sync_store(uint *p, const uint x)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;"
                 :
                 : "l"(IGC_ADDRESS_igc(p)), "r"(x)
                 : "memory");
}

#define IGC_SYNC_FETCH(OP, INSTRUCTION)                                                            \
    __device__ __forceinline__ uint igc_sync_##OP(uint *p, const uint x)                           \
    {                                                                                              \
        uint old;                                                                                  \
        asm volatile("atom.acq_rel.gpu.global." INSTRUCTION " %0, [%1], %2;"                       \
                     : "=r"(old)                                                                   \
                     : "l"(IGC_ADDRESS_igc(p)), "r"(x)                                             \
                     : "memory");                                                                  \
        return old;                                                                                \
    }

__device__ __forceinline__ uint igc_sync_cas(uint *p, const uint expected, const uint x)
{
    uint old;
    asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], %2, %3;"
                 : "=r"(old)
                 : "l"(IGC_ADDRESS_igc(p)), "r"(expected), "r"(x)
                 : "memory");
    return old;
}

#endif

IGC_SYNC_FETCH(add, "add.u32")
IGC_SYNC_FETCH(or, "or.b32")

#endif // IGC_ORDER_CUH
