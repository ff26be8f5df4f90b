// The dialect: the features of the device, defined by macros when the program is built.
//
//   IGC_ATOMICS       12  OpenCL 1.2: volatile accesses, atom(ic)_* functions and fences
//                     20  C11 atomics at device scope (OpenCL C 2.0, or 3.0 with the feature)
//                     70  NVIDIA's PTX on global memory, for compute capability 7.0 and later
//   IGC_WIDE_ATOMICS  0   64-bit atomics use locks
//                     1   64-bit atomics work like 32-bit ones
//   IGC_FLOAT_ATOMICS 0   floats are added by compare-and-swap
//                     1   floats are added by the device's own operation, if it has one
//   IGC_SUBGROUPS     0   none: a subgroup is one work-item
//                     1   cl_khr_subgroups, or OpenCL C 3.0 with the feature
//                     2   warps of 32, by NVIDIA's PTX; the workgroup size must be a multiple of 32
//                     3   cl_intel_subgroups
//   IGC_SUBGROUP_SIZE     the subgroup size that every kernel requires, if defined
//   IGC_PTX               NVIDIA's compute capability, such as 90 for 9.0; 0 for other devices
//   IGC_LIBCLC            OpenCL's functions are those of LLVM's libclc, if defined
//
// Further macros describe the launches:
//
//   IGC_WORKGROUP_SIZE  number of work-items of a workgroup
//   IGC_BLOCKS          each workgroup has consecutive elements of loops over nodes and edges, if defined
//
// The text of the kernels is the same for every dialect. Only this library depends on the dialect.

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

// A product and a sum are rounded separately, as in the reference interpreter.
#pragma OPENCL FP_CONTRACT OFF

// Arithmetic that the language defines and C leaves undefined: signed integers wrap, division by zero
// yields zero, and -0 is smaller than 0. Unsigned integers need functions only for division and remainder.

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

// The number of zeros after the lowest bit that is one, or the width of the type for zero.
static inline uint igc_ctz_uint(const uint x) { return popcount(~x & (x - 1)); }
static inline ulong igc_ctz_ulong(const ulong x) { return popcount(~x & (x - 1)); }

// The bits of a float. They are the same for every NaN, because devices differ in the NaN that they compute.
static inline uint igc_bits_float(const float x) { return isnan(x) ? 0x7fc00000u : as_uint(x); }
#ifdef cl_khr_fp64
static inline ulong igc_bits_double(const double x) { return isnan(x) ? 0x7ff8000000000000ul : as_ulong(x); }
#endif

// Minima and maxima of floats, whose bits are those of the integer type B. If one operand is NaN, the result
// is the other one. `fmin` and `fmax` may return either of two zeros. Two numbers that are equal have the same
// bits, except for the signs of zeros: `|` keeps the sign of -0, and `&` that of 0.
// NVIDIA's instructions order the zeros.
#if IGC_PTX
#define IGC_EXTREMA(T, B)                                                                       \
    static inline T igc_min_##T(const T a, const T b) { return fmin(a, b); }                           \
    static inline T igc_max_##T(const T a, const T b) { return fmax(a, b); }
#else
#define IGC_EXTREMA(T, B)                                                                       \
    static inline T igc_min_##T(const T a, const T b)                                           \
    {                                                                                           \
        return a == b ? as_##T(as_##B(a) | as_##B(b)) : fmin(a, b);                             \
    }                                                                                           \
    static inline T igc_max_##T(const T a, const T b)                                           \
    {                                                                                           \
        return a == b ? as_##T(as_##B(a) & as_##B(b)) : fmax(a, b);                             \
    }
#endif

IGC_EXTREMA(float, uint)
#ifdef cl_khr_fp64
IGC_EXTREMA(double, ulong)
#endif

// Converts a float to an integer: the fraction is cut off, a value out of range becomes the nearest
// value in range, and NaN becomes 0. The result is the same as that of `convert_T_sat`, but PoCL expands
// `convert_T_sat` to far more code.
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

// The positions of the elements of arrays that have several elements for each node or edge.
//
// A device chooses one of two layouts when it builds the kernels, and the host uses the same layout to
// copy arrays:
//
// - by row: the elements of a node follow each other. A work-item that reads several elements of its node
//   reads one cache line.
// - by element (IGC_BY_ELEMENT): element 0 of all nodes, then element 1 of all nodes. Neighbouring
//   work-items that read the same element of neighbouring nodes read one cache line.
//
// Positions have 64 bits, because an array may have more than 2^32 elements.

static inline size_t igc_at(const size_t row, const uint element, const size_t rows, const uint length)
{
#ifdef IGC_BY_ELEMENT
    return element * rows + row;
#else
    return row * length + element;
#endif
}

// The position of a work-item in its groups, and the barriers of the groups.

// Every kernel is launched with workgroups of exactly this size and, if a subgroup size is required, with
// subgroups of that size.
#if defined(IGC_SUBGROUP_SIZE) && IGC_SUBGROUPS != 2
#define IGC_WORKGROUP                                                                              \
    __attribute__((reqd_work_group_size(IGC_WORKGROUP_SIZE, 1, 1)))                                \
    __attribute__((intel_reqd_sub_group_size(IGC_SUBGROUP_SIZE)))
#else
#define IGC_WORKGROUP __attribute__((reqd_work_group_size(IGC_WORKGROUP_SIZE, 1, 1)))
#endif

static inline uint igc_local_id(void) { return (uint)get_local_id(0); }
static inline uint igc_local_size(void) { return IGC_WORKGROUP_SIZE; }

// The position of a workgroup in its grid. Code uses this value instead of OpenCL's functions, because
// only some workgroups of the launch take part in an outlined loop, and they have new numbers (grid.cl).
typedef struct {
    uint group;      // this workgroup's number
    uint groups;     // number of workgroups
    bool has_blocks; // each workgroup has a block of the elements of a loop
} igc_grid;

#ifdef IGC_BLOCKS
#define IGC_HAS_BLOCKS true
#else
#define IGC_HAS_BLOCKS false
#endif

// The grid that consists of the whole launch.
static inline igc_grid igc_launch(void)
{
    const igc_grid grid = {(uint)get_group_id(0), (uint)get_num_groups(0), IGC_HAS_BLOCKS};
    return grid;
}

