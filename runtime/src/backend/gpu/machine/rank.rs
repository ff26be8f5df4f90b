//! What a [rank](crate::backend::ranks) needs besides what `main` needs.

use igc_compiler::ir::{ArrayId, KernelId, WorklistId};

use super::{Machine, Stop};
use crate::backend::gpu::api::Gpu;
use crate::main_machine::Memory as _;

impl<G: Gpu> Machine<G> {
    /// Returns the worklists that a kernel reads.
    pub fn reads(&self, kernel: KernelId) -> Vec<WorklistId> {
        let bound = self.kernels[kernel.index()].iter();
        bound.flat_map(|bound| &bound.reads).map(|at| WorklistId(*at as u32)).collect()
    }

    /// Copies the bytes of a global to the host.
    pub fn read_global(&self, array: ArrayId) -> Result<Vec<u8>, Stop> {
        let memory = &self.state[array.index()].memory;
        let mut bytes = vec![0u8; memory.size()];
        memory.read(0, &mut bytes)?;
        self.watch.finished();
        Ok(bytes)
    }

    /// Gives a global these bytes.
    pub fn write_global(&self, array: ArrayId, bytes: Vec<u8>) -> Result<(), Stop> {
        Ok(self.state[array.index()].memory.write_later(0, bytes)?)
    }

    /// Copies the items that wait in a worklist to the host, as words.
    pub fn waiting_items(&self, worklist: WorklistId) -> Result<Vec<u32>, Stop> {
        let count = self.waiting(worklist)? as usize;
        let worklist = &self.worklists[worklist.index()];
        let mut words = vec![0u32; count * worklist.ty.size() / size_of::<u32>()];
        worklist.back().read(0, &mut words)?;
        Ok(words)
    }
}
