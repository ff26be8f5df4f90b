// The dialect: what a device offers, said by macros when the program is built.
//
//   IGC_ATOMICS   12  OpenCL 1.2 atomics: volatile accesses and atom(ic)_* functions
//                 20  C11 atomics at device scope (OpenCL C 2.0, or 3.0 with the feature)
//
//   IGC_SUBGROUPS 0   none: a subgroup is one work-item
//                 1   cl_khr_subgroups, or OpenCL C 3.0 with the feature
//                 2   warps of 32, by NVIDIA's PTX; workgroups are a multiple of that
//   IGC_WORKGROUP_SIZE  how many work-items a workgroup has
//
// Kernels are one text for every dialect; only this library differs.

#ifndef IGC_ATOMICS
#define IGC_ATOMICS 12
#endif

#if IGC_ATOMICS != 12 && IGC_ATOMICS != 20
#error "IGC_ATOMICS must be 12 or 20"
#endif

#ifndef IGC_SUBGROUPS
#define IGC_SUBGROUPS 0
#endif

#if IGC_SUBGROUPS < 0 || IGC_SUBGROUPS > 2
#error "IGC_SUBGROUPS must be 0, 1 or 2"
#endif

#ifndef IGC_WORKGROUP_SIZE
#define IGC_WORKGROUP_SIZE 128
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
#define IGC_INT64_ATOMICS 1
#endif

// A product and a sum round separately, as in the reference interpreter.
#pragma OPENCL FP_CONTRACT OFF
#if IGC_SUBGROUPS == 1 && defined(cl_khr_subgroups)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif

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

// Every kernel is launched with workgroups of exactly this size.
#define IGC_WORKGROUP __attribute__((reqd_work_group_size(IGC_WORKGROUP_SIZE, 1, 1)))

static inline uint igc_local_id(void) { return (uint)get_local_id(0); }
static inline uint igc_local_size(void) { return IGC_WORKGROUP_SIZE; }
static inline uint igc_global_id(void) { return (uint)get_global_id(0); }
static inline uint igc_global_size(void) { return (uint)get_global_size(0); }
// The global number of the workgroup's first work-item.
static inline uint igc_group_start(void) { return (uint)get_group_id(0) * IGC_WORKGROUP_SIZE; }

