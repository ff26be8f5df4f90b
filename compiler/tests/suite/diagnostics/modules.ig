use std::hash;
use std::hush;
use std::union_find::find;
use std::union_find::fnd;
use hash;
use other::things;
use std;
node x: u32 = 0;
node parent: node;

kernel k() {
    forall u in nodes {
        u.x = hash::mix(1) + hash::mox(1) + mix(1) + std::hash::mix(1) + intersect::count(u, u);
        u.x = hash::mix(1.0) + hash + hash::x + union_find::find(parent, u) as u32;
        u.parent = find(parent, u);
        u.parent = find(x, u);
        u.parent = find(u);
    }
}

main { k(); }
output x, parent;