// The global id of the workgroup's first work-item.
static inline uint igc_group_start(const igc_grid grid) { return grid.group * IGC_WORKGROUP_SIZE; }
static inline uint igc_global_id(const igc_grid grid) { return igc_group_start(grid) + igc_local_id(); }
static inline uint igc_global_size(const igc_grid grid) { return grid.groups * IGC_WORKGROUP_SIZE; }

// The loop of a work-item over its share of `count` nodes or edges:
//
//     for (uint i = igc_first(grid, count); i < igc_end(grid, count); i += igc_step(grid))
//
// With IGC_BLOCKS, each workgroup of a launch has consecutive elements, whose number is a multiple of the size
// of the workgroup. Otherwise, and in outlined loops, the distribution is cyclic, and the end is `count`.
// `igc_first_of_group` is where the first work-item of the workgroup starts.

// Most launches have a work-item for each element, and need no division.
static inline uint igc_block_size(const igc_grid grid, const uint count)
{
    const uint most = (count + (IGC_WORKGROUP_SIZE - 1u)) / IGC_WORKGROUP_SIZE;
    const uint each = most <= grid.groups ? 1u : (most + (grid.groups - 1u)) / grid.groups;
    return each * IGC_WORKGROUP_SIZE;
}

static inline uint igc_first_of_group(const igc_grid grid, const uint count)
{
    return grid.has_blocks ? grid.group * igc_block_size(grid, count) : igc_group_start(grid);
}

static inline uint igc_first(const igc_grid grid, const uint count)
{
    return igc_first_of_group(grid, count) + igc_local_id();
}

static inline uint igc_end(const igc_grid grid, const uint count)
{
    return grid.has_blocks ? min((grid.group + 1u) * igc_block_size(grid, count), count) : count;
}

static inline uint igc_step(const igc_grid grid)
{
    return grid.has_blocks ? IGC_WORKGROUP_SIZE : igc_global_size(grid);
}

// The attributes of functions that contain barriers. They are always inlined, because PoCL 3.1 crashes when
// it compiles such a function that is called from two places and not inlined.
#define IGC_WITH_BARRIERS __attribute__((always_inline)) static inline

// The qualifier of the end of a loop over a work-item's share of a range, unless the end is an argument. If
// LLVM can derive facts about the end, PoCL may treat the loop as uniform. Work-items without a share then
// execute it like the first work-item, and write past the end. (PoCL 3.1 did so for ranges of known length,
// and 5.0 and 6.0 did so for reductions in outlined loops.) LLVM derives nothing about a volatile value.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define IGC_SHARE_END volatile
#else
#define IGC_SHARE_END const
#endif

// Marks the start of a path that contains barriers and that a workgroup may or may not take: the body of
// a loop, a branch of a conditional, or the code after a `break`. Only PoCL needs these marks.
//
// PoCL treats barriers on such a path as conditional, and adds another barrier at the start of the path. If a
// block then contains only a barrier and a branch, PoCL does one of two things:
//
// - It assumes that the branch is uniform, and all work-items branch like the first one.
// - It adds a barrier to one of the two paths after the branch, although that path need not be taken. Up to
//   PoCL 3.1, the code is then duplicated for each such path, so its size doubles with each barrier. In 5.0
//   and 6.0, the effects of that path are lost.
//
// (See ImplicitConditionalBarriers.cc and CanonicalizeBarriers.cc, before commit ab3ed1c of July 2026.)
//
// A mark is a statement that no compiler removes. Each mark differs from all others, because compilers move
// equal statements of two paths to before the branch. Empty assembly is the cheapest mark, but PoCL 5.0
// crashes on it.
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

// Marks the end of a path that joins other paths before a barrier, such as the end of a round before the head
// of its loop. Without the mark, compilers move equal statements at the ends of two such paths to the join,
// before the barrier. PoCL 3.1's passes recurse infinitely on a loop with such a head.
#define igc_path_end() igc_path_start()

// Waits for all work-items of the workgroup, and makes their earlier memory accesses visible.
IGC_WITH_BARRIERS void igc_workgroup_barrier(void)
{
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    // The code after a barrier needs a mark for the same reason as the start of a path.
    igc_path_start();
}

// The condition of a loop that contains barriers. All work-items of the workgroup evaluate it together.
//
// PoCL 3.1 copies the code after a barrier that some paths skip, so the code after such a loop doubles
// with each loop. A barrier in the head of the loop, which no path skips, avoids this: three kernels in an
// outlined loop build in 0.7 s and not in 6 s, and the growth is linear. Other drivers need no barrier.
#ifdef POCL_DEVICE_ADDRESS_BITS
IGC_WITH_BARRIERS bool igc_continues(const bool wanted)
{
    igc_workgroup_barrier();
    return wanted;
}
#else
static inline bool igc_continues(const bool wanted) { return wanted; }
#endif

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

// Workgroups consist of whole warps, with their work-items in order.
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

// Ordered accesses to global memory, at device scope. All writes of a work-item before it stores a value
// (release) are visible to work-items that load this value (acquire). Read-modify-writes are both.

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

// 64-bit atomics under locks, for devices without 64-bit atomics.
//
// A kernel has IGC_LOCKS locks, words of global memory that are zero when free. The accessed address
// selects the lock, and two addresses may share a lock. Loads and stores also take the lock, because such a
// device may read and write the two halves of 64 bits separately.
//
// A work-item whose lock is taken tries again. The loop ends on devices whose subgroups run in lockstep,
// because the holder of a lock releases it in the same round of the loop. It also ends on devices that run
// the work-items of a workgroup one after the other, because the holder does not wait for anything. (The
// condition of the loop is volatile. Otherwise compilers such as Intel's move the locked access to after the
// loop, where work-items in lockstep wait for each other while one of them holds the lock.)

#define IGC_LOCKS 1024u

#if IGC_WIDE_ATOMICS == 0

// Orders accesses to local memory, because a lock in global memory does not order them.
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

