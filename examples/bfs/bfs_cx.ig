/// Breadth-first search: how many steps away from `source` every node is.
///
/// Contract-expand: the worklist holds the targets of the edges that the round before followed, as
/// often as edges lead to them. One kernel strikes out those visited before and, of each other, all
/// but one, and puts the neighbours of what is left on the worklist.
///
/// From: Merrill, Garland and Grimshaw, "Scalable GPU graph traversal", PPoPP 2012; the `bfs` `cx`
/// of IrGL (Pai and Pingali, OOPSLA 2016).
/// Work: O(nodes + edges). Rounds: the eccentricity of `source`, and one.
/// Graph: any, directed or not; weights are not used. The worklist may hold an item for each edge.
/// Result: `level`, `MAX` where a node cannot be reached.

/// Where the search starts.
param source: node = 0;

/// Steps from `source`.
node level: u32 = MAX;

/// Takes the nodes that nobody visited, and offers their neighbours to the next round.
kernel visit(depth: u32) {
    forall u in worklist where u.level == MAX {
        // Of those who find it unvisited, one may go on from it.
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
