// Arrays for each node and edge, and global arrays of constant lengths: reads, writes, updates by
// owners, atomics, reductions, initial values and indices out of range.

const bins: u32 = 8;

node mask: u64[4] = 3;
node rank: f64[2] = 0.5;
node flag: bool[3] = true;
node near: node[2] = MAX;
edge seen: u32[2] = 5;
global histogram: u64[bins];
global extremes: i32[2] = 0;
global marks: bool[4] = false;
global past: u32 = 0;
global twin: u64[bins] = 1;

kernel count() {
    forall u in nodes {
        histogram[min(u.degree, bins - 1)] += 1;
        extremes[0] min= 0 - (u as i32);
        extremes[1] max= u.degree as i32;
        marks[u as u32 & 3] |= u.degree > 0;
        for i in 0..mask.length {
            u.mask[i] += (u as u64) * 10 + i as u64;
        }
        u.flag[1] = u.degree > 1;
        u.rank[u.degree % 2] *= 4.0;
        forall e in u.out {
            e.seen[1] += 1;
            atomic_min(e.dst.near[0], u);
        }
    }
}

kernel scatter() {
    forall e in edges {
        let old = atomic_add(e.dst.mask[e.src as u32 & 3], 1);
        if old == 0 {
            past += 1;
        }
        // Every index out of range has no effect, and reads zero.
        atomic_add(e.dst.mask[4 + (e.src as u32)], 1);
        e.dst.mask[0 - 1 - (e.src as u32)] = 9;
        (node_count as node).mask[e.src as u32] = 7;
        past += e.dst.mask[e.src as u32 + 4] as u32;
        let below = 0 - 1 - (e.src as i32);
        past += select(e.dst.flag[below], 1, 0);
    }
}

kernel gather() {
    forall u in nodes {
        u.near[1] = u;
        // The index is itself an element of an array.
        u.mask[histogram[1] as u32 & 3] += 1000;
    }
}

main {
    count();
    scatter();
    gather();
    histogram[2] += 100;
    (0 as node).mask[2] = 77;
    let last = bins;
    histogram[last] = 5;
    past += histogram[last] as u32 + mask.length;
    fill(twin, 6);
    twin[3] = histogram[1];
    swap twin, histogram;
}

output mask, rank, flag, near, seen, histogram, extremes, marks, past, twin;
