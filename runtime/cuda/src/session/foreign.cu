// Checks graphs in memory of a caller, and copies results into memory that a caller keeps.

typedef unsigned long long ulong_t;

// Sets bit 0 of `wrong` if an offset is smaller than the one before, and bit 1 if an edge does not lead to a node.
extern "C" __global__ void check_rows(
    const unsigned *offsets, const unsigned nodes, const unsigned *targets, const ulong_t edges, unsigned *wrong)
{
    const ulong_t first = (ulong_t)blockIdx.x * blockDim.x + threadIdx.x;
    const ulong_t step = (ulong_t)gridDim.x * blockDim.x;
    unsigned found = 0;
    for (ulong_t node = first; node < nodes; node += step)
        if (offsets[node] > offsets[node + 1])
            found |= 1;
    for (ulong_t edge = first; edge < edges; edge += step)
        if (targets[edge] >= nodes)
            found |= 2;
    if (found != 0)
        atomicOr(wrong, found);
}

// Sets `found[0]` if a real number is not finite, or if a whole number does not fit 32 bits without a sign. `found[1]` becomes
// the number of the first edge with a negative weight.
extern "C" __global__ void check_weights(
    const ulong_t *weights, const ulong_t edges, const unsigned are_real, ulong_t *found)
{
    const ulong_t step = (ulong_t)gridDim.x * blockDim.x;
    ulong_t is_unusual = 0, negative = ~0ull;
    for (ulong_t edge = (ulong_t)blockIdx.x * blockDim.x + threadIdx.x; edge < edges; edge += step) {
        const ulong_t bits = weights[edge];
        // A negative zero is not negative.
        if (bits >> 63 != 0 && (are_real == 0 || bits << 1 != 0) && edge < negative)
            negative = edge;
        if (are_real != 0 ? (bits >> 52 & 0x7ff) == 0x7ff : bits >> 32 != 0)
            is_unusual = 1;
    }
    if (is_unusual != 0)
        atomicOr(&found[0], is_unusual);
    if (negative != ~0ull)
        atomicMin(&found[1], negative);
}

// Copies `rows` rows of `length` elements, which follow each other row by row afterwards. Elements of 1, 2, 4 or 8 bytes
// become elements of 1, 4 or 8 bytes. One byte is a truth value.
extern "C" __global__ void copy_rows(
    const unsigned char *from, unsigned char *to, const ulong_t rows, const ulong_t length, const unsigned by_element,
    const unsigned from_size, const unsigned to_size)
{
    const ulong_t step = (ulong_t)gridDim.x * blockDim.x;
    for (ulong_t i = (ulong_t)blockIdx.x * blockDim.x + threadIdx.x; i < rows * length; i += step) {
        const ulong_t at = by_element != 0 ? i % length * rows + i / length : i;
        ulong_t value;
        switch (from_size) {
        case 1: value = from[at]; break;
        case 2: value = ((const unsigned short *)from)[at]; break;
        case 4: value = ((const unsigned *)from)[at]; break;
        default: value = ((const ulong_t *)from)[at]; break;
        }
        switch (to_size) {
        case 1: to[i] = value != 0; break;
        case 4: ((unsigned *)to)[i] = (unsigned)value; break;
        default: ((ulong_t *)to)[i] = value; break;
        }
    }
}
