//! What a rank needs from the machine that runs its kernels, and from the device on which its part of the graph is.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use igc_compiler::ir::{ArrayId, KernelId, Value, WorklistId};

use super::link;
use super::prepared::RankSource;
use crate::Error;
use crate::backend::gpu;
use crate::backend::gpu::api::Gpu;
use crate::backend::native::{self, NativeGraph};
use crate::backend::{Prepared, Repetition};
use crate::input::Input;
use crate::main_machine::{Items, MainMachine, Memory, Target};
use crate::run_options::RunOptions;

/// A machine that runs the kernels of a rank.
pub trait RankMachine: Target {
    /// Items that were taken out of a worklist. They may be in the memory of the device.
    type Items: link::Items;

    /// How long a rank looks for the others before it sleeps.
    const PATIENCE: Duration;

    /// Returns the worklists that a kernel reads.
    fn reads(&self, kernel: KernelId) -> Cow<'_, [WorklistId]>;

    /// Copies the bytes of a global to the host.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    fn read_global(&self, array: ArrayId) -> Result<Vec<u8>, Self::Stop>;

    /// Gives a global these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    fn write_global(&mut self, array: ArrayId, bytes: Vec<u8>) -> Result<(), Self::Stop>;

    /// Takes all items out of a worklist. When this returns, the device has written them.
    ///
    /// # Errors
    ///
    /// Returns an error if the worklist had no room for all of them, or if the device fails.
    fn take_items(&mut self, worklist: WorklistId) -> Result<Self::Items, Self::Stop>;

    /// Replaces the items of a worklist by those of a rank. Returns whether there are any. The items must not be dropped
    /// before [`settle`](Target::settle).
    ///
    /// # Errors
    ///
    /// Returns an error if the worklist has no room for all of them, or if the device fails.
    fn put_items(&mut self, worklist: WorklistId, items: &Self::Items) -> Result<bool, Self::Stop>;

    /// Hands out elements of an array whose elements are in their order in memory. The device has written them after the next
    /// [`settle`](Target::settle).
    fn share(&self, array: ArrayId, elements: Range<u32>) -> Self::Items;

    /// Gives the elements of such an array, from this one on, the values that a rank has shared. They must not be dropped or
    /// changed before [`settle`](Target::settle).
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    fn copy_shared(
        &mut self,
        array: ArrayId,
        first: u32,
        shared: &Self::Items,
    ) -> Result<(), Self::Stop>;
}

/// A program of a rank, whose kernels are built.
pub trait RankProgram: Prepared {
    /// What runs the kernels.
    type Machine: RankMachine;

    /// Initialises the state, and lets `run` execute `main` once.
    ///
    /// # Errors
    ///
    /// Returns the reason why the run ended early.
    fn run_with(
        &mut self,
        run: impl FnOnce(&mut MainMachine, &mut Self::Machine) -> Result<(), Stop<Self>>,
    ) -> Result<Repetition, Stop<Self>>;

    /// Makes another run possible, if a run has ended because a worklist had no room.
    ///
    /// # Errors
    ///
    /// Returns the reason why the run ended, if it had another one.
    fn make_room(&mut self, stop: Stop<Self>) -> Result<(), Error>;

    /// Gives the parameters of the rank's module other values, which were checked. Returns `false` if a shape of an array
    /// depends on them: then nothing changes.
    ///
    /// # Errors
    ///
    /// Returns an error if a shape is too large.
    fn set_params(&mut self, params: &[Value]) -> Result<bool, Error>;
}

/// The items that the machine of a program takes.
pub type ItemsOf<P> = <<P as RankProgram>::Machine as RankMachine>::Items;

/// Why a run of a program ends early.
pub type Stop<P> = <<P as RankProgram>::Machine as Memory>::Stop;

/// A device with a part of the graph.
pub trait RankHost: Sized + Send {
    /// A program on the device.
    type Program: RankProgram;

    /// Builds the kernels of a rank, and allocates its memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the device lacks what the program needs, or if there is not enough memory.
    fn prepare(
        &self,
        source: &RankSource<'_>,
        options: &RunOptions,
    ) -> Result<Self::Program, Error>;
}

/// The devices of all ranks.
pub trait RankDevices: Send + Sync {
    /// An open device with a part of the graph.
    type Host: RankHost;

    /// Returns the number of ranks.
    fn ranks(&self) -> usize;

    /// Opens the device of a rank for its part of the graph.
    ///
    /// # Errors
    ///
    /// Returns an error if the device cannot be opened.
    fn open(&self, rank: usize, part: Input) -> Result<Self::Host, Error>;

    /// Prepares messages between the open devices. By default, nothing happens.
    fn connect(&self, _hosts: &[&Self::Host]) {}
}

impl RankMachine for native::Machine {
    type Items = Vec<u32>;

    /// The threads of other ranks need the cores.
    const PATIENCE: Duration = Duration::ZERO;

