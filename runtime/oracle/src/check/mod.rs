//! The checks by name, to which a statement such as `check bfs(level, source);` in a program
//! refers.
//!
//! A [`Check`] has typed [parameters](Parameter), so the compiler can report a wrong number or type
//! of arguments before the program runs. Running a check has three outcomes, which are never mixed:
//!
//! - The result is right.
//! - The result is wrong ([`Mismatch`]).
//! - The check cannot be performed ([`ArgumentError`]), for example because a column has the wrong
//!   length or the graph has no weights.
//!
//! To add a check, write a module with its algorithm and a constant `CHECK`. Then add a line to
//! [`CHECKS`] and one to the compiler's list of valid checks.

use crate::adjacency::Adjacency;
use crate::stream::EdgeStream;

mod arguments;
mod mismatch;
mod partition;
mod union_find;
mod value;
mod weights;

pub mod betweenness;
pub mod bfs;
mod bfs_edges;
pub mod cc;
pub mod closeness;
pub mod colouring;
pub mod hits;
pub mod kcore;
pub mod ktruss;
pub mod label_propagation;
pub mod max_flow;
pub mod message_passing;
pub mod mis;
pub mod modularity;
pub mod mst;
pub mod pagerank;
pub mod scc;
pub mod sssp;
#[cfg(test)]
mod tests;
pub mod triangles;
pub mod walks;

pub use arguments::{ArgumentError, Kind, Length, Parameter};
pub use mismatch::{Difference, Mismatch, Place};
pub use value::{Column, Scalar, Type, Value};

use arguments::Arguments;

/// The types of columns and parameters that hold real numbers.
const REALS: &[Type] = &[Type::F32, Type::F64];

/// All checks, in the order in which messages list them.
pub const CHECKS: &[&Check] = &[
    &bfs::CHECK,
    &sssp::CHECK,
    &sssp::REAL_CHECK,
    &cc::CHECK,
    &scc::CHECK,
    &mis::CHECK,
    &colouring::CHECK,
    &kcore::CHECK,
    &label_propagation::CHECK,
    &triangles::CHECK,
    &pagerank::CHECK,
    &pagerank::RESIDUAL_CHECK,
    &mst::CHECK,
    &mst::REAL_CHECK,
    &mst::WEIGHT_CHECK,
    &betweenness::CHECK,
    &betweenness::SET_CHECK,
    &betweenness::SET_WEIGHTED_CHECK,
    &hits::CHECK,
    &closeness::CHECK,
    &pagerank::PERSONALISED_CHECK,
    &pagerank::WEIGHTED_CHECK,
    &pagerank::RESIDUAL_WEIGHTED_CHECK,
    &pagerank::PERSONALISED_WEIGHTED_CHECK,
    &ktruss::CHECK,
    &message_passing::GRAPHSAGE_CHECK,
    &message_passing::GINE_CHECK,
    &walks::CHECK,
    &max_flow::CHECK,
    &modularity::LOUVAIN_CHECK,
    &modularity::LEIDEN_CHECK,
    &modularity::LOUVAIN_WEIGHTED_CHECK,
    &modularity::LEIDEN_WEIGHTED_CHECK,
];

/// A property of results that can be checked against a reference algorithm.
pub struct Check {
    /// The name of the check in programs.
    pub name: &'static str,
    /// A one-line description of a result that passes.
    pub summary: &'static str,
    /// The parameters, in order.
    pub parameters: &'static [Parameter],
    run: fn(&Adjacency, Arguments<'_>) -> Result<(), CheckError>,
    /// The check for graphs that are too large for an adjacency, if it exists.
    run_on_edges: Option<RunOnEdges>,
}

type RunOnEdges = fn(&dyn EdgeStream, Arguments<'_>) -> Result<(), CheckError>;

/// The reason why a result did not pass.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CheckError {
    /// The check could not be performed.
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// The result is wrong.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
}

/// Returns the check `name`.
///
/// # Errors
///
/// Returns an error that lists the known checks if `name` is unknown.
pub fn find(name: &str) -> Result<&'static Check, ArgumentError> {
    let found = CHECKS.iter().find(|check| check.name == name);
    found.copied().ok_or_else(|| {
        let known: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
        ArgumentError::UnknownCheck { name: name.to_owned(), known: known.join(", ") }
    })
}

impl Check {
    /// Returns whether the right result depends on the order of the nodes. If the nodes of a graph
    /// are renumbered, the right result is then not the same result with other numbers: a node
    /// takes the smallest of the most frequent labels, and walks are in the order of their first
    /// nodes.
    pub fn depends_on_numbers(&self) -> bool {
        [label_propagation::CHECK.name, walks::CHECK.name].contains(&self.name)
    }

    /// Checks `values`, one per parameter, as the result of a program on `graph`.
    ///
    /// # Errors
    ///
    /// Returns an error if the values do not match the parameters, or if the result is wrong.
    pub fn run(&self, graph: &Adjacency, values: &[Value<'_>]) -> Result<(), CheckError> {
        let sizes = (graph.nodes(), graph.edges());
        (self.run)(graph, Arguments::new(self, sizes, values)?)
    }

    /// Checks `values` as [`run`](Self::run) does, on a graph that is too large for an adjacency and
    /// has `count` edges. Returns `None` if this check needs an adjacency.
    pub fn run_on_edges(
        &self,
        (edges, count): (&dyn EdgeStream, usize),
        values: &[Value<'_>],
    ) -> Option<Result<(), CheckError>> {
        let run = self.run_on_edges?;
        let arguments = Arguments::new(self, (edges.nodes(), count), values);
        Some(arguments.map_err(CheckError::from).and_then(|arguments| run(edges, arguments)))
    }
}

impl std::fmt::Debug for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "check {}", self.name)
    }
}
