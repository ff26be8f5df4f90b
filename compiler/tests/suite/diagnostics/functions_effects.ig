node x: u32 = 0;
global g: u32 = 0;
global limit: u32 = 0;

fn value(node p: u32, u: node) -> u32 { return u.p; }
fn count(global c: u32) -> u32 { return atomic_add(c, 1); }
fn again(global c: u32) -> u32 { return count(c); }
fn enqueue(u: node) -> u32 { push u; return 1; }

kernel start(a: u32) {
    let b = value(x, 0) + limit + a;
    let c = again(g) + enqueue(0);
    forall i in 0..limit + b + c {
        let u = i as node;
        u.x = 1;
        again(limit);
        enqueue(u);
    }
}

main {
    g = enqueue(0);
    g = again(g);
    start(g);
}

output x, g;
