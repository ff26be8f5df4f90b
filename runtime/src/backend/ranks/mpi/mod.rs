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
use std::sync::Arc;

use igc_compiler::data::Inputs;
use igc_compiler::driver::{Artefact, Executed};
use igc_compiler::ir::Value;

use super::link::{Items, Link, Message};
use super::machine::RankHost;
use super::{counted, distributed, updates};
use crate::Error;
#[cfg(feature = "cuda")]
use crate::backend::cuda;
use crate::backend::gpu::ResidentGraph;
use crate::backend::gpu::api::OpenGpu;
use crate::backend::native::{Native, NativeGraph, processor};
#[cfg(feature = "opencl")]
use crate::backend::opencl;
use crate::backend::{Backend, Device, DeviceKind, DeviceName, ListedDevice, Prepared, Resident};
use crate::crash_note;
use crate::input::Input;
use crate::params::RunInputs;
use crate::run_options::RunOptions;
use crate::traffic::Traffic;
pub use environment::{Launch, launch};
use program::MpiProgram;
use world::Kind;
pub use world::{World, start, world};

/// The name of the device.
pub const MPI: &str = "mpi";

/// The backend.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mpi;

/// The device of each rank.
trait MpiDevice: Clone + Send + Sync + 'static {
    /// An open device with a part of the graph.
    type Host: RankHost + 'static;

    /// Returns the ranks.
    fn world(&self) -> &'static World;

    /// Returns what the device executes.
    fn executed(&self) -> Executed;

    /// Opens the device of this rank for its part of the graph.
    ///
    /// # Errors
    ///
    /// Returns an error if the device cannot be opened.
    fn open(&self, part: Input) -> Result<Self::Host, Error>;
}

impl Backend for Mpi {
    /// No device is listed: a launcher must have started the ranks.
    fn list(&self) -> Result<Vec<ListedDevice>, Error> {
        Ok(vec![])
    }

    /// Recognises `mpi`, `mpi:N` for N threads of each rank, and `mpi:cuda`, `mpi:gpu` and `mpi:opencl` for a device of each
    /// rank. Starts MPI.
    fn select(
        &self,
        selector: Option<&str>,
        dialect: Option<&str>,
    ) -> Result<Option<Box<dyn Device>>, Error> {
        let Some(rest) = selector.and_then(|selector| selector.strip_prefix(MPI)) else {
            return Ok(None);
        };
        let of_rank = match rest.strip_prefix(':') {
            None if !rest.is_empty() => return Ok(None),
            of_rank => of_rank,
        };
        let threads = match of_rank {
            None => None,
            Some(api) if is_gpu(api) => {
                return match dialect {
                    None => gpus(start(env!("CARGO_PKG_VERSION"))?, api).map(Some),
                    Some(_) => Err(Error::RanksDialect),
                };
            }
            Some(count) => Some(count.parse().map_err(|_| Error::MpiDevice(count.to_owned()))?),
        };
        if dialect.is_some() {
            return Err(Error::NativeDialect);
        }
        let world = start(env!("CARGO_PKG_VERSION"))?;
        Ok(Some(Box::new(Cores { world, threads })))
    }
}

/// Returns whether a part of a selector names devices with kernels.
pub fn is_gpu(api: &str) -> bool {
    matches!(api, "cuda" | "gpu" | "opencl")
}

/// Gives each rank a device of an API. The ranks of a host take turns with its devices.
fn gpus(world: &'static World, api: &str) -> Result<Box<dyn Device>, Error> {
    #[cfg(feature = "cuda")]
    if api == "cuda" || (api == "gpu" && cuda::is_preferred()) {
        // Without a device, the first one is missing.
        let device = Arc::new(cuda::device(world.on_host() % cuda::count()?.max(1))?);
        return Ok(Box::new(Gpus { world, device }));
    }
    #[cfg(feature = "opencl")]
    if api != "cuda" {
        let only_gpus = api == "gpu";
        let number = world.on_host() % opencl::count(only_gpus)?.max(1);
        let device = Arc::new(opencl::device(number, only_gpus)?);
        return Ok(Box::new(Gpus { world, device }));
    }
    let _ = world;
    Err(Error::Internal(format!("this igc was built without `{api}`")))
}

