//! `uniform:SCALE`: each draw connects two random nodes (the model of Erdős and Rényi with
//! repetition), so degrees are even and there is no locality.
//!
//! The graph has 2^SCALE nodes and `degree · 2^SCALE` draws (`degree` is 4 by default). The source
//! of draw `i` is the upper half of [`number(seed, i, 0)`](super::random), and the target is the
//! lower half. Both are reduced to the range of nodes by multiplication: `(half * nodes) >> 32`.
//! Duplicates and self-loops are kept, as in the published graph "2e23", so `uniform:23` has
//! exactly 33,554,432 edges. The key `simple` drops them. The largest out-degree of `uniform:23` is
//! 18 (that of 2e23, whose generator is unknown, is 16).

use super::drawn::Drawn;
use super::error::GenerateError;
use super::parameters::Parameters;
use super::random::Stream;
use super::weight::WeightRule;

/// The keys of `uniform` in addition to `weights`.
pub(super) const KEYS: &[&str] = &["degree", "seed", "simple"];

pub(super) fn draw(parameters: Parameters<'_>) -> Result<Drawn, GenerateError> {
    let scale = parameters.scale()?;
    let degree = parameters.draws_per_node(4)?;
    let draws = parameters.edges(u128::from(degree) << scale)?;
    let seed = parameters.seed()?;
    let simple = parameters.switch("simple")?;
    let weights = parameters.weights(WeightRule::DEFAULT)?;
    let nodes = 1u32 << scale;
    let edge = move |index| {
        let number = Stream::new(seed, index).next_bits();
        let reduce = |half: u64| ((half * u64::from(nodes)) >> 32) as u32;
        (reduce(number >> 32), reduce(number & 0xffff_ffff))
    };
    Ok(Drawn::new(nodes, draws, edge).simple(simple).weighted(weights))
}
