//! `degrees:NODES`: graphs with given distributions of out-degrees and in-degrees.
//!
//! Verstraaten ("Analysis and Prediction of GPU Graph Algorithm Performance", section 5.2) asks for
//! graphs of which one property varies while the others stay the same, and searches them with
//! evolutionary computing. This generator constructs them directly:
//!
//! 1. [`sequence`] computes the degrees from a [distribution](mod@distribution). It makes the
//!    out-degrees and the in-degrees have equal sums. The degrees do not depend on the seed; the
//!    seed determines which node has which degree.
//! 2. [`wire`] connects the ends of the edges at random: the directed configuration model (Newman,
//!    Strogatz and Watts, "Random graphs with arbitrary degree distributions and their
//!    applications", Physical Review E 64, 2001). The key `clustering` keeps some of the edges in
//!    groups of nodes, as in Watts' relaxed caveman graphs ("Networks, Dynamics, and the
//!    Small-World Phenomenon", American Journal of Sociology 105, 1999).
//! 3. [`repair`] replaces self-loops and parallel edges by double-edge swaps, which preserve all
//!    degrees. Where swaps find no solution, [`realise`] constructs a simple graph if one exists.
//!    The key `keep` skips this step.
//!
//! Every step uses [`number(seed, i, k)`](super::random) with its own `k`. The chapter on graphs in
//! the book has the complete definition.

use super::drawn::Drawn;
use super::error::GenerateError;
use super::parameters::Parameters;
use super::weight::WeightRule;
use crate::memory;

mod distribution;
mod given;
mod realise;
mod repair;
mod sequence;
#[cfg(test)]
mod tests;
mod wire;

use distribution::Distribution;
use given::Given;

/// The keys of `degrees` in addition to `weights`.
pub(super) const KEYS: &[&str] = &["out", "in", "from", "clustering", "keep", "seed"];

/// Peak memory in bytes for each edge: its two ends, its entry in a hash table with up to two
/// slots of nine bytes for each edge, and a mark.
const BYTES_PER_EDGE: u64 = 27;
/// Peak memory in bytes for each node.
const BYTES_PER_NODE: u64 = 48;

/// The position `k` of [`number(seed, i, k)`](super::random) for each use of random numbers.
mod position {
    /// The order in which nodes get their out-degrees. `i` is the node.
    pub const OUT_ORDER: u64 = 0;
    /// The order in which nodes get their in-degrees. `i` is the node.
    pub const IN_ORDER: u64 = 1;
    /// Whether an edge leaves its group. `i` is the edge.
    pub const REWIRED: u64 = 2;
    /// The shuffle of the targets. `i` is the place in the list.
    pub const SHUFFLE: u64 = 3;
    /// The partner of a swap that removes a self-loop or a parallel edge. `i` is the attempt.
    pub const PARTNER: u64 = 4;
    /// The edges of a swap that mixes a constructed graph. `i` is the attempt.
    pub const MIX: [u64; 2] = [5, 6];
}

/// The two ends of an edge, `(source, target)`.
type Edge = (u32, u32);

/// The degrees of all nodes. Both lists have the same sum.
struct Degrees {
    out: Vec<u32>,
    r#in: Vec<u32>,
}

pub(super) fn draw(parameters: Parameters<'_>) -> Result<Drawn, GenerateError> {
    const CLUSTERING: &str = "a number from 0 (random edges) to 1 (groups of nodes)";
    let seed = parameters.seed()?;
    let clustering = parameters.real("clustering", 0.0, (0.0, 1.0), CLUSTERING)?;
    let keep = parameters.switch("keep")?;
    let weights = parameters.weights(WeightRule::DEFAULT)?;
    let degrees = degrees(&parameters, seed)?;

    let mut edges = wire::wire(&degrees, clustering, seed);
    if !keep && repair::repair(&mut edges, seed).is_err() {
        // Frees the memory before the other graph needs it.
        drop(std::mem::take(&mut edges));
        edges = realise::realise(&degrees, seed).ok_or_else(no_simple_graph)?;
    }
    let nodes = degrees.out.len() as u32;
    let draws = edges.len() as u64;
    Ok(Drawn::new(nodes, draws, move |edge| edges[edge as usize]).weighted(weights))
}

