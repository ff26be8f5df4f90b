/// Loops with `break` and `continue`, chains of conditions, filters, blocks, and short circuits.
node steps: u32 = 0;
node kind: u32 = 0;
node found: node = MAX;
node odd_sum: u64 = 0;
node picked: i32 = 0;

kernel collatz(limit: u32) {
    let most = limit * 2;
    forall u in nodes where u as u32 != 5 && (u.degree > 0 || u as u32 % 2 == 0) {
        let x = u as u64 + 1;
        let n = 0;
        while x != 1 {
            if n >= most {
                break;
            }
            n += 1;
            if x % 2 == 0 {
                x /= 2;
                continue;
            }
            x = 3 * x + 1;
        }
        u.steps = n;
        if n == 0 {
            u.kind = 1;
        } else if n < 8 {
            u.kind = 2;
        } else if n < 16 && x == 1 {
            u.kind = 3;
        } else {
            u.kind = 4;
        }
        {
            let n = 3;
            u.kind += n * 10;
        }
    }
}

kernel nested_loops() {
    forall u in nodes {
        let i = 0;
        let sum = 0u64;
        while i < 6 {
            i += 1;
            if i == 2 {
                continue;
            }
            let j = i;
            while true {
                j += 1;
                if j % 4 == 0 {
                    break;
                }
                if j % 2 == 0 {
                    continue;
                }
                sum += (i * j) as u64 + u as u64;
            }
            if i == 5 {
                break;
            }
        }
        u.odd_sum = sum;
        u.picked = select(sum % 2 == 0, min(3, -4), max(-5, abs(-6)));
    }
}

kernel least_neighbour() {
    forall u in nodes {
        forall e in u.out where e.dst != u && u.degree < 50 {
            atomic_min(u.found, e.dst);
        }
    }
}

main {
    if node_count > 0 {
        collatz(20);
    }
    let i = 0;
    while i < 3 {
        if i == 1 {
            nested_loops();
        } else {
            least_neighbour();
        }
        i += 1;
    }
}

output steps, kind, found, odd_sum, picked;
