/// The distances from 64 sources at once: how many nodes each source reaches, the sum of their
/// distances, the sum of the reciprocals of the distances, and the largest distance.
///
/// MS-BFS, as in the program `bfs_multi` of the library. Instead of the closeness, which has the
/// precision of an `f32`, this program has exact sums.
///
/// From: Then and others, "The more the merrier: efficient multi-source graph traversal", VLDB 2014.
/// Work: O((nodes + edges) · rounds). Rounds: the largest eccentricity of a source.
/// Graph: any, directed or not; weights are not used. Devices need 64-bit atomics and 64-bit floats.
/// Result: the four arrays, with an element for each source. The source itself does not count.

/// The first of the 64 sources, which have consecutive numbers. There are fewer if the graph ends.
param first: node = 0;

const sources: u32 = 64;

/// One bit for each search that has reached the node.
node seen: u64 = 0;
/// The searches that reached the node in the previous round.
node frontier: u64 = 0;
/// The searches that reach a neighbour of the node in this round.
node next: u64 = 0;

/// Number of nodes that each search has reached, without the source.
global reached: u32[sources] = 0;
/// The same before this round.
global before: u32[sources] = 0;
/// Sum of the distances of these nodes from the source.
global total: u64[sources] = 0;
/// Sum of the reciprocals of these distances.
global harmonic: f64[sources] = 0;
/// The largest of these distances.
global farthest: u32[sources] = 0;
/// Whether a search reached a node in this round.
global found: bool = false;

/// Starts the searches.
kernel start() {
    forall i in 0..min(sources, node_count - first as u32) {
        ((first as u32 + i) as node).seen = 1 << i;
        ((first as u32 + i) as node).frontier = 1 << i;
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
kernel settle() {
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
            bits &= bits - 1;
        }
    }
}

/// Adds the nodes of this round to the sums.
kernel sum(depth: u32) {
    forall i in 0..sources {
        let new = reached[i] - before[i];
        if new > 0 {
            total[i] += new as u64 * depth as u64;
            harmonic[i] += new as f64 / depth as f64;
            farthest[i] = depth;
            before[i] = reached[i];
        }
    }
}

main {
    start();
    let depth = 0;
    iterate {
        found = false;
        depth += 1;
        expand();
        settle();
        sum(depth);
    } while found;
}

output reached, total, harmonic, farthest;
