//! Ranks in one process as a device: `ranks:4` divides a graph among four ranks, each with a share of the
//! processor's cores, and `cuda:0-3` among four GPUs.
//!
//! The compiler derives what the ranks exchange ([`igc_compiler::ranks`]). On one machine, `cpu` is
//! faster than `ranks:4`, because its threads share memory. That device is for finding out
//! whether a program can run on several ranks, and how much they exchange.
//!
//! | module | task |
//! | --- | --- |
//! | `devices` | the devices `ranks:4` and `cuda:0-3` |
//! | `partition` | divides the graph |
//! | `divided` | keeps the parts |
//! | `shares` | predicts the sizes of the parts for any number of ranks |
//! | `link` | carries messages between ranks |
//! | `updates` | writes and reads messages with changed values |
//! | `machine` | what a rank needs from a processor or a GPU |
//! | `target` | exchanges what launches need and change |
//! | `prepared` | runs a program on all ranks |
//! | `mpi` | ranks that are processes |

mod devices;
mod divided;
mod link;
mod machine;
pub mod mpi;
mod partition;
mod prepared;
mod shares;
mod target;
mod updates;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use igc_compiler::data::Inputs;
use igc_compiler::driver::{Artefact, Executed};
use igc_compiler::ir::Value;
use igc_compiler::ranks::{self, Ranked, StoredEdges};

use super::{Prepared, Resident};
use crate::Error;
use crate::input::Input;
use crate::params::RunInputs;
use crate::run_options::RunOptions;
pub use devices::Ranks;
use divided::Divided;
use machine::{RankDevices, RankHost, Stop};
use prepared::RankedProgram;
pub use shares::Shares;

/// Returns a number of threads in words.
fn counted(threads: usize) -> String {
    if threads == 1 { "1 thread".into() } else { format!("{threads} threads") }
}

/// A graph for ranks. It is divided when a program needs it, because programs need different edges.
struct RankedGraph<D: RankDevices> {
    devices: D,
    executed: Executed,
    input: Input,
    divided: Mutex<HashMap<StoredEdges, Arc<Divided<D::Host>>>>,
}

impl<D: RankDevices> RankedGraph<D> {
    fn new(devices: D, executed: Executed, input: &Input) -> RankedGraph<D> {
        RankedGraph { devices, executed, input: input.clone(), divided: Mutex::default() }
    }

    fn divided(&self, stored: StoredEdges) -> Result<Arc<Divided<D::Host>>, Error> {
        let mut known = self.divided.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(divided) = known.get(&stored) {
            return Ok(Arc::clone(divided));
        }
        let divided = Arc::new(Divided::new(&self.input, &self.devices, stored)?);
        known.insert(stored, Arc::clone(&divided));
        Ok(divided)
    }
}

impl<D: RankDevices> Resident for RankedGraph<D>
where
    D::Host: Sync,
    <D::Host as RankHost>::Program: 'static,
    Stop<<D::Host as RankHost>::Program>: Send,
{
    fn prepare(
        &self,
        artefact: &Artefact,
        params: &[Value],
        inputs: &Inputs,
        options: &RunOptions,
    ) -> Result<Box<dyn Prepared>, Error> {
        let program = distributed(&self.input, artefact)?;
        let divided = self.divided(program.edges)?;
        let given = RunInputs { params, inputs };
        Ok(Box::new(RankedProgram::new(&self.input, program, &divided, artefact, given, options)?))
    }

    fn identity(&self, artefact: &Artefact, workgroup_size: Option<u32>) -> String {
        artefact.identity(self.executed, workgroup_size)
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