    fn reads(&self, kernel: KernelId) -> Cow<'_, [WorklistId]> {
        native::Machine::reads(self, kernel).into()
    }

    fn read_global(&self, array: ArrayId) -> Result<Vec<u8>, Error> {
        Ok(self.state.bytes(array).to_vec())
    }

    fn write_global(&mut self, array: ArrayId, bytes: Vec<u8>) -> Result<(), Error> {
        self.state.bytes_mut(array).copy_from_slice(&bytes);
        Ok(())
    }

    fn take_items(&mut self, worklist: WorklistId) -> Result<Vec<u32>, Error> {
        let items = self.state.waiting_items(worklist).to_vec();
        self.state.clear(worklist);
        Ok(items)
    }

    fn put_items(&mut self, worklist: WorklistId, items: &Vec<u32>) -> Result<bool, Error> {
        if items.is_empty() {
            return Ok(false);
        }
        self.seed(worklist, Items::Words(items))?;
        Ok(true)
    }

    fn share(&self, array: ArrayId, elements: Range<u32>) -> Vec<u32> {
        let size = self.element_size(array);
        let bytes = elements.start as usize * size..elements.end as usize * size;
        let word = |bytes: &[u8]| {
            let mut word = [0; 4];
            word[..bytes.len()].copy_from_slice(bytes);
            u32::from_le_bytes(word)
        };
        self.state.bytes(array)[bytes].chunks(size_of::<u32>()).map(word).collect()
    }

    fn copy_shared(&mut self, array: ArrayId, first: u32, shared: &Vec<u32>) -> Result<(), Error> {
        let start = first as usize * self.element_size(array);
        let to = &mut self.state.bytes_mut(array)[start..];
        for (to, word) in to.chunks_mut(size_of::<u32>()).zip(shared) {
            to.copy_from_slice(&word.to_le_bytes()[..to.len()]);
        }
        Ok(())
    }
}

impl RankProgram for native::PreparedProgram {
    type Machine = native::Machine;

    fn run_with(
        &mut self,
        run: impl FnOnce(&mut MainMachine, &mut native::Machine) -> Result<(), Error>,
    ) -> Result<Repetition, Error> {
        native::PreparedProgram::run_with(self, run)
    }

    fn make_room(&mut self, stop: Error) -> Result<(), Error> {
        Err(stop)
    }

    fn set_params(&mut self, params: &[Value]) -> Result<bool, Error> {
        native::PreparedProgram::set_params(self, params)
    }
}

impl RankHost for Arc<NativeGraph> {
    type Program = native::PreparedProgram;

    fn prepare(
        &self,
        source: &RankSource<'_>,
        options: &RunOptions,
    ) -> Result<native::PreparedProgram, Error> {
        let program = native::Given {
            module: source.module,
            declared: source.declared,
            input: source.input,
            params: source.params,
            inputs: source.inputs,
            seeds: source.seeds,
            compiled: source.machine_code,
        };
        native::PreparedProgram::of(self, program, options)
    }
}

impl<G: Gpu> link::Items for gpu::TakenItems<G> {
    fn bytes(&self) -> usize {
        gpu::TakenItems::bytes(self)
    }

    fn words(&self) -> Result<Cow<'_, [u32]>, Error> {
        gpu::TakenItems::words(self)
    }

    fn of_words(words: Vec<u32>) -> gpu::TakenItems<G> {
        gpu::TakenItems::OnHost(words)
    }
}

impl<G: Gpu> RankMachine for gpu::Machine<G> {
    type Items = gpu::TakenItems<G>;

    /// Kernels take some microseconds, and the system takes tens of them to wake a thread.
    const PATIENCE: Duration = Duration::from_micros(200);

    fn reads(&self, kernel: KernelId) -> Cow<'_, [WorklistId]> {
        gpu::Machine::reads(self, kernel).into()
    }

    fn read_global(&self, array: ArrayId) -> Result<Vec<u8>, gpu::Stop> {
        gpu::Machine::read_global(self, array)
    }

    fn write_global(&mut self, array: ArrayId, bytes: Vec<u8>) -> Result<(), gpu::Stop> {
        gpu::Machine::write_global(self, array, bytes)
    }

    fn take_items(&mut self, worklist: WorklistId) -> Result<gpu::TakenItems<G>, gpu::Stop> {
        gpu::Machine::take_items(self, worklist)
    }

    fn put_items(
        &mut self,
        worklist: WorklistId,
        items: &gpu::TakenItems<G>,
    ) -> Result<bool, gpu::Stop> {
        gpu::Machine::put_items(self, worklist, items)
    }

    fn share(&self, array: ArrayId, elements: Range<u32>) -> gpu::TakenItems<G> {
        gpu::Machine::share(self, array, elements)
    }

    fn copy_shared(
        &mut self,
        array: ArrayId,
        first: u32,
        shared: &gpu::TakenItems<G>,
    ) -> Result<(), gpu::Stop> {
        gpu::Machine::copy_shared(self, array, first, shared)
    }
}

impl<G: Gpu> RankProgram for gpu::PreparedProgram<G> {
    type Machine = gpu::Machine<G>;

    fn run_with(
        &mut self,
        run: impl FnOnce(&mut MainMachine, &mut gpu::Machine<G>) -> Result<(), gpu::Stop>,
    ) -> Result<Repetition, gpu::Stop> {
        gpu::PreparedProgram::run_with(self, run)
    }

    fn make_room(&mut self, stop: gpu::Stop) -> Result<(), Error> {
        gpu::PreparedProgram::make_room(self, stop)
    }

    fn set_params(&mut self, params: &[Value]) -> Result<bool, Error> {
        gpu::PreparedProgram::set_params(self, params)
    }
}

impl<G: Gpu> RankHost for Arc<gpu::ResidentGraph<G>> {
    type Program = gpu::PreparedProgram<G>;

    fn prepare(
        &self,
        source: &RankSource<'_>,
        options: &RunOptions,
    ) -> Result<gpu::PreparedProgram<G>, Error> {
        let program = gpu::Given {
            artefact: source.compiled()?,
            input: source.input,
            params: source.params,
            inputs: source.inputs,
            seeds: source.seeds,
        };
        gpu::PreparedProgram::of(self, program, options)
    }
}
