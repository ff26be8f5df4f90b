edge w: u32 = 0;
node x: u32 = 0;

kernel both_ends() {
    forall u in nodes {
        forall e in u.out { e.w += 1; }
        forall e in u.in { e.w += 1; }
    }
}

kernel atomic_at_one() {
    forall u in nodes {
        forall e in u.out { e.w += 1; }
        forall e in u.in { atomic_add(e.w, 1); }
    }
}

kernel atomic_of_the_item() {
    forall u in nodes {
        let v = (u as u32 / 2) as node;
        exclusive(v) { v.x += 1; } else { }
        atomic_add(u.x, 1);
    }
}

kernel fine() {
    forall u in nodes {
        forall e in u.out { e.w += 1; atomic_add(e.w, 2); }
        forall e in u.out { e.w += 1; }
        forall e in u.in { e.w = 3; }
    }
}

main { both_ends(); atomic_at_one(); atomic_of_the_item(); fine(); }
output w, x;
