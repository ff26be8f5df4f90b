const size: u32 = 4;
node mask: u64[size * 2] = 0;
node none: u32[size - 4];
edge many: u32[1 << 21] = 0;
global histogram: u64[8];
global huge: u32[0x1_0000_0000u64];

kernel elements() {
    forall u in nodes {
        u.mask[size * 2] = u.mask[7];
        u.mask[0 - 1] = 1;
        let best: u32[size] = u32::MAX;
        best[size] = best[3];
        let large: u32[1025];
        large[0] = u.none[0];
        let signed: i32[2];
        signed[-1] = 2;
        histogram[best[0]] += large[0] as u64 + signed[0] as u64;
    }
}

main {
    elements();
    histogram[8] = huge[4294967295u32] as u64;
    fill(many, 1);
}

output mask, histogram, many;