// An access under its lock: reads `old`, and writes NEXT, an expression of `old` and `x`.
#define IGC_LOCKED(T, P, SPACE, NEXT)                                                              \
    global uint *const lock = igc_lock_of(locks, (size_t)p);                                       \
    T old = 0;                                                                                     \
    volatile bool done = false;                                                                    \
    while (!done) { /* ends: see the top of this file */                                       \
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

// Relaxed accesses to the elements of arrays that have fewer bits than their type: 8 or 16.
//
// A load extends the bits with zeros, and a store writes the low bits. OpenCL has no atomics on such elements.
// Without PTX, the accesses are volatile. No device is known that tears an aligned access to a byte or to 16
// bits, or that changes neighbouring bytes in a store.

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

// Relaxed atomics on floats, with the same functions as atomics.cl has for integers.
//
// Atomics access a float as the integer type B of the same width. Minima and maxima are those of
// arithmetic.cl, and use a compare-and-swap loop. The loop ends because an attempt fails only if another
// work-item succeeds. If the device has no atomics on floats, sums and exchanges use such a loop, too.

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

// Worklists: double-buffered bags of items. Kernels read the front buffer and push to the back buffer.
//
// A worklist consists of two buffers of `capacity` items, which have 32, 64 or 128 bits each, and four words,
// `sizes`. An item of 128 bits is a pair of values of 64 bits. The first three words rotate through three
// purposes: the size of the front buffer, the size of the back buffer, and a spare. The phase of the worklist
// is the index of the front buffer's size: 0, 1 or 2. The next word is the back buffer's size, and the word
// after that is the spare. A swap of the two buffers adds one to the phase, mod 3. Each launch that reads the
// worklist clears the spare, which becomes the back buffer's size at the next swap. Therefore no extra kernel
// and no write by the host is needed between two launches. The fourth word is zero until a push finds no
// room. It then holds the capacity that would have been enough.

// Clears the spare size, at the start of a kernel that reads the worklist.
static inline void igc_clear_spare_size(const igc_grid grid, global uint *sizes, const uint phase)
{
    if (igc_global_id(grid) == 0)
        sizes[(phase + 2) % 3] = 0;
}

// Returns the number of items in the front buffer. A size word also counts pushes that found no room.
static inline uint igc_worklist_size(const global uint *sizes, const uint phase, const uint capacity)
{
    return min(sizes[phase], capacity);
}

// Reserves slots for `count` items in the back buffer, and returns the index of the first slot. The caller
// must drop items whose slots are beyond the capacity. The host detects such items by the fourth size word,
// and restarts the run with a larger worklist.
static inline uint igc_reserve(global uint *sizes, const uint phase, const uint capacity,
                               const uint count)
{
    const uint slot = igc_atomic_add_uint(sizes + (phase + 1) % 3, count);
    if (slot + count > capacity)
        igc_atomic_max_uint(sizes + 3, slot + count);
    return slot;
}

// The qualifier of the index of a push. Some devices need `volatile` (quirk `intel-cpu-pushes`).
#ifndef IGC_PLACE
#define IGC_PLACE const
#endif

// Reserves a slot for one item of this work-item. A policy for the device may choose the way, IGC_PUSHES:
//
//   0  each work-item executes an atomic addition
//   1  those work-items of a warp that push at the same time execute one atomic addition, if the device has
//      PTX's warps; otherwise as 0
//
// The second way is "warp-aggregated atomics" (Adinetz, "CUDA Pro Tip: Optimized Filtering with
// Warp-Aggregated Atomics", 2014). All work-items of the warp that execute a push push to the same worklist.
#ifndef IGC_PUSHES
#define IGC_PUSHES 0
#endif

#if IGC_PUSHES == 1 && IGC_SUBGROUPS == 2
static inline uint igc_reserve_one(global uint *sizes, const uint phase, const uint capacity)
{
    uint together;
    asm volatile("activemask.b32 %0;" : "=r"(together));
    const uint first = popcount((together & -together) - 1);
    uint start = 0;
    if (igc_lane() == first)
        start = igc_reserve(sizes, phase, capacity, popcount(together));
    uint slot;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, %3;"
                 : "=r"(slot)
                 : "r"(start), "r"(first), "r"(together));
    return slot + popcount(together & ((1u << igc_lane()) - 1));
}
#else
static inline uint igc_reserve_one(global uint *sizes, const uint phase, const uint capacity)
{
    return igc_reserve(sizes, phase, capacity, 1);
}
#endif

// Adds an item to the back buffer, or drops it if the buffer is full.
static inline void igc_push(global uint *back, global uint *sizes, const uint phase,
                            const uint capacity, const uint item)
{
    IGC_PLACE uint slot = igc_reserve_one(sizes, phase, capacity);
    if (slot < capacity)
        back[slot] = item;
}

// The same for items of 64 bits, of which each has two words of the buffer.
static inline void igc_push_wide(global uint *back, global uint *sizes, const uint phase,
                                 const uint capacity, const ulong item)
{
    IGC_PLACE uint slot = igc_reserve_one(sizes, phase, capacity);
    if (slot < capacity)
        ((global ulong *)back)[slot] = item;
}

// The same for pairs, of which each has four words of the buffer.
static inline void igc_push_pair(global uint *back, global uint *sizes, const uint phase,
                                 const uint capacity, const ulong2 item)
{
    IGC_PLACE uint slot = igc_reserve_one(sizes, phase, capacity);
    if (slot < capacity)
        ((global ulong2 *)back)[slot] = item;
}

// Returns an item of 64 bits.
static inline ulong igc_wide_item(const global uint *front, const uint index)
{
    return ((const global ulong *)front)[index];
}

// Returns a pair.
static inline ulong2 igc_pair_item(const global uint *front, const uint index)
{
    return ((const global ulong2 *)front)[index];
}

// The algorithm of the collectives of workgroups, IGC_RANKING, which a policy for the device may choose:
//
//   1  serial: the first work-item combines all values
//   2  Hillis-Steele: a scan has log₂ n rounds, in which each work-item adds one value
//   3  Brent-Kung: a scan is a tree, with 2 log₂ n rounds and about 2n additions in all
//   4  workgroup: OpenCL C's own scan of a workgroup, work_group_scan_exclusive_add
//   5  subgroup: each subgroup combines its own values, and then all work-items combine the results
//
// Reductions have one tree for 2 and 3, and use 5 for 4. Without the macro, or on a device that lacks an
// algorithm, the algorithm is 5 if subgroups exist, and otherwise 1.
//
// (Hillis and Steele, "Data Parallel Algorithms", 1986; Brent and Kung, "A Regular Layout for Parallel
// Adders", 1982.)

#if IGC_SUBGROUPS == 0
#define IGC_USUAL_RANKING 1
#else
#define IGC_USUAL_RANKING 5
#endif

// Whether OpenCL C has functions for workgroups: in 2.0, and in 3.0 with the feature. Intel's compiler
// defines the feature for 1.2, too, but not the functions.
#if __OPENCL_C_VERSION__ >= 200 && __OPENCL_C_VERSION__ < 300                                      \
    || __OPENCL_C_VERSION__ >= 300 && defined(__opencl_c_work_group_collective_functions)
