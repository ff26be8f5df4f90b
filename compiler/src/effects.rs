//! Flags of a configuration that have no effect on a program, with the reason.

use serde::{Deserialize, Serialize};

use crate::configuration::{Choice, Flag, Optimisation};
use crate::driver::{Compilation, Executed};
use crate::ir::Stage;
use crate::remarks::{Outcome, Remark};

/// A flag of a configuration that has no effect on what a device executes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithoutEffect {
    /// The flag, as `--opts` takes it.
    pub flag: String,
    /// The reason, as a sentence without a full stop.
    pub reason: String,
}

impl Compilation {
    /// Returns the flags of the configuration that have no effect on what a device executes. The
    /// [remarks](crate::remarks) decide: a flag has an effect if its pass was applied somewhere.
    pub fn without_effect(&self, executed: Executed) -> Vec<WithoutEffect> {
        let flags = self.artefact.schedule.options.flags();
        let of = |flag: Flag| {
            let reason = self.obstacle(flag, executed)?;
            Some(WithoutEffect { flag: flag.name().to_string(), reason })
        };
        flags.filter_map(of).collect()
    }

    /// Returns the reason why a flag that is on has no effect. Returns `None` if it has one.
    fn obstacle(&self, flag: Flag, executed: Executed) -> Option<String> {
        let by = Optimisation::Choice(flag.choice());
        let of_flag = || self.remarks.0.iter().filter(move |remark| remark.by == by);
        let is_applied = |remark: &Remark| remark.outcome == Outcome::Applied;
        let is_executed = |remark: &Remark| match executed {
            Executed::OpenCl => true,
            Executed::Parallel => remark.stage == Stage::Parallel,
        };
        let is_size = flag.choice() == Choice::WorkgroupSize;
        let has_kernels = !self.artefact.module.kernels.is_empty();
        // Wide edges change the arrays of every graph.
        if flag.choice() == Choice::WideEdges
            || of_flag().any(|remark| is_applied(remark) && is_executed(remark))
        {
            return None;
        }
        match executed {
            Executed::OpenCl if is_size && has_kernels => None,
            Executed::Parallel if is_size || of_flag().any(is_applied) => {
                Some("the threads of a CPU distribute work in their own way".to_string())
            }
            _ => Some(match of_flag().next() {
                Some(Remark { place, message, .. }) => format!("in `{place}`, {message}"),
                None => format!("the program would need {}", flag.choice().row().needs),
            }),
        }
    }
}
