//! Replaces the graph by its quotient: the host reads the labels and the arrays that are carried,
//! builds the quotient, and writes the new graph and the new content of the arrays.
//!
//! The quotient is never larger than the graph. Arrays keep their memory and use its start. The
//! arrays of the graph get memory of their own, because other programs share those of the input.

use igc_compiler::data::{Content, GraphWords, Quotient};
use igc_compiler::ir::{ArrayId, Contraction, GraphArray};

use super::{Machine, Stop};
use crate::Error;
use crate::backend::opencl::worklist::Items;
use crate::quotient_graph::QuotientGraph;

impl Machine<'_> {
    pub(super) fn contract(
        &mut self,
        label: &str,
        member: &str,
        carry: &[String],
    ) -> Result<(), Stop> {
        // Kernels that use the old content must have ended.
        self.settle()?;
        let id = |name: &str| self.array_id(name);
        let carried = carry.iter().map(|name| id(name)).collect::<Result<_, Error>>()?;
        let contraction = Contraction { label: id(label)?, member: id(member)?, carried };
        let labels = self.state(label)?.content()?;
        let graph = self.graph_in_use();
        // A program that contracts a graph with wide offsets was refused.
        let offsets = graph.offsets.narrow();
        let offsets =
            offsets.ok_or_else(|| Error::Internal("a wide graph is contracted".into()))?;
        let quotient = Quotient::new(offsets, &graph.targets, &labels);
        for (id, buffer) in (0u32..).map(ArrayId).zip(&self.schedule.buffers) {
            let state = self.state.get_mut(buffer.name.as_str());
            let state = state.ok_or_else(|| Error::missing("buffer", &buffer.name))?;
            let array = state.array();
            let content = quotient.content(&contraction, (id, &array), || state.content())?;
            if let Some(rows) = quotient.rows(array.extent) {
                state.set_rows(rows);
            }
            match content {
                Content::Kept => {}
                Content::Fill(value) => state.fill(value)?,
                Content::Values(values) => state.write(&values)?,
            }
        }
        for worklist in &mut self.worklists {
            worklist.seed(&Items::Narrow(vec![]))?;
        }
        self.replace_graph(QuotientGraph::new(quotient))?;
        Ok(())
    }

    fn array_id(&self, name: &str) -> Result<ArrayId, Error> {
        let position = self.schedule.buffers.iter().position(|buffer| buffer.name == name);
        position.map(|at| ArrayId(at as u32)).ok_or_else(|| Error::missing("buffer", name))
    }

    /// Writes the arrays of a quotient graph that kernels read.
    fn replace_graph(&mut self, quotient: QuotientGraph) -> Result<(), Error> {
        for name in &self.schedule.graph.arrays {
            let array = GraphArray::ALL.into_iter().find(|array| array.name() == name);
            let array = array.ok_or_else(|| Error::missing("graph array", name))?;
            let bytes = self.input_graph.get(name).map_or(0, igc_opencl::Buffer::size);
            let memory = self.resident.memory("quotient", name, bytes)?;
            match quotient.array(array, self.schedule.graph.edges)? {
                GraphWords::Narrow(values) => memory.write(0, &values)?,
                GraphWords::Wide(values) => memory.write(0, &values)?,
            }
            self.graph.insert(name.clone(), memory);
        }
        self.quotient = Some(quotient);
        Ok(())
    }

    /// Returns to the input graph, at the start of a run.
    pub(super) fn restore_graph(&mut self) {
        if self.quotient.take().is_some() {
            self.graph.clone_from(&self.input_graph);
            self.state.values_mut().for_each(super::State::restore_rows);
        }
    }
}
