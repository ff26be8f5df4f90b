// Functions with several results: where their calls may stand, and how many values they have.
node x: u32 = 0;
global count: u32 = 0;

fn halves(a: u32) -> (u32, u32) {
    return (a / 2, a - a / 2);
}

fn limits(a: u32) -> (u32, bool, f32) {
    if a == 0 {
        return (1, true);
    }
    if a == 1 {
        return 1;
    }
    if a == 2 {
        return halves(a);
    }
    if a == 3 {
        return;
    }
    return (1, 2, 3.0);
}

fn one(a: u32) -> u32 {
    return (a, a);
}

fn none(a: u32) {
    count += a;
}

fn ends_early(a: u32) -> (u32, u32) {
    if a == 0 {
        return (1, 2);
    }
}

kernel k(a: u32) {
    let (before, _) = halves(a);
    forall u in nodes {
        u.x = halves(1) + before;
        u.x = min(1, halves(2));
        let pair = halves(3);
        none(halves(4));
        let (b, c, d) = halves(5);
        let (e, f) = one(6);
        let (g, h) = none(7);
        let (i, j) = u.x;
        let (l, m) = min(1, 2);
        let (n: f32, o: u32) = halves(8);
        let (p, p) = halves(9);
        let (q, r) = missing(10);
        u.x = b + c + d + e + f + g + h + i + j + l + m + o + p + q + r + _;
        halves(11);
    }
}

kernel results() -> (u32, u32) {
    forall u in nodes {
        u.x = 1;
    }
}

main {
    k(1);
    let (s, t) = k(2);
    let (v, w) = halves(reduce_add(x));
    if halves(v) == w {
        results();
    }
}

output x, count;
