//! Reasons why a run ended early.

use crate::data::DataError;
use crate::ir::verify::Violation;

/// The reason why a run ended early.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RunError {
    /// The module violates invariants, which is a bug of the compiler.
    #[error("the module violates {} invariants; the first violation is in {}", .0.len(), first(.0))]
    NotVerified(Vec<Violation>),
    /// The module makes a promise that does not hold: a bug of the compiler.
    #[error("kernel `{kernel}`: {message}")]
    BrokenPromise {
        /// Name of the kernel, or `main`.
        kernel: String,
        /// The promise, and how the run broke it.
        message: String,
    },
    /// The graph, its weights or the values of the parameters do not fit the program.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A `require` of `main` does not hold.
    #[error("the program requires: {0}")]
    Required(String),
    /// A `pipe` starts with an item that is not a node of the graph.
    #[error(
        "`{worklist}` starts with node {node}, but the graph has only {nodes} nodes, numbered from 0"
    )]
    SeedNode {
        /// Name of the worklist.
        worklist: String,
        /// The seed.
        node: u32,
        /// The number of nodes.
        nodes: u32,
    },
    /// [`max_items`](super::Settings::max_items) was reached.
    #[error("worklist `{worklist}` needs a capacity of more than {most} items")]
    WorklistLimit {
        /// Name of the worklist.
        worklist: String,
        /// The largest number of items that it may have.
        most: u32,
    },
    /// Work-items wait for another work-item of their group, which does not come: a bug of the
    /// compiler.
    #[error(
        "kernel `{kernel}`: work-item {waiting} waits at `{statement}` for work-item {other}, which \
         {elsewhere}"
    )]
    Divergence {
        /// Name of the kernel, or `main`.
        kernel: String,
        /// The statement at which they wait.
        statement: String,
        /// The number, in the launch, of a work-item that waits.
        waiting: u32,
        /// The number of the work-item that does not come.
        other: u32,
        /// What that work-item does instead.
        elsewhere: String,
    },
    /// A launch cannot have this shape.
    #[error(
        "a launch cannot have {groups} workgroups of {workgroup_size} work-items in subgroups of \
         {subgroup_size}: each number must be at least 1, and all workgroups together can have at most \
         {max} work-items",
        max = super::item::MAX_WORK_ITEMS
    )]
    Geometry {
        /// The number of workgroups.
        groups: u32,
        /// The number of work-items of a workgroup.
        workgroup_size: u32,
        /// The number of work-items of a subgroup.
        subgroup_size: u32,
    },
    /// The run reached the limit [`max_launches`](super::Settings::max_launches).
    #[error("the run has not ended after {0} launches")]
    LaunchLimit(u64),
    /// The run reached the limit [`max_rounds`](super::Settings::max_rounds).
    #[error("the run has not ended after {0} rounds of its loops")]
    RoundLimit(u64),
    /// The run reached the limit [`max_steps`](super::Settings::max_steps).
    #[error("the run has not ended after {0} steps")]
    StepLimit(u64),
    /// The [observer](super::Observer::is_cancelled) ended the run.
    #[error("the run was cancelled")]
    Cancelled,
}

impl RunError {
    /// Whether this is a bug of the compiler, and not an error in the program, the graph or the
    /// parameters.
    pub fn is_internal(&self) -> bool {
        matches!(
            self,
            RunError::NotVerified(_) | RunError::BrokenPromise { .. } | RunError::Divergence { .. }
        )
    }
}

fn first(violations: &[Violation]) -> String {
    violations.first().map_or_else(String::new, Violation::to_string)
}
