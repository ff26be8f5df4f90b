// The dialect: what a device offers, said by macros when the program is built.
//
//   IGC_ATOMICS   12  OpenCL 1.2 atomics: volatile accesses and atom(ic)_* functions
//                 20  C11 atomics at device scope (OpenCL C 2.0, or 3.0 with the feature)
//
// Kernels are one text for every dialect; only this library differs.

#ifndef IGC_ATOMICS
#define IGC_ATOMICS 12
#endif

#if IGC_ATOMICS != 12 && IGC_ATOMICS != 20
#error "IGC_ATOMICS must be 12 or 20"
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

// The work-item's number in the launch, and how many work-items the launch has.
static inline uint igc_global_id(void) { return (uint)get_global_id(0); }
static inline uint igc_global_size(void) { return (uint)get_global_size(0); }

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

// Adds an item to the back. One that finds no room is dropped, and the host, which sees that,
// repeats the run with a larger worklist.
static inline void igc_push(global uint *back, global uint *sizes, const uint turn, const uint capacity,
                     const uint item)
{
    const uint slot = igc_atomic_add_uint(sizes + (turn + 1) % 3, 1);
    if (slot < capacity)
        back[slot] = item;
    else
        igc_atomic_max_uint(sizes + 3, slot + 1);
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
