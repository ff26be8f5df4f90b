/// Breadth-first search from 64 sources at once, and the closeness of the sources: how near each of
/// them is to the nodes that it reaches.
///
/// MS-BFS: every node has a bit for each source, so one operation on a word advances all searches that
/// meet at an edge. In each round, nodes send the bits of the searches that just reached them to their
/// neighbours; then each node keeps the bits that are new to it.
///
/// From: Then and others, "The more the merrier: efficient multi-source graph traversal", VLDB 2014;
/// the closeness as there and in Wasserman and Faust, "Social network analysis", 1994.
/// Work: O((nodes + edges) · rounds). Rounds: the largest eccentricity of a source.
/// Graph: any, directed or not; weights are not used. Devices need 64-bit atomics.
/// Result: `closeness` of the sources: (reached - 1)² / ((nodes - 1) · sum of distances), where
/// `reached` counts the nodes that the source reaches, with itself; 0 for all other nodes.

/// The first of the 64 sources, which have consecutive numbers. There are fewer if the graph ends.
param first: node = 0;

const sources: u32 = 64;

/// The closeness of a source.
node closeness: f32 = 0;
/// Whether the node is a source.
node is_source: bool = false;

/// One bit for each search that has reached the node.
node seen: u64 = 0;
/// The searches that reached the node in the previous round.
node frontier: u64 = 0;
/// The searches that reach a neighbour of the node in this round.
node next: u64 = 0;

/// Number of nodes that each search has reached, without the source.
global reached: u32[sources] = 0;
/// Sum of the distances of these nodes from the source.
global distances: u64[sources] = 0;
/// Whether a search reached a node in this round.
global found: bool = false;

/// The source with this number.
fn source(i: u32) -> node {
    return (first as u32 + i) as node;
}

/// Starts the searches.
kernel start() {
    forall i in 0..min(sources, node_count - first as u32) {
        source(i).is_source = true;
        source(i).seen = 1 << i;
        source(i).frontier = 1 << i;
    }
}

/// Sends each search from its frontier to the neighbours.
kernel expand() {
    forall u in nodes where u.frontier != 0 {
        forall e in u.out {
            let bits = u.frontier & ~e.dst.seen;
            if bits != 0 {
                atomic_or(e.dst.next, bits);
            }
        }
    }
}

/// Makes the nodes that a search reached first in this round its frontier.
kernel settle(depth: u32) {
    forall u in nodes {
        let bits = u.next & ~u.seen;
        u.frontier = bits;
        u.next = 0;
        if bits != 0 {
            u.seen |= bits;
            found |= true;
        }
        while bits != 0 {
            reached[ctz(bits)] += 1;
            distances[ctz(bits)] += depth as u64;
            bits &= bits - 1;
        }
    }
}

/// Computes the closeness of the sources.
kernel measure() {
    forall i in 0..sources where reached[i] > 0 {
        let others = reached[i] as f32;
        source(i).closeness = others / (node_count - 1) as f32 * (others / distances[i] as f32);
    }
}

main {
    start();
    let depth = 0;
    iterate {
        found = false;
        depth += 1;
        expand();
        settle(depth);
    } while found;
    measure();
}

output closeness, is_source;
check closeness(closeness, is_source);
