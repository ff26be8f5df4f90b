// Relaxed atomics: loads, stores, and read-modify-writes that return the old value.
//
// Each type has one family of functions, which is the same in every dialect. The functions on global memory,
// at device scope, are igc_load_T, igc_store_T and igc_atomic_OP_T. The functions on local memory, at
// workgroup scope, are igc_local_load_T, igc_local_store_T and igc_local_atomic_OP_T. This file defines
// them for integers, and floats.cl defines them for floats. The first argument of functions on 64 bits is
// the kernel's locks, which only devices without 64-bit atomics use (wide.cl).
//
// Under OpenCL 1.2, loads and stores are volatile accesses. The standard does not promise that 32-bit and
// aligned 64-bit accesses are never torn, but no device is known that tears them.
//
// In the macros, P is the prefix of the functions' names and SPACE is the address space.

#ifndef IGC_ATOMICS_CL
#define IGC_ATOMICS_CL

#include "dialect.cl"
#include "wide.cl"

// The parameter and the argument for the locks, with a comma, for types that need locks.
#define IGC_LOCKS_int
#define IGC_LOCKS_uint
#define IGC_LOCKS_float
#define IGC_LOCKS_long global uint *locks,
#define IGC_LOCKS_ulong global uint *locks,
#define IGC_LOCKS_double global uint *locks,
#define IGC_PASS_LOCKS_int
#define IGC_PASS_LOCKS_uint
#define IGC_PASS_LOCKS_long locks,
#define IGC_PASS_LOCKS_ulong locks,

// OpenCL 1.2: volatile accesses, and functions named atomic_* for 32 bits and atom_* for 64.
#define IGC_FETCH_12(T, P, SPACE, OP, FUNCTION)                                                    \
    static inline T P##_atomic_##OP##_##T(IGC_LOCKS_##T SPACE T *p, const T x)                     \
    {                                                                                              \
        return FUNCTION((volatile SPACE T *)p, x);                                                 \
    }

#define IGC_ACCESSES_12(T, P, SPACE)                                                               \
    static inline T P##_load_##T(IGC_LOCKS_##T const SPACE T *p)                                   \
    {                                                                                              \
        return *(const volatile SPACE T *)p;                                                       \
    }                                                                                              \
    static inline void P##_store_##T(IGC_LOCKS_##T SPACE T *p, const T x)                          \
    {                                                                                              \
        *(volatile SPACE T *)p = x;                                                                \
    }

