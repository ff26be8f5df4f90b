/// Connected components: two nodes get the same `component` exactly if a path connects them.
///
/// Afforest: most edges lie within one giant component, and few of them are needed to find it. The
/// first edges of each node are joined, then the most frequent component in a sample of the edges' ends
/// is taken for the giant one. Of the remaining edges, only those of nodes outside of it are joined. An
/// edge between the giant component and another node is stored at both ends, so it is not missed.
///
/// From: Sutton, Ben-Nun and Barak, "Optimizing parallel graph connectivity computation via subgraph
/// sampling", IPDPS 2018.
/// Work: O(nodes + edges), with the slowly growing factor of the disjoint sets; far fewer edges if
/// there is a giant component. Rounds: one for each sampled edge, and one for the rest.
/// Graph: made undirected; weights are not used.
/// Result: `component`, the number of a node in it.

use std::hash;
use std::packed;
use std::union_find;

graph undirected;

/// Number of edges of each node that are joined before the sample.
param first: u32 = 2;
/// Whether to take a sample after each of the first edges, and to stop if few edges remain.
param early: bool = false;
/// Number of edges in the sample.
param samples: u32 = 1024 in 1..;

/// A node in the same component, closer to the root of the component's tree.
node component: node = 0;
/// Number of sampled edges in the component.
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

/// Returns the component of an end of a random edge.
fn candidate(draw: u32) -> node {
    return ((hash::mix64(draw as u64) % edge_count as u64) as u32 as edge).dst.component;
}

/// Counts the votes for the components of the sample.
kernel vote() {
    forall i in 0..samples {
        atomic_add(candidate(i).votes, 1);
    }
}

/// Elects a component with the most votes.
kernel elect() {
    forall i in 0..samples {
        let root = candidate(i);
        elected max= packed::of_u32(root.votes, root as u32);
    }
}

/// Forgets the votes, so that there can be another sample.
kernel forget() {
    forall i in 0..samples {
        candidate(i).votes = 0;
    }
}

/// Joins the remaining edges of the nodes outside of the giant component.
kernel join_rest(giant: node, joined: u32) {
    forall u in nodes where u.component != giant {
        let rest = u.out_begin as u32 + joined;
        forall e in u.out where (e as u32) >= rest {
            union_find::link(component, u, e.dst);
        }
    }
}

main {
    start();
    let position = 0;
    let is_giant = false;
    while position < first && !is_giant {
        join(position);
        compress();
        position += 1;
        if edge_count > 0 && (early || position == first) {
            elected = 0;
            vote();
            elect();
            if early && position < first {
                // The next step would join an edge of each node.
                let others = samples - packed::key_u32(elected);
                is_giant = edge_count as u64 * others as u64 / samples as u64 <= node_count as u64;
                forget();
            }
        }
    }
    join_rest(packed::item(elected) as node, position);
    compress();
}

output component;
check cc(component);
