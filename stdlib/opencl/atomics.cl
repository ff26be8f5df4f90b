// Relaxed atomics: loads, stores and read-modify-writes that yield the old value.
//
// One family of functions for each type, whatever the dialect: igc_load_T, igc_store_T and
// igc_atomic_OP_T on global memory, at device scope; igc_local_load_T and so on, likewise, on local
// memory, at workgroup scope. Under OpenCL 1.2 a load and a store are volatile accesses: 32- and
// aligned 64-bit ones are not torn on any device known to us, which the standard does not promise.
// Float addition, minimum and maximum are a compare-and-swap loop, which ends because some work-item
// succeeds in each round.
//
// In what follows, P is what the functions' names start with and SPACE where the memory is.

#if IGC_ATOMICS == 20

#define IGC_ATOMIC_TYPE_int atomic_int
#define IGC_ATOMIC_TYPE_uint atomic_uint
#define IGC_ATOMIC_TYPE_long atomic_long
#define IGC_ATOMIC_TYPE_ulong atomic_ulong

#define IGC_RELAXED_igc memory_order_relaxed, memory_scope_device
#define IGC_RELAXED_igc_local memory_order_relaxed, memory_scope_work_group
#define IGC_ATOMIC(T, SPACE, p) ((volatile SPACE IGC_ATOMIC_TYPE_##T *)(p))

#define IGC_FETCH(T, P, SPACE, OP, FUNCTION)                                                       \
    static inline T P##_atomic_##OP##_##T(SPACE T *p, const T x)                                   \
    {                                                                                              \
        return atomic_##FUNCTION##_explicit(IGC_ATOMIC(T, SPACE, p), x, IGC_RELAXED_##P);          \
    }

