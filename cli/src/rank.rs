//! Which of the ranks that MPI has started this process is.

use igc_runtime::backend::ranks::mpi::{self, World, launch};

/// Returns the ranks, if a launcher has started several of them for this command.
pub fn several() -> Option<&'static World> {
    mpi::world().filter(|world| world.ranks() > 1)
}

/// Returns whether this process prints and writes files.
pub fn is_first() -> bool {
    mpi::world().is_none_or(|world| world.rank() == 0)
}

/// Returns whether a launcher has started several ranks, and this is not the first one.
pub fn is_other() -> bool {
    launch().and_then(|launch| launch.rank).is_some_and(|rank| rank > 0)
}
