/// Betweenness centrality: for each node, over all pairs of a source and another node, the share of
/// the shortest paths between the two that lead through it.
///
/// Brandes' algorithm, one source after the other: a breadth-first search that keeps the nodes in
/// the order of their levels, and counts shortest paths level by level; then back from the farthest
/// level, each node gathers the shares of those behind it. Sums are gathered by the node that they
/// belong to and not pushed, so that they need no atomics.
///
/// From: Brandes, "A faster algorithm for betweenness centrality", J. Mathematical Sociology 2001.
/// Work: O(nodes + edges) for each source. Rounds: twice the eccentricity of each source.
/// Graph: any, directed or not; parallel edges are different paths; weights are not used. Devices
/// need `f64`: grids have more shortest paths than an `f32` can count.
/// Result: `score`, neither normalised nor halved on undirected graphs.

/// The first source.
param first: node = 0;
/// How many sources there are: `first` and those that follow it, after the last node those from
/// node 0 on. As many as there are nodes, or more: all of them.
param sources: u32 = 1;

/// The sum of the shares.
node score: f64 = 0;
/// Whether the node is a source.
node is_source: bool = false;

/// Steps from the source.
node level: u32 = MAX;
/// How many shortest paths lead here from the source.
node paths: f64 = 0;
/// The share of the node in the shortest paths from the source.
node share: f64 = 0;
/// The nodes that were found, by level: the element of number `i`.
node order: node = 0;
/// Where in `order` a level begins: the element of the level's number.
node begin: u32 = 0;

/// How many nodes were found.
global found: u32 = 0;

/// Finds the nodes of level `depth`, from those of the level before, which are at `begin..end`.
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

/// Counts the shortest paths that lead to the nodes of level `depth`.
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
kernel gather(begin: u32, end: u32, depth: u32) {
    forall i in begin..end {
        let u = (i as node).order;
        let sum = 0.0;
        forall e in u.out where e.dst.level == depth + 1 {
            sum += u.paths / e.dst.paths * (1.0 + e.dst.share);
        }
        u.share = sum;
        // No node is in the order twice.
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
        // The last level that was looked at has no nodes, and the source is on no path from itself.
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
