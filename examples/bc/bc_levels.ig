/// Betweenness centrality: for each node, the sum over all pairs of a source and another node of
/// the share of the shortest paths between the two that pass through the node.
///
/// Brandes' algorithm, one source after another, as in `bc`. This program has no list of the nodes in the order of
/// their levels, which one rank could not keep, so it runs on several ranks. On the way back, each round looks at all
/// nodes for those of its level, so on one device `bc` is faster for graphs with many levels.
///
/// From: Brandes, "A faster algorithm for betweenness centrality", J. Mathematical Sociology 2001, in rounds as in
/// the `bc` of Gluon's programs (Dathathri and others, PLDI 2018).
/// Work: O(nodes · eccentricity + edges) for each source. Rounds: twice the eccentricity of each source.
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

/// The nodes of a level, to visit their edges; and those of the next level, to count their paths.
worklist frontier, found;

/// Finds the nodes of level `depth` from those of the previous level.
kernel discover(depth: u32) {
    forall u in frontier {
        forall e in u.out {
            let v = e.dst;
            if v.level == MAX {
                let old = atomic_cas(v.level, MAX, depth);
                if old == MAX {
                    push found v;
                }
            }
        }
    }
}

/// Counts the shortest paths to the nodes of level `depth`. Nodes of other levels do not change.
racy kernel count_paths(depth: u32) {
    forall v in found {
        let sum = 0.0;
        forall e in v.in where e.src.level == depth - 1 {
            sum += e.src.paths;
        }
        v.paths = sum;
        push frontier v;
    }
}

/// Gathers the shares of the nodes of level `depth`. Nodes of other levels do not change.
racy kernel gather(depth: u32) {
    forall u in nodes where u.level == depth {
        let sum = 0.0;
        forall e in u.out where e.dst.level == depth + 1 {
            sum += u.paths / e.dst.paths * (1.0 + e.dst.share);
        }
        u.share = sum;
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
        let depth = 0;
        pipe frontier [source] {
            depth += 1;
            discover(depth);
            count_paths(depth);
        }
        // The last level is empty, and the source is not between itself and another node.
        while depth > 1 {
            depth -= 1;
            gather(depth);
        }
        round += 1;
        source = select(source as u32 + 1 == node_count, 0 as node, (source as u32 + 1) as node);
    }
}

output score;
check betweenness_set(score, is_source);
