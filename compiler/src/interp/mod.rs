//! The reference interpreter: executes a module on the CPU. Correctness is more important than
//! speed.
//!
//! Tests compare all generated code with it, and it is the device of `igc run --device host`. It
//! implements the semantics of [`ir`](crate::ir). Where the IR leaves freedom (the order of a
//! `forall`'s iterations, the interleaving of work-items), a seed chooses. A program that depends
//! on an order therefore gives different results for different seeds.
//!
//! Modules of both stages become linear code (`code.rs`) and run. For a module of
//! [`Stage::Parallel`](crate::ir::Stage), the body of a kernel runs once per launch. For a
//! distributed module, it runs once per work-item of [`Settings::groups`] workgroups, which are
//! interleaved (`grid.rs`). Operations of a group, such as barriers, happen when all its work-items
//! have arrived (`meet.rs`). Each workgroup has its own shared memory (`shared.rs`). An outlined
//! loop of `main` runs on the device (`outline.rs`).
//!
//! One run of the interpreter is one of the executions that a device may perform. It does not prove
//! that all executions agree. The interpreter always reports races in shared memory. With
//! [`Settings::check_access`], it also reports accesses to device memory that violate the promise
//! of a plain access, in whatever order the two agents run.
//!
//! The interpreter checks the promises of passes: if an index is past the end although it is marked
//! as proven, the run ends with [`RunError::BrokenPromise`]. `select`, `&&` and `||` evaluate all
//! operands, because a device may do so.
//!
//! The interpreter is pure: it uses no files, threads or clock. It does not panic on a module that
//! [`verify`](crate::ir::verify) accepts. The limits in [`Settings`] end programs that do not
//! terminate.

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
mod outline;
mod shared;
mod worklist;

use crate::ir::verify::{verify, well_formed};
use crate::ir::{MAX_EXTENT, Module, Type, Value};

pub use arrays::{ArrayData, weights};
pub use error::RunError;
pub use graph::{GraphView, WeightsView};

use item::Geometry;
use machine::Machine;

/// Maximum number of work-items of a launch. [`MAX_EXTENT`](crate::ir::MAX_EXTENT) leaves this
/// margin below 2³².
pub const MAX_WORK_ITEMS: u32 = 1 << 24;

/// Settings of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Seed for the order of `forall` iterations and the interleaving of work-items. With 0,
    /// iterations run in order, and each work-item runs as long as it can. Other seeds choose a
    /// random order, which is the same for the same seed.
    pub seed: u64,
    /// Number of workgroups of a launch of a distributed module, at least 1.
    pub groups: u32,
    /// Number of work-items of a workgroup, at least 1. A launch has at most [`MAX_WORK_ITEMS`]
    /// work-items.
    pub workgroup_size: u32,
    /// Number of work-items of a subgroup, at least 1. The last subgroup of a workgroup may be
    /// smaller.
    pub subgroup_size: u32,
    /// Maximum number of launches. One more is an error.
    pub max_launches: Option<u64>,
    /// Maximum number of rounds of the loops of `main`. One more is an error.
    pub max_rounds: Option<u64>,
    /// Maximum number of steps. One more is an error. Each statement of a kernel or of `main` is a
    /// step, and so is each round of a loop. Without a limit, a program that does not terminate
    /// runs forever, and fills the memory if it pushes.
    pub max_steps: Option<u64>,
    /// Maximum number of items in the back buffer of a worklist, at most
    /// [`MAX_EXTENT`](crate::ir::MAX_EXTENT). One more is an error.
    pub max_items: u32,
    /// Whether to report accesses that violate the promise of a plain access. This needs 104 bytes
    /// per element of each array.
    pub check_access: bool,
    /// Whether to run a module that is [well formed](well_formed) even if the verifier cannot prove
    /// that its work-items synchronise correctly. This tests the proof: work-items that do not
    /// reach the same barrier are reported, and conflicts show in the results.
    pub unproven: bool,
}

impl Default for Settings {
    /// Runs in order with one work-item, without limits and without access checks.
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
        // If a subgroup is larger than the workgroup, the workgroup does not fill it.
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

/// The result of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Final content of all arrays of the module, in order.
    pub arrays: Vec<ArrayData>,
    /// Number of kernel launches.
    pub launches: u64,
    /// Number of rounds of all loops of `main`.
    pub rounds: u64,
    /// Number of steps, as [`Settings::max_steps`] counts them.
    pub steps: u64,
}

/// Runs a module on a graph. `params` contains one value per parameter of the module, in order; the
/// caller must fill in defaults.
///
/// The loader must ensure that the graph meets the [requirements](crate::ir::GraphRequirement) of
/// the module; they are not checked.
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

/// Runs a module like [`run`], and calls `launched` before each launch. A caller can use the calls
/// to detect a run that makes no progress.
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
