/// Breadth-first search: how many steps away from `source` every node is.
///
/// Two-phase: one kernel contracts the offers of the round before, the targets of edges, to the
/// nodes that are new; another expands these to the targets of their edges. Each does one thing at
/// an even pace, for the price of writing both lists to memory.
///
/// From: Merrill, Garland and Grimshaw, "Scalable GPU graph traversal", PPoPP 2012; the `bfs` `tp`
/// of IrGL (Pai and Pingali, OOPSLA 2016).
/// Work: O(nodes + edges). Rounds: the eccentricity of `source`, and one.
/// Graph: any, directed or not; weights are not used. `offers` may hold an item for each edge.
/// Result: `level`, `MAX` where a node cannot be reached.

/// Where the search starts.
param source: node = 0;

/// Steps from `source`.
node level: u32 = MAX;

/// What edges lead to, as often as they do; and the nodes of the current level, once each.
worklist offers, frontier;

/// Keeps of the offers the nodes that nobody visited.
kernel contract(depth: u32) {
    forall u in offers where u.level == MAX {
        // Of those who find it unvisited, one may go on from it.
        let found = atomic_cas(u.level, MAX, depth);
        if found == MAX {
            push frontier u;
        }
    }
}

/// Follows every edge that leaves the frontier.
kernel expand() {
    forall u in frontier {
        forall e in u.out {
            push offers e.dst;
        }
    }
}

main {
    let depth = 0;
    pipe offers [source] {
        contract(depth);
        expand();
        depth += 1;
    }
}

output level;
check bfs(level, source);
