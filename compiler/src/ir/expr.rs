//! Expressions, which have no side effects, and places in memory.

use super::{ArrayId, Coordinate, LocalId, ParamId, SharedId, Type, Value, WorklistId};

/// An element of an array, with the known properties of the access.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The array.
    pub array: ArrayId,
    /// Index of the element.
    pub index: Expr,
    /// Whether other agents may access the element concurrently.
    pub access: Access,
    /// Whether the index may be out of range.
    pub bounds: Bounds,
}

/// Whether other agents (iterations or work-items) may access an element concurrently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// They may, so the access is a relaxed atomic.
    Relaxed,
    /// They do not; two concurrent reads are allowed.
    Plain,
}

/// Whether an index may be out of range, or a node invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bounds {
    /// It may: reads yield zero, and writes do nothing.
    Checked,
    /// It is in range.
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
    /// The value of a program parameter.
    Param(ParamId),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator. Both operands have the same type, except that the amount of a shift is
    /// `u32`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Conversion to the type of the expression.
    Cast(Box<Expr>),
    /// The second operand if the first holds, else the third. Both may be evaluated.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The value of an element.
    Load(Box<Place>),
    /// An element of one of the graph's own arrays, which are never written.
    Graph(GraphArray, Box<Expr>, Bounds),
    /// Number of nodes (`u32`).
    NodeCount,
    /// Number of edges (`u32`).
    EdgeCount,
    /// Number of items in the front buffer of a worklist (`u32`).
    WorklistSize(WorklistId),
    /// Number of items in the back buffer of a worklist (`u32`), which the next kernel that reads
    /// the worklist will get. Only in `main`.
    Waiting(WorklistId),
    /// An item of the front buffer of a worklist. The index is below the number of items.
    WorklistItem(WorklistId, Box<Expr>),
    /// The position of the work-item (`u32`).
    At(Coordinate),
    /// An element of shared memory. The index is in range.
    Shared(SharedId, Box<Expr>),
    /// Index of the last element of shared memory that is not larger than the value. The memory has
    /// one `u32` per work-item in ascending order, and its first element is 0.
    Search(SharedId, Box<Expr>),
}

/// The graph's own arrays (compressed sparse rows).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GraphArray {
    /// The position where each node's outgoing edges start, and the end of the last: `nodes + 1`
    /// edge ids.
    OutOffsets,
    /// The target of each edge.
    Targets,
    /// The source of each edge.
    Sources,
    /// The position in `InEdges` where each node's incoming edges start, and the end of the last.
    InOffsets,
    /// The ids of the incoming edges, grouped by node.
    InEdges,
}

impl GraphArray {
    /// All arrays of the graph.
    pub const ALL: [GraphArray; 5] = [
        GraphArray::OutOffsets,
        GraphArray::Targets,
        GraphArray::Sources,
        GraphArray::InOffsets,
        GraphArray::InEdges,
    ];

    /// Returns the name in the IR's text, in generated code and in schedules.
    pub fn name(self) -> &'static str {
        match self {
            GraphArray::OutOffsets => "out_offsets",
            GraphArray::Targets => "targets",
            GraphArray::Sources => "sources",
            GraphArray::InOffsets => "in_offsets",
            GraphArray::InEdges => "in_edges",
        }
    }

    /// Returns the type of the elements.
    pub fn ty(self) -> Type {
        match self {
            GraphArray::Targets | GraphArray::Sources => Type::Node,
            GraphArray::OutOffsets | GraphArray::InOffsets | GraphArray::InEdges => Type::Edge,
        }
    }
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`, for numbers.
    Neg,
    /// `!`, for `bool`.
    Not,
    /// `~`, for integers.
    BitNot,
    /// The absolute value of a number. The smallest signed integer stays as it is.
    Abs,
}

/// Infix operators. `And` and `Or` may evaluate both operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the operator that its name says")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Min,
    Max,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// Returns whether the result is `bool` for operands of every type.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }

    /// Returns whether the operator is a shift, whose right operand is `u32`.
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }
}
