//! What the host does, step by step, and the expressions that it evaluates.

use serde::{Deserialize, Serialize};

use super::{Argument, Output};
use crate::ir::{self, Type};

/// A step of the host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Step {
    /// Gives a local of the host a value, its first or another.
    Set {
        /// The local.
        local: String,
        /// Its value.
        value: Expr,
    },
    /// Writes one element of a buffer.
    Store {
        /// The buffer.
        buffer: String,
        /// The element; past the end, nothing is written.
        index: Expr,
        /// The value.
        value: Expr,
    },
    /// Writes every element of a buffer.
    Fill {
        /// The buffer.
        buffer: String,
        /// The value.
        value: Expr,
    },
    /// Exchanges the contents of two buffers of one type and length.
    Swap {
        /// The one.
        first: String,
        /// The other.
        second: String,
    },
    /// Exchanges the contents of two worklists.
    SwapWorklists {
        /// The one.
        first: String,
        /// The other.
        second: String,
    },
    /// Empties both buffers of a worklist.
    Clear {
        /// The worklist.
        worklist: String,
    },
    /// Empties a worklist and fills its back buffer.
    Seed {
        /// The worklist.
        worklist: String,
        /// With what.
        seed: Seed,
    },
    /// Runs a loop on the device: one launch, whose workgroups find out which of them run at the same
    /// time.
    Outlined {
        /// The kernel's name in the OpenCL C.
        function: String,
        /// What each argument is bound to, in order.
        arguments: Vec<Argument>,
        /// What the kernel leaves in the buffer of results, one `ulong` each, in order.
        results: Vec<Output>,
    },
    /// Runs a kernel. If it reads a worklist, the worklist's buffers are swapped first.
    Launch {
        /// The kernel's name in the program.
        kernel: String,
        /// What it passes.
        args: Vec<Expr>,
    },
    /// Runs one of two lists.
    If {
        /// Decides which.
        condition: Expr,
        /// Run where it holds.
        then: Vec<Step>,
        /// Run where it does not.
        #[serde(rename = "else", default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Step>,
    },
    /// Repeats a list while a condition holds, tested before each round.
    While {
        /// The condition.
        condition: Expr,
        /// The list.
        body: Vec<Step>,
    },
    /// Counts a local from one number up to another, not included, and runs a list for each.
    For {
        /// The local.
        local: String,
        /// Its first value.
        from: Expr,
        /// Its bound, of the same type; both are evaluated once.
        to: Expr,
        /// The list.
        body: Vec<Step>,
    },
    /// Ends the innermost `while` or `for`.
    Break,
    /// Goes on with the next round of the innermost `while` or `for`.
    Continue,
    /// Repeats a list while a condition holds, tested after each round.
    Iterate {
        /// The list.
        body: Vec<Step>,
        /// The condition.
        condition: Expr,
    },
    /// Seeds a worklist and repeats a list until the worklist's back buffer is empty.
    Pipe {
        /// The worklist.
        worklist: String,
        /// One round only, whatever the worklist holds.
        once: bool,
        /// What the worklist is emptied and filled with first; if absent, it stays as it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<Seed>,
        /// The list.
        body: Vec<Step>,
    },
}

/// What a worklist is filled with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seed {
    /// Every node once.
    AllNodes,
    /// These nodes; one that the graph does not have is an error.
    Items(Vec<Expr>),
}

/// An expression that the host evaluates, with the arithmetic of [`ir::value`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expr {
    /// A literal, as the IR's text has it: `1u32`.
    Const(ir::Value),
    /// A local of the host.
    Local(String),
    /// A parameter of the program.
    Param(String),
    /// The number of nodes.
    NodeCount,
    /// The number of edges.
    EdgeCount,
    /// A prefix operator: `neg`, `not`, `bitnot`, `abs`.
    Unary(String, Box<Expr>),
    /// An infix operator, `min` or `max`.
    Binary(String, Box<Expr>, Box<Expr>),
    /// Conversion.
    Cast(Type, Box<Expr>),
    /// The second where the first holds, else the third.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// One element of a buffer; past the end, zero.
    Load(String, Box<Expr>),
    /// One element of a graph array; past the end, zero.
    Graph(String, Box<Expr>),
    /// How many items the back buffer of a worklist has (`u32`).
    Waiting(String),
}
