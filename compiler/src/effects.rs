//! Flags of a configuration that have no effect on a program, with the reason.

use serde::{Deserialize, Serialize};

use crate::configuration::{Choice, Flag, Optimisation};
use crate::driver::{Compilation, Executed};
use crate::ir::Stage;
use crate::passes::precedes_distribution;
use crate::remarks::{Outcome, Remark};

/// A flag of a configuration that has no effect on what a device executes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithoutEffect {
    /// The flag, as `--opts` takes it.
    pub flag: String,
    /// The reason, as a sentence without a full stop.
    pub reason: String,
    /// Whether the device is the reason, and not the program.
    #[serde(default)]
    pub of_device: bool,
}

/// The reason why a flag has no effect.
enum Obstacle {
    /// The device does not execute what the flag changes.
    Device,
    /// The program has nothing that the flag could change.
    Program(String),
}

impl Compilation {
    /// Returns the flags of the configuration that have no effect on what a device executes. The
    /// [remarks](crate::remarks) decide: a flag has an effect if its pass was applied somewhere.
    pub fn without_effect(&self, executed: Executed) -> Vec<WithoutEffect> {
        let flags = self.artefact.schedule.options.flags();
        let of = |flag: Flag| {
            let obstacle = match is_of(flag, executed) {
                true => self.obstacle(flag, executed)?,
                false => Obstacle::Device,
            };
            let (reason, of_device) = match obstacle {
                Obstacle::Device => (NOT_OF_CPUS.to_string(), true),
                Obstacle::Program(reason) => (reason, false),
            };
            Some(WithoutEffect { flag: flag.name().to_string(), reason, of_device })
        };
        flags.filter_map(of).collect()
    }

    /// Returns the reason why a flag that is on has no effect. Returns `None` if it has one.
    fn obstacle(&self, flag: Flag, executed: Executed) -> Option<Obstacle> {
        let by = Optimisation::Choice(flag.choice());
        let of_flag = || self.remarks.0.iter().filter(move |remark| remark.by == by);
        let is_executed = |remark: &Remark| match executed {
            Executed::OpenCl | Executed::Cuda => true,
            Executed::Parallel => remark.stage == Stage::Parallel,
        };
        let is_applied = |remark: &Remark| remark.outcome == Outcome::Applied;
        let has_kernels = !self.artefact.module.kernels.is_empty();
        let has_effect = match flag.choice() {
            // Wide edges change the arrays of every graph.
            Choice::WideEdges => true,
            Choice::WorkgroupSize => has_kernels,
            _ => of_flag().any(|remark| is_applied(remark) && is_executed(remark)),
        };
        if has_effect {
            return None;
        }
        if of_flag().any(is_applied) {
            return Some(Obstacle::Device);
        }
        Some(Obstacle::Program(match of_flag().next() {
            Some(Remark { place, message, .. }) => format!("in `{place}`, {message}"),
            None => format!("the program would need {}", flag.choice().row().needs),
        }))
    }
}

/// The reason why a CPU does not execute what a flag changes.
const NOT_OF_CPUS: &str =
    "the threads of a CPU distribute work in their own way, without workgroups";

/// Returns whether the flag can change what a device executes, for some program.
fn is_of(flag: Flag, executed: Executed) -> bool {
    match executed {
        Executed::OpenCl | Executed::Cuda => true,
        Executed::Parallel => flag.choice() == Choice::WideEdges || precedes_distribution(flag),
    }
}