#define IGC_WORKGROUP_FUNCTIONS 1
#else
#define IGC_WORKGROUP_FUNCTIONS 0
#endif

#ifndef IGC_RANKING
#define IGC_RANKING IGC_USUAL_RANKING
#elif IGC_RANKING == 4 && !IGC_WORKGROUP_FUNCTIONS || IGC_RANKING == 5 && IGC_SUBGROUPS == 0
#undef IGC_RANKING
#define IGC_RANKING IGC_USUAL_RANKING
#endif

#if IGC_RANKING < 1 || IGC_RANKING > 5
#error "IGC_RANKING must be 1, 2, 3, 4 or 5"
#endif

// Number of words of local memory that a collective of a workgroup needs: one word for each work-item, for
// some algorithms one for the result, and for some two words for each work-item. Subgroups need one word for
// each subgroup; their number is not always known.
#if IGC_RANKING == 2
#define IGC_SCRATCH_SIZE (2 * IGC_WORKGROUP_SIZE)
#elif IGC_RANKING == 5 && IGC_SUBGROUPS == 2
#define IGC_SCRATCH_SIZE (IGC_WORKGROUP_SIZE / 32)
#else
#define IGC_SCRATCH_SIZE (IGC_WORKGROUP_SIZE + 1)
#endif

// Collectives: all work-items of a group contribute a value, and each gets a result.
//
//   igc_subgroup_OP_T(x)            the values of a subgroup, combined by OP
//   igc_workgroup_OP_T(scratch, x)  the values of a workgroup, combined by OP; also a barrier
//
// OP is `add`, `min` or `max`, and for integers also `and`, `or` or `xor`. Sums of integers wrap. Minima and
// maxima of floats are those of arithmetic.cl. Floats are added in an order that depends on the device.
// The algorithm of a workgroup is IGC_RANKING (ranking.cl).
//
// No barrier is necessary between two collectives of a workgroup. They communicate through `scratch`,
// IGC_SCRATCH_SIZE words of local memory, which nothing else may access meanwhile. A value of any type
// occupies one word, as its bits. Therefore no memory is accessed as two types, and a collective of one
// type does not overwrite a result of another type that is still read.

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

// Subgroups.
//
// BUILTIN uses OpenCL C's function for the operator. FOLD combines the values by `igc_combine`, for operators
// without a suitable function: OpenCL C does not define how its minima and maxima treat NaN and the signs of
// zeros, and has `and`, `or` and `xor` only in extensions.

#if IGC_SUBGROUPS == 0

#define IGC_SUBGROUP_BUILTIN(T, OP)                                                                \
    static inline T igc_subgroup##OP##_##T(const T x) { return x; }
#define IGC_SUBGROUP_FOLD(T, OP) IGC_SUBGROUP_BUILTIN(T, OP)

#elif IGC_SUBGROUPS == 1 || IGC_SUBGROUPS == 3

#define IGC_SUBGROUP_BUILTIN(T, OP)                                                                \
    static inline T igc_subgroup##OP##_##T(const T x) { return sub_group_reduce##OP(x); }

// The value of `x` in another lane of the subgroup.
#if IGC_SUBGROUPS == 3
#define IGC_SHUFFLE(x, lane) intel_sub_group_shuffle(x, lane)
#elif defined(cl_khr_subgroup_shuffle)
#define IGC_SHUFFLE(x, lane) sub_group_shuffle(x, lane)
#endif

#ifdef IGC_SHUFFLE
// Each round halves the number of lanes that hold a value. If the number is odd, the middle lane keeps its
// value, so the function also works in the last subgroup of a workgroup, which may be smaller. The last
// line does not use `sub_group_broadcast`, because Intel's runtime for CPUs moves a broadcast to the use of
// its result, where not all work-items may execute it.
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
// Broadcasts the values of the lanes one after the other.
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

// Returns the value of the work-item whose lane number differs from this one's in these bits.
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

// From compute capability 8.0 on, one instruction combines 32-bit integers.
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

// Returns the value of the work-item `by` lanes before this one, or its own value if no such lane exists.
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

// Workgroups.

#if IGC_RANKING == 1

// The first work-item combines all values. On a CPU, a workgroup is a loop on one core, and a barrier ends one
// loop and starts another. A tree would need as many operations, and one barrier for each of its levels.
//
// There is no race. Before the first barrier each work-item writes its own word. Between the two
// barriers, only the first work-item accesses `scratch`. After the second barrier, all work-items read
// the result, and the next collective writes it only after its own first barrier; until then, each
// work-item writes only its own word.
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

#elif IGC_RANKING == 2 || IGC_RANKING == 3

// A tree in local memory. Each round halves the number of words that hold a value. If the number is odd, the
// middle word keeps its value.
#define IGC_WORKGROUP_REDUCTION(T, OP)                                                             \
    IGC_WITH_BARRIERS T igc_workgroup##OP##_##T(local ulong *scratch, const T x)                   \
    {                                                                                              \
        const uint own = igc_local_id();                                                           \
        scratch[own] = IGC_WORD_OF_##T(x);                                                         \
        igc_workgroup_barrier();                                                                   \
        for (uint count = IGC_WORKGROUP_SIZE; igc_continues(count > 1); count -= count / 2) {      \
            igc_path_start();                                                                      \
            if (own < count / 2) {                                                                 \
                const ulong other = scratch[own + (count + 1) / 2];                                \
                const T both = igc_combine##OP##_##T(IGC_##T##_OF_WORD(scratch[own]),              \
                                                     IGC_##T##_OF_WORD(other));                    \
                scratch[own] = IGC_WORD_OF_##T(both);                                              \
            }                                                                                      \
            igc_workgroup_barrier();                                                               \
        }                                                                                          \
        const T all = IGC_##T##_OF_WORD(scratch[0]);                                               \
        igc_workgroup_barrier();                                                                   \
        return all;                                                                                \
    }

#else

// Each subgroup first combines its own values. The results are so few that every work-item combines all of
// them, which needs no further barrier. The second barrier prevents the next collective from overwriting
// words that are still read.
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

#endif

