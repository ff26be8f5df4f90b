// Ordered accesses to global memory, at device scope. All writes of a work-item before it stores a value
// (release) are visible to work-items that load this value (acquire). Read-modify-writes are both.

#ifndef IGC_ORDER_CL
#define IGC_ORDER_CL

#include "dialect.cl"

#if IGC_ATOMICS == 70 || IGC_ATOMICS == 20 && defined(__NV_CL_C_VERSION)

// NVIDIA's OpenCL supports only relaxed atomics at workgroup scope, but the hardware has these instructions.
static inline uint igc_sync_load(const global uint *p)
{
    uint x;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
    return x;
}

static inline void igc_sync_store(global uint *p, const uint x)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;" : : "l"(p), "r"(x) : "memory");
}

#define IGC_SYNC_FETCH(OP, FUNCTION, INSTRUCTION)                                                  \
    static inline uint igc_sync_##OP(global uint *p, const uint x)                                 \
    {                                                                                              \
        uint old;                                                                                  \
        asm volatile("atom.acq_rel.gpu.global." INSTRUCTION " %0, [%1], %2;"                       \
                     : "=r"(old)                                                                   \
                     : "l"(p), "r"(x)                                                              \
                     : "memory");                                                                  \
        return old;                                                                                \
    }

static inline uint igc_sync_cas(global uint *p, const uint expected, const uint x)
{
    uint old;
    asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], %2, %3;"
                 : "=r"(old)
                 : "l"(p), "r"(expected), "r"(x)
                 : "memory");
    return old;
}

#elif IGC_ATOMICS == 20

static inline uint igc_sync_load(const global uint *p)
{
    return atomic_load_explicit((volatile global atomic_uint *)p, memory_order_acquire,
                                memory_scope_device);
}

static inline void igc_sync_store(global uint *p, const uint x)
{
    atomic_store_explicit((volatile global atomic_uint *)p, x, memory_order_release,
                          memory_scope_device);
}

#define IGC_SYNC_FETCH(OP, FUNCTION, INSTRUCTION)                                                  \
    static inline uint igc_sync_##OP(global uint *p, const uint x)                                 \
    {                                                                                              \
        return atomic_fetch_##FUNCTION##_explicit((volatile global atomic_uint *)p, x,             \
                                                  memory_order_acq_rel, memory_scope_device);      \
    }

static inline uint igc_sync_cas(global uint *p, const uint expected, const uint x)
{
    uint old = expected;
    atomic_compare_exchange_strong_explicit((volatile global atomic_uint *)p, &old, x,
                                            memory_order_acq_rel, memory_order_acquire,
                                            memory_scope_device);
    return old;
}

#else // IGC_ATOMICS == 12

// OpenCL 1.2 orders accesses by fences. The load is a read-modify-write, because a cache might otherwise
// return an old value.
static inline uint igc_sync_load(const global uint *p)
{
    const uint x = atomic_or((volatile global uint *)p, 0u);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    return x;
}

static inline void igc_sync_store(global uint *p, const uint x)
{
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg((volatile global uint *)p, x);
}

#define IGC_SYNC_FETCH(OP, FUNCTION, INSTRUCTION)                                                  \
    static inline uint igc_sync_##OP(global uint *p, const uint x)                                 \
    {                                                                                              \
        mem_fence(CLK_GLOBAL_MEM_FENCE);                                                           \
        const uint old = atomic_##FUNCTION((volatile global uint *)p, x);                          \
        mem_fence(CLK_GLOBAL_MEM_FENCE);                                                           \
        return old;                                                                                \
    }

static inline uint igc_sync_cas(global uint *p, const uint expected, const uint x)
{
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    const uint old = atomic_cmpxchg((volatile global uint *)p, expected, x);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    return old;
}

#endif

IGC_SYNC_FETCH(add, add, "add.u32")
IGC_SYNC_FETCH(or, or, "or.b32")

#endif // IGC_ORDER_CL
