//! The reference interpreter: it executes a whole module on the CPU. It is simple rather than fast.
//!
//! Tests compare all generated code with it, and it is the device of `igc run --device interpreter`.
//! It follows the meaning that [`ir`](crate::ir) defines. Where that definition allows several orders
//! (the iterations of a `forall`, the work-items of a launch), a seed chooses one. A program whose
//! result depends on an order therefore shows it under some seed.
//!
//! Modules of both stages become the same linear code (`code.rs`). For a
//! [`Stage::Parallel`](crate::ir::Stage) module, a launch executes the body of the kernel once. For
//! a distributed module, a launch executes it once for each work-item of [`Settings::groups`]
//! workgroups, interleaved (`grid.rs`). Work-items wait at barriers and collectives until all
//! work-items of the group have reached them (`rendezvous.rs`). Each workgroup has its own shared
//! memory (`shared.rs`). An outlined loop of `main` runs on the device (`outlined.rs`).
//!
//! A run is one of the executions that a device may perform. It does not prove that all executions
//! have the same result. Shared memory is always checked for races. [`Settings::check_access`] adds
//! a check for device memory: it reports accesses that break the promise of another agent's plain
//! access, in whatever order they run.
//!
//! The interpreter also checks what passes promise. For example, if the module says that an index
//! is in range and it is not, the run ends with [`RunError::BrokenPromise`]. `select`, `&&` and
//! `||` evaluate all of their operands, because a device may.
//!
//! The interpreter uses no files, threads or clock. A module that [`verify`](crate::ir::verify)
//! accepts does not make it panic. The limits in [`Settings`] end a module that does not terminate.

mod access;
mod code;
mod contract;
mod error;
mod eval;
mod execute;
pub mod findings;
mod graph;
mod grid;
mod group_memory;
mod host;
mod item;
mod kernel;
mod machine;
mod observer;
mod order;
mod outlined;
mod perturbation;
mod rendezvous;
mod settings;
mod shared;
mod watching;
mod worklist;

use crate::data::{GraphView, check_parameters};
use crate::ir::verify::{verify, well_formed};
use crate::ir::{Module, Value};

pub use error::RunError;
pub use item::MAX_WORK_ITEMS;
pub use machine::Outcome;
pub use observer::Observer;
pub use perturbation::Perturbation;
pub use settings::Settings;

use machine::Machine;

/// Runs a module on a graph. `params` has one value for each parameter of the module, in order; the
/// caller fills in defaults.
///
/// The caller must make sure that the graph is as the module
/// [requires](crate::ir::GraphRequirement). This function does not check it.
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
    run_observed(module, graph, params, settings, &())
}

/// Like [`run`], and reports the events of the run to an observer.
///
/// # Errors
///
/// See [`RunError`].
pub fn run_observed(
    module: &Module,
    graph: &GraphView<'_>,
    params: &[Value],
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Outcome, RunError> {
    let accepted = if settings.unproven { well_formed(module) } else { verify(module) };
    accepted.map_err(RunError::NotVerified)?;
    settings.check_geometry()?;
    let graph = graph::Graph::new(module, graph)?;
    check_parameters(module, params, graph.nodes())?;
    let code = code::Code::new(module);
    let mut machine = Machine::new(module, &code, graph, params, settings, observer)?;
    machine.main().map_err(|stop| *stop)?;
    Ok(machine.outcome())
}
