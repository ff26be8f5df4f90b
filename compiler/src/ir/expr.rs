//! Expressions, which have no side effects, and places in memory.

use super::group::Coordinate;
use super::operators::{BinaryOp, UnaryOp};
use super::value::Value;
use super::{ArrayId, LocalId, ParamId, SharedId, WorklistId};
use crate::types::Type;

/// An element of an array, and what is known of the access.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The array.
    pub array: ArrayId,
    /// The element.
    pub index: Expr,
    /// Whether others may touch it meanwhile.
    pub access: Access,
    /// Whether the index may be past the end.
    pub bounds: Bounds,
}

/// Whether others may touch an element meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// They may: a relaxed atomic access.
    Relaxed,
    /// They do not.
    Plain,
}

/// Whether an index may be past the end, or a node none of the graph's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bounds {
    /// It may: reads yield zero, writes do nothing.
    Checked,
    /// It is not.
    Proven,
}

/// An expression with its type.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// The type of its value.
    pub ty: Type,
    /// What it computes.
    pub kind: ExprKind,
}

/// The kinds of expressions. None has a side effect.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A literal.
    Const(Value),
    /// A local's value.
    Local(LocalId),
    /// A program parameter's value.
    Param(ParamId),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator; both sides have one type, but for shifts, whose amount is `u32`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Conversion to the expression's type.
    Cast(Box<Expr>),
    /// The second where the first holds, else the third; both may be evaluated.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// An element's value.
    Load(Box<Place>),
    /// An element of one of the graph's own arrays, which nobody writes.
    Graph(GraphArray, Box<Expr>, Bounds),
    /// The number of nodes (u32).
    NodeCount,
    /// The number of edges (u32).
    EdgeCount,
    /// How many items the front side of a worklist has (u32).
    WorklistSize(WorklistId),
    /// How many items the back side of a worklist has: those that wait for the next kernel that
    /// reads it (u32). In `main` only.
    Waiting(WorklistId),
    /// An item of the front side of a worklist, by an index below its size.
    WorklistItem(WorklistId, Box<Expr>),
    /// Where the work-item stands (u32).
    At(Coordinate),
    /// An element of shared memory, by an index in range.
    Shared(SharedId, Box<Expr>),
    /// The number of the last element of shared memory that is at most a value, where one is. The
    /// memory has a `u32` for each work-item and is in ascending order; its first element is 0.
    Search(SharedId, Box<Expr>),
}

/// The graph's own arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GraphArray {
    /// Where each node's outgoing edges start, and one past the last: `nodes + 1` edge ids.
    OutOffsets,
    /// The node that each edge points to.
    Targets,
    /// The node that each edge starts from.
    Sources,
    /// Where each node's incoming edges start in `InEdges`, and one past the last.
    InOffsets,
    /// The ids of the incoming edges, node by node.
    InEdges,
}

impl GraphArray {
    /// All of them.
    pub const ALL: [GraphArray; 5] = [
        GraphArray::OutOffsets,
        GraphArray::Targets,
        GraphArray::Sources,
        GraphArray::InOffsets,
        GraphArray::InEdges,
    ];

    /// The name in the IR's text, in emitted code and in schedules.
    pub fn name(self) -> &'static str {
        match self {
            GraphArray::OutOffsets => "out_offsets",
            GraphArray::Targets => "targets",
            GraphArray::Sources => "sources",
            GraphArray::InOffsets => "in_offsets",
            GraphArray::InEdges => "in_edges",
        }
    }

    /// The type of its elements.
    pub fn ty(self) -> Type {
        match self {
            GraphArray::Targets | GraphArray::Sources => Type::Node,
            GraphArray::OutOffsets | GraphArray::InOffsets | GraphArray::InEdges => Type::Edge,
        }
    }
}
