//! `kout:SCALE`: each node has the same number of edges, to random nodes (the random graph with
//! given out-degree of Fenner and Frieze, "On the connectivity of random m-orientable graphs and
//! digraphs", Combinatorica 1982, with repetition).
//!
//! The graph has 2^SCALE nodes with `degree` edges each (16 by default). Edge `i` starts at node `i /
//! degree`. Its target is the upper half of [`number(seed, i, 0)`](super::random), reduced to the
//! range of nodes by multiplication: `(half * nodes) >> 32`. Duplicates and self-loops are kept. The
//! key `simple` drops them.
//!
//! The edges are in the order of their sources, so the graph is written to its place without a list
//! of edges. This makes `kout` the generator for the largest graphs: it needs 4 bytes for each edge.

use super::drawn::Drawn;
use super::error::GenerateError;
use super::parameters::Parameters;
use super::random::Stream;
use super::weight::WeightRule;

/// The keys of `kout` in addition to `weights`.
pub(super) const KEYS: &[&str] = &["degree", "seed", "simple"];

pub(super) fn draw(parameters: Parameters<'_>) -> Result<Drawn, GenerateError> {
    let scale = parameters.scale()?;
    let degree = parameters.draws_per_node(16)?;
    parameters.edges(u128::from(degree) << scale)?;
    let seed = parameters.seed()?;
    let simple = parameters.switch("simple")?;
    let weights = parameters.weights(WeightRule::DEFAULT)?;
    let nodes = 1u32 << scale;
    let target = move |index| {
        let half = Stream::new(seed, index).next_bits() >> 32;
        ((half * u64::from(nodes)) >> 32) as u32
    };
    Ok(Drawn::in_rows(nodes, degree, target).simple(simple).weighted(weights))
}
