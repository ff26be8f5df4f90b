// What `igc bench launch` launches: a kernel that takes as long as it is told.

#include "igc.cl"

// One work-item of each workgroup goes so many steps of a generator (Marsaglia, "Xorshift RNGs", JSS
// 2003), each of which needs the one before: no compiler shortens that, and the host can tell whether
// all were gone. Nothing is read, so a step takes the same time wherever it is.
kernel IGC_WORKGROUP void igc_launch_work(const uint seed, const uint steps, global uint *result)
{
    if (igc_local_id() == 0u) {
        uint x = seed;
        for (uint step = 0u; step < steps; step++) {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
        }
        result[igc_launch().group] = x;
    }
}
