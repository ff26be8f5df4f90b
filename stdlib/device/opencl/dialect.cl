// The dialect: the features of the device, defined by macros when the program is built.
//
//   IGC_ATOMICS       12  OpenCL 1.2: volatile accesses, atom(ic)_* functions and fences
//                     20  C11 atomics at device scope (OpenCL C 2.0, or 3.0 with the feature)
//                     70  NVIDIA's PTX on global memory, for compute capability 7.0 and later
//   IGC_WIDE_ATOMICS  0   64-bit atomics use locks
//                     1   64-bit atomics work like 32-bit ones
//   IGC_FLOAT_ATOMICS 0   floats are added by compare-and-swap
//                     1   floats are added by the device's own operation, if it has one
//   IGC_SUBGROUPS     0   none: a subgroup is one work-item
//                     1   cl_khr_subgroups, or OpenCL C 3.0 with the feature
//                     2   warps of 32, by NVIDIA's PTX; the workgroup size must be a multiple of 32
//                     3   cl_intel_subgroups
//   IGC_SUBGROUP_SIZE     the subgroup size that every kernel requires, if defined
//   IGC_PTX               NVIDIA's compute capability, such as 90 for 9.0; 0 for other devices
//   IGC_LIBCLC            OpenCL's functions are those of LLVM's libclc, if defined
//
// Further macros describe the launches:
//
//   IGC_WORKGROUP_SIZE  number of work-items of a workgroup
//   IGC_BLOCKS          each workgroup has consecutive elements of loops over nodes and edges, if defined
//
// The library then defines:
//
//   IGC_DOUBLES         the device has the type `double`, if defined
//
// The text of the kernels is the same for every dialect. Only this folder depends on the dialect.

#ifndef IGC_DIALECT_CL
#define IGC_DIALECT_CL

#ifndef IGC_ATOMICS
#define IGC_ATOMICS 12
#endif

#if IGC_ATOMICS != 12 && IGC_ATOMICS != 20 && IGC_ATOMICS != 70
#error "IGC_ATOMICS must be 12, 20 or 70"
#endif

#ifndef IGC_SUBGROUPS
#define IGC_SUBGROUPS 0
#endif

#if IGC_SUBGROUPS < 0 || IGC_SUBGROUPS > 3
#error "IGC_SUBGROUPS must be 0, 1, 2 or 3"
#endif

#ifndef IGC_FLOAT_ATOMICS
#define IGC_FLOAT_ATOMICS 0
#endif

#ifndef IGC_PTX
#define IGC_PTX 0
#endif

#ifndef IGC_WORKGROUP_SIZE
#define IGC_WORKGROUP_SIZE 128
#endif

#if IGC_WORKGROUP_SIZE < 1
#error "IGC_WORKGROUP_SIZE must be at least 1"
#endif

#if IGC_SUBGROUPS == 2 && IGC_WORKGROUP_SIZE % 32 != 0
#error "with IGC_SUBGROUPS 2, IGC_WORKGROUP_SIZE must be a multiple of 32"
#endif

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define IGC_DOUBLES
#endif
#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#ifndef IGC_WIDE_ATOMICS
#define IGC_WIDE_ATOMICS 1
#endif
#endif
#ifndef IGC_WIDE_ATOMICS
#define IGC_WIDE_ATOMICS 0
#endif
#if IGC_SUBGROUPS == 1 && defined(cl_khr_subgroups)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
#if IGC_SUBGROUPS == 3 && defined(cl_intel_subgroups)
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#endif

// A product and a sum are rounded separately, as in the reference interpreter.
#pragma OPENCL FP_CONTRACT OFF

#endif // IGC_DIALECT_CL
