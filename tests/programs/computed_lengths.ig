// Global arrays whose lengths depend on the graph and on a parameter: a bitmap, a histogram and a table.

param spare: u32 = 3;
param wide: u64 = 2;

global bitmap: u32[node_count / 32 + 1];
global histogram: u64[max(edge_count, 1) + spare] = 7;
global table: node[(node_count as u64) * wide] = MAX;
global empty: u32[edge_count - edge_count];
global set: u32 = 0;
global lengths: u64 = 0;

fn insert(global bits: u32[], i: u32) -> bool {
    let bit = 1u32 << (i & 31);
    return atomic_or(bits[i / 32], bit) & bit == 0;
}

fn contains(global bits: u32[], i: u32) -> bool {
    return bits[i / 32] >> (i & 31) & 1 == 1;
}

kernel build() {
    forall u in nodes {
        forall e in u.out where insert(bitmap, e.dst as u32) {
            set += 1;
        }
        histogram[u.degree] += 1;
        table[(u as u32) * 2 + 1] = u;
        table[table.length + u as u32] = 0 as node;
        empty[u as u32] = 1;
        set += empty[0];
    }
}

kernel drain(rounds: u32) {
    forall i in 0..histogram.length {
        histogram[i] = histogram[i] * 2 + rounds as u64;
    }
}

main {
    build();
    for round in 0..3 {
        drain(round);
        bitmap[0] |= 1u32 << 31;
    }
    for i in 0..node_count where contains(bitmap, i) {
        set += 100;
    }
    lengths = bitmap.length as u64 + (histogram.length as u64 << 20) + (table.length as u64 << 40);
}

output bitmap, histogram, table, empty, set, lengths;
