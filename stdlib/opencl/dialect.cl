// The dialect: what a device offers, said by macros when the program is built.
//
//   IGC_ATOMICS   12  OpenCL 1.2 atomics: volatile accesses and atom(ic)_* functions
//                 20  C11 atomics at device scope (OpenCL C 2.0, or 3.0 with the feature)
//
// Kernels are one text for every dialect; only this library differs.

#ifndef IGC_ATOMICS
#define IGC_ATOMICS 12
#endif

#if IGC_ATOMICS != 12 && IGC_ATOMICS != 20
#error "IGC_ATOMICS must be 12 or 20"
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
