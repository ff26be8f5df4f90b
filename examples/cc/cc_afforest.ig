/// Connected components: two nodes get the same `component` exactly if a path connects them.
///
/// Afforest: most edges lie within one giant component, and few of them are needed to find it. The
/// first edges of each node are joined, then the most frequent component in a sample of the nodes is
/// taken for the giant one. Of the remaining edges, only those of nodes outside of it are joined. An
/// edge between the giant component and another node is stored at both ends, so it is not missed.
///
/// From: Sutton, Ben-Nun and Barak, "Optimizing parallel graph connectivity computation via subgraph
/// sampling", IPDPS 2018.
/// Work: O(nodes + edges), with the slowly growing factor of the disjoint sets; far fewer edges if
/// there is a giant component. Rounds: one for each sampled edge, and one for the rest.
/// Graph: made undirected; weights are not used.
/// Result: `component`, the number of a node in it.

use std::packed;
use std::union_find;

graph undirected;

/// Number of edges of each node that are joined before the sample.
param first: u32 = 2;
/// Number of nodes in the sample.
param samples: u32 = 1024 in 1..;

/// A node in the same component, closer to the root of the component's tree.
node component: node = 0;
/// Number of sampled nodes in the component.
node votes: u32 = 0;

/// The largest number of votes, and the component that got it.
global elected: u64 = 0;

/// Makes every node its own component.
kernel start() {
    forall u in nodes {
        u.component = u;
    }
}

/// Joins the edge with this position in the list of each node.
kernel join(position: u32) {
    forall u in nodes where u.degree > position {
        union_find::link(component, u, u.out[position].dst);
    }
}

/// Lets every node name the root of its tree.
kernel compress() {
    forall u in nodes {
        u.component = union_find::root(component, u);
    }
}

/// Counts the votes for the components of the sample.
kernel vote() {
    forall i in 0..samples {
        atomic_add(union_find::sample(component, i).votes, 1);
    }
}

/// Elects a component with the most votes.
kernel elect() {
    forall i in 0..samples {
        let candidate = union_find::sample(component, i);
        elected max= packed::of_u32(candidate.votes, candidate as u32);
    }
}

/// Joins the remaining edges of the nodes outside of the giant component.
kernel join_rest(giant: node) {
    forall u in nodes where u.component != giant {
        let rest = u.out_begin as u32 + first;
        forall e in u.out where (e as u32) >= rest {
            union_find::link(component, u, e.dst);
        }
    }
}

main {
    start();
    let position = 0;
    while position < first {
        join(position);
        compress();
        position += 1;
    }
    if node_count > 0 {
        vote();
        elect();
    }
    join_rest(packed::item(elected) as node);
    compress();
}

output component;
check cc(component);
