//! The interface that a backend must implement to run programs.
//!
//! The rest of the runtime, the benchmarks, the conformance runs and the studies use devices only
//! through the four traits of this module:
//!
//! ```text
//! Backend ──select──► Device ──open(graph)──► Resident ──prepare(program)──► Prepared
//! ──run_once──► Repetition
//! ```
//!
//! A [`Backend`] knows its devices. A [`Device`] has a name and opens a graph. A [`Resident`] is a
//! graph on a device, which several programs share. A [`Prepared`] program is built, has its
//! memory, and can run any number of times.
//!
//! Each backend has a separate folder here, and one line in each list of
//! [`devices`](crate::devices) (`docs/src/adding-a-backend.md` names the other places). The folder [`gpu`] has what all APIs of GPUs have in common. Only the
//! calls of these traits use dynamic dispatch; inside [`Prepared::run_once`], a backend launches its
//! kernels without it.

#[cfg(feature = "cuda")]
pub mod cuda;
pub mod gpu;
pub mod interpreter;
#[cfg(feature = "native")]
pub mod native;
#[cfg(feature = "opencl")]
pub mod opencl;
#[cfg(feature = "native")]
pub mod ranks;
mod reordered;

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use igc_compiler::data::{ArrayData, Inputs};
use igc_compiler::driver::{Artefact, Executed};
use igc_compiler::interp::findings::Finding;
use igc_compiler::ir::{Type, Value};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::input::Input;
use crate::memory::MemoryUse;
use crate::run_options::RunOptions;
use crate::supersteps::StepRecord;
use crate::traffic::Traffic;

pub use reordered::open;

/// A way to run programs, with the devices that it works on.
pub trait Backend: Sync {
    /// Returns the devices of this backend on this machine.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no device ([`Error::is_absence`]), or if a driver fails.
    fn list(&self) -> Result<Vec<ListedDevice>, Error>;

    /// Returns the device that a run without a selector should use, if this backend has a device
    /// that is worth it. A backend that can tell without starting drivers that it has none does so.
    fn preferred(&self) -> Option<Box<dyn Device>> {
        None
    }

    /// Returns why a device that this backend could have preferred is not, in words for the user.
    /// Another backend may then prefer the same device. By default, there is no such device.
    fn passed_over(&self) -> Option<String> {
        None
    }

    /// Returns the device to which a selector refers.
    ///
    /// A selector is the text of `--device`. Without one, a backend that has a default device
    /// returns it. `dialect` selects a dialect instead of the best one for the device; each backend
    /// defines the names of its dialects. The method returns `None` if the selector is meant for
    /// another backend.
    ///
    /// # Errors
    ///
    /// Returns an error if the selector is meant for this backend, but no device or several devices
    /// match, or if the device does not support the dialect.
    fn select(
        &self,
        selector: Option<&str>,
        dialect: Option<&str>,
    ) -> Result<Option<Box<dyn Device>>, Error>;

    /// Checks the syntax of a dialect. A backend without dialects returns `None`.
    fn check_dialect(&self, _dialect: &str) -> Option<Result<(), String>> {
        None
    }
}

/// A device of a backend's list.
pub struct ListedDevice {
    /// A selector of the device, as `--device` takes it.
    pub selector: String,
    /// The device, which is not open yet.
    pub device: Box<dyn Device>,
}

/// A device that can run programs.
///
/// Code that is specific to one backend, such as a microbenchmark, gets the backend's own type by a
/// downcast, for which `Any` is a supertrait.
pub trait Device: Any + Send + Sync {
    /// Returns the names by which reports and studies identify the device.
    fn name(&self) -> DeviceName;

    /// Returns the kind of processor.
    fn kind(&self) -> DeviceKind;

    /// Returns the number of threads that run a program, if the caller can choose it.
    fn threads(&self) -> Option<usize> {
        None
    }

