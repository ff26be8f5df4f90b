/// Every node is brought to the root of a long path, by iterations that read what others write:
/// `root` writes nothing on the way, and so no older parent comes after the root.
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

/// A node whose parent is not its root is a stray.
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
