/// Breadth-first search: the number of edges on a shortest path from `source` to every node.
///
/// Direction-optimising: while the frontier is small, its nodes push to their neighbours, as in
/// `bfs_wl`. While it is large, most neighbours are already visited. The unvisited nodes then
/// examine their in-neighbours instead, and stop at the first one that is in the frontier.
///
/// From: Beamer, Asanović and Patterson, "Direction-optimizing breadth-first search", SC 2012. The
/// `hybrid` of the IISWC 2019 study also chooses the direction by the size of the frontier.
/// Work: O(nodes · rounds with a large frontier + edges) at worst, often a fraction of the edges.
/// Rounds: the eccentricity of `source`.
/// Graph: any, directed or not; weights are not used.
/// Result: `level`, `MAX` for nodes that cannot be reached.

/// The node where the search starts.
param source: node = 0;
/// A frontier is large if it has more than `node_count / large` nodes.
param large: u32 = 20 in 1..;

/// Number of edges on a shortest path from `source`.
node level: u32 = MAX;

/// Number of nodes that a round without a worklist reached.
global reached: u32 = 0;

/// Gives `depth` to every unvisited out-neighbour of the worklist's nodes, and pushes it.
kernel tell(depth: u32) {
    forall u in worklist {
        forall e in u.out {
            let v = e.dst;
            if v.level == MAX {
                v.level = depth;
                push v;
            }
        }
    }
}

/// Gives `depth` to every unvisited node that has an in-neighbour in the previous level.
racy kernel ask(depth: u32) {
    forall v in nodes where v.level == MAX {
        for e in v.in where e.src.level == depth - 1 {
            v.level = depth;
            reached += 1;
            break;
        }
    }
}

/// Pushes the nodes of a level.
kernel list(depth: u32) {
    forall u in nodes where u.level == depth {
        push u;
    }
}

main {
    source.level = 0;
    let depth = 0;
    let limit = node_count / large;
    pipe [source] {
        depth += 1;
        tell(depth);
        if worklist.size > limit {
            // From here on, `level` identifies the nodes of the frontier.
            clear(worklist);
            iterate {
                depth += 1;
                reached = 0;
                ask(depth);
            } while reached > limit;
            list(depth);
        }
    }
}

output level;
check bfs(level, source);
