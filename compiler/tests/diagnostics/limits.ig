graph undirected;
node a: u32 = 0;

kernel visit() {
    forall u in nodes { u.a += 1; }
}

main {
    for _i in 0..3 { visit(); }
    while true { break; }
}

output a;
