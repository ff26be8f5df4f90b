/// Maximum flow: how much can flow from the source to the sink, if each edge carries at most its
/// capacity and no other node keeps anything.
///
/// Push and relabel: the source floods its edges. A node with an excess pushes it along edges that lead
/// one step down; if there is none, the node rises. The height of a node is a lower bound of its distance
/// from the sink, or from the source for an excess that has to return. From time to time, searches from
/// the sink and from the source replace the heights by the exact distances.
///
/// From: Goldberg and Tarjan, "A new approach to the maximum-flow problem", J. ACM 1988; in rounds as in
/// Baumstark, Blelloch and Shun, "Efficient implementation of a synchronous parallel push-relabel
/// algorithm", ESA 2015.
/// Work: O(nodes² · edges) at worst. Rounds: O(nodes²) at worst, usually near the length of the paths
/// that carry the flow.
/// Graph: made undirected, simple and sorted; weights are not used. Both directions of an edge have a
/// capacity, which is 0 for a direction that does not exist. Devices need 64-bit atomics.
/// Result: `total`, and `flow` on each edge.

graph undirected, simple, sorted;

/// The largest possible flow of each edge.
input edge capacity: u32;

/// The node from which everything flows.
param source: node = 0;
/// The node to which everything flows; by default, the last node.
param sink: node = MAX;
/// Number of rounds between two computations of the distances.
param period: u32 = 16 in 1..;

/// The flow along the edge, which is 0 in at least one of its directions.
edge flow: u32 = 0;
/// The value of the flow.
global total: u64 = 0;
/// The sink of this run.
global target: node = 0;

/// What can still flow along the edge.
edge residual: u64 = 0;
/// What has reached the node and has not left it.
node excess: u64 = 0;
/// The height of the node. Nodes that nothing reaches have none (`MAX`).
node height: u32 = 0;

/// Whether a node has an excess after this round.
global active: bool = true;

/// Moves an amount along an edge.
fn move_along(e: edge, amount: u64) {
    atomic_sub(e.residual, amount);
    atomic_add(e.reverse.residual, amount);
    atomic_sub(e.src.excess, amount);
    atomic_add(e.dst.excess, amount);
}

/// Whether a node must get rid of an excess.
fn is_active(u: node) -> bool {
    return u.excess > 0 && u != source && u != target;
}

/// Starts without a flow.
kernel start() {
    forall e in edges {
        e.residual = e.capacity as u64;
        if e.src == source {
            atomic_add(source.excess, e.capacity as u64);
        }
    }
}

/// Floods the edges of the source.
kernel flood() {
    forall e in edges where e.src == source {
        move_along(e, e.capacity as u64);
    }
}

/// Finds the nodes from which something can flow to a node on the worklist.
kernel search(level: u32) {
    forall v in worklist {
        forall e in v.out where e.reverse.residual > 0 && e.dst.height == MAX {
            e.dst.height = level;
            push e.dst;
        }
    }
}

/// Pushes excesses down.
kernel discharge() {
    forall u in nodes where is_active(u) {
        let left = u.excess;
        for e in u.out where left > 0 && e.residual > 0 && u.height == e.dst.height + 1 {
            let amount = min(left, e.residual);
            move_along(e, amount);
            left -= amount;
        }
    }
}

/// Raises nodes that cannot push their excess. Heights only rise, so it does not matter whether a node
/// sees the old or the new height of a neighbour.
racy kernel rise() {
    forall u in nodes where is_active(u) {
        let lowest: u32 = MAX;
        forall e in u.out where e.residual > 0 {
            lowest min= e.dst.height;
        }
        if lowest >= u.height {
            u.height = lowest + 1;
        }
        active |= true;
    }
}

/// Computes what flows along the edges.
kernel finish() {
    forall e in edges where e.residual < e.capacity as u64 {
        e.flow = (e.capacity as u64 - e.residual) as u32;
    }
}

main {
    target = sink;
    if target == MAX {
        target = (node_count - 1) as node;
    }
    if source != target {
        start();
        flood();
        let round = 0;
        while active {
            if round % period == 0 {
                fill(height, MAX);
                source.height = node_count;
                target.height = 0;
                let level = 0;
                pipe [target] {
                    level += 1;
                    search(level);
                }
                level = node_count;
                pipe [source] {
                    level += 1;
                    search(level);
                }
            }
            discharge();
            active = false;
            rise();
            round += 1;
        }
        finish();
        total = target.excess;
    }
}

output total, flow, target;
check max_flow(flow, capacity, total, source, target);
