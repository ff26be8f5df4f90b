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
//! (`shared.rs`), and an outlined loop of `main` runs on the device (`outlined.rs`). So an interpretation is
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
mod arrays;
mod code;
mod error;
mod eval;
mod execute;
mod graph;
mod grid;
mod host;
mod item;
mod kernel;
mod machine;
mod meet;
mod order;
mod outlined;
mod shared;
mod worklist;

use crate::ir::verify::{verify, well_formed};
use crate::ir::{MAX_EXTENT, Module, Type, Value};

pub use arrays::{ArrayData, weights};
pub use error::RunError;
pub use graph::{GraphView, WeightsView};

use item::Geometry;
use machine::Machine;

/// The largest number of work-items of a launch: what [`MAX_EXTENT`](crate::ir::MAX_EXTENT) leaves
/// below 2³².
pub const MAX_WORK_ITEMS: u32 = 1 << 24;

/// How to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The order of the iterations of each `forall` and whose turn it is in each launch: 0 for first
    /// to last, each as far as it can go, else a different one for each, always the same for the same
    /// seed.
    pub seed: u64,
    /// How many workgroups a launch of a distributed module has, at least 1.
    pub groups: u32,
    /// How many work-items a workgroup has, at least 1, and all together at most [`MAX_WORK_ITEMS`].
    pub workgroup_size: u32,
    /// How many work-items a subgroup has, at least 1. The last one of a workgroup may be smaller.
    pub subgroup_size: u32,
    /// Ends the run with an error before one launch more.
    pub max_launches: Option<u64>,
    /// Ends the run with an error before one round more of the loops of `main`.
    pub max_rounds: Option<u64>,
    /// Ends the run with an error before one step more. A statement is a step, of a kernel or of
    /// `main`, and so is each round of a loop. Without a limit, a program that does not terminate
    /// runs forever, and one that pushes meanwhile fills the memory.
    pub max_steps: Option<u64>,
    /// Ends the run with an error when a worklist has an item more waiting on it, at most
    /// [`MAX_EXTENT`](crate::ir::MAX_EXTENT). An outlined loop goes on to its next capacity check.
    pub max_items: u32,
    /// Whether to report accesses that break the promise of a plain access. Takes 104 bytes for each
    /// element of each array.
    pub check_access: bool,
    /// Whether to run a module that is [well formed](well_formed) although the verifier does not prove
    /// that its work-items do together what they must: to put the proof to the test. They may miss each
    /// other, which is reported, or race, which shows in the results.
    pub unproven: bool,
}

impl Default for Settings {
    /// In order, one work-item, no limits, nothing reported.
    fn default() -> Settings {
        Settings {
            seed: 0,
            groups: 1,
            workgroup_size: 1,
            subgroup_size: 1,
            max_launches: None,
            max_rounds: None,
            max_steps: None,
            max_items: MAX_EXTENT,
            check_access: false,
            unproven: false,
        }
    }
}

impl Settings {
    fn geometry(&self) -> Geometry {
        let Settings { groups, workgroup_size, subgroup_size, .. } = *self;
        // A larger subgroup is one that the workgroup does not fill.
        Geometry { groups, workgroup_size, subgroup_size: subgroup_size.min(workgroup_size) }
    }

    fn check_geometry(&self) -> Result<(), RunError> {
        let Settings { groups, workgroup_size, subgroup_size, .. } = *self;
        let all = groups as u64 * workgroup_size as u64;
        if groups == 0 || subgroup_size == 0 || !(1..=MAX_WORK_ITEMS as u64).contains(&all) {
            return Err(RunError::Geometry { groups, workgroup_size, subgroup_size });
        }
        Ok(())
    }
}

/// What a run leaves.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The final content of every array of the module, in order.
    pub arrays: Vec<ArrayData>,
    /// How many kernels were launched.
    pub launches: u64,
    /// How many rounds the loops of `main` took together: `pipe`, `iterate` and `while`.
    pub rounds: u64,
    /// How many steps were taken, as [`Settings::max_steps`] counts them.
    pub steps: u64,
}

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
    check_params(module, params, graph.nodes())?;
    let code = code::Code::new(module);
    let mut machine = Machine::new(module, &code, graph, params, settings, launched)?;
    machine.main().map_err(|stop| *stop)?;
    Ok(machine.outcome())
}

fn check_params(module: &Module, params: &[Value], nodes: u32) -> Result<(), RunError> {
    if params.len() != module.params.len() {
        return Err(RunError::ParameterCount { wanted: module.params.len(), found: params.len() });
    }
    for (param, value) in module.params.iter().zip(params) {
        if value.ty() != param.ty {
            return Err(RunError::ParameterType {
                name: param.name.clone(),
                wanted: param.ty,
                found: value.ty(),
            });
        }
        if param.ty == Type::Node && value.index() >= nodes {
            return Err(RunError::ParameterNode {
                name: param.name.clone(),
                node: value.index(),
                nodes,
            });
        }
    }
    Ok(())
}
