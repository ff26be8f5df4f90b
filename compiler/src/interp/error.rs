//! Reasons why a run ended early.

use crate::ir::verify::Violation;
use crate::ir::{MAX_EXTENT, Type};

/// The reason why a run ended early.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RunError {
    /// The module violates invariants, which is a bug of the compiler.
    #[error("the module breaks {} invariants, first in {}", .0.len(), first(.0))]
    NotVerified(Vec<Violation>),
    /// The module violates a promise that it makes, which is a bug of the compiler.
    #[error("kernel `{kernel}`: {message}")]
    BrokenPromise {
        /// Name of the kernel, or `main`.
        kernel: String,
        /// The promise and its violation.
        message: String,
    },
    /// The number of values differs from the number of parameters.
    #[error("the program has {wanted} parameters, and {found} values were given")]
    ParameterCount {
        /// Number of parameters.
        wanted: usize,
        /// Number of values.
        found: usize,
    },
    /// The value of a parameter has a wrong type.
    #[error("parameter `{name}` is of type {wanted}, and its value of type {found}")]
    ParameterType {
        /// Name of the parameter.
        name: String,
        /// Type of the parameter.
        wanted: Type,
        /// Type of the value.
        found: Type,
    },
    /// The value of a parameter is not a node of the graph.
    #[error("parameter `{name}` is node {node}, and the graph has {nodes} nodes, from 0")]
    ParameterNode {
        /// Name of the parameter.
        name: String,
        /// The value.
        node: u32,
        /// Number of nodes of the graph.
        nodes: u32,
    },
    /// A seed of a `pipe` is not a node of the graph.
    #[error("`{worklist}` starts with node {node}, and the graph has {nodes} nodes, from 0")]
    SeedNode {
        /// Name of the worklist.
        worklist: String,
        /// The seed.
        node: u32,
        /// Number of nodes of the graph.
        nodes: u32,
    },
    /// The arrays of the graph are inconsistent.
    #[error("the graph is malformed: {0}")]
    Graph(String),
    /// A number exceeds [`MAX_EXTENT`].
    #[error("{count} {what}, and {MAX_EXTENT} is the most")]
    TooLarge {
        /// What was counted, such as nodes.
        what: String,
        /// The number.
        count: u64,
    },
    /// The program needs weights, but the graph has none.
    #[error("`{array}` holds the weights of the graph, which has none")]
    NoWeights {
        /// Name of the array for the weights.
        array: String,
    },
    /// A weight does not fit the type of the array.
    #[error("`{array}` is of type {ty}, which has no value {weight} (the weight of edge {edge})")]
    Weight {
        /// Name of the array.
        array: String,
        /// Type of the elements of the array.
        ty: Type,
        /// The first such edge.
        edge: u32,
        /// The weight in decimal notation.
        weight: String,
    },
    /// The run reached the limit [`max_items`](super::Settings::max_items).
    #[error("worklist `{worklist}` needs room for more than {most} items")]
    WorklistLimit {
        /// Name of the worklist.
        worklist: String,
        /// Maximum number of items.
        most: u32,
    },
    /// A work-item waits for another one that does not reach the same statement, which is a bug of
    /// the compiler.
    #[error(
        "kernel `{kernel}`: work-item {waiting} waits at `{statement}` for work-item {other}, \
         which {elsewhere}"
    )]
    Divergence {
        /// Name of the kernel, or `main`.
        kernel: String,
        /// The statement at which the work-item waits.
        statement: String,
        /// Index of the waiting work-item in the launch.
        waiting: u32,
        /// Index of a work-item that does not reach the statement.
        other: u32,
        /// What the other work-item does instead.
        elsewhere: String,
    },
    /// The settings describe an impossible launch.
    #[error(
        "{groups} workgroups of {workgroup_size} work-items, in subgroups of {subgroup_size}, \
         where each must be at least 1 and all together have at most {max} work-items",
        max = super::MAX_WORK_ITEMS
    )]
    Geometry {
        /// Number of workgroups.
        groups: u32,
        /// Number of work-items of a workgroup.
        workgroup_size: u32,
        /// Number of work-items of a subgroup.
        subgroup_size: u32,
    },
    /// The run reached the limit [`max_launches`](super::Settings::max_launches).
    #[error("the run was not done after {0} launches")]
    LaunchLimit(u64),
    /// The run reached the limit [`max_rounds`](super::Settings::max_rounds).
    #[error("the run was not done after {0} rounds of its loops")]
    RoundLimit(u64),
    /// The run reached the limit [`max_steps`](super::Settings::max_steps).
    #[error("the run was not done after {0} steps")]
    StepLimit(u64),
}

impl RunError {
    /// Returns whether the error is a bug of the compiler rather than of the program, the graph or
    /// the parameters.
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