#define IGC_ATOMICS_12(T, P, SPACE, CL)                                                            \
    IGC_ACCESSES_12(T, P, SPACE)                                                                   \
    IGC_FETCH_12(T, P, SPACE, add, CL##_add)                                                       \
    IGC_FETCH_12(T, P, SPACE, min, CL##_min)                                                       \
    IGC_FETCH_12(T, P, SPACE, max, CL##_max)                                                       \
    IGC_FETCH_12(T, P, SPACE, and, CL##_and)                                                       \
    IGC_FETCH_12(T, P, SPACE, or, CL##_or)                                                         \
    IGC_FETCH_12(T, P, SPACE, xor, CL##_xor)                                                       \
    IGC_FETCH_12(T, P, SPACE, swap, CL##_xchg)                                                     \
    static inline T P##_atomic_cas_##T(IGC_LOCKS_##T SPACE T *p, const T expected, const T x)      \
    {                                                                                              \
        return CL##_cmpxchg((volatile SPACE T *)p, expected, x);                                   \
    }

// C11 atomics.
#define IGC_ATOMIC_TYPE_int atomic_int
#define IGC_ATOMIC_TYPE_uint atomic_uint
#define IGC_ATOMIC_TYPE_long atomic_long
#define IGC_ATOMIC_TYPE_ulong atomic_ulong

#define IGC_RELAXED_igc memory_order_relaxed, memory_scope_device
#define IGC_RELAXED_igc_local memory_order_relaxed, memory_scope_work_group
#define IGC_ATOMIC(T, SPACE, p) ((volatile SPACE IGC_ATOMIC_TYPE_##T *)(p))

#define IGC_FETCH_20(T, P, SPACE, OP, FUNCTION)                                                    \
    static inline T P##_atomic_##OP##_##T(IGC_LOCKS_##T SPACE T *p, const T x)                     \
    {                                                                                              \
        return atomic_##FUNCTION##_explicit(IGC_ATOMIC(T, SPACE, p), x, IGC_RELAXED_##P);          \
    }

#define IGC_ATOMICS_20(T, P, SPACE, CL)                                                            \
    static inline T P##_load_##T(IGC_LOCKS_##T const SPACE T *p)                                   \
    {                                                                                              \
        return atomic_load_explicit(IGC_ATOMIC(T, SPACE, p), IGC_RELAXED_##P);                     \
    }                                                                                              \
    static inline void P##_store_##T(IGC_LOCKS_##T SPACE T *p, const T x)                          \
    {                                                                                              \
        atomic_store_explicit(IGC_ATOMIC(T, SPACE, p), x, IGC_RELAXED_##P);                        \
    }                                                                                              \
    IGC_FETCH_20(T, P, SPACE, add, fetch_add)                                                      \
    IGC_FETCH_20(T, P, SPACE, min, fetch_min)                                                      \
    IGC_FETCH_20(T, P, SPACE, max, fetch_max)                                                      \
    IGC_FETCH_20(T, P, SPACE, and, fetch_and)                                                      \
    IGC_FETCH_20(T, P, SPACE, or, fetch_or)                                                        \
    IGC_FETCH_20(T, P, SPACE, xor, fetch_xor)                                                      \
    IGC_FETCH_20(T, P, SPACE, swap, exchange)                                                      \
    static inline T P##_atomic_cas_##T(IGC_LOCKS_##T SPACE T *p, const T expected, const T x)      \
    {                                                                                              \
        T old = expected;                                                                          \
        atomic_compare_exchange_strong_explicit(IGC_ATOMIC(T, SPACE, p), &old, x,                  \
                                                memory_order_relaxed, IGC_RELAXED_##P);            \
        return old;                                                                                \
    }

// PTX: the letter of a register, and the suffixes of instructions that copy bits, that add (the same for
// signed and unsigned integers), and that compare. WHERE is the scope and the memory.
#define IGC_REGISTER_int "r"
#define IGC_REGISTER_uint "r"
#define IGC_REGISTER_long "l"
#define IGC_REGISTER_ulong "l"
#define IGC_BITS_int ".b32"
#define IGC_BITS_uint ".b32"
#define IGC_BITS_long ".b64"
#define IGC_BITS_ulong ".b64"
#define IGC_SUM_int ".u32"
#define IGC_SUM_uint ".u32"
#define IGC_SUM_long ".u64"
#define IGC_SUM_ulong ".u64"
#define IGC_ORDERED_int ".s32"
#define IGC_ORDERED_uint ".u32"
#define IGC_ORDERED_long ".s64"
#define IGC_ORDERED_ulong ".u64"

#define IGC_FETCH_70(T, P, SPACE, WHERE, OP, INSTRUCTION)                                          \
    static inline T P##_atomic_##OP##_##T(IGC_LOCKS_##T SPACE T *p, const T x)                     \
    {                                                                                              \
        T old;                                                                                     \
        asm volatile("atom.relaxed." WHERE "." INSTRUCTION " %0, [%1], %2;"                        \
                     : "=" IGC_REGISTER_##T(old)                                                   \
                     : "l"(p), IGC_REGISTER_##T(x)                                                 \
                     : "memory");                                                                  \
        return old;                                                                                \
    }

#define IGC_UPDATES_70(T, P, SPACE, WHERE)                                                         \
    IGC_FETCH_70(T, P, SPACE, WHERE, add, "add" IGC_SUM_##T)                                       \
    IGC_FETCH_70(T, P, SPACE, WHERE, min, "min" IGC_ORDERED_##T)                                   \
    IGC_FETCH_70(T, P, SPACE, WHERE, max, "max" IGC_ORDERED_##T)                                   \
    IGC_FETCH_70(T, P, SPACE, WHERE, and, "and" IGC_BITS_##T)                                      \
    IGC_FETCH_70(T, P, SPACE, WHERE, or, "or" IGC_BITS_##T)                                        \
    IGC_FETCH_70(T, P, SPACE, WHERE, xor, "xor" IGC_BITS_##T)                                      \
    IGC_FETCH_70(T, P, SPACE, WHERE, swap, "exch" IGC_BITS_##T)                                    \
    static inline T P##_atomic_cas_##T(IGC_LOCKS_##T SPACE T *p, const T expected, const T x)      \
    {                                                                                              \
        T old;                                                                                     \
        asm volatile("atom.relaxed." WHERE ".cas" IGC_BITS_##T " %0, [%1], %2, %3;"                \
                     : "=" IGC_REGISTER_##T(old)                                                   \
                     : "l"(p), IGC_REGISTER_##T(expected), IGC_REGISTER_##T(x)                     \
                     : "memory");                                                                  \
        return old;                                                                                \
    }

#define IGC_ATOMICS_70(T)                                                                          \
    static inline T igc_load_##T(IGC_LOCKS_##T const global T *p)                                  \
    {                                                                                              \
        T x;                                                                                       \
        asm volatile("ld.relaxed.gpu.global" IGC_BITS_##T " %0, [%1];"                             \
                     : "=" IGC_REGISTER_##T(x)                                                     \
                     : "l"(p)                                                                      \
                     : "memory");                                                                  \
        return x;                                                                                  \
    }                                                                                              \
    static inline void igc_store_##T(IGC_LOCKS_##T global T *p, const T x)                         \
    {                                                                                              \
        asm volatile("st.relaxed.gpu.global" IGC_BITS_##T " [%0], %1;"                             \
                     :                                                                             \
                     : "l"(p), IGC_REGISTER_##T(x)                                                 \
                     : "memory");                                                                  \
    }                                                                                              \
    IGC_UPDATES_70(T, igc, global, "gpu.global")

// Local memory with PTX, for 64 bits, which libclc lacks.
#define IGC_LOCAL_ATOMICS_70(T)                                                                    \
    IGC_ACCESSES_12(T, igc_local, local)                                                           \
    IGC_UPDATES_70(T, igc_local, local, "cta.shared")

// Selection by dialect. With PTX, local memory uses OpenCL 1.2 atomics, the only ones that NVIDIA's OpenCL
// supports there. LLVM's libclc has them for 32 bits only.
#if IGC_ATOMICS == 12
#define IGC_GLOBAL_ATOMICS(T, CL) IGC_ATOMICS_12(T, igc, global, CL)
#elif IGC_ATOMICS == 20
#define IGC_GLOBAL_ATOMICS(T, CL) IGC_ATOMICS_20(T, igc, global, CL)
#else
#define IGC_GLOBAL_ATOMICS(T, CL) IGC_ATOMICS_70(T)
#endif
#if IGC_ATOMICS == 20
#define IGC_LOCAL_ATOMICS(T, CL) IGC_ATOMICS_20(T, igc_local, local, CL)
#else
#define IGC_LOCAL_ATOMICS(T, CL) IGC_ATOMICS_12(T, igc_local, local, CL)
#endif
#if defined(IGC_LIBCLC) && IGC_ATOMICS == 70
#define IGC_WIDE_LOCAL_ATOMICS(T) IGC_LOCAL_ATOMICS_70(T)
#else
#define IGC_WIDE_LOCAL_ATOMICS(T) IGC_LOCAL_ATOMICS(T, atom)
#endif

IGC_GLOBAL_ATOMICS(int, atomic)
IGC_GLOBAL_ATOMICS(uint, atomic)
IGC_LOCAL_ATOMICS(int, atomic)
IGC_LOCAL_ATOMICS(uint, atomic)
#if IGC_WIDE_ATOMICS == 1
IGC_GLOBAL_ATOMICS(long, atom)
IGC_GLOBAL_ATOMICS(ulong, atom)
IGC_WIDE_LOCAL_ATOMICS(long)
IGC_WIDE_LOCAL_ATOMICS(ulong)
#endif

#endif // IGC_ATOMICS_CL
