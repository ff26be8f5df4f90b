// Prefetches: advice to load a cache line that a work-item will probably access soon.

#ifndef IGC_PREFETCH_CL
#define IGC_PREFETCH_CL

#include "dialect.cl"

#ifndef __has_builtin
#define __has_builtin(NAME) 0
#endif

// Drivers may ignore the function `prefetch` of OpenCL C. On NVIDIA's GPUs, the function writes the PTX
// instruction. On processors, and if the compiler is clang, clang's own function writes the instruction; there,
// all pointers are addresses of one memory.
static inline void igc_prefetch(const volatile global void *element)
{
#if IGC_PTX > 0
    asm volatile("prefetch.global.L2 [%0];" : : "l"(element));
#elif __has_builtin(__builtin_prefetch) && (defined(__x86_64__) || defined(__aarch64__))
    __builtin_prefetch((const void *)(uintptr_t)element);
#else
    prefetch((const global uint *)element, 1);
#endif
}

#endif // IGC_PREFETCH_CL
