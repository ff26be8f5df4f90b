/// Breadth-first search: how many steps away from `source` every node is.
///
/// Topology-driven: each round looks at every node, and those that the round before reached tell
/// their neighbours. There is no worklist to keep, which pays where a round reaches a large part of
/// the graph, and costs where there are many rounds.
///
/// From: the `bfs` `topo` of IrGL (Pai and Pingali, OOPSLA 2016) and of LonestarGPU.
/// Work: O(nodes · rounds + edges). Rounds: the eccentricity of `source`.
/// Graph: any, directed or not; weights are not used.
/// Result: `level`, `MAX` where a node cannot be reached.

/// Where the search starts.
param source: node = 0;

/// Steps from `source`.
node level: u32 = MAX;

/// Whether a round reached a node.
global reached: bool = false;

/// Goes on from the nodes that are `depth` steps away.
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
