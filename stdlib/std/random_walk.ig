/// Random walks over the edges of the graph, the same in every run and on every device. A walk has a
/// state of 64 bits, from which its random numbers follow. `begin` returns the first state, and `advance`
/// the next one. Each state decides one step.
///
/// From: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (SplitMix64), OOPSLA
/// 2014.

use std::hash;

/// Returns the first state of a walk. Different walks of a seed have different states.
fn begin(seed: u32, walk: u32) -> u64 {
    return hash::mix64((seed as u64) << 32 | (walk as u64));
}

/// Returns the next state of a walk.
fn advance(state: u64) -> u64 {
    return hash::mix64(state + 0x9e3779b97f4a7c15);
}

/// Returns the destination of a random edge of `u`. The node must have an edge.
fn neighbour(state: u64, u: node) -> node {
    return u.out[state as u32 % u.degree].dst;
}

/// Returns a random number in [0, 1), which does not depend on `neighbour`, for example to reject a step.
fn chance(state: u64) -> f32 {
    return hash::unit((state >> 32) as u32);
}
