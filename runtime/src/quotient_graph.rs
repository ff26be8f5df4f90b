//! The graph on which a program continues after a `contract`, with the arrays that its kernels
//! read.
//!
//! [`Quotient`] defines the graph. The backends that have the graph in memory of their own (OpenCL,
//! and the native target) get its arrays here, as they get those of the input graph from
//! [`Input::array`](crate::input::Input::array).

use std::sync::{Arc, OnceLock};

use igc_compiler::data::{GraphWords, Quotient};
use igc_compiler::ir::{EdgeWidth, GraphArray};
use igc_graph::incoming::row_numbers;
use igc_graph::reverse::reverse_edges;
use igc_graph::{Graph, Incoming};

use crate::Error;
use crate::input::{offsets_of, targets_of};

/// A quotient graph. Arrays that are derived from it are computed when they are first needed.
pub struct QuotientGraph {
    /// The graph, without weights: they are in the arrays of the program.
    pub graph: Arc<Graph>,
    incoming: OnceLock<Arc<Incoming>>,
}

impl QuotientGraph {
    /// Takes the graph of a quotient.
    pub fn new(quotient: Quotient) -> QuotientGraph {
        let Quotient { offsets, targets, .. } = quotient;
        let graph =
            Graph { offsets: offsets.into(), targets: targets.into(), weights: None, ids: None };
        QuotientGraph { graph: Arc::new(graph), incoming: OnceLock::new() }
    }

    /// Returns one of the graph's arrays, as kernels with edges of this width read it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn array(&self, array: GraphArray, width: EdgeWidth) -> Result<GraphWords, Error> {
        let graph = &self.graph;
        Ok(match array {
            GraphArray::OutOffsets => offsets_of(graph, |graph| &graph.offsets, width),
            GraphArray::Targets => targets_of(graph),
            GraphArray::Sources => graph.sources(0..graph.targets.len()).into(),
            GraphArray::InOffsets => {
                offsets_of(self.incoming()?, |incoming| &incoming.offsets, width)
            }
            GraphArray::InEdges => {
                GraphWords::from(self.incoming()?.values.clone()).of_width(width)
            }
            GraphArray::InSources => graph.incoming_sources()?.values.into(),
            GraphArray::InTargets => row_numbers(&self.incoming()?.offsets).into(),
            GraphArray::Reverse => {
                let reverse: Vec<u32> = reverse_edges(&graph.offsets, &graph.targets);
                GraphWords::from(reverse).of_width(width)
            }
        })
    }

    fn incoming(&self) -> Result<&Arc<Incoming>, Error> {
        if let Some(known) = self.incoming.get() {
            return Ok(known);
        }
        let incoming = self.graph.incoming_edges()?;
        Ok(self.incoming.get_or_init(|| Arc::new(incoming)))
    }
}
