// Local arrays: the best neighbours of each node, and counts. They are declared before and in nested
// loops, and used after them.

node best: node[4] = MAX;
node most: u32[4] = 0;
node parity: u32[2];
node inner: u32 = 0;
node odd: u64 = 0;
worklist later;

fn widest(u: node) -> u32 {
    let counts: u32[3];
    for e in u.out {
        counts[e.dst.degree % 3] += 1;
    }
    return max(counts[0], max(counts[1], counts[2]));
}

kernel rank() {
    forall u in nodes {
        let found: u32[4];
        let who: node[4] = u;
        let sum = 0u32;
        forall e in u.out {
            sum += e.dst.degree;
        }
        for e in u.out {
            let degree = e.dst.degree + 1;
            if degree > found[3] {
                let at = 3u32;
                while at > 0 && found[at - 1] < degree {
                    found[at] = found[at - 1];
                    who[at] = who[at - 1];
                    at -= 1;
                }
                found[at] = degree;
                who[at] = e.dst;
            }
        }
        for i in 0..found.length {
            u.best[i] = who[i];
            u.most[i] = found[i] + sum;
        }
        push later u;
    }
}

kernel nested() {
    forall u in later where u.degree > 0 {
        let counts: u32[2] = u.degree;
        // Each iteration of the loop has its own array.
        forall e in u.out {
            let own: bool[5] = false;
            own[e.dst as u32 % 5] = true;
            let set = 0u32;
            for i in 0..5 {
                set += select(own[i], i as u32, 0);
            }
            atomic_add(u.inner, set);
        }
        // The iterations share this array.
        forall e in u.out {
            counts[e.dst.degree & 1] += 1;
        }
        u.parity[0] = counts[0];
        u.parity[1] = counts[1];
        // Indices out of range.
        counts[u as u32 + 2] = 8;
        u.odd = counts[u as u32 + 2] as u64 + widest(u) as u64;
        while u.odd > 3 {
            let steps: u64[20] = u.odd;
            let again: u64[2];
            steps[7] = steps[19] / 2;
            again[0] += steps[7];
            u.odd = again[0] + again[1];
        }
    }
}

main {
    once pipe later {
        rank();
        nested();
    }
}

output best, most, parity, inner, odd;
