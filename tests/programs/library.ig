/// The modules of the standard library.
use std::union_find;
use std::intersect;
use std::hash::mix;
use std::hash;
use std::fixed_point;
use std::packed;
graph undirected, simple;

node parent: node;
node component: u32 = 0;
node common: u32 = 0;
node draw: u32 = 0;
node wide: u64 = 0;
node order: u32 = 0;
node above: u32 = 0;
node found: u32 = 0;
node product: i64 = 0;
node back: f32 = 0.0;
node unit: f32 = 0.0;
node spread: f32 = 0.0;
node unpacked: u32 = 0;
node wide_key: u64 = 0;
global nearest: u64 = MAX;
global farthest: u64 = 0;
global joins: u32 = 0;
global total: i64 = 0;

kernel start() {
    forall u in nodes {
        u.parent = u;
    }
}

kernel join() {
    forall e in edges {
        if union_find::unite(parent, e.src, e.dst) {
            joins += 1;
        }
    }
}

kernel rest() {
    forall u in nodes {
        u.component = union_find::find(parent, u) as u32;
        forall e in u.out {
            atomic_add(u.common, intersect::count(u, e.dst));
            atomic_add(u.above, intersect::count_above(u, e.dst, e.dst));
            let back = intersect::find_edge(e.dst, u);
            if back != edge::MAX && back.dst == u && union_find::connected(parent, u, e.dst) {
                atomic_add(u.found, 1);
            }
        }
        if intersect::find_edge(u, node::MAX) == edge::MAX {
            u.found += 1000;
        }
        u.draw = mix(u as u32) ^ hash::priority(u, 7);
        u.wide = hash::mix64(u as u64);
        u.order = hash::priority(u, 0);
        u.unit = hash::unit(u.draw);
        let x = fixed_point::from_f32(0.75) * (u as i64 - 2);
        u.product = fixed_point::multiply(x, x - fixed_point::ONE / 3);
        u.back = fixed_point::to_f32(u.product);
        total += x;
        u.spread = u.unit * 3.0 - 1.5;
        nearest min= packed::of_f32(u.spread, u as u32);
        farthest max= packed::of_f32(u.spread, u as u32);
        let as_i32 = packed::of_i32(u as i32 - 3, 7);
        let as_u32 = packed::of_u32(u as u32, 9);
        if packed::key_i32(as_i32) == u as i32 - 3 && packed::item(as_i32) == 7 {
            u.unpacked += 1;
        }
        if packed::key_u32(as_u32) == u as u32 && packed::item(as_u32) == 9 {
            u.unpacked += 2;
        }
        if packed::key_f32(packed::of_f32(u.spread, 1)) == u.spread {
            u.unpacked += 4;
        }
        u.wide_key = packed::ordered64(u.spread as f64);
        if packed::unordered64(u.wide_key) == u.spread as f64 {
            u.unpacked += 8;
        }
    }
}

main {
    start();
    join();
    rest();
}

output component, common, draw, wide, order, above, found, product, back, unit, joins, total;
output unpacked, wide_key, nearest, farthest;
