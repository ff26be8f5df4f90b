/// Breadth-first search: the number of edges on a shortest path from `source` to every node.
///
/// Contract-expand: the worklist holds the targets of all edges that the previous round followed,
/// with repetitions. One kernel removes visited nodes and all repetitions but one, and pushes the
/// neighbours of the remaining nodes.
///
/// From: Merrill, Garland and Grimshaw, "Scalable GPU graph traversal", PPoPP 2012; the `bfs` `cx`
/// of IrGL (Pai and Pingali, OOPSLA 2016).
/// Work: O(nodes + edges). Rounds: the eccentricity of `source`, plus one.
/// Graph: any, directed or not; weights are not used. The worklist may hold an item for each edge.
/// Result: `level`, `MAX` for nodes that cannot be reached.

/// The node where the search starts.
param source: node = 0;

/// Number of edges on a shortest path from `source`.
node level: u32 = MAX;

/// Visits the unvisited nodes of the worklist and pushes their neighbours for the next round.
kernel visit(depth: u32) {
    forall u in worklist where u.level == MAX {
        // Several iterations may find the node unvisited; the compare-and-swap selects one.
        let found = atomic_cas(u.level, MAX, depth);
        if found == MAX {
            forall e in u.out {
                push e.dst;
            }
        }
    }
}

main {
    let depth = 0;
    pipe [source] {
        visit(depth);
        depth += 1;
    }
}

output level;
check bfs(level, source);
