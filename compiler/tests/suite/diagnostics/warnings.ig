use std::hash;
use std::union_find;
param source: node = 0;
node unused: u32 = 0;
const size: u32 = 3;
global g: u32;
worklist far;

kernel visit(depth: u32) {
    let x = 1;
    forall u in nodes {
        forall _e in u.out { }
    }
}

main {
    let depth = 1;
}