// OP starts with an underscore. Otherwise the names min and max, which are macros in PoCL, would be
// expanded in the arguments.
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
    IGC_COLLECTIVE(T, _min, FOLD, igc_min_##T(a, b))                                               \
    IGC_COLLECTIVE(T, _max, FOLD, igc_max_##T(a, b))

IGC_INTEGER_COLLECTIVES(int, igc_add_int(a, b))
IGC_INTEGER_COLLECTIVES(uint, a + b)
IGC_INTEGER_COLLECTIVES(long, igc_add_long(a, b))
IGC_INTEGER_COLLECTIVES(ulong, a + b)
IGC_FLOAT_COLLECTIVES(float)
#ifdef cl_khr_fp64
IGC_FLOAT_COLLECTIVES(double)
#endif

// The scan of a workgroup:
//
//   igc_scan(scratch, x, &total)    the sum of the values of all previous work-items of the
//                                   workgroup, and in `total` the sum of all; also a barrier
//
// It is a collective, with the rules of collective.cl. The algorithm is IGC_RANKING (ranking.cl).

#if IGC_RANKING == 1

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

#elif IGC_RANKING == 2

// Each round reads one half of `scratch`, which starts at `from`, and writes the other, so that one barrier is enough.
IGC_WITH_BARRIERS uint igc_scan(local ulong *scratch, const uint x, uint *total)
{
    const uint own = igc_local_id();
    uint from = 0;
    uint sum = x;
    scratch[own] = sum;
    igc_workgroup_barrier();
    for (uint by = 1; igc_continues(by < IGC_WORKGROUP_SIZE); by *= 2) {
        igc_path_start();
        sum += own >= by ? (uint)scratch[from + own - by] : 0;
        from = IGC_WORKGROUP_SIZE - from;
        scratch[from + own] = sum;
        igc_workgroup_barrier();
    }
    *total = (uint)scratch[from + IGC_WORKGROUP_SIZE - 1];
    igc_workgroup_barrier();
    return sum - x;
}

#elif IGC_RANKING == 3

// On the way up, every word whose number plus one is a multiple of 2 `by` receives the sum of its last 2 `by`
// values. On the way down, the words in the middle receive the sum of all values before them, too. The number
// of work-items need not be a power of two.
IGC_WITH_BARRIERS uint igc_scan(local ulong *scratch, const uint x, uint *total)
{
    const uint own = igc_local_id();
    scratch[own] = x;
    igc_workgroup_barrier();
    uint by = 1;
    for (; igc_continues(by < IGC_WORKGROUP_SIZE); by *= 2) {
        igc_path_start();
        const uint at = (own + 1) * 2 * by - 1;
        if (at < IGC_WORKGROUP_SIZE)
            scratch[at] += scratch[at - by];
        igc_workgroup_barrier();
    }
    for (by /= 2; igc_continues(by > 0); by /= 2) {
        igc_path_start();
        const uint at = (own + 1) * 2 * by - 1 + by;
        if (at < IGC_WORKGROUP_SIZE)
            scratch[at] += scratch[at - by];
        igc_workgroup_barrier();
    }
    const uint sum = (uint)scratch[own];
    *total = (uint)scratch[IGC_WORKGROUP_SIZE - 1];
    igc_workgroup_barrier();
    return sum - x;
}

#elif IGC_RANKING == 4

// `scratch` is not used: the functions have local memory of their own.
IGC_WITH_BARRIERS uint igc_scan(local ulong *scratch, const uint x, uint *total)
{
    const uint before = work_group_scan_exclusive_add(x);
    *total = work_group_reduce_add(x);
    return before;
}

#else

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

// Search in local memory.

// Returns the index of the last offset that is at most `value`. The workgroup has one offset for each
// work-item, in ascending order, and the first offset must be at most `value`.
//
// The result is always the index of one of the `count` offsets from `low` on. Each round compares the middle
// one of them and halves the count. All work-items execute the same number of rounds, which is known at
// compile time, without a branch.
static inline uint igc_search(const local uint *offsets, const uint value)
{
    uint low = 0;
    for (uint count = IGC_WORKGROUP_SIZE; count > 1; count -= count / 2)
        low += offsets[low + count / 2] <= value ? count / 2 : 0;
    return low;
}

// Queues: they collect the pushes of a workgroup to a worklist in local memory, and write them together.
//
// A queue consists of items and four words, `counts`. The first three words rotate: the number of items
// since the last flush, in round r, is counts[r % 3]. Therefore a flush of an empty queue costs only one
// barrier: before the barrier of the flush that ends round r, the first work-item clears the count of
// round r + 1. At that time, no work-item reads this word: it was the count of round r - 2, which was read
// before the barrier of round r - 1. No work-item adds to it before the barrier of round r. The fourth
// word is the index of the first slot to which the flush writes.

// Capacity of a queue, in values. A pair has two values.
#define IGC_QUEUE_SIZE (8 * IGC_WORKGROUP_SIZE)
#define IGC_QUEUE_WORDS 4

// Initialises the queue at the start of a kernel. A workgroup barrier must follow.
static inline void igc_queue_start(local uint *counts)
{
    if (igc_local_id() == 0)
        counts[0] = 0;
}

// Write and read an item of a queue. A queue of pairs is aligned to single values.
#define IGC_QUEUED(T, WIDE)                                                                             \
    static inline void igc_put##WIDE(local T *queue, const uint slot, const T item)                     \
    {                                                                                                   \
        queue[slot] = item;                                                                             \
    }                                                                                                   \
    static inline T igc_queued##WIDE(const local T *queue, const uint slot) { return queue[slot]; }

IGC_QUEUED(uint, )
IGC_QUEUED(ulong, _wide)

static inline void igc_put_pair(local ulong *queue, const uint slot, const ulong2 item)
{
    vstore2(item, slot, queue);
}

static inline ulong2 igc_queued_pair(const local ulong *queue, const uint slot)
{
    return vload2(slot, queue);
}

// For items of type T with values of type V, and functions whose names end in WIDE:
//
// - igc_enqueue adds an item to the queue, or to the worklist's back buffer if the queue is full.
// - igc_flush moves the items of the queue to the worklist's back buffer, and returns the number of the next
//   round, mod 3. Its condition is uniform in the workgroup, as the barriers inside require.
#define IGC_QUEUES(T, V, WIDE)                                                                          \
    static inline void igc_enqueue##WIDE(local V *queue, local uint *counts, const uint round,          \
                                         global uint *back, global uint *sizes, const uint phase,       \
                                         const uint capacity, const T item)                             \
    {                                                                                                   \
        const uint slot = igc_local_atomic_add_uint(counts + round, 1);                                 \
        if (slot < IGC_QUEUE_SIZE * sizeof(V) / sizeof(T))                                              \
            igc_put##WIDE(queue, slot, item);                                                           \
        else                                                                                            \
            igc_push##WIDE(back, sizes, phase, capacity, item);                                         \
    }                                                                                                   \
                                                                                                        \
    IGC_WITH_BARRIERS uint igc_flush##WIDE(const local V *queue, local uint *counts, const uint round,  \
                                           global uint *back, global uint *sizes, const uint phase,     \
                                           const uint capacity)                                         \
    {                                                                                                   \
        const uint next = round == 2 ? 0 : round + 1;                                                   \
        if (igc_local_id() == 0)                                                                        \
            counts[next] = 0;                                                                           \
        igc_workgroup_barrier();                                                                        \
        const uint count = min(counts[round], (uint)(IGC_QUEUE_SIZE * sizeof(V) / sizeof(T)));          \
        if (count > 0) {                                                                                \
            igc_path_start();                                                                           \
            if (igc_local_id() == 0)                                                                    \
                counts[3] = igc_reserve(sizes, phase, capacity, count);                                 \
            igc_workgroup_barrier();                                                                    \
            const uint slot = counts[3];                                                                \
            global T *items = (global T *)back;                                                         \
            for (uint i = igc_local_id(); i < count; i += IGC_WORKGROUP_SIZE)                           \
                if (slot + i < capacity)                                                                \
                    items[slot + i] = igc_queued##WIDE(queue, i);                                       \
            igc_workgroup_barrier();                                                                    \
        }                                                                                               \
        return next;                                                                                    \
    }

