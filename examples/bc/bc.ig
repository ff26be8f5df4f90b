/// Betweenness centrality: for each node, the sum over all pairs of a source and another node of
/// the share of the shortest paths between the two that pass through the node.
///
/// Brandes' algorithm, one source after another. A breadth-first search stores the nodes in the
/// order of their levels and counts shortest paths level by level. Then, from the last level
/// backwards, each node sums the shares of its successors. A node gathers its own sum instead of
/// adding to the sums of others, so no atomics are needed.
///
/// From: Brandes, "A faster algorithm for betweenness centrality", J. Mathematical Sociology 2001.
/// Work: O(nodes + edges) for each source. Rounds: twice the eccentricity of each source.
/// Graph: any, directed or not; parallel edges are different paths; weights are not used. Devices
/// need `f64`: grids have more shortest paths than an `f32` can count.
/// Result: `score`, neither normalised nor halved on undirected graphs.

/// The first source.
param first: node = 0;
/// Number of sources: `first` and the nodes that follow it; node 0 follows the last node. With the
/// number of nodes or more, every node is a source.
param sources: u32 = 1;

/// The sum of the shares over all sources.
node score: f64 = 0;
/// Whether the node is a source.
node is_source: bool = false;

/// Number of edges on a shortest path from the source.
node level: u32 = MAX;
/// Number of shortest paths from the source to this node.
node paths: f64 = 0;
/// The node's share in the shortest paths from the source.
node share: f64 = 0;
/// The reached nodes, ordered by level: element `i` is the `i`-th of them.
node order: node = 0;
/// Index in `order` at which each level begins: element `i` is for level `i`.
node begin: u32 = 0;

/// Number of reached nodes.
global found: u32 = 0;

/// Finds the nodes of level `depth` from those of the previous level, at `begin..end` in `order`.
kernel discover(begin: u32, end: u32, depth: u32) {
    forall i in begin..end {
        forall e in (i as node).order.out {
            let v = e.dst;
            if v.level == MAX {
                let old = atomic_cas(v.level, MAX, depth);
                if old == MAX {
                    let at = atomic_add(found, 1);
                    (at as node).order = v;
                }
            }
        }
    }
}

/// Counts the shortest paths to the nodes of level `depth`.
kernel count_paths(begin: u32, end: u32, depth: u32) {
    forall i in begin..end {
        let v = (i as node).order;
        let sum = 0.0;
        forall e in v.in where e.src.level == depth - 1 {
            sum += e.src.paths;
        }
        v.paths = sum;
    }
}

/// Gathers the shares of the nodes of level `depth`.
racy kernel gather(begin: u32, end: u32, depth: u32) {
    forall i in begin..end {
        let u = (i as node).order;
        let sum = 0.0;
        forall e in u.out where e.dst.level == depth + 1 {
            sum += u.paths / e.dst.paths * (1.0 + e.dst.share);
        }
        u.share = sum;
        // No update is lost, because no node is in `order` twice.
        u.score = u.score + sum;
    }
}

main {
    let source = first;
    let round = 0;
    while round < min(sources, node_count) {
        source.is_source = true;
        fill(level, MAX);
        source.level = 0;
        source.paths = 1.0;
        (0 as node).order = source;
        found = 1;
        let depth = 0;
        let start = 0;
        let end = 1;
        while start < end {
            (depth as node).begin = start;
            depth += 1;
            discover(start, end, depth);
            start = end;
            end = found;
            count_paths(start, end, depth);
        }
        // The last level is empty, and the source is not between itself and another node.
        while depth > 1 {
            depth -= 1;
            start = (depth as node).begin;
            gather(start, end, depth);
            end = start;
        }
        round += 1;
        source = select(source as u32 + 1 == node_count, 0 as node, (source as u32 + 1) as node);
    }
}

output score;
check betweenness_set(score, is_source);
