// The kernels that measure the rates of a device: copies, random reads, and atomics.

#include "igc.cl"

// The place of random access number `access`. Numbers are spread by a multiplicative hash (Knuth), whose
// upper bits depend on all bits of the number.
#define IGC_RATES_PLACE(access, shift) (((access) * 2654435761u) >> (shift))

// Copies an array several times. Neighbouring work-items copy neighbouring elements.
kernel IGC_WORKGROUP void igc_rates_copy(const uint times, const uint length, global const uint4 *from,
                                         global uint4 *to)
{
    const igc_grid launch = igc_launch();
    for (uint time = 0u; time < times; time++)
        for (uint at = igc_global_id(launch); at < length; at += igc_global_size(launch))
            to[at] = from[at];
}

// The same, but each work-item copies a range of its own, which suits CPUs.
kernel IGC_WORKGROUP void igc_rates_copy_ranges(const uint times, const uint length, global const uint4 *from,
                                                global uint4 *to)
{
    const igc_grid launch = igc_launch();
    const uint each = (length + igc_global_size(launch) - 1u) / igc_global_size(launch);
    const uint first = min(igc_global_id(launch) * each, length);
    const uint last = min(first + each, length);
    for (uint time = 0u; time < times; time++)
        for (uint at = first; at < last; at++)
            to[at] = from[at];
}

// Adds the values at random places. The sums show that the reads happened.
kernel IGC_WORKGROUP void igc_rates_gather(const uint times, const uint shift, global const uint *from,
                                           global uint *sums)
{
    const igc_grid launch = igc_launch();
    const uint size = igc_global_size(launch);
    uint access = igc_global_id(launch);
    uint sum = 0u;
    for (uint time = 0u; time < times; time++, access += size)
        sum += from[IGC_RATES_PLACE(access, shift)];
    sums[igc_global_id(launch)] = sum;
}

kernel IGC_WORKGROUP void igc_rates_atomic(const uint times, const uint shift, global uint *to)
{
    const igc_grid launch = igc_launch();
    const uint size = igc_global_size(launch);
    uint access = igc_global_id(launch);
    for (uint time = 0u; time < times; time++, access += size)
        (void)igc_atomic_add_uint(to + IGC_RATES_PLACE(access, shift), 1u);
}

kernel IGC_WORKGROUP void igc_rates_word(const uint times, global uint *word)
{
    for (uint time = 0u; time < times; time++)
        (void)igc_atomic_add_uint(word, 1u);
}

kernel IGC_WORKGROUP void igc_rates_nothing(global uint *word)
{
    if (igc_global_id(igc_launch()) == UINT_MAX)
        word[0] = 1u;
}
