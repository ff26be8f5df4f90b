/// Has a parameter, an input or an output of every kind.

/// Whether kinds count.
param flag: bool = false;
/// A name that Rust reserves.
param loop: i32 = 0;
param large: u64 = 0;
param half: f32 = 0.5 in 0..=1;
param exact: f64 = 1e300;
/// The node that is marked, if any.
param start: node = MAX;
param must: u32;

/// The kind of each node.
input node kind: bool;
input node value: f64;
/// The nodes that are seen.
input worklist seeds;

node is_set: bool = false;
/// The sum of all numbers.
node sum: f64 = 0.0;
node seen: u32 = 0;
/// A number.
global trait: u32 = 0;

kernel fill(f: bool, s: i32, l: u64, h: f32, e: f64) {
    forall u in nodes {
        u.is_set = f && u.kind;
        u.sum = u.value + (s as f64) + (l as f64) + (h as f64) + e;
    }
}

kernel mark() {
    forall u in seeds {
        u.seen = 1;
    }
}

main {
    fill(flag, loop, large, half, exact);
    mark();
    if start != MAX {
        start.seen = 9;
    }
    trait = must;
}

output is_set, sum, seen, trait;
