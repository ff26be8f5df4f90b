/// Betweenness centrality: for each node, the sum over all pairs of a source and another node of
/// the share of the shortest paths between the two that pass through the node.
///
/// Brandes' algorithm, one source after another. A breadth-first search counts shortest paths, level
/// by level. Then, from the last level backwards, each node gathers the shares of its successors. It
/// adds to its own sum only, so no atomics are needed on the way back.
///
/// The nodes of a small level are found by their predecessors, and listed in `order`. If a level is
/// large, the nodes that are not reached look for their predecessors instead. Such a level has no
/// list: on the way back, all nodes are visited, and those of the level take part.
///
/// From: Brandes, "A faster algorithm for betweenness centrality", J. Mathematical Sociology 2001; the
/// two directions of Beamer, Asanović and Patterson, "Direction-optimizing breadth-first search", SC
/// 2012.
/// Work: O(nodes + edges) for each source, with at most `large` large levels. Rounds: twice the
/// eccentricity of each source.
/// Graph: any, directed or not; parallel edges are different paths; weights are not used. Devices
/// need `f64`: grids have more shortest paths than an `f32` can count.
/// Result: `score`, neither normalised nor halved on undirected graphs.

/// The first source.
param first: node = 0;
/// Number of sources: `first` and the nodes that follow it; node 0 follows the last node. With the
/// number of nodes or more, every node is a source.
param sources: u32 = 1;
/// A level is large if it has more than one in this number of nodes.
param large: u32 = 20 in 1..;

/// The sum of the shares over all sources.
node score: f64 = 0;
/// Whether the node is a source.
node is_source: bool = false;

/// Number of edges on a shortest path from the source.
node level: u32 = MAX;
/// Number of shortest paths from the source to this node.
node paths: f64 = 0;
/// One more than the node's share in the shortest paths from the source, divided by `paths`.
node part: f64 = 0;
/// The nodes of small levels, ordered by level.
node order: node = 0;
/// Index in `order` at which each small level begins: element `i` is for level `i`. `MAX` for a
/// large level.
node begin: u32 = MAX;

/// The nodes of a small level.
worklist frontier;

/// Number of nodes of the last large level.
global reached: u32 = 0;

/// Lists the nodes of a small level from index `begin` of `order`, and finds the nodes of level
/// `depth`, the next one, with the number of shortest paths to them.
kernel tell(begin: u32, depth: u32) {
    forall u in frontier at i {
        ((begin + i) as node).order = u;
        let paths = u.paths;
        forall e in u.out {
            let v = e.dst;
            let level = v.level;
            if level == MAX {
                level = atomic_cas(v.level, MAX, depth);
                if level == MAX {
                    level = depth;
                    push frontier v;
                }
            }
            if level == depth {
                atomic_add(v.paths, paths);
            }
        }
    }
}

/// Finds the nodes of level `depth` among all nodes, with the number of shortest paths to them.
racy kernel ask(depth: u32) {
    forall v in nodes where v.level == MAX {
        let paths = 0.0;
        // Nodes of other levels do not change.
        forall e in v.in where e.src.level == depth - 1 {
            paths += e.src.paths;
        }
        if paths > 0.0 {
            v.level = depth;
            v.paths = paths;
            reached += 1;
        }
    }
}

/// Takes the nodes of level `depth` as the frontier.
kernel list(depth: u32) {
    forall u in nodes where u.level == depth {
        push frontier u;
    }
}

/// Gathers the shares of the nodes of the small level `depth`.
racy kernel gather(begin: u32, end: u32, depth: u32) {
    forall i in begin..end {
        let u = (i as node).order;
        let sum = 0.0;
        // Nodes of other levels do not change.
        forall e in u.out where e.dst.level == depth + 1 {
            sum += e.dst.part;
        }
        let share = sum * u.paths;
        u.part = (1.0 + share) / u.paths;
        // No update is lost, because no node is in `order` twice.
        u.score = u.score + share;
    }
}

/// Gathers the shares of the nodes of the large level `depth`.
racy kernel gather_large(depth: u32) {
    forall u in nodes where u.level == depth {
        let sum = 0.0;
        forall e in u.out where e.dst.level == depth + 1 {
            sum += e.dst.part;
        }
        let share = sum * u.paths;
        u.part = (1.0 + share) / u.paths;
        u.score = u.score + share;
    }
}

main {
    let source = first;
    let round = 0;
    let limit = node_count / large;
    while round < min(sources, node_count) {
        source.is_source = true;
        if round > 0 {
            fill(level, MAX);
            fill(paths, 0.0);
            fill(begin, MAX);
        }
        source.level = 0;
        source.paths = 1.0;
        let depth = 0;
        let listed = 0;
        pipe frontier [source] {
            (depth as node).begin = listed;
            let size = frontier.size;
            depth += 1;
            tell(listed, depth);
            listed += size;
            if frontier.size > limit {
                // This level and the next ones are large, until one is small.
                clear(frontier);
                iterate {
                    depth += 1;
                    reached = 0;
                    ask(depth);
                } while reached > limit;
                list(depth);
            }
        }
        // The last level is empty, and the source is not between itself and another node.
        let end = listed;
        while depth > 1 {
            depth -= 1;
            let begin = (depth as node).begin;
            if begin == MAX {
                gather_large(depth);
            } else {
                gather(begin, end, depth);
                end = begin;
            }
        }
        round += 1;
        source = select(source as u32 + 1 == node_count, 0 as node, (source as u32 + 1) as node);
    }
}

output score;
check betweenness_set(score, is_source);
