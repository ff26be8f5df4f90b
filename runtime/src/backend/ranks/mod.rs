//! Ranks in one process as a device: `ranks:4` divides a graph among four ranks, each with a share of the
//! processor's cores.
//!
//! The compiler derives what the ranks exchange ([`igc_compiler::ranks`]). This device is for finding out
//! whether a program can run on several ranks, and how much they exchange. On one machine, `cpu` is
//! faster, because its threads share memory.
//!
//! | module | task |
//! | --- | --- |
//! | `partition` | divides the graph |
//! | `divided` | keeps the parts |
//! | `link` | carries messages between ranks |
//! | `updates` | writes and reads messages with changed rows |
//! | `target` | exchanges what launches need and change |
//! | `prepared` | runs a program on all ranks |
//! | `mpi` | ranks that are processes |

mod divided;
mod link;
pub mod mpi;
mod partition;
mod prepared;
mod target;
mod updates;

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use igc_compiler::data::Inputs;
use igc_compiler::driver::{Artefact, Executed};
use igc_compiler::ir::Value;
use igc_compiler::ranks::{self, Ranked, StoredEdges};

use super::native::{Native, processor};
use super::{Backend, Device, DeviceKind, DeviceName, ListedDevice, Prepared, Resident};
use crate::Error;
use crate::crash_note;
use crate::input::Input;
use crate::run_options::RunOptions;
use divided::Divided;
use prepared::RankedProgram;

/// Returns a number of threads in words.
fn counted(threads: usize) -> String {
    if threads == 1 { "1 thread".into() } else { format!("{threads} threads") }
}

/// The name of the device.
const RANKS: &str = "ranks";

/// Largest number of ranks of a process. Each has a thread.
const MOST: usize = 256;

/// The backend.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ranks;

/// A number of ranks.
#[derive(Debug, Clone, Copy)]
pub struct RanksDevice {
    ranks: usize,
}

impl RanksDevice {
    /// Returns the threads of a rank: its share of the cores.
    fn team(self) -> Native {
        let cores = processor::cores().get();
        Native::new(NonZero::new((cores / self.ranks).max(1)))
    }
}

impl Backend for Ranks {
    /// No device is listed: any machine has any number of ranks.
    fn list(&self) -> Result<Vec<ListedDevice>, Error> {
        Ok(vec![])
    }

    /// Recognises `ranks:N`.
    fn select(
        &self,
        selector: Option<&str>,
        dialect: Option<&str>,
    ) -> Result<Option<Box<dyn Device>>, Error> {
        let Some(rest) = selector.and_then(|selector| selector.strip_prefix(RANKS)) else {
            return Ok(None);
        };
        let count = match rest.strip_prefix(':') {
            Some(count) => count,
            None if rest.is_empty() => "",
            None => return Ok(None),
        };
        match (count.parse(), dialect) {
            (Ok(ranks @ 1..=MOST), None) => Ok(Some(Box::new(RanksDevice { ranks }))),
            (Ok(1..=MOST), Some(_)) => Err(Error::NativeDialect),
            _ => Err(Error::Ranks { given: count.to_owned(), most: MOST }),
        }
    }
}

impl Device for RanksDevice {
    fn name(&self) -> DeviceName {
        let (ranks, name) = (self.ranks, processor::name());
        let threads = self.team().threads();
        DeviceName {
            name: format!("{ranks} ranks on {name} ({} each)", counted(threads.get())),
            driver: format!("igc {} native", env!("CARGO_PKG_VERSION")),
            dialect: std::env::consts::ARCH.into(),
        }
    }

    fn kind(&self) -> DeviceKind {
        DeviceKind::Cpu
    }

    /// Returns the number of threads of all ranks.
    fn threads(&self) -> Option<usize> {
        Some(self.ranks * self.team().threads().get())
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::json!({
            "ranks": self.ranks,
            "threads": self.team().threads(),
            "processor": processor::name(),
            "cores": processor::cores(),
        })
    }

    fn executed(&self) -> Executed {
        Executed::Parallel
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        crash_note::native_starts();
        Ok(Box::new(RankedGraph { device: *self, input: input.clone(), divided: Mutex::default() }))
    }
}

/// A graph for ranks. It is divided when a program needs it, because programs need different edges.
struct RankedGraph {
    device: RanksDevice,
    input: Input,
    divided: Mutex<HashMap<StoredEdges, Arc<Divided>>>,
}

impl RankedGraph {
    fn divided(&self, stored: StoredEdges) -> Result<Arc<Divided>, Error> {
        let mut known = self.divided.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(divided) = known.get(&stored) {
            return Ok(Arc::clone(divided));
        }
        let (ranks, team) = (self.device.ranks, self.device.team());
        let divided = Arc::new(Divided::new(&self.input, ranks, team, stored)?);
        known.insert(stored, Arc::clone(&divided));
        Ok(divided)
    }
}

impl Resident for RankedGraph {
    fn prepare(
        &self,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        options: &RunOptions,
    ) -> Result<Box<dyn Prepared>, Error> {
        let program = distributed(&self.input, artefact)?;
        let divided = self.divided(program.edges)?;
        let given = (params, inputs);
        Ok(Box::new(RankedProgram::new(&self.input, program, &divided, artefact, given, options)?))
    }

    fn identity(&self, artefact: &Artefact, workgroup_size: Option<u32>) -> String {
        artefact.identity(Executed::Parallel, workgroup_size)
    }

    fn release_state(&self) {}
}

/// Returns the distributed form of a program for a graph.
///
/// # Errors
///
/// Returns an error if the edges of the graph do not fit the program, or if the program has no distributed form.
fn distributed(input: &Input, artefact: &Artefact) -> Result<Ranked, Error> {
    input.check_edges(&artefact.parallel)?;
    ranks::derive(&artefact.parallel).map_err(|obstacles| {
        let mut reasons: Vec<String> = obstacles.iter().map(ToString::to_string).collect();
        // Several statements may have the same reason.
        reasons.dedup();
        Error::Undistributed { program: artefact.module.name.clone(), reasons }
    })
}
