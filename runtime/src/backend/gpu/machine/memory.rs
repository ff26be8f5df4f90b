//! The memory that a program needs on a device before it runs, and the memory that it uses.

use igc_compiler::data::Shape;
use igc_compiler::driver::Artefact;
use igc_compiler::ir::MAX_EXTENT;

use super::Machine;
use crate::Error;
use crate::backend::gpu::api::Gpu;
use crate::backend::gpu::facts::Facts;
use crate::backend::gpu::memory::Memory;
use crate::backend::gpu::worklist::Worklist;
use crate::input::Input;
use crate::memory::{MemoryUse, Needs};
use crate::run_options::RunOptions;

/// Spare capacity of a worklist beyond one item per node: a share of the number of nodes, and a
/// minimum. A program may push a node twice, but most programs rarely do.
const SPARE_SHARE: u32 = 8;
const SPARE_LEAST: u32 = 1024;

/// Returns the maximum capacity of worklists.
pub(super) fn max_worklist(options: &RunOptions) -> u32 {
    options.max_worklist.unwrap_or(MAX_EXTENT).min(MAX_EXTENT)
}

/// Returns the initial capacity of worklists on a graph with this number of nodes.
pub(super) fn capacity(options: &RunOptions, nodes: u32) -> u32 {
    let spare = (nodes / SPARE_SHARE).max(SPARE_LEAST);
    let capacity = options.worklist_capacity.unwrap_or(nodes.saturating_add(spare));
    capacity.clamp(1, max_worklist(options).max(1))
}

/// Checks that a device has enough memory for a program, whose arrays have these shapes.
///
/// # Errors
///
/// Returns [`Error::Memory`] or [`Error::ArrayMemory`] if it has not.
pub fn check_memory(
    artefact: &Artefact,
    shapes: &[Shape],
    input: &Input,
    device: &Facts,
    options: &RunOptions,
) -> Result<(), Error> {
    let (nodes, edges) = (input.graph.nodes(), input.graph.edges());
    let width = artefact.module.edges;
    let mut needs = Needs::default();
    for array in artefact.interface.graph_arrays() {
        needs.add_graph_array(array, (nodes, edges), width);
    }
    needs.add_state(&artefact.module, shapes);
    for worklist in &artefact.module.worklists {
        for _front_and_back in 0..2 {
            let size = worklist.ty.size();
            needs.add_worklist_buffer(&worklist.name, capacity(options, nodes), size);
        }
    }
    needs.check(&device.name, device.global_memory, device.max_allocation)
}

impl<G: Gpu> Machine<G> {
    /// Returns the memory that the program uses on the device. The first `declared` arrays of the
    /// module are those of the program.
    pub fn memory(&self, declared: usize) -> MemoryUse {
        let bytes = |memory: &Memory<G>| memory.size() as u64;
        let state = self.state.iter().take(declared);
        let (graph, state) = (
            self.input_graph.iter().flatten().map(bytes).sum::<u64>(),
            state.map(|array| bytes(&array.memory)).sum::<u64>(),
        );
        let worklists = self.worklists.iter().map(Worklist::bytes).sum::<u64>();
        let (total, peak) = self.resident.device().memory();
        let temporaries = total.saturating_sub(graph + state + worklists);
        MemoryUse { graph, state, worklists, temporaries, total, peak }
    }
}
