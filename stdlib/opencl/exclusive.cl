// Mutual exclusion on several nodes: try to own them all, or none.
//
// One word for each node says whether it is owned. Nobody waits, so no device has to promise that
// the owner goes on running. Nodes are taken in ascending order: who is refused was refused by an
// owner of a larger node than it holds itself, so of all that try at one time, the one that holds
// the largest is not refused. (After the Exclusive of IrGL, Pai and Pingali, OOPSLA 2016.)

#ifndef IGC_EXCLUSIVE_CL
#define IGC_EXCLUSIVE_CL

#include "order.cl"

static inline bool igc_try_lock(global uint *owner) { return igc_sync_cas(owner, 0u, 1u) == 0u; }
static inline void igc_unlock(global uint *owner) { igc_sync_store(owner, 0u); }

// Whether the node at this place needs a lock of its own: it is one of the graph's, and not the same
// as the one before. The nodes are in order.
static inline bool igc_owns_at(const uint *nodes, const uint i, const uint node_count)
{
    return nodes[i] < node_count && (i == 0 || nodes[i] != nodes[i - 1]);
}

// Gives back the first `count` nodes.
static inline void igc_disown(global uint *owners, const uint *nodes, const uint count,
                              const uint node_count)
{
    for (uint i = 0; i < count; i++)
        if (igc_owns_at(nodes, i, node_count))
            igc_unlock(owners + nodes[i]);
}

// Tries to own the nodes, which it brings into order.
static inline bool igc_own(global uint *owners, uint *nodes, const uint count, const uint node_count)
{
    for (uint i = 1; i < count; i++)
        for (uint j = i; j > 0 && nodes[j] < nodes[j - 1]; j--) {
            const uint larger = nodes[j - 1];
            nodes[j - 1] = nodes[j];
            nodes[j] = larger;
        }
    // Every work-item goes through all of the nodes here, and again to give back: llvmpipe (Mesa 22.3)
    // leaves locks taken where some leave a loop before others.
    bool owned = true;
    uint taken = 0;
    for (uint i = 0; i < count; i++) {
        if (owned && igc_owns_at(nodes, i, node_count))
            owned = igc_try_lock(owners + nodes[i]);
        if (owned)
            taken = i + 1;
    }
    for (uint i = 0; i < count; i++)
        if (!owned && i < taken && igc_owns_at(nodes, i, node_count))
            igc_unlock(owners + nodes[i]);
    return owned;
}

#endif // IGC_EXCLUSIVE_CL
