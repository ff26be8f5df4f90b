//! Expressions and their operators.

use serde::Serialize;

use super::{ExprId, Name, TypeName};
use crate::span::Span;

/// An expression with its id and position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Expr {
    /// The key under which the checker stores the expression's type.
    pub id: ExprId,
    /// The kind of expression, with its parts.
    pub kind: ExprKind,
    /// The expression's position in the source text.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum ExprKind {
    /// An integer literal, such as `42`, `0xff` or `1_000u64`: the value and the suffix.
    Int(u64, Option<String>),
    /// A floating-point literal, such as `0.85` or `1e-4f64`: the digits as written (without `_`)
    /// and the suffix.
    Float(String, Option<String>),
    /// A text, without its quotation marks: `"round"`. Only as a part of a `print`.
    Text(String),
    /// A truth value: `true` or `false`
    Bool(bool),
    /// A name or a path: `x`, `worklist`, `nodes`, `MAX`, `std::hash::mix`, `u64::MAX`
    Path(Vec<Name>),
    /// A field of a node, an edge or another value: `v.level`, `e.dst`, `u.out`
    Field(Box<Expr>, Name),
    /// A call: `f(x, y)`
    Call(Box<Expr>, Vec<Expr>),
    /// An element of an array, or an edge by its position: `v.best[i]`, `histogram[i]`, `u.out[k]`
    Index(Box<Expr>, Box<Expr>),
    /// A prefix operator with its operand: `-x`, `!x`, `~x`
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator with its operands: `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A cast: `x as u64`
    Cast(Box<Expr>, TypeName),
    /// A pair: `(v, d)`. Only as the item of a `push` or of a seed.
    Pair(Box<Expr>, Box<Expr>),
    /// A placeholder for text that the parser skipped after a syntax error. A diagnostic was
    /// reported for it.
    Error,
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum UnaryOp {
    /// Arithmetic negation: `-`
    Neg,
    /// Logical negation: `!`
    Not,
    /// Bitwise negation: `~`
    BitNot,
}

/// Infix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
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
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl UnaryOp {
    /// Returns the operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::Not => "!",
            UnaryOp::BitNot => "~",
        }
    }
}

impl BinaryOp {
    /// Returns the operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
        }
    }
}
