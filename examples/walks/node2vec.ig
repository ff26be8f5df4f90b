/// Random walks of node2vec: each walk prefers to return, to stay near or to leave, depending on two
/// parameters. The walks are sentences from which word2vec learns a vector for each node.
///
/// A walk that came from node t is at node v. It draws a neighbour x of v, and takes x with a probability
/// that is proportional to 1 / p if x is t, to 1 if an edge leads from t to x, and to 1 / q otherwise. If
/// it rejects x, it draws again. No tables of probabilities are needed.
///
/// From: Grover and Leskovec, "node2vec: scalable feature learning for networks", KDD 2016; the rejection
/// as in Yang and others, "KnightKing: a fast distributed graph random walk engine", SOSP 2019.
/// Work: O(nodes · walks · length · log(largest degree)) for moderate p and q. Rounds: one.
/// Graph: made sorted; directed or not; parallel edges count, weights are not used.
/// Result: `walk`: the nodes of each walk, one walk after the other; `MAX` after the end of a walk at a
/// node without out-edges. Walk w starts at the node w modulo the number of nodes.

use std::intersect;
use std::random_walk;

/// Number of walks from each node.
param walks: u32 = 2 in 1..;
/// Number of nodes of a walk.
param length: u32 = 8 in 1..;
/// The return parameter: with a large value, walks rarely return to the node before.
param p: f32 = 4 in 0.001..=1000;
/// The in-out parameter: with a large value, walks stay close to the node before.
param q: f32 = 0.5 in 0.001..=1000;
/// With the same seed, walks are the same.
param seed: u32 = 1;

/// The nodes of all walks.
global walk: node[node_count as u64 * walks as u64 * length as u64] = MAX;

/// How likely a walk that came from `previous` takes `next`, in proportion to other neighbours.
fn preference(previous: node, next: node) -> f32 {
    if next == previous {
        return 1.0 / p;
    }
    return select(intersect::find_edge(previous, next) == edge::MAX, 1.0 / q, 1.0);
}

/// Walks from all nodes.
kernel wander(count: u32) {
    forall w in 0..count {
        let previous: node = MAX;
        let current = (w % node_count) as node;
        let random = random_walk::begin(seed, w);
        let limit = max(1.0, max(1.0 / p, 1.0 / q));
        let i = 0;
        while i < length && current != MAX {
            walk[w * length + i] = current;
            let next: node = MAX;
            while next == MAX && current.degree > 0 {
                random = random_walk::advance(random);
                let candidate = random_walk::neighbour(random, current);
                let draw = random_walk::chance(random) * limit;
                if previous == MAX || draw < preference(previous, candidate) {
                    next = candidate;
                }
            }
            previous = current;
            current = next;
            i += 1;
        }
    }
}

main {
    wander(node_count * walks);
}

output walk;
check walks(walk, length);
