/// Functions that `main` calls, which the host runs.
edge w: u32 = 3;
node a: u32 = 0;
node b: u32 = 7;
node up: node = 0;
global calls: u32 = 0;
global sum: u32 = 0;
global big: i64 = 0;
global rounds: u32 = 0;
global seen: bool = false;
global order: u32 = 0;

fn twice(x: u32) -> u32 {
    return 2 * x;
}

fn around(node p: u32, u: node) -> u32 {
    let sum = 0;
    for e in u.out where e.dst != u {
        if e.w == 4 {
            continue;
        }
        sum += e.dst.p;
        if sum > 100 {
            return sum;
        }
    }
    for e in u.in {
        sum += e.src as u32;
        e.w = 4;
    }
    return sum;
}

fn called(global g: u32) -> bool {
    g += 1;
    return atomic_add(g, 1) > 5;
}

fn every(node p: u32, global wide: i64) {
    p_max(p);
    atomic_max(wide, 3);
    atomic_swap(wide, atomic_cas(wide, 3, 9) + 1);
    atomic_cas(wide, 4, wide * 100);
    atomic_xor(wide, 1);
    for i in 0..3i32 {
        wide += i as i64;
        if i == 1 {
            return;
        }
    }
}

fn p_max(node p: u32) {
    atomic_max((0 as node).p, 40);
    atomic_min((0 as node).p, 38);
    (0 as node).p = 2 * (0 as node).p;
}

kernel add(x: u32) {
    forall u in nodes {
        u.a += x;
        u.up = (u as u32 / 2) as node;
    }
}

main {
    add(twice(twice(1) + 1));
    sum = around(b, twice(0) as node) + around(b, (0 as node).up.up) * 1000;
    let count = 0;
    while !called(calls) && count < 10 {
        count += 1;
    }
    iterate {
        rounds += 1;
    } while twice(rounds) + reduce_max(b) * 0 < 9;
    for i in twice(1)..twice(twice(1)) where twice(i) != 6 {
        rounds += 100 * i;
    }
    if count > 1000 && called(calls) || false {
        rounds = 0;
    }
    if seen {
        called(calls);
    } else if called(calls) {
        seen |= true;
    }
    every(b, big);
    add_both(calls, next(calls));
    for i in calls..next(calls) {
        order += i;
    }
    pipe [twice(0) as node] {
        pushes_nothing();
    }
}

fn next(global g: u32) -> u32 {
    g += 1;
    return g;
}

kernel add_both(x: u32, y: u32) {
    forall _u in nodes where x < y {
        order += 1000 * x + y;
    }
}

kernel pushes_nothing() {
    forall u in worklist {
        atomic_add(u.b, twice(4));
    }
}

output a, b, w, up, calls, sum, big, rounds, seen, order;
