// The dialect: what a device offers, said by macros when the program is built.
//
//   IGC_ATOMICS       12  OpenCL 1.2: volatile accesses, atom(ic)_* functions and fences
//                     20  C11 atomics at device scope (OpenCL C 2.0, or 3.0 with the feature)
//                     70  on global memory NVIDIA's PTX, of compute capability 7.0
//   IGC_WIDE_ATOMICS  0   atomics on 64 bits are made under locks
//                     1   as those on 32 bits
//   IGC_FLOAT_ATOMICS 0   floats are added by compare-and-swap
//                     1   by the device's own operation, where there is one
//   IGC_SUBGROUPS     0   none: a subgroup is one work-item
//                     1   cl_khr_subgroups, or OpenCL C 3.0 with the feature
//                     2   warps of 32, by NVIDIA's PTX; workgroups are a multiple of that
//                     3   cl_intel_subgroups
//   IGC_SUBGROUP_SIZE     the size that every kernel requires, where it is defined
//   IGC_PTX               NVIDIA's compute capability, as 90 for 9.0; 0 for other devices
//
// and how launches are made:
//
//   IGC_WORKGROUP_SIZE  how many work-items a workgroup has
//
// Kernels are one text for every dialect; only this library differs.

#ifndef IGC_ATOMICS
#define IGC_ATOMICS 12
#endif

#if IGC_ATOMICS != 12 && IGC_ATOMICS != 20 && IGC_ATOMICS != 70
#error "IGC_ATOMICS must be 12, 20 or 70"
#endif

#ifndef IGC_SUBGROUPS
#define IGC_SUBGROUPS 0
#endif

#if IGC_SUBGROUPS < 0 || IGC_SUBGROUPS > 3
#error "IGC_SUBGROUPS must be 0, 1, 2 or 3"
#endif

#ifndef IGC_FLOAT_ATOMICS
#define IGC_FLOAT_ATOMICS 0
#endif

#ifndef IGC_PTX
#define IGC_PTX 0
#endif

#ifndef IGC_WORKGROUP_SIZE
#define IGC_WORKGROUP_SIZE 128
#endif

#if IGC_WORKGROUP_SIZE < 1
#error "IGC_WORKGROUP_SIZE must be at least 1"
#endif

#if IGC_SUBGROUPS == 2 && IGC_WORKGROUP_SIZE % 32 != 0
#error "with IGC_SUBGROUPS 2, IGC_WORKGROUP_SIZE must be a multiple of 32"
#endif

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#ifndef IGC_WIDE_ATOMICS
#define IGC_WIDE_ATOMICS 1
#endif
#endif
#ifndef IGC_WIDE_ATOMICS
#define IGC_WIDE_ATOMICS 0
#endif
#if IGC_SUBGROUPS == 1 && defined(cl_khr_subgroups)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
#if IGC_SUBGROUPS == 3 && defined(cl_intel_subgroups)
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#endif

// A product and a sum round separately, as in the reference interpreter.
#pragma OPENCL FP_CONTRACT OFF

// Arithmetic that the language defines and C does not: signed integers wrap, and division by zero
// yields zero. Unsigned operators need no help, except to divide.

#define IGC_SIGNED(T, U)                                                                        \
    static inline T igc_neg_##T(const T a) { return as_##T((U)0 - as_##U(a)); }                        \
    static inline T igc_abs_##T(const T a) { return a < 0 ? igc_neg_##T(a) : a; }                      \
    static inline T igc_add_##T(const T a, const T b) { return as_##T(as_##U(a) + as_##U(b)); }        \
    static inline T igc_sub_##T(const T a, const T b) { return as_##T(as_##U(a) - as_##U(b)); }        \
    static inline T igc_mul_##T(const T a, const T b) { return as_##T(as_##U(a) * as_##U(b)); }        \
    static inline T igc_shl_##T(const T a, const uint b) { return as_##T(as_##U(a) << b); }            \
    /* The smallest number divided by -1 does not fit: it wraps to itself, with remainder 0. */ \
    static inline T igc_div_##T(const T a, const T b)                                                  \
    {                                                                                           \
        return b == 0 ? 0 : b == -1 ? igc_neg_##T(a) : a / b;                                   \
    }                                                                                           \
    static inline T igc_rem_##T(const T a, const T b) { return b == 0 || b == -1 ? 0 : a % b; }

#define IGC_UNSIGNED(T)                                                                         \
    static inline T igc_div_##T(const T a, const T b) { return b == 0 ? 0 : a / b; }                   \
    static inline T igc_rem_##T(const T a, const T b) { return b == 0 ? 0 : a % b; }

IGC_SIGNED(int, uint)
IGC_SIGNED(long, ulong)
IGC_UNSIGNED(uint)
IGC_UNSIGNED(ulong)

// A float as a whole number: its fraction cut off, the nearest number in range, 0 for what is no
// number. As convert_T_sat, which PoCL expands to far more code.
#define IGC_SIGNED_FROM(T, F, END, MIN, MAX)                                                    \
    static inline T igc_##T##_from_##F(const F x)                                               \
    {                                                                                           \
        return x >= (F)END ? MAX : x >= -(F)END ? (T)x : x < -(F)END ? MIN : 0;                 \
    }
#define IGC_UNSIGNED_FROM(T, F, END, MAX)                                                       \
    static inline T igc_##T##_from_##F(const F x)                                               \
    {                                                                                           \
        return x >= (F)END ? MAX : x > (F)-1 ? (T)x : 0;                                        \
    }
#define IGC_INTEGERS_FROM(F)                                                                    \
    IGC_SIGNED_FROM(int, F, 2147483648.0f, INT_MIN, INT_MAX)                                    \
    IGC_SIGNED_FROM(long, F, 9223372036854775808.0f, LONG_MIN, LONG_MAX)                        \
    IGC_UNSIGNED_FROM(uint, F, 4294967296.0f, UINT_MAX)                                         \
    IGC_UNSIGNED_FROM(ulong, F, 18446744073709551616.0f, ULONG_MAX)

IGC_INTEGERS_FROM(float)
#ifdef cl_khr_fp64
IGC_INTEGERS_FROM(double)
#endif

// Where a work-item stands, and barriers of its groups.

// Every kernel is launched with workgroups of exactly this size, and has subgroups of the size that is
// required, if one is.
#if defined(IGC_SUBGROUP_SIZE) && IGC_SUBGROUPS != 2
#define IGC_WORKGROUP                                                                              \
    __attribute__((reqd_work_group_size(IGC_WORKGROUP_SIZE, 1, 1)))                                \
    __attribute__((intel_reqd_sub_group_size(IGC_SUBGROUP_SIZE)))
#else
#define IGC_WORKGROUP __attribute__((reqd_work_group_size(IGC_WORKGROUP_SIZE, 1, 1)))
#endif

static inline uint igc_local_id(void) { return (uint)get_local_id(0); }
static inline uint igc_local_size(void) { return IGC_WORKGROUP_SIZE; }

