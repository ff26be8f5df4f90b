// The scan of a workgroup:
//
//   igc_scan(scratch, x, &total)    the sum of the values of all previous work-items of the
//                                   workgroup, and in `total` the sum of all; also a barrier
//
// It is a collective, with the rules of collective.cl. The algorithm is IGC_RANKING (ranking.cl).

#ifndef IGC_SCAN_CL
#define IGC_SCAN_CL

#include "collective.cl"
#include "dialect.cl"
#include "group.cl"
#include "ranking.cl"
#include "subgroups.cl"

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

// `scratch` is not used: the functions of the language have local memory of their own.
IGC_WITH_BARRIERS uint igc_scan(local ulong *scratch, const uint x, uint *total)
{
    return igc_language_scan(x, total);
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

#endif // IGC_SCAN_CL
