// The dialect: what a device offers, said by macros when the program is built.
//
//   IGC_ATOMICS   12  OpenCL 1.2 atomics: volatile accesses and atom(ic)_* functions
//                 20  C11 atomics at device scope (OpenCL C 2.0, or 3.0 with the feature)
//
//   IGC_SUBGROUPS 0   none: a subgroup is one work-item
//                 1   cl_khr_subgroups, or OpenCL C 3.0 with the feature
//                 2   warps of 32, by NVIDIA's PTX; workgroups are a multiple of that
//   IGC_WORKGROUP_SIZE  how many work-items a workgroup has
//
// Kernels are one text for every dialect; only this library differs.

#ifndef IGC_ATOMICS
#define IGC_ATOMICS 12
#endif

#if IGC_ATOMICS != 12 && IGC_ATOMICS != 20
#error "IGC_ATOMICS must be 12 or 20"
#endif

#ifndef IGC_SUBGROUPS
#define IGC_SUBGROUPS 0
#endif

#if IGC_SUBGROUPS < 0 || IGC_SUBGROUPS > 2
#error "IGC_SUBGROUPS must be 0, 1 or 2"
#endif

#ifndef IGC_WORKGROUP_SIZE
#define IGC_WORKGROUP_SIZE 128
#endif

#if IGC_SUBGROUPS == 2 && IGC_WORKGROUP_SIZE % 32 != 0
#error "with IGC_SUBGROUPS 2, IGC_WORKGROUP_SIZE must be a multiple of 32"
#endif

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#if defined(cl_khr_int64_base_atomics) && defined(cl_khr_int64_extended_atomics)
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#define IGC_INT64_ATOMICS 1
#endif

// A product and a sum round separately, as in the reference interpreter.
#pragma OPENCL FP_CONTRACT OFF
#if IGC_SUBGROUPS == 1 && defined(cl_khr_subgroups)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