IGC_QUEUES(uint, uint, )
IGC_QUEUES(ulong, ulong, _wide)
IGC_QUEUES(ulong2, ulong, _pair)

// Mutual exclusion on several nodes: a work-item tries to own either all of them or none.
//
// Each node has a word that is 1 while the node is owned, and 0 otherwise. No work-item waits, so the device
// does not have to guarantee that the owner makes progress. A work-item locks its nodes in ascending order,
// so an attempt fails only at a node that is larger than all nodes that the work-item already holds.
// Therefore at least one of several simultaneous attempts succeeds: the one that holds the largest node.
// (After the Exclusive of IrGL, Pai and Pingali, OOPSLA 2016.)

static inline bool igc_try_lock(global uint *owner) { return igc_sync_cas(owner, 0u, 1u) == 0u; }
static inline void igc_unlock(global uint *owner) { igc_sync_store(owner, 0u); }

// Returns whether the node at index `i` must be locked: it is a valid node of the graph, and differs from
// the node before it. The nodes must be sorted.
static inline bool igc_owns_at(const uint *nodes, const uint i, const uint node_count)
{
    return nodes[i] < node_count && (i == 0 || nodes[i] != nodes[i - 1]);
}

// Releases the first `count` nodes.
static inline void igc_disown(global uint *owners, const uint *nodes, const uint count,
                              const uint node_count)
{
    for (uint i = 0; i < count; i++)
        if (igc_owns_at(nodes, i, node_count))
            igc_unlock(owners + nodes[i]);
}

