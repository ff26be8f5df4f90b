// What the program and its files see of each other.
use ./lib.ig;
use ./lib.ig::twice;
use ./lib.ig::thrice;
use ./lib.ig::two;
use ./more/lib.ig;
use ./more/lib.ig::half;
use ./unused.ig;

node level: u32 = 0;
global x: u32 = 0;
const LIMIT: u32 = 3;

fn two(x: u32) -> u32 {
    return 2 * x;
}

kernel k() {
    forall u in nodes {
        u.level = lib::twice(1) + lib::twise(2) + more::half(3) + base::ONE + twice(true) + half(4, 5);
        lib::push_it(u);
        lib::add(level, 1);
        lib::set(level, u);
        let (a, b, c) = lib::pair(1);
        u.level = a + b + c + lib::self_made;
    }
}

main {
    k();
    x = lib::wide(1) as u32;
}

output x, level;

// file ./lib.ig
use ./base.ig;
use ./base.ig::ONE;
use ./base.ig::TWO;
use std::hash;
use std::packed;
use std::nothing;

const TWO: u32 = base::ONE + ONE;
const ZERO: u32 = LIMIT;

fn twice(x: u32) -> u32 {
    return 2 * x + level_of(x) + lib::two(x) + two(x) + intersect::count(0, 1);
}

fn two(x: u32) -> u32 {
    return x;
}

fn min(x: u32) -> u32 {
    return x.level + x;
}

fn level_of(u: node) -> u32 {
    return u.level;
}

fn push_it(u: node) {
    push u;
    push near u;
}

fn add(global total: u32, x: u32) {
    total += x;
    x = 3;
}

fn set(node level: u32, u: node) {
    u.level = u.level + hash::mix(1);
}

fn pair(x: u32) -> (u32, bool) {
    let unused = x;
    return (x, true);
}

fn wide(x: u64) -> u64 {
    return x;
}

fn never_called() {}

// file ./base.ig
const ONE: u32 = 1;
const TWO: u32 = 2;

// file ./more/lib.ig
fn half(x: u32) -> u32 {
    return x / 2;
}

// file ./unused.ig
const ONE: u32 = 1;
