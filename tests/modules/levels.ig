/// Levels of nodes, for `tests/programs/imports.ig`.

use std::hash;
use ./bits.ig;
use ./deep/levels.ig;

const START: u32 = levels::ZERO;

/// Whether a neighbour has a level, and the smallest of these levels.
fn least_below(node level: u32, u: node) -> (bool, u32) {
    let least = u.level;
    for e in u.in {
        least = min(least, e.src.level);
    }
    return (least < u.level, least);
}

fn lower(node level: u32, u: node, to: u32) {
    atomic_min(u.level, to);
}

fn count(global total: u32, by: u32) {
    total += by;
}

/// The draw of a node, without its low bits.
fn drawn(u: node) -> u32 {
    let (_, high) = bits::split(hash::mix(u as u32));
    return levels::deepest(high, START);
}
