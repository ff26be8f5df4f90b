worklist near, far;
node a: u32 = 0;
global total: u32;

kernel visit(n: u32) {
    forall u in near {
        u.a = near.size + n;
        push far u;
    }
}

main {
    for u in nodes { total = u.a; }
    for u in near { visit(0); }
    for i in 0..10 where i { i = 3; }
    for i in 0.5..2 { total += 1; }
    for i in 0..far.size { visit(i + far.length); }
    total = worklist.size;
    total = near + 1;
    for i in 0..3 {
        pipe near nodes { break; }
        iterate { continue; } while true;
    }
    break;
    near.size = 3;
    total = far.size.size;
    let long: u64 = near.size;
}

output total, a;
