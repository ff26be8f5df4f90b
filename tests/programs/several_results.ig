/// Functions with several results: in kernels, in functions and in `main`, with early returns, effects
/// between the values, and results that are ignored.

node level: u32 = 7;
node small: u32 = 0;
node large: u32 = 0;
node found: bool = false;
node first: node = MAX;
node old: u32 = 0;
node rest: u64 = 0;
global total: u64 = 0;
global hits: u32 = 0;
global quotient: u32;
global remainder: u32;
global swapped: u32[2] = 0;

fn ordered(a: u32, b: u32) -> (u32, u32) {
    if a < b {
        return (a, b);
    }
    return (b, a);
}

fn divided(a: u32, b: u32) -> (u32, u32) {
    if b == 0 {
        return (MAX, a);
    }
    return (a / b, a % b);
}

/// The first neighbour above a limit, whether there is one, and the number of edges before it.
fn search(u: node, limit: u32) -> (bool, node, u32) {
    let seen = 0;
    for e in u.out {
        if e.dst as u32 > limit {
            return (true, e.dst, seen);
        }
        seen += 1;
    }
    return (false, u, seen);
}

/// The values before and after an atomic are one apart.
fn counted(node level: u32, u: node) -> (u32, u32) {
    return (atomic_add(u.level, 1), u.level);
}

/// Calls a function with several results, and returns its results in another order.
fn reversed(a: u32, b: u32) -> (u32, u32) {
    let (low, high) = ordered(a, b);
    return (high, low);
}

kernel compare(limit: u32) {
    let (least, _) = ordered(limit, 3);
    forall u in nodes {
        let (low: u32, high) = ordered(u as u32, u.degree);
        u.small = low;
        u.large = high + least;
        let (is_there, who, _) = search(u, u as u32);
        u.found = is_there;
        if is_there {
            u.first = who;
        }
        let (before, after) = counted(level, u);
        u.old = before * 100 + after;
        let (q, r) = divided(high, low);
        u.rest = q as u64 + r as u64;
        forall e in u.out {
            let (high, low) = reversed(e.dst as u32, u as u32);
            let (_, _, seen) = search(e.dst, low);
            total += (high * 3 + seen) as u64;
        }
        ordered(1, 2);
    }
}

main {
    compare(2);
    let (q, r) = divided(reduce_add(small), 3);
    quotient = q;
    let count = 0;
    while count < 3 {
        let (low, high) = ordered(count, 2);
        hits += low * 10 + high;
        count += 1;
    }
    let (a, b) = reversed(5, 9);
    swapped[0] = a;
    swapped[1] = b;
    remainder = r;
    let (before, _) = counted(level, 0 as node);
    hits += before;
}

output level, small, large, found, first, old, rest, total, hits, quotient, remainder, swapped;
