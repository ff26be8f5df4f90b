//! The graph that a program runs on, as a view of memory that something else owns.

use std::borrow::Cow;

use super::{DataError, WeightsView};
use crate::ir::{EdgeWidth, MAX_EXTENT};

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

/// The values of an array of a graph: 32 bits each, or 64 bits if they are edges and the program has
/// [wide](EdgeWidth) edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GraphWords<'g> {
    /// Nodes, or edges of 32 bits.
    Narrow(Cow<'g, [u32]>),
    /// Edges of 64 bits.
    Wide(Cow<'g, [u64]>),
}

impl GraphWords<'_> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        match self {
            GraphWords::Narrow(values) => values.len(),
            GraphWords::Wide(values) => values.len(),
        }
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> u64 {
        match self {
            GraphWords::Narrow(values) => size_of_val(&values[..]) as u64,
            GraphWords::Wide(values) => size_of_val(&values[..]) as u64,
        }
    }

    /// Returns a value, or `None` if the index is past the end.
    pub fn get(&self, index: usize) -> Option<u64> {
        match self {
            GraphWords::Narrow(values) => values.get(index).map(|value| u64::from(*value)),
            GraphWords::Wide(values) => values.get(index).copied(),
        }
    }

    /// Returns the same values without owning them.
    pub fn borrowed(&self) -> GraphWords<'_> {
        match self {
            GraphWords::Narrow(values) => GraphWords::Narrow(Cow::Borrowed(values)),
            GraphWords::Wide(values) => GraphWords::Wide(Cow::Borrowed(values)),
        }
    }

    /// Returns the same values in memory of their own, if they are not there already.
    pub fn into_owned(self) -> GraphWords<'static> {
        match self {
            GraphWords::Narrow(values) => GraphWords::Narrow(Cow::Owned(values.into_owned())),
            GraphWords::Wide(values) => GraphWords::Wide(Cow::Owned(values.into_owned())),
        }
    }

    /// Returns the values in 32 bits. They are not larger if the graph has fewer than 2³² edges.
    pub fn narrow(&self) -> Cow<'_, [u32]> {
        match self {
            GraphWords::Narrow(values) => Cow::Borrowed(values),
            GraphWords::Wide(values) => values.iter().map(|value| *value as u32).collect(),
        }
    }

    /// Returns edges in another width. The largest value, which means that there is no edge, stays
    /// the largest one.
    pub fn of_width(self, width: EdgeWidth) -> Self {
        let widened = |value: &u32| if *value == u32::MAX { u64::MAX } else { u64::from(*value) };
        match (self, width) {
            (GraphWords::Narrow(values), EdgeWidth::Wide) => {
                GraphWords::Wide(values.iter().map(widened).collect())
            }
            (same, _) => same,
        }
    }
}

impl Default for GraphWords<'_> {
    fn default() -> Self {
        GraphWords::Narrow(Cow::default())
    }
}

impl<'g> From<&'g [u32]> for GraphWords<'g> {
    fn from(values: &'g [u32]) -> Self {
        GraphWords::Narrow(Cow::Borrowed(values))
    }
}

impl From<Vec<u32>> for GraphWords<'_> {
    fn from(values: Vec<u32>) -> Self {
        GraphWords::Narrow(Cow::Owned(values))
    }
}

impl<'g> From<&'g [u64]> for GraphWords<'g> {
    fn from(values: &'g [u64]) -> Self {
        GraphWords::Wide(Cow::Borrowed(values))
    }
}

impl From<Vec<u64>> for GraphWords<'_> {
    fn from(values: Vec<u64>) -> Self {
        GraphWords::Wide(Cow::Owned(values))
    }
}
