//! Checks by name: what a program's `check bfs(level, source);` refers to.
//!
//! A [`Check`] has typed [parameters](Parameter), so that a program can be told before it runs that
//! its arguments are of the wrong number or type. Running one gives three kinds of answer, never
//! mixed: the result is right, the result is wrong ([`Mismatch`]), or the question makes no sense
//! ([`ArgumentError`]: types, lengths, a graph without weights).
//!
//! To add a check: a module with its algorithm and a `CHECK` beside it, a line in [`CHECKS`], and one
//! in the compiler's list of what a program's `check` can name.

use crate::adjacency::Adjacency;

mod arguments;
mod mismatch;
mod partition;
mod union_find;
mod value;
mod weights;

pub mod betweenness;
pub mod bfs;
pub mod cc;
pub mod colouring;
pub mod kcore;
pub mod label_propagation;
pub mod mis;
pub mod mst;
pub mod pagerank;
pub mod scc;
pub mod sssp;
#[cfg(test)]
mod tests;
pub mod triangles;

pub use arguments::{ArgumentError, Kind, Length, Parameter};
pub use mismatch::{Difference, Mismatch, Place};
pub use value::{Column, Scalar, Type, Value};

use arguments::Arguments;

/// Every check there is.
pub const CHECKS: &[&Check] = &[
    &bfs::CHECK,
    &sssp::CHECK,
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
    &mst::WEIGHT_CHECK,
    &betweenness::CHECK,
    &betweenness::SET_CHECK,
];

/// A property of results that can be checked against a reference algorithm.
pub struct Check {
    /// The name in programs.
    pub name: &'static str,
    /// One line: what is true of a result that passes.
    pub summary: &'static str,
    /// What programs hand in, in order.
    pub parameters: &'static [Parameter],
    run: fn(&Adjacency, Arguments<'_>) -> Result<(), CheckError>,
}

/// Why a result did not pass.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CheckError {
    /// The check could not be made.
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// The result is wrong.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
}

/// The check called `name`, or an error that lists those there are.
pub fn find(name: &str) -> Result<&'static Check, ArgumentError> {
    let found = CHECKS.iter().find(|check| check.name == name);
    found.copied().ok_or_else(|| {
        let known: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
        ArgumentError::UnknownCheck { name: name.to_owned(), known: known.join(", ") }
    })
}

impl Check {
    /// Checks `values`, one for each parameter, as a result on `graph`.
    pub fn run(&self, graph: &Adjacency, values: &[Value<'_>]) -> Result<(), CheckError> {
        (self.run)(graph, Arguments::new(self, graph, values)?)
    }
}

impl std::fmt::Debug for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "check {}", self.name)
    }
}
