//! The graph on which a program continues after a `contract`, with the arrays that its kernels
//! read.
//!
//! [`Quotient`] defines the graph. The backends that have the graph in memory of their own (OpenCL,
//! and the native target) get its arrays here, as they get those of the input graph from
//! [`Input::array`](crate::input::Input::array).

use std::borrow::Cow;
use std::sync::OnceLock;

use igc_compiler::data::Quotient;
use igc_compiler::ir::GraphArray;
use igc_graph::incoming::row_numbers;
use igc_graph::reverse::reverse_edges;
use igc_graph::{Graph, Incoming};

use crate::Error;

/// A quotient graph. Arrays that are derived from it are computed when they are first needed.
pub struct QuotientGraph {
    /// The graph, without weights: they are in the arrays of the program.
    pub graph: Graph,
    incoming: OnceLock<Incoming>,
    reverse: OnceLock<Vec<u32>>,
}

impl QuotientGraph {
    /// Takes the graph of a quotient.
    pub fn new(quotient: Quotient) -> QuotientGraph {
        let Quotient { offsets, targets, .. } = quotient;
        let graph = Graph { offsets, targets, weights: None };
        QuotientGraph { graph, incoming: OnceLock::new(), reverse: OnceLock::new() }
    }

    /// Returns one of the graph's arrays, as kernels read it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn array(&self, array: GraphArray) -> Result<Cow<'_, [u32]>, Error> {
        let graph = &self.graph;
        Ok(match array {
            GraphArray::OutOffsets => Cow::Borrowed(&graph.offsets),
            GraphArray::Targets => Cow::Borrowed(&graph.targets),
            GraphArray::Sources => Cow::Owned(graph.sources(0..graph.targets.len())),
            GraphArray::InOffsets => Cow::Borrowed(&self.incoming()?.offsets),
            GraphArray::InEdges => Cow::Borrowed(&self.incoming()?.values),
            GraphArray::InSources => Cow::Owned(graph.incoming_sources()?.values),
            GraphArray::InTargets => Cow::Owned(row_numbers(&self.incoming()?.offsets)),
            GraphArray::Reverse => Cow::Borrowed(
                self.reverse.get_or_init(|| reverse_edges(&graph.offsets, &graph.targets)),
            ),
        })
    }

    fn incoming(&self) -> Result<&Incoming, Error> {
        if let Some(known) = self.incoming.get() {
            return Ok(known);
        }
        let incoming = self.graph.incoming_edges()?;
        Ok(self.incoming.get_or_init(|| incoming))
    }
}
