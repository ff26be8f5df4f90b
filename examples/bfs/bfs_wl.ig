/// Breadth-first search: how many steps away from `source` every node is.
///
/// Level-synchronous and data-driven: each round visits the nodes that the round before reached
/// first, and puts the ones that they reach on the worklist. Two iterations may reach a node in the
/// same round; both write the same level, and the node is then on the worklist twice, which costs
/// time but changes nothing.
///
/// From: the `bfs` `wl` of IrGL (Pai and Pingali, OOPSLA 2016) and of LonestarGPU; the
/// expand-contract of Merrill, Garland and Grimshaw, "Scalable GPU graph traversal", PPoPP 2012.
/// Work: O(nodes + edges), apart from duplicates. Rounds: the eccentricity of `source`.
/// Graph: any, directed or not; weights are not used.
/// Result: `level`, `MAX` where a node cannot be reached.

/// Where the search starts.
param source: node = 0;

/// Steps from `source`.
node level: u32 = MAX;

/// Gives `depth` to every unvisited node behind an edge from the worklist.
kernel visit(depth: u32) {
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

main {
    source.level = 0;
    let depth = 1;
    pipe [source] {
        visit(depth);
        depth += 1;
    }
}

output level;
check bfs(level, source);