/// The cores of each rank.
#[derive(Clone, Copy)]
struct Cores {
    world: &'static World,
    /// Number of threads of each rank, if the user has chosen one.
    threads: Option<NonZero<usize>>,
}

impl Cores {
    /// Returns the threads of this rank.
    fn team(self) -> Native {
        Native::new(self.threads.or(NonZero::new(self.world.cores())))
    }
}

impl MpiDevice for Cores {
    type Host = Arc<NativeGraph>;

    fn world(&self) -> &'static World {
        self.world
    }

    fn executed(&self) -> Executed {
        Executed::Parallel
    }

    fn open(&self, part: Input) -> Result<Arc<NativeGraph>, Error> {
        let team = self.team().team().map_err(igc_native::Error::Thread)?;
        Ok(Arc::new(NativeGraph::new(team, part)))
    }
}

impl Device for Cores {
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
        MpiDevice::executed(self)
    }

    fn has_results(&self) -> bool {
        self.world.rank() == 0
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        crash_note::native_starts();
        Ok(Box::new(MpiGraph { device: *self, input: input.clone() }))
    }
}

/// A device with kernels for each rank. This is the device of this rank; the others may have other models.
#[cfg_attr(
    not(any(feature = "cuda", feature = "opencl")),
    allow(dead_code, reason = "there is no GPU")
)]
struct Gpus<D> {
    world: &'static World,
    device: Arc<D>,
}

impl<D> Clone for Gpus<D> {
    fn clone(&self) -> Gpus<D> {
        Gpus { world: self.world, device: Arc::clone(&self.device) }
    }
}

impl<D: OpenGpu + 'static> MpiDevice for Gpus<D> {
    type Host = Arc<ResidentGraph<D::Gpu>>;

    fn world(&self) -> &'static World {
        self.world
    }

    fn executed(&self) -> Executed {
        self.device.executed()
    }

    fn open(&self, part: Input) -> Result<Self::Host, Error> {
        Ok(ResidentGraph::new(self.device.open_gpu()?, &part))
    }
}

impl<D: OpenGpu + 'static> Device for Gpus<D> {
    fn name(&self) -> DeviceName {
        let DeviceName { name, driver, dialect } = self.device.name();
        DeviceName {
            name: format!("{} ranks of MPI, this one on {name}", self.world.ranks()),
            driver: format!("{driver}, {}", self.world.mpi()),
            dialect,
        }
    }

    fn kind(&self) -> DeviceKind {
        self.device.kind()
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::json!({
            "ranks": self.world.ranks(),
            "device": self.device.facts(),
            "mpi": self.world.mpi(),
        })
    }

    fn executed(&self) -> Executed {
        MpiDevice::executed(self)
    }

    fn has_results(&self) -> bool {
        self.world.rank() == 0
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        Ok(Box::new(MpiGraph { device: self.clone(), input: input.clone() }))
    }
}

/// A graph for ranks. It is divided when a program needs it, because programs need different edges.
struct MpiGraph<D> {
    device: D,
    input: Input,
}

impl<D: MpiDevice> Resident for MpiGraph<D> {
    fn prepare(
        &self,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        options: &RunOptions,
    ) -> Result<Box<dyn Prepared>, Error> {
        let program = distributed(&self.input, artefact)?;
        let world = self.device.world();
        world.agree(&facts::of(&self.input, artefact, params, inputs, options))?;
        let given = RunInputs { params, inputs };
        // The other ranks do not try another program if only this one lacks something.
        let own = |error| own_error(world, error);
        let program = MpiProgram::new(&self.device, &self.input, program, artefact, given, options);
        Ok(Box::new(program.map_err(own)?))
    }

    fn identity(&self, artefact: &Artefact, workgroup_size: Option<u32>) -> String {
        artefact.identity(self.device.executed(), workgroup_size)
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

impl<I: Items> Link<I> for MpiLink {
    fn exchange(&mut self, messages: Vec<Message<I>>) -> Result<Vec<Message<I>>, Error> {
        let messages: Vec<Vec<u8>> =
            messages.iter().map(updates::encode).collect::<Result<_, Error>>()?;
        self.traffic.note(self.world.rank(), messages.iter().map(Vec::len));
        let received = self.world.exchange(Kind::Data, messages)?;
        Ok(received.iter().map(|bytes| updates::decode(bytes)).collect())
    }
}
