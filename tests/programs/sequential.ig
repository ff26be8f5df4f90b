/// `for` over every domain, `retry`, `swap`, and in-edges.
node by_range: u64 = 0;
node by_out: u32 = 0;
node by_in: u32 = 0;
node by_all: u32 = 0;
node tries: u32 = 0;
node front: u32 = 1;
node back: u32 = 2;
node in_sum: u64 = 0;
global visits: u32 = 0;
worklist work;

kernel count() {
    forall u in nodes {
        for i in 0..u as u32 + 3 where i != 1 {
            if i == 7 {
                break;
            }
            if i % 3 == 0 {
                continue;
            }
            u.by_range += i as u64;
            for j in -2..i as i32 {
                if j == 2 {
                    continue;
                }
                u.by_range += (j + 3) as u64;
            }
        }
        let last = u;
        for e in last.out {
            u.by_out += e.dst as u32 * 2 + e.src as u32;
            last = e.dst;
        }
        for e in u.in where e.src != u {
            u.by_in = u.by_in * 3 + e.src as u32 + (e.dst == u) as u32;
            if u.by_in > 1000 {
                break;
            }
        }
        for v in nodes where v < u {
            u.by_all += v.degree + v.in_degree;
        }
        for e in edges {
            if e as u32 > u as u32 {
                break;
            }
            u.by_all += 100;
        }
        forall e in u.in {
            atomic_add(u.in_sum, e as u64 + e.src as u64);
        }
    }
}

kernel again() {
    forall u in work {
        visits += 1;
        if atomic_add(u.tries, 1) < u as u32 % 4 {
            retry;
        }
    }
}

kernel step() {
    forall u in nodes {
        u.back = u.front * 3 + u as u32;
    }
}

main {
    count();
    pipe work nodes {
        again();
    }
    let i = 0;
    while i < 3 {
        step();
        swap front, back;
        i += 1;
    }
}

output by_range, by_out, by_in, by_all, tries, front, back, in_sum, visits;
