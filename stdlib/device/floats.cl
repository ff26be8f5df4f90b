// Relaxed atomics on floats, with the same functions as atomics.cl has for integers.
//
// Atomics access a float as the integer type B of the same width. Minima and maxima are those of
// arithmetic.cl, and use a compare-and-swap loop. The loop ends because an attempt fails only if another
// work-item succeeds. If the device has no atomics on floats, sums and exchanges use such a loop, too (sums.cl).

#ifndef IGC_FLOATS_CL
#define IGC_FLOATS_CL

#include "arithmetic.cl"
#include "atomics.cl"
#include "dialect.cl"
#include "sums.cl"

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

IGC_FLOAT_ACCESSES(float, uint, igc, global)
IGC_FLOAT_ACCESSES(float, uint, igc_local, local)
IGC_FLOAT_SWAPS(float, uint, igc, global)
IGC_FLOAT_SWAPS(float, uint, igc_local, local)
IGC_GLOBAL_SUM_float
IGC_LOCAL_SUM_float

#ifdef IGC_DOUBLES
IGC_FLOAT_ACCESSES(double, ulong, igc, global)
IGC_FLOAT_ACCESSES(double, ulong, igc_local, local)
IGC_FLOAT_SWAPS(double, ulong, igc, global)
IGC_FLOAT_SWAPS(double, ulong, igc_local, local)
IGC_GLOBAL_SUM_double
IGC_LOCAL_SUM_double
#endif

#endif // IGC_FLOATS_CL