/// Determines the degrees of all nodes, and checks that the graph fits the memory.
fn degrees(parameters: &Parameters<'_>, seed: u64) -> Result<Degrees, GenerateError> {
    const SIZE: &str = "a number of nodes, at least 1 (or `same`, with the key `from`)";
    let out = distribution(parameters, "out")?;
    let r#in = distribution(parameters, "in")?;
    if parameters.text("from").is_none() {
        let nodes = parameters.node_count(1, SIZE)?;
        let out = out.ok_or_else(missing_out)?;
        let r#in = r#in.unwrap_or_else(|| out.clone());
        return sides(parameters, nodes, [&out, &r#in], seed);
    }
    if out.is_some() && r#in.is_some() {
        return Err(GenerateError::Degrees(
            "`from` has no effect, because `out` and `in` are both given; omit one of them".into(),
        ));
    }
    let given = Given::load(parameters.text("from").unwrap_or_default())?;
    let nodes = match parameters.size {
        "same" => given.nodes(),
        _ => parameters.node_count(1, SIZE)?,
    };
    if out.is_none() && r#in.is_none() && nodes == given.nodes() {
        check_size(parameters, nodes, given.edges().into())?;
        return Ok(Degrees { out: given.out, r#in: given.r#in });
    }
    let out = out.unwrap_or_else(|| Distribution::counted(&given.out));
    let r#in = r#in.unwrap_or_else(|| Distribution::counted(&given.r#in));
    sides(parameters, nodes, [&out, &r#in], seed)
}

fn distribution(
    parameters: &Parameters<'_>,
    key: &'static str,
) -> Result<Option<Distribution>, GenerateError> {
    let Some(text) = parameters.text(key) else { return Ok(None) };
    let parsed = Distribution::parse(text);
    parsed.map(Some).ok_or_else(|| parameters.bad_value(key, distribution::EXPECTED))
}

/// Computes the degrees of both sides, with equal sums.
fn sides(
    parameters: &Parameters<'_>,
    nodes: u32,
    distributions: [&Distribution; 2],
    seed: u64,
) -> Result<Degrees, GenerateError> {
    let sums = distributions.map(|distribution| distribution.sum(nodes));
    // The sum of a counted distribution cannot be changed as freely as that of the others.
    let counted = distributions.iter().position(|distribution| distribution.is_counted());
    let edges = sums[counted.unwrap_or(0)];
    let tolerance = (edges / 100.0).max(1.0);
    if sums.iter().any(|sum| (sum - edges).abs() > tolerance) {
        return Err(GenerateError::Degrees(format!(
            "the out-degrees sum to {}, but the in-degrees to {}; give both the same mean \
             (igc adjusts sums that differ by less than 1 %)",
            sums[0], sums[1]
        )));
    }
    // A sum beyond 2^128 saturates, and is too large in any case.
    let edges = check_size(parameters, nodes, edges as u128)?;
    let side = |which: usize, key, order| {
        let sorted = sequence::counts(distributions[which], nodes, edges);
        let counts = sorted.map_err(|reason| {
            let value = parameters.text(key).unwrap_or("(from the other graph)");
            GenerateError::Degrees(format!("{key}={}: {reason}", igc_visible::name(value)))
        })?;
        Ok(sequence::assign(&counts, nodes, seed, order))
    };
    let out = side(0, "out", position::OUT_ORDER)?;
    let r#in = side(1, "in", position::IN_ORDER)?;
    Ok(Degrees { out, r#in })
}

/// Checks that the graph is not too large, and returns its number of edges.
fn check_size(parameters: &Parameters<'_>, nodes: u32, edges: u128) -> Result<u64, GenerateError> {
    let edges = parameters.narrow_edges(edges)?;
    let bytes = BYTES_PER_NODE * u64::from(nodes) + BYTES_PER_EDGE * edges;
    let generator = parameters.generator;
    memory::check(bytes)
        .map_err(|problem| GenerateError::Memory { generator, reason: problem.to_string() })?;
    Ok(edges)
}

fn missing_out() -> GenerateError {
    let text = format!(
        "the key `out` is missing; it must be {} (or give the key `from`)",
        distribution::EXPECTED
    );
    GenerateError::Degrees(text)
}

fn no_simple_graph() -> GenerateError {
    GenerateError::Degrees(
        "no graph without self-loops and parallel edges has these degrees; lower the largest \
         degrees, or add the key `keep`, which allows self-loops and parallel edges"
            .into(),
    )
}
