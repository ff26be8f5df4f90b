// Relaxed atomics at device scope: loads, stores and read-modify-writes that yield the old value.
//
// One family of functions for each type, igc_load_T, igc_store_T and igc_atomic_OP_T, whatever the
// dialect. Under OpenCL 1.2 a load and a store are volatile accesses: 32- and aligned 64-bit ones
// are not torn on any device known to us, which the standard does not promise. Float addition,
// minimum and maximum are a compare-and-swap loop, which ends because some work-item succeeds in
// each round.

#if IGC_ATOMICS == 20

#define IGC_ATOMIC_TYPE_int atomic_int
#define IGC_ATOMIC_TYPE_uint atomic_uint
#define IGC_ATOMIC_TYPE_long atomic_long
#define IGC_ATOMIC_TYPE_ulong atomic_ulong

#define IGC_RELAXED memory_order_relaxed, memory_scope_device

#define IGC_FETCH(T, OP, C11_OP)                                                                \
    static inline T igc_atomic_##OP##_##T(global T *p, const T x)                                      \
    {                                                                                           \
        return atomic_##C11_OP##_explicit((volatile global IGC_ATOMIC_TYPE_##T *)p, x,          \
                                          IGC_RELAXED);                                         \
    }

#define IGC_INTEGER_ATOMICS(T, CL)                                                              \
    static inline T igc_load_##T(const global T *p)                                                    \
    {                                                                                           \
        return atomic_load_explicit((volatile global IGC_ATOMIC_TYPE_##T *)p, IGC_RELAXED);     \
    }                                                                                           \
    static inline void igc_store_##T(global T *p, const T x)                                           \
    {                                                                                           \
        atomic_store_explicit((volatile global IGC_ATOMIC_TYPE_##T *)p, x, IGC_RELAXED);        \
    }                                                                                           \
    IGC_FETCH(T, add, fetch_add)                                                                \
    IGC_FETCH(T, min, fetch_min)                                                                \
    IGC_FETCH(T, max, fetch_max)                                                                \
    IGC_FETCH(T, and, fetch_and)                                                                \
    IGC_FETCH(T, or, fetch_or)                                                                  \
    IGC_FETCH(T, xor, fetch_xor)                                                                \
    IGC_FETCH(T, swap, exchange)                                                                \
    static inline T igc_atomic_cas_##T(global T *p, const T expected, const T x)                       \
    {                                                                                           \
        T old = expected;                                                                       \
        atomic_compare_exchange_strong_explicit((volatile global IGC_ATOMIC_TYPE_##T *)p, &old, \
                                                x, memory_order_relaxed, IGC_RELAXED);          \
        return old;                                                                             \
    }

#else // IGC_ATOMICS == 12

#define IGC_FETCH(T, OP, CL_FUNCTION)                                                           \
    static inline T igc_atomic_##OP##_##T(global T *p, const T x)                                      \
    {                                                                                           \
        return CL_FUNCTION((volatile global T *)p, x);                                          \
    }

#define IGC_INTEGER_ATOMICS(T, CL)                                                              \
    static inline T igc_load_##T(const global T *p) { return *(const volatile global T *)p; }          \
    static inline void igc_store_##T(global T *p, const T x) { *(volatile global T *)p = x; }          \
    IGC_FETCH(T, add, CL##_add)                                                                 \
    IGC_FETCH(T, min, CL##_min)                                                                 \
    IGC_FETCH(T, max, CL##_max)                                                                 \
    IGC_FETCH(T, and, CL##_and)                                                                 \
    IGC_FETCH(T, or, CL##_or)                                                                   \
    IGC_FETCH(T, xor, CL##_xor)                                                                 \
    IGC_FETCH(T, swap, CL##_xchg)                                                               \
    static inline T igc_atomic_cas_##T(global T *p, const T expected, const T x)                       \
    {                                                                                           \
        return CL##_cmpxchg((volatile global T *)p, expected, x);                               \
    }

#endif

// Floats travel as the integer of the same width, B.
#define IGC_FLOAT_UPDATE(T, B, OP, RESULT)                                                      \
    static inline T igc_atomic_##OP##_##T(global T *p, const T x)                                      \
    {                                                                                           \
        B seen = igc_load_##B((const global B *)p);                                             \
        for (;;) { /* bounded by contention: see the top */                                     \
            const T old = as_##T(seen);                                                         \
            const B found = igc_atomic_cas_##B((global B *)p, seen, as_##B((T)(RESULT)));       \
            if (found == seen)                                                                  \
                return old;                                                                     \
            seen = found;                                                                       \
        }                                                                                       \
    }

#define IGC_FLOAT_ATOMICS(T, B)                                                                 \
    static inline T igc_load_##T(const global T *p)                                                    \
    {                                                                                           \
        return as_##T(igc_load_##B((const global B *)p));                                       \
    }                                                                                           \
    static inline void igc_store_##T(global T *p, const T x)                                           \
    {                                                                                           \
        igc_store_##B((global B *)p, as_##B(x));                                                \
    }                                                                                           \
    IGC_FLOAT_UPDATE(T, B, add, old + x)                                                        \
    IGC_FLOAT_UPDATE(T, B, min, fmin(old, x))                                                   \
    IGC_FLOAT_UPDATE(T, B, max, fmax(old, x))                                                   \
    static inline T igc_atomic_swap_##T(global T *p, const T x)                                        \
    {                                                                                           \
        return as_##T(igc_atomic_swap_##B((global B *)p, as_##B(x)));                           \
    }                                                                                           \
    static inline T igc_atomic_cas_##T(global T *p, const T expected, const T x)                       \
    {                                                                                           \
        return as_##T(igc_atomic_cas_##B((global B *)p, as_##B(expected), as_##B(x)));          \
    }

// The 32-bit functions of OpenCL 1.2 are called atomic_*, the 64-bit ones atom_*.
IGC_INTEGER_ATOMICS(int, atomic)
IGC_INTEGER_ATOMICS(uint, atomic)
IGC_FLOAT_ATOMICS(float, uint)
#ifdef IGC_INT64_ATOMICS
IGC_INTEGER_ATOMICS(long, atom)
IGC_INTEGER_ATOMICS(ulong, atom)
#ifdef cl_khr_fp64
IGC_FLOAT_ATOMICS(double, ulong)
#endif
#endif
