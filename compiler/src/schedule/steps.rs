//! The steps of the host, and the expressions that it evaluates.

use serde::{Deserialize, Serialize};

use super::{Argument, Output};
use crate::ir::{self, Type};

/// A step of the host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Step {
    /// Declares a local of the host, or assigns a value to it.
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
        /// The index of the row. If it is past the end, nothing is written.
        index: Expr,
        /// The index of the element in the row, if rows have several elements. If it is past the
        /// end of the row, nothing is written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        element: Option<Expr>,
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
    /// Swaps the contents of two buffers of the same type and length.
    Swap {
        /// One of the two.
        first: String,
        /// The other.
        second: String,
    },
    /// Swaps the contents of two worklists.
    SwapWorklists {
        /// One of the two.
        first: String,
        /// The other.
        second: String,
    },
    /// Empties both buffers of a worklist.
    Clear {
        /// The worklist.
        worklist: String,
    },
    /// Swaps the buffers of a worklist, and sets the size of the new back buffer and the spare size
    /// to zero. Launches with `again` then read the items that were waiting.
    Take {
        /// The worklist.
        worklist: String,
    },
    /// Empties a worklist and fills its back buffer.
    Seed {
        /// The worklist.
        worklist: String,
        /// The items.
        seed: Seed,
    },
    /// Replaces the graph by its quotient: nodes with the same label become one node.
    Contract {
        /// The buffer of the labels.
        label: String,
        /// The buffer that keeps, for each node of the input graph, its node of the current graph.
        member: String,
        /// Buffers of nodes whose rows the nodes of the quotient take from their members with the
        /// smallest ids, and buffers of edges whose rows are added up. The other buffers of nodes
        /// and edges get their initial values, except for the weights, which are added up, too.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        carry: Vec<String>,
    },
    /// Runs a loop on the device in one launch. Its workgroups discover which of them run at the
    /// same time.
    Outlined {
        /// The kernel's name in the OpenCL C.
        function: String,
        /// The binding of each argument, in order.
        arguments: Vec<Argument>,
        /// The meanings of the words that the kernel writes to the buffer of results, one `ulong`
        /// each, in order.
        results: Vec<Output>,
        /// Whether the loop runs over worklists, which are often short on graphs with few edges. A
        /// narrower launch then suits these graphs.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        narrow: bool,
        /// The number of workgroups that a launch on a GPU has for each compute unit. Without a
        /// number, the runtime chooses the number of workgroups.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        groups_per_unit: Option<u32>,
    },
    /// Runs a kernel. If it reads a worklist, the worklist's buffers are swapped first.
    Launch {
        /// The kernel's name in the program.
        kernel: String,
        /// The values of its parameters.
        args: Vec<Expr>,
        /// Whether the kernel reads the items that were taken: its launch does not swap the buffers
        /// of its worklist.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        again: bool,
    },
    /// Ends the run with an error unless a condition holds.
    Require {
        /// The condition.
        condition: Expr,
        /// The requirement in words.
        message: String,
    },
    /// Prints a line: the parts, with a space between them.
    Print {
        /// The parts.
        parts: Vec<PrintPart>,
    },
    /// Runs one of two lists of steps.
    If {
        /// Selects the list.
        condition: Expr,
        /// The list for a condition that is true.
        then: Vec<Step>,
        /// The list for a condition that is false.
        #[serde(rename = "else", default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Step>,
    },
    /// Repeats a list of steps while a condition holds. Tests the condition before each round.
    While {
        /// The condition.
        condition: Expr,
        /// The list of steps.
        body: Vec<Step>,
    },
    /// Counts a local from `from` up to but not including `to`, and runs a list of steps for each
    /// number.
    For {
        /// The local.
        local: String,
        /// Its first value.
        from: Expr,
        /// The end of the range, of the same type. Both are evaluated once.
        to: Expr,
        /// The list of steps.
        body: Vec<Step>,
    },
    /// Ends the innermost `while` or `for`.
    Break,
    /// Continues with the next round of the innermost `while` or `for`.
    Continue,
    /// Repeats a list of steps while a condition holds. Tests the condition after each round.
    Iterate {
        /// The list of steps.
        body: Vec<Step>,
        /// The condition.
        condition: Expr,
    },
    /// Seeds a worklist, and repeats a list of steps until the worklist's back buffer is empty.
    Pipe {
        /// The worklist.
        worklist: String,
        /// Whether the list runs exactly once, whatever the worklist contains.
        once: bool,
        /// The items with which the worklist starts. Without a seed, the worklist keeps its items.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<Seed>,
        /// The list of steps.
        body: Vec<Step>,
    },
}

/// A part of a line that the host prints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrintPart {
    /// A text.
    Text(String),
    /// The value of an expression.
    Value(Expr),
}

/// The items with which a worklist starts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seed {
    /// Every node once.
    AllNodes,
    /// The items of the input with the name of the worklist.
    Input,
    /// The values of these items, of which a pair has two. If the items are nodes, an item that is
    /// not a valid node of the graph is an error.
    Items(Vec<Expr>),
}

/// An expression that the host evaluates, with the arithmetic of [`ir::value`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expr {
    /// A literal in the IR's text format, such as `1u32`.
    Const(ir::Value),
    /// A local of the host.
    Local(String),
    /// A parameter of the program.
    Param(String),
    /// The number of nodes.
    NodeCount,
    /// The number of edges: an `edge`, or a `u64` if edges are wide.
    EdgeCount,
    /// A prefix operator: `neg`, `not`, `bitnot`, `abs`.
    Unary(String, Box<Expr>),
    /// An infix operator, `min` or `max`.
    Binary(String, Box<Expr>, Box<Expr>),
    /// A conversion to a type.
    Cast(Type, Box<Expr>),
    /// The second expression if the first is true, otherwise the third.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// One element of a buffer; zero if the index is past the end.
    Load(String, Box<Expr>),
    /// One element of a row of a buffer; zero if one of the indices is past the end.
    Element(String, Box<Expr>, Box<Expr>),
    /// The number of elements of each row of a buffer (`u32`).
    Length(String),
    /// One element of a graph array; zero if the index is past the end.
    Graph(String, Box<Expr>),
    /// The number of items in the back buffer of a worklist (`u32`).
    Waiting(String),
}
