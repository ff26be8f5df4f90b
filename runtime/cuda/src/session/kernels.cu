// The kernels that every session needs: one that shows a few words to the host, and one that fills memory.
//
// Both may start before the kernels before them have ended, and wait for them, as the kernels of programs do.

typedef unsigned long long ulong_t;

static __device__ void wait_for_earlier_kernels()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" : : : "memory");
#endif
}

// Copies words to memory of the host. They are visible there before the number of the read is.
extern "C" __global__ void __launch_bounds__(32) publish(
    const unsigned *from, const unsigned words, volatile unsigned *host, const unsigned number)
{
    wait_for_earlier_kernels();
    for (unsigned at = threadIdx.x; at < words; at += 32)
        host[1 + at] = from[at];
    __threadfence_system();
    __syncwarp();
    if (threadIdx.x == 0)
        host[0] = number;
}

// The bytes from address `start` to before `end`. The byte at an address is byte `address % 8` of the pattern.
struct range {
    ulong_t start, end, pattern;
};

struct ranges {
    struct range of[MOST_RANGES];
};

static __device__ void set_byte(const ulong_t address, const ulong_t pattern)
{
    *(unsigned char *)address = (unsigned char)(pattern >> 8 * (address % 8));
}

// Fills ranges that do not overlap.
extern "C" __global__ void __launch_bounds__(256) fill(const struct ranges ranges, const unsigned count)
{
    wait_for_earlier_kernels();
    const ulong_t first = (ulong_t)blockIdx.x * blockDim.x + threadIdx.x;
    const ulong_t step = (ulong_t)gridDim.x * blockDim.x;
    for (unsigned at = 0; at < count; at++) {
        const struct range range = ranges.of[at];
        // The pairs of words that are inside the range, and the bytes before and after them.
        const ulong_t pairs = (range.start + 15) / 16 * 16;
        const ulong_t after = max(range.end / 16 * 16, pairs);
        for (ulong_t pair = pairs + first * 16; pair < after; pair += step * 16)
            *(ulonglong2 *)pair = make_ulonglong2(range.pattern, range.pattern);
        if (first < 16) {
            if (range.start + first < min(pairs, range.end))
                set_byte(range.start + first, range.pattern);
            if (after + first < range.end)
                set_byte(after + first, range.pattern);
        }
    }
}