// Sorts the nodes and tries to own them. Returns whether that succeeded.
static inline bool igc_own(global uint *owners, uint *nodes, const uint count, const uint node_count)
{
    for (uint i = 1; i < count; i++)
        for (uint j = i; j > 0 && nodes[j] < nodes[j - 1]; j--) {
            const uint larger = nodes[j - 1];
            nodes[j - 1] = nodes[j];
            nodes[j] = larger;
        }
    // Every work-item executes all rounds of both loops. If some work-items left a loop before others,
    // llvmpipe (Mesa 22.3) would not release all locks.
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
// OpenCL does not guarantee that a workgroup makes progress while another one waits for it. But a
// workgroup that has started stays resident until it ends (the occupancy-bound execution model), so
// workgroups that are known to have started can wait for each other. A launch discovers them by a poll:
// workgroups join while the poll is open, and workgroups that start after it has closed end at once.
// (Sorensen, Donaldson, Batty, Gopalakrishnan and Rakamaric, "Portable inter-workgroup barrier
// synchronisation for GPUs", OOPSLA 2016. In this implementation, the poll is one word and takes no lock.)
//
// The state is IGC_ENVIRONMENT words and, with IGC_BARRIER_FLAGS, two more for each workgroup of the
// launch. All words must be zero before a launch. The last workgroup that leaves resets them to zero.

#define IGC_BARRIER_COUNTER 1 // an arrival counter, and the number of the last passed barrier
#define IGC_BARRIER_FLAGS 2   // two words for each workgroup; the first workgroup waits for all others and
                              // then releases them (Xiao and Feng, IPDPS 2010)
// The host chooses the barrier when it builds the kernels; `igc bench barrier` times both.
#ifndef IGC_GRID_BARRIER
#define IGC_GRID_BARRIER IGC_BARRIER_COUNTER
#endif

// Indices of the words. A word that workgroups poll while others write it has its own cache line.
#define IGC_POLL 0u    // number of workgroups that joined, and whether the poll has closed
#define IGC_SIZE 32u   // number of workgroups that take part, once it is known
#define IGC_ENDING 33u // number of the barrier after which all loops must end, or 0; see igc_has_room
#define IGC_LEFT 64u   // number of workgroups of the launch that have left
#define IGC_COME 96u   // number of workgroups that have arrived at the current barrier
#define IGC_PASSED 128u // number of the last barrier that all workgroups have reached
#define IGC_ENVIRONMENT 160u

#define IGC_CLOSED 0x80000000u

// Workgroups that wait look at a word until another workgroup writes it. On a CPU that other programs use,
// too, the other workgroup may have no core, and a workgroup that only looks takes the core that the other
// one needs. A workgroup that has looked IGC_LOOKS_BEFORE_A_REST times therefore sleeps between its next
// looks. The system wakes it soon, because threads that sleep have precedence over threads that compute. It
// first looks for about as long as a rest takes, so a wait takes at most about twice as long as without rests.
//
// OpenCL C has no function that sleeps. The host defines IGC_ASSEMBLY for versions of PoCL that compile
// assembly for the processor of the host, where the system call `nanosleep` of Linux works. PoCL 5.0 crashes
// when it compiles assembly, and other drivers for CPUs are not known to accept it.
#if defined(IGC_ASSEMBLY) && defined(__linux__) && defined(__x86_64__)
#define IGC_RESTS
#endif

#define IGC_LOOKS_BEFORE_A_REST 0x10000u // about 40 microseconds
#define IGC_LOOKS_OF_A_REST 0x10000u     // a rest takes at least as long as this number of looks

// Rests if the workgroup has already looked many times. Returns the new number of looks, which may wrap
// around: the workgroup then only looks for a while.
static inline uint igc_next_look(const uint looks)
{
#ifdef IGC_RESTS
    if (looks >= IGC_LOOKS_BEFORE_A_REST) {
        const long nanosleep = 35;
        const long time[2] = {0, 20000}; // seconds and nanoseconds
        long result;
        __asm__ volatile("syscall"
                         : "=a"(result)
                         : "a"(nanosleep), "D"(time), "S"(0L)
                         : "rcx", "r11", "memory");
        return looks + IGC_LOOKS_OF_A_REST;
    }
#endif
    return looks + 1u;
}

// Closes the poll. The workgroup that closes it stores the number of workgroups that have joined.
static inline void igc_close(global uint *environment)
{
    const uint poll = igc_sync_or(environment + IGC_POLL, IGC_CLOSED);
    if ((poll & IGC_CLOSED) == 0u)
        igc_sync_store(environment + IGC_SIZE, poll);
}

// Joins the environment. One work-item calls this function for its workgroup. If the poll has already closed,
// returns a grid without workgroups. The poll closes when all workgroups of the launch have joined, or when
// one workgroup has looked `patience` times whether it has closed.
static inline igc_grid igc_poll(global uint *environment, const uint patience)
{
    igc_grid grid = {0u, 0u, false};
    const uint joined = igc_sync_add(environment + IGC_POLL, 1u);
    if ((joined & IGC_CLOSED) == 0u) {
        if (joined + 1u == (uint)get_num_groups(0))
            igc_close(environment);
        grid.group = joined;
        grid.groups = igc_sync_load(environment + IGC_SIZE);
        // This loop ends: a workgroup that waits here eventually closes the poll, and the workgroup that
        // has closed the poll is running and stores the size.
        for (uint looks = 0u; grid.groups == 0u; looks = igc_next_look(looks)) {
            if (looks >= patience)
                igc_close(environment);
            grid.groups = igc_sync_load(environment + IGC_SIZE);
        }
    }
    return grid;
}

// Joins the environment. All work-items of a workgroup must call this function together. `place` is two words
// of local memory.
IGC_WITH_BARRIERS igc_grid igc_join(global uint *environment, const uint patience, local uint *place)
{
    if (igc_local_id() == 0) {
        const igc_grid found = igc_poll(environment, patience);
        place[0] = found.group;
        place[1] = found.groups;
    }
    igc_workgroup_barrier();
    const igc_grid grid = {place[0], place[1], false};
    return grid;
}

// Returns whether the workgroup is part of the environment.
static inline bool igc_is_member(const igc_grid grid) { return grid.groups != 0u; }

// Leaves the environment. Every workgroup of the launch must call this function, whether or not it is part of
// the environment. The last one resets the words for the next launch. (Without the barrier at the join of
// the paths of members and of other workgroups, PoCL 3.1 compiled some loops wrongly.)
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

// Waits until all workgroups of the environment have arrived, and makes their writes to global memory
// visible. Barriers are numbered from 1. The workgroup barriers order the accesses of all work-items before
// the release, and after the acquire, of the work-item that synchronises with other workgroups.
#if IGC_GRID_BARRIER == IGC_BARRIER_COUNTER

IGC_WITH_BARRIERS void igc_grid_barrier(global uint *environment, const igc_grid grid, const uint number)
{
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
        if (igc_sync_add(environment + IGC_COME, 1u) + 1u == grid.groups) {
            igc_store_uint(environment + IGC_COME, 0u);
            igc_sync_store(environment + IGC_PASSED, number);
        } else {
            // This loop ends when the last workgroup has arrived, because all of them are running. The word
            // cannot have a larger number, because no later barrier completes without this workgroup.
            for (uint looks = 0u; igc_sync_load(environment + IGC_PASSED) != number;)
                looks = igc_next_look(looks);
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
        // The first workgroup waits for all others; each of its work-items waits for some of them.
        for (uint other = 1u + igc_local_id(); other < grid.groups;
             other += IGC_WORKGROUP_SIZE) {
            // This loop ends when that workgroup has arrived, because it is running.
            for (uint looks = 0u; igc_sync_load(come + other) != number;)
                looks = igc_next_look(looks);
        }
        igc_workgroup_barrier();
        for (uint other = 1u + igc_local_id(); other < grid.groups;
             other += IGC_WORKGROUP_SIZE)
            igc_sync_store(passed + other, number);
    } else if (igc_local_id() == 0) {
        igc_sync_store(come + grid.group, number);
        // This loop ends when the first workgroup has seen all others arrive, because it is running.
        for (uint looks = 0u; igc_sync_load(passed + grid.group) != number;)
            looks = igc_next_look(looks);
    }
    igc_workgroup_barrier();
}

#endif

// Outlined loops: loops of `main` that run on the device. This file has the state that the host otherwise
// keeps, and the work that the host otherwise does between two launches.

// How a loop ended, as in the schedule's results.
#define IGC_DONE 0u
#define IGC_OVERFLOW 1u  // a worklist was too small
#define IGC_ROUNDS 2u    // more rounds than allowed
#define IGC_SEED_NODE 3u // the seed of a worklist contained an invalid node

// The state of an outlined loop. Every work-item has its own copy, and all copies have the same values. Once
// the status is not IGC_DONE, no loop continues.
typedef struct {
    uint status;
    uint node;         // the invalid node, with IGC_SEED_NODE
    uint worklist;     // the worklist whose seed contained it
    uint barriers;     // number of the last grid barrier
    ulong rounds;      // number of rounds of all loops
    ulong most_rounds; // maximum number of rounds
    ulong launches;    // number of calls of kernels
} igc_run;

static inline igc_run igc_start(const ulong rounds, const ulong most_rounds)
{
    const igc_run run = {IGC_DONE, 0u, 0u, 0u, rounds, most_rounds, 0ul};
    return run;
}

// Returns whether a loop with the condition `wanted` continues, and counts another round if it does. All
// work-items of a workgroup must call this function together. The barrier is necessary because a round may
// use the same local memory as the previous round. (The barrier is at the head of the loop, and the function
// has no branches, so that compilers do not restructure the loop: PoCL duplicates the code after a barrier
// that some paths skip.)
IGC_WITH_BARRIERS bool igc_next_round(igc_run *run, const bool wanted)
{
    igc_workgroup_barrier();
    const bool goes_on = wanted & (run->status == IGC_DONE);
    run->rounds += goes_on ? 1ul : 0ul;
    run->status = (goes_on & (run->rounds > run->most_rounds)) ? IGC_ROUNDS : run->status;
    return goes_on & (run->status == IGC_DONE);
}

// The qualifier of the result of `igc_takes`. Some devices need `volatile` (quirk `intel-cpu-arms`).
#ifndef IGC_TAKEN
#define IGC_TAKEN
#endif

// Returns whether a branch that contains barriers is executed. All work-items of a workgroup must call this
// function together, for the same reasons as `igc_next_round`.
IGC_WITH_BARRIERS bool igc_takes(const bool wanted)
{
    igc_workgroup_barrier();
    const IGC_TAKEN bool taken = wanted;
    return taken;
}

// Returns the number of items in the back buffer of a worklist. If some items found no room, it ends the
// loop.
static inline uint igc_waiting(igc_run *run, const global uint *sizes, const uint phase,
                               const uint capacity)
{
    const uint waiting = igc_load_uint(sizes + (phase + 1u) % 3u);
    if (waiting > capacity && run->status == IGC_DONE)
        run->status = IGC_OVERFLOW;
    return waiting;
}

// Returns whether the loops may continue, as far as the capacity of this worklist is concerned. A loop that
// has lost an item could otherwise wait for the item forever. If a push found no room, the first work-item
// stores the number of the next grid barrier in IGC_ENDING, and all loops end after that barrier. The
// work-items make the same decision without an additional barrier: at this point all of them have passed the
// same number of barriers, and those that have passed the stored barrier see the stored number.
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

// Swaps two variables of type T.
#define IGC_SWAP(T, a, b)                                                                       \
    do {                                                                                        \
        T igc_kept = a;                                                                         \
        a = b;                                                                                  \
        b = igc_kept;                                                                           \
    } while (0)

// Swaps the front and the back buffer of a worklist, before a call that reads it. `swapped` is 1 after an
// odd number of swaps, and 0 after an even number.
#define IGC_SWAP_BUFFERS(phase, swapped)                                                        \
    do {                                                                                        \
        phase = (phase + 1u) % 3u;                                                              \
        swapped ^= 1u;                                                                          \
    } while (0)

// Return the current front and back buffer of a worklist. `front` and `back` are the buffers before the
// first swap.
static inline global uint *igc_front(global uint *front, global uint *back, const uint swapped)
{
    return swapped ? back : front;
}

static inline global uint *igc_back(global uint *front, global uint *back, const uint swapped)
{
    return swapped ? front : back;
}

// Empties both buffers of a worklist. Does not reset the fourth size word.
static inline void igc_clear(const igc_grid grid, global uint *sizes)
{
    if (igc_global_id(grid) == 0u)
        for (uint i = 0u; i < 3u; i++)
            igc_store_uint(sizes + i, 0u);
}

// Sets the sizes of a worklist whose back buffer has just got `count` items.
static inline void igc_seeded(global uint *sizes, const uint phase, const uint capacity, const uint count)
{
    igc_store_uint(sizes + phase, 0u);
    igc_store_uint(sizes + (phase + 1u) % 3u, count);
    igc_store_uint(sizes + (phase + 2u) % 3u, 0u);
    if (count > capacity)
        igc_atomic_max_uint(sizes + 3u, count);
}

// Empties a worklist and pushes every node.
static inline void igc_seed_nodes(const igc_grid grid, global uint *back, global uint *sizes,
                                  const uint phase, const uint capacity, const uint node_count)
{
    const uint end = min(node_count, capacity);
    for (uint i = igc_global_id(grid); i < end; i += igc_global_size(grid))
        back[i] = i;
    if (igc_global_id(grid) == 0u)
        igc_seeded(sizes, phase, capacity, node_count);
}

// Empty a worklist and push these items, which are not nodes.
#define IGC_SEED_ITEMS(T, WIDE)                                                                        \
    static inline void igc_seed_items##WIDE(const igc_grid grid, const T *items, const uint count,     \
                                            global uint *back, global uint *sizes, const uint phase,   \
                                            const uint capacity)                                       \
    {                                                                                                  \
        if (igc_global_id(grid) == 0u) {                                                               \
            for (uint i = 0u; i < min(count, capacity); i++)                                           \
                ((global T *)back)[i] = items[i];                                                      \
            igc_seeded(sizes, phase, capacity, count);                                                 \
        }                                                                                              \
    }

