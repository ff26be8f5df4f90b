// What other languages write differently, and calls with the wrong number of arguments.
worklist triples: (node, u32, u32);

node level: u32 = 0;
global g: u32 = 0;
global table: u32[u.degree] = 0;

fn blend(a: u32, node x: u32, b: f32) -> u32 {
    return a + b as u32;
}

kernel visit(depth: u32) {
    forall u in nodes {
        let below = -3;
        u.level = below;
        u.level = blend(depth);
        let local: u32[u.degree];
    }
}

main {
    g = u32(3);
    g = max(level);
    g = select(true, 1);
    fill(level);
    visit(1, 2);
    g = clamp(g, 1, 2);
    printf(g);
}

output level, g, table;
