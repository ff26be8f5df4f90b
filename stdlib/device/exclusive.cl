// Mutual exclusion on several nodes: a work-item tries to own either all of them or none.
//
// Each node has a word that is 1 while the node is owned, and 0 otherwise. No work-item waits, so the device
// does not have to guarantee that the owner makes progress. A work-item locks its nodes in ascending order,
// so an attempt fails only at a node that is larger than all nodes that the work-item already holds.
// Therefore at least one of several simultaneous attempts succeeds: the one that holds the largest node.
// (After the Exclusive of IrGL, Pai and Pingali, OOPSLA 2016.)

#ifndef IGC_EXCLUSIVE_CL
#define IGC_EXCLUSIVE_CL

#include "order.cl"

static inline bool igc_try_lock(global uint *owner) { return igc_sync_cas(owner, 0u, 1u) == 0u; }
static inline void igc_unlock(global uint *owner) { igc_sync_store(owner, 0u); }

// Returns whether the node at index `i` must be locked: it is a valid node of the graph, and differs from
// the node before it. The nodes must be sorted.
static inline bool igc_owns_at(const uint *nodes, const uint i, const uint node_count)
{
    return nodes[i] < node_count && (i == 0 || nodes[i] != nodes[i - 1]);
}

// Releases the first `count` nodes.
static inline void igc_disown(global uint *owners, const uint *nodes, const uint count,
                              const uint node_count)
{
    for (uint i = 0; i < count; i++)
        if (igc_owns_at(nodes, i, node_count))
            igc_unlock(owners + nodes[i]);
}

// Sorts the nodes and tries to own them. Returns whether that succeeded.
static inline bool igc_own(global uint *owners, uint *nodes, const uint count, const uint node_count)
{
    for (uint i = 1; i < count; i++)
        for (uint j = i; j > 0 && nodes[j] < nodes[j - 1]; j--) {
            const uint larger = nodes[j - 1];
            nodes[j - 1] = nodes[j];
            nodes[j] = larger;
        }
    // Every work-item executes all rounds of both loops. If some work-items left a loop before others,
    // llvmpipe (Mesa 22.3) would not release all locks.
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
