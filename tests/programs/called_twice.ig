/// A function is called twice with different properties; the second call reuses no result.
node a: node = 1;
node b: node = 0;
node level: u32 = 0;
node through: u32 = 0;
global first: node = 0;
global second: node = 0;

fn at(node p: node, u: node) -> u32 {
    return u.p.level;
}

fn links(global g: node, x: u32) -> u32 {
    let sum = x;
    if x < 100 {
        for e in min(g, g).out {
            sum += 1 + e.dst as u32;
        }
    }
    return sum;
}

kernel number() {
    forall u in nodes {
        u.level = u as u32 + 5;
        u.a = select(u.degree > 0, u, 0);
        u.b = (u as u32 + 1) as node;
    }
}

kernel call() {
    forall u in nodes {
        u.through = at(a, u) * 1000 + at(b, u) * 100 + links(first, 3) * 10;
        links(second, 2);
        u.through += links(second, links(first, 1));
    }
}

main {
    number();
    second = (node_count - 1) as node;
    call();
}

output a, b, level, through;
