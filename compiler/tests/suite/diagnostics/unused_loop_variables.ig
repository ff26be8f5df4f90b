/// Loops that do not use their variable.
node count: u32 = 0;

kernel k() {
    forall u in nodes {
        for e in u.out {
            u.count += 1;
        }
    }
}

main {
    for round in 0..3 {
        k();
    }
}
output count;
