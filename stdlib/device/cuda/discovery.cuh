// The workgroups that run at the same time. The host launches outlined loops with `cuLaunchCooperativeKernel`, which
// guarantees that all workgroups of the launch do.

#ifndef IGC_DISCOVERY_CUH
#define IGC_DISCOVERY_CUH

#include "dialect.cuh"
#include "group.cl"
#include "work_items.cuh"

// Returns the environment, which all workgroups have joined. Other devices must discover them first, and then use
// `patience` and two words of local memory.
__device__ __forceinline__ igc_grid igc_join(uint *, const uint, uint *)
{
    const igc_grid grid = {igc_launch_group(), igc_launch_groups(), false};
    return grid;
}

// Returns whether the workgroup is part of the environment.
__device__ __forceinline__ bool igc_is_member(const igc_grid) { return true; }

// Returns the next number of looks at a word that another workgroup will write.
__device__ __forceinline__ uint igc_next_look(const uint looks) { return looks + 1u; }

#endif // IGC_DISCOVERY_CUH
