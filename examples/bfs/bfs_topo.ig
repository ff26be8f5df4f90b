/// Breadth-first search: the number of edges on a shortest path from `source` to every node.
///
/// Topology-driven: each round examines every node, and the nodes that the previous round reached
/// update their neighbours. There is no worklist to maintain. This is an advantage if a round
/// reaches a large part of the graph, and a disadvantage if there are many rounds.
///
/// From: the `bfs` `topo` of IrGL (Pai and Pingali, OOPSLA 2016) and of LonestarGPU.
/// Work: O(nodes · rounds + edges). Rounds: the eccentricity of `source`.
/// Graph: any, directed or not; weights are not used.
/// Result: `level`, `MAX` for nodes that cannot be reached.

/// The node where the search starts.
param source: node = 0;

/// Number of edges on a shortest path from `source`.
node level: u32 = MAX;

/// Whether the round reached a node.
global reached: bool = false;

/// Visits the neighbours of the nodes at level `depth`.
kernel visit(depth: u32) {
    forall u in nodes where u.level == depth {
        forall e in u.out {
            if e.dst.level == MAX {
                e.dst.level = depth + 1;
                reached |= true;
            }
        }
    }
}

main {
    source.level = 0;
    let depth = 0;
    iterate {
        reached = false;
        visit(depth);
        depth += 1;
    } while reached;
}

output level;
check bfs(level, source);
