/// Breadth-first search: the number of edges on a shortest path from `source` to every node.
///
/// Two-phase: one kernel contracts the targets of the edges that the previous round followed to the
/// nodes that are new. Another kernel expands these nodes to the targets of their edges. Each
/// kernel does only one kind of work, but both lists have to be written to memory.
///
/// From: Merrill, Garland and Grimshaw, "Scalable GPU graph traversal", PPoPP 2012; the `bfs` `tp`
/// of IrGL (Pai and Pingali, OOPSLA 2016).
/// Work: O(nodes + edges). Rounds: the eccentricity of `source`, plus one.
/// Graph: any, directed or not; weights are not used. `offers` may hold an item for each edge.
/// Result: `level`, `MAX` for nodes that cannot be reached.

/// The node where the search starts.
param source: node = 0;

/// Number of edges on a shortest path from `source`.
node level: u32 = MAX;

/// The targets of the followed edges, with repetitions; the nodes of the current level, once each.
worklist offers, frontier;

/// Moves the unvisited nodes from `offers` to `frontier`.
kernel contract(depth: u32) {
    forall u in offers where u.level == MAX {
        // Several iterations may find the node unvisited; the compare-and-swap selects one.
        let found = atomic_cas(u.level, MAX, depth);
        if found == MAX {
            push frontier u;
        }
    }
}

/// Follows every edge that starts in the frontier.
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
