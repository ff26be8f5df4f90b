// What the primitives of `igc search primitives` share: the loads and stores of a tile. The kernel of one
// primitive follows. Macros give the configuration:
//
//   IGC_PRIM_ITEMS      number of words of a tile for each work-item
//   IGC_PRIM_WIDTH      number of words of a load: 1, 2 or 4
//   IGC_PRIM_BLOCKED    1: the words of a work-item follow each other; 0: neighbouring work-items load
//                       neighbouring vectors
//   IGC_PRIM_LOAD       0: plain; 1: constant, by the read-only cache; 2: streaming; 3: volatile
//   IGC_PRIM_ALGORITHM  0: each work-item alone; 1: by the lanes that execute a push together; 2: one atomic
//                       for each subgroup; 3: by queues in local memory; 4: by scans of workgroups
//
// Lengths are whole tiles. A tile consists of runs: adjacent words of one work-item. In blocked order, a
// work-item has one run of all its words, and otherwise a run for each of its loads.

#include "igc.cl"

#define IGC_PRIM_TILE (IGC_PRIM_ITEMS * IGC_WORKGROUP_SIZE)
#if IGC_PRIM_BLOCKED
#define IGC_PRIM_RUN IGC_PRIM_ITEMS
#else
#define IGC_PRIM_RUN IGC_PRIM_WIDTH
#endif
#define IGC_PRIM_RUNS (IGC_PRIM_ITEMS / IGC_PRIM_RUN)

// The index of the first word of a work-item's run, in the sequence and in its tile.
#define IGC_PRIM_IN_TILE(run) (((run) * IGC_WORKGROUP_SIZE + igc_local_id()) * IGC_PRIM_RUN)
#define IGC_PRIM_AT(tile, run) ((tile) * IGC_PRIM_TILE + IGC_PRIM_IN_TILE(run))

#if IGC_PRIM_WIDTH == 1
typedef uint igc_prim_vector;
#elif IGC_PRIM_WIDTH == 2
typedef uint2 igc_prim_vector;
#else
typedef uint4 igc_prim_vector;
#endif

// The qualifiers of an input and of an output.
#if IGC_PRIM_LOAD == 3
#define IGC_PRIM_IN const volatile global uint *
#define IGC_PRIM_OUT volatile global uint *
#elif IGC_PRIM_LOAD == 0
#define IGC_PRIM_IN const global uint *
#define IGC_PRIM_OUT global uint *
#else
#define IGC_PRIM_IN const global uint *restrict
#define IGC_PRIM_OUT global uint *restrict
#endif

typedef union {
    igc_prim_vector all;
    uint each[IGC_PRIM_WIDTH];
} igc_prim_words;

#if IGC_PTX > 0 && (IGC_PRIM_LOAD == 1 || IGC_PRIM_LOAD == 2)

#if IGC_PRIM_LOAD == 1
#define IGC_PRIM_PTX_LOAD "ld.global.nc"
#define IGC_PRIM_PTX_STORE "st.global"
#else
#define IGC_PRIM_PTX_LOAD "ld.global.cs"
#define IGC_PRIM_PTX_STORE "st.global.cs"
#endif

static inline igc_prim_words igc_prim_load(const global uint *p)
{
    igc_prim_words v;
#if IGC_PRIM_WIDTH == 1
    asm volatile(IGC_PRIM_PTX_LOAD ".u32 %0, [%1];" : "=r"(v.each[0]) : "l"(p));
#elif IGC_PRIM_WIDTH == 2
    asm volatile(IGC_PRIM_PTX_LOAD ".v2.u32 {%0, %1}, [%2];" : "=r"(v.each[0]), "=r"(v.each[1]) : "l"(p));
#else
    asm volatile(IGC_PRIM_PTX_LOAD ".v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.each[0]), "=r"(v.each[1]), "=r"(v.each[2]), "=r"(v.each[3])
                 : "l"(p));
#endif
    return v;
}

static inline void igc_prim_store(global uint *p, const igc_prim_words v)
{
#if IGC_PRIM_WIDTH == 1
    asm volatile(IGC_PRIM_PTX_STORE ".u32 [%0], %1;" : : "l"(p), "r"(v.each[0]) : "memory");
#elif IGC_PRIM_WIDTH == 2
    asm volatile(IGC_PRIM_PTX_STORE ".v2.u32 [%0], {%1, %2};"
                 :
                 : "l"(p), "r"(v.each[0]), "r"(v.each[1])
                 : "memory");
#else
    asm volatile(IGC_PRIM_PTX_STORE ".v4.u32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(p), "r"(v.each[0]), "r"(v.each[1]), "r"(v.each[2]), "r"(v.each[3])
                 : "memory");
#endif
}

#else

#if IGC_PRIM_LOAD == 2
// Clang's builtins, which most drivers have.
#define IGC_PRIM_READ(p) __builtin_nontemporal_load((const global igc_prim_vector *)(p))
#define IGC_PRIM_WRITE(p, v) __builtin_nontemporal_store(v, (global igc_prim_vector *)(p))
#elif IGC_PRIM_LOAD == 3
#define IGC_PRIM_READ(p) (*(const volatile global igc_prim_vector *)(p))
#define IGC_PRIM_WRITE(p, v) (*(volatile global igc_prim_vector *)(p) = (v))
#else
#define IGC_PRIM_READ(p) (*(const global igc_prim_vector *)(p))
#define IGC_PRIM_WRITE(p, v) (*(global igc_prim_vector *)(p) = (v))
#endif

static inline igc_prim_words igc_prim_load(IGC_PRIM_IN p)
{
    igc_prim_words v;
    v.all = IGC_PRIM_READ(p);
    return v;
}

static inline void igc_prim_store(IGC_PRIM_OUT p, const igc_prim_words v) { IGC_PRIM_WRITE(p, v.all); }

#endif

// Loads the work-item's words of a tile: all loads before anything else.
static inline void igc_prim_load_tile(uint *words, IGC_PRIM_IN from, const uint tile)
{
#pragma unroll
    for (uint i = 0; i < IGC_PRIM_ITEMS; i += IGC_PRIM_WIDTH) {
        const uint at = IGC_PRIM_AT(tile, i / IGC_PRIM_RUN) + i % IGC_PRIM_RUN;
        const igc_prim_words v = igc_prim_load(from + at);
        for (uint k = 0; k < IGC_PRIM_WIDTH; k++)
            words[i + k] = v.each[k];
    }
}

static inline void igc_prim_store_tile(IGC_PRIM_OUT to, const uint *words, const uint tile)
{
#pragma unroll
    for (uint i = 0; i < IGC_PRIM_ITEMS; i += IGC_PRIM_WIDTH) {
        igc_prim_words v;
        for (uint k = 0; k < IGC_PRIM_WIDTH; k++)
            v.each[k] = words[i + k];
        igc_prim_store(to + IGC_PRIM_AT(tile, i / IGC_PRIM_RUN) + i % IGC_PRIM_RUN, v);
    }
}

// The sum of a run.
static inline uint igc_prim_sum(const uint *run)
{
    uint sum = 0;
    for (uint i = 0; i < IGC_PRIM_RUN; i++)
        sum += run[i];
    return sum;
}

// Each workgroup has an even share of the tiles: from `from` up to `to`.
typedef struct {
    uint from;
    uint to;
} igc_prim_share;

static inline igc_prim_share igc_prim_tiles(const uint tiles)
{
    const igc_grid grid = igc_launch();
    const uint each = (tiles + grid.groups - 1) / grid.groups;
    const igc_prim_share share = {min(tiles, grid.group * each), min(tiles, (grid.group + 1) * each)};
    return share;
}
