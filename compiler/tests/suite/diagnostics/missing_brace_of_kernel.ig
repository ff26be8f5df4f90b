node level: u32 = 0;

kernel first()
    forall u in nodes {
        u.level = 1;
    }
}

main {
    first();
}
output level;
