//! The graph that a program runs on, as a view of memory that something else owns.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

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
    /// The weights that the loader rounded to `f32`, if it [rounded them to both
    /// types](super::Rounding::Both).
    pub single: Option<&'a [f32]>,
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
        if self.single.is_some_and(|w| w.len() != self.targets.len()) {
            return malformed(
                "the number of weights of type `f32` differs from the number of edges",
            );
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
pub enum GraphWords {
    /// Nodes, or edges of 32 bits.
    Narrow(Words<u32>),
    /// Edges of 64 bits.
    Wide(Words<u64>),
}

/// Values that do not change, in memory that its users share. A clone shares the memory, too.
pub struct Words<T>(Arc<dyn AsRef<[T]> + Send + Sync>);

impl<T: 'static> Words<T> {
    /// Shares the memory of `owner`, which must always return the same values.
    pub fn of(owner: impl AsRef<[T]> + Send + Sync + 'static) -> Words<T> {
        Words(Arc::new(owner))
    }
}

impl<T> Clone for Words<T> {
    fn clone(&self) -> Words<T> {
        Words(Arc::clone(&self.0))
    }
}

impl<T> Deref for Words<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        (*self.0).as_ref()
    }
}

impl<T: fmt::Debug> fmt::Debug for Words<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Words<T> {
    fn eq(&self, other: &Words<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Words<T> {}

impl<T: Send + Sync + 'static> FromIterator<T> for Words<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Words<T> {
        Words::of(Vec::from_iter(values))
    }
}

impl GraphWords {
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

    /// Returns the values in 32 bits. They are not larger if the graph has fewer than 2³² edges.
    pub fn narrow(&self) -> Words<u32> {
        match self {
            GraphWords::Narrow(values) => values.clone(),
            GraphWords::Wide(values) => values.iter().map(|value| *value as u32).collect(),
        }
    }

    /// Returns edges in another width. The largest value, which means that there is no edge, stays
    /// the largest one.
    pub fn of_width(self, width: EdgeWidth) -> GraphWords {
        let widened = |value: &u32| if *value == u32::MAX { u64::MAX } else { u64::from(*value) };
        match (self, width) {
            (GraphWords::Narrow(values), EdgeWidth::Wide) => {
                GraphWords::Wide(values.iter().map(widened).collect())
            }
            (same, _) => same,
        }
    }
}

impl Default for GraphWords {
    fn default() -> GraphWords {
        GraphWords::Narrow(Words::of([]))
    }
}

impl From<Vec<u32>> for GraphWords {
    fn from(values: Vec<u32>) -> GraphWords {
        GraphWords::Narrow(Words::of(values))
    }
}

impl From<Vec<u64>> for GraphWords {
    fn from(values: Vec<u64>) -> GraphWords {
        GraphWords::Wide(Words::of(values))
    }
}
