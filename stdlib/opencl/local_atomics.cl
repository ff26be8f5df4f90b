// Relaxed read-modify-writes of local memory, which yield the old value: igc_local_atomic_OP_T.
// What the work-items of a workgroup do to its own memory; as in atomics.cl otherwise.

#if IGC_ATOMICS == 20

#define IGC_LOCAL_FETCH(T, OP, C11_OP, CL_FUNCTION)                                             \
    static inline T igc_local_atomic_##OP##_##T(local T *p, const T x)                          \
    {                                                                                           \
        return atomic_##C11_OP##_explicit((volatile local IGC_ATOMIC_TYPE_##T *)p, x,           \
                                          memory_order_relaxed, memory_scope_work_group);       \
    }

#define IGC_LOCAL_CAS(T, CL_FUNCTION)                                                           \
    static inline T igc_local_atomic_cas_##T(local T *p, const T expected, const T x)           \
    {                                                                                           \
        T old = expected;                                                                       \
        atomic_compare_exchange_strong_explicit((volatile local IGC_ATOMIC_TYPE_##T *)p, &old,  \
                                                x, memory_order_relaxed, memory_order_relaxed,  \
                                                memory_scope_work_group);                       \
        return old;                                                                             \
    }

#else // IGC_ATOMICS == 12

#define IGC_LOCAL_FETCH(T, OP, C11_OP, CL_FUNCTION)                                             \
    static inline T igc_local_atomic_##OP##_##T(local T *p, const T x)                          \
    {                                                                                           \
        return CL_FUNCTION((volatile local T *)p, x);                                           \
    }

#define IGC_LOCAL_CAS(T, CL_FUNCTION)                                                           \
    static inline T igc_local_atomic_cas_##T(local T *p, const T expected, const T x)           \
    {                                                                                           \
        return CL_FUNCTION((volatile local T *)p, expected, x);                                 \
    }

#endif

#define IGC_LOCAL_INTEGER_ATOMICS(T, CL)                                                        \
    IGC_LOCAL_FETCH(T, add, fetch_add, CL##_add)                                                \
    IGC_LOCAL_FETCH(T, min, fetch_min, CL##_min)                                                \
    IGC_LOCAL_FETCH(T, max, fetch_max, CL##_max)                                                \
    IGC_LOCAL_FETCH(T, and, fetch_and, CL##_and)                                                \
    IGC_LOCAL_FETCH(T, or, fetch_or, CL##_or)                                                   \
    IGC_LOCAL_FETCH(T, xor, fetch_xor, CL##_xor)                                                \
    IGC_LOCAL_FETCH(T, swap, exchange, CL##_xchg)                                               \
    IGC_LOCAL_CAS(T, CL##_cmpxchg)

// Floats travel as the integer of the same width, B. A loop ends because some work-item of those that
// contend succeeds in each round.
#define IGC_LOCAL_FLOAT_UPDATE(T, B, OP, RESULT)                                                \
    static inline T igc_local_atomic_##OP##_##T(local T *p, const T x)                          \
    {                                                                                           \
        B seen = *(volatile local B *)p;                                                        \
        for (;;) {                                                                              \
            const T old = as_##T(seen);                                                         \
            const B found = igc_local_atomic_cas_##B((local B *)p, seen, as_##B((T)(RESULT)));  \
            if (found == seen)                                                                  \
                return old;                                                                     \
            seen = found;                                                                       \
        }                                                                                       \
    }

#define IGC_LOCAL_FLOAT_ATOMICS(T, B)                                                           \
    IGC_LOCAL_FLOAT_UPDATE(T, B, add, old + x)                                                  \
    IGC_LOCAL_FLOAT_UPDATE(T, B, min, fmin(old, x))                                             \
    IGC_LOCAL_FLOAT_UPDATE(T, B, max, fmax(old, x))

IGC_LOCAL_INTEGER_ATOMICS(int, atomic)
IGC_LOCAL_INTEGER_ATOMICS(uint, atomic)
IGC_LOCAL_FLOAT_ATOMICS(float, uint)
#ifdef IGC_INT64_ATOMICS
IGC_LOCAL_INTEGER_ATOMICS(long, atom)
IGC_LOCAL_INTEGER_ATOMICS(ulong, atom)
#ifdef cl_khr_fp64
IGC_LOCAL_FLOAT_ATOMICS(double, ulong)
#endif
#endif
