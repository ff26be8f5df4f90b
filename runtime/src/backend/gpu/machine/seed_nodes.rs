//! Gives a worklist all nodes.

use igc_compiler::interface::{Argument, SEED_NODES};

use super::Machine;
use crate::Error;
use crate::backend::gpu::api::Gpu;
use crate::backend::gpu::build::Built;
use crate::backend::gpu::geometry::{Geometry, geometry};
use crate::backend::gpu::memory::Memory;
use crate::backend::gpu::outlined_loop::OutlinedLoop;
use crate::backend::gpu::resident::ResidentGraph;
use crate::run_options::RunOptions;

/// The largest number of nodes whose numbers stay on the device. On larger graphs, a kernel that pushes them takes a
/// small part of a run.
const MOST_LISTED: u32 = 1 << 22;

/// What gives a worklist all nodes: a kernel that pushes them, or memory that has their numbers already.
pub(super) struct SeedNodes<G: Gpu> {
    pub(super) kernel: G::Kernel,
    pub(super) geometry: Geometry,
    /// The numbers of all nodes. A launch that reads the worklist gets this memory instead of the front buffer, which
    /// saves a launch. An outlined loop swaps the buffers itself and would write to the memory, so programs with
    /// worklists in outlined loops do not use it.
    numbers: Option<Memory<G>>,
}

impl<G: Gpu> SeedNodes<G> {
    pub(super) fn new(
        resident: &ResidentGraph<G>,
        built: &Built<G>,
        outlined: &[OutlinedLoop<G>],
        options: &RunOptions,
    ) -> Result<SeedNodes<G>, Error> {
        let device = resident.device();
        let arguments = outlined.iter().flat_map(|outlined| &outlined.interface.arguments);
        let is_swapped = |argument: &Argument| matches!(argument, Argument::Worklist(..));
        let is_listed =
            resident.input().graph.nodes() <= MOST_LISTED && !arguments.into_iter().any(is_swapped);
        Ok(SeedNodes {
            kernel: device.gpu().kernel(&built.code.program, SEED_NODES)?,
            geometry: geometry(device.facts(), built.workgroup_size, options),
            // Without memory for them, the kernel pushes them.
            numbers: is_listed.then(|| resident.node_numbers().ok()).flatten(),
        })
    }
}

impl<G: Gpu> Machine<G> {
    /// Empties a worklist, and pushes all nodes. Its capacity must suffice.
    pub(super) fn seed_all_nodes(&mut self, worklist: usize, nodes: u32) -> Result<(), Error> {
        let numbers = self.seed_nodes.as_ref().and_then(|seed| seed.numbers.as_ref());
        match numbers {
            Some(numbers) => self.worklists[worklist].seed_listed(numbers, nodes),
            None => self.push_all_nodes(worklist, nodes),
        }
    }

    /// Does the same by a kernel, so that other items can be pushed.
    pub(super) fn push_all_nodes(&mut self, worklist: usize, nodes: u32) -> Result<(), Error> {
        let missing = || Error::Internal("a seed of all nodes has no kernel".into());
        let SeedNodes { kernel, geometry: usual, .. } =
            self.seed_nodes.as_ref().ok_or_else(missing)?;
        let target = &mut self.worklists[worklist];
        target.note_seed_of_nodes(nodes);
        let arguments = target.seed_arguments(target.capacity, nodes);
        let geometry = Geometry { global: usual.work_items(nodes, usual.global), ..*usual };
        self.resident.device().gpu().launch(kernel, &arguments, geometry.into())?;
        self.watch.launched(SEED_NODES);
        Ok(())
    }
}
