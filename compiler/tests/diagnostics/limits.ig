use std::hash;
graph undirected;
node a: u32 = 0;
node b: u32 = 0;

fn twice(x: u32) -> u32 { return 2 * x; }

kernel visit() {
    forall u in worklist {
        let sum = hash(0);
        forall e in u.in { sum += twice(u.in_degree); }
        exclusive(u) { u.a = sum; }
        for w in worklist { u.b = w.a; }
    }
}

main {
    pipe nodes { visit(); }
}

output a, b;
