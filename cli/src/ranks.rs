//! Commands on several ranks of MPI: which commands run there, and how all ranks end together.
//!
//! All ranks read the same command line and do the same work. Only rank 0 prints and writes files. The other ranks are
//! silent: their errors travel to rank 0 at the end, with their exit codes.

use igc_runtime::backend::ranks::mpi::{self, World, launch};

use crate::args::Command;
use crate::failed::Failed;
use crate::message;
use crate::output::{fail, fail_with};

/// What a command does if a launcher has started it on several ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// All ranks run one program together.
    Together,
    /// Rank 0 executes the command, and the other ranks wait.
    First,
    /// The command of this name fails.
    Refused(&'static str),
    /// Each process executes the command, because it runs no programs.
    Each,
}

/// Lets only rank 0 report what is wrong with a command line.
pub fn silence_others() {
    if is_other() {
        message::silence();
    }
}

/// Returns whether a launcher has started several ranks, and this is not the first one.
fn is_other() -> bool {
    launch().and_then(|launch| launch.rank).is_some_and(|rank| rank > 0)
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

/// Returns the ranks, if a launcher has started several of them for this command.
pub fn several() -> Option<&'static World> {
    mpi::world().filter(|world| world.ranks() > 1)
}

/// Returns whether this process prints and writes files.
pub fn is_first() -> bool {
    mpi::world().is_none_or(|world| world.rank() == 0)
}

/// Ends this rank together with the others. Returns the exit code of all ranks.
pub fn end(code: i32) -> i32 {
    let Some(world) = mpi::world() else { return code };
    let own = match message::kept() {
        text if text.is_empty() && code != 0 => format!("the command has failed with code {code}"),
        text => text,
    };
    let (rank, text) = (world.rank(), own.clone());
    let alone = move || {
        if rank > 0 {
            message::speak();
            message::error(format_args!("rank {rank}: {text}"));
        }
    };
    let (code, error) = world.end(code, &own, alone);
    if let Some(error) = error {
        message::error(error);
    }
    code
}