    /// Returns every fact that the backend knows about the device, as studies record it, or `null`
    /// if it knows none. Each backend defines the fields. A field must never be renamed.
    fn facts(&self) -> serde_json::Value;

    /// Returns what the device executes, which decides whether configurations of a program are the
    /// same for it.
    fn executed(&self) -> Executed {
        Executed::OpenCl
    }

    /// Returns whether this process has the results of programs. If several processes run a program together, only the
    /// first of them has.
    fn has_results(&self) -> bool {
        true
    }

    /// Opens the device for a graph, whose order of nodes is that of the device: call [`open`]
    /// instead. The backend may copy the graph now, or when a program needs it.
    ///
    /// # Errors
    ///
    /// Returns an error if the driver cannot open the device.
    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error>;

    /// Starts what does not depend on a graph: opens the device, and builds the kernels of the program
    /// that will be prepared next, if it is known. The caller can load the graph meanwhile. If this fails,
    /// nothing happens: [`Device::open`] and [`Resident::prepare`] then do this work, and return
    /// the error. The device then stays open as long as this value exists. By default, nothing is
    /// started early.
    ///
    /// Returns the time that it took to open the device.
    fn start_early(&self, _artefact: Option<&Artefact>, _options: &RunOptions) -> Duration {
        Duration::ZERO
    }
}

/// A graph on a device, where programs are prepared.
///
/// Programs that are prepared on the same graph run one after the other. They may share memory: a
/// run starts from initial values, whatever ran before it.
pub trait Resident: Send {
    /// Prepares a program: builds its kernels, and allocates and fills the memory that it needs.
    ///
    /// `params` has a value for each parameter of the program, in order
    /// ([`params::bind`](crate::params::bind)). `inputs` has data for each of its inputs. A backend
    /// ignores options that do not apply to it, except for [`RunOptions::record_steps`], which it
    /// either fulfils or refuses.
    ///
    /// # Errors
    ///
    /// Returns an error if the device lacks what the program needs ([`Error::is_refusal`]), if the
    /// device or its driver fails ([`Error::is_device`]), or if the graph or the parameters do not
    /// fit the program.
    fn prepare(
        &self,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        options: &RunOptions,
    ) -> Result<Box<dyn Prepared>, Error>;

    /// Returns a hash of all that the device executes of an artefact. Artefacts with the same hash
    /// run identically here, so only one of them need be measured. Workgroups have the given size,
    /// or the size in the module if it is `None`.
    fn identity(&self, artefact: &Artefact, workgroup_size: Option<u32>) -> String {
        artefact.identity(Executed::OpenCl, workgroup_size)
    }

    /// Releases the memory of programs that have been dropped. Without this call, later programs
    /// reuse this memory.
    fn release_state(&self);
}

/// A program that is ready to run on a graph.
pub trait Prepared: Send {
    /// Returns how the kernels were built.
    fn build(&self) -> Build;

    /// Returns the time that it took to allocate memory, and to copy the arrays of the graph that
    /// were not on the device yet.
    fn transfer_time(&self) -> Duration;

    /// Returns the number of work-items of the largest launch, and of its workgroups. `None` if the
    /// backend has no launches whose size matters. The size may change from run to run.
    fn geometry(&self) -> Option<(usize, usize)>;

    /// Returns the memory that the program uses on the device, after the last run. `None` if the
    /// backend does not manage memory.
    fn memory(&self) -> Option<MemoryUse>;

    /// Returns what the ranks exchanged in the last run. `None` if the device is not several ranks, as by default.
    fn traffic(&self) -> Option<Traffic> {
        None
    }

    /// Runs the program once, from initial values. If a worklist is too small, the backend enlarges
    /// it and restarts the run.
    ///
    /// During the run, the backend reports progress to the [`Watch`](crate::watch::Watch) of its
    /// options: whenever it launches a kernel, and whenever a round of a loop starts.
    ///
    /// # Errors
    ///
    /// Returns an error if the device or its driver fails, or if the run reaches a limit.
    fn run_once(&mut self) -> Result<Repetition, Error>;

