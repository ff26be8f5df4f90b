const size: u32[2] = 4;
param count: u32[3] = 1;
node mask: u64[4] = 0;
node other: u64[5] = 0;
node wide: u32[node_count];
node none: u32[0];
edge seen: u32[2];
global histogram: u64[8];
global table: u32[edge_count * 2];
global huge: u32[0x1_0000_0000u64];
global single: u32;
global sized: u32[mask.length];

fn first(global bits: u32[], i: u32) -> u32 {
    return bits[i];
}

fn scalar(node x: u64) {
}

fn taken(x: u32[]) {
}

fn counts() -> u32 {
    let all: u32[4];
    return all[0];
}

kernel elements() {
    let before: u32[4];
    forall u in nodes {
        u.mask = 0;
        let copy = u.mask;
        u.mask[4] = copy[0];
        u.mask[0 - 1] = 1;
        u.mask[u] = 1;
        u.mask[1u64] = 1;
        single[0] = 1;
        histogram[0] -= 1;
        histogram += 1;
        mask[0] = 1;
        let best: u32[4] = true;
        best[7] = 1;
        best = 3;
        let many: u32[5000];
        let varies: u32[u.degree];
        forall e in u.out {
            e.dst.mask[0] += 1;
            best[0] = 1;
            best[1] += best[2];
            atomic_add(best[1], 1);
        }
        best[0] = first(histogram, 1) + first(single, 1) + mask.size + mask.length[0];
        scalar(mask);
    }
}

main {
    elements();
    let local: u32[4];
    single = counts();
    swap mask, other;
    swap single, histogram;
    single = reduce_add(mask);
    fill(mask, 1.5);
    histogram[8] = 1;
}

output mask, histogram;
check bfs(mask, count);
check graphsage(single, histogram, size);
check walks(single, size);
