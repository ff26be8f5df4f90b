/// Functions of numbers with wrong operands.
node count: u32 = 0;
node rank: f32 = 0;
node big: f64 = 0;
global least: u64 = MAX;

kernel wrong() {
    forall u in nodes {
        u.rank = sqrt(u.count);
        u.rank = sqrt(u.big);
        u.rank = pow(u.rank, 2);
        u.rank = pow(u.rank, u.count);
        u.count = popcount(u.rank);
        u.count = bits(u.big);
        u.count = bits(u.count);
        u.rank = f32_from_bits(u.least);
        u.rank = f32_from_bits(u.rank);
        u.rank = round(u.rank, 2);
        u.rank = f32_from_bits(least);
        floor(u.rank);
        atomic_sub(u, 1);
        let log = 3;
        u.rank = log(u.rank);
        u.count = clz(u);
    }
}

main {
    wrong();
}

output count, rank, big, least;
