//! Regular graphs whose properties are known, for tests and first steps.
//!
//! | spec | edges |
//! | --- | --- |
//! | `empty:N` | none |
//! | `chain:N` | `i` to `i + 1` |
//! | `cycle:N` | `i` to `(i + 1) mod N`, N ≥ 3 |
//! | `star:N` | node 0 to each other node |
//! | `tree:N` | node `i` to `2i + 1` and `2i + 2`, where they exist: a binary tree in heap order |
//! | `grid:ROWSxCOLS`, `grid:N` for N × N | node `r · COLS + c` to its right and lower neighbour |
//! | `clique:N` | every pair of different nodes, in both directions |
//!
//! Each link in the table is stored as two edges, one per direction. With the key `directed` it is
//! one edge, as written in the table; `clique` does not have this key. Only the default weights are
//! pseudorandom.

use super::drawn::Drawn;
use super::error::GenerateError;
use super::parameters::Parameters;
use super::weight::WeightRule;

/// The keys of the generators that accept `directed`, in addition to `weights`.
pub(super) const KEYS: &[&str] = &["directed"];

/// The sizes that `node_count` accepts, for error messages.
const AT_LEAST_ONE: &str = "a number of nodes, at least 1";

pub(super) fn empty(parameters: Parameters<'_>) -> Result<Drawn, GenerateError> {
    let nodes = parameters.node_count(0, "a number of nodes")?;
    let weights = parameters.weights(WeightRule::DEFAULT)?;
    // The function is never called, because the graph has no edges.
    Ok(Drawn::new(nodes, 0, |_| (0, 0)).weighted(weights))
}

pub(super) fn chain(parameters: Parameters<'_>) -> Result<Drawn, GenerateError> {
    let nodes = parameters.node_count(1, AT_LEAST_ONE)?;
    edges(parameters, nodes, u64::from(nodes) - 1, |edge| (edge as u32, edge as u32 + 1))
}

pub(super) fn cycle(parameters: Parameters<'_>) -> Result<Drawn, GenerateError> {
    let nodes = parameters.node_count(3, "a number of nodes, at least 3")?;
    edges(parameters, nodes, u64::from(nodes), move |edge| {
        let from = edge as u32;
        (from, if from + 1 == nodes { 0 } else { from + 1 })
    })
}

pub(super) fn star(parameters: Parameters<'_>) -> Result<Drawn, GenerateError> {
    let nodes = parameters.node_count(1, AT_LEAST_ONE)?;
    edges(parameters, nodes, u64::from(nodes) - 1, |edge| (0, edge as u32 + 1))
}

pub(super) fn tree(parameters: Parameters<'_>) -> Result<Drawn, GenerateError> {
    let nodes = parameters.node_count(1, AT_LEAST_ONE)?;
    edges(parameters, nodes, u64::from(nodes) - 1, |edge| (edge as u32 / 2, edge as u32 + 1))
}

pub(super) fn grid(parameters: Parameters<'_>) -> Result<Drawn, GenerateError> {
    const EXPECTED: &str = "ROWSxCOLS, or N for N rows of N nodes, each at least 1";
    let (rows, columns) =
        parameters.size.split_once('x').unwrap_or((parameters.size, parameters.size));
    let extent = |text: &str| match text.parse::<u32>() {
        Ok(extent) if extent > 0 => Ok(extent),
        _ => Err(parameters.bad_size(EXPECTED)),
    };
    let (rows, columns) = (extent(rows)?, extent(columns)?);
    let nodes = parameters.nodes(u128::from(rows) * u128::from(columns))?;
    // The links to the right come first, row by row. The links downwards follow them.
    let rightward = u64::from(rows) * u64::from(columns - 1);
    let downward = u64::from(rows - 1) * u64::from(columns);
    edges(parameters, nodes, rightward + downward, move |edge| {
        if edge < rightward {
            let (row, column) = (edge / u64::from(columns - 1), edge % u64::from(columns - 1));
            let node = (row * u64::from(columns) + column) as u32;
            (node, node + 1)
        } else {
            let node = (edge - rightward) as u32;
            (node, node + columns)
        }
    })
}

pub(super) fn clique(parameters: Parameters<'_>) -> Result<Drawn, GenerateError> {
    let nodes = parameters.node_count(1, AT_LEAST_ONE)?;
    let others = u64::from(nodes) - 1;
    parameters.edges(u128::from(nodes) * u128::from(others))?;
    let weights = parameters.weights(WeightRule::DEFAULT)?;
    let target = move |index: u64| {
        let (source, other) = ((index / others) as u32, (index % others) as u32);
        other + u32::from(other >= source)
    };
    Ok(Drawn::in_rows(nodes, nodes - 1, target).weighted(weights))
}

/// Draws a graph of `count` links. Each link is two edges, one per direction, or only one edge if
/// the key `directed` is set.
fn edges(
    parameters: Parameters<'_>,
    nodes: u32,
    count: u64,
    edge: impl Fn(u64) -> (u32, u32) + Send + Sync + 'static,
) -> Result<Drawn, GenerateError> {
    let weights = parameters.weights(WeightRule::DEFAULT)?;
    if parameters.switch("directed")? {
        let edges = parameters.edges(u128::from(count))?;
        return Ok(Drawn::new(nodes, edges, edge).weighted(weights));
    }
    let edges = parameters.edges(2 * u128::from(count))?;
    Ok(Drawn::new(nodes, edges, both_ways(edge)).weighted(weights))
}

/// Returns a function whose edge `2i` is link `i` and whose edge `2i + 1` is the reverse of link
/// `i`.
pub(super) fn both_ways(
    link: impl Fn(u64) -> (u32, u32) + Send + Sync + 'static,
) -> impl Fn(u64) -> (u32, u32) + Send + Sync + 'static {
    move |edge| {
        let (from, to) = link(edge / 2);
        if edge % 2 == 0 { (from, to) } else { (to, from) }
    }
}
