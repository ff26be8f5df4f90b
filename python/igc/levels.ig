/// Breadth-first searches from up to 64 sources at once: the number of edges on a shortest path from
/// each of them to every node.
///
/// MS-BFS, as the program `bfs_multi` of the library, which returns only sums of the levels. A node is
/// on the worklist if a search reaches it in the round, so a round takes no time for other nodes.
///
/// From: Then and others, "The more the merrier: efficient multi-source graph traversal", VLDB 2014.
/// Work: O((nodes + edges) · sources) at worst, and less where searches meet. Rounds: the largest
/// eccentricity of a source.
/// Graph: any, directed or not; weights are not used. Devices need 64-bit atomics.
/// Result: `level`, the rows of the sources one after the other, with an element for each node.

/// The searches that begin at the node, with one bit for each.
input node start: u64;

/// Number of searches.
param sources: u32 = 64 in 1..65;

/// One bit for each search that has reached the node.
node seen: u64 = 0;
/// The searches that reached the node in the previous round.
node frontier: u64 = 0;
/// The searches that reach the node in this round.
node next: u64 = 0;

/// Number of edges on a shortest path.
global level: u32[sources * node_count] = MAX;

/// Starts the searches.
kernel begin() {
    forall u in nodes where u.start != 0 {
        u.seen = u.start;
        u.frontier = u.start;
        let bits = u.start;
        while bits != 0 {
            level[ctz(bits) * node_count + u as u32] = 0;
            bits &= bits - 1;
        }
        push u;
    }
}

/// Sends each search from its frontier to the neighbours.
kernel expand() {
    forall u in worklist {
        forall e in u.out {
            let bits = u.frontier & ~e.dst.seen;
            if bits != 0 {
                if atomic_or(e.dst.next, bits) == 0 {
                    push e.dst;
                }
            }
        }
    }
}

/// Makes the nodes that a search reached first in this round its frontier.
kernel settle(depth: u32) {
    forall u in worklist {
        let bits = u.next & ~u.seen;
        u.frontier = bits;
        u.next = 0;
        if bits != 0 {
            atomic_or(u.seen, bits);
            push u;
        }
        while bits != 0 {
            level[ctz(bits) * node_count + u as u32] = depth;
            bits &= bits - 1;
        }
    }
}

main {
    let depth = 0;
    begin();
    pipe {
        depth += 1;
        expand();
        settle(depth);
    }
}

output level;
