//! Why a run ended early.

use crate::ir::verify::Violation;
use crate::ir::{MAX_EXTENT, Type};

/// Why a run ended early.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RunError {
    /// The module breaks invariants: a bug of the compiler.
    #[error("the module violates {} invariants; the first violation is in {}", .0.len(), first(.0))]
    NotVerified(Vec<Violation>),
    /// The module says of itself what is not so: a bug of the compiler.
    #[error("kernel `{kernel}`: {message}")]
    BrokenPromise {
        /// The kernel, or `main`.
        kernel: String,
        /// Which promise, and how it was broken.
        message: String,
    },
    /// There are more or fewer values than parameters.
    #[error("the program has {wanted} parameters, but {found} values were given")]
    ParameterCount {
        /// How many parameters there are.
        wanted: usize,
        /// How many values were given.
        found: usize,
    },
    /// A parameter's value has another type.
    #[error("parameter `{name}` has the type {wanted}, but its value has the type {found}")]
    ParameterType {
        /// The parameter.
        name: String,
        /// Its type.
        wanted: Type,
        /// The value's type.
        found: Type,
    },
    /// A parameter is no node of the graph.
    #[error(
        "parameter `{name}` is node {node}, but the graph has only {nodes} nodes, numbered from 0"
    )]
    ParameterNode {
        /// The parameter.
        name: String,
        /// Its value.
        node: u32,
        /// How many nodes there are.
        nodes: u32,
    },
    /// What a `pipe` starts with is no node of the graph.
    #[error(
        "`{worklist}` starts with node {node}, but the graph has only {nodes} nodes, numbered from 0"
    )]
    SeedNode {
        /// The worklist.
        worklist: String,
        /// The item.
        node: u32,
        /// How many nodes there are.
        nodes: u32,
    },
    /// The graph's arrays do not fit each other.
    #[error("the graph is malformed: {0}")]
    Graph(String),
    /// There is more of something than 32 bits leave room for.
    #[error("the graph has {count} {what}, but the maximum is {MAX_EXTENT}")]
    TooLarge {
        /// Of what.
        what: String,
        /// How many.
        count: u64,
    },
    /// The program needs weights and the graph has none.
    #[error("`{array}` holds the weights of the graph, but the graph has no weights")]
    NoWeights {
        /// The array that would hold them.
        array: String,
    },
    /// A weight has no value of the type that the program gives weights.
    #[error(
        "`{array}` has the type {ty}, which cannot represent {weight}, the weight of edge {edge}"
    )]
    Weight {
        /// The array that would hold it.
        array: String,
        /// The type of its elements.
        ty: Type,
        /// The first such edge.
        edge: u32,
        /// Its weight, as decimal digits.
        weight: String,
    },
    /// [`max_items`](super::Settings::max_items) was reached.
    #[error("worklist `{worklist}` needs a capacity of more than {most} items")]
    WorklistLimit {
        /// The worklist.
        worklist: String,
        /// The most that it may have.
        most: u32,
    },
    /// Work-items wait for others of their group who do not come: a bug of the compiler.
    #[error(
        "kernel `{kernel}`: work-item {waiting} waits at `{statement}` for work-item {other}, which \
         {elsewhere}"
    )]
    Divergence {
        /// The kernel, or `main`.
        kernel: String,
        /// The statement.
        statement: String,
        /// The work-item's number in the launch.
        waiting: u32,
        /// That of one which does not come.
        other: u32,
        /// What that one does instead.
        elsewhere: String,
    },
    /// No workgroups that a launch can have.
    #[error(
        "a launch cannot have {groups} workgroups of {workgroup_size} work-items in subgroups of \
         {subgroup_size}: each number must be at least 1, and all workgroups together can have at most \
         {max} work-items",
        max = super::MAX_WORK_ITEMS
    )]
    Geometry {
        /// How many workgroups.
        groups: u32,
        /// How many work-items each of them has.
        workgroup_size: u32,
        /// How many of those form a subgroup.
        subgroup_size: u32,
    },
    /// [`max_launches`](super::Settings::max_launches) was reached.
    #[error("the run has not ended after {0} launches")]
    LaunchLimit(u64),
    /// [`max_rounds`](super::Settings::max_rounds) was reached.
    #[error("the run has not ended after {0} rounds of its loops")]
    RoundLimit(u64),
    /// [`max_steps`](super::Settings::max_steps) was reached.
    #[error("the run has not ended after {0} steps")]
    StepLimit(u64),
}

impl RunError {
    /// Whether the compiler is to blame, and not the program, the graph or the parameters.
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
