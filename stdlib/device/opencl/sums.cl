// The ways in which a device adds and exchanges floats atomically. floats.cl applies them to all types:
//
//   IGC_GLOBAL_SUM_T  defines the sum in global memory
//   IGC_LOCAL_SUM_T   defines the sum in local memory
//   IGC_FLOAT_SWAPS   defines the exchange and the compare-and-swap

#ifndef IGC_SUMS_CL
#define IGC_SUMS_CL

#include "dialect.cl"

// Exchanges that first load and compare the value as an integer. llvmpipe's compiler otherwise converts a
// compare-and-swap whose expected value was a float to an operation on floats, which llvmpipe does not
// support, and ends the process.
#define IGC_FLOAT_SWAPS_BY_LOOK(T, B, P, SPACE)                                                    \
    IGC_FLOAT_UPDATE(T, B, P, SPACE, swap, x)                                                      \
    static inline T P##_atomic_cas_##T(IGC_LOCKS_##T SPACE T *p, const T expected, const T x)      \
    {                                                                                              \
        B seen = P##_load_##B(IGC_PASS_LOCKS_##B(const SPACE B *)p);                               \
        if (seen == as_##B(expected))                                                              \
            seen = P##_atomic_cas_##B(IGC_PASS_LOCKS_##B(SPACE B *)p, seen, as_##B(x));            \
        return as_##T(seen);                                                                       \
    }

#if IGC_FLOAT_ATOMICS == 1
#define IGC_FLOAT_SWAPS IGC_FLOAT_SWAPS_BY_BITS
#else
#define IGC_FLOAT_SWAPS IGC_FLOAT_SWAPS_BY_LOOK
#endif

// Sums: by compare-and-swap, by cl_ext_float_atomics, or by PTX, where R is the letter of a register.
#define IGC_SUM_BY_CAS(T, B, P, SPACE) IGC_FLOAT_UPDATE(T, B, P, SPACE, add, old + x)

#define IGC_SUM_BY_C11(T, P, SPACE)                                                                \
    static inline T P##_atomic_add_##T(IGC_LOCKS_##T SPACE T *p, const T x)                        \
    {                                                                                              \
        return atomic_fetch_add_explicit((volatile SPACE atomic_##T *)p, x, IGC_RELAXED_##P);      \
    }

#define IGC_SUM_BY_PTX(T, WIDTH, R)                                                                \
    static inline T igc_atomic_add_##T(IGC_LOCKS_##T global T *p, const T x)                       \
    {                                                                                              \
        T old;                                                                                     \
        asm volatile("atom.global.add.f" WIDTH " %0, [%1], %2;"                                    \
                     : "=" R(old)                                                                  \
                     : "l"(p), R(x)                                                                \
                     : "memory");                                                                  \
        return old;                                                                                \
    }

#if IGC_FLOAT_ATOMICS == 1 && IGC_PTX >= 20
#define IGC_GLOBAL_SUM_float IGC_SUM_BY_PTX(float, "32", "f")
#elif IGC_FLOAT_ATOMICS == 1 && defined(__opencl_c_ext_fp32_global_atomic_add)
#define IGC_GLOBAL_SUM_float IGC_SUM_BY_C11(float, igc, global)
#else
#define IGC_GLOBAL_SUM_float IGC_SUM_BY_CAS(float, uint, igc, global)
#endif

#if IGC_FLOAT_ATOMICS == 1 && defined(__opencl_c_ext_fp32_local_atomic_add)
#define IGC_LOCAL_SUM_float IGC_SUM_BY_C11(float, igc_local, local)
#else
#define IGC_LOCAL_SUM_float IGC_SUM_BY_CAS(float, uint, igc_local, local)
#endif

// Devices with locks add by compare-and-swap, because every access to a word with a lock must take the lock.
#if IGC_FLOAT_ATOMICS == 1 && IGC_WIDE_ATOMICS == 1 && IGC_PTX >= 60
#define IGC_GLOBAL_SUM_double IGC_SUM_BY_PTX(double, "64", "d")
#elif IGC_FLOAT_ATOMICS == 1 && IGC_WIDE_ATOMICS == 1 && defined(__opencl_c_ext_fp64_global_atomic_add)
#define IGC_GLOBAL_SUM_double IGC_SUM_BY_C11(double, igc, global)
#else
#define IGC_GLOBAL_SUM_double IGC_SUM_BY_CAS(double, ulong, igc, global)
#endif

#if IGC_FLOAT_ATOMICS == 1 && IGC_WIDE_ATOMICS == 1 && defined(__opencl_c_ext_fp64_local_atomic_add)
#define IGC_LOCAL_SUM_double IGC_SUM_BY_C11(double, igc_local, local)
#else
#define IGC_LOCAL_SUM_double IGC_SUM_BY_CAS(double, ulong, igc_local, local)
#endif

#endif // IGC_SUMS_CL
