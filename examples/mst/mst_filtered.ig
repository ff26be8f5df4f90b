/// Minimum spanning forest: edges of least total weight that connect everything the graph connects.
///
/// Borůvka's algorithm on a list of edges. In each round, every component takes its lightest edge,
/// which joins it with another. Then every edge on the list is replaced by an edge between the
/// components of its ends, and dropped if these are the same. No node is ever relabelled. The light
/// edges come first: few of the heavier ones still connect two components after that. A sample of
/// the weights decides which edges are light. Each further part of the edges has twice the edges of
/// all parts before it, and the last part has the rest.
///
/// Weights with the number of the edge are keys, so that no two are equal, and the forest is unique.
///
/// From: Borůvka, 1926; the edge list and the filter of Fallin, Gonzalez, Seo and Burtscher, "A
/// high-performance MST implementation for GPUs", SC 2023 (ECL-MST); the filter of Osipov, Sanders and
/// Singler, "The filter-Kruskal minimum spanning tree algorithm", ALENEX 2009.
/// Work: O((nodes + edges) · rounds) at worst. Rounds: for each part, at most log₂ of the number of
/// nodes, plus one.
/// Graph: weighted with integers from 0; the direction of an edge does not matter. Devices need
/// 64-bit atomics.
/// Result: `in_forest`, true for one direction of each edge of the forest.

use std::hash;
use std::packed;
use std::union_find;

/// If the graph has more than this number of edges for each node, the edges have several parts.
const dense: u32 = 3;
/// Number of weights in the sample.
const samples: u32 = 256;

/// Number of parts of the edges of a dense graph.
param parts: u32 = 2 in 1..32;

/// The weight of the edge.
edge weight: u32;
/// Whether the edge is in the forest.
edge in_forest: bool = false;

/// A step towards the root, the node that represents the component.
node parent: node = 0;
/// For a root: the least key of an edge that leaves the component, in this round; `MAX` if there
/// is none.
node lightest: u64 = MAX;
/// The same for the next round.
node next_lightest: u64 = MAX;

/// The sampled weights.
global sample: u32[samples] = 0;
/// The largest weight of an edge of this part.
global limit: u32 = MAX;

/// Edges between components: the two roots, packed, and the key.
worklist open: (u64, u64);

/// Returns a number that increases with the weight and differs between edges.
fn key(e: edge, weight: u32) -> u64 {
    return packed::of_u32(weight, e as u32);
}

/// Offers an edge to a component.
fn offer(node lightest: u64, root: node, edge_key: u64) {
    if edge_key < root.lightest {
        atomic_min(root.lightest, edge_key);
    }
}

/// Forgets the lightest edge of a component. Most edges of a round are of few components, and threads
/// that write the same word wait for each other, so only the first of them writes.
fn forget(node lightest: u64, root: node) {
    if root.lightest != MAX {
        root.lightest = MAX;
    }
}

/// Makes every node its own component.
kernel start() {
    forall u in nodes {
        u.parent = u;
    }
}

/// Draws a sample of the weights.
kernel draw() {
    forall i in 0..samples {
        let e = (hash::mix64(i as u64) % edge_count as u64) as u32 as edge;
        sample[i] = e.weight;
    }
}

/// Sets the limit to the sampled weight of this rank.
kernel choose_limit(rank: u32) {
    forall i in 0..samples {
        let smaller = 0;
        for j in 0..samples {
            if sample[j] < sample[i] || (sample[j] == sample[i] && j < i) {
                smaller += 1;
            }
        }
        if smaller == rank {
            limit = sample[i];
        }
    }
}

/// Lists the light edges, whose ends are their own components.
kernel list_light() {
    forall e in edges where e.weight <= limit && e.src != e.dst {
        let edge_key = key(e, e.weight);
        offer(lightest, e.src, edge_key);
        offer(lightest, e.dst, edge_key);
        push open(packed::of_u32(e.src as u32, e.dst as u32), edge_key);
    }
}

/// Lists the edges of this part between different components: those heavier than `settled`.
kernel list_heavier(settled: u32) {
    forall e in edges where e.weight > settled && e.weight <= limit {
        let a = union_find::find(parent, e.src);
        let b = union_find::find(parent, e.dst);
        if a != b {
            let edge_key = key(e, e.weight);
            offer(lightest, a, edge_key);
            offer(lightest, b, edge_key);
            push open(packed::of_u32(a as u32, b as u32), edge_key);
        }
    }
}

/// Joins components by their lightest edges.
kernel join() {
    forall (ends, edge_key) in open {
        let a = packed::key_u32(ends) as node;
        let b = packed::item(ends) as node;
        if a.lightest == edge_key || b.lightest == edge_key {
            if union_find::unite(parent, a, b) {
                (packed::item(edge_key) as edge).in_forest = true;
            }
        }
    }
}

/// Replaces the ends of edges by their roots, and drops the edges within a component.
kernel filter() {
    forall (ends, edge_key) in open {
        let a = packed::key_u32(ends) as node;
        let b = packed::item(ends) as node;
        let c = union_find::find(parent, a);
        let d = union_find::find(parent, b);
        // The others represent no component any more.
        if c == a {
            forget(lightest, a);
        }
        if d == b {
            forget(lightest, b);
        }
        if c != d {
            offer(next_lightest, c, edge_key);
            offer(next_lightest, d, edge_key);
            push open(packed::of_u32(c as u32, d as u32), edge_key);
        }
    }
}

main {
    start();
    let part = 1;
    let last = 1;
    // The first part has as many edges as there are nodes. A rank is a number of sampled weights.
    let rank = 0;
    if edge_count / dense > node_count {
        last = parts;
    }
    if last > 1 {
        draw();
        rank = (node_count as u64 * samples as u64 / edge_count as u64) as u32;
        choose_limit(rank);
    }
    list_light();
    iterate {
        pipe open {
            once open {
                join();
                filter();
            }
            swap lightest, next_lightest;
        }
        part += 1;
        if part <= last {
            let settled = limit;
            limit = MAX;
            rank = min(max(rank, 1) * 3, samples);
            if part < last && rank < samples {
                choose_limit(rank);
            }
            list_heavier(settled);
        }
    } while part <= last;
}

output in_forest;
check mst(in_forest);
