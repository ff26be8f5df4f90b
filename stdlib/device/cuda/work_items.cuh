// The position of a work-item in its launch and its groups, and the barriers of the groups.

#ifndef IGC_WORK_ITEMS_CUH
#define IGC_WORK_ITEMS_CUH

#include "dialect.cuh"

// Every kernel is launched with workgroups of exactly this size. Without IGC_RESIDENT_WORKGROUPS, the compiler prefers
// more resident workgroups to more registers, and spills a few registers of long kernels.
#ifdef IGC_RESIDENT_WORKGROUPS
#define IGC_WORKGROUP __launch_bounds__(IGC_WORKGROUP_SIZE, IGC_RESIDENT_WORKGROUPS)
#else
#define IGC_WORKGROUP __launch_bounds__(IGC_WORKGROUP_SIZE)
#endif

// The qualifiers of functions that contain barriers.
#define IGC_WITH_BARRIERS __device__ __forceinline__

__device__ __forceinline__ uint igc_local_id(void) { return threadIdx.x; }

// Starts a kernel: waits until the kernel before it has ended, and lets the next kernel take its place on the device
// meanwhile. The host may launch kernels before the previous ones have ended, because every kernel waits here before it
// accesses memory (programmatic dependent launch, compute capability 9.0). A launch then costs less time on the device.
__device__ __forceinline__ void igc_start_kernel(void)
{
#if IGC_PTX >= 90
    asm volatile("griddepcontrol.wait;\n\tgriddepcontrol.launch_dependents;" : : : "memory");
#endif
}

// The number of this workgroup in the launch, and the number of workgroups.
__device__ __forceinline__ uint igc_launch_group(void) { return blockIdx.x; }
__device__ __forceinline__ uint igc_launch_groups(void) { return gridDim.x; }

// Waits for all work-items of the workgroup, and makes their earlier memory accesses visible.
IGC_WITH_BARRIERS void igc_workgroup_barrier(void) { __syncthreads(); }

#if IGC_SUBGROUPS == 0

__device__ __forceinline__ uint igc_lane(void) { return 0; }
__device__ __forceinline__ uint igc_subgroup_size(void) { return 1; }
__device__ __forceinline__ uint igc_subgroup_id(void) { return igc_local_id(); }
__device__ __forceinline__ uint igc_subgroup_count(void) { return IGC_WORKGROUP_SIZE; }
__device__ __forceinline__ void igc_subgroup_barrier(void) {}

#else

// Workgroups consist of whole warps, with their work-items in order.
__device__ __forceinline__ uint igc_lane(void) { return igc_local_id() % IGC_WARP; }
__device__ __forceinline__ uint igc_subgroup_size(void) { return IGC_WARP; }
__device__ __forceinline__ uint igc_subgroup_id(void) { return igc_local_id() / IGC_WARP; }
__device__ __forceinline__ uint igc_subgroup_count(void) { return IGC_WORKGROUP_SIZE / IGC_WARP; }
#ifdef __HIP__
__device__ __forceinline__ void igc_subgroup_barrier(void)
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
#else
__device__ __forceinline__ void igc_subgroup_barrier(void) { __syncwarp(); }
#endif

#endif

#endif // IGC_WORK_ITEMS_CUH
