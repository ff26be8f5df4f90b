/// Functions: early returns, properties as arguments, effects, and calls in every position.
edge w: u32 = 3;
node a: u32 = 0;
node b: u32 = 0;
node c: i32 = 0;
node seen: u32 = 0;
node last: node = 0;
global total: u32 = 0;
global calls: u32 = 0;
worklist found;

fn sign(x: i32) -> i32 {
    if x > 0 {
        return 1;
    }
    if x < 0 {
        return 0 - 1;
    }
    return 0;
}

/// The first out-neighbour of degree greater than `limit`, or the node itself.
fn first_above(u: node, limit: u32) -> node {
    for e in u.out {
        if e.dst.degree > limit {
            return e.dst;
        }
    }
    return u;
}

/// How often two can be subtracted from a number before it is below `stop`; at most 5.
fn steps(x: u32, stop: u32) -> u32 {
    let left = x;
    let count = 0;
    while true {
        for _i in 0u32..2 {
            if left < stop || left == 0 {
                return count;
            }
            left -= 1;
        }
        count += 1;
        if count == 5 {
            return count;
        } else {
            if left == 7 {
                continue;
            }
        }
    }
    return 1000;
}

/// Returns in the middle of nested conditions, or at the end.
fn nested(x: u32, y: u32) -> u32 {
    let result = 0;
    if x % 2 == 0 {
        if y % 2 == 0 {
            return 1;
        }
        result += 10;
    } else {
        {
            if y % 3 == 0 {
                return 2;
            }
        }
        result += 20;
    }
    result += 100;
    return result + x;
}

fn get(node p: u32, u: node) -> u32 {
    return u.p;
}

fn put(node p: u32, u: node, x: u32) {
    if x == 3 {
        return;
    }
    u.p = x;
}

fn both(node p: u32, edge q: u32, global g: u32, u: node, e: edge) -> u32 {
    g += 1;
    return get(p, u) + e.q + count(g);
}

fn count(global g: u32) -> u32 {
    return atomic_add(g, 1) * 0;
}

fn visit(node p: u32, u: node) -> bool {
    if atomic_or(u.p, 1) == 0 {
        push found u;
        return true;
    }
    return false;
}

kernel values() {
    let limit = steps(9, 2);
    forall u in nodes where nested(u as u32, limit) > 0 {
        u.a = steps(u.degree, limit) + nested(u as u32, u.degree) * 1000;
        u.c = sign(2 - u.degree as i32) - sign(u as i32 - 3) * sign(0);
        u.last = first_above(first_above(u, u.degree), 2);
        put(b, u, get(a, u) % 5);
        forall e in u.out where both(a, w, calls, u, e) > 2 {
            total += get(b, u) * 0 + e.w;
        }
        if u as u32 == 0 && visit(seen, u) || false {
            total += 1;
        }
    }
}

kernel spread() {
    forall u in found {
        forall e in u.out {
            visit(seen, e.dst);
        }
    }
}

main {
    once pipe found [] {
        values();
    }
    pipe found [0 as node] {
        spread();
    }
}

output a, b, c, last, total, calls, seen;
