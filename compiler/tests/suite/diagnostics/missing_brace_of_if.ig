node level: u32 = 0;

kernel visit() {
    forall u in nodes {
        if u.level == 0 && u.degree > 3 // a comment
            u.level = 1;
    }
}

main
    visit();

output level;
