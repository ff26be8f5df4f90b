//! What a [rank](crate::backend::ranks) needs besides what `main` needs.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use igc_compiler::ir::{ArrayId, KernelId, WorklistId};

use super::{Machine, Stop};
use crate::Error;
use crate::backend::gpu::api::Gpu;
use crate::backend::gpu::memory::Memory;
use crate::backend::gpu::resident::ResidentGraph;
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

    /// Takes all items out of a worklist, with the memory in which they are. When this returns, the device has
    /// written them.
    pub fn take_items(&mut self, worklist: WorklistId) -> Result<TakenItems<G>, Stop> {
        // The read waits for all kernels.
        let count = self.waiting(worklist)?;
        let at = worklist.index();
        if count == 0 {
            return Ok(TakenItems::OnHost(vec![]));
        }
        if self.worklists[at].waits_elsewhere() {
            self.push_all_nodes(at, count)?;
            self.wait()?;
        }
        let owner = Arc::clone(&self.resident);
        let memory = self.worklists[at].take_back(|bytes| self.spare.memory(&owner, bytes))?;
        self.spare.given.push(memory.clone());
        let bytes = 0..count as usize * self.worklists[at].ty.size();
        Ok(TakenItems::OnDevice { owner, memory, bytes })
    }

    /// Replaces the items of a worklist by those that another machine has taken out of its own. Returns whether
    /// there are any.
    pub fn put_items(&mut self, worklist: WorklistId, items: &TakenItems<G>) -> Result<bool, Stop> {
        let at = worklist.index();
        let to = &mut self.worklists[at];
        let count = (items.bytes() / to.ty.size()) as u32;
        if count == 0 {
            return Ok(false);
        }
        if count > to.capacity {
            return Err(Stop::Overflow { worklist: at, needed: count });
        }
        items.copy_to(self.resident.device().gpu(), to.back(), 0)?;
        to.note_seed(count)?;
        Ok(true)
    }

    /// Hands out elements of an array whose elements are in their order in memory. The device has written them after the
    /// next wait.
    pub fn share(&self, array: ArrayId, elements: Range<u32>) -> TakenItems<G> {
        let state = &self.state[array.index()];
        let size = state.element_size();
        let bytes = elements.start as usize * size..elements.end as usize * size;
        let (owner, memory) = (Arc::clone(&self.resident), state.memory.clone());
        TakenItems::OnDevice { owner, memory, bytes }
    }

    /// Gives the elements of such an array, from this one on, the values that a rank has shared.
    pub fn copy_shared(
        &self,
        array: ArrayId,
        first: u32,
        shared: &TakenItems<G>,
    ) -> Result<(), Stop> {
        let state = &self.state[array.index()];
        let offset = first as usize * state.element_size();
        Ok(shared.copy_to(self.resident.device().gpu(), &state.memory, offset)?)
    }
}

/// Items that were taken out of a worklist, or elements of an array.
pub enum TakenItems<G: Gpu> {
    /// They are in the memory of a device.
    OnDevice {
        owner: Arc<ResidentGraph<G>>,
        memory: Memory<G>,
        /// Their place in the memory.
        bytes: Range<usize>,
    },
    /// They are in the memory of the host, because another process has sent them, or because there are none.
    OnHost(Vec<u32>),
}

impl<G: Gpu> TakenItems<G> {
    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            TakenItems::OnDevice { bytes, .. } => bytes.len(),
            TakenItems::OnHost(words) => size_of_val(&words[..]),
        }
    }

    /// Copies them to the memory of the host.
    pub fn words(&self) -> Result<Cow<'_, [u32]>, Error> {
        match self {
            TakenItems::OnHost(words) => Ok(Cow::Borrowed(words)),
            TakenItems::OnDevice { memory, bytes, .. } => {
                let mut words = vec![0u32; bytes.len() / size_of::<u32>()];
                memory.read(bytes.start, &mut words)?;
                Ok(Cow::Owned(words))
            }
        }
    }

    /// Copies them to memory of a device, from an offset on.
    fn copy_to(&self, gpu: &G, to: &Memory<G>, offset: usize) -> Result<(), Error> {
        match self {
            TakenItems::OnHost(words) => to.write(offset, words),
            TakenItems::OnDevice { owner, memory, bytes } => {
                let from = (owner.device().gpu(), memory.buffer(), bytes.start);
                Ok(gpu.copy_from((to.buffer(), offset), from, bytes.len())?)
            }
        }
    }
}

/// Memory that replaces what was taken out of worklists.
pub(super) struct Spare<G: Gpu> {
    /// Memory that was taken out. It can be used again when nobody else has it.
    given: Vec<Memory<G>>,
}

impl<G: Gpu> Default for Spare<G> {
    fn default() -> Spare<G> {
        Spare { given: vec![] }
    }
}

impl<G: Gpu> Spare<G> {
    /// Returns memory of a size, whose content is undefined.
    fn memory(&mut self, resident: &ResidentGraph<G>, bytes: usize) -> Result<Memory<G>, Error> {
        let is_free = |memory: &Memory<G>| memory.size() == bytes && memory.is_unshared();
        match self.given.iter().position(is_free) {
            Some(free) => Ok(self.given.swap_remove(free)),
            None => Ok(resident.device().allocate(bytes)?),
        }
    }
}
