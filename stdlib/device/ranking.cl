// The algorithm of the collectives of workgroups, IGC_RANKING, which a policy for the device may choose:
//
//   1  serial: the first work-item combines all values
//   2  Hillis-Steele: a scan has log₂ n rounds, in which each work-item adds one value
//   3  Brent-Kung: a scan is a tree, with 2 log₂ n rounds and about 2n additions in all
//   4  workgroup: the language's own scan of a workgroup, if it has one
//   5  subgroup: each subgroup combines its own values, and then all work-items combine the results
//
// Reductions have one tree for 2 and 3, and use 5 for 4. Without the macro, or on a device that lacks an
// algorithm, the algorithm is 5 if subgroups exist, and otherwise 1.
//
// (Hillis and Steele, "Data Parallel Algorithms", 1986; Brent and Kung, "A Regular Layout for Parallel
// Adders", 1982.)

#ifndef IGC_RANKING_CL
#define IGC_RANKING_CL

#include "dialect.cl"
#include "subgroups.cl"

#if IGC_SUBGROUPS == 0
#define IGC_USUAL_RANKING 1
#else
#define IGC_USUAL_RANKING 5
#endif

#ifndef IGC_RANKING
#define IGC_RANKING IGC_USUAL_RANKING
#elif IGC_RANKING == 4 && !IGC_WORKGROUP_FUNCTIONS || IGC_RANKING == 5 && IGC_SUBGROUPS == 0
#undef IGC_RANKING
#define IGC_RANKING IGC_USUAL_RANKING
#endif

#if IGC_RANKING < 1 || IGC_RANKING > 5
#error "IGC_RANKING must be 1, 2, 3, 4 or 5"
#endif

// Number of words of local memory that a collective of a workgroup needs: one word for each work-item, for
// some algorithms one for the result, and for some two words for each work-item. Subgroups need one word for
// each subgroup; their number is not always known.
#if IGC_RANKING == 2
#define IGC_SCRATCH_SIZE (2 * IGC_WORKGROUP_SIZE)
#elif IGC_RANKING == 5 && defined(IGC_WARP)
#define IGC_SCRATCH_SIZE (IGC_WORKGROUP_SIZE / IGC_WARP)
#else
#define IGC_SCRATCH_SIZE (IGC_WORKGROUP_SIZE + 1)
#endif

#endif // IGC_RANKING_CL