// Where a workgroup stands in its launch. Code asks a value that it is given, not OpenCL: in an
// outlined loop the workgroups that take part are some of the launch, numbered anew (grid.cl).
typedef struct {
    uint group;  // this workgroup's number
    uint groups; // how many there are
} igc_grid;

// The whole launch.
static inline igc_grid igc_launch(void)
{
    const igc_grid grid = {(uint)get_group_id(0), (uint)get_num_groups(0)};
    return grid;
}

// The number in the launch of the workgroup's first work-item.
static inline uint igc_group_start(const igc_grid grid) { return grid.group * IGC_WORKGROUP_SIZE; }
static inline uint igc_global_id(const igc_grid grid) { return igc_group_start(grid) + igc_local_id(); }
static inline uint igc_global_size(const igc_grid grid) { return grid.groups * IGC_WORKGROUP_SIZE; }

// For functions in which a workgroup waits: they are always inlined. PoCL 3.1 crashes while it compiles
// one that is called from two places and is not.
#define IGC_WITH_BARRIERS __attribute__((always_inline)) static inline

// How a loop through a work-item's share of a range declares its end, unless that is an argument. What
// LLVM finds out of the end may make PoCL take the loop for one that all work-items go through alike, and
// those with no share do as the first one does: they write behind the end. (3.1 did so with ranges of known
// length, 5.0 and 6.0 with reductions in outlined loops.) Of what is volatile, nothing is found out.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define IGC_SHARE_END volatile
#else
#define IGC_SHARE_END const
#endif

// Where a path starts that a workgroup may or may not take, and that has barriers on it: the body of a loop,
// an arm of a conditional, what follows a `break`.
//
// PoCL takes such barriers for conditional, and puts one of its own where the path starts. Of a block that
// is nothing but a barrier and a branch it believes that all work-items branch alike, and all do as the
// first one does; or it puts another barrier into an arm of that branch, which need not be taken. Up to 3.1,
// code is compiled once for each way in addition, twice as much with each such barrier; in 5.0 and 6.0,
// what the arm does is lost. (ImplicitConditionalBarriers.cc and CanonicalizeBarriers.cc, before commit
// ab3ed1c of July 2026.) So something stands here that no compiler removes, and none takes for the same as
// what stands in another arm: it would move it in front of both. The cheapest is assembly, on which 5.0
// crashes.
#ifdef POCL_DEVICE_ADDRESS_BITS
#if __clang_major__ < 16
#define igc_path_start() __asm__ volatile("" : : "i"(__COUNTER__))
#else
#define igc_path_start()                                                                           \
    do {                                                                                           \
        volatile ushort something;                                                                 \
        something = __COUNTER__;                                                                   \
    } while (0)
#endif
#else
#define igc_path_start() (void)0
#endif

// Where a path ends at a barrier that other paths come to, too: the end of a round, before the head of its loop.
// What two such paths have in common at their ends, compilers move to where they meet: in front of the
// barrier, with its branches. PoCL 3.1's passes call themselves without end on a loop whose head is like that.
#define igc_path_end() igc_path_start()

// All work-items of the workgroup wait for each other, and see what they did to memory before.
IGC_WITH_BARRIERS void igc_workgroup_barrier(void)
{
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    // The same is true of what follows a barrier.
    igc_path_start();
}

#if IGC_SUBGROUPS == 0

static inline uint igc_lane(void) { return 0; }
static inline uint igc_subgroup_size(void) { return 1; }
static inline uint igc_subgroup_id(void) { return igc_local_id(); }
static inline uint igc_subgroup_count(void) { return IGC_WORKGROUP_SIZE; }
static inline void igc_subgroup_barrier(void) {}

#elif IGC_SUBGROUPS == 1 || IGC_SUBGROUPS == 3

