//! The graph that a program runs on, as a view of memory that something else owns.

use super::{DataError, WeightsView};
use crate::ir::MAX_EXTENT;

/// A graph in compressed sparse row form (CSR), borrowed from its owner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GraphView<'a> {
    /// The index of the first edge of each node, followed by the number of edges: `nodes + 1`
    /// values in ascending order, the first of which is 0.
    pub offsets: &'a [u32],
    /// The destination of each edge.
    pub targets: &'a [u32],
    /// One weight for each edge; `None` if the graph has no weights.
    pub weights: Option<WeightsView<'a>>,
}

impl GraphView<'_> {
    /// Checks that the graph is well-formed and that its nodes and edges have 32-bit ids.
    ///
    /// # Errors
    ///
    /// Returns [`DataError::Graph`] if the graph is not well-formed, or [`DataError::TooLarge`] if
    /// it is too large.
    pub fn check(&self) -> Result<(), DataError> {
        let malformed = |message: &str| Err(DataError::Graph(message.to_string()));
        let (Some(&first), Some(&last)) = (self.offsets.first(), self.offsets.last()) else {
            return malformed("there are no offsets");
        };
        let counts = [("nodes", self.offsets.len() - 1), ("edges", self.targets.len())];
        for (what, count) in counts {
            check_extent(what, count as u64)?;
        }
        if first != 0 || last as usize != self.targets.len() {
            return malformed("the offsets do not span the edges");
        }
        if !self.offsets.is_sorted() {
            return malformed("an offset is smaller than the previous one");
        }
        let nodes = self.offsets.len() - 1;
        if self.targets.iter().any(|t| *t as usize >= nodes) {
            return malformed("the destination of an edge is not a valid node");
        }
        if self.weights.is_some_and(|w| w.len() != self.targets.len()) {
            return malformed("the number of weights differs from the number of edges");
        }
        Ok(())
    }
}

/// Checks that a number of nodes or edges is at most [`MAX_EXTENT`], so that strided loops can
/// count them. The error calls them `what`.
///
/// # Errors
///
/// Returns [`DataError::TooLarge`] if the number is larger.
pub fn check_extent(what: &str, count: u64) -> Result<(), DataError> {
    if count > u64::from(MAX_EXTENT) {
        return Err(DataError::TooLarge { what: what.into(), count });
    }
    Ok(())
}
