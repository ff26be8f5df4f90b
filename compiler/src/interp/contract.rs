//! Replaces the graph by its quotient.

use super::error::RunError;
use super::machine::{Machine, Stop};
use crate::data::{ArrayData, Content, Quotient};
use crate::ir::*;

impl<'a> Machine<'a> {
    /// Performs a contraction, and gives the arrays of nodes and edges their new content.
    pub(super) fn contract(&mut self, contraction: &'a Contraction) -> Result<(), Stop> {
        let label = self.item.view.array(contraction.label);
        let offsets = self.graph.array(GraphArray::OutOffsets);
        let targets = self.graph.array(GraphArray::Targets);
        let quotient = Quotient::new(offsets, targets, &self.arrays[label]);
        for (id, array) in (0u32..).map(ArrayId).zip(&self.module.arrays) {
            let memory = self.item.view.array(id);
            let read = || Ok::<ArrayData, RunError>(self.arrays[memory].clone());
            let content = quotient.content(contraction, (id, array), read)?;
            if let Some(rows) = quotient.rows(array.extent) {
                self.shapes[memory].rows = rows.into();
            }
            match content {
                Content::Kept => {}
                Content::Fill(value) => {
                    let length = self.shapes[memory].elements() as usize;
                    self.arrays[memory] = ArrayData::fill(value, length);
                }
                Content::Values(values) => self.arrays[memory] = values,
            }
        }
        for id in (0u32..).map(WorklistId).take(self.module.worklists.len()) {
            self.worklists.set_sizes(self.item.view.worklist(id), 0);
        }
        let Quotient { offsets, targets, .. } = quotient;
        self.graph.replace(offsets, targets);
        Ok(())
    }
}
