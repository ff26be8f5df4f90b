worklist near;
param source: node = 0;
const limit: u32 = 3;
node a: u32 = fill(b, 1);
node b: u32 = 0;
node c: u64 = 0;
node f: f32 = 0;
node flag: bool = false;
node order: node = 0;
edge e: u32 = 0;
global g: u32;

kernel k() {
    forall u in nodes {
        u.a = reduce_add(b);
        sort(order, a);
        compact(near, flag);
    }
}

main {
    let local = 1;
    k();
    fill(near, 1);
    fill(a, 1.5);
    fill(source.a, 1);
    fill(local, 1);
    fill(limit, 1);
    fill(aa, 1);
    clear(a);
    clear();
    compact(near, a);
    compact(near, e);
    g = reduce_add(source.a);
    g = reduce_add(g);
    g = reduce_add(flag);
    g = reduce_and(f);
    g = reduce_min(flag) as u32;
    g = reduce_add(1 + 2);
    g = reduce_add(c);
    g = reduce_sum(a);
    reduce_add(a);
    g = scan_add(a, b) + 1;
    g = scan_add(a, c);
    scan_add(e, e);
    scan_add(f, f);
    sort(order, order);
    sort(order, f);
    sort(a, b);
    g = sort(order, a);
    let name = sort;
    let near = 3;
    clear(near);
    g = local + near + name;
}

output a, b, c, f, flag, order, e, g;
