/// Every primitive, for every type that it takes.
worklist near, far;
node own: u32 = 0;
node flag: bool = false;
node a_bool: bool = false;
node a_u32: u32 = 0;
node a_i32: i32 = 0;
node a_u64: u64 = 0;
node an_i64: i64 = 0;
node an_f32: f32 = 0;
node an_f64: f64 = 0;
node a_node: node = 0;
node an_edge: edge = 0;
edge length: u32 = 0;
edge part: f32 = 0;

node before_u32: u32 = 0;
node before_i32: i32 = 0;
node before_u64: u64 = 0;
node before_i64: i64 = 0;
node by_bool: node = 0;
node by_u32: node = 0;
node by_i32: node = 0;
node by_u64: node = 0;
node by_i64: node = 0;
node by_node: node = 0;
node by_edge: node = 0;
node by_same: node = 0;
node pushed: u32 = 0;

global sum_u32: u32 = 0;
global sum_i32: i32 = 0;
global sum_u64: u64 = 0;
global sum_i64: i64 = 0;
global sum_f32: f32 = 0;
global sum_f64: f64 = 0;
global least_i32: i32 = 0;
global least_f64: f64 = 0;
global least_node: node = 0;
global greatest_i64: i64 = 0;
global greatest_f32: f32 = 0;
global greatest_edge: edge = 0;
global all: bool = false;
global any: bool = true;
global bits_all: u32 = 0;
global bits_any: i64 = 0;
global sum_length: u32 = 0;
global least_part: f32 = 0;
global total_u32: u32 = 0;
global total_i64: i64 = 0;
global filled: f64 = 0;
global rounds: u32 = 0;
global sizes: u32 = 0;
global counted: u32[4] = 9;

kernel draw() {
    forall u in nodes {
        let x = (u as u32 + 1) * 2654435769;
        x = (x ^ (x >> 15)) * 2246822519;
        x ^= x >> 13;
        u.own = x;
        u.flag = x % 3 == 0;
        u.a_bool = x % 2 == 0;
        u.a_u32 = x % 1000;
        u.a_i32 = (x % 41) as i32 - 20;
        u.a_u64 = (x as u64) << 20 | (x % 7) as u64;
        u.an_i64 = (x as i64 - 2000000000) * 1000003;
        u.an_f32 = (x % 4096) as f32 - 2048.0;
        u.an_f64 = (x as f64) * 0.5 - 1000000.0;
        u.a_node = (x % node_count) as node;
        u.an_edge = (x % 17) as edge;
    }
}

kernel draw_edges() {
    forall e in edges {
        e.length = (e as u32) * 40503 % 1009;
        e.part = (e.length as f32) * 0.25 - 30.0;
    }
}

kernel take() {
    forall u in near {
        atomic_add(u.pushed, 1);
    }
}

kernel halve() {
    forall u in nodes {
        u.a_u32 /= 2;
    }
}

main {
    // On the initial values, all false: the result of `reduce_and` differs from its identity.
    any = reduce_or(flag);
    all = reduce_and(flag);
    draw();
    draw_edges();
    sum_u32 = reduce_add(a_u32);
    sum_i32 = reduce_add(a_i32) + 1;
    sum_u64 = reduce_add(a_u64);
    sum_i64 = reduce_add(an_i64) - reduce_add(an_i64) + reduce_min(an_i64);
    sum_f32 = reduce_add(an_f32);
    sum_f64 = reduce_add(an_f64);
    least_i32 = reduce_min(a_i32);
    least_f64 = reduce_min(an_f64);
    least_node = reduce_min(a_node);
    greatest_i64 = reduce_max(an_i64);
    greatest_f32 = reduce_max(an_f32);
    greatest_edge = reduce_max(an_edge);
    bits_all = reduce_and(own);
    bits_any = reduce_or(an_i64);
    sum_length = reduce_add(length) + reduce_max(length);
    least_part = reduce_min(part);

    total_u32 = scan_add(a_u32, before_u32);
    scan_add(a_i32, before_i32);
    scan_add(a_u64, before_u64);
    fill(before_i64, 3);
    let total = scan_add(before_i64, before_i64);
    total_i64 = total;

    sort(by_bool, a_bool);
    sort(by_u32, own);
    sort(by_i32, a_i32);
    sort(by_u64, a_u64);
    sort(by_i64, an_i64);
    sort(by_node, a_node);
    sort(by_edge, an_edge);
    fill(own, 7);
    sort(by_same, own);

    compact(near, flag);
    compact(far, a_bool);
    sizes = near.size + far.size * 100;
    compact(near, a_bool);
    clear(far);
    sizes += far.size * 10000;
    take();
    compact(near, flag);
    clear(near);
    take();

    filled = 2.5;
    fill(filled, filled * 2.0);
    // Reductions in conditions are computed in each round.
    while reduce_max(a_u32) > 3 && rounds < 100 {
        halve();
        rounds += 1;
        if rounds % 4 == 3 {
            continue;
        }
    }
    iterate {
        halve();
        rounds += 100;
    } while reduce_max(a_u32) + reduce_min(a_u32) > 0;
    for i in 0..reduce_max(an_edge) as u32 where reduce_or(flag) || i > 2 {
        rounds += 10000;
    }
    if reduce_add(a_u32) == 0 && !reduce_and(flag) {
        rounds += 1000000;
    }
    // Reductions in indices.
    counted[reduce_max(a_u32) & 3] = 3;
    counted[1] = counted[reduce_min(a_u32)] + reduce_max(a_node).out[reduce_min(a_u32)] as u32;
}

output sum_u32, sum_i32, sum_u64, sum_i64, sum_f32, sum_f64, least_i32, least_f64, least_node,
    greatest_i64, greatest_f32, greatest_edge, all, any, bits_all, bits_any, sum_length, least_part,
    total_u32, total_i64, filled, rounds, sizes, counted, before_u32, before_i32, before_u64,
    before_i64, by_bool, by_u32, by_i32, by_u64, by_i64, by_node, by_edge, by_same, pushed, own,
    a_u32, a_i32, a_u64, an_i64, an_f32, an_f64, a_node, an_edge, a_bool, flag, length, part;
