// The kernel of `igc bench launch`, which takes a given time.

#include "igc.cl"

// One work-item of each workgroup executes `steps` steps of a generator (Marsaglia, "Xorshift RNGs", JSS
// 2003). Each step needs the result of the previous one, so no compiler can shorten the loop, and the
// host can check that all steps were executed. The loop does not access memory, so a step always takes
// the same time.
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
