//! Programs that are ready to run, on whatever device: what [`bench`](crate::bench) runs many of in
//! turns.

use std::borrow::Cow;
use std::time::Duration;

use igc_compiler::data::ArrayData;
use igc_compiler::driver::Artefact;
use igc_compiler::ir::Value;

use crate::Error;
use crate::device::Device;
use crate::host;
use crate::input::Input;
use crate::report::Timings;
use crate::run::Limits;
use crate::supersteps::StepRecord;

/// A graph on a device, where programs are prepared.
pub enum Resident<'a> {
    /// In the memory of the host, for the interpreter.
    Host(&'a Input),
    /// On an OpenCL device.
    #[cfg(feature = "opencl")]
    OpenCl(crate::opencl::Resident<'a>),
}

/// A program that is ready to run on a graph that is [resident](Resident) on a device.
pub enum Prepared<'a> {
    /// By the interpreter.
    Host(host::Prepared<'a>),
    /// On an OpenCL device.
    #[cfg(feature = "opencl")]
    OpenCl(Box<crate::opencl::Prepared<'a>>),
}

/// What one run did.
#[derive(Debug, Clone)]
pub struct Ran {
    /// How long its phases took.
    pub timings: Timings,
    /// How often it was started anew because a worklist was too small: if it was, earlier runs had
    /// less room than later ones will.
    pub restarts: u32,
    /// The rounds of its loops, where they were to be recorded.
    pub steps: Option<Vec<StepRecord>>,
}

/// How the kernels of a program were built.
#[derive(Debug, Clone, Copy, Default)]
pub struct Build {
    /// How long it took; zero where none are built.
    pub time: Duration,
    /// Whether they came from the cache on disk.
    pub was_cached: bool,
    /// Work-items of a launch and of a workgroup, where there are any.
    pub geometry: Option<(usize, usize)>,
}

impl<'a> Resident<'a> {
    /// Opens the device.
    ///
    /// # Errors
    ///
    /// The driver's refusal.
    pub fn open(device: &Device, input: &'a Input) -> Result<Resident<'a>, Error> {
        Ok(match device {
            Device::Host => Resident::Host(input),
            #[cfg(feature = "opencl")]
            Device::OpenCl(info) => Resident::OpenCl(crate::opencl::Resident::open(info, input)?),
        })
    }

    /// Forgets the memory of programs that are gone, which the next ones would take over.
    pub fn release_state(&self) {
        match self {
            Resident::Host(_) => {}
            #[cfg(feature = "opencl")]
            Resident::OpenCl(resident) => resident.release_state(),
        }
    }

    /// Makes a program ready to run.
    ///
    /// # Errors
    ///
    /// The device or its driver fails, the graph or the parameters do not fit the program, or the
    /// interpreter is to record rounds.
    pub fn prepare(
        &'a self,
        artefact: &'a Artefact,
        params: &[Value],
        limits: &'a Limits,
    ) -> Result<Prepared<'a>, Error> {
        Ok(match self {
            Resident::Host(_) if limits.record_steps => return Err(Error::NoSteps),
            Resident::Host(input) => {
                Prepared::Host(host::Prepared::new(artefact, input, params, limits))
            }
            #[cfg(feature = "opencl")]
            Resident::OpenCl(resident) => {
                let prepared = crate::opencl::Prepared::new(resident, artefact, params, limits)?;
                Prepared::OpenCl(Box::new(prepared))
            }
        })
    }
}

impl Prepared<'_> {
    /// How the kernels were built.
    pub fn build(&self) -> Build {
        match self {
            Prepared::Host(_) => Build::default(),
            #[cfg(feature = "opencl")]
            Prepared::OpenCl(prepared) => Build {
                time: prepared.build_time(),
                was_cached: prepared.was_cached(),
                geometry: Some(prepared.geometry()),
            },
        }
    }

    /// Runs the program, again and with more room where a worklist had too little.
    ///
    /// # Errors
    ///
    /// The device or its driver fails, the parameters or the graph do not fit the program, or a limit
    /// is reached.
    pub fn run_once(&mut self) -> Result<Ran, Error> {
        Ok(match self {
            Prepared::Host(prepared) => {
                Ran { timings: prepared.run_once()?, restarts: 0, steps: None }
            }
            #[cfg(feature = "opencl")]
            Prepared::OpenCl(prepared) => {
                let crate::opencl::Ran { timings, restarts, steps, .. } = prepared.run_once()?;
                Ran { timings, restarts, steps }
            }
        })
    }

    /// The content of every array after the last run, in the order of the schedule's buffers. To be
    /// asked before another program runs there: they may share memory.
    ///
    /// # Errors
    ///
    /// The device fails.
    pub fn arrays(&self) -> Result<Cow<'_, [ArrayData]>, Error> {
        Ok(match self {
            Prepared::Host(prepared) => Cow::Borrowed(prepared.arrays()),
            #[cfg(feature = "opencl")]
            Prepared::OpenCl(prepared) => Cow::Owned(prepared.arrays()?),
        })
    }

    /// Kernels launched by the last run.
    pub fn launches(&self) -> u64 {
        match self {
            Prepared::Host(prepared) => prepared.launches(),
            #[cfg(feature = "opencl")]
            Prepared::OpenCl(prepared) => prepared.launches(),
        }
    }

    /// Rounds of the loops of the last run.
    pub fn rounds(&self) -> u64 {
        match self {
            Prepared::Host(prepared) => prepared.rounds(),
            #[cfg(feature = "opencl")]
            Prepared::OpenCl(prepared) => prepared.rounds(),
        }
    }
}
