// The positions of the elements of arrays that have several elements for each node or edge.
//
// A device chooses one of two layouts when it builds the kernels, and the host uses the same layout to
// copy arrays:
//
// - by row: the elements of a node follow each other. A work-item that reads several elements of its node
//   reads one cache line.
// - by element (IGC_BY_ELEMENT): element 0 of all nodes, then element 1 of all nodes. Neighbouring
//   work-items that read the same element of neighbouring nodes read one cache line.
//
// Positions have 64 bits, because an array may have more than 2^32 elements.

#ifndef IGC_ARRAYS_CL
#define IGC_ARRAYS_CL

#include "dialect.cl"

static inline size_t igc_at(const size_t row, const uint element, const size_t rows, const uint length)
{
#ifdef IGC_BY_ELEMENT
    return element * rows + row;
#else
    return row * length + element;
#endif
}

#endif // IGC_ARRAYS_CL
