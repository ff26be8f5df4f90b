// The dialect: types, constants and functions that the rest of the library uses, and the features of the device.
//
// A workgroup is a block of threads, a work-item is a thread, local memory is shared memory, and a subgroup is a
// warp. The text needs no header: NVRTC has none, and nvcc and HIP include their own. HIP, the same language for AMD's
// GPUs, defines __HIP__. The host may define these macros:
//
//   IGC_WORKGROUP_SIZE  number of work-items of a workgroup
//   IGC_BLOCKS          each workgroup has consecutive elements of loops over nodes and edges, if defined
//   IGC_RESIDENT_WORKGROUPS  number of workgroups for which a multiprocessor must have enough registers, if defined
//
// The library then defines:
//
//   IGC_SUBGROUPS       0   none: a subgroup is one work-item
//                       2   warps, if the workgroup size is a multiple of their size
//   IGC_WARP            the size of a warp, if there are warps
//   IGC_PTX             the compute capability, such as 90 for 9.0; 0 with HIP
//   IGC_DOUBLES         the device has the type `double`
//   IGC_WIDE_ATOMICS    1, because all devices have 64-bit atomics

#ifndef IGC_DIALECT_CUH
#define IGC_DIALECT_CUH

#ifndef IGC_WORKGROUP_SIZE
#define IGC_WORKGROUP_SIZE 128
#endif

#if IGC_WORKGROUP_SIZE < 1
#error "IGC_WORKGROUP_SIZE must be at least 1"
#endif

// The warps of AMD's GPUs, wavefronts, have 32 or 64 work-items.
#ifdef __AMDGCN_WAVEFRONT_SIZE
#define IGC_HARDWARE_WARP __AMDGCN_WAVEFRONT_SIZE
#else
#define IGC_HARDWARE_WARP 32
#endif

#if IGC_WORKGROUP_SIZE % IGC_HARDWARE_WARP == 0
#define IGC_SUBGROUPS 2
#define IGC_WARP IGC_HARDWARE_WARP
#else
#define IGC_SUBGROUPS 0
#endif

// nvcc also compiles the text for the host, where no compute capability is defined.
#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ < 700
#error "the library needs compute capability 7.0 or later"
#endif
#define IGC_PTX (__CUDA_ARCH__ / 10)
#else
#define IGC_PTX 0
#endif

#define IGC_DOUBLES
#define IGC_WIDE_ATOMICS 1

// Generated code may contain a variable that nothing reads, and so may a kernel that uses a part of the library.
#if defined(__CUDACC__) && !defined(__HIP__)
#pragma nv_diag_suppress 177, 550
#endif

// These types have the same definitions in the headers of Linux.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

static_assert(sizeof(long) == 8, "the library needs `long` of 64 bits");

#ifndef INT_MAX
#define INT_MAX 0x7fffffff
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 0xffffffffu
#define LONG_MAX 0x7fffffffffffffffl
#define LONG_MIN (-LONG_MAX - 1l)
#define ULONG_MAX 0xfffffffffffffffful
#endif
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fc00000)
#endif

// Reinterpret the bits of a number as another type of the same width.
__device__ __forceinline__ int as_int(const uint x) { return (int)x; }
__device__ __forceinline__ int as_int(const float x) { return __float_as_int(x); }
__device__ __forceinline__ uint as_uint(const int x) { return (uint)x; }
__device__ __forceinline__ uint as_uint(const float x) { return __float_as_uint(x); }
__device__ __forceinline__ long as_long(const ulong x) { return (long)x; }
__device__ __forceinline__ long as_long(const double x) { return __double_as_longlong(x); }
__device__ __forceinline__ ulong as_ulong(const long x) { return (ulong)x; }
__device__ __forceinline__ ulong as_ulong(const double x) { return (ulong)__double_as_longlong(x); }
__device__ __forceinline__ float as_float(const uint x) { return __uint_as_float(x); }
__device__ __forceinline__ double as_double(const ulong x) { return __longlong_as_double((long)x); }

// The number of bits that are one.
__device__ __forceinline__ uint popcount(const uint x) { return __popc(x); }
__device__ __forceinline__ ulong popcount(const ulong x) { return __popcll(x); }

// Sums that saturate instead of wrapping around.
__device__ __forceinline__ uint igc_add_sat_uint(const uint a, const uint b) { return a + min(b, ~a); }
__device__ __forceinline__ ulong igc_add_sat_ulong(const ulong a, const ulong b) { return a + min(b, ~a); }
__device__ __forceinline__ int igc_add_sat_int(const int a, const int b)
{
    return (int)max((long)INT_MIN, min((long)a + b, (long)INT_MAX));
}
__device__ __forceinline__ long igc_add_sat_long(const long a, const long b)
{
    const long sum = as_long(as_ulong(a) + as_ulong(b));
    const bool overflows = ((a ^ sum) & (b ^ sum)) < 0;
    return overflows ? (a < 0 ? LONG_MIN : LONG_MAX) : sum;
}

#endif // IGC_DIALECT_CUH
