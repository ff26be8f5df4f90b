// Relaxed accesses to the elements of arrays that have fewer bits than their type: 8 or 16.
//
// A load extends the bits with zeros, and a store writes the low bits. OpenCL has no atomics on such elements.
// Without PTX, the accesses are volatile. No device is known that tears an aligned access to a byte or to 16
// bits, or that changes neighbouring bytes in a store.

#ifndef IGC_NARROW_CL
#define IGC_NARROW_CL

#include "dialect.cl"

#if IGC_ATOMICS == 70
#define IGC_NARROW(T, BITS)                                                                        \
    static inline uint igc_load_##T(const global T *p)                                             \
    {                                                                                              \
        uint x;                                                                                    \
        asm volatile("ld.relaxed.gpu.global.u" BITS " %0, [%1];" : "=r"(x) : "l"(p) : "memory");   \
        return x;                                                                                  \
    }                                                                                              \
    static inline void igc_store_##T(global T *p, const uint x)                                    \
    {                                                                                              \
        asm volatile("st.relaxed.gpu.global.u" BITS " [%0], %1;" : : "l"(p), "r"(x) : "memory");   \
    }
#else
#define IGC_NARROW(T, BITS)                                                                        \
    static inline uint igc_load_##T(const global T *p) { return *(const volatile global T *)p; }   \
    static inline void igc_store_##T(global T *p, const uint x) { *(volatile global T *)p = (T)x; }
#endif

IGC_NARROW(uchar, "8")
IGC_NARROW(ushort, "16")

#endif // IGC_NARROW_CL
