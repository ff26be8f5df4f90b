//! `rmat:SCALE`: recursive-matrix graphs, whose degrees are as skewed as those of a social network.
//!
//! R-MAT graphs are defined by Chakrabarti, Zhan and Faloutsos, "R-MAT: A recursive model for graph
//! mining" (SDM 2004). The graph has 2^SCALE nodes and `degree · 2^SCALE` draws. A draw picks a
//! quadrant of the adjacency matrix SCALE times: the upper left with probability `a`, the upper
//! right with `b`, the lower left with `c`, and the lower right with `d = 1 − a − b − c`. Each
//! choice determines the next bit of the source (1 in the lower half) and of the target (1 in the
//! right half), the highest bit first. Level `k` of draw `i` compares the upper 53 bits of
//! [`number(seed, i, k)`](super::random) with `a`, `a + b` and `a + b + c`, in this order. The
//! probabilities have no noise, and nodes are not renumbered.
//!
//! With the default probabilities, .5425, .109 and .109, `rmat:20` has 8,259,931 edges and a
//! largest out-degree of 1,185 after duplicates and self-loops are dropped. This is close to the
//! graph "rmat20" of the LonestarGPU suite (8,259,994 and 1,181), whose generator is unknown. The
//! key `keep` keeps duplicates and self-loops. Graph500's graphs have
//! `a=0.57,b=0.19,c=0.19,degree=16`.

use super::drawn::Drawn;
use super::error::GenerateError;
use super::parameters::Parameters;
use super::random::Stream;
use super::weight::WeightRule;

/// The keys of `rmat` in addition to `weights`.
pub(super) const KEYS: &[&str] = &["a", "b", "c", "degree", "keep", "seed"];

/// The bounds of the quadrants, scaled to 53-bit numbers. Numbers below the first bound select the
/// upper left quadrant, numbers below the second bound the upper right quadrant, and so on.
#[derive(Clone, Copy)]
struct Quadrants {
    upper_left: u64,
    upper: u64,
    not_lower_right: u64,
}

pub(super) fn draw(parameters: Parameters<'_>) -> Result<Drawn, GenerateError> {
    let scale = parameters.scale()?;
    let degree = parameters.draws_per_node(8)?;
    let draws = parameters.edges(u128::from(degree) << scale)?;
    let seed = parameters.seed()?;
    let quadrants = quadrants(&parameters)?;
    let keep = parameters.switch("keep")?;
    let weights = parameters.weights(WeightRule::DEFAULT)?;
    let edge = move |index| edge(scale, quadrants, Stream::new(seed, index));
    Ok(Drawn::new(1 << scale, draws, edge).simple(!keep).weighted(weights))
}

fn quadrants(parameters: &Parameters<'_>) -> Result<Quadrants, GenerateError> {
    let probability =
        |key, default| parameters.real(key, default, (0.0, 1.0), "a probability from 0 to 1");
    let a = probability("a", 0.5425)?;
    let b = probability("b", 0.109)?;
    let c = probability("c", 0.109)?;
    let sum = a + b + c;
    // Rounding may make decimal fractions sum to slightly more than 1.
    if sum > 1.0 + 1e-9 {
        return Err(GenerateError::Probabilities { sum: format!("{sum:.6}") });
    }
    // Scaling by a power of two is exact. A 53-bit number is below the real bound exactly if it is
    // below the bound rounded up.
    let bound = |probability: f64| (probability * (1u64 << 53) as f64).ceil() as u64;
    Ok(Quadrants { upper_left: bound(a), upper: bound(a + b), not_lower_right: bound(sum) })
}

fn edge(scale: u32, quadrants: Quadrants, mut stream: Stream) -> (u32, u32) {
    let (mut source, mut target) = (0u32, 0u32);
    for _ in 0..scale {
        let number = stream.next_bits() >> 11;
        let lower = number >= quadrants.upper;
        let split = if lower { quadrants.not_lower_right } else { quadrants.upper_left };
        let right = number >= split;
        source = source << 1 | u32::from(lower);
        target = target << 1 | u32::from(right);
    }
    (source, target)
}
