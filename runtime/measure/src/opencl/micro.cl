// The kernels of `igc bench micro`: each microbenchmark in two or three variants.

#include "igc.cl"

// sg-cmb: each work-item adds `each`, which is 1, to one word `times` times. `sums` receives the sum of the
// old values that a work-item got, from which the host sees that all were different.

// Each work-item sends its own additions.
kernel IGC_WORKGROUP void igc_micro_add(const uint times, const uint each, global uint *word,
                                        global uint *sums)
{
    uint sum = 0u;
    for (uint time = 0u; time < times; time++)
        sum += igc_atomic_add_uint(word, each);
    sums[igc_global_id(igc_launch())] = sum;
}

// The sum of the values of the previous work-items of the subgroup; 0 if a subgroup is one work-item.
#if IGC_SUBGROUPS == 0
#define IGC_MICRO_BEFORE(x) 0u
#else
#define IGC_MICRO_BEFORE(x) igc_subgroup_scan(x)
#endif

// One work-item of each subgroup adds the sum of all, and the others compute their own old values.
kernel IGC_WORKGROUP void igc_micro_add_subgroup(const uint times, const uint each, global uint *word,
                                                 global uint *sums)
{
    uint sum = 0u;
    for (uint time = 0u; time < times; time++) {
        const uint before = IGC_MICRO_BEFORE(each);
        const uint all = igc_subgroup_add_uint(each);
        uint old = 0u;
        if (igc_lane() == 0u)
            old = igc_atomic_add_uint(word, all);
        // The others contribute zero, so the sum is the old value that the first work-item got.
        sum += igc_subgroup_add_uint(old) + before;
    }
    sums[igc_global_id(igc_launch())] = sum;
}

// One work-item of each workgroup adds the sum of all, and the others compute their own old values.
kernel IGC_WORKGROUP void igc_micro_add_workgroup(const uint times, const uint each,
                                                  global uint *word, global uint *sums)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    local uint old[1];
    uint sum = 0u;
    for (uint time = 0u; time < times; time++) {
        uint all;
        const uint before = igc_scan(scratch, each, &all);
        if (igc_local_id() == 0u)
            old[0] = igc_atomic_add_uint(word, all);
        igc_workgroup_barrier();
        // The next write to `old` happens only after the barriers of the next scan.
        sum += old[0] + before;
    }
    sums[igc_global_id(igc_launch())] = sum;
}

// m-divg: each work-item adds `rounds` elements of an array. With a barrier in the loop, no work-item is
// more than one round ahead of another.

// Fills the array.
kernel IGC_WORKGROUP void igc_micro_fill(const uint rounds, global uint *array)
{
    const igc_grid grid = igc_launch();
    for (uint round = 0u; round < rounds; round++) {
        const size_t i = (size_t)round * igc_global_size(grid) + igc_global_id(grid);
        array[i] = (uint)i * 2654435761u;
    }
}

// In strides of the whole launch, as compiled programs process a range.
#define IGC_MICRO_STRIDED(grid) ((size_t)round * igc_global_size(grid) + igc_global_id(grid))
// Each work-item in its own contiguous range, so that one cache line serves several rounds.
#define IGC_MICRO_STRETCH(grid) ((size_t)igc_global_id(grid) * rounds + round)

#define IGC_MICRO_READ(NAME, PLACE, BARRIER)                                                       \
    kernel IGC_WORKGROUP void NAME(const uint rounds, const global uint *array, global uint *sums) \
    {                                                                                              \
        const igc_grid grid = igc_launch();                                                        \
        uint sum = 0u;                                                                             \
        for (uint round = 0u; round < rounds; round++) {                                           \
            sum += array[PLACE(grid)];                                                             \
            BARRIER                                                                                \
        }                                                                                          \
        sums[igc_global_id(grid)] = sum;                                                           \
    }

IGC_MICRO_READ(igc_micro_read, IGC_MICRO_STRIDED, )
IGC_MICRO_READ(igc_micro_read_together, IGC_MICRO_STRIDED, igc_workgroup_barrier();)
IGC_MICRO_READ(igc_micro_stretch, IGC_MICRO_STRETCH, )
IGC_MICRO_READ(igc_micro_stretch_together, IGC_MICRO_STRETCH, igc_workgroup_barrier();)

// Reports the size of the workgroup's first subgroup.
kernel IGC_WORKGROUP void igc_micro_subgroup(global uint *size)
{
    if (igc_global_id(igc_launch()) == 0u)
        size[0] = igc_subgroup_size();
}
