//! What a rank needs from the machine that runs its kernels, and from the device on which its part of the graph is.

use std::borrow::Cow;
use std::sync::Arc;

use igc_compiler::ir::{ArrayId, KernelId, Value, WorklistId};

use super::prepared::RankSource;
use crate::Error;
use crate::backend::gpu;
use crate::backend::gpu::api::Gpu;
use crate::backend::native::{self, NativeGraph};
use crate::backend::{Prepared, Repetition};
use crate::input::Input;
use crate::main_machine::{MainMachine, Memory, Target};
use crate::run_options::RunOptions;

/// A machine that runs the kernels of a rank.
pub trait RankMachine: Target {
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

    /// Copies the items that wait in a worklist to the host, as words.
    ///
    /// # Errors
    ///
    /// Returns an error if the worklist had no room for all of them, or if the device fails.
    fn waiting_items(&mut self, worklist: WorklistId) -> Result<Vec<u32>, Self::Stop>;
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
}

impl RankMachine for native::Machine {
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

    fn waiting_items(&mut self, worklist: WorklistId) -> Result<Vec<u32>, Error> {
        Ok(self.state.waiting_items(worklist).to_vec())
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
        };
        native::PreparedProgram::of(self, program, options)
    }
}

impl<G: Gpu> RankMachine for gpu::Machine<G> {
    fn reads(&self, kernel: KernelId) -> Cow<'_, [WorklistId]> {
        gpu::Machine::reads(self, kernel).into()
    }

    fn read_global(&self, array: ArrayId) -> Result<Vec<u8>, gpu::Stop> {
        gpu::Machine::read_global(self, array)
    }

    fn write_global(&mut self, array: ArrayId, bytes: Vec<u8>) -> Result<(), gpu::Stop> {
        gpu::Machine::write_global(self, array, bytes)
    }

    fn waiting_items(&mut self, worklist: WorklistId) -> Result<Vec<u32>, gpu::Stop> {
        gpu::Machine::waiting_items(self, worklist)
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
