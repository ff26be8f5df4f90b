//! The reference interpreter: executes a whole module on the CPU, slowly and obviously right.
//!
//! It is what all generated code is compared with, and the device of `igc run --device host`. It
//! keeps to the letter of [`ir`](crate::ir); where that leaves freedom (the order of a `forall`'s
//! iterations, who of the work-items of a launch goes on), a seed picks, so that a program that
//! depends on an order shows it.
//!
//! Both stages run, as the same linear code (`code.rs`). A [`Stage::Parallel`](crate::ir::Stage) module
//! runs each kernel's body once for each launch; a distributed one runs it once for each work-item of
//! [`Settings::groups`] workgroups, interleaved (`grid.rs`): barriers and all else that
//! work-items do together happen when all have come (`meet.rs`), what a workgroup shares is its own
//! (`shared.rs`), and an outlined loop of `main` runs on the device (`outline.rs`). So an interpretation is
//! always one of the executions that a device may perform, never a proof that all of them agree.
//! Shared memory is always watched for races; [`Settings::check_access`] does the same for device
//! memory: it reports two agents of which one does what the other's plain access promised that
//! nobody does, in whatever order they run here.
//!
//! What a pass promised is held to it: an index past the end where the module says that there is
//! none ends the run with [`RunError::BrokenPromise`]. `select`, `&&` and `||` evaluate all their
//! operands, since a device may.
//!
//! It is pure: no files, no threads, no clock. A module that [`verify`](crate::ir::verify) accepts
//! does not make it panic; one that does not terminate ends it through the limits in [`Settings`].

mod access;
mod code;
mod error;
mod eval;
mod execute;
mod graph;
mod grid;
mod group_memory;
mod host;
mod item;
mod kernel;
mod machine;
mod meet;
mod order;
mod outline;
mod settings;
mod shared;
mod worklist;

use crate::data::{GraphView, check_parameters};
use crate::ir::verify::{verify, well_formed};
use crate::ir::{Module, Value};

pub use error::RunError;
pub use item::MAX_WORK_ITEMS;
pub use machine::Outcome;
pub use settings::Settings;

use machine::Machine;

/// Runs a module on a graph. `params` has one value for each parameter of the module, in order;
/// defaults are the caller's to fill in.
///
/// That the graph is as the module [requires](crate::ir::GraphRequirement) is the loader's to see
/// to, and not checked.
///
/// # Errors
///
/// See [`RunError`].
pub fn run(
    module: &Module,
    graph: &GraphView<'_>,
    params: &[Value],
    settings: &Settings,
) -> Result<Outcome, RunError> {
    run_watched(module, graph, params, settings, &|| ())
}

/// As [`run`], and calls `launched` before each launch, which is a sign of life: how much time may
/// pass without one is the caller's to say.
///
/// # Errors
///
/// See [`RunError`].
pub fn run_watched(
    module: &Module,
    graph: &GraphView<'_>,
    params: &[Value],
    settings: &Settings,
    launched: &dyn Fn(),
) -> Result<Outcome, RunError> {
    let accepted = if settings.unproven { well_formed(module) } else { verify(module) };
    accepted.map_err(RunError::NotVerified)?;
    settings.check_geometry()?;
    let graph = graph::Graph::new(module, graph)?;
    check_parameters(module, params, graph.nodes())?;
    let code = code::Code::new(module);
    let mut machine = Machine::new(module, &code, graph, params, settings, launched)?;
    machine.main().map_err(|stop| *stop)?;
    Ok(machine.outcome())
}