#define IGC_INTEGER_ATOMICS(T, P, SPACE, CL)                                                       \
    static inline T P##_load_##T(const SPACE T *p)                                                 \
    {                                                                                              \
        return atomic_load_explicit(IGC_ATOMIC(T, SPACE, p), IGC_RELAXED_##P);                     \
    }                                                                                              \
    static inline void P##_store_##T(SPACE T *p, const T x)                                        \
    {                                                                                              \
        atomic_store_explicit(IGC_ATOMIC(T, SPACE, p), x, IGC_RELAXED_##P);                        \
    }                                                                                              \
    IGC_FETCH(T, P, SPACE, add, fetch_add)                                                         \
    IGC_FETCH(T, P, SPACE, min, fetch_min)                                                         \
    IGC_FETCH(T, P, SPACE, max, fetch_max)                                                         \
    IGC_FETCH(T, P, SPACE, and, fetch_and)                                                         \
    IGC_FETCH(T, P, SPACE, or, fetch_or)                                                           \
    IGC_FETCH(T, P, SPACE, xor, fetch_xor)                                                         \
    IGC_FETCH(T, P, SPACE, swap, exchange)                                                         \
    static inline T P##_atomic_cas_##T(SPACE T *p, const T expected, const T x)                    \
    {                                                                                              \
        T old = expected;                                                                          \
        atomic_compare_exchange_strong_explicit(IGC_ATOMIC(T, SPACE, p), &old, x,                  \
                                                memory_order_relaxed, IGC_RELAXED_##P);            \
        return old;                                                                                \
    }

#else // IGC_ATOMICS == 12

#define IGC_FETCH(T, P, SPACE, OP, FUNCTION)                                                       \
    static inline T P##_atomic_##OP##_##T(SPACE T *p, const T x)                                   \
    {                                                                                              \
        return FUNCTION((volatile SPACE T *)p, x);                                                 \
    }

#define IGC_INTEGER_ATOMICS(T, P, SPACE, CL)                                                       \
    static inline T P##_load_##T(const SPACE T *p) { return *(const volatile SPACE T *)p; }        \
    static inline void P##_store_##T(SPACE T *p, const T x) { *(volatile SPACE T *)p = x; }        \
    IGC_FETCH(T, P, SPACE, add, CL##_add)                                                          \
    IGC_FETCH(T, P, SPACE, min, CL##_min)                                                          \
    IGC_FETCH(T, P, SPACE, max, CL##_max)                                                          \
    IGC_FETCH(T, P, SPACE, and, CL##_and)                                                          \
    IGC_FETCH(T, P, SPACE, or, CL##_or)                                                            \
    IGC_FETCH(T, P, SPACE, xor, CL##_xor)                                                          \
    IGC_FETCH(T, P, SPACE, swap, CL##_xchg)                                                        \
    static inline T P##_atomic_cas_##T(SPACE T *p, const T expected, const T x)                    \
    {                                                                                              \
        return CL##_cmpxchg((volatile SPACE T *)p, expected, x);                                   \
    }

#endif

// Floats travel as the integer of the same width, B.
#define IGC_FLOAT_UPDATE(T, B, P, SPACE, OP, RESULT)                                               \
    static inline T P##_atomic_##OP##_##T(SPACE T *p, const T x)                                   \
    {                                                                                              \
        B seen = P##_load_##B((const SPACE B *)p);                                                 \
        for (;;) { /* bounded by contention: see the top */                                        \
            const T old = as_##T(seen);                                                            \
            const B found = P##_atomic_cas_##B((SPACE B *)p, seen, as_##B((T)(RESULT)));           \
            if (found == seen)                                                                     \
                return old;                                                                        \
            seen = found;                                                                          \
        }                                                                                          \
    }

#define IGC_FLOAT_ATOMICS(T, B, P, SPACE)                                                          \
    static inline T P##_load_##T(const SPACE T *p)                                                 \
    {                                                                                              \
        return as_##T(P##_load_##B((const SPACE B *)p));                                           \
    }                                                                                              \
    static inline void P##_store_##T(SPACE T *p, const T x)                                        \
    {                                                                                              \
        P##_store_##B((SPACE B *)p, as_##B(x));                                                    \
    }                                                                                              \
    IGC_FLOAT_UPDATE(T, B, P, SPACE, add, old + x)                                                 \
    IGC_FLOAT_UPDATE(T, B, P, SPACE, min, fmin(old, x))                                            \
    IGC_FLOAT_UPDATE(T, B, P, SPACE, max, fmax(old, x))                                            \
    static inline T P##_atomic_swap_##T(SPACE T *p, const T x)                                     \
    {                                                                                              \
        return as_##T(P##_atomic_swap_##B((SPACE B *)p, as_##B(x)));                               \
    }                                                                                              \
    static inline T P##_atomic_cas_##T(SPACE T *p, const T expected, const T x)                    \
    {                                                                                              \
        return as_##T(P##_atomic_cas_##B((SPACE B *)p, as_##B(expected), as_##B(x)));              \
    }

// The 32-bit functions of OpenCL 1.2 are called atomic_*, the 64-bit ones atom_*.
#define IGC_ATOMICS_32(P, SPACE)                                                                   \
    IGC_INTEGER_ATOMICS(int, P, SPACE, atomic)                                                     \
    IGC_INTEGER_ATOMICS(uint, P, SPACE, atomic)                                                    \
    IGC_FLOAT_ATOMICS(float, uint, P, SPACE)
#define IGC_ATOMICS_64(P, SPACE)                                                                   \
    IGC_INTEGER_ATOMICS(long, P, SPACE, atom)                                                      \
    IGC_INTEGER_ATOMICS(ulong, P, SPACE, atom)

IGC_ATOMICS_32(igc, global)
IGC_ATOMICS_32(igc_local, local)
#ifdef IGC_INT64_ATOMICS
IGC_ATOMICS_64(igc, global)
IGC_ATOMICS_64(igc_local, local)
#ifdef cl_khr_fp64
IGC_FLOAT_ATOMICS(double, ulong, igc, global)
IGC_FLOAT_ATOMICS(double, ulong, igc_local, local)
#endif
#endif