IGC_SEED_ITEMS(uint, )
IGC_SEED_ITEMS(ulong, _wide)
IGC_SEED_ITEMS(ulong2, _pair)

// Empties the worklist with the number `worklist` and pushes these nodes. If one of them is not a valid node,
// it pushes none of them, and all loops end.
static inline void igc_seed(const igc_grid grid, igc_run *run, const uint worklist, const uint *items,
                            const uint count, global uint *back, global uint *sizes, const uint phase,
                            const uint capacity, const uint node_count)
{
    for (uint i = 0u; i < count; i++)
        if (items[i] >= node_count && run->status == IGC_DONE) {
            run->status = IGC_SEED_NODE;
            run->node = items[i];
            run->worklist = worklist;
        }
    igc_seed_items(grid, items, run->status == IGC_DONE ? count : 0u, back, sizes, phase, capacity);
}

// Write every element of an array. Rows of several elements may have more than 2^32 in total.
#define IGC_FILL(T)                                                                             \
    static inline void igc_fill_##T(const igc_grid grid, global T *array, const size_t length,  \
                                    const T value)                                              \
    {                                                                                           \
        for (size_t i = igc_global_id(grid); i < length; i += igc_global_size(grid))              \
            array[i] = value;                                                                   \
    }                                                                                           \
    static inline void igc_fill_rows_##T(const igc_grid grid, global T *array, const ulong rows, \
                                         const uint length, const T value)                      \
    {                                                                                           \
        const ulong end = rows * length;                                                        \
        for (ulong i = igc_global_id(grid); i < end; i += igc_global_size(grid))                \
            array[i] = value;                                                                   \
    }

IGC_FILL(uint)
IGC_FILL(int)
IGC_FILL(ulong)
IGC_FILL(long)
IGC_FILL(float)
IGC_FILL(uchar)
IGC_FILL(ushort)
#ifdef cl_khr_fp64
IGC_FILL(double)
#endif