static inline uint igc_lane(void) { return get_sub_group_local_id(); }
static inline uint igc_subgroup_size(void) { return get_sub_group_size(); }
static inline uint igc_subgroup_id(void) { return get_sub_group_id(); }
static inline uint igc_subgroup_count(void) { return get_num_sub_groups(); }
static inline void igc_subgroup_barrier(void)
{
    sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#else // IGC_SUBGROUPS == 2

// Workgroups are whole warps, and take their work-items in order.
#define IGC_WARP 32

static inline uint igc_lane(void) { return igc_local_id() % IGC_WARP; }
static inline uint igc_subgroup_size(void) { return IGC_WARP; }
static inline uint igc_subgroup_id(void) { return igc_local_id() / IGC_WARP; }
static inline uint igc_subgroup_count(void) { return IGC_WORKGROUP_SIZE / IGC_WARP; }
static inline void igc_subgroup_barrier(void)
{
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
}

#endif

// Accesses to global memory that put others in order, at device scope: what a work-item did before it
// stored here (a release) is seen by those that load what it stored (an acquire). Read-modify-writes are
// both.

#if IGC_ATOMICS == 70 || IGC_ATOMICS == 20 && defined(__NV_CL_C_VERSION)

// NVIDIA's OpenCL claims relaxed atomics of a workgroup; its hardware has these.
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

// OpenCL 1.2 orders by fences; a load that must not be served by a cache is an atomic.
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

// Relaxed atomics: loads, stores and read-modify-writes that yield the old value.
//
// One family of functions for each type, whatever the dialect: igc_load_T, igc_store_T and
// igc_atomic_OP_T on global memory, at device scope; igc_local_load_T and so on, likewise, on local
// memory, at workgroup scope. This file has the integers; floats.cl has the floats. Those on 64 bits
// take the kernel's locks first, which only a device without such atomics uses (wide.cl).
//
// Under OpenCL 1.2 a load and a store are volatile accesses: 32- and aligned 64-bit ones are not torn
// on any device known to us, which the standard does not promise.
//
// In what follows, P is what the functions' names start with and SPACE where the memory is.

// What stands in front of the other parameters and arguments.
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

// OpenCL 1.2: volatile accesses, and functions called atomic_* for 32 bits and atom_* for 64.
#define IGC_FETCH_12(T, P, SPACE, OP, FUNCTION)                                                    \
    static inline T P##_atomic_##OP##_##T(IGC_LOCKS_##T SPACE T *p, const T x)                     \
    {                                                                                              \
        return FUNCTION((volatile SPACE T *)p, x);                                                 \
    }

#define IGC_ATOMICS_12(T, P, SPACE, CL)                                                            \
    static inline T P##_load_##T(IGC_LOCKS_##T const SPACE T *p)                                   \
    {                                                                                              \
        return *(const volatile SPACE T *)p;                                                       \
    }                                                                                              \
    static inline void P##_store_##T(IGC_LOCKS_##T SPACE T *p, const T x)                          \
    {                                                                                              \
        *(volatile SPACE T *)p = x;                                                                \
    }                                                                                              \
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

// C11.
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

// PTX, on global memory. A register's letter, an instruction's types for words that are just bits, for
// sums, which of signed and unsigned ones are the same, and for what is compared.
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

#define IGC_FETCH_70(T, OP, INSTRUCTION)                                                           \
    static inline T igc_atomic_##OP##_##T(IGC_LOCKS_##T global T *p, const T x)                    \
    {                                                                                              \
        T old;                                                                                     \
        asm volatile("atom.relaxed.gpu.global." INSTRUCTION " %0, [%1], %2;"                       \
                     : "=" IGC_REGISTER_##T(old)                                                   \
                     : "l"(p), IGC_REGISTER_##T(x)                                                 \
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
    IGC_FETCH_70(T, add, "add" IGC_SUM_##T)                                                        \
    IGC_FETCH_70(T, min, "min" IGC_ORDERED_##T)                                                    \
    IGC_FETCH_70(T, max, "max" IGC_ORDERED_##T)                                                    \
    IGC_FETCH_70(T, and, "and" IGC_BITS_##T)                                                       \
    IGC_FETCH_70(T, or, "or" IGC_BITS_##T)                                                         \
    IGC_FETCH_70(T, xor, "xor" IGC_BITS_##T)                                                       \
    IGC_FETCH_70(T, swap, "exch" IGC_BITS_##T)                                                     \
    static inline T igc_atomic_cas_##T(IGC_LOCKS_##T global T *p, const T expected, const T x)     \
    {                                                                                              \
        T old;                                                                                     \
        asm volatile("atom.relaxed.gpu.global.cas" IGC_BITS_##T " %0, [%1], %2, %3;"               \
                     : "=" IGC_REGISTER_##T(old)                                                   \
                     : "l"(p), IGC_REGISTER_##T(expected), IGC_REGISTER_##T(x)                     \
                     : "memory");                                                                  \
        return old;                                                                                \
    }

// Which of them. NVIDIA's local memory has OpenCL 1.2's under PTX, too: they are all that it claims.
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

IGC_GLOBAL_ATOMICS(int, atomic)
IGC_GLOBAL_ATOMICS(uint, atomic)
IGC_LOCAL_ATOMICS(int, atomic)
IGC_LOCAL_ATOMICS(uint, atomic)
#if IGC_WIDE_ATOMICS == 1
IGC_GLOBAL_ATOMICS(long, atom)
IGC_GLOBAL_ATOMICS(ulong, atom)
IGC_LOCAL_ATOMICS(long, atom)
IGC_LOCAL_ATOMICS(ulong, atom)
#endif

// Atomics on 64 bits where the device has none: under locks.
//
// A kernel's locks are IGC_LOCKS words of global memory, zero where nobody holds them. The address of
// what is accessed says which of them stands for it; two addresses may share one. Loads and stores take
// the lock, too, as nothing says that a device reads and writes 64 bits at once.
//
// A work-item that finds its lock taken tries again. That ends on devices whose subgroups run in
// lockstep, for whoever holds a lock gives it back in the same round of the loop; and on those that run
// the work-items of a workgroup one after the other, for nothing in between waits. (The loop's condition
// is volatile, or else compilers that see that it ends with a success put what is done under the
// lock behind the loop, where those in lockstep wait for all of them to get to: Intel's does.)

#define IGC_LOCKS 1024u

#if IGC_WIDE_ATOMICS == 0

// Orders accesses to local memory, which a lock in global memory does not.
static inline void igc_fence_igc_local(void)
{
#if IGC_ATOMICS == 20
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,
                           memory_scope_work_group);
#else
    mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#endif
}

static inline void igc_fence_igc(void) {}

static inline global uint *igc_lock_of(global uint *locks, const size_t address)
{
    return locks + (uint)(address / 8) % IGC_LOCKS;
}

// One access under its lock: what was there, and NEXT, of `old` and `x`, in its place.
#define IGC_LOCKED(T, P, SPACE, NEXT)                                                              \
    global uint *const lock = igc_lock_of(locks, (size_t)p);                                       \
    T old = 0;                                                                                     \
    volatile bool done = false;                                                                    \
    while (!done) { /* bounded by contention: see the top */                                       \
        if (igc_sync_cas(lock, 0u, 1u) == 0u) {                                                    \
            igc_fence_##P();                                                                       \
            old = *(volatile SPACE T *)p;                                                          \
            *(volatile SPACE T *)p = NEXT;                                                         \
            igc_fence_##P();                                                                       \
            igc_sync_store(lock, 0u);                                                              \
            done = true;                                                                           \
        }                                                                                          \
    }

#define IGC_LOCKED_FETCH(T, P, SPACE, OP, NEXT)                                                    \
    static inline T P##_atomic_##OP##_##T(global uint *locks, SPACE T *p, const T x)               \
    {                                                                                              \
        IGC_LOCKED(T, P, SPACE, NEXT)                                                              \
        return old;                                                                                \
    }

#define IGC_LOCKED_ATOMICS(T, P, SPACE, SUM)                                                       \
    static inline T P##_load_##T(global uint *locks, const SPACE T *p)                             \
    {                                                                                              \
        IGC_LOCKED(T, P, SPACE, old)                                                               \
        return old;                                                                                \
    }                                                                                              \
    IGC_LOCKED_FETCH(T, P, SPACE, add, SUM)                                                        \
    IGC_LOCKED_FETCH(T, P, SPACE, min, min(old, x))                                                \
    IGC_LOCKED_FETCH(T, P, SPACE, max, max(old, x))                                                \
    IGC_LOCKED_FETCH(T, P, SPACE, and, old & x)                                                    \
    IGC_LOCKED_FETCH(T, P, SPACE, or, old | x)                                                     \
    IGC_LOCKED_FETCH(T, P, SPACE, xor, old ^ x)                                                    \
    IGC_LOCKED_FETCH(T, P, SPACE, swap, x)                                                         \
    static inline void P##_store_##T(global uint *locks, SPACE T *p, const T x)                    \
    {                                                                                              \
        P##_atomic_swap_##T(locks, p, x);                                                          \
    }                                                                                              \
    static inline T P##_atomic_cas_##T(global uint *locks, SPACE T *p, const T expected, const T x) \
    {                                                                                              \
        IGC_LOCKED(T, P, SPACE, old == expected ? x : old)                                         \
        return old;                                                                                \
    }

IGC_LOCKED_ATOMICS(long, igc, global, igc_add_long(old, x))
IGC_LOCKED_ATOMICS(ulong, igc, global, old + x)
IGC_LOCKED_ATOMICS(long, igc_local, local, igc_add_long(old, x))
IGC_LOCKED_ATOMICS(ulong, igc_local, local, old + x)

#endif

// Relaxed atomics on floats, as atomics.cl has them on integers.
//
// A float travels as the integer of the same width, B. Minima and maxima are those of fmin and fmax,
// made by compare-and-swap, a loop that ends because some work-item succeeds in each round; so are
// sums and exchanges, where the device has no atomics on floats by itself.

#define IGC_FLOAT_UPDATE(T, B, P, SPACE, OP, RESULT)                                               \
    static inline T P##_atomic_##OP##_##T(IGC_LOCKS_##T SPACE T *p, const T x)                     \
    {                                                                                              \
        B seen = P##_load_##B(IGC_PASS_LOCKS_##B(const SPACE B *)p);                               \
        for (;;) { /* bounded by contention: see the top */                                        \
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
    IGC_FLOAT_UPDATE(T, B, P, SPACE, min, fmin(old, x))                                            \
    IGC_FLOAT_UPDATE(T, B, P, SPACE, max, fmax(old, x))

// Exchanges: as those of integers.
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

// Exchanges that look first: llvmpipe's compiler makes of a compare-and-swap with what was a float one of
// floats, has none, and ends the process. What is looked at is an integer to it.
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

// Sums: by compare-and-swap; by cl_ext_float_atomics; and by PTX, whose letter of a register is R.
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

// Not beside locks: what is done under a lock must be done under it always.
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

// Worklists: bags of nodes with two sides. Kernels read the front and push to the back.
//
// A worklist is two buffers of `capacity` items and four words, `sizes`. Three of the words take
// turns to be the size of the front, of the back, and spare, so that neither a kernel of its own nor
// a write from the host is needed between two launches: `turn` says which is the front's, the next
// one is the back's, and the one after it is spare and is cleared by the launch. The fourth word
// records how large the capacity would have had to be.

// At the start of a kernel that reads the worklist: clears the spare size.
static inline void igc_worklist_turn(const igc_grid grid, global uint *sizes, const uint turn)
{
    if (igc_global_id(grid) == 0)
        sizes[(turn + 2) % 3] = 0;
}

// How many items are in front. A size past the capacity stands for pushes that found no room.
static inline uint igc_worklist_size(const global uint *sizes, const uint turn, const uint capacity)
{
    return min(sizes[turn], capacity);
}

// Makes room for some items at the back; the place of the first. Items past the capacity have no room
// and are dropped, and the host, which sees that, repeats the run with a larger worklist.
static inline uint igc_reserve(global uint *sizes, const uint turn, const uint capacity,
                               const uint count)
{
    const uint slot = igc_atomic_add_uint(sizes + (turn + 1) % 3, count);
    if (slot + count > capacity)
        igc_atomic_max_uint(sizes + 3, slot + count);
    return slot;
}

// How a push keeps its place; a device may need `volatile` (quirk `intel-cpu-pushes`).
#ifndef IGC_PLACE
#define IGC_PLACE const
#endif

// Adds an item to the back.
static inline void igc_push(global uint *back, global uint *sizes, const uint turn,
                            const uint capacity, const uint item)
{
    IGC_PLACE uint slot = igc_reserve(sizes, turn, capacity, 1);
    if (slot < capacity)
        back[slot] = item;
}

// Collectives: all work-items of a group give a value and get a result.
//
//   igc_subgroup_OP_T(x)            what OP makes of the values of a subgroup
//   igc_workgroup_OP_T(scratch, x)  of a workgroup; it is a barrier of it, too
//   igc_scan(scratch, x, &total)    the sum of the values of the work-items before, and of all;
//                                   likewise
//
// OP is add, min or max, and for integers also and, or and xor. Integers wrap; floats have the minimum
// and maximum of fmin and fmax, and are added in an order of the device's own.
//
// Those of a workgroup may follow each other with no barrier between. They communicate through
// `scratch`, IGC_SCRATCH_SIZE words of local memory, which nothing else touches meanwhile. A value of
// any type takes one word, as its bits: so nothing is accessed as two types, and a collective of one
// type does not write where a result of another is still read.

#define IGC_WORD_OF_int(x) as_uint(x)
#define IGC_WORD_OF_uint(x) (x)
#define IGC_WORD_OF_long(x) as_ulong(x)
#define IGC_WORD_OF_ulong(x) (x)
#define IGC_WORD_OF_float(x) as_uint(x)
#define IGC_WORD_OF_double(x) as_ulong(x)

#define IGC_int_OF_WORD(w) as_int((uint)(w))
#define IGC_uint_OF_WORD(w) ((uint)(w))
#define IGC_long_OF_WORD(w) as_long(w)
#define IGC_ulong_OF_WORD(w) (w)
#define IGC_float_OF_WORD(w) as_float((uint)(w))
#define IGC_double_OF_WORD(w) as_double(w)

// Of subgroups.
//
// BUILTIN is for what OpenCL C has a function for, FOLD for the rest: OpenCL C does not say what its
// minima and maxima make of NaN, and has and, or and xor in extensions only.

#if IGC_SUBGROUPS == 0

#define IGC_SUBGROUP_BUILTIN(T, OP)                                                                \
    static inline T igc_subgroup##OP##_##T(const T x) { return x; }
#define IGC_SUBGROUP_FOLD(T, OP) IGC_SUBGROUP_BUILTIN(T, OP)

#elif IGC_SUBGROUPS == 1 || IGC_SUBGROUPS == 3

#define IGC_SUBGROUP_BUILTIN(T, OP)                                                                \
    static inline T igc_subgroup##OP##_##T(const T x) { return sub_group_reduce##OP(x); }

// The value of another lane.
#if IGC_SUBGROUPS == 3
#define IGC_SHUFFLE(x, lane) intel_sub_group_shuffle(x, lane)
#elif defined(cl_khr_subgroup_shuffle)
#define IGC_SHUFFLE(x, lane) sub_group_shuffle(x, lane)
#endif

#ifdef IGC_SHUFFLE
// Each round halves the lanes that hold a value; of an odd number, the one in the middle keeps its own.
// So the last subgroup of a workgroup need not be full. The result is no `sub_group_broadcast`: Intel's
// runtime for CPUs computes what is broadcast where the result is used, for the lanes that use it alone.
#define IGC_SUBGROUP_FOLD(T, OP)                                                                   \
    static inline T igc_subgroup##OP##_##T(const T x)                                              \
    {                                                                                              \
        T all = x;                                                                                 \
        for (uint count = get_sub_group_size(); count > 1; count -= count / 2) {                   \
            const uint from = get_sub_group_local_id() + (count + 1) / 2;                          \
            const T other = IGC_SHUFFLE(all, min(from, get_sub_group_size() - 1));                 \
            if (from < count)                                                                      \
                all = igc_combine##OP##_##T(all, other);                                           \
        }                                                                                          \
        return IGC_SHUFFLE(all, 0);                                                                \
    }
#else
// Each lane's value is shown to all, one after the other.
#define IGC_SUBGROUP_FOLD(T, OP)                                                                   \
    static inline T igc_subgroup##OP##_##T(const T x)                                              \
    {                                                                                              \
        T all = sub_group_broadcast(x, 0);                                                         \
        for (uint lane = 1; lane < get_sub_group_size(); lane++)                                   \
            all = igc_combine##OP##_##T(all, sub_group_broadcast(x, lane));                        \
        return all;                                                                                \
    }
#endif

static inline uint igc_subgroup_scan(const uint x) { return sub_group_scan_exclusive_add(x); }

#else // IGC_SUBGROUPS == 2

// The value of the lane whose number differs in these bits.
static inline uint igc_shuffle_xor_uint(const uint x, const uint bits)
{
    uint y;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(y) : "r"(x), "r"(bits));
    return y;
}

static inline ulong igc_shuffle_xor_ulong(const ulong x, const uint bits)
{
    const uint low = igc_shuffle_xor_uint((uint)x, bits);
    const uint high = igc_shuffle_xor_uint((uint)(x >> 32), bits);
    return (ulong)high << 32 | low;
}

#define igc_shuffle_xor_int(x, bits) as_int(igc_shuffle_xor_uint(as_uint(x), bits))
#define igc_shuffle_xor_float(x, bits) as_float(igc_shuffle_xor_uint(as_uint(x), bits))
#define igc_shuffle_xor_long(x, bits) as_long(igc_shuffle_xor_ulong(as_ulong(x), bits))
#define igc_shuffle_xor_double(x, bits) as_double(igc_shuffle_xor_ulong(as_ulong(x), bits))

#define IGC_SUBGROUP_TREE(T, OP)                                                                   \
    static inline T igc_subgroup##OP##_##T(const T x)                                              \
    {                                                                                              \
        T all = x;                                                                                 \
        for (uint bits = IGC_WARP / 2; bits > 0; bits /= 2)                                        \
            all = igc_combine##OP##_##T(all, igc_shuffle_xor_##T(all, bits));                      \
        return all;                                                                                \
    }

// Of 32-bit integers, one instruction from compute capability 8.0 on.
#if IGC_PTX >= 80
#define IGC_REDUX_add_int "add.s32"
#define IGC_REDUX_min_int "min.s32"
#define IGC_REDUX_max_int "max.s32"
#define IGC_REDUX_and_int "and.b32"
#define IGC_REDUX_or_int "or.b32"
#define IGC_REDUX_xor_int "xor.b32"
#define IGC_REDUX_add_uint "add.u32"
#define IGC_REDUX_min_uint "min.u32"
#define IGC_REDUX_max_uint "max.u32"
#define IGC_REDUX_and_uint "and.b32"
#define IGC_REDUX_or_uint "or.b32"
#define IGC_REDUX_xor_uint "xor.b32"
#define IGC_SUBGROUP_32(T, OP)                                                                     \
    static inline T igc_subgroup##OP##_##T(const T x)                                              \
    {                                                                                              \
        T all;                                                                                     \
        asm volatile("redux.sync." IGC_REDUX##OP##_##T " %0, %1, 0xffffffff;"                      \
                     : "=r"(all)                                                                   \
                     : "r"(x));                                                                    \
        return all;                                                                                \
    }
#else
#define IGC_SUBGROUP_32(T, OP) IGC_SUBGROUP_TREE(T, OP)
#endif

#define IGC_SUBGROUP_OF_int(OP) IGC_SUBGROUP_32(int, OP)
#define IGC_SUBGROUP_OF_uint(OP) IGC_SUBGROUP_32(uint, OP)
#define IGC_SUBGROUP_OF_long(OP) IGC_SUBGROUP_TREE(long, OP)
#define IGC_SUBGROUP_OF_ulong(OP) IGC_SUBGROUP_TREE(ulong, OP)
#define IGC_SUBGROUP_OF_float(OP) IGC_SUBGROUP_TREE(float, OP)
#define IGC_SUBGROUP_OF_double(OP) IGC_SUBGROUP_TREE(double, OP)
#define IGC_SUBGROUP_BUILTIN(T, OP) IGC_SUBGROUP_OF_##T(OP)
#define IGC_SUBGROUP_FOLD(T, OP) IGC_SUBGROUP_OF_##T(OP)

// The value of the lane so many before; where there is none, the own one.
static inline uint igc_shuffle_up_uint(const uint x, const uint by)
{
    uint y;
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;" : "=r"(y) : "r"(x), "r"(by));
    return y;
}

static inline uint igc_subgroup_scan(const uint x)
{
    uint sum = x;
    for (uint by = 1; by < IGC_WARP; by *= 2) {
        const uint before = igc_shuffle_up_uint(sum, by);
        sum += igc_lane() >= by ? before : 0;
    }
    return sum - x;
}

#endif

// Of workgroups.

#if IGC_SUBGROUPS == 0

// A word for each work-item, and one for the result.
#define IGC_SCRATCH_SIZE (IGC_WORKGROUP_SIZE + 1)

// Where subgroups are single work-items, the device is most likely a CPU: a workgroup is a loop on one
// core, and a barrier ends one loop and begins another. So the first work-item goes through all values
// alone. A tree would be no less work, with a barrier for each of its levels.
//
// There is no race: before the first barrier each work-item writes its own word; between the two, the
// first one alone touches anything; after the second, all read the result, which is written again only
// behind the next collective's first barrier, and each its own word.
#define IGC_WORKGROUP_REDUCTION(T, OP)                                                             \
    IGC_WITH_BARRIERS T igc_workgroup##OP##_##T(local ulong *scratch, const T x)                   \
    {                                                                                              \
        scratch[igc_local_id()] = IGC_WORD_OF_##T(x);                                              \
        igc_workgroup_barrier();                                                                   \
        if (igc_local_id() == 0) {                                                                 \
            T all = x;                                                                             \
            for (uint i = 1; i < IGC_WORKGROUP_SIZE; i++)                                          \
                all = igc_combine##OP##_##T(all, IGC_##T##_OF_WORD(scratch[i]));                   \
            scratch[IGC_WORKGROUP_SIZE] = IGC_WORD_OF_##T(all);                                    \
        }                                                                                          \
        igc_workgroup_barrier();                                                                   \
        return IGC_##T##_OF_WORD(scratch[IGC_WORKGROUP_SIZE]);                                     \
    }

IGC_WITH_BARRIERS uint igc_scan(local ulong *scratch, const uint x, uint *total)
{
    scratch[igc_local_id()] = x;
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
        uint sum = 0;
        for (uint i = 0; i < IGC_WORKGROUP_SIZE; i++) {
            const uint value = (uint)scratch[i];
            scratch[i] = sum;
            sum += value;
        }
        scratch[IGC_WORKGROUP_SIZE] = sum;
    }
    igc_workgroup_barrier();
    *total = (uint)scratch[IGC_WORKGROUP_SIZE];
    return (uint)scratch[igc_local_id()];
}

#else

// A word for each subgroup.
#if IGC_SUBGROUPS == 2
#define IGC_SCRATCH_SIZE (IGC_WORKGROUP_SIZE / IGC_WARP)
#else
#define IGC_SCRATCH_SIZE IGC_WORKGROUP_SIZE // the most there may be
#endif

// Subgroups first. They leave so few values that every work-item goes through all of them, which takes
// no further barrier; the second one keeps the next collective from writing what is still read.
#define IGC_WORKGROUP_REDUCTION(T, OP)                                                             \
    IGC_WITH_BARRIERS T igc_workgroup##OP##_##T(local ulong *scratch, const T x)                   \
    {                                                                                              \
        const T own = igc_subgroup##OP##_##T(x);                                                   \
        if (igc_lane() == 0)                                                                       \
            scratch[igc_subgroup_id()] = IGC_WORD_OF_##T(own);                                     \
        igc_workgroup_barrier();                                                                   \
        T all = IGC_##T##_OF_WORD(scratch[0]);                                                     \
        for (uint i = 1; i < igc_subgroup_count(); i++)                                            \
            all = igc_combine##OP##_##T(all, IGC_##T##_OF_WORD(scratch[i]));                       \
        igc_workgroup_barrier();                                                                   \
        return all;                                                                                \
    }

IGC_WITH_BARRIERS uint igc_scan(local ulong *scratch, const uint x, uint *total)
{
    const uint before = igc_subgroup_scan(x);
    if (igc_lane() == igc_subgroup_size() - 1)
        scratch[igc_subgroup_id()] = before + x;
    igc_workgroup_barrier();
    uint start = 0;
    uint sum = 0;
    for (uint i = 0; i < igc_subgroup_count(); i++) {
        start = i == igc_subgroup_id() ? sum : start;
        sum += (uint)scratch[i];
    }
    igc_workgroup_barrier();
    *total = sum;
    return start + before;
}

#endif

// OP has an underscore in front: a bare min or max, which are macros in PoCL, would be replaced on its
// way through these.
#define IGC_COLLECTIVE(T, OP, HOW, COMBINED)                                                       \
    static inline T igc_combine##OP##_##T(const T a, const T b) { return COMBINED; }               \
    IGC_SUBGROUP_##HOW(T, OP)                                                                      \
    IGC_WORKGROUP_REDUCTION(T, OP)

#define IGC_INTEGER_COLLECTIVES(T, SUM)                                                            \
    IGC_COLLECTIVE(T, _add, BUILTIN, SUM)                                                          \
    IGC_COLLECTIVE(T, _min, BUILTIN, min(a, b))                                                    \
    IGC_COLLECTIVE(T, _max, BUILTIN, max(a, b))                                                    \
    IGC_COLLECTIVE(T, _and, FOLD, a & b)                                                           \
    IGC_COLLECTIVE(T, _or, FOLD, a | b)                                                            \
    IGC_COLLECTIVE(T, _xor, FOLD, a ^ b)

#define IGC_FLOAT_COLLECTIVES(T)                                                                   \
    IGC_COLLECTIVE(T, _add, BUILTIN, a + b)                                                        \
    IGC_COLLECTIVE(T, _min, FOLD, fmin(a, b))                                                      \
    IGC_COLLECTIVE(T, _max, FOLD, fmax(a, b))

IGC_INTEGER_COLLECTIVES(int, igc_add_int(a, b))
IGC_INTEGER_COLLECTIVES(uint, a + b)
IGC_INTEGER_COLLECTIVES(long, igc_add_long(a, b))
IGC_INTEGER_COLLECTIVES(ulong, a + b)
IGC_FLOAT_COLLECTIVES(float)
#ifdef cl_khr_fp64
IGC_FLOAT_COLLECTIVES(double)
#endif

// Search in shared memory.

// The number of the last offset that is at most `value`. There is one offset for each work-item of the
// workgroup, in ascending order, and the first is at most `value`.
//
// The answer is one of the `count` from `low` on, always. Each round asks about the one in the middle
// and halves the count, whatever it finds: all work-items make the same rounds, whose number is known
// when this is compiled, and none branches.
static inline uint igc_search(const local uint *offsets, const uint value)
{
    uint low = 0;
    for (uint count = IGC_WORKGROUP_SIZE; count > 1; count -= count / 2)
        low += offsets[low + count / 2] <= value ? count / 2 : 0;
    return low;
}

// Queues: a workgroup's own pushes to a worklist, sent together.
//
// A queue is items in local memory and four words, `counts`. Three of the words take turns to say how
// many items were put into the queue since the last flush, so that a flush that finds none costs
// one barrier: in round r the count is counts[r % 3]. Before the barrier of the flush that ends round r,
// the first work-item clears the count of round r + 1. Nobody looks at that any more: it was the count
// of round r - 2, which was read before the barrier of round r - 1. And nobody adds to it before the
// barrier of round r. The fourth word is where the flush's items go.

// Items that a queue has room for.
#define IGC_QUEUE_SIZE (8 * IGC_WORKGROUP_SIZE)
#define IGC_QUEUE_WORDS 4

// At the start of a kernel: empty queues. A barrier must follow.
static inline void igc_queue_start(local uint *counts)
{
    if (igc_local_id() == 0)
        counts[0] = 0;
}

// Puts an item into the queue, or to the back of the worklist where the queue is full.
static inline void igc_enqueue(local uint *queue, local uint *counts, const uint round,
                               global uint *back, global uint *sizes, const uint turn,
                               const uint capacity, const uint item)
{
    const uint slot = igc_local_atomic_add_uint(counts + round, 1);
    if (slot < IGC_QUEUE_SIZE)
        queue[slot] = item;
    else
        igc_push(back, sizes, turn, capacity, item);
}

// Adds what is in the queue to the back of the worklist; the number of the next round.
IGC_WITH_BARRIERS uint igc_flush(const local uint *queue, local uint *counts, const uint round,
                                 global uint *back, global uint *sizes, const uint turn,
                                 const uint capacity)
{
    const uint next = round == 2 ? 0 : round + 1;
    if (igc_local_id() == 0)
        counts[next] = 0;
    igc_workgroup_barrier();
    const uint count = min(counts[round], (uint)IGC_QUEUE_SIZE);
    // The same for the whole workgroup, as the barriers within need it.
    if (count > 0) {
        igc_path_start();
        if (igc_local_id() == 0)
            counts[3] = igc_reserve(sizes, turn, capacity, count);
        igc_workgroup_barrier();
        const uint slot = counts[3];
        for (uint i = igc_local_id(); i < count; i += IGC_WORKGROUP_SIZE)
            if (slot + i < capacity)
                back[slot + i] = queue[i];
        igc_workgroup_barrier();
    }
    return next;
}

// Mutual exclusion on several nodes: try to own them all, or none.
//
// One word for each node says whether it is owned. Nobody waits, so no device has to promise that
// the owner goes on running. Nodes are taken in ascending order: who is refused was refused by an
// owner of a larger node than it holds itself, so of all that try at one time, the one that holds
// the largest is not refused. (After the Exclusive of IrGL, Pai and Pingali, OOPSLA 2016.)

static inline bool igc_try_lock(global uint *owner) { return igc_sync_cas(owner, 0u, 1u) == 0u; }
static inline void igc_unlock(global uint *owner) { igc_sync_store(owner, 0u); }

// Whether the node at this place needs a lock of its own: it is one of the graph's, and not the same
// as the one before. The nodes are in order.
static inline bool igc_owns_at(const uint *nodes, const uint i, const uint node_count)
{
    return nodes[i] < node_count && (i == 0 || nodes[i] != nodes[i - 1]);
}

// Gives back the first `count` nodes.
static inline void igc_disown(global uint *owners, const uint *nodes, const uint count,
                              const uint node_count)
{
    for (uint i = 0; i < count; i++)
        if (igc_owns_at(nodes, i, node_count))
            igc_unlock(owners + nodes[i]);
}

// Tries to own the nodes, which it brings into order.
static inline bool igc_own(global uint *owners, uint *nodes, const uint count, const uint node_count)
{
    for (uint i = 1; i < count; i++)
        for (uint j = i; j > 0 && nodes[j] < nodes[j - 1]; j--) {
            const uint larger = nodes[j - 1];
            nodes[j - 1] = nodes[j];
            nodes[j] = larger;
        }
    // Every work-item goes through all of the nodes here, and again to give back: llvmpipe (Mesa 22.3)
    // leaves locks taken where some leave a loop before others.
    bool owned = true;
    uint taken = 0;
    for (uint i = 0; i < count; i++) {
        if (owned && igc_owns_at(nodes, i, node_count))
            owned = igc_try_lock(owners + nodes[i]);
        if (owned)
            taken = i + 1;
    }
    for (uint i = 0; i < count; i++)
        if (!owned && i < taken && igc_owns_at(nodes, i, node_count))
            igc_unlock(owners + nodes[i]);
    return owned;
}

// An environment of workgroups that run at the same time, and a barrier among them.
//
// OpenCL does not promise that a workgroup that waits for another ever sees it run. But a workgroup
// that has started stays where it is until it ends (the occupancy-bound model), so those that are
// found to have started can wait for each other. A launch finds them by a poll: workgroups join while
// it is open, and what comes after it has closed leaves at once. (Sorensen, Donaldson, Batty,
// Gopalakrishnan and Rakamaric, "Portable inter-workgroup barrier synchronisation for GPUs", OOPSLA
// 2016; the poll here is one word and takes no lock.)
//
// The state is IGC_ENVIRONMENT words, and with IGC_BARRIER_FLAGS two more for each workgroup of the
// launch: zero before a launch, and zero again after it, as the last workgroup to leave sees to.

#define IGC_BARRIER_COUNTER 1 // an arrival counter, and a word that says which barrier was passed
#define IGC_BARRIER_FLAGS 2   // a word for each workgroup, gathered by one (Xiao and Feng, IPDPS 2010)
// Which of them, the host says when it builds the kernels; `igc bench barrier` times both.
#ifndef IGC_GRID_BARRIER
#define IGC_GRID_BARRIER IGC_BARRIER_COUNTER
#endif

// The words; those that workgroups poll while others write, each in a cache line of its own.
#define IGC_POLL 0u    // how many have joined, and whether the poll has closed
#define IGC_SIZE 32u   // how many take part, once that is known
#define IGC_ENDING 33u // behind which barrier all loops end, if they have to; see igc_has_room
#define IGC_LEFT 64u   // how many workgroups of the launch have left
#define IGC_COME 96u   // how many have come to the present barrier
#define IGC_PASSED 128u // the number of the last barrier that all came to
#define IGC_ENVIRONMENT 160u

#define IGC_CLOSED 0x80000000u

// Closes the poll. Whoever does it says how many had joined until then.
static inline void igc_close(global uint *environment)
{
    const uint poll = igc_sync_or(environment + IGC_POLL, IGC_CLOSED);
    if ((poll & IGC_CLOSED) == 0u)
        igc_sync_store(environment + IGC_SIZE, poll);
}

// Joins the environment, for a whole workgroup; no workgroups at all for one that came too late. It
// closes when all of the launch have joined, or when one has looked `patience` times for others.
static inline igc_grid igc_poll(global uint *environment, const uint patience)
{
    igc_grid grid = {0u, 0u};
    const uint joined = igc_sync_add(environment + IGC_POLL, 1u);
    if ((joined & IGC_CLOSED) == 0u) {
        if (joined + 1u == (uint)get_num_groups(0))
            igc_close(environment);
        grid.group = joined;
        grid.groups = igc_sync_load(environment + IGC_SIZE);
        // Ends, because whoever waits here closes the poll itself in time, and whoever closes it runs.
        for (uint looks = 0u; grid.groups == 0u; looks++) {
            if (looks == patience)
                igc_close(environment);
            grid.groups = igc_sync_load(environment + IGC_SIZE);
        }
    }
    return grid;
}

// Joins the environment. `place` is two words of local memory.
IGC_WITH_BARRIERS igc_grid igc_join(global uint *environment, const uint patience, local uint *place)
{
    if (igc_local_id() == 0) {
        const igc_grid found = igc_poll(environment, patience);
        place[0] = found.group;
        place[1] = found.groups;
    }
    igc_workgroup_barrier();
    const igc_grid grid = {place[0], place[1]};
    return grid;
}

// Whether the workgroup is in the environment.
static inline bool igc_is_member(const igc_grid grid) { return grid.groups != 0u; }

// Leaves, whether or not the workgroup took part: the last one makes the words ready for another launch.
// (Where ways with barriers and without meet there is another. PoCL 3.1 compiled some loops wrongly
// that had none there.)
IGC_WITH_BARRIERS void igc_leave(global uint *environment, const igc_grid grid)
{
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
#if IGC_GRID_BARRIER == IGC_BARRIER_FLAGS
        if (igc_is_member(grid)) {
            igc_store_uint(environment + IGC_ENVIRONMENT + grid.group, 0u);
            igc_store_uint(environment + IGC_ENVIRONMENT + (uint)get_num_groups(0) + grid.group, 0u);
        }
#endif
        if (igc_sync_add(environment + IGC_LEFT, 1u) + 1u == (uint)get_num_groups(0)) {
            igc_store_uint(environment + IGC_POLL, 0u);
            igc_store_uint(environment + IGC_SIZE, 0u);
            igc_store_uint(environment + IGC_ENDING, 0u);
            igc_store_uint(environment + IGC_LEFT, 0u);
            igc_store_uint(environment + IGC_COME, 0u);
            igc_store_uint(environment + IGC_PASSED, 0u);
        }
    }
}

// Waits for all workgroups of the environment, and for what they did to global memory. Barriers are
// numbered from 1 on. The first work-item of a workgroup acts for it: the workgroup's own barriers hand
// on what it releases and acquires.
#if IGC_GRID_BARRIER == IGC_BARRIER_COUNTER

IGC_WITH_BARRIERS void igc_grid_barrier(global uint *environment, const igc_grid grid, const uint number)
{
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
        if (igc_sync_add(environment + IGC_COME, 1u) + 1u == grid.groups) {
            igc_store_uint(environment + IGC_COME, 0u);
            igc_sync_store(environment + IGC_PASSED, number);
        } else {
            // Ends when the last of the environment has come: all of it runs. None can be further than
            // this barrier, which needs this workgroup.
            while (igc_sync_load(environment + IGC_PASSED) != number)
                ;
        }
    }
    igc_workgroup_barrier();
}

#else // IGC_BARRIER_FLAGS

IGC_WITH_BARRIERS void igc_grid_barrier(global uint *environment, const igc_grid grid, const uint number)
{
    global uint *come = environment + IGC_ENVIRONMENT;
    global uint *passed = come + (uint)get_num_groups(0);
    igc_workgroup_barrier();
    if (grid.group == 0u) {
        igc_path_start();
        // The first workgroup gathers the others, each of its work-items some.
        for (uint other = 1u + igc_local_id(); other < grid.groups;
             other += IGC_WORKGROUP_SIZE) {
            // Ends when that workgroup has come: all of the environment runs.
            while (igc_sync_load(come + other) != number)
                ;
        }
        igc_workgroup_barrier();
        for (uint other = 1u + igc_local_id(); other < grid.groups;
             other += IGC_WORKGROUP_SIZE)
            igc_sync_store(passed + other, number);
    } else if (igc_local_id() == 0) {
        igc_sync_store(come + grid.group, number);
        // Ends when the first workgroup has gathered all: it runs.
        while (igc_sync_load(passed + grid.group) != number)
            ;
    }
    igc_workgroup_barrier();
}

#endif

// An outlined loop: what the host would keep and do between two launches.

// How a loop ended; as the schedule's results have it.
#define IGC_DONE 0u
#define IGC_OVERFLOW 1u  // a worklist ran out of room
#define IGC_ROUNDS 2u    // more rounds than allowed
#define IGC_SEED_NODE 3u // a worklist was to start with what is no node

// What every work-item keeps for itself, the same in all of them. Once the status is not IGC_DONE, no
// loop goes on.
typedef struct {
    uint status;
    uint node;        // the node, with IGC_SEED_NODE
    uint worklist;    // and the worklist
    uint barriers;    // the number of the last grid barrier
    ulong rounds;     // of all loops
    ulong most_rounds;
    ulong launches;   // calls of kernels
} igc_run;

static inline igc_run igc_start(const ulong rounds, const ulong most_rounds)
{
    const igc_run run = {IGC_DONE, 0u, 0u, 0u, rounds, most_rounds, 0ul};
    return run;
}

// Whether a loop goes on whose condition is `wanted`: a further round, then. All of a workgroup ask
// together, and nobody goes on before all have asked: a round may use the local memory of the one before.
// (With a barrier where the loop is entered, and without branches, compilers leave the loop as it is.
// PoCL copies what follows a barrier that some ways lead past.)
IGC_WITH_BARRIERS bool igc_next_round(igc_run *run, const bool wanted)
{
    igc_workgroup_barrier();
    const bool goes_on = wanted & (run->status == IGC_DONE);
    run->rounds += goes_on ? 1ul : 0ul;
    run->status = (goes_on & (run->rounds > run->most_rounds)) ? IGC_ROUNDS : run->status;
    return goes_on & (run->status == IGC_DONE);
}

// How the answer of `igc_takes` is kept; a device may need `volatile` (quirk `intel-cpu-arms`).
#ifndef IGC_TAKEN
#define IGC_TAKEN
#endif

// Whether an arm of a conditional is taken, in which the workgroup may wait. All of a workgroup ask together,
// for the same reasons.
IGC_WITH_BARRIERS bool igc_takes(const bool wanted)
{
    igc_workgroup_barrier();
    const IGC_TAKEN bool taken = wanted;
    return taken;
}

// How many items wait on a worklist. That some found no room ends the loop.
static inline uint igc_waiting(igc_run *run, const global uint *sizes, const uint turn,
                               const uint capacity)
{
    const uint waiting = igc_load_uint(sizes + (turn + 1u) % 3u);
    if (waiting > capacity && run->status == IGC_DONE)
        run->status = IGC_OVERFLOW;
    return waiting;
}

// Whether this worklist, too, had room for all pushes: a loop may wait for ever for one that found none.
// The first work-item looks, and if there was none, all loops end behind the next barrier. All decide alike
// without a barrier of their own, since all who come here have passed as many, and those who have passed
// that one see what was noted before it.
static inline bool igc_has_room(igc_run *run, global uint *environment, const igc_grid grid,
                                const global uint *sizes)
{
    if (igc_global_id(grid) == 0u && igc_load_uint(sizes + 3u) != 0u
        && igc_load_uint(environment + IGC_ENDING) == 0u)
        igc_store_uint(environment + IGC_ENDING, run->barriers + 1u);
    const uint ending = igc_load_uint(environment + IGC_ENDING);
    const bool ends = ending != 0u && run->barriers >= ending;
    run->status = (ends && run->status == IGC_DONE) ? IGC_OVERFLOW : run->status;
    return !ends;
}

// Exchanges two variables of type T.
#define IGC_SWAP(T, a, b)                                                                       \
    do {                                                                                        \
        T igc_kept = a;                                                                         \
        a = b;                                                                                  \
        b = igc_kept;                                                                           \
    } while (0)

// Makes the back side of a worklist the front side, before a call that reads it.
#define IGC_TURN(turn, turned)                                                                  \
    do {                                                                                        \
        turn = (turn + 1u) % 3u;                                                                \
        turned ^= 1u;                                                                           \
    } while (0)

// A side of a worklist: itself, or the other one after an odd number of turns.
static inline global uint *igc_side(global uint *side, global uint *other, const uint turned)
{
    return turned ? other : side;
}

// Empties both sides of a worklist. That room was missing stays known.
static inline void igc_clear(const igc_grid grid, global uint *sizes)
{
    if (igc_global_id(grid) == 0u)
        for (uint i = 0u; i < 3u; i++)
            igc_store_uint(sizes + i, 0u);
}

// Notes how many items a worklist starts with.
static inline void igc_seeded(global uint *sizes, const uint turn, const uint capacity, const uint count)
{
    igc_store_uint(sizes + turn, 0u);
    igc_store_uint(sizes + (turn + 1u) % 3u, count);
    igc_store_uint(sizes + (turn + 2u) % 3u, 0u);
    if (count > capacity)
        igc_atomic_max_uint(sizes + 3u, count);
}

// Empties a worklist and pushes every node.
static inline void igc_seed_nodes(const igc_grid grid, global uint *back, global uint *sizes,
                                  const uint turn, const uint capacity, const uint node_count)
{
    const uint end = min(node_count, capacity);
    for (uint i = igc_global_id(grid); i < end; i += igc_global_size(grid))
        back[i] = i;
    if (igc_global_id(grid) == 0u)
        igc_seeded(sizes, turn, capacity, node_count);
}

// Empties a worklist, whose number is `worklist`, and pushes these items; none where one is no node.
static inline void igc_seed(const igc_grid grid, igc_run *run, const uint worklist, const uint *items,
                            const uint count, global uint *back, global uint *sizes, const uint turn,
                            const uint capacity, const uint node_count)
{
    for (uint i = 0u; i < count; i++)
        if (items[i] >= node_count && run->status == IGC_DONE) {
            run->status = IGC_SEED_NODE;
            run->node = items[i];
            run->worklist = worklist;
        }
    if (igc_global_id(grid) == 0u) {
        for (uint i = 0u; i < min(count, capacity); i++)
            back[i] = items[i];
        igc_seeded(sizes, turn, capacity, run->status == IGC_DONE ? count : 0u);
    }
}

// Writes every element of an array.
#define IGC_FILL(T)                                                                             \
    static inline void igc_fill_##T(const igc_grid grid, global T *array, const uint length,    \
                                    const T value)                                              \
    {                                                                                           \
        for (uint i = igc_global_id(grid); i < length; i += igc_global_size(grid))              \
            array[i] = value;                                                                   \
    }

IGC_FILL(uint)
IGC_FILL(int)
IGC_FILL(ulong)
IGC_FILL(long)
IGC_FILL(float)
#ifdef cl_khr_fp64
IGC_FILL(double)
#endif
