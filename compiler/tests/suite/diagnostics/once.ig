/// Blocks for one frontier in wrong places.
worklist near, far;

node level: u32 = 0;

kernel visit() {
    forall u in near {
        u.level = 1;
        push near u;
        push far u;
    }
}

kernel mark() {
    forall u in far {
        u.level = 2;
    }
}

kernel over_nodes() {
    once near {
        visit();
    }
}

main {
    once worklist {
        visit();
    }
    once nears {
        visit();
    }
}

output level;
