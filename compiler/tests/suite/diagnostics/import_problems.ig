// Files that cannot be imported, and files that contain what a module cannot.
use ./missing.ig;
use ./sets/missing.ig::twice;
use ./my-lib.ig;
use ./hash.ig;
use ./if.ig;
use ./u32.ig;
use ./state.ig;
use ./wrong.ig;

global x: u32 = 0;

main {
    x = missing::twice(1) + twice(2);
}

output x;

// file ./my-lib.ig
const ONE: u32 = 1;

// file ./hash.ig
const ONE: u32 = 1;

// file ./if.ig
const ONE: u32 = 1;

// file ./u32.ig
const ONE: u32 = 1;

// file ./state.ig
use ./below/none.ig;

node level: u32 = 0;
edge weight: u32;
global total: u32 = 0;
param source: node = 0;
worklist near;
input worklist seeds;
graph sorted;

kernel k() {
    forall u in nodes {
        u.level = 1;
    }
}

main {
    k();
}

output level;
check bfs(level, source);

// file ./wrong.ig
/// The first line is right.
const ONE: u32 = 1;

fn f(x: u32) -> u32 {
    let y = x +;
    let grün = 1;
    return y;
}

fn deep(x: bool) -> bool {
    return ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((x))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))));
}

fn long(x: u32) -> u32 {
    return x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x;
}
