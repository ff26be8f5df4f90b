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

#ifndef IGC_WIDE_CL
#define IGC_WIDE_CL

#include "arithmetic.cl"
#include "dialect.cl"
#include "order.cl"

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

#endif // IGC_WIDE_CL
