/// Local arrays that are too large for an iteration.
const long: u32 = 512;
node x: u64;
node y: u32;

/// 16 KiB: the limit.
kernel fits() {
    forall u in nodes {
        let words: u64[2 * long] = 1;
        let marks: bool[1024] = false;
        let some: edge[512];
        let last: u32[768];
        u.x = words[u as u32] + some[u as u32] as u64 + last[u as u32] as u64;
        if marks[u as u32] {
            u.x = 0;
        }
    }
}

kernel directly() {
    forall u in nodes {
        let words: u64[2 * long] = 1;
        if u.x > 5 {
            let never: f64[1024];
            u.x = never[u as u32] as u64;
        } else {
            let byte: bool[1] = true;
            u.x = if_true(byte[0]);
        }
        u.x += words[u as u32];
    }
}

fn if_true(x: bool) -> u64 {
    if x {
        return 1;
    }
    return 0;
}

fn one(i: u32) -> u32 {
    let a: u32[1024];
    a[i % 1024] = i;
    return a[(i + 1) % 1024];
}

fn four(i: u32) -> u32 {
    return one(i) + one(i + 1) + one(i + 2) + one(i + 3);
}

kernel by_calls() {
    forall u in nodes {
        u.y = four(u as u32);
    }
}

kernel by_many_calls() {
    forall u in nodes {
        let sum = four(u as u32);
        forall e in u.out {
            let small: node[2] = e.dst;
            sum += one(small[0] as u32);
        }
        u.y = sum;
    }
}

main {
    fits();
    directly();
    by_calls();
    by_many_calls();
}

output x, y;
