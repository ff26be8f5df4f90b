//! `main`: the part of a program that the host runs. The chapter "Extending igc" lists what belongs to a new statement
//! (`docs/src/extending.md`).

#![deny(clippy::wildcard_enum_match_arm)]

use super::{
    ArrayId, Expr, Item, KernelId, LocalId, Locals, Origin, OutlinedId, Place, PrintPart,
    WorklistId,
};

/// The part of a program that the host runs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Main {
    /// The locals, with unique names.
    pub locals: Locals,
    /// The statements.
    pub body: Vec<HostStmt>,
    /// The origins of the loops.
    pub loops: LoopOrigins,
}

/// The origin of each loop of `main`, in the order of the text; an outer loop comes before its
/// inner loops. If the module was parsed from IR text, the list is empty. All values of this type
/// compare as equal, as [`Origin`]s do.
#[derive(Debug, Clone, Default)]
pub struct LoopOrigins(pub Vec<Origin>);

impl PartialEq for LoopOrigins {
    fn eq(&self, _: &LoopOrigins) -> bool {
        true
    }
}

/// A change of locals or memory in `main`. In an [outlined loop](super::OutlinedLoop), the device
/// executes it, and otherwise the host.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Declares a local and initialises it.
    Let(LocalId, Expr),
    /// Assigns to a local.
    Assign(LocalId, Expr),
    /// Writes an element on the device.
    Store(Place, Expr),
    /// Writes every element of an array on the device.
    Fill(ArrayId, Expr),
    /// Swaps the contents of two arrays of the same type and extent.
    Swap(ArrayId, ArrayId),
    /// Swaps the contents of two worklists, including both buffers.
    SwapWorklists(WorklistId, WorklistId),
    /// Empties both buffers of a worklist.
    Clear(WorklistId),
    /// Swaps the buffers of a worklist, so that all kernels that are then launched `again` read the
    /// items that were waiting.
    Take(WorklistId),
    /// Empties a worklist and pushes a seed.
    Seed(WorklistId, Seed),
}

impl Action {
    /// The expressions directly inside, in the order of evaluation. Of a place, this is the index.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Action::Let(_, e) | Action::Assign(_, e) | Action::Fill(_, e) => vec![e],
            Action::Store(place, e) => place.indices().chain([e]).collect(),
            Action::Seed(_, Seed::Items(items)) => items.iter().flatten().collect(),
            Action::Seed(_, Seed::Nodes | Seed::Input)
            | Action::Swap(..)
            | Action::SwapWorklists(..)
            | Action::Clear(_)
            | Action::Take(_) => vec![],
        }
    }

    /// The expressions directly inside, as mutable references.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Action::Let(_, e) | Action::Assign(_, e) | Action::Fill(_, e) => vec![e],
            Action::Store(place, e) => place.indices_mut().chain([e]).collect(),
            Action::Seed(_, Seed::Items(items)) => items.iter_mut().flatten().collect(),
            Action::Seed(_, Seed::Nodes | Seed::Input)
            | Action::Swap(..)
            | Action::SwapWorklists(..)
            | Action::Clear(_)
            | Action::Take(_) => vec![],
        }
    }
}

/// A statement of `main`.
#[derive(Debug, Clone, PartialEq)]
pub enum HostStmt {
    /// Changes locals or memory.
    Act(Action),
    /// Launches a kernel, with a value for each parameter.
    Launch {
        /// The kernel.
        kernel: KernelId,
        /// A value for each parameter of the kernel.
        args: Vec<Expr>,
        /// Whether the kernel reads items that were [taken](Action::Take) or read before: the
        /// launch does not swap the buffers of its worklist.
        again: bool,
    },
    /// Ends the run with an error that has this text, unless the condition holds. Not in outlined
    /// loops.
    Require(Expr, String),
    /// Prints a line.
    Print(Vec<PrintPart>),
    /// A conditional: condition, statements if it holds, statements if it does not.
    If(Expr, Vec<HostStmt>, Vec<HostStmt>),
    /// A loop; the condition is evaluated before each round.
    While(Expr, Vec<HostStmt>),
    /// A counted loop: `var` takes the values `start`, `start + 1`, … while it is below `end`.
    /// `start` and `end` are evaluated once, before the loop.
    For {
        /// The new local for the count: `u32`, `i32` or an edge.
        var: LocalId,
        /// The first value.
        start: Expr,
        /// The exclusive upper bound.
        end: Expr,
        /// The body.
        body: Vec<HostStmt>,
    },
    /// Ends the innermost `while` or `for`.
    Break,
    /// Continues with the next round of the innermost `while` or `for`.
    Continue,
    /// A loop that runs at least once; the condition is evaluated after each round.
    Iterate(Vec<HostStmt>, Expr),
    /// If `seed` is not `None`, empties the worklist and pushes the seed. Then runs the body as
    /// long as the back buffer of the worklist contains items. With `once`, the body runs exactly
    /// once.
    Pipe {
        /// The worklist.
        worklist: WorklistId,
        /// Whether the body runs exactly once.
        once: bool,
        /// The items with which the worklist starts. `None` keeps the content of the worklist.
        seed: Option<Seed>,
        /// The body.
        body: Vec<HostStmt>,
    },
    /// Replaces the graph by its quotient. Not in outlined loops.
    Contract(Contraction),
    /// Runs an outlined loop on the device, with a local of `main` for each of its parameters.
    Outline(OutlinedId, Vec<LocalId>),
}

/// The replacement of the graph by its quotient: nodes with the same label become one node.
///
/// [`Quotient`](crate::data::Quotient) defines the graph and the content of the arrays. Arrays of
/// nodes and edges get their initial values again, except for those that are carried and those that
/// hold weights. Worklists become empty, and globals stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contraction {
    /// The labels: one `node`, `u32` or `u64` for each node.
    pub label: ArrayId,
    /// The array of [`Extent::Original`](super::Extent::Original) that keeps, for each node of the
    /// input graph, its node of the current graph.
    pub member: ArrayId,
    /// Arrays of nodes whose rows the nodes of the quotient take from their first members, and
    /// arrays of edges whose rows are added up.
    pub carried: Vec<ArrayId>,
}

/// The items with which a pipe starts.
#[derive(Debug, Clone, PartialEq)]
pub enum Seed {
    /// These items. If they are nodes, the run fails if one of them is not a valid node.
    Items(Vec<Item>),
    /// Every node of the graph, once.
    Nodes,
    /// The items of the input of the run with the name of the worklist. Not in outlined loops.
    Input,
}
