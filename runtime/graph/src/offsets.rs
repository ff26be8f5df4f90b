//! The offsets of the rows of a graph: 32 bits each, or 64 bits if there are too many edges.
//!
//! Almost every graph has fewer than 2³² − 1 edges, and then offsets of 32 bits halve the memory that
//! a kernel reads for each node. A graph with more edges has offsets of 64 bits. Code that does not
//! depend on the width reads single offsets with [`Offsets::at`] and [`Offsets::row`]. Code that
//! handles whole arrays is generic over [`EdgeId`], and chooses the width once.

use std::ops::Range;

use bytemuck::Pod;

use crate::error::{MAX_NARROW_EDGES, Problem};
use crate::memory::zeros;
use crate::values::Values;

/// An unsigned integer that is an edge id or an offset.
pub trait EdgeId: Pod + Ord + Send + Sync {
    /// The largest value, which is not an edge.
    const NONE: Self;

    /// Converts an index, which must fit the type.
    fn new(index: usize) -> Self;

    /// Returns the value as an index.
    fn index(self) -> usize;
}

impl EdgeId for u32 {
    const NONE: u32 = u32::MAX;

    fn new(index: usize) -> u32 {
        index as u32
    }

    fn index(self) -> usize {
        self as usize
    }
}

impl EdgeId for u64 {
    const NONE: u64 = u64::MAX;

    fn new(index: usize) -> u64 {
        index as u64
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// The index of the first edge of each node, followed by the number of edges: `nodes + 1` values
/// that never decrease, the first of which is 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offsets {
    /// Offsets of 32 bits.
    Narrow(Values<u32>),
    /// Offsets of 64 bits.
    Wide(Values<u64>),
}

/// Evaluates an expression with the vector of offsets, whose type depends on the width.
macro_rules! with_offsets {
    ($offsets:expr, $values:ident => $body:expr) => {
        match $offsets {
            $crate::offsets::Offsets::Narrow($values) => $body,
            $crate::offsets::Offsets::Wide($values) => $body,
        }
    };
}
pub(crate) use with_offsets;

impl Offsets {
    /// Returns `count` zeros, in the width that a graph with `edges` edges needs.
    pub(crate) fn zeros(count: usize, edges: u64) -> Result<Offsets, Problem> {
        Ok(match edges > MAX_NARROW_EDGES {
            true => Offsets::Wide(zeros(count)?.into()),
            false => Offsets::Narrow(zeros(count)?.into()),
        })
    }

    /// Number of offsets: one more than the number of nodes.
    pub fn len(&self) -> usize {
        with_offsets!(self, values => values.len())
    }

    /// Returns whether the list is empty. The offsets of a graph have at least one element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Size in memory in bytes.
    pub fn bytes(&self) -> u64 {
        with_offsets!(self, values => size_of_val(&values[..]) as u64)
    }

    /// Returns one offset.
    pub fn at(&self, index: usize) -> usize {
        with_offsets!(self, values => values[index].index())
    }

    /// Returns the indices of the edges of a node.
    pub fn row(&self, node: u32) -> Range<usize> {
        let node = node as usize;
        with_offsets!(self, values => values[node].index()..values[node + 1].index())
    }

    /// Returns the indices of the edges of a node, as [`row`](Self::row) does. Offsets on a device are not copied as a
    /// whole.
    pub fn row_alone(&self, node: u32) -> Range<usize> {
        let node = node as usize;
        with_offsets!(self, values => {
            let ends = values.part(node..node + 2);
            ends[0].index()..ends[1].index()
        })
    }

    /// Returns the indices of the edges of each node.
    pub fn rows(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        (0..self.len().saturating_sub(1)).map(|node| self.at(node)..self.at(node + 1))
    }

    /// Replaces one offset.
    pub(crate) fn set(&mut self, index: usize, offset: usize) {
        with_offsets!(self, values => values[index] = EdgeId::new(offset));
    }

    /// Returns the row that contains an edge.
    pub fn row_of(&self, edge: usize) -> u32 {
        let after = with_offsets!(self, values => values.partition_point(|o| o.index() <= edge));
        after.saturating_sub(1) as u32
    }

    /// Returns the offsets if they have 32 bits.
    pub fn narrow(&self) -> Option<&[u32]> {
        match self {
            Offsets::Narrow(values) => Some(values),
            Offsets::Wide(_) => None,
        }
    }

    /// Returns the offsets if they have 64 bits.
    pub fn wide(&self) -> Option<&[u64]> {
        match self {
            Offsets::Narrow(_) => None,
            Offsets::Wide(values) => Some(values),
        }
    }

    /// Returns the same offsets with 64 bits.
    pub fn widened(&self) -> Vec<u64> {
        with_offsets!(self, values => values.iter().map(|offset| offset.index() as u64).collect())
    }
}

impl From<Vec<u32>> for Offsets {
    fn from(values: Vec<u32>) -> Offsets {
        Offsets::Narrow(values.into())
    }
}

impl From<Vec<u64>> for Offsets {
    fn from(values: Vec<u64>) -> Offsets {
        Offsets::Wide(values.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_widths_have_the_same_rows() {
        let narrow = Offsets::Narrow(vec![0, 2, 2, 5].into());
        let wide = Offsets::Wide(narrow.widened().into());
        assert_eq!((narrow.bytes(), wide.bytes()), (16, 32));
        for offsets in [narrow, wide] {
            assert_eq!(offsets.rows().collect::<Vec<_>>(), [0..2, 2..2, 2..5]);
            assert_eq!((offsets.row(2), offsets.at(1), offsets.len()), (2..5, 2, 4));
            assert_eq!(
                (0..5).map(|edge| offsets.row_of(edge)).collect::<Vec<_>>(),
                [0, 0, 2, 2, 2]
            );
        }
    }

    #[test]
    fn the_number_of_edges_chooses_the_width() {
        let is_wide = |edges| matches!(Offsets::zeros(1, edges).unwrap(), Offsets::Wide(_));
        assert!(!is_wide(MAX_NARROW_EDGES) && is_wide(MAX_NARROW_EDGES + 1));
    }
}
