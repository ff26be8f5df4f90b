// Kernels that do not depend on the configuration: inputs and checks of segments and pushes. They follow
// common.cl of the calibration, whose values and keys they use.

// Whether a compaction keeps an element, for each 64 elements.
#define IGC_PRIM_KEPT 0x18c0f3a50d921e44UL
static inline uint igc_prim_keeps(const uint i) { return (uint)(IGC_PRIM_KEPT >> i % 64u) & 1u; }

kernel void igc_prim_fill_starts(global uint *starts, const uint n)
{
    for IGC_CAL_EACH (i, n + 1u)
        starts[i] = igc_cal_start(i);
}

kernel void igc_prim_fill_kept(global uint *numbers, const uint n)
{
    for IGC_CAL_EACH (i, n)
        numbers[i] = igc_prim_keeps(i);
}

kernel void igc_prim_fill_pushes(global uint *numbers, const uint n)
{
    for IGC_CAL_EACH (i, n) {
        const uint rest = i % 64u;
        numbers[i] = rest == 0u ? 16u : rest < 5u ? 4u : rest < 21u ? 1u : 0u;
    }
}

kernel void igc_prim_check_segments(const global uint *sums, const uint n, global uint *wrong)
{
    for IGC_CAL_EACH (i, n)
        if (sums[i] != igc_cal_before(igc_cal_start(i + 1u)) - igc_cal_before(igc_cal_start(i)))
            igc_atomic_add_uint(wrong, 1u);
}

// Counts how often each item occurs in the back buffer.
kernel void igc_prim_count_items(const global uint *back, const global uint *sizes, const uint n,
                                 global uint *seen)
{
    for IGC_CAL_EACH (i, min(sizes[1], n))
        if (back[i] < n)
            igc_atomic_add_uint(seen + back[i], 1u);
}

// `items` is the expected number of items if it is not zero. Otherwise, the items of a compaction are expected.
kernel void igc_prim_check_items(const global uint *seen, const global uint *sizes, const uint n,
                                 const uint items, global uint *wrong)
{
    const uint expected = items != 0u ? items : n / 64u * (uint)popcount(IGC_PRIM_KEPT);
    if (get_global_id(0) == 0 && (sizes[1] != expected || sizes[3] != 0u))
        igc_atomic_add_uint(wrong, 1u);
    for IGC_CAL_EACH (i, n)
        if (seen[i] != (items != 0u ? (i < items ? 1u : 0u) : igc_prim_keeps(i)))
            igc_atomic_add_uint(wrong, 1u);
}

// Features that only the preprocessor shows.
kernel void igc_prim_features(global uint *found)
{
    if (get_global_id(0) == 0) {
        found[0] = IGC_WORKGROUP_FUNCTIONS;
        found[1] = 0u;
#if IGC_PTX > 0
        found[1] = 1u;
#elif defined(__has_builtin)
#if __has_builtin(__builtin_nontemporal_load)
        found[1] = 1u;
#endif
#endif
    }
}
