/// Breadth-first search: how many steps away from `source` every node is.
///
/// Direction-optimising: while the frontier is small, its nodes tell their neighbours, as in
/// `bfs_wl`. While it is large, most of what it would tell is known; so the nodes that are not
/// visited ask their in-neighbours instead, and stop asking at the first that is in the frontier.
///
/// From: Beamer, Asanović and Patterson, "Direction-optimizing breadth-first search", SC 2012. The
/// study's `hybrid` also goes one way or another by the size of the frontier.
/// Work: O(nodes · rounds with a large frontier + edges) at worst, and often a fraction of the edges.
/// Rounds: the eccentricity of `source`.
/// Graph: any, directed or not; weights are not used.
/// Result: `level`, `MAX` where a node cannot be reached.

/// Where the search starts.
param source: node = 0;
/// A frontier is large that has more than this part of the nodes: one in so many.
param large: u32 = 20;

/// Steps from `source`.
node level: u32 = MAX;

/// How many nodes a round reached that kept no worklist.
global reached: u32 = 0;

/// Gives `depth` to every unvisited node behind an edge from the worklist.
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

/// Gives `depth` to every unvisited node that an edge leads to from the level before.
kernel ask(depth: u32) {
    forall v in nodes where v.level == MAX {
        for e in v.in where e.src.level == depth - 1 {
            v.level = depth;
            reached += 1;
            break;
        }
    }
}

/// Puts the nodes of a level on the worklist.
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
            // The levels say who is in the frontier.
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
