// Warnings in the files of a program.
use ./lib.ig;

global x: u32 = lib::ONE;
node y: u32 = 0;

kernel k() {
    forall u in nodes {
        lib::count(x, 1);
        u.y = lib::after(u);
    }
}

main {
    k();
}

output x, y;

// file ./lib.ig
use ./more.ig;
use std::hash;

const ONE: u32 = 1;
const TWO: u32 = 2;

fn count(global total: u32, step: u32) {
    let old = total;
    total = total + step;
}

fn after(u: node, ) -> u32 {
    for e in u.out {
        return 1;
    }
    return 0;
}

// file ./more.ig
const ONE: u32 = 1;
