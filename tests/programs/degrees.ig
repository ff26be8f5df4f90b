/// Degrees of nodes and of invalid nodes.
node leaving: u32 = 7;
node inward: u32 = 7;
global beyond: u32 = 7;
global far_beyond: u32 = 7;

kernel look() {
    forall u in nodes {
        u.leaving = u.degree;
        u.inward = u.in_degree;
        beyond = (node_count as node).degree + (node_count as node).in_degree;
        far_beyond = (4294967295 as node).degree + ((node_count + 1) as node).in_degree;
    }
}

main {
    look();
}

output leaving, inward, beyond, far_beyond;
