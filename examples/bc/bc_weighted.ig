/// Betweenness centrality with weights: for each node, the sum over all pairs of a source and another
/// node of the share of the shortest paths between the two that pass through the node. The length of a
/// path is the sum of its weights.
///
/// Brandes' algorithm, one source after another. Bellman and Ford's relaxation finds the distances. An
/// edge is tight if it is part of a shortest path: the distance of its source and its weight sum to the
/// distance of its destination. The program then orders the nodes in levels, so that all tight edges
/// lead to later levels, and counts shortest paths level by level. From the last level backwards, each
/// node sums the shares of its successors.
///
/// From: Brandes, "A faster algorithm for betweenness centrality", J. Mathematical Sociology 2001.
/// Work: O(nodes · edges) for each source at worst, far less on most graphs. Rounds: three times the most
/// edges on any shortest path, for each source.
/// Graph: weighted with numbers above 0, directed or not; parallel edges are different paths. Paths have
/// the same length if their rounded sums are equal, as in NetworkX. Devices need `f64` and 64-bit
/// atomics.
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

/// The weight of the edge.
edge weight: f64;

/// The least sum of weights on a path from the source that was found so far.
node dist: f64 = MAX;
/// Number of tight edges to this node from nodes that have no level yet.
node waiting: u32 = 0;
/// Number of shortest paths from the source to this node.
node paths: f64 = 0;
/// One more than the node's share in the shortest paths from the source, divided by `paths`.
node part: f64 = 0;
/// The nodes, ordered by level: element `i` is the `i`-th of them.
node order: node = 0;
/// Index in `order` at which each level begins: element `i` is for level `i`.
node begin: u32 = 0;

/// The nodes of a level.
worklist level;

/// Number of nodes that the source reaches.
global reached: u32 = 0;

/// Returns whether the edge is part of a shortest path.
fn is_tight(e: edge) -> bool {
    let through = e.src.dist + e.weight;
    return through < MAX && through == e.dst.dist;
}

/// Offers a path through each node of the worklist to its neighbours.
kernel relax() {
    forall u in worklist {
        let near = u.dist;
        forall e in u.out {
            let far = near + e.weight;
            if atomic_min(e.dst.dist, far) > far {
                push e.dst;
            }
        }
    }
}

/// Counts the tight edges to each node.
kernel prepare() {
    forall v in nodes where v.dist < MAX {
        let count = 0;
        forall e in v.in where is_tight(e) {
            count += 1;
        }
        v.waiting = count;
        reached += 1;
    }
}

/// Lists the nodes of a level from index `begin` of `order`, counts the shortest paths that lead through
/// them, and finds the nodes of the next level: those to which no other tight edges lead.
kernel discover(begin: u32) {
    forall u in level at i {
        ((begin + i) as node).order = u;
        let paths = u.paths;
        forall e in u.out where is_tight(e) {
            atomic_add(e.dst.paths, paths);
            let left = atomic_sub(e.dst.waiting, 1);
            if left == 1 {
                push level e.dst;
            }
        }
    }
}

/// Gathers the shares of the nodes of a level.
racy kernel gather(begin: u32, end: u32) {
    forall i in begin..end {
        let u = (i as node).order;
        let sum = 0.0;
        forall e in u.out where is_tight(e) {
            sum += e.dst.part;
        }
        let share = sum * u.paths;
        u.part = (1.0 + share) / u.paths;
        // No update is lost, because no node is in `order` twice.
        u.score = u.score + share;
    }
}

main {
    require reduce_min(weight) > 0.0, "each weight is greater than 0";
    let source = first;
    let round = 0;
    while round < min(sources, node_count) {
        source.is_source = true;
        fill(dist, MAX);
        source.dist = 0;
        pipe [source] {
            relax();
        }
        reached = 0;
        prepare();
        if round > 0 {
            fill(paths, 0.0);
        }
        source.paths = 1.0;
        let depth = 0;
        let listed = 0;
        pipe level [source] {
            (depth as node).begin = listed;
            depth += 1;
            let size = level.size;
            discover(listed);
            listed += size;
        }
        require listed == reached,
            "each weight on a shortest path changes the sum of the weights before it";
        // The source is not between itself and another node.
        let end = listed;
        while depth > 1 {
            depth -= 1;
            let begin = (depth as node).begin;
            gather(begin, end);
            end = begin;
        }
        round += 1;
        source = select(source as u32 + 1 == node_count, 0 as node, (source as u32 + 1) as node);
    }
}

output score;
check betweenness_set_weighted(score, is_source);
