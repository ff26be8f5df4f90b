/// Statements as other languages have them.
node a: f32 = 0;

kernel first() {
    foral u in nodes {
        u.a = 1;
    }
}

kernel second() {
    foreach u in nodes {
        u.a = 1;
    }
}

kernel third(depth: u32) {
    forall u in nodes {
        u.a = 3.;
        u.a = .5;
        if depth == 1 { u.a = 1; } elif depth == 2 { u.a = 2; }
        if depth == 1 and u.a > 0 { u.a = 1; }
        if depth == 1 or u.a > 0 { u.a = 1; }
        if not depth == 1 { u.a = 1; }
        u.a = if depth == 1 { 2 } else { 3 };
        let b = if depth == 1 { 2 } else { 3 };
        unless depth == 1 { u.a = 2; }
        var x = 1;
        whle depth == 1 { u.a = 2; }
    }
}

main {
    swap(a, b);
    first()
    second();
    if true { third(1) }
    third(2)
}
