// The whole device library, which kernels include.

#ifndef IGC_CL
#define IGC_CL

#include "dialect.cl"
#include "arithmetic.cl"
#include "arrays.cl"
#include "group.cl"
#include "order.cl"
#include "atomics.cl"
#include "narrow.cl"
#include "floats.cl"
#include "worklist.cl"
#include "ranking.cl"
#include "collective.cl"
#include "scan.cl"
#include "search.cl"
#include "queue.cl"
#include "exclusive.cl"
#include "grid.cl"
#include "outline.cl"

#endif // IGC_CL
