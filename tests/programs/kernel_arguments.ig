/// Kernels that take properties, globals and arrays, called with different ones: also twice with the
/// same ones, with the same property for two parameters, in loops, and in functions of functions.

node level: u32 = 1;
node other: u32 = 5;
node wide: u64 = 7;
node mask: u32[2] = 0;
node flags: u32[3] = 1;
edge cost: u32 = 2;
edge price: u32 = 3;
global total: u64 = 0;
global second: u64 = 0;
global largest: u32 = 0;
global counts: u32[4] = 0;
global sizes: u32[2] = 0;

fn sum(edge cost: u32, u: node) -> (u32, u32) {
    let all = 0;
    let most = 0;
    for e in u.out {
        all += e.cost;
        most max= e.cost;
    }
    return (all, most);
}

fn twice(node x: u32, u: node) -> u32 {
    return 2 * u.x;
}

kernel scale(node x: u32, by: u32, global total: u64) {
    let before = by + 1;
    forall u in nodes {
        u.x = twice(x, u) + before;
        total += u.x as u64;
        largest max= u.x;
    }
}

kernel copy(node from: u32, node into: u32) {
    forall u in nodes {
        u.into = u.from + u.into;
    }
}

kernel collect(edge cost: u32, node level: u32) {
    forall u in nodes {
        let (all, most) = sum(cost, u);
        atomic_add(u.level, all);
        atomic_add(u.wide, most as u64);
        forall e in u.out {
            atomic_add(e.dst.level, e.cost);
        }
    }
}

kernel mark(node bits: u32[], global sums: u32[], shift: u32) {
    forall u in nodes {
        for i in 0u32..bits.length {
            u.bits[i] += (u as u32 + i) << shift;
            sums[i % sums.length] += u.bits[i];
        }
    }
}

kernel plain() {
    forall u in nodes {
        u.wide += u.other as u64;
    }
}

main {
    scale(level, 3, total);
    scale(other, 1, total);
    copy(level, other);
    copy(level, level);
    plain();
    let round = 0;
    while round < 3 {
        scale(level, round, second);
        collect(cost, level);
        collect(price, other);
        copy(other, level);
        mark(mask, counts, round);
        round += 1;
    }
    iterate {
        mark(flags, sizes, 1);
        scale(level, 0, total);
        swap level, other;
        round += 1;
    } while round < 6;
    mark(flags, counts, 0);
}

output level, other, wide, mask, flags, total, second, largest, counts, sizes;