// All work-items of the workgroup wait for each other, and see what they did to memory before.
static inline void igc_workgroup_barrier(void)
{
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#if IGC_SUBGROUPS == 0

static inline uint igc_lane(void) { return 0; }
static inline uint igc_subgroup_size(void) { return 1; }
static inline uint igc_subgroup_id(void) { return igc_local_id(); }
static inline uint igc_subgroup_count(void) { return IGC_WORKGROUP_SIZE; }
static inline void igc_subgroup_barrier(void) {}

#elif IGC_SUBGROUPS == 1

static inline uint igc_lane(void) { return get_sub_group_local_id(); }
static inline uint igc_subgroup_size(void) { return get_sub_group_size(); }
static inline uint igc_subgroup_id(void) { return get_sub_group_id(); }
static inline uint igc_subgroup_count(void) { return get_num_sub_groups(); }
static inline void igc_subgroup_barrier(void)
{
    sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

#else // IGC_SUBGROUPS == 2

static inline uint igc_lane(void) { return igc_local_id() & 31; }
static inline uint igc_subgroup_size(void) { return 32; }
static inline uint igc_subgroup_id(void) { return igc_local_id() >> 5; }
static inline uint igc_subgroup_count(void) { return IGC_WORKGROUP_SIZE / 32; }
static inline void igc_subgroup_barrier(void) { asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); }

#endif

// The number of the last element that is at most a value. The elements, one for each work-item, are in
// ascending order, and the first is 0. Halves what is left in each round.
static inline uint igc_search(const local uint *elements, const uint value)
{
    uint low = 0;
    uint high = IGC_WORKGROUP_SIZE;
    while (high - low > 1) {
        const uint middle = (low + high) / 2;
        if (elements[middle] <= value)
            low = middle;
        else
            high = middle;
    }
    return low;
}

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

// Worklists: bags of nodes with two sides. Kernels read the front and push to the back.
//
// A worklist is two buffers of `capacity` items and four words, `sizes`. Three of the words take
// turns to be the size of the front, of the back, and spare, so that neither a kernel of its own nor
// a write from the host is needed between two launches: `turn` says which is the front's, the next
// one is the back's, and the one after it is spare and is cleared by the launch. The fourth word
// records how large the capacity would have had to be.

// At the start of a kernel that reads the worklist: clears the spare size.
static inline void igc_worklist_turn(global uint *sizes, const uint turn)
{
    if (igc_global_id() == 0)
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

// Adds an item to the back.
static inline void igc_push(global uint *back, global uint *sizes, const uint turn,
                            const uint capacity, const uint item)
{
    const uint slot = igc_reserve(sizes, turn, capacity, 1);
    if (slot < capacity)
        back[slot] = item;
}

// Collectives: all work-items of a group give a value and get a result.
//
//   igc_subgroup_OP_T(x)            what OP makes of the values of a subgroup
//   igc_workgroup_OP_T(scratch, x)  of a workgroup; it is a barrier of it, too
//   igc_scan(scratch, x, &total)    the sum of the values of the work-items before, and of all
//
// Those of a workgroup may follow each other with no barrier between. `scratch` is an element for each
// work-item and one more: each subgroup writes to its own, and after a barrier
//
// * where subgroups are single work-items, as on a CPU, the first work-item goes through all and
//   leaves the result behind the last, for everybody to read after a second barrier. What is read there
//   is written again only behind the first barrier of the next collective.
// * where there are few subgroups, everybody goes through all of them, and the second barrier
//   keeps the next collective from writing to what is still read.

#if IGC_SUBGROUPS == 2

static inline uint igc_shuffle_xor_uint(const uint x, const uint mask)
{
    uint y;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(y) : "r"(x), "r"(mask));
    return y;
}

// The value of the work-item `by` lanes before; lanes that have none get their own.
static inline uint igc_shuffle_up_uint(const uint x, const uint by)
{
    uint y;
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0x0, 0xffffffff;" : "=r"(y) : "r"(x), "r"(by));
    return y;
}

static inline ulong igc_shuffle_xor_ulong(const ulong x, const uint mask)
{
    const uint low = igc_shuffle_xor_uint((uint)x, mask);
    const uint high = igc_shuffle_xor_uint((uint)(x >> 32), mask);
    return (ulong)high << 32 | low;
}

#define igc_shuffle_xor_int(x, mask) as_int(igc_shuffle_xor_uint(as_uint(x), mask))
#define igc_shuffle_xor_float(x, mask) as_float(igc_shuffle_xor_uint(as_uint(x), mask))
#define igc_shuffle_xor_long(x, mask) as_long(igc_shuffle_xor_ulong(as_ulong(x), mask))
#define igc_shuffle_xor_double(x, mask) as_double(igc_shuffle_xor_ulong(as_ulong(x), mask))

#endif

#if IGC_SUBGROUPS == 0
#define IGC_SUBGROUP_REDUCTION(T, NAME, COMBINED)                                               \
    static inline T NAME(const T x) { return x; }
#elif IGC_SUBGROUPS == 1
// By broadcasts, which take every type, and leave it to us what NaN, overflow and bits mean.
#define IGC_SUBGROUP_REDUCTION(T, NAME, COMBINED)                                               \
    static inline T NAME(const T x)                                                             \
    {                                                                                           \
        T a = sub_group_broadcast(x, 0);                                                        \
        for (uint lane = 1; lane < get_sub_group_size(); lane++) {                              \
            const T b = sub_group_broadcast(x, lane);                                           \
            a = COMBINED;                                                                       \
        }                                                                                       \
        return a;                                                                               \
    }
#else
#define IGC_SUBGROUP_REDUCTION(T, NAME, COMBINED)                                               \
    static inline T NAME(const T x)                                                             \
    {                                                                                           \
        T a = x;                                                                                \
        for (uint mask = 16; mask > 0; mask >>= 1) {                                            \
            const T b = igc_shuffle_xor_##T(a, mask);                                           \
            a = COMBINED;                                                                       \
        }                                                                                       \
        return a;                                                                               \
    }
#endif

#if IGC_SUBGROUPS == 0
#define IGC_WORKGROUP_REDUCTION(T, NAME, OF_SUBGROUP, COMBINED)                                 \
    static inline T NAME(local ulong *scratch, const T x)                                       \
    {                                                                                           \
        local T *values = (local T *)scratch;                                                   \
        values[igc_local_id()] = x;                                                             \
        igc_workgroup_barrier();                                                                \
        if (igc_local_id() == 0) {                                                              \
            T a = values[0];                                                                    \
            for (uint i = 1; i < IGC_WORKGROUP_SIZE; i++) {                                     \
                const T b = values[i];                                                          \
                a = COMBINED;                                                                   \
            }                                                                                   \
            values[IGC_WORKGROUP_SIZE] = a;                                                     \
        }                                                                                       \
        igc_workgroup_barrier();                                                                \
        return values[IGC_WORKGROUP_SIZE];                                                      \
    }
#else
#define IGC_WORKGROUP_REDUCTION(T, NAME, OF_SUBGROUP, COMBINED)                                 \
    static inline T NAME(local ulong *scratch, const T x)                                       \
    {                                                                                           \
        local T *values = (local T *)scratch;                                                   \
        const T own = OF_SUBGROUP(x);                                                           \
        if (igc_lane() == 0)                                                                    \
            values[igc_subgroup_id()] = own;                                                    \
        igc_workgroup_barrier();                                                                \
        T a = values[0];                                                                        \
        for (uint i = 1; i < igc_subgroup_count(); i++) {                                       \
            const T b = values[i];                                                              \
            a = COMBINED;                                                                       \
        }                                                                                       \
        igc_workgroup_barrier();                                                                \
        return a;                                                                               \
    }
#endif

// Names are put together here: `min` may be a macro, as PoCL has it.
#define IGC_COLLECTIVE(T, OP, COMBINED)                                                         \
    IGC_SUBGROUP_REDUCTION(T, igc_subgroup_##OP##_##T, COMBINED)                                \
    IGC_WORKGROUP_REDUCTION(T, igc_workgroup_##OP##_##T, igc_subgroup_##OP##_##T, COMBINED)

#define IGC_INTEGER_COLLECTIVES(T, SUM)                                                         \
    IGC_COLLECTIVE(T, add, SUM)                                                                 \
    IGC_COLLECTIVE(T, min, min(a, b))                                                           \
    IGC_COLLECTIVE(T, max, max(a, b))                                                           \
    IGC_COLLECTIVE(T, and, a & b)                                                               \
    IGC_COLLECTIVE(T, or, a | b)                                                                \
    IGC_COLLECTIVE(T, xor, a ^ b)

#define IGC_FLOAT_COLLECTIVES(T)                                                                \
    IGC_COLLECTIVE(T, add, a + b)                                                               \
    IGC_COLLECTIVE(T, min, fmin(a, b))                                                          \
    IGC_COLLECTIVE(T, max, fmax(a, b))

IGC_INTEGER_COLLECTIVES(int, igc_add_int(a, b))
IGC_INTEGER_COLLECTIVES(uint, a + b)
IGC_INTEGER_COLLECTIVES(long, igc_add_long(a, b))
IGC_INTEGER_COLLECTIVES(ulong, a + b)
IGC_FLOAT_COLLECTIVES(float)
#ifdef cl_khr_fp64
IGC_FLOAT_COLLECTIVES(double)
#endif

#if IGC_SUBGROUPS == 0

static inline uint igc_scan(local ulong *scratch, const uint x, uint *total)
{
    local uint *values = (local uint *)scratch;
    values[igc_local_id()] = x;
    igc_workgroup_barrier();
    if (igc_local_id() == 0) {
        uint sum = 0;
        for (uint i = 0; i < IGC_WORKGROUP_SIZE; i++) {
            const uint value = values[i];
            values[i] = sum;
            sum += value;
        }
        values[IGC_WORKGROUP_SIZE] = sum;
    }
    igc_workgroup_barrier();
    *total = values[IGC_WORKGROUP_SIZE];
    return values[igc_local_id()];
}

#else

// The sum of the values of a subgroup up to the work-item's own.
static inline uint igc_subgroup_scan(const uint x)
{
#if IGC_SUBGROUPS == 1
    return sub_group_scan_inclusive_add(x);
#else
    uint sum = x;
    for (uint by = 1; by < 32; by <<= 1) {
        const uint before = igc_shuffle_up_uint(sum, by);
        sum += igc_lane() >= by ? before : 0;
    }
    return sum;
#endif
}

static inline uint igc_scan(local ulong *scratch, const uint x, uint *total)
{
    local uint *values = (local uint *)scratch;
    const uint sum = igc_subgroup_scan(x);
    if (igc_lane() == igc_subgroup_size() - 1)
        values[igc_subgroup_id()] = sum;
    igc_workgroup_barrier();
    uint before = 0;
    uint all = 0;
    for (uint i = 0; i < igc_subgroup_count(); i++) {
        before = i == igc_subgroup_id() ? all : before;
        all += values[i];
    }
    igc_workgroup_barrier();
    *total = all;
    return before + sum - x;
}

#endif

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
static inline uint igc_flush(const local uint *queue, local uint *counts, const uint round,
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

#if IGC_ATOMICS == 20

static inline bool igc_try_lock(global uint *owner)
{
    uint expected = 0;
    return atomic_compare_exchange_strong_explicit((volatile global atomic_uint *)owner, &expected, 1u,
                                                   memory_order_acquire, memory_order_relaxed,
                                                   memory_scope_device);
}

static inline void igc_unlock(global uint *owner)
{
    atomic_store_explicit((volatile global atomic_uint *)owner, 0u, memory_order_release,
                          memory_scope_device);
}

#else // IGC_ATOMICS == 12

static inline bool igc_try_lock(global uint *owner)
{
    const bool owned = atomic_cmpxchg((volatile global uint *)owner, 0u, 1u) == 0u;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    return owned;
}

static inline void igc_unlock(global uint *owner)
{
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg((volatile global uint *)owner, 0u);
}

#endif

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
    for (uint i = 0; i < count; i++)
        if (igc_owns_at(nodes, i, node_count) && !igc_try_lock(owners + nodes[i])) {
            igc_disown(owners, nodes, i, node_count);
            return false;
        }
    return true;
}
