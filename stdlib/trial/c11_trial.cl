// Runs once on every device to find out whether it builds and runs C11 atomics at device scope. The
// cell starts at 40 and ends at 47 if each operation works.
__kernel void c11_trial(__global atomic_uint *cell)
{
    if (atomic_load_explicit(cell, memory_order_acquire, memory_scope_device) == 40u)
        atomic_fetch_add_explicit(cell, 1u, memory_order_acq_rel, memory_scope_device);
    atomic_fetch_max_explicit(cell, 42u, memory_order_relaxed, memory_scope_device);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);

    uint expected = 42u;
    if (atomic_compare_exchange_strong_explicit(cell, &expected, 44u, memory_order_acq_rel,
                                                memory_order_acquire, memory_scope_device))
        atomic_fetch_or_explicit(cell, 1u, memory_order_relaxed, memory_scope_device);

    uint before = atomic_exchange_explicit(cell, 46u, memory_order_acq_rel, memory_scope_device);
    if (before == 45u)
        atomic_store_explicit(cell, before + 2u, memory_order_release, memory_scope_device);
}
