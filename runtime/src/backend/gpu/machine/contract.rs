//! Replaces the graph by its quotient: the host reads the labels and the arrays that are carried,
//! builds the quotient, and writes the new graph and the new content of the arrays.
//!
//! The quotient is never larger than the graph. Arrays keep their memory and use its start. The
//! arrays of the graph get memory of their own, because other programs share those of the input.

use igc_compiler::data::{Content, GraphWords, Quotient};
use igc_compiler::ir::{ArrayId, Contraction, GraphArray};

use super::{Machine, Stop};
use crate::Error;
use crate::backend::gpu::api::Gpu;
use crate::backend::gpu::state::State;
use crate::quotient_graph::QuotientGraph;

impl<G: Gpu> Machine<G> {
    /// Replaces the graph, the content of the arrays, and the worklists.
    pub(super) fn replace_by_quotient(&mut self, contraction: &Contraction) -> Result<(), Stop> {
        // Kernels that use the old content must have ended.
        self.wait()?;
        let labels = self.state[contraction.label.index()].content()?;
        let graph = self.graph_in_use();
        // A program that contracts a graph with wide offsets was refused.
        let offsets = graph.offsets.narrow();
        let offsets =
            offsets.ok_or_else(|| Error::Internal("a wide graph is contracted".into()))?;
        let quotient = Quotient::new(offsets, &graph.targets, &labels);
        for (id, state) in (0u32..).map(ArrayId).zip(&mut self.state) {
            let content = quotient.content(contraction, (id, &state.array), || state.content())?;
            if let Some(rows) = quotient.rows(state.array.extent) {
                state.set_rows(rows);
            }
            match content {
                Content::Kept => {}
                Content::Fill(value) => state.fill(value)?,
                Content::Values(values) => state.write(&values)?,
            }
        }
        for worklist in &mut self.worklists {
            worklist.seed(&[])?;
        }
        self.replace_graph(QuotientGraph::new(quotient))?;
        Ok(())
    }

    /// Writes the arrays of a quotient graph that kernels read.
    fn replace_graph(&mut self, quotient: QuotientGraph) -> Result<(), Error> {
        for array in GraphArray::ALL {
            let Some(input) = &self.input_graph[array as usize] else { continue };
            let memory = self.resident.memory("quotient", array.name(), input.size())?;
            match quotient.array(array, self.artefact.module.edges)? {
                GraphWords::Narrow(values) => memory.write(0, &values)?,
                GraphWords::Wide(values) => memory.write(0, &values)?,
            }
            self.graph[array as usize] = Some(memory);
        }
        self.quotient = Some(quotient);
        Ok(())
    }

    /// Returns to the input graph, at the start of a run.
    pub(super) fn restore_graph(&mut self) {
        if self.quotient.take().is_some() {
            self.graph.clone_from(&self.input_graph);
            self.state.iter_mut().for_each(State::restore_rows);
        }
    }
}
