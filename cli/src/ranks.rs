//! Commands on several ranks of MPI: which commands run there, and how all ranks end together.
//!
//! All ranks read the same command line and do the same work. Only rank 0 prints and writes files. The other ranks are
//! silent: their errors travel to rank 0 at the end, with their exit codes.

use igc_runtime::backend::ranks::mpi::{self, launch};

use crate::args::{Command, Role};
use crate::failed::Failed;
use crate::message;
use crate::output::{fail, fail_with};
use crate::rank::{is_first, is_other};

/// Lets only rank 0 report what is wrong with a command line.
pub fn silence_others() {
    if is_other() {
        message::silence();
    }
}

/// Connects this process with the other ranks, if a launcher has started several. Returns whether this process
/// executes the command.
///
/// # Errors
///
/// Returns an error if MPI cannot be used, or if the command does not run on several ranks.
pub fn start(command: &Command) -> Result<bool, Failed> {
    let role = command.role();
    let Some(launch) = launch().filter(|_| role != Role::Each) else {
        message::speak();
        return Ok(true);
    };
    let world = mpi::start(env!("IGC_VERSION")).or_else(fail_with)?;
    if world.rank() > 0 {
        message::silence();
    }
    match role {
        Role::Refused(name) => fail(
            Failed::Usage,
            format_args!(
                "`igc {name}` does not run on several ranks, but {} has started {}\n\
                 help: start it without a launcher; `igc run --repeat N` measures a program on several ranks",
                launch.launcher, launch.ranks
            ),
        ),
        Role::First => Ok(is_first()),
        Role::Together | Role::Each => Ok(true),
    }
}
