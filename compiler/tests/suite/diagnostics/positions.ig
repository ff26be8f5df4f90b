worklist near: (node, u32);
worklist far;
node order: u32 = 0;

kernel of_nodes() {
    forall u in nodes at i {
        u.order = i;
        push far u;
    }
}

kernel of_edges() {
    forall u in far at place {
        for e in u.out at k {
            u.order = k;
        }
        push near(u, place);
    }
}

async kernel repeated() {
    forall (u, d) in near at i where d < i {
        retry;
    }
}

kernel unused() {
    forall u in far at i {
        u.order = 2;
    }
}

kernel wrong_type() {
    forall u in far at i {
        u.order = i + 1;
        i = 3;
    }
}

main {
    of_nodes();
    of_edges();
    repeated();
    unused();
    wrong_type();
}

output order;
