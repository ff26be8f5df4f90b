/// Reverses of edges, edges by position, and arithmetic on edges, in kernels, functions and `main`.

edge back: edge = 0;
edge again: edge = 0;
edge flow: i32 = 0;
node second: edge = 0;
node last_in: edge = 0;
node from: node = 0;
node found: edge = 0;
node cursor: edge = 0;
node distance: u32 = 0;
node beyond: u32 = 0;
global alone: u32 = 0;
global first: edge = 0;
global behind: edge = 0;
global length: u32 = 0;
global on_host: edge = 0;

/// The last edge of a node, or the one that no graph has.
fn last(u: node) -> edge {
    return u.out[u.degree - 1];
}

kernel pair() {
    forall e in edges {
        e.back = e.reverse;
        e.again = e.reverse.reverse;
        if e.reverse == MAX {
            alone += 1;
        } else {
            e.reverse.flow = e as i32 - e.reverse as i32;
        }
    }
}

kernel pull() {
    forall u in nodes {
        let total = 0;
        forall e in u.in {
            total += (e.reverse as u32) ^ 5;
        }
        u.beyond = total;
    }
}

kernel look() {
    forall u in nodes {
        u.second = u.out[1];
        u.last_in = u.in[u.in_degree - 1];
        u.from = u.in[0].src;
        u.found = last(u);
        u.cursor = u.out_begin;
        while u.cursor < u.out_end && u.cursor.dst < u {
            u.cursor += 1;
        }
        u.distance = u.out_end - u.cursor;
        let e = 1 + u.out_begin;
        e -= 1;
        if e != u.out_begin || (e - u.distance) + u.distance != e {
            u.distance = MAX;
        }
    }
}

main {
    pair();
    pull();
    look();
    first = (0 as node).out[0];
    behind = (0 as node).out[node_count];
    first += 1;
    length = (0 as node).out_end - (0 as node).out_begin;
    on_host = (0 as node).out[0].reverse;
    if last(0 as node) == MAX {
        length += 100;
    }
    if (edge::MAX).reverse != MAX {
        length += 1000;
    }
}

output back, again, flow, second, last_in, from, found, cursor, distance, beyond;
output alone, first, behind, length, on_host;
