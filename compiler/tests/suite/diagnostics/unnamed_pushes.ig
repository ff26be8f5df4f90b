// The worklist that is not declared has no name after `push`, and ranges of loops exclude their end.
node level: u32 = 0;
node worklist: u32 = 0;

kernel visit() {
    forall u in worklist {
        push worklist u;
        for i in 0..=3 {
            u.level = i;
        }
        let worklist = 3;
    }
}

main {
    pipe worklist nodes {
        visit();
    }
}

output level;
