// Collectives: all work-items of a group contribute a value, and each gets a result.
//
//   igc_subgroup_OP_T(x)            the values of a subgroup, combined by OP
//   igc_workgroup_OP_T(scratch, x)  the values of a workgroup, combined by OP; also a barrier
//
// OP is `add`, `min` or `max`, and for integers also `and`, `or` or `xor`. Sums of integers wrap. Minima and
// maxima of floats are those of arithmetic.cl. Floats are added in an order that depends on the device.
// The algorithm of a workgroup is IGC_RANKING (ranking.cl).
//
// No barrier is necessary between two collectives of a workgroup. They communicate through `scratch`,
// IGC_SCRATCH_SIZE words of local memory, which nothing else may access meanwhile. A value of any type
// occupies one word, as its bits. Therefore no memory is accessed as two types, and a collective of one
// type does not overwrite a result of another type that is still read.

#ifndef IGC_COLLECTIVE_CL
#define IGC_COLLECTIVE_CL

#include "arithmetic.cl"
#include "dialect.cl"
#include "group.cl"
#include "ranking.cl"
#include "subgroups.cl"

#define IGC_WORD_OF_int(x) as_uint(x)
#define IGC_WORD_OF_uint(x) (x)
#define IGC_WORD_OF_long(x) as_ulong(x)
#define IGC_WORD_OF_ulong(x) (x)
#define IGC_WORD_OF_float(x) as_uint(x)
#define IGC_WORD_OF_double(x) as_ulong(x)

#define IGC_int_OF_WORD(w) as_int((uint)(w))
#define IGC_uint_OF_WORD(w) ((uint)(w))
#define IGC_long_OF_WORD(w) as_long(w)
#define IGC_ulong_OF_WORD(w) (w)
#define IGC_float_OF_WORD(w) as_float((uint)(w))
#define IGC_double_OF_WORD(w) as_double(w)

#if IGC_RANKING == 1

// The first work-item combines all values. On a CPU, a workgroup is a loop on one core, and a barrier ends one
// loop and starts another. A tree would need as many operations, and one barrier for each of its levels.
//
// There is no race. Before the first barrier each work-item writes its own word. Between the two
// barriers, only the first work-item accesses `scratch`. After the second barrier, all work-items read
// the result, and the next collective writes it only after its own first barrier; until then, each
// work-item writes only its own word.
#define IGC_WORKGROUP_REDUCTION(T, OP)                                                             \
    IGC_WITH_BARRIERS T igc_workgroup##OP##_##T(local ulong *scratch, const T x)                   \
    {                                                                                              \
        scratch[igc_local_id()] = IGC_WORD_OF_##T(x);                                              \
        igc_workgroup_barrier();                                                                   \
        if (igc_local_id() == 0) {                                                                 \
            T all = x;                                                                             \
            for (uint i = 1; i < IGC_WORKGROUP_SIZE; i++)                                          \
                all = igc_combine##OP##_##T(all, IGC_##T##_OF_WORD(scratch[i]));                   \
            scratch[IGC_WORKGROUP_SIZE] = IGC_WORD_OF_##T(all);                                    \
        }                                                                                          \
        igc_workgroup_barrier();                                                                   \
        return IGC_##T##_OF_WORD(scratch[IGC_WORKGROUP_SIZE]);                                     \
    }

#elif IGC_RANKING == 2 || IGC_RANKING == 3

// A tree in local memory. Each round halves the number of words that hold a value. If the number is odd, the
// middle word keeps its value.
#define IGC_WORKGROUP_REDUCTION(T, OP)                                                             \
    IGC_WITH_BARRIERS T igc_workgroup##OP##_##T(local ulong *scratch, const T x)                   \
    {                                                                                              \
        const uint own = igc_local_id();                                                           \
        scratch[own] = IGC_WORD_OF_##T(x);                                                         \
        igc_workgroup_barrier();                                                                   \
        for (uint count = IGC_WORKGROUP_SIZE; igc_continues(count > 1); count -= count / 2) {      \
            igc_path_start();                                                                      \
            if (own < count / 2) {                                                                 \
                const ulong other = scratch[own + (count + 1) / 2];                                \
                const T both = igc_combine##OP##_##T(IGC_##T##_OF_WORD(scratch[own]),              \
                                                     IGC_##T##_OF_WORD(other));                    \
                scratch[own] = IGC_WORD_OF_##T(both);                                              \
            }                                                                                      \
            igc_workgroup_barrier();                                                               \
        }                                                                                          \
        const T all = IGC_##T##_OF_WORD(scratch[0]);                                               \
        igc_workgroup_barrier();                                                                   \
        return all;                                                                                \
    }

#else

// Each subgroup first combines its own values. The results are so few that every work-item combines all of
// them, which needs no further barrier. The second barrier prevents the next collective from overwriting
// words that are still read.
#define IGC_WORKGROUP_REDUCTION(T, OP)                                                             \
    IGC_WITH_BARRIERS T igc_workgroup##OP##_##T(local ulong *scratch, const T x)                   \
    {                                                                                              \
        const T own = igc_subgroup##OP##_##T(x);                                                   \
        if (igc_lane() == 0)                                                                       \
            scratch[igc_subgroup_id()] = IGC_WORD_OF_##T(own);                                     \
        igc_workgroup_barrier();                                                                   \
        T all = IGC_##T##_OF_WORD(scratch[0]);                                                     \
        for (uint i = 1; i < igc_subgroup_count(); i++)                                            \
            all = igc_combine##OP##_##T(all, IGC_##T##_OF_WORD(scratch[i]));                       \
        igc_workgroup_barrier();                                                                   \
        return all;                                                                                \
    }

#endif

// OP starts with an underscore. Otherwise the names min and max, which are macros in PoCL, would be
// expanded in the arguments.
#define IGC_COLLECTIVE(T, OP, HOW, COMBINED)                                                       \
    static inline T igc_combine##OP##_##T(const T a, const T b) { return COMBINED; }               \
    IGC_SUBGROUP_##HOW(T, OP)                                                                      \
    IGC_WORKGROUP_REDUCTION(T, OP)

#define IGC_INTEGER_COLLECTIVES(T, SUM)                                                            \
    IGC_COLLECTIVE(T, _add, BUILTIN, SUM)                                                          \
    IGC_COLLECTIVE(T, _min, BUILTIN, min(a, b))                                                    \
    IGC_COLLECTIVE(T, _max, BUILTIN, max(a, b))                                                    \
    IGC_COLLECTIVE(T, _and, FOLD, a & b)                                                           \
    IGC_COLLECTIVE(T, _or, FOLD, a | b)                                                            \
    IGC_COLLECTIVE(T, _xor, FOLD, a ^ b)

#define IGC_FLOAT_COLLECTIVES(T)                                                                   \
    IGC_COLLECTIVE(T, _add, BUILTIN, a + b)                                                        \
    IGC_COLLECTIVE(T, _min, FOLD, igc_min_##T(a, b))                                               \
    IGC_COLLECTIVE(T, _max, FOLD, igc_max_##T(a, b))

IGC_INTEGER_COLLECTIVES(int, igc_add_int(a, b))
IGC_INTEGER_COLLECTIVES(uint, a + b)
IGC_INTEGER_COLLECTIVES(long, igc_add_long(a, b))
IGC_INTEGER_COLLECTIVES(ulong, a + b)
IGC_FLOAT_COLLECTIVES(float)
#ifdef IGC_DOUBLES
IGC_FLOAT_COLLECTIVES(double)
#endif

#endif // IGC_COLLECTIVE_CL
