/// Fields of edges and nodes that do not exist, in kernels, functions and `main`.

param none: edge = MAX;

node first: node = 0;
node second: node = 0;
node third_in: node = 0;
node of_range: u32 = 0;
node walked: u32 = 0;
node x: u32 = 7;
node hits: u32 = 0;
edge weight_of: u32 = 9;
edge back: edge = 0;
edge next: node = 0;
global seen: u32 = 0;
global weights: u32 = 0;
global dst_in_main: node = 0;
global src_in_main: node = 0;
global back_in_main: edge = 0;
global walked_in_main: u32 = 0;
global listed_in_main: node = 0;

/// The destination of the edge number `k` of a node, or the node `MAX`.
fn neighbour(u: node, k: u32) -> node {
    return u.out[k].dst;
}

kernel look() {
    forall u in nodes {
        u.first = neighbour(u, 0);
        u.second = u.out[1].dst;
        u.third_in = u.in[2].src;
        let other = (node_count + (u as u32)) as node;
        u.walked = other.degree + other.in_degree;
        if other.out_begin < other.out_end || node::MAX.out_begin < node::MAX.out_end {
            u.walked += 1000;
        }
        for e in other.out_begin..other.out_end {
            u.walked += 1 + (e.dst.x);
        }
        forall e in other.out {
            seen += 1;
        }
        // A value of a node that does not exist is zero.
        u.of_range = u.first.x + 10 * u.out[1].weight_of + 100 * (u.in[5].weight_of);
    }
}

kernel follow() {
    forall e in edges {
        let beyond = e + edge_count;
        e.back = beyond.reverse;
        e.next = max(beyond.dst, beyond.src);
        weights += beyond.weight_of;
        beyond.weight_of = 1;
        beyond.dst.x = 1;
    }
}

// The rounds of this loop do not depend on the edges of the graph.
kernel step() {
    forall u in nodes {
        let found = 0;
        for e in (2 as edge)..(5 as edge) {
            if e.dst == MAX {
                found += 1;
            }
            found += 10 * e.src.x + 100 * e.dst.x + 1000 * e.weight_of;
        }
        for e in (0 as edge)..(9 as edge) {
            found += e.dst.x + e.dst.walked;
        }
        forall e in (u as u32 as edge)..(u as u32 as edge) + 3 {
            atomic_add(e.dst.hits, 1);
            seen += select(e.src == MAX, 1, 0);
        }
        u.of_range += found;
    }
}

main {
    look();
    step();
    follow();
    dst_in_main = none.dst;
    src_in_main = (none - 1).src;
    back_in_main = none.reverse;
    for e in (node_count as node).out_begin..(node_count as node).out_end {
        walked_in_main += 1;
    }
    listed_in_main = (0 as node).out[node_count * 1000].dst;
}

output first, second, third_in, of_range, walked, x, hits, weight_of, back, next;
output seen, weights, dst_in_main, src_in_main, back_in_main, walked_in_main, listed_in_main;
