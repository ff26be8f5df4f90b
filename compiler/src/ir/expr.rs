//! Expressions, which have no side effects, and places in memory.

use super::group::Coordinate;
use super::operators::{BinaryOp, UnaryOp};
use super::value::Value;
use super::{ArrayId, ItemPart, LocalId, ParamId, SharedId, WorklistId};
use crate::types::Type;

/// An element of an array, and what is known about an access to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The array.
    pub array: ArrayId,
    /// The index of the row, that is, of the node or edge; 0 for a global.
    pub index: Expr,
    /// The element of the row, if the array has a [length](super::Length).
    pub element: Option<Element>,
    /// Whether other work-items may access the element at the same time.
    pub access: Access,
    /// Whether the index of the row may be out of range.
    pub bounds: Bounds,
}

/// An element of a row of an array.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// The index of the element in the row.
    pub index: Expr,
    /// Whether the index may be out of range.
    pub bounds: Bounds,
}

/// An element of a local array.
#[derive(Debug, Clone, PartialEq)]
pub struct LocalElement {
    /// The local array.
    pub array: LocalId,
    /// The index of the element.
    pub index: Expr,
    /// Whether the index may be out of range.
    pub bounds: Bounds,
}

impl Place {
    /// The indices: of the row, and of the element.
    pub fn indices(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&self.index).chain(self.element.as_ref().map(|element| &element.index))
    }

    /// The indices, as mutable references.
    pub fn indices_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let element = self.element.as_mut().map(|element| &mut element.index);
        std::iter::once(&mut self.index).chain(element)
    }
}

/// Whether other work-items may access an element at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Other work-items may access the element. The access is a relaxed atomic access.
    Relaxed,
    /// No other work-item accesses the element, or all accesses are reads.
    Plain,
}

/// Whether an index may be past the end, or a node may not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bounds {
    /// The index may be past the end, or the node may not exist. Reads then return zero, or
    /// [`GraphArray::missing`] if they read the graph, and writes do nothing.
    Checked,
    /// The index is in range, or the node exists.
    Proven,
}

/// An expression with its type.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// Type of the value.
    pub ty: Type,
    /// The operation.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A literal.
    Const(Value),
    /// The value of a local.
    Local(LocalId),
    /// The value of an element of a local array.
    Element(Box<LocalElement>),
    /// The value of a parameter of the program.
    Param(ParamId),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator. Both operands have the same type, except that the amount of a shift is a
    /// `u32`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A conversion to the type of the expression.
    Cast(Box<Expr>),
    /// The second operand if the first is true, otherwise the third. Both may be evaluated.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The value of an element.
    Load(Box<Place>),
    /// An element of an array of the graph, which is never written.
    Graph(GraphArray, Box<Expr>, Bounds),
    /// Number of nodes (`u32`).
    NodeCount,
    /// Number of edges, with the type of edges.
    EdgeCount,
    /// Number of elements of each row of an array whose length is computed before the run (`u32`).
    Length(ArrayId),
    /// The number of items in the front buffer of a worklist (`u32`).
    WorklistSize(WorklistId),
    /// The number of items in the back buffer of a worklist, which wait for the next kernel that
    /// reads the worklist (`u32`). Only in `main` and outlined loops.
    Waiting(WorklistId),
    /// An item of the front buffer of a worklist, or a value of this item, by an index below the
    /// size of the worklist.
    WorklistItem(WorklistId, ItemPart, Box<Expr>),
    /// The position of the work-item in its launch (`u32`).
    At(Coordinate),
    /// An element of shared memory. The index is in range.
    Shared(SharedId, Box<Expr>),
    /// The index of the last element of shared memory that is not greater than a value. The memory
    /// has one `u32` for each work-item, in ascending order, and starts with 0, so such an element
    /// exists.
    Search(SharedId, Box<Expr>),
}

/// The arrays of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GraphArray {
    /// The index of the first outgoing edge of each node, and one past the last: `nodes + 1` edge
    /// ids.
    OutOffsets,
    /// The destination of each edge.
    Targets,
    /// The source of each edge.
    Sources,
    /// The index in `InEdges` of the first incoming edge of each node, and one past the last.
    InOffsets,
    /// The ids of the incoming edges, ordered by node.
    InEdges,
    /// The source of each incoming edge, in the order of `InEdges`.
    InSources,
    /// The destination of each incoming edge, in the order of `InEdges`.
    InTargets,
    /// The reverse of each edge: of the edges from `v` to `u`, the one at the same position as the
    /// edge has among the edges from `u` to `v`, in the order of their ids. A self-loop is its own
    /// reverse. An edge without a reverse has the largest id, which is not an edge.
    Reverse,
}

impl GraphArray {
    /// All arrays of the graph.
    pub const ALL: [GraphArray; 8] = [
        GraphArray::OutOffsets,
        GraphArray::Targets,
        GraphArray::Sources,
        GraphArray::InOffsets,
        GraphArray::InEdges,
        GraphArray::InSources,
        GraphArray::InTargets,
        GraphArray::Reverse,
    ];

    /// Returns the name in the IR's text, in generated code and in schedules.
    pub fn name(self) -> &'static str {
        match self {
            GraphArray::OutOffsets => "out_offsets",
            GraphArray::Targets => "targets",
            GraphArray::Sources => "sources",
            GraphArray::InOffsets => "in_offsets",
            GraphArray::InEdges => "in_edges",
            GraphArray::InSources => "in_sources",
            GraphArray::InTargets => "in_targets",
            GraphArray::Reverse => "reverse",
        }
    }

    /// Returns the type of the elements.
    pub fn ty(self) -> Type {
        match self {
            GraphArray::Targets
            | GraphArray::Sources
            | GraphArray::InSources
            | GraphArray::InTargets => Type::Node,
            _ => Type::Edge,
        }
    }

    /// Returns the value of a checked read past the end. Offsets are 0, so that a node that does not
    /// exist has no edges. Other elements are ids, and the largest id is neither a node nor an edge.
    pub fn missing(self) -> Value {
        match self {
            GraphArray::OutOffsets | GraphArray::InOffsets => Value::zero(self.ty()),
            _ => Value::max(self.ty()),
        }
    }
}
