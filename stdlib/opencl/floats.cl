// Relaxed atomics on floats, with the same functions as atomics.cl has for integers.
//
// Atomics access a float as the integer type B of the same width. Minima and maxima are those of
// arithmetic.cl, and use a compare-and-swap loop. The loop ends because an attempt fails only if another
// work-item succeeds. If the device has no atomics on floats, sums and exchanges use such a loop, too.

#ifndef IGC_FLOATS_CL
#define IGC_FLOATS_CL

#include "arithmetic.cl"
#include "atomics.cl"
#include "dialect.cl"
#include "wide.cl"

#define IGC_FLOAT_UPDATE(T, B, P, SPACE, OP, RESULT)                                               \
    static inline T P##_atomic_##OP##_##T(IGC_LOCKS_##T SPACE T *p, const T x)                     \
    {                                                                                              \
        B seen = P##_load_##B(IGC_PASS_LOCKS_##B(const SPACE B *)p);                               \
        for (;;) { /* ends: see the top of this file */                                        \
            const T old = as_##T(seen);                                                            \
            const B next = as_##B((T)(RESULT));                                                    \
            const B found = P##_atomic_cas_##B(IGC_PASS_LOCKS_##B(SPACE B *)p, seen, next);        \
            if (found == seen)                                                                     \
                return old;                                                                        \
            seen = found;                                                                          \
        }                                                                                          \
    }

#define IGC_FLOAT_ACCESSES(T, B, P, SPACE)                                                         \
    static inline T P##_load_##T(IGC_LOCKS_##T const SPACE T *p)                                   \
    {                                                                                              \
        return as_##T(P##_load_##B(IGC_PASS_LOCKS_##B(const SPACE B *)p));                         \
    }                                                                                              \
    static inline void P##_store_##T(IGC_LOCKS_##T SPACE T *p, const T x)                          \
    {                                                                                              \
        P##_store_##B(IGC_PASS_LOCKS_##B(SPACE B *)p, as_##B(x));                                  \
    }                                                                                              \
    IGC_FLOAT_UPDATE(T, B, P, SPACE, min, igc_min_##T(old, x))                                     \
    IGC_FLOAT_UPDATE(T, B, P, SPACE, max, igc_max_##T(old, x))

// Exchanges as operations on integers.
#define IGC_FLOAT_SWAPS_BY_BITS(T, B, P, SPACE)                                                    \
    static inline T P##_atomic_swap_##T(IGC_LOCKS_##T SPACE T *p, const T x)                       \
    {                                                                                              \
        return as_##T(P##_atomic_swap_##B(IGC_PASS_LOCKS_##B(SPACE B *)p, as_##B(x)));             \
    }                                                                                              \
    static inline T P##_atomic_cas_##T(IGC_LOCKS_##T SPACE T *p, const T expected, const T x)      \
    {                                                                                              \
        return as_##T(P##_atomic_cas_##B(IGC_PASS_LOCKS_##B(SPACE B *)p, as_##B(expected),         \
                                         as_##B(x)));                                              \
    }

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
#define IGC_ADD_BY_CAS(T, B, P, SPACE) IGC_FLOAT_UPDATE(T, B, P, SPACE, add, old + x)

#define IGC_ADD_BY_C11(T, P, SPACE)                                                                \
    static inline T P##_atomic_add_##T(IGC_LOCKS_##T SPACE T *p, const T x)                        \
    {                                                                                              \
        return atomic_fetch_add_explicit((volatile SPACE atomic_##T *)p, x, IGC_RELAXED_##P);      \
    }

#define IGC_ADD_BY_PTX(T, WIDTH, R)                                                                \
    static inline T igc_atomic_add_##T(IGC_LOCKS_##T global T *p, const T x)                       \
    {                                                                                              \
        T old;                                                                                     \
        asm volatile("atom.global.add.f" WIDTH " %0, [%1], %2;"                                    \
                     : "=" R(old)                                                                  \
                     : "l"(p), R(x)                                                                \
                     : "memory");                                                                  \
        return old;                                                                                \
    }

IGC_FLOAT_ACCESSES(float, uint, igc, global)
IGC_FLOAT_ACCESSES(float, uint, igc_local, local)
IGC_FLOAT_SWAPS(float, uint, igc, global)
IGC_FLOAT_SWAPS(float, uint, igc_local, local)

#if IGC_FLOAT_ATOMICS == 1 && IGC_PTX >= 20
IGC_ADD_BY_PTX(float, "32", "f")
#elif IGC_FLOAT_ATOMICS == 1 && defined(__opencl_c_ext_fp32_global_atomic_add)
IGC_ADD_BY_C11(float, igc, global)
#else
IGC_ADD_BY_CAS(float, uint, igc, global)
#endif

#if IGC_FLOAT_ATOMICS == 1 && defined(__opencl_c_ext_fp32_local_atomic_add)
IGC_ADD_BY_C11(float, igc_local, local)
#else
IGC_ADD_BY_CAS(float, uint, igc_local, local)
#endif

#ifdef cl_khr_fp64

IGC_FLOAT_ACCESSES(double, ulong, igc, global)
IGC_FLOAT_ACCESSES(double, ulong, igc_local, local)
IGC_FLOAT_SWAPS(double, ulong, igc, global)
IGC_FLOAT_SWAPS(double, ulong, igc_local, local)

// Devices with locks add by compare-and-swap, because every access to a word with a lock must take the lock.
#if IGC_FLOAT_ATOMICS == 1 && IGC_WIDE_ATOMICS == 1 && IGC_PTX >= 60
IGC_ADD_BY_PTX(double, "64", "d")
#elif IGC_FLOAT_ATOMICS == 1 && IGC_WIDE_ATOMICS == 1 && defined(__opencl_c_ext_fp64_global_atomic_add)
IGC_ADD_BY_C11(double, igc, global)
#else
IGC_ADD_BY_CAS(double, ulong, igc, global)
#endif

#if IGC_FLOAT_ATOMICS == 1 && IGC_WIDE_ATOMICS == 1 && defined(__opencl_c_ext_fp64_local_atomic_add)
IGC_ADD_BY_C11(double, igc_local, local)
#else
IGC_ADD_BY_CAS(double, ulong, igc_local, local)
#endif

#endif

#endif // IGC_FLOATS_CL
