//! Ranks that MPI has started as a device: `mpi` divides a graph among all processes of `mpirun` or `srun`.
//!
//! Each process is a rank, which runs the same command and calls the same functions. Rank 0 has the results.
//!
//! | module | task |
//! | --- | --- |
//! | `environment` | finds out whether a launcher has started several ranks |
//! | `library` | opens the library that calls MPI |
//! | `world` | starts MPI, carries messages, and ends all ranks together |
//! | `facts` | what must be the same on all ranks |
//! | `program` | runs a program on this rank |

mod environment;
mod facts;
mod library;
mod program;
mod world;

use std::num::NonZero;

use igc_compiler::data::Inputs;
use igc_compiler::driver::{Artefact, Executed};
use igc_compiler::ir::Value;

use super::link::{Link, Message};
use super::{counted, distributed, updates};
use crate::Error;
use crate::backend::native::{Native, processor};
use crate::backend::{Backend, Device, DeviceKind, DeviceName, ListedDevice, Prepared, Resident};
use crate::crash_note;
use crate::input::Input;
use crate::params::RunInputs;
use crate::run_options::RunOptions;
use crate::traffic::Traffic;
pub use environment::{Launch, launch};
use program::RankProgram;
use world::Kind;
pub use world::{World, start, world};

/// The name of the device.
pub const MPI: &str = "mpi";

/// The backend.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mpi;

/// All ranks.
#[derive(Clone, Copy)]
struct MpiDevice {
    world: &'static World,
    /// Number of threads of each rank, if the user has chosen one.
    threads: Option<NonZero<usize>>,
}

impl MpiDevice {
    /// Returns the threads of this rank.
    fn team(self) -> Native {
        Native::new(self.threads.or(NonZero::new(self.world.cores())))
    }
}

impl Backend for Mpi {
    /// No device is listed: a launcher must have started the ranks.
    fn list(&self) -> Result<Vec<ListedDevice>, Error> {
        Ok(vec![])
    }

    /// Recognises `mpi`, and `mpi:N` for N threads of each rank. Starts MPI.
    fn select(
        &self,
        selector: Option<&str>,
        dialect: Option<&str>,
    ) -> Result<Option<Box<dyn Device>>, Error> {
        let Some(rest) = selector.and_then(|selector| selector.strip_prefix(MPI)) else {
            return Ok(None);
        };
        let threads = match rest.strip_prefix(':') {
            Some(count) => match count.parse() {
                Ok(count) => Some(count),
                Err(_) => return Err(Error::Threads(count.to_owned())),
            },
            None if rest.is_empty() => None,
            None => return Ok(None),
        };
        if dialect.is_some() {
            return Err(Error::NativeDialect);
        }
        let world = start(env!("CARGO_PKG_VERSION"))?;
        Ok(Some(Box::new(MpiDevice { world, threads })))
    }
}

impl Device for MpiDevice {
    fn name(&self) -> DeviceName {
        let (ranks, name) = (self.world.ranks(), processor::name());
        let threads = self.team().threads();
        DeviceName {
            name: format!("{ranks} ranks of MPI on {name} ({} each)", counted(threads.get())),
            driver: format!("igc {} native, {}", env!("CARGO_PKG_VERSION"), self.world.mpi()),
            dialect: std::env::consts::ARCH.into(),
        }
    }

    fn kind(&self) -> DeviceKind {
        DeviceKind::Cpu
    }

    /// Returns the number of threads of all ranks, which is the same on all ranks.
    fn threads(&self) -> Option<usize> {
        let of_all = |threads: NonZero<usize>| threads.get() * self.world.ranks();
        Some(self.threads.map_or(self.world.all_cores(), of_all))
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::json!({
            "ranks": self.world.ranks(),
            "threads": self.team().threads(),
            "processor": processor::name(),
            "cores": processor::cores(),
            "mpi": self.world.mpi(),
        })
    }

    fn executed(&self) -> Executed {
        Executed::Parallel
    }

    fn has_results(&self) -> bool {
        self.world.rank() == 0
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        crash_note::native_starts();
        Ok(Box::new(MpiGraph { device: *self, input: input.clone() }))
    }
}

/// A graph for ranks. It is divided when a program needs it, because programs need different edges.
struct MpiGraph {
    device: MpiDevice,
    input: Input,
}

impl Resident for MpiGraph {
    fn prepare(
        &self,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        options: &RunOptions,
    ) -> Result<Box<dyn Prepared>, Error> {
        let program = distributed(&self.input, artefact)?;
        let MpiDevice { world, .. } = self.device;
        world.agree(&facts::of(&self.input, artefact, params, inputs, options))?;
        let given = RunInputs { params, inputs };
        let team = self.device.team();
        // The other ranks do not try another program if only this one lacks something.
        let own = |error| own_error(world, error);
        Ok(Box::new(
            RankProgram::new(world, &self.input, program, artefact, team, given, options)
                .map_err(own)?,
        ))
    }

    fn identity(&self, artefact: &Artefact, workgroup_size: Option<u32>) -> String {
        artefact.identity(Executed::Parallel, workgroup_size)
    }

    fn release_state(&self) {}
}

/// Returns an error that only this rank has.
fn own_error(world: &World, error: Error) -> Error {
    match error {
        Error::Rank { .. } => error,
        error => Error::Rank {
            rank: world.rank(),
            is_device: error.is_device(),
            error: error.to_string(),
        },
    }
}

/// The link of this rank with the others.
struct MpiLink {
    world: &'static World,
    /// What this rank has sent to others.
    traffic: Traffic,
}

impl Link<Vec<u32>> for MpiLink {
    fn exchange(
        &mut self,
        messages: Vec<Message<Vec<u32>>>,
    ) -> Result<Vec<Message<Vec<u32>>>, Error> {
        let messages: Vec<Vec<u8>> = messages.iter().map(updates::encode).collect();
        let own = self.world.rank();
        let others = messages.iter().enumerate().filter(|(receiver, _)| *receiver != own);
        self.traffic.note(others.map(|(_, message)| message.len()));
        let received = self.world.exchange(Kind::Data, messages)?;
        Ok(received.iter().map(|bytes| updates::decode(bytes)).collect())
    }
}
