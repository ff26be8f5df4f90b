//! The arrays of the graph, and their copies if memory is guarded.

use igc_compiler::data::GraphWords;
use igc_compiler::ir::GraphArray;

use crate::error::Error;
use crate::memory::{GUARDED, Memory};

/// The arrays of a graph. Those that the program does not read may be empty. Arrays of edges have
/// the width that edges have in the program.
#[derive(Debug, Clone, Default)]
pub struct GraphArrays {
    /// The index of the first outgoing edge of each node, and one past the last.
    pub out_offsets: GraphWords,
    /// The destination of each edge.
    pub targets: GraphWords,
    /// The source of each edge.
    pub sources: GraphWords,
    /// The index of the first incoming edge of each node, and one past the last.
    pub in_offsets: GraphWords,
    /// The ids of the incoming edges, ordered by node.
    pub in_edges: GraphWords,
    /// The source of each incoming edge, in the order of `in_edges`.
    pub in_sources: GraphWords,
    /// The destination of each incoming edge, in the order of `in_edges`.
    pub in_targets: GraphWords,
    /// The reverse of each edge.
    pub reverse: GraphWords,
}

impl GraphArrays {
    /// Returns the size of all arrays in bytes.
    pub fn bytes(&self) -> u64 {
        self.lists().map(GraphWords::bytes).sum()
    }

    /// Returns an array.
    pub fn get(&self, array: GraphArray) -> &GraphWords {
        match array {
            GraphArray::OutOffsets => &self.out_offsets,
            GraphArray::Targets => &self.targets,
            GraphArray::Sources => &self.sources,
            GraphArray::InOffsets => &self.in_offsets,
            GraphArray::InEdges => &self.in_edges,
            GraphArray::InSources => &self.in_sources,
            GraphArray::InTargets => &self.in_targets,
            GraphArray::Reverse => &self.reverse,
        }
    }

    /// Returns all arrays, in the order of [`GraphArray::ALL`].
    pub(super) fn lists(&self) -> impl Iterator<Item = &GraphWords> {
        GraphArray::ALL.iter().map(|array| self.get(*array))
    }
}

/// Returns copies of the arrays of a graph if memory is guarded.
pub(super) fn guarded(graph: &GraphArrays) -> Result<Vec<Memory>, Error> {
    let lists = graph.lists().filter(|_| GUARDED);
    let copy = |list: &GraphWords| match list {
        GraphWords::Narrow(values) => Memory::copy("graph", values),
        GraphWords::Wide(values) => Memory::copy("graph", values),
    };
    lists.map(copy).collect()
}

/// Returns the address of the values of an array.
pub(super) fn pointer(list: &GraphWords) -> *const u8 {
    match list {
        GraphWords::Narrow(values) => values.as_ptr().cast(),
        GraphWords::Wide(values) => values.as_ptr().cast(),
    }
}