    /// Gives the parameters of the program other values for the following runs. Returns `false` and changes
    /// nothing if the program must be prepared again instead.
    ///
    /// # Errors
    ///
    /// Returns an error if the values do not fit the program or the graph.
    fn rebind(&mut self, _params: &[Value]) -> Result<bool, Error> {
        Ok(false)
    }

    /// Returns the content of an array after the last run. `position` is the position of the array in the
    /// module. The content is borrowed if it is in the host's memory, and owned if the
    /// backend had to copy it. Call this method before another program runs on the same
    /// [`Resident`], because programs may share memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the program has not run or has no such array, or if the device fails.
    fn array(&self, position: usize) -> Result<Cow<'_, ArrayData>, Error>;

    /// Returns a copy of an array after the last run, in memory of the device that the caller keeps. Returns `None` if the
    /// backend has no memory that others can use, as by default.
    ///
    /// # Errors
    ///
    /// Returns an error as [`array`](Prepared::array) does.
    fn device_array(&self, _position: usize) -> Result<Option<DeviceArray>, Error> {
        Ok(None)
    }
}

/// An array in the memory of a device, which belongs to the caller. A clone is the same memory, which is freed with the
/// last clone.
#[derive(Clone)]
pub struct DeviceArray {
    /// The type of the elements, which follow each other row by row. Those of `bool` have one byte each, and all others the
    /// size of their type.
    pub ty: Type,
    /// Number of elements.
    pub elements: u64,
    /// The address on the device.
    pub address: u64,
    /// The number of the device, as its API counts.
    pub device: usize,
    /// Keeps the memory.
    pub memory: Arc<dyn Any + Send + Sync>,
}

impl fmt::Debug for DeviceArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} elements of {} on device {}", self.elements, self.ty.name(), self.device)
    }
}

/// How the kernels of a program were built.
#[derive(Debug, Clone, Copy, Default)]
pub struct Build {
    /// Duration of the build; zero for a backend that builds nothing.
    pub time: Duration,
    /// Whether the kernels came from a cache on disk.
    pub was_cached: bool,
}

/// The measurements of one run of a program.
#[derive(Debug, Clone)]
pub struct Repetition {
    /// Duration of each part.
    pub timings: Timings,
    /// Number of kernels that the run launched.
    pub launches: u64,
    /// Number of rounds of the loops of `main`.
    pub rounds: u64,
    /// Number of times that the run was restarted because a worklist was too small. After a
    /// restart, earlier runs had smaller worklists than later runs, so their times cannot be
    /// compared.
    pub restarts: u32,
    /// What a checked run found.
    pub findings: Vec<Finding>,
    /// The rounds of the loops, if [`RunOptions::record_steps`] is set.
    pub steps: Option<Vec<StepRecord>>,
}

/// Durations of the parts of one run, by the host's clock. The graph is on the device before the
/// run starts.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Timings {
    /// Time to give the program's state its initial values, until the device has finished. Zero if
    /// the backend does this as a part of `main`.
    pub initialise: Duration,
    /// Time of `main`, until the last kernel has finished.
    pub main: Duration,
}

impl Timings {
    /// Returns the time of the run: from the call until the device has finished. Reports,
    /// comparisons and studies state this time, as other graph systems do.
    pub fn compute(&self) -> Duration {
        self.initialise + self.main
    }
}

/// The kind of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    /// A graphics processor.
    Gpu,
    /// The processor of the host.
    Cpu,
    /// The interpreter.
    Interpreter,
    /// Another kind of processor.
    Other,
}

/// The names by which reports and studies identify a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceName {
    /// Name of the device.
    pub name: String,
    /// Name and version of the driver.
    pub driver: String,
    /// The dialect that the backend writes for the device, or `interpreter`.
    pub dialect: String,
}
