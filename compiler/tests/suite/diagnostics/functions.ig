node x: u32 = 0;
node y: f32 = 0.0;
edge w: u32 = 1;
global g: u32 = 0;
global limit: u32 = 0;

fn value(node p: u32, u: node) -> u32 { return u.p; }
fn above(edge p: u32, e: edge) -> u32 { return e.p; }
fn count(global c: u32) { c += 1; }
fn both(node p: u32, u: node) -> u32 { return value(p, u) + p + value(u, u); }
fn enqueue(u: node) { push u; }
fn none(u: node) { if u.x > 3 { return; } else { return 1; } }
fn some(u: node) -> u32 { while true { return 1; } }
fn even(n: u32) -> u32 { return odd(n - 1); }
fn odd(n: u32) -> u32 { return even(n - 1); }
fn hides(x: u32, node y: u32, u: node) -> u32 { return x + u.y; }

kernel takes(node p: u32) { forall u in nodes { u.p = 1; } }

kernel start(a: u32) {
    let b = value(x, 0) + limit + a;
    let c = value(x, 0);
    count(g);
    forall u in nodes {
        u.x = value(x, u) + value(y, u) + value(w, u) + value(u.x, u) + value(g, u) + b + c;
        u.x = above(w, u.out_begin) + above(x, u.out_end) + value(u) + value(x, u, u);
        count(g);
        count(limit);
        count(u.x);
        enqueue(u);
        hides(1, x, u);
        forall u in nodes { exclusive(u) { return; } else { retry; } }
    }
}

main {
    enqueue(0);
    count(g);
    g = hides(1, x, 0);
    start(g);
    takes(x);
}

output x, g;
