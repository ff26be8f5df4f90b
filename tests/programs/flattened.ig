/// Every node of a long path is set to its root by iterations that read each other's writes. `root`
/// writes nothing on the way, so no iteration overwrites a root with an older ancestor.
use std::union_find;

node parent: node;
node before: u32 = 0;
global strays: u32 = 0;

kernel start() {
    forall u in nodes {
        let number = u as u32;
        u.parent = (number - min(number, 1)) as node;
    }
}

kernel flatten() {
    forall u in nodes {
        u.parent = union_find::root(parent, u);
    }
}

/// Counts the nodes whose parent is not their root.
kernel look() {
    forall u in nodes {
        u.before = u.parent as u32;
        if u.before != 0 {
            strays += 1;
        }
    }
}

main {
    start();
    flatten();
    look();
}

output before, strays;
